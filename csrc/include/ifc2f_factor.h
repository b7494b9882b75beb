/*
 * What binned numbers have in common: two factors of each class. The normal score of a row is the sum of both factors, each times a
 * loading of the number, and of a part of its own. So two numbers may follow one another as closely as in any normal
 * distribution, however many numbers there are. Both factors are cut into equally probable stretches: a value of the network's factor
 * is a stretch of the first and one of the second.
 *
 * Counts are all it needs, so rows can be counted in parts. All operations are fixed, so that tables are the same to the bit on every
 * machine. Nothing here allocates or keeps state; lengths are the caller's duty.
 */
#ifndef IFC2F_FACTOR_H
#define IFC2F_FACTOR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* scores[v][c]: the mean normal score of bin v in class c, divided by the variance of these means, from alone[v][c] = P(bin | class).
 * `work` has 2 * n_values + 1 numbers. */
void ifc2f_unit_scores(const double *alone, size_t n_values, size_t n_classes, double *scores, double *work);

/* products[c]: the sum over rows of class c of the product of the scores of two numbers, from counts[u][v][c]; rows[c]: their number. */
void ifc2f_score_products(const int64_t *counts, size_t n_given, size_t n_values, size_t n_classes, const double *given,
                          const double *own, double *products, double *rows);

/* loadings[i][2] of `n` numbers in each class, [n_classes] of them, from products and rows of all pairs, [i][j][c] for i < j: principal factors of the
 * correlations, which are drawn towards those of all classes, and towards 0 as far as they differ from it by chance (Schaefer and Strimmer,
 * Statistical Applications in Genetics and Molecular Biology 4(1), 2005). `work` has 2 * n * n + 4 * n numbers. */
void ifc2f_factor_loadings(const double *products, const double *rows, size_t n, size_t n_classes, double *loadings, double *work);

/* Numbers of scratch memory for the next function. */
size_t ifc2f_factor_work(size_t n_values, size_t n_stretches);

/* table[h][v][c] = P(bin v | value h of the factor, class c) from alone[v][c] and the number's loadings[c][2] in each class, each of the two
 * factors being cut into n_stretches: h = a * n_stretches + b. Averaged over h it is
 * `alone`, but for rounding and a last step to distributions. n_values >= 2. */
void ifc2f_factor_table(const double *alone, size_t n_values, size_t n_classes, const double *loadings, size_t n_stretches, double *table,
                        double *work);

#ifdef __cplusplus
}
#endif

#endif
