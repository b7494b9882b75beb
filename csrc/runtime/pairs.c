/*
 * Acquisitions in pairs: for every answer to a first acquisition, the second acquisition that is best then. P(class, first = v, second = w | answers)
 * of all seconds is passed along the tree from the first.
 */
#include "pairs.h"

#include "costs.h"
#include "exact.h"

#if IFC2F_EXACT

/* Behind the memory of exact inference:
 *     float transition[K][L][V][W], joint[K][L][V][W], tried[V][W], one_class[V][W], reached[V], price[K];
 *     uint8 is_above[K]
 * V is the most values of a feature, W that rounded up to a multiple of 4; what is behind a feature's values is 0. */
enum { BLOCK = 4, MOST_WORK = 1 << 22 };

static uint32_t padded(const ifc2f_model *model)
{
    return (model->max_values + BLOCK - 1u) / BLOCK * BLOCK;
}

/* Floats of a feature's table. */
static uint64_t table_size(const ifc2f_model *model)
{
    return (uint64_t)model->n_classes * model->max_values * padded(model);
}

/* Whether the work of trying all pairs stays within about a millisecond. A factor, which is the parent of many, has too many values for that. */
static int are_few(const ifc2f_model *model)
{
    const uint64_t K = model->n_features;
    return K > 1 && !has_factor(model) && K * K <= MOST_WORK && table_size(model) <= MOST_WORK &&
           K * K * table_size(model) * model->max_values <= MOST_WORK;
}

IFC2F_PRIVATE uint64_t i2f_pair_bytes(const ifc2f_model *model)
{
    if (!are_few(model)) {
        return 0;
    }
    const uint64_t K = model->n_features;
    const uint64_t V = model->max_values;
    return 4 * (2 * K * table_size(model) + 2 * V * padded(model) + V + K) + ((K + 3) & ~(uint64_t)3);
}

IFC2F_PRIVATE int i2f_begin_pairs(acquisition_pairs *t, const ifc2f_session *s, float *best)
{
    const ifc2f_model *model = s->model;
    const size_t size = (size_t)table_size(model);
    t->s = s;
    t->L = model->n_classes;
    t->V = model->max_values;
    t->W = padded(model);
    t->transition = (float *)s->memory + (plain_session_bytes(model) + i2f_exact_bytes(model)) / 4;
    t->joint = t->transition + model->n_features * size;
    t->tried = t->joint + model->n_features * size;
    t->one_class = t->tried + t->V * t->W;
    t->reached = t->one_class + t->V * t->W;
    t->best = best;
    t->price = t->reached + t->V;
    t->is_above = (uint8_t *)(t->price + model->n_features);
    t->is_filled = 0;
    return are_few(model);
}

static float *table_of(const acquisition_pairs *t, float *tables, uint32_t k, uint32_t c)
{
    return tables + ((size_t)k * t->L + c) * t->V * t->W;
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

static void fill_transitions(const acquisition_pairs *t)
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
static void go_down(const acquisition_pairs *t, uint32_t k, uint32_t parent, uint32_t n_first)
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
static void go_up(const acquisition_pairs *t, uint32_t k, uint32_t parent, uint32_t n_first)
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
static void stand_apart(const acquisition_pairs *t, uint32_t k, uint32_t first)
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
static void fill_joints(const acquisition_pairs *t, uint32_t first)
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

/* Costs of second acquisitions after the first; returns the least. */
static float fill_prices(const acquisition_pairs *t, uint32_t first)
{
    const ifc2f_session *s = t->s;
    const session_head before = *head_of(s);
    float least = LARGEST;
    i2f_add_acquisition(s, first);
    for (uint32_t k = 0; k < s->model->n_features; ++k) {
        t->price[k] = s->places[k] == PLACE_OPEN && i2f_is_affordable(s, k) ? i2f_acquisition_cost(s, k) : LARGEST;
        least = t->price[k] < least ? t->price[k] : least;
    }
    s->places[first] = PLACE_OPEN;
    *head_of(s) = before;
    return least;
}

/* Probabilities of the answers to the first acquisition; returns a lower bound of what that and a second cost. */
static float fill_first(const acquisition_pairs *t, uint32_t first, float cost, float least_price)
{
    const float *of_first = i2f_marginal(t->s, first);
    float bound = cost;
    for (uint32_t v = 0; v < n_values_of(t->s->model, first); ++v) {
        t->reached[v] = 0.0f;
        for (uint32_t c = 0; c < t->L; ++c) {
            t->reached[v] += t->s->classes[c].posterior * of_first[v * t->L + c];
        }
        const float second = least_price * t->reached[v];
        bound += second < t->best[v] ? second : t->best[v];
    }
    return bound;
}

/* Fill `tried` for second acquisition k. */
static void fill_tried(const acquisition_pairs *t, uint32_t k, uint32_t n)
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
static void fill_tried_of_two(const acquisition_pairs *t, uint32_t k, uint32_t n)
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

/* Lower `best` where a second acquisition, at feature k, pays. */
static void try_second(const acquisition_pairs *t, uint32_t k, uint32_t n_first)
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

IFC2F_PRIVATE float i2f_pair_cost(acquisition_pairs *t, uint32_t first, float limit)
{
    const uint32_t n_first = n_values_of(t->s->model, first);
    const float cost = i2f_acquisition_cost(t->s, first);
    if (fill_first(t, first, cost, fill_prices(t, first)) >= limit) {
        return LARGEST;
    }
    if (!t->is_filled) {
        fill_transitions(t);
        t->is_filled = 1;
    }
    fill_joints(t, first);
    for (uint32_t second = 0; second < t->s->model->n_features; ++second) {
        if (second != first && t->price[second] < LARGEST) {
            try_second(t, second, n_first);
        }
    }
    float value = cost;
    for (uint32_t v = 0; v < n_first; ++v) {
        value += t->best[v];
    }
    return value;
}

#endif
