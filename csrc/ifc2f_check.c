/*
 * What the bytes of a model must be besides what opening itself needs: every index and number, checked once, early
 * (docs/format.md says what each must be; the fields and their order are those of that page).
 *
 * Checks return 0 if all is right, and join by |, since a branch for each would cost a small device twice the code. They
 * compare the bits of floats as integers, which refuses NaN, infinities and negative zero as well.
 */
#include "ifc2f_internal.h"

#if IFC2F_CHECKS

static const float LARGEST_EDGE = 3e38f;
static const float LARGEST_COST = 1e20f; /* of one look or mistake: sums of them stay below LARGEST */

/* ---- Numbers ------------------------------------------------------------------------------------------------------ */

/* Whether some of `count` numbers are not in [0, high]. */
IFC2F_APART static uint32_t are_outside(cursor *from, uint32_t count, float high)
{
    uint32_t wrong = 0;
    for (; count > 0; --count) {
        wrong |= i2f_take(from) > bits_of(high);
    }
    return wrong;
}

/* Whether `count` numbers do not ascend, or are not in [-LARGEST_EDGE, LARGEST_EDGE]. */
static uint32_t are_unordered(cursor *from, uint32_t count)
{
    uint32_t last = order_of(bits_of(-LARGEST_EDGE)) - 1;
    uint32_t wrong = 0;
    for (; count > 0; --count) {
        const uint32_t next = order_of(i2f_take(from));
        wrong |= next <= last;
        last = next;
    }
    return wrong | (last > order_of(bits_of(LARGEST_EDGE)));
}

/* Whether count + 1 starts of lists do not ascend from 0 to `end`. */
IFC2F_APART static uint32_t are_no_starts(cursor *from, uint32_t count, uint32_t end)
{
    uint32_t last = i2f_take(from);
    uint32_t wrong = last;
    for (; count > 0; --count) {
        const uint32_t start = i2f_take(from);
        wrong |= start < last;
        last = start;
    }
    return wrong | (last ^ end);
}

/* ---- Features ----------------------------------------------------------------------------------------------------- */

#if IFC2F_EXACT

/* What only exact inference uses. Children of each feature stand in a chain of ascending indices, each feature with a
 * parent is in its chain, and rows of messages and marginals follow each other without gaps. */
static uint32_t is_no_tree(const ifc2f_model *model)
{
    uint32_t first_bin = 0;
    uint32_t first_up = 0;
    uint32_t n_linked = 0;
    uint32_t n_with_parent = 0;
    for (uint32_t k = 0; k < model->n_features; ++k) {
        uint32_t last = k;
        if (feature_word(model, k, FIRST_BIN) != first_bin || feature_word(model, k, FIRST_UP) != first_up) {
            return 1;
        }
        first_bin += n_values_of(model, k);
        first_up += n_parent_values_of(model, k);
        n_with_parent += parent_of(model, k) != NO_INDEX;
        for (uint32_t child = feature_word(model, k, CHILD_AND_SIBLING) & 0xFFFF; child != NO_INDEX;) {
            if (child >= model->n_features || child <= last || parent_of(model, child) != k) {
                return 1;
            }
            ++n_linked;
            last = child;
            child = feature_word(model, child, CHILD_AND_SIBLING) >> 16;
        }
    }
    return n_linked ^ n_with_parent;
}

#endif

/* Whether for some parent value and class the probabilities of the values do not sum to 1. */
static uint32_t is_no_table(const ifc2f_model *model, uint32_t first, uint32_t n_parent_values, uint32_t n_values)
{
    const uint32_t L = model->n_classes;
    for (; n_parent_values > 0; --n_parent_values) {
        for (uint32_t c = 0; c < L; ++c) {
            if (i2f_is_no_distribution(&model->sections[IFC2F_TABLES], first + c, n_values, L)) {
                return 1;
            }
        }
        first += n_values * L;
    }
    return 0;
}

/* A feature's record: kind, numbers of values (1 to 255 of the feature, and of its parent or 1), where its values and
 * table begin, column. What belongs to exact inference is is_no_tree()'s. */
static uint32_t is_no_feature(const ifc2f_model *model, uint32_t k, cursor *values, uint32_t first_table)
{
    cursor record = {&model->sections[IFC2F_FEATURES], FEATURE_WORDS * k};
    const uint32_t kind_and_values = i2f_take(&record);
    const uint32_t n_values = kind_and_values >> 16;
    const uint32_t parent_and_values = i2f_take(&record);
    const uint32_t parent = parent_and_values & 0xFFFF;
    const uint32_t n_parent_values = parent == NO_INDEX ? 1 : parent < k ? n_values_of(model, parent) : 0;
    (void)i2f_take(&record); /* child and sibling */
    return (kind_and_values & 0xFFFE) | n_values >> 8 | (n_values - 1) >> 8 | (n_parent_values - 1) >> 8 |
           (parent_and_values >> 16 ^ n_parent_values) | (i2f_take(&record) ^ values->at) | (i2f_take(&record) ^ first_table) |
           feature_word(model, k, COLUMN) >> 31;
}

