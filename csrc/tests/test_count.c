/*
 * Tests of the counting kernels: gcc -std=c99 -Icsrc csrc/tests/test_count.c csrc/ifc2f_count.c -lm && ./a.out
 * Buffers are allocated to the exact size, so that a sanitizer sees every step past the end.
 */
#include "ifc2f_count.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n_checks = 0;
static int n_failures = 0;

#define CHECK(condition)                                                   \
    do {                                                                   \
        n_checks += 1;                                                     \
        if (!(condition)) {                                                \
            n_failures += 1;                                               \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);         \
        }                                                                  \
    } while (0)

#define CHECK_NEAR(a, b, tolerance)                                                                     \
    do {                                                                                                \
        n_checks += 1;                                                                                  \
        if (!(fabs((a) - (b)) <= (tolerance))) {                                                        \
            n_failures += 1;                                                                            \
            printf("%s:%d: %s is %.17g, not %s = %.17g\n", __FILE__, __LINE__, #a, (a), #b, (b));       \
        }                                                                                               \
    } while (0)

static void *allocate(size_t n, size_t size)
{
    void *memory = malloc(n * size);
    if (memory == NULL) {
        printf("no memory for %lu bytes\n", (unsigned long)(n * size));
        exit(2);
    }
    return memory;
}

/* Random numbers: 0 .. n - 1. */
static uint32_t random_state = 1;
static uint32_t draw(uint32_t n)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)random_state * n) >> 32);
}

static double *log_table(size_t n)
{
    double *table = allocate(n, sizeof(double));
    ifc2f_k_log_k(table, n);
    return table;
}

/* ---- Logarithm and exponential ---------------------------------------------------------------------------------- */

/* Units in the last place between x and the exact value, which is normal. */
static double ulps(double x, long double exact)
{
    int exponent;
    (void)frexpl(exact, &exponent);
    return (double)(fabsl((long double)x - exact) / ldexpl(1.0L, exponent - 53));
}

static void test_log(void)
{
    double worst = 0.0;
    for (int exponent = -1074; exponent < 1024; ++exponent) {
        for (int i = 0; i < 50; ++i) {
            const double x = ldexp(1.0 + (double)draw(1u << 30) / (double)(1u << 30), exponent);
            if (x > 0.0 && x <= 1.7e308) {
                worst = fmax(worst, ulps(ifc2f_log(x), logl((long double)x)));
            }
        }
    }
    for (int i = 1; i < 200000; ++i) { /* near 1, where the result is small, and at integers */
        const double x = 0.5 + (double)i / 100000.0;
        if (i != 50000) {
            worst = fmax(worst, ulps(ifc2f_log(x), logl((long double)x)));
        }
        worst = fmax(worst, i > 1 ? ulps(ifc2f_log((double)i), logl((long double)i)) : 0.0);
    }
    CHECK(worst <= 1.0);
    CHECK_NEAR(ifc2f_log(1.0), 0.0, 0.0);
    CHECK(ifc2f_log(0.0) < -1.7e308);
    CHECK(isnan(ifc2f_log(-1.0)) && isnan(ifc2f_log((double)NAN)));
    CHECK(isinf(ifc2f_log((double)INFINITY)) && isinf(ifc2f_log(0.0)));
}

static void test_exp(void)
{
    double worst = 0.0;
    for (int i = -70839; i < 70978; ++i) {
        const double x = ((double)i + (double)draw(1000) / 1000.0) / 100.0;
        worst = fmax(worst, ulps(ifc2f_exp(x), expl((long double)x)));
        worst = fmax(worst, ulps(ifc2f_exp(x / 1e4), expl((long double)(x / 1e4))));
    }
    CHECK(worst <= 1.0);
    CHECK_NEAR(ifc2f_exp(0.0), 1.0, 0.0);
    CHECK_NEAR(ifc2f_exp(-745.0), 4.9406564584124654e-324, 0.0);
    CHECK_NEAR(ifc2f_exp(-720.0), exp(-720.0), 4.9406564584124654e-324);
    CHECK_NEAR(ifc2f_exp(-800.0), 0.0, 0.0);
    CHECK(ifc2f_exp(709.78) > 1.7e308 && !isinf(ifc2f_exp(709.78)));
    CHECK(isinf(ifc2f_exp(710.0)) && isinf(ifc2f_exp((double)INFINITY)));
    CHECK_NEAR(ifc2f_exp(-(double)INFINITY), 0.0, 0.0);
    CHECK(isnan(ifc2f_exp((double)NAN)));
}

/* ---- Adjusted mutual information -------------------------------------------------------------------------------- */

enum { N = 7 }; /* labellings small enough for all their permutations */

static double entropy_of(const int *labels)
{
    double sum = 0.0;
    for (int i = 0; i < N; ++i) {
        int same = 0;
        for (int j = 0; j < N; ++j) {
            same += labels[i] == labels[j];
        }
        sum -= log((double)same / N) / N;
    }
    return sum;
}

static double information_of(const int *a, const int *b)
{
    int joint[N];
    for (int i = 0; i < N; ++i) {
        joint[i] = a[i] * N + b[i];
    }
    return entropy_of(a) + entropy_of(b) - entropy_of(joint);
}

/* Sum of the information over all permutations of b[k ..]. */
static double sum_over_permutations(const int *a, int *b, int k, double *n)
{
    if (k == N) {
        *n += 1.0;
        return information_of(a, b);
    }
    double sum = 0.0;
    for (int i = k; i < N; ++i) {
        int swap = b[k];
        b[k] = b[i];
        b[i] = swap;
        sum += sum_over_permutations(a, b, k + 1, n);
        swap = b[k];
        b[k] = b[i];
        b[i] = swap;
    }
    return sum;
}

