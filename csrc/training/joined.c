/* Counts of all pairs of features by groups, whose codes are numbers in a mixed radix. */
#include "../base/arithmetic.h"

#include "ifc2f_count.h"

#include <string.h>

void ifc2f_join_codes(const ifc2f_joined *groups, const uint8_t *codes, size_t n_codes, const uint8_t *digits,
                      const int32_t *rows, size_t lo, size_t hi, uint8_t *joined)
{
    const size_t n_rows = groups->n_rows;
    for (size_t g = lo; g < hi; ++g) {
        uint8_t *code = joined + g * n_rows;
        memset(code, 0, n_rows);
        for (size_t f = (size_t)groups->starts[g]; f < (size_t)groups->starts[g + 1]; ++f) {
            const uint8_t *own = codes + f * n_codes;
            const uint8_t *digit = digits + 256 * f;
            const unsigned n_slots = (unsigned)groups->slots[f];
            for (size_t r = 0; r < n_rows; ++r) {
                code[r] = (uint8_t)(code[r] * n_slots + digit[own[rows[r]]]);
            }
        }
    }
}

/* A feature's place in the code of its group: digit = code / place % slots. */
typedef struct group_digit {
    size_t values;
    size_t slots;
    size_t place;
} group_digit;

static size_t group_size(const ifc2f_joined *groups, size_t g)
{
    size_t size = 1;
    for (size_t f = (size_t)groups->starts[g]; f < (size_t)groups->starts[g + 1]; ++f) {
        size *= (size_t)groups->slots[f];
    }
    return size;
}

static group_digit digit_of(const ifc2f_joined *groups, size_t f, size_t group)
{
    group_digit digit = {(size_t)groups->values[f], (size_t)groups->slots[f], 1};
    for (size_t later = f + 1; later < (size_t)groups->starts[group + 1]; ++later) {
        digit.place *= (size_t)groups->slots[later];
    }
    return digit;
}

/* Where the counts of pair (i, j) begin, in pairs, if those of (first, first + 1) begin at 0. */
static size_t pair_number(size_t i, size_t j, size_t first, size_t n_features)
{
    return i * (2 * n_features - i - 1) / 2 + j - i - (first * (2 * n_features - first - 1) / 2 + 1);
}

/* Sums are made of LANES neighbours at a time, which compilers turn into vector instructions. The last step may read
 * and write past what is asked for, never past the buffers; what is there has no meaning. */
enum { LANES = 16 };

/* sums[0 .. n - 1] = sum of `n_terms` stretches of n counts, of which the first begins at `counts`; each `inner` of them
 * lie `step` apart, and such series lie `series` apart. */
static void sum_stretches(const uint16_t *restrict counts, size_t n_series, size_t series, size_t inner, size_t step,
                          uint16_t *restrict sums, size_t n)
{
    for (size_t begin = 0; begin < n; begin += LANES) {
        uint16_t sum[LANES] = {0};
        for (size_t s = 0; s < n_series; ++s) {
            const uint16_t *term = counts + s * series + begin;
            for (size_t t = 0; t < inner; ++t, term += step) {
                for (size_t lane = 0; lane < LANES; ++lane) {
                    sum[lane] = (uint16_t)(sum[lane] + term[lane]);
                }
            }
        }
        memcpy(sums + begin, sum, sizeof sum);
    }
}

/* totals[v] = sum of those entries of a group's counts whose digit is v. */
static void sum_by_digit(const uint16_t *restrict counts, size_t size, const group_digit *digit,
                         uint16_t *restrict totals)
{
    const size_t place = digit->place;
    const size_t series = digit->slots * place;
    if (place == 1) {
        sum_stretches(counts, size / series, series, 1, 1, totals, digit->slots);
        return;
    }
    for (size_t v = 0; v < digit->values; ++v) {
        unsigned sum = 0;
        for (size_t begin = v * place; begin < size; begin += series) {
            for (size_t i = begin; i < begin + place; ++i) {
                sum += counts[i];
            }
        }
        totals[v] = (uint16_t)sum;
    }
}

/* Add up those rows of a table of counts, one for each code of a group, whose digit is `value`. */
static void sum_rows_of_digit(const uint16_t *cells, size_t n_rows, unsigned shift, const group_digit *digit,
                              size_t value, uint16_t *sums, size_t n_sums)
{
    const size_t series = digit->slots * digit->place;
    sum_stretches(cells + ((value * digit->place) << shift), n_rows / series, series << shift, digit->place,
                  (size_t)1 << shift, sums, n_sums);
}

/* A stretch of rows of one class, so short that 16 bits hold any count. */
typedef struct row_stretch {
    size_t lo;
    size_t hi;
    size_t class;
} row_stretch;

enum { MAX_STRETCH = 65535 };

/* What the counts of one pair are added to. */
typedef struct pair_output {
    int64_t *counts;
    size_t first; /* feature */
    size_t n_values;
} pair_output;

