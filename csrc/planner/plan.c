/*
 * Planning the ordered policy, from the last stage to the first (docs/method.md, section "The ordered policy").
 *
 * Every alpha vector built here is the cost, class by class, of a plan that can be followed: look, then for each value go
 * on with one vector of the next stage's set, or stop. So a set's values bound the optimum from above, and they
 * meet it at the beliefs that were backed up.
 */
#include "../base/arithmetic.h"

#include "ifc2f_plan.h"

#include "../base/bytes.h"

static const uint32_t NO_SET = 0xFFFFFFFFu;
enum { HEADER_BYTES = 20, STAGE_BYTES = 12 };

/* ---- Random numbers ----------------------------------------------------------------------------------------- */

/* Finaliser of MurmurHash3 (A. Appleby, public domain): a bijection of 32 bits that flips half of them per input bit. */
static uint32_t mix(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x85EBCA6Bu;
    x ^= x >> 13;
    x *= 0xC2B2AE35u;
    return x ^ x >> 16;
}

/* A function of its arguments and nothing else: any instance can be drawn again at any time, in any order. */
uint32_t ifc2f_random(uint32_t seed, uint32_t stream, uint32_t index)
{
    const uint32_t golden = 0x9E3779B9u;
    return mix(mix(mix(seed + golden) + golden * (stream + 1)) + golden * (index + 1));
}

uint32_t ifc2f_draw(const float *probabilities, uint32_t n, uint32_t stride, uint32_t random)
{
    const float u = (float)(random >> 8) * 5.9604644775390625e-8f; /* 2^-24 */
    float sum = 0.0f;
    uint32_t last = 0;
    for (uint32_t i = 0; i < n; ++i) {
        const float probability = probabilities[(size_t)i * stride];
        sum += probability;
        if (probability > 0.0f) {
            last = i;
            if (u < sum) {
                break;
            }
        }
    }
    return last; /* also when the probabilities sum to a little less than 1 */
}

/* ---- The shape of a policy: which features index each stage's sets -------------------------------------------- */

typedef struct planner {
    const ifc2f_model *model;
    const ifc2f_plan_options *options;
    ifc2f_session session;
    uint8_t *policy;     /* the section being written */
    uint32_t policy_bytes;
    uint32_t n_sets;
    uint32_t index_at;   /* byte positions in the section */
    uint32_t starts_at;
    uint32_t n_vectors;  /* written so far, from the end of `policy` backwards */
    uint32_t n_outcomes;
    uint32_t n_bins;     /* values of all features together */
    float *prior;        /* [L] */
    float *q;            /* [L][L], rows true */
    float *marginal;     /* [n_bins][L] P(feature | class) */
    float *beliefs;      /* [2][n_beliefs][L] of the stage at hand; the second half for its fallback set */
    float *table;        /* [max_values][L] */
    float *joint;        /* [max_values][L] */
    float *outcome;      /* [n_outcomes][L] P(outcome | class) */
    float *weighted;     /* [L] */
    float *vectors;      /* [2 * n_beliefs][L] being built */
    uint32_t *next_set;  /* [n_outcomes] */
    uint32_t *first_bin; /* [n_features] */
    uint8_t *wins;       /* [2 * n_beliefs] */
    uint8_t *sampled;    /* [n_beliefs][n_stages] simulated answers */
} planner;

static uint32_t n_values_of(const ifc2f_model *model, uint32_t k)
{
    return (uint32_t)ifc2f_n_values(model, k);
}

/* A feature's first child in the low half, its next sibling in the high one (docs/format.md, FEAT). */
static uint32_t child_and_sibling(const ifc2f_model *model, uint32_t k)
{
    return u32_at(model->sections[IFC2F_FEATURES].bytes + 32 * (size_t)k + 8);
}

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

/* Whether feature j, seen before stage k, conditions a feature of stage k or later. */
static int is_live(const ifc2f_model *model, uint32_t n_stages, uint32_t j, uint32_t k)
{
    uint32_t before = j;
    uint32_t child = child_and_sibling(model, j) & 0xFFFF;
    while (child > before && child < k) { /* children stand in ascending order */
        before = child;
        child = child_and_sibling(model, child) >> 16;
    }
    return child > before && child < n_stages;
}