/* AMI is what its definition says, with the expectation taken over every permutation. */
static void test_ami_against_permutations(void)
{
    double *logs = log_table(N + 1);
    for (int round = 0; round < 12; ++round) {
        int a[N];
        int b[N];
        int64_t table[N * N] = {0};
        int64_t work[4 * N];
        for (int i = 0; i < N; ++i) {
            a[i] = (int)draw(2 + (uint32_t)round % 4);
            b[i] = (int)draw(2 + (uint32_t)round / 4);
            table[a[i] * N + b[i]] += 1;
        }
        const double information = information_of(a, b);
        const double ha = entropy_of(a);
        const double hb = entropy_of(b);
        double n = 0.0;
        const double expected = sum_over_permutations(a, b, 0, &n) / n;
        const double mean = (information - expected) / (0.5 * (ha + hb) - expected);
        const double larger = (information - expected) / (fmax(ha, hb) - expected);
        CHECK(ha > 0.0 && hb > 0.0);
        CHECK_NEAR(ifc2f_ami(table, N, N, IFC2F_AVERAGE_MEAN, logs, N + 1, work), mean, 1e-11);
        CHECK_NEAR(ifc2f_ami(table, N, N, IFC2F_AVERAGE_MAX, logs, N + 1, work), larger, 1e-11);
        CHECK_NEAR(ifc2f_ami(table, N, N, IFC2F_AVERAGE_MAX, NULL, 0, work),
                   ifc2f_ami(table, N, N, IFC2F_AVERAGE_MAX, logs, N + 1, work), 0.0);
    }
    free(logs);
}

static void test_ami_limits(void)
{
    int64_t work[16];
    const int64_t one_cell[] = {0, 5, 0, 0};
    const int64_t one_row[] = {2, 3, 0, 0};
    const int64_t one_column[] = {0, 2, 0, 3};
    const int64_t same[] = {0, 3, 0, 4, 0, 0, 0, 0, 1}; /* the same groups under other names */
    const int64_t distinct[] = {1, 0, 0, 1};
    const int64_t huge[] = {1500000000, 500000000, 500000000, 1500000000};
    const int64_t independent[] = {1000000000, 1000000000, 1000000000, 1000000000};
    CHECK_NEAR(ifc2f_ami(one_cell, 2, 2, IFC2F_AVERAGE_MEAN, NULL, 0, work), 1.0, 0.0);
    CHECK_NEAR(ifc2f_ami(one_row, 2, 2, IFC2F_AVERAGE_MEAN, NULL, 0, work), 0.0, 0.0);
    CHECK_NEAR(ifc2f_ami(one_column, 2, 2, IFC2F_AVERAGE_MEAN, NULL, 0, work), 0.0, 0.0);
    CHECK_NEAR(ifc2f_ami(same, 3, 3, IFC2F_AVERAGE_MEAN, NULL, 0, work), 1.0, 0.0);
    CHECK_NEAR(ifc2f_ami(distinct, 2, 2, IFC2F_AVERAGE_MAX, NULL, 0, work), 1.0, 0.0);
    CHECK_NEAR(ifc2f_ami(huge, 2, 2, IFC2F_AVERAGE_MEAN, NULL, 0, work),
               (1.5 * log(1.5) + 0.5 * log(0.5)) / 2.0 / log(2.0), 1e-8);
    CHECK_NEAR(ifc2f_ami(independent, 2, 2, IFC2F_AVERAGE_MEAN, NULL, 0, work), 0.0, 1e-8);
}

/* ---- Columns ---------------------------------------------------------------------------------------------------- */

enum { ROWS = 60, COLUMNS = 9, CLASSES = 3 };

/* Repeated values, negative ones, missing ones; the last column is constant and the one before it all missing. */
static float *random_matrix(int32_t *y)
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

static ifc2f_columns dense(const float *matrix, size_t n_rows, size_t n_columns)
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

static sparse_matrix *compressed(const float *matrix)
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

static void count_classes(const int32_t *y, int64_t sizes[CLASSES])
{
    memset(sizes, 0, CLASSES * sizeof(int64_t));
    for (size_t r = 0; r < ROWS; ++r) {
        sizes[y[r]] += 1;
    }
}

/* The score of a column from a table with one row for each value. */
static double score_by_table(const float *matrix, size_t c, const int32_t *y)
{
    int64_t table[ROWS * CLASSES] = {0};
    int64_t work[2 * (ROWS + CLASSES)];
    float values[ROWS];
    size_t n_values = 0;
    for (size_t r = 0; r < ROWS; ++r) {
        const float value = matrix[r * COLUMNS + c];
        size_t v = 0;
        if (isnan(value)) {
            continue;
        }
        while (v < n_values && (values[v] < value || values[v] > value)) {
            v += 1;
        }
        values[v] = value;
        n_values += v == n_values;
        table[v * CLASSES + (size_t)y[r]] += 1;
    }
    return n_values < 2 ? 0.0 : ifc2f_ami(table, n_values, CLASSES, IFC2F_AVERAGE_MEAN, NULL, 0, work);
}

