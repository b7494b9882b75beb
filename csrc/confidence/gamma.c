/*
 * Quantiles of the gamma distribution. For a large shape Wilson and Hilferty's (PNAS 17(12), 1931) is exact enough. For others the
 * logarithm of the distribution function is concave in y = ln x, so that Newton's method rises to the root from any y below it, and
 * never passes it; one is known, as P(shape, x) is at most x^shape / Gamma(shape + 1).
 */
#include "gamma.h"

#include <math.h>
#include <stdint.h>

#include "ifc2f_count.h"
#include "ifc2f_smooth.h"

enum { MOST_STEPS = 60, MOST_TERMS = 1000, UP_TO = 8 };

static const double LARGE_SHAPE = 100.0;
static const double LEAST_PROBABILITY = 1e-12; /* and as much below 1, where rounding hides the rest */
static const double LEAST_STEP = 1e-11;
static const double LAST_TERM = 1e-17;         /* of the sum, behind which nothing is added */
static const double LEAST_CUBE = 1e-3;         /* below it a cube root of Wilson and Hilferty's means nothing */
static const double HALF_LOG_2_PI = 0.91893853320467274;

/* ln Gamma(x), x > 0: Stirling's series where it is exact to 1e-13, and the recurrence from there. */
static double log_gamma(double x)
{
    double product = 1.0;
    while (x < UP_TO) {
        product *= x;
        x += 1.0;
    }
    const double square = 1.0 / (x * x);
    const double series =
        (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square * (1.0 / 1680.0 - square / 1188.0)))) / x;
    return (x - 0.5) * ifc2f_log(x) - x + HALF_LOG_2_PI + series - ifc2f_log(product);
}

/* P(shape, x) Gamma(shape + 1) / (x^shape e^-x) = 1 + x / (shape + 1) + x^2 / ((shape + 1) (shape + 2)) + ... */
static double series(double shape, double x)
{
    double term = 1.0;
    double sum = 1.0;
    for (int32_t i = 1; i <= MOST_TERMS && term > LAST_TERM * sum; ++i) {
        term *= x / (shape + i);
        sum += term;
    }
    return sum;
}

static double within(double p)
{
    if (p < LEAST_PROBABILITY) {
        return LEAST_PROBABILITY;
    }
    return p > 1.0 - LEAST_PROBABILITY ? 1.0 - LEAST_PROBABILITY : p;
}

double i2f_log_gamma_quantile(double shape, double probability)
{
    probability = within(probability);
    if (shape >= LARGE_SHAPE) {
        const double ninth = 1.0 / (9.0 * shape);
        const double cube_root = 1.0 - ninth + ifc2f_normal_quantile(probability) * sqrt(ninth);
        return ifc2f_log(shape) + 3.0 * ifc2f_log(cube_root > LEAST_CUBE ? cube_root : LEAST_CUBE);
    }
    const double aim = ifc2f_log(probability) + log_gamma(shape + 1.0);
    double y = aim / shape;
    double step = 1.0;
    for (int32_t i = 0; i < MOST_STEPS && step > LEAST_STEP; ++i) {
        const double x = ifc2f_exp(y);
        const double sum = series(shape, x);
        step = (aim - (shape * y - x + ifc2f_log(sum))) * sum / shape; /* d ln P / dy = shape / sum */
        y += step;
    }
    return y;
}
