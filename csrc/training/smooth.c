/*
 * Tables smoothed along an axis (ifc2f_smooth.h). What is chosen, the width of a kernel and the number of rows that a prior
 * distribution stands for, is chosen by leave-one-out likelihood: that of each row under the table of the others.
 */
#include "../base/arithmetic.h"

#include "ifc2f_count.h"
#include "ifc2f_smooth.h"

#include "axis.h"
#include "normal.h"

static const double WIDTHS[] = {0.0, 0.1, 0.2, 0.4}; /* of the kernel, in normal scores */
static const double PRIOR_ROWS[] = {1.0, 4.0, 16.0, 64.0, 256.0};
static const double COPULA_ROWS[] = {1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0};
enum { N_WIDTHS = 4, N_PRIOR_ROWS = 5, N_COPULA_ROWS = 9 };
static const double EQUAL_ROWS = 2.0;       /* of equal chances, in each class's normal distribution */
static const double EQUAL_SHARE = 0.02;     /* of what the feature does alone, in a copula */
static const double POOLED_ROWS = 5.0;      /* of the variance of all classes, in that of each */
static const double POOLED_PAIRS = 10.0;    /* of the correlation of all classes, in that of each */
static const double MOST_CORRELATED = 0.98; /* else a distribution could be a single bin */
static const double TIE = 1e-9;             /* of log likelihoods: equal ones differ less */

size_t ifc2f_smooth_work(size_t n_given, size_t n_values, size_t n_classes)
{
    const size_t alone = 4 * n_values + 1 + 2 * n_values * n_classes + n_values * n_values + n_classes;
    const size_t dependent = (n_given + n_values) * (2 * n_classes + 1) + 3 * n_classes + n_given * n_values * n_classes + 2;
    return alone > dependent ? alone : dependent;
}

/* An axis with the rows of each class. */
typedef struct smooth_axis {
    size_t n_values;
    size_t n_classes;
    const int64_t *counts; /* [n_values][n_classes] */
    double *cuts;          /* [n_values + 1] */
    double *means;         /* [n_values] */
    double *squares;       /* [n_values]: mean square of a bin's stretch */
    double *rows;          /* [n_classes] */
} smooth_axis;

static void fill_axis(const smooth_axis *axis, double *share)
{
    const size_t V = axis->n_values;
    const size_t L = axis->n_classes;
    double all = 0.0;
    for (size_t c = 0; c < L; ++c) {
        axis->rows[c] = 0.0;
        for (size_t v = 0; v < V; ++v) {
            axis->rows[c] += (double)axis->counts[v * L + c];
        }
        all += axis->rows[c];
    }
    for (size_t v = 0; v < V; ++v) { /* half a row more in each, so that none has no length */
        double of_bin = 0.5;
        for (size_t c = 0; c < L; ++c) {
            of_bin += (double)axis->counts[v * L + c];
        }
        share[v] = of_bin / (all + 0.5 * (double)V);
    }
    i2f_cut_axis(share, 1, V, axis->cuts, axis->means);
    for (size_t v = 0; v < V; ++v) {
        const double below = v == 0 ? 0.0 : axis->cuts[v] * i2f_normal_density(axis->cuts[v]);
        const double above = v + 1 == V ? 0.0 : axis->cuts[v + 1] * i2f_normal_density(axis->cuts[v + 1]);
        axis->squares[v] = 1.0 + (below - above) / share[v];
    }
}

static double mean_of_class(const smooth_axis *axis, size_t c)
{
    double sum = 0.0;
    for (size_t v = 0; v < axis->n_values; ++v) {
        sum += (double)axis->counts[v * axis->n_classes + c] * axis->means[v];
    }
    return sum / (axis->rows[c] + 1.0); /* and one row in the middle */
}

/* Sum of squared distances from the mean. */
static double spread_of_class(const smooth_axis *axis, size_t c, double mean)
{
    double sum = 0.0;
    for (size_t v = 0; v < axis->n_values; ++v) {
        const double square = axis->squares[v] - 2.0 * mean * axis->means[v] + mean * mean;
        sum += (double)axis->counts[v * axis->n_classes + c] * square;
    }
    return sum;
}

/* prior[v][c]: what a normal distribution of each class holds, and some rows of equal chances. */
static void fit_normals(const smooth_axis *axis, double *prior)
{
    const size_t V = axis->n_values;
    const size_t L = axis->n_classes;
    double spread = 0.0;
    double n = 0.0;
    for (size_t c = 0; c < L; ++c) {
        spread += spread_of_class(axis, c, mean_of_class(axis, c));
        n += axis->rows[c];
    }
    const double pooled = n > 0.0 && spread > 0.0 ? spread / n : 1.0;
    for (size_t c = 0; c < L; ++c) {
        const double rows = axis->rows[c];
        const double mean = mean_of_class(axis, c);
        const double variance = (spread_of_class(axis, c, mean) + POOLED_ROWS * pooled) / (rows + POOLED_ROWS);
        const double deviation = i2f_root(variance);
        double below = 0.0;
        for (size_t v = 0; v < V; ++v) {
            const double above = v + 1 == V ? 1.0 : ifc2f_normal_below((axis->cuts[v + 1] - mean) / deviation);
            prior[v * L + c] = (rows * (above - below) + EQUAL_ROWS / (double)V) / (rows + EQUAL_ROWS);
            below = above;
        }
    }
}

