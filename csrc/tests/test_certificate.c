/* Bounds of the optimum on a model written by hand: no file, no heap, every number against enumeration. */
#include "ifc2f_certificate.h"
#include "check.h"
#include "model_bytes.h"

#include <math.h>

enum { POLICY_CAPACITY = 4096, WORK_CAPACITY = 262144, N_INSTANCES = 3 * 2 * 2 * 3 * 2, N_DRAWN = 20000 };

static const double PRICES[N_FEATURES] = {0.05, 0.01, 0.02, 0.03, 0.01}; /* of feature k after those before it */

static uint8_t model_bytes[MODEL_CAPACITY];
static ifc2f_model bare;  /* without a policy */
static ifc2f_model model; /* with one */
static uint32_t policy[POLICY_CAPACITY / 4];
static double work[WORK_CAPACITY / 8];
static uint8_t instances[N_INSTANCES][N_FEATURES]; /* all there are */

static int is_close(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance;
}

static void make_model(void)
{
    const ifc2f_plan_options options = {N_FEATURES, 200, 4096, IFC2F_TREAT_EXACT, IFC2F_SOLVER_FULL, 7};
    const uint32_t length = build_model(model_bytes, NULL, 0);
    CHECK(ifc2f_open(&bare, model_bytes, length) == IFC2F_OK);
    const int32_t n = ifc2f_plan(&bare, &options, work, sizeof work, policy, sizeof policy);
    CHECK(n > 0);
    model = bare;
    CHECK(ifc2f_use_policy(&model, policy, (uint32_t)n) == IFC2F_OK);
    CHECK(ifc2f_certificate_bytes(&model) <= sizeof work);
    for (unsigned i = 0; i < N_INSTANCES; ++i) {
        unsigned rest = i;
        for (unsigned k = 0; k < N_FEATURES; ++k) {
            instances[i][k] = (uint8_t)(rest % N_VALUES[k]);
            rest /= N_VALUES[k];
        }
    }
}

static double best_cost(void)
{
    int answers[N_FEATURES] = {-1, -1, -1, -1, -1};
    return optimum(PRICES, answers, 0);
}

static void test_following_every_sequence(void)
{
    double cost = 0.0;
    CHECK(ifc2f_order_optimum(&model, PRICES, N_INSTANCES, work, sizeof work, &cost) == IFC2F_OK);
    CHECK(is_close(cost, best_cost(), 1e-7));
    CHECK(ifc2f_order_optimum(&model, PRICES, N_INSTANCES - 1, work, sizeof work, &cost) == IFC2F_ERR_TOO_LARGE);
}

/* Over all instances probabilities sum to 1, as do those of drawing them: chance / weight. */
static void test_posteriors_and_weights(void)
{
    static double posterior[N_INSTANCES][N_CLASSES];
    static double chance[N_INSTANCES];
    static double weight[N_INSTANCES];
    double sum = 0.0;
    double sum_drawn = 0.0;
    CHECK(ifc2f_weigh(&model, instances[0], N_INSTANCES, work, sizeof work, posterior[0], chance, weight) == IFC2F_OK);
    for (unsigned i = 0; i < N_INSTANCES; ++i) {
        int answers[N_FEATURES];
        double weights[N_CLASSES];
        for (unsigned k = 0; k < N_FEATURES; ++k) {
            answers[k] = instances[i][k];
        }
        enumerate_classes(answers, PRIOR, weights);
        CHECK(is_close(chance[i], weights[0] + weights[1], 1e-7));
        CHECK(is_close(posterior[i][1], weights[1] / (weights[0] + weights[1]), 1e-6));
        CHECK(weight[i] > 0.0 && weight[i] <= 8.0 / 3.0);
        sum += chance[i];
        sum_drawn += chance[i] / weight[i];
    }
    CHECK(is_close(sum, 1.0, 1e-12));
    CHECK(is_close(sum_drawn, 1.0, 1e-12));
}

