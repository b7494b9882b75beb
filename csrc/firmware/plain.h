/* One decision by a policy in plain C (ifc2f export --target c), of either form, on a row of readings. */
#ifndef PLAIN_H
#define PLAIN_H

#include "data.h" /* N_FEATURES, IS_CODE, IS_ORDERED, HAS_POSTERIOR */
#include "policy.h"

static const int32_t *row; /* the readings that stand for the world */

#if IS_CODE

static int32_t read_sensor(uint16_t feature)
{
    return row[feature];
}

static uint8_t decide(void)
{
    return policy_classify(read_sensor);
}

#elif IS_ORDERED

static inline uint8_t decide(void)
{
    policy_state state;
    policy_begin(&state);
    for (int16_t feature = policy_next(&state); feature >= 0; feature = policy_next(&state)) {
        policy_answer(&state, row[feature]);
    }
    return policy_decide(&state);
}

#else

/* Where the policy ended. */
static inline policy_state walk(void)
{
    policy_state state = POLICY_START;
    for (int16_t feature = policy_next(state); feature >= 0; feature = policy_next(state)) {
        state = policy_answer(state, row[feature]);
    }
    return state;
}

static inline uint8_t decide(void)
{
    return policy_decide(walk());
}

#endif

#endif
