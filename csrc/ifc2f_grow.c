/*
 * Growing policy graphs (ifc2f_grow.h). A cut's gain is what it takes from the entropy of the class, summed over the rows'
 * weights.
 */
#include "ifc2f_arithmetic.h"

#include "ifc2f_grow.h"

#include <string.h>

#include "ifc2f_branches.h"
#include "ifc2f_cells.h"
#include "ifc2f_count.h"

enum {
    LOG_BITS = 8, /* of a number's fraction, that rough logarithms look up */
    N_LOGS = 1 << LOG_BITS
};
static const double LEAST_GAIN = 1e-9; /* per unit of weight: gains closer than this are ties, and the lower column wins */

static const double ROUGHNESS = 1e-10; /* per unit of weight: more than the error of a gain by rough logarithms */
static const double BUDGET_ROUNDING = 1.000001; /* ten looks at 0.1 are within a budget of 1 */

/* All that growing one graph needs. */
typedef struct grower {
    const ifc2f_rows *rows;
    const ifc2f_prices *prices;
    const ifc2f_growth *growth;
    ifc2f_node *nodes;
    double *sums;
    size_t n_nodes;
    double *histogram; /* [AT_ONCE][CELLS][n_classes + 1], weight last; all 0 between cuts */
    double *left;
    double *right;
    double *target; /* of the row at hand */
    double *logs;   /* [N_LOGS][2] of fractions, from fill_logs() */
    cell_set present[AT_ONCE]; /* the cells that have rows */
    int32_t *order;  /* the rows of the node being grown are a range of it */
    int32_t *spare;
    int32_t *bought; /* how many features on the path need each test */
    double spent;
} grower;

static double n_log_n(double n)
{
    return n > 0.0 ? n * ifc2f_log(n) : 0.0;
}

/* Entropy of the class in rows with these sums, nats, times their number. */
static double entropy(const double *sums, size_t n_classes)
{
    double total = 0.0;
    double parts = 0.0;
    for (size_t c = 0; c < n_classes; ++c) {
        total += sums[c];
        parts += n_log_n(sums[c]);
    }
    return n_log_n(total) - parts;
}

/* Write, for the middle m of each interval of fractions of 1 to 2, 1 / m and log m. */
static void fill_logs(double *logs)
{
    for (size_t i = 0; i < N_LOGS; ++i) {
        const double middle = 1.0 + ((double)i + 0.5) / N_LOGS;
        logs[2 * i] = 1.0 / middle;
        logs[2 * i + 1] = ifc2f_log(middle);
    }
}

/* x log x of x >= 0 with an error below 1e-11 x, 0 at 0. */
static double rough_n_log_n(const double *logs, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const double *entry = logs + 2 * ((bits >> (52 - LOG_BITS)) & (N_LOGS - 1));
    const double exponent = (double)((int32_t)(bits >> 52) - 1023);
    const uint64_t fraction_bits = (bits & 0x000FFFFFFFFFFFFFu) | 0x3FF0000000000000u;
    double fraction;
    memcpy(&fraction, &fraction_bits, sizeof fraction);
    const double r = fraction * entry[0] - 1.0; /* at most 2^-9 */
    return x * (exponent * 0.69314718055994530942 + (entry[1] + r * (1.0 - r * (0.5 - r * (1.0 / 3.0)))));
}

/* entropy() by rough logarithms. */
static double rough_entropy(const double *logs, const double *sums, size_t n_classes)
{
    double total = 0.0;
    double parts = 0.0;
    for (size_t c = 0; c < n_classes; ++c) {
        total += sums[c];
        parts += rough_n_log_n(logs, sums[c]);
    }
    return rough_n_log_n(logs, total) - parts;
}

/* ---- Prices ------------------------------------------------------------------------------------------------- */

static int is_group_bought(const grower *g, int32_t group)
{
    for (size_t t = 0; t < g->prices->n_tests; ++t) {
        if (g->bought[t] > 0 && g->prices->group[t] == group) {
            return 1;
        }
    }
    return 0;
}

static void buy(grower *g, int32_t column, int32_t sign)
{
    for (int32_t i = g->prices->starts[column]; i < g->prices->starts[column + 1]; ++i) {
        g->bought[g->prices->tests[i]] += sign;
    }
}

