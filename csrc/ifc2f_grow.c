/*
 * Growing policy graphs (ifc2f_grow.h). A cut's gain is what it takes from the entropy of the class, summed over the rows'
 * weights.
 */
#include "ifc2f_arithmetic.h"

#include "ifc2f_grow.h"

#include <string.h>

#include "ifc2f_count.h"
#include "ifc2f_evaluate.h"

enum { CELLS = IFC2F_MAX_BINS + 1 }; /* bins, and the missing */
static const double LEAST_GAIN = 1e-9; /* per unit of weight: gains closer than this are ties, and the lower column wins */

static const double BUDGET_ROUNDING = 1.000001; /* ten looks at 0.1 are within a budget of 1 */

/* All that growing one graph needs. */
typedef struct grower {
    const ifc2f_rows *rows;
    const ifc2f_prices *prices;
    const ifc2f_growth *growth;
    ifc2f_node *nodes;
    double *sums;
    size_t n_nodes;
    double *histogram; /* [CELLS][n_classes + 1], weight last */
    double *left;
    double *right;
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

/* Smallest misclassification cost expected under class probabilities (or in all, under class sums), and the class that
 * has it. */
static double stop_cost(const double *posterior, const float *misclassification, size_t n_classes, int32_t *label)
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

/* Add up targets and weights of the rows of a node by code of a column; the missing come last. */
static void fill_histogram(const grower *g, size_t lo, size_t hi, double drawn, int32_t column)
{
    const size_t L = g->rows->n_classes;
    const uint32_t V = (uint32_t)g->rows->n_values[column];
    const uint8_t *codes = g->rows->codes + (size_t)column * g->rows->n_rows;
    memset(g->histogram, 0, (V + 1) * (L + 1) * sizeof *g->histogram);
    for (size_t i = lo; i < hi; ++i) {
        const size_t r = (size_t)g->order[i];
        const double w = weight_of(g, r, drawn);
        const float *target = g->rows->targets + r * L;
        double *cell = g->histogram + (codes[r] < V ? codes[r] : V) * (L + 1);
        for (size_t c = 0; c < L; ++c) {
            cell[c] += w * (double)target[c];
        }
        cell[L] += w;
    }
}

/* Middle of the codes behind `code` that no row has: a cut between two far values lies between them. */
static int32_t middle_of_gap(const grower *g, int32_t code, int32_t n_values)
{
    int32_t next = code + 1;
    while (next < n_values - 1 && g->histogram[(size_t)next * (g->rows->n_classes + 1) + g->rows->n_classes] <= 0.0) {
        ++next;
    }
    return code + (next - 1 - code) / 2;
}

/* Replace *best by the column's best cut if that scores higher. */
static void try_column(grower *g, const double *sums, double impurity, int32_t column, double price, cut *best)
{
    const size_t L = g->rows->n_classes;
    const int32_t V = g->rows->n_values[column];
    const int one_apart = g->rows->categorical[column] != 0;
    const double *missing = g->histogram + (size_t)V * (L + 1);
    const double divisor = 1.0 + g->growth->thrift * price;
    double present = 0.0;
    double left_weight = 0.0;
    for (int32_t v = 0; v < V; ++v) {
        present += g->histogram[(size_t)v * (L + 1) + L];
    }
    memset(g->left, 0, L * sizeof *g->left);
    for (int32_t v = 0; v < (one_apart ? V : V - 1); ++v) {
        const double *cell = g->histogram + (size_t)v * (L + 1);
        if (!(cell[L] > 0.0)) {
            continue;
        }
        left_weight = one_apart ? cell[L] : left_weight + cell[L];
        for (size_t c = 0; c < L; ++c) {
            g->left[c] = one_apart ? cell[c] : g->left[c] + cell[c];
            const double rest = sums[c] - g->left[c] - missing[c];
            g->right[c] = rest > 0.0 ? rest : 0.0;
        }
        if (left_weight < g->growth->min_rows || present - left_weight < g->growth->min_rows ||
            !(present - left_weight > 1e-9 * present)) {
            continue;
        }
        const double gain = impurity - entropy(g->left, L) - entropy(g->right, L) - entropy(missing, L);
        if (gain / divisor > best->score + LEAST_GAIN * present) {
            best->column = column;
            best->code = one_apart ? v : middle_of_gap(g, v, V);
            best->score = gain / divisor;
            best->price = price;
        }
    }
}

static cut best_cut(grower *g, size_t lo, size_t hi, double drawn, const double *sums)
{
    cut best = {-1, 0, 0.0, 0.0};
    const double impurity = entropy(sums, g->rows->n_classes);
    for (int32_t column = 0; column < (int32_t)g->rows->n_columns; ++column) {
        const double price = price_of(g, column);
        if (g->spent + price <= (double)g->prices->budget * BUDGET_ROUNDING) {
            fill_histogram(g, lo, hi, drawn, column);
            try_column(g, sums, impurity, column, price, &best);
        }
    }
    return best;
}

static uint32_t branch_of(const ifc2f_rows *rows, int32_t column, int32_t code, uint32_t value)
{
    if (value >= (uint32_t)rows->n_values[column]) {
        return 2;
    }
    return rows->categorical[column] ? value != (uint32_t)code : value > (uint32_t)code;
}

/* Sort the rows lo .. hi - 1 of the order by their branch, stably; writes where each branch ends, and its weight. */
static void part_rows(grower *g, size_t lo, size_t hi, const cut *at, double drawn, size_t *ends, double *weights)
{
    const uint8_t *codes = g->rows->codes + (size_t)at->column * g->rows->n_rows;
    size_t n = lo;
    memcpy(g->spare + lo, g->order + lo, (hi - lo) * sizeof *g->order);
    for (uint32_t branch = 0; branch < 3; ++branch) {
        weights[branch] = 0.0;
        for (size_t i = lo; i < hi; ++i) {
            const size_t r = (size_t)g->spare[i];
            if (branch_of(g->rows, at->column, at->code, codes[r]) == branch) {
                g->order[n++] = (int32_t)r;
                weights[branch] += weight_of(g, r, drawn);
            }
        }
        ends[branch] = n;
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
        for (size_t c = 0; c < L; ++c) {
            sums[c] += w * (double)g->rows->targets[r * L + c];
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
    if (depth >= g->growth->max_depth || (double)node->weight < 2.0 * g->growth->min_rows ||
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
    return (CELLS + 1) * (rows->n_classes + 1) + 2 * rows->n_classes + rows->n_rows + n_tests / 2 + 4;
}

static void lay_out(grower *g, double *work)
{
    const size_t L = g->rows->n_classes;
    g->histogram = work;
    g->left = work + CELLS * (L + 1);
    g->right = g->left + L;
    g->order = (int32_t *)(void *)(g->right + L);
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
    memset(g.bought, 0, prices->n_tests * sizeof *g.bought);
    for (size_t r = 0; r < rows->n_rows; ++r) {
        g.order[r] = (int32_t)r;
    }
    (void)grow(&g, 0, rows->n_rows, 0);
    return g.n_nodes;
}

/* ---- Pruning ------------------------------------------------------------------------------------------------ */

/* Class probabilities of a node: its sums, and `smoothing` rows of its parent's. */
static void smooth(size_t node, const double *sums, const double *parent, size_t n_classes, double smoothing,
                   double *posterior)
{
    double total = smoothing;
    for (size_t c = 0; c < n_classes; ++c) {
        total += sums[node * n_classes + c];
    }
    for (size_t c = 0; c < n_classes; ++c) {
        posterior[node * n_classes + c] = (sums[node * n_classes + c] + smoothing * parent[c]) / total;
    }
}

void ifc2f_prune(ifc2f_node *nodes, size_t n_nodes, const double *sums, size_t n_classes,
                 const float *misclassification, const double *prior, double smoothing, double charge,
                 double *posterior, double *value, double *charged)
{
    smooth(0, sums, prior, n_classes, smoothing, posterior);
    for (size_t i = 0; i < n_nodes; ++i) {
        const int32_t children[3] = {nodes[i].low, nodes[i].high, nodes[i].missing};
        for (uint32_t branch = 0; branch < 3; ++branch) {
            if (children[branch] >= 0) {
                smooth((size_t)children[branch], sums, posterior + i * n_classes, n_classes, smoothing, posterior);
            }
        }
    }
    for (size_t i = n_nodes; i-- > 0;) {
        int32_t label;
        const double stop = stop_cost(posterior + i * n_classes, misclassification, n_classes, &label);
        value[i] = stop;
        charged[i] = stop;
        if (nodes[i].feature < 0) {
            continue;
        }
        const int32_t children[3] = {nodes[i].low, nodes[i].high, nodes[i].missing};
        const double look = (double)nodes[i].price * (double)(nodes[i].share[0] + nodes[i].share[1]);
        double go = look;
        double go_charged = look + charge / (double)nodes[i].weight;
        for (uint32_t branch = 0; branch < 3; ++branch) {
            if (children[branch] >= 0) {
                go += (double)nodes[i].share[branch] * value[children[branch]];
                go_charged += (double)nodes[i].share[branch] * charged[children[branch]];
            }
        }
        if (go_charged < stop - LEAST_GAIN * stop) {
            value[i] = go;
            charged[i] = go_charged;
        } else {
            nodes[i].feature = -1;
        }
    }
}

/* The branch that a code takes; a missing one where none was seen goes with the larger branch. */
static int32_t child_of(const ifc2f_rows *rows, const ifc2f_node *node, uint32_t code)
{
    const uint32_t branch = branch_of(rows, node->feature, node->cut, code);
    if (branch == 2 && node->missing >= 0) {
        return node->missing;
    }
    return branch == 0 || (branch == 2 && node->share[0] >= node->share[1]) ? node->low : node->high;
}

void ifc2f_walk(const ifc2f_rows *rows, const ifc2f_node *nodes, const double *posterior,
                const float *misclassification, int32_t *decision, double *price)
{
    for (size_t r = 0; r < rows->n_rows; ++r) {
        int32_t i = 0;
        price[r] = 0.0;
        while (nodes[i].feature >= 0) {
            const uint32_t code = rows->codes[(size_t)nodes[i].feature * rows->n_rows + r];
            price[r] += code < (uint32_t)rows->n_values[nodes[i].feature] ? (double)nodes[i].price : 0.0;
            i = child_of(rows, &nodes[i], code);
        }
        (void)stop_cost(posterior + (size_t)i * rows->n_classes, misclassification, rows->n_classes, &decision[r]);
    }
}

/* ---- Rows drawn from a network ------------------------------------------------------------------------------ */

void ifc2f_draw_rows(const ifc2f_model *model, uint32_t n, uint32_t seed, uint8_t *codes, float *work)
{
    const uint32_t L = model->n_classes;
    float *prior = work;
    float *table = work + L;
    (void)ifc2f_read_prior(model, prior);
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t label = ifc2f_draw(prior, L, 1, ifc2f_random(seed, 0, i));
        for (uint32_t k = 0; k < model->n_features; ++k) {
            const int32_t parent = ifc2f_parent(model, k);
            (void)ifc2f_read_table(model, k, parent < 0 ? 0 : codes[(size_t)parent * n + i], table);
            codes[(size_t)k * n + i] = (uint8_t)ifc2f_draw(table + label, (uint32_t)ifc2f_n_values(model, k), L,
                                                           ifc2f_random(seed, 1 + k, i));
        }
    }
}

enum { MOST_TRIES = 256 }; /* random rows looked at before going through them in turn: rare bins only */

void ifc2f_refine(const uint8_t *bins, const uint8_t *fine, size_t n_training, size_t n_columns, uint32_t seed,
                  uint8_t *drawn, size_t n)
{
    for (size_t k = 0; k < n_columns; ++k) {
        const uint8_t *of_column = bins + k * n_training;
        for (size_t i = 0; i < n; ++i) {
            uint8_t *code = drawn + k * n + i;
            size_t r = 0;
            uint32_t n_tries = 0;
            do {
                r = ifc2f_random(seed + n_tries, (uint32_t)k, (uint32_t)i) % (uint32_t)n_training;
            } while (of_column[r] != *code && ++n_tries < MOST_TRIES);
            for (size_t n_seen = 0; of_column[r] != *code && n_seen < n_training; ++n_seen) {
                r = r + 1 < n_training ? r + 1 : 0;
            }
            *code = of_column[r] == *code ? fine[k * n_training + r] : (uint8_t)IFC2F_CODE_MISSING;
        }
    }
}
