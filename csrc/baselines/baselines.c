/* Kernels of the rival methods (ifc2f_baselines.h): sums in a fixed order, and what is built on them. */
#include "../base/arithmetic.h"

#include "ifc2f_baselines.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "ifc2f_count.h"
#include "ifc2f_plan.h"

/* ---- Sums in a fixed order ---- */

/* Four running sums, so that the processor need not wait for each addition. */
static double dot(const double *a, const double *b, size_t n)
{
    double sum[4] = {0.0, 0.0, 0.0, 0.0};
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        for (size_t lane = 0; lane < 4; lane++) {
            sum[lane] += a[i + lane] * b[i + lane];
        }
    }
    for (; i < n; i++) {
        sum[0] += a[i] * b[i];
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* row -= factor * other */
static void subtract_multiple(double *row, const double *other, double factor, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        row[i] -= factor * other[i];
    }
}

/* ---- Marginal tests and covariances ---- */

void ifc2f_centre_columns(double *columns, size_t n_rows, size_t n_columns, const double *target, double *totals,
                          double *squares, double *products)
{
    for (size_t j = 0; j < n_columns; j++) {
        double *column = columns + j * n_rows;
        const double first = column[0];
        double total = 0.0;
        int constant = 1;
        for (size_t i = 0; i < n_rows; i++) {
            total += column[i];
            constant &= column[i] == first;
        }
        /* The mean of equal values need not be that value in floating point, so they are not left to rounding. */
        const double mean = total / (double)n_rows;
        double square = 0.0;
        for (size_t i = 0; i < n_rows; i++) {
            column[i] = constant ? 0.0 : column[i] - mean;
            square += column[i] * column[i];
        }
        totals[j] = total;
        squares[j] = square;
        products[j] = dot(column, target, n_rows);
    }
}

void ifc2f_column_products(const double *column, const double *columns, size_t n_rows, size_t n_columns,
                           double *products)
{
    for (size_t j = 0; j < n_columns; j++) {
        products[j] = dot(column, columns + j * n_rows, n_rows);
    }
}

/* ---- SAOLA ---- */

size_t ifc2f_saola(const double *columns, size_t n_rows, size_t n_kept, size_t n_columns, const double *squares,
                   const double *relevance, double threshold, double tolerance, int32_t restore, size_t *kept,
                   size_t *work)
{
    for (size_t f = 0; f < n_kept; f++) {
        kept[f] = f;
    }
    for (size_t i = n_kept; i < n_columns; i++) {
        size_t n_survivors = 0;
        size_t scanned = 0;
        int redundant = 0;
        for (; scanned < n_kept && !redundant; scanned++) {
            const size_t f = kept[scanned];
            const double product = dot(columns + i * n_rows, columns + f * n_rows, n_rows);
            const double strength = fabs(product / sqrt(squares[i] * squares[f]));
            int older_goes = 0;
            if (strength >= threshold) { /* false for NaN too */
                if (relevance[f] >= relevance[i] - tolerance) {
                    redundant = strength > relevance[i] + tolerance;
                } else {
                    older_goes = strength > relevance[f] + tolerance;
                }
            }
            if (!older_goes) {
                work[n_survivors++] = f;
            }
        }
        if (redundant && restore) {
            continue;
        }
        for (; scanned < n_kept; scanned++) {
            work[n_survivors++] = kept[scanned];
        }
        if (!redundant) {
            work[n_survivors++] = i;
        }
        memcpy(kept, work, n_survivors * sizeof *kept);
        n_kept = n_survivors;
    }
    return n_kept;
}

/* ---- Conditional independence given small sets ---- */

/* What is left of the two variables and of each candidate after conditioning on the members chosen so far. */
typedef struct level {
    double *with_a;     /* covariance of each candidate with a */
    double *with_b;
    double *variance;   /* of each candidate */
    double *with_member; /* covariance of each candidate with the member chosen last, before conditioning on it */
    double pivot;       /* variance of that member then */
    double aa, bb, ab;  /* of a and b */
} level;

