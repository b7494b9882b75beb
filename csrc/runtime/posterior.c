/* The posterior when it is asked for, and what else weights and messages tell. */
#include "posterior.h"

#include "exact.h"
#include "graph.h"

#if IFC2F_GRAPHS

IFC2F_PRIVATE void i2f_put_off(const ifc2f_session *s, int was_open)
{
    session_head *head = head_of(s);
    head->flags = (uint16_t)((head->flags & ~(UP_IS_VALID | MARGINALS_ARE_VALID)) | WEIGHTS_ARE_STALE | POSTERIOR_IS_STALE);
    if (!was_open) {
        walk_of(s)->node = 0;
        walk_of(s)->n_met = 0;
    }
}

/* Bring the weights up to date. */
static void need_weights(const ifc2f_session *s)
{
    if ((head_of(s)->flags & WEIGHTS_ARE_STALE) != 0) {
        head_of(s)->flags &= (uint16_t)~WEIGHTS_ARE_STALE;
#if IFC2F_EXACT
        i2f_update_messages(s, 0);
#endif
        i2f_update_weights(s);
    }
}

IFC2F_PRIVATE void i2f_need_posterior(const ifc2f_session *s)
{
    if ((head_of(s)->flags & POSTERIOR_IS_STALE) != 0) {
        head_of(s)->flags &= (uint16_t)~(POSTERIOR_IS_STALE | IS_CONFLICT);
        if (!i2f_take_graph_posterior(s)) {
            need_weights(s);
            i2f_divide_by_sum(s);
        }
    }
}

#else

static void need_weights(const ifc2f_session *s)
{
    (void)s;
}

#endif

int32_t ifc2f_posterior(const ifc2f_session *s, float *posterior)
{
    i2f_need_posterior(s);
    for (const ifc2f_class *of = s->classes; of < end_of_classes(s); ++of) {
        *posterior++ = of->posterior;
    }
    return (head_of(s)->flags & IS_CONFLICT) != 0;
}

int32_t ifc2f_evidence(const ifc2f_session *s, float *mantissa, int32_t *exponent)
{
    if (!i2f_has_weights(s)) {
        return IFC2F_ERR_ORDER;
    }
    need_weights(s);
    const int32_t largest = i2f_largest_exponent(s);
    *mantissa = head_of(s)->n_end == 0 ? 1.0f : 0.0f;
    *exponent = 0;
    if (head_of(s)->n_end == 0 || largest < LEAST_POSSIBLE) {
        return IFC2F_OK;
    }
    const int32_t units = largest < 0 ? -largest / 32 : 0;
    for (const ifc2f_class *of = s->classes; of < end_of_classes(s); ++of) {
        const int32_t shift = (int32_t)((uint32_t)of->exponent + (uint32_t)(32 * units));
        *mantissa += shift > -127 ? float_of(bits_of(of->mantissa) + ((uint32_t)shift << 23)) : 0.0f;
    }
    *exponent = -units;
    return IFC2F_OK;
}

#if IFC2F_EXACT

int32_t ifc2f_feature_posterior(ifc2f_session *s, uint32_t k, float *joint)
{
    const uint32_t L = s->model->n_classes;
    if (k >= s->model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    const uint32_t n = n_values_of(s->model, k) * L;
    need_weights(s);
    i2f_need_posterior(s);
    memset(joint, 0, n * sizeof *joint);
    if (has_value(s, k)) {
        (void)ifc2f_posterior(s, joint + s->values[k] * L);
    } else if (!(head_of(s)->flags & IS_CONFLICT)) {
        const float *marginal = i2f_marginal(s, k);
        for (uint32_t i = 0; i < n; ++i) {
            const float p = s->classes[i % L].posterior * marginal[i];
            joint[i] = p >= 2e-38f ? p : 0.0f; /* none is subnormal, as in a posterior */
        }
    }
    return IFC2F_OK;
}

#else

int32_t ifc2f_feature_posterior(ifc2f_session *s, uint32_t k, float *joint)
{
    (void)s;
    (void)k;
    (void)joint;
    return IFC2F_ERR_ORDER;
}

#endif
