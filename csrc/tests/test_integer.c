/*
 * The runtime without floating point: sessions of three small models worked out by hand, and damaged models, with their
 * checksum made right again: each is refused, or its sessions stay in bounds, end, and give posteriors that sum to 1.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "check.h"
#include "integer_bytes.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { K_MOST = 8, PAGES = 64, ONE = 65535 };

static uint32_t memory[256];

static void test_ordered(void make(integer_file *, uint32_t), uint32_t wide)
{
    integer_file w;
    ifc2f_int_model model;
    ifc2f_int_session s;
    uint16_t p[2];
    make(&w, wide);
    CHECK(ifc2f_int_open(&model, w.bytes, w.length) == IFC2F_OK);
    CHECK(ifc2f_int_session_bytes(&model) == 16 + 4 * 3 + (make == vectors_model ? 8 * 2 : 0));
    CHECK(ifc2f_int_begin(&s, &model, memory, 12) == IFC2F_ERR_MEMORY);
    CHECK(ifc2f_int_begin(&s, &model, memory, sizeof memory) == IFC2F_OK);
    ifc2f_int_posterior(&s, p);
    CHECK(p[0] + p[1] == ONE && p[0] - p[1] <= 1);
    CHECK(ifc2f_int_decide(&s) == 0); /* the lower of a tie */
    CHECK(ifc2f_int_next(&s) == 0);   /* 60 < 100 */
    CHECK(ifc2f_int_answer(&s, 1, 0) == IFC2F_OK); /* without its parent: (12, 0), three factors of 2, 1/9 */
    ifc2f_int_posterior(&s, p);
    CHECK(p[0] >= 7281 && p[0] <= 7283 && ifc2f_int_next(&s) == IFC2F_STOP);
    CHECK(ifc2f_int_answer(&s, 1, 1) == IFC2F_OK); /* nothing learnt: the first open stage is still 0 */
    CHECK(ifc2f_int_next(&s) == 0 && ifc2f_int_cost(&s) == 2);
    CHECK(ifc2f_int_retract(&s, 1) == IFC2F_OK);
    CHECK(ifc2f_int_answer(&s, 3, 0) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_int_answer(&s, 0, INT32_MIN) == IFC2F_ERR_VALUE);
    CHECK(ifc2f_int_answer(&s, 0, -5) == IFC2F_OK); /* bin 1: nothing learnt */
    CHECK(ifc2f_int_next(&s) == IFC2F_STOP);        /* its set of stage 1 is empty */
    CHECK(ifc2f_int_answer(&s, 0, -6) == IFC2F_OK); /* bin 0: class 1 two factors of 2 behind, 1/5 */
    ifc2f_int_posterior(&s, p);
    CHECK(p[0] == 52428 && p[1] == ONE - 52428);
    CHECK(ifc2f_int_next(&s) == IFC2F_STOP); /* deciding costs 40 */
    CHECK(ifc2f_int_answer(&s, 0, 100) == IFC2F_OK);
    ifc2f_int_posterior(&s, p);
    CHECK(p[1] == 52428);
    CHECK(ifc2f_int_decide(&s) == 1);
    CHECK(ifc2f_int_answer(&s, 1, 3) == IFC2F_ERR_VALUE);
    CHECK(ifc2f_int_answer(&s, 1, 2) == IFC2F_OK); /* parent value 2: row (4, 0), a factor 2: 1/9 */
    ifc2f_int_posterior(&s, p);
    CHECK(p[0] >= 7281 && p[0] <= 7283);
    CHECK(ifc2f_int_cost(&s) == 3);
    CHECK(ifc2f_int_missing(&s, 2, 1) == IFC2F_OK);
    CHECK(ifc2f_int_cost(&s) == 6 && ifc2f_int_state(&s, 2) == IFC2F_MISSING_PAID);
    CHECK(ifc2f_int_retract(&s, 0) == IFC2F_OK); /* feature 1 by itself: (0, 12) */
    ifc2f_int_posterior(&s, p);
    CHECK(p[1] >= 7281 && p[1] <= 7283 && ifc2f_int_cost(&s) == 5);
    CHECK(ifc2f_int_answer(&s, 1, 1) == IFC2F_OK); /* (0, 0) */
    ifc2f_int_posterior(&s, p);
    CHECK(p[0] - p[1] <= 1);
    CHECK(ifc2f_int_missing(&s, 0, 0) == IFC2F_OK && ifc2f_int_state(&s, 0) == IFC2F_MISSING);
    CHECK(ifc2f_int_retract(&s, 2) == IFC2F_OK);
    CHECK(ifc2f_int_next(&s) == 2);
    ifc2f_int_set_budget(&s, 4); /* 2 spent, 3 needed */
    CHECK(ifc2f_int_next(&s) == IFC2F_STOP);
    CHECK(ifc2f_int_answer(&s, 2, 6) == IFC2F_OK); /* ten factors of 2 */
    ifc2f_int_posterior(&s, p);
    CHECK(p[1] >= 63 && p[1] <= 65);
}