typedef struct subset_search {
    const double *covariance;
    size_t stride;
    const size_t *given;
    size_t n_given;
    const double *squared_thresholds;
    double least_a, least_b; /* variances that count as none */
    double tolerance;
    int undefined_is_independent;
    double *work;
} subset_search;

enum { LEVEL_VECTORS = 4, LEVEL_SCALARS = 4 };

size_t ifc2f_any_independent_work(size_t n_given, size_t max_size)
{
    return (max_size + 1) * (LEVEL_VECTORS * n_given + LEVEL_SCALARS);
}

static level level_at(const subset_search *search, size_t depth)
{
    double *base = search->work + depth * (LEVEL_VECTORS * search->n_given + LEVEL_SCALARS);
    const double *scalars = base + LEVEL_VECTORS * search->n_given;
    level at = {base,
                base + search->n_given,
                base + 2 * search->n_given,
                base + 3 * search->n_given,
                scalars[0],
                scalars[1],
                scalars[2],
                scalars[3]};
    return at;
}

static void store_scalars(const subset_search *search, size_t depth, const level *at)
{
    double *scalars = search->work + depth * (LEVEL_VECTORS * search->n_given + LEVEL_SCALARS) +
                      LEVEL_VECTORS * search->n_given;
    scalars[0] = at->pivot;
    scalars[1] = at->aa;
    scalars[2] = at->bb;
    scalars[3] = at->ab;
}

static double covariance_of(const subset_search *search, size_t row, size_t column)
{
    return search->covariance[row * search->stride + column];
}

/* Partial covariances times `scale` > 0 (variances left, times the pivot, when a division is saved). */
static int independent(const subset_search *search, double aa, double bb, double ab, double scale, double threshold)
{
    return aa <= search->least_a * scale || bb <= search->least_b * scale || !(ab * ab >= threshold * (aa * bb));
}

static int no_variance(const subset_search *search, double left, size_t row)
{
    return left <= search->tolerance * covariance_of(search, row, row);
}

/* Condition level depth - 1 on a member whose covariances with the candidates from `first` on are in
 * level `depth`.with_member, and with a and b are given. */
static void condition(const subset_search *search, size_t depth, size_t first, double member_a, double member_b,
                      double pivot)
{
    const level from = level_at(search, depth - 1);
    level to = level_at(search, depth);
    const double share_a = member_a / pivot;
    const double share_b = member_b / pivot;
    for (size_t c = first; c < search->n_given; c++) {
        const double member = to.with_member[c];
        to.with_a[c] = from.with_a[c] - share_a * member;
        to.with_b[c] = from.with_b[c] - share_b * member;
        to.variance[c] = from.variance[c] - member * member / pivot;
    }
    to.pivot = pivot;
    to.aa = from.aa - share_a * member_a;
    to.bb = from.bb - share_b * member_b;
    to.ab = from.ab - share_a * member_b;
    store_scalars(search, depth, &to);
}

/* Condition on candidate `chosen`; only later candidates are carried over. */
static void condition_on_candidate(const subset_search *search, size_t depth, size_t chosen)
{
    const level from = level_at(search, depth - 1);
    double *member = level_at(search, depth).with_member;
    const double *row = search->covariance + search->given[chosen] * search->stride;
    for (size_t c = chosen + 1; c < search->n_given; c++) {
        member[c] = row[search->given[c]];
    }
    for (size_t earlier = 1; earlier < depth; earlier++) {
        const level at = level_at(search, earlier);
        const double share = at.with_member[chosen] / at.pivot;
        for (size_t c = chosen + 1; c < search->n_given; c++) {
            member[c] -= share * at.with_member[c];
        }
    }
    condition(search, depth, chosen + 1, from.with_a[chosen], from.with_b[chosen], from.variance[chosen]);
}

/* Try every set of `missing` >= 1 further candidates from `first` on; `size` members are chosen already, and the
 * level that knows them is `depth`. */
