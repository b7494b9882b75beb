/*
 * ETANA and F-ETANA: beliefs on a grid, and classifiers that stay in bounds. One function is longer than 60 lines:
 * it lays out, fills and frees all buffers of both.
 */
#include "buffers.h"
#include "check.h"
#include "ifc2f_baselines.h"

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
    int32_t *n_acquired = allocate(ROWS, sizeof *n_acquired);
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
    ifc2f_etana_classify(&grid, tables, FEATURES, VALUES, stop, POINTS, prior, codes, ROWS, n_acquired, belief);
    for (size_t row = 0; row < ROWS; row++) {
        double sum = 0.0;
        for (size_t c = 0; c < CLASSES; c++) {
            sum += belief[row * CLASSES + c];
        }
        CHECK(close_to(sum, 1.0));
        CHECK(n_acquired[row] >= 1 && n_acquired[row] <= FEATURES);
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
    ifc2f_f_etana_classify(thresholds, tables, FEATURES, VALUES, CLASSES, prior, codes, ROWS, n_acquired, stopped_by,
                           belief);
    for (size_t row = 0; row < ROWS; row++) {
        CHECK(stopped_by[row] >= 0 ? n_acquired[row] < FEATURES : n_acquired[row] == FEATURES);
    }
    free(choose);
    free(tables);
    free(prior);
    free(belief);
    free(work);
    free(thresholds);
    free(stop);
    free(codes);
    free(n_acquired);
    free(stopped_by);
    free(signs);
}

int main(void)
{
    test_grid_points_round_to_themselves();
    test_instance_wise_classifiers_stay_in_bounds();
    return check_report("test_etana");
}
