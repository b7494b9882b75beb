/* The normal distribution is the exact one, rounded; smoothed and tempered tables are distributions. */
#include "columns.h"
#include "ifc2f_smooth.h"

enum { MOST_VALUES = 12, MOST_CLASSES = 3, MOST_CELLS = MOST_VALUES * MOST_VALUES * MOST_CLASSES };

static void test_normal(void)
{
    double below = 0.0;
    double quantile = 0.0;
    for (int i = -9000; i <= 9000; ++i) {
        const double x = (double)i / 1000.0;
        const double exact = 0.5 * erfc(-x / sqrt(2.0));
        below = fmax(below, fabs(ifc2f_normal_below(x) - exact));
        if (fabs(x) < 4.0) {
            quantile = fmax(quantile, fabs(ifc2f_normal_quantile(exact) - x));
        }
    }
    CHECK(below <= 2e-15);
    CHECK(quantile <= 1e-11);
    CHECK_NEAR(ifc2f_normal_below(0.0), 0.5, 0.0);
    CHECK_NEAR(ifc2f_normal_below(1e3), 1.0, 0.0);
    CHECK_NEAR(ifc2f_normal_below(-1e3), 0.0, 0.0);
    CHECK_NEAR(ifc2f_normal_quantile(0.5), 0.0, 0.0);
    CHECK(ifc2f_normal_quantile(0.0) < -7.0 && ifc2f_normal_quantile(0.0) > -7.1);
    CHECK(ifc2f_normal_quantile(1.0) > 7.0 && ifc2f_normal_quantile(1.0) < 7.1);
}

/* Whether every distribution over the values is positive and sums to 1. */
static int are_distributions(const double *table, size_t n_given, size_t n_values, size_t n_classes)
{
    int good = 1;
    for (size_t u = 0; u < n_given; ++u) {
        for (size_t c = 0; c < n_classes; ++c) {
            double sum = 0.0;
            for (size_t v = 0; v < n_values; ++v) {
                const double cell = table[(u * n_values + v) * n_classes + c];
                good &= cell > 0.0;
                sum += cell;
            }
            good &= fabs(sum - 1.0) < 1e-12;
        }
    }
    return good;
}

static void sum_over_given(const int64_t *joint, size_t n_given, size_t n_cells, int64_t *alone)
{
    for (size_t at = 0; at < n_cells; ++at) {
        alone[at] = 0;
        for (size_t u = 0; u < n_given; ++u) {
            alone[at] += joint[u * n_cells + at];
        }
    }
}

static void test_tables(void)
{
    static int64_t joint[MOST_CELLS];
    static int64_t counts[MOST_CELLS];
    static double table[MOST_CELLS];
    static double alone[MOST_CELLS];
    static double given[MOST_CELLS];
    static double work[8 * MOST_CELLS];
    for (int i = 0; i < 300; ++i) {
        const size_t U = 3 + draw(MOST_VALUES - 2);
        const size_t V = 3 + draw(MOST_VALUES - 2);
        const size_t L = 1 + draw(MOST_CLASSES);
        const unsigned most = 1u << draw(12);
        CHECK(ifc2f_smooth_work(U, V, L) <= sizeof work / sizeof work[0]);
        for (size_t at = 0; at < U * V * L; ++at) {
            joint[at] = draw(4) > 0 ? 0 : (int64_t)draw(most);
        }
        sum_over_given(joint, U, V * L, counts);
        ifc2f_smooth_alone(counts, V, L, alone, work);
        CHECK(are_distributions(alone, 1, V, L));
        for (size_t u = 0; u < U; ++u) {
            for (size_t c = 0; c < L; ++c) {
                counts[u * L + c] = 0;
                for (size_t v = 0; v < V; ++v) {
                    counts[u * L + c] += joint[(u * V + v) * L + c];
                }
            }
        }
        ifc2f_smooth_alone(counts, U, L, given, work);
        ifc2f_smooth_dependent(joint, U, V, L, given, alone, table, work);
        CHECK(are_distributions(table, U, V, L));
        ifc2f_smooth_dependent(joint, U, V, L, NULL, alone, table, work);
        CHECK(are_distributions(table, U, V, L));
    }
}

static void test_temper(void)
{
    const float prior[2] = {0.75f, 0.25f};
    const float table[6] = {0.5f, 0.125f, 0.25f, 0.25f, 0.25f, 0.625f}; /* 3 values, 2 classes */
    float same[6];
    float half[6];
    ifc2f_temper(table, prior, 1, 3, 2, 1.0, same);
    ifc2f_temper(table, prior, 1, 3, 2, 0.5, half);
    for (size_t at = 0; at < 6; ++at) {
        CHECK_NEAR((double)same[at], (double)table[at], 1e-7);
    }
    for (size_t c = 0; c < 2; ++c) {
        CHECK_NEAR((double)half[c] + (double)half[2 + c] + (double)half[4 + c], 1.0, 1e-6);
    }
    CHECK((double)half[0] / (double)half[1] < 4.0 && half[0] > half[1]);
    const float impossible[4] = {1.0f, 0.0f, 0.0f, 1.0f};
    ifc2f_temper(impossible, prior, 1, 2, 2, 0.3, half);
    for (size_t at = 0; at < 4; ++at) {
        CHECK_NEAR((double)half[at], (double)impossible[at], 0.0);
    }
}

int main(void)
{
    test_normal();
    test_tables();
    test_temper();
    return check_report("test_smooth");
}
