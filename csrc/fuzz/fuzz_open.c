/* Opening: the input as it is, and with its header repaired; then everything a model tells. */
#include "fuzz.h"

static void read_model(const ifc2f_model *model)
{
    static float numbers[IFC2F_MAX_VALUES * IFC2F_MAX_CLASSES];
    (void)ifc2f_read_prior(model, numbers);
    (void)ifc2f_read_misclassification(model, numbers);
    for (uint32_t k = 0; k <= model->n_features; ++k) {
        const int32_t parent = ifc2f_parent(model, k);
        const int is_of_factor = ifc2f_has_factor(model) && k < model->n_features && parent == (int32_t)model->n_features;
        REQUIRE(parent < (int32_t)k || is_of_factor);
        (void)ifc2f_column(model, k);
        if (!IFC2F_CHECKS) {
            continue; /* a table of up to 65535 values would not fit */
        }
        (void)ifc2f_read_table(model, k, 0, numbers);
        REQUIRE(ifc2f_bin(model, k, NAN) < 0);
        REQUIRE(ifc2f_bin(model, k, 1.0f) < ifc2f_n_values(model, k) || k == model->n_features);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const input all = {data, size};
    const uint32_t length = size < MAX_INPUT ? (uint32_t)size : MAX_INPUT;
    ifc2f_model model;
    ifc2f_session s;
    if (ifc2f_open(&model, guarded_copy(FOR_MODEL, data, length), length) != IFC2F_OK &&
        open_repaired(&model, &all) != IFC2F_OK) {
        return 0;
    }
    read_model(&model);
    (void)begin_guarded(&s, &model);
    return 0;
}
