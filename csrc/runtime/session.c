/*
 * Sessions: the set of answers given, in the caller's memory, kept together with what follows from it.
 *
 * Answers in the policy's order multiply one factor on; any other change starts again, from all answers (or, with exact
 * inference, from their messages), to the same bits.
 */
#include "adaptive.h"
#include "costs.h"
#include "exact.h"
#include "graph.h"
#include "posterior.h"
#include "weights.h"

/* After a change other than an answer in the policy's order. */
static void update_all(const ifc2f_session *s)
{
    i2f_update_weights(s);
    i2f_divide_by_sum(s);
}

/* ---- Changes of the set of answers -------------------------------------------------------------------------------- */

#if IFC2F_EXACT

/* Give feature k a value, or none, and a place: ACQUIRED, PLACE_OPEN, PLACE_MISSING or PLACE_KNOWN. */
static int32_t set_state(const ifc2f_session *s, uint32_t k, uint32_t value, uint32_t place)
{
    if (k >= s->model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    const uint32_t old_value = s->values[k];
    const int was_open = s->places[k] == PLACE_OPEN;
    const int was_uncertain = i2f_forget_likelihoods(s, k);
    if (!is_acquired(s->places[k]) && place == ACQUIRED) {
        i2f_add_acquisition(s, k);
    } else if (place != ACQUIRED) {
        if (is_acquired(s->places[k])) {
            i2f_remove_acquisition(s, k);
        }
        s->places[k] = (uint16_t)place;
    }
    if (value != old_value || was_uncertain) {
        s->values[k] = (uint8_t)value;
        i2f_take_up(s, k, was_uncertain || old_value != NO_VALUE);
    }
    if (has_graph(s->model)) {
        i2f_put_off(s, was_open);
    }
    return IFC2F_OK;
}

int32_t ifc2f_answer_bin(ifc2f_session *s, uint32_t k, uint32_t bin)
{
    if (k < s->model->n_features && bin >= n_values_of(s->model, k)) {
        return IFC2F_ERR_VALUE;
    }
    return set_state(s, k, bin, ACQUIRED);
}

int32_t ifc2f_know(ifc2f_session *s, uint32_t k, float value)
{
    const int32_t bin = ifc2f_bin(s->model, k, value);
    return bin < 0 ? bin : set_state(s, k, (uint32_t)bin, PLACE_KNOWN);
}

int32_t ifc2f_missing(ifc2f_session *s, uint32_t k, int32_t paid)
{
    return set_state(s, k, NO_VALUE, paid ? ACQUIRED : PLACE_MISSING);
}

int32_t ifc2f_retract(ifc2f_session *s, uint32_t k)
{
    return set_state(s, k, NO_VALUE, PLACE_OPEN);
}

#if IFC2F_UNCERTAIN

int32_t ifc2f_answer_likelihoods(ifc2f_session *s, uint32_t k, const float *likelihoods)
{
    uint32_t n_possible = 0;
    uint32_t best = 0;
    if (k >= s->model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    for (uint32_t v = 0; v < n_values_of(s->model, k); ++v) {
        if (!is_within(likelihoods[v], 0.0f, LARGEST)) {
            return IFC2F_ERR_VALUE;
        }
        n_possible += likelihoods[v] >= SMALLEST;
        best = likelihoods[v] > likelihoods[best] ? v : best;
    }
    if (n_possible <= 1) {
        return n_possible == 0 ? IFC2F_ERR_VALUE : ifc2f_answer_bin(s, k, best);
    }
    (void)set_state(s, k, NO_VALUE, ACQUIRED);
    i2f_keep_likelihoods(s, k, likelihoods, likelihoods[best]);
    i2f_take_up(s, k, 1);
    return IFC2F_OK;
}

int32_t ifc2f_read_likelihoods(const ifc2f_session *s, uint32_t k, float *likelihoods)
{
    const float *kept = k < s->model->n_features ? i2f_likelihoods(s, k) : NULL;
    if (kept == NULL) {
        return k < s->model->n_features ? IFC2F_ERR_VALUE : IFC2F_ERR_FEATURE;
    }
    memcpy(likelihoods, kept, n_values_of(s->model, k) * sizeof *likelihoods);
    return IFC2F_OK;
}

#endif

#else

int32_t ifc2f_know(ifc2f_session *s, uint32_t k, float value)
{
    (void)value;
    return k < s->model->n_features ? IFC2F_ERR_ORDER : IFC2F_ERR_FEATURE;
}

/* Bring the end, and for a graph the number of answers, up to date after a change of feature k's value. */
static void take_up(const ifc2f_session *s, uint32_t k, int had_value)
{
    session_head *head = head_of(s);
    if (has_graph(s->model)) {
        head->n_prefix = (uint16_t)(head->n_prefix + has_value(s, k) - had_value);
    }
    if (has_value(s, k) && k >= head->n_end) {
        head->n_end = (uint16_t)(k + 1);
    }
    while (head->n_end > 0 && s->values[head->n_end - 1] == NO_VALUE) {
        --head->n_end;
    }
}

/* Give feature k, which there is, a value, or none, and a place: ACQUIRED, PLACE_OPEN or PLACE_MISSING. */
static int32_t set_state(const ifc2f_session *s, uint32_t k, uint32_t value, uint32_t place)
{
    const int had_value = has_value(s, k);
#if IFC2F_GRAPHS
    if (has_graph(s->model) && !i2f_graph_tells(s, k, value, place)) {
        return IFC2F_ERR_ORDER;
    }
#endif
    if (!is_acquired(s->places[k]) && place == ACQUIRED) {
        i2f_add_acquisition(s, k);
    } else if (place != ACQUIRED) {
        if (is_acquired(s->places[k])) {
            i2f_remove_acquisition(s, k);
        }
        s->places[k] = (uint16_t)place;
    }
    s->values[k] = (uint8_t)value;
    take_up(s, k, had_value);
    if (has_graph(s->model)) {
        i2f_put_off(s, 1); /* the walk has gone on */
    }
    return IFC2F_OK;
}

int32_t ifc2f_answer_bin(ifc2f_session *s, uint32_t k, uint32_t bin)
{
    if (k >= s->model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    if (bin >= n_values_of(s->model, k)) {
        return IFC2F_ERR_VALUE;
    }
    if (has_graph(s->model)) {
        return set_state(s, k, bin, ACQUIRED);
    }
    if (!i2f_can_answer(s, k)) {
        return IFC2F_ERR_ORDER;
    }
    (void)set_state(s, k, bin, ACQUIRED);
    i2f_multiply_by_answer(s, k);
    i2f_divide_by_sum(s);
    return IFC2F_OK;
}

int32_t ifc2f_missing(ifc2f_session *s, uint32_t k, int32_t paid)
{
    if (k >= s->model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    if (is_acquired(s->places[k]) && !has_graph(s->model)) {
        return IFC2F_ERR_ORDER;
    }
    return set_state(s, k, NO_VALUE, paid ? ACQUIRED : PLACE_MISSING);
}

int32_t ifc2f_retract(ifc2f_session *s, uint32_t k)
{
    if (k >= s->model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    if (s->values[k] != NO_VALUE && k + 1u != head_of(s)->n_end && !has_graph(s->model)) {
        return IFC2F_ERR_ORDER;
    }
    const int32_t status = set_state(s, k, NO_VALUE, PLACE_OPEN);
    if (!has_graph(s->model)) {
        update_all(s);
    }
    return status;
}

#endif

#if !IFC2F_UNCERTAIN

int32_t ifc2f_answer_likelihoods(ifc2f_session *s, uint32_t k, const float *likelihoods)
{
    (void)likelihoods;
    return k < s->model->n_features ? IFC2F_ERR_ORDER : IFC2F_ERR_FEATURE;
}

int32_t ifc2f_read_likelihoods(const ifc2f_session *s, uint32_t k, float *likelihoods)
{
    (void)likelihoods;
    return k < s->model->n_features ? IFC2F_ERR_VALUE : IFC2F_ERR_FEATURE;
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
    const uint64_t bytes = plain_session_bytes(model) + i2f_exact_bytes(model) +
                           (is_adaptive(model) ? i2f_adaptive_bytes(model) : 0);
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
    head->n_acquired = 0;
    head->n_prefix = 0;
    head->n_end = 0;
    head->flags = IS_SESSION;
    memset(s->places, 0xFF, 3 * (size_t)s->model->n_features); /* all PLACE_OPEN, and behind them NO_VALUE */
    for (uint32_t k = 0; IFC2F_UNCERTAIN && k < s->model->n_features; ++k) {
        (void)i2f_forget_likelihoods(s, k);
    }
    if (has_graph(s->model)) {
        i2f_put_off(s, 0);
    } else {
        i2f_reset_weights(s);
        i2f_divide_by_sum(s);
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
    uint32_t n_acquired = 0;
    uint32_t n_prefix = 0;
    uint32_t n_end = 0;
    for (uint32_t k = 0; k < K; ++k) {
        const uint32_t value = s->values[k];
        const uint32_t place = s->places[k];
        if (value != NO_VALUE) {
            if (value >= n_values_of(s->model, k) || (!is_acquired(place) && place != PLACE_KNOWN)) {
                return 0;
            }
            n_prefix += IFC2F_EXACT ? n_prefix == k && !has_factor(s->model) : (uint32_t)has_graph(s->model);
            n_end = k + 1;
        }
        if (place == PLACE_KNOWN && (value == NO_VALUE || !IFC2F_EXACT)) {
            return 0;
        }
        if (i2f_likelihoods(s, k) != NULL) {
            n_end = k + 1;
        }
        if (!i2f_are_likelihoods(s, k)) {
            return 0;
        }
        n_acquired += (uint32_t)is_acquired(place);
    }
    if (head->crc != s->model->crc || (head->flags & ~FLAG_BITS) != IS_SESSION || head->n_acquired != n_acquired ||
        head->n_prefix != n_prefix || head->n_end != n_end) {
        return 0;
    }
    for (uint32_t i = 0; i < n_acquired; ++i) {
        if (ifc2f_acquired(s, i) < 0) {
            return 0;
        }
    }
    return 1;
}

/* The walk through a graph starts again at the root. Whether the posterior follows from the answers in this build. */
static int take_up_walk(const ifc2f_session *s)
{
    i2f_put_off(s, 0);
#if IFC2F_GRAPHS && !IFC2F_EXACT
    if (s->model->n_features > 0) {
        return i2f_graph_tells(s, 0, s->values[0], s->places[0]);
    }
#endif
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
    i2f_add_up_costs(s, head_of(s)->n_acquired);
    if (has_graph(s->model)) {
        return take_up_walk(s) ? IFC2F_OK : IFC2F_ERR_SESSION;
    }
    if (!i2f_has_weights(s)) {
        return IFC2F_ERR_SESSION;
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
        s->classes[c].mantissa = s->classes[c].prior; /* until the weights are computed anew */
        s->classes[c].prior = is_rounded ? p : p / sum;
    }
    if (!has_graph(s->model)) {
        update_all(s);
    } else if (!take_up_walk(s)) {
        for (uint32_t c = 0; c < L; ++c) {
            s->classes[c].prior = s->classes[c].mantissa;
        }
        return IFC2F_ERR_ORDER;
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
