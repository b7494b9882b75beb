/* Policies: planned ones cost what is the optimum, and none is none. */
#include "ifc2f_evaluate.h"
#include "planned_model.h"

static void test_no_policy(void)
{
    static uint8_t bare[MODEL_CAPACITY];
    ifc2f_model m;
    float cost;
    const uint32_t length = build_model(bare, NULL, 0);
    CHECK(ifc2f_open(&m, bare, length) == IFC2F_OK);
    ifc2f_session s = begun(&m);
    CHECK(ifc2f_next(&s) == IFC2F_ERR_POLICY);
    CHECK(ifc2f_cost_of_continuing(&s, 0, &cost) == (IFC2F_EXACT ? IFC2F_ERR_POLICY : IFC2F_ERR_ORDER));
    CHECK(ifc2f_answer_bin(&s, 0, 0) == IFC2F_OK); /* posteriors need none */
    CHECK(ifc2f_decide(&s) >= 0);
}

/* Of feature k after those before it. */
static const double PRICES[N_FEATURES] = {0.05, 0.01, 0.02, 0.03, IFC2F_GROUPS ? 0.0 : 0.01};

/* Expected cost of the session's policy, by enumeration of the answers. */
static double executed(ifc2f_session *s, int *answers)
{
    double weights[N_CLASSES];
    double total = 0.0;
    const int32_t next = ifc2f_next(s);
    if (next < 0) {
        enumerate_classes(answers, PRIOR, weights);
        const double wrong = ifc2f_decide(s) == 0 ? 10.0 * weights[1] : weights[0];
        return wrong + (double)ifc2f_cost(s) * (weights[0] + weights[1]);
    }
    for (unsigned v = 0; v < N_VALUES[next]; ++v) {
        CHECK(ifc2f_answer_bin(s, (uint32_t)next, v) == IFC2F_OK);
        answers[next] = (int)v;
        total += executed(s, answers);
        CHECK(ifc2f_retract(s, (uint32_t)next) == IFC2F_OK);
        answers[next] = -1;
    }
    return total;
}

static void test_policy_is_optimal(void)
{
    int answers[N_FEATURES] = {-1, -1, -1, -1, -1};
    ifc2f_session s = begun(&model);
    const double best = optimum(PRICES, answers, 0);
    float cost;
    CHECK(is_close(executed(&s, answers), best, 1e-5));
    if (IFC2F_EXACT) {
        CHECK(ifc2f_cost_of_continuing(&s, 0, &cost) == IFC2F_OK);
        CHECK(is_close((double)cost, best, 1e-5)); /* going on is better than stopping in this model */
        CHECK(ifc2f_cost_of_continuing(&s, N_FEATURES, &cost) == IFC2F_ERR_FEATURE);
        CHECK(ifc2f_answer_bin(&s, 0, 0) == IFC2F_OK);
        CHECK(ifc2f_cost_of_continuing(&s, 0, &cost) == IFC2F_ERR_FEATURE);
    }
}

static void test_planning(void)
{
    static uint32_t again[POLICY_CAPACITY / 4];
    ifc2f_plan_options options = {N_FEATURES, 200, 4096, IFC2F_TREAT_EXACT, IFC2F_SOLVER_FULL, 7};
    const uint32_t n_work = ifc2f_plan_work_bytes(&model, &options);
    const uint32_t n_policy = ifc2f_plan_max_policy_bytes(&model, &options);
    const int32_t n = ifc2f_plan(&model, &options, work, n_work, again, sizeof again);
    CHECK(n > 0 && same_bits(policy, again, (size_t)n));
    memset(work, 0xFF, sizeof work); /* what the arena held before has no influence */
    CHECK(ifc2f_plan(&model, &options, work, n_work, again, sizeof again) == n);
    CHECK(same_bits(policy, again, (size_t)n));
    CHECK(ifc2f_plan(&model, &options, work, n_work - 4, again, sizeof again) == IFC2F_ERR_MEMORY);
    CHECK(ifc2f_plan(&model, &options, work, n_work, again, 16) == IFC2F_ERR_MEMORY);
    CHECK(ifc2f_plan(&model, &options, (uint8_t *)work + 2, n_work, again, sizeof again) == IFC2F_ERR_MEMORY);
    CHECK(n_policy >= (uint32_t)n);
    for (uint32_t treatment = IFC2F_TREAT_EXACT; treatment <= IFC2F_TREAT_MARGINAL; ++treatment) {
        for (uint32_t solver = IFC2F_SOLVER_FULL; solver <= IFC2F_SOLVER_PERSEUS; ++solver) {
            ifc2f_model changed = model;
            int answers[N_FEATURES] = {-1, -1, -1, -1, -1};
            options.treatment = treatment;
            options.solver = solver;
            const int32_t length = ifc2f_plan(&model, &options, work, sizeof work, again, sizeof again);
            CHECK(length > 0);
            CHECK(ifc2f_use_policy(&changed, again, (uint32_t)length) == IFC2F_OK);
            ifc2f_session s = begun(&changed);
            CHECK(executed(&s, answers) >= optimum(PRICES, answers, 0) - 1e-6);
        }
    }
}