static int64_t *pair_cells(const ifc2f_joined *groups, const pair_output *output, size_t i, size_t j)
{
    const size_t table = output->n_values * output->n_values * groups->n_classes;
    return output->counts + pair_number(i, j, output->first, groups->n_features) * table;
}

static void count_within_group(const ifc2f_joined *groups, size_t g, const row_stretch *rows, const pair_output *output,
                               uint16_t *cells)
{
    const uint8_t *code = groups->codes + g * groups->n_rows;
    const size_t begin = (size_t)groups->starts[g];
    const size_t end = (size_t)groups->starts[g + 1];
    const size_t size = group_size(groups, g);
    if (end - begin < 2) {
        return;
    }
    memset(cells, 0, size * sizeof(uint16_t));
    for (size_t r = rows->lo; r < rows->hi; ++r) {
        cells[code[r]] = (uint16_t)(cells[code[r]] + 1);
    }
    for (size_t i = begin; i < end; ++i) {
        for (size_t j = i + 1; j < end; ++j) {
            const group_digit a = digit_of(groups, i, g);
            const group_digit b = digit_of(groups, j, g);
            int64_t *counts = pair_cells(groups, output, i, j);
            for (size_t c = 0; c < size; ++c) {
                const size_t u = c / a.place % a.slots;
                const size_t v = c / b.place % b.slots;
                if (u < a.values && v < b.values) {
                    counts[(u * output->n_values + v) * groups->n_classes + rows->class] += cells[c];
                }
            }
        }
    }
}

enum { ROWS_AT_ONCE = 512 };

/* cells[first code << shift | second code] += 1 for n rows. The places are worked out for some rows at a time, in a loop
 * that compilers turn into vector instructions. */
static void tabulate(const uint8_t *restrict first, const uint8_t *restrict second, size_t n, unsigned shift,
                     uint16_t *restrict cells)
{
    uint16_t places[ROWS_AT_ONCE];
    for (size_t begin = 0; begin < n; begin += ROWS_AT_ONCE) {
        const size_t n_rows = n - begin < ROWS_AT_ONCE ? n - begin : ROWS_AT_ONCE;
        for (size_t r = 0; r < n_rows; ++r) {
            places[r] = (uint16_t)(((unsigned)first[begin + r] << shift) | second[begin + r]);
        }
        for (size_t r = 0; r < n_rows; ++r) {
            cells[places[r]] = (uint16_t)(cells[places[r]] + 1);
        }
    }
}

static void count_between_groups(const ifc2f_joined *groups, size_t g, size_t h, const row_stretch *rows,
                                 const pair_output *output, uint16_t *work)
{
    uint16_t *cells = work;
    uint16_t *sums = work + IFC2F_GROUP_SLOTS * IFC2F_GROUP_SLOTS;
    uint16_t *totals = sums + IFC2F_GROUP_SLOTS + 2 * LANES;
    const uint8_t *first = groups->codes + g * groups->n_rows + rows->lo;
    const uint8_t *second = groups->codes + h * groups->n_rows + rows->lo;
    const size_t n_first = group_size(groups, g);
    const size_t n_second = group_size(groups, h);
    const unsigned shift = n_second <= 128 ? 7 : 8;
    memset(cells, 0, (n_first << shift) * sizeof(uint16_t));
    tabulate(first, second, rows->hi - rows->lo, shift, cells);
    for (size_t i = (size_t)groups->starts[g]; i < (size_t)groups->starts[g + 1]; ++i) {
        const group_digit a = digit_of(groups, i, g);
        for (size_t u = 0; u < a.values; ++u) {
            sum_rows_of_digit(cells, n_first, shift, &a, u, sums, n_second);
            for (size_t j = (size_t)groups->starts[h]; j < (size_t)groups->starts[h + 1]; ++j) {
                const group_digit b = digit_of(groups, j, h);
                int64_t *counts = pair_cells(groups, output, i, j) + u * output->n_values * groups->n_classes;
                sum_by_digit(sums, n_second, &b, totals);
                for (size_t v = 0; v < b.values; ++v) {
                    counts[v * groups->n_classes + rows->class] += totals[v];
                }
            }
        }
    }
}

void ifc2f_all_pair_counts(const ifc2f_joined *groups, size_t first, size_t lo, size_t hi, size_t n_values,
                           int64_t *counts, uint16_t *work)
{
    const pair_output output = {counts, (size_t)groups->starts[first], n_values};
    for (size_t g = lo; g < hi; ++g) {
        for (size_t k = 0; k < groups->n_classes; ++k) {
            const size_t end = (size_t)groups->class_bounds[k + 1];
            row_stretch rows = {(size_t)groups->class_bounds[k], end, k};
            for (; rows.lo < end; rows.lo = rows.hi) {
                rows.hi = end - rows.lo > MAX_STRETCH ? rows.lo + MAX_STRETCH : end;
                count_within_group(groups, g, &rows, &output, work);
                for (size_t h = g + 1; h < groups->n_groups; ++h) {
                    count_between_groups(groups, g, h, &rows, &output, work);
                }
            }
        }
    }
}
