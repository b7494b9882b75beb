/* Reading a model for bounds. */
#include "problem.h"

static uint64_t count_vectors(const ifc2f_model *model)
{
    return model->ordered.n_vectors + (uint64_t)(LANES - 1) * model->ordered.n_sets;
}

static uint64_t values_of_factor(const ifc2f_model *model)
{
    return has_factor(model) ? n_values_of(model, model->n_features) : 1;
}

size_t ifc2f_certificate_bytes(const ifc2f_model *model)
{
    const uint64_t L = model->n_classes;
    const uint64_t n_stages = model->ordered.n_stages;
    const uint64_t rows = 4 + 2 * values_of_factor(model) + L + count_vectors(model) + n_stages;
    const uint64_t numbers = L * rows + n_stages + 1 +
                             2 * (uint64_t)(model->sections[IFC2F_TABLES].length / 4) + model->ordered.n_sets + 1;
    const uint64_t bytes = 8 * numbers + model->n_features;
    return bytes < SIZE_MAX ? (size_t)bytes : SIZE_MAX;
}

/* Hand out `count` numbers of the memory. */
static double *take(double **memory, size_t count)
{
    double *taken = *memory;
    *memory += count;
    return taken;
}

static void lay_out(problem *p, double *memory)
{
    const size_t L = p->L;
    const ifc2f_ordered *ordered = &p->model->ordered;
    p->prior = take(&memory, L);
    p->overdrawn = take(&memory, L);
    p->q = take(&memory, L * L);
    p->tables = take(&memory, p->model->sections[IFC2F_TABLES].length / 4);
    p->even = take(&memory, p->model->sections[IFC2F_TABLES].length / 4);
    p->vectors = take(&memory, (size_t)count_vectors(p->model) * L);
    p->belief = take(&memory, p->n_of_factor * L);
    p->evenly = take(&memory, p->n_of_factor * L);
    p->joint = take(&memory, L);
    p->path = take(&memory, ((size_t)ordered->n_stages + 1) * L);
    p->path_costs = take(&memory, (size_t)ordered->n_stages + 1);
    p->first_vector = (uint64_t *)(void *)take(&memory, (size_t)ordered->n_sets + 1);
    p->values = (uint8_t *)memory;
}

/* Divide `count` numbers, `stride` apart, by their sum. */
static void normalise(double *numbers, size_t count, size_t stride)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; ++i) {
        sum += numbers[i * stride];
    }
    for (size_t i = 0; i < count && sum > 0.0; ++i) {
        numbers[i * stride] /= sum;
    }
}

/* What each of `count` probabilities, `stride` apart, would be if all possible ones were the same; 0 if none is possible. */
static double even_chance(const double *probabilities, size_t count, size_t stride)
{
    uint32_t n_possible = 0;
    for (size_t i = 0; i < count; ++i) {
        n_possible += probabilities[i * stride] > 0.0;
    }
    return n_possible > 0 ? 1.0 / n_possible : 0.0;
}

static void read_tables(const problem *p)
{
    const ifc2f_span *span = &p->model->sections[IFC2F_TABLES];
    for (uint32_t i = 0; i < span->length / 4; ++i) {
        p->tables[i] = (double)number_at(span, i);
    }
    for (uint32_t k = 0; k < n_variables_of(p->model); ++k) {
        for (uint32_t u = 0; u < n_parent_values_of(p->model, k); ++u) {
            for (size_t c = 0; c < p->L; ++c) {
                double *table = table_of(p, k, u) + c;
                normalise(table, n_values_of(p->model, k), p->L);
                even_of(p, k, u)[c] = even_chance(table, n_values_of(p->model, k), p->L);
            }
        }
    }
}

static void read_prior(const problem *p)
{
    uint32_t n_possible = 0;
    for (uint32_t c = 0; c < p->L; ++c) {
        p->prior[c] = (double)number_at(&p->model->sections[IFC2F_PRIOR], c);
        n_possible += p->prior[c] > 0.0;
    }
    normalise(p->prior, p->L, 1);
    for (size_t c = 0; c < p->L; ++c) {
        const double evenly = p->prior[c] > 0.0 ? EVEN_CLASSES / (n_possible * p->prior[c]) : 0.0;
        p->overdrawn[c] = p->prior[c] > 0.0 ? 1.0 - EVEN_CLASSES + evenly : 0.0;
    }
}

IFC2F_PRIVATE int32_t i2f_bounds_begin(problem *p, const ifc2f_model *model, void *memory, size_t memory_bytes)
{
    const size_t needed = ifc2f_certificate_bytes(model);
    if (memory == NULL || (uintptr_t)memory % sizeof(double) != 0 || memory_bytes < needed || needed == SIZE_MAX) {
        return IFC2F_ERR_MEMORY;
    }
    p->model = model;
    p->L = model->n_classes;
    p->n_of_factor = (size_t)values_of_factor(model);
    lay_out(p, (double *)memory);
    read_prior(p);
    read_tables(p);
    for (uint32_t i = 0; i < p->L * p->L; ++i) {
        p->q[i] = (double)number_at(&model->sections[IFC2F_MISCLASSIFICATION], i);
    }
    return IFC2F_OK;
}

IFC2F_PRIVATE int32_t i2f_bounds_begin_order(problem *p, const ifc2f_model *model, const double *prices, void *memory,
                                             size_t memory_bytes)
{
    const uint32_t n_stages = model->ordered.n_stages;
    if (model->sections[IFC2F_ORDERED].length == 0) {
        return IFC2F_ERR_POLICY;
    }
    for (uint32_t k = 0; k < n_stages; ++k) {
        if (!(prices[k] >= 0.0 && prices[k] <= DBL_MAX)) {
            return IFC2F_ERR_ARGUMENT;
        }
    }
    return i2f_bounds_begin(p, model, memory, memory_bytes);
}
