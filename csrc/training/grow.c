/*
 * Growing policy graphs (ifc2f_grow.h). Each node is first grown greedily, by the cut that gains most for its price. Then,
 * from the root down, the other cuts worth trying are rolled out: what is below them is grown greedily too, and the cut
 * that costs least in the end stays. What does not pay for itself is taken back at once. From the leaves up, a branch takes
 * the place of its node where that costs less.
 */
#include "../base/arithmetic.h"

#include "growing.h"

#include <string.h>

#include "nodes.h"

enum {
    MOST_NODES = 1 << 18,
    MOST_ROLLED = 1 << 13 /* rows of a node on which its cuts are rolled out */
};

/* The rows of a node that is cut: where those of each branch end, low, high, missing. */
typedef struct branches {
    size_t start;
    size_t ends[3];
    double weights[3];
} branches;

/* Sort the rows lo .. hi - 1 of the order by their branch, stably; writes where each branch ends, and its weight. */
static branches part_rows(grower *g, size_t lo, size_t hi, const cut *at, double drawn)
{
    int32_t *parts[3] = {g->order + lo, g->spare, g->spare + (hi - lo)}; /* the last fills up from its end */
    size_t n[3] = {0, 0, 0};
    branches found = {lo, {0, 0, 0}, {0.0, 0.0, 0.0}};
    for (size_t i = lo; i < hi; ++i) {
        const size_t r = (size_t)g->order[i];
        const uint8_t code = g->rows->codes[r * g->rows->n_columns + (size_t)at->column];
        const uint32_t branch = branch_of(g->rows, at->column, at->code, code);
        found.weights[branch] += weight_of(g, r, drawn);
        if (branch < 2) {
            parts[branch][n[branch]++] = (int32_t)r;
        } else {
            *--parts[2] = (int32_t)r;
            ++n[2];
        }
    }
    memcpy(g->order + lo + n[0], g->spare, n[1] * sizeof *g->order);
    found.ends[0] = lo + n[0];
    found.ends[1] = found.ends[0] + n[1];
    found.ends[2] = hi;
    for (size_t i = 0; i < n[2]; ++i) {
        g->order[found.ends[1] + i] = g->spare[hi - lo - 1 - i];
    }
    return found;
}

/* What a cut at a node costs: its acquisition and its charge. */
static double cost_of_cut(const grower *g, const ifc2f_node *node)
{
    return (double)node->price * (double)(node->share[0] + node->share[1]) + g->growth->charge / (double)node->weight;
}

static int is_less(double cost, double than)
{
    return cost < than - LEAST_GAIN * than;
}

static void make_leaf(ifc2f_node *node)
{
    static const ifc2f_node leaf = {-1, 0, -1, -1, -1, 0.0f, 0.0f, {0.0f, 0.0f, 0.0f}};
    const float weight = node->weight;
    *node = leaf;
    node->weight = weight;
}

/* Write a leaf for the rows lo .. hi - 1, below `parent` (class probabilities); returns its number. */
static int32_t add_leaf(grower *g, size_t lo, size_t hi, const double *parent)
{
    const size_t L = g->rows->n_classes;
    const size_t id = g->n_nodes++;
    double *sums = g->sums + id * L;
    double *posterior = g->posterior + id * L;
    place *at = &g->places[id];
    size_t n_drawn = 0;
    double weight = 0.0;
    double total = g->growth->smoothing;
    int32_t label;
    for (size_t i = lo; i < hi; ++i) {
        n_drawn += (size_t)g->order[i] >= g->rows->n_training;
    }
    at->drawn = n_drawn > 0 ? g->growth->drawn_weight / (g->scale * (double)n_drawn) : 0.0;
    at->drawn = at->drawn > 1.0 ? 1.0 : at->drawn;
    memset(sums, 0, L * sizeof *sums);
    for (size_t i = lo; i < hi; ++i) {
        const size_t r = (size_t)g->order[i];
        const double w = weight_of(g, r, at->drawn);
        weight += w;
        i2f_read_target(g->rows, r, w, g->target);
        for (size_t c = 0; c < L; ++c) {
            sums[c] += g->target[c];
        }
    }
    for (size_t c = 0; c < L; ++c) {
        total += sums[c];
    }
    for (size_t c = 0; c < L; ++c) {
        posterior[c] = (sums[c] + g->growth->smoothing * parent[c]) / total;
    }
    at->stop = stop_cost(posterior, g->growth->misclassification, L, &label);
    at->value = at->stop;
    at->cuts[0].column = -1;
    make_leaf(&g->nodes[id]);
    g->nodes[id].weight = (float)weight;
    return (int32_t)id;
}

