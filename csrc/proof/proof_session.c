/*
 * What Eva is to show of sessions, in the least build: whatever a model of N_FEATURES features and N_CLASSES classes
 * holds, any sequence of calls with any arguments, on a session begun or taken up from any memory, has no undefined
 * behaviour and ends.
 */
#include "../base/arithmetic.h"

#include "ifc2f.h"

#include <__fc_builtin.h>

#ifndef N_FEATURES
#define N_FEATURES 3
#endif
#ifndef N_CLASSES
#define N_CLASSES 2
#endif
#ifndef ENTER
#define ENTER ifc2f_begin /* or ifc2f_resume */
#endif
enum { MOST_BYTES = 256, MOST_WORDS = 64 };

static uint8_t bytes[IFC2F_N_SECTIONS][MOST_BYTES];
static uint32_t memory[MOST_WORDS];

static uint32_t any(void) { return Frama_C_unsigned_int_interval(0, 0xFFFFFFFFu); }

static void call(ifc2f_session *s)
{
    static float numbers[N_CLASSES];
    float mantissa;
    int32_t exponent;
    switch (any() % 16) {
    case 0:
        (void)ifc2f_answer_bin(s, any(), any());
        break;
    case 1:
        (void)ifc2f_answer(s, any(), Frama_C_float_interval(-3e38f, 3e38f));
        break;
    case 2:
        (void)ifc2f_missing(s, any(), (int32_t)any());
        break;
    case 3:
        (void)ifc2f_retract(s, any());
        break;
    case 4:
        (void)ifc2f_next(s);
        break;
    case 5:
        (void)ifc2f_decide(s);
        break;
    case 6:
        (void)ifc2f_posterior(s, numbers);
        break;
    case 7:
        Frama_C_make_unknown((char *)numbers, sizeof numbers);
        (void)ifc2f_set_prior(s, numbers);
        break;
    case 8:
        (void)ifc2f_set_budget(s, Frama_C_float_interval(-3e38f, 3e38f));
        break;
    case 9:
        (void)ifc2f_restart(s);
        break;
    case 10:
        (void)ifc2f_evidence(s, &mantissa, &exponent);
        break;
    case 11:
        (void)ifc2f_state(s, any());
        (void)ifc2f_acquired(s, any());
        (void)ifc2f_n_acquired(s);
        break;
    case 12:
        (void)ifc2f_cost(s);
        (void)ifc2f_feature_cost(s, any());
        break;
    default:
        (void)ifc2f_cost_of_stopping(s);
        break;
    }
}

void prove(void)
{
    static ifc2f_model model;
    ifc2f_session s;
    model.n_features = N_FEATURES;
    model.n_classes = N_CLASSES;
    model.n_tests = any();
    model.n_groups = any();
    Frama_C_make_unknown((char *)&model.ordered, sizeof model.ordered);
    model.ordered.n_stages = Frama_C_unsigned_int_interval(0, N_FEATURES); /* i2f_read_ordered() refuses more */
    for (uint32_t i = 0; i < IFC2F_N_SECTIONS; ++i) {
        Frama_C_make_unknown((char *)bytes[i], MOST_BYTES);
        model.sections[i].bytes = bytes[i];
        model.sections[i].length = Frama_C_unsigned_int_interval(0, MOST_BYTES);
    }
    Frama_C_make_unknown((char *)memory, sizeof memory);
    if (ENTER(&s, &model, memory, sizeof memory) != IFC2F_OK) {
        return;
    }
    while ((any() & 1) != 0) {
        call(&s);
    }
}
