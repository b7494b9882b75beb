/* What a device calls at least: open a model, ask, answer, decide. For measuring what that takes. */
#include "board.h"
#include "data.h"
#include "kind.h"

static uint32_t memory[SESSION_BYTES / 4];
static RUNTIME(model) model;
static probability_type posterior[N_CLASSES];
volatile cost_type sink;

int main(void)
{
    RUNTIME(session) session;
    int32_t feature;
    if (RUNTIME(open)(&model, model_bytes, model_length) != IFC2F_OK || RUNTIME(session_bytes)(&model) > sizeof memory ||
        RUNTIME(begin)(&session, &model, memory, sizeof memory) != IFC2F_OK) {
        return 1;
    }
    while ((feature = RUNTIME(next)(&session)) >= 0) {
        const reading_type value = rows[0][sensor_of_feature[feature]];
        if (is_missing(value) ? RUNTIME(missing)(&session, (uint32_t)feature, 0)
                              : RUNTIME(answer)(&session, (uint32_t)feature, value)) {
            return 1;
        }
    }
    (void)RUNTIME(posterior)(&session, posterior);
    sink = posterior[0] + RUNTIME(cost)(&session);
    return RUNTIME(decide)(&session);
}
