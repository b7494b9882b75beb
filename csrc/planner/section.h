/* The policy section that is written, from its last stage to the first. */
#ifndef IFC2F_PLANNER_SECTION_H
#define IFC2F_PLANNER_SECTION_H

#include "shape.h"

/* No set: behind the last stage. */
static const uint32_t NO_SET = 0xFFFFFFFFu;

static inline uint32_t stage_word(const planner *p, uint32_t k, uint32_t word)
{
    return u32_at(p->policy + HEADER_BYTES + STAGE_BYTES * (size_t)k + 4 * word);
}

static inline uint32_t first_set(const planner *p, uint32_t k)
{
    return k < p->options->n_stages ? stage_word(p, k, 0) : p->n_sets;
}

static inline uint32_t n_index_of(const planner *p, uint32_t k) { return stage_word(p, k, 2); }

static inline uint32_t index_feature(const planner *p, uint32_t k, uint32_t i)
{
    return u16_at(p->policy + p->index_at + 2 * (size_t)(stage_word(p, k, 1) + i));
}

/* Header, stages and index features; how many vectors each set has is filled in as they are found. */
IFC2F_PRIVATE void i2f_plan_write_shape(planner *p, uint32_t n_index);

/* Vectors are written from the end of the buffer backwards, because later stages are planned first: the number of
 * them in sets >= s stands where set s's start belongs until all are there. */
static inline uint32_t vectors_from(const planner *p, uint32_t set)
{
    return set < p->n_sets ? u32_at(p->policy + p->starts_at + 4 * (size_t)set) : 0;
}

static inline const uint8_t *vector_at(const planner *p, uint32_t set, uint32_t i)
{
    const size_t behind = vectors_from(p, set) - i;
    return p->policy + p->policy_bytes - 4 * behind * p->model->n_classes;
}

/* Write the winning vectors as those of a set. Returns 0 if they do not fit. */
IFC2F_PRIVATE int i2f_plan_write_set(planner *p, uint32_t set, uint32_t n);

/* Turn the counts into starts, move the vectors behind them, and return the length of the section. */
IFC2F_PRIVATE uint32_t i2f_plan_finish(planner *p);

#endif
