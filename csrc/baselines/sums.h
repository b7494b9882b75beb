/* Sums in a fixed order. */
#ifndef IFC2F_BASELINES_SUMS_H
#define IFC2F_BASELINES_SUMS_H

#include <stddef.h>

/* Four running sums, so that the processor need not wait for each addition. */
static inline double dot(const double *a, const double *b, size_t n)
{
    double sum[4] = {0.0, 0.0, 0.0, 0.0};
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        for (size_t lane = 0; lane < 4; lane++) {
            sum[lane] += a[i + lane] * b[i + lane];
        }
    }
    for (; i < n; i++) {
        sum[0] += a[i] * b[i];
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

#endif