static void test_graph(uint32_t wide)
{
    integer_file w;
    ifc2f_int_model model;
    ifc2f_int_session s;
    uint32_t kept[16];
    uint16_t p[3];
    graph_model(&w, wide);
    CHECK(ifc2f_int_open(&model, w.bytes, w.length) == IFC2F_OK);
    CHECK(ifc2f_int_session_bytes(&model) == 16 + 4 * 2);
    CHECK(ifc2f_int_begin(&s, &model, memory, sizeof memory) == IFC2F_OK);
    CHECK(ifc2f_int_next(&s) == 0 && ifc2f_int_decide(&s) == 1);
    CHECK(ifc2f_int_answer(&s, 0, -3) == IFC2F_OK); /* through node 2 to node 3 */
    CHECK(ifc2f_int_next(&s) == IFC2F_STOP && ifc2f_int_decide(&s) == 0);
    ifc2f_int_posterior(&s, p);
    CHECK(p[0] == ONE && p[1] == 0 && p[2] == 0);
    CHECK(ifc2f_int_answer(&s, 0, -4) == IFC2F_OK && ifc2f_int_decide(&s) == 2);
    CHECK(ifc2f_int_answer(&s, 0, 10) == IFC2F_OK && ifc2f_int_next(&s) == 1 && ifc2f_int_cost(&s) == 4);
    ifc2f_int_set_budget(&s, 9);
    CHECK(ifc2f_int_next(&s) == IFC2F_STOP);
    ifc2f_int_set_budget(&s, 10);
    CHECK(ifc2f_int_next(&s) == 1);
    memcpy(kept, memory, sizeof kept); /* kept through sleep */
    CHECK(ifc2f_int_resume(&s, &model, kept, sizeof kept) == IFC2F_OK && ifc2f_int_next(&s) == 1);
    CHECK(ifc2f_int_answer(&s, 1, 3) == IFC2F_ERR_VALUE && ifc2f_int_answer(&s, 1, -1) == IFC2F_ERR_VALUE);
    CHECK(ifc2f_int_answer(&s, 1, 2) == IFC2F_OK && ifc2f_int_decide(&s) == 2);
    CHECK(ifc2f_int_missing(&s, 1, 0) == IFC2F_OK); /* node 2, and 10 >= -3: node 3 */
    CHECK(ifc2f_int_decide(&s) == 0);
    CHECK(ifc2f_int_retract(&s, 0) == IFC2F_OK && ifc2f_int_next(&s) == 0);
    kept[0] ^= 1;
    CHECK(ifc2f_int_resume(&s, &model, kept, sizeof kept) == IFC2F_ERR_SESSION);
}

