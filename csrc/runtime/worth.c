/* What one more answer is worth by itself, whatever the policy would ask after it. */
#include "deciding.h"
#include "exact.h"

#if IFC2F_EXACT

/* What deciding j costs at beliefs[L], which need not be normalised. */
static float cost_of(const ifc2f_session *s, const float *beliefs, uint32_t j)
{
    const uint32_t L = s->model->n_classes;
    float sum = 0.0f;
    for (uint32_t i = 0; i < L; ++i) {
        sum += number_at(&s->model->sections[IFC2F_MISCLASSIFICATION], i * L + j) * beliefs[i];
    }
    return sum;
}

/* Summed over the answers that change the decision alone, a saving is never below 0, and 0 where none of them does. */
int32_t ifc2f_worth(ifc2f_session *s, uint32_t k, float *joint, float *saving, float *change)
{
    const uint32_t L = s->model->n_classes;
    const int32_t status = ifc2f_feature_posterior(s, k, joint);
    uint32_t now;
    if (status != IFC2F_OK) {
        return status;
    }
    (void)i2f_cost_of_deciding(s, &now);
    *saving = 0.0f;
    *change = 0.0f;
    for (uint32_t v = 0; v < n_values_of(s->model, k) && !has_value(s, k); ++v) {
        const float *beliefs = joint + v * L;
        const float kept = cost_of(s, beliefs, now);
        float least = kept;
        float mass = 0.0f;
        for (uint32_t j = 0; j < L; ++j) {
            const float other = cost_of(s, beliefs, j);
            least = other < least ? other : least;
            mass += beliefs[j];
        }
        if (least < kept) {
            *saving += kept - least;
            *change += mass;
        }
    }
    *change = *change < 1.0f ? *change : 1.0f;
    return IFC2F_OK;
}

#else

int32_t ifc2f_worth(ifc2f_session *s, uint32_t k, float *joint, float *saving, float *change)
{
    (void)s;
    (void)k;
    (void)joint;
    (void)saving;
    (void)change;
    return IFC2F_ERR_ORDER;
}

#endif
