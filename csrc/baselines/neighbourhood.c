/*
 * Neighbourhoods: how pure the surroundings of each instance are, which reach as far as its distances to the others
 * follow a rule.
 */
#include "../base/arithmetic.h"

#include "ifc2f_baselines.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "distances.h"

/* The neighbours met so far, nearest first. */
typedef struct walk {
    int32_t rule;
    double gap;     /* gap rule: distances grow by less than this */
    double last;    /* density: the last d_j / j; gap: the last d_j */
    size_t n_met;
    size_t n_same;  /* of them with the label of the instance */
} walk;

static walk begin_walk(int32_t rule, size_t n_rows, double nearest, double farthest)
{
    walk at = {rule, 0.0, HUGE_VAL, 0, 0};
    if (rule == IFC2F_NEIGHBOURS_GAP) {
        at.gap = 1.5 * (farthest - nearest) / ((double)n_rows - 2.0);
        at.last = nearest;
    }
    return at;
}

/* Count the next neighbour; 0 if the neighbourhood ends before it. */
static int meet(walk *at, double distance, int same)
{
    if (at->rule == IFC2F_NEIGHBOURS_DENSITY) {
        const double mean_gap = distance / (double)(at->n_met + 1);
        if (!(mean_gap == 0.0 || mean_gap <= at->last)) {
            return 0;
        }
        at->last = mean_gap;
    } else {
        if (at->n_met > 0 && !(distance - at->last < at->gap)) {
            return 0;
        }
        at->last = distance;
    }
    at->n_met++;
    at->n_same += (size_t)same;
    return 1;
}

static double purity(const walk *at)
{
    return (double)at->n_same / (double)at->n_met; /* NaN for 0 / 0 */
}

/* The instances at distance zero, t among them. */
typedef struct zeros {
    size_t n;
    size_t n_same;
    size_t first; /* lowest row number */
} zeros;

/* Count those at distance zero but one, which stands for t. */
static void meet_zeros(walk *at, const zeros *zero, int32_t drop_first, const int32_t *labels, size_t t)
{
    const int dropped_same = !drop_first || labels[zero->first] == labels[t];
    at->n_met = zero->n - 1;
    at->n_same = zero->n_same - (size_t)dropped_same;
    at->last = 0.0;
}

/* All others are equally far, or undefined: the gap rule counts the one with the lowest row number. */
static double first_other(const int32_t *labels, size_t t, size_t dropped)
{
    return labels[dropped == 0 ? 1 : 0] == labels[t] ? 1.0 : 0.0;
}

/* Squared distances carry their class in the sign: positive for the label of t, negative for another. */
static void insertion_sort(double *signed_square, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const double moved = signed_square[i];
        size_t j = i;
        for (; j > 0 && fabs(signed_square[j - 1]) > fabs(moved); j--) {
            signed_square[j] = signed_square[j - 1];
        }
        signed_square[j] = moved;
    }
}

static int meet_all(walk *at, const double *signed_square, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!meet(at, sqrt(fabs(signed_square[i])), signed_square[i] > 0.0)) {
            return 0;
        }
    }
    return 1;
}

/* The least and the greatest magnitude; in lanes, so that no comparison waits for the one before. */
static void range_of(const double *values, size_t n, double *least, double *greatest)
{
    double low[4] = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
    double high[4] = {0.0, 0.0, 0.0, 0.0};
    for (size_t i = 0; i < n; i++) {
        const double value = fabs(values[i]);
        const size_t lane = i % 4;
        low[lane] = value < low[lane] ? value : low[lane];
        high[lane] = value > high[lane] ? value : high[lane];
    }
    for (size_t lane = 1; lane < 4; lane++) {
        low[0] = low[lane] < low[0] ? low[lane] : low[0];
        high[0] = high[lane] > high[0] ? high[lane] : high[0];
    }
    *least = low[0];
    *greatest = high[0];
}

enum { N_BUCKETS = 256, SMALL_SORT = 24, MAX_BUCKET_DEPTH = 12 };

static size_t bucket_of(double signed_square, double low, double scale)
{
    const size_t bucket = (size_t)((fabs(signed_square) - low) * scale);
    return bucket < N_BUCKETS ? bucket : N_BUCKETS - 1;
}

/* Walk through unsorted squared distances in ascending order, sorting no further than the neighbourhood reaches: spread
 * over buckets of equal width, each spread again when its turn comes. `spare` has room for n. */
