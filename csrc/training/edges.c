/* Bin edges: quantiles, cuts that tell of the class, and ranges. */
#include "logs.h"
#include "sorted.h"

#include <math.h>
#include <string.h>

/* A float32 edge e between two neighbouring values: below < e <= above. */
static float edge_between(float below, float above)
{
    const float middle = (float)(0.5 * ((double)below + (double)above));
    return middle > below ? middle : above;
}

static int is_boundary(const uint64_t *keys, size_t i)
{
    return key_value(keys[i - 1]) != key_value(keys[i]);
}

/* A boundary between two values: before key `at`, with `below` rows before it. */
typedef struct boundary {
    size_t at;
    int64_t below;
} boundary;

/* The boundary after `start` nearest to `target` rows (the lower of two); `at` is the number of keys if there is
 * none. */
static boundary nearest_boundary(const sorted_values *sorted, boundary start, int64_t target)
{
    boundary down = start;
    boundary up = start;
    while (up.at < sorted->n) {
        do {
            up.below += weight_of(sorted, up.at);
            up.at += 1;
        } while (up.at < sorted->n && !is_boundary(sorted->keys, up.at));
        if (up.below >= target) {
            break;
        }
        down = up;
    }
    const int too_high = up.at == sorted->n || up.below - target >= target - down.below;
    return down.at > start.at && too_high ? down : up;
}

static int64_t total_weight(const sorted_values *sorted)
{
    if (sorted->weights == NULL) {
        return (int64_t)sorted->n;
    }
    int64_t n = 0;
    for (size_t i = 0; i < sorted->n; ++i) {
        n += weight_of(sorted, i);
    }
    return n;
}

/* Rows that hold the value which most rows hold. */
static int64_t most_common(const sorted_values *sorted)
{
    int64_t most = 0;
    int64_t equal = 0;
    for (size_t i = 0; i < sorted->n; ++i) {
        const int is_new = i == 0 || is_boundary(sorted->keys, i);
        equal = (is_new ? 0 : equal) + weight_of(sorted, i);
        most = equal > most ? equal : most;
    }
    return most;
}

/* Write the edges of one column; returns their number. Each cut takes its share of the rows that are left, so that a value
 * that fills several shares costs only one bin. */
static int32_t cut_evenly(const sorted_values *sorted, int64_t n, int64_t n_bins, float *edge)
{
    int32_t n_edges = 0;
    boundary start = {0, 0};
    for (int64_t left = n_bins; left > 1 && n - start.below > 1; --left) {
        const int64_t share = (n - start.below + left / 2) / left;
        start = nearest_boundary(sorted, start, start.below + (share > 0 ? share : 1));
        if (start.at == sorted->n) {
            break;
        }
        edge[n_edges] = edge_between(key_float(sorted->keys[start.at - 1]), key_float(sorted->keys[start.at]));
        n_edges += 1;
    }
    return n_edges;
}

/* Write edges between bins of equal counts; returns their number. */
static int32_t cut_by_count(const sorted_values *sorted, int32_t n_bins, int spares_common, float *edge)
{
    const int64_t n = total_weight(sorted);
    const int64_t n_other = spares_common && n > 0 ? n - most_common(sorted) : n;
    return cut_evenly(sorted, n, n > 0 ? (n_bins * n_other + n / 2) / n : 1, edge);
}

void ifc2f_quantile_edges(const ifc2f_columns *columns, size_t lo, size_t hi, int32_t n_bins, int spares_common,
                          float *edges, int32_t *n_edges, int64_t *work)
{
    const int64_t n_rows = (int64_t)columns->n_rows;
    const row_classes classes = {NULL, &n_rows, 1};
    const scratch_space scratch = i2f_scratch_in(work, columns, lo, hi, 1);
    for (size_t c = lo; c < hi; ++c) {
        const sorted_values sorted = i2f_sorted_column(columns, c, &classes, &scratch);
        n_edges[c] = cut_by_count(&sorted, n_bins, spares_common, edges + c * (size_t)(n_bins - 1));
    }
}

/* A stretch [begin, end) of a sorted column and the cut that lowers its class entropy most. */
typedef struct class_segment {
    size_t begin;
    size_t end;
    size_t cut;  /* 0: no cut is worth its description */
    double gain; /* nats, times the number of rows */
} class_segment;

/* n H(class) in nats of n rows with these class counts. */
static double total_entropy(const int64_t *counts, size_t n_classes, int64_t n, const log_table *table)
{
    double sum = 0.0;
    for (size_t k = 0; k < n_classes; ++k) {
        sum += k_log_k(table, counts[k]);
    }
    return k_log_k(table, n) - sum;
}

