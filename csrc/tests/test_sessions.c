/* Sessions: costs, refusals, budgets, and memory that is copied or damaged. */
#include "planned_model.h"

/* A build without groups has a model without them, and this to tell. */
static void test_simple_costs(void)
{
    ifc2f_session s = begun(&model);
    CHECK(is_close((double)ifc2f_feature_cost(&s, 0), 0.05, 1e-7));
    CHECK(ifc2f_answer_bin(&s, 0, 0) == IFC2F_OK && ifc2f_missing(&s, 1, 1) == IFC2F_OK);
    CHECK(ifc2f_missing(&s, 2, 0) == IFC2F_OK);
    CHECK(is_close((double)ifc2f_cost(&s), 0.06, 1e-7));
    CHECK(ifc2f_retract(&s, 0) == IFC2F_OK);
    CHECK(is_close((double)ifc2f_cost(&s), 0.01, 1e-7));
}

static void test_costs(void)
{
    ifc2f_session s = begun(&model);
    CHECK(is_close((double)ifc2f_feature_cost(&s, 0), 0.05, 1e-7));
    CHECK(is_close((double)ifc2f_feature_cost(&s, 1), 0.04, 1e-7));
    CHECK(is_close((double)ifc2f_feature_cost(&s, 4), 0.05, 1e-7)); /* tests 2 and 3 */
    CHECK(ifc2f_feature_cost(&s, N_FEATURES) < 0.0f);
    CHECK(ifc2f_answer_bin(&s, 0, 0) == IFC2F_OK);
    CHECK(is_close((double)ifc2f_feature_cost(&s, 1), 0.01, 1e-7)); /* the second of the group */
    CHECK(ifc2f_answer_bin(&s, 1, 0) == IFC2F_OK);
    CHECK(ifc2f_missing(&s, 3, 1) == IFC2F_OK);
    CHECK(is_close((double)ifc2f_feature_cost(&s, 4), 0.02, 1e-7)); /* test 3 is paid for */
    CHECK(ifc2f_missing(&s, 2, 0) == IFC2F_OK);
    CHECK(is_close((double)ifc2f_feature_cost(&s, 4), 0.02, 1e-7)); /* test 2 is not */
    CHECK(is_close((double)ifc2f_cost(&s), 0.09, 1e-7));
    CHECK(ifc2f_n_acquired(&s) == 3);
    CHECK(ifc2f_acquired(&s, 0) == 0 && ifc2f_acquired(&s, 1) == 1 && ifc2f_acquired(&s, 2) == 3);
    CHECK(ifc2f_acquired(&s, 3) == IFC2F_ERR_ARGUMENT);
    CHECK(ifc2f_state(&s, 0) == 0 && ifc2f_state(&s, 2) == IFC2F_MISSING && ifc2f_state(&s, 3) == IFC2F_MISSING_PAID);
    CHECK(ifc2f_state(&s, 4) == IFC2F_OPEN && ifc2f_state(&s, 5) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_answer_bin(&s, 1, 1) == (IFC2F_EXACT ? IFC2F_OK : IFC2F_ERR_ORDER)); /* replaced: paid for once */
    CHECK(is_close((double)ifc2f_cost(&s), 0.09, 1e-7));
    CHECK(ifc2f_retract(&s, 3) == IFC2F_OK);
    CHECK(ifc2f_n_acquired(&s) == 2 && is_close((double)ifc2f_cost(&s), 0.06, 1e-7));
    CHECK(ifc2f_restart(&s) == IFC2F_OK);
    CHECK(ifc2f_n_acquired(&s) == 0 && ifc2f_cost(&s) <= 0.0f);
}

