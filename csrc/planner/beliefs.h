/* The beliefs that a stage is planned for. */
#ifndef IFC2F_PLANNER_BELIEFS_H
#define IFC2F_PLANNER_BELIEFS_H

#include "planner.h"

/* P(feature | class) of all features, parents before children. */
IFC2F_PRIVATE void i2f_plan_compute_marginals(planner *p);

/* Draw instances: the class from the prior, then each feature given its parent and the class. */
IFC2F_PRIVATE void i2f_plan_sample_instances(planner *p);

/* Beliefs of stage k: after every answer sequence if there are few, else after the simulated ones. Returns how many; as
 * many again follow for the fallback set, in which the features that index the stage are hidden. A stage before one with
 * few sequences has few as well, so that sequences may take the place of simulated answers. */
IFC2F_PRIVATE uint32_t i2f_plan_compute_beliefs(const planner *p, uint32_t k);

#endif
