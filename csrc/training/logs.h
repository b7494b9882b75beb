/*
 * Sums of k log k over counts: entropies, mutual information and their expectation differ only in which counts are
 * summed.
 */
#ifndef IFC2F_TRAINING_LOGS_H
#define IFC2F_TRAINING_LOGS_H

#include "../base/arithmetic.h"

#include "ifc2f_count.h"

#include "../base/private.h"

/* k log k, computed on the spot. */
IFC2F_PRIVATE double i2f_k_log_k_of(int64_t k);

/* The table with its length. */
typedef struct log_table {
    const double *values;
    size_t n;
} log_table;

static inline double k_log_k(const log_table *table, int64_t k)
{
    return (uint64_t)k < table->n ? table->values[k] : i2f_k_log_k_of(k);
}

#endif
