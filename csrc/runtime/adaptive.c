/*
 * The adaptive policy: after every answer, the look that gains most for its cost, by exact inference; where no look
 * gains what it costs, the first of the best two.
 */
#include "adaptive.h"

#include "costs.h"
#include "exact.h"
#include "stopping.h"

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

/* What a belief is bad for: the cost of deciding on it, and doubt_weight * doubt. Doubt, unlike the former, falls with
 * every answer that tells anything, so that looks which pay only together are taken. The belief need not be normalised:
 * the value scales with it. */
static float badness(const uint8_t *q, const float *belief, uint32_t L, float doubt_weight)
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
    return best + weighed_doubt(doubt_weight, doubt, sum, best);
}

/* Expected badness after looking at a feature of which P(value | class, answers) is given. */
static float badness_after(const ifc2f_session *s, const float *marginal, uint32_t n_values, const uint8_t *q,
                           float doubt_weight)
{
    const uint32_t L = s->model->n_classes;
    float *belief = (float *)(void *)i2f_scratch(s);
    float sum = 0.0f;
    for (uint32_t v = 0; v < n_values; ++v) {
        for (uint32_t c = 0; c < L; ++c) {
            belief[c] = s->classes[c].posterior * marginal[v * L + c];
        }
        sum += badness(q, belief, L, doubt_weight);
    }
    return sum;
}

/* The same for two classes, the same operations in the same order: all numbers stay in registers. */
static float badness_after_of_two(const ifc2f_session *s, const float *marginal, uint32_t n_values, const uint8_t *q,
                                  float doubt_weight)
{
    const float q00 = row_number(q, 0);
    const float q01 = row_number(q, 1);
    const float q10 = row_number(q, 2);
    const float q11 = row_number(q, 3);
    const float p0 = s->classes[0].posterior;
    const float p1 = s->classes[1].posterior;
    float sum = 0.0f;
    for (uint32_t v = 0; v < n_values; ++v) {
        const float a = p0 * marginal[2 * v];
        const float b = p1 * marginal[2 * v + 1];
        const float value0 = q00 * a + q10 * b;
        const float value1 = q01 * a + q11 * b;
        const float best = value1 < value0 ? value1 : value0;
        sum += best + weighed_doubt(doubt_weight, value0 * a + value1 * b, a + b, best);
    }
    return sum;
}

static float badness_now(const ifc2f_session *s, const uint8_t *q, float doubt_weight)
{
    float *belief = (float *)(void *)i2f_scratch(s);
    for (uint32_t c = 0; c < s->model->n_classes; ++c) {
        belief[c] = s->classes[c].posterior;
    }
    return badness(q, belief, s->model->n_classes, doubt_weight);
}

/* Of the looks that gain more than they cost, the one with the largest gain per cost; IFC2F_STOP if there is none. */
static int32_t one_step_next(const ifc2f_session *s, float stop)
{
    const float doubt_weight = number_at(&s->model->sections[IFC2F_ADAPTIVE], 0);
    const uint32_t L = s->model->n_classes;
    const uint8_t *q = row_at(&s->model->sections[IFC2F_MISCLASSIFICATION], 0, L * L);
    const float now = q == NULL ? 0.0f : badness_now(s, q, doubt_weight);
    float best_gain = 0.0f;
    float best_cost = 1.0f;
    int32_t best = IFC2F_STOP;
    for (uint32_t k = 0; q != NULL && k < s->model->n_features; ++k) {
        if (s->places[k] != PLACE_OPEN || !i2f_is_affordable(s, k)) {
            continue;
        }
        const float cost = i2f_look_cost(s, k);
        if (cost >= stop) {
            continue;
        }
        const float *marginal = i2f_marginal(s, k);
        const uint32_t n_values = n_values_of(s->model, k);
        const float gain = now - (L == 2 ? badness_after_of_two(s, marginal, n_values, q, doubt_weight)
                                         : badness_after(s, marginal, n_values, q, doubt_weight));
        if (gain > cost + ROUNDING * now && gain * best_cost > best_gain * cost) {
            best_gain = gain;
            best_cost = cost;
            best = (int32_t)k;
        }
    }
    return best;
}

/* ---- Two steps ---------------------------------------------------------------------------------------------------- */

/* Behind the memory of exact inference:
 *     float transition[K][L][V][W], joint[K][L][V][W], tried[V][W], one_class[V][W], reached[V], best[V], price[K];
 *     uint8 is_above[K]
 * V is the most values of a feature, W that rounded up to a multiple of 4; what is behind a feature's values is 0. */
enum { BLOCK = 4, MOST_WORK = 1 << 22 };

