/*
 * Growing the trees of a forest (ifc2f_forest.h). Labels are hard and rows weigh whole numbers, so sums of classes are
 * counts, entropies come from a table of k log k, and no sum depends on the order of rows. A cut's gain is what it takes
 * from the entropy of the class, summed over the rows' weights.
 */
#include "../base/arithmetic.h"

#include "ifc2f_forest.h"

#include <string.h>

#include "cells.h"
#include "ifc2f_plan.h"

enum { WEIGHT_SHIFT = 8 }; /* of a row's weight, above its class */
static const double LEAST_GAIN = 1e-9; /* per unit of weight: gains closer than this are ties, and the earlier one wins */

/* A row of the sample: its number, and how often it was drawn above its class. */
typedef struct drawn_row {
    uint32_t row;
    uint32_t weight_and_class;
} drawn_row;

typedef struct cut {
    int32_t column; /* -1: none */
    uint32_t code;
    double gain;
} cut;

/* All that growing one tree needs. */
typedef struct grower {
    const ifc2f_forest_rows *rows;
    const ifc2f_forest_options *options;
    const double *logs; /* k log k */
    ifc2f_tree *tree;
    drawn_row *sample; /* the rows of the node being grown are a range of it */
    drawn_row *spare;
    uint32_t *columns;   /* a permutation: its first n_tried are tried at a cut */
    uint32_t *histogram; /* [AT_ONCE][CELLS][n_classes], all 0 between cuts */
    uint32_t *branches;  /* [max_depth][3][n_classes] class counts of the branches of each node on the path */
    uint32_t *left;      /* [n_classes] */
    uint32_t *live;      /* the classes that the node has, ascending */
    size_t n_live;
    cell_set present[AT_ONCE]; /* the cells that are not empty */
    uint32_t stream;
    uint32_t n_random;
} grower;

static uint32_t next_random(grower *g)
{
    return ifc2f_random(g->options->seed, g->stream, g->n_random++);
}

/* ---- Cuts --------------------------------------------------------------------------------------------------- */

/* Count the rows of a node by code and class for n columns in one pass. */
static void fill_histograms(grower *g, size_t lo, size_t hi, const uint32_t *columns, size_t n)
{
    const size_t L = g->rows->n_classes;
    uint32_t n_values[AT_ONCE] = {0};
    for (size_t b = 0; b < n; ++b) {
        n_values[b] = (uint32_t)g->rows->n_values[columns[b]];
    }
    memset(g->present, 0, n * sizeof *g->present);
    for (size_t i = lo; i < hi; ++i) {
        const uint8_t *codes = g->rows->codes + (size_t)g->sample[i].row * g->rows->n_columns;
        const uint32_t weight = g->sample[i].weight_and_class >> WEIGHT_SHIFT;
        uint32_t *of_class = g->histogram + (g->sample[i].weight_and_class & 255u);
        for (size_t b = 0; b < n; ++b) {
            const uint32_t code = codes[columns[b]];
            const uint32_t cell = code < n_values[b] ? code : MISSING;
            of_class[(b * CELLS + cell) * L] += weight;
            add_cell(&g->present[b], cell);
        }
    }
}

/* Entropy of the class in rows with these counts, nats, times their number; classes that are not live have none. */
static double entropy(const grower *g, const uint32_t *counts, uint32_t total)
{
    double parts = 0.0;
    for (size_t i = 0; i < g->n_live; ++i) {
        parts += g->logs[counts[g->live[i]]];
    }
    return g->logs[total] - parts;
}

/* Entropy of the class in the rows of `counts` that are neither in the one part nor in the other. */
static double entropy_of_rest(const grower *g, const uint32_t *counts, const uint32_t *one, const uint32_t *other,
                              uint32_t total)
{
    double parts = 0.0;
    for (size_t i = 0; i < g->n_live; ++i) {
        const uint32_t c = g->live[i];
        parts += g->logs[counts[c] - one[c] - other[c]];
    }
    return g->logs[total] - parts;
}

static uint32_t total_of(const uint32_t *counts, size_t n_classes)
{
    uint32_t total = 0;
    for (size_t c = 0; c < n_classes; ++c) {
        total += counts[c];
    }
    return total;
}

