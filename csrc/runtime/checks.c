/*
 * The checks of features and costs. docs/format.md says what each index and number must be; the fields and their order are
 * those of that page.
 */
#include "checks.h"

#if IFC2F_CHECKS

static const float LARGEST_COST = 1e20f; /* of one acquisition or mistake: sums of them stay below LARGEST */

/* ---- Features ----------------------------------------------------------------------------------------------------- */

#if IFC2F_EXACT

/* What only exact inference uses. Children of each feature stand in a chain of ascending indices, each feature with a
 * parent is in its chain, and rows of messages and marginals follow each other without gaps. */
static uint32_t is_no_tree(ifc2f_model *model)
{
    uint32_t n_linked = 0;
    uint32_t n_with_parent = 0;
    model->max_values = 1;
    for (uint32_t k = 0; k < n_variables_of(model); ++k) {
        const uint32_t n_values = n_values_of(model, k);
        uint32_t least = k < model->n_features ? k + 1 : 0;
        if (feature_word(model, k, FIRST_BIN) != model->n_bins || feature_word(model, k, FIRST_UP) != model->n_up) {
            return 1;
        }
        model->n_bins += n_values;
        model->n_up += n_parent_values_of(model, k);
        model->max_values = n_values > model->max_values ? n_values : model->max_values;
        n_with_parent += parent_of(model, k) != NO_INDEX;
        for (uint32_t child = feature_word(model, k, CHILD_AND_SIBLING) & 0xFFFF; child != NO_INDEX;) {
            if (child >= model->n_features || child < least || parent_of(model, child) != k) {
                return 1;
            }
            ++n_linked;
            least = child + 1;
            child = feature_word(model, child, CHILD_AND_SIBLING) >> 16;
        }
    }
    return n_linked ^ n_with_parent;
}

#endif

enum { IS_FACTOR = 2 }; /* its kind; features have 0 or 1 */

/* Whether the node may be the parent of feature k: an earlier feature, or the factor. */
static int may_be_parent(const ifc2f_model *model, uint32_t parent, uint32_t k)
{
    const uint32_t factor = model->n_features;
    return k < factor && (parent < k || (parent == factor && has_factor(model)));
}

/* Kinds, numbers of values (1 to 255 of the feature, and of its parent or 1), columns. */
static void check_records(cursor *from)
{
    for (uint32_t k = 0; k < n_variables_of(from->model); ++k) {
        const uint32_t kind_and_values = i2f_take(from);
        const uint32_t parent_and_values = i2f_take(from);
        const uint32_t parent = parent_and_values & 0xFFFF;
        uint32_t n_parent_values = 1;
        if (parent != NO_INDEX) {
            n_parent_values = may_be_parent(from->model, parent, k) ? n_values_of(from->model, parent) : NO_INDEX + 1;
        }
        from->at += COLUMN - PARENT_AND_VALUES - 1;
        from->wrong |= (k < from->model->n_features ? kind_and_values & 0xFFFE : (kind_and_values & 0xFFFF) ^ IS_FACTOR) |
                       (kind_and_values - 0x10000 >= 0xFF0000) | (parent_and_values >> 16 ^ n_parent_values) | i2f_take(from) >> 31;
    }
}

/* The feature's values follow those of the one before. They ascend: each falls into the bin that it begins, or is the
 * category that it stands for; so none is infinite or not a number. */
static void check_values(cursor *from, uint32_t k)
{
    const uint32_t kind_and_values = feature_word(from->model, k, KIND_AND_VALUES);
    uint32_t v = 1 - (kind_and_values & 1);
    from->wrong |= feature_word(from->model, k, FIRST_VALUE) ^ from->at;
    for (; v < kind_and_values >> 16; ++v) {
        from->wrong |= (uint32_t)ifc2f_bin(from->model, k, float_of(i2f_take(from))) ^ v;
    }
}

/* So do the feature's tables. For each parent value and class, probabilities of the values sum to 1. */
static void check_tables(cursor *from, uint32_t k)
{
    const uint32_t L = from->model->n_classes;
    const uint32_t n_values = n_values_of(from->model, k);
    from->wrong |= feature_word(from->model, k, FIRST_TABLE) ^ from->at;
    for (uint32_t n = n_parent_values_of(from->model, k); n > 0; --n) {
        for (uint32_t c = 0; c < L; ++c) {
            if (i2f_is_no_distribution(from, n_values, L)) {
                from->wrong = 1;
                return;
            }
            ++from->at;
        }
        from->at += (n_values - 1) * L;
    }
}

static void check_features(cursor *from)
{
    const uint32_t K = from->model->n_features;
    i2f_enter(from, IFC2F_FEATURES);
    check_records(from);
    i2f_enter(from, IFC2F_VALUES);
    for (uint32_t k = 0; k < K && !from->wrong; ++k) {
        check_values(from, k);
    }
    i2f_enter(from, IFC2F_TABLES);
    for (uint32_t k = 0; k < n_variables_of(from->model) && !from->wrong; ++k) {
        check_tables(from, k);
    }
}

/* ---- Costs -------------------------------------------------------------------------------------------------------- */

#if IFC2F_GROUPS

/* Budget; a record per test; n_features + 1 starts of lists; the lists of tests. */
IFC2F_PRIVATE void i2f_check_costs(cursor *from)
{
    const ifc2f_model *model = from->model;
    from->wrong |= (i2f_take(from) > INFINITY_BITS) | (model->n_tests >= NO_INDEX) | (model->n_groups >= NO_INDEX);
    for (uint32_t t = 0; t < model->n_tests && !from->wrong; ++t) {
        i2f_check_numbers(from, 2, LARGEST_COST);
        const uint32_t group = i2f_take(from) & 0xFFFF;
        from->wrong |= group != NO_INDEX && group >= model->n_groups;
    }
    const uint32_t n_listed = word_at(from->span, from->at + model->n_features);
    i2f_check_starts(from, model->n_features, n_listed);
    from->wrong |= n_listed > from->span->length;
    for (uint32_t i = 0; !from->wrong && i < n_listed; ++i) {
        from->wrong = half_at(from->span, 2 * from->at + i) >= model->n_tests;
    }
    from->at += (n_listed + 1) / 2;
}

#else

/* Budget, and a record per feature; the rest has one form only, which are_costs_simple() knows. */
IFC2F_PRIVATE void i2f_check_costs(cursor *from)
{
    from->wrong |= i2f_take(from) > INFINITY_BITS;
    for (uint32_t k = from->model->n_features; k > 0; --k) {
        i2f_check_numbers(from, 2, LARGEST_COST);
        ++from->at; /* the group */
    }
    from->at = from->span->length / 4;
}

#endif

IFC2F_PRIVATE void i2f_check(cursor *from)
{
    const uint32_t L = from->model->n_classes;
    i2f_enter(from, IFC2F_MISCLASSIFICATION);
    i2f_check_numbers(from, L * L, LARGEST_COST);
    i2f_enter(from, IFC2F_COSTS);
    i2f_check_costs(from);
    check_features(from);
#if IFC2F_EXACT
    from->wrong = from->wrong || is_no_tree(from->model);
#endif
}

#endif
