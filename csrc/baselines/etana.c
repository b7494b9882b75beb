/* ETANA: a plan over a grid of beliefs, and classifying by it. */
#include "../base/arithmetic.h"

#include "ifc2f_baselines.h"

#include <string.h>

#include "belief.h"

/* Whether a double equal to the one nearest to (2 k + 1) / 20 rounds up to k + 1 tenths: it does if it lies above the
 * exact value, which it need not do; two are exact ties and go to the even digit. */
static const uint8_t midpoint_goes_up[10] = {1, 0, 0, 0, 1, 1, 1, 1, 0, 0};

/* The nearest tenth of 0 <= x <= 1, correctly rounded. */
static int32_t nearest_tenth(double x)
{
    const int32_t below = (int32_t)(x * 10.0);
    const double midpoint = (2.0 * (double)below + 1.0) / 20.0;
    const int up = x > midpoint || (x == midpoint && below < 10 && midpoint_goes_up[below]);
    return below + up;
}

/* Stable: descending by key if `descending`, else ascending. */
static void sort_classes(size_t *order, const double *key, size_t n, int descending)
{
    for (size_t i = 1; i < n; i++) {
        const size_t moved = order[i];
        size_t j = i;
        for (; j > 0; j--) {
            const double before = key[order[j - 1]];
            if (descending ? !(key[moved] > before) : !(key[moved] < before)) {
                break;
            }
            order[j] = order[j - 1];
        }
        order[j] = moved;
    }
}

/* Decimal rounding, then tenths added or taken where the residual is largest until the sum is one. */
static void round_decimal(const double *belief, size_t n_classes, int32_t *parts)
{
    double residual[IFC2F_GRID_MAX_CLASSES] = {0.0};
    size_t order[IFC2F_GRID_MAX_CLASSES];
    int32_t sum = 0;
    for (size_t c = 0; c < n_classes; c++) {
        parts[c] = nearest_tenth(belief[c]);
        sum += parts[c];
        order[c] = c;
    }
    while (sum != 10) {
        const int add = sum < 10;
        const int32_t lacking = add ? 10 - sum : sum - 10;
        /* How many at once is found by a division in floating point: 0.3 / 0.1 is below 3. */
        const size_t at_once = (size_t)(((double)lacking / 10.0) / 0.1);
        for (size_t c = 0; c < n_classes; c++) {
            residual[c] = belief[c] - (double)parts[c] / 10.0;
        }
        sort_classes(order, residual, n_classes, add);
        for (size_t i = 0; i < n_classes && i < at_once; i++) {
            parts[order[i]] += add ? 1 : -1;
            sum += add ? 1 : -1;
        }
    }
}

/* Largest remainders: rounded down, what is lacking goes to the largest remainders, ties to the earlier class. */
static void round_remainders(const double *belief, size_t n_classes, size_t steps, int32_t *parts)
{
    double remainder[IFC2F_GRID_MAX_CLASSES];
    size_t order[IFC2F_GRID_MAX_CLASSES];
    size_t sum = 0;
    remainder[0] = 0.0; /* for a compiler that thinks of no classes */
    for (size_t c = 0; c < n_classes; c++) {
        const double scaled = belief[c] * (double)steps;
        size_t part = (size_t)scaled;
        part = part <= steps - sum ? part : steps - sum;
        parts[c] = (int32_t)part;
        remainder[c] = scaled - (double)part;
        sum += part;
        order[c] = c;
    }
    sort_classes(order, remainder, n_classes, 1);
    for (size_t i = 0; sum < steps; i++, sum++) {
        parts[order[i % n_classes]]++;
    }
}

static size_t choose(const ifc2f_belief_grid *grid, size_t n, size_t k)
{
    return grid->choose[n * (grid->n_classes + 1) + k];
}