static void test_refusals(void)
{
    ifc2f_session s = begun(&model);
    float before[N_CLASSES];
    float after[N_CLASSES];
    CHECK(ifc2f_answer_bin(&s, 0, 1) == IFC2F_OK);
    (void)ifc2f_posterior(&s, before);
    CHECK(ifc2f_answer_bin(&s, 0, 3) == IFC2F_ERR_VALUE);
    CHECK(ifc2f_answer_bin(&s, 0, UINT32_MAX) == IFC2F_ERR_VALUE);
    CHECK(ifc2f_answer_bin(&s, 0, 0xFFFF) == IFC2F_ERR_VALUE);
    CHECK(ifc2f_answer_bin(&s, N_FEATURES, 0) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_answer(&s, 0, NAN) == IFC2F_ERR_VALUE);
    CHECK(ifc2f_answer(&s, 1, 4.0f) == IFC2F_ERR_VALUE);
    CHECK(ifc2f_missing(&s, N_FEATURES, 0) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_retract(&s, UINT32_MAX) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_set_budget(&s, -1.0f) == IFC2F_ERR_ARGUMENT);
    CHECK(ifc2f_set_budget(&s, NAN) == IFC2F_ERR_ARGUMENT);
    (void)ifc2f_posterior(&s, after);
    CHECK(same_bits(before, after, sizeof before));
    CHECK(ifc2f_n_acquired(&s) == 1);
    CHECK(ifc2f_begin(&s, &model, session_memory, ifc2f_session_bytes(&model) - 1) == IFC2F_ERR_MEMORY);
    CHECK(ifc2f_begin(&s, &model, (uint8_t *)session_memory + 1, SESSION_CAPACITY - 1) == IFC2F_ERR_MEMORY);
    CHECK(ifc2f_begin(&s, &model, NULL, SESSION_CAPACITY) == IFC2F_ERR_ARGUMENT);
    CHECK(ifc2f_begin(NULL, &model, session_memory, SESSION_CAPACITY) == IFC2F_ERR_ARGUMENT);
}

/* What the header says of a call that fails, where no other test has it fail; the session and the model are as before. */
static void test_documented_failures(void)
{
    static uint32_t before[SESSION_CAPACITY / 4];
    static const float no_prior[3][N_CLASSES] = {{0.5f, 0.4f}, {-0.5f, 1.5f}, {NAN, 1.0f}};
    static const float prior[N_CLASSES] = {0.5f, 0.5f};
    static const uint8_t no_section[12] = {0};
    float numbers[8 * N_CLASSES];
    ifc2f_model changed = model;
    ifc2f_session s = begun(&model);
    CHECK(ifc2f_answer_bin(&s, 0, 1) == IFC2F_OK && ifc2f_feature_cost(&s, 0) <= 0.0f);
    memcpy(before, session_memory, sizeof before);
    for (unsigned i = 0; i < 3; ++i) {
        CHECK(ifc2f_set_prior(&s, no_prior[i]) == IFC2F_ERR_PRIOR);
    }
    CHECK(ifc2f_answer(&s, N_FEATURES, 1.0f) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_answer(&s, 0, INFINITY) == IFC2F_ERR_VALUE);
    CHECK(ifc2f_acquired(&s, (uint32_t)ifc2f_n_acquired(&s)) == IFC2F_ERR_ARGUMENT);
    CHECK(ifc2f_feature_posterior(&s, N_FEATURES, numbers) == (IFC2F_EXACT ? IFC2F_ERR_FEATURE : IFC2F_ERR_ORDER));
    CHECK(ifc2f_read_table(&model, N_FEATURES, 0, numbers) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_read_table(&model, 0, 99, numbers) == IFC2F_ERR_VALUE);
    CHECK(ifc2f_read_table_row(&model, 0, 0, N_VALUES[0], numbers) == IFC2F_ERR_VALUE);
    CHECK(ifc2f_read_table_row(&model, N_FEATURES, 0, 0, numbers) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_use_policy(&changed, NULL, 12) == IFC2F_ERR_ARGUMENT);
    CHECK(ifc2f_use_policy(&changed, no_section, sizeof no_section) == IFC2F_ERR_CONTENT);
    CHECK(ifc2f_use_costs(&changed, NULL, 12) == IFC2F_ERR_ARGUMENT);
    CHECK(!IFC2F_CHECKS || ifc2f_use_costs(&changed, no_section, sizeof no_section) == IFC2F_ERR_CONTENT);
    CHECK(!IFC2F_CHECKS || same_bits(&changed, &model, sizeof model));
    CHECK(ifc2f_open(NULL, model_bytes, model_length) == IFC2F_ERR_ARGUMENT);
    CHECK(ifc2f_open(&changed, NULL, model_length) == IFC2F_ERR_ARGUMENT);
    CHECK(ifc2f_resume(&s, &model, session_memory, ifc2f_session_bytes(&model) - 1) == IFC2F_ERR_MEMORY);
    CHECK(ifc2f_resume(&s, &model, NULL, SESSION_CAPACITY) == IFC2F_ERR_ARGUMENT);
    CHECK(same_bits(before, session_memory, sizeof before));
    CHECK(ifc2f_set_prior(&s, prior) == IFC2F_OK);
}

