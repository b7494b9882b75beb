/*
 * How sure a posterior is. A row of a table, P(feature | parent's value, class), is Dirichlet: the training rows of its class and
 * parent's value fall on the values as the table says, and one more row is shared evenly by the values, as Berger, Bernardo and Sun
 * (Bayesian Analysis 10(1), 2015) recommend for many values. To first order what a row of a table adds to ln P(answers | class) is
 * ln X, where X is a weighted sum of its entries. X is taken for a gamma variable of the same mean and variance. It has a long tail
 * below and none above, so each class has a distance to its lower end and another to its upper end. Distances of independent parts
 * are added as squares, at each end on its own (MOVER: Zou and Donner, Statistics in Medicine 27(10), 2008). One pass up and one
 * down the tree give the weights of all tables.
 */
#include "../runtime/posterior.h"

#include <math.h>

#include "gamma.h"
#include "ifc2f_confidence.h"
#include "ifc2f_count.h"
#include "ifc2f_smooth.h"

/* What passes through the tree, of one class at a time. */
typedef struct passes {
    const ifc2f_session *session;
    uint32_t class_;
    double below_lower; /* probability of less than the lower end; as much is left above the upper */
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
    return 3 * (size_t)model->n_bins + model->n_up + 3 * (size_t)model->n_classes;
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
    const float *likelihoods = k < s->model->n_features ? i2f_likelihoods(s, k) : NULL;
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

/* How far the end below and the end above are from what is told, as squares of differences of logarithms. */
typedef struct distances {
    double below;
    double above;
} distances;

static const double BEFORE = 1.0; /* rows that all values of a feature have together before any is counted */
static const double LEAST_SPREAD = 1e-12; /* of X, relative to its mean: less is rounding */

/* What n rows leave open of ln X, for X = the sum over v of the table's P(v) of its row u times weight[v]. */
static distances of_row(const passes *p, const place *at, uint32_t u, double n, const double *weight)
{
    const double all = n + BEFORE;
    double told = 0.0;
    double mean = 0.0;
    double square = 0.0;
    distances found = {0.0, 0.0};
    for (uint32_t v = 0; v < at->n_values; ++v) {
        const double table = chance(p, at, u, v);
        const double share = (n * table + BEFORE / at->n_values) / all;
        told += table * weight[v];
        mean += share * weight[v];
        square += share * weight[v] * weight[v];
    }
    const double spread = (square - mean * mean) / (all + 1.0);
    if (told > 0.0 && spread > LEAST_SPREAD * mean * mean) {
        const double shape = mean * mean / spread;
        const double shift = ifc2f_log(mean / (told * shape));
        const double down = i2f_log_gamma_quantile(shape, p->below_lower) + shift;
        const double up = i2f_log_gamma_quantile(shape, 1.0 - p->below_lower) + shift;
        found.below = down < 0.0 ? down * down : 0.0;
        found.above = up > 0.0 ? up * up : 0.0;
    }
    return found;
}

/* The beliefs of feature k from its parent's; adds what its tables leave open. In `message` stands then P(parent = u | answers that
 * are not at or below feature k), but for a factor. */
static void go_down(const passes *p, uint32_t k, double rows_of_class, distances *sum)
{
    const place at = place_of(p, k);
    double total = 0.0;
    for (uint32_t u = 0; u < at.n_given; ++u) {
        at.message[u] = at.message[u] > 0.0 ? at.belief_parent[u] / at.message[u] : 0.0;
        for (uint32_t v = 0; v < at.n_values; ++v) {
            total += at.message[u] * chance(p, &at, u, v) * at.below[v];
        }
    }
    memset(at.belief, 0, at.n_values * sizeof *at.belief);
    for (uint32_t u = 0; u < at.n_given && total > 0.0; ++u) {
        double share = 0.0; /* P(parent = u | answers) */
        for (uint32_t v = 0; v < at.n_values; ++v) {
            const double joint = at.message[u] * chance(p, &at, u, v) * at.below[v] / total;
            at.belief[v] += joint;
            share += joint;
        }
        if (share > 0.0) {
            const distances row = of_row(p, &at, u, rows_of_class * at.marginal_parent[u], at.below);
            sum->below += share * share * row.below;
            sum->above += share * share * row.above;
        }
    }
}

/* What the rows leave open of ln P(answers | class). */
static distances distances_of(const passes *p, double rows_of_class)
{
    const ifc2f_model *model = p->session->model;
    const uint32_t n_variables = n_variables_of(model);
    distances sum = {0.0, 0.0};
    distances of_factor = {0.0, 0.0}; /* its table was chosen, and not counted: nothing is left open of it */
    for (uint32_t n = 0; n < n_variables; ++n) {
        begin_feature(p, variable_at(model, n));
    }
    for (uint32_t n = n_variables; n > 0; --n) {
        go_up(p, variable_at(model, n - 1));
    }
    for (uint32_t n = 0; n < n_variables; ++n) {
        const uint32_t k = variable_at(model, n);
        go_down(p, k, rows_of_class, k < model->n_features ? &sum : &of_factor);
    }
    return sum;
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

/* The ends for class i, the distances of all classes' log weights being given. They are those of its logit, so that they stand
 * apart even where the posterior is rounded to 1. What another class may gain or lose moves the sum of the others by its share. */
static void put_ends(const double *weights, uint32_t n_classes, uint32_t i, const distances *of, double *ends)
{
    const double p = weights[i];
    double others = 0.0;
    distances sum = of[i];
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
        if (share > 0.0) {
            const double more = ifc2f_log(1.0 - share + share * ifc2f_exp(sqrt(of[j].above)));
            const double less = ifc2f_log(1.0 - share + share * ifc2f_exp(-sqrt(of[j].below)));
            sum.below += more * more;
            sum.above += less * less;
        }
    }
    const double logit = ifc2f_log(p) - ifc2f_log(others);
    ends[0] = sigmoid(logit - sqrt(sum.below));
    ends[1] = sigmoid(logit + sqrt(sum.above));
}

int32_t ifc2f_interval(const ifc2f_session *session, const ifc2f_trained *trained, double *ends, double *work)
{
    const ifc2f_model *model = session->model;
    const double n_rows = trained->n_rows;
    const double power = trained->power;
    const double level = trained->level;
    passes p = {session, 0, (1.0 - level) / 2.0, work, work + model->n_bins, work + 2 * (size_t)model->n_bins,
                work + 3 * (size_t)model->n_bins};
    double *weights = p.message + model->n_up;
    distances *of = (distances *)(weights + model->n_classes);
    if (!(n_rows > 0.0 && n_rows < 1e300 && power > -1e100 && power < 1e100 && level > 0.0 && level < 1.0)) {
        return IFC2F_ERR_ARGUMENT;
    }
    i2f_need_posterior(session);
    const double z = ifc2f_normal_quantile((1.0 + level) / 2.0);
    for (uint32_t c = 0; c < model->n_classes; ++c) {
        const double rows_of_class = n_rows * (double)number_at(&model->sections[IFC2F_PRIOR], c);
        const double of_prior = trained->counts_prior ? z * z / rows_of_class : 0.0;
        p.class_ = c;
        of[c] = distances_of(&p, rows_of_class);
        of[c].below = of[c].below * (power * power) + of_prior;
        of[c].above = of[c].above * (power * power) + of_prior;
    }
    put_weights(session, weights);
    for (uint32_t c = 0; c < model->n_classes; ++c) {
        put_ends(weights, model->n_classes, c, of, ends + 2 * (size_t)c);
    }
    return IFC2F_OK;
}
