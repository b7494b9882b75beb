/*
 * What acquiring features costs: tests, some of them shared by features or discounted within a group, each bought
 * once.
 */
#include "costs.h"

enum { TEST_WORDS = 3 }; /* cost, discounted cost, group */

static uint32_t first_word_of(uint32_t test)
{
    return 1 + TEST_WORDS * test;
}

#if IFC2F_GROUPS

/* Where the list of a feature's tests starts; that of feature k + 1 is where it ends. */
static uint32_t first_test_of(const ifc2f_model *model, uint32_t k)
{
    return word_at(&model->sections[IFC2F_COSTS], first_word_of(model->n_tests) + k);
}

static uint32_t test_at(const ifc2f_model *model, uint32_t i)
{
    return half_at(&model->sections[IFC2F_COSTS], 2 * (first_word_of(model->n_tests) + model->n_features + 1) + i);
}

static uint32_t group_of(const ifc2f_model *model, uint32_t test)
{
    return word_at(&model->sections[IFC2F_COSTS], first_word_of(test) + 2) & 0xFFFF;
}

/* Whether one of the tests first .. end - 1 of the list is the test, or (by_group) one of the same group. */
static int is_listed(const ifc2f_model *model, uint32_t first, uint32_t end, uint32_t test, int by_group)
{
    for (; first < end; ++first) {
        const uint32_t other = test_at(model, first);
        if (by_group ? group_of(model, other) == group_of(model, test) : other == test) {
            return 1;
        }
    }
    return 0;
}

/* Whether the features acquired, or the tests before the j-th of feature k, include the test, or its group. */
static int is_bought(const ifc2f_session *s, uint32_t k, uint32_t j, int by_group)
{
    const ifc2f_model *model = s->model;
    const uint32_t test = test_at(model, j);
    const uint32_t n_acquired = head_of(s)->n_acquired;
    int found = is_listed(model, first_test_of(model, k), j, test, by_group);
    for (uint32_t i = 0; !found && i < model->n_features; ++i) {
        if (is_acquired(s->places[i]) && s->places[i] <= n_acquired) {
            found = is_listed(model, first_test_of(model, i), first_test_of(model, i + 1), test, by_group);
        }
    }
    return found;
}

/* Of each test that is not yet bought, discounted from the second test of a group on. */
static float grouped_cost(const ifc2f_session *s, uint32_t k)
{
    const ifc2f_model *model = s->model;
    float cost = 0.0f;
    for (uint32_t j = first_test_of(model, k); j < first_test_of(model, k + 1); ++j) {
        const uint32_t test = test_at(model, j);
        if (!is_bought(s, k, j, 0)) {
            const uint32_t discounted = group_of(model, test) != NO_INDEX && is_bought(s, k, j, 1);
            cost += number_at(&model->sections[IFC2F_COSTS], first_word_of(test) + discounted);
        }
    }
    return cost;
}

/* The one test that a feature needs and that is the only one of its group, or NO_INDEX. */
static uint32_t own_group_test_of(const ifc2f_model *model, uint32_t k)
{
    const uint32_t first = first_test_of(model, k);
    const uint32_t test = test_at(model, first);
    if (first_test_of(model, k + 1) != first + 1 || group_of(model, test) == NO_INDEX) {
        return NO_INDEX;
    }
    for (uint32_t other = 0; other < model->n_tests; ++other) {
        if (other != test && group_of(model, other) == group_of(model, test)) {
            return NO_INDEX;
        }
    }
    return test;
}

/* The next feature from k on that only needs this test and, if so wanted, was acquired; n_features behind the last. */
static uint32_t next_of_panel(const ifc2f_session *s, const ifc2f_model *model, uint32_t k, uint32_t test)
{
    for (; k < model->n_features; ++k) {
        const uint32_t first = first_test_of(model, k);
        if (first_test_of(model, k + 1) == first + 1 && test_at(model, first) == test && (s == NULL || is_acquired(s->places[k]))) {
            return k;
        }
    }
    return k;
}

IFC2F_PRIVATE int32_t i2f_rest_of_panel(const ifc2f_session *s)
{
    const ifc2f_model *model = s->model;
    if (model->simple_costs || model->n_groups == 0 || head_of(s)->n_acquired == 0) {
        return IFC2F_STOP;
    }
    for (uint32_t k = 0; k < model->n_features; ++k) {
        if (s->places[k] == PLACE_OPEN) {
            const uint32_t test = own_group_test_of(model, k);
            if (test != NO_INDEX && next_of_panel(s, model, 0, test) < model->n_features) {
                return (int32_t)k;
            }
        }
    }
    return IFC2F_STOP;
}

