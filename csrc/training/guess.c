/*
 * Judging rows by a forest (ifc2f_forest.h). Rows walk down a tree a few at a time, because each step of one waits for
 * memory.
 */
#include "../base/arithmetic.h"

#include "ifc2f_forest.h"

#include <string.h>

enum {
    TOGETHER = 8, /* rows that walk down a tree side by side */
    N_BLOCKS = 4  /* sums over the forest are sums of four, each over a quarter of its trees */
};

/* One of two numbers, without a branch: which way a row goes cannot be foreseen. */
static int32_t pick(int condition, int32_t yes, int32_t no)
{
    const uint32_t mask = 0u - (uint32_t)(condition != 0);
    return (int32_t)(((uint32_t)yes & mask) | ((uint32_t)no & ~mask));
}

static int32_t next_node(const ifc2f_tree_node *nodes, int32_t at, const uint8_t *codes)
{
    const ifc2f_tree_node *node = &nodes[at];
    const uint32_t code = codes[node->column];
    const int is_low = (code == node->cut) | ((code < node->cut) & (node->categorical == 0));
    return pick(code >= node->n_values, node->missing, pick(is_low, at + 1, node->high));
}

/* Write the leaves of TOGETHER rows. */
static void find_leaves(const ifc2f_tree_node *nodes, const uint8_t *const *codes, int32_t *leaves)
{
    int is_walking = 1;
    memset(leaves, 0, TOGETHER * sizeof *leaves);
    while (is_walking) {
        is_walking = 0;
        for (size_t j = 0; j < TOGETHER; ++j) {
            leaves[j] = next_node(nodes, leaves[j], codes[j]);
            is_walking |= nodes[leaves[j]].n_values;
        }
    }
}

/* Add a tree's class probabilities of the rows that are marked as new to it to sums[i * n_classes ..], and 1 to their
 * number of trees. */
static void add_tree(const ifc2f_forest_rows *rows, const ifc2f_tree *tree, size_t lo, size_t hi, const uint8_t *is_new,
                     double *sums, uint32_t *n_trees)
{
    const size_t L = rows->n_classes;
    size_t r = lo;
    while (r < hi) {
        size_t found[TOGETHER];
        const uint8_t *codes[TOGETHER];
        int32_t leaves[TOGETHER];
        size_t n = 0;
        for (; r < hi && n < TOGETHER; ++r) {
            found[n] = r - lo;
            codes[n] = rows->codes + r * rows->n_columns;
            n += is_new[r - lo];
        }
        for (size_t j = n; j < TOGETHER; ++j) {
            codes[j] = rows->codes + lo * rows->n_columns; /* in place of none */
        }
        find_leaves(tree->nodes, codes, leaves);
        for (size_t j = 0; j < n; ++j) {
            const int32_t leaf = tree->nodes[leaves[j]].high;
            double *of_row = sums + found[j] * L;
            ++n_trees[found[j]];
            if (leaf >= 0) {
                of_row[leaf] += 1.0;
                continue;
            }
            for (size_t c = 0; c < L; ++c) {
                of_row[c] += tree->mixtures[(size_t)(-1 - leaf) * L + c];
            }
        }
    }
}

/* Mark which of the rows lo .. hi - 1 a tree has not seen. */
static void mark_new(const ifc2f_tree *tree, size_t lo, size_t hi, uint8_t *is_new)
{
    size_t first = 0;
    size_t last = tree->n_seen;
    while (first < last) { /* the first seen row at or behind lo */
        const size_t middle = first + (last - first) / 2;
        if (tree->seen[middle] < lo) {
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    memset(is_new, 1, hi - lo);
    for (; first < tree->n_seen && tree->seen[first] < hi; ++first) {
        is_new[tree->seen[first] - lo] = 0;
    }
}

size_t ifc2f_guess_work(const ifc2f_forest_rows *rows, size_t n)
{
    return 2 * n * rows->n_classes + n;
}

void ifc2f_guess(const ifc2f_forest_rows *rows, const ifc2f_tree *trees, size_t n_trees, const double *prior, size_t lo,
                 size_t hi, float *guesses, double *work)
{
    const size_t L = rows->n_classes;
    const size_t n = hi - lo;
    double *total = work;
    double *sums = total + n * L;
    uint32_t *n_judges = (uint32_t *)(void *)(sums + n * L);
    uint8_t *is_new = (uint8_t *)(n_judges + n);
    memset(total, 0, n * L * sizeof *total);
    memset(n_judges, 0, n * sizeof *n_judges);
    for (size_t block = 0; block < N_BLOCKS; ++block) {
        memset(sums, 0, n * L * sizeof *sums);
        for (size_t t = n_trees * block / N_BLOCKS; t < n_trees * (block + 1) / N_BLOCKS; ++t) {
            mark_new(&trees[t], lo, hi, is_new);
            add_tree(rows, &trees[t], lo, hi, is_new, sums, n_judges);
        }
        for (size_t i = 0; i < n * L; ++i) {
            total[i] += sums[i];
        }
    }
    for (size_t r = lo; r < hi; ++r) {
        const uint32_t judges = n_judges[r - lo];
        for (size_t c = 0; c < L; ++c) {
            const double unseen = r < rows->n_training ? (double)(rows->labels[r] == c) : prior[c];
            guesses[r * L + c] = (float)(judges > 0 ? total[(r - lo) * L + c] / (double)judges : unseen);
        }
    }
}