static int meet_ascending(walk *at, double *signed_square, double *spare, size_t n, double low, double high, int depth)
{
    const double scale = (double)N_BUCKETS / (high - low);
    if (n <= SMALL_SORT || depth == MAX_BUCKET_DEPTH || !(scale <= DBL_MAX)) {
        if (high > low) {
            insertion_sort(signed_square, n);
        }
        return meet_all(at, signed_square, n);
    }
    size_t begin[N_BUCKETS + 1] = {0};
    for (size_t i = 0; i < n; i++) {
        begin[bucket_of(signed_square[i], low, scale) + 1]++;
    }
    for (size_t bucket = 0; bucket < N_BUCKETS; bucket++) {
        begin[bucket + 1] += begin[bucket];
    }
    size_t end[N_BUCKETS];
    memcpy(end, begin, sizeof end);
    for (size_t i = 0; i < n; i++) {
        spare[end[bucket_of(signed_square[i], low, scale)]++] = signed_square[i];
    }
    for (size_t bucket = 0; bucket < N_BUCKETS; bucket++) {
        const size_t size = end[bucket] - begin[bucket];
        double *part = spare + begin[bucket];
        double part_low = 0.0;
        double part_high = 1.0;
        if (size > SMALL_SORT) {
            range_of(part, size, &part_low, &part_high);
        }
        if (size > 0 &&
            !meet_ascending(at, part, signed_square + begin[bucket], size, part_low, part_high, depth + 1)) {
            return 0;
        }
    }
    return 1;
}

/* Four columns in one pass: the same additions in the same order, with less traffic to memory. */
static void add_four_columns(double *sum, const double *const column[4], const double at[4], const double weight[4],
                             size_t n)
{
    const double *const c0 = column[0];
    const double *const c1 = column[1];
    const double *const c2 = column[2];
    const double *const c3 = column[3];
    for (size_t s = 0; s < n; s++) {
        const double d0 = c0[s] - at[0];
        const double d1 = c1[s] - at[1];
        const double d2 = c2[s] - at[2];
        const double d3 = c3[s] - at[3];
        double total = sum[s];
        total += (d0 * weight[0]) * d0;
        total += (d1 * weight[1]) * d1;
        total += (d2 * weight[2]) * d2;
        total += (d3 * weight[3]) * d3;
        sum[s] = total;
    }
}

static void squared_distances(const double *columns, size_t n_rows, const size_t *chosen, size_t n_chosen,
                              const double *weights, size_t t, double *sum)
{
    memset(sum, 0, n_rows * sizeof *sum);
    size_t k = 0;
    for (; k + 4 <= n_chosen; k += 4) {
        const double *column[4];
        double at[4];
        double weight[4];
        for (size_t i = 0; i < 4; i++) {
            column[i] = columns + chosen[k + i] * n_rows;
            at[i] = column[i][t];
            weight[i] = weights[chosen[k + i]];
        }
        add_four_columns(sum, column, at, weight, n_rows);
    }
    for (; k < n_chosen; k++) {
        const double *column = columns + chosen[k] * n_rows;
        add_column(sum, column, column[t], weights[chosen[k]], n_rows);
    }
}

size_t ifc2f_neighbourhood_work(size_t n_rows)
{
    return 2 * n_rows;
}

/* Purity of t's neighbourhood from its squared distances, which are overwritten. */
static double quality_of(size_t t, double *square, double *spare, size_t n_rows, const int32_t *labels, int32_t rule,
                         int32_t drop_first)
{
    const int32_t label = labels[t];
    zeros zero = {0, 0, n_rows};
    size_t n = 0; /* those not at zero, with their class, move to the front */
    for (size_t s = 0; s < n_rows; s++) {
        const double distance = square[s];
        const int same = labels[s] == label;
        if (distance == 0.0) {
            zero.first = zero.n == 0 ? s : zero.first;
            zero.n++;
            zero.n_same += (size_t)same;
        }
        square[n] = same ? distance : -distance;
        n += distance != 0.0;
    }
    double low = 0.0;
    double high = 0.0;
    if (n > 0) {
        range_of(square, n, &low, &high);
    }
    walk at = begin_walk(rule, n_rows, zero.n > 1 ? 0.0 : sqrt(low), sqrt(high));
    if (rule == IFC2F_NEIGHBOURS_GAP && !(at.gap > 0.0)) {
        return first_other(labels, t, drop_first ? zero.first : t);
    }
    if (zero.n > 1) {
        meet_zeros(&at, &zero, drop_first, labels, t);
        if (rule == IFC2F_NEIGHBOURS_DENSITY) {
            return purity(&at); /* the mean gap was 0 and can only grow */
        }
    }
    meet_ascending(&at, square, spare, n, low, high, 0);
    return purity(&at);
}

