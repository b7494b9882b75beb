/*
 * What an acquisition gains: in the cost of deciding, and in doubt, which falls with every answer that tells anything.
 */
#include "favourite.h"

#include "costs.h"
#include "exact.h"

#if IFC2F_EXACT

static const float MOST_DOUBT = 100.0f; /* in costs of deciding */

/* The cost of deciding at random by a belief, weighed; `random` is that times the belief's sum. Where one mistake costs more
 * than a hundred others it can be far above the cost of deciding, and fall by answers that cannot change the decision; so
 * it counts as no more than a hundred times that. */
static inline float weighed_doubt(float weight, float random, float sum, float deciding)
{
    const float doubt = sum >= SMALLEST ? weight * random / sum : 0.0f;
    const float most = weight * MOST_DOUBT * deciding;
    return doubt < most ? doubt : most;
}

/* What a belief, or an acquisition on average, leaves to pay. */
typedef struct prospect {
    float deciding; /* cost of deciding */
    float badness;
} prospect;

/* What a belief is bad for: the cost of deciding on it, and that and doubt_weight * doubt. Doubt, unlike the former, falls with
 * every answer that tells anything, so that acquisitions which pay only together come first. The belief need not be normalised:
 * values scale with it. */
static prospect judge(const uint8_t *q, const float *belief, uint32_t L, float doubt_weight)
{
    float sum = 0.0f;
    float doubt = 0.0f;
    float best = LARGEST;
    for (uint32_t j = 0; j < L; ++j) {
        float value = 0.0f;
        for (uint32_t i = 0; i < L; ++i) {
            value += row_number(q, i * L + j) * belief[i];
        }
        best = value < best ? value : best;
        doubt += value * belief[j];
        sum += belief[j];
    }
    const prospect judged = {best, best + weighed_doubt(doubt_weight, doubt, sum, best)};
    return judged;
}

IFC2F_PRIVATE float i2f_badness(const ifc2f_session *s, const float *belief)
{
    const uint32_t L = s->model->n_classes;
    const uint8_t *q = row_at(&s->model->sections[IFC2F_MISCLASSIFICATION], 0, L * L);
    return q == NULL ? 0.0f : judge(q, belief, L, number_at(&s->model->sections[IFC2F_ADAPTIVE], 0)).badness;
}

IFC2F_PRIVATE float i2f_badness_now(const ifc2f_session *s)
{
    float *belief = (float *)(void *)i2f_scratch(s);
    for (uint32_t c = 0; c < s->model->n_classes; ++c) {
        belief[c] = s->classes[c].posterior;
    }
    return i2f_badness(s, belief);
}

/* Expected prospect after acquiring a feature of which P(value | class, answers) is given. */
static prospect prospect_of(const ifc2f_session *s, const float *marginal, uint32_t n_values, const uint8_t *q, float doubt_weight)
{
    const uint32_t L = s->model->n_classes;
    float *belief = (float *)(void *)i2f_scratch(s);
    prospect sum = {0.0f, 0.0f};
    for (uint32_t v = 0; v < n_values; ++v) {
        for (uint32_t c = 0; c < L; ++c) {
            belief[c] = s->classes[c].posterior * marginal[v * L + c];
        }
        const prospect of_value = judge(q, belief, L, doubt_weight);
        sum.deciding += of_value.deciding;
        sum.badness += of_value.badness;
    }
    return sum;
}

/* The same for two classes, the same operations in the same order: all numbers stay in registers. */
static prospect prospect_of_two(const ifc2f_session *s, const float *marginal, uint32_t n_values, const uint8_t *q,
                               float doubt_weight)
{
    const float q00 = row_number(q, 0);
    const float q01 = row_number(q, 1);
    const float q10 = row_number(q, 2);
    const float q11 = row_number(q, 3);
    const float p0 = s->classes[0].posterior;
    const float p1 = s->classes[1].posterior;
    prospect sum = {0.0f, 0.0f};
    for (uint32_t v = 0; v < n_values; ++v) {
        const float a = p0 * marginal[2 * v];
        const float b = p1 * marginal[2 * v + 1];
        const float value0 = q00 * a + q10 * b;
        const float value1 = q01 * a + q11 * b;
        const float best = value1 < value0 ? value1 : value0;
        sum.deciding += best;
        sum.badness += best + weighed_doubt(doubt_weight, value0 * a + value1 * b, a + b, best);
    }
    return sum;
}

/* An acquisition by what it gains. */
typedef struct best_feature {
    float gain;
    float cost;
    int32_t feature;
} best_feature;

IFC2F_PRIVATE int i2f_may_be_next(const ifc2f_session *s, uint32_t k, float least)
{
    return s->places[k] == PLACE_OPEN && i2f_is_affordable(s, k) && i2f_acquisition_cost(s, k) < least;
}

IFC2F_PRIVATE int32_t i2f_find_favourite(const ifc2f_session *s, float stop, const base_policy *base, base_policy *single,
                                         float *badness)
{
    const float doubt_weight = number_at(&s->model->sections[IFC2F_ADAPTIVE], 0);
    const uint32_t L = s->model->n_classes;
    const uint8_t *q = row_at(&s->model->sections[IFC2F_MISCLASSIFICATION], 0, L * L);
    best_feature found = {0.0f, 1.0f, IFC2F_STOP};
    const float now = q == NULL ? 0.0f : i2f_badness_now(s);
    for (uint32_t k = 0; q != NULL && k < s->model->n_features; ++k) {
        const int may_be_next = i2f_may_be_next(s, k, stop);
        if (badness != NULL) {
            badness[k] = LARGEST;
        }
        if (!may_be_next) {
            continue;
        }
        const float cost = i2f_acquisition_cost(s, k);
        const float *marginal = i2f_marginal(s, k);
        const uint32_t n_values = n_values_of(s->model, k);
        const prospect then = L == 2 ? prospect_of_two(s, marginal, n_values, q, doubt_weight)
                                     : prospect_of(s, marginal, n_values, q, doubt_weight);
        if (badness != NULL) {
            badness[k] = then.badness;
        }
        const float total = cost + then.deciding;
        if (total < single->cost) {
            single->cost = total;
            single->next = (int32_t)k;
        }
        const float saved = stop - then.deciding;
        const float gain = saved > now - then.badness ? saved : now - then.badness;
        const int is_allowed = base == NULL || total < base->cost || (int32_t)k == base->next;
        if (is_allowed && gain > cost + ROUNDING * now && gain * found.cost > found.gain * cost) {
            found.gain = gain;
            found.cost = cost;
            found.feature = (int32_t)k;
        }
    }
    return found.feature;
}

#endif
