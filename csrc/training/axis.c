/* Axes in normal scores (axis.h). */
#include "../base/arithmetic.h"

#include "axis.h"

#include "ifc2f_smooth.h"

#include "normal.h"

static const double BOUNDLESS = 1e3; /* ends of the axis */

/* x^(1/2) by Newton's method from above, for x >= 0. */
IFC2F_PRIVATE double i2f_root(double x)
{
    double root = x > 1.0 ? x : 1.0;
    for (int i = 0; i < 200; ++i) {
        const double next = 0.5 * (root + x / root);
        if (!(next < root)) {
            break;
        }
        root = next;
    }
    return x > 0.0 ? root : 0.0;
}

IFC2F_PRIVATE void i2f_cut_axis(const double *share, size_t stride, size_t n_values, double *cuts, double *means)
{
    double below = 0.0;
    cuts[0] = -BOUNDLESS;
    for (size_t v = 0; v + 1 < n_values; ++v) {
        below += share[v * stride];
        cuts[v + 1] = ifc2f_normal_quantile(below);
    }
    cuts[n_values] = BOUNDLESS;
    for (size_t v = 0; v < n_values; ++v) {
        const double mass = ifc2f_normal_below(cuts[v + 1]) - ifc2f_normal_below(cuts[v]);
        const double inside = i2f_normal_density(cuts[v]) - i2f_normal_density(cuts[v + 1]);
        means[v] = mass > 1e-12 ? inside / mass : 0.5 * (cuts[v] + cuts[v + 1]);
    }
}
