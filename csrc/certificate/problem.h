/*
 * What bounds are computed from: the model in double precision, and scratch memory. Beliefs are normalised after every
 * answer, so that hundreds of them do not underflow.
 */
#ifndef IFC2F_CERTIFICATE_PROBLEM_H
#define IFC2F_CERTIFICATE_PROBLEM_H

#include "../runtime/ordered.h"

#include "ifc2f_certificate.h"

enum { LANES = 8 }; /* alpha vectors whose values are computed side by side */

static const double EVEN_CLASSES = 0.5;  /* of the instances have a class drawn evenly */

/* What the functions here share: the model in double precision, and scratch memory. */
typedef struct problem {
    const ifc2f_model *model;
    size_t L;
    size_t n_of_factor; /* values of the network's factor, 1 without one */
    double *prior;      /* [L] */
    double *overdrawn;  /* [L] by what factor a class is drawn more often than it occurs; 0 for one that never does */
    double *q;          /* [L][L], rows true */
    double *tables;     /* as in the model's section */
    double *even;       /* what the probability of an answer would be if all possible ones were as likely: [L] where its table begins */
    double *vectors;    /* by sets, in each component by component, a multiple of LANES of them */
    double *belief;     /* [n_of_factor][L] P(value of the factor, class | answers so far) */
    double *evenly;     /* [n_of_factor][L] P(value, class, answers so far), where some are drawn evenly, over P(answers so far) */
    double *joint;      /* [L] P(answer, class | answers so far) */
    double *path;       /* [n_stages + 1][L] P(class, answers so far) */
    double *path_costs; /* [n_stages + 1] of going on, as far as it was added up */
    uint64_t *first_vector; /* [n_sets + 1] */
    uint8_t *values;    /* [n_features] answers */
} problem;

/* Lay out the memory and read the model: IFC2F_OK or IFC2F_ERR_MEMORY. */
IFC2F_PRIVATE int32_t i2f_bounds_begin(problem *p, const ifc2f_model *model, void *memory, size_t memory_bytes);

/* The same for a function that goes along the order of the ordered policy: IFC2F_ERR_POLICY or IFC2F_ERR_ARGUMENT as well. */
IFC2F_PRIVATE int32_t i2f_bounds_begin_order(problem *p, const ifc2f_model *model, const double *prices, void *memory,
                                             size_t memory_bytes);

static inline double *table_of(const problem *p, uint32_t k, uint32_t parent_value)
{
    const size_t rows = (size_t)parent_value * n_values_of(p->model, k);
    return p->tables + feature_word(p->model, k, FIRST_TABLE) + rows * p->L;
}

/* [L] what P(answer | parent, class) of a possible answer to feature k would be if all were as likely. */
static inline double *even_of(const problem *p, uint32_t k, uint32_t parent_value)
{
    return p->even + (table_of(p, k, parent_value) - p->tables);
}

/* What the parent of feature k answered, or is, the factor having the value h; 0 without a parent. */
static inline uint32_t given_to(const problem *p, const uint8_t *values, uint32_t k, size_t h)
{
    const uint32_t parent = parent_of(p->model, k);
    if (parent < k) {
        return values[parent];
    }
    return parent == NO_INDEX ? 0 : (uint32_t)h;
}

/* The table of feature k for its parent's answer, where there is no factor. */
static inline const double *table_given(const problem *p, const uint8_t *values, uint32_t k)
{
    return table_of(p, k, given_to(p, values, k, 0));
}

static inline void multiply(const problem *p, const double *belief, const double *row, double *product)
{
    for (size_t c = 0; c < p->L; ++c) {
        product[c] = belief[c] * row[c];
    }
}

/* The cost of deciding, at a belief that need not be normalised. */
static inline double cost_of_stopping(const problem *p, const double *belief)
{
    double best = DBL_MAX;
    for (size_t decided = 0; decided < p->L; ++decided) {
        double cost = 0.0;
        for (size_t c = 0; c < p->L; ++c) {
            cost += belief[c] * p->q[c * p->L + decided];
        }
        best = cost < best ? cost : best;
    }
    return best;
}

#endif