static int search_sets(const subset_search *search, size_t depth, size_t first, size_t size, size_t missing)
{
    const level at = level_at(search, depth);
    for (size_t c = first; c + missing <= search->n_given; c++) {
        const double pivot = at.variance[c];
        if (no_variance(search, pivot, search->given[c])) {
            if (search->undefined_is_independent) {
                return 1;
            }
            continue;
        }
        if (missing == 1) {
            const double aa = at.aa * pivot - at.with_a[c] * at.with_a[c];
            const double bb = at.bb * pivot - at.with_b[c] * at.with_b[c];
            const double ab = at.ab * pivot - at.with_a[c] * at.with_b[c];
            if (independent(search, aa, bb, ab, pivot, search->squared_thresholds[size + 1])) {
                return 1;
            }
        } else {
            condition_on_candidate(search, depth + 1, c);
            if (search_sets(search, depth + 1, c + 1, size + 1, missing - 1)) {
                return 1;
            }
        }
    }
    return 0;
}

int32_t ifc2f_any_independent(const double *covariance, size_t stride, size_t a, size_t b, const size_t *given,
                              size_t n_given, int64_t must, const double *squared_thresholds, size_t max_size,
                              double tolerance, int32_t undefined, double *work)
{
    const subset_search search = {covariance,
                                  stride,
                                  given,
                                  n_given,
                                  squared_thresholds,
                                  tolerance * covariance[a * stride + a],
                                  tolerance * covariance[b * stride + b],
                                  tolerance,
                                  undefined == IFC2F_UNDEFINED_INDEPENDENT,
                                  work};
    level base = level_at(&search, 0);
    for (size_t c = 0; c < n_given; c++) {
        base.with_a[c] = covariance_of(&search, a, given[c]);
        base.with_b[c] = covariance_of(&search, b, given[c]);
        base.variance[c] = covariance_of(&search, given[c], given[c]);
    }
    base.pivot = 0.0;
    base.aa = covariance_of(&search, a, a);
    base.bb = covariance_of(&search, b, b);
    base.ab = covariance_of(&search, a, b);
    store_scalars(&search, 0, &base);

    size_t depth = 0;
    if (must >= 0 && max_size > 0) {
        const size_t row = (size_t)must;
        const double pivot = covariance_of(&search, row, row);
        if (pivot <= 0.0) {
            return search.undefined_is_independent;
        }
        depth = 1;
        double *member = level_at(&search, depth).with_member;
        for (size_t c = 0; c < n_given; c++) {
            member[c] = covariance_of(&search, row, given[c]);
        }
        condition(&search, depth, 0, covariance_of(&search, row, a), covariance_of(&search, row, b), pivot);
        const level at = level_at(&search, depth);
        if (independent(&search, at.aa, at.bb, at.ab, 1.0, squared_thresholds[1])) {
            return 1;
        }
    }
    /* Small sets first: most of the features that go are explained by one other. */
    for (size_t missing = 1; depth + missing <= max_size; missing++) {
        if (search_sets(&search, depth, 0, depth, missing)) {
            return 1;
        }
    }
    return 0;
}

/* ---- Alpha-investing ---- */

/* The part of the column outside the kept span, to `state->work`; its squares, or 0 if next to nothing is left.
 * Projected twice: once leaves a part inside of the order of the rounding errors. */
static double part_outside(const ifc2f_alpha_state *state, const double *column)
{
    const size_t n = state->n_rows;
    memcpy(state->work, column, n * sizeof *column);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t k = 0; k < state->n_kept; k++) {
            const double *direction = state->basis + k * n;
            subtract_multiple(state->work, direction, dot(state->work, direction, n), n);
        }
    }
    const double left = dot(state->work, state->work, n);
    return left > state->singular * dot(column, column, n) ? left : 0.0;
}

static void keep_part_outside(ifc2f_alpha_state *state, double squares)
{
    const size_t n = state->n_rows;
    const double length = sqrt(squares);
    double *direction = state->basis + state->n_kept * n;
    for (size_t i = 0; i < n; i++) {
        direction[i] = state->work[i] / length;
    }
    state->n_kept++;
    subtract_multiple(state->residual, direction, dot(state->residual, direction, n), n);
    state->error = dot(state->residual, state->residual, n);
}

