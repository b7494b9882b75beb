/* Inference against enumeration: every assignment of answers, in several orders. */
#include "planned_model.h"

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

/* ---- Probabilities far below what a float holds ----------------------------------------------------------------- */

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

int main(void)
{
    plan_model();
    test_all_assignments();
    test_prior();
    if (IFC2F_EXACT) { /* without it answers come in order */
        test_tiny_probabilities();
    }
    return check_report("test_inference");
}
