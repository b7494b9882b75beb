/* Instances: drawing them so that what is rare but dear is met, what they weigh, and what they cost along the order. */
#include "problem.h"

/* Streams of random numbers apart from those of planning and of evaluation. */
static const uint32_t CLASS_STREAM = 0x60000000u;
static const uint32_t FIRST_STREAM = 0x60000001u;
static const uint32_t EVEN_STREAM = 0x70000000u;
static const uint32_t FIRST_EVEN_STREAM = 0x70000001u;

static const double EVEN_ANSWERS = 0.25; /* of the instances have some answers drawn evenly: one on average */

static const double LARGEST_RATIO = 1e300; /* of probabilities: products with it stay finite */

/* ---- Drawing ---------------------------------------------------------------------------------------------------- */

static double uniform(uint32_t seed, uint32_t stream, size_t i)
{
    return (ifc2f_random(seed, stream, (uint32_t)i) >> 8) / 16777216.0;
}

/* By what an answer is drawn: its probability or, if possible answers are drawn evenly, 1. */
static double chance_of(double probability, int evenly)
{
    return evenly && probability > 0.0 ? 1.0 : probability;
}

/* Draw one of n by their chances, `stride` apart. */
static uint32_t draw(const double *probabilities, uint32_t n, size_t stride, int evenly, double u)
{
    double total = 0.0;
    for (uint32_t v = 0; v < n; ++v) {
        total += chance_of(probabilities[v * stride], evenly);
    }
    double sum = 0.0;
    for (uint32_t v = 0; v + 1 < n; ++v) {
        sum += chance_of(probabilities[v * stride], evenly);
        if (u * total < sum) {
            return v;
        }
    }
    return n - 1;
}

/* The factor's value; 0 without one. */
static uint32_t factor_drawn(const problem *p, uint32_t label, double u)
{
    const uint32_t factor = p->model->n_features;
    return has_factor(p->model) ? draw(table_of(p, factor, 0) + label, (uint32_t)p->n_of_factor, p->L, 0, u) : 0;
}

int32_t ifc2f_draw_instances(const ifc2f_model *model, uint32_t n_followed, uint32_t seed, size_t n, void *memory,
                             size_t memory_bytes, uint8_t *bins)
{
    problem p;
    const int32_t status = i2f_bounds_begin(&p, model, memory, memory_bytes);
    if (status != IFC2F_OK) {
        return status;
    }
    if (n_followed > model->n_features) {
        return IFC2F_ERR_ARGUMENT;
    }
    multiply(&p, p.prior, p.overdrawn, p.joint);
    for (size_t i = 0; i < n; ++i) {
        uint8_t *values = bins + i * model->n_features;
        const uint32_t label = draw(p.joint, model->n_classes, 1, 0, uniform(seed, CLASS_STREAM, i));
        const uint32_t h = factor_drawn(&p, label, uniform(seed, FIRST_STREAM + model->n_features, i));
        const int has_even = uniform(seed, EVEN_STREAM, i) < EVEN_ANSWERS;
        for (uint32_t k = 0; k < model->n_features; ++k) {
            const int is_even = has_even && k < n_followed && uniform(seed, FIRST_EVEN_STREAM + k, i) * n_followed < 1.0;
            values[k] = (uint8_t)draw(table_of(&p, k, given_to(&p, values, k, h)) + label, n_values_of(model, k), p.L, is_even,
                                      uniform(seed, FIRST_STREAM + k, i));
        }
    }
    return IFC2F_OK;
}

/* ---- Weighing --------------------------------------------------------------------------------------------------- */

static int are_bins(const ifc2f_model *model, const uint8_t *values)
{
    int are = 1;
    for (uint32_t k = 0; k < model->n_features; ++k) {
        are &= values[k] < n_values_of(model, k);
    }
    return are;
}

/* Forget all answers. */
static void restart(const problem *p)
{
    for (size_t h = 0; h < p->n_of_factor; ++h) {
        double *belief = p->belief + h * p->L;
        memcpy(belief, p->prior, p->L * sizeof *p->prior);
        if (has_factor(p->model)) {
            multiply(p, p->prior, table_of(p, p->model->n_features, 0) + h * p->L, belief);
        }
        multiply(p, belief, p->overdrawn, p->evenly + h * p->L);
    }
}

/* P(answer to feature k | value h of the factor, class), [L]; *even is what it would be if all possible answers were as likely. */
static const double *row_of(const problem *p, const uint8_t *values, uint32_t k, size_t h, const double **even)
{
    const uint32_t given = given_to(p, values, k, h);
    *even = even_of(p, k, given);
    return table_of(p, k, given) + values[k] * p->L;
}

