/* Expected costs: costs, class by class, times the beliefs. */
#ifndef IFC2F_EXPECTED_H
#define IFC2F_EXPECTED_H

#include "state.h"

/* Costs times beliefs, class by class: numbers of a section from the `at`-th on, `stride` apart. */
IFC2F_APART static float expected(const ifc2f_session *s, const ifc2f_span *costs, uint32_t at, uint32_t stride)
{
    const ifc2f_class *belief = s->classes;
    float sum = 0.0f;
    for (uint32_t n = s->model->n_classes; n > 0; --n) {
        sum += number_at(costs, at) * belief->posterior;
        at += stride;
        ++belief;
    }
    return sum;
}

/* The same for two classes, numbers of a row in one section; the same operations in the same order. */
static inline float expected_of_two(const ifc2f_class *belief, float first, float second)
{
    return first * belief[0].posterior + second * belief[1].posterior;
}

enum { SIDE_BY_SIDE = 4 };

/* Expected costs side by side, whose sums do not wait for each other: from a row of numbers on, words between the costs of one
 * class and the next, and words between those of one sum and the next. Each sum has the same operations in the same order. */
static inline void expected_side_by_side(const ifc2f_session *s, const uint8_t *row, uint32_t stride, uint32_t apart, float *sums)
{
    const uint32_t L = s->model->n_classes;
    float first = 0.0f;
    float second = 0.0f;
    float third = 0.0f;
    float fourth = 0.0f;
    for (uint32_t c = 0; c < L; ++c) {
        const float belief = s->classes[c].posterior;
        const uint8_t *at = row + 4 * (size_t)stride * c;
        first += row_number(at, 0) * belief;
        second += row_number(at, apart) * belief;
        third += row_number(at, 2 * apart) * belief;
        fourth += row_number(at, 3 * apart) * belief;
    }
    sums[0] = first;
    sums[1] = second;
    sums[2] = third;
    sums[3] = fourth;
}

#endif
