/*
 * Growing a policy graph on a host (docs/graphs.md): a tree of cuts, each cut chosen where it tells most
 * of the class for what its feature costs there, pruned from the leaves up by min(stop, price + expected cost of the
 * branches). Its rows have targets: their labels, and the guesses of a forest (ifc2f_forest.h).
 *
 * Kernels use the caller's memory, keep no state, and draw from ifc2f_random() only: the same rows and seed give the same
 * graph on every machine. Lengths and ranges are the caller's duty.
 */
#ifndef IFC2F_GROW_H
#define IFC2F_GROW_H

#include "ifc2f_plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Rows to grow on. Rows 0 .. n_training - 1 are training data; those behind them were drawn from a network. */
typedef struct ifc2f_rows {
    const uint8_t *codes;       /* [n_rows][n_columns]; a code at or above the column's n_values is missing */
    const uint8_t *labels;      /* [n_training] classes */
    const float *guesses;       /* [n_rows][n_classes] class probabilities by a forest */
    const int32_t *n_values;    /* [n_columns] 1 .. 255 */
    const uint8_t *categorical; /* [n_columns] a cut sets one category apart instead of the codes up to it */
    size_t n_rows;
    size_t n_training;
    size_t n_columns;
    size_t n_classes;
    float label_share; /* of its label in a training row's target; the rest is the guess. A drawn row's is the guess */
} ifc2f_rows;

/* What acquisitions cost: tests, their groups, and the tests starts[k] .. starts[k + 1] - 1 of `tests` that column k needs. */
typedef struct ifc2f_prices {
    const float *cost;          /* [n_tests] */
    const float *discount_cost; /* [n_tests] for the second and later tests of a group */
    const int32_t *group;       /* [n_tests] -1: none */
    const int32_t *starts;      /* [n_columns + 1] */
    const int32_t *tests;
    size_t n_tests;
    float budget;               /* no path costs more */
} ifc2f_prices;

typedef struct ifc2f_growth {
    double drawn_weight; /* all drawn rows of a node together weigh as many training rows */
    double thrift;       /* a cut's gain is divided by 1 + thrift * price of its feature there */
    double min_rows;     /* least weight on either side of a cut */
    int32_t max_depth;   /* cuts on a path; growing calls itself as deep */
    double work;         /* codes that may be read to roll cuts out; a node's branches share by rows what it leaves */
    int32_t blind_depth; /* nodes with fewer cuts above them are rolled out below cuts that do not pay by themselves */
    double charge;       /* for a cut, in units of cost times weight */
    double smoothing;    /* rows of its parent's class probabilities in each node's */
    const double *prior; /* [n_classes] class probabilities above the root */
    const float *misclassification; /* [n_classes][n_classes], rows true */
    const volatile int32_t *is_stopped; /* another thread sets it: growing ends soon, with a graph of no use */
} ifc2f_growth;

/* A node, before its children. Rows go low if their code is <= cut (a category: equal to it), high otherwise. */
typedef struct ifc2f_node {
    int32_t feature; /* column, or -1: a leaf */
    int32_t cut;
    int32_t low;
    int32_t high;
    int32_t missing; /* -1: no row here lacked the feature */
    float price;     /* of the feature at this node: 0 if it was acquired above */
    float weight;    /* of the rows here: training rows, and at most drawn_weight */
    float share[3];  /* of the weight that goes low, high, missing */
} ifc2f_node;

/* Nodes that a graph on these rows has at most. */
size_t ifc2f_max_nodes(const ifc2f_rows *rows);

/* Elements (double) of scratch memory for ifc2f_grow(). */
size_t ifc2f_grow_work(const ifc2f_rows *rows, size_t n_tests);

/* Grow on all rows. Writes at most ifc2f_max_nodes() nodes, parents first, and sums[i * n_classes ..], the targets of
 * node i's rows added up by weight. Returns the number of nodes. */
size_t ifc2f_grow(const ifc2f_rows *rows, const ifc2f_prices *prices, const ifc2f_growth *growth, ifc2f_node *nodes,
                  double *sums, double *work);

/* Prune: node i's class probabilities posterior[i * n_classes ..] are its sums and `smoothing` rows of its parent's
 * (`prior` above the root); it stops unless price + what the branches cost, with their charges, + charge / weight for the
 * cut itself is less than the expected misclassification[n_classes][n_classes] (rows true) of the best decision. Makes
 * nodes that stop leaves, and writes to value[i] the expected further cost without charges, to charged[i] that with
 * them. */
void ifc2f_prune(ifc2f_node *nodes, size_t n_nodes, const double *sums, size_t n_classes,
                 const float *misclassification, const double *prior, double smoothing, double charge,
                 double *posterior, double *value, double *charged);

/* Raise what the nodes of a pruned graph say of the class, beside the prior, to a power: changes posterior[i * n_classes ..], and value[i] to
 * what follows from it. Where the graph stops is not changed. */
void ifc2f_temper_graph(const ifc2f_node *nodes, size_t n_nodes, size_t n_classes, const float *misclassification,
                        const double *prior, double power, double *posterior, double *value);

/* Walk rows down a pruned graph: leaf[r] is the node where it stops, decision[r] the class decided there, price[r] what the
 * acquisitions cost. A missing value is not paid for; where none was seen it goes with the larger branch. */
void ifc2f_walk(const ifc2f_rows *rows, const ifc2f_node *nodes, const double *posterior,
                const float *misclassification, int32_t *leaf, int32_t *decision, double *price);

/* Count rows down a graph, which may be others than it was grown on: adds 1 to counts[i * n_classes + c] of every node i
 * that a row of class c passes. Every row needs a label; guesses are not read. */
void ifc2f_count_down(const ifc2f_rows *rows, const ifc2f_node *nodes, int64_t *counts);

/* Draw n rows from a model's network: codes[n_features][n] are bins. `work` has (max_values + 1) * n_classes elements. */
void ifc2f_draw_rows(const ifc2f_model *model, uint32_t n, uint32_t seed, uint8_t *codes, float *work);

/* Give drawn bins of a column finer codes: each that of a random one of n_training rows with the same bin of the column.
 * bins: [n_training], of this column; fine: [n_training][n_columns]; drawn: [n], overwritten. A bin that no row has
 * becomes missing. */
void ifc2f_refine(const uint8_t *bins, const uint8_t *fine, size_t n_training, size_t n_columns, size_t column,
                  uint32_t seed, uint8_t *drawn, size_t n);

#ifdef __cplusplus
}
#endif

#endif
