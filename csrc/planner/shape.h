/* The shape of a policy: which features index each stage's sets. */
#ifndef IFC2F_PLANNER_SHAPE_H
#define IFC2F_PLANNER_SHAPE_H

#include "planner.h"

/* Bytes of the section before the stages, and of each stage. */
enum { HEADER_BYTES = 20, STAGE_BYTES = 12 };

/* Whether feature j indexes the sets of stage k. */
IFC2F_PRIVATE int i2f_plan_is_index(const ifc2f_model *model, const ifc2f_plan_options *options, uint32_t j,
                                    uint32_t k);

/* Number of index features of stage k; writes the product of their values, at most max_assignments + 1. */
IFC2F_PRIVATE uint32_t i2f_plan_count_index(const ifc2f_model *model, const ifc2f_plan_options *options, uint32_t k,
                                            uint64_t *n_assignments);

/* Whether the options are in their ranges. */
IFC2F_PRIVATE int i2f_plan_are_usable(const ifc2f_model *model, const ifc2f_plan_options *options);

/* Sizes of the section without its vectors. Returns 0 if a stage has more than max_assignments. */
IFC2F_PRIVATE int i2f_plan_count_shape(const ifc2f_model *model, const ifc2f_plan_options *options, uint64_t *n_sets,
                                       uint64_t *n_index);

/* Bytes of the section without its vectors. */
IFC2F_PRIVATE uint64_t i2f_plan_fixed_bytes(uint64_t n_stages, uint64_t n_sets, uint64_t n_index);

#endif