/* Find the cuts worth trying at a node, or the best one; none if no cut can pay for itself. */
static void find_cuts(grower *g, int32_t id, size_t lo, size_t hi, int32_t depth, int is_one)
{
    const size_t L = g->rows->n_classes;
    const double *sums = g->sums + (size_t)id * L;
    const double weight = (double)g->nodes[id].weight;
    place *at = &g->places[id];
    int32_t label;
    const int is_settled = stop_cost(sums, g->growth->misclassification, L, &label) <= g->growth->charge;
    at->cuts[0].column = -1;
    if (depth >= g->growth->max_depth || is_settled || weight < 2.0 * g->growth->min_rows ||
        g->n_nodes + 3 > g->max_nodes || i2f_entropy(g->logs, sums, L) <= LEAST_GAIN * weight) {
        return;
    }
    i2f_find_cuts(g, lo, hi, at->drawn, sums, at->stop - g->growth->charge / weight, is_one, at->cuts);
}

static void pay(grower *g, const cut *at, int32_t sign)
{
    i2f_buy(g, at->column, sign);
    g->spent += sign * at->price;
}

static void grow_greedily(grower *g, int32_t id, size_t lo, size_t hi, int32_t depth);
static void grow_like(grower *g, int32_t id, size_t lo, size_t hi, int32_t depth, int32_t like);

static int32_t branch_at(const ifc2f_node *node, uint32_t branch)
{
    return branch == 0 ? node->low : branch == 1 ? node->high : node->missing;
}

/* Cut a node and grow what is below: greedily, or like the branches of a node `like` that was cut so. Returns what that
 * costs; what it costs at least, once that is `bound` or more, and then the node is of no use. */
static double cut_node(grower *g, int32_t id, size_t lo, size_t hi, int32_t depth, const cut *at, double bound, int32_t like)
{
    ifc2f_node *node = &g->nodes[id];
    const double *posterior = g->posterior + (size_t)id * g->rows->n_classes;
    if (g->n_nodes + 3 > g->max_nodes) {
        return bound;
    }
    const branches parts = part_rows(g, lo, hi, at, g->places[id].drawn);
    const double total = parts.weights[0] + parts.weights[1] + parts.weights[2];
    if (like >= 0 && (parts.weights[0] < g->growth->min_rows || parts.weights[1] < g->growth->min_rows)) {
        return bound;
    }
    int32_t children[3] = {-1, -1, -1};
    size_t from = parts.start;
    node->feature = at->column;
    node->cut = at->code;
    node->price = (float)at->price;
    for (uint32_t b = 0; b < 3; from = parts.ends[b++]) {
        node->share[b] = (float)(parts.weights[b] / total);
        children[b] = parts.ends[b] > from ? add_leaf(g, from, parts.ends[b], posterior) : -1;
    }
    node->low = children[0];
    node->high = children[1];
    node->missing = children[2];
    double cost = cost_of_cut(g, node);
    from = parts.start;
    for (uint32_t b = 0; b < 3 && is_less(cost, bound); from = parts.ends[b++]) {
        if (children[b] < 0) {
            continue;
        }
        if (b < 2) {
            pay(g, at, 1);
        }
        if (like < 0) {
            grow_greedily(g, children[b], from, parts.ends[b], depth + 1);
        } else {
            grow_like(g, children[b], from, parts.ends[b], depth + 1, branch_at(&g->nodes[like], b));
        }
        if (b < 2) {
            pay(g, at, -1);
        }
        cost += (double)node->share[b] * g->places[children[b]].value;
    }
    return cost;
}

