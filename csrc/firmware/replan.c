/*
 * Plan on the board: 20 stages, 4 values, 2 classes, 32 beliefs in an arena of 8 KB, the policy included. Then the costs
 * change, the policy is planned again, and rows are classified with it. Every word of both policies and the bits of every
 * posterior are said, and must be the same on every machine. The model is read from each alignment in turn.
 */
#include "board.h"
#include "data.h"
#include "ifc2f.h"
#include "ifc2f_plan.h"
#include "shifted.h"

enum { ARENA_BYTES = 8192, MOST_COST_BYTES = 512 };

static uint32_t arena[ARENA_BYTES / 4]; /* working memory from the front, the policy behind it */
static uint32_t memory[SESSION_BYTES / 4];
static uint8_t costs[MOST_COST_BYTES];

static void put_hex(uint32_t bits)
{
    char text[10];
    for (int i = 0; i < 8; ++i) {
        text[i] = "0123456789abcdef"[bits >> (28 - 4 * i) & 15];
    }
    text[8] = '\n';
    text[9] = '\0';
    board_put(text);
}

static void put_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_hex(bits);
}

/* Plan in the arena, say the policy, and use it. */
static int32_t plan(ifc2f_model *model)
{
    const ifc2f_plan_options options = {20, 32, 64, IFC2F_TREAT_EXACT, IFC2F_SOLVER_FULL, 1};
    const uint32_t work_bytes = ifc2f_plan_work_bytes(model, &options);
    if (work_bytes == 0 || work_bytes >= ARENA_BYTES) {
        return IFC2F_ERR_MEMORY;
    }
    uint32_t *policy = arena + work_bytes / 4;
    const int32_t n = ifc2f_plan(model, &options, arena, work_bytes, policy, ARENA_BYTES - work_bytes);
    if (n < 0) {
        return n;
    }
    const uint8_t *bytes = (const uint8_t *)policy;
    for (int32_t i = 0; i < n; i += 4) { /* by bytes: the section is little-endian everywhere */
        put_hex((uint32_t)bytes[i] | (uint32_t)bytes[i + 1] << 8 | (uint32_t)bytes[i + 2] << 16 |
                (uint32_t)bytes[i + 3] << 24);
    }
    return ifc2f_use_policy(model, policy, (uint32_t)n);
}

/* From now on every third feature costs nothing. Costs of an acquisition stand at word 1 + 3 k of the section, and behind each
 * the discounted one. */
static int32_t change_costs(ifc2f_model *model)
{
    const ifc2f_span *section = &model->sections[IFC2F_COSTS];
    if (section->length > sizeof costs) {
        return IFC2F_ERR_MEMORY;
    }
    memcpy(costs, section->bytes, section->length);
    for (uint32_t k = 0; k < model->n_features; k += 3) {
        memset(costs + 4 * (1 + 3 * k), 0, 8);
    }
    return ifc2f_use_costs(model, costs, section->length);
}

static int32_t classify(const ifc2f_model *model, const float *row)
{
    ifc2f_session session;
    float posterior[N_CLASSES];
    int32_t status = ifc2f_begin(&session, model, memory, sizeof memory);
    int32_t k = IFC2F_STOP;
    while (status == IFC2F_OK && (k = ifc2f_next(&session)) >= 0) {
        status = ifc2f_answer(&session, (uint32_t)k, row[sensor_of_feature[k]]);
    }
    if (status != IFC2F_OK || k != IFC2F_STOP) {
        return IFC2F_ERR_SESSION;
    }
    (void)ifc2f_posterior(&session, posterior);
    for (uint32_t c = 0; c < N_CLASSES; ++c) {
        put_bits(posterior[c]);
    }
    put_bits(ifc2f_cost(&session));
    put_hex((uint32_t)ifc2f_n_acquired(&session));
    return IFC2F_OK;
}

static int32_t run(ifc2f_model *model)
{
    int32_t status = plan(model);
    status = status == IFC2F_OK ? change_costs(model) : status;
    status = status == IFC2F_OK ? plan(model) : status;
    for (uint32_t r = 0; status == IFC2F_OK && r < N_ROWS; ++r) {
        status = classify(model, rows[r]);
    }
    return status;
}

int main(void)
{
    const uint8_t *const at[4] = {model_bytes, shifted_model.bytes1, shifted_model.bytes2, shifted_model.bytes3};
    for (int i = 0; i < 4; ++i) {
        static ifc2f_model model;
        int32_t status = ifc2f_open(&model, at[i], model_length);
        status = status == IFC2F_OK ? run(&model) : status;
        if (status != IFC2F_OK) {
            board_put("failed: status -");
            put_hex((uint32_t)-status);
            return 1;
        }
    }
    return 0;
}
