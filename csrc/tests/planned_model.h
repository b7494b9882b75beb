/* A model written by hand with a planned policy in it, and sessions on it. */
#ifndef PLANNED_MODEL_H
#define PLANNED_MODEL_H

#include "check.h"
#include "ifc2f_plan.h"
#include "model_bytes.h"

#include <math.h>

enum { SESSION_CAPACITY = 4096, POLICY_CAPACITY = 4096, WORK_CAPACITY = 262144 };

static uint8_t model_bytes[MODEL_CAPACITY];
static uint32_t model_length;
static ifc2f_model model;
static uint32_t session_memory[SESSION_CAPACITY / 4];
static uint32_t policy[POLICY_CAPACITY / 4];
static uint32_t work[WORK_CAPACITY / 4];

static inline int is_close(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance;
}

static inline int same_bits(const void *a, const void *b, size_t n)
{
    return memcmp(a, b, n) == 0;
}

static inline ifc2f_session begun(const ifc2f_model *of)
{
    ifc2f_session s;
    memset(&s, 0, sizeof s);
    CHECK(ifc2f_begin(&s, of, session_memory, sizeof session_memory) == IFC2F_OK);
    return s;
}

/* Plan in static memory and write the model anew with the policy in it. */
static inline void plan_model(void)
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

enum { N_ASSIGNMENTS = 432 };

/* The code-th of all assignments of "open or a value" to the features. */
static inline void assignment_of(unsigned code, int *answers)
{
    for (unsigned k = 0; k < N_FEATURES; ++k) {
        answers[k] = (int)(code % (N_VALUES[k] + 1)) - 1;
        code /= N_VALUES[k] + 1;
    }
}

/* Follow the policy with these values; writes the posterior and returns the features acquired as a bit mask. */
static inline unsigned follow(ifc2f_session *s, const int *values, float *posterior)
{
    unsigned acquired = 0;
    int32_t next;
    while ((next = ifc2f_next(s)) >= 0) {
        const unsigned bit = 1u << next;
        CHECK(next < N_FEATURES && (acquired & bit) == 0);
        CHECK(ifc2f_next(s) == next);
        acquired |= bit;
        CHECK((values[next] < 0 ? ifc2f_missing(s, (uint32_t)next, 0)
                                : ifc2f_answer_bin(s, (uint32_t)next, (uint32_t)values[next])) == IFC2F_OK);
    }
    CHECK(next == IFC2F_STOP);
    (void)ifc2f_posterior(s, posterior);
    return acquired;
}

#endif
