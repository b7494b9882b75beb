/*
 * Expected cost of a policy, by running sessions: whatever a session does on a device or for a person is what is
 * evaluated here.
 */
#include "../base/arithmetic.h"

#include "ifc2f_evaluate.h"

/* Streams of random numbers apart from those of planning: a policy is not judged by the instances it was planned on. */
static const uint32_t FIRST_STREAM = 0x40000000u;

/* Sums over answer sequences or instances. */
typedef struct sums {
    double mass;
    double total;
    double total_squared;
    double acquisition;
    double misclassification;
    double n_acquired;
    uint32_t n;
} sums;

/* Numbers of the largest table of a feature for one parent value. */
static size_t table_size(const ifc2f_model *model)
{
    size_t n = 0;
    for (uint32_t k = 0; k < model->n_features; ++k) {
        const size_t n_values = (size_t)ifc2f_n_values(model, k);
        n = n_values > n ? n_values : n;
    }
    return n * model->n_classes;
}

static uint32_t table_bytes(const ifc2f_model *model)
{
    const uint64_t bytes = 4 * ((uint64_t)table_size(model) + 2 * (uint64_t)model->n_classes);
    return bytes > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)bytes;
}

uint32_t ifc2f_evaluate_bytes(const ifc2f_model *model)
{
    const uint64_t bytes = (uint64_t)ifc2f_session_bytes(model) + table_bytes(model) + model->n_features;
    return bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
}

static void add(sums *to, const ifc2f_session *s, double mass)
{
    const double acquisition = (double)ifc2f_cost(s);
    const double misclassification = (double)ifc2f_cost_of_stopping(s);
    const double total = acquisition + misclassification;
    to->mass += mass;
    to->total += mass * total;
    to->total_squared += mass * total * total;
    to->acquisition += mass * acquisition;
    to->misclassification += mass * misclassification;
    to->n_acquired += mass * ifc2f_n_acquired(s);
    ++to->n;
}

static void write_expectation(const sums *from, ifc2f_expectation *to)
{
    const double mass = from->mass > 0.0 ? from->mass : 1.0;
    to->total = from->total / mass;
    to->acquisition = from->acquisition / mass;
    to->misclassification = from->misclassification / mass;
    to->n_acquired = from->n_acquired / mass;
    to->standard_error = 0.0;
    to->n_sequences = from->n;
}

/* P(answers so far); powers of 2 are exact. */
static double probability(const ifc2f_session *s)
{
    float mantissa;
    int32_t exponent;
    (void)ifc2f_evidence(s, &mantissa, &exponent);
    double p = (double)mantissa;
    for (; exponent < 0; ++exponent) {
        p *= 2.3283064365386963e-10; /* 2^-32 */
    }
    return p;
}

/* Turn the session to the next answer sequence in depth-first order; 0 when there is none. */
static int32_t next_sequence(ifc2f_session *s)
{
    for (int32_t n = ifc2f_n_acquired(s); n > 0; n = ifc2f_n_acquired(s)) {
        const int32_t k = ifc2f_acquired(s, (uint32_t)n - 1);
        const int32_t value = ifc2f_state(s, (uint32_t)k);
        if (value + 1 < ifc2f_n_values(s->model, (uint32_t)k)) {
            return ifc2f_answer_bin(s, (uint32_t)k, (uint32_t)value + 1) == IFC2F_OK;
        }
        (void)ifc2f_retract(s, (uint32_t)k);
    }
    return 0;
}

int32_t ifc2f_enumerate(const ifc2f_model *model, float budget, uint32_t max_sequences, void *memory,
                        uint32_t memory_bytes, ifc2f_expectation *expectation)
{
    ifc2f_session s;
    sums all = {0, 0, 0, 0, 0, 0, 0};
    int32_t status = ifc2f_begin(&s, model, memory, memory_bytes);
    status = status == IFC2F_OK ? ifc2f_set_budget(&s, budget) : status;
    status = status == IFC2F_OK && ifc2f_next(&s) == IFC2F_ERR_POLICY ? IFC2F_ERR_POLICY : status;
    status = status == IFC2F_OK && !IFC2F_EXACT && model->sections[IFC2F_GRAPH].length > 0 ? IFC2F_ERR_ORDER : status;
    if (status != IFC2F_OK) {
        return status;
    }
    do {
        double mass = probability(&s);
        for (int32_t k = ifc2f_next(&s); k >= 0 && mass > 0.0; k = ifc2f_next(&s)) {
            (void)ifc2f_answer_bin(&s, (uint32_t)k, 0);
            mass = probability(&s);
        }
        if (all.n >= max_sequences) {
            return IFC2F_ERR_TOO_LARGE;
        }
        add(&all, &s, mass);
    } while (next_sequence(&s));
    write_expectation(&all, expectation);
    return IFC2F_OK;
}

