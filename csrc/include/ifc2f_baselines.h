/*
 * Kernels of the rival methods in ifc2f.baselines: independence tests, streaming selection, nearest neighbours and the
 * two earlier instance-wise classifiers. For hosts: double precision. Every sum has a fixed order and no function of
 * libm is called, so that the same data give the same selection on every machine. None allocates; none keeps state.
 *
 * "Columns" are stored one after the other: column j of `columns` begins at columns + j * n_rows.
 */
#ifndef IFC2F_BASELINES_H
#define IFC2F_BASELINES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Marginal tests and covariances ---- */

/* Subtract the mean of each column in place. Gives, per column, `totals` (the rows added one after the other before
 * centring), `squares` (of the deviations, added likewise; exactly 0 for a constant column, which becomes all zero) and
 * `products` (sum of products with the already centred `target` of n_rows). n_rows >= 1. */
void ifc2f_centre_columns(double *columns, size_t n_rows, size_t n_columns, const double *target, double *totals,
                          double *squares, double *products);

/* Products of one centred column with each of n_columns others, to `products`. */
void ifc2f_column_products(const double *column, const double *columns, size_t n_rows, size_t n_columns,
                           double *products);

/* ---- SAOLA ---- */

/* Streaming pairwise redundancy (Yu et al. 2014) over n_columns centred columns that are relevant already, in order. The
 * first n_kept of them are kept from before; the others are the newcomers.
 * `squares` as from ifc2f_centre_columns, `relevance` = |correlation with the target|. Two columns are independent
 * when their |correlation| < `threshold` or undefined. Relevances and correlations that differ by at most `tolerance`
 * are equal. `restore`: a newcomer found redundant gives back those it removed while it was being tested.
 * Writes the positions kept, ascending, to `kept` (room for n_columns) and returns their number. `work` has room for
 * n_columns positions. */
size_t ifc2f_saola(const double *columns, size_t n_rows, size_t n_kept, size_t n_columns, const double *squares,
                   const double *relevance, double threshold, double tolerance, int32_t restore, size_t *kept,
                   size_t *work);

/* ---- Conditional independence given small sets (OSFS, Fast-OSFS) ---- */

/* What an undefined partial correlation means. */
enum {
    IFC2F_UNDEFINED_SKIPPED = 0,    /* a set whose members determine each other tells nothing new: passed over */
    IFC2F_UNDEFINED_INDEPENDENT = 1 /* as the public code: independent */
};

/* Whether variables a and b are independent given some subset of `given`, by partial correlation: 1 if |r| is below
 * the threshold of the subset's size for any subset of 1 .. max_size members, else 0.
 * `covariance` is symmetric, stride x stride (any scale of the diagonal); `given` holds n_given row numbers, without a
 * or b; `squared_thresholds[k]` for subsets of k members, 1 <= k <= max_size. `must` is a row number not in `given`
 * that every tried subset contains, or -1. A variance left after conditioning of at most
 * `tolerance` times the variance before counts as none: of a or b: independent; of a member of the subset: by
 * `undefined`. `work` has room for ifc2f_any_independent_work(n_given, max_size) doubles. */
int32_t ifc2f_any_independent(const double *covariance, size_t stride, size_t a, size_t b, const size_t *given,
                              size_t n_given, int64_t must, const double *squared_thresholds, size_t max_size,
                              double tolerance, int32_t undefined, double *work);

/* Doubles of working memory of ifc2f_any_independent. */
size_t ifc2f_any_independent_work(size_t n_given, size_t max_size);

/* ---- Alpha-investing ---- */

/* State of alpha-investing (Zhou et al. 2006) between blocks of columns. The caller owns the arrays. */
typedef struct ifc2f_alpha_state {
    double wealth;       /* W > 0; spent by every test */
    double payout;       /* earned by every feature kept */
    double error;        /* sum of squared residuals of the fit on what is kept; at first the target's own */
    double singular;     /* a column with at most this share of its squares left outside the kept span is rejected */
    size_t n_rows;
    size_t position;     /* columns seen so far, a constant term included */
    size_t n_kept;       /* basis vectors, at most n_rows */
    size_t n_forced;     /* the first so many columns are kept untested */
    double *residual;    /* n_rows; at first the target */
    double *basis;       /* orthonormal, room for max_kept x n_rows */
    double *work;        /* n_rows */
    size_t max_kept;     /* at least min(n_rows, number of columns) */
} ifc2f_alpha_state;

/* Test n_columns further columns; kept[j] = 1 if column j is kept, else 0. A column is kept when
 * exp(-(E - E') n / (2 E)) < W / (2 (position + 1)), E and E' the errors without and with it. */
void ifc2f_alpha_investing(ifc2f_alpha_state *state, const double *columns, size_t n_columns, uint8_t *kept);

/* ---- Neighbourhoods ---- */

/* How far the neighbourhood of an instance reaches, by its sorted distances d_1 <= d_2 <= ... to the others. */
enum {
    IFC2F_NEIGHBOURS_DENSITY = 0, /* while d_j / j does not grow */
    IFC2F_NEIGHBOURS_GAP = 1      /* while d_j - d_{j-1} < 1.5 (d_last - d_1) / (n - 2); the nearest always */
};

/* Purity of the neighbourhoods of instances first <= t < last: the share of neighbours with the label of t, to
 * quality[t - first]; NaN where there is no neighbour. Distances are Euclidean over the columns numbered in `chosen`
 * (summed in that order), each squared difference times `weights` of that column. `drop_first`: of the instances at
 * distance zero the first is taken for t itself, as the public code does, which is wrong for duplicates; else t is.
 * A weight that is infinite (constant column) makes all distances undefined: no neighbour by density, the first other
 * instance by gap. n_rows >= 2. `work` has room for ifc2f_neighbourhood_work(n_rows) doubles.
 * Returns how many instances were done: fewer than last - first if, after them, the purities lack more than `may_lack`
 * of 1 each in total. */
