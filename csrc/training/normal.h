/* The normal distribution; its distribution function and quantiles are public (ifc2f_smooth.h). */
#ifndef IFC2F_TRAINING_NORMAL_H
#define IFC2F_TRAINING_NORMAL_H

#include "../base/private.h"

/* Density of the standard normal distribution. */
IFC2F_PRIVATE double i2f_normal_density(double x);

#endif
