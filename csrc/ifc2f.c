/*
 * The runtime: reader of model files, exact inference on the tree network, the ordered policy. See ifc2f.h for what
 * each function needs and gives, docs/format.md for the bytes, docs/method.md for the mathematics.
 *
 * Two rules keep answers the same to the bit on every machine and in every order of answering: all arithmetic is
 * single precision + - * / in an order fixed by the feature and class indices, and whatever is computed is a function of the
 * set of answers alone, never of the path by which they came.
 */
#include "ifc2f.h"

#include "ifc2f_bytes.h"

/* ---- Bytes ------------------------------------------------------------------------------------------------- */

enum { NO_INDEX = 0xFFFF };

/* The i-th number of a span; 0 outside of it, so that nothing is read out of bounds whatever an index says. */
static uint32_t span_u16(const ifc2f_span *span, uint32_t i)
{
    return i < span->length / 2 ? u16_at(span->bytes + 2 * (size_t)i) : 0;
}

static uint32_t span_u32(const ifc2f_span *span, uint32_t i)
{
    return i < span->length / 4 ? u32_at(span->bytes + 4 * (size_t)i) : 0;
}

static float span_f32(const ifc2f_span *span, uint32_t i)
{
    return i < span->length / 4 ? f32_at(span->bytes + 4 * (size_t)i) : 0.0f;
}

/* Address of `count` floats from the first-th on, or NULL: one comparison for a whole row. */
static const uint8_t *span_row(const ifc2f_span *span, uint32_t first, uint32_t count)
{
    const uint32_t n = span->length / 4;
    return n < count || first > n - count ? NULL : span->bytes + 4 * (size_t)first;
}

static float row_f32(const uint8_t *row, uint32_t i)
{
    return f32_at(row + 4 * (size_t)i);
}

/* CRC-32 (IEEE 802.3, reflected), four bits at a time; start with 0. */
static uint32_t crc32_update(uint32_t crc, const uint8_t *bytes, uint32_t length)
{
    static const uint32_t table[16] = {0x00000000u, 0x1DB71064u, 0x3B6E20C8u, 0x26D930ACu, 0x76DC4190u, 0x6B6B51F4u,
                                       0x4DB26158u, 0x5005713Cu, 0xEDB88320u, 0xF00F9344u, 0xD6D6A3E8u, 0xCB61B38Cu,
                                       0x9B64C2B0u, 0x86D3D2D4u, 0xA00AE278u, 0xBDBDF21Cu};
    crc = ~crc;
    for (uint32_t i = 0; i < length; ++i) {
        crc ^= bytes[i];
        crc = table[crc & 15] ^ crc >> 4;
        crc = table[crc & 15] ^ crc >> 4;
    }
    return ~crc;
}

/* ---- Features ---------------------------------------------------------------------------------------------- */

enum { FEATURE_BYTES = 32 };

/* One record of the feature section. */
typedef struct feature {
    uint32_t categorical;
    uint32_t n_values;
    uint32_t parent; /* NO_INDEX: none */
    uint32_t n_parent_values;
    uint32_t first_child;
    uint32_t next_sibling;
    uint32_t first_value; /* in the value section: n_values - 1 inner edges, or n_values categories */
    uint32_t first_table; /* in the table section: [n_parent_values][n_values][n_classes] */
    uint32_t first_bin;   /* values of all features before this one */
    uint32_t first_up;    /* values of the parents of all features before this one */
    uint32_t column;
} feature;

static feature feature_at(const ifc2f_model *model, uint32_t k)
{
    feature f = {0, 1, NO_INDEX, 1, NO_INDEX, NO_INDEX, 0, 0, 0, 0, 0};
    if (k < model->features.length / FEATURE_BYTES) {
        const uint8_t *record = model->features.bytes + FEATURE_BYTES * (size_t)k;
        f.categorical = u16_at(record);
        f.n_values = u16_at(record + 2);
        f.parent = u16_at(record + 4);
        f.n_parent_values = u16_at(record + 6);
        f.first_child = u16_at(record + 8);
        f.next_sibling = u16_at(record + 10);
        f.first_value = u32_at(record + 12);
        f.first_table = u32_at(record + 16);
        f.first_bin = u32_at(record + 20);
        f.first_up = u32_at(record + 24);
        f.column = u32_at(record + 28);
    }
    return f;
}

/* ---- Opening a model: every length, index and number is checked once, early --------------------------------- */

static const uint8_t MAGIC[8] = {0x89, 'I', 'F', 'C', '2', 'F', '\r', '\n'};
enum { HEADER_BYTES = 20, ENTRY_BYTES = 16, CRC_AT = 16 };
enum { SECTION_REQUIRED = 1 };
static const float LARGEST_EDGE = 3e38f;
static const float LARGEST_COST = 1e20f;  /* of one look or mistake: sums of them stay below LARGEST */
static const float LARGEST = 1e30f;       /* of a component of an alpha vector: products with beliefs stay finite */
static const float SMALLEST = 1e-30f;     /* of any probability but 0: normal numbers only */
static const float SUM_TOLERANCE = 1e-3f; /* by which probabilities may miss 1 */

static int is_within(float x, float low, float high)
{
    return x >= low && x <= high; /* false for NaN */
}

static int is_probability(float p)
{
    return p == 0.0f || is_within(p, SMALLEST, 1.0f);
}

static int is_increasing(const ifc2f_span *span, uint32_t first, uint32_t count)
{
    float last = -LARGEST_EDGE;
    for (uint32_t i = 0; i < count; ++i) {
        const float x = span_f32(span, first + i);
        if (!is_within(x, -LARGEST_EDGE, LARGEST_EDGE) || (i > 0 && !(x > last))) {
            return 0;
        }
        last = x;
    }
    return 1;
}

/* Whether each class's probabilities over the values are probabilities and sum to 1, for every parent value. */
static int is_table(const ifc2f_model *model, const feature *f)
{
    const uint32_t L = model->n_classes;
    const uint32_t per_parent = f->n_values * L;
    for (uint32_t u = 0; u < f->n_parent_values; ++u) {
        const uint8_t *rows = span_row(&model->tables, f->first_table + u * per_parent, per_parent);
        if (rows == NULL) {
            return 0;
        }
        for (uint32_t c = 0; c < L; ++c) {
            float sum = 0.0f;
            for (uint32_t v = 0; v < f->n_values; ++v) {
                const float p = row_f32(rows, v * L + c);
                if (!is_probability(p)) {
                    return 0;
                }
                sum += p;
            }
            if (!is_within(sum, 1.0f - SUM_TOLERANCE, 1.0f + SUM_TOLERANCE)) {
                return 0;
            }
        }
    }
    return 1;
}

/* Children of each feature stand in a chain of ascending indices; each feature with a parent is in its chain. */
static int are_children_linked(const ifc2f_model *model)
{
    uint32_t n_linked = 0;
    uint32_t n_with_parent = 0;
    for (uint32_t k = 0; k < model->n_features; ++k) {
        const feature f = feature_at(model, k);
        uint32_t last = k;
        n_with_parent += f.parent != NO_INDEX;
        for (uint32_t child = f.first_child; child != NO_INDEX;) {
            const feature g = feature_at(model, child);
            if (child >= model->n_features || child <= last || g.parent != k) {
                return 0;
            }
            ++n_linked;
            last = child;
            child = g.next_sibling;
        }
    }
    return n_linked == n_with_parent;
}

static int32_t check_features(ifc2f_model *model)
{
    uint32_t first_value = 0;
    uint32_t first_table = 0;
    model->n_bins = 0;
    model->n_up = 0;
    model->max_values = 1;
    if (model->features.length != FEATURE_BYTES * model->n_features) {
        return IFC2F_ERR_CONTENT;
    }
    for (uint32_t k = 0; k < model->n_features; ++k) {
        const feature f = feature_at(model, k);
        const uint32_t n_parent_values = f.parent == NO_INDEX ? 1 : feature_at(model, f.parent).n_values;
        const uint32_t n_numbers = f.categorical ? f.n_values : f.n_values - 1;
        if (f.categorical > 1 || f.n_values < 1 || f.n_values > IFC2F_MAX_VALUES ||
            (f.parent != NO_INDEX && f.parent >= k) || f.n_parent_values != n_parent_values ||
            f.first_value != first_value || f.first_table != first_table || f.first_bin != model->n_bins ||
            f.first_up != model->n_up || f.column > INT32_MAX) {
            return IFC2F_ERR_CONTENT;
        }
        if (model->values.length / 4 < first_value + n_numbers || !is_increasing(&model->values, first_value, n_numbers) ||
            !is_table(model, &f)) {
            return IFC2F_ERR_CONTENT;
        }
        first_value += n_numbers;
        first_table += n_parent_values * f.n_values * model->n_classes;
        model->n_bins += f.n_values;
        model->n_up += n_parent_values;
        model->max_values = f.n_values > model->max_values ? f.n_values : model->max_values;
    }
    return model->values.length == 4 * first_value && model->tables.length == 4 * first_table &&
                   are_children_linked(model)
               ? IFC2F_OK
               : IFC2F_ERR_CONTENT;
}