size_t ifc2f_neighbourhood_quality(const double *columns, size_t n_rows, const size_t *chosen, size_t n_chosen,
                                   const double *weights, const int32_t *labels, int32_t rule, int32_t drop_first,
                                   size_t first, size_t last, double may_lack, double *quality, double *work);

/* Doubles of working memory of ifc2f_neighbourhood_quality. */
size_t ifc2f_neighbourhood_work(size_t n_rows);

/* The same for one column and all instances, to the bit, by having it sorted: `order` holds the row numbers by
 * ascending value. Labels are 0 .. n_labels - 1. `quality` n_rows, `work` room for n_labels doubles. */
void ifc2f_neighbourhood_quality_1d(const double *column, size_t n_rows, const size_t *order, double weight,
                                    const int32_t *labels, size_t n_labels, int32_t rule, int32_t drop_first,
                                    double *quality, double *work);

/* The n_neighbours nearest rows of `columns` (n_rows) for each of n_queries rows of `query_columns`, by squared
 * Euclidean distance; equal distances: lower row number first. To `nearest`, n_queries x n_neighbours.
 * 1 <= n_neighbours <= n_rows. `work` has room for n_rows + n_neighbours doubles. */
void ifc2f_nearest_rows(const double *columns, size_t n_rows, const double *query_columns, size_t n_queries,
                        size_t n_columns, size_t n_neighbours, size_t *nearest, double *work);

/* ---- ETANA ---- */

enum { IFC2F_GRID_MAX_CLASSES = 255 };

/* Beliefs on the grid of multiples of 1 / steps, and how a belief is rounded to it. */
typedef struct ifc2f_belief_grid {
    size_t n_classes;        /* 1 <= L <= IFC2F_GRID_MAX_CLASSES */
    size_t steps;            /* >= 1 */
    int32_t decimal;         /* 1: decimal rounding repaired one tenth at a time, as the public code (steps = 10 only);
                                0: largest remainders */
    const size_t *choose;    /* binomial coefficients, choose[n * (L + 1) + k], 0 <= n < steps + L, 0 <= k <= L */
} ifc2f_belief_grid;

/* Number of the grid point that a belief rounds to, in the lexicographic order of the points. */
size_t ifc2f_round_belief(const ifc2f_belief_grid *grid, const double *belief);

/* Backward recursion over n_features stages (in the order of acquisition): stop[k * n_points + w] = 1 where stopping
 * at grid point w before feature k costs no more than going on. `tables` is n_features x n_values x L,
 * P(value | class); 0/1 misclassification cost; `feature_cost` is the cost of one feature. `work` holds
 * 2 * n_points + 2 * L doubles. Returns 0, or -1 if n_points is not the number of points of the grid. */
int32_t ifc2f_etana_plan(const ifc2f_belief_grid *grid, const double *tables, size_t n_features, size_t n_values,
                         double feature_cost, size_t n_points, uint8_t *stop, double *work);

/* Classify n_rows instances: `codes` n_rows x n_features, bins in the order of acquisition. Gives the number of
 * features acquired and the belief at the end (n_rows x L), which starts from `prior` (L). */
void ifc2f_etana_classify(const ifc2f_belief_grid *grid, const double *tables, size_t n_features, size_t n_values,
                          const uint8_t *stop, size_t n_points, const double *prior, const uint8_t *codes,
                          size_t n_rows, int32_t *n_acquired, double *belief);

/* ---- F-ETANA ---- */

/* Gains and stopping of the stochastic approximation: step gain / (t + 1 + offset)^decay, perturbation
 * size / (t + 1)^size_decay. It ends after max_steps, or after `patience` steps in a row with a gradient norm below
 * `tolerance`. */
typedef struct ifc2f_spsa {
    double size;        /* mu */
    double gain;        /* epsilon */
    double offset;      /* zeta */
    double decay;       /* kappa */
    double size_decay;  /* nu */
    double tolerance;   /* rho */
    uint32_t max_steps; /* t_max, at most 2^31 - 1 */
    uint32_t patience;  /* >= 1 */
    uint32_t seed;
    uint32_t stream;    /* one per class: other draws */
} ifc2f_spsa;

/* Train the thresholds of one class on its n_rows >= 1 instances: `thresholds` n_features x L, in and out. `signs` has
 * room for (n_features * L + 31) / 32 words, `belief` for L doubles. Returns the number of steps made. */
uint32_t ifc2f_f_etana_train(const ifc2f_spsa *options, const double *tables, size_t n_features, size_t n_values,
                             size_t n_classes, const double *prior, const uint8_t *codes, size_t n_rows,
                             size_t class_index, double feature_cost, double *thresholds, uint32_t *signs,
                             double *belief);

/* Classify n_rows instances: before each feature stop at the first class whose thresholds . belief is negative.
 * `thresholds` is L x n_features x L. Gives the number of features acquired, the class that stopped (-1: none did),
 * and the belief at the end. */
void ifc2f_f_etana_classify(const double *thresholds, const double *tables, size_t n_features, size_t n_values,
                            size_t n_classes, const double *prior, const uint8_t *codes, size_t n_rows,
                            int32_t *n_acquired, int32_t *stopped_by, double *belief);

#ifdef __cplusplus
}
#endif

#endif
