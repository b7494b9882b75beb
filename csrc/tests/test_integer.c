/*
 * The runtime without floating point: sessions of two small models worked out by hand, and damaged models, with their
 * checksum made right again: each is refused, or its sessions stay in bounds, end, and give posteriors that sum to 1.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "../ifc2f_integer.h"
#include "check.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CAPACITY = 1024, CRC_PLACE = 16, LENGTH_PLACE = 12, K_MOST = 8, PAGES = 64, ONE = 65535 };

typedef struct writer {
    uint8_t bytes[CAPACITY];
    uint32_t length;
} writer;

static void put8(writer *w, uint32_t x)
{
    w->bytes[w->length++] = (uint8_t)x;
}

static void put16(writer *w, uint32_t x)
{
    put8(w, x & 0xFF);
    put8(w, x >> 8 & 0xFF);
}

static void put32(writer *w, uint32_t x)
{
    put16(w, x & 0xFFFF);
    put16(w, x >> 16);
}

static void set32(uint8_t *at, uint32_t x)
{
    for (int i = 0; i < 4; ++i) {
        at[i] = (uint8_t)(x >> (8 * i) & 0xFF);
    }
}

static uint32_t crc32_of(const uint8_t *bytes, uint32_t length)
{
    uint32_t crc = 0xFFFFFFFF;
    for (uint32_t i = 0; i < length; ++i) {
        if (i >= CRC_PLACE && i < CRC_PLACE + 4) {
            continue;
        }
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; ++bit) {
            crc = crc >> 1 ^ (0xEDB88320 & (0u - (crc & 1)));
        }
    }
    return ~crc;
}

static void seal(writer *w)
{
    set32(w->bytes + LENGTH_PLACE, w->length);
    set32(w->bytes + CRC_PLACE, crc32_of(w->bytes, w->length));
}

static void begin_file(writer *w, uint32_t kind, uint32_t wide, uint32_t K, uint32_t L, uint32_t budget)
{
    static const uint8_t magic[8] = {0x89, 'I', 'F', 'C', '2', 'I', '\r', '\n'};
    w->length = 0;
    for (int i = 0; i < 8; ++i) {
        put8(w, magic[i]);
    }
    put16(w, 1);
    put8(w, kind);
    put8(w, wide);
    put32(w, 0);
    put32(w, 0);
    put16(w, K);
    put16(w, L);
    put32(w, budget);
}

static void end_file(writer *w, uint32_t K)
{
    for (uint32_t k = 0; k < K; ++k) {
        put32(w, k);
        put32(w, 0);
    }
    put32(w, 0);
    seal(w);
}

static void put_number(writer *w, uint32_t x, uint32_t wide)
{
    (wide ? put16 : put8)(w, x);
}

/*
 * Ordered, L = 2, unit 2^14 (a quarter of a factor 2). Feature 0: numeric, edges -5 and 100, no parent. 1: categorical, 3
 * values, parent 0. 2: numeric, edge 7, no parent. Costs 1, 2, 3. Deciding costs 0 or 200. Stages 0 and 2 go on if that
 * costs less than 60, stage 1 has a set for each value of feature 0 and a fallback: 60, never, 60; always.
 */
static void ordered_model(writer *w, uint32_t wide)
{
    static const uint8_t tables[] = {0, 0, 0, 8, 0, 0, 8, 0, /* prior, feature 0 */
                                     0, 4, 4, 0, 0, 0, 0, 20, 0, 0, 20, 0, 0, 0, 0, 4, 4, 0, 0, 40, 40, 0};
    static const uint16_t starts[] = {2, 3, 4, 4, 5, 6, 7};
    static const uint8_t vectors[] = {0, 200, 200, 0, 60, 60, 60, 60, 60, 60, 0, 0, 60, 60};
    begin_file(w, 0, wide, 3, 2, UINT32_MAX);
    const uint16_t counts[] = {3, 3, 6, 7, 1, sizeof tables / 2};
    const uint16_t features[3][3] = {{0xFFFF, 0, 1}, {0, 2, 4}, {0xFFFF, 2, 13}}; /* parent, first edge, first row */
    static const uint16_t stages[4][2] = {{0, 0}, {1, 0}, {5, 1}, {6, 1}};
    for (uint32_t i = 0; i < 6; ++i) {
        put16(w, counts[i]);
    }
    put32(w, 1 << 14);
    put32(w, (uint32_t)-5);
    put32(w, 100);
    put32(w, 7);
    for (uint32_t k = 0; k < 3; ++k) {
        put8(w, k == 2 ? 2 : 3);
        put8(w, k == 1);
        for (uint32_t i = 0; i < 3; ++i) {
            put16(w, features[k][i]);
        }
    }
    for (uint32_t k = 0; k < 4; ++k) {
        put16(w, stages[k][0]);
        put16(w, stages[k][1]);
    }
    for (uint32_t k = 1; k <= 3; ++k) {
        put16(w, k);
    }
    for (uint32_t i = 0; i < 7; ++i) {
        put16(w, starts[i]);
    }
    put16(w, 0);
    for (uint32_t i = 0; i < sizeof vectors; ++i) {
        put_number(w, vectors[i], wide & 2);
    }
    for (uint32_t i = 0; i < sizeof tables; ++i) {
        put_number(w, tables[i], wide & 1);
    }
    end_file(w, 3);
}