static int32_t check_prior(const ifc2f_model *model)
{
    float sum = 0.0f;
    if (model->prior.length != 4 * model->n_classes) {
        return IFC2F_ERR_CONTENT;
    }
    for (uint32_t c = 0; c < model->n_classes; ++c) {
        const float p = span_f32(&model->prior, c);
        if (!is_probability(p)) {
            return IFC2F_ERR_CONTENT;
        }
        sum += p;
    }
    return is_within(sum, 1.0f - SUM_TOLERANCE, 1.0f + SUM_TOLERANCE) ? IFC2F_OK : IFC2F_ERR_CONTENT;
}

/* Cost section: budget; n_tests records; n_features + 1 starts; the tests of each feature. */
enum { TEST_BYTES = 12, TESTS_AT = 4 };

static uint32_t starts_at(const ifc2f_model *model)
{
    return TESTS_AT + TEST_BYTES * model->n_tests;
}

static uint32_t first_test_of(const ifc2f_model *model, uint32_t k)
{
    return span_u32(&model->costs, starts_at(model) / 4 + k);
}

static uint32_t test_at(const ifc2f_model *model, uint32_t i)
{
    return span_u16(&model->costs, (starts_at(model) + 4 * (model->n_features + 1)) / 2 + i);
}

static float test_cost(const ifc2f_model *model, uint32_t test, int discounted)
{
    return span_f32(&model->costs, (TESTS_AT + TEST_BYTES * test) / 4 + (discounted ? 1 : 0));
}

static uint32_t test_group(const ifc2f_model *model, uint32_t test)
{
    return span_u16(&model->costs, (TESTS_AT + TEST_BYTES * test + 8) / 2);
}

static int32_t check_costs(ifc2f_model *model)
{
    const float budget = span_f32(&model->costs, 0);
    const uint32_t fixed = starts_at(model) + 4 * (model->n_features + 1);
    uint32_t n_listed = 0;
    if (model->costs.length < fixed || !(budget >= 0.0f)) {
        return IFC2F_ERR_CONTENT;
    }
    for (uint32_t t = 0; t < model->n_tests; ++t) {
        const uint32_t group = test_group(model, t);
        if (!is_within(test_cost(model, t, 0), 0.0f, LARGEST_COST) || !is_within(test_cost(model, t, 1), 0.0f, LARGEST_COST) ||
            (group != NO_INDEX && group >= model->n_groups)) {
            return IFC2F_ERR_CONTENT;
        }
    }
    model->simple_costs = model->n_groups == 0 && model->n_tests == model->n_features;
    for (uint32_t k = 0; k <= model->n_features; ++k) {
        const uint32_t start = first_test_of(model, k);
        if (start < n_listed || (k == 0 && start != 0) || start > (model->costs.length - fixed) / 2) {
            return IFC2F_ERR_CONTENT;
        }
        n_listed = start;
        model->simple_costs = model->simple_costs && start == k;
    }
    if (model->costs.length != fixed + ((2 * n_listed + 3) & ~3u)) {
        return IFC2F_ERR_CONTENT;
    }
    for (uint32_t i = 0; i < n_listed; ++i) {
        if (test_at(model, i) >= model->n_tests) {
            return IFC2F_ERR_CONTENT;
        }
        model->simple_costs = model->simple_costs && test_at(model, i) == i;
    }
    return IFC2F_OK;
}

static int32_t check_misclassification(const ifc2f_model *model)
{
    const uint32_t n = model->n_classes * model->n_classes;
    if (model->misclassification.length != 4 * n) {
        return IFC2F_ERR_CONTENT;
    }
    for (uint32_t i = 0; i < n; ++i) {
        if (!is_within(span_f32(&model->misclassification, i), 0.0f, LARGEST_COST)) {
            return IFC2F_ERR_CONTENT;
        }
    }
    return IFC2F_OK;
}

/* Policy section: header; a record per stage; index features of the stages; where each set begins; vectors. */
enum { POLICY_HEADER_BYTES = 20, STAGE_BYTES = 12, N_TREATMENTS = 3 };

/* Sizes are computed in 64 bits and compared once: a header that does not fit the section gives no stages. */
static ifc2f_ordered read_ordered(const ifc2f_model *model)
{
    ifc2f_ordered p = {0, 0, 0, 0, 0, 0, 0};
    const ifc2f_span *span = &model->policy;
    const uint64_t n_stages = span_u32(span, 0);
    const uint64_t n_sets = span_u32(span, 1);
    const uint64_t n_vectors = span_u32(span, 2);
    const uint64_t n_index = span_u32(span, 3);
    const uint64_t index_at = POLICY_HEADER_BYTES + STAGE_BYTES * n_stages;
    const uint64_t set_starts_at = index_at + ((2 * n_index + 3) & ~(uint64_t)3);
    const uint64_t vectors_at = set_starts_at + 4 * (n_sets + 1);
    if (vectors_at + 4 * n_vectors * model->n_classes == span->length) {
        p.n_stages = (uint32_t)n_stages;
        p.n_sets = (uint32_t)n_sets;
        p.n_vectors = (uint32_t)n_vectors;
        p.n_index = (uint32_t)n_index;
        p.index_at = (uint32_t)index_at;
        p.starts_at = (uint32_t)set_starts_at;
        p.vectors_at = (uint32_t)vectors_at;
    }
    return p;
}

typedef struct stage {
    uint32_t first_set;
    uint32_t first_index;
    uint32_t n_index;
} stage;

static stage stage_at(const ifc2f_model *model, uint32_t k)
{
    const uint32_t word = (POLICY_HEADER_BYTES + STAGE_BYTES * k) / 4;
    const stage s = {span_u32(&model->policy, word), span_u32(&model->policy, word + 1),
                     span_u32(&model->policy, word + 2)};
    return s;
}

static uint32_t index_feature(const ifc2f_model *model, const ifc2f_ordered *p, uint32_t i)
{
    return span_u16(&model->policy, p->index_at / 2 + i);
}

/* Number of sets of a stage: one per assignment of its index features and, if it has any, a fallback. 0 if wrong. */
static uint32_t count_sets(const ifc2f_model *model, const ifc2f_ordered *p, const stage *s, uint32_t k)
{
    uint64_t n = 1;
    if (s->n_index > p->n_index || s->first_index > p->n_index - s->n_index) {
        return 0;
    }
    for (uint32_t i = 0; i < s->n_index; ++i) {
        const uint32_t f = index_feature(model, p, s->first_index + i);
        if (f >= k || (i > 0 && f <= index_feature(model, p, s->first_index + i - 1))) {
            return 0;
        }
        n *= feature_at(model, f).n_values;
        if (n > p->n_sets) {
            return 0;
        }
    }
    return (uint32_t)n + (s->n_index > 0);
}

static int32_t check_policy(ifc2f_model *model)
{
    const ifc2f_ordered p = read_ordered(model);
    uint32_t n_sets = 0;
    uint32_t n_index = 0;
    uint32_t n_vectors = 0;
    if (p.vectors_at == 0 || p.n_stages > model->n_features || span_u32(&model->policy, 4) >= N_TREATMENTS) {
        return IFC2F_ERR_CONTENT;
    }
    for (uint32_t k = 0; k < p.n_stages; ++k) {
        const stage s = stage_at(model, k);
        const uint32_t n = count_sets(model, &p, &s, k);
        if (n == 0 || s.first_set != n_sets || s.first_index != n_index || n > p.n_sets - n_sets) {
            return IFC2F_ERR_CONTENT;
        }
        n_sets += n;
        n_index += s.n_index;
    }
    if (n_sets != p.n_sets || n_index != p.n_index) {
        return IFC2F_ERR_CONTENT;
    }
    for (uint32_t i = 0; i <= p.n_sets; ++i) {
        const uint32_t start = span_u32(&model->policy, p.starts_at / 4 + i);
        if (start < n_vectors || start > p.n_vectors || (i == 0 && start != 0)) {
            return IFC2F_ERR_CONTENT;
        }
        n_vectors = start;
    }
    if (n_vectors != p.n_vectors) {
        return IFC2F_ERR_CONTENT;
    }
    for (uint32_t i = 0; i < p.n_vectors * model->n_classes; ++i) {
        if (!is_within(span_f32(&model->policy, p.vectors_at / 4 + i), 0.0f, LARGEST)) {
            return IFC2F_ERR_CONTENT;
        }
    }
    model->ordered = p;
    return IFC2F_OK;
}

