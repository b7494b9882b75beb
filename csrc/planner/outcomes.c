/* The outcomes of an acquisition: how likely they are by class, and the sets of the next stage that they lead to. */
#include "outcomes.h"

enum { UNKNOWN = 0xFFFF };

IFC2F_PRIVATE int i2f_plan_is_fallback(const planner *p, uint32_t k, uint32_t assignment)
{
    return n_index_of(p, k) > 0 && first_set(p, k) + assignment + 1 == first_set(p, k + 1);
}

/* Value of feature j in a set's assignment (mixed radix over the stage's index features), or UNKNOWN. */
static uint32_t value_in(const planner *p, uint32_t k, uint32_t assignment, uint32_t j)
{
    uint32_t found = UNKNOWN;
    for (uint32_t i = i2f_plan_is_fallback(p, k, assignment) ? 0 : n_index_of(p, k); i > 0; --i) {
        const uint32_t f = index_feature(p, k, i - 1);
        if (f == j) {
            found = assignment % n_values_of(p->model, f);
        }
        assignment /= n_values_of(p->model, f);
    }
    return found;
}

/* The set of the next stage after feature k was found to have value v, and feature `other` to have `other_value`. */
static uint32_t set_after(const planner *p, uint32_t k, uint32_t assignment, uint32_t v, uint32_t other,
                          uint32_t other_value)
{
    const uint32_t next = stage_after(p, k);
    uint32_t next_assignment = 0;
    if (next >= p->options->n_stages) {
        return NO_SET;
    }
    for (uint32_t i = 0; i < n_index_of(p, next); ++i) {
        const uint32_t f = index_feature(p, next, i);
        const uint32_t value = f == k ? v : f == other ? other_value : value_in(p, k, assignment, f);
        if (value == UNKNOWN) {
            return first_set(p, next + 1) - 1;
        }
        next_assignment = next_assignment * n_values_of(p->model, f) + value;
    }
    return first_set(p, next) + next_assignment;
}

/* P(feature k = v | class), given its parent's value where the set has it, into table[v][c]. */
static void read_likelihood(const planner *p, uint32_t k, uint32_t assignment)
{
    const uint32_t L = p->model->n_classes;
    const int32_t parent = ifc2f_parent(p->model, k);
    const uint32_t u = parent < 0 ? UNKNOWN : value_in(p, k, assignment, (uint32_t)parent);
    if (parent < 0 || u != UNKNOWN) {
        (void)ifc2f_read_table(p->model, k, parent < 0 ? 0 : u, p->table);
    } else {
        memcpy(p->table, p->marginal + p->first_bin[k] * L, n_values_of(p->model, k) * L * sizeof *p->table);
    }
}

/* P(feature other = value | class), given the value of feature k's parent in the set, into joint[value][c]. A build
 * without exact inference takes P(other | class), which leaves that value out. */
static void read_other(planner *p, uint32_t k, uint32_t assignment, uint32_t other)
{
    const uint32_t L = p->model->n_classes;
    const uint32_t n = n_values_of(p->model, other);
    const int32_t parent = ifc2f_parent(p->model, k);
    const float *marginal = p->marginal + p->first_bin[other] * L;
    (void)ifc2f_restart(&p->session);
    if (parent >= 0) {
        (void)ifc2f_answer_bin(&p->session, (uint32_t)parent, value_in(p, k, assignment, (uint32_t)parent));
    }
    if (ifc2f_feature_posterior(&p->session, other, p->joint) != IFC2F_OK) {
        memcpy(p->joint, marginal, n * L * sizeof *p->joint);
    }
    for (uint32_t c = 0; c < L; ++c) {
        float sum = 0.0f;
        for (uint32_t v = 0; v < n; ++v) {
            sum += p->joint[v * L + c];
        }
        for (uint32_t v = 0; v < n; ++v) {
            p->joint[v * L + c] = sum >= 1e-30f ? p->joint[v * L + c] / sum : marginal[v * L + c];
        }
    }
}

/* The feature that indexes the next stage but is neither feature k nor known in the set (only with `parent`). */
static uint32_t unknown_index(const planner *p, uint32_t k, uint32_t assignment)
{
    const uint32_t next = stage_after(p, k);
    if (p->options->treatment == IFC2F_TREAT_PARENT && next < p->options->n_stages && n_index_of(p, next) == 1 &&
        !i2f_plan_is_fallback(p, k, assignment)) {
        const uint32_t f = index_feature(p, next, 0);
        if (f != k && !p->skipped[f] && value_in(p, k, assignment, f) == UNKNOWN) {
            return f;
        }
    }
    return UNKNOWN;
}

IFC2F_PRIVATE uint32_t i2f_plan_compute_outcomes(planner *p, uint32_t k, uint32_t assignment)
{
    const uint32_t L = p->model->n_classes;
    const uint32_t n = n_values_of(p->model, k);
    const uint32_t other = unknown_index(p, k, assignment);
    read_likelihood(p, k, assignment);
    if (other != UNKNOWN) {
        const uint32_t n_other = n_values_of(p->model, other);
        read_other(p, k, assignment, other);
        for (uint32_t o = 0; o < n * n_other; ++o) {
            const uint32_t v = o / n_other;
            const uint32_t w = o % n_other;
            p->next_set[o] = set_after(p, k, assignment, v, other, w);
            for (uint32_t c = 0; c < L; ++c) {
                p->outcome[o * L + c] = p->table[v * L + c] * p->joint[w * L + c];
            }
        }
        return n * n_other;
    }
    for (uint32_t v = 0; v < n; ++v) {
        p->next_set[v] = set_after(p, k, assignment, v, UNKNOWN, UNKNOWN);
    }
    memcpy(p->outcome, p->table, n * L * sizeof *p->outcome);
    return n;
}
