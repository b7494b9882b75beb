/*
 * Opening a model: every length, index and number is checked once, early (docs/format.md says what each must be; the
 * fields and their order are those of that page). Then reading it.
 *
 * Probabilities and costs are not negative, and such floats compare as their bits do: the checks compare integers, which
 * also refuse NaN, infinities and negative zero.
 */
#include "ifc2f_internal.h"

/* ---- Checks of numbers ------------------------------------------------------------------------------------------- */

static const float LARGEST_EDGE = 3e38f;
static const float LARGEST_COST = 1e20f;  /* of one look or mistake: sums of them stay below LARGEST */
static const float TABLE_TOLERANCE = 1e-3f; /* by which the probabilities of a table may miss 1 */
static const float PRIOR_TOLERANCE = 2e-5f; /* and those of the prior, which sessions show as it is */

/* Whether a float given by its bits lies in [low, high], 0 <= low. */
static int are_bits_within(uint32_t bits, float low, float high)
{
    return bits - bits_of(low) <= bits_of(high) - bits_of(low);
}

static int are_within(const ifc2f_span *span, uint32_t first, uint32_t count, float high)
{
    for (; count > 0; --count) {
        if (!are_bits_within(word_at(span, first++), 0.0f, high)) {
            return 0;
        }
    }
    return 1;
}

static int is_increasing(const ifc2f_span *span, uint32_t first, uint32_t count)
{
    float last = -LARGEST_EDGE;
    for (uint32_t i = 0; i < count; ++i) {
        const float x = number_at(span, first + i);
        if (!is_within(x, last, LARGEST_EDGE) || (i > 0 && !(x > last))) {
            return 0;
        }
        last = x;
    }
    return 1;
}

/* Whether `count` numbers, `stride` apart, are probabilities that sum to 1. */
static int is_distribution(const ifc2f_span *span, uint32_t first, uint32_t count, uint32_t stride, float tolerance)
{
    float sum = 0.0f;
    for (; count > 0; --count) {
        const uint32_t bits = word_at(span, first);
        if (bits != 0 && !are_bits_within(bits, SMALLEST, 1.0f)) {
            return 0;
        }
        sum += float_of(bits);
        first += stride;
    }
    return are_bits_within(bits_of(sum), 1.0f - tolerance, 1.0f + tolerance);
}

/* Whether count + 1 starts of lists ascend from 0 to `end`. */
static int are_starts(const ifc2f_span *span, uint32_t first, uint32_t count, uint32_t end)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i <= count; ++i) {
        const uint32_t start = word_at(span, first + i);
        if (start < last || (i == 0 && start != 0)) {
            return 0;
        }
        last = start;
    }
    return last == end;
}

/* ---- Checks of sections ------------------------------------------------------------------------------------------- */

#if IFC2F_EXACT

/* Children of each feature stand in a chain of ascending indices; each feature with a parent is in its chain. Only
 * exact inference follows them. */
static int are_children_linked(const ifc2f_model *model)
{
    uint32_t n_linked = 0;
    uint32_t n_with_parent = 0;
    for (uint32_t k = 0; k < model->n_features; ++k) {
        uint32_t last = k;
        n_with_parent += parent_of(model, k) != NO_INDEX;
        for (uint32_t child = feature_word(model, k, CHILD_AND_SIBLING) & 0xFFFF; child != NO_INDEX;) {
            if (child >= model->n_features || child <= last || parent_of(model, child) != k) {
                return 0;
            }
            ++n_linked;
            last = child;
            child = feature_word(model, child, CHILD_AND_SIBLING) >> 16;
        }
    }
    return n_linked == n_with_parent;
}

#endif

/* Whether each class's probabilities over the values sum to 1, for every parent value. */
static int is_table(const ifc2f_model *model, uint32_t first, uint32_t n_parent_values, uint32_t n_values)
{
    const uint32_t L = model->n_classes;
    for (; n_parent_values > 0; --n_parent_values) {
        for (uint32_t c = 0; c < L; ++c) {
            if (!is_distribution(&model->sections[IFC2F_TABLES], first + c, n_values, L, TABLE_TOLERANCE)) {
                return 0;
            }
        }
        first += n_values * L;
    }
    return 1;
}

