/* Columns of numbers with classes, dense and compressed, and the table of logarithms that kernels share. */
#ifndef COLUMNS_H
#define COLUMNS_H

#include "buffers.h"
#include "check.h"
#include "ifc2f_count.h"

#define CHECK_NEAR(a, b, tolerance) CHECK(fabs((a) - (b)) <= (tolerance))

enum { ROWS = 60, COLUMNS = 9, CLASSES = 3 };

static inline double *log_table(size_t n)
{
    double *table = allocate(n, sizeof(double));
    ifc2f_k_log_k(table, n);
    return table;
}

/* Repeated values, negative ones, missing ones; the last column is constant and the one before it all missing. */
static inline float *random_matrix(int32_t *y)
{
    float *matrix = allocate(ROWS * COLUMNS, sizeof(float));
    for (size_t r = 0; r < ROWS; ++r) {
        y[r] = (int32_t)draw(CLASSES);
        for (size_t c = 0; c < COLUMNS; ++c) {
            float value = (float)draw(3u << c) - (float)c + (float)y[r] * (float)(c % 3);
            if (c == COLUMNS - 1) {
                value = -2.5f;
            } else if (c == COLUMNS - 2 || draw(9) == 0) {
                value = NAN;
            } else if (value >= 0.0f && value <= 0.0f && draw(2) == 0) {
                value = -0.0f;
            }
            matrix[r * COLUMNS + c] = value;
        }
    }
    return matrix;
}

static inline ifc2f_columns dense(const float *matrix, size_t n_rows, size_t n_columns)
{
    const ifc2f_columns columns = {matrix, NULL, NULL, NULL, n_rows, n_columns, NULL};
    return columns;
}

/* The same columns in compressed form, some of their zeros stored; the caller frees it. */
typedef struct sparse_matrix {
    float values[ROWS * COLUMNS];
    int32_t rows[ROWS * COLUMNS];
    int64_t starts[COLUMNS + 1];
    ifc2f_columns columns;
} sparse_matrix;

static inline sparse_matrix *compressed(const float *matrix)
{
    sparse_matrix *sparse = allocate(1, sizeof(sparse_matrix));
    int64_t stored = 0;
    sparse->starts[0] = 0;
    for (size_t c = 0; c < COLUMNS; ++c) {
        for (size_t r = 0; r < ROWS; ++r) {
            const float value = matrix[r * COLUMNS + c];
            if (value < 0.0f || value > 0.0f || isnan(value) || draw(3) == 0) {
                sparse->values[stored] = value;
                sparse->rows[stored] = (int32_t)r;
                stored += 1;
            }
        }
        sparse->starts[c + 1] = stored;
    }
    const ifc2f_columns columns = {sparse->values, sparse->rows, sparse->starts, NULL, ROWS, COLUMNS, NULL};
    sparse->columns = columns;
    return sparse;
}

/* The same columns, each by itself, in cells of several kinds; the caller frees it. */
typedef struct separate_columns {
    double doubles[2 * ROWS * COLUMNS];
    uint8_t bytes[ROWS * COLUMNS];
    uint16_t words[ROWS * COLUMNS];
    float numbers[ROWS * COLUMNS]; /* that bytes and words are places of */
    ifc2f_cells each[COLUMNS];
    ifc2f_columns columns;
} separate_columns;

static inline separate_columns *separated(const float *matrix)
{
    separate_columns *separate = allocate(1, sizeof(separate_columns));
    for (size_t c = 0; c < COLUMNS; ++c) {
        const size_t at = c * ROWS;
        for (size_t r = 0; r < ROWS; ++r) {
            const float value = matrix[r * COLUMNS + c];
            separate->doubles[2 * (at + r)] = (double)value;
            separate->doubles[2 * (at + r) + 1] = 1e9; /* in between, and not looked at */
            separate->bytes[at + r] = (uint8_t)(ROWS - 1 - r);
            separate->words[at + r] = (uint16_t)(ROWS - 1 - r);
            separate->numbers[at + ROWS - 1 - r] = value;
        }
        const ifc2f_cells kinds[4] = {{matrix + c, NULL, COLUMNS, IFC2F_CELL_FLOAT},
                                       {separate->doubles + 2 * at, NULL, 2, IFC2F_CELL_DOUBLE},
                                       {separate->bytes + at, separate->numbers + at, 1, IFC2F_CELL_PLACE8},
                                       {separate->words + at, separate->numbers + at, 1, IFC2F_CELL_PLACE16}};
        separate->each[c] = kinds[c % 4];
    }
    const ifc2f_columns columns = {NULL, NULL, NULL, NULL, ROWS, COLUMNS, separate->each};
    separate->columns = columns;
    return separate;
}

static inline void count_classes(const int32_t *y, int64_t sizes[CLASSES])
{
    memset(sizes, 0, CLASSES * sizeof(int64_t));
    for (size_t r = 0; r < ROWS; ++r) {
        sizes[y[r]] += 1;
    }
}

#endif