/* Take up the answer to feature k, one of n_followed that are followed. Returns its probability; if that is 0 nothing is
 * changed. */
static double update_belief(const problem *p, const uint8_t *values, uint32_t k, uint32_t n_followed)
{
    const double *even;
    double chance = 0.0;
    for (size_t h = 0; h < p->n_of_factor; ++h) {
        const double *row = row_of(p, values, k, h, &even);
        for (size_t c = 0; c < p->L; ++c) {
            chance += p->belief[h * p->L + c] * row[c];
        }
    }
    for (size_t h = 0; h < p->n_of_factor && chance > 0.0; ++h) {
        const double *row = row_of(p, values, k, h, &even);
        double *belief = p->belief + h * p->L;
        double *evenly = p->evenly + h * p->L;
        for (size_t c = 0; c < p->L; ++c) {
            const double possible = row[c] > 0.0 ? even[c] : 0.0;
            const double ratio = evenly[c] * (row[c] + (possible - row[c]) / n_followed) / chance;
            evenly[c] = ratio < LARGEST_RATIO ? ratio : LARGEST_RATIO;
            belief[c] = belief[c] * row[c] / chance;
        }
    }
    return chance;
}

/* How much more probable the answers are than that ifc2f_draw_instances() draws them: both are sums over classes. */
static double weight_of(const problem *p)
{
    double drawn = 0.0;
    for (size_t i = 0; i < p->n_of_factor * p->L; ++i) {
        drawn += (1.0 - EVEN_ANSWERS) * p->belief[i] * p->overdrawn[i % p->L] + EVEN_ANSWERS * p->evenly[i];
    }
    return 1.0 / drawn;
}

/* The prior, if no answers are possible. */
static void write_posterior(const problem *p, int is_possible, double *posterior)
{
    for (size_t c = 0; c < p->L; ++c) {
        posterior[c] = is_possible ? 0.0 : p->prior[c];
        for (size_t h = 0; is_possible && h < p->n_of_factor; ++h) {
            posterior[c] += p->belief[h * p->L + c];
        }
    }
}

int32_t ifc2f_weigh(const ifc2f_model *model, const uint8_t *bins, size_t n, void *memory, size_t memory_bytes,
                    double *posterior, double *chance, double *weight)
{
    problem p;
    const int32_t status = i2f_bounds_begin(&p, model, memory, memory_bytes);
    if (status != IFC2F_OK) {
        return status;
    }
    for (size_t i = 0; i < n; ++i) {
        const uint8_t *values = bins + i * model->n_features;
        int is_possible = 1;
        if (!are_bins(model, values)) {
            return IFC2F_ERR_VALUE;
        }
        restart(&p);
        chance[i] = 1.0;
        for (uint32_t k = 0; k < model->n_features && is_possible; ++k) {
            const double of_answer = update_belief(&p, values, k, model->n_features);
            is_possible = of_answer > 0.0;
            chance[i] *= of_answer;
        }
        weight[i] = is_possible ? weight_of(&p) : 0.0;
        write_posterior(&p, is_possible, posterior + i * p.L);
    }
    return IFC2F_OK;
}

/* ---- Along the order -------------------------------------------------------------------------------------------- */

/* Copy the alpha vectors; a set's last is repeated until they fill all lanes. */
static void read_vectors(const problem *p)
{
    const ifc2f_span *span = &p->model->sections[IFC2F_ORDERED];
    const ifc2f_ordered *ordered = &p->model->ordered;
    uint64_t first = 0;
    for (uint32_t set = 0; set < ordered->n_sets; ++set) {
        const uint32_t start = word_at(span, ordered->starts_at + set);
        const uint32_t n = word_at(span, ordered->starts_at + set + 1) - start;
        const uint32_t n_filled = (n + LANES - 1) / LANES * LANES;
        double *out = p->vectors + first * p->L;
        for (uint32_t i = 0; i < n_filled; ++i) {
            const uint32_t row = start + (i < n ? i : n - 1);
            for (uint32_t c = 0; c < p->L; ++c) {
                out[(size_t)c * n_filled + i] =
                    (double)number_at(span, ordered->vectors_at + row * (uint32_t)p->L + c);
            }
        }
        p->first_vector[set] = first;
        first += n_filled;
    }
    p->first_vector[ordered->n_sets] = first;
}

