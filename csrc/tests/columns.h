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
    const ifc2f_columns columns = {matrix, NULL, NULL, NULL, n_rows, n_columns};
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
    const ifc2f_columns columns = {sparse->values, sparse->rows, sparse->starts, NULL, ROWS, COLUMNS};
    sparse->columns = columns;
    return sparse;
}

static inline void count_classes(const int32_t *y, int64_t sizes[CLASSES])
{
    memset(sizes, 0, CLASSES * sizeof(int64_t));
    for (size_t r = 0; r < ROWS; ++r) {
        sizes[y[r]] += 1;
    }
}

#endif
