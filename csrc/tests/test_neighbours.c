/*
 * Neighbourhoods against their rules word for word, and nearest rows. The long function lays out, fills and frees all
 * buffers.
 */
#include "buffers.h"
#include "check.h"
#include "ifc2f_baselines.h"

typedef struct neighbour {
    double distance;
    size_t row;
} neighbour;

static int nearer(const void *left, const void *right)
{
    const neighbour *a = left;
    const neighbour *b = right;
    if (a->distance != b->distance) {
        return a->distance < b->distance ? -1 : 1;
    }
    return a->row < b->row ? -1 : a->row > b->row;
}

/* All neighbours sorted, then the rule word for word. */
static double plain_quality(const double *columns, size_t n_rows, const size_t *chosen, size_t n_chosen,
                            const double *weights, const int32_t *labels, int32_t rule, int32_t drop_first, size_t t)
{
    neighbour *all = allocate(n_rows, sizeof *all);
    for (size_t s = 0; s < n_rows; s++) {
        double sum = 0.0;
        for (size_t k = 0; k < n_chosen; k++) {
            const double *column = columns + chosen[k] * n_rows;
            const double difference = column[s] - column[t];
            sum += (difference * weights[chosen[k]]) * difference;
        }
        all[s].distance = sqrt(sum);
        all[s].row = s;
        if (s == t && !drop_first) {
            all[s].distance = -1.0;
        }
    }
    qsort(all, n_rows, sizeof *all, nearer);
    size_t met = 0;
    size_t same = 0;
    double last = all[1].distance;
    const double gap = 1.5 * (all[n_rows - 1].distance - all[1].distance) / ((double)n_rows - 2.0);
    for (size_t j = 1; j < n_rows; j++) {
        const double distance = all[j].distance;
        const double mean_gap = distance / (double)j;
        if (rule == IFC2F_NEIGHBOURS_DENSITY ? !(mean_gap == 0.0 || mean_gap <= last)
                                             : j > 1 && !(distance - last < gap)) {
            break;
        }
        last = rule == IFC2F_NEIGHBOURS_DENSITY ? mean_gap : distance;
        met++;
        same += labels[all[j].row] == labels[t];
    }
    free(all);
    return (double)same / (double)met;
}

static int compare_values(const void *left, const void *right)
{
    const neighbour *a = left;
    const neighbour *b = right;
    return (a->distance > b->distance) - (a->distance < b->distance);
}

static void test_neighbourhoods(void)
{
    static const size_t sizes[] = {2, 3, 4, 20, 300, 1000};
    for (int round = 0; round < 24; round++) {
        const size_t n_rows = sizes[round % 6];
        const uint32_t kind = (uint32_t)round / 6; /* few values, many, a heavy tail, or all the same */
        const size_t n_columns = 1 + draw(6);
        double *columns = doubles(n_rows * n_columns);
        double *weights = doubles(n_columns);
        size_t *chosen = allocate(n_columns, sizeof *chosen);
        int32_t *labels = allocate(n_rows, sizeof *labels);
        double *quality = doubles(n_rows);
        double *of_one = doubles(n_rows);
        double *work = doubles(ifc2f_neighbourhood_work(n_rows));
        double *known = doubles(3);
        neighbour *sorted = allocate(n_rows, sizeof *sorted);
        size_t *order = allocate(n_rows, sizeof *order);
        for (size_t i = 0; i < n_rows * n_columns; i++) {
            const double x = uniform();
            columns[i] = kind == 0 ? (double)draw(3) : kind == 1 ? x : kind == 2 ? exp(40.0 * x) : 5.0;
        }
        for (size_t j = 0; j < n_columns; j++) {
            weights[j] = 0.5 + uniform();
            chosen[j] = n_columns - 1 - j;
        }
        for (size_t i = 0; i < n_rows; i++) {
            labels[i] = (int32_t)draw(3);
            sorted[i].distance = columns[i];
            sorted[i].row = i;
        }
        qsort(sorted, n_rows, sizeof *sorted, compare_values);
        for (size_t i = 0; i < n_rows; i++) {
            order[i] = sorted[i].row;
        }
        for (int32_t rule = 0; rule < 2; rule++) {
            for (int32_t drop_first = 0; drop_first < 2; drop_first++) {
                const size_t done =
                    ifc2f_neighbourhood_quality(columns, n_rows, chosen, n_columns, weights, labels, rule, drop_first,
                                                0, n_rows, HUGE_VAL, quality, work);
                CHECK(done == n_rows);
                const size_t one = 0;
                ifc2f_neighbourhood_quality_1d(columns, n_rows, order, weights[0], labels, 3, rule, drop_first, of_one,
                                               known);
                for (size_t t = 0; t < n_rows; t++) {
                    CHECK(quality[t] == plain_quality(columns, n_rows, chosen, n_columns, weights, labels, rule,
                                                      drop_first, t));
                    CHECK(of_one[t] ==
                          plain_quality(columns, n_rows, &one, 1, weights, labels, rule, drop_first, t));
                }
            }
        }
        free(columns);
        free(weights);
        free(chosen);
        free(labels);
        free(quality);
        free(of_one);
        free(work);
        free(known);
        free(sorted);
        free(order);
    }
}