int32_t ifc2f_panel(const ifc2f_model *model, uint32_t k)
{
    if (k >= model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    const uint32_t test = model->simple_costs ? NO_INDEX : own_group_test_of(model, k);
    const uint32_t other = test == NO_INDEX ? k : next_of_panel(NULL, model, 0, test);
    const int is_shared = test != NO_INDEX && (other != k || next_of_panel(NULL, model, k + 1, test) < model->n_features);
    return is_shared ? (int32_t)group_of(model, test) : IFC2F_STOP;
}

#else

IFC2F_PRIVATE int32_t i2f_rest_of_panel(const ifc2f_session *s)
{
    (void)s;
    return IFC2F_STOP;
}

int32_t ifc2f_panel(const ifc2f_model *model, uint32_t k)
{
    return k < model->n_features ? IFC2F_STOP : IFC2F_ERR_FEATURE;
}

#endif

IFC2F_PRIVATE float i2f_acquisition_cost(const ifc2f_session *s, uint32_t k)
{
#if IFC2F_GROUPS
    if (!s->model->simple_costs) {
        return grouped_cost(s, k);
    }
#endif
    return number_at(&s->model->sections[IFC2F_COSTS], first_word_of(k));
}

/* The other sign, such that a compiler does not join it with an addition to a subtraction, which software floats would
 * need another function for. */
static float minus(float x)
{
    return float_of(bits_of(x) ^ 0x80000000u);
}

/* What was spent and the cost of acquiring feature k, by Neumaier's form of Kahan's summation. */
IFC2F_APART static float spent_with(const ifc2f_session *s, uint32_t k, cost_sum *to)
{
    const cost_sum *spent = &head_of(s)->spent;
    const float cost = i2f_acquisition_cost(s, k);
    const float sum = spent->sum + cost;
    const int is_smaller = bits_of(cost) < bits_of(spent->sum);
    const float larger = is_smaller ? spent->sum : cost;
    const float smaller = is_smaller ? cost : spent->sum;
    to->lost = spent->lost + ((larger + minus(sum)) + smaller);
    to->sum = sum;
    return sum + to->lost;
}

IFC2F_PRIVATE void i2f_add_acquisition(const ifc2f_session *s, uint32_t k)
{
    session_head *head = head_of(s);
    (void)spent_with(s, k, &head->spent);
    s->places[k] = ++head->n_acquired;
}

IFC2F_PRIVATE void i2f_add_up_costs(const ifc2f_session *s, uint32_t n)
{
    session_head *head = head_of(s);
    head->spent.sum = 0.0f;
    head->spent.lost = 0.0f;
    for (uint32_t i = 0; i < n; ++i) {
        head->n_acquired = (uint16_t)n;
        const int32_t next = ifc2f_acquired(s, i);
        head->n_acquired = (uint16_t)i;
        if (next >= 0) {
            i2f_add_acquisition(s, (uint32_t)next);
        }
    }
    head->n_acquired = (uint16_t)n;
}

/* The acquisitions behind it move up, and their costs are added up again: a discount may be gone. */
IFC2F_PRIVATE void i2f_remove_acquisition(const ifc2f_session *s, uint32_t k)
{
    session_head *head = head_of(s);
    uint16_t *place = s->places;
    const uint16_t removed = place[k];
    const uint32_t n = head->n_acquired - 1u;
    place[k] = PLACE_OPEN;
    for (uint32_t i = 0; i < s->model->n_features; ++i) {
        if (place[i] > removed && is_acquired(place[i])) {
            --place[i];
        }
    }
    i2f_add_up_costs(s, n);
}

IFC2F_PRIVATE int i2f_is_affordable(const ifc2f_session *s, uint32_t k)
{
    cost_sum spent;
    if (IFC2F_READS_INLINE && bits_of(head_of(s)->budget) == INFINITY_BITS) {
        return 1; /* as below, sooner */
    }
    return bits_of(spent_with(s, k, &spent)) <= bits_of(head_of(s)->budget);
}

float ifc2f_cost(const ifc2f_session *s)
{
    return head_of(s)->spent.sum + head_of(s)->spent.lost;
}

float ifc2f_feature_cost(const ifc2f_session *s, uint32_t k)
{
    if (k >= s->model->n_features) {
        return (float)IFC2F_ERR_FEATURE;
    }
    return is_acquired(s->places[k]) || s->places[k] == PLACE_KNOWN ? 0.0f : i2f_acquisition_cost(s, k);
}
