/* What numbers have in common is found again, and gives tables that are distributions, whatever was counted. */
#include "columns.h"
#include "ifc2f_factor.h"
#include "ifc2f_smooth.h"

enum { MOST_NUMBERS = 9, MOST_VALUES = 12, MOST_CLASSES = 3 };

static double common(const double *loadings, size_t i, size_t j, size_t n_classes, size_t c)
{
    const double *a = loadings + 2 * (i * n_classes + c);
    const double *b = loadings + 2 * (j * n_classes + c);
    return a[0] * b[0] + a[1] * b[1];
}

/* Loadings of numbers that correlate so, in every class; none is NaN or explains more than there is. */
static double *found_loadings(const double *correlation, size_t n, size_t n_classes, double n_rows)
{
    double *products = doubles(n * n * n_classes);
    double *rows = doubles(n * n * n_classes);
    double *loadings = doubles(2 * n * n_classes);
    double *work = doubles(2 * n * n + 4 * n);
    for (size_t at = 0; at < n * n * n_classes; ++at) {
        products[at] = n_rows * correlation[at / n_classes];
        rows[at] = n_rows;
    }
    ifc2f_factor_loadings(products, rows, n, n_classes, loadings, work);
    for (size_t i = 0; i < n * n_classes; ++i) {
        const double explained = loadings[2 * i] * loadings[2 * i] + loadings[2 * i + 1] * loadings[2 * i + 1];
        CHECK(explained >= 0.0 && explained < 0.98);
    }
    free(products);
    free(rows);
    free(work);
    return loadings;
}

static void check_found(const double *correlation, size_t n, double tolerance)
{
    for (size_t n_classes = 1; n_classes <= MOST_CLASSES; ++n_classes) {
        double *loadings = found_loadings(correlation, n, n_classes, 1e9);
        for (size_t c = 0; c < n_classes; ++c) {
            for (size_t i = 0; i < n; ++i) {
                for (size_t j = i + 1; j < n; ++j) {
                    CHECK_NEAR(common(loadings, i, j, n_classes, c), correlation[i * n + j], tolerance);
                }
            }
        }
        free(loadings);
    }
}

/* Correlations that two factors make. */
static void test_known_loadings(void)
{
    for (size_t n = 5; n <= MOST_NUMBERS; ++n) {
        for (int trial = 0; trial < 20; ++trial) {
            double made[2 * MOST_NUMBERS];
            double correlation[MOST_NUMBERS * MOST_NUMBERS];
            for (size_t i = 0; i < 2 * n; ++i) {
                made[i] = 1.2 * uniform() - 0.6; /* at most 0.72 of the variance is explained */
            }
            for (size_t at = 0; at < n * n; ++at) {
                correlation[at] = common(made, at / n, at % n, 1, 0);
            }
            check_found(correlation, n, 0.02);
        }
    }
}

/* Three numbers have three correlations, which two factors can always make, and one often cannot. */
static void test_three_numbers(void)
{
    static const double pairs[][3] = {{0.3, -0.3, 0.3}, {0.8, 0.1, 0.5}, {0.6, 0.5, 0.4}, {-0.5, 0.4, 0.1}, {-0.2, -0.3, -0.4}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; ++i) {
        const double *r = pairs[i];
        const double correlation[9] = {1.0, r[0], r[1], r[0], 1.0, r[2], r[1], r[2], 1.0};
        check_found(correlation, 3, 0.02);
    }
}

/* Pairs apart from all others, each with another sign: no direction is missed because of where the search begins. */
static void test_apart(void)
{
    for (size_t n = 3; n <= MOST_NUMBERS; ++n) {
        for (size_t i = 0; i < n; ++i) {
            for (size_t j = i + 1; j < n; ++j) {
                double correlation[MOST_NUMBERS * MOST_NUMBERS] = {0.0};
                correlation[i * n + j] = -0.7;
                check_found(correlation, n, 0.02);
            }
        }
    }
}

/* No rows; all numbers the same; too few rows to tell; products that are none of correlations. */
static void test_degenerate_products(void)
{
    static const double rows[] = {0.0, 1.0, 2.0, 3.0, 1e300};
    static const double sizes[] = {0.0, 1.0, -1.0, 1e30, -1e30};
    for (size_t n = 1; n <= MOST_NUMBERS; ++n) {
        for (size_t i = 0; i < 25; ++i) {
            double correlation[MOST_NUMBERS * MOST_NUMBERS];
            for (size_t at = 0; at < n * n; ++at) {
                correlation[at] = sizes[i / 5];
            }
            free(found_loadings(correlation, n, 1 + n % MOST_CLASSES, rows[i % 5]));
        }
    }
    const double same[9] = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
    double *loadings = found_loadings(same, 3, 1, 1e9);
    CHECK(common(loadings, 0, 1, 1, 0) > 0.95 && common(loadings, 1, 2, 1, 0) > 0.95);
    free(loadings);
}