typedef struct two_steps {
    const ifc2f_session *s;
    uint32_t L;
    uint32_t V;
    uint32_t W;
    float *transition; /* P(feature = w | its open parent = u, class, answers) at [feature][class][u][w] */
    float *joint;      /* P(class, first = v, feature = w | answers) at [feature][class][v][w] */
    float *tried;      /* cost of deciding after the answers v and w, at [v][w] */
    float *one_class;  /* the same for deciding on one class */
    float *reached;    /* probability of the answer v to the first */
    float *best;       /* least cost after the answer v, of deciding or of a second look and deciding */
    float *price;      /* of a second look; LARGEST if there is none */
    uint8_t *is_above; /* whether a feature is an open ancestor of the first, or the first itself */
} two_steps;

static uint32_t padded(const ifc2f_model *model)
{
    return (model->max_values + BLOCK - 1u) / BLOCK * BLOCK;
}

/* Floats of a feature's table. */
static uint64_t table_size(const ifc2f_model *model)
{
    return (uint64_t)model->n_classes * model->max_values * padded(model);
}

/* Whether the work of looking two steps ahead stays within about a millisecond. */
static int looks_two_steps(const ifc2f_model *model)
{
    const uint64_t K = model->n_features;
    return is_adaptive(model) && K > 1 && K * K <= MOST_WORK && table_size(model) <= MOST_WORK &&
           K * K * table_size(model) * model->max_values <= MOST_WORK;
}

IFC2F_PRIVATE uint64_t i2f_adaptive_bytes(const ifc2f_model *model)
{
    if (!looks_two_steps(model)) {
        return 0;
    }
    const uint64_t K = model->n_features;
    const uint64_t V = model->max_values;
    return 4 * (2 * K * table_size(model) + 2 * V * padded(model) + 2 * V + K) + ((K + 3) & ~(uint64_t)3);
}

static two_steps lay_out(const ifc2f_session *s)
{
    const ifc2f_model *model = s->model;
    const size_t size = (size_t)table_size(model);
    two_steps t = {s, model->n_classes, model->max_values, padded(model), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL};
    t.transition = (float *)s->memory + (plain_session_bytes(model) + i2f_exact_bytes(model)) / 4;
    t.joint = t.transition + model->n_features * size;
    t.tried = t.joint + model->n_features * size;
    t.one_class = t.tried + t.V * t.W;
    t.reached = t.one_class + t.V * t.W;
    t.best = t.reached + t.V;
    t.price = t.best + t.V;
    t.is_above = (uint8_t *)(t.price + model->n_features);
    return t;
}

static float *table_of(const two_steps *t, float *tables, uint32_t k, uint32_t c)
{
    return tables + ((size_t)k * t->L + c) * t->V * t->W;
}

static int is_open(const ifc2f_session *s, uint32_t k)
{
    return k < s->model->n_features && s->places[k] == PLACE_OPEN;
}

/* An unanswered feature, also one known to be missing, stands between others. */
static uint32_t open_parent(const ifc2f_session *s, uint32_t k)
{
    const uint32_t parent = parent_of(s->model, k);
    return parent != NO_INDEX && !has_value(s, parent) ? parent : NO_INDEX;
}

/* to[0 .. n) += factor * from[0 .. n), n a multiple of BLOCK. */
static void add_scaled(float *to, const float *from, float factor, uint32_t n)
{
    for (uint32_t i = 0; i < n; i += BLOCK) {
        to[i] += factor * from[i];
        to[i + 1] += factor * from[i + 1];
        to[i + 2] += factor * from[i + 2];
        to[i + 3] += factor * from[i + 3];
    }
}

/* to[0 .. BLOCK) = sum over i of factors[i] * rows[i * stride + 0 .. BLOCK). */
static inline void sum_rows(float *to, const float *factors, const float *rows, uint32_t n, uint32_t stride)
{
    float sum[BLOCK] = {0.0f, 0.0f, 0.0f, 0.0f};
    for (uint32_t i = 0; i < n; ++i) {
        const float *row = rows + i * stride;
        sum[0] += factors[i] * row[0];
        sum[1] += factors[i] * row[1];
        sum[2] += factors[i] * row[2];
        sum[3] += factors[i] * row[3];
    }
    memcpy(to, sum, sizeof sum);
}

static void fill_transitions(const two_steps *t)
{
    const ifc2f_model *model = t->s->model;
    for (uint32_t k = 0; k < model->n_features; ++k) {
        if (has_value(t->s, k) || open_parent(t->s, k) == NO_INDEX) {
            continue;
        }
        i2f_transitions(t->s, k, t->V, t->W, table_of(t, t->transition, k, 0));
    }
}

