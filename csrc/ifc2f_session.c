/*
 * Sessions: the set of answers given, in the caller's memory, and the posterior it leads to.
 *
 * The posterior comes from one weight per class: the prior times one factor for each answer, in ascending order of the
 * features. Answers in the policy's order multiply one factor on; any other change starts again, from all answers (or,
 * with exact inference, from the messages of ifc2f_exact.c), to the same bits.
 */
#include "ifc2f_internal.h"

/* ---- Weights ------------------------------------------------------------------------------------------------------ */

/* The factor is in [SMALLEST, 1], or counts as 0. Whatever it is, the mantissa stays in [1, 2). */
IFC2F_PRIVATE void i2f_multiply(class_weight *weight, float factor)
{
    const uint32_t bits = bits_of(weight->mantissa * factor);
    if (bits - bits_of(SMALLEST) < 0x7F800000 - bits_of(SMALLEST)) {
        weight->exponent += (int32_t)(bits >> 23) - 127;
        weight->mantissa = float_of((bits & 0x007FFFFF) | 0x3F800000);
    } else {
        weight->exponent = IMPOSSIBLE;
    }
}

IFC2F_PRIVATE void i2f_multiply_by_answer(const ifc2f_session *s, uint32_t k)
{
    const uint32_t L = s->model->n_classes;
    const uint32_t parent = parent_of(s->model, k);
    const uint32_t u = parent < k ? values_of(s)[parent] : 0;
    uint32_t at = feature_word(s->model, k, FIRST_TABLE) + (u * n_values_of(s->model, k) + values_of(s)[k]) * L;
    class_weight *weight = weights_of(s);
    for (const class_weight *end = weight + L; weight < end; ++weight) {
        i2f_multiply(weight, number_at(&s->model->sections[IFC2F_TABLES], at++));
    }
}

IFC2F_PRIVATE void i2f_reset_weights(const ifc2f_session *s)
{
    class_weight *weight = weights_of(s);
    for (const class_weight *end = weight + s->model->n_classes; weight < end; ++weight) {
        weight->mantissa = 1.0f;
        weight->exponent = 0;
        i2f_multiply(weight, weight->prior);
    }
}

/* Largest exponent of a possible class; IMPOSSIBLE if there is none. */
static int32_t largest_exponent(const ifc2f_session *s)
{
    const class_weight *weight = weights_of(s);
    int32_t largest = IMPOSSIBLE;
    for (uint32_t c = 0; c < s->model->n_classes; ++c) {
        if (weight[c].exponent > largest && weight[c].exponent > IMPOSSIBLE / 2) {
            largest = weight[c].exponent;
        }
    }
    return largest;
}

/* Write the weights to the posterior in units of the largest, and divide by their sum. Classes below 2^-117 of the
 * largest become 0, so that none is subnormal (the sum is below 2^9): some processors, and programs that others share, take such
 * numbers for 0. Returns 0, and writes nothing, if no class is possible. */
static int normalise(const ifc2f_session *s)
{
    const uint32_t L = s->model->n_classes;
    const class_weight *weight = weights_of(s);
    float *posterior = posterior_of(s);
    const int32_t largest = largest_exponent(s);
    float sum = 0.0f;
    if (largest == IMPOSSIBLE) {
        return 0;
    }
    for (uint32_t c = 0; c < L; ++c) {
        const uint32_t shift = (uint32_t)(largest - weight[c].exponent);
        posterior[c] = shift < 118 ? float_of(bits_of(weight[c].mantissa) - (shift << 23)) : 0.0f;
        sum += posterior[c];
    }
    for (uint32_t c = 0; c < L; ++c) {
        posterior[c] /= sum;
    }
    return 1;
}

/* The network's posterior from the weights; the prior itself before the first answer, and when the answers contradict
 * each other. */
