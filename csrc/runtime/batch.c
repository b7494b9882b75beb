/* Rows of a matrix, each in a session of its own. */
#include "state.h"

#if IFC2F_BATCH

/* A matrix, and what is asked of each of its rows. */
typedef struct batch_rows {
    const float *matrix;
    size_t row_stride;
    const uint32_t *columns;
    int32_t unknown_is_missing;
    const ifc2f_batch *batch;
    ifc2f_batch_report *report;
} batch_rows;

enum { CODE_MISSING = 0xFF, CODE_UNKNOWN = 0x1FF }; /* in place of a bin; an unknown category is missing, too */

static float value_at(const batch_rows *of, size_t r, uint32_t k)
{
    return of->matrix[r * of->row_stride + (of->columns == NULL ? k : of->columns[k])];
}

/* The bin of feature k in row r, or CODE_MISSING or CODE_UNKNOWN; or an error. */
static int32_t code_at(const ifc2f_session *s, const batch_rows *of, size_t r, uint32_t k)
{
    const float value = value_at(of, r, k);
    if (value != value) { /* NaN */
        return CODE_MISSING;
    }
    const int32_t bin = ifc2f_bin(s->model, k, value);
    return bin == IFC2F_ERR_VALUE && of->unknown_is_missing && value - value == 0.0f ? CODE_UNKNOWN : bin;
}

static int32_t answer_code(ifc2f_session *s, uint32_t k, int32_t code)
{
    return code < 0 ? code : (code & CODE_MISSING) == CODE_MISSING ? ifc2f_missing(s, k, 0) : ifc2f_answer_bin(s, k, (uint32_t)code);
}