/* Replace *best, and the counts of its branches, by the column's best cut if that gains more. Empties the histogram. */
static void try_column(grower *g, uint32_t column, uint32_t *histogram, const cell_set *present, const uint32_t *counts,
                       uint32_t *branches, cut *best)
{
    const size_t L = g->rows->n_classes;
    const int one_apart = g->rows->categorical[column] != 0;
    const uint32_t *missing = histogram + (size_t)MISSING * L;
    uint8_t cells[CELLS];
    const uint32_t n_cells = list_cells(present, cells);
    const uint32_t n_missing = cells[n_cells - 1] == MISSING ? total_of(missing, L) : 0;
    const uint32_t n_codes = n_cells - (n_missing > 0);
    const uint32_t n_present = total_of(counts, L) - n_missing;
    const double impurity = entropy(g, counts, n_present + n_missing);
    const double of_missing = n_missing > 0 ? entropy(g, missing, n_missing) : 0.0;
    uint32_t n_left = 0;
    memset(g->left, 0, L * sizeof *g->left);
    for (uint32_t i = 0; i < n_codes && n_codes > 1; ++i) {
        const uint32_t *cell = histogram + cells[i] * L;
        n_left = one_apart ? 0 : n_left;
        for (size_t c = 0; c < L; ++c) {
            g->left[c] = one_apart ? cell[c] : g->left[c] + cell[c];
            n_left += cell[c];
        }
        if (n_left == n_present) {
            break;
        }
        const double gain = impurity - entropy(g, g->left, n_left) -
                            entropy_of_rest(g, counts, g->left, missing, n_present - n_left) - of_missing;
        if (gain > best->gain + LEAST_GAIN * (double)n_present) {
            best->column = (int32_t)column;
            best->code = one_apart ? cells[i] : cells[i] + (cells[i + 1] - 1u - cells[i]) / 2; /* amid codes without rows */
            best->gain = gain;
            memcpy(branches, g->left, L * sizeof *branches);
            memcpy(branches + 2 * L, missing, L * sizeof *branches);
        }
    }
    for (uint32_t i = 0; i < n_cells; ++i) {
        memset(histogram + cells[i] * L, 0, L * sizeof *histogram);
    }
}

/* Bring n_tried random columns to the front. */
static void draw_columns(grower *g)
{
    const uint32_t K = (uint32_t)g->rows->n_columns;
    for (uint32_t i = 0; i < g->options->n_tried && g->options->n_tried < K; ++i) {
        const uint32_t j = i + next_random(g) % (K - i);
        const uint32_t other = g->columns[j];
        g->columns[j] = g->columns[i];
        g->columns[i] = other;
    }
}

/* The best cut of rows lo .. hi - 1, which have these class counts; writes those of its branches. */
static cut best_cut(grower *g, size_t lo, size_t hi, const uint32_t *counts, uint32_t *branches)
{
    const size_t L = g->rows->n_classes;
    cut best = {-1, 0, 0.0};
    g->n_live = 0;
    for (uint32_t c = 0; c < L; ++c) {
        if (counts[c] > 0) {
            g->live[g->n_live++] = c;
        }
    }
    draw_columns(g);
    for (size_t first = 0; first < g->options->n_tried; first += AT_ONCE) {
        const size_t left = g->options->n_tried - first;
        const size_t n = left < AT_ONCE ? left : AT_ONCE;
        fill_histograms(g, lo, hi, g->columns + first, n);
        for (size_t b = 0; b < n; ++b) {
            try_column(g, g->columns[first + b], g->histogram + b * CELLS * L, &g->present[b], counts, branches, &best);
        }
    }
    for (size_t c = 0; c < L; ++c) {
        branches[L + c] = best.column < 0 ? 0 : counts[c] - branches[c] - branches[2 * L + c];
    }
    return best;
}

/* ---- Growing ------------------------------------------------------------------------------------------------ */

