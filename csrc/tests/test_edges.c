/*
 * Bin edges and codes: of dense columns, of compressed ones, and of histograms. The long function keeps a histogram
 * beside the column it is made of.
 */
#include "columns.h"

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
        ifc2f_quantile_edges(&columns, 0, COLUMNS, n_bins, 0, edges, n_edges, work);
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
    ifc2f_quantile_edges(&columns, 0, 1, 5, 0, edges, n_edges, work);
    CHECK(n_edges[0] == 4);
    CHECK(edges[0] > 0.0f && edges[0] <= 1.0f);
    const float runs[3][10] = {
        {0, 0, 0, 1, 1, 1, 1, 1, 1, 2}, {0, 1, 1, 1, 1, 1, 1, 2, 2, 2}, {0, 0, 0, 1, 1, 1, 1, 2, 2, 2}};
    const float nearest[3] = {0.5f, 1.5f, 0.5f}; /* boundaries 3 and 9, 1 and 7, 3 and 7 around the middle, 5 */
    for (int i = 0; i < 3; ++i) {
        const ifc2f_columns run = dense(runs[i], 10, 1);
        ifc2f_quantile_edges(&run, 0, 1, 2, 0, edges, n_edges, work);
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
    ifc2f_quantile_edges(&columns, 0, 1, 2, 0, edges, n_edges, work);
    CHECK(n_edges[0] == 1 && edges[0] > matrix[0] && edges[0] <= matrix[1]);
    matrix[0] = -3.4e38f; /* no overflow on the way to the middle */
    matrix[1] = 3.4e38f;
    ifc2f_quantile_edges(&columns, 0, 1, 2, 0, edges, n_edges, work);
    CHECK(n_edges[0] == 1 && edges[0] >= 0.0f && edges[0] <= 0.0f);
    columns.n_rows = 0;
    ifc2f_quantile_edges(&columns, 0, 1, 2, 1, edges, n_edges, work);
    CHECK(n_edges[0] == 0);
    free(work);
}

static void test_common_values_are_spared(void)
{
    float matrix[100];
    float edges[4];
    int32_t n_edges[1];
    int64_t *work = allocate(ifc2f_count_work(100, 1), sizeof(int64_t));
    const ifc2f_columns columns = dense(matrix, 100, 1);
    for (int i = 0; i < 100; ++i) { /* 96 zeros: no share of five bins is left; 50: half of them; none: all */
        matrix[i] = i < 96 ? 0.0f : (float)i;
    }
    ifc2f_quantile_edges(&columns, 0, 1, 5, 1, edges, n_edges, work);
    CHECK(n_edges[0] == 0);
    ifc2f_quantile_edges(&columns, 0, 1, 5, 0, edges, n_edges, work);
    CHECK(n_edges[0] > 1);
    for (int i = 50; i < 100; ++i) {
        matrix[i] = (float)i;
    }
    ifc2f_quantile_edges(&columns, 0, 1, 4, 1, edges, n_edges, work);
    CHECK(n_edges[0] == 1);
    for (int i = 0; i < 50; ++i) {
        matrix[i] = (float)i;
    }
    ifc2f_quantile_edges(&columns, 0, 1, 5, 1, edges, n_edges, work);
    CHECK(n_edges[0] == 4);
    free(work);
}

static void check_ranges(const float lows[COLUMNS], const float highs[COLUMNS])
{
    for (size_t c = 0; c < COLUMNS; ++c) {
        CHECK(isinf(lows[c]) || lows[c] <= highs[c]);
    }
}

/* Numbers of each column, of which 0 may be -0. */
static void check_same_numbers(const float a[COLUMNS], const float b[COLUMNS])
{
    for (size_t c = 0; c < COLUMNS; ++c) {
        CHECK(a[c] >= b[c] && a[c] <= b[c]);
    }
}

