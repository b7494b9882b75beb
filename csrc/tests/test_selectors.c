/* Selecting features: SAOLA, conditional independence and alpha-investing, against brute force. */
#include "buffers.h"
#include "check.h"
#include "ifc2f_baselines.h"

static void test_centring(void)
{
    enum { ROWS = 7, COLUMNS = 3 };
    double *columns = doubles(ROWS * COLUMNS);
    double *target = doubles(ROWS);
    double *totals = doubles(COLUMNS);
    double *squares = doubles(COLUMNS);
    double *products = doubles(COLUMNS);
    for (size_t i = 0; i < ROWS; i++) {
        target[i] = (double)i - 3.0;
        columns[i] = (double)(i * i);
        columns[ROWS + i] = 0.1; /* its mean need not be 0.1 */
        columns[2 * ROWS + i] = 2.0 * (double)i;
    }
    ifc2f_centre_columns(columns, ROWS, COLUMNS, target, totals, squares, products);
    CHECK(close_to(totals[0], 91.0));
    CHECK(close_to(squares[0], 2275.0 - 91.0 * 91.0 / 7.0));
    CHECK(close_to(products[2], 56.0));
    CHECK(squares[1] == 0.0 && products[1] == 0.0 && columns[ROWS + 4] == 0.0);
    ifc2f_column_products(columns + 2 * ROWS, columns, ROWS, COLUMNS, totals);
    CHECK(close_to(totals[2], squares[2]));
    CHECK(totals[1] == 0.0);
    free(columns);
    free(target);
    free(totals);
    free(squares);
    free(products);
}

static void test_saola_keeps_the_older_of_duplicates(void)
{
    enum { ROWS = 8, COLUMNS = 3 };
    double *columns = doubles(ROWS * COLUMNS);
    double *squares = doubles(COLUMNS);
    double *relevance = doubles(COLUMNS);
    size_t *kept = allocate(COLUMNS, sizeof *kept);
    size_t *work = allocate(COLUMNS, sizeof *work);
    for (size_t i = 0; i < ROWS; i++) {
        columns[i] = i % 2 == 0 ? 1.0 : -1.0;
        columns[ROWS + i] = columns[i];
        columns[2 * ROWS + i] = i < ROWS / 2 ? 1.0 : -1.0; /* orthogonal */
    }
    for (size_t j = 0; j < COLUMNS; j++) {
        squares[j] = ROWS;
        relevance[j] = 0.6;
    }
    CHECK(ifc2f_saola(columns, ROWS, 0, COLUMNS, squares, relevance, 0.5, 0.0, 0, kept, work) == 2);
    CHECK(kept[0] == 0 && kept[1] == 2);
    relevance[1] = 0.7; /* the newcomer is better now */
    CHECK(ifc2f_saola(columns, ROWS, 0, COLUMNS, squares, relevance, 0.5, 0.0, 1, kept, work) == 2);
    CHECK(kept[0] == 1 && kept[1] == 2);
    CHECK(ifc2f_saola(columns, ROWS, 1, COLUMNS, squares, relevance, 0.5, 0.0, 1, kept, work) == 2); /* the first kept */
    CHECK(kept[0] == 1 && kept[1] == 2);
    CHECK(ifc2f_saola(columns, ROWS, 2, 2, squares, relevance, 0.5, 0.0, 1, kept, work) == 2); /* no newcomers */
    CHECK(kept[0] == 0 && kept[1] == 1);
    CHECK(ifc2f_saola(columns, ROWS, 0, 0, squares, relevance, 0.5, 0.0, 1, kept, work) == 0);
    free(columns);
    free(squares);
    free(relevance);
    free(kept);
    free(work);
}

/* ---- Conditional independence ---- */

/* Partial covariance by sweeping out one variable after the other. */
static double squared_partial(const double *covariance, size_t n, const size_t *given, size_t n_given, size_t a,
                              size_t b)
{
    double *swept = doubles(n * n);
    memcpy(swept, covariance, n * n * sizeof *swept);
    for (size_t k = 0; k < n_given; k++) {
        const size_t s = given[k];
        double *row = doubles(n);
        memcpy(row, swept + s * n, n * sizeof *row);
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < n; j++) {
                swept[i * n + j] -= row[i] * row[j] / row[s];
            }
        }
        free(row);
    }
    const double r = swept[a * n + b];
    const double squared = r * r / (swept[a * n + a] * swept[b * n + b]);
    free(swept);
    return squared;
}

/* The least squared partial correlation over all subsets of 1 .. max_size (that contain `must`, if not negative). */
static double least_partial(const double *covariance, size_t n, const size_t *given, size_t n_given, int64_t must,
                            size_t max_size)
{
    double least = 2.0;
    for (unsigned mask = 0; mask < 1u << n_given; mask++) {
        size_t subset[8];
        size_t size = 0;
        if (must >= 0) {
            subset[size++] = (size_t)must;
        }
        for (size_t k = 0; k < n_given; k++) {
            if (mask >> k & 1u) {
                subset[size++] = given[k];
            }
        }
        if (size >= 1 && size <= max_size) {
            const double squared = squared_partial(covariance, n, subset, size, 1, 0);
            least = squared < least ? squared : least;
        }
    }
    return least;
}