static int is_index(const ifc2f_model *model, const ifc2f_plan_options *options, uint32_t j, uint32_t k)
{
    switch (options->treatment) {
    case IFC2F_TREAT_EXACT:
        return is_live(model, options->n_stages, j, k);
    case IFC2F_TREAT_PARENT:
        return ifc2f_parent(model, k) == (int32_t)j;
    default:
        return 0;
    }
}

/* Number of index features of stage k; writes the product of their values, at most max_assignments + 1. */
static uint32_t count_index(const ifc2f_model *model, const ifc2f_plan_options *options, uint32_t k,
                            uint64_t *n_assignments)
{
    uint32_t n = 0;
    *n_assignments = 1;
    for (uint32_t j = 0; j < k; ++j) {
        if (is_index(model, options, j, k)) {
            ++n;
            *n_assignments *= n_values_of(model, j);
            if (*n_assignments > options->max_assignments) {
                *n_assignments = (uint64_t)options->max_assignments + 1;
            }
        }
    }
    return n;
}

static int are_usable(const ifc2f_model *model, const ifc2f_plan_options *options)
{
    return options->n_stages <= model->n_features && options->n_beliefs >= 1 && options->n_beliefs <= 65535 &&
           options->max_assignments >= 1 && options->max_assignments <= 1u << 24 &&
           options->treatment <= IFC2F_TREAT_MARGINAL && options->solver <= IFC2F_SOLVER_PERSEUS;
}

/* Sizes of the section without its vectors. Returns 0 if a stage has more than max_assignments. */
static int count_shape(const ifc2f_model *model, const ifc2f_plan_options *options, uint64_t *n_sets, uint64_t *n_index)
{
    *n_sets = 0;
    *n_index = 0;
    for (uint32_t k = 0; k < options->n_stages; ++k) {
        uint64_t n_assignments;
        const uint32_t n = count_index(model, options, k, &n_assignments);
        if (n_assignments > options->max_assignments && n > 0) {
            return 0;
        }
        *n_sets += n_assignments + (n > 0);
        *n_index += n;
    }
    return 1;
}

static uint64_t fixed_bytes(uint64_t n_stages, uint64_t n_sets, uint64_t n_index)
{
    return HEADER_BYTES + STAGE_BYTES * n_stages + ((2 * n_index + 3) & ~(uint64_t)3) + 4 * (n_sets + 1);
}

uint32_t ifc2f_plan_max_policy_bytes(const ifc2f_model *model, const ifc2f_plan_options *options)
{
    uint64_t n_sets;
    uint64_t n_index;
    if (!are_usable(model, options) || !count_shape(model, options, &n_sets, &n_index)) {
        return 0;
    }
    const uint64_t bytes = fixed_bytes(options->n_stages, n_sets, n_index) +
                           8 * n_sets * options->n_beliefs * model->n_classes;
    return bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
}

/* ---- Working memory ------------------------------------------------------------------------------------------ */

/* Outcomes of a look: the values of the feature; for `parent` joined with those of the next conditioning feature. */
static uint32_t count_outcomes(uint32_t max_values, const ifc2f_plan_options *options)
{
    return max_values * (options->treatment == IFC2F_TREAT_PARENT ? max_values : 1);
}

uint32_t ifc2f_plan_work_bytes(const ifc2f_model *model, const ifc2f_plan_options *options)
{
    if (!are_usable(model, options)) {
        return 0;
    }
    const uint64_t L = model->n_classes;
    const uint64_t beta = options->n_beliefs;
    uint32_t max_values;
    const uint64_t n_bins = count_values(model, &max_values);
    const uint64_t n_outcomes = count_outcomes(max_values, options);
    const uint64_t floats = L * (2 + L + n_bins + 4 * beta + 2 * (uint64_t)max_values + n_outcomes);
    const uint64_t bytes = (uint64_t)ifc2f_session_bytes(model) + 4 * (floats + n_outcomes + model->n_features) +
                           ((beta * (2 + options->n_stages) + 3) & ~(uint64_t)3);
    return bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
}

