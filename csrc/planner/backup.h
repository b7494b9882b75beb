/* Backups of beliefs, and what of them is kept. */
#ifndef IFC2F_PLANNER_BACKUP_H
#define IFC2F_PLANNER_BACKUP_H

#include "section.h"

/* Back up all beliefs; returns the number of vectors. */
IFC2F_PRIVATE uint32_t i2f_plan_solve_full(const planner *p, uint32_t n_beliefs, float cost, uint32_t n_outcomes);

/* Perseus: back up beliefs picked at random, until each was picked or a vector found for another makes going on there
 * cheaper than deciding. Improving on an earlier vector does not count. */
IFC2F_PRIVATE uint32_t i2f_plan_solve_perseus(const planner *p, uint32_t set, uint32_t n_beliefs, float cost,
                                              uint32_t n_outcomes);

/* Mark the vectors that are the smallest, and below stopping, at one of the beliefs. */
IFC2F_PRIVATE void i2f_plan_mark_winners(const planner *p, uint32_t n_beliefs, uint32_t n);

#endif
