/* Acquisitions in pairs (IFC2F_EXACT): what a first acquisition and the best second one after each answer cost. */
#ifndef IFC2F_PAIRS_H
#define IFC2F_PAIRS_H

#include "state.h"

#if IFC2F_EXACT

typedef struct acquisition_pairs {
    const ifc2f_session *s;
    uint32_t L;
    uint32_t V;
    uint32_t W;
    float *transition; /* P(feature = w | its open parent = u, class, answers) at [feature][class][u][w] */
    float *joint;      /* P(class, first = v, feature = w | answers) at [feature][class][v][w] */
    float *tried;      /* cost of deciding after the answers v and w, at [v][w] */
    float *one_class;  /* the same for deciding on one class */
    float *reached;    /* probability of the answer v to the first */
    float *best;       /* least cost known that is left after the answer v, times its probability */
    float *price;      /* of a second acquisition; LARGEST if there is none */
    uint8_t *is_above; /* whether a feature is an open ancestor of the first, or the first itself */
    int is_filled;     /* whether `transition` is */
} acquisition_pairs;

/* Bytes of memory that pairs add behind that of exact inference; 0 for models in which trying them all takes too long. */
IFC2F_PRIVATE uint64_t i2f_pair_bytes(const ifc2f_model *model);

/* Begin to try pairs; 0 if the model has no memory for them. `best` has room for a number per value. The posterior is up to date,
 * and stays as it is meanwhile. */
IFC2F_PRIVATE int i2f_begin_pairs(acquisition_pairs *t, const ifc2f_session *s, float *best);

/* Cost of acquiring open feature `first`, and then, after each answer v, of the least of best[v], which is set beforehand, and
 * of a second acquisition and deciding. LARGEST if a quick bound shows that it is no less than `limit`. Changes best[]. */
IFC2F_PRIVATE float i2f_pair_cost(acquisition_pairs *t, uint32_t first, float limit);

#endif

#endif