static void update_network_posterior(const ifc2f_session *s)
{
    session_head *head = head_of(s);
    head->flags = (uint16_t)(IS_SESSION | (head->flags & UP_IS_VALID));
    if (head->n_end > 0 && normalise(s)) {
        return;
    }
    if (head->n_end > 0) {
        head->flags |= IS_CONFLICT;
    }
    for (uint32_t c = 0; c < s->model->n_classes; ++c) {
        posterior_of(s)[c] = weights_of(s)[c].prior;
    }
}

IFC2F_PRIVATE void i2f_update_posterior(const ifc2f_session *s)
{
    update_network_posterior(s);
#if IFC2F_GRAPHS
    if (has_graph(s->model)) {
        i2f_take_graph_posterior(s);
    }
#endif
}

#if !IFC2F_EXACT

static int is_parent_known(const ifc2f_session *s, uint32_t k)
{
    const uint32_t parent = parent_of(s->model, k);
    return parent >= k || values_of(s)[parent] != NO_VALUE;
}

/* The weights from all answers whose parent is known: that is all of them, but with a graph, whose posteriors are its
 * own. */
IFC2F_PRIVATE void i2f_update_weights(const ifc2f_session *s)
{
    i2f_reset_weights(s);
    for (uint32_t k = 0; k < head_of(s)->n_end; ++k) {
        if (has_value(s, k) && is_parent_known(s, k)) {
            i2f_multiply_by_answer(s, k);
        }
    }
}

#endif

/* ---- Changes of the set of answers -------------------------------------------------------------------------------- */

IFC2F_PRIVATE int i2f_can_answer(const ifc2f_session *s, uint32_t k)
{
#if IFC2F_EXACT
    (void)s;
    (void)k;
    return 1;
#else
    return has_graph(s->model) || is_parent_known(s, k);
#endif
}

/* Bring prefix, end, weights and posterior up to date after a change of feature k's value. */
static void update(const ifc2f_session *s, uint32_t k, int had_value)
{
    session_head *head = head_of(s);
    const uint8_t *value = values_of(s);
#if IFC2F_EXACT
    const int in_order = !had_value && k >= head->n_end && k == head->n_prefix;
#else
    const int in_order = !had_value && k >= head->n_end && is_parent_known(s, k);
#endif
    if (k >= head->n_end) {
        head->n_end = (uint16_t)(k + 1);
    }
    while (head->n_end > 0 && value[head->n_end - 1] == NO_VALUE) {
        --head->n_end;
    }
    if (k < head->n_prefix) {
        head->n_prefix = (uint16_t)k;
    }
    while (head->n_prefix < head->n_end && value[head->n_prefix] != NO_VALUE) {
        ++head->n_prefix;
    }
    if (in_order) {
        head->flags &= (uint16_t)~UP_IS_VALID;
        i2f_multiply_by_answer(s, k);
    } else {
#if IFC2F_EXACT
        i2f_update_messages(s, k);
#endif
        i2f_update_weights(s);
    }
    i2f_update_posterior(s);
}

