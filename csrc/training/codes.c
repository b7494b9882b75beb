/* Bins of values, and counts of them: by class, and pair by pair. */
#include "../base/arithmetic.h"

#include "ifc2f_count.h"

#include <string.h>

/* The number of ascending values at or below x. */
static size_t n_at_or_below(const float *values, size_t n, float x)
{
    size_t count = 0;
    if (n <= 16) {
        for (size_t i = 0; i < n; ++i) {
            count += values[i] <= x;
        }
        return count;
    }
    size_t end = n; /* values before `count` are <= x, values from `end` on are > x */
    while (count < end) {
        const size_t middle = count + (end - count) / 2;
        if (values[middle] <= x) {
            count = middle + 1;
        } else {
            end = middle;
        }
    }
    return count;
}

/* The bin values of one column. */
typedef struct column_bins {
    const float *values;
    size_t n;
    int is_categorical;
} column_bins;

static column_bins bins_of(const float *values, const int64_t *starts, const uint8_t *categorical, size_t column)
{
    const column_bins bins = {values + starts[column], (size_t)(starts[column + 1] - starts[column]),
                              categorical[column] != 0};
    return bins;
}

static uint8_t code_of(const column_bins *bins, float x)
{
    const size_t count = n_at_or_below(bins->values, bins->n, x);
    if (!bins->is_categorical) {
        return x == x ? (uint8_t)count : IFC2F_CODE_MISSING;
    }
    return count > 0 && bins->values[count - 1] >= x ? (uint8_t)(count - 1) : IFC2F_CODE_MISSING;
}

void ifc2f_codes(const ifc2f_columns *columns, size_t lo, size_t hi, const float *values, const int64_t *starts,
                 const uint8_t *categorical, uint8_t *codes)
{
    const size_t n_rows = columns->n_rows;
    for (size_t c = lo; c < hi; ++c) {
        const column_bins bins = bins_of(values, starts, categorical, c);
        uint8_t *code = codes + c * n_rows;
        if (columns->rows == NULL) {
            for (size_t r = 0; r < n_rows; ++r) {
                code[r] = code_of(&bins, columns->values[r * columns->n_columns + c]);
            }
            continue;
        }
        memset(code, code_of(&bins, 0.0f), n_rows);
        for (int64_t i = columns->starts[c]; i < columns->starts[c + 1]; ++i) {
            code[columns->rows[i]] = code_of(&bins, columns->values[i]);
        }
    }
}

void ifc2f_bin_counts(const ifc2f_columns *columns, size_t lo, size_t hi, const float *values, const int64_t *starts,
                      const uint8_t *categorical, const int32_t *y, const int64_t *class_sizes, size_t n_values,
                      size_t n_classes, int64_t *counts)
{
    for (size_t c = lo; c < hi; ++c) {
        const column_bins bins = bins_of(values, starts, categorical, c);
        int64_t *cells = counts + c * n_values * n_classes;
        if (columns->rows == NULL) {
            for (size_t r = 0; r < columns->n_rows; ++r) {
                const uint8_t code = code_of(&bins, columns->values[r * columns->n_columns + c]);
                if (code < n_values) {
                    cells[code * n_classes + (size_t)y[r]] += 1;
                }
            }
            continue;
        }
        /* As if all rows were 0, then the stored ones moved from there to where they belong. */
        const uint8_t zero = code_of(&bins, 0.0f);
        for (size_t k = 0; k < n_classes && zero < n_values; ++k) {
            cells[zero * n_classes + k] += class_sizes[k];
        }
        for (int64_t i = columns->starts[c]; i < columns->starts[c + 1]; ++i) {
            const size_t k = (size_t)y[columns->rows[i]];
            const int64_t weight = columns->weights == NULL ? 1 : columns->weights[i];
            const uint8_t code = code_of(&bins, columns->values[i]);
            if (zero < n_values) {
                cells[zero * n_classes + k] -= weight;
            }
            if (code < n_values) {
                cells[code * n_classes + k] += weight;
            }
        }
    }
}

void ifc2f_class_counts(const uint8_t *codes, size_t n_rows, size_t lo, size_t hi, const int32_t *y, size_t n_values,
                        size_t n_classes, int64_t *counts)
{
    for (size_t c = lo; c < hi; ++c) {
        const uint8_t *code = codes + c * n_rows;
        int64_t *cells = counts + c * n_values * n_classes;
        for (size_t r = 0; r < n_rows; ++r) {
            if (code[r] < n_values) {
                cells[code[r] * n_classes + (size_t)y[r]] += 1;
            }
        }
    }
}

void ifc2f_pair_counts(const uint8_t *codes, size_t n_rows, const int32_t *pairs, size_t lo, size_t hi,
                       const int32_t *y, size_t n_values, size_t n_classes, int64_t *counts)
{
    for (size_t p = lo; p < hi; ++p) {
        const uint8_t *a = codes + (size_t)pairs[2 * p] * n_rows;
        const uint8_t *b = codes + (size_t)pairs[2 * p + 1] * n_rows;
        int64_t *cells = counts + p * n_values * n_values * n_classes;
        for (size_t r = 0; r < n_rows; ++r) {
            if (a[r] < n_values && b[r] < n_values) {
                cells[(a[r] * n_values + b[r]) * n_classes + (size_t)y[r]] += 1;
            }
        }
    }
}