/* The features acquired, by their places; -1 behind the last. */
static void write_order(const ifc2f_session *s, int32_t *order, uint32_t width)
{
    for (uint32_t i = 0; i < width; ++i) {
        order[i] = -1;
    }
    for (uint32_t k = 0; k < s->model->n_features; ++k) {
        const uint32_t place = s->places[k];
        if (is_acquired(place) && place <= width) {
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
    if (batch->n_acquired != NULL) {
        batch->n_acquired[r] = ifc2f_n_acquired(s);
    }
    if (batch->cost != NULL) {
        batch->cost[r] = ifc2f_cost(s);
    }
    if (batch->order != NULL) {
        write_order(s, batch->order + r * batch->order_width, batch->order_width);
    }
}

/* Take the value of feature k in row r as known; where it is missing, leave the feature open, should the policy ask for it. */
static int32_t know_value(ifc2f_session *s, const batch_rows *of, size_t r, uint32_t k)
{
    const int32_t code = code_at(s, of, r, k);
    if (code < 0) {
        return code;
    }
    return (code & CODE_MISSING) == CODE_MISSING ? ifc2f_retract(s, k) : ifc2f_know(s, k, value_at(of, r, k));
}

/* Run one session over row r. Returns IFC2F_OK, or an error and the feature it arose at. */
static int32_t follow_row(ifc2f_session *s, const batch_rows *of, size_t r)
{
    int32_t next;
    for (uint32_t i = 0; i < of->batch->n_known; ++i) {
        const uint32_t k = of->batch->known[i];
        const int32_t status = know_value(s, of, r, k);
        if (status != IFC2F_OK) {
            of->report->failed_feature = k;
            return status;
        }
    }
    while ((next = ifc2f_next(s)) >= 0) {
        const int32_t code = code_at(s, of, r, (uint32_t)next);
        const int32_t status = answer_code(s, (uint32_t)next, code);
        of->report->n_unknown += code == CODE_UNKNOWN;
        if (status != IFC2F_OK) {
            of->report->failed_feature = (uint32_t)next;
            return status;
        }
    }
    return next == IFC2F_STOP ? IFC2F_OK : next;
}

static int32_t follow_each(ifc2f_session *s, const batch_rows *of, size_t n_rows)
{
    for (size_t r = 0; r < n_rows; ++r) {
        (void)ifc2f_restart(s);
        const int32_t status = follow_row(s, of, r);
        if (status != IFC2F_OK) {
            of->report->failed_row = r;
            return status;
        }
        write_row(s, of->batch, r);
    }
    return IFC2F_OK;
}

/* ---- Rows together: those that gave the same answers so far wait for the same question ------------------------------ */

/* A question that was asked of rows[next .. end), those before `next` followed to their ends already. */
typedef struct asked {
    uint32_t feature;
    uint32_t next;
    uint32_t end;
    int32_t is_known; /* taken as known before, not asked */
} asked;

/* Bring the rows that answer like rows[of->next] to the front, answer, and leave the others for later. Writes the end of those
 * that were brought. */
static int32_t take_alike(ifc2f_session *s, const batch_rows *of, uint32_t *rows, asked *question, uint32_t *end)
{
    const uint32_t first = rows[question->next];
    const int32_t code = code_at(s, of, first, question->feature);
    uint32_t n_alike = question->next;
    for (uint32_t i = question->next; i < question->end; ++i) {
        const uint32_t row = rows[i];
        const int32_t other = code_at(s, of, row, question->feature);
        if (other == code) {
            rows[i] = rows[n_alike];
            rows[n_alike++] = row;
        }
    }
    if (code == CODE_UNKNOWN && !question->is_known) {
        of->report->n_unknown += n_alike - question->next;
    }
    question->next = n_alike;
    *end = n_alike;
    return question->is_known ? know_value(s, of, first, question->feature) : answer_code(s, question->feature, code);
}

/* Follow all rows, depth first: an answer is taken back when all rows that gave it were followed. */
static int32_t follow_together(ifc2f_session *s, const batch_rows *of, uint32_t n_rows, uint32_t *rows, asked *questions)
{
    const ifc2f_batch *batch = of->batch;
    const uint32_t most = 2 * s->model->n_features; /* what is not there of what is known may be asked for as well */
    uint32_t depth = 0;
    uint32_t first = 0;
    uint32_t end = n_rows;
    for (uint32_t r = 0; r < n_rows; ++r) {
        rows[r] = r;
    }
    (void)ifc2f_restart(s);
    for (;;) {
        const int32_t is_known = depth < batch->n_known;
        const int32_t next = is_known ? (int32_t)batch->known[depth] : ifc2f_next(s);
        if (next >= 0 && depth < most) {
            const asked question = {(uint32_t)next, first, end, is_known};
            questions[depth++] = question;
        } else if (next != IFC2F_STOP) {
            return next < 0 ? next : IFC2F_ERR_CONTENT;
        } else {
            for (uint32_t i = first; i < end; ++i) {
                write_row(s, batch, rows[i]);
            }
        }
        while (depth > 0 && questions[depth - 1].next == questions[depth - 1].end) {
            (void)ifc2f_retract(s, questions[--depth].feature);
        }
        if (depth == 0) {
            return IFC2F_OK;
        }
        first = questions[depth - 1].next;
        const int32_t status = take_alike(s, of, rows, &questions[depth - 1], &end);
        if (status != IFC2F_OK) {
            return status;
        }
    }
}

uint64_t ifc2f_together_bytes(const ifc2f_model *model, uint32_t n_rows)
{
    return 2 * sizeof(asked) * (uint64_t)model->n_features + sizeof(uint32_t) * (uint64_t)n_rows;
}

int32_t ifc2f_classify(const ifc2f_model *model, const float *matrix, size_t n_rows, size_t row_stride,
                       const uint32_t *columns, float budget, int32_t unknown_is_missing, void *memory,
                       uint32_t memory_bytes, const ifc2f_batch *batch, ifc2f_batch_report *report)
{
    const batch_rows of = {matrix, row_stride, columns, unknown_is_missing, batch, report};
    ifc2f_session s;
    int32_t status = ifc2f_begin(&s, model, memory, memory_bytes);
    memset(report, 0, sizeof *report);
    status = status == IFC2F_OK ? ifc2f_set_budget(&s, budget) : status;
    for (uint32_t i = 0; status == IFC2F_OK && i < batch->n_known; ++i) {
        status = batch->known[i] < model->n_features ? IFC2F_OK : IFC2F_ERR_FEATURE;
    }
    if (status != IFC2F_OK) {
        return status;
    }
    if (batch->together != NULL && n_rows <= UINT32_MAX) {
        asked *questions = (asked *)batch->together;
        if (follow_together(&s, &of, (uint32_t)n_rows, (uint32_t *)(questions + 2 * (size_t)model->n_features), questions) == IFC2F_OK) {
            return IFC2F_OK;
        }
        memset(report, 0, sizeof *report); /* once more, to tell the first row that fails */
    }
    return follow_each(&s, &of, n_rows);
}

#endif