/* What going on costs by the alpha vectors of a set, or `stop` if that is less. */
static double least_cost(const problem *p, uint32_t set, const double *belief, double stop)
{
    const size_t n = (size_t)(p->first_vector[set + 1] - p->first_vector[set]);
    const double *vectors = p->vectors + (size_t)p->first_vector[set] * p->L;
    double best[LANES];
    for (int i = 0; i < LANES; ++i) {
        best[i] = stop;
    }
    for (size_t first = 0; first < n; first += LANES) {
        double cost[LANES] = {0.0};
        for (size_t c = 0; c < p->L; ++c) {
            const double *component = vectors + c * n + first;
            for (int i = 0; i < LANES; ++i) {
                cost[i] += belief[c] * component[i];
            }
        }
        for (int i = 0; i < LANES; ++i) {
            best[i] = cost[i] < best[i] ? cost[i] : best[i];
        }
    }
    for (int i = 1; i < LANES; ++i) {
        best[0] = best[i] < best[0] ? best[i] : best[0];
    }
    return best[0];
}

/* Look at feature k. Returns what its answers lead to by the plan, on average, and in *of_answer the part of the one that is
 * given. */
static double acquire(const problem *p, uint32_t k, double *of_answer)
{
    const double *table = table_given(p, p->values, k);
    const ifc2f_model *model = p->model;
    const uint8_t given = p->values[k];
    double expected = 0.0;
    for (uint32_t v = 0; v < n_values_of(model, k); ++v) {
        multiply(p, p->belief, table + v * p->L, p->joint);
        double cost = cost_of_stopping(p, p->joint);
        if (k + 1 < model->ordered.n_stages) {
            p->values[k] = (uint8_t)v;
            cost = least_cost(p, i2f_set_of(model, p->values, k + 1), p->joint, cost);
        }
        *of_answer = v == given ? cost : *of_answer;
        expected += cost;
    }
    p->values[k] = given;
    return expected;
}

/* By how much the plan's values miss what going on costs, added up apart where they are above it and below. */
typedef struct misses {
    double above;
    double below;
} misses;

/* What is left to pay by the plan before the first acquisition. */
static double promise(const problem *p)
{
    const double stop = cost_of_stopping(p, p->belief);
    return p->model->ordered.n_stages > 0 ? least_cost(p, i2f_set_of(p->model, p->values, 0), p->belief, stop) : stop;
}

/* Whether to charge the martingale for the acquisition of feature k: it would leave its range if the plan missed too much. That is known
 * before the answer is, so that the martingale stays one. */
static int stays_in_range(misses *missed, double planned, double cost, double tolerated)
{
    if (planned > cost) {
        missed->above += planned - cost;
    } else {
        missed->below += cost - planned;
    }
    return missed->above <= tolerated && missed->below <= tolerated;
}

/* Follow the instance in p->values; 0 if it is not possible. */
static int follow(const problem *p, const double *prices, double tolerated, uint32_t n_acquired, double *optimal, double *actual)
{
    const uint32_t n_stages = p->model->ordered.n_stages;
    double spent = 0.0;
    double martingale = 0.0;
    misses missed = {0.0, 0.0};
    int is_charged = 1;
    restart(p);
    double planned = promise(p);
    *optimal = cost_of_stopping(p, p->belief);
    *actual = *optimal;
    for (uint32_t k = 0; k < n_stages; ++k) {
        double of_answer = 0.0;
        const double expected = acquire(p, k, &of_answer);
        is_charged = is_charged && stays_in_range(&missed, planned, prices[k] + expected, tolerated);
        const double chance = update_belief(p, p->values, k, n_stages);
        if (!(chance > 0.0)) {
            return 0;
        }
        planned = of_answer / chance;
        martingale += is_charged ? planned - expected : 0.0;
        spent += prices[k];
        const double stopping = spent + cost_of_stopping(p, p->belief) - martingale;
        *optimal = stopping < *optimal ? stopping : *optimal;
        *actual = k < n_acquired ? stopping : *actual;
    }
    return 1;
}

int32_t ifc2f_follow(const ifc2f_model *model, const double *prices, double tolerated, const uint8_t *bins,
                     const int32_t *n_acquired, size_t n, void *memory, size_t memory_bytes, double *optimal, double *actual, double *weight)
{
    problem p;
    const int32_t status = i2f_bounds_begin_order(&p, model, prices, memory, memory_bytes);
    if (status != IFC2F_OK) {
        return status;
    }
    if (!(tolerated >= 0.0)) {
        return IFC2F_ERR_ARGUMENT;
    }
    read_vectors(&p);
    for (size_t i = 0; i < n; ++i) {
        if (n_acquired[i] < 0 || (uint32_t)n_acquired[i] > model->ordered.n_stages) {
            return IFC2F_ERR_ARGUMENT;
        }
        memcpy(p.values, bins + i * model->n_features, model->n_features);
        if (!are_bins(model, p.values) || !follow(&p, prices, tolerated, (uint32_t)n_acquired[i], &optimal[i], &actual[i])) {
            return IFC2F_ERR_VALUE;
        }
        weight[i] = weight_of(&p);
    }
    return IFC2F_OK;
}
