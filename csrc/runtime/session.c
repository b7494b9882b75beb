/*
 * Sessions: the set of answers given, in the caller's memory, and the posterior it leads to.
 *
 * The posterior comes from one weight per class: the prior times one factor for each answer, in ascending order of the
 * features. Answers in the policy's order multiply one factor on; any other change starts again, from all answers (or,
 * with exact inference, from the messages of ifc2f_exact.c), to the same bits.
 */
#include "internal.h"

/* ---- Weights ------------------------------------------------------------------------------------------------------ */

enum { BIAS = 127, LEAST_EXPONENT = -100 }; /* of a float, and of a product with a factor that is not 0 */

/* The factor is in [SMALLEST, 1], which is above 2^-100, or counts as 0. Whatever it is, the mantissa stays in [1, 2). */
IFC2F_APART IFC2F_PRIVATE void i2f_multiply(ifc2f_class *of, float factor)
{
    const uint32_t bits = bits_of(of->mantissa * factor);
    const uint32_t biased = bits >> 23; /* and the sign */
    of->exponent = (int32_t)((uint32_t)of->exponent + biased - BIAS);
    if (biased - (BIAS + LEAST_EXPONENT) >= 255 - (BIAS + LEAST_EXPONENT)) {
        of->exponent = IMPOSSIBLE;
    }
    of->mantissa = float_of((bits & 0x007FFFFF) | 0x3F800000);
}

IFC2F_PRIVATE void i2f_multiply_by_answer(const ifc2f_session *s, uint32_t k)
{
    const ifc2f_model *model = s->model;
    const uint32_t parent = parent_of(model, k);
    uint32_t row = parent < k ? s->values[parent] * n_values_of(model, k) : 0;
    row += s->values[k];
    row = row * model->n_classes + feature_word(model, k, FIRST_TABLE);
    for (ifc2f_class *of = s->classes; of < end_of_classes(s); ++of) {
        i2f_multiply(of, number_at(&model->sections[IFC2F_TABLES], row++));
    }
}

IFC2F_PRIVATE void i2f_reset_weights(const ifc2f_session *s)
{
    for (ifc2f_class *of = s->classes; of < end_of_classes(s); ++of) {
        of->mantissa = 1.0f;
        of->exponent = 0;
        i2f_multiply(of, of->prior);
    }
}

/* Largest exponent of a class; below LEAST_POSSIBLE if none is possible. */
static int32_t largest_exponent(const ifc2f_session *s)
{
    int32_t largest = INT32_MIN;
    for (const ifc2f_class *of = s->classes; of < end_of_classes(s); ++of) {
        largest = of->exponent > largest ? of->exponent : largest;
    }
    return largest;
}

/* A class's weight in units of the largest; 0 below 2^-117 of it, so that none is subnormal (the sum is below 2^9): some
 * processors take such numbers for 0. */
static float scaled(const ifc2f_class *of, int32_t largest)
{
    const uint32_t shift = (uint32_t)largest - (uint32_t)of->exponent;
    return shift < 118 ? float_of(bits_of(of->mantissa) - (shift << 23)) : 0.0f;
}

/* The same as below for two classes, one of them possible. */
static void update_two(ifc2f_class *of, int32_t largest)
{
    const float first = scaled(&of[0], largest);
    const float second = scaled(&of[1], largest);
    const float sum = first + second;
    of[0].posterior = first / sum;
    of[1].posterior = second / sum;
}

/* The network's posterior: the weights divided by their sum. Before the first answer, and when the answers contradict each
 * other, the prior itself. */
static void update_network_posterior(const ifc2f_session *s)
{
    session_head *head = head_of(s);
    const int32_t largest = largest_exponent(s);
    const uint16_t conflict = largest < LEAST_POSSIBLE ? IS_CONFLICT : 0;
    float sum = 0.0f;
    head->flags = (uint16_t)((head->flags & (uint16_t)~(MARGINALS_ARE_VALID | IS_CONFLICT)) + conflict);
    if (head->n_end == 0 || conflict) {
        for (ifc2f_class *of = s->classes; of < end_of_classes(s); ++of) {
            of->posterior = of->prior;
        }
        return;
    }
    if (IFC2F_READS_INLINE && s->model->n_classes == 2) {
        update_two(s->classes, largest);
        return;
    }
    for (ifc2f_class *of = s->classes; of < end_of_classes(s); ++of) {
        of->posterior = scaled(of, largest);
        sum += of->posterior;
    }
    for (ifc2f_class *of = s->classes; of < end_of_classes(s); ++of) {
        of->posterior /= sum;
    }
}