static size_t n_classes_present(const int64_t *counts, size_t n_classes)
{
    size_t n = 0;
    for (size_t k = 0; k < n_classes; ++k) {
        n += counts[k] > 0;
    }
    return n;
}

/* log(3^k - 2). */
static double log_of_splits(size_t k)
{
    if (k > 30) {
        return (double)k * ifc2f_log(3.0);
    }
    double power = 1.0;
    for (size_t i = 0; i < k; ++i) {
        power *= 3.0;
    }
    return ifc2f_log(power - 2.0);
}

/* Add rows [begin, end) to the counts of their classes; returns how many there are. */
static int64_t count_classes(const sorted_values *sorted, size_t begin, size_t end, int64_t *counts)
{
    int64_t n = 0;
    for (size_t i = begin; i < end; ++i) {
        counts[key_class(sorted->keys[i])] += weight_of(sorted, i);
        n += weight_of(sorted, i);
    }
    return n;
}

/* One side of a cut. */
typedef struct cut_side {
    int64_t n;
    double entropy; /* nats, times the number of rows */
} cut_side;

/* The cut of n rows after which the two sides have least entropy, the first of those that are equal; 0 if there is none.
 * `right` has the class counts of all, and `left` zeros. */
static size_t least_entropy(const class_segment *segment, const sorted_values *sorted, size_t n_classes,
                            const log_table *table, int64_t n, double worst, int64_t *left, int64_t *right,
                            cut_side sides[2])
{
    const double tie = 1e-9 * (double)n;
    const uint64_t *keys = sorted->keys;
    double best = worst;
    size_t cut = 0;
    int64_t below = 0;
    for (size_t i = segment->begin; i + 1 < segment->end; ++i) {
        const int64_t weight = weight_of(sorted, i);
        left[key_class(keys[i])] += weight;
        right[key_class(keys[i])] -= weight;
        below += weight;
        if (!is_boundary(keys, i + 1)) {
            continue;
        }
        const double a = total_entropy(left, n_classes, below, table);
        const double b = total_entropy(right, n_classes, n - below, table);
        if (a + b < best - tie) {
            best = a + b;
            cut = i + 1;
            sides[0].n = below;
            sides[0].entropy = a;
            sides[1].n = n - below;
            sides[1].entropy = b;
        }
    }
    return cut;
}

/* Find the best cut of a segment and keep it if it passes the description length test: with n rows, k classes, entropy
 * H, and the same for the two sides, gain > (log(n - 1) + log(3^k - 2) - k H + k1 H1 + k2 H2) / n. */
static void find_cut(class_segment *segment, const sorted_values *sorted, size_t n_classes, const log_table *table,
                     int64_t *work)
{
    int64_t *left = work;
    int64_t *right = work + n_classes;
    segment->cut = 0;
    segment->gain = 0.0;
    memset(work, 0, 2 * n_classes * sizeof(int64_t));
    const int64_t n = count_classes(sorted, segment->begin, segment->end, right);
    const size_t n_present = n_classes_present(right, n_classes);
    if (n_present < 2) {
        return;
    }
    const double whole = total_entropy(right, n_classes, n, table);
    cut_side sides[2] = {{0, 0.0}, {0, 0.0}};
    const size_t cut = least_entropy(segment, sorted, n_classes, table, n, whole + 1.0, left, right, sides);
    if (cut == 0) {
        return;
    }
    double price = ifc2f_log((double)(n - 1)) + log_of_splits(n_present) - (double)n_present * whole / (double)n;
    const size_t ends[3] = {segment->begin, cut, segment->end};
    for (size_t side = 0; side < 2; ++side) {
        memset(left, 0, n_classes * sizeof(int64_t));
        (void)count_classes(sorted, ends[side], ends[side + 1], left);
        price += (double)n_classes_present(left, n_classes) * sides[side].entropy / (double)sides[side].n;
    }
    const double best = sides[0].entropy + sides[1].entropy;
    if (whole - best > price) {
        segment->cut = cut;
        segment->gain = whole - best;
    }
}