static void test_neighbourhoods_give_up_and_constant_columns(void)
{
    const double column[4] = {0.0, 1.0, 10.0, 11.0};
    const double infinite = HUGE_VAL;
    const double weight = 1.0;
    const int32_t labels[4] = {0, 1, 0, 1}; /* the nearest has the other label */
    const size_t chosen = 0;
    const size_t order[4] = {0, 1, 2, 3};
    double quality[4];
    double *work = doubles(ifc2f_neighbourhood_work(4));
    CHECK(ifc2f_neighbourhood_quality(column, 4, &chosen, 1, &weight, labels, IFC2F_NEIGHBOURS_DENSITY, 0, 0, 4, 1.5,
                                      quality, work) == 2);
    CHECK(ifc2f_neighbourhood_quality(column, 4, &chosen, 1, &infinite, labels, IFC2F_NEIGHBOURS_DENSITY, 1, 1, 4,
                                      HUGE_VAL, quality, work) == 3);
    CHECK(isnan(quality[0]) && isnan(quality[2]));
    CHECK(ifc2f_neighbourhood_quality(column, 4, &chosen, 1, &infinite, labels, IFC2F_NEIGHBOURS_GAP, 1, 0, 4, HUGE_VAL,
                                      quality, work) == 4);
    CHECK(quality[0] == 0.0 && quality[1] == 0.0 && quality[2] == 1.0 && quality[3] == 0.0);
    ifc2f_neighbourhood_quality_1d(column, 4, order, infinite, labels, 2, IFC2F_NEIGHBOURS_GAP, 1, quality, work);
    CHECK(quality[0] == 0.0 && quality[2] == 1.0);
    free(work);
}

static void test_nearest_rows_take_the_earlier_in_ties(void)
{
    const double columns[5] = {1.0, 3.0, 1.0, 3.0, 2.0};
    const double queries[2] = {2.0, 0.0};
    size_t nearest[6];
    double *work = doubles(5 + 3);
    ifc2f_nearest_rows(columns, 5, queries, 2, 1, 3, nearest, work);
    CHECK(nearest[0] == 4 && nearest[1] == 0 && nearest[2] == 1);
    CHECK(nearest[3] == 0 && nearest[4] == 2 && nearest[5] == 4);
    ifc2f_nearest_rows(columns, 5, queries, 1, 0, 3, nearest, work); /* no columns: all equally near */
    CHECK(nearest[0] == 0 && nearest[1] == 1 && nearest[2] == 2);
    free(work);
}

int main(void)
{
    test_neighbourhoods();
    test_neighbourhoods_give_up_and_constant_columns();
    test_nearest_rows_take_the_earlier_in_ties();
    return check_report("test_neighbours");
}
