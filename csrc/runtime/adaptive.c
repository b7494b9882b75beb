/*
 * The adaptive policy: after every answer, the acquisition that gains most for its cost, by exact inference, if what is known to follow
 * it costs no more than the base: the cheapest of deciding, of one acquisition and deciding, and of the ordered plan, if the model has
 * one. A policy that looks ahead compares some first acquisitions by all that follows them.
 *
 * This makes it a roll-out of the base (Bertsekas and Castanon, Journal of Heuristics 5(1), 1999): a policy that always takes a
 * acquisition after which the base costs no more, price included, than the base costs now never costs more than the base.
 */
#include "adaptive.h"

#include "costs.h"
#include "deciding.h"
#include "exact.h"
#include "favourite.h"
#include "gates.h"
#include "lookahead.h"
#include "ordered.h"
#include "pairs.h"

#if IFC2F_EXACT

static const float LARGEST_DOUBT_WEIGHT = 1e6f;
enum { DOUBT_WEIGHT, BREADTH, ADAPTIVE_WORDS, MOST_BREADTH = 255 };

/* How many first acquisitions are compared, by all that follows them, beside the favourite; 0: acquisitions are not followed. */
static uint32_t breadth_of(const ifc2f_model *model)
{
    return word_at(&model->sections[IFC2F_ADAPTIVE], BREADTH);
}

IFC2F_PRIVATE int32_t i2f_check_adaptive(const ifc2f_model *model)
{
    const ifc2f_span *adaptive = &model->sections[IFC2F_ADAPTIVE];
    const int is_right = adaptive->length == 4 * ADAPTIVE_WORDS && breadth_of(model) <= MOST_BREADTH &&
                         is_within(number_at(adaptive, DOUBT_WEIGHT), 0.0f, LARGEST_DOUBT_WEIGHT);
    return is_right ? IFC2F_OK : IFC2F_ERR_CONTENT;
}

/* Numbers behind the memory of pairs:
 *     float ahead[i2f_ahead_numbers()], gates[i2f_gate_numbers()], badness[K]
 * the last two only with breadth. */
