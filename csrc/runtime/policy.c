/*
 * The ordered policy: look at the next feature if some alpha vector promises less cost than stopping now. A model with
 * another policy is passed on to that.
 */
#include "internal.h"

/* Costs times beliefs, class by class: numbers of a section from the `at`-th on, `stride` apart. */
IFC2F_APART static float expected(const ifc2f_session *s, const ifc2f_span *costs, uint32_t at, uint32_t stride)
{
    const ifc2f_class *belief = s->classes;
    float sum = 0.0f;
    for (uint32_t n = s->model->n_classes; n > 0; --n) {
        sum += number_at(costs, at) * belief->posterior;
        at += stride;
        ++belief;
    }
    return sum;
}

/* The same for two classes, numbers of a row in one section; the same operations in the same order. */
static inline float expected_of_two(const ifc2f_class *belief, float first, float second)
{
    return first * belief[0].posterior + second * belief[1].posterior;
}

IFC2F_PRIVATE float i2f_stop_value(const ifc2f_session *s, uint32_t *label)
{
    const uint32_t L = s->model->n_classes;
    const uint8_t *row = row_at(&s->model->sections[IFC2F_MISCLASSIFICATION], 0, 4);
    if (IFC2F_READS_INLINE && L == 2 && row != NULL) {
        const float first = expected_of_two(s->classes, row_number(row, 0), row_number(row, 2));
        const float second = expected_of_two(s->classes, row_number(row, 1), row_number(row, 3));
        *label = bits_of(second) < bits_of(first);
        return *label != 0 ? second : first;
    }
    float best = float_of(INFINITY_BITS);
    *label = 0;
    for (uint32_t j = 0; j < L; ++j) {
        const float value = expected(s, &s->model->sections[IFC2F_MISCLASSIFICATION], j, L);
        if (bits_of(value) < bits_of(best)) {
            best = value;
            *label = j;
        }
    }
    return best;
}

IFC2F_APART IFC2F_PRIVATE uint32_t i2f_set_of(const ifc2f_model *model, const uint8_t *values, uint32_t k)
{
    const ifc2f_span *ordered = &model->sections[IFC2F_ORDERED];
    const uint32_t stage = POLICY_HEADER_WORDS + STAGE_WORDS * k;
    uint32_t index = 2 * model->ordered.index_at + word_at(ordered, stage + 1);
    uint32_t n = word_at(ordered, stage + 2);
    uint32_t set = 0;
    for (n = n < k ? n : k; n > 0; --n) {
        const uint32_t f = half_at(ordered, index++);
        const uint32_t n_values = word_at(&model->sections[IFC2F_FEATURES], FEATURE_WORDS * f) >> 16;
        uint32_t value = NO_VALUE;
        if (f < k) {
            value = IFC2F_CHECKS && values == NULL ? n_values - 1 : values[f];
        }
        if (value == NO_VALUE || (IFC2F_CHECKS && set >> 23 != 0)) {
            return (k + 1 < model->ordered.n_stages ? word_at(ordered, stage + STAGE_WORDS) : model->ordered.n_sets) - 1;
        }
        set = set * n_values + value;
    }
    return word_at(ordered, stage) + set;
}

/* The alpha vectors of a stage's set: where the first begins, and the number behind the last, in words. */
static uint32_t vectors_of(const ifc2f_session *s, uint32_t k, uint32_t *end)
{
    const ifc2f_ordered *p = &s->model->ordered;
    const uint32_t L = s->model->n_classes;
    const ifc2f_span *ordered = &s->model->sections[IFC2F_ORDERED];
    const uint32_t starts = p->starts_at + i2f_set_of(s->model, s->values, k);
    *end = p->vectors_at + word_at(ordered, starts + 1) * L;
    return p->vectors_at + word_at(ordered, starts) * L;
}

/* Whether some alpha vector of the stage promises less than `stop`. Behind the section costs are read as 0. */
static int is_worth_its_cost(const ifc2f_session *s, uint32_t k, float stop)
{
    uint32_t end;
    uint32_t at = vectors_of(s, k, &end);
    const ifc2f_span *ordered = &s->model->sections[IFC2F_ORDERED];
    const uint32_t last = end - 1;
    if (IFC2F_READS_INLINE && s->model->n_classes == 2 && last < ordered->length / 4) {
        const ifc2f_class *belief = s->classes;
        for (; at < last; at += 2) {
            const uint8_t *row = ordered->bytes + 4 * (size_t)at;
            if (bits_of(expected_of_two(belief, row_number(row, 0), row_number(row, 1))) < bits_of(stop)) {
                return 1;
            }
        }
        return 0;
    }
    for (; at < end && bits_of(stop) > 0; at += s->model->n_classes) {
        if (bits_of(expected(s, ordered, at, 1)) < bits_of(stop)) {
            return 1;
        }
    }
    return 0;
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
        const int32_t next = i2f_graph_next(s);
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
    return is_worth_its_cost(s, k, ifc2f_cost_of_stopping(s)) ? (int32_t)k : IFC2F_STOP;
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

/* What going on costs by the alpha vectors of stage k; LARGEST if it has none. */
static float continue_value(const ifc2f_session *s, uint32_t k)
{
    float best = LARGEST;
    uint32_t end;
    for (uint32_t at = vectors_of(s, k, &end); at < end; at += s->model->n_classes) {
        const float value = expected(s, &s->model->sections[IFC2F_ORDERED], at, 1);
        best = bits_of(value) < bits_of(best) ? value : best;
    }
    return best;
}

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
    const uint32_t next = stage_after(s, k);
    const uint32_t n_values = n_values_of(s->model, k);
    *cost = i2f_look_cost(s, k);
    for (uint32_t v = 0; v < n_values; ++v) {
        uint32_t label;
        for (uint32_t c = 0; c < L; ++c) {
            after.classes[c].posterior = possible ? s->classes[c].posterior * marginal[v * L + c] : 0.0f;
        }
        s->values[k] = (uint8_t)v; /* so that the next stage's set is that of this value */
        const float stop = i2f_stop_value(&after, &label);
        const float go = next >= n_stages ? stop : continue_value(&after, next);
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
