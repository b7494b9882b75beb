/* Reading an opened model: its features, their tables, the bin of a value. */
#include "model.h"

int32_t ifc2f_n_values(const ifc2f_model *model, uint32_t k)
{
    return k < n_variables_of(model) ? (int32_t)n_values_of(model, k) : IFC2F_ERR_FEATURE;
}

int32_t ifc2f_has_factor(const ifc2f_model *model)
{
    return (int32_t)has_factor(model);
}

int32_t ifc2f_parent(const ifc2f_model *model, uint32_t k)
{
    if (k >= n_variables_of(model)) {
        return IFC2F_ERR_FEATURE;
    }
    const uint32_t parent = parent_of(model, k);
    return parent == NO_INDEX ? IFC2F_STOP : (int32_t)parent;
}

int32_t ifc2f_column(const ifc2f_model *model, uint32_t k)
{
    return k < model->n_features ? (int32_t)feature_word(model, k, COLUMN) : IFC2F_ERR_FEATURE;
}

static void read_numbers(const ifc2f_span *span, uint32_t first, uint32_t count, float *numbers)
{
    for (uint32_t i = 0; i < count; ++i) {
        numbers[i] = number_at(span, first + i);
    }
}

int32_t ifc2f_read_table_row(const ifc2f_model *model, uint32_t k, uint32_t parent_value, uint32_t value, float *row)
{
    if (k >= n_variables_of(model)) {
        return IFC2F_ERR_FEATURE;
    }
    const uint32_t n_values = n_values_of(model, k);
    if (parent_value >= n_parent_values_of(model, k) || value >= n_values) {
        return IFC2F_ERR_VALUE;
    }
    read_numbers(&model->sections[IFC2F_TABLES],
                 feature_word(model, k, FIRST_TABLE) + (parent_value * n_values + value) * model->n_classes,
                 model->n_classes, row);
    return IFC2F_OK;
}

int32_t ifc2f_read_table(const ifc2f_model *model, uint32_t k, uint32_t parent_value, float *table)
{
    int32_t status = k < n_variables_of(model) ? IFC2F_OK : IFC2F_ERR_FEATURE;
    for (uint32_t v = 0; status == IFC2F_OK && v < n_values_of(model, k); ++v) {
        status = ifc2f_read_table_row(model, k, parent_value, v, table + v * model->n_classes);
    }
    return status;
}

int32_t ifc2f_read_prior(const ifc2f_model *model, float *prior)
{
    read_numbers(&model->sections[IFC2F_PRIOR], 0, model->n_classes, prior);
    return IFC2F_OK;
}

int32_t ifc2f_read_misclassification(const ifc2f_model *model, float *costs)
{
    read_numbers(&model->sections[IFC2F_MISCLASSIFICATION], 0, model->n_classes * model->n_classes, costs);
    return IFC2F_OK;
}

/* The number of edges that are not above the value; of categories one less, if the last of them equals it. Bits order as
 * floats do once they are flipped the way that makes the value's own do so. */
int32_t ifc2f_bin(const ifc2f_model *model, uint32_t k, float value)
{
    if (k >= model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    const uint32_t is_categorical = feature_word(model, k, KIND_AND_VALUES) & 1;
    const uint32_t n_numbers = n_numbers_of(model, k);
    const uint32_t first = feature_word(model, k, FIRST_VALUE);
    uint32_t order = bits_of(value);
    if (order << 1 >= (uint32_t)INFINITY_BITS << 1) { /* NaN or infinite */
        return IFC2F_ERR_VALUE;
    }
    order = order << 1 == 0 ? 0 : order; /* -0 is 0 */
    const uint32_t flip = 0x80000000u | (0u - (order >> 31));
    order ^= flip;
    uint32_t last = 0;
    uint32_t n = 0;
    while (n < n_numbers) {
        const uint32_t next = word_at(&model->sections[IFC2F_VALUES], first + n) ^ flip;
        if (next > order) {
            break;
        }
        last = next;
        ++n;
    }
    if (is_categorical && last != order) {
        return IFC2F_ERR_VALUE;
    }
    return (int32_t)(n - is_categorical);
}
