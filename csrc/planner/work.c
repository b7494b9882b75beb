/* How much working memory planning needs, and where everything lies in it. */
#include "work.h"

#include "shape.h"

/* Values of all features together, and the largest number of a feature. */
static uint32_t count_values(const ifc2f_model *model, uint32_t *largest)
{
    uint32_t n = 0;
    *largest = 1;
    for (uint32_t k = 0; k < model->n_features; ++k) {
        const uint32_t n_values = n_values_of(model, k);
        n += n_values;
        *largest = n_values > *largest ? n_values : *largest;
    }
    return n;
}

/* Outcomes of an acquisition: the values of the feature; for `parent` joined with those of the next conditioning feature. */
static uint32_t count_outcomes(uint32_t max_values, const ifc2f_plan_options *options)
{
    return max_values * (options->treatment == IFC2F_TREAT_PARENT ? max_values : 1);
}

uint32_t ifc2f_plan_work_bytes(const ifc2f_model *model, const ifc2f_plan_options *options)
{
    uint64_t n_sets;
    uint64_t n_index;
    if (!i2f_plan_are_usable(model, options) || !i2f_plan_count_shape(model, options, &n_sets, &n_index)) {
        return 0;
    }
    const uint64_t L = model->n_classes;
    const uint64_t beta = options->n_beliefs;
    uint32_t max_values;
    const uint64_t n_bins = count_values(model, &max_values);
    const uint64_t n_outcomes = count_outcomes(max_values, options);
    const uint64_t floats = L * (2 + L + n_bins + 4 * beta + 2 * (uint64_t)max_values + n_outcomes);
    const uint64_t bytes = (uint64_t)ifc2f_session_bytes(model) + 4 * (floats + n_outcomes + model->n_features) +
                           ((beta * (2 + options->n_stages) + options->n_stages + 3) & ~(uint64_t)3);
    return bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
}

/* Hand out `count` 4-byte words of the working memory. */
static void *take(uint32_t **work, size_t count)
{
    uint32_t *taken = *work;
    *work += count;
    return taken;
}

IFC2F_PRIVATE void i2f_plan_lay_out(planner *p, uint32_t *work)
{
    const size_t L = p->model->n_classes;
    const size_t beta = p->options->n_beliefs;
    uint32_t max_values;
    p->n_bins = count_values(p->model, &max_values);
    const size_t V = max_values;
    p->n_outcomes = count_outcomes(max_values, p->options);
    p->prior = (float *)take(&work, L);
    p->weighted = (float *)take(&work, L);
    p->q = (float *)take(&work, L * L);
    p->marginal = (float *)take(&work, p->n_bins * L);
    p->beliefs = (float *)take(&work, 2 * beta * L);
    p->vectors = (float *)take(&work, 2 * beta * L);
    p->table = (float *)take(&work, V * L);
    p->joint = (float *)take(&work, V * L);
    p->outcome = (float *)take(&work, p->n_outcomes * L);
    p->next_set = (uint32_t *)take(&work, p->n_outcomes);
    p->first_bin = (uint32_t *)take(&work, p->model->n_features);
    p->wins = (uint8_t *)take(&work, 0);
    p->sampled = p->wins + 2 * beta;
    p->skipped = p->sampled + beta * p->options->n_stages;
}
