/* Cutting a sorted column by what it tells of the class. */
#ifndef IFC2F_TRAINING_CLASS_CUTS_H
#define IFC2F_TRAINING_CLASS_CUTS_H

#include "logs.h"
#include "sorted.h"

/* Write up to n_bins - 1 ascending edges between values, as ifc2f_entropy_edges() describes; returns their number. `sorted`
 * lies in `scratch`, of which the other key buffer and the class counts are written over. */
IFC2F_PRIVATE int32_t i2f_cut_by_class(const sorted_values *sorted, int32_t n_bins, size_t n_classes,
                                       const log_table *table, const scratch_space *scratch, float *edge);

#endif