IFC2F_APART static uint32_t check_features(ifc2f_model *model)
{
    cursor values = {&model->sections[IFC2F_VALUES], 0};
    cursor tables = {&model->sections[IFC2F_TABLES], 0};
    model->max_values = 1;
    for (uint32_t k = 0; k < model->n_features; ++k) {
        const uint32_t n_values = n_values_of(model, k);
        const uint32_t n_parent_values = n_parent_values_of(model, k);
        const uint32_t n_numbers = n_values - 1 + (feature_word(model, k, KIND_AND_VALUES) & 0xFFFF);
        if (is_no_feature(model, k, &values, tables.at) || are_unordered(&values, n_numbers) ||
            is_no_table(model, tables.at, n_parent_values, n_values)) {
            return 1;
        }
        tables.at += n_parent_values * n_values * model->n_classes; /* in the section, else the sums were 0 */
        model->n_bins += n_values;
        model->n_up += n_parent_values;
        model->max_values = n_values > model->max_values ? n_values : model->max_values;
    }
    return (model->sections[IFC2F_FEATURES].length ^ 4 * FEATURE_WORDS * model->n_features) |
           i2f_is_not_at_end(&values) | i2f_is_not_at_end(&tables);
}

/* ---- Costs -------------------------------------------------------------------------------------------------------- */

/* Misclassification costs: L rows of L. */
static uint32_t check_misclassification(const ifc2f_model *model)
{
    cursor from = {&model->sections[IFC2F_MISCLASSIFICATION], 0};
    const uint32_t wrong = are_outside(&from, model->n_classes * model->n_classes, LARGEST_COST);
    return wrong | i2f_is_not_at_end(&from);
}

/* Budget; a record per test; n_features + 1 starts of lists; the lists of tests. */
IFC2F_PRIVATE uint32_t i2f_check_costs(const ifc2f_model *model)
{
    cursor from = {&model->sections[IFC2F_COSTS], 0};
    const uint32_t n_listed = word_at(from.span, 1 + 3 * model->n_tests + model->n_features);
    uint32_t wrong = i2f_take(&from) > INFINITY_BITS;
    if (model->n_tests >= NO_INDEX || model->n_groups >= NO_INDEX) {
        return 1;
    }
    for (uint32_t t = 0; t < model->n_tests; ++t) {
        wrong |= are_outside(&from, 2, LARGEST_COST);
        const uint32_t group = i2f_take(&from) & 0xFFFF;
        wrong |= group != NO_INDEX && group >= model->n_groups;
    }
    wrong |= are_no_starts(&from, model->n_features, n_listed) | (n_listed > from.span->length);
    for (uint32_t i = 0; !wrong && i < n_listed; ++i) {
        wrong = half_at(from.span, 2 * from.at + i) >= model->n_tests;
    }
    from.at += (n_listed + 1) / 2;
    return wrong | i2f_is_not_at_end(&from);
}

/* ---- Policy ------------------------------------------------------------------------------------------------------- */

/* Number of sets of a stage whose `count` index features stand at `index`: one per assignment of them and, if there are
 * any, a fallback. 0 if they are not ascending features before k, or the sets more than n_sets. */
static uint32_t count_sets(const ifc2f_model *model, uint32_t index, uint32_t count, uint32_t k, uint32_t n_sets)
{
    uint32_t n = 1;
    uint32_t lowest = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t f = half_at(&model->sections[IFC2F_ORDERED], index++);
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

/* Whether the stages do not have these numbers of sets and of index entries. */
IFC2F_APART static uint32_t are_no_stages(const ifc2f_model *model, cursor *from, uint32_t n_sets, uint32_t n_index)
{
    const uint32_t index_at = 2 * model->ordered.index_at;
    uint32_t first_set = 0;
    uint32_t first_index = 0;
    for (uint32_t k = 0; k < model->ordered.n_stages; ++k) {
        uint32_t wrong = i2f_take(from) ^ first_set;
        wrong |= i2f_take(from) ^ first_index;
        const uint32_t count = i2f_take(from);
        const uint32_t n = count_sets(model, index_at + first_index, count, k, n_sets);
        first_set += n;
        first_index += count;
        if (wrong || n == 0 || first_set > n_sets) {
            return 1;
        }
    }
    return (first_set ^ n_sets) | (first_index ^ n_index);
}

IFC2F_PRIVATE uint32_t i2f_check_policy(const ifc2f_model *model)
{
    cursor from = {&model->sections[IFC2F_ORDERED], 1};
    const uint32_t n_sets = i2f_take(&from);
    const uint32_t n_vectors = i2f_take(&from);
    const uint32_t n_index = i2f_take(&from);
    if (i2f_take(&from) > 2 || are_no_stages(model, &from, n_sets, n_index)) {
        return 1;
    }
    from.at = model->ordered.starts_at;
    const uint32_t wrong = are_no_starts(&from, n_sets, n_vectors);
    return wrong | are_outside(&from, n_vectors * model->n_classes, LARGEST);
}

IFC2F_PRIVATE uint32_t i2f_check(ifc2f_model *model)
{
    uint32_t wrong = check_misclassification(model) | i2f_check_costs(model) | check_features(model);
#if IFC2F_EXACT
    wrong |= is_no_tree(model);
#endif
    return wrong | (model->ordered.n_stages > 0 && i2f_check_policy(model));
}

#endif