static int32_t check_content(ifc2f_model *model)
{
    int32_t status = check_features(model);
    status = status == IFC2F_OK ? check_prior(model) : status;
    status = status == IFC2F_OK ? check_costs(model) : status;
    status = status == IFC2F_OK ? check_misclassification(model) : status;
    return status == IFC2F_OK && model->policy.length > 0 ? check_policy(model) : status;
}

/* The span of a model that a section's tag names, or NULL. */
static ifc2f_span *span_of(ifc2f_model *model, ifc2f_span *dims, const uint8_t *tag)
{
    static const char tags[9][5] = {"DIMS", "FEAT", "VALS", "TABL", "PRIO", "COST", "MISC", "ORDR", "META"};
    ifc2f_span *spans[9];
    spans[0] = dims;
    spans[1] = &model->features;
    spans[2] = &model->values;
    spans[3] = &model->tables;
    spans[4] = &model->prior;
    spans[5] = &model->costs;
    spans[6] = &model->misclassification;
    spans[7] = &model->policy;
    spans[8] = &model->meta;
    for (uint32_t i = 0; i < 9; ++i) {
        if (memcmp(tags[i], tag, 4) == 0) {
            return spans[i];
        }
    }
    return NULL;
}

/* Read the directory: sections lie in ascending order behind it, do not overlap, and start at multiples of 4. */
static int32_t read_directory(ifc2f_model *model, const ifc2f_span *file, ifc2f_span *dims)
{
    const uint32_t n_sections = u16_at(file->bytes + 10);
    uint32_t end = HEADER_BYTES + ENTRY_BYTES * n_sections;
    if (end > file->length) {
        return IFC2F_ERR_SECTION;
    }
    for (uint32_t i = 0; i < n_sections; ++i) {
        const uint8_t *entry = file->bytes + HEADER_BYTES + ENTRY_BYTES * (size_t)i;
        const uint32_t flags = u32_at(entry + 4);
        const uint32_t offset = u32_at(entry + 8);
        const uint32_t length = u32_at(entry + 12);
        ifc2f_span *span = span_of(model, dims, entry);
        if (offset < end || offset % 4 != 0 || offset > file->length || length > file->length - offset ||
            flags > SECTION_REQUIRED || (span == NULL && flags == SECTION_REQUIRED) ||
            (span != NULL && span->bytes != NULL)) {
            return IFC2F_ERR_SECTION;
        }
        end = offset + length;
        if (span != NULL) {
            span->bytes = file->bytes + offset;
            span->length = length;
        }
    }
    return IFC2F_OK;
}

static int32_t read_dimensions(ifc2f_model *model, const ifc2f_span *dims)
{
    if (dims->length != 16) {
        return IFC2F_ERR_SECTION;
    }
    model->n_features = span_u32(dims, 0);
    model->n_classes = span_u32(dims, 1);
    model->n_tests = span_u32(dims, 2);
    model->n_groups = span_u32(dims, 3);
    return model->n_features <= IFC2F_MAX_FEATURES && model->n_classes >= 1 &&
                   model->n_classes <= IFC2F_MAX_CLASSES && model->n_tests < NO_INDEX && model->n_groups < NO_INDEX
               ? IFC2F_OK
               : IFC2F_ERR_CONTENT;
}

int32_t ifc2f_open(ifc2f_model *model, const void *bytes, uint32_t length)
{
    const ifc2f_span file = {(const uint8_t *)bytes, length};
    ifc2f_span dims = {NULL, 0};
    int32_t status;
    if (model == NULL || bytes == NULL) {
        return IFC2F_ERR_ARGUMENT;
    }
    memset(model, 0, sizeof *model);
    if (length < sizeof MAGIC || memcmp(file.bytes, MAGIC, sizeof MAGIC) != 0) {
        return IFC2F_ERR_NOT_A_MODEL;
    }
    if (length < HEADER_BYTES) {
        return IFC2F_ERR_TRUNCATED;
    }
    if (u16_at(file.bytes + 8) != IFC2F_FORMAT_VERSION) {
        return IFC2F_ERR_VERSION;
    }
    if (u32_at(file.bytes + 12) != length) {
        return IFC2F_ERR_TRUNCATED;
    }
    model->crc = u32_at(file.bytes + CRC_AT);
    if (crc32_update(crc32_update(0, file.bytes, CRC_AT), file.bytes + CRC_AT + 4, length - CRC_AT - 4) != model->crc) {
        return IFC2F_ERR_CHECKSUM;
    }
    status = read_directory(model, &file, &dims);
    if (status == IFC2F_OK && (dims.bytes == NULL || model->features.bytes == NULL || model->values.bytes == NULL ||
                               model->tables.bytes == NULL || model->prior.bytes == NULL ||
                               model->costs.bytes == NULL || model->misclassification.bytes == NULL)) {
        status = IFC2F_ERR_SECTION;
    }
    status = status == IFC2F_OK ? read_dimensions(model, &dims) : status;
    return status == IFC2F_OK ? check_content(model) : status;
}

int32_t ifc2f_use_policy(ifc2f_model *model, const void *bytes, uint32_t length)
{
    ifc2f_model changed = *model;
    int32_t status;
    changed.policy.bytes = (const uint8_t *)bytes;
    changed.policy.length = length;
    status = bytes == NULL ? IFC2F_ERR_ARGUMENT : check_policy(&changed);
    if (status == IFC2F_OK) {
        *model = changed;
    }
    return status;
}

int32_t ifc2f_use_costs(ifc2f_model *model, const void *bytes, uint32_t length)
{
    ifc2f_model changed = *model;
    int32_t status;
    changed.costs.bytes = (const uint8_t *)bytes;
    changed.costs.length = length;
    status = bytes == NULL ? IFC2F_ERR_ARGUMENT : check_costs(&changed);
    if (status == IFC2F_OK) {
        *model = changed;
    }
    return status;
}

const char *ifc2f_strerror(int32_t status)
{
    static const char *const texts[] = {
        "no error",
        "the policy asks nothing more",
        "not a model: the first bytes are not those of a model file",
        "the model's format version is not the one this library reads",
        "the model is cut short or has bytes behind its end",
        "the model is damaged: its checksum does not fit its bytes",
        "the model's directory of sections is damaged or lacks a section",
        "the model holds a length, an index or a number out of range",
        "the memory given is too small or not aligned to 4 bytes",
        "no such feature, or the feature is not open",
        "the value is not finite, not a known category, or not a bin of the feature",
        "the prior is not a probability vector",
        "this answer needs exact inference, which was left out of this build",
        "the model holds no policy",
        "the memory holds no session of this model",
        "an argument is out of range",
        "too many answer sequences or live assignments for this computation",
    };
    const int32_t n = (int32_t)(sizeof texts / sizeof texts[0]);
    return status <= 0 && status > -n ? texts[-status] : "unknown status";
}

int32_t ifc2f_n_values(const ifc2f_model *model, uint32_t k)
{
    return k < model->n_features ? (int32_t)feature_at(model, k).n_values : IFC2F_ERR_FEATURE;
}

