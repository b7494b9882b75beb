/* Policy graphs (IFC2F_GRAPHS): nodes ask for features, and answers lead from node to node. */
#ifndef IFC2F_GRAPH_H
#define IFC2F_GRAPH_H

#include "state.h"

#if IFC2F_GRAPHS
/* Check the section. */
IFC2F_PRIVATE int32_t i2f_check_graph(const ifc2f_model *model);

/* Go on to where the answers lead, and tell the feature asked for there or IFC2F_STOP. */
IFC2F_PRIVATE int32_t i2f_graph_next(const ifc2f_session *s);

/* Make the posterior the node's own, if all answers led there, and tell. */
IFC2F_PRIVATE int i2f_take_graph_posterior(const ifc2f_session *s);

#if !IFC2F_EXACT
/* Whether the posterior could be told if feature k had this value, or none, and this place: by the graph, or without exact
 * inference by the network. If so the walk goes on to where that leads. */
IFC2F_PRIVATE int i2f_graph_tells(const ifc2f_session *s, uint32_t k, uint32_t value, uint32_t place);
#endif

#if IFC2F_EXACT
/* What the graph expects to cost from there on. */
IFC2F_PRIVATE float i2f_graph_value(const ifc2f_session *s);
#endif
#endif

#endif