static uint32_t branch_of(const ifc2f_forest_rows *rows, const cut *at, uint32_t code)
{
    if (code >= (uint32_t)rows->n_values[at->column]) {
        return 2;
    }
    return rows->categorical[at->column] ? code != at->code : code > at->code;
}

/* Sort the rows lo .. hi - 1 of the sample by their branch; writes where the first two branches end. */
static void part_rows(grower *g, size_t lo, size_t hi, const cut *at, size_t *ends)
{
    const uint8_t *codes = g->rows->codes + at->column;
    size_t n[3] = {lo, 0, 0};
    for (size_t i = lo; i < hi; ++i) {
        const uint32_t branch = branch_of(g->rows, at, codes[(size_t)g->sample[i].row * g->rows->n_columns]);
        if (branch == 0) {
            g->sample[n[0]++] = g->sample[i];
        } else if (branch == 1) {
            g->spare[n[1]++] = g->sample[i];
        } else {
            g->spare[hi - lo - ++n[2]] = g->sample[i]; /* from the end */
        }
    }
    ends[0] = n[0];
    ends[1] = n[0] + n[1];
    memcpy(g->sample + ends[0], g->spare, n[1] * sizeof *g->spare);
    memcpy(g->sample + ends[1], g->spare + (hi - lo - n[2]), n[2] * sizeof *g->spare);
}

/* Write a leaf for rows with these class counts; returns its number. */
static int32_t write_leaf(ifc2f_tree *tree, const uint32_t *counts, size_t n_classes)
{
    const int32_t id = (int32_t)tree->n_nodes++;
    const uint32_t total = total_of(counts, n_classes);
    ifc2f_tree_node leaf = {0, 0, 0, 0, 0, 0, 0};
    uint32_t most = 0;
    for (uint32_t c = 0; c < n_classes; ++c) {
        most = counts[c] > counts[most] ? c : most;
    }
    leaf.missing = id;
    leaf.high = (int32_t)most;
    if (counts[most] < total) {
        double *mixture = tree->mixtures + tree->n_mixtures * n_classes;
        for (size_t c = 0; c < n_classes; ++c) {
            mixture[c] = (double)counts[c] / (double)total;
        }
        leaf.high = -1 - (int32_t)tree->n_mixtures++;
    }
    tree->nodes[id] = leaf;
    tree->gains[id] = 0.0;
    return id;
}

static int is_pure(const uint32_t *counts, size_t n_classes)
{
    size_t n_present = 0;
    for (size_t c = 0; c < n_classes; ++c) {
        n_present += counts[c] > 0;
    }
    return n_present <= 1;
}

static int32_t grow(grower *g, size_t lo, size_t hi, const uint32_t *counts, uint32_t depth);

/* Grow the branches of a node, whose rows have the class counts branches[3][n_classes]. */
static void grow_branches(grower *g, size_t lo, size_t hi, const cut *at, const uint32_t *branches, uint32_t depth,
                          ifc2f_tree_node *node)
{
    const size_t L = g->rows->n_classes;
    const uint32_t n_low = total_of(branches, L);
    const uint32_t n_high = total_of(branches + L, L);
    size_t ends[2] = {lo, lo};
    if (depth + 1 < g->options->max_depth &&
        !(is_pure(branches, L) && is_pure(branches + L, L) && is_pure(branches + 2 * L, L))) {
        part_rows(g, lo, hi, at, ends);
    }
    const int32_t low = grow(g, lo, ends[0], branches, depth + 1);
    node->high = grow(g, ends[0], ends[1], branches + L, depth + 1);
    node->missing = n_low >= n_high ? low : node->high;
    if (total_of(branches + 2 * L, L) > 0) {
        node->missing = grow(g, ends[1], hi, branches + 2 * L, depth + 1);
    }
}

/* Grow a node for rows lo .. hi - 1 of the sample, which have these class counts; returns its number. A leaf is settled
 * by the counts alone. */