/* Averages over all instances: below the optimum, and what stopping after so many acquisitions costs. */
static void test_martingale(double tolerated)
{
    static double chance[N_INSTANCES];
    static double optimal[N_INSTANCES];
    static double actual[N_INSTANCES];
    static double weight[N_INSTANCES];
    static double posterior[N_INSTANCES][N_CLASSES];
    static int32_t n_acquired[N_INSTANCES];
    CHECK(ifc2f_weigh(&model, instances[0], N_INSTANCES, work, sizeof work, posterior[0], chance, weight) == IFC2F_OK);
    for (int32_t acquisitions = 0; acquisitions <= N_FEATURES; ++acquisitions) {
        double lower = 0.0;
        double cost = 0.0;
        double expected = 0.0;
        for (unsigned i = 0; i < N_INSTANCES; ++i) {
            n_acquired[i] = acquisitions;
        }
        CHECK(ifc2f_follow(&model, PRICES, tolerated, instances[0], n_acquired, N_INSTANCES, work, sizeof work, optimal, actual,
                           weight) == IFC2F_OK);
        for (unsigned i = 0; i < N_INSTANCES; ++i) {
            int answers[N_FEATURES];
            double weights[N_CLASSES];
            for (unsigned k = 0; k < N_FEATURES; ++k) {
                answers[k] = (int32_t)k < acquisitions ? instances[i][k] : -1;
            }
            enumerate_classes(answers, PRIOR, weights);
            expected += chance[i] * stop_cost(weights) / (weights[0] + weights[1]);
            lower += chance[i] * optimal[i];
            cost += chance[i] * actual[i];
        }
        for (int32_t k = 0; k < acquisitions; ++k) {
            expected += PRICES[k];
        }
        CHECK(is_close(cost, expected, 1e-6));
        CHECK(lower <= best_cost() + 1e-7 && (tolerated < 1.0 || lower >= 0.99 * best_cost())); /* the plan is the optimum's */
    }
}

/* Drawn instances average, by their weights, to what the network says; the same for the same seed. */
static void test_drawing(void)
{
    static uint8_t drawn[N_DRAWN][N_FEATURES];
    static uint8_t again[N_DRAWN][N_FEATURES];
    static double posterior[N_DRAWN][N_CLASSES];
    static double chance[N_DRAWN];
    static double weight[N_DRAWN];
    double sum = 0.0;
    double sum_first = 0.0;
    CHECK(ifc2f_draw_instances(&model, N_FEATURES, 3, N_DRAWN, work, sizeof work, drawn[0]) == IFC2F_OK);
    CHECK(ifc2f_draw_instances(&bare, N_FEATURES, 3, N_DRAWN, work, sizeof work, again[0]) == IFC2F_OK);
    CHECK(memcmp(drawn, again, sizeof drawn) == 0);
    CHECK(ifc2f_weigh(&model, drawn[0], N_DRAWN, work, sizeof work, posterior[0], chance, weight) == IFC2F_OK);
    for (unsigned i = 0; i < N_DRAWN; ++i) {
        sum += weight[i];
        sum_first += weight[i] * posterior[i][0];
    }
    CHECK(is_close(sum / N_DRAWN, 1.0, 0.02));
    CHECK(is_close(sum_first / sum, (double)PRIOR[0], 0.02));
}

