/* What is live at a stage, and what that makes of the section. */
#include "shape.h"

/* A feature's first child in the low half, its next sibling in the high one (docs/format.md, FEAT). */
static uint32_t child_and_sibling(const ifc2f_model *model, uint32_t k)
{
    return u32_at(model->sections[IFC2F_FEATURES].bytes + 32 * (size_t)k + 8);
}

/* Whether feature j, seen before stage k, conditions a feature of stage k or later. */
static int is_live(const ifc2f_model *model, uint32_t n_stages, uint32_t j, uint32_t k)
{
    uint32_t before = j;
    uint32_t child = child_and_sibling(model, j) & 0xFFFF;
    while (child > before && child < k) { /* children stand in ascending order */
        before = child;
        child = child_and_sibling(model, child) >> 16;
    }
    return child > before && child < n_stages;
}

IFC2F_PRIVATE int i2f_plan_is_index(const ifc2f_model *model, const ifc2f_plan_options *options, uint32_t j, uint32_t k)
{
    switch (options->treatment) {
    case IFC2F_TREAT_EXACT:
        return is_live(model, options->n_stages, j, k);
    case IFC2F_TREAT_PARENT:
        return ifc2f_parent(model, k) == (int32_t)j;
    default:
        return 0;
    }
}

IFC2F_PRIVATE uint32_t i2f_plan_count_index(const ifc2f_model *model, const ifc2f_plan_options *options, uint32_t k,
                                            uint64_t *n_assignments)
{
    uint32_t n = 0;
    *n_assignments = 1;
    for (uint32_t j = 0; j < k; ++j) {
        if (i2f_plan_is_index(model, options, j, k)) {
            ++n;
            *n_assignments *= n_values_of(model, j);
            if (*n_assignments > options->max_assignments) {
                *n_assignments = (uint64_t)options->max_assignments + 1;
            }
        }
    }
    return n;
}

IFC2F_PRIVATE int i2f_plan_are_usable(const ifc2f_model *model, const ifc2f_plan_options *options)
{
    return !ifc2f_has_factor(model) && options->n_stages <= model->n_features && options->n_beliefs >= 1 && options->n_beliefs <= 65535 &&
           options->max_assignments >= 1 && options->max_assignments <= 1u << 24 &&
           options->treatment <= IFC2F_TREAT_MARGINAL && options->solver <= IFC2F_SOLVER_PERSEUS;
}

IFC2F_PRIVATE int i2f_plan_count_shape(const ifc2f_model *model, const ifc2f_plan_options *options, uint64_t *n_sets,
                                       uint64_t *n_index)
{
    *n_sets = 0;
    *n_index = 0;
    for (uint32_t k = 0; k < options->n_stages; ++k) {
        uint64_t n_assignments;
        const uint32_t n = i2f_plan_count_index(model, options, k, &n_assignments);
        if (n_assignments > options->max_assignments && n > 0) {
            return 0;
        }
        *n_sets += n_assignments + (n > 0);
        *n_index += n;
    }
    return 1;
}

IFC2F_PRIVATE uint64_t i2f_plan_fixed_bytes(uint64_t n_stages, uint64_t n_sets, uint64_t n_index)
{
    return HEADER_BYTES + STAGE_BYTES * n_stages + ((2 * n_index + 3) & ~(uint64_t)3) + 4 * (n_sets + 1);
}

uint32_t ifc2f_plan_max_policy_bytes(const ifc2f_model *model, const ifc2f_plan_options *options)
{
    uint64_t n_sets;
    uint64_t n_index;
    if (!i2f_plan_are_usable(model, options) || !i2f_plan_count_shape(model, options, &n_sets, &n_index)) {
        return 0;
    }
    const uint64_t bytes = i2f_plan_fixed_bytes(options->n_stages, n_sets, n_index) +
                           8 * n_sets * options->n_beliefs * model->n_classes;
    return bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
}
