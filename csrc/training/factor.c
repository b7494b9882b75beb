/*
 * Principal factors of correlations (ifc2f_factor.h): the communality of a number, what of its variance the factors explain, stands in the
 * place of its variance; the two directions in which the matrix is longest are the loadings, and they give the communalities again.
 */
#include "../base/arithmetic.h"

#include "ifc2f_factor.h"
#include "ifc2f_smooth.h"

#include "axis.h"

enum { N_FACTORS = 2, N_ROUNDS = 60, N_STEPS = 4, N_WITHIN = 5, N_STEPS_OF_AXIS = 2048 };
static const double POOLED_SHARE = 0.3;     /* of the correlation of all classes, in that of each */
static const double MOST_CORRELATED = 0.98; /* before it is drawn anywhere */
static const double MOST_EXPLAINED = 0.97;  /* of a number's variance: stretches are too wide for more */
static const double FARTHEST = 8.0;         /* of a normal score that matters */
static const double LEAST = 1e-7;           /* probability of a bin, before the last step */
static const double LEAST_VARIANCE = 1e-12; /* of scores: what rounding leaves where all rows are in one bin */
static const double TURNED = 0.5;           /* makes the largest eigenvalue the longest one, too */

/* ---- Scores and correlations ------------------------------------------------------------------------------------- */

void ifc2f_unit_scores(const double *alone, size_t n_values, size_t n_classes, double *scores, double *work)
{
    double *means = work + n_values + 1;
    for (size_t c = 0; c < n_classes; ++c) {
        double variance = 0.0;
        i2f_cut_axis(alone + c, n_classes, n_values, work, means);
        for (size_t v = 0; v < n_values; ++v) {
            variance += alone[v * n_classes + c] * means[v] * means[v];
        }
        for (size_t v = 0; v < n_values; ++v) {
            scores[v * n_classes + c] = variance > LEAST_VARIANCE ? means[v] / variance : 0.0;
        }
    }
}

void ifc2f_score_products(const int64_t *counts, size_t n_given, size_t n_values, size_t n_classes, const double *given,
                          const double *own, double *products, double *rows)
{
    const size_t L = n_classes;
    for (size_t c = 0; c < L; ++c) {
        products[c] = 0.0;
        rows[c] = 0.0;
        for (size_t at = 0; at < n_given * n_values; ++at) {
            const double count = (double)counts[at * L + c];
            products[c] += count * given[at / n_values * L + c] * own[at % n_values * L + c];
            rows[c] += count;
        }
    }
}

static double within(double x, double most)
{
    return x > most ? most : (x < -most ? -most : x);
}

/* Where the pair of numbers i < j stands in a class. */
static size_t pair_at(size_t i, size_t j, size_t n, size_t n_classes, size_t c)
{
    return (i * n + j) * n_classes + c;
}

/* Draw correlations towards 0 as far as they differ from it by chance. */
static void shrink(double *correlation, size_t n, double n_rows)
{
    double chance = 0.0;
    double squares = 0.0;
    for (size_t i = 0; i < n; ++i) {
        for (size_t j = i + 1; j < n; ++j) {
            const double square = correlation[i * n + j] * correlation[i * n + j];
            chance += (1.0 - square) * (1.0 - square);
            squares += square;
        }
    }
    chance /= n_rows > 2.0 ? n_rows - 1.0 : 1.0;
    const double kept = chance < squares ? 1.0 - chance / squares : 0.0;
    for (size_t i = 0; i < n; ++i) {
        for (size_t j = i + 1; j < n; ++j) {
            correlation[i * n + j] *= kept;
        }
    }
}

/* The correlations of classes `first` to `end` together, for i < j; those of one class if `end` is the next. */
static void correlate(const double *products, const double *rows, size_t n, size_t L, size_t first, size_t end, double *correlation)
{
    double most = 0.0;
    for (size_t i = 0; i < n; ++i) {
        for (size_t j = i + 1; j < n; ++j) {
            double both = 0.0;
            double n_rows = 0.0;
            for (size_t c = first; c < end; ++c) {
                both += products[pair_at(i, j, n, L, c)];
                n_rows += rows[pair_at(i, j, n, L, c)];
            }
            correlation[i * n + j] = n_rows > 0.0 ? within(both / n_rows, MOST_CORRELATED) : 0.0;
            most = n_rows > most ? n_rows : most;
        }
    }
    shrink(correlation, n, most);
}