/* After a change other than an answer in the policy's order. */
static void update_all(const ifc2f_session *s)
{
    i2f_update_weights(s);
    update_network_posterior(s);
}

#if IFC2F_GRAPHS

/* After a change of a feature that was open, or not, in a session of a graph. */
static void put_off(const ifc2f_session *s, int was_open)
{
    session_head *head = head_of(s);
    head->flags = (uint16_t)((head->flags & ~(UP_IS_VALID | MARGINALS_ARE_VALID)) | WEIGHTS_ARE_STALE | POSTERIOR_IS_STALE);
    if (!was_open) {
        walk_of(s)->node = 0;
        walk_of(s)->n_met = 0;
    }
}

IFC2F_PRIVATE void i2f_need_weights(const ifc2f_session *s)
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
            i2f_need_weights(s);
            update_network_posterior(s);
        }
    }
}

#else

static void put_off(const ifc2f_session *s, int was_open)
{
    (void)s;
    (void)was_open;
}

#endif

/* ---- Changes of the set of answers -------------------------------------------------------------------------------- */

#if IFC2F_EXACT

IFC2F_PRIVATE int i2f_can_answer(const ifc2f_session *s, uint32_t k)
{
    (void)s;
    (void)k;
    return 1;
}

/* Bring prefix, end and, but for a graph's session, weights and posterior up to date after a change of feature k's value. */
static void update(const ifc2f_session *s, uint32_t k, int had_value)
{
    session_head *head = head_of(s);
    const int in_order = !had_value && k == head->n_prefix && k == head->n_end;
    if (k >= head->n_end) {
        head->n_end = (uint16_t)(k + 1);
    }
    while (head->n_end > 0 && s->values[head->n_end - 1] == NO_VALUE) {
        --head->n_end;
    }
    if (k < head->n_prefix) {
        head->n_prefix = (uint16_t)k;
    }
    while (head->n_prefix < head->n_end && s->values[head->n_prefix] != NO_VALUE) {
        ++head->n_prefix;
    }
    if (has_graph(s->model)) {
        return;
    }
    if (in_order) {
        head->flags &= (uint16_t)~UP_IS_VALID;
        i2f_multiply_by_answer(s, k);
    } else {
        i2f_update_messages(s, k);
        i2f_update_weights(s);
    }
    update_network_posterior(s);
}