/* Hand out `count` 4-byte words of the working memory. */
static void *take(uint32_t **work, size_t count)
{
    uint32_t *taken = *work;
    *work += count;
    return taken;
}

static void lay_out(planner *p, uint32_t *work)
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
}

/* P(feature | class) of all features, parents before children. */
static void compute_marginals(planner *p)
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

/* ---- Reading the shape back ---------------------------------------------------------------------------------- */

static uint32_t stage_word(const planner *p, uint32_t k, uint32_t word)
{
    return u32_at(p->policy + HEADER_BYTES + STAGE_BYTES * (size_t)k + 4 * word);
}

static uint32_t first_set(const planner *p, uint32_t k)
{
    return k < p->options->n_stages ? stage_word(p, k, 0) : p->n_sets;
}

static uint32_t n_index_of(const planner *p, uint32_t k) { return stage_word(p, k, 2); }

static uint32_t index_feature(const planner *p, uint32_t k, uint32_t i)
{
    return u16_at(p->policy + p->index_at + 2 * (size_t)(stage_word(p, k, 1) + i));
}

/* ---- Reachable beliefs --------------------------------------------------------------------------------------- */

/* Draw instances: the class from the prior, then each feature given its parent and the class. */
static void sample_instances(planner *p)
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

/* The belief after the first k features had these values, without those that index stage k if `hide_index`: what
 * depends on a hidden one then counts with P(feature | class). */
static void compute_belief(const planner *p, uint32_t k, const uint8_t *values, int hide_index, float *belief)
{
    const uint32_t L = p->model->n_classes;
    memcpy(belief, p->prior, L * sizeof *belief);
    for (uint32_t j = 0; j < k; ++j) {
        const int32_t parent = ifc2f_parent(p->model, j);
        if (hide_index && is_index(p->model, p->options, j, k)) {
            continue;
        }
        if (hide_index && parent >= 0 && is_index(p->model, p->options, (uint32_t)parent, k)) {
            memcpy(p->weighted, p->marginal + (p->first_bin[j] + values[j]) * L, L * sizeof *belief);
        } else {
            (void)ifc2f_read_table_row(p->model, j, parent < 0 ? 0 : values[parent], values[j], p->weighted);
        }
        update_belief(belief, p->weighted, L);
    }
}

/* Beliefs of stage k: after every answer sequence if there are few, else after the simulated ones. Returns how many; as
 * many again follow for the fallback set, in which the features that index the stage are hidden. A stage before one with
 * few sequences has few as well, so that sequences may take the place of simulated answers. */
static uint32_t compute_beliefs(const planner *p, uint32_t k)
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

/* ---- Writing the policy section ------------------------------------------------------------------------------ */

/* Header, stages and index features; how many vectors each set has is filled in as they are found. */
static void write_shape(planner *p, uint32_t n_index)
{
    uint32_t set = 0;
    uint32_t index = 0;
    put_u32(p->policy, p->options->n_stages);
    put_u32(p->policy + 4, p->n_sets);
    put_u32(p->policy + 12, n_index);
    put_u32(p->policy + 16, p->options->treatment);
    for (uint32_t k = 0; k < p->options->n_stages; ++k) {
        uint8_t *record = p->policy + HEADER_BYTES + STAGE_BYTES * (size_t)k;
        uint64_t n_assignments;
        const uint32_t n = count_index(p->model, p->options, k, &n_assignments);
        put_u32(record, set);
        put_u32(record + 4, index);
        put_u32(record + 8, n);
        for (uint32_t j = 0; j < k; ++j) {
            if (is_index(p->model, p->options, j, k)) {
                put_u16(p->policy + p->index_at + 2 * (size_t)index, j);
                ++index;
            }
        }
        set += (uint32_t)n_assignments + (n > 0);
    }
    if (n_index % 2 != 0) {
        put_u16(p->policy + p->index_at + 2 * (size_t)n_index, 0);
    }
}

/* Vectors are written from the end of the buffer backwards, because later stages are planned first: the number of
 * them in sets >= s stands where set s's start belongs until all are there. */
