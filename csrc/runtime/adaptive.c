/*
 * The adaptive policy: after every answer, the look that gains most for its cost, by exact inference, if what is known to follow
 * it costs no more than the base: the cheapest of deciding, of one look and deciding, and of the ordered plan, if the model has one.
 *
 * This makes it a roll-out of the base (Bertsekas and Castanon, Journal of Heuristics 5(1), 1999): a policy that always takes a
 * look after which the base costs no more, price included, than the base costs now never costs more than the base.
 */
#include "adaptive.h"

#include "costs.h"
#include "exact.h"
#include "ordered.h"
#include "pairs.h"
#include "deciding.h"

#if IFC2F_EXACT

static const float LARGEST_DOUBT_WEIGHT = 1e6f;
static const float MOST_DOUBT = 100.0f; /* in costs of deciding */
static const float ROUNDING = 1e-5f;    /* relative: a gain below it is none */

IFC2F_PRIVATE int32_t i2f_check_adaptive(const ifc2f_model *model)
{
    const ifc2f_span *adaptive = &model->sections[IFC2F_ADAPTIVE];
    return adaptive->length == 4 && is_within(number_at(adaptive, 0), 0.0f, LARGEST_DOUBT_WEIGHT) ? IFC2F_OK
                                                                                              : IFC2F_ERR_CONTENT;
}

/* The cost of deciding at random by a belief, weighed; `random` is that times the belief's sum. Where one mistake costs more
 * than a hundred others it can be far above the cost of deciding, and fall by answers that cannot change the decision; so
 * it counts as no more than a hundred times that. */
static inline float weighed_doubt(float weight, float random, float sum, float deciding)
{
    const float doubt = sum >= SMALLEST ? weight * random / sum : 0.0f;
    const float most = weight * MOST_DOUBT * deciding;
    return doubt < most ? doubt : most;
}

/* What a belief, or a look on average, leaves to pay. */
typedef struct prospect {
    float deciding; /* cost of deciding */
    float badness;
} prospect;