static int check_features(ifc2f_model *model)
{
    uint32_t at[4] = {0, 0, 0, 0}; /* what FIRST_VALUE, FIRST_TABLE, FIRST_BIN and FIRST_UP of the next feature must be */
    model->max_values = 1;
    for (uint32_t k = 0; k < model->n_features; ++k) {
        const uint32_t categorical = feature_word(model, k, KIND_AND_VALUES) & 0xFFFF;
        const uint32_t n_values = n_values_of(model, k);
        const uint32_t n_numbers = n_values - 1 + categorical;
        const uint32_t parent = parent_of(model, k);
        const uint32_t n_parent_values = n_parent_values_of(model, k);
        if (categorical > 1 || n_values - 1 >= IFC2F_MAX_VALUES || feature_word(model, k, COLUMN) > INT32_MAX ||
            (parent != NO_INDEX && parent >= k) ||
            n_parent_values != (parent == NO_INDEX ? 1 : n_values_of(model, parent))) {
            return 0;
        }
        for (uint32_t i = 0; i < 4; ++i) {
            if (feature_word(model, k, FIRST_VALUE + i) != at[i]) {
                return 0;
            }
        }
        if (!is_increasing(&model->sections[IFC2F_VALUES], at[0], n_numbers) ||
            !is_table(model, at[1], n_parent_values, n_values)) {
            return 0;
        }
        at[0] += n_numbers;
        at[1] += n_parent_values * n_values * model->n_classes; /* in the section, else the sums were 0 */
        at[2] += n_values;
        at[3] += n_parent_values;
        model->max_values = n_values > model->max_values ? n_values : model->max_values;
    }
    model->n_bins = at[2];
    model->n_up = at[3];
#if IFC2F_EXACT
    if (!are_children_linked(model)) {
        return 0;
    }
#endif
    return model->sections[IFC2F_FEATURES].length == 4 * FEATURE_WORDS * model->n_features &&
           model->sections[IFC2F_VALUES].length == 4 * at[0] && model->sections[IFC2F_TABLES].length == 4 * at[1];
}

/* Budget; a record of TEST_WORDS per test; n_features + 1 starts of lists; the lists of tests. */
static int32_t check_costs(ifc2f_model *model)
{
    const ifc2f_span *costs = &model->sections[IFC2F_COSTS];
    const uint32_t K = model->n_features;
    const uint32_t T = model->n_tests;
    const uint32_t starts_at = 1 + 3 * T;
    const uint32_t list_at = starts_at + K + 1;
    const uint32_t n_listed = word_at(costs, list_at - 1);
    if (costs->length % 4 != 0 || n_listed > costs->length || costs->length / 4 != list_at + (n_listed + 1) / 2 ||
        !are_starts(costs, starts_at, K, n_listed) || word_at(costs, 0) > 0x7F800000 /* infinity */) {
        return IFC2F_ERR_CONTENT;
    }
    model->simple_costs = model->n_groups == 0 && T == K && n_listed == K;
    for (uint32_t t = 0; t < T; ++t) {
        const uint32_t group = word_at(costs, 3 + 3 * t) & 0xFFFF;
        if (!are_within(costs, 1 + 3 * t, 2, LARGEST_COST) || (group != NO_INDEX && group >= model->n_groups)) {
            return IFC2F_ERR_CONTENT;
        }
    }
    for (uint32_t i = 0; i < n_listed; ++i) {
        const uint32_t test = half_at(costs, 2 * list_at + i);
        if (test >= T) {
            return IFC2F_ERR_CONTENT;
        }
        if (test != i || word_at(costs, starts_at + i) != i) {
            model->simple_costs = 0;
        }
    }
    return IFC2F_GROUPS || model->simple_costs ? IFC2F_OK : IFC2F_ERR_LEFT_OUT;
}

/* Number of sets of a stage whose `count` index features stand at `index`: one per assignment of them and, if there are
 * any, a fallback. 0 if they are not ascending features before k, or the sets more than n_sets. */
static uint32_t count_sets(const ifc2f_model *model, uint32_t index, uint32_t count, uint32_t k, uint32_t n_sets)
{
    uint32_t n = 1;
    uint32_t lowest = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t f = half_at(&model->sections[IFC2F_ORDERED], index + i);
        if (f < lowest || f >= k) {
            return 0;
        }
        lowest = f + 1;
        n *= n_values_of(model, f);
        if (n > n_sets) {
            return 0;
        }
    }
    return n + (count > 0);
}