static uint32_t vectors_from(const planner *p, uint32_t set)
{
    return set < p->n_sets ? u32_at(p->policy + p->starts_at + 4 * (size_t)set) : 0;
}

static const uint8_t *vector_at(const planner *p, uint32_t set, uint32_t i)
{
    const size_t behind = vectors_from(p, set) - i;
    return p->policy + p->policy_bytes - 4 * behind * p->model->n_classes;
}

/* Write the winning vectors as those of a set. Returns 0 if they do not fit. */
static int write_set(planner *p, uint32_t set, uint32_t n)
{
    const uint32_t L = p->model->n_classes;
    uint32_t n_won = 0;
    for (uint32_t i = 0; i < n; ++i) {
        n_won += p->wins[i];
    }
    const uint64_t floats = (uint64_t)(p->n_vectors + n_won) * L;
    const uint32_t used = p->starts_at + 4 * (p->n_sets + 1);
    if (floats > (p->policy_bytes - used) / 4) {
        return 0;
    }
    p->n_vectors += n_won;
    put_u32(p->policy + p->starts_at + 4 * (size_t)set, p->n_vectors);
    uint8_t *to = p->policy + p->policy_bytes - 4 * (size_t)floats;
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t c = 0; p->wins[i] && c < L; ++c) {
            put_f32(to, p->vectors[i * L + c]);
            to += 4;
        }
    }
    return 1;
}

/* Turn the counts into starts, move the vectors behind them, and return the length of the section. */
static uint32_t finish(planner *p)
{
    const uint32_t vector_bytes = 4 * p->n_vectors * p->model->n_classes;
    const uint32_t vectors_at = p->starts_at + 4 * (p->n_sets + 1);
    for (uint32_t set = 0; set <= p->n_sets; ++set) {
        put_u32(p->policy + p->starts_at + 4 * (size_t)set, p->n_vectors - vectors_from(p, set));
    }
    put_u32(p->policy + 8, p->n_vectors);
    memmove(p->policy + vectors_at, p->policy + p->policy_bytes - vector_bytes, vector_bytes);
    return vectors_at + vector_bytes;
}

/* ---- What a look can lead to --------------------------------------------------------------------------------- */

enum { UNKNOWN = 0xFFFF };

/* Whether an assignment is that of the stage's fallback set, the last one of a stage with index features. */
static int is_fallback(const planner *p, uint32_t k, uint32_t assignment)
{
    return n_index_of(p, k) > 0 && first_set(p, k) + assignment + 1 == first_set(p, k + 1);
}

/* Value of feature j in a set's assignment (mixed radix over the stage's index features), or UNKNOWN. */
static uint32_t value_in(const planner *p, uint32_t k, uint32_t assignment, uint32_t j)
{
    uint32_t found = UNKNOWN;
    for (uint32_t i = is_fallback(p, k, assignment) ? 0 : n_index_of(p, k); i > 0; --i) {
        const uint32_t f = index_feature(p, k, i - 1);
        if (f == j) {
            found = assignment % n_values_of(p->model, f);
        }
        assignment /= n_values_of(p->model, f);
    }
    return found;
}

/* The set of stage k + 1 after feature k was found to have value v, and feature `other` to have `other_value`. */
static uint32_t set_after(const planner *p, uint32_t k, uint32_t assignment, uint32_t v, uint32_t other,
                          uint32_t other_value)
{
    const uint32_t next = k + 1;
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

/* The feature that indexes stage k + 1 but is neither feature k nor known in the set (only with `parent`). */
static uint32_t unknown_index(const planner *p, uint32_t k, uint32_t assignment)
{
    if (p->options->treatment == IFC2F_TREAT_PARENT && k + 1 < p->options->n_stages && n_index_of(p, k + 1) == 1 &&
        !is_fallback(p, k, assignment)) {
        const uint32_t f = index_feature(p, k + 1, 0);
        if (f != k && value_in(p, k, assignment, f) == UNKNOWN) {
            return f;
        }
    }
    return UNKNOWN;
}

/* Write P(outcome | class) and the next set of each outcome of looking at feature k; returns their number. */
static uint32_t compute_outcomes(planner *p, uint32_t k, uint32_t assignment)
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

/* ---- Backups ------------------------------------------------------------------------------------------------- */

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

static uint32_t solve_full(const planner *p, uint32_t n_beliefs, float cost, uint32_t n_outcomes)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < n_beliefs; ++i) {
        n += (uint32_t)back_up(p, p->beliefs + i * p->model->n_classes, cost, n_outcomes, n);
    }
    return n;
}