/* Grow a leaf by the first of its cuts, where that pays, and what is below as `cut_node` does. */
static void grow_by_cut(grower *g, int32_t id, size_t lo, size_t hi, int32_t depth, int32_t like)
{
    place *at = &g->places[id];
    const size_t n_nodes = g->n_nodes;
    const double cost = at->cuts[0].column < 0 ? DBL_MAX : cut_node(g, id, lo, hi, depth, &at->cuts[0], at->stop, like);
    if (is_less(cost, at->stop)) {
        at->value = cost;
    } else {
        make_leaf(&g->nodes[id]);
        g->n_nodes = n_nodes;
    }
}

/* Grow a leaf by its best cut, and so on, where that pays. */
static void grow_greedily(grower *g, int32_t id, size_t lo, size_t hi, int32_t depth)
{
    find_cuts(g, id, lo, hi, depth, 1);
    grow_by_cut(g, id, lo, hi, depth, -1);
}

/* The cut of a node elsewhere, at what its column costs here; none if the node has none, or what is left does not pay it. */
static cut cut_like(grower *g, int32_t like)
{
    cut found = {like < 0 ? -1 : g->nodes[like].feature, 0, 0.0, 0.0};
    if (found.column >= 0) {
        double later;
        found.code = g->nodes[like].cut;
        found.price = i2f_price_of(g, found.column, &later);
        found.column = i2f_fits_budget(g, found.price) ? found.column : -1;
    }
    return found;
}

/* Grow a leaf by the cuts of a node elsewhere (-1: none) and of those below it, where they pay. */
static void grow_like(grower *g, int32_t id, size_t lo, size_t hi, int32_t depth, int32_t like)
{
    g->places[id].cuts[0] = cut_like(g, like);
    grow_by_cut(g, id, lo, hi, depth, like);
}

/* Move a sample of the rows lo .. hi - 1 of the order, evenly spaced, to its front; both parts stay in order. */
static void sample_first(grower *g, size_t lo, size_t hi, size_t n_sampled)
{
    const size_t n = hi - lo;
    size_t n_taken = 0;
    size_t n_left = 0;
    for (size_t i = 0; i < n; ++i) {
        if (n_taken < n_sampled && i == n_taken * n / n_sampled) {
            g->order[lo + n_taken++] = g->order[lo + i];
        } else {
            g->spare[n_left++] = g->order[lo + i];
        }
    }
    memcpy(g->order + lo + n_taken, g->spare, n_left * sizeof *g->order);
}

/* The cut of a node that costs least on a sample of its rows; first if that costs no more. */
static size_t best_on_sample(grower *g, int32_t id, size_t lo, size_t hi, int32_t depth, double work)
{
    const place *at = &g->places[id];
    const ifc2f_node node = g->nodes[id];
    const size_t n_nodes = g->n_nodes;
    const double begun = g->n_read;
    double least = DBL_MAX;
    size_t best = 0;
    sample_first(g, lo, hi, MOST_ROLLED);
    g->scale = (double)(hi - lo) / MOST_ROLLED;
    for (size_t i = 0; i < N_CUTS && at->cuts[i].column >= 0 && g->n_read - begun < work; ++i) {
        const double cost = cut_node(g, id, lo, lo + MOST_ROLLED, depth, &at->cuts[i], least, -1);
        if (is_less(cost, least)) {
            least = cost;
            best = i;
        }
        g->n_nodes = n_nodes;
    }
    g->scale = 1.0;
    g->nodes[id] = node;
    return best;
}

/* Make a cut instead of what a node has if it costs less with what is grown greedily below. */
static void try_cut(grower *g, int32_t id, size_t lo, size_t hi, int32_t depth, size_t i, double *least)
{
    place *at = &g->places[id];
    const ifc2f_node before = g->nodes[id];
    const size_t n_nodes = g->n_nodes;
    const double cost = cut_node(g, id, lo, hi, depth, &at->cuts[i], *least, -1);
    if (is_less(cost, *least)) {
        *least = cost;
        at->kept = i;
    } else {
        g->n_nodes = n_nodes;
        g->nodes[id] = before;
    }
}

/* Keep, of the cuts of a node, the one that costs least with what is grown greedily below; returns what it costs. Where rows are
 * many a sample of them chooses the only one that is tried. */