static void test_ami_values(void)
{
    double *logs = log_table(ROWS + 1);
    int64_t *work = allocate(ifc2f_count_work(ROWS, CLASSES) + ROWS + 1, sizeof(int64_t));
    for (int round = 0; round < 50; ++round) {
        int32_t y[ROWS];
        float *matrix = random_matrix(y);
        double scores[COLUMNS];
        double parts[COLUMNS];
        int64_t sizes[CLASSES];
        const ifc2f_columns columns = dense(matrix, ROWS, COLUMNS);
        sparse_matrix *sparse = compressed(matrix);
        double sparse_scores[COLUMNS];
        count_classes(y, sizes);
        ifc2f_ami_values(&columns, 0, COLUMNS, y, sizes, CLASSES, IFC2F_AVERAGE_MEAN, logs, ROWS + 1, scores, work);
        ifc2f_ami_values(&sparse->columns, 0, COLUMNS, y, sizes, CLASSES, IFC2F_AVERAGE_MEAN, NULL, 0, sparse_scores,
                         work);
        free(sparse);
        for (size_t c = 0; c < COLUMNS; ++c) {
            ifc2f_ami_values(&columns, c, c + 1, y, sizes, CLASSES, IFC2F_AVERAGE_MEAN, NULL, 0, parts, work);
            CHECK_NEAR(sparse_scores[c], scores[c], 1e-12);
            CHECK_NEAR(scores[c], score_by_table(matrix, c, y), 1e-12);
            CHECK_NEAR(scores[c], parts[c], 0.0);
        }
        CHECK_NEAR(scores[COLUMNS - 1], 0.0, 0.0);
        free(matrix);
    }
    free(work);
    free(logs);
}

static void check_edges(const float *matrix, size_t c, const float *edges, int32_t n_edges, int32_t n_bins)
{
    int filled[IFC2F_MAX_BINS] = {0};
    CHECK(n_edges >= 0 && n_edges < n_bins);
    for (int32_t i = 1; i < n_edges; ++i) {
        CHECK(edges[i - 1] < edges[i]);
    }
    for (size_t r = 0; r < ROWS; ++r) {
        const float value = matrix[r * COLUMNS + c];
        int bin = 0;
        for (int32_t i = 0; i < n_edges; ++i) {
            bin += edges[i] <= value;
        }
        filled[bin] += !isnan(value);
    }
    for (int32_t i = 0; i <= n_edges && n_edges > 0; ++i) {
        CHECK(filled[i] > 0);
    }
}

static void test_edges(void)
{
    double *logs = log_table(ROWS + 1);
    int64_t *work = allocate(ifc2f_count_work(ROWS, CLASSES), sizeof(int64_t));
    for (int32_t n_bins = 1; n_bins <= 30; ++n_bins) {
        int32_t y[ROWS];
        float *matrix = random_matrix(y);
        float *edges = allocate(COLUMNS * (size_t)n_bins, sizeof(float));
        int32_t n_edges[COLUMNS];
        int64_t sizes[CLASSES];
        const ifc2f_columns columns = dense(matrix, ROWS, COLUMNS);
        count_classes(y, sizes);
        ifc2f_quantile_edges(&columns, 0, COLUMNS, n_bins, edges, n_edges, work);
        for (size_t c = 0; c < COLUMNS; ++c) {
            check_edges(matrix, c, edges + c * (size_t)(n_bins - 1), n_edges[c], n_bins);
        }
        ifc2f_entropy_edges(&columns, 0, COLUMNS, y, sizes, CLASSES, logs, ROWS + 1, n_bins, edges, n_edges, work);
        for (size_t c = 0; c < COLUMNS; ++c) {
            check_edges(matrix, c, edges + c * (size_t)(n_bins - 1), n_edges[c], n_bins);
        }
        CHECK(n_edges[COLUMNS - 1] == 0 && n_edges[COLUMNS - 2] == 0);
        free(edges);
        free(matrix);
    }
    free(work);
    free(logs);
}

static void test_known_edges(void)
{
    float matrix[100];
    int32_t y[100];
    float edges[4];
    int32_t n_edges[1];
    int64_t *work = allocate(ifc2f_count_work(100, 2), sizeof(int64_t));
    ifc2f_columns columns = dense(matrix, 100, 1);
    for (int i = 0; i < 100; ++i) { /* ninety zeros, then 1 .. 10: the zeros cost one bin, the rest is shared out */
        matrix[i] = i < 90 ? 0.0f : (float)(i - 89);
    }
    ifc2f_quantile_edges(&columns, 0, 1, 5, edges, n_edges, work);
    CHECK(n_edges[0] == 4);
    CHECK(edges[0] > 0.0f && edges[0] <= 1.0f);
    const float runs[3][10] = {
        {0, 0, 0, 1, 1, 1, 1, 1, 1, 2}, {0, 1, 1, 1, 1, 1, 1, 2, 2, 2}, {0, 0, 0, 1, 1, 1, 1, 2, 2, 2}};
    const float nearest[3] = {0.5f, 1.5f, 0.5f}; /* boundaries 3 and 9, 1 and 7, 3 and 7 around the middle, 5 */
    for (int i = 0; i < 3; ++i) {
        const ifc2f_columns run = dense(runs[i], 10, 1);
        ifc2f_quantile_edges(&run, 0, 1, 2, edges, n_edges, work);
        CHECK(n_edges[0] == 1);
        CHECK_NEAR((double)edges[0], (double)nearest[i], 0.0);
    }
    for (int i = 0; i < 100; ++i) { /* classes 0 1 0 in blocks of 30, 40, 30: of two equal cuts the lower first */
        matrix[i] = (float)i;
        y[i] = i >= 30 && i < 70;
    }
    ifc2f_entropy_edges(&columns, 0, 1, y, NULL, 2, NULL, 0, 2, edges, n_edges, work);
    CHECK(n_edges[0] == 1);
    CHECK_NEAR((double)edges[0], 29.5, 0.0);
    ifc2f_entropy_edges(&columns, 0, 1, y, NULL, 2, NULL, 0, 5, edges, n_edges, work);
    CHECK(n_edges[0] == 2);
    CHECK(edges[0] > 29.0f && edges[0] <= 30.0f && edges[1] > 69.0f && edges[1] <= 70.0f);
    for (int i = 0; i < 100; ++i) { /* alternating classes: no cut is worth it */
        y[i] = i % 2;
    }
    ifc2f_entropy_edges(&columns, 0, 1, y, NULL, 2, NULL, 0, 5, edges, n_edges, work);
    CHECK(n_edges[0] == 0);
    matrix[0] = 1.0f; /* neighbours in float32: the edge must still lie above the lower one */
    matrix[1] = 1.00000012f;
    columns.n_rows = 2;
    ifc2f_quantile_edges(&columns, 0, 1, 2, edges, n_edges, work);
    CHECK(n_edges[0] == 1 && edges[0] > matrix[0] && edges[0] <= matrix[1]);
    matrix[0] = -3.4e38f; /* no overflow on the way to the middle */
    matrix[1] = 3.4e38f;
    ifc2f_quantile_edges(&columns, 0, 1, 2, edges, n_edges, work);
    CHECK(n_edges[0] == 1 && edges[0] >= 0.0f && edges[0] <= 0.0f);
    columns.n_rows = 0;
    ifc2f_quantile_edges(&columns, 0, 1, 2, edges, n_edges, work);
    CHECK(n_edges[0] == 0);
    free(work);
}

