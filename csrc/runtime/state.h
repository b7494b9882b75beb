/* A session's state: the set of answers and what was computed from it, in the caller's memory. */
#ifndef IFC2F_STATE_H
#define IFC2F_STATE_H

#include "model.h"

/* A sum of costs, and what rounding took from it: kept, so that ten acquisitions at 0.1 cost 1 and a budget of 1 pays them. */
typedef struct cost_sum {
    float sum;
    float lost;
} cost_sum;

/* The head. Behind it lie, without padding but at the end to 4 bytes:
 *     graph_walk, if the model has a graph; ifc2f_class classes[L]; uint16 places[K]; uint8 values[K];
 * and for exact inference what exact.c adds. */
typedef struct session_head {
    uint32_t crc;
    float budget;
    cost_sum spent;
    uint16_t n_acquired;
    uint16_t n_prefix; /* leading features with a value, 0 with a factor; without exact inference, of a graph, all with one */
    uint16_t n_end;    /* behind the last feature with a value */
    uint16_t flags;
} session_head;

enum { UP_IS_VALID = 1, MARGINALS_ARE_VALID = 2, IS_CONFLICT = 4, WEIGHTS_ARE_STALE = 8, POSTERIOR_IS_STALE = 16, FLAG_BITS = 31,
       IS_SESSION = 0x5E00 };

/* How far the answers have led through a graph. */
typedef struct graph_walk {
    uint32_t node;
    uint32_t n_met; /* answered features on the way; far above if a branch was taken that was grown for other rows */
} graph_walk;

/* P(class, answers) = mantissa * 2^exponent, the mantissa in [1, 2): scaling by powers of 2 is exact, so thousands of
 * factors neither underflow nor change a bit of a posterior. */
typedef struct ifc2f_class {
    float posterior;
    float prior;
    float mantissa;
    int32_t exponent; /* far below 0 for a class that is not possible */
} ifc2f_class;

enum { IMPOSSIBLE = -0x40000000, LEAST_POSSIBLE = -0x20000000 }; /* exponents */

enum { NO_VALUE = 0xFF };                                  /* in values[] */
/* In places[]: else 1, 2, ... in the order of the acquisitions. What is known has a value, but was not acquired. */
enum { PLACE_OPEN = 0xFFFF, PLACE_KNOWN = 0xFFFE, PLACE_MISSING = 0, ACQUIRED = 1 };

static inline session_head *head_of(const ifc2f_session *s)
{
    return (session_head *)s->memory;
}

static inline const ifc2f_class *end_of_classes(const ifc2f_session *s)
{
    return (const ifc2f_class *)(const void *)s->places;
}

static inline int has_value(const ifc2f_session *s, uint32_t k)
{
    return k < s->model->n_features && s->values[k] != NO_VALUE;
}

static inline int is_acquired(uint32_t place)
{
    return (uint16_t)(place - 1) < PLACE_KNOWN - 1; /* neither open, known nor missing */
}

static inline int has_graph(const ifc2f_model *model)
{
    return IFC2F_GRAPHS && model->sections[IFC2F_GRAPH].length > 0;
}

static inline graph_walk *walk_of(const ifc2f_session *s)
{
    return (graph_walk *)(void *)(head_of(s) + 1);
}

/* Bytes before the classes. */
static inline uint32_t head_bytes(const ifc2f_model *model)
{
    return (uint32_t)sizeof(session_head) + (has_graph(model) ? (uint32_t)sizeof(graph_walk) : 0);
}

/* Bytes of a session without what exact inference adds; a multiple of 4. */
static inline uint32_t plain_session_bytes(const ifc2f_model *model)
{
    return (head_bytes(model) + (uint32_t)sizeof(ifc2f_class) * model->n_classes +
            3 * model->n_features + 3) & ~3u;
}

/* ---- Uncertain answers: likelihoods of a feature's values in the place of a value. To inference the feature stays open, with its
 * values weighed; to policies it is acquired. -------------------------------------------------------------------------- */

#if IFC2F_UNCERTAIN
/* Bytes of memory they take, behind that of the plain session: float likelihoods[n_bins]. */
static inline uint64_t uncertain_bytes(const ifc2f_model *model)
{
    return 4 * (uint64_t)model->n_bins;
}

/* The likelihoods of feature k's values, the largest 1; NULL if its answer is not an uncertain one. */
IFC2F_PRIVATE const float *i2f_likelihoods(const ifc2f_session *s, uint32_t k);

/* Keep likelihoods of a feature that is acquired and has no value, divided by the largest of them. */
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
