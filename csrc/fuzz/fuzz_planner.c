/* Planning: seven bytes of options, then a model; memory of just the sizes asked for; then the policy is followed. */
#include "fuzz.h"

#include "ifc2f_plan.h"

/* Bytes, rounded up to a multiple of 4, that end at the guard. */
static uint8_t *words(int place, uint32_t bytes) { return guarded(place, (bytes + 3) & ~3u); }

static int32_t plan(const ifc2f_model *model, const ifc2f_plan_options *options, uint32_t room)
{
    const uint32_t work_bytes = ifc2f_plan_work_bytes(model, options);
    const uint32_t most = ifc2f_plan_max_policy_bytes(model, options);
    if (work_bytes > GUARDED_BYTES - 4) {
        return IFC2F_ERR_MEMORY;
    }
    const int32_t n = ifc2f_plan(model, options, words(FOR_WORK, work_bytes), work_bytes, words(FOR_POLICY, room), room);
    REQUIRE(n < 0 || ((uint32_t)n <= room && (uint32_t)n <= most));
    REQUIRE(n != IFC2F_ERR_MEMORY || room < most);
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input from = {data, size};
    ifc2f_plan_options options;
    ifc2f_model model;
    ifc2f_session s;
    options.n_stages = take_byte(&from) % 8;
    options.n_beliefs = take_byte(&from) % 8;
    options.max_assignments = take_byte(&from);
    options.treatment = take_byte(&from) % 4;
    options.solver = take_byte(&from) % 3;
    options.seed = take_byte(&from);
    const uint32_t room = 64 * take_byte(&from);
    if (open_repaired(&model, &from) != IFC2F_OK) {
        return 0;
    }
    const int32_t n = plan(&model, &options, room);
    if (n > 0) {
        const uint8_t *section = guarded_copy(FOR_COPY, words(FOR_POLICY, room), (uint32_t)n);
        REQUIRE(ifc2f_use_policy(&model, section, (uint32_t)n) == IFC2F_OK);
        REQUIRE(plan(&model, &options, room) == n);
        REQUIRE(memcmp(section, words(FOR_POLICY, room), (uint32_t)n) == 0);
        if (begin_guarded(&s, &model)) {
            follow_policy(&s, &from);
        }
    }
    return 0;
}
