/* Sorting a column, dense or sparse. */
#include "sorted.h"

#include "dense_cells.h"

#include <string.h>

static uint64_t key_of(float value, uint32_t class)
{
    const float plain = value + 0.0f;
    uint32_t bits;
    memcpy(&bits, &plain, sizeof bits);
    bits ^= (bits >> 31) != 0 ? UINT32_C(0xFFFFFFFF) : UINT32_C(0x80000000);
    return ((uint64_t)bits << 32) | class;
}

/* Sort keys by value: stable counting sorts by 8 bits at a time, from the lowest bit that differs between any two keys
 * to the highest. The result is in `keys` or in `spare`, whichever is returned. */
static uint64_t *sort_keys(uint64_t *keys, uint64_t *spare, size_t n)
{
    uint32_t differing = 0;
    for (size_t i = 1; i < n; ++i) {
        differing |= key_value(keys[i]) ^ key_value(keys[0]);
    }
    unsigned shift = 32;
    while (differing != 0) {
        while ((differing & 1) == 0) {
            differing >>= 1;
            shift += 1;
        }
        size_t ends[256] = {0};
        for (size_t i = 0; i < n; ++i) {
            ends[(keys[i] >> shift) & 255] += 1;
        }
        size_t start = 0;
        for (size_t digit = 0; digit < 256; ++digit) {
            const size_t count = ends[digit];
            ends[digit] = start;
            start += count;
        }
        for (size_t i = 0; i < n; ++i) {
            const uint64_t key = keys[i];
            spare[ends[(key >> shift) & 255]++] = key;
        }
        uint64_t *sorted = spare;
        spare = keys;
        keys = sorted;
        differing >>= 8;
        shift += 8;
    }
    return keys;
}

static uint32_t class_of(const row_classes *classes, size_t row)
{
    return classes->y == NULL ? 0 : (uint32_t)classes->y[row];
}

size_t ifc2f_count_work(size_t n_entries, size_t n_classes)
{
    return 3 * n_entries + 8 * n_classes;
}

IFC2F_PRIVATE scratch_space i2f_scratch_in(int64_t *work, const ifc2f_columns *columns, size_t lo, size_t hi,
                                           size_t n_classes)
{
    size_t n = columns->rows == NULL ? columns->n_rows : 0;
    for (size_t c = lo; c < hi && columns->rows != NULL; ++c) {
        const size_t stored = (size_t)(columns->starts[c + 1] - columns->starts[c]);
        n = stored > n ? stored : n;
    }
    scratch_space scratch;
    scratch.keys = (uint64_t *)work;
    scratch.spare = scratch.keys + n + n_classes;
    scratch.weights = work + 2 * (n + n_classes);
    scratch.classes = scratch.weights + n + n_classes;
    scratch.repetitions = scratch.classes + 5 * n_classes;
    return scratch;
}

static sorted_values sorted_dense(const ifc2f_columns *columns, size_t column, const row_classes *classes,
                                  const scratch_space *scratch)
{
    const ifc2f_cells dense = dense_column(columns, column);
    size_t n = 0;
    for (size_t r = 0; r < columns->n_rows; ++r) {
        const float value = cell_of(&dense, r);
        if (value == value) {
            scratch->keys[n] = key_of(value, class_of(classes, r));
            n += 1;
        }
    }
    const sorted_values sorted = {sort_keys(scratch->keys, scratch->spare, n), NULL, n};
    return sorted;
}

/* Sort the stored values that are not 0, and put one key for the zeros of each class between the negative and the
 * positive ones. */
static sorted_values sorted_sparse(const ifc2f_columns *columns, size_t column, const row_classes *classes,
                                   const scratch_space *scratch)
{
    const int64_t end = columns->starts[column + 1];
    int64_t *zeros = scratch->classes + 4 * classes->n;
    size_t n = 0;
    size_t n_negative = 0;
    memcpy(zeros, classes->sizes, classes->n * sizeof(int64_t));
    for (int64_t i = columns->starts[column]; i < end; ++i) {
        const float value = columns->values[i];
        const uint32_t class = class_of(classes, (size_t)columns->rows[i]);
        const int64_t weight = columns->weights == NULL ? 1 : columns->weights[i];
        if (value < 0.0f || value > 0.0f) {
            scratch->keys[n] = key_of(value, class);
            scratch->weights[n] = weight; /* in the order of the keys only if they are ascending already */
            n_negative += value < 0.0f;
            n += 1;
        }
        if (!(value <= 0.0f && value >= 0.0f)) { /* NaN too: not a zero, and takes no part */
            zeros[class] -= weight;
        }
    }
    sorted_values sorted = {scratch->keys, scratch->weights, n};
    if (columns->weights == NULL) {
        sorted.keys = sort_keys(scratch->keys, scratch->spare, n);
        for (size_t i = 0; i < n; ++i) {
            scratch->weights[i] = 1;
        }
    }
    size_t n_zeros = 0;
    for (size_t k = 0; k < classes->n; ++k) {
        n_zeros += zeros[k] > 0;
    }
    const size_t n_positive = n - n_negative;
    memmove(sorted.keys + n_negative + n_zeros, sorted.keys + n_negative, n_positive * sizeof(uint64_t));
    memmove(scratch->weights + n_negative + n_zeros, scratch->weights + n_negative, n_positive * sizeof(int64_t));
    size_t at = n_negative;
    for (size_t k = 0; k < classes->n; ++k) {
        if (zeros[k] > 0) {
            sorted.keys[at] = key_of(0.0f, (uint32_t)k);
            scratch->weights[at] = zeros[k];
            at += 1;
        }
    }
    sorted.n = n + n_zeros;
    return sorted;
}

IFC2F_PRIVATE sorted_values i2f_sorted_column(const ifc2f_columns *columns, size_t column, const row_classes *classes,
                                              const scratch_space *scratch)
{
    return columns->rows == NULL ? sorted_dense(columns, column, classes, scratch)
                                 : sorted_sparse(columns, column, classes, scratch);
}
