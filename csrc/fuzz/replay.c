/*
 * Run a harness without libFuzzer: on each of the files given, and with `-n COUNT` before them on COUNT inputs more, made
 * from them by random changes. Those are the same in every run; `-s SEED` makes others. An input that ends the program is
 * written to the file `crash`.
 *
 *     fuzz_open [-n COUNT] [-s SEED] FILE ...
 */
#include "fuzz.h"

#include "ifc2f_plan.h"

#include <fcntl.h>
#include <signal.h>
#include <time.h>

enum { MAX_FILES = 4096, MAX_CHANGES = 8 };

typedef struct file {
    uint8_t *bytes;
    uint32_t length;
} file;

static file files[MAX_FILES];
static uint32_t n_files;
static uint32_t seed = 1;
static uint8_t changed[MAX_INPUT];
static file running;

static void write_crash(int signal_number)
{
    const int to = open("crash", O_WRONLY | O_CREAT | O_TRUNC, 0644);
    const int is_written = to >= 0 && write(to, running.bytes, running.length) == (ssize_t)running.length;
    (void)signal(signal_number, SIG_DFL);
    if (is_written) {
        (void)raise(signal_number);
    }
}

static void run(file one)
{
    running = one;
    (void)LLVMFuzzerTestOneInput(one.bytes, one.length);
}

/* Read a file into memory of just its size, so that the address sanitizer sees its end. */
static void read_file(const char *name)
{
    FILE *from = fopen(name, "rb");
    REQUIRE(from != NULL && n_files < MAX_FILES);
    file *f = &files[n_files++];
    f->length = (uint32_t)fread(changed, 1, sizeof changed, from);
    f->bytes = malloc(f->length > 0 ? f->length : 1);
    (void)fclose(from);
    REQUIRE(f->bytes != NULL);
    memcpy(f->bytes, changed, f->length);
}

/* ---- Changes ----------------------------------------------------------------------------------------------------- */

/* A number below n, different for every use in every input. */
static uint32_t below(uint32_t n, uint32_t input_number, uint32_t *use)
{
    return n == 0 ? 0 : ifc2f_random(seed, input_number, (*use)++) % n;
}

static void change(file *f, uint32_t number, uint32_t *use)
{
    static const uint32_t words[] = {0u,          1u,          0xFFFFFFFFu, 0x7FFFFFFFu, 0x80000000u, 0x0000FFFFu,
                                     0xFFFF0000u, 0x40000000u, 0x7F800000u, 0x7FC00000u, 0x3F800000u, 0x0DA24260u};
    const uint32_t at = below(f->length, number, use);
    writer w = {f->bytes, at & ~3u};
    const file *other = &files[below(n_files, number, use)];
    switch (below(8, number, use)) {
    case 0:
    case 1:
        f->bytes[at] ^= (uint8_t)(1u << below(8, number, use));
        break;
    case 2:
        f->bytes[at] = (uint8_t)below(256, number, use);
        break;
    case 3:
        f->bytes[at] = (uint8_t)(f->bytes[at] + (below(2, number, use) ? 1 : 255));
        break;
    case 4:
        if (w.length + 4 <= f->length) {
            put_u32(&w, words[below(sizeof words / sizeof words[0], number, use)]);
        }
        break;
    case 5: { /* of another input, from the same place */
        const uint32_t n = below(64, number, use);
        if (at + n <= f->length && at + n <= other->length) {
            memcpy(f->bytes + at, other->bytes + at, n);
        }
        break;
    }
    case 6: { /* of the same input, from another place */
        const uint32_t from = below(f->length, number, use);
        const uint32_t n = below(33, number, use);
        if (at + n <= f->length && from + n <= f->length) {
            memmove(f->bytes + at, f->bytes + from, n);
        }
        break;
    }
    default:
        f->length = below(4, number, use) == 0 ? at : f->length;
        break;
    }
}

static void run_changed(uint32_t number)
{
    uint32_t use = 0;
    const file *from = &files[below(n_files, number, &use)];
    file f = {changed, from->length};
    memcpy(changed, from->bytes, from->length);
    for (uint32_t i = below(MAX_CHANGES, number, &use) + 1; i > 0 && f.length > 0; --i) {
        change(&f, number, &use);
    }
    run(f);
}

int main(int argc, char **argv)
{
    uint32_t n_changed = 0;
    int i = 1;
    for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
        uint32_t *option = argv[i][1] == 'n' ? &n_changed : &seed;
        *option = (uint32_t)strtoul(argv[i + 1], NULL, 10);
    }
    for (; i < argc; ++i) {
        read_file(argv[i]);
    }
    REQUIRE(n_files > 0 && signal(SIGSEGV, write_crash) != SIG_ERR && signal(SIGABRT, write_crash) != SIG_ERR);
    for (uint32_t f = 0; f < n_files; ++f) {
        run(files[f]);
    }
    for (uint32_t number = 0; number < n_changed; ++number) {
        run_changed(number);
    }
    (void)printf("%s: %lu executions in %.2f s\n", argv[0], (unsigned long)n_files + n_changed,
                 (double)clock() / (double)CLOCKS_PER_SEC);
    return 0;
}
