/* The gamma distribution, which is that of a table's cell that few rows determine. */
#ifndef IFC2F_CONFIDENCE_GAMMA_H
#define IFC2F_CONFIDENCE_GAMMA_H

#include "../base/arithmetic.h"

#include "../base/private.h"

/* The natural logarithm of the number that a gamma variable of scale 1 and this shape, at least 0.001, is below with this
 * probability, from 1e-6 to 1 - 1e-6: within 1e-9 for shapes below 100; for larger ones within 2e-5 for probabilities from 0.01 to
 * 0.99, and within 2e-3 for others. Probabilities nearer to 0 or 1 than 1e-12 are taken for the nearest. */
IFC2F_PRIVATE double i2f_log_gamma_quantile(double shape, double probability);

#endif
