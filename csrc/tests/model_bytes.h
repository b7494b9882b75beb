/*
 * A small model for the C tests, written byte by byte from docs/format.md, and its joint distribution by enumeration
 * in double precision.
 *
 * Five features, two classes: 0 has children 1 and 2, 1 has child 3, 4 stands alone. Feature 1 is categorical. The same model
 * with a factor, which is the parent of 0, 2 and 4, is for exact inference.
 * Tests 0 and 1 are of one group; feature 4 is derived from tests 2 and 3. A build without groups has a test for each
 * feature instead.
 */
#ifndef MODEL_BYTES_H
#define MODEL_BYTES_H

#include "ifc2f.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { N_FEATURES = 5, N_VARIABLES = 6, N_CLASSES = 2, N_TESTS = IFC2F_GROUPS ? 4 : 5, MAX_VALUES = 3, MODEL_CAPACITY = 8192, HEADER_LENGTH = 20 };

static const unsigned N_VALUES[N_VARIABLES] = {3, 2, 2, 3, 2, 4}; /* the last for the factor */
static const int PARENT[N_VARIABLES] = {-1, 0, 0, 1, -1, -1};
static const int PARENT_WITH_FACTOR[N_VARIABLES] = {N_FEATURES, 0, N_FEATURES, 1, N_FEATURES, -1};
static const float PRIOR[N_CLASSES] = {0.625f, 0.375f};
static const float MISCLASSIFICATION[N_CLASSES * N_CLASSES] = {0.0f, 1.0f, 10.0f, 0.0f}; /* [true][assigned] */
static const float EDGES_AND_CATEGORIES[8] = {1.5f, 2.5f, 3.0f, 7.0f, 0.5f, -1.0f, 1.0f, 0.25f};
#if IFC2F_GROUPS
static const float TEST_COSTS[N_TESTS][2] = {{0.05f, 0.05f}, {0.04f, 0.01f}, {0.02f, 0.02f}, {0.03f, 0.03f}};
static const unsigned TEST_GROUPS[N_TESTS] = {0, 0, 0xFFFF, 0xFFFF};
#else
static const float TEST_COSTS[N_TESTS][2] = {{0.05f, 0.05f}, {0.01f, 0.01f}, {0.02f, 0.02f}, {0.03f, 0.03f}, {0.01f, 0.01f}};
static const unsigned TEST_GROUPS[N_TESTS] = {0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF};
#endif

/* P(feature k = v | parent = u, class c): made from small integers, a different one for every cell. */
static inline float table_cell(unsigned k, unsigned u, unsigned v, unsigned c)
{
    unsigned sum = 0;
    unsigned weight = 0;
    for (unsigned w = 0; w < N_VALUES[k]; ++w) {
        const unsigned x = 1 + (37 * k + 11 * u + 23 * w * (c + 1) + 5 * c) % 17;
        sum += x;
        weight = w == v ? x : weight;
    }
    return (float)weight / (float)sum;
}

/* ---- Writing -------------------------------------------------------------------------------------------- */

typedef struct writer {
    uint8_t *bytes;
    uint32_t length;
} writer;

static inline void put_u16(writer *w, uint32_t x)
{
    w->bytes[w->length++] = (uint8_t)(x & 0xFF);
    w->bytes[w->length++] = (uint8_t)(x >> 8 & 0xFF);
}

static inline void put_u32(writer *w, uint32_t x)
{
    put_u16(w, x & 0xFFFF);
    put_u16(w, x >> 16);
}

static inline void put_f32(writer *w, float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    put_u32(w, bits);
}

/* A network of the features, or of them and the factor. */
typedef struct network_shape {
    unsigned n_variables;
    const int *parent;
    unsigned first_child[N_VARIABLES];
    unsigned next_sibling[N_VARIABLES];
} network_shape;

static const network_shape TREE = {
    N_FEATURES, PARENT, {1, 3, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF}, {0xFFFF, 2, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF}};
static const network_shape WITH_FACTOR = {
    N_VARIABLES, PARENT_WITH_FACTOR, {1, 3, 0xFFFF, 0xFFFF, 0xFFFF, 0}, {2, 0xFFFF, 4, 0xFFFF, 0xFFFF, 0xFFFF}};

static inline unsigned n_parent_values(const network_shape *of, unsigned k)
{
    return of->parent[k] < 0 ? 1 : N_VALUES[of->parent[k]];
}

