/*
 * Reads one sensor at a time, as the model asks for it, and prints the class when another reading is not worth it.
 *
 * model.h holds the bytes of a model, as an array model_bytes[], in flash. Put one of yours in its place
 * (`ifc2f export --target float32`), and your driver into read_sensor().
 */
#include <ifc2f.h>

#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>

#include "model.h"

static ifc2f_model model;
static uint32_t memory[128]; /* of a session: ifc2f_session_bytes() says how much a model needs */

/* The reading of a feature, in its own unit. These are made up. */
static float read_sensor(int32_t feature, int turn)
{
    ARG_UNUSED(feature);
    return turn % 2 == 0 ? 700.0f : 100.0f;
}

static int32_t classify(int turn)
{
    ifc2f_session session;
    float posterior[2];
    int32_t feature;
    int32_t status = ifc2f_begin(&session, &model, memory, sizeof memory);
    while (status == IFC2F_OK && (feature = ifc2f_next(&session)) != IFC2F_STOP) {
        status = feature < 0 ? feature : ifc2f_answer(&session, (uint32_t)feature, read_sensor(feature, turn));
    }
    if (status == IFC2F_OK) {
        status = ifc2f_posterior(&session, posterior);
    }
    if (status == IFC2F_OK) {
        const int percent = (int)(100.0f * posterior[1] + 0.5f);
        const int32_t n = ifc2f_n_acquired(&session);
        printk("class %d, %d percent, after %d reading%s\n", (int)ifc2f_decide(&session), percent, (int)n, n == 1 ? "" : "s");
    }
    return status;
}

int main(void)
{
    int32_t status = ifc2f_open(&model, model_bytes, sizeof model_bytes);
    for (int turn = 0; status == IFC2F_OK && turn < 4; ++turn) {
        status = classify(turn);
        k_sleep(K_SECONDS(1));
    }
    if (status != IFC2F_OK) {
        printk("%s\n", ifc2f_strerror(status));
    }
    return 0;
}
