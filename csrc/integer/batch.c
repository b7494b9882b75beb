/* Rows of a matrix, each in a session of its own. */
#include "ifc2f_integer.h"

#if IFC2F_BATCH

int32_t ifc2f_int_classify(const ifc2f_int_model *model, const int32_t *readings, size_t n_rows, uint32_t budget,
                           void *memory, uint32_t memory_bytes, int32_t *label, uint16_t *posterior, uint32_t *cost,
                           int32_t *order)
{
    const uint32_t K = model->n_features;
    ifc2f_int_session s;
    int32_t status = IFC2F_OK;
    for (size_t r = 0; status == IFC2F_OK && r < n_rows; ++r) {
        const int32_t *row = readings + r * K;
        uint32_t n_acquired = 0;
        int32_t k;
        status = ifc2f_int_begin(&s, model, memory, memory_bytes);
        if (status != IFC2F_OK) {
            return status;
        }
        ifc2f_int_set_budget(&s, budget);
        while ((k = ifc2f_int_next(&s)) >= 0) {
            if (ifc2f_int_answer(&s, (uint32_t)k, row[k]) == IFC2F_OK) {
                order[r * K + n_acquired++] = k;
            } else {
                (void)ifc2f_int_missing(&s, (uint32_t)k, 0);
            }
        }
        while (n_acquired < K) {
            order[r * K + n_acquired++] = -1;
        }
        label[r] = ifc2f_int_decide(&s);
        ifc2f_int_posterior(&s, posterior + r * model->n_classes);
        cost[r] = ifc2f_int_cost(&s);
    }
    return status;
}

#endif