static inline void put_features(writer *w, const network_shape *of)
{
    uint32_t first_value = 0;
    uint32_t first_table = 0;
    uint32_t first_bin = 0;
    uint32_t first_up = 0;
    for (unsigned k = 0; k < of->n_variables; ++k) {
        const unsigned n_given = n_parent_values(of, k);
        put_u16(w, k == N_FEATURES ? 2 : k == 1);
        put_u16(w, N_VALUES[k]);
        put_u16(w, of->parent[k] < 0 ? 0xFFFFu : (uint32_t)of->parent[k]);
        put_u16(w, n_given);
        put_u16(w, of->first_child[k]);
        put_u16(w, of->next_sibling[k]);
        put_u32(w, first_value);
        put_u32(w, first_table);
        put_u32(w, first_bin);
        put_u32(w, first_up);
        put_u32(w, k == N_FEATURES ? 0 : 10 * k); /* column */
        first_value += k == 1 ? N_VALUES[k] : N_VALUES[k] - 1;
        first_table += n_given * N_VALUES[k] * N_CLASSES;
        first_bin += N_VALUES[k];
        first_up += n_given;
    }
}

static inline void put_tables(writer *w, const network_shape *of)
{
    for (unsigned k = 0; k < of->n_variables; ++k) {
        for (unsigned u = 0; u < n_parent_values(of, k); ++u) {
            for (unsigned v = 0; v < N_VALUES[k]; ++v) {
                for (unsigned c = 0; c < N_CLASSES; ++c) {
                    put_f32(w, table_cell(k, u, v, c));
                }
            }
        }
    }
}

static inline void put_costs(writer *w)
{
    static const unsigned starts[N_FEATURES + 1] = {0, 1, 2, 3, 4, IFC2F_GROUPS ? 6 : 5};
    static const unsigned tests[6] = {0, 1, 2, 3, IFC2F_GROUPS ? 2 : 4, IFC2F_GROUPS ? 3 : 0};
    const uint32_t infinity_bits = 0x7F800000u;
    put_u32(w, infinity_bits); /* budget */
    for (unsigned t = 0; t < N_TESTS; ++t) {
        put_f32(w, TEST_COSTS[t][0]);
        put_f32(w, TEST_COSTS[t][1]);
        put_u16(w, TEST_GROUPS[t]);
        put_u16(w, 0);
    }
    for (unsigned k = 0; k <= N_FEATURES; ++k) {
        put_u32(w, starts[k]);
    }
    for (unsigned i = 0; i < 6; ++i) {
        put_u16(w, tests[i]);
    }
}

static inline void put_section(writer *w, const network_shape *of, unsigned i)
{
    switch (i) {
    case 0:
        put_u32(w, N_FEATURES);
        put_u32(w, N_CLASSES);
        put_u32(w, N_TESTS);
        put_u32(w, IFC2F_GROUPS); /* groups */
        break;
    case 1:
        put_features(w, of);
        break;
    case 2:
        for (unsigned j = 0; j < 8; ++j) {
            put_f32(w, EDGES_AND_CATEGORIES[j]);
        }
        break;
    case 3:
        put_tables(w, of);
        break;
    case 4:
        for (unsigned c = 0; c < N_CLASSES; ++c) {
            put_f32(w, PRIOR[c]);
        }
        break;
    case 5:
        put_costs(w);
        break;
    default:
        for (unsigned j = 0; j < N_CLASSES * N_CLASSES; ++j) {
            put_f32(w, MISCLASSIFICATION[j]);
        }
        break;
    }
}

/* CRC-32 over everything but the four bytes that hold it, by a table that is made when first needed. */
static inline uint32_t crc_of(const uint8_t *bytes, uint32_t length)
{
    static uint32_t table[256];
    uint32_t crc = 0xFFFFFFFFu;
    for (uint32_t x = 0; table[255] == 0 && x < 256; ++x) {
        uint32_t entry = x;
        for (int bit = 0; bit < 8; ++bit) {
            entry = (entry & 1) != 0 ? entry >> 1 ^ 0xEDB88320u : entry >> 1;
        }
        table[x] = entry;
    }
    for (uint32_t i = 0; i < length; ++i) {
        if (i < 16 || i >= 20) {
            crc = crc >> 8 ^ table[(crc ^ bytes[i]) & 0xFF];
        }
    }
    return ~crc;
}

static inline void repair_crc(uint8_t *bytes, uint32_t length)
{
    writer w = {bytes, 16};
    put_u32(&w, crc_of(bytes, length));
}

/* A section besides the seven that a model must have. */
typedef struct added_section {
    const char *tag;
    uint32_t flags;
    const uint8_t *bytes;
    uint32_t length;
} added_section;

