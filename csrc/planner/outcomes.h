/* What an acquisition can lead to. */
#ifndef IFC2F_PLANNER_OUTCOMES_H
#define IFC2F_PLANNER_OUTCOMES_H

#include "section.h"

/* Whether an assignment is that of the stage's fallback set, the last one of a stage with index features. */
IFC2F_PRIVATE int i2f_plan_is_fallback(const planner *p, uint32_t k, uint32_t assignment);

/* Write P(outcome | class) and the next set of each outcome of acquiring feature k; returns their number. */
IFC2F_PRIVATE uint32_t i2f_plan_compute_outcomes(planner *p, uint32_t k, uint32_t assignment);

#endif
