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

/* The most features that one descends from, with itself and the factor. */
static uint32_t longest_line(const ifc2f_model *model)
{
    return model->n_features + (uint32_t)ifc2f_has_factor(model);
}

/* Numbers of the largest table of a feature, or of the factor, for one parent value. */
static size_t table_size(const ifc2f_model *model)
{
    size_t n = 0;
    for (uint32_t k = 0; k < longest_line(model); ++k) {
        const size_t n_values = (size_t)ifc2f_n_values(model, k);
        n = n_values > n ? n_values : n;
    }
    return n * model->n_classes;
}

uint32_t ifc2f_enumerate_bytes(const ifc2f_model *model)
{
    return ifc2f_session_bytes(model);
}

uint32_t ifc2f_simulate_bytes(const ifc2f_model *model, uint32_t n_instances)
{
    const uint64_t floats = (uint64_t)table_size(model) + model->n_classes;
    const uint64_t numbers = (uint64_t)model->n_features + 1 + longest_line(model) + 2 * (uint64_t)n_instances;
    const uint64_t bytes = (uint64_t)ifc2f_session_bytes(model) + 4 * (floats + numbers) + n_instances;
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
        ++all.n;
    } while (next_sequence(&s));
    write_expectation(&all, expectation);
    return IFC2F_OK;
}

/*
 * Instances that are simulated together: those that share their answers so far are in one state of the policy, which is
 * computed once for all of them. An instance has its random numbers, from which its class and its values follow
 * whenever they are needed.
 */
typedef struct crowd {
    const ifc2f_model *model;
    uint32_t seed;
    float *prior;      /* [n_classes] */
    float *table;      /* [max_values][n_classes] */
    uint32_t *ends;    /* [n_features + 1] by the number of answers: where the instances end that share them */
    uint32_t *line;    /* [longest_line] a feature and the open ones it descends from, the oldest first */
    uint32_t *members; /* [n_instances] those of one state side by side */
    uint32_t *sorted;  /* [n_instances] work */
    uint8_t *values;   /* [n_instances] of the feature that was drawn last where the instance is */
} crowd;

/* List the feature and its ancestors up to one that is answered; return how many they are. */
static uint32_t descent(const crowd *c, const ifc2f_session *s, uint32_t k)
{
    uint32_t n = 0;
    for (int32_t j = (int32_t)k; j >= 0 && (n == 0 || ifc2f_state(s, (uint32_t)j) < 0); j = ifc2f_parent(c->model, (uint32_t)j)) {
        c->line[n++] = (uint32_t)j;
    }
    for (uint32_t i = 0; i < n / 2; ++i) {
        const uint32_t swapped = c->line[i];
        c->line[i] = c->line[n - 1 - i];
        c->line[n - 1 - i] = swapped;
    }
    return n;
}

/* Draw an instance's value of the last of a line of features, given what the first one's parent is. */
static uint32_t value_of(const crowd *c, uint32_t n_line, uint32_t parent_value, uint32_t i)
{
    const ifc2f_model *m = c->model;
    const uint32_t label = ifc2f_draw(c->prior, m->n_classes, 1, ifc2f_random(c->seed, FIRST_STREAM, i));
    uint32_t value = parent_value;
    for (uint32_t at = 0; at < n_line; ++at) {
        const uint32_t j = c->line[at];
        (void)ifc2f_read_table(m, j, value, c->table);
        value = ifc2f_draw(c->table + label, (uint32_t)ifc2f_n_values(m, j), m->n_classes,
                           ifc2f_random(c->seed, FIRST_STREAM + 1 + j, i));
    }
    return value;
}

/* Draw the values of a feature for the members from `begin` to `end`, which share the session's answers, and sort them. */
static void part(const crowd *c, const ifc2f_session *s, uint32_t k, uint32_t begin, uint32_t end)
{
    uint32_t starts[IFC2F_MAX_VALUES + 1] = {0};
    const uint32_t n_line = descent(c, s, k);
    const int32_t parent = ifc2f_parent(c->model, c->line[0]);
    const uint32_t parent_value = parent < 0 ? 0 : (uint32_t)ifc2f_state(s, (uint32_t)parent);
    for (uint32_t i = begin; i < end; ++i) {
        c->values[i] = (uint8_t)value_of(c, n_line, parent_value, c->members[i]);
        ++starts[c->values[i] + 1];
    }
    for (uint32_t v = 0; v < IFC2F_MAX_VALUES; ++v) {
        starts[v + 1] += starts[v];
    }
    for (uint32_t i = begin; i < end; ++i) {
        c->sorted[starts[c->values[i]]++] = c->members[i];
    }
    uint32_t value = 0; /* each start has moved to its value's end */
    for (uint32_t i = begin; i < end; ++i) {
        while (i - begin >= starts[value]) {
            ++value;
        }
        c->members[i] = c->sorted[i - begin];
        c->values[i] = (uint8_t)value;
    }
}

/* Give the session the value of a feature that the member at `begin` has; return where those end that have it, too. */
static uint32_t answer_with(const crowd *c, ifc2f_session *s, uint32_t k, uint32_t begin, uint32_t end)
{
    uint32_t at = begin;
    while (at < end && c->values[at] == c->values[begin]) {
        ++at;
    }
    (void)ifc2f_answer_bin(s, k, c->values[begin]);
    return at;
}

/* Follow all instances, depth first: the session is led from state to state, and back by its last answer. */
static void follow(const crowd *c, ifc2f_session *s, uint32_t n_instances, sums *all)
{
    uint32_t begin = 0;
    uint32_t depth = 0;
    c->ends[0] = n_instances;
    for (;;) {
        for (int32_t k = ifc2f_next(s); k >= 0 && depth < c->model->n_features; k = ifc2f_next(s)) {
            part(c, s, (uint32_t)k, begin, c->ends[depth]);
            c->ends[depth + 1] = answer_with(c, s, (uint32_t)k, begin, c->ends[depth]);
            ++depth;
        }
        add(all, s, c->ends[depth] - begin);
        begin = c->ends[depth];
        for (; depth > 0 && begin == c->ends[depth - 1]; --depth) {
            (void)ifc2f_retract(s, (uint32_t)ifc2f_acquired(s, depth - 1));
        }
        if (depth == 0) {
            return;
        }
        c->ends[depth] = answer_with(c, s, (uint32_t)ifc2f_acquired(s, depth - 1), begin, c->ends[depth - 1]);
    }
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
    sums all = {0, 0, 0, 0, 0, 0, n_instances};
    const uint32_t needed = ifc2f_simulate_bytes(model, n_instances);
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
    crowd c = {.model = model, .seed = seed};
    c.prior = (float *)memory + ifc2f_session_bytes(model) / 4;
    c.table = c.prior + model->n_classes;
    c.ends = (uint32_t *)(c.table + table_size(model));
    c.line = c.ends + model->n_features + 1;
    c.members = c.line + longest_line(model);
    c.sorted = c.members + n_instances;
    c.values = (uint8_t *)(c.sorted + n_instances);
    (void)ifc2f_read_prior(model, c.prior);
    for (uint32_t i = 0; i < n_instances; ++i) {
        c.members[i] = i;
    }
    follow(&c, &s, n_instances, &all);
    write_expectation(&all, expectation);
    expectation->standard_error = standard_error(&all);
    return IFC2F_OK;
}
