/*
 * Pruning a policy graph to what pays under the rows' own probabilities, and following it (ifc2f_grow.h).
 */
#include "../base/arithmetic.h"

#include "ifc2f_count.h"
#include "ifc2f_grow.h"
#include "nodes.h"

static const double SMALLEST_BELIEF = 1e-12;

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
        const double price = (double)nodes[i].price * (double)(nodes[i].share[0] + nodes[i].share[1]);
        double go = price;
        double go_charged = price + charge / (double)nodes[i].weight;
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

/* Raise what class probabilities say beside the prior to a power, and divide them by their sum. */
static void temper(double *posterior, const double *prior, size_t n_classes, double power)
{
    double sum = 0.0;
    for (size_t c = 0; c < n_classes; ++c) {
        const double before = prior[c] > SMALLEST_BELIEF ? prior[c] : SMALLEST_BELIEF;
        const double now = posterior[c] > SMALLEST_BELIEF ? posterior[c] : SMALLEST_BELIEF;
        posterior[c] = ifc2f_exp(power * ifc2f_log(now) + (1.0 - power) * ifc2f_log(before));
        sum += posterior[c];
    }
    for (size_t c = 0; c < n_classes; ++c) {
        posterior[c] /= sum;
    }
}

void ifc2f_temper_graph(const ifc2f_node *nodes, size_t n_nodes, size_t n_classes, const float *misclassification,
                        const double *prior, double power, double *posterior, double *value)
{
    for (size_t i = n_nodes; i-- > 0;) {
        const int32_t children[3] = {nodes[i].low, nodes[i].high, nodes[i].missing};
        int32_t label;
        temper(posterior + i * n_classes, prior, n_classes, power);
        value[i] = stop_cost(posterior + i * n_classes, misclassification, n_classes, &label);
        if (nodes[i].feature >= 0) {
            value[i] = (double)nodes[i].price * (double)(nodes[i].share[0] + nodes[i].share[1]);
            for (uint32_t branch = 0; branch < 3; ++branch) {
                value[i] += children[branch] >= 0 ? (double)nodes[i].share[branch] * value[children[branch]] : 0.0;
            }
        }
    }
}

void ifc2f_walk(const ifc2f_rows *rows, const ifc2f_node *nodes, const double *posterior,
                const float *misclassification, int32_t *leaf, int32_t *decision, double *price)
{
    for (size_t r = 0; r < rows->n_rows; ++r) {
        int32_t i = 0;
        price[r] = 0.0;
        while (nodes[i].feature >= 0) {
            const uint32_t code = rows->codes[r * rows->n_columns + (size_t)nodes[i].feature];
            price[r] += code < (uint32_t)rows->n_values[nodes[i].feature] ? (double)nodes[i].price : 0.0;
            i = child_of(rows, &nodes[i], code);
        }
        leaf[r] = i;
        (void)stop_cost(posterior + (size_t)i * rows->n_classes, misclassification, rows->n_classes, &decision[r]);
    }
}
