/* The policy in floating point: `ifc2f export --target float32`, run by ifc2f.c. */
#include "policy.h"

#include "ifc2f.h"
#include "robot.h"

#define MILLIMETRES 1000.0f /* in a unit of the model's features */

static uint32_t memory[ROBOT_SESSION_BYTES / 4];
static ifc2f_model model;
static ifc2f_session session;
static int is_open;

int32_t policy_begin(void)
{
    if (!is_open) {
        const int32_t status = ifc2f_open_linked(&model, robot_model, ROBOT_BYTES, ROBOT_ID);
        if (status != IFC2F_OK) {
            return status;
        }
        is_open = 1;
    }
    return ifc2f_begin(&session, &model, memory, sizeof memory);
}

int32_t policy_next(void)
{
    return ifc2f_next(&session);
}

int32_t policy_take(int32_t feature, int32_t reading)
{
    return reading == NO_READING ? ifc2f_missing(&session, (uint32_t)feature, 1)
                                 : ifc2f_answer(&session, (uint32_t)feature, (float)reading / MILLIMETRES);
}

int32_t policy_class(void)
{
    return ifc2f_decide(&session);
}
