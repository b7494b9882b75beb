/*
 * Opening a model, and reading it: magic, version, length, checksum, directory, dimensions and prior here; every other
 * index and number in ifc2f_check.c.
 */
#include "internal.h"

#include "../base/crc.h"

/* ---- Front to back ------------------------------------------------------------------------------------------------ */

IFC2F_APART IFC2F_PRIVATE uint32_t i2f_take(cursor *from)
{
    return word_at(from->span, from->at++);
}

IFC2F_APART IFC2F_PRIVATE void i2f_expect(cursor *from, uint32_t word)
{
    from->wrong |= i2f_take(from) ^ word;
}

IFC2F_APART IFC2F_PRIVATE void i2f_enter(cursor *from, uint32_t section)
{
    from->wrong |= 4 * from->at ^ from->span->length;
    from->span = &from->model->sections[section];
    from->at = 0;
}

IFC2F_PRIVATE uint32_t i2f_finish(cursor *from)
{
    i2f_enter(from, 0);
    return from->wrong;
}

/* Whether a float given by its bits lies outside of [low, high], 0 <= low. */
static uint32_t is_outside(uint32_t bits, float low, float high)
{
    return bits - bits_of(low) > bits_of(high) - bits_of(low);
}

/* By which probabilities may miss 1: what rounding takes of 255 of them. */
static const float SUM_TOLERANCE = 2e-5f;

IFC2F_PRIVATE uint32_t i2f_is_no_distribution(const cursor *from, uint32_t count, uint32_t stride)
{
    uint32_t at = from->at;
    float sum = 0.0f;
    for (; count > 0; --count) {
        const uint32_t bits = word_at(from->span, at);
        if (bits != 0 && is_outside(bits, SMALLEST, 1.0f)) {
            return 1;
        }
        sum += float_of(bits);
        at += stride;
    }
    return is_outside(bits_of(sum), 1.0f - SUM_TOLERANCE, 1.0f + SUM_TOLERANCE);
}

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

enum { HEADER_BYTES = 20, ENTRY_WORDS = 4 };
enum { REQUIRED = (1 << (IFC2F_MISCLASSIFICATION + 1)) - 1 };

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

/* Read the directory: sections lie in ascending order behind it, do not overlap, and start at multiples of 4. */
static uint32_t read_directory(cursor *from, uint32_t n_sections)
{
    const ifc2f_span *file = from->span;
    uint32_t end = HEADER_BYTES + 4 * ENTRY_WORDS * n_sections;
    uint32_t found = 0;
    for (; n_sections > 0; --n_sections) {
        const uint32_t section = section_of(i2f_take(from));
        const uint32_t flags = i2f_take(from);
        const uint32_t offset = i2f_take(from);
        const uint32_t length = i2f_take(from);
        const uint32_t bit = 1u << section;
        if (offset < end || offset > file->length || (offset % 4 | flags >> 1 | (found & bit)) != 0) {
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

/* Sizes of the policy, and where its parts lie. */
static void read_policy(cursor *from)
{
    ifc2f_ordered *p = &from->model->ordered;
    p->n_stages = i2f_take(from);
    p->n_sets = i2f_take(from);
    p->n_vectors = i2f_take(from);
    p->n_index = i2f_take(from);
    p->index_at = POLICY_HEADER_WORDS + STAGE_WORDS * p->n_stages;
    p->starts_at = p->index_at + (p->n_index + 1) / 2;
    p->vectors_at = p->starts_at + p->n_sets + 1;
    from->at = p->vectors_at + p->n_vectors * from->model->n_classes;
    from->wrong |= p->n_stages > from->model->n_features;
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

/* Magic, version, length, checksum, directory. */
static int32_t open_file(cursor *from)
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
    if (crc_of(file->bytes, file->length) != from->model->crc) {
        return IFC2F_ERR_CHECKSUM;
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
    i2f_enter(from, IFC2F_PRIOR);
    from->wrong |= i2f_is_no_distribution(from, model->n_classes, 1);
    from->at = model->n_classes;
#if IFC2F_CHECKS
    i2f_check(from);
#endif
    i2f_enter(from, IFC2F_ORDERED);
    if (from->span->length > 0) {
        read_policy(from);
#if IFC2F_CHECKS
        i2f_check_stages(from);
        i2f_check_vectors(from);
#endif
    }
    i2f_enter(from, IFC2F_COSTS);
    if (from->wrong) {
        return IFC2F_ERR_CONTENT;
    }
    model->simple_costs = are_costs_simple(from);
    const int32_t status = check_other_policies(model);
    return status == IFC2F_OK && needs_more(model) ? IFC2F_ERR_LEFT_OUT : status;
}

int32_t ifc2f_open(ifc2f_model *model, const void *bytes, uint32_t length)
{
    const ifc2f_span file = {(const uint8_t *)bytes, length};
    cursor from = {model, &file, 0, 0};
    if (model == NULL || bytes == NULL) {
        return IFC2F_ERR_ARGUMENT;
    }
    memset(model, 0, sizeof *model);
    const int32_t status = open_file(&from);
    return status == IFC2F_OK ? read_sections(&from) : status;
}

int32_t ifc2f_open_known(ifc2f_model *model, const void *bytes, uint32_t length, uint32_t id)
{
    const int32_t status = ifc2f_open(model, bytes, length);
    return status == IFC2F_OK && model->crc != id ? IFC2F_ERR_OTHER_MODEL : status;
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
    read_policy(&from);
#if IFC2F_CHECKS
    i2f_check_stages(&from);
    i2f_check_vectors(&from);
#endif
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
    *model = changed;
    return IFC2F_OK;
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

int32_t ifc2f_n_values(const ifc2f_model *model, uint32_t k)
{
    return k < model->n_features ? (int32_t)n_values_of(model, k) : IFC2F_ERR_FEATURE;
}

int32_t ifc2f_parent(const ifc2f_model *model, uint32_t k)
{
    if (k >= model->n_features) {
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
    if (k >= model->n_features) {
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
    int32_t status = k < model->n_features ? IFC2F_OK : IFC2F_ERR_FEATURE;
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