void ifc2f_alpha_investing(ifc2f_alpha_state *state, const double *columns, size_t n_columns, uint8_t *kept)
{
    const size_t n = state->n_rows;
    for (size_t j = 0; j < n_columns; j++, state->position++) {
        const double squares = part_outside(state, columns + j * n);
        const int fits = squares > 0.0 && state->n_kept < state->max_kept;
        if (state->position < state->n_forced) {
            kept[j] = 1;
            if (fits) {
                keep_part_outside(state, squares);
            }
            continue;
        }
        const double level_bid = state->wealth / (2.0 * ((double)state->position + 1.0));
        kept[j] = 0;
        if (fits) {
            const double along = dot(state->work, state->residual, n);
            const double gain = along * along / squares;
            kept[j] = gain * (double)n > -2.0 * state->error * ifc2f_log(level_bid);
        }
        state->wealth -= level_bid;
        if (kept[j]) {
            state->wealth += state->payout;
            keep_part_outside(state, squares);
        }
    }
}

/* ---- Neighbourhoods ---- */

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

/* sum += weight (column - at)^2, in the order of operations of the standardised distance. */
static void add_column(double *sum, const double *column, double at, double weight, size_t n)
{
    for (size_t s = 0; s < n; s++) {
        const double difference = column[s] - at;
        sum[s] += (difference * weight) * difference;
    }
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

void ifc2f_nearest_rows(const double *columns, size_t n_rows, const double *query_columns, size_t n_queries,
                        size_t n_columns, size_t n_neighbours, size_t *nearest, double *work)
{
    double *distance = work;
    double *best = work + n_rows;
    for (size_t q = 0; q < n_queries; q++) {
        memset(distance, 0, n_rows * sizeof *distance);
        for (size_t j = 0; j < n_columns; j++) {
            add_column(distance, columns + j * n_rows, query_columns[j * n_queries + q], 1.0, n_rows);
        }
        size_t *found = nearest + q * n_neighbours;
        size_t n_found = 0;
        for (size_t s = 0; s < n_rows; s++) {
            if (n_found == n_neighbours && !(distance[s] < best[n_found - 1])) {
                continue;
            }
            size_t place = n_found < n_neighbours ? n_found++ : n_found - 1;
            for (; place > 0 && distance[s] < best[place - 1]; place--) {
                best[place] = best[place - 1];
                found[place] = found[place - 1];
            }
            best[place] = distance[s];
            found[place] = s;
        }
    }
}

/* ---- ETANA ---- */

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
    double residual[IFC2F_GRID_MAX_CLASSES];
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

/* posterior = belief times P(value | class), normalised; returns the probability of the value. */
static double update(const double *belief, const double *likelihood, size_t n_classes, double *posterior)
{
    double total = 0.0;
    for (size_t c = 0; c < n_classes; c++) {
        posterior[c] = belief[c] * likelihood[c];
        total += posterior[c];
    }
    for (size_t c = 0; c < n_classes; c++) {
        posterior[c] /= total;
    }
    return total;
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
                          size_t n_rows, int32_t *n_looked, double *belief)
{
    const size_t n_classes = grid->n_classes;
    for (size_t row = 0; row < n_rows; row++) {
        double *at = belief + row * n_classes;
        memcpy(at, prior, n_classes * sizeof *at);
        size_t k = 0;
        for (; k < n_features && !stop[k * n_points + ifc2f_round_belief(grid, at)]; k++) {
            update(at, tables + (k * n_values + codes[row * n_features + k]) * n_classes, n_classes, at);
        }
        n_looked[row] = (int32_t)k;
    }
}

/* ---- F-ETANA ---- */

static double power(double base, double exponent)
{
    return ifc2f_exp(exponent * ifc2f_log(base));
}

/* One bit of a word array as a factor. */
static double sign_at(const uint32_t *signs, size_t index)
{
    return (signs[index / 32] >> (index % 32)) & 1u ? 1.0 : -1.0;
}

/* Cost of classifying one instance of `class_index` by thresholds + shift * signs. */
static double perturbed_cost(const double *thresholds, double shift, const uint32_t *signs, const double *tables,
                             size_t n_features, size_t n_values, size_t n_classes, const double *prior,
                             const uint8_t *codes, size_t class_index, double feature_cost, double *belief)
{
    double cost = 0.0;
    memcpy(belief, prior, n_classes * sizeof *belief);
    for (size_t k = 0; k < n_features; k++) {
        double product = 0.0;
        for (size_t c = 0; c < n_classes; c++) {
            const size_t index = k * n_classes + c;
            product += (thresholds[index] + shift * sign_at(signs, index)) * belief[c];
        }
        if (product < 0.0) {
            break;
        }
        cost += feature_cost;
        update(belief, tables + (k * n_values + codes[k]) * n_classes, n_classes, belief);
    }
    return cost + 1.0 - belief[class_index];
}

uint32_t ifc2f_f_etana_train(const ifc2f_spsa *options, const double *tables, size_t n_features, size_t n_values,
                             size_t n_classes, const double *prior, const uint8_t *codes, size_t n_rows,
                             size_t class_index, double feature_cost, double *thresholds, uint32_t *signs,
                             double *belief)
{
    const size_t n_thresholds = n_features * n_classes;
    const size_t n_words = (n_thresholds + 31) / 32;
    uint32_t draw = 0;
    uint32_t quiet = 0; /* steps in a row without a gradient */
    uint32_t t = 0;
    while (t < options->max_steps && quiet < options->patience) {
        const uint64_t random = ifc2f_random(options->seed, options->stream, draw++);
        const uint8_t *row = codes + (size_t)((random * n_rows) >> 32) * n_features;
        for (size_t word = 0; word < n_words; word++) {
            signs[word] = ifc2f_random(options->seed, options->stream, draw++);
        }
        const double step = (double)t + 1.0;
        const double gain = options->gain * power(step + options->offset, -options->decay);
        const double shift = options->size * power(step, -options->size_decay);
        const double above = perturbed_cost(thresholds, shift, signs, tables, n_features, n_values, n_classes, prior,
                                            row, class_index, feature_cost, belief);
        const double below = perturbed_cost(thresholds, -shift, signs, tables, n_features, n_values, n_classes, prior,
                                            row, class_index, feature_cost, belief);
        const double slope = (above - below) / (2.0 * shift);
        for (size_t index = 0; index < n_thresholds && slope != 0.0; index++) {
            thresholds[index] -= gain * slope * sign_at(signs, index);
        }
        quiet = fabs(slope) * sqrt((double)n_thresholds) < options->tolerance ? quiet + 1 : 0;
        t++;
    }
    return t;
}

void ifc2f_f_etana_classify(const double *thresholds, const double *tables, size_t n_features, size_t n_values,
                            size_t n_classes, const double *prior, const uint8_t *codes, size_t n_rows,
                            int32_t *n_looked, int32_t *stopped_by, double *belief)
{
    for (size_t row = 0; row < n_rows; row++) {
        double *at = belief + row * n_classes;
        memcpy(at, prior, n_classes * sizeof *at);
        size_t k = 0;
        stopped_by[row] = -1;
        for (; k < n_features; k++) {
            for (size_t c = 0; c < n_classes && stopped_by[row] < 0; c++) {
                const double *threshold = thresholds + (c * n_features + k) * n_classes;
                double product = 0.0;
                for (size_t d = 0; d < n_classes; d++) {
                    product += threshold[d] * at[d];
                }
                stopped_by[row] = product < 0.0 ? (int32_t)c : -1;
            }
            if (stopped_by[row] >= 0) {
                break;
            }
            update(at, tables + (k * n_values + codes[row * n_features + k]) * n_classes, n_classes, at);
        }
        n_looked[row] = (int32_t)k;
    }
}