/* Without exact inference answers ascend and are taken back last first; a feature that was acquired is not missing. */
static void test_order_of_answers(void)
{
    ifc2f_session s = begun(&model);
    const int32_t refused = IFC2F_EXACT ? IFC2F_OK : IFC2F_ERR_ORDER;
    CHECK(ifc2f_answer_bin(&s, 0, 0) == IFC2F_OK && ifc2f_answer_bin(&s, 2, 0) == IFC2F_OK);
    CHECK(ifc2f_missing(&s, 2, 1) == refused);
    CHECK(ifc2f_answer_bin(&s, 2, 1) == refused);
    CHECK(ifc2f_answer_bin(&s, 1, 0) == refused);
    CHECK(ifc2f_retract(&s, 0) == refused);
    CHECK(ifc2f_missing(&s, 3, 0) == IFC2F_OK && ifc2f_retract(&s, 3) == IFC2F_OK);
}

/* Costs that are replaced count for sessions that are taken up or begun behind that. */
static void test_costs_replaced(void)
{
    static uint8_t dear[1024];
    ifc2f_model changed = model;
    ifc2f_session s = begun(&changed);
    const ifc2f_span *costs = &model.sections[IFC2F_COSTS];
    const float price = 5.0f;
    uint32_t bits;
    CHECK(costs->length <= sizeof dear);
    memcpy(dear, costs->bytes, costs->length);
    memcpy(&bits, &price, sizeof bits);
    for (unsigned i = 0; i < 4; ++i) { /* the first test's: behind the budget */
        dear[4 + i] = (uint8_t)(bits >> (8 * i));
        dear[8 + i] = dear[4 + i];
    }
    CHECK(ifc2f_answer_bin(&s, 0, 0) == IFC2F_OK);
    const float before = ifc2f_cost(&s);
    CHECK(ifc2f_use_costs(&changed, dear, costs->length) == IFC2F_OK);
    CHECK(is_close((double)ifc2f_cost(&s), (double)before, 1e-9));
    CHECK(ifc2f_resume(&s, &changed, session_memory, sizeof session_memory) == IFC2F_OK);
    CHECK(is_close((double)ifc2f_cost(&s), 5.0, 1e-6));
    CHECK(ifc2f_feature_cost(&s, 0) <= 0.0f);
    CHECK(ifc2f_retract(&s, 0) == IFC2F_OK && is_close((double)ifc2f_feature_cost(&s, 0), 5.0, 1e-6));
}

static void test_budget(void)
{
    int values[N_FEATURES];
    float p[N_CLASSES];
    for (unsigned step = 0; step <= 20; ++step) {
        const float budget = 0.01f * (float)step;
        for (unsigned code = 0; code < 4 * 3 * 3 * 4 * 3; code += 7) {
            ifc2f_session s = begun(&model);
            assignment_of(code, values);
            CHECK(ifc2f_set_budget(&s, budget) == IFC2F_OK);
            (void)follow(&s, values, p);
            CHECK(ifc2f_cost(&s) <= budget);
        }
    }
    ifc2f_session s = begun(&model);
    CHECK(ifc2f_set_budget(&s, -0.0f) == IFC2F_OK && ifc2f_next(&s) == IFC2F_STOP);
}