static void test_any_independent_finds_the_least_partial_correlation(void)
{
    enum { VARIABLES = 7, ROWS = 12 };
    for (int round = 0; round < 60; round++) {
        double *data = doubles(VARIABLES * ROWS);
        double *covariance = doubles(VARIABLES * VARIABLES);
        for (size_t i = 0; i < VARIABLES * ROWS; i++) {
            data[i] = uniform() - 0.5 + (i >= ROWS ? 0.4 * data[i - ROWS] : 0.0);
        }
        for (size_t a = 0; a < VARIABLES; a++) {
            ifc2f_column_products(data + a * ROWS, data, ROWS, VARIABLES, covariance + a * VARIABLES);
        }
        for (size_t n_given = 0; n_given <= VARIABLES - 3; n_given++) {
            for (size_t max_size = 1; max_size <= 4; max_size++) {
                for (int64_t must = -1; must <= 2; must += 3) {
                    size_t *given = allocate(n_given, sizeof *given);
                    for (size_t k = 0; k < n_given; k++) {
                        given[k] = 3 + k;
                    }
                    const double least = least_partial(covariance, VARIABLES, given, n_given, must, max_size);
                    double *work = doubles(ifc2f_any_independent_work(n_given, max_size));
                    double *thresholds = doubles(max_size + 1);
                    for (int above = 0; above < 2; above++) {
                        for (size_t size = 0; size <= max_size; size++) {
                            thresholds[size] = least * (above ? 1.0 + 1e-6 : 1.0 - 1e-6);
                        }
                        CHECK(ifc2f_any_independent(covariance, VARIABLES, 1, 0, given, n_given, must, thresholds,
                                                    max_size, 1e-12, IFC2F_UNDEFINED_SKIPPED,
                                                    work) == (above && least < 1.5));
                    }
                    free(given);
                    free(work);
                    free(thresholds);
                }
            }
        }
        free(data);
        free(covariance);
    }
}

static void test_sets_that_determine_each_other(void)
{
    /* Variables 2 and 3 are one and the same; 1 is independent of 0 given neither of them alone. */
    const double covariance[16] = {4.0, 3.0, 2.0, 2.0, 3.0, 4.0, 1.0, 1.0, 2.0, 1.0, 4.0, 4.0, 2.0, 1.0, 4.0, 4.0};
    const size_t given[2] = {2, 3};
    const double thresholds[3] = {0.1, 0.1, 0.1};
    double *work = doubles(ifc2f_any_independent_work(2, 2));
    CHECK(!ifc2f_any_independent(covariance, 4, 1, 0, given, 2, -1, thresholds, 2,
                                 1e-12, IFC2F_UNDEFINED_SKIPPED, work));
    CHECK(ifc2f_any_independent(covariance, 4, 1, 0, given, 2, -1, thresholds, 2,
                                 0.0, IFC2F_UNDEFINED_INDEPENDENT, work));
    CHECK(ifc2f_any_independent(covariance, 4, 2, 0, given + 1, 1, -1, thresholds, 2,
                                0.0, IFC2F_UNDEFINED_SKIPPED, work));
    free(work);
}

/* ---- Alpha-investing ---- */

static void test_alpha_investing_keeps_what_explains(void)
{
    enum { ROWS = 30, COLUMNS = 4 };
    double *columns = doubles(ROWS * COLUMNS);
    double *residual = doubles(ROWS);
    double *basis = doubles(COLUMNS * ROWS);
    double *work = doubles(ROWS);
    uint8_t *kept = allocate(COLUMNS, 1);
    ifc2f_alpha_state state = {0.5, 0.5, 0.0, 1e-20, ROWS, 0, 0, 1, residual, basis, work, COLUMNS};
    for (size_t i = 0; i < ROWS; i++) {
        columns[i] = 1.0;
        columns[ROWS + i] = uniform();
        columns[2 * ROWS + i] = 3.0 * columns[ROWS + i] - 1.0; /* in the span of the two before */
        columns[3 * ROWS + i] = 0.0;
        residual[i] = 2.0 * columns[ROWS + i] + 0.1 * uniform();
        state.error += residual[i] * residual[i];
    }
    ifc2f_alpha_investing(&state, columns, COLUMNS, kept);
    CHECK(kept[0] == 1 && kept[1] == 1 && kept[2] == 0 && kept[3] == 0);
    CHECK(state.n_kept == 2 && state.position == COLUMNS);
    CHECK(close_to(state.wealth, (0.5 - 0.5 / 4.0 + 0.5) * (1.0 - 1.0 / 6.0) * (1.0 - 1.0 / 8.0)));
    CHECK(state.error < ROWS * 0.01);
    free(columns);
    free(residual);
    free(basis);
    free(work);
    free(kept);
}

int main(void)
{
    test_centring();
    test_saola_keeps_the_older_of_duplicates();
    test_any_independent_finds_the_least_partial_correlation();
    test_sets_that_determine_each_other();
    test_alpha_investing_keeps_what_explains();
    return check_report("test_selectors");
}