/* Any alignment of the bytes; a left-out byte, a changed one. */
static void test_bytes(const integer_file *intact)
{
    static uint8_t moved[INTEGER_CAPACITY + 4];
    ifc2f_int_model model;
    for (uint32_t shift = 0; shift < 4; ++shift) {
        memcpy(moved + shift, intact->bytes, intact->length);
        CHECK(ifc2f_int_open(&model, moved + shift, intact->length) == IFC2F_OK);
    }
    CHECK(ifc2f_int_open_known(&model, intact->bytes, intact->length, model.crc) == IFC2F_OK);
    CHECK(ifc2f_int_open_known(&model, intact->bytes, intact->length, model.crc ^ 1) == IFC2F_ERR_OTHER_MODEL);
    CHECK(ifc2f_int_open_linked(&model, intact->bytes, intact->length, model.crc ^ 1) == IFC2F_ERR_OTHER_MODEL);
    CHECK(ifc2f_int_open_linked(&model, intact->bytes, intact->length, model.crc) == IFC2F_OK);
    for (uint32_t n = 0; n < intact->length; ++n) {
        CHECK(ifc2f_int_open(&model, intact->bytes, n) != IFC2F_OK);
        memcpy(moved, intact->bytes, intact->length);
        for (uint32_t bit = 0; bit < 8; ++bit) {
            moved[n] = (uint8_t)(intact->bytes[n] ^ 1u << bit);
            CHECK(ifc2f_int_open(&model, moved, intact->length) != IFC2F_OK);
        }
    }
}

static uint8_t *map_guarded(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *start = mmap(NULL, (PAGES + 1) * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED || mprotect(start + PAGES * page, page, PROT_NONE) != 0) {
        return NULL;
    }
    return start + PAGES * page;
}

static uint32_t n_opened;

static void check_posterior(const ifc2f_int_session *s, uint16_t *p)
{
    uint32_t sum = 0;
    ifc2f_int_posterior(s, p);
    for (uint32_t c = 0; c < s->model->n_classes; ++c) {
        sum += p[c];
    }
    CHECK(sum == ONE);
    CHECK(ifc2f_int_decide(s) >= 0 && (uint32_t)ifc2f_int_decide(s) < s->model->n_classes);
}

/* Follow a model that may be damaged with readings of all sizes; model and session lie flush against a guarded page. */
static void follow(const uint8_t *bytes, uint32_t length, uint8_t *session_end)
{
    static const int32_t readings[] = {INT32_MIN + 3, -6, 0, 1, 50, INT32_MAX};
    static uint16_t p[IFC2F_MAX_CLASSES];
    ifc2f_int_model model;
    if (ifc2f_int_open(&model, bytes, length) != IFC2F_OK) {
        return;
    }
    ++n_opened;
    const uint32_t needed = ifc2f_int_session_bytes(&model);
    CHECK(needed <= PAGES * 4096);
    for (uint32_t start = 0; start < 6; ++start) {
        ifc2f_int_session s;
        int32_t k;
        CHECK(ifc2f_int_begin(&s, &model, session_end - needed, needed) == IFC2F_OK);
        for (uint32_t i = start; (k = ifc2f_int_next(&s)) >= 0; ++i) {
            CHECK((uint32_t)k < model.n_features);
            if (ifc2f_int_answer(&s, (uint32_t)k, readings[i % 6]) < 0) {
                CHECK(ifc2f_int_missing(&s, (uint32_t)k, 1) == IFC2F_OK);
            }
            check_posterior(&s, p);
        }
        for (uint32_t f = 0; f < model.n_features; ++f) {
            (void)ifc2f_int_answer(&s, f, readings[(f + start) % 6]);
        }
        check_posterior(&s, p);
        CHECK(ifc2f_int_answer(&s, (uint32_t)k, 0) == IFC2F_ERR_FEATURE); /* as if IFC2F_STOP were one */
        CHECK(ifc2f_int_missing(&s, (uint32_t)k, 0) == IFC2F_ERR_FEATURE);
        for (uint32_t f = 0; f < model.n_features; ++f) {
            CHECK(ifc2f_int_retract(&s, f) == IFC2F_OK);
        }
        CHECK(ifc2f_int_cost(&s) == 0);
        check_posterior(&s, p);
    }
}

static uint32_t random_state = 1;

static uint32_t random_number(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state;
}

/* Every value of every byte, then several bytes at once, with a checksum that fits. */
static void test_damaged(const integer_file *intact, uint8_t *model_end, uint8_t *session_end)
{
    uint8_t *bytes = model_end - intact->length;
    for (uint32_t i = 0; i < intact->length; ++i) {
        for (uint32_t value = 0; value < 256; ++value) {
            memcpy(bytes, intact->bytes, intact->length);
            bytes[i] = (uint8_t)value;
            set32(bytes + CRC_PLACE, crc32_of(bytes, intact->length));
            follow(bytes, intact->length, session_end);
        }
    }
    for (uint32_t i = 0; i < 20000; ++i) {
        memcpy(bytes, intact->bytes, intact->length);
        for (uint32_t n = 1 + random_number() % 4; n > 0; --n) {
            bytes[20 + random_number() % (intact->length - 20)] = (uint8_t)random_number();
        }
        set32(bytes + CRC_PLACE, crc32_of(bytes, intact->length));
        follow(bytes, intact->length, session_end);
    }
}