static size_t rank_of(const ifc2f_belief_grid *grid, const int32_t *parts)
{
    size_t rank = 0;
    size_t left = grid->steps;
    for (size_t c = 0; c + 1 < grid->n_classes; c++) {
        const size_t later = grid->n_classes - c - 1;
        rank += choose(grid, left + later, later);
        left -= (size_t)parts[c];
        rank -= choose(grid, left + later, later);
    }
    return rank;
}

size_t ifc2f_round_belief(const ifc2f_belief_grid *grid, const double *belief)
{
    int32_t parts[IFC2F_GRID_MAX_CLASSES];
    if (grid->decimal) {
        round_decimal(belief, grid->n_classes, parts);
    } else {
        round_remainders(belief, grid->n_classes, grid->steps, parts);
    }
    return rank_of(grid, parts);
}

/* The next point in lexicographic order; 0 after the last. */
static int next_point(int32_t *parts, size_t n_classes)
{
    size_t last = n_classes - 1;
    while (last > 0 && parts[last] == 0) {
        last--;
    }
    if (last == 0) {
        return 0;
    }
    const int32_t moved = parts[last];
    parts[last] = 0;
    parts[last - 1]++;
    parts[n_classes - 1] = moved - 1;
    return 1;
}

/* Cost of stopping at a grid point: the belief itself goes to `belief`. */
static double stopping_cost(const ifc2f_belief_grid *grid, const int32_t *parts, double *belief)
{
    double largest = 0.0;
    for (size_t c = 0; c < grid->n_classes; c++) {
        belief[c] = (double)parts[c] / (double)grid->steps;
        largest = belief[c] > largest ? belief[c] : largest;
    }
    return 1.0 - largest;
}

int32_t ifc2f_etana_plan(const ifc2f_belief_grid *grid, const double *tables, size_t n_features, size_t n_values,
                         double feature_cost, size_t n_points, uint8_t *stop, double *work)
{
    const size_t n_classes = grid->n_classes;
    double *later = work; /* cost-to-go of the next stage, per point */
    double *now = work + n_points;
    double *belief = work + 2 * n_points;
    double *posterior = belief + n_classes;
    int32_t parts[IFC2F_GRID_MAX_CLASSES] = {0};
    if (n_classes == 0 || n_classes > IFC2F_GRID_MAX_CLASSES ||
        n_points != choose(grid, grid->steps + n_classes - 1, n_classes - 1)) {
        return -1;
    }
    for (size_t k = n_features + 1; k-- > 0;) {
        memset(parts, 0, sizeof parts);
        parts[n_classes - 1] = (int32_t)grid->steps;
        for (size_t w = 0; w < n_points; w++) {
            const double cost = stopping_cost(grid, parts, belief);
            now[w] = cost;
            if (k < n_features) {
                double going_on = feature_cost;
                for (size_t v = 0; v < n_values; v++) {
                    const double *likelihood = tables + (k * n_values + v) * n_classes;
                    const double probability = update(belief, likelihood, n_classes, posterior);
                    going_on += probability * later[ifc2f_round_belief(grid, posterior)];
                }
                stop[k * n_points + w] = cost <= going_on;
                now[w] = cost <= going_on ? cost : going_on;
            }
            next_point(parts, n_classes);
        }
        double *swapped = later;
        later = now;
        now = swapped;
    }
    return 0;
}

void ifc2f_etana_classify(const ifc2f_belief_grid *grid, const double *tables, size_t n_features, size_t n_values,
                          const uint8_t *stop, size_t n_points, const double *prior, const uint8_t *codes,
                          size_t n_rows, int32_t *n_acquired, double *belief)
{
    const size_t n_classes = grid->n_classes;
    for (size_t row = 0; row < n_rows; row++) {
        double *at = belief + row * n_classes;
        memcpy(at, prior, n_classes * sizeof *at);
        size_t k = 0;
        for (; k < n_features && !stop[k * n_points + ifc2f_round_belief(grid, at)]; k++) {
            update(at, tables + (k * n_values + codes[row * n_features + k]) * n_classes, n_classes, at);
        }
        n_acquired[row] = (int32_t)k;
    }
}