/* ---- Principal factors ------------------------------------------------------------------------------------------- */

/* to = (correlation + TURNED) from, with communalities on the diagonal. */
static void multiply(const double *correlation, const double *communality, size_t n, const double *from, double *to)
{
    for (size_t i = 0; i < n; ++i) {
        double sum = (communality[i] + TURNED) * from[i];
        for (size_t j = 0; j < n; ++j) {
            if (j != i) {
                sum += correlation[i < j ? i * n + j : j * n + i] * from[j];
            }
        }
        to[i] = sum;
    }
}

static double product(const double *a, const double *b, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; ++i) {
        sum += a[i] * b[i];
    }
    return sum;
}

/* One step towards the longest directions; returns the length of the f-th, which is 0 if there is none apart from those before it. */
static double turn(const double *correlation, const double *communality, size_t n, size_t f, double *directions, double *turned)
{
    multiply(correlation, communality, n, directions + f * n, turned);
    for (size_t g = 0; g < f; ++g) {
        const double along = product(turned, directions + g * n, n);
        for (size_t i = 0; i < n; ++i) {
            turned[i] -= along * directions[g * n + i];
        }
    }
    const double length = i2f_root(product(turned, turned, n));
    for (size_t i = 0; i < n; ++i) {
        directions[f * n + i] = length > 1e-9 ? turned[i] / length : 0.0;
    }
    return length;
}

/* A number in [0, 1), another one for each i: a direction that begins with such numbers has a part along any other, whatever the
 * matrix. */
static double apart(size_t i)
{
    return (double)(i * 40503 % 65536) / 65536.0;
}

/* loadings[i * stride + f] of one class. */
static void factorise(const double *correlation, size_t n, size_t stride, double *loadings, double *work)
{
    double *communality = work;
    double *directions = work + n; /* [N_FACTORS][n], and behind them [n] of one that is turned */
    for (size_t i = 0; i < n; ++i) {
        communality[i] = 0.0;
        for (size_t j = 0; j < n; ++j) {
            const double r = j == i ? 0.0 : correlation[i < j ? i * n + j : j * n + i];
            const double size = r < 0.0 ? -r : r;
            communality[i] = size > communality[i] ? size : communality[i];
        }
        directions[i] = 1.0 + 0.1 * apart(i);
        directions[n + i] = 1.0 + (double)(i % 7) - (double)(i % 3) + apart(i);
    }
    for (int round = 0; round < N_ROUNDS; ++round) {
        double length[N_FACTORS] = {0.0, 0.0};
        for (int step = 0; step < N_STEPS; ++step) {
            for (size_t f = 0; f < N_FACTORS; ++f) {
                length[f] = turn(correlation, communality, n, f, directions, directions + N_FACTORS * n);
            }
        }
        for (size_t i = 0; i < n; ++i) {
            double explained = 0.0;
            for (size_t f = 0; f < N_FACTORS; ++f) {
                const double eigenvalue = length[f] - TURNED;
                const double loading = directions[f * n + i] * i2f_root(eigenvalue > 0.0 ? eigenvalue : 0.0);
                loadings[i * stride + f] = loading;
                explained += loading * loading;
            }
            communality[i] = explained < MOST_EXPLAINED ? explained : MOST_EXPLAINED;
            const double kept = explained > MOST_EXPLAINED ? i2f_root(MOST_EXPLAINED / explained) : 1.0;
            for (size_t f = 0; f < N_FACTORS; ++f) {
                loadings[i * stride + f] *= kept;
            }
        }
    }
}

void ifc2f_factor_loadings(const double *products, const double *rows, size_t n, size_t n_classes, double *loadings, double *work)
{
    const size_t L = n_classes;
    double *pooled = work;
    double *own = work + n * n;
    correlate(products, rows, n, L, 0, L, pooled);
    for (size_t c = 0; c < L; ++c) {
        correlate(products, rows, n, L, c, c + 1, own);
        for (size_t i = 0; i < n; ++i) {
            for (size_t j = i + 1; j < n; ++j) {
                own[i * n + j] = (1.0 - POOLED_SHARE) * own[i * n + j] + POOLED_SHARE * pooled[i * n + j];
            }
        }
        factorise(own, n, N_FACTORS * L, loadings + N_FACTORS * c, own + n * n);
    }
}