/* Give feature k a value, or none, and a place: LOOK, PLACE_OPEN or PLACE_MISSING. */
static int32_t set_state(const ifc2f_session *s, uint32_t k, uint32_t value, uint32_t place)
{
    if (k >= s->model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    const uint32_t old_value = s->values[k];
    const int was_open = s->places[k] == PLACE_OPEN;
    if (!is_look(s->places[k]) && place == LOOK) {
        i2f_add_look(s, k);
    } else if (place != LOOK) {
        if (is_look(s->places[k])) {
            i2f_remove_look(s, k);
        }
        s->places[k] = (uint16_t)place;
    }
    if (value != old_value) {
        s->values[k] = (uint8_t)value;
        update(s, k, old_value != NO_VALUE);
    }
    if (has_graph(s->model)) {
        put_off(s, was_open);
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

int32_t ifc2f_missing(ifc2f_session *s, uint32_t k, int32_t paid)
{
    return set_state(s, k, NO_VALUE, paid ? LOOK : PLACE_MISSING);
}

int32_t ifc2f_retract(ifc2f_session *s, uint32_t k)
{
    return set_state(s, k, NO_VALUE, PLACE_OPEN);
}

#else

static int is_parent_known(const ifc2f_session *s, uint32_t k)
{
    const uint32_t parent = parent_of(s->model, k);
    return parent >= k || s->values[parent] != NO_VALUE;
}

/* Answers ascend, so that each multiplies one factor on; with a graph, whose posteriors are its own, they need not. */
IFC2F_APART IFC2F_PRIVATE int i2f_can_answer(const ifc2f_session *s, uint32_t k)
{
    return has_graph(s->model) || (k >= head_of(s)->n_end && is_parent_known(s, k));
}

IFC2F_PRIVATE void i2f_update_weights(const ifc2f_session *s)
{
    i2f_reset_weights(s);
    for (uint32_t k = 0; k < head_of(s)->n_end; ++k) {
        if (s->values[k] != NO_VALUE && is_parent_known(s, k)) {
            i2f_multiply_by_answer(s, k);
        }
    }
}

int32_t ifc2f_answer_bin(ifc2f_session *s, uint32_t k, uint32_t bin)
{
    if (k >= s->model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    if (bin >= n_values_of(s->model, k)) {
        return IFC2F_ERR_VALUE;
    }
    if (!i2f_can_answer(s, k)) {
        return IFC2F_ERR_ORDER;
    }
    const int was_open = s->places[k] == PLACE_OPEN;
    if (!is_look(s->places[k])) {
        i2f_add_look(s, k);
    }
    s->values[k] = (uint8_t)bin;
    if (!has_graph(s->model) || k >= head_of(s)->n_end) {
        head_of(s)->n_end = (uint16_t)(k + 1);
    }
    if (has_graph(s->model)) {
        put_off(s, was_open);
    } else {
        i2f_multiply_by_answer(s, k);
        update_network_posterior(s);
    }
    return IFC2F_OK;
}

int32_t ifc2f_missing(ifc2f_session *s, uint32_t k, int32_t paid)
{
    if (k >= s->model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    if (is_look(s->places[k])) {
        if (!has_graph(s->model)) {
            return IFC2F_ERR_ORDER;
        }
        (void)ifc2f_retract(s, k);
    }
    const int was_open = s->places[k] == PLACE_OPEN;
    if (paid) {
        i2f_add_look(s, k);
    } else {
        s->places[k] = PLACE_MISSING;
    }
    if (has_graph(s->model)) {
        put_off(s, was_open);
    }
    return IFC2F_OK;
}

int32_t ifc2f_retract(ifc2f_session *s, uint32_t k)
{
    session_head *head = head_of(s);
    if (k >= s->model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    if (s->values[k] != NO_VALUE && k + 1u != head->n_end && !has_graph(s->model)) {
        return IFC2F_ERR_ORDER;
    }
    if (is_look(s->places[k])) {
        i2f_remove_look(s, k);
    }
    s->places[k] = PLACE_OPEN;
    s->values[k] = NO_VALUE;
    while (head->n_end > 0 && s->values[head->n_end - 1] == NO_VALUE) {
        --head->n_end;
    }
    if (has_graph(s->model)) {
        put_off(s, 0);
    } else {
        update_all(s);
    }
    return IFC2F_OK;
}

#endif

int32_t ifc2f_answer(ifc2f_session *s, uint32_t k, float value)
{
    const int32_t bin = ifc2f_bin(s->model, k, value);
    return bin < 0 ? bin : ifc2f_answer_bin(s, k, (uint32_t)bin);
}

/* ---- Beginning, keeping ------------------------------------------------------------------------------------------- */

uint32_t ifc2f_session_bytes(const ifc2f_model *model)
{
#if IFC2F_EXACT
    const uint64_t bytes = plain_session_bytes(model) + i2f_exact_bytes(model) + i2f_adaptive_bytes(model);
    return bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
#else
    return plain_session_bytes(model);
#endif
}

int32_t ifc2f_restart(ifc2f_session *s)
{
    session_head *head = head_of(s);
    head->spent.sum = 0.0f;
    head->spent.lost = 0.0f;
    head->n_looked = 0;
    head->n_prefix = 0;
    head->n_end = 0;
    head->flags = IS_SESSION;
    memset(s->places, 0xFF, 3 * (size_t)s->model->n_features); /* all PLACE_OPEN, and behind them NO_VALUE */
    if (has_graph(s->model)) {
        put_off(s, 0);
    } else {
        i2f_reset_weights(s);
        update_network_posterior(s);
    }
    return IFC2F_OK;
}

static int32_t attach(ifc2f_session *s, const ifc2f_model *model, void *memory, uint32_t bytes)
{
    if (s == NULL || model == NULL || memory == NULL) {
        return IFC2F_ERR_ARGUMENT;
    }
    const uint32_t needed = ifc2f_session_bytes(model);
    if (bytes < needed || (uintptr_t)memory % 4 != 0 || needed == UINT32_MAX) {
        return IFC2F_ERR_MEMORY;
    }
    s->model = model;
    s->memory = memory;
    s->classes = (ifc2f_class *)(void *)((uint8_t *)memory + head_bytes(model));
    s->places = (uint16_t *)(void *)(s->classes + model->n_classes);
    s->values = (uint8_t *)(s->places + model->n_features);
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
    for (uint32_t c = model->n_classes; c-- > 0;) {
        s->classes[c].prior = number_at(&model->sections[IFC2F_PRIOR], c);
    }
    return ifc2f_restart(s);
}

/* Whether the class prior and the budget that memory holds are such. The prior was normalised when it was set. */
static int has_prior_and_budget(const ifc2f_session *s)
{
    float sum = 0.0f;
    for (const ifc2f_class *of = s->classes; of < end_of_classes(s); ++of) {
        if (bits_of(of->prior) > bits_of(1.0f)) {
            return 0;
        }
        sum += of->prior;
    }
    return is_within(sum, 0.99995f, 1.00005f) && (!IFC2F_CHECKS || bits_of(head_of(s)->budget) <= INFINITY_BITS);
}

/* Whether memory holds answers to this model. */
static int has_answers(const ifc2f_session *s)
{
    const session_head *head = head_of(s);
    const uint32_t K = s->model->n_features;
    uint32_t n_looked = 0;
    uint32_t n_prefix = 0;
    uint32_t n_end = 0;
    for (uint32_t k = 0; k < K; ++k) {
        const uint32_t value = s->values[k];
        const uint32_t place = s->places[k];
        if (value != NO_VALUE) {
            if (value >= n_values_of(s->model, k) || !is_look(place)) {
                return 0;
            }
            n_prefix += IFC2F_EXACT && n_prefix == k;
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

/* Answers, prior and budget are all that memory is believed; the rest follows from them, to the same bits. */
int32_t ifc2f_resume(ifc2f_session *s, const ifc2f_model *model, void *memory, uint32_t bytes)
{
    const int32_t status = attach(s, model, memory, bytes);
    if (status != IFC2F_OK) {
        return status;
    }
    if (!has_answers(s) || !has_prior_and_budget(s)) {
        return IFC2F_ERR_SESSION;
    }
    head_of(s)->flags = IS_SESSION;
    i2f_add_looks(s, head_of(s)->n_looked);
    if (has_graph(s->model)) {
        put_off(s, 0);
        return IFC2F_OK;
    }
#if IFC2F_EXACT
    i2f_update_messages(s, 0);
#endif
    update_all(s);
    return IFC2F_OK;
}

int32_t ifc2f_set_prior(ifc2f_session *s, const float *prior)
{
    const uint32_t L = s->model->n_classes;
    float sum = 0.0f;
    for (uint32_t c = 0; c < L; ++c) {
        if (!(prior[c] >= 0.0f && prior[c] <= 1.0f)) {
            return IFC2F_ERR_PRIOR;
        }
        sum += prior[c];
    }
    if (!(sum >= 0.999f && sum <= 1.001f)) {
        return IFC2F_ERR_PRIOR;
    }
    const float rounding = 1e-7f * (float)(L + 8);
    const int is_rounded = sum >= 1.0f - rounding && sum <= 1.0f + rounding;
    for (uint32_t c = 0; c < L; ++c) {
        const float p = prior[c] >= SMALLEST ? prior[c] : 0.0f;
        s->classes[c].prior = is_rounded ? p : p / sum;
    }
    if (has_graph(s->model)) {
        put_off(s, 0);
    } else {
        update_all(s);
    }
    return IFC2F_OK;
}

int32_t ifc2f_set_budget(ifc2f_session *s, float budget)
{
    if (!(budget >= 0.0f)) {
        return IFC2F_ERR_ARGUMENT;
    }
    head_of(s)->budget = bits_of(budget) << 1 == 0 ? 0.0f : budget; /* -0 is 0: amounts are compared by their bits */
    return IFC2F_OK;
}

/* ---- Reading ------------------------------------------------------------------------------------------------------ */

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
    i2f_need_weights(s);
    const int32_t largest = largest_exponent(s);
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
        if (s->places[k] == i + 1) {
            return (int32_t)k;
        }
    }
    return IFC2F_ERR_ARGUMENT;
}