/* Perseus: back up beliefs picked at random until each was picked or improved by a vector found for another. */
static uint32_t solve_perseus(const planner *p, uint32_t set, uint32_t n_beliefs, float cost, uint32_t n_outcomes)
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

/* Mark the vectors that are the smallest, and below stopping, at one of the beliefs. */
static void mark_winners(const planner *p, uint32_t n_beliefs, uint32_t n)
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

/* Cost of looking at feature k when all before it were looked at. */
static float stage_cost(planner *p, uint32_t k)
{
    (void)ifc2f_restart(&p->session);
    for (uint32_t j = 0; j < k; ++j) {
        (void)ifc2f_missing(&p->session, j, 1);
    }
    return ifc2f_feature_cost(&p->session, k);
}

static int plan_stage(planner *p, uint32_t k)
{
    const uint32_t n_beliefs = compute_beliefs(p, k);
    const float cost = stage_cost(p, k);
    for (uint32_t set = first_set(p, k + 1); set > first_set(p, k); --set) {
        const uint32_t assignment = set - 1 - first_set(p, k);
        const uint32_t n_used = is_fallback(p, k, assignment) ? 2 * n_beliefs : n_beliefs;
        const uint32_t n_outcomes = compute_outcomes(p, k, assignment);
        const uint32_t n = p->options->solver == IFC2F_SOLVER_PERSEUS
                               ? solve_perseus(p, set - 1, n_used, cost, n_outcomes)
                               : solve_full(p, n_used, cost, n_outcomes);
        mark_winners(p, n_used, n);
        if (!write_set(p, set - 1, n)) {
            return 0;
        }
    }
    return 1;
}

int32_t ifc2f_plan(const ifc2f_model *model, const ifc2f_plan_options *options, void *work, uint32_t work_bytes,
                   void *policy, uint32_t policy_bytes)
{
    planner p;
    uint64_t n_sets;
    uint64_t n_index;
    if (!are_usable(model, options)) {
        return IFC2F_ERR_ARGUMENT;
    }
    if (!count_shape(model, options, &n_sets, &n_index)) {
        return IFC2F_ERR_TOO_LARGE;
    }
    policy_bytes &= ~3u;
    const uint32_t work_needed = ifc2f_plan_work_bytes(model, options);
    if (work_bytes < work_needed || work_needed == UINT32_MAX || (uintptr_t)work % 4 != 0 || (uintptr_t)policy % 4 != 0 ||
        policy_bytes > INT32_MAX || fixed_bytes(options->n_stages, n_sets, n_index) > policy_bytes) {
        return IFC2F_ERR_MEMORY;
    }
    memset(&p, 0, sizeof p);
    p.model = model;
    p.options = options;
    p.policy = (uint8_t *)policy;
    p.policy_bytes = policy_bytes;
    p.n_sets = (uint32_t)n_sets;
    p.index_at = HEADER_BYTES + STAGE_BYTES * options->n_stages;
    p.starts_at = (uint32_t)(fixed_bytes(options->n_stages, n_sets, n_index) - 4 * (n_sets + 1));
    (void)ifc2f_begin(&p.session, model, work, work_bytes);
    lay_out(&p, (uint32_t *)work + ifc2f_session_bytes(model) / 4);
    (void)ifc2f_read_prior(model, p.prior);
    (void)ifc2f_read_misclassification(model, p.q);
    write_shape(&p, (uint32_t)n_index);
    compute_marginals(&p);
    sample_instances(&p);
    for (uint32_t k = options->n_stages; k > 0; --k) {
        if (!plan_stage(&p, k - 1)) {
            return IFC2F_ERR_MEMORY;
        }
    }
    return (int32_t)finish(&p);
}
