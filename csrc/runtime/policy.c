/*
 * Whether and what to acquire next, by the kind of policy that the model has: a graph, the adaptive policy, else the
 * ordered one. A new kind gets a file beside these three and a branch here.
 */
#include "costs.h"
#include "exact.h"
#include "deciding.h"
#include "ordered.h"
#include "graph.h"
#include "adaptive.h"
#include "posterior.h"

int32_t ifc2f_next(const ifc2f_session *s)
{
    const int32_t rest = has_graph(s->model) ? IFC2F_STOP : i2f_rest_of_panel(s);
    if (rest != IFC2F_STOP && i2f_can_answer(s, (uint32_t)rest)) {
        return rest;
    }
#if IFC2F_GRAPHS
    if (has_graph(s->model)) {
        const int32_t next = i2f_graph_next(s);
        return next >= 0 && i2f_is_affordable(s, (uint32_t)next) ? next : IFC2F_STOP;
    }
#endif
#if IFC2F_EXACT
    if (is_adaptive(s->model)) {
        return i2f_adaptive_next(s);
    }
#endif
    return i2f_ordered_next(s);
}

int32_t ifc2f_decide(const ifc2f_session *s)
{
    uint32_t label;
    i2f_need_posterior(s);
    (void)i2f_cost_of_deciding(s, &label);
    return (int32_t)label;
}

float ifc2f_cost_of_stopping(const ifc2f_session *s)
{
    uint32_t label;
    i2f_need_posterior(s);
    return i2f_cost_of_deciding(s, &label);
}

#if IFC2F_EXACT

int32_t ifc2f_cost_of_continuing(ifc2f_session *s, uint32_t k, float *cost)
{
    if (k >= s->model->n_features || s->places[k] != PLACE_OPEN) {
        return IFC2F_ERR_FEATURE;
    }
#if IFC2F_GRAPHS
    if (has_graph(s->model)) {
        const int32_t asked = i2f_graph_next(s);
        *cost = i2f_graph_value(s);
        return asked == (int32_t)k ? IFC2F_OK : IFC2F_ERR_POLICY;
    }
#endif
    if (is_adaptive(s->model)) {
        *cost = i2f_adaptive_cost(s, k);
        return IFC2F_OK;
    }
    if (s->model->sections[IFC2F_ORDERED].length == 0) {
        return IFC2F_ERR_POLICY;
    }
    *cost = i2f_look_ahead(s, k, i2f_stage_after(s, k), NULL);
    return IFC2F_OK;
}

#else

int32_t ifc2f_cost_of_continuing(ifc2f_session *s, uint32_t k, float *cost)
{
    (void)s;
    (void)k;
    (void)cost;
    return IFC2F_ERR_ORDER;
}

#endif
