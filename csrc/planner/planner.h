/* What planning one policy needs: the model, the section being written, and working memory. */
#ifndef IFC2F_PLANNER_PLANNER_H
#define IFC2F_PLANNER_PLANNER_H

#include "../base/arithmetic.h"

#include "ifc2f_plan.h"

#include "../base/bytes.h"
#include "../base/private.h"

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
    uint8_t *skipped;    /* [n_stages] whether the budget does not pay for it once those before it were acquired */
} planner;

/* The stage after k that is acquired, or n_stages. */
static inline uint32_t stage_after(const planner *p, uint32_t k)
{
    do {
        ++k;
    } while (k < p->options->n_stages && p->skipped[k]);
    return k;
}

static inline uint32_t n_values_of(const ifc2f_model *model, uint32_t k)
{
    return (uint32_t)ifc2f_n_values(model, k);
}

#endif
