/* The ordered policy, by thresholds or alpha vectors. */
#ifndef IFC2F_INTEGER_ORDERED_H
#define IFC2F_INTEGER_ORDERED_H

#include "state.h"

/* Bin of a reading, the number of edges that are not above it; of a category itself. Negative if there is none. */
IFC2F_PRIVATE int32_t i2f_int_bin_of(const ifc2f_int_model *model, const uint8_t *record, int32_t reading);

/* Take up the answer of feature k. */
IFC2F_PRIVATE void i2f_int_take_up(const ifc2f_int_session *s, uint32_t k);

/* The feature to acquire next, or IFC2F_STOP; the class decided for; the class probabilities. */
IFC2F_PRIVATE int32_t i2f_int_ordered_next(const ifc2f_int_session *s);
IFC2F_PRIVATE int32_t i2f_int_ordered_decide(const ifc2f_int_session *s);
IFC2F_PRIVATE void i2f_int_ordered_posterior(const ifc2f_int_session *s, uint16_t *posterior);

#endif