/* Edges, codes, counts and ranges of compressed columns are those of dense ones, to the bit. */
static void test_compressed_columns(void)
{
    enum { BINS = 6, EDGES = (BINS - 1) * COLUMNS, CELLS = BINS * CLASSES * COLUMNS };
    int64_t *work = allocate(ifc2f_count_work(ROWS, CLASSES), sizeof(int64_t));
    for (int round = 0; round < 50; ++round) {
        int32_t y[ROWS];
        float *matrix = random_matrix(y);
        sparse_matrix *sparse = compressed(matrix);
        const ifc2f_columns columns[2] = {dense(matrix, ROWS, COLUMNS), sparse->columns};
        int64_t sizes[CLASSES];
        float edges[2][EDGES];
        int32_t n_edges[2][COLUMNS];
        float lows[2][COLUMNS];
        float highs[2][COLUMNS];
        uint8_t codes[2][ROWS * COLUMNS];
        int64_t counts[2][CELLS];
        count_classes(y, sizes);
        for (int way = 0; way < 2; ++way) {
            const uint8_t categorical[COLUMNS] = {0, 1};
            float values[EDGES];
            int64_t starts[COLUMNS + 1] = {0};
            memset(edges[way], 0, sizeof edges[way]);
            if (round % 2 == 0) {
                ifc2f_quantile_edges(&columns[way], 0, COLUMNS, BINS, edges[way], n_edges[way], work);
            } else {
                ifc2f_entropy_edges(&columns[way], 0, 2, y, sizes, CLASSES, NULL, 0, BINS, edges[way], n_edges[way],
                                    work);
                ifc2f_entropy_edges(&columns[way], 2, COLUMNS, y, sizes, CLASSES, NULL, 0, BINS, edges[way],
                                    n_edges[way], work);
            }
            for (size_t c = 0; c < COLUMNS; ++c) {
                for (int32_t i = 0; i < n_edges[way][c]; ++i) {
                    values[starts[c] + i] = edges[way][c * (BINS - 1) + (size_t)i];
                }
                starts[c + 1] = starts[c] + n_edges[way][c];
            }
            ifc2f_codes(&columns[way], 0, COLUMNS, values, starts, categorical, codes[way]);
            memset(counts[way], 0, sizeof counts[way]);
            ifc2f_bin_counts(&columns[way], 0, COLUMNS, values, starts, categorical, y, sizes, BINS, CLASSES,
                             counts[way]);
            ifc2f_ranges(&columns[way], 0, COLUMNS, lows[way], highs[way]);
        }
        int64_t by_codes[CELLS] = {0};
        ifc2f_class_counts(codes[0], ROWS, 0, COLUMNS, y, BINS, CLASSES, by_codes);
        CHECK(memcmp(edges[0], edges[1], sizeof edges[0]) == 0);
        CHECK(memcmp(n_edges[0], n_edges[1], sizeof n_edges[0]) == 0);
        CHECK(memcmp(codes[0], codes[1], sizeof codes[0]) == 0);
        CHECK(memcmp(counts[0], counts[1], sizeof counts[0]) == 0);
        CHECK(memcmp(counts[0], by_codes, sizeof by_codes) == 0);
        for (size_t c = 0; c < COLUMNS; ++c) {
            CHECK(lows[0][c] >= lows[1][c] && lows[0][c] <= lows[1][c]);
            CHECK(highs[0][c] >= highs[1][c] && highs[0][c] <= highs[1][c]);
            CHECK(isinf(lows[0][c]) || lows[0][c] <= highs[0][c]);
        }
        free(sparse);
        free(matrix);
    }
    free(work);
}

/* With many rows the expectation of n MI is (rows - 1)(columns - 1) / 2, up to what vanishes with n; above a million rows
 * in a cell it is computed in another way, and neither that nor 2^40 rows take long. */
