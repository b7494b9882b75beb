/* The policy in whole numbers: `ifc2f export --target int8`, run by ifc2f_integer.c. */
#include "policy.h"

#include "ifc2f_integer.h"
#include "robot.h"

static uint32_t memory[ROBOT_SESSION_BYTES / 4];
static ifc2f_int_model model;
static ifc2f_int_session session;
static int is_open;

int32_t policy_begin(void)
{
    if (!is_open) {
        const int32_t status = ifc2f_int_open_linked(&model, robot_model, ROBOT_BYTES, ROBOT_ID);
        if (status != IFC2F_OK) {
            return status;
        }
        is_open = 1;
    }
    return ifc2f_int_begin(&session, &model, memory, sizeof memory);
}

int32_t policy_next(void)
{
    return ifc2f_int_next(&session);
}

int32_t policy_take(int32_t feature, int32_t reading)
{
    return reading == NO_READING ? ifc2f_int_missing(&session, (uint32_t)feature, 1)
                                 : ifc2f_int_answer(&session, (uint32_t)feature, reading);
}

int32_t policy_class(void)
{
    return ifc2f_int_decide(&session);
}
