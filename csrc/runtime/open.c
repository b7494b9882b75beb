/*
 * Opening a model: magic, version, length, checksum, directory, dimensions and prior here; every other index and number by
 * the checks and by the policies, each of its own section.
 */
#include "adaptive.h"
#include "checks.h"
#include "graph.h"
#include "ordered.h"
#include "rounding.h"

#include "../base/crc.h"

enum { HEADER_BYTES = 20, ENTRY_WORDS = 4 };
enum { REQUIRED = (1 << (IFC2F_MISCLASSIFICATION + 1)) - 1 };

#define NOT_ASCII 0x80808080u /* of the letters of a tag */
#define TAG(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

/* The section that a tag names, or IFC2F_N_SECTIONS. */
static uint32_t section_of(uint32_t tag)
{
    static const uint32_t tags[IFC2F_N_SECTIONS] = {
        TAG('D', 'I', 'M', 'S'), TAG('F', 'E', 'A', 'T'), TAG('V', 'A', 'L', 'S'),
        TAG('T', 'A', 'B', 'L'), TAG('P', 'R', 'I', 'O'), TAG('C', 'O', 'S', 'T'),
        TAG('M', 'I', 'S', 'C'), TAG('O', 'R', 'D', 'R'), TAG('G', 'R', 'A', 'F'),
        TAG('A', 'D', 'P', 'T'), TAG('M', 'E', 'T', 'A'),
    };
    uint32_t i = 0;
    while (i < IFC2F_N_SECTIONS && tags[i] != tag) {
        ++i;
    }
    return i;
}

/* Read the directory: tags are of ASCII; sections lie in ascending order behind it, do not overlap, and start at multiples of 4. */
static uint32_t read_directory(cursor *from, uint32_t n_sections)
{
    const ifc2f_span *file = from->span;
    uint32_t end = HEADER_BYTES + 4 * ENTRY_WORDS * n_sections;
    uint32_t found = 0;
    for (; n_sections > 0; --n_sections) {
        const uint32_t tag = i2f_take(from);
        const uint32_t section = section_of(tag);
        const uint32_t flags = i2f_take(from);
        const uint32_t offset = i2f_take(from);
        const uint32_t length = i2f_take(from);
        const uint32_t bit = 1u << section;
        if (offset < end || offset > file->length || (offset % 4 | flags >> 1 | (found & bit) | (tag & NOT_ASCII)) != 0) {
            return 1;
        }
        /*@ split offset; */
        if (length > file->length - offset) {
            return 1;
        }
        /*@ assert offset + length <= file->length; */ /* for csrc/proof, as are split and merge */
        end = offset + length;
        if (section < IFC2F_N_SECTIONS) {
            found |= bit;
            from->model->sections[section].bytes = file->bytes + offset;
            from->model->sections[section].length = length;
        } else if (flags != 0) {
            return 1;
        }
        /*@ merge offset; */
    }
    return ~found & REQUIRED;
}

/* Policies besides the ordered one. */
static int32_t check_other_policies(const ifc2f_model *model)
{
    int32_t status = IFC2F_OK;
#if IFC2F_GRAPHS
    if (model->sections[IFC2F_GRAPH].bytes != NULL) {
        status = i2f_check_graph(model);
    }
#endif
#if IFC2F_EXACT
    if (status == IFC2F_OK && model->sections[IFC2F_ADAPTIVE].bytes != NULL) {
        status = i2f_check_adaptive(model);
    }
#endif
    (void)model;
    return status;
}

/* Whether the model needs what this build leaves out. */
static int needs_more(const ifc2f_model *model)
{
    return (!IFC2F_GROUPS && !model->simple_costs) || (!IFC2F_GRAPHS && model->sections[IFC2F_GRAPH].bytes != NULL) ||
           (!IFC2F_EXACT && model->sections[IFC2F_ADAPTIVE].bytes != NULL);
}

/* Whether each feature has one test of its own, and none is in a group. */
static uint32_t are_costs_simple(cursor *from)
{
    const ifc2f_model *model = from->model;
    const uint32_t K = model->n_features;
    from->wrong = (model->n_tests ^ K) | model->n_groups;
    from->at = 1 + 3 * K;
    for (uint32_t k = 0; k <= K; ++k) {
        i2f_expect(from, k);
    }
    for (uint32_t k = 0; k < K; k += 2) {
        i2f_expect(from, k + 1 < K ? k | (k + 1) << 16 : k);
    }
    return i2f_finish(from) == 0;
}

/* Magic, version, length, checksum (unless `known` is that of the model, whose bytes are trusted then), directory. */
static int32_t open_file(cursor *from, const uint32_t *known)
{
    const ifc2f_span *file = from->span;
    i2f_expect(from, TAG(0x89, 'I', 'F', 'C'));
    i2f_expect(from, TAG('2', 'F', '\r', '\n'));
    if (from->wrong) {
        return IFC2F_ERR_NOT_A_MODEL;
    }
    const uint32_t version = i2f_take(from);
    if (i2f_take(from) != file->length) { /* 0 in less than a header */
        return IFC2F_ERR_TRUNCATED;
    }
    if ((uint16_t)version != IFC2F_FORMAT_VERSION) {
        return IFC2F_ERR_VERSION;
    }
    from->model->crc = i2f_take(from);
    if (known == NULL ? crc_of(file->bytes, file->length) != from->model->crc : *known != from->model->crc) {
        return known == NULL ? IFC2F_ERR_CHECKSUM : IFC2F_ERR_OTHER_MODEL;
    }
    return read_directory(from, version >> 16) ? IFC2F_ERR_SECTION : IFC2F_OK;
}

