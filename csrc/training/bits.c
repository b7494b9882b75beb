/*
 * Counts of all pairs of features as a product of bit matrices. Sets are taken a tile of features against another, so
 * that what is read again and again stays in the cache, and within it four against four, so that each word read serves
 * four counts.
 */
#include "../base/arithmetic.h"

#include <string.h>

#include "ifc2f_count.h"

/* Compilers that know the instructions and can ask the processor for them (Apple counts its versions in another way). */
#if defined(__x86_64__) && (defined(__clang__) ? __clang_major__ >= 11 : defined(__GNUC__) && __GNUC__ >= 8)
#define WIDE_WORDS 1
#include <immintrin.h>
#else
#define WIDE_WORDS 0
#endif

enum {
    AT_ONCE = IFC2F_SETS_AT_ONCE,
    TILE_SETS = 128,    /* of a tile of several features */
    SEGMENT_WORDS = 256 /* of each set at a time: two tiles of them fit the second-level cache */
};

int32_t ifc2f_counts_wide_words(void)
{
#if WIDE_WORDS
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vpopcntdq");
#else
    return 0;
#endif
}

void ifc2f_fill_bit_sets(const ifc2f_bit_sets *sets, const uint8_t *codes, size_t n_rows, const int64_t *positions,
                         size_t lo, size_t hi, uint64_t *bits)
{
    for (size_t f = lo; f < hi; ++f) {
        const uint8_t *code = codes + f * n_rows;
        const unsigned n_sets = (unsigned)(sets->starts[f + 1] - sets->starts[f]);
        uint64_t *own = bits + (size_t)sets->starts[f] * sets->n_words;
        for (size_t r = 0; r < n_rows; ++r) {
            if (code[r] < n_sets) {
                const uint64_t position = (uint64_t)positions[r];
                own[code[r] * sets->n_words + position / 64] |= UINT64_C(1) << position % 64;
            }
        }
    }
}

/* ---- Four sets against four ----------------------------------------------------------------------------------- */

/* sizes[a * stride + b] += the size of the intersection of sets a and b, each of n_words words, a multiple of
 * IFC2F_SET_WORDS; sets lie n_set_words apart. */
typedef void intersect(const uint64_t *first, const uint64_t *second, size_t n_set_words, size_t n_words,
                       uint32_t *sizes, size_t stride);

static uint64_t n_bits(uint64_t word)
{
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return word * UINT64_C(0x0101010101010101) >> 56;
}

static void intersect_plain(const uint64_t *first, const uint64_t *second, size_t n_set_words, size_t n_words,
                            uint32_t *sizes, size_t stride)
{
    for (size_t a = 0; a < AT_ONCE; ++a) {
        for (size_t b = 0; b < AT_ONCE; ++b) {
            uint64_t sum = 0;
            for (size_t w = 0; w < n_words; ++w) {
                sum += n_bits(first[a * n_set_words + w] & second[b * n_set_words + w]);
            }
            sizes[a * stride + b] += (uint32_t)sum;
        }
    }
}

#if WIDE_WORDS
__attribute__((target("avx512f,avx512vpopcntdq"))) static void
intersect_wide(const uint64_t *first, const uint64_t *second, size_t n_set_words, size_t n_words, uint32_t *sizes,
               size_t stride)
{
    __m512i sums[AT_ONCE][AT_ONCE];
    for (size_t a = 0; a < AT_ONCE; ++a) {
        for (size_t b = 0; b < AT_ONCE; ++b) {
            sums[a][b] = _mm512_setzero_si512();
        }
    }
    for (size_t w = 0; w < n_words; w += IFC2F_SET_WORDS) {
        __m512i others[AT_ONCE];
        for (size_t b = 0; b < AT_ONCE; ++b) {
            others[b] = _mm512_loadu_si512(second + b * n_set_words + w);
        }
        for (size_t a = 0; a < AT_ONCE; ++a) {
            const __m512i own = _mm512_loadu_si512(first + a * n_set_words + w);
            for (size_t b = 0; b < AT_ONCE; ++b) {
                sums[a][b] = _mm512_add_epi64(sums[a][b], _mm512_popcnt_epi64(_mm512_and_si512(own, others[b])));
            }
        }
    }
    for (size_t a = 0; a < AT_ONCE; ++a) {
        for (size_t b = 0; b < AT_ONCE; ++b) {
            sizes[a * stride + b] += (uint32_t)_mm512_reduce_add_epi64(sums[a][b]);
        }
    }
}
#endif

static intersect *intersect_for(int32_t wide)
{
#if WIDE_WORDS
    return wide ? intersect_wide : intersect_plain;
#else
    (void)wide;
    return intersect_plain;
#endif
}

/* ---- Tiles of features ---------------------------------------------------------------------------------------- */

typedef struct tile {
    size_t lo; /* feature */
    size_t hi;
    size_t first; /* set */
    size_t n_sets;
} tile;

static size_t n_sets_of(const ifc2f_bit_sets *sets, size_t f)
{
    return (size_t)(sets->starts[f + 1] - sets->starts[f]);
}

static tile tile_from(const ifc2f_bit_sets *sets, size_t lo, size_t end)
{
    tile some = {lo, lo, (size_t)sets->starts[lo], 0};
    while (some.hi < end && (some.hi == lo || some.n_sets + n_sets_of(sets, some.hi) <= TILE_SETS)) {
        some.n_sets += n_sets_of(sets, some.hi);
        some.hi += 1;
    }
    return some;
}

