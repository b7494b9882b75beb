/* Opening an integer model. */
#include "model.h"

#include "../base/crc.h"

IFC2F_PRIVATE const uint8_t *i2f_int_row_of(const ifc2f_int_model *model, uint32_t part, uint32_t i, uint32_t n,
                                            uint32_t wide)
{
    const uint32_t bytes = wide ? 2 * n : n;
    return inside(model, model->words[part] + i * bytes, bytes);
}

/* Whether sizes are as they must be, and records and the longest row are inside. */
static int is_sound(ifc2f_int_model *model)
{
    const uint32_t n_steps = model->words[N_STEPS];
    uint32_t needed = RECORDS_AT + record_bytes(model) * model->n_features;
    if (is_graph(model)) {
        model->words[NODES] = needed;
        needed = n_steps < NO_INDEX ? needed + NODE_BYTES * n_steps : UINT32_MAX;
    } else if (n_steps > model->n_features || (has_thresholds(model) && model->n_classes != 2)) {
        return 0;
    }
    if (IFC2F_INTEGER_ALIGNED &&
        (model->words[EDGES] | model->words[INDEX] | model->words[SETS] | model->words[TABLES]) % 4 != 0) {
        return 0;
    }
    return needed <= model->length && (model->words[UNIT] - 1) >> 14 == 0 && model->n_classes - 1 < IFC2F_MAX_CLASSES &&
           2 * model->n_classes <= model->length;
}

IFC2F_APART static uint32_t checksum_of(const uint8_t *bytes, uint32_t length)
{
    return crc_of(bytes, length);
}

/* `known` as in runtime/open.c. */
static int32_t open_model(ifc2f_int_model *model, const void *bytes, uint32_t length, const uint32_t *known)
{
    static const uint8_t magic[VERSION_AT] = {0x89, 'I', 'F', 'C', '2', 'I', '\r', '\n'};
    static const uint8_t kinds = IFC2F_INTEGER_THRESHOLDS << KIND_THRESHOLDS | IFC2F_INTEGER_VECTORS << KIND_VECTORS |
                                 IFC2F_INTEGER_GRAPH << KIND_GRAPH;
    const uint8_t *b = (const uint8_t *)bytes;
    if (model == NULL || bytes == NULL) {
        return IFC2F_ERR_ARGUMENT;
    }
    if (IFC2F_INTEGER_ALIGNED && (uintptr_t)bytes % 4 != 0) {
        return IFC2F_ERR_MEMORY;
    }
    if (length < RECORDS_AT) {
        return IFC2F_ERR_TRUNCATED;
    }
    for (uint32_t i = 0; i < sizeof magic; ++i) {
        if (b[i] != magic[i]) {
            return IFC2F_ERR_NOT_A_MODEL;
        }
    }
    if (u16_at(b + VERSION_AT) != IFC2F_INTEGER_FORMAT_VERSION) {
        return IFC2F_ERR_VERSION;
    }
    if (u32_at(b + LENGTH_AT) != length) {
        return IFC2F_ERR_TRUNCATED;
    }
    model->bytes = b;
    model->length = length;
    model->crc = u32_at(b + CRC_AT);
    if (known == NULL ? checksum_of(b, length) != model->crc : *known != model->crc) {
        return known == NULL ? IFC2F_ERR_CHECKSUM : IFC2F_ERR_OTHER_MODEL;
    }
    model->kind = b[KIND_AT];
    model->wide = b[WIDE_AT];
    model->n_features = u16_at(b + N_FEATURES_AT);
    model->n_classes = u16_at(b + N_CLASSES_AT);
    for (uint32_t i = 0; i < N_WORDS; ++i) {
        model->words[i] = u32_at(b + WORDS_AT + 4 * (size_t)i);
    }
    if (model->kind > KIND_GRAPH || model->wide > (WIDE_TABLES | WIDE_SETS)) {
        return IFC2F_ERR_CONTENT;
    }
    if ((kinds >> model->kind & 1) == 0 || (!IFC2F_INTEGER_WIDE && model->wide != 0)) {
        return IFC2F_ERR_LEFT_OUT;
    }
    return is_sound(model) ? IFC2F_OK : IFC2F_ERR_CONTENT;
}

int32_t ifc2f_int_open(ifc2f_int_model *model, const void *bytes, uint32_t length)
{
    return open_model(model, bytes, length, NULL);
}

int32_t ifc2f_int_open_linked(ifc2f_int_model *model, const void *bytes, uint32_t length, uint32_t id)
{
    return open_model(model, bytes, length, &id);
}

int32_t ifc2f_int_open_known(ifc2f_int_model *model, const void *bytes, uint32_t length, uint32_t id)
{
    const int32_t status = ifc2f_int_open(model, bytes, length);
    return status == IFC2F_OK && model->crc != id ? IFC2F_ERR_OTHER_MODEL : status;
}