/* A session copied in the middle and taken up elsewhere ends with the same bits. */
static void test_copied_sessions(void)
{
    static uint32_t elsewhere[SESSION_CAPACITY / 4];
    static uint8_t other[MODEL_CAPACITY];
    int values[N_FEATURES];
    float p[2][N_CLASSES];
    ifc2f_session copy;
    ifc2f_model m;
    for (unsigned code = 0; code < 4 * 3 * 3 * 4 * 3; code += 5) {
        ifc2f_session s = begun(&model);
        assignment_of(code, values);
        const int32_t next = ifc2f_next(&s);
        if (next >= 0 && values[next] >= 0) {
            CHECK(ifc2f_answer_bin(&s, (uint32_t)next, (uint32_t)values[next]) == IFC2F_OK);
        }
        memcpy(elsewhere, session_memory, sizeof elsewhere);
        CHECK(ifc2f_resume(&copy, &model, elsewhere, sizeof elsewhere) == IFC2F_OK);
        CHECK(follow(&s, values, p[0]) == follow(&copy, values, p[1]));
        CHECK(same_bits(p[0], p[1], sizeof p[0]));
        CHECK(same_bits(elsewhere, session_memory, ifc2f_session_bytes(&model)));
    }
    CHECK(ifc2f_open(&m, other, build_model(other, NULL, 0)) == IFC2F_OK);
    CHECK(ifc2f_resume(&copy, &m, elsewhere, sizeof elsewhere) == IFC2F_ERR_SESSION);
    memset(elsewhere, 0xFF, sizeof elsewhere);
    CHECK(ifc2f_resume(&copy, &model, elsewhere, sizeof elsewhere) == IFC2F_ERR_SESSION);
    memset(elsewhere, 0x00, sizeof elsewhere);
    CHECK(ifc2f_resume(&copy, &model, elsewhere, sizeof elsewhere) == IFC2F_ERR_SESSION);
    CHECK(ifc2f_resume(&copy, &model, elsewhere, 16) == IFC2F_ERR_MEMORY);
    CHECK(ifc2f_resume(&copy, &model, NULL, sizeof elsewhere) == IFC2F_ERR_ARGUMENT);
}

/* Any bit of kept memory flipped: refused, or a session that stays in bounds, normalised, and spends no more than it
 * may. */
static void test_damaged_session_memory(void)
{
    const uint32_t n = ifc2f_session_bytes(&model);
    ifc2f_session s = begun(&model);
    unsigned n_resumed = 0;
    CHECK(ifc2f_answer_bin(&s, 0, 1) == IFC2F_OK);
    CHECK(ifc2f_missing(&s, 1, 1) == IFC2F_OK);
    for (uint32_t i = 0; i < 8 * n; ++i) {
        static uint32_t guarded[SESSION_CAPACITY / 4 + 1];
        ifc2f_session damaged;
        memcpy(guarded, session_memory, n);
        memset((uint8_t *)guarded + n, 0xA5, 4);
        ((uint8_t *)guarded)[i / 8] ^= (uint8_t)(1u << i % 8);
        if (ifc2f_resume(&damaged, &model, guarded, n) == IFC2F_OK) {
            ++n_resumed;
            for (unsigned k = 0; k <= N_FEATURES; ++k) {
                float p[N_CLASSES];
                (void)ifc2f_posterior(&damaged, p);
                CHECK(p[0] >= 0.0f && p[1] >= 0.0f && is_close((double)p[0] + (double)p[1], 1.0, 1e-6));
                CHECK(ifc2f_cost(&damaged) >= 0.0f && ifc2f_cost(&damaged) < 1.0f);
                CHECK(ifc2f_next(&damaged) < N_FEATURES);
                (void)ifc2f_answer_bin(&damaged, k, 0);
            }
        }
        CHECK(((uint8_t *)guarded)[n] == 0xA5 && ((uint8_t *)guarded)[n + 3] == 0xA5);
    }
    CHECK(n_resumed > 0 && n_resumed < 8 * n);
}

int main(void)
{
    plan_model();
    if (IFC2F_GROUPS) {
        test_costs();
    } else {
        test_simple_costs();
    }
    test_refusals();
    test_documented_failures();
    test_order_of_answers();
    test_costs_replaced();
    test_budget();
    test_copied_sessions();
    test_damaged_session_memory();
    return check_report("test_sessions");
}