static void test_ami_of_many_rows(void)
{
    for (int shift = 12; shift <= 36; ++shift) {
        const int64_t few[6] = {3, 1, 2, 5, 4, 1};
        int64_t table[6];
        int64_t work[2 * (2 + 3)];
        double rows[2] = {0.0, 0.0};
        double columns[3] = {0.0, 0.0, 0.0};
        double n = 0.0;
        double information = 0.0;
        double entropies = 0.0;
        for (size_t i = 0; i < 6; ++i) {
            table[i] = few[i] << shift;
            rows[i / 3] += (double)table[i];
            columns[i % 3] += (double)table[i];
            n += (double)table[i];
        }
        for (size_t i = 0; i < 6; ++i) {
            const double cell = (double)table[i];
            information += cell / n * log(cell * n / (rows[i / 3] * columns[i % 3]));
        }
        for (size_t i = 0; i < 5; ++i) {
            const double share = (i < 2 ? rows[i] : columns[i - 2]) / n;
            entropies -= share * log(share);
        }
        const double by_chance = 1.0 / n;
        const double expected = (information - by_chance) / (entropies / 2.0 - by_chance);
        const double score = ifc2f_ami(table, 2, 3, IFC2F_AVERAGE_MEAN, NULL, 0, work);
        CHECK_NEAR(score, expected, 20.0 / n / n + 1e-12);
    }
}

/* A column as a histogram of its values, by class, has the edges of the column itself. */
static void test_histograms(void)
{
    enum { BINS = 5 };
    int64_t *work = allocate(ifc2f_count_work(ROWS, CLASSES), sizeof(int64_t));
    for (int round = 0; round < 50; ++round) {
        int32_t y[ROWS];
        float *matrix = random_matrix(y);
        const ifc2f_columns columns = dense(matrix, ROWS, COLUMNS);
        int64_t sizes[CLASSES];
        count_classes(y, sizes);
        for (size_t c = 0; c < COLUMNS; ++c) {
            float values[ROWS];
            int32_t classes[ROWS];
            int64_t weights[ROWS];
            int64_t present[CLASSES] = {0};
            size_t n = 0;
            size_t n_rows = 0;
            for (size_t r = 0; r < ROWS; ++r) { /* insert in ascending order, equal values and classes together */
                const float value = matrix[r * COLUMNS + c];
                if (isnan(value)) {
                    continue;
                }
                n_rows += 1;
                present[y[r]] += 1;
                size_t at = 0;
                while (at < n && (values[at] < value || (values[at] <= value && classes[at] < y[r]))) {
                    at += 1;
                }
                if (at < n && values[at] <= value && classes[at] == y[r]) {
                    weights[at] += 1;
                    continue;
                }
                for (size_t i = n; i > at; --i) {
                    values[i] = values[i - 1];
                    classes[i] = classes[i - 1];
                    weights[i] = weights[i - 1];
                }
                values[at] = value;
                classes[at] = y[r];
                weights[at] = 1;
                n += 1;
            }
            const int64_t starts[2] = {0, (int64_t)n};
            const int32_t itself[CLASSES] = {0, 1, 2};
            const ifc2f_columns histogram = {values, classes, starts, weights, n_rows, 1};
            float edges[2][BINS * COLUMNS];
            int32_t n_edges[2][COLUMNS];
            const size_t mine = c * (BINS - 1);
            ifc2f_quantile_edges(&columns, c, c + 1, BINS, edges[0], n_edges[0], work);
            ifc2f_quantile_edges(&histogram, 0, 1, BINS, edges[1], n_edges[1], work);
            CHECK(n_edges[0][c] == n_edges[1][0]);
            CHECK(memcmp(edges[0] + mine, edges[1], (size_t)n_edges[1][0] * sizeof(float)) == 0);
            ifc2f_entropy_edges(&columns, c, c + 1, y, sizes, CLASSES, NULL, 0, BINS, edges[0], n_edges[0], work);
            ifc2f_entropy_edges(&histogram, 0, 1, itself, present, CLASSES, NULL, 0, BINS, edges[1], n_edges[1], work);
            CHECK(n_edges[0][c] == n_edges[1][0]);
            CHECK(memcmp(edges[0] + mine, edges[1], (size_t)n_edges[1][0] * sizeof(float)) == 0);
        }
        free(matrix);
    }
    free(work);
}

static void test_codes(void)
{
    const float values[] = {1.0f, 2.0f, 3.0f, 10.0f, 20.0f};
    const int64_t starts[] = {0, 3, 5, 5};
    const uint8_t categorical[] = {0, 1, 0};
    const float matrix[] = {
        0.0f, 10.0f, 5.0f, 1.0f, 20.0f, NAN,  2.5f,     15.0f, -1.0f,
        3.0f, 5.0f,  0.0f, NAN,  NAN,   0.0f, INFINITY, 25.0f, 1.0f,
    };
    const uint8_t expected[] = {0, 1, 2, 3, 255, 3, 0, 1, 255, 255, 255, 255, 0, 255, 0, 0, 0, 0};
    uint8_t codes[18];
    const ifc2f_columns columns = dense(matrix, 6, 3);
    ifc2f_codes(&columns, 0, 3, values, starts, categorical, codes);
    CHECK(memcmp(codes, expected, sizeof codes) == 0);

    /* Many edges, looked up by halving. */
    float edges[254];
    const int64_t all[] = {0, 254};
    for (int i = 0; i < 254; ++i) {
        edges[i] = (float)i;
    }
    for (int i = -1; i < 255; ++i) {
        const float value = (float)i;
        const float above = (float)i + 0.5f;
        const ifc2f_columns at_edge = dense(&value, 1, 1);
        const ifc2f_columns past_edge = dense(&above, 1, 1);
        ifc2f_codes(&at_edge, 0, 1, edges, all, categorical, codes);
        CHECK(codes[0] == (i < 253 ? i + 1 : 254));
        ifc2f_codes(&past_edge, 0, 1, edges, all, categorical, codes);
        CHECK(codes[0] == (i < 253 ? i + 1 : 254));
    }
}