/* What a column costs after those bought on the path: each test not yet bought, discounted if its group was. */
static double price_of(grower *g, int32_t column)
{
    const ifc2f_prices *p = g->prices;
    double price = 0.0;
    for (int32_t i = p->starts[column]; i < p->starts[column + 1]; ++i) {
        const int32_t test = p->tests[i];
        if (g->bought[test] == 0) {
            const int discounted = p->group[test] >= 0 && is_group_bought(g, p->group[test]);
            price += (double)(discounted ? p->discount_cost[test] : p->cost[test]);
        }
        ++g->bought[test]; /* a feature's own tests discount each other */
    }
    buy(g, column, -1);
    return price;
}

/* ---- Cuts --------------------------------------------------------------------------------------------------- */

typedef struct cut {
    int32_t column;
    int32_t code;
    double score;
    double price;
} cut;

/* Weight of a row in a node whose drawn rows weigh `drawn` each. */
static double weight_of(const grower *g, size_t r, double drawn)
{
    return r >= g->rows->n_training ? drawn : 1.0;
}

/* What a row of weight w says of its class. */
static void read_target(const ifc2f_rows *rows, size_t r, double w, double *target)
{
    const size_t L = rows->n_classes;
    const float *guess = rows->guesses + r * L;
    const float share = rows->label_share;
    if (r >= rows->n_training) {
        for (size_t c = 0; c < L; ++c) {
            target[c] = w * (double)guess[c];
        }
        return;
    }
    for (size_t c = 0; c < L; ++c) {
        const float label = rows->labels[r] == c ? share : 0.0f;
        const float rest = (1.0f - share) * guess[c];
        target[c] = w * (double)(label + rest);
    }
}

/* Add up targets and weights of the rows of a node by code, for n columns in one pass. L is the number of classes, given
 * apart so that a compiler may know it. */
static inline void fill_for(grower *g, size_t lo, size_t hi, double drawn, const int32_t *columns, size_t n, size_t L)
{
    uint32_t n_values[AT_ONCE] = {0};
    for (size_t b = 0; b < n; ++b) {
        n_values[b] = (uint32_t)g->rows->n_values[columns[b]];
    }
    memset(g->present, 0, n * sizeof *g->present);
    for (size_t i = lo; i < hi; ++i) {
        const size_t r = (size_t)g->order[i];
        const uint8_t *codes = g->rows->codes + r * g->rows->n_columns;
        const double *target = g->target;
        const double w = weight_of(g, r, drawn);
        read_target(g->rows, r, w, g->target);
        const double first = target[0];
        for (size_t b = 0; b < n; ++b) {
            const uint32_t code = codes[columns[b]];
            const uint32_t at = code < n_values[b] ? code : MISSING;
            double *cell = g->histogram + (b * CELLS + at) * (L + 1);
            cell[0] += first;
            for (size_t c = 1; c < L; ++c) {
                cell[c] += target[c];
            }
            cell[L] += w;
            add_cell(&g->present[b], at);
        }
    }
}

static void fill_histograms(grower *g, size_t lo, size_t hi, double drawn, const int32_t *columns, size_t n)
{
    if (g->rows->n_classes == 2) {
        fill_for(g, lo, hi, drawn, columns, n, 2);
    } else {
        fill_for(g, lo, hi, drawn, columns, n, g->rows->n_classes);
    }
}

/* Of a column's cells, keep the codes that have weight; returns their number. */
static size_t keep_codes(const double *histogram, size_t stride, uint8_t *cells, size_t n_cells)
{
    size_t n = 0;
    for (size_t i = 0; i < n_cells; ++i) {
        cells[n] = cells[i];
        n += cells[i] != MISSING && histogram[cells[i] * stride + stride - 1] > 0.0;
    }
    return n;
}

/* Set the class sums of both sides of a cut behind a code, which is set apart or added to the left. */
static void move_cut(const grower *g, const double *sums, const double *cell, const double *missing, int one_apart)
{
    for (size_t c = 0; c < g->rows->n_classes; ++c) {
        g->left[c] = one_apart ? cell[c] : g->left[c] + cell[c];
        const double rest = sums[c] - g->left[c] - missing[c];
        g->right[c] = rest > 0.0 ? rest : 0.0;
    }
}

/* Replace *best by the column's best cut if that scores higher. A cut whose score is too low by rough logarithms is too
 * low by exact ones. */