/* Options that planning refuses have no sizes: neither function tells one that the other does not. */
static void test_refused_options(void)
{
    const ifc2f_plan_options usable = {N_FEATURES, 200, 4096, IFC2F_TREAT_EXACT, IFC2F_SOLVER_FULL, 7};
    ifc2f_plan_options wrong[8];
    for (size_t i = 0; i < 8; ++i) {
        wrong[i] = usable;
    }
    wrong[0].n_stages = N_FEATURES + 1;
    wrong[1].n_beliefs = 0;
    wrong[2].n_beliefs = 65536;
    wrong[3].max_assignments = 0;
    wrong[4].max_assignments = (1u << 24) + 1;
    wrong[5].treatment = IFC2F_TREAT_MARGINAL + 1;
    wrong[6].solver = IFC2F_SOLVER_PERSEUS + 1;
    wrong[7].max_assignments = 2; /* a stage of this model has more */
    for (size_t i = 0; i < 8; ++i) {
        const int32_t status = i < 7 ? IFC2F_ERR_ARGUMENT : IFC2F_ERR_TOO_LARGE;
        CHECK(ifc2f_plan_work_bytes(&model, &wrong[i]) == 0);
        CHECK(ifc2f_plan_max_policy_bytes(&model, &wrong[i]) == 0);
        CHECK(ifc2f_plan(&model, &wrong[i], work, sizeof work, policy, sizeof policy) == status);
    }
    CHECK(ifc2f_plan_work_bytes(&model, &usable) > 0 && ifc2f_plan_max_policy_bytes(&model, &usable) > 0);
}

/* Sizes that 32 bits cannot tell are refused, however much memory the caller claims to have. */
static void test_sizes_beyond_32_bits(void)
{
    const ifc2f_plan_options options = {N_FEATURES, 200, 4096, IFC2F_TREAT_EXACT, IFC2F_SOLVER_FULL, 7};
    ifc2f_model large = model;
    ifc2f_session s;
    ifc2f_expectation expectation;
    large.n_bins = IFC2F_MAX_FEATURES * IFC2F_MAX_VALUES;
    large.n_classes = IFC2F_MAX_CLASSES;
    CHECK(ifc2f_session_bytes(&large) == UINT32_MAX);
    CHECK(ifc2f_begin(&s, &large, session_memory, UINT32_MAX) == IFC2F_ERR_MEMORY);
    CHECK(ifc2f_resume(&s, &large, session_memory, UINT32_MAX) == IFC2F_ERR_MEMORY);
    CHECK(ifc2f_plan_work_bytes(&large, &options) == UINT32_MAX);
    CHECK(ifc2f_plan(&large, &options, work, UINT32_MAX, policy, sizeof policy) == IFC2F_ERR_MEMORY);
    CHECK(ifc2f_enumerate_bytes(&large) == UINT32_MAX);
    CHECK(ifc2f_simulate_bytes(&large, 1) == UINT32_MAX);
    CHECK(ifc2f_simulate(&large, 1.0f, 1, 0, session_memory, UINT32_MAX, &expectation) == IFC2F_ERR_MEMORY);
    CHECK(ifc2f_enumerate(&large, 1.0f, 1, session_memory, UINT32_MAX, &expectation) == IFC2F_ERR_MEMORY);
}

int main(void)
{
    plan_model();
    test_no_policy();
    test_policy_is_optimal();
    test_planning();
    test_refused_options();
    if (IFC2F_EXACT) { /* without it no session is that large */
        test_sizes_beyond_32_bits();
    }
    return check_report("test_planning");
}
