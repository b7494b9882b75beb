/*
 * How sure a posterior is. A row of a table, P(feature | parent's value, class), is Dirichlet with the number of training rows of
 * its class and parent's value, and one more for each value. The derivative of ln P(answers | class) with respect to ln P(v | u,
 * class) is P(feature = v, parent = u | answers, class), which one pass up and one down the tree give for all tables.
 */
#include "../runtime/posterior.h"

#include <math.h>

#include "ifc2f_confidence.h"
#include "ifc2f_count.h"
#include "ifc2f_smooth.h"

/* What passes through the tree, of one class at a time. */
typedef struct passes {
    const ifc2f_session *session;
    uint32_t class_;
    double *below;    /* [n_bins] P(answers at and below the feature | value), scaled */
    double *belief;   /* [n_bins] P(value | answers) */
    double *marginal; /* [n_bins] P(value) */
    double *message;  /* [n_up] P(answers at and below the feature | parent's value), scaled */
} passes;

/* Of one feature: its record, its numbers, and those of its parent. */
typedef struct place {
    uint32_t n_values;
    uint32_t n_given;
    uint32_t first; /* of its table, in the column of the class */
    double *below;
    double *belief;
    double *marginal;
    double *message;
    double *below_parent; /* NULL: there is none */
    const double *belief_parent;
    const double *marginal_parent;
} place;

static const double CERTAIN[] = {1.0}; /* what a feature without a parent depends on */

size_t ifc2f_interval_work(const ifc2f_model *model)
{
    return 3 * (size_t)model->n_bins + model->n_up + 2 * (size_t)model->n_classes;
}

IFC2F_APART static place place_of(const passes *p, uint32_t k)
{
    const ifc2f_model *model = p->session->model;
    const uint32_t bin = feature_word(model, k, FIRST_BIN);
    const uint32_t parent = parent_of(model, k);
    const uint32_t above = parent == NO_INDEX ? 0 : feature_word(model, parent, FIRST_BIN);
    const place at = {n_values_of(model, k), n_parent_values_of(model, k), feature_word(model, k, FIRST_TABLE) + p->class_,
                      p->below + bin, p->belief + bin, p->marginal + bin, p->message + feature_word(model, k, FIRST_UP),
                      parent == NO_INDEX ? NULL : p->below + above, parent == NO_INDEX ? CERTAIN : p->belief + above,
                      parent == NO_INDEX ? CERTAIN : p->marginal + above};
    return at;
}

/* P(feature = v | its parent = u, class). */
IFC2F_APART static double chance(const passes *p, const place *at, uint32_t u, uint32_t v)
{
    const ifc2f_model *model = p->session->model;
    return (double)number_at(&model->sections[IFC2F_TABLES], at->first + (u * at->n_values + v) * model->n_classes);
}

/* Divide by the largest, which takes nothing from what they are used for. */
static void scale(double *numbers, uint32_t n)
{
    double largest = 0.0;
    for (uint32_t i = 0; i < n; ++i) {
        largest = numbers[i] > largest ? numbers[i] : largest;
    }
    for (uint32_t i = 0; i < n && largest > 0.0; ++i) {
        numbers[i] /= largest;
    }
}

/* What is answered of feature k by itself, and its marginal. */
static void begin_feature(const passes *p, uint32_t k)
{
    const ifc2f_session *s = p->session;
    const place at = place_of(p, k);
    const float *likelihoods = i2f_likelihoods(s, k);
    for (uint32_t v = 0; v < at.n_values; ++v) {
        const double certain = !has_value(s, k) || s->values[k] == v ? 1.0 : 0.0;
        at.below[v] = likelihoods == NULL ? certain : (double)likelihoods[v];
        at.marginal[v] = 0.0;
        for (uint32_t u = 0; u < at.n_given; ++u) {
            at.marginal[v] += chance(p, &at, u, v) * at.marginal_parent[u];
        }
    }
}

/* Hand on to the parent what feature k and those below it say. */
static void go_up(const passes *p, uint32_t k)
{
    const place at = place_of(p, k);
    for (uint32_t u = 0; u < at.n_given; ++u) {
        at.message[u] = 0.0;
        for (uint32_t v = 0; v < at.n_values; ++v) {
            at.message[u] += chance(p, &at, u, v) * at.below[v];
        }
    }
    scale(at.message, at.n_given);
    for (uint32_t u = 0; u < at.n_given && at.below_parent != NULL; ++u) {
        at.below_parent[u] *= at.message[u];
    }
    if (at.below_parent != NULL) {
        scale(at.below_parent, at.n_given);
    }
}

/* The beliefs of feature k from its parent's; returns what its tables add to the variance. In `message` stands then P(parent = u |
 * answers that are not at or below feature k), but for a factor. */