/* One instance: its class and, as far as they were needed, its values, parents before children. */
typedef struct instance {
    uint32_t seed;
    uint32_t i;
    uint32_t label;
    uint32_t n_drawn;
    uint8_t *values; /* [n_features] */
    float *table;    /* [max_values][n_classes] */
} instance;

static uint32_t value_of(instance *drawn, const ifc2f_model *model, uint32_t k)
{
    for (; drawn->n_drawn <= k; ++drawn->n_drawn) {
        const uint32_t j = drawn->n_drawn;
        const int32_t parent = ifc2f_parent(model, j);
        (void)ifc2f_read_table(model, j, parent < 0 ? 0 : drawn->values[parent], drawn->table);
        drawn->values[j] = (uint8_t)ifc2f_draw(drawn->table + drawn->label, (uint32_t)ifc2f_n_values(model, j),
                                               model->n_classes, ifc2f_random(drawn->seed, FIRST_STREAM + 1 + j, drawn->i));
    }
    return drawn->values[k];
}

/* The standard error of a mean of n equally heavy totals; its square root by Newton's method, from above. */
static double standard_error(const sums *from)
{
    const double n = from->n;
    const double mean = from->total / n;
    const double variance = n > 1 ? (from->total_squared / n - mean * mean) / (n - 1) : 0.0;
    double root = variance > 1.0 ? variance : 1.0;
    for (int32_t i = 0; i < 200 && variance > 0.0; ++i) {
        root = 0.5 * (root + variance / root);
    }
    return variance > 0.0 ? root : 0.0;
}

int32_t ifc2f_simulate(const ifc2f_model *model, float budget, uint32_t n_instances, uint32_t seed, void *memory,
                       uint32_t memory_bytes, ifc2f_expectation *expectation)
{
    ifc2f_session s;
    sums all = {0, 0, 0, 0, 0, 0, 0};
    instance drawn = {seed, 0, 0, 0, NULL, NULL};
    const uint32_t needed = ifc2f_evaluate_bytes(model);
    if (memory_bytes < needed || needed == UINT32_MAX) {
        return IFC2F_ERR_MEMORY;
    }
    int32_t status = ifc2f_begin(&s, model, memory, memory_bytes);
    status = status == IFC2F_OK ? ifc2f_set_budget(&s, budget) : status;
    status = status == IFC2F_OK && ifc2f_next(&s) == IFC2F_ERR_POLICY ? IFC2F_ERR_POLICY : status;
    status = status == IFC2F_OK && !IFC2F_EXACT && model->sections[IFC2F_GRAPH].length > 0 ? IFC2F_ERR_ORDER : status;
    if (status != IFC2F_OK || n_instances == 0) {
        return status != IFC2F_OK ? status : IFC2F_ERR_ARGUMENT;
    }
    drawn.table = (float *)memory + ifc2f_session_bytes(model) / 4;
    float *prior = drawn.table + table_size(model);
    drawn.values = (uint8_t *)(prior + model->n_classes);
    (void)ifc2f_read_prior(model, prior);
    for (drawn.i = 0; drawn.i < n_instances; ++drawn.i) {
        (void)ifc2f_restart(&s);
        drawn.n_drawn = 0;
        drawn.label = ifc2f_draw(prior, model->n_classes, 1, ifc2f_random(seed, FIRST_STREAM, drawn.i));
        for (int32_t k = ifc2f_next(&s); k >= 0; k = ifc2f_next(&s)) {
            (void)ifc2f_answer_bin(&s, (uint32_t)k, value_of(&drawn, model, (uint32_t)k));
        }
        add(&all, &s, 1.0);
    }
    write_expectation(&all, expectation);
    expectation->standard_error = standard_error(&all);
    return IFC2F_OK;
}