/* ---- Tables ------------------------------------------------------------------------------------------------------ */

size_t ifc2f_factor_work(size_t n_values, size_t n_stretches)
{
    return N_STEPS_OF_AXIS + 2 + 2 * n_values + 1 + n_stretches * N_WITHIN;
}

/* The distribution function at equal steps of the axis from -FARTHEST on: below[N_STEPS_OF_AXIS + 2]. */
static void tabulate(double *below)
{
    for (int i = 0; i < N_STEPS_OF_AXIS + 2; ++i) {
        below[i] = ifc2f_normal_below(-FARTHEST + 2.0 * FARTHEST * i / N_STEPS_OF_AXIS);
    }
}

/* The same at x, between two steps. */
static double below_at(const double *below, double x)
{
    if (!(x > -FARTHEST)) {
        return 0.0;
    }
    if (!(x < FARTHEST)) {
        return 1.0;
    }
    const double at = (x + FARTHEST) * (N_STEPS_OF_AXIS / (2.0 * FARTHEST));
    const size_t i = (size_t)at;
    return below[i] + (at - (double)i) * (below[i + 1] - below[i]);
}

/* P(score below the cut | stretches a and b of the factors), for the loadings of one class. */
static double below_cut(const double *below, const double *inner, const double *loadings, double deviation, double cut, size_t a, size_t b)
{
    double sum = 0.0;
    for (size_t i = 0; i < N_WITHIN; ++i) {
        const double left = cut - loadings[0] * inner[a * N_WITHIN + i];
        for (size_t j = 0; j < N_WITHIN; ++j) {
            sum += below_at(below, (left - loadings[1] * inner[b * N_WITHIN + j]) / deviation);
        }
    }
    return sum / (N_WITHIN * N_WITHIN);
}

/* Multiply a class's distributions so that their mean is that of all rows, as far as they stay distributions. */
static void keep_mean(const double *alone, size_t n_values, size_t n_classes, size_t n_given, double *table)
{
    const size_t per_value = n_values * n_classes;
    for (size_t v = 0; v < n_values; ++v) {
        double mean = 0.0;
        for (size_t h = 0; h < n_given; ++h) {
            mean += table[h * per_value + v * n_classes] / (double)n_given;
        }
        for (size_t h = 0; h < n_given; ++h) {
            table[h * per_value + v * n_classes] *= alone[v * n_classes] / mean;
        }
    }
    for (size_t h = 0; h < n_given; ++h) {
        double sum = 0.0;
        for (size_t v = 0; v < n_values; ++v) {
            sum += table[h * per_value + v * n_classes];
        }
        for (size_t v = 0; v < n_values; ++v) {
            table[h * per_value + v * n_classes] /= sum;
        }
    }
}

void ifc2f_factor_table(const double *alone, size_t n_values, size_t n_classes, const double *loadings, size_t n_stretches, double *table,
                        double *work)
{
    const size_t V = n_values;
    const size_t L = n_classes;
    const size_t n_given = n_stretches * n_stretches;
    double *below = work;
    double *cuts = below + N_STEPS_OF_AXIS + 2;
    double *inner = cuts + 2 * V + 1; /* scores within the stretches of a factor */
    tabulate(below);
    for (size_t i = 0; i < n_stretches * N_WITHIN; ++i) {
        inner[i] = ifc2f_normal_quantile(((double)i + 0.5) / (double)(n_stretches * N_WITHIN));
    }
    for (size_t c = 0; c < L; ++c) {
        const double *of = loadings + N_FACTORS * c;
        const double deviation = i2f_root(1.0 - of[0] * of[0] - of[1] * of[1]);
        i2f_cut_axis(alone + c, L, V, cuts, cuts + V + 1);
        for (size_t h = 0; h < n_given; ++h) {
            double before = 0.0;
            for (size_t v = 0; v < V; ++v) {
                const double up_to = v + 1 == V ? 1.0
                                                : below_cut(below, inner, of, deviation, cuts[v + 1], h / n_stretches, h % n_stretches);
                const double mass = up_to - before;
                table[(h * V + v) * L + c] = mass > LEAST ? mass : LEAST;
                before = up_to;
            }
        }
        keep_mean(alone + c, V, L, n_given, table + c);
    }
}
