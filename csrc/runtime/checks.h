/*
 * What the bytes of a model must be besides what opening itself needs, but for its policies: every index and number,
 * checked once, early.
 */
#ifndef IFC2F_CHECKS_H
#define IFC2F_CHECKS_H

#include "cursor.h"

#if IFC2F_CHECKS
/* Check misclassification costs, costs and features. */
IFC2F_PRIVATE void i2f_check(cursor *from);

/* Check costs alone, from the beginning of their section on. */
IFC2F_PRIVATE void i2f_check_costs(cursor *from);
#endif

#endif