/* What the sections hold. Here and later nothing is read but through their spans. */
static int32_t read_sections(cursor *from)
{
    ifc2f_model *model = from->model;
    i2f_enter(from, IFC2F_DIMENSIONS);
    from->wrong = 0; /* the directory does not reach to the end of the file */
    model->n_features = i2f_take(from);
    model->n_classes = i2f_take(from);
    model->n_tests = i2f_take(from);
    model->n_groups = i2f_take(from);
    if (model->n_features > IFC2F_MAX_FEATURES || model->n_classes - 1 >= IFC2F_MAX_CLASSES) {
        return IFC2F_ERR_CONTENT;
    }
#if IFC2F_EXACT
    model->has_factor = model->sections[IFC2F_FEATURES].length > 4 * FEATURE_WORDS * model->n_features;
#else
    if (model->sections[IFC2F_FEATURES].length > 4 * FEATURE_WORDS * model->n_features) { /* a factor's record */
        return IFC2F_ERR_LEFT_OUT;
    }
#endif
    i2f_enter(from, IFC2F_PRIOR);
    from->wrong |= i2f_is_no_distribution(from, model->n_classes, 1);
    from->at = model->n_classes;
#if IFC2F_CHECKS
    i2f_check(from);
#endif
    i2f_enter(from, IFC2F_ORDERED);
    if (from->span->length > 0) {
        i2f_read_ordered(from);
    }
    i2f_enter(from, IFC2F_COSTS);
    if (from->wrong) {
        return IFC2F_ERR_CONTENT;
    }
    model->simple_costs = are_costs_simple(from);
    const int32_t status = check_other_policies(model);
    return status == IFC2F_OK && needs_more(model) ? IFC2F_ERR_LEFT_OUT : status;
}

static int32_t open_model(ifc2f_model *model, const void *bytes, uint32_t length, const uint32_t *known)
{
    const ifc2f_span file = {(const uint8_t *)bytes, length};
    cursor from = {model, &file, 0, 0};
    if (model == NULL || bytes == NULL) {
        return IFC2F_ERR_ARGUMENT;
    }
    if (!i2f_rounds_each()) {
        return IFC2F_ERR_ARITHMETIC;
    }
    memset(model, 0, sizeof *model);
    const int32_t status = open_file(&from, known);
    return status == IFC2F_OK ? read_sections(&from) : status;
}

int32_t ifc2f_open(ifc2f_model *model, const void *bytes, uint32_t length)
{
    return open_model(model, bytes, length, NULL);
}

int32_t ifc2f_open_known(ifc2f_model *model, const void *bytes, uint32_t length, uint32_t id)
{
    const int32_t status = ifc2f_open(model, bytes, length);
    return status == IFC2F_OK && model->crc != id ? IFC2F_ERR_OTHER_MODEL : status;
}

int32_t ifc2f_open_linked(ifc2f_model *model, const void *bytes, uint32_t length, uint32_t id)
{
    return open_model(model, bytes, length, &id);
}

int32_t ifc2f_use_policy(ifc2f_model *model, const void *bytes, uint32_t length)
{
    ifc2f_model changed = *model;
    cursor from = {&changed, &changed.sections[IFC2F_ORDERED], 0, 0};
    if (bytes == NULL) {
        return IFC2F_ERR_ARGUMENT;
    }
    changed.sections[IFC2F_ORDERED].bytes = (const uint8_t *)bytes;
    changed.sections[IFC2F_ORDERED].length = length;
    i2f_read_ordered(&from);
    if (i2f_finish(&from) != 0) {
        return IFC2F_ERR_CONTENT;
    }
    *model = changed;
    return IFC2F_OK;
}

int32_t ifc2f_use_costs(ifc2f_model *model, const void *bytes, uint32_t length)
{
    ifc2f_model changed = *model;
    cursor from = {&changed, &changed.sections[IFC2F_COSTS], 0, 0};
    if (bytes == NULL) {
        return IFC2F_ERR_ARGUMENT;
    }
    changed.sections[IFC2F_COSTS].bytes = (const uint8_t *)bytes;
    changed.sections[IFC2F_COSTS].length = length;
#if IFC2F_CHECKS
    i2f_check_costs(&from);
    if (i2f_finish(&from) != 0) {
        return IFC2F_ERR_CONTENT;
    }
#endif
    changed.simple_costs = are_costs_simple(&from);
    if (needs_more(&changed)) {
        return IFC2F_ERR_LEFT_OUT;
    }
    if (is_adaptive(&changed)) { /* the plan beside it promises what the old costs made true */
        changed.sections[IFC2F_ORDERED].length = 0;
        changed.ordered.n_stages = 0;
    }
    *model = changed;
    return IFC2F_OK;
}