static double roll_out(grower *g, int32_t id, size_t lo, size_t hi, int32_t depth, double work)
{
    place *at = &g->places[id];
    const size_t first = g->nodes[id].feature >= 0; /* the best cut is rolled out already */
    const double begun = g->n_read;
    double least = first > 0 ? at->value : DBL_MAX;
    at->kept = 0;
    if (hi - lo > 2 * MOST_ROLLED && at->cuts[0].column >= 0) {
        const size_t best = best_on_sample(g, id, lo, hi, depth, work);
        if (best >= first) {
            try_cut(g, id, lo, hi, depth, best, &least);
        }
        return least;
    }
    for (size_t i = first; i < N_CUTS && at->cuts[i].column >= 0 && g->n_read - begun < work; ++i) {
        try_cut(g, id, lo, hi, depth, i, &least);
    }
    return least;
}

static void improve(grower *g, int32_t id, size_t lo, size_t hi, int32_t depth, double work);

/* Improve the branches of a node; returns what it costs then. */
static double improve_branches(grower *g, int32_t id, size_t lo, size_t hi, int32_t depth, double work)
{
    const ifc2f_node *node = &g->nodes[id];
    const cut *with = &g->places[id].cuts[g->places[id].kept];
    const branches parts = part_rows(g, lo, hi, with, g->places[id].drawn);
    const int32_t children[3] = {node->low, node->high, node->missing};
    size_t from = lo;
    double cost = cost_of_cut(g, node);
    for (uint32_t b = 0; b < 3; from = parts.ends[b++]) {
        if (children[b] < 0) {
            continue;
        }
        const double share = (double)(parts.ends[b] - from) / (double)(hi - lo);
        if (b < 2) {
            pay(g, with, 1);
        }
        improve(g, children[b], from, parts.ends[b], depth + 1, work * share);
        if (b < 2) {
            pay(g, with, -1);
        }
        cost += (double)node->share[b] * g->places[children[b]].value;
    }
    return cost;
}

/* Put a branch of a node in its place, with all its rows, if that costs less: what the node asks then tells too little for its
 * price beside the branch (subtree raising; Quinlan, C4.5, 1993). Returns what the node costs then. */
static double raise_branch(grower *g, int32_t id, size_t lo, size_t hi, int32_t depth, double cost)
{
    const int32_t children[2] = {g->nodes[id].low, g->nodes[id].high};
    for (uint32_t b = 0; b < 2; ++b) {
        const ifc2f_node before = g->nodes[id];
        const size_t n_nodes = g->n_nodes;
        const cut at = cut_like(g, children[b]);
        const double raised = at.column < 0 ? DBL_MAX : cut_node(g, id, lo, hi, depth, &at, cost, children[b]);
        if (is_less(raised, cost)) {
            cost = raised;
        } else {
            g->n_nodes = n_nodes;
            g->nodes[id] = before;
        }
    }
    return cost;
}

/* Roll out the cuts of a node, then those of its branches. */
static void improve(grower *g, int32_t id, size_t lo, size_t hi, int32_t depth, double work)
{
    place *at = &g->places[id];
    const double begun = g->n_read;
    if (at->cuts[0].column < 0 || !(work > 0.0) || *g->growth->is_stopped) {
        return;
    }
    find_cuts(g, id, lo, hi, depth, 0);
    double cost = roll_out(g, id, lo, hi, depth, work);
    if (g->nodes[id].feature >= 0 && (depth < g->growth->blind_depth || is_less(cost, at->stop))) {
        cost = improve_branches(g, id, lo, hi, depth, work - (g->n_read - begun));
        cost = raise_branch(g, id, lo, hi, depth, cost);
    }
    if (is_less(cost, at->stop)) {
        at->value = cost;
    } else {
        make_leaf(&g->nodes[id]);
        at->value = at->stop;
    }
}

/* ---- The whole graph ---------------------------------------------------------------------------------------- */