size_t ifc2f_neighbourhood_quality(const double *columns, size_t n_rows, const size_t *chosen, size_t n_chosen,
                                   const double *weights, const int32_t *labels, int32_t rule, int32_t drop_first,
                                   size_t first, size_t last, double may_lack, double *quality, double *work)
{
    int undefined = 0;
    for (size_t k = 0; k < n_chosen; k++) {
        undefined |= !(weights[chosen[k]] <= DBL_MAX);
    }
    double lacking = 0.0;
    size_t t = first;
    for (; t < last && !(lacking > may_lack); t++) {
        if (undefined) {
            quality[t - first] = rule == IFC2F_NEIGHBOURS_GAP ? first_other(labels, t, t) : (double)NAN;
        } else {
            squared_distances(columns, n_rows, chosen, n_chosen, weights, t, work);
            quality[t - first] = quality_of(t, work, work + n_rows, n_rows, labels, rule, drop_first);
        }
        lacking += 1.0 - quality[t - first];
    }
    return t - first;
}

static double distance_1d(double a, double b, double weight)
{
    const double difference = a - b;
    return sqrt((difference * weight) * difference);
}

/* Purity for the instance at `place` of the sorted column. */
static double quality_1d(const double *column, size_t n_rows, const size_t *order, double weight,
                         const int32_t *labels, int32_t rule, int32_t drop_first, size_t place)
{
    const size_t t = order[place];
    const double value = column[t];
    zeros zero = {1, 1, t};
    size_t left = place;     /* the next to the left is order[left - 1] */
    size_t right = place + 1; /* the next to the right is order[right] */
    for (; left > 0 && distance_1d(column[order[left - 1]], value, weight) == 0.0; left--) {
        const size_t s = order[left - 1];
        zero.first = s < zero.first ? s : zero.first;
        zero.n++;
        zero.n_same += labels[s] == labels[t];
    }
    for (; right < n_rows && distance_1d(column[order[right]], value, weight) == 0.0; right++) {
        const size_t s = order[right];
        zero.first = s < zero.first ? s : zero.first;
        zero.n++;
        zero.n_same += labels[s] == labels[t];
    }
    double to_left = left > 0 ? distance_1d(column[order[left - 1]], value, weight) : HUGE_VAL;
    double to_right = right < n_rows ? distance_1d(column[order[right]], value, weight) : HUGE_VAL;
    const double nearest = zero.n > 1 ? 0.0 : (to_left < to_right ? to_left : to_right);
    const double leftmost = distance_1d(column[order[0]], value, weight);
    const double rightmost = distance_1d(column[order[n_rows - 1]], value, weight);
    walk at = begin_walk(rule, n_rows, nearest, leftmost > rightmost ? leftmost : rightmost);
    if (rule == IFC2F_NEIGHBOURS_GAP && !(at.gap > 0.0)) {
        return first_other(labels, t, drop_first ? zero.first : t);
    }
    if (zero.n > 1) {
        meet_zeros(&at, &zero, drop_first, labels, t);
        if (rule == IFC2F_NEIGHBOURS_DENSITY) {
            return purity(&at);
        }
    }
    while (left > 0 || right < n_rows) {
        if (to_left < to_right) {
            if (!meet(&at, to_left, labels[order[left - 1]] == labels[t])) {
                break;
            }
            left--;
            to_left = left > 0 ? distance_1d(column[order[left - 1]], value, weight) : HUGE_VAL;
        } else {
            if (!meet(&at, to_right, labels[order[right]] == labels[t])) {
                break;
            }
            right++;
            to_right = right < n_rows ? distance_1d(column[order[right]], value, weight) : HUGE_VAL;
        }
    }
    return purity(&at);
}

void ifc2f_neighbourhood_quality_1d(const double *column, size_t n_rows, const size_t *order, double weight,
                                    const int32_t *labels, size_t n_labels, int32_t rule, int32_t drop_first,
                                    double *quality, double *work)
{
    if (!(weight <= DBL_MAX)) {
        for (size_t t = 0; t < n_rows; t++) {
            quality[t] = rule == IFC2F_NEIGHBOURS_GAP ? first_other(labels, t, t) : (double)NAN;
        }
        return;
    }
    /* Instances with the same value and label have the same purity, save where it rests on row numbers. */
    const int by_value = column[order[0]] < column[order[n_rows - 1]] && n_rows > 2;
    for (size_t place = 0; place < n_rows; place++) {
        const size_t t = order[place];
        if (place == 0 || column[order[place - 1]] < column[t]) {
            for (size_t label = 0; label < n_labels; label++) {
                work[label] = -1.0; /* not known yet */
            }
        }
        double *known = work + labels[t];
        if (!by_value || *known < 0.0) {
            *known = quality_1d(column, n_rows, order, weight, labels, rule, drop_first, place);
        }
        quality[t] = *known;
    }
}