static void test_what_is_refused(void)
{
    const size_t n_bytes = ifc2f_certificate_bytes(&model);
    const double wrong[] = {-0.01, (double)NAN, (double)INFINITY, -(double)INFINITY};
    static uint8_t bins[2][N_FEATURES];
    uint8_t drawn[N_FEATURES];
    int32_t n_acquired[2] = {0, N_FEATURES};
    double out[8];
    CHECK(ifc2f_order_optimum(&bare, PRICES, 1000, work, sizeof work, out) == IFC2F_ERR_POLICY);
    CHECK(ifc2f_follow(&bare, PRICES, 1e300, bins[0], n_acquired, 2, work, sizeof work, out, out + 2, out + 4) == IFC2F_ERR_POLICY);
    CHECK(ifc2f_order_optimum(&model, PRICES, 1000, work, n_bytes - 1, out) == IFC2F_ERR_MEMORY);
    CHECK(ifc2f_order_optimum(&model, PRICES, 1000, (uint8_t *)work + 4, n_bytes, out) == IFC2F_ERR_MEMORY);
    CHECK(ifc2f_weigh(&model, bins[0], 2, NULL, n_bytes, out, out + 4, out + 6) == IFC2F_ERR_MEMORY);
    CHECK(ifc2f_draw_instances(&model, 0, 0, 1, work, n_bytes - 1, drawn) == IFC2F_ERR_MEMORY);
    CHECK(ifc2f_draw_instances(&model, N_FEATURES + 1, 0, 1, work, n_bytes, drawn) == IFC2F_ERR_ARGUMENT);
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        double prices[N_FEATURES];
        memcpy(prices, PRICES, sizeof prices);
        prices[N_FEATURES - 1] = wrong[i];
        CHECK(ifc2f_order_optimum(&model, prices, 1000, work, n_bytes, out) == IFC2F_ERR_ARGUMENT);
        CHECK(ifc2f_follow(&model, prices, 1e300, bins[0], n_acquired, 2, work, n_bytes, out, out + 2, out + 4) == IFC2F_ERR_ARGUMENT);
    }
    CHECK(ifc2f_follow(&model, PRICES, 1e300, bins[0], n_acquired, 2, work, n_bytes, out, out + 2, out + 4) == IFC2F_OK);
    CHECK(ifc2f_follow(&model, PRICES, -1.0, bins[0], n_acquired, 2, work, n_bytes, out, out + 2, out + 4) == IFC2F_ERR_ARGUMENT);
    CHECK(ifc2f_follow(&model, PRICES, NAN, bins[0], n_acquired, 2, work, n_bytes, out, out + 2, out + 4) == IFC2F_ERR_ARGUMENT);
    n_acquired[1] = N_FEATURES + 1;
    CHECK(ifc2f_follow(&model, PRICES, 1e300, bins[0], n_acquired, 2, work, n_bytes, out, out + 2, out + 4) == IFC2F_ERR_ARGUMENT);
    n_acquired[1] = -1;
    CHECK(ifc2f_follow(&model, PRICES, 1e300, bins[0], n_acquired, 2, work, n_bytes, out, out + 2, out + 4) == IFC2F_ERR_ARGUMENT);
    n_acquired[1] = 0;
    for (unsigned k = 0; k < N_FEATURES; ++k) {
        bins[1][k] = (uint8_t)N_VALUES[k];
        CHECK(ifc2f_follow(&model, PRICES, 1e300, bins[0], n_acquired, 2, work, n_bytes, out, out + 2, out + 4) == IFC2F_ERR_VALUE);
        CHECK(ifc2f_weigh(&model, bins[0], 2, work, n_bytes, out, out + 4, out + 6) == IFC2F_ERR_VALUE);
        bins[1][k] = 0;
    }
}

/* ---- Two classes --------------------------------------------------------------------------------------------------- */

/* One acquisition before deciding, with all breakpoints and with the least number of them. */
static void test_lines(void)
{
    enum { ROOM = 4096 };
    static double p[ROOM];
    static double cost[ROOM];
    static double lines_work[2 * ROOM];
    double stop_p[3];
    double stop_costs[3];
    const size_t n_stop = ifc2f_stop_lines(&model, stop_p, stop_costs);
    const ifc2f_lines stop = {stop_p, stop_costs, n_stop};
    const ifc2f_lines after[2] = {stop, stop};
    CHECK(n_stop == 3 && is_close(stop_p[1], 1.0 / 11.0, 1e-15) && is_close(stop_costs[1], 10.0 / 11.0, 1e-15));
    CHECK(ifc2f_acquisition_room(after, 2) == 18);
    for (size_t most = 3; most <= 18; most += 15) {
        const size_t n = ifc2f_acquisition_lines(&model, 4, 0, PRICES[4], after, most, lines_work, p, cost);
        const ifc2f_lines acquisition = {p, cost, n};
        CHECK(n >= 2 && n <= most);
        for (unsigned i = 0; i <= 100; ++i) {
            const double at = i / 100.0;
            double looking = PRICES[4];
            for (unsigned v = 0; v < 2; ++v) {
                const double joint[2] = {(1.0 - at) * (double)table_cell(4, 0, v, 0), at * (double)table_cell(4, 0, v, 1)};
                looking += stop_cost(joint);
            }
            const double belief[2] = {1.0 - at, at};
            const double expected = looking < stop_cost(belief) ? looking : stop_cost(belief);
            const double found = ifc2f_lines_at(&acquisition, at);
            CHECK(found <= expected + 1e-6 && (most < 18 || is_close(found, expected, 1e-6)));
        }
    }
}

int main(void)
{
    make_model();
    test_following_every_sequence();
    test_posteriors_and_weights();
    test_martingale(1e300);
    test_martingale(1e-3);
    test_martingale(0.0);
    test_drawing();
    test_what_is_refused();
    test_lines();
    return check_report("test_certificate");
}
