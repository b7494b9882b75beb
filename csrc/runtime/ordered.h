/* The ordered policy: acquire the next feature if some alpha vector promises less cost than stopping now. */
#ifndef IFC2F_ORDERED_H
#define IFC2F_ORDERED_H

#include "cursor.h"
#include "state.h"

/* Read the sizes of the section and where its parts lie, and check it (IFC2F_CHECKS). */
IFC2F_PRIVATE void i2f_read_ordered(cursor *from);

/* The alpha set of stage k for the values of its index features; if one is not known (or is no feature before k) its
 * fallback, the last one before the next stage's. `values` NULL: each feature's last value. */
IFC2F_PRIVATE uint32_t i2f_set_of(const ifc2f_model *model, const uint8_t *values, uint32_t k);

/* The feature to acquire next, IFC2F_STOP, or IFC2F_ERR_POLICY if there is no ordered policy. The posterior is up to date. */
IFC2F_PRIVATE int32_t i2f_ordered_next(const ifc2f_session *s);

#if IFC2F_EXACT
/* The first stage that is open besides feature k and that can be paid for after it, or n_stages. */
IFC2F_PRIVATE uint32_t i2f_stage_after(const ifc2f_session *s, uint32_t k);

/* What going on costs by the alpha vectors of stage k; LARGEST if it has none. */
IFC2F_PRIVATE float i2f_continue_value(const ifc2f_session *s, uint32_t k);

/* Cost of acquiring open feature k and then, after each answer, of going on with stage `next` (n_stages: none) or deciding, whichever
 * is less. Writes what is left after each answer v, times its probability, to left[v], unless `left` is NULL. */
IFC2F_PRIVATE float i2f_look_ahead(const ifc2f_session *s, uint32_t k, uint32_t next, float *left);

/* The stage that the answers have led to, if going on by the plan costs what its alpha vectors say: the plan is exact, just the
 * features before the stage were acquired, and the budget pays for all the others. Else n_stages. */
IFC2F_PRIVATE uint32_t i2f_planned_stage(const ifc2f_session *s);
#endif

#endif
