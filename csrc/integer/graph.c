/* Following a policy graph. */
#include "graph.h"

/* The node behind one, for a value. No cut is as low as the numbers for missing ones. */
static inline uint32_t behind(const uint8_t *record, int32_t value)
{
    return half(record + (value >= (int32_t)word(record + NODE_CUT) ? NODE_HIGH
                          : value > VALUE_PAID                      ? NODE_LOW
                                                                    : NODE_MISSING));
}

IFC2F_PRIVATE int32_t i2f_int_walk(const ifc2f_int_session *s, uint32_t node, int32_t value)
{
    const ifc2f_int_model *model = s->model;
    const uint8_t *nodes = model->bytes + model->words[NODES];
    const uint8_t *record = nodes + NODE_BYTES * node;
    uint32_t asked;
    do {
        const uint32_t next = behind(record, value);
        asked = (uint32_t)IFC2F_STOP;
        if (next <= node) {
            break;
        }
        node = next;
        if (node >= model->words[N_STEPS]) {
            break;
        }
        record = nodes + NODE_BYTES * node;
        const uint32_t k = half(record + NODE_FEATURE);
        if (k >= model->n_features) {
            break;
        }
        asked = k;
        value = s->values[k];
    } while (value != VALUE_OPEN);
    head_of(s)->at = (uint16_t)node;
    head_of(s)->state = asked;
    return IFC2F_OK;
}

IFC2F_PRIVATE void i2f_int_walk_anew(const ifc2f_int_session *s)
{
    const ifc2f_int_model *model = s->model;
    const uint32_t root = model->words[N_STEPS] > 0 ? half(model->bytes + model->words[NODES] + NODE_FEATURE) : NO_INDEX;
    const int is_inner = root < model->n_features;
    head_of(s)->at = 0;
    head_of(s)->state = is_inner ? root : (uint32_t)IFC2F_STOP;
    if (is_inner && !is_open(s, root)) {
        (void)i2f_int_walk(s, 0, s->values[root]);
    }
}

IFC2F_PRIVATE int i2f_int_is_no_category(const uint8_t *record, int32_t reading)
{
    return record[N_VALUES] > 0 && (uint32_t)reading >= record[N_VALUES];
}

IFC2F_APART static int32_t within_budget(const ifc2f_int_session *s)
{
    const uint32_t k = head_of(s)->state;
    return k < s->model->n_features && i2f_int_is_affordable(s, k) ? (int32_t)k : IFC2F_STOP;
}

IFC2F_PRIVATE int32_t i2f_int_graph_next(const ifc2f_int_session *s)
{
    return head_of(s)->budget == IFC2F_INTEGER_NO_BUDGET ? (int32_t)head_of(s)->state : within_budget(s);
}

IFC2F_PRIVATE int32_t i2f_int_graph_decide(const ifc2f_int_session *s)
{
    const uint32_t label = *inside(s->model, s->model->words[LABELS] + head_of(s)->at, 1);
    return label < s->model->n_classes ? (int32_t)label : 0;
}

/* The last class has what the others leave. */
IFC2F_PRIVATE void i2f_int_graph_posterior(const ifc2f_int_session *s, uint16_t *posterior)
{
    const uint32_t wide = is_wide(s->model, WIDE_TABLES);
    const uint32_t last = s->model->n_classes - 1;
    const uint8_t *row = i2f_int_row_of(s->model, POSTERIORS, head_of(s)->at, last, wide);
    uint32_t left = 0xFFFF;
    for (uint32_t c = 0; c < last; ++c) {
        const uint32_t p = wide ? take(&row, wide) : 0x101 * take(&row, wide);
        posterior[c] = (uint16_t)(p < left ? p : left);
        left -= posterior[c];
    }
    posterior[last] = (uint16_t)left;
}
