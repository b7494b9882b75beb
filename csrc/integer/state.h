/* A session's state: the set of answers and what follows from it, in the caller's memory. */
#ifndef IFC2F_INTEGER_STATE_H
#define IFC2F_INTEGER_STATE_H

#include "model.h"

/* The head. Behind it lie int32 values[K], and with alpha vectors int_class classes[L]. */
typedef struct int_head {
    uint32_t crc;
    uint32_t budget;
    uint16_t at;    /* graph: the node that the answers lead to; ordered: the first feature not answered */
    uint16_t n_end; /* ordered: behind the last feature answered */
    uint32_t state; /* graph: the feature asked for, or IFC2F_STOP; thresholds: the score; both in two's complement */
} int_head;

typedef struct int_class {
    uint32_t score;
    uint32_t weight;
} int_class;

/* In values[], besides readings (graph) and bins (ordered). */
enum { VALUE_OPEN = INT32_MIN, VALUE_MISSING, VALUE_PAID };

static inline int_head *head_of(const ifc2f_int_session *s)
{
    return (int_head *)s->memory;
}

static inline int is_open(const ifc2f_int_session *s, uint32_t k)
{
    return s->values[k] == VALUE_OPEN;
}

static inline int_class *classes_of(const ifc2f_int_session *s)
{
    return (int_class *)(void *)(s->values + s->model->n_features);
}

/* Whether the budget pays for acquiring feature k. */
IFC2F_PRIVATE int i2f_int_is_affordable(const ifc2f_int_session *s, uint32_t k);

#endif
