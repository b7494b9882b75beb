/*
 * Sessions, by the kind of policy that the model has. The set of answers is all that counts: what a session keeps
 * besides is a function of it.
 */
#include "graph.h"
#include "ordered.h"
#include "vectors.h"

/* The state before any answer counts; of a graph with those that there are. */
static void reset(const ifc2f_int_session *s)
{
    int_head *head = head_of(s);
    head->at = 0;
    head->n_end = 0;
    head->state = s->model->words[PRIOR];
    if (is_graph(s->model)) {
        i2f_int_walk_anew(s);
    } else if (!has_thresholds(s->model)) {
        memset(classes_of(s), 0, s->model->n_classes * sizeof(int_class));
        i2f_int_add_row(s, 0);
    }
}

/* The state from the set of answers alone. */
static void refresh(const ifc2f_int_session *s)
{
    reset(s);
    for (uint32_t k = 0; !is_graph(s->model) && k < s->model->n_features; ++k) {
        if (s->values[k] >= 0) {
            i2f_int_take_up(s, k);
        }
    }
}

/* Give feature k, which there is, a value, or one of VALUE_OPEN, VALUE_MISSING, VALUE_PAID. */
static int32_t put(const ifc2f_int_session *s, uint32_t k, int32_t value)
{
    const int_head *head = head_of(s);
    const int is_new = is_open(s, k);
    s->values[k] = value;
    if (is_graph(s->model) && k == head->state && value != VALUE_OPEN) {
        return i2f_int_walk(s, head->at, value);
    }
    if (!is_graph(s->model) && is_new && value >= 0 && k >= head->n_end) {
        i2f_int_take_up(s, k);
    } else if (!is_new || (!is_graph(s->model) && value >= 0)) {
        refresh(s);
    }
    return IFC2F_OK;
}

static int32_t change(const ifc2f_int_session *s, uint32_t k, int32_t value)
{
    return k < s->model->n_features ? put(s, k, value) : IFC2F_ERR_FEATURE;
}

int32_t ifc2f_int_answer(ifc2f_int_session *s, uint32_t k, int32_t reading)
{
    if (k >= s->model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    const uint8_t *record = record_of(s->model, k);
    if (reading <= VALUE_PAID || (is_graph(s->model) && i2f_int_is_no_category(record, reading))) {
        return IFC2F_ERR_VALUE;
    }
    if (is_graph(s->model) && k == head_of(s)->state) { /* the usual case, and short */
        s->values[k] = reading;
        return i2f_int_walk(s, head_of(s)->at, reading);
    }
    if (is_graph(s->model)) {
        return put(s, k, reading);
    }
    reading = i2f_int_bin_of(s->model, record, reading);
    return reading < 0 ? IFC2F_ERR_VALUE : put(s, k, reading);
}

int32_t ifc2f_int_missing(ifc2f_int_session *s, uint32_t k, int32_t paid)
{
    return change(s, k, paid ? VALUE_PAID : VALUE_MISSING);
}

int32_t ifc2f_int_retract(ifc2f_int_session *s, uint32_t k)
{
    return change(s, k, VALUE_OPEN);
}

int32_t ifc2f_int_next(const ifc2f_int_session *s)
{
    return is_graph(s->model) ? i2f_int_graph_next(s) : i2f_int_ordered_next(s);
}

int32_t ifc2f_int_decide(const ifc2f_int_session *s)
{
    return is_graph(s->model) ? i2f_int_graph_decide(s) : i2f_int_ordered_decide(s);
}

void ifc2f_int_posterior(const ifc2f_int_session *s, uint16_t *posterior)
{
    if (is_graph(s->model)) {
        i2f_int_graph_posterior(s, posterior);
    } else {
        i2f_int_ordered_posterior(s, posterior);
    }
}

/* ---- Beginning, keeping ------------------------------------------------------------------------------------------ */

uint32_t ifc2f_int_session_bytes(const ifc2f_int_model *model)
{
    const uint32_t bytes = (uint32_t)sizeof(int_head) + 4 * model->n_features;
    return is_graph(model) || has_thresholds(model) ? bytes : bytes + (uint32_t)sizeof(int_class) * model->n_classes;
}

static int32_t attach(ifc2f_int_session *s, const ifc2f_int_model *model, void *memory, uint32_t bytes)
{
    if (s == NULL || model == NULL || memory == NULL) {
        return IFC2F_ERR_ARGUMENT;
    }
    if ((uintptr_t)memory % 4 != 0 || bytes < ifc2f_int_session_bytes(model)) {
        return IFC2F_ERR_MEMORY;
    }
    s->model = model;
    s->memory = memory;
    s->values = (int32_t *)(void *)(head_of(s) + 1);
    return IFC2F_OK;
}

int32_t ifc2f_int_begin(ifc2f_int_session *s, const ifc2f_int_model *model, void *memory, uint32_t bytes)
{
    const int32_t status = attach(s, model, memory, bytes);
    if (status == IFC2F_OK) {
        head_of(s)->crc = model->crc;
        head_of(s)->budget = model->words[BUDGET];
        const int32_t *const end = s->values + model->n_features;
        for (int32_t *value = s->values; value < end; ++value) {
            *value = VALUE_OPEN;
        }
        reset(s);
    }
    return status;
}

/* What is not a value stands for none and is not asked for again; the rest follows from the values. */
int32_t ifc2f_int_resume(ifc2f_int_session *s, const ifc2f_int_model *model, void *memory, uint32_t bytes)
{
    const int32_t status = attach(s, model, memory, bytes);
    if (status != IFC2F_OK) {
        return status;
    }
    if (head_of(s)->crc != model->crc) {
        return IFC2F_ERR_SESSION;
    }
    refresh(s);
    return IFC2F_OK;
}

void ifc2f_int_set_budget(ifc2f_int_session *s, uint32_t budget)
{
    head_of(s)->budget = budget;
}
