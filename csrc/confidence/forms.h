/* Quadratic forms of normal numbers: what a statistic of a Gaussian copula comes to, and what it passes by chance. */
#ifndef IFC2F_CONFIDENCE_FORMS_H
#define IFC2F_CONFIDENCE_FORMS_H

#include "../base/arithmetic.h"

#include <stddef.h>
#include <stdint.h>

#include "../base/private.h"

/* Numbers (double) of work for i2f_upper_quantile() of a matrix of n rows. */
IFC2F_PRIVATE size_t i2f_quantile_work(uint32_t n);

/* x' A^-1 x of a symmetric matrix a[n][n]; below 0 if it is not positive definite. Destroys both. */
IFC2F_PRIVATE double i2f_inverse_form(double *a, uint32_t n, double *x);

/* What x' A x passes with a probability, x being independent standard normal numbers, a[n][n] symmetric with a trace of 0. Destroys
 * the matrix. */
IFC2F_PRIVATE double i2f_upper_quantile(double *a, uint32_t n, double probability, double *work);

#endif
