/* Reading the set of answers. */
#include "uncertain.h"

int32_t ifc2f_state(const ifc2f_session *s, uint32_t k)
{
    if (k >= s->model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    if (s->values[k] != NO_VALUE) {
        return s->values[k];
    }
    switch (s->places[k]) {
    case PLACE_OPEN:
        return IFC2F_OPEN;
    case PLACE_MISSING:
        return IFC2F_MISSING;
    default:
        return i2f_likelihoods(s, k) != NULL ? IFC2F_UNCERTAIN_ANSWER : IFC2F_MISSING_PAID;
    }
}

int32_t ifc2f_n_looked(const ifc2f_session *s)
{
    return head_of(s)->n_looked;
}

int32_t ifc2f_looked(const ifc2f_session *s, uint32_t i)
{
    for (uint32_t k = 0; i < head_of(s)->n_looked && k < s->model->n_features; ++k) {
        if (s->places[k] == i + 1) {
            return (int32_t)k;
        }
    }
    return IFC2F_ERR_ARGUMENT;
}
