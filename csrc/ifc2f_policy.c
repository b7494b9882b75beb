/*
 * The ordered policy: look at the next feature if some alpha vector promises less cost than stopping now. A model with
 * another policy is passed on to that.
 */
#include "ifc2f_internal.h"

/* Costs times a belief, class by class: numbers of a section from the `at`-th on, `stride` apart. */
IFC2F_APART static float expected(const ifc2f_span *costs, uint32_t at, uint32_t stride, const ifc2f_class *belief,
                                  uint32_t n_classes)
{
    float sum = 0.0f;
    for (; n_classes > 0; --n_classes) {
        sum += number_at(costs, at) * belief->posterior;
        at += stride;
        ++belief;
    }
    return sum;
}

IFC2F_PRIVATE float i2f_stop_value(const ifc2f_session *s, const ifc2f_class *belief, uint32_t *label)
{
    const uint32_t L = s->model->n_classes;
    float best = LARGEST;
    *label = 0;
    for (uint32_t j = 0; j < L; ++j) {
        const float value = expected(&s->model->sections[IFC2F_MISCLASSIFICATION], j, L, belief, L);
        if (bits_of(value) < bits_of(best)) {
            best = value;
            *label = j;
        }
    }
    return best;
}

/* The alpha set of a stage for the values of its index features: its fallback, the last one, if one is not known. */
IFC2F_APART static uint32_t set_of(const ifc2f_session *s, uint32_t k)
{
    cursor from = {&s->model->sections[IFC2F_ORDERED], POLICY_HEADER_WORDS + STAGE_WORDS * k};
    const uint32_t first_set = i2f_take(&from);
    uint32_t index = i2f_take(&from) + 2 * s->model->ordered.index_at;
    uint32_t n = i2f_take(&from);
    uint32_t assignment = 0;
    uint32_t fallback = 1;
    int is_known = 1;
    for (n = n < k ? n : k; n > 0; --n) {
        const uint32_t f = half_at(from.span, index++);
        const uint32_t n_values = n_values_of(s->model, f);
        fallback *= n_values;
        assignment *= n_values;
        if (has_value(s, f)) {
            assignment += s->values[f];
        } else {
            is_known = 0;
        }
    }
    return first_set + (is_known ? assignment : fallback);
}

/* Smallest alpha' belief over the vectors of a stage's set, or the first that is below `enough`; LARGEST if the set
 * is empty. */
static float continue_value(const ifc2f_session *s, uint32_t k, const ifc2f_class *belief, float enough)
{
    const ifc2f_ordered *p = &s->model->ordered;
    const uint32_t L = s->model->n_classes;
    cursor from = {&s->model->sections[IFC2F_ORDERED], p->starts_at + set_of(s, k)};
    uint32_t at = p->vectors_at + i2f_take(&from) * L;
    const uint32_t end = p->vectors_at + i2f_take(&from) * L;
    float best = LARGEST;
    for (; at < end && at < from.span->length && bits_of(best) >= bits_of(enough); at += L) {
        const float value = expected(from.span, at, 1, belief, L);
        best = bits_of(value) < bits_of(best) ? value : best;
    }
    return best;
}

/* First stage from `from` on whose feature is open and can be asked, or n_stages. */
static uint32_t open_stage(const ifc2f_session *s, uint32_t from)
{
    while (from < s->model->ordered.n_stages && !(s->places[from] == PLACE_OPEN && i2f_can_answer(s, from))) {
        ++from;
    }
    return from;
}

int32_t ifc2f_next(const ifc2f_session *s)
{
#if IFC2F_GRAPHS
    if (has_graph(s->model)) {
        uint32_t node;
        const int32_t next = i2f_graph_next(s, &node);
        return next >= 0 && i2f_is_affordable(s, (uint32_t)next) ? next : IFC2F_STOP;
    }
#endif
#if IFC2F_EXACT
    if (is_adaptive(s->model)) {
        return i2f_adaptive_next(s);
    }
#endif
    const uint32_t k = open_stage(s, IFC2F_EXACT ? head_of(s)->n_prefix : head_of(s)->n_end);
    if (k >= s->model->ordered.n_stages || !i2f_is_affordable(s, k)) {
        return s->model->sections[IFC2F_ORDERED].length == 0 ? IFC2F_ERR_POLICY : IFC2F_STOP;
    }
    const float stop = ifc2f_cost_of_stopping(s);
    return bits_of(continue_value(s, k, s->classes, stop)) < bits_of(stop) ? (int32_t)k : IFC2F_STOP;
}

int32_t ifc2f_decide(const ifc2f_session *s)
{
    uint32_t label;
    (void)i2f_stop_value(s, s->classes, &label);
    return (int32_t)label;
}

float ifc2f_cost_of_stopping(const ifc2f_session *s)
{
    uint32_t label;
    return i2f_stop_value(s, s->classes, &label);
}

#if IFC2F_EXACT

/* The first stage that is open besides feature k and that can be paid for after it, or n_stages. */
static uint32_t stage_after(const ifc2f_session *s, uint32_t k)
{
    session_head *head = head_of(s);
    const session_head before = *head;
    uint32_t next = open_stage(s, head->n_prefix);
    next = next == k ? open_stage(s, k + 1) : next;
    i2f_add_look(s, k);
    if (next < s->model->ordered.n_stages && !i2f_is_affordable(s, next)) {
        next = s->model->ordered.n_stages;
    }
    s->places[k] = PLACE_OPEN;
    *head = before;
    return next;
}

int32_t ifc2f_cost_of_continuing(ifc2f_session *s, uint32_t k, float *cost)
{
    const uint32_t L = s->model->n_classes;
    if (k >= s->model->n_features || s->places[k] != PLACE_OPEN) {
        return IFC2F_ERR_FEATURE;
    }
#if IFC2F_GRAPHS
    if (has_graph(s->model)) {
        uint32_t node;
        const int32_t asked = i2f_graph_next(s, &node);
        *cost = i2f_graph_value(s->model, node);
        return asked == (int32_t)k ? IFC2F_OK : IFC2F_ERR_POLICY;
    }
#endif
    if (s->model->sections[IFC2F_ORDERED].length == 0 && !is_adaptive(s->model)) {
        return IFC2F_ERR_POLICY;
    }
    const float *marginal = i2f_marginal(s, k);
    ifc2f_class *belief = i2f_scratch(s);
    const int possible = (head_of(s)->flags & IS_CONFLICT) == 0;
    const uint32_t n_stages = is_adaptive(s->model) ? 0 : s->model->ordered.n_stages;
    const uint32_t next = stage_after(s, k);
    const uint32_t n_values = n_values_of(s->model, k);
    *cost = i2f_look_cost(s, k);
    for (uint32_t v = 0; v < n_values; ++v) {
        uint32_t label;
        for (uint32_t c = 0; c < L; ++c) {
            belief[c].posterior = possible ? s->classes[c].posterior * marginal[v * L + c] : 0.0f;
        }
        s->values[k] = (uint8_t)v; /* so that the next stage's set is that of this value */
        const float stop = i2f_stop_value(s, belief, &label);
        const float go = next >= n_stages ? stop : continue_value(s, next, belief, 0.0f);
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
