/* The runtime and the planner on a model written by hand: no file, no heap, every answer against enumeration. */
#include "ifc2f.h"
#include "ifc2f_evaluate.h"
#include "ifc2f_grow.h"
#include "ifc2f_plan.h"
#include "check.h"
#include "model_bytes.h"

#include <math.h>

enum { SESSION_CAPACITY = 4096, POLICY_CAPACITY = 4096, WORK_CAPACITY = 262144 };

static uint8_t model_bytes[MODEL_CAPACITY];
static uint32_t model_length;
static ifc2f_model model;
static uint32_t session_memory[SESSION_CAPACITY / 4];
static uint32_t policy[POLICY_CAPACITY / 4];
static uint32_t work[WORK_CAPACITY / 4];

static int is_close(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance;
}

static int same_bits(const void *a, const void *b, size_t n)
{
    return memcmp(a, b, n) == 0;
}

static ifc2f_session begun(const ifc2f_model *of)
{
    ifc2f_session s;
    memset(&s, 0, sizeof s);
    CHECK(ifc2f_begin(&s, of, session_memory, sizeof session_memory) == IFC2F_OK);
    return s;
}

/* Plan in static memory and write the model anew with the policy in it. */
static void plan_model(void)
{
    const ifc2f_plan_options options = {N_FEATURES, 200, 4096, IFC2F_TREAT_EXACT, IFC2F_SOLVER_FULL, 7};
    int32_t n;
    model_length = build_model(model_bytes, NULL, 0);
    CHECK(ifc2f_open(&model, model_bytes, model_length) == IFC2F_OK);
    CHECK(ifc2f_plan_work_bytes(&model, &options) > 0);
    CHECK(ifc2f_plan_work_bytes(&model, &options) <= sizeof work);
    CHECK(ifc2f_plan_max_policy_bytes(&model, &options) > 0);
    n = ifc2f_plan(&model, &options, work, sizeof work, policy, sizeof policy);
    CHECK(n > 0);
    CHECK((uint32_t)n <= ifc2f_plan_max_policy_bytes(&model, &options));
    const added_section ordered = {"ORDR", 1, (const uint8_t *)policy, n > 0 ? (uint32_t)n : 0};
    model_length = build_model(model_bytes, &ordered, 1);
    CHECK(ifc2f_open(&model, model_bytes, model_length) == IFC2F_OK);
    CHECK(model.n_features == N_FEATURES && model.n_classes == N_CLASSES && model.n_tests == N_TESTS);
}

/* ---- Opening ---------------------------------------------------------------------------------------------- */

static void test_open_errors(void)
{
    static uint8_t bad[MODEL_CAPACITY];
    static uint8_t blank[4096];
    ifc2f_model m;
    CHECK(ifc2f_open(NULL, model_bytes, model_length) == IFC2F_ERR_ARGUMENT);
    CHECK(ifc2f_open(&m, NULL, 0) == IFC2F_ERR_ARGUMENT);
    memset(blank, 0x00, sizeof blank);
    CHECK(ifc2f_open(&m, blank, sizeof blank) == IFC2F_ERR_NOT_A_MODEL);
    memset(blank, 0xFF, sizeof blank);
    CHECK(ifc2f_open(&m, blank, sizeof blank) == IFC2F_ERR_NOT_A_MODEL);
    for (uint32_t n = 0; n < model_length; ++n) {
        const int32_t status = ifc2f_open(&m, model_bytes, n);
        CHECK(status == (n < 8 ? IFC2F_ERR_NOT_A_MODEL : IFC2F_ERR_TRUNCATED));
    }
    memcpy(bad, model_bytes, sizeof bad);
    CHECK(ifc2f_open(&m, bad, model_length + 1) == IFC2F_ERR_TRUNCATED);
    for (uint32_t i = 0; i < model_length; ++i) {
        bad[i] ^= 0x10;
        CHECK(ifc2f_open(&m, bad, model_length) < IFC2F_STOP);
        bad[i] ^= 0x10;
    }
    bad[8] = 2;
    repair_crc(bad, model_length);
    CHECK(ifc2f_open(&m, bad, model_length) == IFC2F_ERR_VERSION);
}