/* joint of k from that of its parent. */
static void go_down(const two_steps *t, uint32_t k, uint32_t parent, uint32_t n_first)
{
    for (uint32_t c = 0; c < t->L; ++c) {
        const float *from = table_of(t, t->joint, parent, c);
        const float *transition = table_of(t, t->transition, k, c);
        float *to = table_of(t, t->joint, k, c);
        for (uint32_t v = 0; v < n_first; ++v) {
            for (uint32_t w = 0; w < t->W; w += BLOCK) {
                sum_rows(to + v * t->W + w, from + v * t->W, transition + w, n_values_of(t->s->model, parent), t->W);
            }
        }
    }
}

/* joint of a parent from that of its child k, on the way from the first feature to its root. */
static void go_up(const two_steps *t, uint32_t k, uint32_t parent, uint32_t n_first)
{
    const float *above = i2f_marginal(t->s, parent);
    const float *here = i2f_marginal(t->s, k);
    for (uint32_t c = 0; c < t->L; ++c) {
        const float *from = table_of(t, t->joint, k, c);
        const float *transition = table_of(t, t->transition, k, c);
        float *to = table_of(t, t->joint, parent, c);
        memset(to, 0, n_first * t->W * sizeof *to);
        for (uint32_t x = 0; x < n_values_of(t->s->model, k); ++x) {
            const float p = here[x * t->L + c];
            for (uint32_t u = 0; p >= SMALLEST && u < n_values_of(t->s->model, parent); ++u) {
                const float back = transition[u * t->W + x] * (above[u * t->L + c] / p);
                for (uint32_t v = 0; v < n_first; ++v) {
                    to[v * t->W + u] += back * from[v * t->W + x];
                }
            }
        }
    }
}

/* joint of a feature that hangs on no open one: given the class it does not depend on the first. */
static void stand_apart(const two_steps *t, uint32_t k, uint32_t first)
{
    const float *of_first = i2f_marginal(t->s, first);
    const float *here = i2f_marginal(t->s, k);
    for (uint32_t c = 0; c < t->L; ++c) {
        float *to = table_of(t, t->joint, k, c);
        memset(to, 0, n_values_of(t->s->model, first) * t->W * sizeof *to);
        for (uint32_t v = 0; v < n_values_of(t->s->model, first); ++v) {
            const float p = t->s->classes[c].posterior * of_first[v * t->L + c];
            for (uint32_t w = 0; w < n_values_of(t->s->model, k); ++w) {
                to[v * t->W + w] = p * here[w * t->L + c];
            }
        }
    }
}

/* joint of all unanswered features with the first: up to its root, then down everywhere else. */
static void fill_joints(const two_steps *t, uint32_t first)
{
    const ifc2f_session *s = t->s;
    const uint32_t n_first = n_values_of(s->model, first);
    const float *of_first = i2f_marginal(s, first);
    memset(t->is_above, 0, s->model->n_features);
    for (uint32_t c = 0; c < t->L; ++c) {
        float *to = table_of(t, t->joint, first, c);
        memset(to, 0, n_first * t->W * sizeof *to);
        for (uint32_t v = 0; v < n_first; ++v) {
            to[v * t->W + v] = s->classes[c].posterior * of_first[v * t->L + c];
        }
    }
    t->is_above[first] = 1;
    for (uint32_t k = first, p = open_parent(s, k); p < k; k = p, p = open_parent(s, k)) {
        go_up(t, k, p, n_first);
        t->is_above[p] = 1;
    }
    for (uint32_t k = 0; k < s->model->n_features; ++k) {
        const uint32_t parent = open_parent(s, k);
        if (has_value(s, k) || t->is_above[k]) {
            continue;
        }
        if (parent < k) {
            go_down(t, k, parent, n_first);
        } else {
            stand_apart(t, k, first);
        }
    }
}

/* Costs of second looks after the first; returns the least. */
static float fill_prices(const two_steps *t, uint32_t first)
{
    const ifc2f_session *s = t->s;
    const session_head before = *head_of(s);
    float least = LARGEST;
    i2f_add_look(s, first);
    for (uint32_t k = 0; k < s->model->n_features; ++k) {
        t->price[k] = is_open(s, k) && i2f_is_affordable(s, k) ? i2f_look_cost(s, k) : LARGEST;
        least = t->price[k] < least ? t->price[k] : least;
    }
    s->places[first] = PLACE_OPEN;
    *head_of(s) = before;
    return least;
}

/* Start with deciding after the first look; returns a lower bound of what the look and a second would cost. */
static float fill_decisions(const two_steps *t, uint32_t first, float cost, float least_price)
{
    const ifc2f_session *s = t->s;
    const float *of_first = i2f_marginal(s, first);
    ifc2f_session after = *s; /* the first look */
    uint32_t label;
    float bound = cost;
    after.classes = i2f_scratch(s);
    for (uint32_t v = 0; v < n_values_of(s->model, first); ++v) {
        t->reached[v] = 0.0f;
        for (uint32_t c = 0; c < t->L; ++c) {
            after.classes[c].posterior = s->classes[c].posterior * of_first[v * t->L + c];
            t->reached[v] += after.classes[c].posterior;
        }
        t->best[v] = i2f_stop_value(&after, &label);
        const float second = least_price * t->reached[v];
        bound += second < t->best[v] ? second : t->best[v];
    }
    return bound;
}

