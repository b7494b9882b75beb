/* Policy graphs. A session keeps the node that the answers lead to, and the feature asked for there. */
#ifndef IFC2F_INTEGER_GRAPH_H
#define IFC2F_INTEGER_GRAPH_H

#include "state.h"

/* Walk on from an inner node whose feature has a value, as far as the answers lead: to a node whose feature is open and
 * asked for, or to an end. Branches lead to later nodes, so a walk ends. */
IFC2F_PRIVATE int32_t i2f_int_walk(const ifc2f_int_session *s, uint32_t node, int32_t value);

/* Walk from the root. */
IFC2F_PRIVATE void i2f_int_walk_anew(const ifc2f_int_session *s);

/* Whether the feature is categorical and has no such category. */
IFC2F_PRIVATE int i2f_int_is_no_category(const uint8_t *record, int32_t reading);

/* The feature to acquire next, or IFC2F_STOP; the class decided for; the class probabilities. */
IFC2F_PRIVATE int32_t i2f_int_graph_next(const ifc2f_int_session *s);
IFC2F_PRIVATE int32_t i2f_int_graph_decide(const ifc2f_int_session *s);
IFC2F_PRIVATE void i2f_int_graph_posterior(const ifc2f_int_session *s, uint16_t *posterior);

#endif