/* Write the model of a network with these sections added to `bytes`; returns its length. */
static inline uint32_t build_network(uint8_t *bytes, const network_shape *of, const added_section *added, unsigned n_added)
{
    static const char tags[7][5] = {"DIMS", "FEAT", "VALS", "TABL", "PRIO", "COST", "MISC"};
    static const uint8_t magic[8] = {0x89, 'I', 'F', 'C', '2', 'F', '\r', '\n'};
    const unsigned n_sections = 7u + n_added;
    writer body = {bytes, HEADER_LENGTH + 16 * n_sections};
    writer entry = {bytes, HEADER_LENGTH};
    writer header = {bytes, 8};
    memset(bytes, 0, MODEL_CAPACITY);
    memcpy(bytes, magic, sizeof magic);
    for (unsigned i = 0; i < n_sections; ++i) {
        const uint32_t start = body.length;
        uint32_t flags = 1;
        if (i < 7) {
            memcpy(bytes + entry.length, tags[i], 4);
            put_section(&body, of, i);
        } else {
            memcpy(bytes + entry.length, added[i - 7].tag, 4);
            memcpy(bytes + body.length, added[i - 7].bytes, added[i - 7].length);
            body.length += added[i - 7].length;
            flags = added[i - 7].flags;
        }
        entry.length += 4;
        put_u32(&entry, flags);
        put_u32(&entry, start);
        put_u32(&entry, body.length - start);
        body.length = (body.length + 3) & ~3u;
    }
    put_u16(&header, 1); /* format version */
    put_u16(&header, n_sections);
    put_u32(&header, body.length);
    repair_crc(bytes, body.length);
    return body.length;
}

static inline uint32_t build_model(uint8_t *bytes, const added_section *added, unsigned n_added)
{
    return build_network(bytes, &TREE, added, n_added);
}

/* ---- A policy graph of six nodes --------------------------------------------------------------------------- */

enum { N_NODES = 6, NODE_LENGTH = 20, GRAPH_LENGTH = 4 + N_NODES * (NODE_LENGTH + 4 * N_CLASSES) };

static inline void put_node(writer *w, unsigned feature, unsigned cut, unsigned low, unsigned high, unsigned missing,
                            unsigned flags)
{
    put_u16(w, feature);
    put_u16(w, cut);
    put_u16(w, low);
    put_u16(w, high);
    put_u16(w, missing);
    put_u16(w, flags);
    put_f32(w, 0.25f);
    put_f32(w, 10.0f);
}

/* Write the section, GRAPH_LENGTH bytes. Feature 3 at the root; below it 3 again, or 1 (a category set apart). */
static inline void build_graph(uint8_t *section)
{
    writer w = {section, 0};
    put_u32(&w, N_NODES);
    put_node(&w, 3, 0, 1, 2, 5, 4 + 2);
    put_node(&w, 1, 1, 3, 4, 3, 4 + 1);
    put_node(&w, 3, 1, 4, 5, 5, 0);
    for (unsigned i = 3; i < N_NODES; ++i) {
        put_node(&w, 0xFFFF, 0, 0, 0, 0, 0);
    }
    for (unsigned i = 0; i < N_NODES; ++i) {
        put_f32(&w, (float)i / 8.0f);
        put_f32(&w, 1.0f - (float)i / 8.0f);
    }
}

/* ---- Enumeration ---------------------------------------------------------------------------------------- */

/* weights[c] = P(class c, answers to features) in a network; an answer below 0 is none. */
static inline void enumerate_network(const network_shape *of, const int *answers, const float *prior, double *weights)
{
    unsigned value[N_VARIABLES];
    unsigned n_codes = 1;
    for (unsigned k = 0; k < of->n_variables; ++k) {
        n_codes *= N_VALUES[k];
    }
    memset(weights, 0, N_CLASSES * sizeof *weights);
    for (unsigned code = 0; code < n_codes; ++code) {
        unsigned rest = code;
        int fits = 1;
        for (unsigned k = 0; k < of->n_variables; ++k) {
            value[k] = rest % N_VALUES[k];
            rest /= N_VALUES[k];
            fits = fits && (k == N_FEATURES || answers[k] < 0 || value[k] == (unsigned)answers[k]);
        }
        for (unsigned c = 0; fits && c < N_CLASSES; ++c) {
            double p = (double)prior[c];
            for (unsigned k = 0; k < of->n_variables; ++k) {
                p *= (double)table_cell(k, of->parent[k] < 0 ? 0 : value[of->parent[k]], value[k], c);
            }
            weights[c] += p;
        }
    }
}

static inline void enumerate_classes(const int *answers, const float *prior, double *weights)
{
    enumerate_network(&TREE, answers, prior, weights);
}

/* The cost of deciding, where a wrong decision costs 10 if class 1 is true, else 1; times the sum of the weights. */
static inline double stop_cost(const double *weights)
{
    return weights[0] < 10.0 * weights[1] ? weights[0] : 10.0 * weights[1];
}

/* What the best policy costs that acquires all features in their order, from the answers 0 .. k - 1 on, by recursion;
 * prices[k] is the cost of acquisition k after those before it. */
static inline double optimum(const double *prices, int *answers, unsigned k)
{
    double weights[N_CLASSES];
    enumerate_classes(answers, PRIOR, weights);
    const double stop = stop_cost(weights);
    double go = 0.0;
    if (k == N_FEATURES) {
        return stop;
    }
    for (unsigned v = 0; v < N_VALUES[k]; ++v) {
        answers[k] = (int)v;
        go += optimum(prices, answers, k + 1);
    }
    answers[k] = -1;
    go += prices[k] * (weights[0] + weights[1]);
    return stop < go ? stop : go;
}

#endif