/* No number of sets, vectors or entries reaches 2^23, so that no product or sum of them exceeds 32 bits. */
static int check_policy(ifc2f_model *model)
{
    const ifc2f_span *policy = &model->sections[IFC2F_ORDERED];
    ifc2f_ordered *p = &model->ordered;
    const uint32_t n_index = word_at(policy, 3);
    uint32_t first_set = 0;
    uint32_t first_index = 0;
    p->n_stages = word_at(policy, 0);
    p->n_sets = word_at(policy, 1);
    p->n_vectors = word_at(policy, 2);
    if (p->n_stages > model->n_features || (p->n_sets | p->n_vectors | n_index) >> 23 != 0 || word_at(policy, 4) > 2) {
        return 0;
    }
    p->index_at = POLICY_HEADER_WORDS + STAGE_WORDS * p->n_stages;
    p->starts_at = p->index_at + (n_index + 1) / 2;
    p->vectors_at = p->starts_at + p->n_sets + 1;
    if (policy->length % 4 != 0 || policy->length / 4 != p->vectors_at + p->n_vectors * model->n_classes) {
        return 0;
    }
    for (uint32_t k = 0; k < p->n_stages; ++k) {
        const uint32_t record = POLICY_HEADER_WORDS + STAGE_WORDS * k;
        const uint32_t count = word_at(policy, record + 2);
        const uint32_t n = count_sets(model, 2 * p->index_at + first_index, count, k, p->n_sets);
        if (n == 0 || word_at(policy, record) != first_set || word_at(policy, record + 1) != first_index) {
            return 0;
        }
        first_set += n;
        first_index += count;
        if (first_set > p->n_sets) {
            return 0;
        }
    }
    return first_set == p->n_sets && first_index == n_index && are_starts(policy, p->starts_at, p->n_sets, p->n_vectors) &&
           are_within(policy, p->vectors_at, p->n_vectors * model->n_classes, LARGEST);
}

static int32_t check_content(ifc2f_model *model)
{
    const ifc2f_span *sections = model->sections;
    const uint32_t L = model->n_classes;
    if (model->n_features > IFC2F_MAX_FEATURES || L - 1 >= IFC2F_MAX_CLASSES || model->n_tests >= NO_INDEX ||
        model->n_groups >= NO_INDEX || sections[IFC2F_PRIOR].length != 4 * L ||
        sections[IFC2F_MISCLASSIFICATION].length != 4 * L * L || !is_distribution(&sections[IFC2F_PRIOR], 0, L, 1, PRIOR_TOLERANCE) ||
        !are_within(&sections[IFC2F_MISCLASSIFICATION], 0, L * L, LARGEST_COST) || !check_features(model) ||
        (sections[IFC2F_ORDERED].length > 0 && !check_policy(model))) {
        return IFC2F_ERR_CONTENT;
    }
    int32_t status = sections[IFC2F_GRAPH].bytes == NULL ? IFC2F_OK : i2f_check_graph(model);
    if (status == IFC2F_OK && sections[IFC2F_ADAPTIVE].bytes != NULL) {
        status = i2f_check_adaptive(model);
    }
    return status == IFC2F_OK ? check_costs(model) : status;
}

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

enum { HEADER_BYTES = 20, HEADER_WORDS = 5, ENTRY_WORDS = 4, CRC_AT = 16 };
enum { SECTION_REQUIRED = 1, N_REQUIRED = IFC2F_MISCLASSIFICATION + 1 };

/* CRC-32 (IEEE 802.3, reflected) of all bytes but those that hold it. */
static uint32_t crc_of(const ifc2f_span *file)
{
    uint32_t crc = 0xFFFFFFFF;
    for (uint32_t i = 0; i < file->length; ++i) {
        if (i - CRC_AT < 4) {
            continue;
        }
        crc ^= file->bytes[i];
        for (uint32_t bit = 0; bit < 8; ++bit) {
            crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320 : 0);
        }
    }
    return ~crc;
}

/* The section that a tag names, or IFC2F_N_SECTIONS. */
static uint32_t section_of(uint32_t tag)
{
    static const char tags[4 * IFC2F_N_SECTIONS + 1] = "DIMSFEATVALSTABLPRIOCOSTMISCORDRGRAFADPTMETA";
    uint32_t i = 0;
    while (i < IFC2F_N_SECTIONS && u32_at((const uint8_t *)tags + 4 * (size_t)i) != tag) {
        ++i;
    }
    return i;
}

