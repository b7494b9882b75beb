/*
 * Three small integer models, one of each kind, written byte by byte from docs/format.md ("The integer model").
 */
#ifndef INTEGER_BYTES_H
#define INTEGER_BYTES_H

#include "ifc2f_integer.h"

#include <stdint.h>

enum { INTEGER_CAPACITY = 1024, CRC_PLACE = 16, LENGTH_PLACE = 12, INTEGER_MODELS = 3 };
enum { WORDS_PLACE = 24, N_WORDS = 9, THRESHOLDS = 0, VECTORS = 1, GRAPH = 2 };
enum { FIRST_PART = 3, PRIOR_WORD = 7, CUT_WORD };

typedef struct integer_file {
    uint8_t bytes[INTEGER_CAPACITY];
    uint32_t length;
} integer_file;

static inline void put8(integer_file *w, uint32_t x)
{
    w->bytes[w->length++] = (uint8_t)x;
}

static inline void put16(integer_file *w, uint32_t x)
{
    put8(w, x & 0xFF);
    put8(w, x >> 8 & 0xFF);
}

static inline void put32(integer_file *w, uint32_t x)
{
    put16(w, x & 0xFFFF);
    put16(w, x >> 16);
}

static inline void set32(uint8_t *at, uint32_t x)
{
    for (int i = 0; i < 4; ++i) {
        at[i] = (uint8_t)(x >> (8 * i) & 0xFF);
    }
}

static inline uint32_t crc32_of(const uint8_t *bytes, uint32_t length)
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

static inline void seal(integer_file *w)
{
    set32(w->bytes + LENGTH_PLACE, w->length);
    set32(w->bytes + CRC_PLACE, crc32_of(w->bytes, w->length));
}

static inline void begin_file(integer_file *w, uint32_t kind, uint32_t wide, uint32_t K, uint32_t L, uint32_t n_steps, uint32_t unit)
{
    static const uint8_t magic[8] = {0x89, 'I', 'F', 'C', '2', 'I', '\r', '\n'};
    w->length = 0;
    for (int i = 0; i < 8; ++i) {
        put8(w, magic[i]);
    }
    put16(w, IFC2F_INTEGER_FORMAT_VERSION);
    put8(w, kind);
    put8(w, wide);
    put32(w, 0);
    put32(w, 0);
    put16(w, K);
    put16(w, L);
    put32(w, UINT32_MAX);
    put32(w, n_steps);
    put32(w, unit);
    for (int i = FIRST_PART; i < N_WORDS; ++i) {
        put32(w, 0);
    }
}

static inline void set_word(integer_file *w, uint32_t i, uint32_t x)
{
    set32(w->bytes + WORDS_PLACE + 4 * i, x);
}

static inline void begin_part(integer_file *w, uint32_t i)
{
    while (w->length % 4 != 0) {
        put8(w, 0);
    }
    set_word(w, FIRST_PART + i, w->length);
}

static inline void put_numbers(integer_file *w, const int16_t *numbers, uint32_t n, uint32_t wide)
{
    for (uint32_t i = 0; i < n; ++i) {
        (wide ? put16 : put8)(w, (uint32_t)numbers[i]);
    }
}

/* Records, edges and index entries of the ordered models. Feature 0: numeric, edges -5 and 100, no parent. 1: categorical,
 * 3 values, parent 0 (its rows begin with those without it). 2: numeric, edge 7, no parent. Costs 1, 2, 3. Stage 1 has a
 * set for each value of feature 0. */
static inline void put_ordered(integer_file *w)
{
    static const uint16_t records[3][6] = {{1, 0xFFFF, 0, 1, 0, 0}, {2, 0, 0xFFFF, 4, 2, 0}, {3, 0xFFFF, 2, 16, 5, 1}};
    for (uint32_t k = 0; k < 3; ++k) {
        put16(w, records[k][0]);  /* cost */
        put8(w, k == 2 ? 2 : 3);  /* values */
        put8(w, k == 1);          /* index entries */
        for (uint32_t i = 1; i < 6; ++i) {
            put16(w, records[k][i]); /* parent, first edge, first row, first set, first index entry */
        }
    }
    begin_part(w, 0);
    put32(w, (uint32_t)-5);
    put32(w, 100);
    put32(w, 7);
    begin_part(w, 1);
    put16(w, 0); /* feature 0, stride 1 */
    put16(w, 1);
}

