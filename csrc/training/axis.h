/* The axis of a binned number in normal scores: each bin is the stretch of a standard normal distribution that has its share. */
#ifndef IFC2F_TRAINING_AXIS_H
#define IFC2F_TRAINING_AXIS_H

#include <stddef.h>

#include "../base/private.h"

/* x^(1/2), for x >= 0. */
IFC2F_PRIVATE double i2f_root(double x);

/* Write the cuts of the axis, [n_values + 1], and the mean of each bin's stretch, [n_values]; the share of bin v is share[v * stride]. */
IFC2F_PRIVATE void i2f_cut_axis(const double *share, size_t stride, size_t n_values, double *cuts, double *means);

#endif