int32_t ifc2f_parent(const ifc2f_model *model, uint32_t k)
{
    if (k >= model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    const uint32_t parent = feature_at(model, k).parent;
    return parent == NO_INDEX ? IFC2F_STOP : (int32_t)parent;
}

int32_t ifc2f_column(const ifc2f_model *model, uint32_t k)
{
    return k < model->n_features ? (int32_t)feature_at(model, k).column : IFC2F_ERR_FEATURE;
}

int32_t ifc2f_read_table_row(const ifc2f_model *model, uint32_t k, uint32_t parent_value, uint32_t value, float *row)
{
    const feature f = feature_at(model, k);
    const uint32_t first = f.first_table + (parent_value * f.n_values + value) * model->n_classes;
    if (k >= model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    if (parent_value >= f.n_parent_values || value >= f.n_values) {
        return IFC2F_ERR_VALUE;
    }
    for (uint32_t c = 0; c < model->n_classes; ++c) {
        row[c] = span_f32(&model->tables, first + c);
    }
    return IFC2F_OK;
}

int32_t ifc2f_read_table(const ifc2f_model *model, uint32_t k, uint32_t parent_value, float *table)
{
    int32_t status = k < model->n_features ? IFC2F_OK : IFC2F_ERR_FEATURE;
    for (uint32_t v = 0; status == IFC2F_OK && v < feature_at(model, k).n_values; ++v) {
        status = ifc2f_read_table_row(model, k, parent_value, v, table + v * model->n_classes);
    }
    return status;
}

int32_t ifc2f_read_prior(const ifc2f_model *model, float *prior)
{
    for (uint32_t c = 0; c < model->n_classes; ++c) {
        prior[c] = span_f32(&model->prior, c);
    }
    return IFC2F_OK;
}

int32_t ifc2f_read_misclassification(const ifc2f_model *model, float *costs)
{
    for (uint32_t i = 0; i < model->n_classes * model->n_classes; ++i) {
        costs[i] = span_f32(&model->misclassification, i);
    }
    return IFC2F_OK;
}

/* Number of the ascending numbers first .. first + count - 1 that are not above x. */
static uint32_t count_not_above(const ifc2f_span *span, uint32_t first, uint32_t count, float x)
{
    uint32_t low = 0;
    while (count > 0) {
        const uint32_t half = count / 2;
        if (span_f32(span, first + low + half) <= x) {
            low += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return low;
}

int32_t ifc2f_bin(const ifc2f_model *model, uint32_t k, float value)
{
    if (k >= model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    if (!(value - value == 0.0f)) { /* NaN or infinite */
        return IFC2F_ERR_VALUE;
    }
    const feature f = feature_at(model, k);
    if (!f.categorical) {
        return (int32_t)count_not_above(&model->values, f.first_value, f.n_values - 1, value);
    }
    const uint32_t n = count_not_above(&model->values, f.first_value, f.n_values, value);
    return n > 0 && span_f32(&model->values, f.first_value + n - 1) == value ? (int32_t)n - 1 : IFC2F_ERR_VALUE;
}

/* ---- Session memory ---------------------------------------------------------------------------------------- */

/* The head of a session's memory. Behind it lie, without padding but to 4 bytes:
 *     float prior[L], weight[L], posterior[L]; int16 exponent[L]; uint16 state[K], looked[K];
 * and for exact inference
 *     float up[n_up][L], marginal[n_bins][L], scratch[2][max_values][L];
 *     int16 scratch_exponent[max_values][L], below_exponent[L], up_exponent[K][L]; uint8 has_evidence[K]. */
typedef struct head {
    uint32_t crc;
    float budget;
    float spent;
    float lost; /* what rounding took from `spent`: kept, so that ten looks at 0.1 cost 1 and a budget of 1 pays for them */
    uint16_t n_looked;
    uint16_t n_answered; /* features with a value */
    uint16_t n_prefix;   /* leading features with a value */
    uint16_t flags;
} head;

enum { UP_IS_VALID = 1, MARGINALS_ARE_VALID = 2, IS_CONFLICT = 4, IS_SESSION = 0x5E50, FLAG_BITS = 7 };
enum { STATE_OPEN = 0xFFFF, STATE_MISSING = 0xFFFE, STATE_MISSING_PAID = 0xFFFD, FIRST_NO_VALUE = 0xFFFD };

/* Weights are mantissa * 2^(32 * exponent) with the mantissa in [2^-32, 1], or 0: scaling by powers of 2 is exact, so
 * thousands of factors neither underflow nor change a bit of a posterior. */
static const float SCALE_UP = 4294967296.0f;           /* 2^32 */
static const float SCALE_DOWN = 2.3283064365386963e-10f; /* 2^-32 */

static head *head_of(const ifc2f_session *s) { return (head *)(void *)s->memory; }
static float *prior_of(const ifc2f_session *s) { return (float *)(void *)(head_of(s) + 1); }
static float *weight_of(const ifc2f_session *s) { return prior_of(s) + s->model->n_classes; }
static float *posterior_of(const ifc2f_session *s) { return weight_of(s) + s->model->n_classes; }
static int16_t *exponent_of(const ifc2f_session *s) { return (int16_t *)(void *)(posterior_of(s) + s->model->n_classes); }
static uint16_t *state_of(const ifc2f_session *s) { return (uint16_t *)(void *)(exponent_of(s) + s->model->n_classes); }
static uint16_t *looked_of(const ifc2f_session *s) { return state_of(s) + s->model->n_features; }

static uint32_t round_up_4(uint32_t bytes)
{
    return (bytes + 3) & ~3u;
}

static uint32_t ordered_bytes(const ifc2f_model *model)
{
    return round_up_4((uint32_t)sizeof(head) + 14 * model->n_classes + 4 * model->n_features);
}

#if IFC2F_EXACT
static float *up_of(const ifc2f_session *s) { return (float *)(void *)(s->memory + ordered_bytes(s->model) / 4); }
static float *marginal_of(const ifc2f_session *s) { return up_of(s) + s->model->n_up * s->model->n_classes; }
static float *scratch_of(const ifc2f_session *s) { return marginal_of(s) + s->model->n_bins * s->model->n_classes; }
static int16_t *scratch_exponent_of(const ifc2f_session *s)
{
    return (int16_t *)(void *)(scratch_of(s) + 2 * s->model->max_values * s->model->n_classes);
}
static int16_t *below_exponent_of(const ifc2f_session *s)
{
    return scratch_exponent_of(s) + s->model->max_values * s->model->n_classes;
}
static int16_t *up_exponent_of(const ifc2f_session *s) { return below_exponent_of(s) + s->model->n_classes; }
static uint8_t *has_evidence_of(const ifc2f_session *s)
{
    return (uint8_t *)(up_exponent_of(s) + s->model->n_features * s->model->n_classes);
}
#endif

uint32_t ifc2f_session_bytes(const ifc2f_model *model)
{
    uint64_t bytes = ordered_bytes(model);
#if IFC2F_EXACT
    const uint64_t rows = (uint64_t)model->n_up + model->n_bins + 2 * model->max_values;
    bytes += 4 * rows * model->n_classes + model->n_features;
    bytes += 2 * (uint64_t)model->n_classes * (model->n_features + model->max_values + 1);
    bytes = (bytes + 3) & ~(uint64_t)3;
#endif
    return bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
}

/* ---- Exact inference --------------------------------------------------------------------------------------- */

static int has_value(const ifc2f_session *s, uint32_t k)
{
    return k < s->model->n_features && state_of(s)[k] < FIRST_NO_VALUE;
}

/* Exponents saturate: 2^(32 * INT16_MIN) is what a quarter of a million answers of probability 1/16 come to. */
static void add_exponent(int16_t *exponent, int32_t more)
{
    const int32_t sum = *exponent + more;
    *exponent = (int16_t)(sum < INT16_MIN ? INT16_MIN : sum);
}

static void scale(float *mantissa, int16_t *exponent)
{
    while (*mantissa < SCALE_DOWN && *mantissa >= SMALLEST) {
        *mantissa *= SCALE_UP;
        add_exponent(exponent, -1);
    }
}

/* Multiply a class's weight by a factor in (0, 1]; anything below SMALLEST counts as 0. */
static void multiply_weight(float *weight, int16_t *exponent, float factor)
{
    scale(&factor, exponent);
    *weight = factor >= SCALE_DOWN ? *weight * factor : 0.0f;
    scale(weight, exponent);
}

/* Multiply the weights by the table row of an answered feature, given its parent's value u. */
static void multiply_by_answer(const ifc2f_session *s, const feature *f, uint32_t u, uint32_t v)
{
    const uint32_t L = s->model->n_classes;
    const uint8_t *row = span_row(&s->model->tables, f->first_table + (u * f->n_values + v) * L, L);
    float *weight = weight_of(s);
    int16_t *exponent = exponent_of(s);
    for (uint32_t c = 0; row != NULL && c < L; ++c) {
        multiply_weight(&weight[c], &exponent[c], row_f32(row, c));
    }
}

/* Largest exponent among the classes that are possible; *possible tells whether there are any. */
static int16_t largest_exponent(const ifc2f_session *s, int *possible)
{
    const float *weight = weight_of(s);
    const int16_t *exponent = exponent_of(s);
    int16_t largest = INT16_MIN;
    *possible = 0;
    for (uint32_t c = 0; c < s->model->n_classes; ++c) {
        if (weight[c] >= SMALLEST) {
            largest = exponent[c] > largest ? exponent[c] : largest;
            *possible = 1;
        }
    }
    return largest;
}

/* A class's weight in units of 2^(32 * exponent). */
static float weight_at(const ifc2f_session *s, uint32_t c, int16_t exponent)
{
    float weight = weight_of(s)[c];
    for (int32_t e = exponent_of(s)[c]; e < exponent && weight > 0.0f; ++e) {
        weight *= SCALE_DOWN;
    }
    return weight;
}

static void update_posterior(ifc2f_session *s)
{
    const uint32_t L = s->model->n_classes;
    float *posterior = posterior_of(s);
    float sum = 0.0f;
    int possible;
    const int16_t exponent = largest_exponent(s, &possible);
    for (uint32_t c = 0; possible && c < L; ++c) {
        posterior[c] = weight_at(s, c, exponent);
        sum += posterior[c];
    }
    if (head_of(s)->n_answered == 0 || !(sum >= SMALLEST)) {
        memcpy(posterior, prior_of(s), L * sizeof *posterior);
    } else {
        for (uint32_t c = 0; c < L; ++c) {
            posterior[c] /= sum;
        }
    }
    head_of(s)->flags &= (uint16_t)~(MARGINALS_ARE_VALID | IS_CONFLICT);
    if (head_of(s)->n_answered > 0 && !(sum >= SMALLEST)) {
        head_of(s)->flags |= IS_CONFLICT;
    }
}

static void reset_weights(const ifc2f_session *s)
{
    const uint32_t L = s->model->n_classes;
    float *weight = weight_of(s);
    memcpy(weight, prior_of(s), L * sizeof *weight);
    memset(exponent_of(s), 0, L * sizeof(int16_t));
    for (uint32_t c = 0; c < L; ++c) {
        scale(&weight[c], &exponent_of(s)[c]);
    }
}

#if IFC2F_EXACT

/* Next child of a chain; the chain ascends, so a damaged one ends all the same. */
static uint32_t next_child(const ifc2f_session *s, uint32_t child)
{
    const uint32_t next = feature_at(s->model, child).next_sibling;
    return next > child && next < s->model->n_features ? next : NO_INDEX;
}

static uint32_t first_child(const ifc2f_session *s, uint32_t k, const feature *f)
{
    return f->first_child > k && f->first_child < s->model->n_features ? f->first_child : NO_INDEX;
}

/* Give the rows[n][L] of one class a common exponent, that of the largest; what is 2^-126 of it or less becomes 0. */
static void align_rows(float *rows, int16_t *exponents, uint32_t n, uint32_t L, int16_t *common)
{
    *common = INT16_MIN;
    for (uint32_t i = 0; i < n; ++i) {
        if (rows[i * L] >= SMALLEST && exponents[i * L] > *common) {
            *common = exponents[i * L];
        }
    }
    for (uint32_t i = 0; i < n; ++i) {
        for (int32_t e = exponents[i * L]; e < *common && rows[i * L] >= SMALLEST; ++e) {
            rows[i * L] *= SCALE_DOWN;
        }
    }
}

/* Multiply the upward messages of k's children with evidence into below[n_values][L], in ascending order of the
 * children; exponent[L] is common to the values of a class. While multiplying each entry has its own exponent, so that
 * children who speak against a value do not wipe it out before others speak for it. Returns 0, and leaves `below`
 * alone, if no child has evidence. */
static int evidence_below(const ifc2f_session *s, uint32_t k, const feature *f, float *below, int16_t *exponent)
{
    const uint32_t L = s->model->n_classes;
    const uint32_t n = f->n_values * L;
    int16_t *exponents = scratch_exponent_of(s);
    uint32_t n_found = 0;
    for (uint32_t child = first_child(s, k, f); child != NO_INDEX; child = next_child(s, child)) {
        if (!has_evidence_of(s)[child]) {
            continue;
        }
        const float *message = up_of(s) + feature_at(s->model, child).first_up * L;
        const int16_t *message_exponent = up_exponent_of(s) + child * L;
        for (uint32_t i = 0; i < n; ++i) {
            below[i] = n_found == 0 ? message[i] : below[i] * message[i];
            exponents[i] = n_found == 0 ? 0 : exponents[i];
            scale(&below[i], &exponents[i]);
            add_exponent(&exponents[i], message_exponent[i % L]);
        }
        ++n_found;
    }
    for (uint32_t c = 0; n_found > 0 && c < L; ++c) {
        align_rows(below + c, exponents + c, f->n_values, L, &exponent[c]);
    }
    return n_found > 0;
}

/* out[u][c] = sum over v of table[u][v][c] * below[v][c], or the term of the one value v if it is known. */
static void message_rows(const ifc2f_session *s, const feature *f, const float *below, uint32_t value, float *out)
{
    const uint32_t L = s->model->n_classes;
    const uint32_t first = value < f->n_values ? value : 0;
    const uint32_t end = value < f->n_values ? value + 1 : f->n_values;
    const uint32_t per_parent = f->n_values * L;
    for (uint32_t u = 0; u < f->n_parent_values; ++u) {
        const uint8_t *rows = span_row(&s->model->tables, f->first_table + u * per_parent, per_parent);
        float *to = out + u * L;
        memset(to, 0, L * sizeof *to);
        for (uint32_t v = first; rows != NULL && v < end; ++v) {
            for (uint32_t c = 0; c < L; ++c) {
                const float p = row_f32(rows, v * L + c);
                to[c] += below == NULL ? p : p * below[v * L + c];
            }
        }
    }
}

/* Scale a message[n][L] of one class so that its largest is at least 2^-32. */
static void scale_rows(float *rows, uint32_t n, uint32_t L, int16_t *exponent)
{
    float largest = 0.0f;
    for (uint32_t i = 0; i < n; ++i) {
        largest = rows[i * L] > largest ? rows[i * L] : largest;
    }
    while (largest < SCALE_DOWN && largest >= SMALLEST) {
        largest *= SCALE_UP;
        add_exponent(exponent, -1);
        for (uint32_t i = 0; i < n; ++i) {
            rows[i * L] *= SCALE_UP;
        }
    }
}

/* Recompute the upward message of feature k: P(evidence at and below k | parent's value, class). What hangs below an
 * answered feature depends on its value alone and is no part of the message: update_weights() takes it up directly. */
static void update_message(const ifc2f_session *s, uint32_t k)
{
    const uint32_t L = s->model->n_classes;
    const feature f = feature_at(s->model, k);
    const int known = has_value(s, k);
    float *below = scratch_of(s);
    float *message = up_of(s) + f.first_up * L;
    int16_t *exponent = up_exponent_of(s) + k * L;
    const int any_below = !known && evidence_below(s, k, &f, below, exponent);
    has_evidence_of(s)[k] = (uint8_t)(known || any_below);
    if (!has_evidence_of(s)[k]) {
        return;
    }
    if (!any_below) {
        memset(exponent, 0, L * sizeof *exponent);
    }
    message_rows(s, &f, any_below ? below : NULL, known ? state_of(s)[k] : FIRST_NO_VALUE, message);
    for (uint32_t c = 0; c < L; ++c) {
        scale_rows(message + c, f.n_parent_values, L, &exponent[c]);
    }
}

/* Bring the messages up to date after a change at feature k: along its path to the root, or all of them. */
static void update_messages(const ifc2f_session *s, uint32_t k)
{
    head *h = head_of(s);
    if (!(h->flags & UP_IS_VALID)) {
        for (uint32_t i = s->model->n_features; i > 0; --i) {
            update_message(s, i - 1);
        }
        h->flags |= UP_IS_VALID;
        return;
    }
    update_message(s, k);
    for (uint32_t p = feature_at(s->model, k).parent; p < k && !has_value(s, p); p = feature_at(s->model, k).parent) {
        update_message(s, p);
        k = p;
    }
}

/* Multiply the weights by the upward message of an open feature at its parent's value u. */
static void multiply_by_message(const ifc2f_session *s, uint32_t k, const feature *f, uint32_t u)
{
    const uint32_t L = s->model->n_classes;
    const float *message = up_of(s) + (f->first_up + u) * L;
    const int16_t *message_exponent = up_exponent_of(s) + k * L;
    for (uint32_t c = 0; c < L; ++c) {
        multiply_weight(&weight_of(s)[c], &exponent_of(s)[c], message[c]);
        add_exponent(&exponent_of(s)[c], message_exponent[c]);
    }
}

#endif

/* The weights from the set of answers: prior times one factor for every feature whose parent is known, in ascending
 * order. Answered features give their table row; open ones the sum over all that hangs below them. A prefix of
 * answers gives just the product that answering in order builds up step by step, to the bit. */
static void update_weights(const ifc2f_session *s)
{
    const uint32_t K = s->model->n_features;
    const uint32_t n = head_of(s)->n_answered == head_of(s)->n_prefix ? head_of(s)->n_prefix : K;
    reset_weights(s);
    for (uint32_t k = 0; k < n; ++k) {
        const feature f = feature_at(s->model, k);
        const uint32_t u = f.parent == NO_INDEX ? 0 : (has_value(s, f.parent) ? state_of(s)[f.parent] : FIRST_NO_VALUE);
        if (u >= f.n_parent_values) {
            continue;
        }
        if (has_value(s, k)) {
            multiply_by_answer(s, &f, u, state_of(s)[k]);
        }
#if IFC2F_EXACT
        else if (has_evidence_of(s)[k]) {
            multiply_by_message(s, k, &f, u);
        }
#endif
    }
}

/* ---- Costs -------------------------------------------------------------------------------------------------- */

/* Whether one of the features looked at needs the test, or (by_group) a test of the same group. */
static int is_bought(const ifc2f_session *s, uint32_t test, int by_group)
{
    const uint32_t group = test_group(s->model, test);
    for (uint32_t i = 0; i < head_of(s)->n_looked; ++i) {
        const uint32_t k = looked_of(s)[i];
        for (uint32_t j = first_test_of(s->model, k); j < first_test_of(s->model, k + 1); ++j) {
            const uint32_t other = test_at(s->model, j);
            if (by_group ? test_group(s->model, other) == group : other == test) {
                return 1;
            }
        }
    }
    return 0;
}

/* Whether a test before the j-th of feature k is of the same group, or the same test. */
static int is_bought_with(const ifc2f_model *model, uint32_t k, uint32_t j, int by_group)
{
    const uint32_t test = test_at(model, j);
    for (uint32_t i = first_test_of(model, k); i < j; ++i) {
        const uint32_t other = test_at(model, i);
        if (by_group ? test_group(model, other) == test_group(model, test) : other == test) {
            return 1;
        }
    }
    return 0;
}

/* Cost of looking at feature k now: of each test it needs that is not yet bought, discounted from the second test of a
 * group on. */
static float cost_of_look(const ifc2f_session *s, uint32_t k)
{
    const ifc2f_model *model = s->model;
    float cost = 0.0f;
    if (model->simple_costs) {
        return test_cost(model, k, 0);
    }
    for (uint32_t j = first_test_of(model, k); j < first_test_of(model, k + 1); ++j) {
        const uint32_t test = test_at(model, j);
        if (!is_bought(s, test, 0) && !is_bought_with(model, k, j, 0)) {
            const int discounted = test_group(model, test) != NO_INDEX &&
                                   (is_bought(s, test, 1) || is_bought_with(model, k, j, 1));
            cost += test_cost(model, test, discounted);
        }
    }
    return cost;
}

/* Add a cost to a sum whose rounding error is kept apart (Neumaier's form of Kahan's summation). */
static void add_cost(float *sum, float *lost, float cost)
{
    const float next = *sum + cost;
    *lost += *sum >= cost ? (*sum - next) + cost : (cost - next) + *sum;
    *sum = next;
}

static void add_look(const ifc2f_session *s, uint32_t k)
{
    head *h = head_of(s);
    add_cost(&h->spent, &h->lost, cost_of_look(s, k));
    looked_of(s)[h->n_looked] = (uint16_t)k;
    ++h->n_looked;
}

static void remove_look(const ifc2f_session *s, uint32_t k)
{
    head *h = head_of(s);
    const uint16_t *looked = looked_of(s);
    const uint16_t n = h->n_looked;
    h->spent = 0.0f;
    h->lost = 0.0f;
    h->n_looked = 0;
    for (uint16_t i = 0; i < n; ++i) {
        if (looked[i] != k) {
            add_look(s, looked[i]); /* writes at or before i */
        }
    }
}

/* ---- Session ----------------------------------------------------------------------------------------------- */

static int is_looked(uint32_t state)
{
    return state < FIRST_NO_VALUE || state == STATE_MISSING_PAID;
}

/* Give feature k a new state and bring looks, cost, messages, weights and posterior up to date. */
static void change_state(ifc2f_session *s, uint32_t k, uint16_t new_state)
{
    head *h = head_of(s);
    uint16_t *state = state_of(s);
    const uint16_t old_state = state[k];
    const int in_order = new_state < FIRST_NO_VALUE && old_state >= FIRST_NO_VALUE && h->n_answered == h->n_prefix &&
                         k == h->n_prefix;
    if (old_state == new_state) {
        return;
    }
    state[k] = new_state;
    if (is_looked(old_state) && !is_looked(new_state)) {
        remove_look(s, k);
    } else if (!is_looked(old_state) && is_looked(new_state)) {
        add_look(s, k);
    }
    if (old_state >= FIRST_NO_VALUE && new_state >= FIRST_NO_VALUE) {
        return;
    }
    h->n_answered = (uint16_t)(h->n_answered + (new_state < FIRST_NO_VALUE) - (old_state < FIRST_NO_VALUE));
    if (in_order) {
        const feature f = feature_at(s->model, k);
        ++h->n_prefix;
        h->flags &= (uint16_t)~UP_IS_VALID;
        multiply_by_answer(s, &f, f.parent < k ? state[f.parent] : 0, new_state);
    } else {
        h->n_prefix = k < h->n_prefix ? (uint16_t)k : h->n_prefix;
        while (has_value(s, h->n_prefix)) {
            ++h->n_prefix;
        }
#if IFC2F_EXACT
        if (h->n_answered == h->n_prefix) {
            h->flags &= (uint16_t)~UP_IS_VALID;
        } else {
            update_messages(s, k);
        }
#endif
        update_weights(s);
    }
    update_posterior(s);
}

/* Without exact inference an answer needs its parent's answer, and a parent stays while a child is answered. */
static int is_allowed(const ifc2f_session *s, uint32_t k, uint16_t new_state)
{
#if IFC2F_EXACT
    (void)s;
    (void)k;
    (void)new_state;
    return 1;
#else
    const uint32_t parent = feature_at(s->model, k).parent;
    if (new_state < FIRST_NO_VALUE) {
        return parent == NO_INDEX || has_value(s, parent);
    }
    for (uint32_t i = k + 1; i < s->model->n_features; ++i) {
        if (has_value(s, i) && feature_at(s->model, i).parent == k) {
            return 0;
        }
    }
    return 1;
#endif
}

static int32_t set_state(ifc2f_session *s, uint32_t k, uint16_t new_state)
{
    if (k >= s->model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    if (!is_allowed(s, k, new_state)) {
        return IFC2F_ERR_ORDER;
    }
    change_state(s, k, new_state);
    return IFC2F_OK;
}

int32_t ifc2f_restart(ifc2f_session *s)
{
    const uint32_t L = s->model->n_classes;
    head *h = head_of(s);
    h->spent = 0.0f;
    h->lost = 0.0f;
    h->n_looked = 0;
    h->n_answered = 0;
    h->n_prefix = 0;
    h->flags = IS_SESSION;
    memset(state_of(s), 0xFF, s->model->n_features * sizeof(uint16_t));
    reset_weights(s);
    memcpy(posterior_of(s), prior_of(s), L * sizeof(float));
    return IFC2F_OK;
}

/* Divide the prior by its sum, unless that is 1 within what rounding L numbers brings. */
static void normalise_prior(const ifc2f_session *s)
{
    const uint32_t L = s->model->n_classes;
    const float rounding = 1e-7f * (float)(L + 8);
    float sum = 0.0f;
    for (uint32_t c = 0; c < L; ++c) {
        sum += prior_of(s)[c];
    }
    for (uint32_t c = 0; c < L && !is_within(sum, 1.0f - rounding, 1.0f + rounding); ++c) {
        prior_of(s)[c] /= sum;
    }
}

static int32_t attach(ifc2f_session *s, const ifc2f_model *model, void *memory, uint32_t bytes)
{
    if (s == NULL || model == NULL || memory == NULL) {
        return IFC2F_ERR_ARGUMENT;
    }
    if ((uintptr_t)memory % 4 != 0 || bytes < ifc2f_session_bytes(model)) {
        return IFC2F_ERR_MEMORY;
    }
    s->model = model;
    s->memory = (uint32_t *)memory;
    return IFC2F_OK;
}

int32_t ifc2f_begin(ifc2f_session *s, const ifc2f_model *model, void *memory, uint32_t bytes)
{
    const int32_t status = attach(s, model, memory, bytes);
    if (status != IFC2F_OK) {
        return status;
    }
    head_of(s)->crc = model->crc;
    head_of(s)->budget = span_f32(&model->costs, 0);
    (void)ifc2f_read_prior(model, prior_of(s));
    normalise_prior(s);
    return ifc2f_restart(s);
}

/* Whether memory holds a session of this model: what later calls index with must be in range. */
static int is_consistent(const ifc2f_session *s)
{
    const head *h = head_of(s);
    const uint32_t K = s->model->n_features;
    uint32_t n_looked = 0;
    uint32_t n_answered = 0;
    uint32_t n_prefix = 0;
    for (uint32_t k = 0; k < K; ++k) {
        const uint32_t state = state_of(s)[k];
        if (state < FIRST_NO_VALUE && state >= feature_at(s->model, k).n_values) {
            return 0;
        }
        n_looked += (uint32_t)is_looked(state);
        n_answered += state < FIRST_NO_VALUE;
        n_prefix += state < FIRST_NO_VALUE && n_prefix == k;
    }
    if (h->crc != s->model->crc || (h->flags & ~FLAG_BITS) != IS_SESSION || h->n_looked != n_looked ||
        h->n_answered != n_answered || h->n_prefix != n_prefix) {
        return 0;
    }
    for (uint32_t i = 0; i < n_looked; ++i) {
        const uint32_t k = looked_of(s)[i];
        if (k >= K || !is_looked(state_of(s)[k])) {
            return 0;
        }
        for (uint32_t j = 0; j < i; ++j) {
            if (looked_of(s)[j] == k) {
                return 0;
            }
        }
    }
    return 1;
}

int32_t ifc2f_resume(ifc2f_session *s, const ifc2f_model *model, void *memory, uint32_t bytes)
{
    const int32_t status = attach(s, model, memory, bytes);
    if (status != IFC2F_OK) {
        return status;
    }
    return is_consistent(s) ? IFC2F_OK : IFC2F_ERR_SESSION;
}

int32_t ifc2f_set_prior(ifc2f_session *s, const float *prior)
{
    const uint32_t L = s->model->n_classes;
    float sum = 0.0f;
    for (uint32_t c = 0; c < L; ++c) {
        if (!is_within(prior[c], 0.0f, 1.0f)) {
            return IFC2F_ERR_PRIOR;
        }
        sum += prior[c];
    }
    if (!is_within(sum, 1.0f - SUM_TOLERANCE, 1.0f + SUM_TOLERANCE)) {
        return IFC2F_ERR_PRIOR;
    }
    for (uint32_t c = 0; c < L; ++c) {
        prior_of(s)[c] = prior[c] >= SMALLEST ? prior[c] : 0.0f;
    }
    normalise_prior(s);
    update_weights(s);
    update_posterior(s);
    return IFC2F_OK;
}

int32_t ifc2f_set_budget(ifc2f_session *s, float budget)
{
    if (!(budget >= 0.0f)) {
        return IFC2F_ERR_ARGUMENT;
    }
    head_of(s)->budget = budget;
    return IFC2F_OK;
}

int32_t ifc2f_answer_bin(ifc2f_session *s, uint32_t k, uint32_t bin)
{
    if (k < s->model->n_features && bin >= feature_at(s->model, k).n_values) {
        return IFC2F_ERR_VALUE;
    }
    return set_state(s, k, (uint16_t)bin);
}

int32_t ifc2f_answer(ifc2f_session *s, uint32_t k, float value)
{
    const int32_t bin = ifc2f_bin(s->model, k, value);
    return bin < 0 ? bin : ifc2f_answer_bin(s, k, (uint32_t)bin);
}

int32_t ifc2f_missing(ifc2f_session *s, uint32_t k, int32_t paid)
{
    return set_state(s, k, paid ? STATE_MISSING_PAID : STATE_MISSING);
}

int32_t ifc2f_retract(ifc2f_session *s, uint32_t k)
{
    return set_state(s, k, STATE_OPEN);
}

int32_t ifc2f_posterior(const ifc2f_session *s, float *posterior)
{
    memcpy(posterior, posterior_of(s), s->model->n_classes * sizeof *posterior);
    return (head_of(s)->flags & IS_CONFLICT) != 0;
}

int32_t ifc2f_evidence(const ifc2f_session *s, float *mantissa, int32_t *exponent)
{
    int possible;
    const int16_t largest = largest_exponent(s, &possible);
    *mantissa = 0.0f;
    *exponent = 0;
    if (head_of(s)->n_answered == 0) {
        *mantissa = 1.0f;
    } else if (possible) {
        *exponent = largest;
        for (uint32_t c = 0; c < s->model->n_classes; ++c) {
            *mantissa += weight_at(s, c, largest);
        }
    }
    return IFC2F_OK;
}

int32_t ifc2f_state(const ifc2f_session *s, uint32_t k)
{
    if (k >= s->model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    switch (state_of(s)[k]) {
    case STATE_OPEN:
        return IFC2F_OPEN;
    case STATE_MISSING:
        return IFC2F_MISSING;
    case STATE_MISSING_PAID:
        return IFC2F_MISSING_PAID;
    default:
        return state_of(s)[k];
    }
}

int32_t ifc2f_n_looked(const ifc2f_session *s)
{
    return head_of(s)->n_looked;
}

int32_t ifc2f_looked(const ifc2f_session *s, uint32_t i)
{
    return i < head_of(s)->n_looked ? (int32_t)looked_of(s)[i] : IFC2F_ERR_ARGUMENT;
}

float ifc2f_cost(const ifc2f_session *s)
{
    return head_of(s)->spent + head_of(s)->lost;
}

float ifc2f_feature_cost(const ifc2f_session *s, uint32_t k)
{
    return k < s->model->n_features ? cost_of_look(s, k) : (float)IFC2F_ERR_FEATURE;
}

#if IFC2F_EXACT

/* in[u][c] = P(parent = u | class c, answers) / message(u, c): what the parent says about feature k, with what k
 * itself told the parent taken out. Only the rows of possible parent values are written; returns their range. */
static void parent_rows(const ifc2f_session *s, uint32_t k, const feature *f, float *in, uint32_t *first, uint32_t *end)
{
    const uint32_t L = s->model->n_classes;
    *first = 0;
    *end = f->n_parent_values;
    if (f->parent == NO_INDEX || has_value(s, f->parent)) {
        *first = f->parent == NO_INDEX ? 0 : state_of(s)[f->parent];
        *end = *first + 1;
        for (uint32_t c = 0; c < L; ++c) {
            in[*first * L + c] = 1.0f;
        }
        return;
    }
    const float *parent = marginal_of(s) + feature_at(s->model, f->parent).first_bin * L;
    const float *message = up_of(s) + f->first_up * L;
    const int divide = has_evidence_of(s)[k];
    for (uint32_t i = 0; i < f->n_parent_values * L; ++i) {
        in[i] = !divide ? parent[i] : (message[i] >= SMALLEST ? parent[i] / message[i] : 0.0f);
    }
}

/* P(feature k = v | class, answers) for an open feature, from its parent's. */
static void update_marginal(const ifc2f_session *s, uint32_t k)
{
    const uint32_t L = s->model->n_classes;
    const feature f = feature_at(s->model, k);
    const uint32_t per_parent = f.n_values * L;
    float *out = marginal_of(s) + f.first_bin * L;
    float *below = scratch_of(s);
    float *in = below + s->model->max_values * L;
    uint32_t first;
    uint32_t end;
    const int any_below = evidence_below(s, k, &f, below, below_exponent_of(s));
    parent_rows(s, k, &f, in, &first, &end);
    memset(out, 0, per_parent * sizeof *out);
    for (uint32_t u = first; u < end; ++u) {
        const uint8_t *rows = span_row(&s->model->tables, f.first_table + u * per_parent, per_parent);
        for (uint32_t v = 0; rows != NULL && v < f.n_values; ++v) {
            for (uint32_t c = 0; c < L; ++c) {
                out[v * L + c] += row_f32(rows, v * L + c) * in[u * L + c];
            }
        }
    }
    for (uint32_t i = 0; any_below && i < per_parent; ++i) {
        out[i] *= below[i];
    }
    for (uint32_t c = 0; c < L; ++c) {
        float sum = 0.0f;
        for (uint32_t v = 0; v < f.n_values; ++v) {
            sum += out[v * L + c];
        }
        for (uint32_t v = 0; v < f.n_values; ++v) {
            out[v * L + c] = sum >= SMALLEST ? out[v * L + c] / sum : 0.0f;
        }
    }
}

static void update_marginals(const ifc2f_session *s)
{
    head *h = head_of(s);
    if (h->flags & MARGINALS_ARE_VALID) {
        return;
    }
    if (!(h->flags & UP_IS_VALID)) {
        update_messages(s, 0);
    }
    for (uint32_t k = 0; k < s->model->n_features; ++k) {
        if (!has_value(s, k)) {
            update_marginal(s, k);
        }
    }
    h->flags |= MARGINALS_ARE_VALID;
}

/* P(feature = v, class = c | answers) of an open feature; its marginal must be up to date. 0 in a conflict. */
static float joint_of(const ifc2f_session *s, uint32_t k, uint32_t v, uint32_t c)
{
    if (head_of(s)->flags & IS_CONFLICT) {
        return 0.0f;
    }
    return posterior_of(s)[c] * marginal_of(s)[(feature_at(s->model, k).first_bin + v) * s->model->n_classes + c];
}

int32_t ifc2f_feature_posterior(ifc2f_session *s, uint32_t k, float *joint)
{
    const uint32_t L = s->model->n_classes;
    if (k >= s->model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    const uint32_t n_values = feature_at(s->model, k).n_values;
    if (has_value(s, k)) {
        memset(joint, 0, n_values * L * sizeof *joint);
        memcpy(joint + state_of(s)[k] * L, posterior_of(s), L * sizeof *joint);
        return IFC2F_OK;
    }
    update_marginals(s);
    for (uint32_t v = 0; v < n_values; ++v) {
        for (uint32_t c = 0; c < L; ++c) {
            joint[v * L + c] = joint_of(s, k, v, c);
        }
    }
    return IFC2F_OK;
}

#endif

/* ---- The ordered policy ------------------------------------------------------------------------------------- */

/* min over j of Q_j' belief, and the class j. The belief need not be normalised: the value scales with it. */
static float stop_value(const ifc2f_model *model, const float *belief, uint32_t *label)
{
    const uint32_t L = model->n_classes;
    float best = 0.0f;
    *label = 0;
    for (uint32_t j = 0; j < L; ++j) {
        float value = 0.0f;
        for (uint32_t i = 0; i < L; ++i) {
            value += span_f32(&model->misclassification, i * L + j) * belief[i];
        }
        if (j == 0 || value < best) {
            best = value;
            *label = j;
        }
    }
    return best;
}

/* A feature taken to have a value, or (k == NO_INDEX) none. */
typedef struct assumption {
    uint32_t k;
    uint32_t v;
} assumption;

/* The alpha set of a stage for the values of its index features: its fallback, the last one, if one is not known. */
static uint32_t set_of(const ifc2f_session *s, uint32_t k, assumption assumed)
{
    const ifc2f_ordered *p = &s->model->ordered;
    const stage st = stage_at(s->model, k);
    uint32_t assignment = 0;
    for (uint32_t i = 0; i < st.n_index; ++i) {
        const uint32_t f = index_feature(s->model, p, st.first_index + i);
        if (f != assumed.k && !has_value(s, f)) {
            return (k + 1 < p->n_stages ? stage_at(s->model, k + 1).first_set : p->n_sets) - 1;
        }
        assignment = assignment * feature_at(s->model, f).n_values + (f == assumed.k ? assumed.v : state_of(s)[f]);
    }
    return st.first_set + assignment;
}

/* Smallest alpha' belief over the vectors of a set; LARGEST if the set is empty. */
static float continue_value(const ifc2f_model *model, uint32_t set, const float *belief)
{
    const uint32_t L = model->n_classes;
    const ifc2f_ordered *p = &model->ordered;
    const uint32_t end = span_u32(&model->policy, p->starts_at / 4 + set + 1);
    float best = LARGEST;
    for (uint32_t i = span_u32(&model->policy, p->starts_at / 4 + set); i < end; ++i) {
        const uint8_t *row = span_row(&model->policy, p->vectors_at / 4 + i * L, L);
        float value = 0.0f;
        if (row == NULL) {
            break;
        }
        for (uint32_t c = 0; c < L; ++c) {
            value += row_f32(row, c) * belief[c];
        }
        best = value < best ? value : best;
    }
    return best;
}

/* First stage from `from` on whose feature is open and can be asked, or NO_INDEX. */
static uint32_t open_stage(const ifc2f_session *s, uint32_t from)
{
    for (uint32_t k = from; k < s->model->ordered.n_stages; ++k) {
        if (state_of(s)[k] == STATE_OPEN && is_allowed(s, k, 0)) {
            return k;
        }
    }
    return NO_INDEX;
}

static int is_affordable(const ifc2f_session *s, uint32_t k)
{
    float sum = head_of(s)->spent;
    float lost = head_of(s)->lost;
    add_cost(&sum, &lost, cost_of_look(s, k));
    return sum + lost <= head_of(s)->budget;
}

int32_t ifc2f_next(const ifc2f_session *s)
{
    static const assumption none = {NO_INDEX, 0};
    const uint32_t k = open_stage(s, head_of(s)->n_prefix);
    uint32_t label;
    if (s->model->policy.length == 0) {
        return IFC2F_ERR_POLICY;
    }
    if (k == NO_INDEX || !is_affordable(s, k)) {
        return IFC2F_STOP;
    }
    return continue_value(s->model, set_of(s, k, none), posterior_of(s)) < stop_value(s->model, posterior_of(s), &label)
               ? (int32_t)k
               : IFC2F_STOP;
}

int32_t ifc2f_decide(const ifc2f_session *s)
{
    uint32_t label;
    (void)stop_value(s->model, posterior_of(s), &label);
    return (int32_t)label;
}

float ifc2f_cost_of_stopping(const ifc2f_session *s)
{
    uint32_t label;
    return stop_value(s->model, posterior_of(s), &label);
}

#if IFC2F_EXACT

/* The first stage that is open besides feature k and that can be paid for after it, or NO_INDEX. */
static uint32_t stage_after(const ifc2f_session *s, uint32_t k)
{
    head *h = head_of(s);
    const head before = *h;
    uint32_t next = open_stage(s, h->n_prefix);
    next = next == k ? open_stage(s, k + 1) : next;
    add_look(s, k);
    if (next != NO_INDEX && !is_affordable(s, next)) {
        next = NO_INDEX;
    }
    *h = before;
    return next;
}

int32_t ifc2f_cost_of_continuing(ifc2f_session *s, uint32_t k, float *cost)
{
    const uint32_t L = s->model->n_classes;
    float *belief = scratch_of(s);
    if (k >= s->model->n_features || state_of(s)[k] != STATE_OPEN) {
        return IFC2F_ERR_FEATURE;
    }
    if (s->model->policy.length == 0) {
        return IFC2F_ERR_POLICY;
    }
    update_marginals(s);
    const uint32_t next = stage_after(s, k);
    const uint32_t n_values = feature_at(s->model, k).n_values;
    *cost = cost_of_look(s, k);
    for (uint32_t v = 0; v < n_values; ++v) {
        const assumption assumed = {k, v};
        uint32_t label;
        for (uint32_t c = 0; c < L; ++c) {
            belief[c] = joint_of(s, k, v, c);
        }
        const float stop = stop_value(s->model, belief, &label);
        const float go = next == NO_INDEX ? stop : continue_value(s->model, set_of(s, next, assumed), belief);
        *cost += go < stop ? go : stop;
    }
    return IFC2F_OK;
}

#else

int32_t ifc2f_feature_posterior(ifc2f_session *s, uint32_t k, float *joint)
{
    (void)s;
    (void)k;
    (void)joint;
    return IFC2F_ERR_ORDER;
}

int32_t ifc2f_cost_of_continuing(ifc2f_session *s, uint32_t k, float *cost)
{
    (void)s;
    (void)k;
    (void)cost;
    return IFC2F_ERR_ORDER;
}

#endif

/* ---- Batch ------------------------------------------------------------------------------------------------- */

/* Run one session over a row. Returns IFC2F_OK, or an error and the feature it arose at. */
static int32_t classify_row(ifc2f_session *s, const float *row, const uint32_t *columns, int32_t unknown_is_missing,
                            ifc2f_batch_report *report)
{
    int32_t next;
    while ((next = ifc2f_next(s)) >= 0) {
        const uint32_t k = (uint32_t)next;
        const float value = row[columns == NULL ? k : columns[k]];
        int32_t status = value != value ? ifc2f_missing(s, k, 0) : ifc2f_answer(s, k, value); /* != itself: NaN */
        if (status == IFC2F_ERR_VALUE && unknown_is_missing && value - value == 0.0f) {
            ++report->n_unknown;
            status = ifc2f_missing(s, k, 0);
        }
        if (status != IFC2F_OK) {
            report->failed_feature = k;
            return status;
        }
    }
    return next == IFC2F_STOP ? IFC2F_OK : next;
}

static void write_row(const ifc2f_session *s, const ifc2f_batch *batch, size_t r)
{
    const uint32_t n_looked = head_of(s)->n_looked;
    if (batch->label != NULL) {
        batch->label[r] = ifc2f_decide(s);
    }
    if (batch->posterior != NULL) {
        (void)ifc2f_posterior(s, batch->posterior + r * s->model->n_classes);
    }
    if (batch->n_looked != NULL) {
        batch->n_looked[r] = (int32_t)n_looked;
    }
    if (batch->cost != NULL) {
        batch->cost[r] = ifc2f_cost(s);
    }
    for (uint32_t i = 0; batch->order != NULL && i < batch->order_width; ++i) {
        batch->order[r * batch->order_width + i] = i < n_looked ? (int32_t)looked_of(s)[i] : -1;
    }
}

int32_t ifc2f_classify(const ifc2f_model *model, const float *matrix, size_t n_rows, size_t row_stride,
                       const uint32_t *columns, float budget, int32_t unknown_is_missing, void *memory,
                       uint32_t memory_bytes, const ifc2f_batch *batch, ifc2f_batch_report *report)
{
    ifc2f_session s;
    int32_t status = ifc2f_begin(&s, model, memory, memory_bytes);
    memset(report, 0, sizeof *report);
    status = status == IFC2F_OK ? ifc2f_set_budget(&s, budget) : status;
    for (size_t r = 0; status == IFC2F_OK && r < n_rows; ++r) {
        (void)ifc2f_restart(&s);
        status = classify_row(&s, matrix + r * row_stride, columns, unknown_is_missing, report);
        if (status == IFC2F_OK) {
            write_row(&s, batch, r);
        } else {
            report->failed_row = r;
        }
    }
    return status;
}
