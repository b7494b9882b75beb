/*
 * A gate is found by what two answers tell more together than one by one. In a tree network what they tell together, given the
 * class, is on its edges: so only a feature and its parent are tried, in as many steps as one inference times the classes.
 */
#include "gates.h"

#include "costs.h"
#include "exact.h"
#include "favourite.h"

#if IFC2F_EXACT

enum { MOST_STEPS_FOR_GATES = 1 << 19, MOST_IN_TABLE = 1 << 14 };

static uint64_t pair_table_size(const ifc2f_model *model)
{
    return (uint64_t)model->n_classes * model->max_values * model->max_values;
}

static int are_sought(const ifc2f_model *model)
{
    const uint64_t per_value = (uint64_t)model->max_values * model->n_classes * model->n_classes;
    return pair_table_size(model) <= MOST_IN_TABLE && model->n_bins * per_value <= MOST_STEPS_FOR_GATES;
}

/*     float together[K], table[L][V][V] */
IFC2F_PRIVATE uint64_t i2f_gate_numbers(const ifc2f_model *model)
{
    return are_sought(model) ? model->n_features + pair_table_size(model) : 0;
}

/* Badness that is left, on average, after acquiring feature k and its parent. */
static float badness_after_both(const ifc2f_session *s, uint32_t k, uint32_t parent, float *table)
{
    const uint32_t L = s->model->n_classes;
    const uint32_t V = s->model->max_values;
    const float *above = i2f_marginal(s, parent);
    float sum = 0.0f;
    i2f_transitions(s, k, V, V, table);
    float *belief = (float *)(void *)i2f_scratch(s);
    for (uint32_t u = 0; u < n_values_of(s->model, parent); ++u) {
        for (uint32_t v = 0; v < n_values_of(s->model, k); ++v) {
            for (uint32_t c = 0; c < L; ++c) {
                belief[c] = s->classes[c].posterior * above[u * L + c] * table[(c * V + u) * V + v];
            }
            sum += i2f_badness(s, belief);
        }
    }
    return sum;
}

/* What pairs of neighbours tell more together, summed over the pairs of each feature. */
static void fill_together(const ifc2f_session *s, const float *badness, float *together, float *table)
{
    const uint32_t K = s->model->n_features;
    const float now = i2f_badness_now(s);
    for (uint32_t k = 0; k < K; ++k) {
        const uint32_t parent = parent_of(s->model, k);
        together[k] = 0.0f;
        if (parent < k && badness[k] < LARGEST && badness[parent] < LARGEST) {
            const float more = badness[k] + badness[parent] - badness_after_both(s, k, parent, table) - now;
            if (more > ROUNDING * now) {
                together[k] = more;
                together[parent] += more;
            }
        }
    }
}

IFC2F_PRIVATE uint32_t i2f_find_gates(const ifc2f_session *s, const float *badness, float *memory, int32_t gates[MOST_GATES])
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < MOST_GATES; ++i) {
        gates[i] = IFC2F_STOP;
    }
    if (!are_sought(s->model)) {
        return 0;
    }
    fill_together(s, badness, memory, memory + s->model->n_features);
    for (; n < MOST_GATES; ++n) {
        float most = 0.0f;
        for (uint32_t k = 0; k < s->model->n_features; ++k) {
            if (memory[k] > most && memory[k] > i2f_acquisition_cost(s, k)) {
                most = memory[k];
                gates[n] = (int32_t)k;
            }
        }
        if (gates[n] == IFC2F_STOP) {
            break;
        }
        memory[gates[n]] = 0.0f;
    }
    return n;
}

#endif
