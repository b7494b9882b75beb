/*
 * Opening a model, and reading it: magic, version, length, checksum, directory, dimensions and prior here; every other
 * index and number in ifc2f_check.c.
 */
#include "ifc2f_internal.h"

#include "ifc2f_crc.h"

/* ---- Front to back ------------------------------------------------------------------------------------------------ */

IFC2F_APART IFC2F_PRIVATE uint32_t i2f_take(cursor *from)
{
    return word_at(from->span, from->at++);
}

IFC2F_PRIVATE uint32_t i2f_is_not_at_end(const cursor *of)
{
    return (of->at ^ of->span->length / 4) | of->span->length % 4;
}

/* Whether a float given by its bits lies outside of [low, high], 0 <= low. */
static uint32_t is_outside(uint32_t bits, float low, float high)
{
    return bits - bits_of(low) > bits_of(high) - bits_of(low);
}

/* By which probabilities may miss 1: what rounding takes of 255 of them. */
static const float SUM_TOLERANCE = 2e-5f;

IFC2F_PRIVATE uint32_t i2f_is_no_distribution(const ifc2f_span *span, uint32_t first, uint32_t count, uint32_t stride)
{
    float sum = 0.0f;
    for (; count > 0; --count) {
        const uint32_t bits = word_at(span, first);
        if (bits != 0 && is_outside(bits, SMALLEST, 1.0f)) {
            return 1;
        }
        sum += float_of(bits);
        first += stride;
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
static uint32_t read_directory(ifc2f_model *model, cursor *from, uint32_t n_sections)
{
    const ifc2f_span *file = from->span;
    uint32_t end = HEADER_BYTES + 4 * ENTRY_WORDS * n_sections;
    uint32_t found = 0;
    for (; n_sections > 0; --n_sections) {
        const uint32_t section = section_of(i2f_take(from));
        const uint32_t flags = i2f_take(from);
        const uint32_t offset = i2f_take(from);
        const uint32_t length = i2f_take(from);
        if (offset < end || offset > file->length || (offset % 4 | flags >> 1 | (found >> section & 1)) != 0) {
            return 1;
        }
        /*@ split offset; */
        if (length > file->length - offset) {
            return 1;
        }
        /*@ assert offset + length <= file->length; */ /* for csrc/proof, as are split and merge */
        end = offset + length;
        if (section < IFC2F_N_SECTIONS) {
            found |= 1u << section;
            model->sections[section].bytes = file->bytes + offset;
            model->sections[section].length = length;
        } else if (flags != 0) {
            return 1;
        }
        /*@ merge offset; */
    }
    return ~found & REQUIRED;
}

static uint32_t read_dimensions(ifc2f_model *model)
{
    cursor from = {&model->sections[IFC2F_DIMENSIONS], 0};
    model->n_features = i2f_take(&from);
    model->n_classes = i2f_take(&from);
    model->n_tests = i2f_take(&from);
    model->n_groups = i2f_take(&from);
    return i2f_is_not_at_end(&from);
}

static uint32_t is_no_prior(const ifc2f_model *model)
{
    const ifc2f_span *prior = &model->sections[IFC2F_PRIOR];
    return prior->length != 4 * model->n_classes || i2f_is_no_distribution(prior, 0, model->n_classes, 1);
}

/* Where the parts of the policy lie. No number of sets, vectors or entries reaches 2^23, so that no product or sum of
 * them exceeds 32 bits. */
IFC2F_APART static uint32_t read_policy(ifc2f_model *model)
{
    cursor from = {&model->sections[IFC2F_ORDERED], 0};
    ifc2f_ordered *p = &model->ordered;
    p->n_stages = i2f_take(&from);
    const uint32_t n_sets = i2f_take(&from);
    const uint32_t n_vectors = i2f_take(&from);
    const uint32_t n_index = i2f_take(&from);
    p->index_at = POLICY_HEADER_WORDS + STAGE_WORDS * p->n_stages;
    p->starts_at = p->index_at + (n_index + 1) / 2;
    p->vectors_at = p->starts_at + n_sets + 1;
    from.at = p->vectors_at + n_vectors * model->n_classes;
    return (p->n_stages > model->n_features) | (n_sets | n_vectors | n_index) >> 23 | i2f_is_not_at_end(&from);
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
IFC2F_APART static uint32_t are_costs_simple(const ifc2f_model *model)
{
    const uint32_t K = model->n_features;
    cursor from = {&model->sections[IFC2F_COSTS], 1 + 3 * K};
    uint32_t wrong = (model->n_tests ^ K) | model->n_groups;
    for (uint32_t k = 0; k <= K; ++k) {
        wrong |= i2f_take(&from) ^ k;
    }
    for (uint32_t k = 0; k < K; k += 2) {
        wrong |= i2f_take(&from) ^ (k + 1 < K ? k | (k + 1) << 16 : k);
    }
    return (wrong | i2f_is_not_at_end(&from)) == 0;
}

/* Magic, version, length, checksum, directory. */
static int32_t open_file(ifc2f_model *model, const ifc2f_span *file)
{
    cursor from = {file, 0};
    const uint32_t magic = i2f_take(&from) ^ TAG(0x89, 'I', 'F', 'C');
    if ((magic | (i2f_take(&from) ^ TAG('2', 'F', '\r', '\n'))) != 0) {
        return IFC2F_ERR_NOT_A_MODEL;
    }
    const uint32_t version = i2f_take(&from);
    if (file->length < HEADER_BYTES) {
        return IFC2F_ERR_TRUNCATED;
    }
    if ((version & 0xFFFF) != IFC2F_FORMAT_VERSION) {
        return IFC2F_ERR_VERSION;
    }
    if (i2f_take(&from) != file->length) {
        return IFC2F_ERR_TRUNCATED;
    }
    model->crc = i2f_take(&from);
    if (crc_of(file->bytes, file->length) != model->crc) {
        return IFC2F_ERR_CHECKSUM;
    }
    return read_directory(model, &from, version >> 16) ? IFC2F_ERR_SECTION : IFC2F_OK;
}

/* What the sections hold. Here and later nothing is read but through their spans. */
static int32_t read_sections(ifc2f_model *model)
{
    if (read_dimensions(model)) {
        return IFC2F_ERR_SECTION;
    }
    if (model->n_features > IFC2F_MAX_FEATURES || model->n_classes == 0 || model->n_classes > IFC2F_MAX_CLASSES) {
        return IFC2F_ERR_CONTENT;
    }
    if (is_no_prior(model) || (model->sections[IFC2F_ORDERED].length > 0 && read_policy(model))) {
        return IFC2F_ERR_CONTENT;
    }
#if IFC2F_CHECKS
    if (i2f_check(model)) {
        return IFC2F_ERR_CONTENT;
    }
#endif
    const int32_t status = check_other_policies(model);
    if (status != IFC2F_OK) {
        return status;
    }
    model->simple_costs = are_costs_simple(model);
    return needs_more(model) ? IFC2F_ERR_LEFT_OUT : IFC2F_OK;
}

int32_t ifc2f_open(ifc2f_model *model, const void *bytes, uint32_t length)
{
    const ifc2f_span file = {(const uint8_t *)bytes, length};
    if (model == NULL || bytes == NULL) {
        return IFC2F_ERR_ARGUMENT;
    }
    memset(model, 0, sizeof *model);
    const int32_t status = open_file(model, &file);
    return status == IFC2F_OK ? read_sections(model) : status;
}

int32_t ifc2f_open_known(ifc2f_model *model, const void *bytes, uint32_t length, uint32_t id)
{
    const int32_t status = ifc2f_open(model, bytes, length);
    return status == IFC2F_OK && model->crc != id ? IFC2F_ERR_OTHER_MODEL : status;
}

int32_t ifc2f_use_policy(ifc2f_model *model, const void *bytes, uint32_t length)
{
    ifc2f_model changed = *model;
    if (bytes == NULL) {
        return IFC2F_ERR_ARGUMENT;
    }
    changed.sections[IFC2F_ORDERED].bytes = (const uint8_t *)bytes;
    changed.sections[IFC2F_ORDERED].length = length;
    uint32_t wrong = read_policy(&changed);
#if IFC2F_CHECKS
    wrong = wrong || i2f_check_policy(&changed);
#endif
    if (wrong) {
        return IFC2F_ERR_CONTENT;
    }
    *model = changed;
    return IFC2F_OK;
}

int32_t ifc2f_use_costs(ifc2f_model *model, const void *bytes, uint32_t length)
{
    ifc2f_model changed = *model;
    if (bytes == NULL) {
        return IFC2F_ERR_ARGUMENT;
    }
    changed.sections[IFC2F_COSTS].bytes = (const uint8_t *)bytes;
    changed.sections[IFC2F_COSTS].length = length;
#if IFC2F_CHECKS
    if (i2f_check_costs(&changed)) {
        return IFC2F_ERR_CONTENT;
    }
#endif
    changed.simple_costs = are_costs_simple(&changed);
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

/* The number of edges that are not above the value; of categories one less, if the last of them equals it. */
int32_t ifc2f_bin(const ifc2f_model *model, uint32_t k, float value)
{
    const uint32_t bits = bits_of(value);
    if (k >= model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    if (bits << 1 >= 0xFF000000u) { /* NaN or infinite */
        return IFC2F_ERR_VALUE;
    }
    const uint32_t order = order_of(bits << 1 == 0 ? 0 : bits); /* -0 is 0 */
    const uint32_t kind_and_values = feature_word(model, k, KIND_AND_VALUES);
    const uint32_t is_categorical = kind_and_values & 1;
    const uint32_t n_numbers = (kind_and_values >> 16) - 1 + is_categorical;
    cursor from = {&model->sections[IFC2F_VALUES], feature_word(model, k, FIRST_VALUE)};
    uint32_t last = 0;
    uint32_t n = 0;
    for (; n < n_numbers; ++n) {
        const uint32_t next = order_of(i2f_take(&from));
        if (next > order) {
            break;
        }
        last = next;
    }
    if (is_categorical && last != order) {
        return IFC2F_ERR_VALUE;
    }
    return (int32_t)(n - is_categorical);
}