/* Ordered, L = 2, unit 2^14 (a quarter of a factor 2). Deciding costs 0 or 200. Stages 0 and 2 go on if that costs less
 * than 60, which is at odds below 7 to 3, 1.22 factors of 2; stage 1 always without feature 0, for its values: 60,
 * never, 60. */
static inline void vectors_model(integer_file *w, uint32_t wide)
{
    static const int16_t tables[] = {0, 0, 0, 8, 0, 0, 8, 0, /* prior, feature 0 */
                                     12, 0, 0, 0, 0, 12, /* feature 1 by itself */
                                     0, 4, 4, 0, 0, 0, 0, 20, 0, 0, 20, 0, 0, 0, 0, 4, 4, 0, 0, 40, 40, 0};
    static const uint16_t starts[] = {2, 3, 4, 5, 5, 6, 7};
    static const int16_t vectors[] = {0, 200, 200, 0, 60, 60, 0, 0, 60, 60, 60, 60, 60, 60};
    begin_file(w, VECTORS, wide, 3, 2, 3, 1 << 14);
    put_ordered(w);
    begin_part(w, 2);
    for (uint32_t i = 0; i < sizeof starts / 2; ++i) {
        put16(w, starts[i]);
    }
    begin_part(w, 3);
    put_numbers(w, tables, sizeof tables / 2, wide & 1);
    begin_part(w, 4);
    put_numbers(w, vectors, sizeof vectors / 2, wide & 2);
    seal(w);
}

/* The same by thresholds. */
static inline void thresholds_model(integer_file *w, uint32_t wide)
{
    static const int16_t tables[] = {0, -8, 0, 8, 12, 0, -12, -4, 4, 0, -20, 0, 20, 0, -4, 4, -40, 40};
    int16_t sets[] = {-4, 5, -128, 127, -4, 5, 0, 0, -4, 5, -4, 5};
    sets[2] = wide & 2 ? INT16_MIN : INT8_MIN;
    sets[3] = wide & 2 ? INT16_MAX : INT8_MAX;
    begin_file(w, THRESHOLDS, wide, 3, 2, 3, 1 << 14);
    set_word(w, PRIOR_WORD, 0);
    set_word(w, CUT_WORD, 1);
    put_ordered(w);
    begin_part(w, 2);
    put_numbers(w, sets, sizeof sets / 2, wide & 2);
    begin_part(w, 3);
    put_numbers(w, tables, sizeof tables / 2, wide & 1);
    seal(w);
}

/* Graph, L = 3: node 0 asks feature 0 (>= 10: node 1, else node 2, missing 4); node 1 asks feature 1, of 3 categories (>= 2:
 * node 4, else 3, missing 2); node 2 asks feature 0 again (>= -3: 3, else 4). */
static inline void graph_model(integer_file *w, uint32_t wide)
{
    static const uint16_t nodes[3][4] = {{0, 2, 1, 4}, {1, 3, 4, 2}, {0, 4, 3, 4}};
    static const int32_t cuts[3] = {10, 2, -3};
    static const uint8_t posteriors[5][2] = {{85, 85}, {200, 55}, {0, 55}, {255, 0}, {5, 10}};
    static const uint8_t labels[5] = {1, 0, 2, 0, 2};
    begin_file(w, GRAPH, wide, 2, 3, 3, 1);
    for (uint32_t k = 0; k < 2; ++k) {
        put16(w, 4 + 2 * k);
        put8(w, 3 * k);
        put8(w, 0);
    }
    for (int n = 0; n < 3; ++n) {
        for (int i = 0; i < 4; ++i) {
            put16(w, nodes[n][i]);
        }
        put32(w, (uint32_t)cuts[n]);
    }
    begin_part(w, 0);
    for (int n = 0; n < 5; ++n) {
        for (int c = 0; c < 2; ++c) {
            (wide ? put16 : put8)(w, wide ? 0x101u * posteriors[n][c] : posteriors[n][c]);
        }
    }
    begin_part(w, 1);
    for (int n = 0; n < 5; ++n) {
        put8(w, labels[n]);
    }
    seal(w);
}

static void (*const MAKE[INTEGER_MODELS])(integer_file *, uint32_t) = {thresholds_model, vectors_model, graph_model};

#endif
