/* The normal distribution, with fixed operations, the same to the bit on every machine. */
#include "../base/arithmetic.h"

#include "ifc2f_count.h"
#include "ifc2f_smooth.h"

#include "normal.h"

static const double FARTHEST = 8.0; /* beyond it the distribution function is 0 or 1 within 1e-15 */
static const double LEAST = 1e-12;  /* probability of a quantile */

IFC2F_PRIVATE double i2f_normal_density(double x)
{
    return 0.3989422804014327 * ifc2f_exp(-0.5 * x * x); /* 1 / sqrt(2 pi) */
}

/* For x > 0, Phi(x) = 1/2 + phi(x) (x + x^3 / 3 + x^5 / (3 5) + ..), whose terms are all positive (Marsaglia, Journal of
 * Statistical Software 11(4), 2004). */
double ifc2f_normal_below(double x)
{
    const double size = x < 0.0 ? -x : x;
    double above_middle = 0.5;
    if (size < FARTHEST) {
        double term = size;
        double sum = size;
        for (double odd = 3.0; term > 1e-17 * sum; odd += 2.0) {
            term *= size * size / odd;
            sum += term;
        }
        above_middle = sum * i2f_normal_density(size);
    }
    return x < 0.0 ? 0.5 - above_middle : 0.5 + above_middle;
}

/* Newton's steps from 0 stay on the side of 0 where the function bends towards them, so they never go too far. */
double ifc2f_normal_quantile(double p)
{
    const double upper = p > 0.5 ? p : 1.0 - p;
    const double target = upper < 1.0 - LEAST ? upper : 1.0 - LEAST;
    double x = 0.0;
    for (int i = 0; i < 60; ++i) {
        const double step = (target - ifc2f_normal_below(x)) / i2f_normal_density(x);
        x += step;
        if (step < 1e-13) {
            break;
        }
    }
    return p > 0.5 ? x : -x;
}
