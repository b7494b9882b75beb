/* The kernels of the rival methods: against brute force, in buffers of the exact size, so that a sanitizer sees every
 * step past an end. */
#include "ifc2f_baselines.h"
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *allocate(size_t n, size_t size)
{
    void *memory = malloc(n * size > 0 ? n * size : 1);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

static double *doubles(size_t n)
{
    return allocate(n, sizeof(double));
}

static uint32_t random_state = 1;

/* 0 .. n - 1 */
static uint32_t draw(uint32_t n)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)random_state * n) >> 32);
}

static double uniform(void)
{
    return (double)draw(1u << 30) / (double)(1u << 30);
}

static int close_to(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (1.0 + fabs(b));
}

/* ---- Centring, products, SAOLA ---- */

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

/* ---- Neighbourhoods ---- */

typedef struct neighbour {
    double distance;
    size_t row;
} neighbour;

static int nearer(const void *left, const void *right)
{
    const neighbour *a = left;
    const neighbour *b = right;
    if (a->distance != b->distance) {
        return a->distance < b->distance ? -1 : 1;
    }
    return a->row < b->row ? -1 : a->row > b->row;
}

/* All neighbours sorted, then the rule word for word. */
static double plain_quality(const double *columns, size_t n_rows, const size_t *chosen, size_t n_chosen,
                            const double *weights, const int32_t *labels, int32_t rule, int32_t drop_first, size_t t)
{
    neighbour *all = allocate(n_rows, sizeof *all);
    for (size_t s = 0; s < n_rows; s++) {
        double sum = 0.0;
        for (size_t k = 0; k < n_chosen; k++) {
            const double *column = columns + chosen[k] * n_rows;
            const double difference = column[s] - column[t];
            sum += (difference * weights[chosen[k]]) * difference;
        }
        all[s].distance = sqrt(sum);
        all[s].row = s;
        if (s == t && !drop_first) {
            all[s].distance = -1.0;
        }
    }
    qsort(all, n_rows, sizeof *all, nearer);
    size_t met = 0;
    size_t same = 0;
    double last = all[1].distance;
    const double gap = 1.5 * (all[n_rows - 1].distance - all[1].distance) / ((double)n_rows - 2.0);
    for (size_t j = 1; j < n_rows; j++) {
        const double distance = all[j].distance;
        const double mean_gap = distance / (double)j;
        if (rule == IFC2F_NEIGHBOURS_DENSITY ? !(mean_gap == 0.0 || mean_gap <= last)
                                             : j > 1 && !(distance - last < gap)) {
            break;
        }
        last = rule == IFC2F_NEIGHBOURS_DENSITY ? mean_gap : distance;
        met++;
        same += labels[all[j].row] == labels[t];
    }
    free(all);
    return (double)same / (double)met;
}

static int compare_values(const void *left, const void *right)
{
    const neighbour *a = left;
    const neighbour *b = right;
    return (a->distance > b->distance) - (a->distance < b->distance);
}

static void test_neighbourhoods(void)
{
    static const size_t sizes[] = {2, 3, 4, 20, 300, 1000};
    for (int round = 0; round < 24; round++) {
        const size_t n_rows = sizes[round % 6];
        const uint32_t kind = (uint32_t)round / 6; /* few values, many, a heavy tail, or all the same */
        const size_t n_columns = 1 + draw(6);
        double *columns = doubles(n_rows * n_columns);
        double *weights = doubles(n_columns);
        size_t *chosen = allocate(n_columns, sizeof *chosen);
        int32_t *labels = allocate(n_rows, sizeof *labels);
        double *quality = doubles(n_rows);
        double *of_one = doubles(n_rows);
        double *work = doubles(ifc2f_neighbourhood_work(n_rows));
        double *known = doubles(3);
        neighbour *sorted = allocate(n_rows, sizeof *sorted);
        size_t *order = allocate(n_rows, sizeof *order);
        for (size_t i = 0; i < n_rows * n_columns; i++) {
            const double x = uniform();
            columns[i] = kind == 0 ? (double)draw(3) : kind == 1 ? x : kind == 2 ? exp(40.0 * x) : 5.0;
        }
        for (size_t j = 0; j < n_columns; j++) {
            weights[j] = 0.5 + uniform();
            chosen[j] = n_columns - 1 - j;
        }
        for (size_t i = 0; i < n_rows; i++) {
            labels[i] = (int32_t)draw(3);
            sorted[i].distance = columns[i];
            sorted[i].row = i;
        }
        qsort(sorted, n_rows, sizeof *sorted, compare_values);
        for (size_t i = 0; i < n_rows; i++) {
            order[i] = sorted[i].row;
        }
        for (int32_t rule = 0; rule < 2; rule++) {
            for (int32_t drop_first = 0; drop_first < 2; drop_first++) {
                const size_t done =
                    ifc2f_neighbourhood_quality(columns, n_rows, chosen, n_columns, weights, labels, rule, drop_first,
                                                0, n_rows, HUGE_VAL, quality, work);
                CHECK(done == n_rows);
                const size_t one = 0;
                ifc2f_neighbourhood_quality_1d(columns, n_rows, order, weights[0], labels, 3, rule, drop_first, of_one,
                                               known);
                for (size_t t = 0; t < n_rows; t++) {
                    CHECK(quality[t] == plain_quality(columns, n_rows, chosen, n_columns, weights, labels, rule,
                                                      drop_first, t));
                    CHECK(of_one[t] ==
                          plain_quality(columns, n_rows, &one, 1, weights, labels, rule, drop_first, t));
                }
            }
        }
        free(columns);
        free(weights);
        free(chosen);
        free(labels);
        free(quality);
        free(of_one);
        free(work);
        free(known);
        free(sorted);
        free(order);
    }
}