/* Sets of a tile are counted to the next multiple of AT_ONCE; those past the end are not looked at afterwards. */
static size_t rounded_up(size_t n_sets)
{
    return (n_sets + AT_ONCE - 1) / AT_ONCE * AT_ONCE;
}

/* So many sets fit in the scratch memory of a tile: more than TILE_SETS only for a single feature. */
static size_t most_sets(const ifc2f_bit_sets *sets)
{
    return rounded_up(sets->n_values > TILE_SETS ? sets->n_values : TILE_SETS);
}

size_t ifc2f_bit_set_work(const ifc2f_bit_sets *sets)
{
    return sets->n_classes * most_sets(sets) * most_sets(sets);
}

/* sizes[a * stride + b] = rows of a class that are in set a of one tile and set b of another. */
static void intersect_tiles(const ifc2f_bit_sets *sets, const tile *one, const tile *other, size_t class,
                            intersect *intersect_some, uint32_t *sizes, size_t stride)
{
    const size_t end = (size_t)sets->class_words[class + 1];
    memset(sizes, 0, rounded_up(one->n_sets) * stride * sizeof(uint32_t));
    for (size_t word = (size_t)sets->class_words[class]; word < end; word += SEGMENT_WORDS) {
        const size_t n_words = end - word < SEGMENT_WORDS ? end - word : SEGMENT_WORDS;
        const uint64_t *first = sets->bits + one->first * sets->n_words + word;
        const uint64_t *second = sets->bits + other->first * sets->n_words + word;
        for (size_t a = 0; a < one->n_sets; a += AT_ONCE) {
            for (size_t b = 0; b < other->n_sets; b += AT_ONCE) {
                intersect_some(first + a * sets->n_words, second + b * sets->n_words, sets->n_words, n_words,
                               sizes + a * stride + b, stride);
            }
        }
    }
}

/* The counts of one pair in one class, a pair of values every n_classes places. A last value that has no set has what
 * the others leave of the counts of the other feature's values. */
static void write_pair(const ifc2f_bit_sets *sets, size_t i, size_t j, size_t class, const uint32_t *sizes,
                       size_t stride, int64_t *cells)
{
    const size_t n_values = sets->n_values;
    const size_t n_classes = sets->n_classes;
    const size_t n_rows = n_sets_of(sets, i);
    const size_t n_columns = n_sets_of(sets, j);
    const int64_t *of_row = sets->counts + i * n_values * n_classes + class;
    const int64_t *of_column = sets->counts + j * n_values * n_classes + class;
    for (size_t a = 0; a < n_rows; ++a) {
        int64_t *row = cells + a * n_values * n_classes;
        int64_t left = of_row[a * n_classes];
        for (size_t b = 0; b < n_columns; ++b) {
            row[b * n_classes] = (int64_t)sizes[a * stride + b];
            left -= row[b * n_classes];
        }
        if (n_columns < (size_t)sets->values[j]) {
            row[n_columns * n_classes] = left;
        }
    }
    if (n_rows < (size_t)sets->values[i]) {
        int64_t *row = cells + n_rows * n_values * n_classes;
        for (size_t b = 0; b < (size_t)sets->values[j]; ++b) {
            int64_t left = of_column[b * n_classes];
            for (size_t a = 0; a < n_rows; ++a) {
                left -= cells[(a * n_values + b) * n_classes];
            }
            row[b * n_classes] = left;
        }
    }
}

/* Write the counts of the pairs of two tiles; `sizes` has those of all classes, one after the other. */
static void write_tiles(const ifc2f_bit_sets *sets, const tile *one, const tile *other, const uint32_t *sizes,
                        size_t stride, size_t first, int64_t *counts)
{
    const size_t table = sets->n_values * sets->n_values * sets->n_classes;
    const size_t before = first * (2 * sets->n_features - first - 1) / 2;
    for (size_t i = one->lo; i < one->hi; ++i) {
        int64_t *cells = counts + (i * (2 * sets->n_features - i - 1) / 2 - before) * table;
        const uint32_t *rows = sizes + ((size_t)sets->starts[i] - one->first) * stride;
        for (size_t j = other->lo > i ? other->lo : i + 1; j < other->hi; ++j) {
            int64_t *pair = cells + (j - i - 1) * table;
            if (sets->values[i] < (int32_t)sets->n_values || sets->values[j] < (int32_t)sets->n_values) {
                memset(pair, 0, table * sizeof(int64_t));
            }
            for (size_t k = 0; k < sets->n_classes; ++k) {
                write_pair(sets, i, j, k, rows + k * most_sets(sets) * stride + (size_t)sets->starts[j] - other->first,
                           stride, pair + k);
            }
        }
    }
}

void ifc2f_bit_set_pair_counts(const ifc2f_bit_sets *sets, size_t first, size_t lo, size_t hi, int32_t wide,
                               int64_t *counts, uint32_t *work)
{
    intersect *intersect_some = intersect_for(wide);
    const size_t stride = most_sets(sets);
    for (size_t i = lo; i < hi;) {
        const tile one = tile_from(sets, i, hi);
        for (size_t j = i; j < sets->n_features;) {
            const tile other = tile_from(sets, j, sets->n_features);
            for (size_t k = 0; k < sets->n_classes; ++k) {
                intersect_tiles(sets, &one, &other, k, intersect_some, work + k * stride * stride, stride);
            }
            write_tiles(sets, &one, &other, work, stride, first, counts);
            j = other.hi;
        }
        i = one.hi;
    }
}
