/* What a device calls at least: open a model, ask, answer, decide. For measuring what that takes. */
#include "board.h"
#include "data.h"
#include "ifc2f.h"

static uint32_t memory[EXACT_SESSION_BYTES / 4];
static ifc2f_model model;
static float posterior[N_CLASSES];
volatile float sink;

int main(void)
{
    ifc2f_session session;
    int32_t feature;
    if (ifc2f_open(&model, model_bytes, model_length) != IFC2F_OK || ifc2f_session_bytes(&model) > sizeof memory ||
        ifc2f_begin(&session, &model, memory, sizeof memory) != IFC2F_OK) {
        return 1;
    }
    while ((feature = ifc2f_next(&session)) >= 0) {
        const float value = rows[0][sensor_of_feature[feature]];
        if (value > 1e30f ? ifc2f_missing(&session, (uint32_t)feature, 0)
                          : ifc2f_answer(&session, (uint32_t)feature, value)) {
            return 1;
        }
    }
    (void)ifc2f_posterior(&session, posterior);
    sink = posterior[0] + ifc2f_cost(&session);
    return ifc2f_decide(&session);
}
