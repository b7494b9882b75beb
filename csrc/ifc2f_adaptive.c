/*
 * The adaptive policy: after every answer, the look that gains most for its cost, by exact inference.
 */
#include "ifc2f_internal.h"

#if IFC2F_EXACT

static const float LARGEST_DOUBT_WEIGHT = 1e6f;
static const float ROUNDING = 1e-5f; /* relative: a gain below it is none */

IFC2F_PRIVATE int32_t i2f_check_adaptive(const ifc2f_model *model)
{
    const ifc2f_span *adaptive = &model->sections[IFC2F_ADAPTIVE];
    return adaptive->length == 4 && is_within(number_at(adaptive, 0), 0.0f, LARGEST_DOUBT_WEIGHT) ? IFC2F_OK
                                                                                              : IFC2F_ERR_CONTENT;
}

/* What a belief is bad for: the cost of deciding on it, and doubt_weight * doubt, the cost of deciding at random by it.
 * Doubt, unlike the former, falls with every answer that tells anything, so that looks which pay only together are
 * taken. The belief need not be normalised: the value scales with it. */
static float badness(const ifc2f_session *s, const ifc2f_class *belief, float doubt_weight)
{
    const uint32_t L = s->model->n_classes;
    float sum = 0.0f;
    float doubt = 0.0f;
    uint32_t label;
    for (uint32_t i = 0; i < L; ++i) {
        sum += belief[i].posterior;
        for (uint32_t j = 0; j < L; ++j) {
            doubt += number_at(&s->model->sections[IFC2F_MISCLASSIFICATION], i * L + j) * belief[i].posterior *
                     belief[j].posterior;
        }
    }
    return i2f_stop_value(s, belief, &label) + (sum >= SMALLEST ? doubt_weight * doubt / sum : 0.0f);
}

/* Expected badness after looking at feature k. */
static float badness_after(const ifc2f_session *s, uint32_t k, float doubt_weight)
{
    const uint32_t L = s->model->n_classes;
    const float *marginal = i2f_marginal(s, k);
    ifc2f_class *belief = i2f_scratch(s);
    float sum = 0.0f;
    for (uint32_t v = 0; v < n_values_of(s->model, k); ++v) {
        for (uint32_t c = 0; c < L; ++c) {
            belief[c].posterior = s->classes[c].posterior * marginal[v * L + c];
        }
        sum += badness(s, belief, doubt_weight);
    }
    return sum;
}

/* Of the looks that gain more than they cost, the one with the largest gain per cost. None if deciding now costs no
 * more than the look, or if the answers contradict each other. */
IFC2F_PRIVATE int32_t i2f_adaptive_next(const ifc2f_session *s)
{
    const float doubt_weight = number_at(&s->model->sections[IFC2F_ADAPTIVE], 0);
    const float stop = ifc2f_cost_of_stopping(s);
    const float now = badness(s, s->classes, doubt_weight);
    float best_gain = 0.0f;
    float best_cost = 1.0f;
    int32_t best = IFC2F_STOP;
    if ((head_of(s)->flags & IS_CONFLICT) != 0) {
        return IFC2F_STOP;
    }
    for (uint32_t k = 0; k < s->model->n_features; ++k) {
        if (s->places[k] != PLACE_OPEN || !i2f_is_affordable(s, k)) {
            continue;
        }
        const float cost = i2f_look_cost(s, k);
        if (cost >= stop) {
            continue;
        }
        const float gain = now - badness_after(s, k, doubt_weight);
        if (gain > cost + ROUNDING * now && gain * best_cost > best_gain * cost) {
            best_gain = gain;
            best_cost = cost;
            best = (int32_t)k;
        }
    }
    return best;
}

#endif