static void try_column(grower *g, const double *sums, double impurity, size_t b, int32_t column, double price, cut *best)
{
    const size_t L = g->rows->n_classes;
    const double *histogram = g->histogram + b * CELLS * (L + 1);
    const int one_apart = g->rows->categorical[column] != 0;
    const double *missing = histogram + (size_t)MISSING * (L + 1);
    const double rest = impurity - entropy(missing, L);
    const double divisor = 1.0 + g->growth->thrift * price;
    uint8_t codes[CELLS];
    const size_t n = keep_codes(histogram, L + 1, codes, list_cells(&g->present[b], codes));
    double present = 0.0;
    double left_weight = 0.0;
    for (size_t i = 0; i < n; ++i) {
        present += histogram[codes[i] * (L + 1) + L];
    }
    memset(g->left, 0, L * sizeof *g->left);
    for (size_t i = 0; i + !one_apart < n; ++i) {
        const double *cell = histogram + codes[i] * (L + 1);
        left_weight = one_apart ? cell[L] : left_weight + cell[L];
        move_cut(g, sums, cell, missing, one_apart);
        if (left_weight < g->growth->min_rows || present - left_weight < g->growth->min_rows ||
            !(present - left_weight > 1e-9 * present)) {
            continue;
        }
        const double needed = best->score + LEAST_GAIN * present;
        const double rough = rest - rough_entropy(g->logs, g->left, L) - rough_entropy(g->logs, g->right, L);
        if ((rough + ROUGHNESS * (present + missing[L])) / divisor <= needed) {
            continue;
        }
        const double gain = impurity - entropy(g->left, L) - entropy(g->right, L) - entropy(missing, L);
        if (gain / divisor > needed) {
            best->column = column;
            best->code = one_apart ? codes[i] : codes[i] + (codes[i + 1] - 1 - codes[i]) / 2; /* amid codes without rows */
            best->score = gain / divisor;
            best->price = price;
        }
    }
}

static void clear_histograms(grower *g, size_t n)
{
    const size_t stride = g->rows->n_classes + 1;
    for (size_t b = 0; b < n; ++b) {
        uint8_t cells[CELLS];
        const uint32_t n_cells = list_cells(&g->present[b], cells);
        for (uint32_t i = 0; i < n_cells; ++i) {
            memset(g->histogram + (b * CELLS + cells[i]) * stride, 0, stride * sizeof *g->histogram);
        }
    }
}

static cut best_cut(grower *g, size_t lo, size_t hi, double drawn, const double *sums)
{
    const int32_t K = (int32_t)g->rows->n_columns;
    const double impurity = entropy(sums, g->rows->n_classes);
    cut best = {-1, 0, 0.0, 0.0};
    for (int32_t column = 0; column < K && !*g->growth->is_stopped;) {
        int32_t columns[AT_ONCE];
        double prices[AT_ONCE];
        size_t n = 0;
        for (; column < K && n < AT_ONCE; ++column) {
            columns[n] = column;
            prices[n] = price_of(g, column);
            n += g->spent + prices[n] <= (double)g->prices->budget * BUDGET_ROUNDING;
        }
        fill_histograms(g, lo, hi, drawn, columns, n);
        for (size_t b = 0; b < n; ++b) {
            try_column(g, sums, impurity, b, columns[b], prices[b], &best);
        }
        clear_histograms(g, n);
    }
    return best;
}

/* Sort the rows lo .. hi - 1 of the order by their branch, stably; writes where each branch ends, and its weight. */
static void part_rows(grower *g, size_t lo, size_t hi, const cut *at, double drawn, size_t *ends, double *weights)
{
    int32_t *branches[3] = {g->order + lo, g->spare, g->spare + (hi - lo)}; /* the last fills up from its end */
    size_t n[3] = {0, 0, 0};
    memset(weights, 0, 3 * sizeof *weights);
    for (size_t i = lo; i < hi; ++i) {
        const size_t r = (size_t)g->order[i];
        const uint8_t code = g->rows->codes[r * g->rows->n_columns + (size_t)at->column];
        const uint32_t branch = branch_of(g->rows, at->column, at->code, code);
        weights[branch] += weight_of(g, r, drawn);
        if (branch < 2) {
            branches[branch][n[branch]++] = (int32_t)r;
        } else {
            *--branches[2] = (int32_t)r;
            ++n[2];
        }
    }
    memcpy(g->order + lo + n[0], g->spare, n[1] * sizeof *g->order);
    ends[0] = lo + n[0];
    ends[1] = ends[0] + n[1];
    ends[2] = hi;
    for (size_t i = 0; i < n[2]; ++i) {
        g->order[ends[1] + i] = g->spare[hi - lo - 1 - i];
    }
}

/* ---- Growing ------------------------------------------------------------------------------------------------ */