/* What a belief is bad for: the cost of deciding on it, and that and doubt_weight * doubt. Doubt, unlike the former, falls with
 * every answer that tells anything, so that looks which pay only together come first. The belief need not be normalised:
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

static float badness_now(const ifc2f_session *s, const uint8_t *q, float doubt_weight)
{
    float *belief = (float *)(void *)i2f_scratch(s);
    for (uint32_t c = 0; c < s->model->n_classes; ++c) {
        belief[c] = s->classes[c].posterior;
    }
    return judge(q, belief, s->model->n_classes, doubt_weight).badness;
}

/* Expected prospect after looking at a feature of which P(value | class, answers) is given. */
static prospect look_at(const ifc2f_session *s, const float *marginal, uint32_t n_values, const uint8_t *q, float doubt_weight)
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
static prospect look_at_of_two(const ifc2f_session *s, const float *marginal, uint32_t n_values, const uint8_t *q,
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

/* The base: a policy of which it is known what it costs from here on. */
typedef struct base_policy {
    float cost;
    int32_t next;
} base_policy;

/* A look by what it gains. */
typedef struct favourite {
    float gain;
    float cost;
    int32_t look;
} favourite;

static int may_be_next(const ifc2f_session *s, uint32_t k, float least)
{
    return s->places[k] == PLACE_OPEN && i2f_is_affordable(s, k) && i2f_look_cost(s, k) < least;
}

/* The cheaper one of deciding and of going on by the plan. What does not save more than rounding saves nothing. */
static base_policy find_base(const ifc2f_session *s, uint32_t stage, float stop)
{
    base_policy base = {stop - ROUNDING * stop, IFC2F_STOP};
    if (stage < s->model->ordered.n_stages) {
        const float going_on = i2f_continue_value(s, stage);
        if (going_on < base.cost) {
            base.cost = going_on;
            base.next = (int32_t)stage;
        }
    }
    return base;
}

/* Of the looks that gain more than they cost, the one with the largest gain per cost; IFC2F_STOP if there is none. A look gains at
 * least what it saves of the cost of deciding: doubt, where mistakes are not equally dear, may grow with an answer.
 *
 * `single` becomes the cheapest of itself and of one look and deciding. With `is_single_only` only looks count that are
 * in themselves no dearer, with deciding, than `base`, or begin it. */
static int32_t find_favourite(const ifc2f_session *s, float stop, const base_policy *base, base_policy *single, int is_single_only)
{
    const float doubt_weight = number_at(&s->model->sections[IFC2F_ADAPTIVE], 0);
    const uint32_t L = s->model->n_classes;
    const uint8_t *q = row_at(&s->model->sections[IFC2F_MISCLASSIFICATION], 0, L * L);
    favourite found = {0.0f, 1.0f, IFC2F_STOP};
    const float now = q == NULL ? 0.0f : badness_now(s, q, doubt_weight);
    for (uint32_t k = 0; q != NULL && k < s->model->n_features; ++k) {
        if (!may_be_next(s, k, stop)) {
            continue;
        }
        const float cost = i2f_look_cost(s, k);
        const float *marginal = i2f_marginal(s, k);
        const uint32_t n_values = n_values_of(s->model, k);
        const prospect then = L == 2 ? look_at_of_two(s, marginal, n_values, q, doubt_weight)
                                     : look_at(s, marginal, n_values, q, doubt_weight);
        const float total = cost + then.deciding;
        if (total < single->cost) {
            single->cost = total;
            single->next = (int32_t)k;
        }
        const float saved = stop - then.deciding;
        const float gain = saved > now - then.badness ? saved : now - then.badness;
        const int is_allowed = !is_single_only || total < base->cost || (int32_t)k == base->next;
        if (is_allowed && gain > cost + ROUNDING * now && gain * found.cost > found.gain * cost) {
            found.gain = gain;
            found.cost = cost;
            found.look = (int32_t)k;
        }
    }
    return found.look;
}

/* Cost of looking at feature k, and of what is best then: going on by the plan, a second look and deciding, or deciding. */
static float cost_of_first(look_pairs *pairs, uint32_t k, uint32_t stage, float limit)
{
    const ifc2f_session *s = pairs->s;
    (void)i2f_look_ahead(s, k, k == stage ? stage + 1 : s->model->ordered.n_stages, pairs->best);
    return i2f_pair_cost(pairs, k, limit);
}

/* The first look of the cheapest plan of two, the second chosen by the answer to the first and left out where it does
 * not pay; what the base begins with if that costs no more. */
static int32_t best_first(look_pairs *pairs, uint32_t stage, base_policy base)
{
    for (uint32_t k = 0; k < pairs->s->model->n_features; ++k) {
        if (may_be_next(pairs->s, k, base.cost)) {
            const float cost = cost_of_first(pairs, k, stage, base.cost);
            if (cost < base.cost) {
                base.cost = cost;
                base.next = (int32_t)k;
            }
        }
    }
    return base.next;
}

/* None if deciding now costs no more than any look, or if the answers contradict each other. */
IFC2F_PRIVATE int32_t i2f_adaptive_next(const ifc2f_session *s)
{
    uint32_t label;
    const float stop = i2f_cost_of_deciding(s, &label);
    if ((head_of(s)->flags & IS_CONFLICT) != 0) {
        return IFC2F_STOP;
    }
    look_pairs pairs;
    const int has_pairs = i2f_begin_pairs(&pairs, s);
    const uint32_t stage = i2f_planned_stage(s);
    const base_policy base = find_base(s, stage, stop);
    base_policy single = base;
    const int32_t next = find_favourite(s, stop, &base, &single, !has_pairs);
    if (!has_pairs) {
        /* A small look must not use up the budget for a large one. */
        return next == IFC2F_STOP || bits_of(head_of(s)->budget) != INFINITY_BITS ? single.next : next;
    }
    if (next != IFC2F_STOP && (next == single.next || cost_of_first(&pairs, (uint32_t)next, stage, LARGEST) <= single.cost)) {
        return next;
    }
    return best_first(&pairs, stage, single);
}

#endif
