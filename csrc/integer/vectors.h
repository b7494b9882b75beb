/*
 * More classes. Each has a score, how far it lies behind the likeliest in 2^-16 of a factor 2, and a weight, 2^-score
 * as a whole number. Expected costs are compared and never needed by themselves, so weights are not normalised and
 * nothing is divided.
 */
#ifndef IFC2F_INTEGER_VECTORS_H
#define IFC2F_INTEGER_VECTORS_H

#include "state.h"

/* Add a row of the tables to the scores, set the least of them to 0, and weigh. */
IFC2F_PRIVATE void i2f_int_add_row(const ifc2f_int_session *s, uint32_t number);

/* An alpha vector and what it expects to cost. */
typedef struct best {
    uint32_t cost;
    uint32_t vector;
} best;

/* The first L vectors are the costs of deciding for each class. */
IFC2F_PRIVATE best i2f_int_best_decision(const ifc2f_int_session *s);

/* Whether some vector of a set costs less than deciding now. */
IFC2F_PRIVATE int i2f_int_is_below(const ifc2f_int_session *s, uint32_t set);

/* The class probabilities. */
IFC2F_PRIVATE void i2f_int_vectors_posterior(const ifc2f_int_session *s, uint16_t *posterior);

#endif