/* A header and sections that are all 0x00 or all 0xFF, with a checksum that fits: an error code, nothing else. */
static void test_blank_sections(void)
{
    static uint8_t bad[MODEL_CAPACITY];
    ifc2f_model m;
    for (unsigned fill = 0; fill < 2; ++fill) {
        for (uint32_t from = 8; from < model_length; ++from) {
            memcpy(bad, model_bytes, sizeof bad);
            memset(bad + from, fill == 0 ? 0x00 : 0xFF, model_length - from);
            if (from <= 12) { /* keep the version and the length, else nothing behind them is looked at */
                memcpy(bad + 8, model_bytes + 8, 2);
            }
            memcpy(bad + 12, model_bytes + 12, 4);
            repair_crc(bad, model_length);
            if (ifc2f_open(&m, bad, model_length) == IFC2F_OK) {
                ifc2f_session s = begun(&m);
                float p[N_CLASSES];
                (void)ifc2f_posterior(&s, p);
                CHECK(is_close((double)(p[0] + p[1]), 1.0, 1e-2));
            }
        }
    }
}

static void test_unknown_sections(void)
{
    static uint8_t other[MODEL_CAPACITY];
    added_section extra = {"XTRA", 0, (const uint8_t *)"1234", 4};
    ifc2f_model m;
    uint32_t length = build_model(other, &extra, 1);
    CHECK(ifc2f_open(&m, other, length) == IFC2F_OK);
    extra.flags = 1;
    length = build_model(other, &extra, 1);
    CHECK(ifc2f_open(&m, other, length) == IFC2F_ERR_SECTION);
    extra.tag = "PRIO"; /* a second one */
    length = build_model(other, &extra, 1);
    CHECK(ifc2f_open(&m, other, length) == IFC2F_ERR_SECTION);
}

static void test_texts(void)
{
    for (int32_t status = 0; status >= IFC2F_ERR_OTHER_MODEL; --status) {
        const char *text = ifc2f_strerror(status);
        CHECK(text != NULL && text[0] != '\0' && strcmp(text, "unknown status") != 0);
        for (int32_t other = 0; other > status; --other) {
            CHECK(strcmp(text, ifc2f_strerror(other)) != 0);
        }
    }
    CHECK(strcmp(ifc2f_strerror(1), "unknown status") == 0);
    CHECK(strcmp(ifc2f_strerror(IFC2F_ERR_OTHER_MODEL - 1), "unknown status") == 0);
    CHECK(strcmp(ifc2f_strerror(INT32_MIN), "unknown status") == 0);
    CHECK(strcmp(ifc2f_strerror(INT32_MAX), "unknown status") == 0);
}

static void test_model_accessors(void)
{
    for (unsigned k = 0; k < N_FEATURES; ++k) {
        CHECK(ifc2f_n_values(&model, k) == (int32_t)N_VALUES[k]);
        CHECK(ifc2f_parent(&model, k) == (PARENT[k] < 0 ? IFC2F_STOP : PARENT[k]));
        CHECK(ifc2f_column(&model, k) == (int32_t)(10 * k));
    }
    CHECK(ifc2f_n_values(&model, N_FEATURES) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_parent(&model, N_FEATURES) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_column(&model, UINT32_MAX) == IFC2F_ERR_FEATURE);
}

static void test_bins(void)
{
    CHECK(ifc2f_bin(&model, 0, -1e30f) == 0);
    CHECK(ifc2f_bin(&model, 0, 1.4999999f) == 0);
    CHECK(ifc2f_bin(&model, 0, 1.5f) == 1);
    CHECK(ifc2f_bin(&model, 0, 2.5f) == 2);
    CHECK(ifc2f_bin(&model, 0, 3e38f) == 2);
    CHECK(ifc2f_bin(&model, 1, 3.0f) == 0);
    CHECK(ifc2f_bin(&model, 1, 7.0f) == 1);
    CHECK(ifc2f_bin(&model, 1, 5.0f) == IFC2F_ERR_VALUE);
    CHECK(ifc2f_bin(&model, 1, 2.0f) == IFC2F_ERR_VALUE);
    CHECK(ifc2f_bin(&model, 1, 8.0f) == IFC2F_ERR_VALUE);
    CHECK(ifc2f_bin(&model, 0, NAN) == IFC2F_ERR_VALUE);
    CHECK(ifc2f_bin(&model, 0, INFINITY) == IFC2F_ERR_VALUE);
    CHECK(ifc2f_bin(&model, 0, -INFINITY) == IFC2F_ERR_VALUE);
    CHECK(ifc2f_bin(&model, N_FEATURES, 0.0f) == IFC2F_ERR_FEATURE);
}