/* spread[v][c]: rows after each bin's were spread over its neighbours; own[v]: what is left of a row in its bin. */
static void spread_rows(const smooth_axis *axis, double width, double *kernel, double *spread, double *own)
{
    const size_t V = axis->n_values;
    const size_t L = axis->n_classes;
    for (size_t v = 0; v < V; ++v) {
        double below = 0.0;
        for (size_t w = 0; w < V; ++w) {
            double above = w >= v ? 1.0 : 0.0; /* without width all stays */
            if (width > 0.0) {
                above = w + 1 == V ? 1.0 : ifc2f_normal_below((axis->cuts[w + 1] - axis->means[v]) / width);
            }
            kernel[v * V + w] = above - below;
            below = above;
        }
        own[v] = kernel[v * V + v];
    }
    for (size_t w = 0; w < V; ++w) {
        for (size_t c = 0; c < L; ++c) {
            double sum = 0.0;
            for (size_t v = 0; v < V; ++v) {
                sum += (double)axis->counts[v * L + c] * kernel[v * V + w];
            }
            spread[w * L + c] = sum;
        }
    }
}

/* Log likelihood of `count` rows of one cell, each under what the others leave: `rows` of the cell without it, of n. */
static double left_out(int64_t count, double rows, double n, double prior, double prior_rows)
{
    const double others = rows > 0.0 ? rows : 0.0;
    return count > 0 ? (double)count * ifc2f_log((others + prior_rows * prior) / (n - 1.0 + prior_rows)) : 0.0;
}

static double left_out_on_axis(const smooth_axis *axis, const double *spread, const double *own, const double *prior,
                               double prior_rows)
{
    const size_t L = axis->n_classes;
    double sum = 0.0;
    for (size_t v = 0; v < axis->n_values; ++v) {
        for (size_t c = 0; c < L; ++c) {
            const size_t at = v * L + c;
            sum += left_out(axis->counts[at], spread[at] - own[v], axis->rows[c], prior[at], prior_rows);
        }
    }
    return sum;
}

void ifc2f_smooth_alone(const int64_t *counts, size_t n_values, size_t n_classes, double *table, double *work)
{
    const size_t V = n_values;
    const size_t L = n_classes;
    double *own = work + 3 * V + 1;
    double *prior = own + V;
    double *spread = prior + V * L;
    double *kernel = spread + V * L;
    const smooth_axis axis = {V, L, counts, work, work + V + 1, work + 2 * V + 1, kernel + V * V};
    fill_axis(&axis, own);
    fit_normals(&axis, prior);
    double best = 0.0;
    double width = WIDTHS[0];
    double prior_rows = 0.0;
    for (size_t i = 0; i < N_WIDTHS; ++i) {
        spread_rows(&axis, WIDTHS[i], kernel, spread, own);
        for (size_t k = 0; k < N_PRIOR_ROWS; ++k) {
            const double value = left_out_on_axis(&axis, spread, own, prior, PRIOR_ROWS[k]);
            if (prior_rows <= 0.0 || value > best + TIE) {
                best = value;
                width = WIDTHS[i];
                prior_rows = PRIOR_ROWS[k];
            }
        }
    }
    spread_rows(&axis, width, kernel, spread, own);
    for (size_t v = 0; v < V; ++v) {
        for (size_t c = 0; c < L; ++c) {
            const size_t at = v * L + c;
            table[at] = (spread[at] + prior_rows * prior[at]) / (axis.rows[c] + prior_rows);
        }
    }
}

/* Counts of a feature's values by its parent's and the class, with what is thought of them beforehand. */
typedef struct smooth_family {
    size_t n_given;
    size_t n_values;
    size_t n_classes;
    const int64_t *counts; /* [n_given][n_values][n_classes] */
} smooth_family;

/* Sums of the products of scores in one class, means[..][c] being the bins'. */
typedef struct score_products {
    double both;
    double given;
    double own;
} score_products;

static score_products products_of(const smooth_family *family, const double *given, const double *own, size_t c)
{
    const size_t V = family->n_values;
    const size_t L = family->n_classes;
    score_products sum = {0.0, 0.0, 0.0};
    for (size_t u = 0; u < family->n_given; ++u) {
        for (size_t v = 0; v < V; ++v) {
            const double rows = (double)family->counts[(u * V + v) * L + c];
            sum.both += rows * given[u] * own[v];
            sum.given += rows * given[u] * given[u];
            sum.own += rows * own[v] * own[v];
        }
    }
    return sum;
}

/* The axes of feature and parent within class c. */
typedef struct class_axes {
    double *own_cuts;    /* [n_values + 1] */
    double *own_means;   /* [n_values] */
    double *given_cuts;  /* [n_given + 1] */
    double *given_means; /* [n_given] */
} class_axes;