/* Graph, L = 3: node 0 asks feature 0 (>= 10: node 1, else node 2, missing 4); node 1 asks feature 1, of 3 categories (>= 2:
 * node 4, else 3, missing 2); node 2 asks feature 0 again (>= -3: 3, else 4). */
static void graph_model(writer *w, uint32_t wide)
{
    static const uint16_t nodes[3][4] = {{0, 2, 1, 4}, {1, 3, 4, 2}, {0, 4, 3, 4}};
    static const int32_t cuts[3] = {10, 2, -3};
    static const uint8_t posteriors[5][3] = {{85, 85, 85}, {200, 55, 0}, {0, 55, 200}, {255, 0, 0}, {5, 10, 240}};
    static const uint8_t labels[5] = {1, 0, 2, 0, 2};
    begin_file(w, 1, wide, 2, 3, UINT32_MAX);
    put16(w, 3);
    put16(w, 5);
    for (int i = 0; i < 3; ++i) {
        put32(w, 0);
    }
    for (int n = 0; n < 3; ++n) {
        for (int i = 0; i < 4; ++i) {
            put16(w, nodes[n][i]);
        }
        put32(w, (uint32_t)cuts[n]);
    }
    put16(w, 4);
    put16(w, 6);
    for (int n = 0; n < 5; ++n) {
        for (int c = 0; c < 3; ++c) {
            put_number(w, wide ? 0x101u * posteriors[n][c] : posteriors[n][c], wide);
        }
    }
    for (int n = 0; n < 5; ++n) {
        put8(w, labels[n]);
    }
    put8(w, 0);
    put8(w, 3);
    end_file(w, 2);
}

static uint32_t memory[256];

static void test_ordered(uint32_t wide)
{
    writer w;
    ifc2f_int_model model;
    ifc2f_int_session s;
    uint16_t p[2];
    ordered_model(&w, wide);
    CHECK(ifc2f_int_open(&model, w.bytes, w.length) == IFC2F_OK);
    CHECK(ifc2f_int_session_bytes(&model) == 12 + 4 * 3 + 8 * 2);
    CHECK(ifc2f_int_begin(&s, &model, memory, 12) == IFC2F_ERR_MEMORY);
    CHECK(ifc2f_int_begin(&s, &model, memory, sizeof memory) == IFC2F_OK);
    ifc2f_int_posterior(&s, p);
    CHECK(p[0] + p[1] == ONE && p[0] - p[1] <= 1);
    CHECK(ifc2f_int_decide(&s) == 0); /* the lower of a tie */
    CHECK(ifc2f_int_next(&s) == 0);   /* 60 < 100 */
    CHECK(ifc2f_int_answer(&s, 1, 0) == IFC2F_ERR_ORDER);
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
    CHECK(ifc2f_int_retract(&s, 0) == IFC2F_OK); /* nothing of feature 1 counts now */
    ifc2f_int_posterior(&s, p);
    CHECK(p[0] - p[1] <= 1 && ifc2f_int_cost(&s) == 5);
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
    writer w;
    ifc2f_int_model model;
    ifc2f_int_session s;
    uint32_t kept[16];
    uint16_t p[3];
    graph_model(&w, wide);
    CHECK(ifc2f_int_open(&model, w.bytes, w.length) == IFC2F_OK);
    CHECK(ifc2f_int_session_bytes(&model) == 12 + 4 * 2);
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
static void test_bytes(const writer *intact)
{
    static uint8_t moved[CAPACITY + 4];
    ifc2f_int_model model;
    for (uint32_t shift = 0; shift < 4; ++shift) {
        memcpy(moved + shift, intact->bytes, intact->length);
        CHECK(ifc2f_int_open(&model, moved + shift, intact->length) == IFC2F_OK);
    }
    CHECK(ifc2f_int_open_known(&model, intact->bytes, intact->length, model.crc) == IFC2F_OK);
    CHECK(ifc2f_int_open_known(&model, intact->bytes, intact->length, model.crc ^ 1) == IFC2F_ERR_OTHER_MODEL);
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
static void test_damaged(const writer *intact, uint8_t *model_end, uint8_t *session_end)
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
static void test_changed_later(const writer *intact, uint8_t *model_end, uint8_t *session_end)
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

int main(void)
{
    uint8_t *model_end = map_guarded();
    uint8_t *session_end = map_guarded();
    CHECK(model_end != NULL && session_end != NULL);
    for (uint32_t wide = 0; wide < 4; ++wide) {
        test_ordered(wide);
    }
    test_graph(0);
    test_graph(1);
    for (uint32_t kind = 0; kind < 4 && model_end != NULL && session_end != NULL; ++kind) {
        writer w;
        (kind < 2 ? ordered_model : graph_model)(&w, kind < 2 ? 3 * kind : kind - 2);
        test_bytes(&w);
        test_damaged(&w, model_end, session_end);
        test_changed_later(&w, model_end, session_end);
    }
    CHECK(n_opened > 10000);
    return check_report("test_integer");
}
