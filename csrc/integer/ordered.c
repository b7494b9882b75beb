/* Following the ordered policy. */
#include "ordered.h"

#include "thresholds.h"
#include "vectors.h"

IFC2F_APART IFC2F_PRIVATE int32_t i2f_int_bin_of(const ifc2f_int_model *model, const uint8_t *record, int32_t reading)
{
    const uint32_t first = half(record + EDGE);
    uint32_t n = record[N_VALUES];
    if (first == NO_INDEX) {
        return (uint32_t)reading < n ? reading : -1;
    }
    const uint32_t offset = model->words[EDGES] + 4 * first;
    uint32_t bin = 0;
    n = is_inside(model, offset, 4 * n - 4) ? n - 1 : 0;
    while (n > 0) {
        const uint32_t lower = n / 2;
        if ((int32_t)word(model->bytes + offset + 4 * (bin + lower)) <= reading) {
            bin += lower + 1;
            n -= lower + 1;
        } else {
            n = lower;
        }
    }
    return (int32_t)bin;
}

/* The table of one with a parent begins with the rows for when that is not answered. */
IFC2F_PRIVATE void i2f_int_take_up(const ifc2f_int_session *s, uint32_t k)
{
    const ifc2f_int_model *model = s->model;
    const uint8_t *record = record_of(model, k);
    const uint32_t parent = half(record + PARENT);
    int_head *head = head_of(s);
    uint32_t row = half(record + ROW) + (uint32_t)s->values[k];
    if (parent < k && s->values[parent] >= 0) {
        row += ((uint32_t)s->values[parent] + 1) * record[N_VALUES];
    }
    head->n_end = (uint16_t)(k + 1);
    if (head->at == k) {
        head->at = (uint16_t)(k + 1);
    }
    if (has_thresholds(model)) {
        const uint32_t wide = is_wide(model, WIDE_TABLES);
        head->state += (uint32_t)number(i2f_int_row_of(model, TABLES, row, 1, wide), wide);
    } else {
        i2f_int_add_row(s, row);
    }
}

/* The set of a stage for the values of its index features; the one before the first, its fallback, if one is not known. */
static uint32_t set_of(const ifc2f_int_session *s, const uint8_t *record)
{
    const ifc2f_int_model *model = s->model;
    uint32_t set = half(record + SET);
    uint32_t n = record[N_INDEX];
    const uint32_t fallback = set - (n > 0);
    uint32_t offset = model->words[INDEX] + 4 * half(record + FIRST_INDEX);
    for (n = is_inside(model, offset, 4 * n) ? n : 0; n > 0; --n) {
        const uint8_t *entry = model->bytes + offset;
        const uint32_t f = half(entry);
        if (f >= model->n_features || s->values[f] < 0) {
            return fallback;
        }
        set += (uint32_t)s->values[f] * half(entry + 2);
        offset += 4;
    }
    return set;
}

IFC2F_PRIVATE int32_t i2f_int_ordered_next(const ifc2f_int_session *s)
{
    const uint32_t n_stages = s->model->words[N_STEPS];
    uint32_t k = head_of(s)->at;
    while (k < n_stages && !(is_open(s, k) && i2f_int_is_affordable(s, k))) {
        ++k; /* a cheaper one may stand behind what the budget does not pay for */
    }
    if (k >= n_stages) {
        return IFC2F_STOP;
    }
    const uint32_t set = set_of(s, record_of(s->model, k));
    return (has_thresholds(s->model) ? i2f_int_is_between(s, set) : i2f_int_is_below(s, set)) ? (int32_t)k : IFC2F_STOP;
}

IFC2F_PRIVATE int32_t i2f_int_ordered_decide(const ifc2f_int_session *s)
{
    return has_thresholds(s->model) ? (int32_t)head_of(s)->state >= (int32_t)s->model->words[CUT]
                                    : (int32_t)i2f_int_best_decision(s).vector;
}

IFC2F_PRIVATE void i2f_int_ordered_posterior(const ifc2f_int_session *s, uint16_t *posterior)
{
    if (has_thresholds(s->model)) {
        i2f_int_two_posterior(s, posterior);
    } else {
        i2f_int_vectors_posterior(s, posterior);
    }
}