/* ---- Inference -------------------------------------------------------------------------------------------- */

/* The code-th of all assignments of "open or a value" to the features. */
static void assignment_of(unsigned code, int *answers)
{
    for (unsigned k = 0; k < N_FEATURES; ++k) {
        answers[k] = (int)(code % (N_VALUES[k] + 1)) - 1;
        code /= N_VALUES[k] + 1;
    }
}

static void check_session(ifc2f_session *s, const int *answers, const float *prior)
{
    double weights[N_CLASSES];
    float p[N_CLASSES];
    float mantissa;
    int32_t exponent;
    enumerate_classes(answers, prior, weights);
    const double sum = weights[0] + weights[1];
    CHECK(ifc2f_posterior(s, p) == 0);
    CHECK(is_close((double)p[0], weights[0] / sum, 1e-6) && is_close((double)p[1], weights[1] / sum, 1e-6));
    CHECK(ifc2f_evidence(s, &mantissa, &exponent) == IFC2F_OK);
    CHECK(is_close((double)mantissa * pow(2.0, 32.0 * (double)exponent) / sum, 1.0, 1e-5));
    CHECK(ifc2f_decide(s) == (10.0f * p[1] > p[0] ? 1 : 0));
}

static void check_joint(ifc2f_session *s, const int *answers, const float *prior)
{
    double weights[N_CLASSES];
    float cells[MAX_VALUES * N_CLASSES];
    enumerate_classes(answers, prior, weights);
    const double sum = weights[0] + weights[1];
    for (unsigned k = 0; k < N_FEATURES; ++k) {
        int with[N_FEATURES];
        memcpy(with, answers, sizeof with);
        CHECK(ifc2f_feature_posterior(s, k, cells) == (IFC2F_EXACT ? IFC2F_OK : IFC2F_ERR_ORDER));
        for (unsigned v = 0; IFC2F_EXACT && v < N_VALUES[k]; ++v) {
            with[k] = (int)v;
            enumerate_classes(with, prior, weights);
            for (unsigned c = 0; c < N_CLASSES; ++c) {
                const double p = answers[k] >= 0 && answers[k] != (int)v ? 0.0 : weights[c] / sum;
                CHECK(is_close((double)cells[v * N_CLASSES + c], p, 1e-6));
            }
        }
    }
}

