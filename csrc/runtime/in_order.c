/*
 * Weights without exact inference: answers come in the order of the features, each after its parent's, and each multiplies one factor
 * on; with a graph they need not.
 */
#include "exact.h"

#if !IFC2F_EXACT

static int is_parent_known(const ifc2f_session *s, uint32_t k)
{
    const uint32_t parent = parent_of(s->model, k);
    return parent >= k || s->values[parent] != NO_VALUE;
}

/* Answers ascend, so that each multiplies one factor on; with a graph they need not (i2f_graph_tells()). */
IFC2F_APART IFC2F_PRIVATE int i2f_can_answer(const ifc2f_session *s, uint32_t k)
{
    return has_graph(s->model) || (k >= head_of(s)->n_end && is_parent_known(s, k));
}

IFC2F_PRIVATE int i2f_has_weights(const ifc2f_session *s)
{
    uint32_t k = s->model->n_features;
    while (k > 0 && (s->values[k - 1] == NO_VALUE || is_parent_known(s, k - 1))) {
        --k;
    }
    return k == 0;
}

IFC2F_PRIVATE void i2f_update_weights(const ifc2f_session *s)
{
    i2f_reset_weights(s);
    for (uint32_t k = 0; k < head_of(s)->n_end; ++k) {
        if (s->values[k] != NO_VALUE) {
            i2f_multiply_by_answer(s, k);
        }
    }
}

#endif
