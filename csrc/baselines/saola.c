/* SAOLA: features that come one by one, and go when another tells as much. */
#include "../base/arithmetic.h"

#include "ifc2f_baselines.h"

#include <math.h>
#include <string.h>

#include "sums.h"

size_t ifc2f_saola(const double *columns, size_t n_rows, size_t n_kept, size_t n_columns, const double *squares,
                   const double *relevance, double threshold, double tolerance, int32_t restore, size_t *kept,
                   size_t *work)
{
    for (size_t f = 0; f < n_kept; f++) {
        kept[f] = f;
    }
    for (size_t i = n_kept; i < n_columns; i++) {
        size_t n_survivors = 0;
        size_t scanned = 0;
        int redundant = 0;
        for (; scanned < n_kept && !redundant; scanned++) {
            const size_t f = kept[scanned];
            const double product = dot(columns + i * n_rows, columns + f * n_rows, n_rows);
            const double strength = fabs(product / sqrt(squares[i] * squares[f]));
            int older_goes = 0;
            if (strength >= threshold) { /* false for NaN too */
                if (relevance[f] >= relevance[i] - tolerance) {
                    redundant = strength > relevance[i] + tolerance;
                } else {
                    older_goes = strength > relevance[f] + tolerance;
                }
            }
            if (!older_goes) {
                work[n_survivors++] = f;
            }
        }
        if (redundant && restore) {
            continue;
        }
        for (; scanned < n_kept; scanned++) {
            work[n_survivors++] = kept[scanned];
        }
        if (!redundant) {
            work[n_survivors++] = i;
        }
        memcpy(kept, work, n_survivors * sizeof *kept);
        n_kept = n_survivors;
    }
    return n_kept;
}
