/* Reading the set of answers, and what it costs. */
#include "state.h"

uint32_t ifc2f_int_cost(const ifc2f_int_session *s)
{
    uint32_t spent = 0;
    for (uint32_t k = 0; k < s->model->n_features; ++k) {
        spent += s->values[k] >= VALUE_PAID ? half(record_of(s->model, k) + COST) : 0;
    }
    return spent;
}

IFC2F_PRIVATE int i2f_int_is_affordable(const ifc2f_int_session *s, uint32_t k)
{
    const uint32_t budget = head_of(s)->budget;
    return budget == IFC2F_INTEGER_NO_BUDGET || ifc2f_int_cost(s) + half(record_of(s->model, k) + COST) <= budget;
}

int32_t ifc2f_int_state(const ifc2f_int_session *s, uint32_t k)
{
    if (k >= s->model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    switch (s->values[k]) {
    case VALUE_OPEN:
        return IFC2F_OPEN;
    case VALUE_MISSING:
        return IFC2F_MISSING;
    case VALUE_PAID:
        return IFC2F_MISSING_PAID;
    default:
        return 0;
    }
}