static int32_t grow(grower *g, size_t lo, size_t hi, const uint32_t *counts, uint32_t depth)
{
    const size_t L = g->rows->n_classes;
    uint32_t *branches = g->branches + (size_t)depth * 3 * L;
    if (depth >= g->options->max_depth || is_pure(counts, L)) {
        return write_leaf(g->tree, counts, L);
    }
    const cut best = best_cut(g, lo, hi, counts, branches);
    if (best.column < 0) {
        return write_leaf(g->tree, counts, L);
    }
    const int32_t id = (int32_t)g->tree->n_nodes++;
    ifc2f_tree_node *node = &g->tree->nodes[id];
    node->column = best.column;
    node->cut = (uint8_t)best.code;
    node->n_values = (uint8_t)g->rows->n_values[best.column];
    node->categorical = g->rows->categorical[best.column] != 0;
    node->unused = 0;
    g->tree->gains[id] = best.gain;
    grow_branches(g, lo, hi, &best, branches, depth, node);
    return id;
}

/* Sort n numbers, 8 bits at a time; `spare` has as many. */
static void sort(uint32_t *numbers, size_t n, uint32_t *spare)
{
    for (uint32_t shift = 0; shift < 32; shift += 8) {
        size_t starts[257] = {0};
        for (size_t i = 0; i < n; ++i) {
            ++starts[((numbers[i] >> shift) & 255u) + 1];
        }
        for (size_t digit = 0; digit < 256; ++digit) {
            starts[digit + 1] += starts[digit];
        }
        for (size_t i = 0; i < n; ++i) {
            spare[starts[(numbers[i] >> shift) & 255u]++] = numbers[i];
        }
        memcpy(numbers, spare, n * sizeof *numbers);
    }
}

/* Draw the sample, and add up its classes; writes which rows it has. Returns their number. */
static size_t draw_sample(grower *g, uint32_t *counts)
{
    const uint32_t n = g->options->n_drawn;
    uint32_t *drawn = g->tree->seen;
    for (uint32_t i = 0; i < n; ++i) {
        drawn[i] = next_random(g) % (uint32_t)g->rows->n_training;
    }
    sort(drawn, n, (uint32_t *)(void *)g->spare);
    memset(counts, 0, g->rows->n_classes * sizeof *counts);
    size_t n_seen = 0;
    for (uint32_t i = 0; i < n; ++n_seen) {
        const uint32_t row = drawn[i];
        const uint32_t first = i;
        while (i < n && drawn[i] == row) {
            ++i;
        }
        const uint32_t label = g->rows->labels[row];
        counts[label] += i - first;
        g->sample[n_seen].row = row;
        g->sample[n_seen].weight_and_class = (i - first) << WEIGHT_SHIFT | label;
        drawn[n_seen] = row;
    }
    return n_seen;
}

size_t ifc2f_grow_tree_work(const ifc2f_forest_rows *rows, const ifc2f_forest_options *options)
{
    return 4 * (size_t)options->n_drawn + rows->n_columns +
           rows->n_classes * (AT_ONCE * CELLS + 3 * (size_t)options->max_depth + 3);
}

void ifc2f_grow_tree(const ifc2f_forest_rows *rows, const ifc2f_forest_options *options, const double *logs,
                     uint32_t index, ifc2f_tree *tree, uint32_t *work)
{
    const size_t L = rows->n_classes;
    grower g;
    memset(&g, 0, sizeof g);
    g.rows = rows;
    g.options = options;
    g.logs = logs;
    g.tree = tree;
    g.stream = index;
    g.sample = (drawn_row *)(void *)work;
    g.spare = g.sample + options->n_drawn;
    g.columns = (uint32_t *)(void *)(g.spare + options->n_drawn);
    g.histogram = g.columns + rows->n_columns;
    g.branches = g.histogram + AT_ONCE * CELLS * L;
    g.left = g.branches + 3 * (size_t)options->max_depth * L;
    g.live = g.left + L;
    uint32_t *counts = g.live + L;
    for (uint32_t k = 0; k < rows->n_columns; ++k) {
        g.columns[k] = k;
    }
    memset(g.histogram, 0, AT_ONCE * CELLS * L * sizeof *g.histogram);
    tree->n_nodes = 0;
    tree->n_mixtures = 0;
    tree->n_seen = draw_sample(&g, counts);
    (void)grow(&g, 0, tree->n_seen, counts, 0);
}
