/*
 * What the parts of growing a policy graph share: the rows of a node and its cuts (cuts.c), what cuts cost there
 * (cut_prices.c), and the nodes that are grown (grow.c). Internal to growing.
 */
#ifndef IFC2F_TRAINING_GROWING_H
#define IFC2F_TRAINING_GROWING_H

#include "ifc2f_grow.h"

#include "../base/private.h"

#include "cells.h"

enum {
    N_BEST = 4,          /* cuts that tell most of the class for their price */
    N_CUTS = N_BEST + 2, /* with the best of two other measures, which see further */
    N_FREE_PARTS = 6     /* intervals of a column that count: once looked at, it is cut again for nothing */
};

typedef struct cut {
    int32_t column; /* -1: none */
    int32_t code;
    double score; /* what it gains for its price */
    double price; /* of its column, there */
} cut;

/* What is known of a node while its graph is grown. */
typedef struct place {
    double stop;  /* cost of deciding there, per unit of weight */
    double value; /* of the best that was found: deciding, or a cut with what it leads to, and charges */
    double drawn; /* weight of each drawn row */
    cut cuts[N_CUTS]; /* worth trying, the best first; the others have no column */
    size_t kept;      /* the one that is made */
    int32_t number;   /* in the graph, in the end; -1: not there */
} place;

/* All that growing one graph needs. */
typedef struct grower {
    const ifc2f_rows *rows;
    const ifc2f_prices *prices;
    const ifc2f_growth *growth;
    ifc2f_node *nodes;
    double *sums;      /* [max_nodes][n_classes] */
    double *posterior; /* [max_nodes][n_classes] */
    place *places;     /* [max_nodes] */
    size_t n_nodes;
    size_t max_nodes;
    double *histogram; /* [AT_ONCE][CELLS][n_classes + 1], weight last; all 0 between cuts */
    double *prefix;    /* [CELLS + 1][n_classes + 1] sums over the first codes of a column */
    double *left;
    double *right;
    double *target; /* of the row at hand */
    double *logs;   /* [N_LOGS][2] of fractions */
    cell_set present[AT_ONCE]; /* the cells that have rows */
    int32_t *order;  /* the rows of the node being grown are a range of it */
    int32_t *spare;
    int32_t *bought; /* how many features on the path need each test */
    uint8_t *lacks;  /* [n_columns] whether any row has no value */
    double spent;
    double n_read;   /* codes that were read to find cuts */
    double scale;    /* rows that each row stands for, where a sample of them is rolled out; else 1 */
} grower;

/* Elements (double) of the table behind i2f_fill_logs(). */
IFC2F_PRIVATE size_t i2f_logs_length(void);
IFC2F_PRIVATE void i2f_fill_logs(double *logs);

/* Entropy of the class in rows with these sums, nats, times their number, by the table `logs`. */
IFC2F_PRIVATE double i2f_entropy(const double *logs, const double *sums, size_t n_classes);

/* What a row of weight w says of its class, into target[n_classes]. */
IFC2F_PRIVATE void i2f_read_target(const ifc2f_rows *rows, size_t r, double w, double *target);

/* Find the cuts worth trying at a node of rows lo .. hi - 1, the best first: N_CUTS by all measures, or the one that gains
 * most for its price. A cut may cost less than `worth`, on average over all rows. */
IFC2F_PRIVATE void i2f_find_cuts(grower *g, size_t lo, size_t hi, double drawn, const double *sums, double worth,
                                 int is_one, cut *cuts);

/* What a column costs after those bought on the path: each test not yet bought, discounted if its group was. *later is
 * what it would cost if another of its group had been. */
IFC2F_PRIVATE double i2f_price_of(grower *g, int32_t column, double *later);

/* Whether what is left on the path pays a price. */
IFC2F_PRIVATE int i2f_fits_budget(const grower *g, double price);

/* Count a column as bought (sign 1) on the path, or no longer (-1). */
IFC2F_PRIVATE void i2f_buy(grower *g, int32_t column, int32_t sign);

/* Weight of a row in a node whose drawn rows weigh `drawn` each, if all rows are there. */
static inline double weight_of(const grower *g, size_t r, double drawn)
{
    return g->scale * (r >= g->rows->n_training ? drawn : 1.0);
}

#endif
