/*
 * What a web page needs besides the runtime's own functions, which it calls by their names: how large a model's and a
 * session's view are, where a section lies, and the same model with another policy. All in the module's own memory.
 */
#include "../runtime/model.h"

#define EXPORTED(name) __attribute__((export_name(#name)))

/* Bytes of an ifc2f_model, and of an ifc2f_session, which the page makes room for. */
EXPORTED(page_model_bytes) uint32_t page_model_bytes(void);
EXPORTED(page_session_bytes) uint32_t page_session_bytes(void);

/* Where a section of an opened model lies, and its length; 0 for one that it does not have. */
EXPORTED(page_section) const uint8_t *page_section(const ifc2f_model *model, uint32_t section);
EXPORTED(page_section_length) uint32_t page_section_length(const ifc2f_model *model, uint32_t section);

/* Numbers of a model that its people's part is held to, and of the ordered policy. */
EXPORTED(page_count) uint32_t page_count(const ifc2f_model *model, uint32_t what);

/* Write to `other` the opened model with the adaptive policy alone; without one of its own with that of `section`, 8 bytes
 * that must stay where they are. */
EXPORTED(page_make_adaptive) void page_make_adaptive(ifc2f_model *other, const ifc2f_model *model, const uint8_t *section);

uint32_t page_model_bytes(void)
{
    return sizeof(ifc2f_model);
}

uint32_t page_session_bytes(void)
{
    return sizeof(ifc2f_session);
}

const uint8_t *page_section(const ifc2f_model *model, uint32_t section)
{
    return section < IFC2F_N_SECTIONS ? model->sections[section].bytes : NULL;
}

uint32_t page_section_length(const ifc2f_model *model, uint32_t section)
{
    return section < IFC2F_N_SECTIONS ? model->sections[section].length : 0;
}

uint32_t page_count(const ifc2f_model *model, uint32_t what)
{
    const uint32_t counts[] = {model->n_features, model->n_classes, model->n_groups, model->ordered.n_stages,
                               model->n_tests};
    return what < sizeof counts / sizeof *counts ? counts[what] : 0;
}

void page_make_adaptive(ifc2f_model *other, const ifc2f_model *model, const uint8_t *section)
{
    const ifc2f_span none = {NULL, 0};
    const ifc2f_ordered no_order = {0, 0, 0, 0, 0, 0, 0};
    *other = *model;
    other->ordered = no_order;
    other->sections[IFC2F_ORDERED] = none;
    other->sections[IFC2F_GRAPH] = none;
    if (model->sections[IFC2F_ADAPTIVE].length == 0) {
        other->sections[IFC2F_ADAPTIVE].bytes = section;
        other->sections[IFC2F_ADAPTIVE].length = 8;
    }
}