/* ---- Counts ----------------------------------------------------------------------------------------------------- */

enum { VALUES = 4, FEATURES = 5, PAIRS = FEATURES * FEATURES };

static void test_counts_and_information(void)
{
    enum { TABLE = VALUES * CLASSES, SQUARE = VALUES * VALUES * CLASSES };
    double *logs = log_table(ROWS + 1);
    for (int round = 0; round < 20; ++round) {
        int32_t y[ROWS];
        uint8_t codes[FEATURES * ROWS];
        int32_t pairs[2 * PAIRS];
        int64_t features[FEATURES * TABLE] = {0};
        int64_t joint[PAIRS * SQUARE] = {0};
        double cmi[PAIRS];
        double again[PAIRS];
        for (size_t r = 0; r < ROWS; ++r) {
            y[r] = (int32_t)draw(CLASSES);
            for (size_t f = 0; f < FEATURES; ++f) { /* a few codes are no bins: 4 .. 5 and the missing one */
                codes[f * ROWS + r] = draw(10) == 0 ? IFC2F_CODE_MISSING : (uint8_t)draw(VALUES + 2);
            }
        }
        for (int32_t p = 0; p < PAIRS; ++p) {
            pairs[2 * p] = p / FEATURES;
            pairs[2 * p + 1] = p % FEATURES;
        }
        ifc2f_class_counts(codes, ROWS, 0, 2, y, VALUES, CLASSES, features);
        ifc2f_class_counts(codes, ROWS, 2, FEATURES, y, VALUES, CLASSES, features);
        ifc2f_pair_counts(codes, ROWS, pairs, 0, 7, y, VALUES, CLASSES, joint);
        ifc2f_pair_counts(codes, ROWS, pairs, 7, PAIRS, y, VALUES, CLASSES, joint);
        ifc2f_cmi(joint, 0, PAIRS, VALUES, CLASSES, logs, ROWS + 1, cmi);
        ifc2f_cmi(joint, 0, PAIRS, VALUES, CLASSES, NULL, 0, again);
        for (size_t p = 0; p < PAIRS; ++p) {
            const uint8_t *a = codes + (size_t)pairs[2 * p] * ROWS;
            const uint8_t *b = codes + (size_t)pairs[2 * p + 1] * ROWS;
            double information = 0.0;
            double n = 0.0;
            for (size_t r = 0; r < ROWS; ++r) {
                double abc = 0.0;
                double ac = 0.0;
                double bc = 0.0;
                double c = 0.0;
                if (a[r] >= VALUES || b[r] >= VALUES) {
                    continue;
                }
                for (size_t s = 0; s < ROWS; ++s) {
                    const int here = a[s] < VALUES && b[s] < VALUES && y[s] == y[r];
                    abc += here && a[s] == a[r] && b[s] == b[r];
                    ac += here && a[s] == a[r];
                    bc += here && b[s] == b[r];
                    c += here;
                }
                const size_t cell = ((size_t)a[r] * VALUES + b[r]) * CLASSES + (size_t)y[r];
                CHECK_NEAR((double)joint[p * SQUARE + cell], abc, 0.0);
                information += log(abc * c / (ac * bc));
                n += 1.0;
            }
            CHECK_NEAR(cmi[p], information / n, 1e-12);
            CHECK_NEAR(cmi[p], again[p], 0.0);
        }
        for (size_t f = 0; f < FEATURES; ++f) { /* a feature with itself counts it alone, and its sum is all present */
            int64_t n = 0;
            for (size_t v = 0; v < VALUES; ++v) {
                for (size_t c = 0; c < CLASSES; ++c) {
                    const size_t cell = (v * VALUES + v) * CLASSES + c;
                    CHECK(features[f * TABLE + v * CLASSES + c] == joint[f * (FEATURES + 1) * SQUARE + cell]);
                    n += features[f * TABLE + v * CLASSES + c];
                }
            }
            for (size_t r = 0; r < ROWS; ++r) {
                n -= codes[f * ROWS + r] < VALUES;
            }
            CHECK(n == 0);
        }
    }
    free(logs);
    const int64_t nothing[8] = {0};
    double zero = 1.0;
    ifc2f_cmi(nothing, 0, 1, 2, 2, NULL, 0, &zero);
    CHECK_NEAR(zero, 0.0, 0.0);
}

