/*
 * What growing a policy graph, pruning it and walking rows down it have in common. Internal to these.
 */
#ifndef IFC2F_BRANCHES_H
#define IFC2F_BRANCHES_H

#include "ifc2f_grow.h"

/* Smallest misclassification cost expected under class probabilities (or in all, under class sums), and the class that
 * has it. */
static inline double stop_cost(const double *posterior, const float *misclassification, size_t n_classes, int32_t *label)
{
    double best = 0.0;
    *label = 0;
    for (size_t j = 0; j < n_classes; ++j) {
        double cost = 0.0;
        for (size_t i = 0; i < n_classes; ++i) {
            cost += (double)misclassification[i * n_classes + j] * posterior[i];
        }
        if (j == 0 || cost < best) {
            best = cost;
            *label = (int32_t)j;
        }
    }
    return best;
}

/* The branch that a value takes at a cut: 0 low, 1 high, 2 missing. */
static inline uint32_t branch_of(const ifc2f_rows *rows, int32_t column, int32_t code, uint32_t value)
{
    if (value >= (uint32_t)rows->n_values[column]) {
        return 2;
    }
    return rows->categorical[column] ? value != (uint32_t)code : value > (uint32_t)code;
}

#endif