/* Give feature k a value, or none, and a place: LOOK, PLACE_OPEN or PLACE_MISSING. */
static int32_t set_state(const ifc2f_session *s, uint32_t k, uint32_t new_value, uint32_t new_place)
{
    if (k >= s->model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    uint8_t *value = values_of(s) + k;
    uint16_t *place = places_of(s) + k;
    const int had_value = *value != NO_VALUE;
    if (new_value != NO_VALUE ? !i2f_can_answer(s, k) : !IFC2F_EXACT && had_value && k + 1u != head_of(s)->n_end && !has_graph(s->model)) {
        return IFC2F_ERR_ORDER;
    }
    if (!is_look(*place) && new_place == LOOK) {
        i2f_add_look(s, k);
    } else if (new_place != LOOK) {
        if (is_look(*place)) {
            i2f_remove_look(s, k);
        }
        *place = (uint16_t)new_place;
    }
    if (*value != new_value) {
        *value = (uint8_t)new_value;
        update(s, k, had_value);
    } else if (has_graph(s->model)) {
        i2f_update_posterior(s); /* a graph has branches for missing answers */
    }
    return IFC2F_OK;
}

int32_t ifc2f_answer_bin(ifc2f_session *s, uint32_t k, uint32_t bin)
{
    if (k < s->model->n_features && bin >= n_values_of(s->model, k)) {
        return IFC2F_ERR_VALUE;
    }
    return set_state(s, k, bin, LOOK);
}

int32_t ifc2f_answer(ifc2f_session *s, uint32_t k, float value)
{
    const int32_t bin = ifc2f_bin(s->model, k, value);
    return bin < 0 ? bin : set_state(s, k, (uint32_t)bin, LOOK);
}

int32_t ifc2f_missing(ifc2f_session *s, uint32_t k, int32_t paid)
{
    return set_state(s, k, NO_VALUE, paid ? LOOK : PLACE_MISSING);
}

int32_t ifc2f_retract(ifc2f_session *s, uint32_t k)
{
    return set_state(s, k, NO_VALUE, PLACE_OPEN);
}

/* ---- Beginning, keeping ------------------------------------------------------------------------------------------- */

uint32_t ifc2f_session_bytes(const ifc2f_model *model)
{
#if IFC2F_EXACT
    const uint64_t bytes = plain_session_bytes(model) + i2f_exact_bytes(model);
    return bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
#else
    return plain_session_bytes(model);
#endif
}

int32_t ifc2f_restart(ifc2f_session *s)
{
    session_head *head = head_of(s);
    head->spent = 0.0f;
    head->lost = 0.0f;
    head->n_looked = 0;
    head->n_prefix = 0;
    head->n_end = 0;
    head->flags = 0;
    memset(places_of(s), 0, s->model->n_features * sizeof(uint16_t));
    memset(values_of(s), NO_VALUE, s->model->n_features);
    i2f_reset_weights(s);
    i2f_update_posterior(s);
    return IFC2F_OK;
}

static int32_t attach(ifc2f_session *s, const ifc2f_model *model, void *memory, uint32_t bytes)
{
    if (s == NULL || model == NULL || memory == NULL) {
        return IFC2F_ERR_ARGUMENT;
    }
    const uint32_t needed = ifc2f_session_bytes(model);
    if ((uintptr_t)memory % 4 != 0 || bytes < needed || needed == UINT32_MAX) {
        return IFC2F_ERR_MEMORY;
    }
    s->model = model;
    s->memory = (uint32_t *)memory;
    return IFC2F_OK;
}

int32_t ifc2f_begin(ifc2f_session *s, const ifc2f_model *model, void *memory, uint32_t bytes)
{
    const int32_t status = attach(s, model, memory, bytes);
    if (status != IFC2F_OK) {
        return status;
    }
    head_of(s)->crc = model->crc;
    head_of(s)->budget = number_at(&model->sections[IFC2F_COSTS], 0);
    for (uint32_t c = 0; c < model->n_classes; ++c) {
        weights_of(s)[c].prior = number_at(&model->sections[IFC2F_PRIOR], c);
    }
    return ifc2f_restart(s);
}

/* Whether memory holds a session of this model: what later calls index with must be in range. */
static int is_consistent(const ifc2f_session *s)
{
    const session_head *head = head_of(s);
    const uint32_t K = s->model->n_features;
    uint32_t n_looked = 0;
    uint32_t n_prefix = 0;
    uint32_t n_end = 0;
    for (uint32_t k = 0; k < K; ++k) {
        const uint32_t value = values_of(s)[k];
        const uint32_t place = places_of(s)[k];
        if (value != NO_VALUE) {
            if (value >= n_values_of(s->model, k) || !is_look(place)) {
                return 0;
            }
            n_prefix += n_prefix == k;
            n_end = k + 1;
        }
        n_looked += (uint32_t)is_look(place);
    }
    if (head->crc != s->model->crc || (head->flags & ~FLAG_BITS) != IS_SESSION || head->n_looked != n_looked ||
        head->n_prefix != n_prefix || head->n_end != n_end) {
        return 0;
    }
    for (uint32_t i = 0; i < n_looked; ++i) {
        if (ifc2f_looked(s, i) < 0) {
            return 0;
        }
    }
    return 1;
}

int32_t ifc2f_resume(ifc2f_session *s, const ifc2f_model *model, void *memory, uint32_t bytes)
{
    const int32_t status = attach(s, model, memory, bytes);
    if (status != IFC2F_OK) {
        return status;
    }
    return is_consistent(s) ? IFC2F_OK : IFC2F_ERR_SESSION;
}

int32_t ifc2f_set_prior(ifc2f_session *s, const float *prior)
{
    const uint32_t L = s->model->n_classes;
    float sum = 0.0f;
    for (uint32_t c = 0; c < L; ++c) {
        if (!is_within(prior[c], 0.0f, 1.0f)) {
            return IFC2F_ERR_PRIOR;
        }
        sum += prior[c];
    }
    if (!is_within(sum, 0.999f, 1.001f)) {
        return IFC2F_ERR_PRIOR;
    }
    const float rounding = 1e-7f * (float)(L + 8);
    const int is_rounded = is_within(sum, 1.0f - rounding, 1.0f + rounding);
    for (uint32_t c = 0; c < L; ++c) {
        const float p = prior[c] >= SMALLEST ? prior[c] : 0.0f;
        weights_of(s)[c].prior = is_rounded ? p : p / sum;
    }
    i2f_update_weights(s);
    i2f_update_posterior(s);
    return IFC2F_OK;
}

int32_t ifc2f_set_budget(ifc2f_session *s, float budget)
{
    if (!(budget >= 0.0f)) {
        return IFC2F_ERR_ARGUMENT;
    }
    head_of(s)->budget = budget;
    return IFC2F_OK;
}

/* ---- Reading ------------------------------------------------------------------------------------------------------ */

int32_t ifc2f_posterior(const ifc2f_session *s, float *posterior)
{
    memcpy(posterior, posterior_of(s), s->model->n_classes * sizeof *posterior);
    return (head_of(s)->flags & IS_CONFLICT) != 0;
}

int32_t ifc2f_evidence(const ifc2f_session *s, float *mantissa, int32_t *exponent)
{
    const uint32_t L = s->model->n_classes;
    const class_weight *weight = weights_of(s);
    const int32_t largest = largest_exponent(s);
    *mantissa = head_of(s)->n_end == 0 ? 1.0f : 0.0f;
    *exponent = 0;
    if (head_of(s)->n_end == 0 || largest == IMPOSSIBLE) {
        return IFC2F_OK;
    }
    const int32_t units = largest < 0 ? -largest / 32 : 0;
    for (uint32_t c = 0; c < L; ++c) {
        const int32_t shift = weight[c].exponent + 32 * units;
        *mantissa += shift > -127 ? float_of(bits_of(weight[c].mantissa) + ((uint32_t)shift << 23)) : 0.0f;
    }
    *exponent = -units;
    return IFC2F_OK;
}

int32_t ifc2f_state(const ifc2f_session *s, uint32_t k)
{
    if (k >= s->model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    if (values_of(s)[k] != NO_VALUE) {
        return values_of(s)[k];
    }
    switch (places_of(s)[k]) {
    case PLACE_OPEN:
        return IFC2F_OPEN;
    case PLACE_MISSING:
        return IFC2F_MISSING;
    default:
        return IFC2F_MISSING_PAID;
    }
}

int32_t ifc2f_n_looked(const ifc2f_session *s)
{
    return head_of(s)->n_looked;
}

int32_t ifc2f_looked(const ifc2f_session *s, uint32_t i)
{
    for (uint32_t k = 0; i < head_of(s)->n_looked && k < s->model->n_features; ++k) {
        if (places_of(s)[k] == i + 1) {
            return (int32_t)k;
        }
    }
    return IFC2F_ERR_ARGUMENT;
}