/* Write a leaf for the rows lo .. hi - 1; returns the weight that each drawn row has there. */
static double write_leaf(grower *g, size_t lo, size_t hi, ifc2f_node *node, double *sums)
{
    static const ifc2f_node leaf = {-1, 0, -1, -1, -1, 0.0f, 0.0f, {0.0f, 0.0f, 0.0f}};
    const size_t L = g->rows->n_classes;
    size_t n_drawn = 0;
    double total = 0.0;
    for (size_t i = lo; i < hi; ++i) {
        n_drawn += (size_t)g->order[i] >= g->rows->n_training;
    }
    const double drawn = n_drawn > 0 ? g->growth->drawn_weight / (double)n_drawn : 0.0;
    memset(sums, 0, L * sizeof *sums);
    for (size_t i = lo; i < hi; ++i) {
        const size_t r = (size_t)g->order[i];
        const double w = weight_of(g, r, drawn);
        total += w;
        read_target(g->rows, r, w, g->target);
        for (size_t c = 0; c < L; ++c) {
            sums[c] += g->target[c];
        }
    }
    *node = leaf;
    node->weight = (float)total;
    return drawn;
}

/* Whether no cut of a node can pay for itself. */
static int is_settled(const grower *g, const double *sums)
{
    int32_t label;
    const float *misclassification = g->growth->misclassification;
    return misclassification != NULL &&
           stop_cost(sums, misclassification, g->rows->n_classes, &label) <= g->growth->charge;
}

static int32_t grow(grower *g, size_t lo, size_t hi, int32_t depth)
{
    const int32_t id = (int32_t)g->n_nodes++;
    ifc2f_node *node = &g->nodes[id];
    double *sums = g->sums + (size_t)id * g->rows->n_classes;
    const double drawn = write_leaf(g, lo, hi, node, sums);
    size_t ends[3];
    double weights[3];
    if (depth >= g->growth->max_depth || *g->growth->is_stopped || (double)node->weight < 2.0 * g->growth->min_rows ||
        entropy(sums, g->rows->n_classes) <= LEAST_GAIN * (double)node->weight || is_settled(g, sums)) {
        return id;
    }
    const cut best = best_cut(g, lo, hi, drawn, sums);
    if (best.column < 0) {
        return id;
    }
    part_rows(g, lo, hi, &best, drawn, ends, weights);
    node->feature = best.column;
    node->cut = best.code;
    node->price = (float)best.price;
    for (uint32_t branch = 0; branch < 3; ++branch) {
        node->share[branch] = (float)(weights[branch] / (weights[0] + weights[1] + weights[2]));
    }
    buy(g, best.column, 1);
    g->spent += best.price;
    node->low = grow(g, lo, ends[0], depth + 1);
    node->high = grow(g, ends[0], ends[1], depth + 1);
    g->spent -= best.price;
    buy(g, best.column, -1);
    node->missing = ends[2] > ends[1] ? grow(g, ends[1], ends[2], depth + 1) : -1;
    return id;
}

size_t ifc2f_max_nodes(const ifc2f_rows *rows)
{
    return 2 * rows->n_rows + 1; /* no branch is empty but a missing one, which is then left out */
}

size_t ifc2f_grow_work(const ifc2f_rows *rows, size_t n_tests)
{
    return AT_ONCE * CELLS * (rows->n_classes + 1) + 3 * rows->n_classes + 2 * N_LOGS + rows->n_rows + n_tests / 2 + 4;
}

static void lay_out(grower *g, double *work)
{
    const size_t L = g->rows->n_classes;
    g->histogram = work;
    g->left = work + AT_ONCE * CELLS * (L + 1);
    g->right = g->left + L;
    g->target = g->right + L;
    g->logs = g->target + L;
    g->order = (int32_t *)(void *)(g->logs + 2 * N_LOGS);
    g->spare = g->order + g->rows->n_rows;
    g->bought = g->spare + g->rows->n_rows;
}

size_t ifc2f_grow(const ifc2f_rows *rows, const ifc2f_prices *prices, const ifc2f_growth *growth, ifc2f_node *nodes,
                  double *sums, double *work)
{
    grower g;
    memset(&g, 0, sizeof g);
    g.rows = rows;
    g.prices = prices;
    g.growth = growth;
    g.nodes = nodes;
    g.sums = sums;
    lay_out(&g, work);
    fill_logs(g.logs);
    memset(g.histogram, 0, AT_ONCE * CELLS * (rows->n_classes + 1) * sizeof *g.histogram);
    memset(g.bought, 0, prices->n_tests * sizeof *g.bought);
    for (size_t r = 0; r < rows->n_rows; ++r) {
        g.order[r] = (int32_t)r;
    }
    (void)grow(&g, 0, rows->n_rows, 0);
    return g.n_nodes;
}