/* Distributions of a number in each class: some bins of next to no probability, or all in one bin. */
static void fill_alone(double *alone, size_t n_values, size_t n_classes, uint32_t kind)
{
    for (size_t c = 0; c < n_classes; ++c) {
        const size_t only = draw((uint32_t)n_values);
        double sum = 0.0;
        for (size_t v = 0; v < n_values; ++v) {
            double share = 0.01 + uniform();
            if (kind == 1 || (kind == 2 && draw(2) == 0)) {
                share = v == only ? 1.0 : 1e-14;
            }
            alone[v * n_classes + c] = share;
            sum += share;
        }
        for (size_t v = 0; v < n_values; ++v) {
            alone[v * n_classes + c] /= sum;
        }
    }
}

/* Each value of the factor leaves a distribution; averaged over them it is what the number has alone, if that is spread. */
static void check_table(const double *alone, size_t n_values, size_t n_classes, size_t n_given, const double *table, int is_spread)
{
    for (size_t c = 0; c < n_classes; ++c) {
        for (size_t h = 0; h < n_given; ++h) {
            double sum = 0.0;
            for (size_t v = 0; v < n_values; ++v) {
                const double p = table[(h * n_values + v) * n_classes + c];
                CHECK(p >= 0.0 && p <= 1.0);
                sum += p;
            }
            CHECK_NEAR(sum, 1.0, 1e-12);
        }
        for (size_t v = 0; is_spread && v < n_values; ++v) {
            double mean = 0.0;
            for (size_t h = 0; h < n_given; ++h) {
                mean += table[(h * n_values + v) * n_classes + c] / (double)n_given;
            }
            CHECK_NEAR(mean, alone[v * n_classes + c], 3e-3);
        }
    }
}

static void test_tables(void)
{
    for (uint32_t trial = 0; trial < 200; ++trial) {
        const size_t V = 2 + draw(MOST_VALUES - 1);
        const size_t L = 1 + draw(MOST_CLASSES);
        double *alone = doubles(V * L);
        const size_t n_stretches = 4 + trial % 4; /* training cuts into 4 or 5 */
        const size_t n_given = n_stretches * n_stretches;
        double *table = doubles(n_given * V * L);
        double *work = doubles(ifc2f_factor_work(V, n_stretches));
        double loadings[2 * MOST_CLASSES];
        fill_alone(alone, V, L, trial % 3);
        for (size_t c = 0; c < L; ++c) {
            const double size = trial % 5 == 0 ? 0.0 : trial % 5 == 1 ? 0.97 : 0.97 * uniform();
            const double share = uniform();
            loadings[2 * c] = sqrt(size * share);
            loadings[2 * c + 1] = -sqrt(size * (1.0 - share));
        }
        ifc2f_factor_table(alone, V, L, loadings, n_stretches, table, work);
        check_table(alone, V, L, n_given, table, trial % 3 == 0);
        for (size_t at = 0; trial % 15 == 0 && at < n_given * V * L; ++at) { /* nothing in common: what it has alone */
            CHECK_NEAR(table[at], alone[at % (V * L)], 1e-9);
        }
        free(alone);
        free(table);
        free(work);
    }
}

/* From counts: what binning takes of a correlation is given back, and whatever was counted gives numbers. */
static void test_counts(void)
{
    enum { V = 6, L = 2 };
    static int64_t counts[V * V * L];
    double alone[V * L];
    double scores[V * L];
    double work[2 * V + 1];
    double products[L];
    double rows[L];
    const double r = 0.6;
    double cuts[V + 1] = {-8.0, -0.9, -0.4, 0.1, 0.5, 1.3, 8.0};
    for (size_t v = 0; v < V; ++v) {
        alone[v * L] = ifc2f_normal_below(cuts[v + 1]) - ifc2f_normal_below(cuts[v]);
        alone[v * L + 1] = v == 2 ? 1.0 : 0.0; /* constant */
    }
    ifc2f_unit_scores(alone, V, L, scores, work);
    for (int i = 0; i < 40000; ++i) { /* first scores at equal steps of probability, seconds given them */
        const double first = ifc2f_normal_quantile((0.5 + i % 200) / 200.0);
        const double second = r * first + sqrt(1.0 - r * r) * ifc2f_normal_quantile((0.5 + i / 200) / 200.0);
        size_t u = 0;
        size_t v = 0;
        while (first >= cuts[u + 1]) {
            ++u;
        }
        while (second >= cuts[v + 1]) {
            ++v;
        }
        ++counts[(u * V + v) * L];
        ++counts[(2 * V + 2) * L + 1];
    }
    ifc2f_score_products(counts, V, V, L, scores, scores, products, rows);
    CHECK_NEAR(rows[0], 40000.0, 0.0);
    CHECK_NEAR(products[0] / rows[0], r, 0.03);
    CHECK_NEAR(products[1] / rows[1], 0.0, 1e-9);
    memset(counts, 0, sizeof counts);
    ifc2f_score_products(counts, V, V, L, scores, scores, products, rows);
    CHECK_NEAR(fabs(products[0]) + fabs(products[1]) + rows[0] + rows[1], 0.0, 0.0);
}

int main(void)
{
    test_known_loadings();
    test_three_numbers();
    test_apart();
    test_degenerate_products();
    test_tables();
    test_counts();
    return check_report("test_loadings");
}
