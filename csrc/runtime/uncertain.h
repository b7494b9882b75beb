/*
 * Uncertain answers: likelihoods of a feature's values in the place of a value. To inference the feature stays open, with its
 * values weighed; to policies it is looked at.
 */
#ifndef IFC2F_UNCERTAIN_H
#define IFC2F_UNCERTAIN_H

#include "state.h"

#if IFC2F_UNCERTAIN
/* Bytes of memory they take, behind that of the plain session: float likelihoods[n_bins]. */
static inline uint64_t uncertain_bytes(const ifc2f_model *model)
{
    return 4 * (uint64_t)model->n_bins;
}

/* The likelihoods of feature k's values, the largest 1; NULL if its answer is not an uncertain one. */
IFC2F_PRIVATE const float *i2f_likelihoods(const ifc2f_session *s, uint32_t k);

/* Keep likelihoods of a feature that is looked at and has no value, divided by the largest of them. */
IFC2F_PRIVATE void i2f_keep_likelihoods(const ifc2f_session *s, uint32_t k, const float *likelihoods, float largest);

/* Forget them; returns whether there were any. */
IFC2F_PRIVATE int i2f_forget_likelihoods(const ifc2f_session *s, uint32_t k);

/* Whether memory holds such likelihoods of feature k, or none. */
IFC2F_PRIVATE int i2f_are_likelihoods(const ifc2f_session *s, uint32_t k);
#else
static inline uint64_t uncertain_bytes(const ifc2f_model *model)
{
    (void)model;
    return 0;
}

static inline const float *i2f_likelihoods(const ifc2f_session *s, uint32_t k)
{
    (void)s;
    (void)k;
    return NULL;
}

static inline int i2f_forget_likelihoods(const ifc2f_session *s, uint32_t k)
{
    (void)s;
    (void)k;
    return 0;
}

static inline int i2f_are_likelihoods(const ifc2f_session *s, uint32_t k)
{
    (void)s;
    (void)k;
    return 1;
}
#endif

/* Whether feature k has an answer, be it an uncertain one. */
static inline int is_told(const ifc2f_session *s, uint32_t k)
{
    return s->values[k] != NO_VALUE || i2f_likelihoods(s, k) != NULL;
}

#endif
