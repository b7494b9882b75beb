/*
 * The ordered policy: look at the next feature if some alpha vector promises less cost than stopping now. A model with
 * another policy is passed on to that.
 */
#include "ifc2f_internal.h"

/* Smallest product of a belief with one of n rows of L numbers, LARGEST if there is none; writes the first row that
 * has it. Rows start `step` numbers apart, their numbers lie `stride` apart: a set of alpha vectors has steps of L and
 * strides of 1, the columns of the misclassification costs have it the other way round. */
static float smallest_product(const ifc2f_session *s, uint32_t section, uint32_t first, uint32_t n, uint32_t step,
                              uint32_t stride, const float *belief, uint32_t *which)
{
    const uint32_t L = s->model->n_classes;
    float best = LARGEST;
    *which = 0;
    for (uint32_t i = 0; i < n; ++i) {
        float value = 0.0f;
        for (uint32_t c = 0; c < L; ++c) {
            value += number_at(&s->model->sections[section], first + stride * c) * belief[c];
        }
        if (value < best) {
            best = value;
            *which = i;
        }
        first += step;
    }
    return best;
}

IFC2F_PRIVATE float i2f_stop_value(const ifc2f_session *s, const float *belief, uint32_t *label)
{
    const uint32_t L = s->model->n_classes;
    return smallest_product(s, IFC2F_MISCLASSIFICATION, 0, L, 1, L, belief, label);
}

static uint32_t stage_word(const ifc2f_session *s, uint32_t k, uint32_t word)
{
    return word_at(&s->model->sections[IFC2F_ORDERED], POLICY_HEADER_WORDS + STAGE_WORDS * k + word);
}

/* The alpha set of a stage for the values of its index features: its fallback, the last one, if one is not known. */
static uint32_t set_of(const ifc2f_session *s, uint32_t k)
{
    const ifc2f_ordered *p = &s->model->ordered;
    const uint32_t index = 2 * p->index_at + stage_word(s, k, 1);
    const uint32_t n = stage_word(s, k, 2);
    uint32_t assignment = 0;
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t f = half_at(&s->model->sections[IFC2F_ORDERED], index + i);
        if (!has_value(s, f)) {
            return (k + 1 < p->n_stages ? stage_word(s, k + 1, 0) : p->n_sets) - 1;
        }
        assignment = assignment * n_values_of(s->model, f) + values_of(s)[f];
    }
    return stage_word(s, k, 0) + assignment;
}

/* Smallest alpha' belief over the vectors of a stage's set; LARGEST if the set is empty. */
static float continue_value(const ifc2f_session *s, uint32_t k, const float *belief)
{
    const uint32_t L = s->model->n_classes;
    const ifc2f_ordered *p = &s->model->ordered;
    const uint32_t starts = p->starts_at + set_of(s, k);
    const uint32_t start = word_at(&s->model->sections[IFC2F_ORDERED], starts);
    const uint32_t end = word_at(&s->model->sections[IFC2F_ORDERED], starts + 1);
    uint32_t which;
    return smallest_product(s, IFC2F_ORDERED, p->vectors_at + start * L, end - start, L, 1, belief, &which);
}

/* First stage from `from` on whose feature is open and can be asked, or NO_INDEX. */
static uint32_t open_stage(const ifc2f_session *s, uint32_t from)
{
    for (; from < s->model->ordered.n_stages; ++from) {
        if (places_of(s)[from] == PLACE_OPEN && i2f_can_answer(s, from)) {
            return from;
        }
    }
    return NO_INDEX;
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
    const uint32_t k = open_stage(s, head_of(s)->n_prefix);
    if (s->model->sections[IFC2F_ORDERED].length == 0) {
        return IFC2F_ERR_POLICY;
    }
    if (k == NO_INDEX || !i2f_is_affordable(s, k)) {
        return IFC2F_STOP;
    }
    return continue_value(s, k, posterior_of(s)) < ifc2f_cost_of_stopping(s) ? (int32_t)k : IFC2F_STOP;
}

int32_t ifc2f_decide(const ifc2f_session *s)
{
    uint32_t label;
    (void)i2f_stop_value(s, posterior_of(s), &label);
    return (int32_t)label;
}

float ifc2f_cost_of_stopping(const ifc2f_session *s)
{
    uint32_t label;
    return i2f_stop_value(s, posterior_of(s), &label);
}

#if IFC2F_EXACT

/* The first stage that is open besides feature k and that can be paid for after it, or NO_INDEX. */
static uint32_t stage_after(const ifc2f_session *s, uint32_t k)
{
    session_head *head = head_of(s);
    const session_head before = *head;
    uint32_t next = open_stage(s, head->n_prefix);
    next = next == k ? open_stage(s, k + 1) : next;
    i2f_add_look(s, k);
    if (next != NO_INDEX && !i2f_is_affordable(s, next)) {
        next = NO_INDEX;
    }
    places_of(s)[k] = PLACE_OPEN;
    *head = before;
    return next;
}

int32_t ifc2f_cost_of_continuing(ifc2f_session *s, uint32_t k, float *cost)
{
    const uint32_t L = s->model->n_classes;
    if (k >= s->model->n_features || places_of(s)[k] != PLACE_OPEN) {
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
    float *belief = i2f_scratch(s);
    const int possible = !(head_of(s)->flags & IS_CONFLICT);
    const uint32_t next = is_adaptive(s->model) ? NO_INDEX : stage_after(s, k);
    const uint32_t n_values = n_values_of(s->model, k);
    *cost = i2f_look_cost(s, k);
    for (uint32_t v = 0; v < n_values; ++v) {
        uint32_t label;
        for (uint32_t c = 0; c < L; ++c) {
            belief[c] = possible ? posterior_of(s)[c] * marginal[v * L + c] : 0.0f;
        }
        values_of(s)[k] = (uint8_t)v; /* so that the next stage's set is that of this value */
        const float stop = i2f_stop_value(s, belief, &label);
        const float go = next == NO_INDEX ? stop : continue_value(s, next, belief);
        *cost += go < stop ? go : stop;
    }
    values_of(s)[k] = NO_VALUE;
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
