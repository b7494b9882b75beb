/* Working memory. */
#ifndef IFC2F_PLANNER_WORK_H
#define IFC2F_PLANNER_WORK_H

#include "planner.h"

/* Lay out the planner's arrays in `work`, behind the session. */
IFC2F_PRIVATE void i2f_plan_lay_out(planner *p, uint32_t *work);

#endif