/* Every assignment of answers, given forwards, backwards, and after a detour over other answers. */
static void test_all_assignments(void)
{
    static const float other_prior[N_CLASSES] = {0.125f, 0.875f};
    ifc2f_session s = begun(&model);
    int answers[N_FEATURES];
    float p[2][N_CLASSES];
    for (unsigned code = 0; code < 4 * 3 * 3 * 4 * 3; ++code) {
        assignment_of(code, answers);
        int allowed = 1;
        CHECK(ifc2f_restart(&s) == IFC2F_OK);
        for (unsigned k = 0; k < N_FEATURES; ++k) {
            const int orphan = PARENT[k] >= 0 && ifc2f_state(&s, (uint32_t)PARENT[k]) < 0;
            if (answers[k] >= 0) {
                const int32_t status = ifc2f_answer_bin(&s, k, (uint32_t)answers[k]);
                CHECK(status == (orphan && !IFC2F_EXACT ? IFC2F_ERR_ORDER : IFC2F_OK));
                allowed = allowed && status == IFC2F_OK;
            }
        }
        if (!allowed) {
            continue;
        }
        check_session(&s, answers, PRIOR);
        check_joint(&s, answers, PRIOR);
        (void)ifc2f_posterior(&s, p[0]);
        CHECK(ifc2f_set_prior(&s, other_prior) == IFC2F_OK);
        check_session(&s, answers, other_prior);
        check_joint(&s, answers, other_prior);
        CHECK(ifc2f_set_prior(&s, PRIOR) == IFC2F_OK);
        if (IFC2F_EXACT) {
            CHECK(ifc2f_restart(&s) == IFC2F_OK);
            for (unsigned k = N_FEATURES; k > 0; --k) {
                CHECK(ifc2f_answer_bin(&s, k - 1, N_VALUES[k - 1] - 1) == IFC2F_OK);
            }
            for (unsigned k = 0; k < N_FEATURES; ++k) {
                CHECK((answers[k] < 0 ? ifc2f_retract(&s, k) : ifc2f_answer_bin(&s, k, (uint32_t)answers[k])) == 0);
            }
            (void)ifc2f_posterior(&s, p[1]);
            CHECK(same_bits(p[0], p[1], sizeof p[0]));
        }
    }
}

static void test_prior(void)
{
    static const float below[N_CLASSES] = {0.9091f, 0.0909f};
    static const float above[N_CLASSES] = {0.909f, 0.091f};
    static const float wrong[6][N_CLASSES] = {{0.5f, 0.4f},  {1.5f, -0.5f},       {NAN, 1.0f},
                                              {0.0f, 0.0f}, {INFINITY, INFINITY}, {1.0f, NAN}};
    ifc2f_session s = begun(&model);
    float p[N_CLASSES];
    CHECK(ifc2f_posterior(&s, p) == 0);
    CHECK(same_bits(p, PRIOR, sizeof p));
    CHECK(ifc2f_set_prior(&s, below) == IFC2F_OK && ifc2f_decide(&s) == 0);
    CHECK(is_close((double)ifc2f_cost_of_stopping(&s), 0.909, 1e-5));
    CHECK(ifc2f_set_prior(&s, above) == IFC2F_OK && ifc2f_decide(&s) == 1);
    CHECK(is_close((double)ifc2f_cost_of_stopping(&s), 0.909, 1e-5));
    for (unsigned i = 0; i < 6; ++i) {
        CHECK(ifc2f_set_prior(&s, wrong[i]) == IFC2F_ERR_PRIOR);
    }
    CHECK(ifc2f_decide(&s) == 1);
}

/* ---- Sessions --------------------------------------------------------------------------------------------- */

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
    CHECK(ifc2f_n_looked(&s) == 3);
    CHECK(ifc2f_looked(&s, 0) == 0 && ifc2f_looked(&s, 1) == 1 && ifc2f_looked(&s, 2) == 3);
    CHECK(ifc2f_looked(&s, 3) == IFC2F_ERR_ARGUMENT);
    CHECK(ifc2f_state(&s, 0) == 0 && ifc2f_state(&s, 2) == IFC2F_MISSING && ifc2f_state(&s, 3) == IFC2F_MISSING_PAID);
    CHECK(ifc2f_state(&s, 4) == IFC2F_OPEN && ifc2f_state(&s, 5) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_answer_bin(&s, 1, 1) == (IFC2F_EXACT ? IFC2F_OK : IFC2F_ERR_ORDER)); /* replaced: paid for once */
    CHECK(is_close((double)ifc2f_cost(&s), 0.09, 1e-7));
    CHECK(ifc2f_retract(&s, 3) == IFC2F_OK);
    CHECK(ifc2f_n_looked(&s) == 2 && is_close((double)ifc2f_cost(&s), 0.06, 1e-7));
    CHECK(ifc2f_restart(&s) == IFC2F_OK);
    CHECK(ifc2f_n_looked(&s) == 0 && ifc2f_cost(&s) <= 0.0f);
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
    CHECK(ifc2f_n_looked(&s) == 1);
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
    CHECK(ifc2f_looked(&s, (uint32_t)ifc2f_n_looked(&s)) == IFC2F_ERR_ARGUMENT);
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

