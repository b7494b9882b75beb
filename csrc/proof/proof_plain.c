/*
 * What Eva is to show of a policy in plain C (ifc2f export --target c): it reads within its tables and writes within the
 * caller's probabilities from every state that its type can hold, also ones that no session comes to, and for every reading.
 */
#include "__fc_builtin.h"

#include "data.h"
#include "policy.c"

static int32_t any_reading(void)
{
    return Frama_C_interval(-2147483647 - 1, 2147483647);
}

#if IS_CODE

static int32_t read_sensor(uint16_t feature)
{
    (void)feature;
    return any_reading();
}

void prove(void)
{
    (void)policy_classify(read_sensor);
}

#elif IS_ORDERED

void prove(void)
{
    policy_state state;
    Frama_C_make_unknown((char *)&state, sizeof state);
    (void)policy_next(&state);
    (void)policy_decide(&state);
    policy_answer(&state, any_reading());
    policy_begin(&state);
    (void)policy_next(&state);
}

#else

void prove(void)
{
    const policy_state state = (policy_state)Frama_C_unsigned_int_interval(0, (policy_state)-1);
    (void)policy_next(state);
    (void)policy_answer(state, any_reading());
    (void)policy_decide(state);
#if HAS_POSTERIOR
    uint8_t posterior[POLICY_N_CLASSES];
    policy_posterior(state, posterior);
#endif
}

#endif
