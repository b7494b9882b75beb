/* Reading the set of answers, and keeping the uncertain ones. */
#include "state.h"

#if IFC2F_UNCERTAIN

static const float NONE = -1.0f; /* in the place of the first: the feature has no uncertain answer */

static float *row_of(const ifc2f_session *s, uint32_t k)
{
    return (float *)s->memory + plain_session_bytes(s->model) / 4 + feature_word(s->model, k, FIRST_BIN);
}

IFC2F_PRIVATE const float *i2f_likelihoods(const ifc2f_session *s, uint32_t k)
{
    if (s->values[k] != NO_VALUE || !is_acquired(s->places[k])) {
        return NULL;
    }
    const float *row = row_of(s, k);
    return row[0] >= 0.0f ? row : NULL;
}

IFC2F_PRIVATE void i2f_keep_likelihoods(const ifc2f_session *s, uint32_t k, const float *likelihoods, float largest)
{
    float *row = row_of(s, k);
    for (uint32_t v = 0; v < n_values_of(s->model, k); ++v) {
        const float share = likelihoods[v] / largest;
        row[v] = share >= SMALLEST ? share : 0.0f;
    }
}

IFC2F_PRIVATE int i2f_forget_likelihoods(const ifc2f_session *s, uint32_t k)
{
    const int had_any = i2f_likelihoods(s, k) != NULL;
    row_of(s, k)[0] = NONE;
    return had_any;
}

IFC2F_PRIVATE int i2f_are_likelihoods(const ifc2f_session *s, uint32_t k)
{
    const float *row = i2f_likelihoods(s, k);
    float largest = 0.0f;
    for (uint32_t v = 0; row != NULL && v < n_values_of(s->model, k); ++v) {
        if (!is_within(row[v], SMALLEST, 1.0f) && bits_of(row[v]) != 0) {
            return 0;
        }
        largest = row[v] > largest ? row[v] : largest;
    }
    return row == NULL || bits_of(largest) == bits_of(1.0f);
}

#endif

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

int32_t ifc2f_n_acquired(const ifc2f_session *s)
{
    return head_of(s)->n_acquired;
}

int32_t ifc2f_acquired(const ifc2f_session *s, uint32_t i)
{
    for (uint32_t k = 0; i < head_of(s)->n_acquired && k < s->model->n_features; ++k) {
        if (s->places[k] == i + 1) {
            return (int32_t)k;
        }
    }
    return IFC2F_ERR_ARGUMENT;
}