/* Edges, codes, counts and ranges of compressed columns, and of columns by themselves, are those of a matrix, to the bit. */
static void test_columns_alike(void)
{
    enum { BINS = 6, EDGES = (BINS - 1) * COLUMNS, CELLS = BINS * CLASSES * COLUMNS };
    int64_t *work = allocate(ifc2f_count_work(ROWS, CLASSES), sizeof(int64_t));
    for (int round = 0; round < 50; ++round) {
        int32_t y[ROWS];
        float *matrix = random_matrix(y);
        sparse_matrix *sparse = compressed(matrix);
        separate_columns *separate = separated(matrix);
        const ifc2f_columns columns[3] = {dense(matrix, ROWS, COLUMNS), sparse->columns, separate->columns};
        int64_t sizes[CLASSES];
        float edges[3][EDGES];
        int32_t n_edges[3][COLUMNS];
        float lows[3][COLUMNS];
        float highs[3][COLUMNS];
        uint8_t codes[3][ROWS * COLUMNS];
        int64_t counts[3][CELLS];
        count_classes(y, sizes);
        for (int way = 0; way < 3; ++way) {
            const uint8_t categorical[COLUMNS] = {0, 1};
            float values[EDGES];
            int64_t starts[COLUMNS + 1] = {0};
            memset(edges[way], 0, sizeof edges[way]);
            if (round % 2 == 0) {
                ifc2f_quantile_edges(&columns[way], 0, COLUMNS, BINS, 0, edges[way], n_edges[way], work);
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
        CHECK(memcmp(counts[0], by_codes, sizeof by_codes) == 0);
        check_ranges(lows[0], highs[0]);
        for (int way = 1; way < 3; ++way) {
            CHECK(memcmp(edges[0], edges[way], sizeof edges[0]) == 0);
            CHECK(memcmp(n_edges[0], n_edges[way], sizeof n_edges[0]) == 0);
            CHECK(memcmp(codes[0], codes[way], sizeof codes[0]) == 0);
            CHECK(memcmp(counts[0], counts[way], sizeof counts[0]) == 0);
            check_same_numbers(lows[0], lows[way]);
            check_same_numbers(highs[0], highs[way]);
        }
        free(separate);
        free(sparse);
        free(matrix);
    }
    free(work);
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
            const ifc2f_columns histogram = {values, classes, starts, weights, n_rows, 1, NULL};
            float edges[2][BINS * COLUMNS];
            int32_t n_edges[2][COLUMNS];
            const size_t mine = c * (BINS - 1);
            ifc2f_quantile_edges(&columns, c, c + 1, BINS, 0, edges[0], n_edges[0], work);
            ifc2f_quantile_edges(&histogram, 0, 1, BINS, 0, edges[1], n_edges[1], work);
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

/* Edges of both kinds from columns sorted once are those of each kind by itself, whatever the columns are stored in. */
static void test_mixed_edges(void)
{
    enum { COARSE = 4, FINE = 7 };
    int64_t *work = allocate(ifc2f_count_work(ROWS, CLASSES), sizeof(int64_t));
    for (int round = 0; round < 50; ++round) {
        int32_t y[ROWS];
        float *matrix = random_matrix(y);
        sparse_matrix *sparse = compressed(matrix);
        const ifc2f_columns columns[2] = {dense(matrix, ROWS, COLUMNS), sparse->columns};
        int64_t sizes[CLASSES];
        count_classes(y, sizes);
        for (int way = 0; way < 2; ++way) {
            float coarse[2][(COARSE - 1) * COLUMNS] = {{0.0f}};
            float fine[2][(FINE - 1) * COLUMNS] = {{0.0f}};
            int32_t n_coarse[2][COLUMNS];
            int32_t n_fine[2][COLUMNS];
            ifc2f_mixed_edges(&columns[way], 0, COLUMNS, y, sizes, CLASSES, NULL, 0, COARSE, FINE, coarse[0], n_coarse[0],
                              fine[0], n_fine[0], work);
            ifc2f_entropy_edges(&columns[way], 0, COLUMNS, y, sizes, CLASSES, NULL, 0, COARSE, coarse[1], n_coarse[1],
                                work);
            ifc2f_quantile_edges(&columns[way], 0, COLUMNS, FINE, 1, fine[1], n_fine[1], work);
            CHECK(memcmp(coarse[0], coarse[1], sizeof coarse[0]) == 0);
            CHECK(memcmp(fine[0], fine[1], sizeof fine[0]) == 0);
            CHECK(memcmp(n_coarse[0], n_coarse[1], sizeof n_coarse[0]) == 0);
            CHECK(memcmp(n_fine[0], n_fine[1], sizeof n_fine[0]) == 0);
        }
        free(sparse);
        free(matrix);
    }
    free(work);
}

/* The different values of columns, whatever they are stored in: each is there once, and no room beyond what is given is used. */
static void test_distinct(void)
{
    for (int round = 0; round < 20; ++round) {
        int32_t y[ROWS];
        float *matrix = random_matrix(y);
        sparse_matrix *sparse = compressed(matrix);
        separate_columns *separate = separated(matrix);
        const ifc2f_columns columns[3] = {dense(matrix, ROWS, COLUMNS), sparse->columns, separate->columns};
        for (size_t c = 0; c < COLUMNS; ++c) {
            float values[3][ROWS];
            const size_t n = ifc2f_distinct(&columns[0], c, ROWS, values[0]);
            for (int way = 1; way < 3; ++way) {
                CHECK(ifc2f_distinct(&columns[way], c, ROWS, values[way]) == n);
                CHECK(memcmp(values[0], values[way], n * sizeof(float)) == 0);
            }
            for (size_t i = 0; i < n; ++i) {
                CHECK(!signbit(values[0][i]) || values[0][i] < 0.0f);
                CHECK(i == 0 || values[0][i - 1] < values[0][i]);
            }
            for (size_t r = 0; r < ROWS; ++r) {
                size_t n_equal = 0;
                for (size_t i = 0; i < n; ++i) {
                    n_equal += values[0][i] >= matrix[r * COLUMNS + c] && values[0][i] <= matrix[r * COLUMNS + c];
                }
                CHECK(n_equal == !isnan(matrix[r * COLUMNS + c]));
            }
            if (n > 1) {
                float *few = allocate(n - 1, sizeof(float));
                for (int way = 0; way < 3; ++way) {
                    CHECK(ifc2f_distinct(&columns[way], c, n - 1, few) == n);
                }
                free(few);
            }
        }
        free(separate);
        free(sparse);
        free(matrix);
    }
}

/* Whole numbers are rounded as a conversion to float rounds them. */
static void test_whole_numbers(void)
{
    const int32_t small[] = {3, -2, 16777217, 3};
    const int64_t large[] = {INT64_C(1) << 40, -5, 16777219, 7};
    const float expected[2][4] = {{-2.0f, 3.0f, 16777216.0f}, {-5.0f, 7.0f, 16777220.0f, 1099511627776.0f}};
    const ifc2f_cells each[2] = {{small, NULL, 1, IFC2F_CELL_INT32}, {large, NULL, 1, IFC2F_CELL_INT64}};
    const ifc2f_columns columns = {NULL, NULL, NULL, NULL, 4, 2, each};
    for (size_t c = 0; c < 2; ++c) {
        float values[4] = {0.0f};
        CHECK(ifc2f_distinct(&columns, c, 4, values) == 3 + c);
        CHECK(memcmp(values, expected[c], (3 + c) * sizeof(float)) == 0);
    }
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

int main(void)
{
    test_edges();
    test_known_edges();
    test_common_values_are_spared();
    test_columns_alike();
    test_histograms();
    test_mixed_edges();
    test_distinct();
    test_whole_numbers();
    test_codes();
    return check_report("test_edges");
}
