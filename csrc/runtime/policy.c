/*
 * Whether and where to look next, by the kind of policy that the model has: a graph, the adaptive policy, else the
 * ordered one. A new kind gets a file beside these three and a branch here.
 */
#include "costs.h"
#include "exact.h"
#include "stopping.h"
#include "ordered.h"
#include "graph.h"
#include "adaptive.h"
#include "posterior.h"

int32_t ifc2f_next(const ifc2f_session *s)
{
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
    (void)i2f_stop_value(s, &label);
    return (int32_t)label;
}

float ifc2f_cost_of_stopping(const ifc2f_session *s)
{
    uint32_t label;
    i2f_need_posterior(s);
    return i2f_stop_value(s, &label);
}

#if IFC2F_EXACT

int32_t ifc2f_cost_of_continuing(ifc2f_session *s, uint32_t k, float *cost)
{
    const uint32_t L = s->model->n_classes;
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
    if (s->model->sections[IFC2F_ORDERED].length == 0 && !is_adaptive(s->model)) {
        return IFC2F_ERR_POLICY;
    }
    const float *marginal = i2f_marginal(s, k);
    ifc2f_session after = *s; /* the look */
    after.classes = i2f_scratch(s);
    const int possible = (head_of(s)->flags & IS_CONFLICT) == 0;
    const uint32_t n_stages = is_adaptive(s->model) ? 0 : s->model->ordered.n_stages;
    const uint32_t next = i2f_stage_after(s, k);
    const uint32_t n_values = n_values_of(s->model, k);
    *cost = i2f_look_cost(s, k);
    for (uint32_t v = 0; v < n_values; ++v) {
        uint32_t label;
        for (uint32_t c = 0; c < L; ++c) {
            after.classes[c].posterior = possible ? s->classes[c].posterior * marginal[v * L + c] : 0.0f;
        }
        s->values[k] = (uint8_t)v; /* so that the next stage's set is that of this value */
        const float stop = i2f_stop_value(&after, &label);
        const float go = next >= n_stages ? stop : i2f_continue_value(&after, next);
        *cost += go < stop ? go : stop;
    }
    s->values[k] = NO_VALUE;
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
