/* What deciding costs. */
#ifndef IFC2F_DECIDING_H
#define IFC2F_DECIDING_H

#include "state.h"

/* min over j of Q_j' posterior, and the class j. The posterior need not be normalised: the value scales with it. */
IFC2F_PRIVATE float i2f_cost_of_deciding(const ifc2f_session *s, uint32_t *label);

#endif
