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

#endif
