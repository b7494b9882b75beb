/* Writing the policy section. */
#include "section.h"

IFC2F_PRIVATE void i2f_plan_write_shape(planner *p, uint32_t n_index)
{
    uint32_t set = 0;
    uint32_t index = 0;
    put_u32(p->policy, p->options->n_stages);
    put_u32(p->policy + 4, p->n_sets);
    put_u32(p->policy + 12, n_index);
    put_u32(p->policy + 16, p->options->treatment);
    for (uint32_t k = 0; k < p->options->n_stages; ++k) {
        uint8_t *record = p->policy + HEADER_BYTES + STAGE_BYTES * (size_t)k;
        uint64_t n_assignments;
        const uint32_t n = i2f_plan_count_index(p->model, p->options, k, &n_assignments);
        put_u32(record, set);
        put_u32(record + 4, index);
        put_u32(record + 8, n);
        for (uint32_t j = 0; j < k; ++j) {
            if (i2f_plan_is_index(p->model, p->options, j, k)) {
                put_u16(p->policy + p->index_at + 2 * (size_t)index, j);
                ++index;
            }
        }
        set += (uint32_t)n_assignments + (n > 0);
    }
    if (n_index % 2 != 0) {
        put_u16(p->policy + p->index_at + 2 * (size_t)n_index, 0);
    }
}

IFC2F_PRIVATE int i2f_plan_write_set(planner *p, uint32_t set, uint32_t n)
{
    const uint32_t L = p->model->n_classes;
    uint32_t n_won = 0;
    for (uint32_t i = 0; i < n; ++i) {
        n_won += p->wins[i];
    }
    const uint64_t floats = (uint64_t)(p->n_vectors + n_won) * L;
    const uint32_t used = p->starts_at + 4 * (p->n_sets + 1);
    if (floats > (p->policy_bytes - used) / 4) {
        return 0;
    }
    p->n_vectors += n_won;
    put_u32(p->policy + p->starts_at + 4 * (size_t)set, p->n_vectors);
    uint8_t *to = p->policy + p->policy_bytes - 4 * (size_t)floats;
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t c = 0; p->wins[i] && c < L; ++c) {
            put_f32(to, p->vectors[i * L + c]);
            to += 4;
        }
    }
    return 1;
}

IFC2F_PRIVATE uint32_t i2f_plan_finish(planner *p)
{
    const uint32_t vector_bytes = 4 * p->n_vectors * p->model->n_classes;
    const uint32_t vectors_at = p->starts_at + 4 * (p->n_sets + 1);
    for (uint32_t set = 0; set <= p->n_sets; ++set) {
        put_u32(p->policy + p->starts_at + 4 * (size_t)set, p->n_vectors - vectors_from(p, set));
    }
    put_u32(p->policy + 8, p->n_vectors);
    memmove(p->policy + vectors_at, p->policy + p->policy_bytes - vector_bytes, vector_bytes);
    return vectors_at + vector_bytes;
}