static void test_neighbourhoods_give_up_and_constant_columns(void)
{
    const double column[4] = {0.0, 1.0, 10.0, 11.0};
    const double infinite = HUGE_VAL;
    const double weight = 1.0;
    const int32_t labels[4] = {0, 1, 0, 1}; /* the nearest has the other label */
    const size_t chosen = 0;
    const size_t order[4] = {0, 1, 2, 3};
    double quality[4];
    double *work = doubles(ifc2f_neighbourhood_work(4));
    CHECK(ifc2f_neighbourhood_quality(column, 4, &chosen, 1, &weight, labels, IFC2F_NEIGHBOURS_DENSITY, 0, 0, 4, 1.5,
                                      quality, work) == 2);
    CHECK(ifc2f_neighbourhood_quality(column, 4, &chosen, 1, &infinite, labels, IFC2F_NEIGHBOURS_DENSITY, 1, 1, 4,
                                      HUGE_VAL, quality, work) == 3);
    CHECK(isnan(quality[0]) && isnan(quality[2]));
    CHECK(ifc2f_neighbourhood_quality(column, 4, &chosen, 1, &infinite, labels, IFC2F_NEIGHBOURS_GAP, 1, 0, 4, HUGE_VAL,
                                      quality, work) == 4);
    CHECK(quality[0] == 0.0 && quality[1] == 0.0 && quality[2] == 1.0 && quality[3] == 0.0);
    ifc2f_neighbourhood_quality_1d(column, 4, order, infinite, labels, 2, IFC2F_NEIGHBOURS_GAP, 1, quality, work);
    CHECK(quality[0] == 0.0 && quality[2] == 1.0);
    free(work);
}

static void test_nearest_rows_take_the_earlier_in_ties(void)
{
    const double columns[5] = {1.0, 3.0, 1.0, 3.0, 2.0};
    const double queries[2] = {2.0, 0.0};
    size_t nearest[6];
    double *work = doubles(5 + 3);
    ifc2f_nearest_rows(columns, 5, queries, 2, 1, 3, nearest, work);
    CHECK(nearest[0] == 4 && nearest[1] == 0 && nearest[2] == 1);
    CHECK(nearest[3] == 0 && nearest[4] == 2 && nearest[5] == 4);
    ifc2f_nearest_rows(columns, 5, queries, 1, 0, 3, nearest, work); /* no columns: all equally near */
    CHECK(nearest[0] == 0 && nearest[1] == 1 && nearest[2] == 2);
    free(work);
}

/* ---- ETANA, F-ETANA ---- */

static size_t *binomials(size_t n_classes, size_t steps)
{
    const size_t width = n_classes + 1;
    size_t *choose = allocate((steps + n_classes) * width, sizeof *choose);
    for (size_t n = 0; n < steps + n_classes; n++) {
        for (size_t k = 0; k < width; k++) {
            choose[n * width + k] =
                k == 0 ? 1 : n == 0 ? 0 : choose[(n - 1) * width + k - 1] + choose[(n - 1) * width + k];
        }
    }
    return choose;
}

static void test_grid_points_round_to_themselves(void)
{
    for (size_t n_classes = 1; n_classes <= 4; n_classes++) {
        for (int32_t decimal = 0; decimal < 2; decimal++) {
            size_t *choose = binomials(n_classes, 10);
            const ifc2f_belief_grid grid = {n_classes, 10, decimal, choose};
            size_t expected = 0;
            double *belief = doubles(n_classes);
            /* Lexicographic: the numbers 0 .. 9999 whose digits sum to ten (a digit may be ten: base eleven). */
            size_t n_numbers = 1;
            for (size_t c = 0; c < n_classes; c++) {
                n_numbers *= 11;
            }
            for (size_t number = 0; number < n_numbers; number++) {
                size_t rest = number;
                size_t sum = 0;
                for (size_t c = n_classes; c-- > 0; rest /= 11) {
                    belief[c] = (double)(rest % 11) / 10.0;
                    sum += rest % 11;
                }
                if (sum == 10) {
                    CHECK(ifc2f_round_belief(&grid, belief) == expected);
                    expected++;
                }
            }
            CHECK(expected == choose[(10 + n_classes - 1) * (n_classes + 1) + n_classes - 1]);
            free(choose);
            free(belief);
        }
    }
}

