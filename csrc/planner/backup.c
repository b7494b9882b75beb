/*
 * Backing up a belief: the alpha vector of acquiring, and then for each outcome going on with the vector of its next set
 * that is best there, or stopping.
 */
#include "backup.h"

static float dot(const float *a, const float *b, uint32_t n)
{
    float sum = 0.0f;
    for (uint32_t i = 0; i < n; ++i) {
        sum += a[i] * b[i];
    }
    return sum;
}

/* min over j of Q_j' belief; writes the minimising column j. */
static float stop_value(const planner *p, const float *belief, uint32_t *label)
{
    const uint32_t L = p->model->n_classes;
    float best = 0.0f;
    for (uint32_t j = 0; j < L; ++j) {
        float value = 0.0f;
        for (uint32_t i = 0; i < L; ++i) {
            value += p->q[i * L + j] * belief[i];
        }
        if (j == 0 || value < best) {
            best = value;
            *label = j;
        }
    }
    return best;
}

static float vector_value(const planner *p, const uint8_t *vector, const float *belief)
{
    float value = 0.0f;
    for (uint32_t c = 0; c < p->model->n_classes; ++c) {
        value += f32_at(vector + 4 * (size_t)c) * belief[c];
    }
    return value;
}

/* Add to alpha what one outcome costs from here on: P(outcome | class) times the best vector of its next set. */
static void add_outcome(const planner *p, const float *belief, uint32_t o, float *alpha)
{
    const uint32_t L = p->model->n_classes;
    const float *likelihood = p->outcome + o * L;
    const uint32_t set = p->next_set[o];
    const uint8_t *best = NULL;
    uint32_t label = 0;
    for (uint32_t c = 0; c < L; ++c) {
        p->weighted[c] = likelihood[c] * belief[c];
    }
    float value = stop_value(p, p->weighted, &label);
    const uint32_t n = set == NO_SET ? 0 : vectors_from(p, set) - vectors_from(p, set + 1);
    for (uint32_t i = 0; i < n; ++i) {
        const uint8_t *vector = vector_at(p, set, i);
        const float x = vector_value(p, vector, p->weighted);
        if (x < value) {
            value = x;
            best = vector;
        }
    }
    for (uint32_t c = 0; c < L; ++c) {
        alpha[c] += likelihood[c] * (best != NULL ? f32_at(best + 4 * (size_t)c) : p->q[c * L + label]);
    }
}

/* Back up one belief into vectors[n]. Returns 1 if going on is better there than stopping. */
static int back_up(const planner *p, const float *belief, float cost, uint32_t n_outcomes, uint32_t n)
{
    const uint32_t L = p->model->n_classes;
    float *alpha = p->vectors + n * L;
    uint32_t label;
    for (uint32_t c = 0; c < L; ++c) {
        alpha[c] = cost;
    }
    for (uint32_t o = 0; o < n_outcomes; ++o) {
        add_outcome(p, belief, o, alpha);
    }
    for (uint32_t i = 0; i < n; ++i) {
        if (memcmp(p->vectors + i * L, alpha, L * sizeof *alpha) == 0) {
            return 0;
        }
    }
    return dot(alpha, belief, L) < stop_value(p, belief, &label);
}

IFC2F_PRIVATE uint32_t i2f_plan_solve_full(const planner *p, uint32_t n_beliefs, float cost, uint32_t n_outcomes)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < n_beliefs; ++i) {
        n += (uint32_t)back_up(p, p->beliefs + i * p->model->n_classes, cost, n_outcomes, n);
    }
    return n;
}

IFC2F_PRIVATE uint32_t i2f_plan_solve_perseus(const planner *p, uint32_t set, uint32_t n_beliefs, float cost,
                                              uint32_t n_outcomes)
{
    const uint32_t L = p->model->n_classes;
    uint8_t *is_active = p->wins;
    uint32_t n_active = n_beliefs;
    uint32_t n = 0;
    memset(is_active, 1, n_beliefs);
    for (uint32_t round = 0; n_active > 0; ++round) {
        uint32_t rank = ifc2f_random(p->options->seed, 0x50455253u + set, round) % n_active;
        uint32_t pick = 0;
        while (!is_active[pick] || rank-- > 0) {
            ++pick;
        }
        is_active[pick] = 0;
        --n_active;
        if (!back_up(p, p->beliefs + pick * L, cost, n_outcomes, n)) {
            continue;
        }
        for (uint32_t i = 0; i < n_beliefs; ++i) {
            uint32_t label;
            const float *belief = p->beliefs + i * L;
            if (is_active[i] && dot(p->vectors + n * L, belief, L) < stop_value(p, belief, &label)) {
                is_active[i] = 0;
                --n_active;
            }
        }
        ++n;
    }
    return n;
}

IFC2F_PRIVATE void i2f_plan_mark_winners(const planner *p, uint32_t n_beliefs, uint32_t n)
{
    const uint32_t L = p->model->n_classes;
    memset(p->wins, 0, 2 * (size_t)p->options->n_beliefs);
    for (uint32_t b = 0; b < n_beliefs; ++b) {
        const float *belief = p->beliefs + b * L;
        uint32_t label;
        uint32_t winner = n;
        float best = stop_value(p, belief, &label);
        for (uint32_t i = 0; i < n; ++i) {
            const float value = dot(p->vectors + i * L, belief, L);
            if (value < best) {
                best = value;
                winner = i;
            }
        }
        if (winner < n) {
            p->wins[winner] = 1;
        }
    }
}