/* Move the nodes that are reached to the front, parents first, over what was tried in vain. */
static void close_up(grower *g)
{
    const size_t L = g->rows->n_classes;
    size_t n = 0;
    for (size_t i = 0; i < g->n_nodes; ++i) {
        g->places[i].number = -1;
    }
    g->places[0].number = 0;
    for (size_t i = 0; i < g->n_nodes; ++i) {
        if (g->places[i].number < 0) {
            continue;
        }
        ifc2f_node node = g->nodes[i];
        int32_t *children[3] = {&node.low, &node.high, &node.missing};
        g->places[i].number = (int32_t)n;
        for (uint32_t b = 0; b < 3; ++b) {
            if (*children[b] >= 0) {
                g->places[*children[b]].number = 0; /* until its turn comes */
            }
        }
        g->nodes[n] = node;
        memmove(g->sums + n * L, g->sums + i * L, L * sizeof *g->sums);
        ++n;
    }
    for (size_t i = 0; i < n; ++i) {
        int32_t *children[3] = {&g->nodes[i].low, &g->nodes[i].high, &g->nodes[i].missing};
        for (uint32_t b = 0; b < 3; ++b) {
            *children[b] = *children[b] >= 0 ? g->places[*children[b]].number : -1;
        }
    }
    g->n_nodes = n;
}

size_t ifc2f_max_nodes(const ifc2f_rows *rows)
{
    const size_t most = rows->n_rows * 8 + 64; /* many are tried for one that stays */
    return most < MOST_NODES ? most : MOST_NODES;
}

static size_t doubles_for(size_t bytes)
{
    return (bytes + sizeof(double) - 1) / sizeof(double);
}

size_t ifc2f_grow_work(const ifc2f_rows *rows, size_t n_tests)
{
    const size_t L = rows->n_classes;
    const size_t max_nodes = ifc2f_max_nodes(rows);
    return (AT_ONCE * CELLS + CELLS + 1) * (L + 1) + 3 * L + i2f_logs_length() + max_nodes * L +
           doubles_for(max_nodes * sizeof(place)) + doubles_for((2 * rows->n_rows + n_tests) * sizeof(int32_t) + rows->n_columns);
}

static void lay_out(grower *g, double *work)
{
    const size_t L = g->rows->n_classes;
    g->max_nodes = ifc2f_max_nodes(g->rows);
    g->places = (place *)(void *)work;
    g->posterior = work + doubles_for(g->max_nodes * sizeof(place));
    g->histogram = g->posterior + g->max_nodes * L;
    g->prefix = g->histogram + AT_ONCE * CELLS * (L + 1);
    g->left = g->prefix + (CELLS + 1) * (L + 1);
    g->right = g->left + L;
    g->target = g->right + L;
    g->logs = g->target + L;
    g->order = (int32_t *)(void *)(g->logs + i2f_logs_length());
    g->spare = g->order + g->rows->n_rows;
    g->bought = g->spare + g->rows->n_rows;
    g->lacks = (uint8_t *)(g->bought + g->prices->n_tests);
}

size_t ifc2f_grow(const ifc2f_rows *rows, const ifc2f_prices *prices, const ifc2f_growth *growth, ifc2f_node *nodes,
                  double *sums, double *work)
{
    grower g;
    memset(&g, 0, sizeof g);
    g.rows = rows;
    g.prices = prices;
    g.growth = growth;
    g.scale = 1.0;
    g.nodes = nodes;
    g.sums = sums;
    lay_out(&g, work);
    i2f_fill_logs(g.logs);
    memset(g.histogram, 0, AT_ONCE * CELLS * (rows->n_classes + 1) * sizeof *g.histogram);
    memset(g.bought, 0, prices->n_tests * sizeof *g.bought);
    memset(g.lacks, 0, rows->n_columns);
    for (size_t r = 0; r < rows->n_rows; ++r) {
        g.order[r] = (int32_t)r;
        for (size_t k = 0; k < rows->n_columns; ++k) {
            g.lacks[k] |= rows->codes[r * rows->n_columns + k] >= (uint32_t)rows->n_values[k];
        }
    }
    const int32_t root = add_leaf(&g, 0, rows->n_rows, growth->prior);
    grow_greedily(&g, root, 0, rows->n_rows, 0);
    improve(&g, root, 0, rows->n_rows, 0, growth->work);
    close_up(&g);
    return g.n_nodes;
}