static double go_down(const passes *p, uint32_t k, double rows_of_class)
{
    const place at = place_of(p, k);
    double total = 0.0;
    double variance = 0.0;
    for (uint32_t u = 0; u < at.n_given; ++u) {
        at.message[u] = at.message[u] > 0.0 ? at.belief_parent[u] / at.message[u] : 0.0;
        for (uint32_t v = 0; v < at.n_values; ++v) {
            total += at.message[u] * chance(p, &at, u, v) * at.below[v];
        }
    }
    memset(at.belief, 0, at.n_values * sizeof *at.belief);
    for (uint32_t u = 0; u < at.n_given && total > 0.0; ++u) {
        double sum = 0.0;
        double squares = 0.0;
        for (uint32_t v = 0; v < at.n_values; ++v) {
            const double table = chance(p, &at, u, v);
            const double joint = at.message[u] * table * at.below[v] / total;
            at.belief[v] += joint;
            sum += joint;
            squares += joint > 0.0 ? joint * joint / table : 0.0;
        }
        const double spread = squares - sum * sum;
        variance += (spread > 0.0 ? spread : 0.0) / (rows_of_class * at.marginal_parent[u] + at.n_values + 1.0);
    }
    return variance;
}

/* Variance of ln P(answers | class) over what the rows leave open of the tables. */
static double variance_of(const passes *p, double rows_of_class)
{
    const uint32_t n_features = p->session->model->n_features;
    double variance = 0.0;
    for (uint32_t k = 0; k < n_features; ++k) {
        begin_feature(p, k);
    }
    for (uint32_t k = n_features; k > 0; --k) {
        go_up(p, k - 1);
    }
    for (uint32_t k = 0; k < n_features; ++k) {
        variance += go_down(p, k, rows_of_class);
    }
    return variance;
}

static double sigmoid(double x)
{
    return x > -700.0 ? 1.0 / (1.0 + ifc2f_exp(-x)) : 0.0;
}

/* What class c weighs, `top` being one that weighs most: its posterior, or what single precision takes for 0. Of the latter a graph
 * knows nothing. */
static double weight_of(const ifc2f_session *s, uint32_t c, const ifc2f_class *top)
{
    const ifc2f_class *of = &s->classes[c];
    double weight = (double)of->posterior;
    if (!(weight > 0.0) && !has_graph(s->model) && of->exponent >= LEAST_POSSIBLE) {
        weight = (double)top->posterior / (double)top->mantissa * (double)of->mantissa;
        for (int32_t e = of->exponent; e < top->exponent && weight > 0.0; ++e) {
            weight *= 0.5;
        }
    }
    return weight;
}

static void put_weights(const ifc2f_session *s, double *weights)
{
    const ifc2f_class *top = s->classes;
    for (uint32_t c = 1; c < s->model->n_classes; ++c) {
        top = s->classes[c].exponent > top->exponent ? &s->classes[c] : top;
    }
    for (uint32_t c = 0; c < s->model->n_classes; ++c) {
        weights[c] = weight_of(s, c, top);
    }
}

/* The ends for class i, the variances of all classes' log weights being given. They are those of its logit, so that they stand
 * apart even where the posterior is rounded to 1. */
static void put_ends(const double *weights, uint32_t n_classes, uint32_t i, const double *variance, double z, double *ends)
{
    const double p = weights[i];
    double others = 0.0;
    double sum = variance[i];
    for (uint32_t j = 0; j < n_classes; ++j) {
        others += j == i ? 0.0 : weights[j];
    }
    ends[0] = p > 0.0 ? 1.0 : 0.0;
    ends[1] = ends[0];
    if (!(p > 0.0 && others > 0.0)) {
        return;
    }
    for (uint32_t j = 0; j < n_classes; ++j) {
        const double share = j == i ? 0.0 : weights[j] / others;
        sum += share > 0.0 ? share * share * variance[j] : 0.0;
    }
    const double spread = z * sqrt(sum);
    const double logit = ifc2f_log(p) - ifc2f_log(others);
    ends[0] = sigmoid(logit - spread);
    ends[1] = sigmoid(logit + spread);
}

int32_t ifc2f_interval(const ifc2f_session *session, const ifc2f_trained *trained, double *ends, double *work)
{
    const ifc2f_model *model = session->model;
    const double n_rows = trained->n_rows;
    const double power = trained->power;
    double *variance = work + 3 * (size_t)model->n_bins + model->n_up;
    double *weights = variance + model->n_classes;
    passes p = {session, 0, work, work + model->n_bins, work + 2 * (size_t)model->n_bins, work + 3 * (size_t)model->n_bins};
    if (!(n_rows > 0.0 && n_rows < 1e300 && power > -1e100 && power < 1e100 && trained->level > 0.0 && trained->level < 1.0)) {
        return IFC2F_ERR_ARGUMENT;
    }
    i2f_need_posterior(session);
    for (uint32_t c = 0; c < model->n_classes; ++c) {
        const double rows_of_class = n_rows * (double)number_at(&model->sections[IFC2F_PRIOR], c);
        p.class_ = c;
        variance[c] = variance_of(&p, rows_of_class) * (power * power);
        variance[c] += trained->counts_prior ? 1.0 / rows_of_class : 0.0;
    }
    const double z = ifc2f_normal_quantile((1.0 + trained->level) / 2.0);
    put_weights(session, weights);
    for (uint32_t c = 0; c < model->n_classes; ++c) {
        put_ends(weights, model->n_classes, c, variance, z, ends + 2 * (size_t)c);
    }
    return IFC2F_OK;
}
