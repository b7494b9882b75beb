/* Reachable beliefs: after every answer sequence, or after simulated ones. */
#include "beliefs.h"

#include "section.h"

IFC2F_PRIVATE void i2f_plan_compute_marginals(planner *p)
{
    const uint32_t L = p->model->n_classes;
    uint32_t bin = 0;
    memset(p->marginal, 0, p->n_bins * L * sizeof *p->marginal);
    for (uint32_t k = 0; k < p->model->n_features; ++k) {
        const int32_t parent = ifc2f_parent(p->model, k);
        const uint32_t n_parent_values = parent < 0 ? 1 : n_values_of(p->model, (uint32_t)parent);
        float *out = p->marginal + bin * L;
        p->first_bin[k] = bin;
        bin += n_values_of(p->model, k);
        for (uint32_t u = 0; u < n_parent_values; ++u) {
            (void)ifc2f_read_table(p->model, k, u, p->table);
            for (uint32_t i = 0; i < n_values_of(p->model, k) * L; ++i) {
                out[i] += parent < 0 ? p->table[i]
                                     : p->table[i] * p->marginal[(p->first_bin[parent] + u) * L + i % L];
            }
        }
    }
}

IFC2F_PRIVATE void i2f_plan_sample_instances(planner *p)
{
    const uint32_t n_stages = p->options->n_stages;
    const uint32_t L = p->model->n_classes;
    const uint32_t seed = p->options->seed;
    for (uint32_t i = 0; i < p->options->n_beliefs; ++i) {
        uint8_t *values = p->sampled + (size_t)i * n_stages;
        const uint32_t label = ifc2f_draw(p->prior, L, 1, ifc2f_random(seed, 0, i));
        for (uint32_t k = 0; k < n_stages; ++k) {
            const int32_t parent = ifc2f_parent(p->model, k);
            (void)ifc2f_read_table(p->model, k, parent < 0 ? 0 : values[parent], p->table);
            values[k] = (uint8_t)ifc2f_draw(p->table + label, n_values_of(p->model, k), L, ifc2f_random(seed, 1 + k, i));
        }
    }
}

/* Number of answer sequences up to stage k, or 0 if there are more than n_beliefs. */
static uint32_t count_sequences(const planner *p, uint32_t k)
{
    uint64_t n = 1;
    for (uint32_t j = 0; j < k; ++j) {
        n *= n_values_of(p->model, j);
        if (n > p->options->n_beliefs) {
            return 0;
        }
    }
    return (uint32_t)n;
}

/* Multiply a belief by likelihood[L] and normalise it; leave it if that gives 0. */
static void update_belief(float *belief, float *likelihood, uint32_t L)
{
    float sum = 0.0f;
    for (uint32_t c = 0; c < L; ++c) {
        likelihood[c] *= belief[c];
        sum += likelihood[c];
    }
    for (uint32_t c = 0; c < L && sum >= 1e-30f; ++c) {
        belief[c] = likelihood[c] / sum;
    }
}

/* The i-th answer sequence of the first k features. */
static void write_sequence(const planner *p, uint32_t i, uint32_t k, uint8_t *values)
{
    for (uint32_t j = 0; j < k; ++j) {
        values[j] = (uint8_t)(i % n_values_of(p->model, j));
        i /= n_values_of(p->model, j);
    }
}

/* Whether feature j is not known at stage k: never acquired or, if `hide_index`, one that indexes the stage. */
static int is_hidden(const planner *p, uint32_t j, uint32_t k, int hide_index)
{
    return p->skipped[j] || (hide_index && i2f_plan_is_index(p->model, p->options, j, k));
}

/* The belief after the first k features had these values, without those that are hidden: what depends on one of them counts
 * with P(feature | class). */
static void compute_belief(const planner *p, uint32_t k, const uint8_t *values, int hide_index, float *belief)
{
    const uint32_t L = p->model->n_classes;
    memcpy(belief, p->prior, L * sizeof *belief);
    for (uint32_t j = 0; j < k; ++j) {
        const int32_t parent = ifc2f_parent(p->model, j);
        if (is_hidden(p, j, k, hide_index)) {
            continue;
        }
        if (parent >= 0 && is_hidden(p, (uint32_t)parent, k, hide_index)) {
            memcpy(p->weighted, p->marginal + (p->first_bin[j] + values[j]) * L, L * sizeof *belief);
        } else {
            (void)ifc2f_read_table_row(p->model, j, parent < 0 ? 0 : values[parent], values[j], p->weighted);
        }
        update_belief(belief, p->weighted, L);
    }
}

IFC2F_PRIVATE uint32_t i2f_plan_compute_beliefs(const planner *p, uint32_t k)
{
    const uint32_t L = p->model->n_classes;
    const uint32_t n_sequences = count_sequences(p, k);
    const uint32_t n = n_sequences > 0 ? n_sequences : p->options->n_beliefs;
    for (uint32_t i = 0; i < n; ++i) {
        uint8_t *values = p->sampled + (size_t)i * p->options->n_stages;
        if (n_sequences > 0) {
            write_sequence(p, i, k, values);
        }
        compute_belief(p, k, values, 0, p->beliefs + i * L);
        if (n_index_of(p, k) > 0) {
            compute_belief(p, k, values, 1, p->beliefs + (n + i) * L);
        }
    }
    return n;
}
