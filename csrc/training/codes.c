/* Bins of values, and counts of them: by class, and pair by pair. */
#include "../base/arithmetic.h"

#include "dense_cells.h"

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

enum { BLOCK_VALUES = 1 << 16 }; /* of a matrix that are read again from the cache, column by column */

static void codes_of_dense(const ifc2f_columns *columns, size_t lo, size_t hi, const float *values,
                           const int64_t *starts, const uint8_t *categorical, uint8_t *codes)
{
    const size_t n_rows = columns->n_rows;
    const size_t step = 1 + BLOCK_VALUES / (columns->n_columns + 1);
    for (size_t begin = 0; begin < n_rows; begin += step) {
        const size_t end = n_rows - begin < step ? n_rows : begin + step;
        for (size_t c = lo; c < hi; ++c) {
            const column_bins bins = bins_of(values, starts, categorical, c);
            const ifc2f_cells column = dense_column(columns, c);
            uint8_t *code = codes + c * n_rows;
            for (size_t r = begin; r < end; ++r) {
                code[r] = code_of(&bins, cell_of(&column, r));
            }
        }
    }
}

void ifc2f_codes(const ifc2f_columns *columns, size_t lo, size_t hi, const float *values, const int64_t *starts,
                 const uint8_t *categorical, uint8_t *codes)
{
    if (columns->rows == NULL) {
        codes_of_dense(columns, lo, hi, values, starts, categorical, codes);
        return;
    }
    for (size_t c = lo; c < hi; ++c) {
        const column_bins bins = bins_of(values, starts, categorical, c);
        uint8_t *code = codes + c * columns->n_rows;
        memset(code, code_of(&bins, 0.0f), columns->n_rows);
        for (int64_t i = columns->starts[c]; i < columns->starts[c + 1]; ++i) {
            code[columns->rows[i]] = code_of(&bins, columns->values[i]);
        }
    }
}

/* Values found so far, ascending. */
typedef struct found_values {
    float *values;
    size_t n;
    size_t most;
} found_values;

/* Take up a value; returns 0 if there is no room for it. */
static int find_value(found_values *found, float value)
{
    if (value != value) {
        return 1;
    }
    const float plain = value + 0.0f; /* -0 is 0 */
    const size_t at = n_at_or_below(found->values, found->n, plain);
    if (at > 0 && found->values[at - 1] >= plain) {
        return 1;
    }
    if (found->n == found->most) {
        return 0;
    }
    memmove(found->values + at + 1, found->values + at, (found->n - at) * sizeof(float));
    found->values[at] = plain;
    found->n += 1;
    return 1;
}

size_t ifc2f_distinct(const ifc2f_columns *columns, size_t column, size_t n_most, float *values)
{
    found_values found = {values, 0, n_most};
    int fits = 1;
    if (columns->rows == NULL) {
        const ifc2f_cells dense = dense_column(columns, column);
        for (size_t r = 0; r < columns->n_rows && fits; ++r) {
            fits = find_value(&found, cell_of(&dense, r));
        }
        return fits ? found.n : n_most + 1;
    }
    size_t n_stored = 0;
    for (int64_t i = columns->starts[column]; i < columns->starts[column + 1] && fits; ++i) {
        n_stored += columns->weights == NULL ? 1 : (size_t)columns->weights[i];
        fits = find_value(&found, columns->values[i]);
    }
    if (fits && n_stored < columns->n_rows) {
        fits = find_value(&found, 0.0f);
    }
    return fits ? found.n : n_most + 1;
}

void ifc2f_row_marks(const float *matrix, size_t n_rows, size_t n_columns, const uint32_t *columns, size_t n,
                     const uint64_t *keys, uint64_t *marks)
{
    for (size_t r = 0; r < n_rows; ++r) {
        const float *row = matrix + r * n_columns;
        uint64_t sum = 0;
        for (size_t i = 0; i < n; ++i) {
            const float value = row[columns[i]] + 0.0f;
            uint32_t bits = UINT32_C(0x7FC00000); /* NaN */
            if (value == value) {
                memcpy(&bits, &value, sizeof bits);
            }
            sum += keys[i] * bits;
        }
        marks[r] = sum;
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
            const ifc2f_cells column = dense_column(columns, c);
            for (size_t r = 0; r < columns->n_rows; ++r) {
                const uint8_t code = code_of(&bins, cell_of(&column, r));
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