/* Without exact inference answers ascend and are taken back last first; a feature that was looked at is not missing. */
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

/* Follow the policy with these values; writes the posterior and returns the features looked at as a bit mask. */
static unsigned follow(ifc2f_session *s, const int *values, float *posterior)
{
    unsigned looked = 0;
    int32_t next;
    while ((next = ifc2f_next(s)) >= 0) {
        const unsigned bit = 1u << next;
        CHECK(next < N_FEATURES && (looked & bit) == 0);
        CHECK(ifc2f_next(s) == next);
        looked |= bit;
        CHECK((values[next] < 0 ? ifc2f_missing(s, (uint32_t)next, 0)
                                : ifc2f_answer_bin(s, (uint32_t)next, (uint32_t)values[next])) == IFC2F_OK);
    }
    CHECK(next == IFC2F_STOP);
    (void)ifc2f_posterior(s, posterior);
    return looked;
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

/* ---- Batch ------------------------------------------------------------------------------------------------ */

enum { N_ROWS = 432, N_COLUMNS = 41 };

static float matrix[N_ROWS * N_COLUMNS];

/* Values that fall into the bins of assignment_of(row); columns the model does not use are NaN. */
static void fill_matrix(void)
{
    static const float of_bin[N_FEATURES][MAX_VALUES] = {
        {0.0f, 1.5f, 9.0f}, {3.0f, 7.0f, NAN}, {0.0f, 0.5f, NAN}, {-1.5f, 0.0f, 1.0f}, {0.0f, 1.0f, NAN}};
    int values[N_FEATURES];
    for (unsigned row = 0; row < N_ROWS; ++row) {
        for (unsigned column = 0; column < N_COLUMNS; ++column) {
            matrix[row * N_COLUMNS + column] = NAN;
        }
        assignment_of(row, values);
        for (unsigned k = 0; k < N_FEATURES; ++k) {
            if (values[k] >= 0) {
                matrix[row * N_COLUMNS + 10 * k] = of_bin[k][values[k]];
            }
        }
    }
}

static void test_batch(void)
{
    static const uint32_t columns[N_FEATURES] = {0, 10, 20, 30, 40};
    static int32_t label[N_ROWS];
    static float posterior[N_ROWS * N_CLASSES];
    static int32_t n_looked[N_ROWS];
    static float cost[N_ROWS];
    static int32_t order[N_ROWS * N_FEATURES];
    const ifc2f_batch batch = {label, posterior, n_looked, cost, order, N_FEATURES};
    const ifc2f_batch nothing = {NULL, NULL, NULL, NULL, NULL, 0};
    ifc2f_batch_report report;
    int values[N_FEATURES];
    fill_matrix();
    CHECK(ifc2f_classify(&model, matrix, N_ROWS, N_COLUMNS, columns, 0.08f, 0, session_memory, sizeof session_memory,
                         &batch, &report) == IFC2F_OK);
    for (unsigned row = 0; row < N_ROWS; ++row) {
        ifc2f_session s = begun(&model);
        float p[N_CLASSES];
        const float spent = cost[row];
        assignment_of(row, values);
        CHECK(ifc2f_set_budget(&s, 0.08f) == IFC2F_OK);
        (void)follow(&s, values, p);
        const float by_session = ifc2f_cost(&s);
        CHECK(label[row] == ifc2f_decide(&s));
        CHECK(same_bits(posterior + row * N_CLASSES, p, sizeof p));
        CHECK(n_looked[row] == ifc2f_n_looked(&s));
        CHECK(same_bits(&spent, &by_session, sizeof spent));
        for (uint32_t i = 0; i < N_FEATURES; ++i) {
            const int32_t expected = (int32_t)i < n_looked[row] ? ifc2f_looked(&s, i) : -1;
            CHECK(order[row * N_FEATURES + i] == expected);
        }
    }
    CHECK(ifc2f_classify(&model, matrix, N_ROWS, N_COLUMNS, columns, INFINITY, 0, session_memory, sizeof session_memory,
                         &nothing, &report) == IFC2F_OK);
    CHECK(ifc2f_classify(&model, matrix, N_ROWS, N_COLUMNS, columns, -1.0f, 0, session_memory, sizeof session_memory,
                         &nothing, &report) == IFC2F_ERR_ARGUMENT);
    CHECK(ifc2f_classify(&model, matrix, N_ROWS, N_COLUMNS, columns, INFINITY, 0, session_memory, 8, &nothing,
                         &report) == IFC2F_ERR_MEMORY);
}

static void test_batch_values(void)
{
    static const uint32_t columns[N_FEATURES] = {0, 1, 2, 3, 4};
    const ifc2f_batch nothing = {NULL, NULL, NULL, NULL, NULL, 0};
    float rows[3][N_FEATURES] = {{0.0f, 3.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 3.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 5.0f, 0.0f, 0.0f, 0.0f}};
    ifc2f_batch_report report;
    ifc2f_session s = begun(&model);
    CHECK(ifc2f_answer_bin(&s, 0, 0) == IFC2F_OK);
    CHECK(ifc2f_next(&s) == 1); /* else the unknown category of the last row would not be looked at */
    CHECK(ifc2f_classify(&model, rows[0], 3, N_FEATURES, columns, INFINITY, 0, session_memory, sizeof session_memory,
                         &nothing, &report) == IFC2F_ERR_VALUE);
    CHECK(report.failed_row == 2 && report.failed_feature == 1);
    CHECK(ifc2f_classify(&model, rows[0], 3, N_FEATURES, NULL, INFINITY, 1, session_memory, sizeof session_memory,
                         &nothing, &report) == IFC2F_OK);
    CHECK(report.n_unknown == 1);
    rows[1][0] = INFINITY; /* not a category that may be unknown: an error always */
    CHECK(ifc2f_classify(&model, rows[0], 3, N_FEATURES, NULL, INFINITY, 1, session_memory, sizeof session_memory,
                         &nothing, &report) == IFC2F_ERR_VALUE);
    CHECK(report.failed_row == 1 && report.failed_feature == 0);
}

/* ---- Probabilities far below what a float holds ------------------------------------------------------------- */

/* P(feature k = 0 | parent = u, class c) in a model whose features 1 to 3 hardly ever take their first value. */
static double tiny_cell(unsigned k, unsigned u, unsigned c)
{
    return k == 0 || k == 4 ? (double)table_cell(k, u, 0, c) : (double)(1e-25f * (float)(1 + k + 2 * u + 3 * c));
}

static uint32_t build_tiny(uint8_t *bytes)
{
    static const float rest[2] = {0.25f, 0.75f};
    ifc2f_model m;
    const uint32_t length = build_model(bytes, NULL, 0);
    CHECK(ifc2f_open(&m, bytes, length) == IFC2F_OK);
    writer w = {bytes, (uint32_t)(m.sections[IFC2F_TABLES].bytes - bytes)};
    for (unsigned k = 0; k < N_FEATURES; ++k) {
        for (unsigned u = 0; u < (PARENT[k] < 0 ? 1 : N_VALUES[PARENT[k]]); ++u) {
            for (unsigned v = 0; v < N_VALUES[k]; ++v) {
                for (unsigned c = 0; c < N_CLASSES; ++c) {
                    const float other = k == 0 || k == 4 ? table_cell(k, u, v, c) : N_VALUES[k] == 2 ? 1.0f : rest[v % 2];
                    put_f32(&w, v == 0 ? (float)tiny_cell(k, u, c) : other);
                }
            }
        }
    }
    repair_crc(bytes, length);
    return length;
}

/* Features 2 and 3 take their first value, while 0 and 1, their parents, are open: messages of 1e-25 and their product. */
static void test_tiny_probabilities(void)
{
    static uint8_t bytes[MODEL_CAPACITY];
    float p[N_CLASSES];
    float joint[MAX_VALUES * N_CLASSES];
    double weights[MAX_VALUES][N_CLASSES];
    double sum = 0.0;
    ifc2f_model m;
    CHECK(ifc2f_open(&m, bytes, build_tiny(bytes)) == IFC2F_OK);
    ifc2f_session s = begun(&m);
    CHECK(ifc2f_answer_bin(&s, 3, 0) == IFC2F_OK && ifc2f_answer_bin(&s, 2, 0) == IFC2F_OK);
    for (unsigned u = 0; u < N_VALUES[0]; ++u) {
        for (unsigned c = 0; c < N_CLASSES; ++c) {
            const double first = tiny_cell(1, u, c);
            const double below = first * tiny_cell(3, 0, c) + (1.0 - first) * tiny_cell(3, 1, c);
            weights[u][c] = (double)PRIOR[c] * (double)table_cell(0, 0, u, c) * tiny_cell(2, u, c) * below;
            sum += weights[u][c];
        }
    }
    CHECK(ifc2f_posterior(&s, p) == 0);
    CHECK(ifc2f_feature_posterior(&s, 0, joint) == IFC2F_OK);
    for (unsigned c = 0; c < N_CLASSES; ++c) {
        double of_class = 0.0;
        for (unsigned u = 0; u < N_VALUES[0]; ++u) {
            of_class += weights[u][c];
            CHECK(is_close((double)joint[u * N_CLASSES + c], weights[u][c] / sum, 1e-6));
        }
        CHECK(is_close((double)p[c], of_class / sum, 1e-6));
    }
}

/* ---- Alignment, planning ---------------------------------------------------------------------------------- */

static void test_unaligned_models(void)
{
    static uint8_t shifted[MODEL_CAPACITY + 4];
    int values[N_FEATURES];
    for (unsigned shift = 1; shift < 4; ++shift) {
        ifc2f_model m;
        memcpy(shifted + shift, model_bytes, model_length);
        CHECK(ifc2f_open(&m, shifted + shift, model_length) == IFC2F_OK);
        for (unsigned code = 0; code < N_ROWS; code += 3) {
            float p[2][N_CLASSES];
            ifc2f_session s = begun(&model);
            assignment_of(code, values);
            const unsigned looked = follow(&s, values, p[0]);
            s = begun(&m);
            CHECK(follow(&s, values, p[1]) == looked);
            CHECK(same_bits(p[0], p[1], sizeof p[0]));
        }
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
    options.treatment = 3;
    CHECK(ifc2f_plan(&model, &options, work, sizeof work, again, sizeof again) == IFC2F_ERR_ARGUMENT);
    options.treatment = IFC2F_TREAT_EXACT;
    options.n_stages = N_FEATURES + 1;
    CHECK(ifc2f_plan(&model, &options, work, sizeof work, again, sizeof again) == IFC2F_ERR_ARGUMENT);
    options.n_stages = N_FEATURES;
    options.max_assignments = 2;
    CHECK(ifc2f_plan(&model, &options, work, sizeof work, again, sizeof again) == IFC2F_ERR_TOO_LARGE);
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
    CHECK(ifc2f_evaluate_bytes(&large) == UINT32_MAX);
    CHECK(ifc2f_simulate(&large, 1.0f, 1, 0, session_memory, UINT32_MAX, &expectation) == IFC2F_ERR_MEMORY);
    CHECK(ifc2f_enumerate(&large, 1.0f, 1, session_memory, UINT32_MAX, &expectation) == IFC2F_ERR_MEMORY);
}

int main(void)
{
    plan_model();
    test_open_errors();
    test_blank_sections();
    test_unknown_sections();
    test_texts();
    test_model_accessors();
    test_bins();
    test_all_assignments();
    test_prior();
    if (IFC2F_GROUPS) {
        test_costs();
    } else {
        test_simple_costs();
    }
    test_refusals();
    test_documented_failures();
    test_order_of_answers();
    test_costs_replaced();
    test_no_policy();
    test_policy_is_optimal();
    test_budget();
    test_copied_sessions();
    test_damaged_session_memory();
    test_batch();
    test_batch_values();
    test_unaligned_models();
    test_planning();
    if (IFC2F_EXACT) { /* without it no session is that large, and answers come in order */
        test_sizes_beyond_32_bits();
        test_tiny_probabilities();
    }
    return check_report("test_runtime");
}
