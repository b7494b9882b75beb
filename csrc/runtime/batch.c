/* Rows of a matrix, each in a session of its own. */
#include "state.h"

#if IFC2F_BATCH

/* Run one session over a row. Returns IFC2F_OK, or an error and the feature it arose at. */
static int32_t classify_row(ifc2f_session *s, const float *row, const uint32_t *columns, int32_t unknown_is_missing,
                            ifc2f_batch_report *report)
{
    int32_t next;
    while ((next = ifc2f_next(s)) >= 0) {
        const uint32_t k = (uint32_t)next;
        const float value = row[columns == NULL ? k : columns[k]];
        int32_t status = value != value ? ifc2f_missing(s, k, 0) : ifc2f_answer(s, k, value); /* != itself: NaN */
        if (status == IFC2F_ERR_VALUE && unknown_is_missing && value - value == 0.0f) {
            ++report->n_unknown;
            status = ifc2f_missing(s, k, 0);
        }
        if (status != IFC2F_OK) {
            report->failed_feature = k;
            return status;
        }
    }
    return next == IFC2F_STOP ? IFC2F_OK : next;
}

/* The features looked at, by their places; -1 behind the last. */
static void write_order(const ifc2f_session *s, int32_t *order, uint32_t width)
{
    for (uint32_t i = 0; i < width; ++i) {
        order[i] = -1;
    }
    for (uint32_t k = 0; k < s->model->n_features; ++k) {
        const uint32_t place = s->places[k];
        if (is_look(place) && place <= width) {
            order[place - 1] = (int32_t)k;
        }
    }
}

static void write_row(const ifc2f_session *s, const ifc2f_batch *batch, size_t r)
{
    if (batch->label != NULL) {
        batch->label[r] = ifc2f_decide(s);
    }
    if (batch->posterior != NULL) {
        (void)ifc2f_posterior(s, batch->posterior + r * s->model->n_classes);
    }
    if (batch->n_looked != NULL) {
        batch->n_looked[r] = ifc2f_n_looked(s);
    }
    if (batch->cost != NULL) {
        batch->cost[r] = ifc2f_cost(s);
    }
    if (batch->order != NULL) {
        write_order(s, batch->order + r * batch->order_width, batch->order_width);
    }
}

int32_t ifc2f_classify(const ifc2f_model *model, const float *matrix, size_t n_rows, size_t row_stride,
                       const uint32_t *columns, float budget, int32_t unknown_is_missing, void *memory,
                       uint32_t memory_bytes, const ifc2f_batch *batch, ifc2f_batch_report *report)
{
    ifc2f_session s;
    int32_t status = ifc2f_begin(&s, model, memory, memory_bytes);
    memset(report, 0, sizeof *report);
    status = status == IFC2F_OK ? ifc2f_set_budget(&s, budget) : status;
    for (size_t r = 0; status == IFC2F_OK && r < n_rows; ++r) {
        (void)ifc2f_restart(&s);
        status = classify_row(&s, matrix + r * row_stride, columns, unknown_is_missing, report);
        if (status == IFC2F_OK) {
            write_row(&s, batch, r);
        } else {
            report->failed_row = r;
        }
    }
    return status;
}

#endif
