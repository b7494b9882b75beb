/*
 * One weight per class, P(class, answers): the prior times one factor for each answer, in ascending order of the
 * features.
 */
#ifndef IFC2F_WEIGHTS_H
#define IFC2F_WEIGHTS_H

#include "state.h"

/* Multiply a class's weight. */
IFC2F_PRIVATE void i2f_multiply(ifc2f_class *of, float factor);

/* Multiply all by the table row of answered feature k, its parent's value known. */
IFC2F_PRIVATE void i2f_multiply_by_answer(const ifc2f_session *s, uint32_t k);

/* Start again from the prior. */
IFC2F_PRIVATE void i2f_reset_weights(const ifc2f_session *s);

/* Largest exponent of a class; below LEAST_POSSIBLE if none is possible. */
IFC2F_PRIVATE int32_t i2f_largest_exponent(const ifc2f_session *s);

/* The network's posterior: the weights divided by their sum. Before the first answer, and when the answers contradict each
 * other, the prior itself. */
IFC2F_PRIVATE void i2f_divide_by_sum(const ifc2f_session *s);

#endif
