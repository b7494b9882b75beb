/* The ordered policy: opening its section, and following it. */
#include "ordered.h"

#include "costs.h"
#include "exact.h"
#include "expected.h"
#include "deciding.h"

/* Words of a policy section: a header, a record per stage, index features, starts of sets, vectors. */
enum { TREATMENT = 4, POLICY_HEADER_WORDS = 5, STAGE_WORDS = 3 };

enum { EXACT = 0 }; /* the treatment of which alpha vectors are what plans cost */

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

/* ---- Opening ---------------------------------------------------------------------------------------------------- */

#if IFC2F_CHECKS

/* Sets and index entries of the stages follow each other without gaps. No stage has more entries than are left, so that they
 * are read once, whatever the bytes say. */
static void check_stages(cursor *from)
{
    const ifc2f_ordered *p = &from->model->ordered;
    uint32_t set = 0;
    uint32_t index = 0;
    from->wrong |= from->at ^ from->span->length / 4; /* its parts fill the section */
    from->at = POLICY_HEADER_WORDS;
    for (uint32_t k = 0; k < p->n_stages && !from->wrong; ++k) {
        i2f_expect(from, set);
        i2f_expect(from, index);
        const uint32_t count = i2f_take(from);
        from->wrong |= count > p->n_index - index;
        index += count;
        set = i2f_set_of(from->model, NULL, k) + 1 + (count > 0);
    }
    from->wrong |= (set ^ p->n_sets) | (index ^ p->n_index);
}

/* No number of sets, vectors or entries reaches 2^23, so that no product or sum of them exceeds 32 bits. */
static void check_vectors(cursor *from)
{
    const ifc2f_ordered *p = &from->model->ordered;
    from->at = POLICY_HEADER_WORDS - 1;
    from->wrong |= (p->n_sets | p->n_vectors | p->n_index) >> 23 | (i2f_take(from) > 2);
    from->at = p->starts_at;
    if (!from->wrong) {
        i2f_check_starts(from, p->n_sets, p->n_vectors);
        i2f_check_numbers(from, p->n_vectors * from->model->n_classes, LARGEST);
    }
}

#endif

IFC2F_PRIVATE void i2f_read_ordered(cursor *from)
{
    ifc2f_ordered *p = &from->model->ordered;
    p->n_stages = i2f_take(from);
    p->n_sets = i2f_take(from);
    p->n_vectors = i2f_take(from);
    p->n_index = i2f_take(from);
    p->index_at = POLICY_HEADER_WORDS + STAGE_WORDS * p->n_stages;
    p->starts_at = p->index_at + (p->n_index + 1) / 2;
    p->vectors_at = p->starts_at + p->n_sets + 1;
    from->at = p->vectors_at + p->n_vectors * from->model->n_classes;
    from->wrong |= (p->n_stages > from->model->n_features) | has_factor(from->model);
#if IFC2F_CHECKS
    check_stages(from);
    check_vectors(from);
#endif
}

/* ---- Following -------------------------------------------------------------------------------------------------- */

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

/* First stage whose feature is open, can be asked, and is within the budget, or n_stages. What the budget does not pay for is
 * passed over: a cheaper one may stand behind it. */
static uint32_t open_stage(const ifc2f_session *s)
{
    uint32_t k = IFC2F_EXACT ? head_of(s)->n_prefix : head_of(s)->n_end;
    while (k < s->model->ordered.n_stages &&
           !(s->places[k] == PLACE_OPEN && i2f_can_answer(s, k) && i2f_is_affordable(s, k))) {
        ++k;
    }
    return k;
}

IFC2F_PRIVATE int32_t i2f_ordered_next(const ifc2f_session *s)
{
    uint32_t label;
    const uint32_t k = open_stage(s);
    if (k >= s->model->ordered.n_stages) {
        return s->model->sections[IFC2F_ORDERED].length == 0 ? IFC2F_ERR_POLICY : IFC2F_STOP;
    }
    return is_worth_its_cost(s, k, i2f_cost_of_deciding(s, &label)) ? (int32_t)k : IFC2F_STOP;
}

#if IFC2F_EXACT

IFC2F_PRIVATE float i2f_continue_value(const ifc2f_session *s, uint32_t k)
{
    float best = LARGEST;
    uint32_t end;
    for (uint32_t at = vectors_of(s, k, &end); at < end; at += s->model->n_classes) {
        const float value = expected(s, &s->model->sections[IFC2F_ORDERED], at, 1);
        best = bits_of(value) < bits_of(best) ? value : best;
    }
    return best;
}

IFC2F_PRIVATE float i2f_look_ahead(const ifc2f_session *s, uint32_t k, uint32_t next, float *left)
{
    const uint32_t L = s->model->n_classes;
    const float *marginal = i2f_marginal(s, k);
    const int possible = (head_of(s)->flags & IS_CONFLICT) == 0;
    ifc2f_session after = *s; /* the acquisition */
    float cost = i2f_acquisition_cost(s, k);
    after.classes = i2f_scratch(s);
    for (uint32_t v = 0; v < n_values_of(s->model, k); ++v) {
        uint32_t label;
        for (uint32_t c = 0; c < L; ++c) {
            after.classes[c].posterior = possible ? s->classes[c].posterior * marginal[v * L + c] : 0.0f;
        }
        s->values[k] = (uint8_t)v; /* so that the next stage's set is that of this value */
        const float stop = i2f_cost_of_deciding(&after, &label);
        const float go = next >= s->model->ordered.n_stages ? stop : i2f_continue_value(&after, next);
        const float least = go < stop ? go : stop;
        cost += least;
        if (left != NULL) {
            left[v] = least;
        }
    }
    s->values[k] = NO_VALUE;
    return cost;
}

IFC2F_PRIVATE uint32_t i2f_stage_after(const ifc2f_session *s, uint32_t k)
{
    const session_head before = *head_of(s);
    i2f_add_acquisition(s, k);
    const uint32_t next = open_stage(s);
    s->places[k] = PLACE_OPEN;
    *head_of(s) = before;
    return next;
}

IFC2F_PRIVATE uint32_t i2f_planned_stage(const ifc2f_session *s)
{
    const ifc2f_span *ordered = &s->model->sections[IFC2F_ORDERED];
    const session_head before = *head_of(s);
    const uint32_t n_stages = s->model->ordered.n_stages;
    const uint32_t stage = before.n_prefix;
    if (stage >= n_stages || stage != before.n_end || stage != before.n_acquired || word_at(ordered, TREATMENT) != EXACT) {
        return n_stages;
    }
    uint32_t k = stage;
    for (; k < n_stages && s->places[k] == PLACE_OPEN && i2f_is_affordable(s, k); ++k) {
        i2f_add_acquisition(s, k);
    }
    for (uint32_t acquired = stage; acquired < k; ++acquired) {
        s->places[acquired] = PLACE_OPEN;
    }
    *head_of(s) = before;
    return k == n_stages ? stage : n_stages;
}

#endif
