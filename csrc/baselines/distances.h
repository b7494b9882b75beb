/* Squared distances, column by column. */
#ifndef IFC2F_BASELINES_DISTANCES_H
#define IFC2F_BASELINES_DISTANCES_H

#include <stddef.h>

/* sum += weight (column - at)^2, in the order of operations of the standardised distance. */
static inline void add_column(double *sum, const double *column, double at, double weight, size_t n)
{
    for (size_t s = 0; s < n; s++) {
        const double difference = column[s] - at;
        sum[s] += (difference * weight) * difference;
    }
}

#endif