IFC2F_PRIVATE uint64_t i2f_adaptive_bytes(const ifc2f_model *model)
{
    const uint64_t more = breadth_of(model) == 0 ? 0 : i2f_gate_numbers(model) + model->n_features;
    return i2f_pair_bytes(model) + sizeof(float) * (i2f_ahead_numbers(model) + more);
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

/* What is known while the next acquisition is sought. */
typedef struct search {
    const ifc2f_session *s;
    uint32_t stage; /* of the plan; n_stages: none */
    int has_pairs;
    acquisition_pairs pairs;
    look_ahead ahead;
    base_policy best;
    float *gates;
    float *badness; /* after each acquisition; LARGEST: not to be tried, or not again */
} search;

static void begin_search(search *of, const ifc2f_session *s)
{
    const ifc2f_model *model = s->model;
    float *memory = (float *)s->memory + (plain_session_bytes(model) + i2f_exact_bytes(model) + i2f_pair_bytes(model)) / 4;
    of->s = s;
    of->stage = i2f_planned_stage(s);
    i2f_begin_ahead(&of->ahead, s, memory);
    of->has_pairs = i2f_begin_pairs(&of->pairs, s, of->ahead.left);
    of->gates = memory + i2f_ahead_numbers(model);
    of->badness = breadth_of(model) == 0 ? NULL : of->gates + i2f_gate_numbers(model);
}

/* Cost of acquiring feature k, and of what is best then: going on by the plan, a second acquisition and deciding, or deciding; each
 * after the answer v at ahead.left[v]. */
static float cost_of_two(search *of, uint32_t k, float limit)
{
    const float cost = i2f_look_ahead(of->s, k, k == of->stage ? of->stage + 1 : of->s->model->ordered.n_stages, of->ahead.left);
    return of->has_pairs ? i2f_pair_cost(&of->pairs, k, limit) : cost;
}

static void take_if_less(search *of, float cost, uint32_t k)
{
    if (cost < of->best.cost) {
        of->best.cost = cost;
        of->best.next = (int32_t)k;
    }
}

/* Take first acquisition k if it costs less, with all that follows it, than the best so far. */
static void try_first(search *of, int32_t k)
{
    if (k == IFC2F_STOP || of->badness[k] >= LARGEST) {
        return;
    }
    of->badness[k] = LARGEST;
    if (cost_of_two(of, (uint32_t)k, of->best.cost) < LARGEST) {
        take_if_less(of, i2f_cost_ahead(&of->ahead, (uint32_t)k), (uint32_t)k);
    }
}

/* The acquisition not yet tried that gains most for its cost, or IFC2F_STOP. */
static int32_t runner_up(const search *of, float now)
{
    int32_t found = IFC2F_STOP;
    float gain = -LARGEST;
    float cost = 1.0f;
    for (uint32_t k = 0; k < of->s->model->n_features; ++k) {
        const float price = of->badness[k] < LARGEST ? i2f_acquisition_cost(of->s, k) : 0.0f;
        if (of->badness[k] < LARGEST && (now - of->badness[k]) * cost > gain * price) {
            found = (int32_t)k;
            gain = now - of->badness[k];
            cost = price;
        }
    }
    return found;
}

/* The best of the favourite, what the base begins with, gates, and runners-up; of all acquisitions, if none of these pays. */
static int32_t look_ahead_next(search *of, float stop)
{
    const ifc2f_session *s = of->s;
    const float now = i2f_badness_now(s);
    const base_policy base = find_base(s, of->stage, stop);
    base_policy single = base;
    int32_t gates[MOST_GATES];
    const int32_t favourite = i2f_find_favourite(s, stop, NULL, &single, of->badness);
    const uint32_t n_gates = i2f_find_gates(s, of->badness, of->gates, gates);
    of->best.cost = stop - ROUNDING * stop;
    of->best.next = IFC2F_STOP;
    try_first(of, favourite);
    try_first(of, single.next);
    try_first(of, base.next);
    for (uint32_t i = 0; i < n_gates; ++i) {
        try_first(of, gates[i]);
    }
    uint32_t n = breadth_of(s->model);
    for (int32_t k = runner_up(of, now); k != IFC2F_STOP && (n > 0 || of->best.next == IFC2F_STOP); k = runner_up(of, now)) {
        try_first(of, k);
        n -= n > 0;
    }
    return of->best.next;
}

/* The first acquisition of the cheapest plan of two, the second chosen by the answer to the first and left out where it does
 * not pay; what the base begins with if that costs no more. */
static int32_t best_of_pairs(search *of, base_policy base)
{
    of->best = base;
    for (uint32_t k = 0; k < of->s->model->n_features; ++k) {
        if (i2f_may_be_next(of->s, k, of->best.cost)) {
            take_if_less(of, cost_of_two(of, k, of->best.cost), k);
        }
    }
    return of->best.next;
}

/* None if deciding now costs no more than any acquisition, or if the answers contradict each other. */
IFC2F_PRIVATE int32_t i2f_adaptive_next(const ifc2f_session *s)
{
    uint32_t label;
    const float stop = i2f_cost_of_deciding(s, &label);
    if ((head_of(s)->flags & IS_CONFLICT) != 0) {
        return IFC2F_STOP;
    }
    search of;
    begin_search(&of, s);
    if (breadth_of(s->model) > 0) {
        return look_ahead_next(&of, stop);
    }
    const base_policy base = find_base(s, of.stage, stop);
    base_policy single = base;
    const int32_t next = i2f_find_favourite(s, stop, of.has_pairs ? NULL : &base, &single, NULL);
    if (!of.has_pairs) {
        /* A cheap acquisition must not use up the budget for a dear one. */
        return next == IFC2F_STOP || bits_of(head_of(s)->budget) != INFINITY_BITS ? single.next : next;
    }
    if (next != IFC2F_STOP && (next == single.next || cost_of_two(&of, (uint32_t)next, LARGEST) <= single.cost)) {
        return next;
    }
    return best_of_pairs(&of, single);
}

IFC2F_PRIVATE float i2f_adaptive_cost(const ifc2f_session *s, uint32_t k)
{
    search of;
    begin_search(&of, s);
    const float cost = cost_of_two(&of, k, LARGEST);
    return breadth_of(s->model) == 0 ? cost : i2f_cost_ahead(&of.ahead, k);
}

#endif