/* Bytes that change after they were opened, such as flash that ages: still nothing out of bounds, and an end. */
static void test_changed_later(const integer_file *intact, uint8_t *model_end, uint8_t *session_end)
{
    static uint16_t p[IFC2F_MAX_CLASSES];
    uint8_t *bytes = model_end - intact->length;
    for (uint32_t i = 0; i < 20000; ++i) {
        ifc2f_int_model model;
        ifc2f_int_session s;
        int32_t k;
        memcpy(bytes, intact->bytes, intact->length);
        CHECK(ifc2f_int_open(&model, bytes, intact->length) == IFC2F_OK);
        for (uint32_t n = 1 + random_number() % 8; n > 0; --n) {
            bytes[random_number() % intact->length] = (uint8_t)random_number();
        }
        const uint32_t needed = ifc2f_int_session_bytes(&model);
        CHECK(ifc2f_int_begin(&s, &model, session_end - needed, needed) == IFC2F_OK);
        for (uint32_t n = 0; n < 2 * K_MOST && (k = ifc2f_int_next(&s)) >= 0; ++n) {
            if (ifc2f_int_answer(&s, (uint32_t)k, (int32_t)random_number()) < 0) {
                (void)ifc2f_int_missing(&s, (uint32_t)k, 0);
            }
        }
        (void)ifc2f_int_decide(&s);
        ifc2f_int_posterior(&s, p);
    }
}

/* By whatever way a set of answers came about, the memory is that of a session that takes up the answers alone. */
static void test_any_way(const integer_file *intact)
{
    uint32_t kept[sizeof memory / 4];
    ifc2f_int_model model;
    ifc2f_int_session s;
    ifc2f_int_session other;
    CHECK(ifc2f_int_open(&model, intact->bytes, intact->length) == IFC2F_OK);
    CHECK(ifc2f_int_begin(&s, &model, memory, sizeof memory) == IFC2F_OK);
    for (uint32_t i = 0; i < 20000; ++i) {
        const uint32_t k = random_number() % (model.n_features + 1);
        const uint32_t act = random_number() % 8;
        const int32_t reading = random_number() % 16 == 0 ? INT32_MAX : (int32_t)(random_number() % 24) - 8;
        memcpy(kept, memory, sizeof kept);
        const int32_t status = act == 0   ? ifc2f_int_missing(&s, k, (int32_t)(random_number() % 2))
                               : act == 1 ? ifc2f_int_retract(&s, k)
                                          : ifc2f_int_answer(&s, k, reading);
        CHECK(status == IFC2F_OK || memcmp(kept, memory, sizeof kept) == 0);
        memcpy(kept, memory, sizeof kept);
        CHECK(ifc2f_int_resume(&other, &model, kept, sizeof kept) == IFC2F_OK);
        CHECK(memcmp(kept, memory, sizeof kept) == 0);
    }
}

int main(void)
{
    uint8_t *model_end = map_guarded();
    uint8_t *session_end = map_guarded();
    CHECK(model_end != NULL && session_end != NULL);
    for (uint32_t wide = 0; wide < 4; ++wide) {
        test_ordered(vectors_model, wide);
        test_ordered(thresholds_model, wide);
    }
    test_graph(0);
    test_graph(1);
    for (uint32_t i = 0; i < 6 && model_end != NULL && session_end != NULL; ++i) {
        integer_file w;
        MAKE[i / 2](&w, i / 2 == GRAPH ? i % 2 : 3 * (i % 2));
        test_bytes(&w);
        test_any_way(&w);
        test_damaged(&w, model_end, session_end);
        test_changed_later(&w, model_end, session_end);
    }
    CHECK(n_opened > 10000);
    return check_report("test_integer");
}