static void cut_axes(const smooth_family *family, const double *given, const double *alone, size_t c, const class_axes *axes)
{
    i2f_cut_axis(alone + c, family->n_classes, family->n_values, axes->own_cuts, axes->own_means);
    i2f_cut_axis(given + c, family->n_classes, family->n_given, axes->given_cuts, axes->given_means);
}

/* prior[u][v][c] for one class: the stretch of v under the normal distribution that the middle of u leaves. */
static void fit_copula(const smooth_family *family, const double *alone, size_t c, const class_axes *axes, double correlation,
                       double *prior)
{
    const size_t V = family->n_values;
    const size_t L = family->n_classes;
    const double deviation = i2f_root(1.0 - correlation * correlation);
    for (size_t u = 0; u < family->n_given; ++u) {
        const double mean = correlation * axes->given_means[u];
        double below = 0.0;
        for (size_t v = 0; v < V; ++v) {
            const double above = v + 1 == V ? 1.0 : ifc2f_normal_below((axes->own_cuts[v + 1] - mean) / deviation);
            prior[(u * V + v) * L + c] = (1.0 - EQUAL_SHARE) * (above - below) + EQUAL_SHARE * alone[v * L + c];
            below = above;
        }
    }
}

static void fit_copulas(const smooth_family *family, const double *given, const double *alone, double *prior, double *work)
{
    const size_t V = family->n_values;
    const size_t U = family->n_given;
    const class_axes axes = {work, work + V + 1, work + 2 * V + 1, work + 2 * V + U + 2};
    score_products all = {0.0, 0.0, 0.0};
    for (size_t c = 0; c < family->n_classes; ++c) {
        cut_axes(family, given, alone, c, &axes);
        const score_products of_class = products_of(family, axes.given_means, axes.own_means, c);
        all.both += of_class.both;
        all.given += of_class.given;
        all.own += of_class.own;
    }
    const double total = i2f_root(all.given) * i2f_root(all.own);
    const double pooled = total > 0.0 ? all.both / total : 0.0;
    for (size_t c = 0; c < family->n_classes; ++c) {
        cut_axes(family, given, alone, c, &axes);
        const score_products of_class = products_of(family, axes.given_means, axes.own_means, c);
        const double length = i2f_root(of_class.given) * i2f_root(of_class.own) + POOLED_PAIRS;
        double correlation = (of_class.both + POOLED_PAIRS * pooled) / length;
        correlation = correlation > MOST_CORRELATED ? MOST_CORRELATED : correlation;
        correlation = correlation < -MOST_CORRELATED ? -MOST_CORRELATED : correlation;
        fit_copula(family, alone, c, &axes, correlation, prior);
    }
}

static double rows_given(const smooth_family *family, size_t u, size_t c)
{
    double rows = 0.0;
    for (size_t v = 0; v < family->n_values; ++v) {
        rows += (double)family->counts[(u * family->n_values + v) * family->n_classes + c];
    }
    return rows;
}

static double left_out_of_family(const smooth_family *family, const double *prior, double prior_rows)
{
    const size_t V = family->n_values;
    const size_t L = family->n_classes;
    double sum = 0.0;
    for (size_t u = 0; u < family->n_given; ++u) {
        for (size_t c = 0; c < L; ++c) {
            const double rows = rows_given(family, u, c);
            for (size_t v = 0; v < V; ++v) {
                const size_t at = (u * V + v) * L + c;
                sum += left_out(family->counts[at], (double)family->counts[at] - 1.0, rows, prior[at], prior_rows);
            }
        }
    }
    return sum;
}

void ifc2f_smooth_dependent(const int64_t *counts, size_t n_given, size_t n_values, size_t n_classes, const double *given,
                            const double *alone, double *table, double *work)
{
    const size_t V = n_values;
    const size_t L = n_classes;
    const smooth_family family = {n_given, V, L, counts};
    double *prior = work;
    if (given != NULL) {
        fit_copulas(&family, given, alone, prior, prior + n_given * V * L);
    } else {
        for (size_t at = 0; at < n_given * V * L; ++at) {
            prior[at] = alone[at % (V * L)];
        }
    }
    double best = 0.0;
    double prior_rows = 0.0;
    for (size_t k = 0; k < N_COPULA_ROWS; ++k) {
        const double value = left_out_of_family(&family, prior, COPULA_ROWS[k]);
        if (prior_rows <= 0.0 || value > best + TIE) {
            best = value;
            prior_rows = COPULA_ROWS[k];
        }
    }
    const double equal_rows = given == NULL ? 1.0 : 0.0;
    for (size_t u = 0; u < n_given; ++u) {
        for (size_t c = 0; c < L; ++c) {
            const double rows = rows_given(&family, u, c);
            for (size_t v = 0; v < V; ++v) {
                const size_t at = (u * V + v) * L + c;
                const double added = prior_rows * prior[at] + equal_rows / (double)V;
                table[at] = ((double)counts[at] + added) / (rows + prior_rows + equal_rows);
            }
        }
    }
}
