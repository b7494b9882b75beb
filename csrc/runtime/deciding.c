/* What deciding costs, at the posterior of now. */
#include "deciding.h"

#include "expected.h"

IFC2F_PRIVATE float i2f_cost_of_deciding(const ifc2f_session *s, uint32_t *label)
{
    const uint32_t L = s->model->n_classes;
    const uint8_t *row = row_at(&s->model->sections[IFC2F_MISCLASSIFICATION], 0, 4);
    if (IFC2F_READS_INLINE && L == 2 && row != NULL) {
        const float first = expected_of_two(s->classes, row_number(row, 0), row_number(row, 2));
        const float second = expected_of_two(s->classes, row_number(row, 1), row_number(row, 3));
        *label = bits_of(second) < bits_of(first);
        return *label != 0 ? second : first;
    }
    float best = float_of(INFINITY_BITS);
    *label = 0;
    for (uint32_t j = 0; j < L; ++j) {
        const float value = expected(s, &s->model->sections[IFC2F_MISCLASSIFICATION], j, L);
        if (bits_of(value) < bits_of(best)) {
            best = value;
            *label = j;
        }
    }
    return best;
}
