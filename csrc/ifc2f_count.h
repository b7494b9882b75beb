/*
 * Counting kernels for training on a host: bins, class counts, adjusted mutual information, pair counts, conditional
 * mutual information. Double precision and 64-bit counts; logarithms from one function with fixed operations, so that
 * the scores are the same to the bit on every machine. Kernels work on a range of columns or pairs, so that a caller
 * can split the work over threads; none allocates.
 */
#ifndef IFC2F_COUNT_H
#define IFC2F_COUNT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The code of a missing value in code matrices; bins are 0 .. 254. */
enum { IFC2F_CODE_MISSING = 255 };

/* Natural logarithm of a positive finite number, within 2 units in the last place. */
double ifc2f_log(double x);

/* Exponential of x, within 2 units in the last place; 0 below -745, infinity above 709.78. */
double ifc2f_exp(double x);

/* Adjusted mutual information of a contingency table (row-major n_rows x n_columns), with the exact hypergeometric
 * expectation (Vinh, Epps, Bailey 2010). `average`: 0 arithmetic mean of the entropies, 1 the larger one. 0 if either
 * labelling has one group, unless both have (then 1). `work` holds n_rows + n_columns int64. */
double ifc2f_ami(const int64_t *table, size_t n_rows, size_t n_columns, int32_t average, int64_t *work);

#ifdef __cplusplus
}
#endif

#endif