/* Fill `tried` for second look k. */
static void fill_tried(const two_steps *t, uint32_t k, uint32_t n)
{
    const ifc2f_span *costs = &t->s->model->sections[IFC2F_MISCLASSIFICATION];
    for (uint32_t j = 0; j < t->L; ++j) {
        float *to = j == 0 ? t->tried : t->one_class;
        memset(to, 0, n * sizeof *to);
        for (uint32_t c = 0; c < t->L; ++c) {
            const float q = number_at(costs, c * t->L + j);
            if (q > 0.0f) {
                add_scaled(to, table_of(t, t->joint, k, c), q, n);
            }
        }
        for (uint32_t i = 0; j > 0 && i < n; ++i) {
            t->tried[i] = to[i] < t->tried[i] ? to[i] : t->tried[i];
        }
    }
}

/* The same for two classes, in one pass. */
static void fill_tried_of_two(const two_steps *t, uint32_t k, uint32_t n)
{
    const ifc2f_span *costs = &t->s->model->sections[IFC2F_MISCLASSIFICATION];
    const float q00 = number_at(costs, 0);
    const float q01 = number_at(costs, 1);
    const float q10 = number_at(costs, 2);
    const float q11 = number_at(costs, 3);
    const float *a = table_of(t, t->joint, k, 0);
    const float *b = table_of(t, t->joint, k, 1);
    float *tried = t->tried;
    for (uint32_t i = 0; i < n; ++i) {
        const float value0 = q00 * a[i] + q10 * b[i];
        const float value1 = q01 * a[i] + q11 * b[i];
        tried[i] = value1 < value0 ? value1 : value0;
    }
}

/* Lower `best` where a second look, at feature k, pays. */
static void try_second(const two_steps *t, uint32_t k, uint32_t n_first)
{
    if (t->L == 2) {
        fill_tried_of_two(t, k, n_first * t->W);
    } else {
        fill_tried(t, k, n_first * t->W);
    }
    for (uint32_t v = 0; v < n_first; ++v) {
        const float *tried = t->tried + v * t->W;
        float sum[BLOCK] = {0.0f, 0.0f, 0.0f, 0.0f};
        for (uint32_t w = 0; w < t->W; w += BLOCK) {
            sum[0] += tried[w];
            sum[1] += tried[w + 1];
            sum[2] += tried[w + 2];
            sum[3] += tried[w + 3];
        }
        const float cost = t->price[k] * t->reached[v] + ((sum[0] + sum[1]) + (sum[2] + sum[3]));
        t->best[v] = cost < t->best[v] ? cost : t->best[v];
    }
}

/* The first look of the cheapest plan of two, the second chosen by the answer to the first and left out where it does
 * not pay; IFC2F_STOP if deciding now costs no more. */
static int32_t two_step_next(const ifc2f_session *s, float stop)
{
    const two_steps t = lay_out(s);
    float least = stop - ROUNDING * stop;
    int32_t next = IFC2F_STOP;
    int is_filled = 0;
    for (uint32_t k = 0; k < s->model->n_features; ++k) {
        if (!is_open(s, k) || !i2f_is_affordable(s, k)) {
            continue;
        }
        const float cost = i2f_look_cost(s, k);
        if (cost >= least || fill_decisions(&t, k, cost, fill_prices(&t, k)) >= least) {
            continue;
        }
        if (!is_filled) {
            fill_transitions(&t);
            is_filled = 1;
        }
        fill_joints(&t, k);
        for (uint32_t second = 0; second < s->model->n_features; ++second) {
            if (second != k && t.price[second] < LARGEST) {
                try_second(&t, second, n_values_of(s->model, k));
            }
        }
        float value = cost;
        for (uint32_t v = 0; v < n_values_of(s->model, k); ++v) {
            value += t.best[v];
        }
        if (value < least) {
            least = value;
            next = (int32_t)k;
        }
    }
    return next;
}

/* None if deciding now costs no more than any look, or if the answers contradict each other. */
IFC2F_PRIVATE int32_t i2f_adaptive_next(const ifc2f_session *s)
{
    uint32_t label;
    const float stop = i2f_stop_value(s, &label);
    if ((head_of(s)->flags & IS_CONFLICT) != 0) {
        return IFC2F_STOP;
    }
    const int32_t next = one_step_next(s, stop);
    return next == IFC2F_STOP && looks_two_steps(s->model) ? two_step_next(s, stop) : next;
}

#endif
