/* The policy as C, without a runtime: `ifc2f export --target c`. */
#include "policy.h"

#include "robot.h"

static robot_state state;
static int32_t readings[ROBOT_N_FEATURES]; /* a graph may ask again for what it has asked for before */
static uint8_t is_known[ROBOT_N_FEATURES];

int32_t policy_begin(void)
{
    state = ROBOT_START;
    for (int32_t k = 0; k < ROBOT_N_FEATURES; ++k) {
        is_known[k] = 0;
    }
    return 0;
}

int32_t policy_next(void)
{
    int16_t feature = robot_next(state);
    while (feature >= 0 && is_known[feature]) {
        state = robot_answer(state, readings[feature]);
        feature = robot_next(state);
    }
    return feature;
}

int32_t policy_take(int32_t feature, int32_t reading)
{
    readings[feature] = reading == NO_READING ? ROBOT_MISSING : reading;
    is_known[feature] = 1;
    return 0;
}

int32_t policy_class(void)
{
    return robot_decide(state);
}
