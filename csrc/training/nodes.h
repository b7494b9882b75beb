/*
 * What growing, pruning and following a policy graph share.
 */
#ifndef IFC2F_TRAINING_NODES_H
#define IFC2F_TRAINING_NODES_H

#include "ifc2f_grow.h"

static const double LEAST_GAIN = 1e-9; /* per unit of weight: gains closer than this are ties, and the lower column wins */

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

static inline uint32_t branch_of(const ifc2f_rows *rows, int32_t column, int32_t code, uint32_t value)
{
    if (value >= (uint32_t)rows->n_values[column]) {
        return 2;
    }
    return rows->categorical[column] ? value != (uint32_t)code : value > (uint32_t)code;
}

/* The child that a code leads to; a missing one where none was seen goes with the larger branch. */
static inline int32_t child_of(const ifc2f_rows *rows, const ifc2f_node *node, uint32_t code)
{
    const uint32_t branch = branch_of(rows, node->feature, node->cut, code);
    if (branch == 2 && node->missing >= 0) {
        return node->missing;
    }
    return branch == 0 || (branch == 2 && node->share[0] >= node->share[1]) ? node->low : node->high;
}

#endif