/* Read the directory: sections lie in ascending order behind it, do not overlap, and start at multiples of 4. */
static int read_directory(ifc2f_model *model, const ifc2f_span *file, uint32_t n_sections)
{
    uint32_t end = HEADER_BYTES + 4 * ENTRY_WORDS * n_sections;
    for (uint32_t entry = HEADER_WORDS; n_sections > 0; --n_sections, entry += ENTRY_WORDS) {
        const uint32_t section = section_of(word_at(file, entry));
        const uint32_t flags = word_at(file, entry + 1);
        const uint32_t offset = word_at(file, entry + 2);
        const uint32_t length = word_at(file, entry + 3);
        if (offset < end || offset % 4 != 0 || offset > file->length || length > file->length - offset ||
            flags > SECTION_REQUIRED) {
            return 0;
        }
        end = offset + length;
        if (section < IFC2F_N_SECTIONS) {
            ifc2f_span *span = &model->sections[section];
            if (span->bytes != NULL) {
                return 0;
            }
            span->bytes = file->bytes + offset;
            span->length = length;
        } else if (flags != 0) {
            return 0;
        }
    }
    for (uint32_t i = 0; i < N_REQUIRED; ++i) {
        if (model->sections[i].bytes == NULL) {
            return 0;
        }
    }
    return model->sections[IFC2F_DIMENSIONS].length == 16;
}

int32_t ifc2f_open(ifc2f_model *model, const void *bytes, uint32_t length)
{
    static const uint8_t magic[9] = "\x89IFC2F\r\n";
    const ifc2f_span file = {(const uint8_t *)bytes, length};
    if (model == NULL || bytes == NULL) {
        return IFC2F_ERR_ARGUMENT;
    }
    memset(model, 0, sizeof *model);
    if (word_at(&file, 0) != u32_at(magic) || word_at(&file, 1) != u32_at(magic + 4)) {
        return IFC2F_ERR_NOT_A_MODEL;
    }
    if (length < HEADER_BYTES) {
        return IFC2F_ERR_TRUNCATED;
    }
    if (half_at(&file, 4) != IFC2F_FORMAT_VERSION) {
        return IFC2F_ERR_VERSION;
    }
    if (word_at(&file, 3) != length) {
        return IFC2F_ERR_TRUNCATED;
    }
    model->crc = word_at(&file, 4);
    if (crc_of(&file) != model->crc) {
        return IFC2F_ERR_CHECKSUM;
    }
    if (!read_directory(model, &file, half_at(&file, 5))) {
        return IFC2F_ERR_SECTION;
    }
    const ifc2f_span *dimensions = &model->sections[IFC2F_DIMENSIONS];
    model->n_features = word_at(dimensions, 0);
    model->n_classes = word_at(dimensions, 1);
    model->n_tests = word_at(dimensions, 2);
    model->n_groups = word_at(dimensions, 3);
    return check_content(model);
}

int32_t ifc2f_use_policy(ifc2f_model *model, const void *bytes, uint32_t length)
{
    ifc2f_model changed = *model;
    changed.sections[IFC2F_ORDERED].bytes = (const uint8_t *)bytes;
    changed.sections[IFC2F_ORDERED].length = length;
    if (bytes == NULL) {
        return IFC2F_ERR_ARGUMENT;
    }
    if (!check_policy(&changed)) {
        return IFC2F_ERR_CONTENT;
    }
    *model = changed;
    return IFC2F_OK;
}

int32_t ifc2f_use_costs(ifc2f_model *model, const void *bytes, uint32_t length)
{
    ifc2f_model changed = *model;
    changed.sections[IFC2F_COSTS].bytes = (const uint8_t *)bytes;
    changed.sections[IFC2F_COSTS].length = length;
    const int32_t status = bytes == NULL ? IFC2F_ERR_ARGUMENT : check_costs(&changed);
    if (status == IFC2F_OK) {
        *model = changed;
    }
    return status;
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

/* Number of the ascending numbers first .. first + count - 1 that are not above x. */
static uint32_t count_not_above(const ifc2f_span *span, uint32_t first, uint32_t count, float x)
{
    uint32_t low = first;
    while (count > 0) {
        const uint32_t half = count / 2;
        if (number_at(span, low + half) <= x) {
            low += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return low - first;
}

int32_t ifc2f_bin(const ifc2f_model *model, uint32_t k, float value)
{
    const ifc2f_span *values = &model->sections[IFC2F_VALUES];
    if (k >= model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    if (bits_of(value) << 1 >= 0xFF000000) { /* NaN or infinite */
        return IFC2F_ERR_VALUE;
    }
    const uint32_t first = feature_word(model, k, FIRST_VALUE);
    const uint32_t categorical = feature_word(model, k, KIND_AND_VALUES) & 0xFFFF;
    const uint32_t n = count_not_above(values, first, n_values_of(model, k) - 1 + categorical, value);
    if (!categorical) {
        return (int32_t)n;
    }
    return n > 0 && number_at(values, first + n - 1) >= value ? (int32_t)n - 1 : IFC2F_ERR_VALUE;
}
