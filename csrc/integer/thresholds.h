/*
 * Two classes. A score says how much likelier the second is, in units of a part of a factor 2: acquiring a feature adds a
 * number of its table. Looking on pays while the score is between two thresholds, and another decides for a class.
 */
#ifndef IFC2F_INTEGER_THRESHOLDS_H
#define IFC2F_INTEGER_THRESHOLDS_H

#include "state.h"

/* Whether the score is in the interval of a set in which going on pays. A score beyond what a number holds is taken to
 * be at its end, so that intervals can reach there. */
IFC2F_PRIVATE int i2f_int_is_between(const ifc2f_int_session *s, uint32_t set);

/* The probabilities of the two classes. */
IFC2F_PRIVATE void i2f_int_two_posterior(const ifc2f_int_session *s, uint16_t *posterior);

#endif