/* Counts of all pairs from groups are those of pairs one by one; `values` and `slots` as the columns have them. */
static void check_all_pairs(size_t n_rows, size_t n_features, const uint32_t *n_values, uint32_t missing_in,
                            size_t n_classes, size_t most_slots)
{
    size_t largest = 0;
    for (size_t f = 0; f < n_features; ++f) {
        largest = n_values[f] > largest ? n_values[f] : largest;
    }
    const size_t table = largest * largest * n_classes;
    const size_t n_pairs = n_features * (n_features - 1) / 2;
    uint8_t *codes = allocate(n_features * n_rows, 1);
    int32_t *y = allocate(n_rows, sizeof(int32_t));
    int32_t *rows = allocate(n_rows, sizeof(int32_t));
    int32_t *pairs = allocate(2 * n_pairs, sizeof(int32_t));
    int64_t *bounds = allocate(n_classes + 1, sizeof(int64_t));
    int32_t *starts = allocate(n_features + 1, sizeof(int32_t));
    int32_t *values = allocate(n_features, sizeof(int32_t));
    int32_t *slots = allocate(n_features, sizeof(int32_t));
    int64_t *one_by_one = allocate(n_pairs * table, sizeof(int64_t));
    int64_t *together = allocate(n_pairs * table, sizeof(int64_t));
    uint16_t *work = allocate(IFC2F_PAIR_WORK, sizeof(uint16_t));
    size_t at = 0;
    for (size_t r = 0; r < n_rows; ++r) {
        y[r] = (int32_t)draw((uint32_t)n_classes);
    }
    for (size_t k = 0; k < n_classes; ++k) {
        bounds[k] = (int64_t)at;
        for (size_t r = 0; r < n_rows; ++r) {
            if (y[r] == (int32_t)k) {
                rows[at] = (int32_t)r;
                at += 1;
            }
        }
    }
    bounds[n_classes] = (int64_t)at;
    size_t n_groups = 0;
    size_t size = most_slots + 1;
    for (size_t f = 0; f < n_features; ++f) {
        const int has_missing = missing_in != 0 && f % missing_in == 0;
        values[f] = (int32_t)n_values[f];
        slots[f] = values[f] + has_missing;
        size *= (size_t)slots[f];
        if (size > most_slots) {
            starts[n_groups] = (int32_t)f;
            n_groups += 1;
            size = (size_t)slots[f];
        }
        for (size_t r = 0; r < n_rows; ++r) {
            const uint32_t code = has_missing && draw(9) == 0 ? IFC2F_CODE_MISSING : draw(n_values[f]);
            codes[f * n_rows + r] = (uint8_t)code;
        }
    }
    starts[n_groups] = (int32_t)n_features;
    size_t p = 0;
    for (size_t i = 0; i < n_features; ++i) {
        for (size_t j = i + 1; j < n_features; ++j, ++p) {
            pairs[2 * p] = (int32_t)i;
            pairs[2 * p + 1] = (int32_t)j;
        }
    }
    uint8_t *joined = allocate(n_groups * n_rows, 1);
    const ifc2f_groups groups = {joined, starts, values, slots, bounds, n_rows, n_features, n_groups, n_classes};
    memset(one_by_one, 0, n_pairs * table * sizeof(int64_t));
    memset(together, 0, n_pairs * table * sizeof(int64_t));
    ifc2f_pair_counts(codes, n_rows, pairs, 0, n_pairs, y, largest, n_classes, one_by_one);
    ifc2f_join_codes(&groups, codes, rows, 0, n_groups, joined);
    const size_t middle = n_groups / 2;
    ifc2f_all_pair_counts(&groups, 0, 0, middle, largest, together, work);
    ifc2f_all_pair_counts(&groups, 0, middle, n_groups, largest, together, work);
    CHECK(memcmp(one_by_one, together, n_pairs * table * sizeof(int64_t)) == 0);
    const size_t first = (size_t)starts[middle]; /* the counts of the later groups alone */
    const size_t n_before = first * (2 * n_features - first - 1) / 2;
    memset(together, 0, (n_pairs - n_before) * table * sizeof(int64_t));
    ifc2f_all_pair_counts(&groups, middle, middle, n_groups, largest, together, work);
    CHECK(memcmp(one_by_one + n_before * table, together, (n_pairs - n_before) * table * sizeof(int64_t)) == 0);
    free(work);
    free(joined);
    free(together);
    free(one_by_one);
    free(slots);
    free(values);
    free(starts);
    free(bounds);
    free(pairs);
    free(rows);
    free(y);
    free(codes);
}

