/*
 * A forest of randomised trees on a host (docs/graphs.md): its class probabilities, of training rows by
 * the trees that did not see them, are what policy graphs are grown towards.
 *
 * Each tree is grown by one call and follows from its number and the seed alone, and rows are judged in ranges of any
 * size: neither how trees and rows are shared out among threads nor the order of the calls changes a bit. Kernels use the
 * caller's memory and keep no state. Lengths and ranges are the caller's duty.
 */
#ifndef IFC2F_FOREST_H
#define IFC2F_FOREST_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Rows 0 .. n_training - 1 are training data; those behind them are only judged. */
typedef struct ifc2f_forest_rows {
    const uint8_t *codes;       /* [n_rows][n_columns]; a code at or above the column's n_values is missing */
    const uint8_t *labels;      /* [n_training] classes */
    const int32_t *n_values;    /* [n_columns] 1 .. 255 */
    const uint8_t *categorical; /* [n_columns] a cut sets one category apart instead of the codes up to it */
    size_t n_rows;
    size_t n_training; /* below 2^32 */
    size_t n_columns;
    size_t n_classes;
} ifc2f_forest_rows;

typedef struct ifc2f_forest_options {
    uint32_t seed;
    uint32_t n_drawn;   /* training rows drawn for each tree, with replacement: below 2^24 */
    uint32_t n_tried;   /* random columns tried at each cut, at most n_columns */
    uint32_t max_depth; /* cuts on a path; growing calls itself as deep */
} ifc2f_forest_options;

/* Rows whose code is <= cut (a category: equal to it) go to the node behind this one, others to `high`. */
typedef struct ifc2f_tree_node {
    int32_t column;
    int32_t high;    /* a leaf: its class, or -1 - m where it has the m-th mixture of classes */
    int32_t missing; /* the larger branch where no row here lacked the feature; a leaf: itself */
    uint8_t cut;
    uint8_t n_values; /* of the column; 0: a leaf, where every code is missing and leads to the leaf again */
    uint8_t categorical;
    uint8_t unused;
} ifc2f_tree_node;

typedef struct ifc2f_tree {
    ifc2f_tree_node *nodes; /* [2 n_drawn + 1] parents first */
    double *gains;          /* [2 n_drawn + 1] what each node's cut takes from the entropy of the class, 0 of a leaf */
    double *mixtures;       /* [n_drawn / 2][n_classes] class probabilities of leaves of more than one class */
    uint32_t *seen;         /* [n_drawn] the rows it was grown on, ascending */
    size_t n_nodes;
    size_t n_mixtures;
    size_t n_seen;
} ifc2f_tree;

/* Elements (uint32_t) of scratch memory for ifc2f_grow_tree(). */
size_t ifc2f_grow_tree_work(const ifc2f_forest_rows *rows, const ifc2f_forest_options *options);

/* Grow tree number `index` into the arrays of `tree`, which have the lengths above. `logs` is the table of k log k for
 * k = 0 .. n_drawn, from ifc2f_k_log_k(). */
void ifc2f_grow_tree(const ifc2f_forest_rows *rows, const ifc2f_forest_options *options, const double *logs,
                     uint32_t index, ifc2f_tree *tree, uint32_t *work);

/* Elements (double) of scratch memory for ifc2f_guess() on n rows. */
size_t ifc2f_guess_work(const ifc2f_forest_rows *rows, size_t n);

/* Write guesses[r * n_classes ..], the class probabilities of rows lo .. hi - 1, averaged over the trees that did not see
 * a row; where all did, those of its label; where there is no tree, `prior`. */
void ifc2f_guess(const ifc2f_forest_rows *rows, const ifc2f_tree *trees, size_t n_trees, const double *prior, size_t lo,
                 size_t hi, float *guesses, double *work);

#ifdef __cplusplus
}
#endif

#endif
