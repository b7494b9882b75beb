/* Beliefs of classes after an answer. */
#ifndef IFC2F_BASELINES_BELIEF_H
#define IFC2F_BASELINES_BELIEF_H

#include <stddef.h>

/* posterior = belief times P(value | class), normalised; returns the probability of the value. */
static inline double update(const double *belief, const double *likelihood, size_t n_classes, double *posterior)
{
    double total = 0.0;
    for (size_t c = 0; c < n_classes; c++) {
        posterior[c] = belief[c] * likelihood[c];
        total += posterior[c];
    }
    for (size_t c = 0; c < n_classes; c++) {
        posterior[c] /= total;
    }
    return total;
}

#endif
