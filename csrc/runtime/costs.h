/* What acquisitions cost, and what was spent. */
#ifndef IFC2F_COSTS_H
#define IFC2F_COSTS_H

#include "state.h"

/* Cost of acquiring open feature k now. */
IFC2F_PRIVATE float i2f_acquisition_cost(const ifc2f_session *s, uint32_t k);

/* Append the acquisition of feature k to the others; take it out of them. */
IFC2F_PRIVATE void i2f_add_acquisition(const ifc2f_session *s, uint32_t k);
IFC2F_PRIVATE void i2f_remove_acquisition(const ifc2f_session *s, uint32_t k);

/* Add up the costs of the first n acquisitions again. */
IFC2F_PRIVATE void i2f_add_up_costs(const ifc2f_session *s, uint32_t n);

/* The first open feature of a panel of which another was acquired, or IFC2F_STOP: it has been paid for, and is known together. */
IFC2F_PRIVATE int32_t i2f_rest_of_panel(const ifc2f_session *s);

/* Whether the budget pays for acquiring feature k. */
IFC2F_PRIVATE int i2f_is_affordable(const ifc2f_session *s, uint32_t k);

#endif