/* Cut the best segment until none is worth it; return the number of segments, which end up in ascending order. */
static size_t split_segments(class_segment *segments, size_t n_bins, const sorted_values *sorted, size_t n_classes,
                             const log_table *table, int64_t *work)
{
    size_t n_segments = 1;
    segments[0].begin = 0;
    segments[0].end = sorted->n;
    find_cut(&segments[0], sorted, n_classes, table, work);
    while (n_segments < n_bins) {
        size_t best = 0;
        for (size_t s = 1; s < n_segments; ++s) {
            if (segments[s].gain > segments[best].gain) {
                best = s;
            }
        }
        class_segment *lower = &segments[best];
        if (lower->cut == 0) {
            break;
        }
        memmove(lower + 1, lower, (n_segments - best) * sizeof(class_segment));
        lower[1].begin = lower->cut;
        lower[0].end = lower->cut;
        n_segments += 1;
        find_cut(&lower[0], sorted, n_classes, table, work);
        find_cut(&lower[1], sorted, n_classes, table, work);
    }
    return n_segments;
}

/* Write edges that tell of the class; returns their number. */
static int32_t cut_by_class(const sorted_values *sorted, int32_t n_bins, size_t n_classes, const log_table *table,
                            int64_t *work, float *edge)
{
    class_segment segments[IFC2F_MAX_BINS];
    const size_t n_segments = split_segments(segments, (size_t)n_bins, sorted, n_classes, table, work);
    for (size_t s = 1; s < n_segments; ++s) {
        const size_t cut = segments[s].begin;
        edge[s - 1] = edge_between(key_float(sorted->keys[cut - 1]), key_float(sorted->keys[cut]));
    }
    return (int32_t)(n_segments - 1);
}

void ifc2f_entropy_edges(const ifc2f_columns *columns, size_t lo, size_t hi, const int32_t *y,
                         const int64_t *class_sizes, size_t n_classes, const double *logs, size_t n_logs,
                         int32_t n_bins, float *edges, int32_t *n_edges, int64_t *work)
{
    const log_table table = {logs, n_logs};
    const row_classes classes = {y, class_sizes, n_classes};
    const scratch_space scratch = i2f_scratch_in(work, columns, lo, hi, n_classes);
    for (size_t c = lo; c < hi; ++c) {
        const sorted_values sorted = i2f_sorted_column(columns, c, &classes, &scratch);
        float *edge = edges + c * (size_t)(n_bins - 1);
        n_edges[c] = cut_by_class(&sorted, n_bins, n_classes, &table, scratch.classes, edge);
    }
}

void ifc2f_mixed_edges(const ifc2f_columns *columns, size_t lo, size_t hi, const int32_t *y, const int64_t *class_sizes,
                       size_t n_classes, const double *logs, size_t n_logs, int32_t n_coarse, int32_t n_fine,
                       float *coarse, int32_t *n_coarse_edges, float *fine, int32_t *n_fine_edges, int64_t *work)
{
    const log_table table = {logs, n_logs};
    const row_classes classes = {y, class_sizes, n_classes};
    const scratch_space scratch = i2f_scratch_in(work, columns, lo, hi, n_classes);
    for (size_t c = lo; c < hi; ++c) {
        const sorted_values sorted = i2f_sorted_column(columns, c, &classes, &scratch);
        float *coarse_edge = coarse + c * (size_t)(n_coarse - 1);
        n_coarse_edges[c] = cut_by_class(&sorted, n_coarse, n_classes, &table, scratch.classes, coarse_edge);
        n_fine_edges[c] = cut_by_count(&sorted, n_fine, 1, fine + c * (size_t)(n_fine - 1));
    }
}

static void widen(float value, float *low, float *high)
{
    if (value < *low) {
        *low = value;
    }
    if (value > *high) {
        *high = value;
    }
}

void ifc2f_ranges(const ifc2f_columns *columns, size_t lo, size_t hi, float *low, float *high)
{
    for (size_t c = lo; c < hi; ++c) {
        low[c] = INFINITY;
        high[c] = -low[c];
    }
    if (columns->rows == NULL) { /* row by row, as they lie in memory */
        for (size_t r = 0; r < columns->n_rows; ++r) {
            const float *row = columns->values + r * columns->n_columns;
            for (size_t c = lo; c < hi; ++c) {
                widen(row[c], &low[c], &high[c]);
            }
        }
        return;
    }
    for (size_t c = lo; c < hi; ++c) {
        int64_t n_stored = 0;
        for (int64_t i = columns->starts[c]; i < columns->starts[c + 1]; ++i) {
            n_stored += columns->weights == NULL ? 1 : columns->weights[i];
            widen(columns->values[i], &low[c], &high[c]);
        }
        if (n_stored < (int64_t)columns->n_rows) {
            widen(0.0f, &low[c], &high[c]);
        }
    }
}
