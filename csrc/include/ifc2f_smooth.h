/*
 * Probability tables of binned numbers from counts, smoothed along the axis of the number: what neighbouring bins hold
 * says what a bin with few rows would hold. Counts are all they need, so rows can be counted in parts.
 *
 * The axis is that of normal scores: bin v stands for the stretch of a standard normal distribution that has its share of
 * all rows. All operations are fixed, so that tables are the same to the bit on every machine. Nothing here allocates or
 * keeps state; lengths are the caller's duty.
 */
#ifndef IFC2F_SMOOTH_H
#define IFC2F_SMOOTH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Probability that a standard normal number is below x, within 1e-15. */
double ifc2f_normal_below(double x);

/* The x with ifc2f_normal_below(x) = p, within 1e-12; p from 1e-12 to 1 - 1e-12, others are taken for the nearest. */
double ifc2f_normal_quantile(double p);

/* Elements (double) of scratch memory for the functions below; n_given is 0 where there is no parent. */
size_t ifc2f_smooth_work(size_t n_given, size_t n_values, size_t n_classes);

/* table[v][c] = P(bin v | class c) from counts[v][c]: rows are spread over neighbouring bins by a normal kernel, and added
 * to those that a normal distribution of each class, with its own mean and variance, would have. How wide the kernel is
 * and how many rows that distribution stands for is what makes each row most probable from the others. n_values >= 3. */
void ifc2f_smooth_alone(const int64_t *counts, size_t n_values, size_t n_classes, double *table, double *work);

/* table[u][v][c] = P(bin v | parent's bin u, class c) from counts[u][v][c]: to each distribution are added rows of what
 * the feature does with its parent under a normal copula, the correlation being that of class c; how many rows, is found
 * as above. given[u][c] and alone[v][c] are P(u | c) and P(v | c). With given NULL, values of the parent have no order:
 * the rows added are of what the feature does whatever its parent is, and one more is of equal chances. */
void ifc2f_smooth_dependent(const int64_t *counts, size_t n_given, size_t n_values, size_t n_classes, const double *given,
                            const double *alone, double *table, double *work);

/* tempered[u][v][c]: what each answer says of the class, table[u][v][c], raised to a power: table^power times
 * mean^(1 - power), made to sum to 1 over v again; mean[u][v] is the table averaged over the classes, weighed by their prior
 * probabilities. Where classes do not differ nothing changes, and 0 stays 0; others are at least 1e-30 before that. */
void ifc2f_temper(const float *table, const float *prior, size_t n_given, size_t n_values, size_t n_classes, double power,
                  float *tempered);

#ifdef __cplusplus
}
#endif

#endif