/* The same counts from bit sets, rows of class k at bits from 64 * words[k] on, with wide words and without. */
static void check_bit_sets(size_t n_rows, size_t n_features, const uint32_t *n_values, uint32_t missing_in,
                           size_t n_classes)
{
    size_t largest = 0;
    for (size_t f = 0; f < n_features; ++f) {
        largest = n_values[f] > largest ? n_values[f] : largest;
    }
    const size_t table = largest * largest * n_classes;
    const size_t n_pairs = n_features * (n_features - 1) / 2;
    uint8_t *codes = allocate(n_features * n_rows, 1);
    int32_t *y = allocate(n_rows, sizeof(int32_t));
    int64_t *positions = allocate(n_rows, sizeof(int64_t));
    int32_t *pairs = allocate(2 * n_pairs, sizeof(int32_t));
    int32_t *starts = allocate(n_features + 1, sizeof(int32_t));
    int32_t *values = allocate(n_features, sizeof(int32_t));
    int64_t *words = allocate(n_classes + 1, sizeof(int64_t));
    int64_t *counts = allocate(n_features * largest * n_classes, sizeof(int64_t));
    int64_t *expected = allocate(n_pairs * table, sizeof(int64_t));
    int64_t *found = allocate(n_pairs * table, sizeof(int64_t));
    for (size_t r = 0; r < n_rows; ++r) {
        y[r] = (int32_t)draw((uint32_t)n_classes);
    }
    words[0] = 0;
    for (size_t k = 0; k < n_classes; ++k) {
        int64_t n = 0;
        for (size_t r = 0; r < n_rows; ++r) {
            if (y[r] == (int32_t)k) {
                positions[r] = 64 * words[k] + n;
                n += 1;
            }
        }
        words[k + 1] = words[k] + (n + 511) / 512 * IFC2F_SET_WORDS;
    }
    starts[0] = 0;
    for (size_t f = 0; f < n_features; ++f) {
        const int has_missing = missing_in != 0 && f % missing_in == 0;
        values[f] = (int32_t)n_values[f];
        starts[f + 1] = starts[f] + values[f] - !has_missing;
        for (size_t r = 0; r < n_rows; ++r) {
            const uint32_t code = has_missing && draw(9) == 0 ? IFC2F_CODE_MISSING : draw(n_values[f]);
            codes[f * n_rows + r] = (uint8_t)code;
        }
    }
    size_t p = 0;
    for (size_t i = 0; i < n_features; ++i) {
        for (size_t j = i + 1; j < n_features; ++j, ++p) {
            pairs[2 * p] = (int32_t)i;
            pairs[2 * p + 1] = (int32_t)j;
        }
    }
    const size_t n_words = (size_t)words[n_classes];
    const size_t n_all = ((size_t)starts[n_features] + IFC2F_SETS_AT_ONCE) * n_words;
    uint64_t *bits = allocate(n_all, sizeof(uint64_t));
    memset(bits, 0, n_all * sizeof(uint64_t));
    memset(counts, 0, n_features * largest * n_classes * sizeof(int64_t));
    memset(expected, 0, n_pairs * table * sizeof(int64_t));
    ifc2f_class_counts(codes, n_rows, 0, n_features, y, largest, n_classes, counts);
    ifc2f_pair_counts(codes, n_rows, pairs, 0, n_pairs, y, largest, n_classes, expected);
    const ifc2f_bit_sets sets = {bits, starts, values, counts, words, n_words, n_features, largest, n_classes};
    ifc2f_fill_bit_sets(&sets, codes, n_rows, positions, 0, n_features, bits);
    uint32_t *work = allocate(ifc2f_bit_set_work(&sets), sizeof(uint32_t));
    for (int32_t wide = 0; wide <= ifc2f_counts_wide_words(); ++wide) {
        const size_t middle = n_features / 2;
        memset(found, 0xA5, n_pairs * table * sizeof(int64_t));
        ifc2f_bit_set_pair_counts(&sets, 0, 0, middle, wide, found, work);
        ifc2f_bit_set_pair_counts(&sets, 0, middle, n_features, wide, found, work);
        CHECK(memcmp(expected, found, n_pairs * table * sizeof(int64_t)) == 0);
        const size_t n_before = middle * (2 * n_features - middle - 1) / 2;
        ifc2f_bit_set_pair_counts(&sets, middle, middle, n_features, wide, found, work);
        CHECK(memcmp(expected + n_before * table, found, (n_pairs - n_before) * table * sizeof(int64_t)) == 0);
    }
    free(work);
    free(bits);
    free(found);
    free(expected);
    free(counts);
    free(words);
    free(values);
    free(starts);
    free(pairs);
    free(positions);
    free(y);
    free(codes);
}

static void test_all_pairs(void)
{
    const uint32_t sizes[][6] = {{2, 3, 4, 1, 5, 2}, {255, 2, 3, 255, 1, 7}, {10, 10, 10, 10, 10, 10}};
    for (int i = 0; i < 3; ++i) {
        for (uint32_t missing_in = 0; missing_in < 4; ++missing_in) {
            check_all_pairs(400, 6, sizes[i], missing_in, 3, 128);
            check_bit_sets(1100, 6, sizes[i], missing_in, 2);
            check_bit_sets(400, 6, sizes[i], missing_in, 3);
            check_bit_sets(50, 6, sizes[i], missing_in, 1);
            check_all_pairs(50, 6, sizes[i], missing_in, 2, 256);
            check_all_pairs(50, 6, sizes[i], missing_in, 1, 1);
            check_all_pairs(0, 6, sizes[i], missing_in, 1, 30);
        }
    }
    const uint32_t constant[3] = {1, 1, 2}; /* more rows of one value than 16 bits hold */
    check_all_pairs(150000, 3, constant, 2, 1, 128);
}

/* Scores of tables are those of single tables, except that a single value scores 0 even with a single class. */
static void test_ami_counts(void)
{
    const int64_t counts[] = {3, 1, 0, 4, 0, 0, 8, 0, 0, 5, 1, 5};
    int64_t work[2 * (2 + 2)];
    double scores[3];
    ifc2f_ami_counts(counts, 0, 3, 2, 2, IFC2F_AVERAGE_MEAN, NULL, 0, scores, work);
    CHECK_NEAR(scores[0], ifc2f_ami(counts, 2, 2, IFC2F_AVERAGE_MEAN, NULL, 0, work), 0.0);
    CHECK_NEAR(scores[1], 0.0, 0.0);
    CHECK_NEAR(ifc2f_ami(counts + 4, 2, 2, IFC2F_AVERAGE_MEAN, NULL, 0, work), 1.0, 0.0);
    CHECK_NEAR(scores[2], ifc2f_ami(counts + 8, 2, 2, IFC2F_AVERAGE_MEAN, NULL, 0, work), 0.0);
}

int main(void)
{
    test_log();
    test_exp();
    test_ami_against_permutations();
    test_ami_limits();
    test_ami_values();
    test_compressed_columns();
    test_histograms();
    test_ami_of_many_rows();
    test_edges();
    test_known_edges();
    test_codes();
    test_counts_and_information();
    test_all_pairs();
    test_ami_counts();
    printf("test_count: %d checks, %d failed\n", n_checks, n_failures);
    return n_failures == 0 ? 0 : 1;
}