static void test_instance_wise_classifiers_stay_in_bounds(void)
{
    enum { FEATURES = 5, VALUES = 3, CLASSES = 3, ROWS = 40, POINTS = 66 };
    size_t *choose = binomials(CLASSES, 10);
    const ifc2f_belief_grid grid = {CLASSES, 10, 0, choose};
    double *tables = doubles(FEATURES * VALUES * CLASSES);
    double *prior = doubles(CLASSES);
    double *belief = doubles(ROWS * CLASSES);
    double *work = doubles(2 * POINTS + 2 * CLASSES);
    double *thresholds = doubles(CLASSES * FEATURES * CLASSES);
    uint8_t *stop = allocate(FEATURES * POINTS, 1);
    uint8_t *codes = allocate(ROWS * FEATURES, 1);
    int32_t *n_looked = allocate(ROWS, sizeof *n_looked);
    int32_t *stopped_by = allocate(ROWS, sizeof *stopped_by);
    uint32_t *signs = allocate((FEATURES * CLASSES + 31) / 32, sizeof *signs);
    for (size_t k = 0; k < FEATURES; k++) {
        for (size_t v = 0; v < VALUES; v++) {
            for (size_t c = 0; c < CLASSES; c++) {
                tables[(k * VALUES + v) * CLASSES + c] = v == c ? 0.6 : 0.2;
            }
        }
    }
    for (size_t i = 0; i < ROWS * FEATURES; i++) {
        codes[i] = (uint8_t)draw(VALUES);
    }
    for (size_t c = 0; c < CLASSES; c++) {
        prior[c] = 1.0 / CLASSES;
    }
    CHECK(ifc2f_etana_plan(&grid, tables, FEATURES, VALUES, 0.01, POINTS + 1, stop, work) == -1);
    CHECK(ifc2f_etana_plan(&grid, tables, FEATURES, VALUES, 0.01, POINTS, stop, work) == 0);
    CHECK(stop[0] == 1);                             /* sure of the last class: stop */
    CHECK(stop[ifc2f_round_belief(&grid, prior)] == 0); /* three in a row: go on */
    ifc2f_etana_classify(&grid, tables, FEATURES, VALUES, stop, POINTS, prior, codes, ROWS, n_looked, belief);
    for (size_t row = 0; row < ROWS; row++) {
        double sum = 0.0;
        for (size_t c = 0; c < CLASSES; c++) {
            sum += belief[row * CLASSES + c];
        }
        CHECK(close_to(sum, 1.0));
        CHECK(n_looked[row] >= 1 && n_looked[row] <= FEATURES);
    }
    for (size_t c = 0; c < CLASSES; c++) {
        const ifc2f_spsa options = {2.0, 0.1667, 0.5, 0.602, 0.2, 1e-5, 200, 3, 7, (uint32_t)c};
        double *own = thresholds + c * FEATURES * CLASSES;
        for (size_t i = 0; i < FEATURES * CLASSES; i++) {
            own[i] = 1.0;
        }
        const uint32_t steps = ifc2f_f_etana_train(&options, tables, FEATURES, VALUES, CLASSES, prior, codes, ROWS, c,
                                                   0.05, own, signs, belief);
        CHECK(steps >= 3 && steps <= 200);
    }
    ifc2f_f_etana_classify(thresholds, tables, FEATURES, VALUES, CLASSES, prior, codes, ROWS, n_looked, stopped_by,
                           belief);
    for (size_t row = 0; row < ROWS; row++) {
        CHECK(stopped_by[row] >= 0 ? n_looked[row] < FEATURES : n_looked[row] == FEATURES);
    }
    free(choose);
    free(tables);
    free(prior);
    free(belief);
    free(work);
    free(thresholds);
    free(stop);
    free(codes);
    free(n_looked);
    free(stopped_by);
    free(signs);
}

int main(void)
{
    test_centring();
    test_saola_keeps_the_older_of_duplicates();
    test_any_independent_finds_the_least_partial_correlation();
    test_sets_that_determine_each_other();
    test_alpha_investing_keeps_what_explains();
    test_neighbourhoods();
    test_neighbourhoods_give_up_and_constant_columns();
    test_nearest_rows_take_the_earlier_in_ties();
    test_grid_points_round_to_themselves();
    test_instance_wise_classifiers_stay_in_bounds();
    return check_report("test_baselines");
}
