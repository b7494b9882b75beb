/*
 * Looking ahead: the favourites are followed from answer to answer, depth first, in the session itself, which is afterwards as it
 * was: all that is computed in it is a function of the set of answers.
 *
 * An answer is followed if it is reached with a probability of 1 in MOST_BRANCHES at least. So after an acquisition that was taken all is
 * followed again that was followed from before it, and more: what is left to pay never turns out higher than it seemed.
 */
#include "lookahead.h"

#include "costs.h"
#include "deciding.h"
#include "exact.h"
#include "favourite.h"
#include "ordered.h"

#if IFC2F_EXACT

/* Answers are followed with exact inference: K V^2 L steps for each. */
enum { MOST_BRANCHES = 64, FEWEST_BRANCHES = 4, MOST_STEPS = 1 << 18 };

IFC2F_PRIVATE uint64_t i2f_ahead_numbers(const ifc2f_model *model)
{
    return 2 * MOST_STEPS_AHEAD * (uint64_t)model->max_values;
}

static float least_followed(const ifc2f_model *model)
{
    const uint64_t steps = (uint64_t)model->n_bins * model->max_values * model->n_classes;
    const uint64_t n = steps == 0 ? MOST_BRANCHES : MOST_STEPS / steps;
    const uint64_t at_least = n < FEWEST_BRANCHES ? FEWEST_BRANCHES : n;
    /* Processors without either make a float of 64 bits by way of double precision. */
    const uint32_t in_32_bits = (uint32_t)(at_least > MOST_BRANCHES ? MOST_BRANCHES : at_least);
    return 0.999f / (float)in_32_bits; /* 1 in so many counts, whatever the rounding */
}

IFC2F_PRIVATE void i2f_begin_ahead(look_ahead *a, const ifc2f_session *s, float *memory)
{
    a->s = s;
    a->depth = 0;
    a->least = least_followed(s->model);
    a->reached = memory;
    a->left = memory + MOST_STEPS_AHEAD * s->model->max_values;
}

static void answer(const ifc2f_session *s, uint32_t k, uint32_t v)
{
    i2f_add_acquisition(s, k);
    s->values[k] = (uint8_t)v;
    i2f_take_up(s, k, 0);
}

static void take_back(const ifc2f_session *s, const step_ahead *step)
{
    s->places[step->feature] = PLACE_OPEN;
    s->values[step->feature] = NO_VALUE;
    head_of(s)->spent = step->spent;
    --head_of(s)->n_acquired;
    i2f_take_up(s, step->feature, 1);
}

/* Make an acquisition the next step; `reached` is the probability of coming to it. */
static void begin_step(look_ahead *a, uint32_t k, float reached, float otherwise)
{
    const ifc2f_session *s = a->s;
    step_ahead *step = &a->steps[a->depth];
    float *to = a->reached + a->depth * s->model->max_values;
    const float *marginal = i2f_marginal(s, k);
    const step_ahead begun = {k, 0, n_values_of(s->model, k), otherwise, reached * i2f_acquisition_cost(s, k), head_of(s)->spent};
    *step = begun;
    for (uint32_t v = 0; v < step->n_values; ++v) {
        float p = 0.0f;
        for (uint32_t c = 0; c < s->model->n_classes; ++c) {
            p += s->classes[c].posterior * marginal[v * s->model->n_classes + c];
        }
        to[v] = reached * p;
    }
}

/* After an answer: deciding, one acquisition and deciding, or the favourite, which becomes the next step. Returns whether there is one. */
static int go_on(look_ahead *a, float reached, float *otherwise)
{
    const ifc2f_session *s = a->s;
    uint32_t label;
    const float stop = i2f_cost_of_deciding(s, &label);
    base_policy single = {stop, IFC2F_STOP};
    const int32_t next = i2f_find_favourite(s, stop, NULL, &single, NULL);
    *otherwise = reached * single.cost;
    if (next == IFC2F_STOP || a->depth + 1 == MOST_STEPS_AHEAD) {
        return 0;
    }
    ++a->depth;
    float *left = a->left + a->depth * s->model->max_values;
    begin_step(a, (uint32_t)next, reached, *otherwise);
    (void)i2f_look_ahead(s, (uint32_t)next, s->model->ordered.n_stages, left);
    for (uint32_t v = 0; v < n_values_of(s->model, (uint32_t)next); ++v) {
        left[v] *= reached;
    }
    return 1;
}

/* The answer that is followed now costs so much, or what was known before if that is less. */
static void add_answer(look_ahead *a, float cost)
{
    step_ahead *step = &a->steps[a->depth];
    const float known = a->left[a->depth * a->s->model->max_values + step->value];
    step->sum += cost < known ? cost : known;
    ++step->value;
}

IFC2F_PRIVATE float i2f_cost_ahead(look_ahead *a, uint32_t k)
{
    const uint32_t V = a->s->model->max_values;
    a->depth = 0;
    begin_step(a, k, 1.0f, LARGEST);
    for (;;) {
        step_ahead *step = &a->steps[a->depth];
        float otherwise;
        if (step->value < step->n_values) {
            const float reached = a->reached[a->depth * V + step->value];
            if (reached < a->least) {
                add_answer(a, LARGEST);
                continue;
            }
            answer(a->s, step->feature, step->value);
            if (go_on(a, reached, &otherwise)) {
                continue;
            }
        } else if (a->depth == 0) {
            return step->sum;
        } else {
            otherwise = step->sum < step->otherwise ? step->sum : step->otherwise;
            --a->depth;
        }
        take_back(a->s, &a->steps[a->depth]);
        add_answer(a, otherwise);
    }
}

#endif
