/* Bin edges: quantiles, cuts that tell of the class, and ranges. */
#include "dense_cells.h"
#include "class_cuts.h"

#include <math.h>

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
        n_edges[c] = i2f_cut_by_class(&sorted, n_bins, n_classes, &table, &scratch, edge);
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
        n_coarse_edges[c] = i2f_cut_by_class(&sorted, n_coarse, n_classes, &table, &scratch, coarse_edge);
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
    if (columns->apart != NULL) {
        for (size_t c = lo; c < hi; ++c) {
            for (size_t r = 0; r < columns->n_rows; ++r) {
                widen(cell_of(&columns->apart[c], r), &low[c], &high[c]);
            }
        }
        return;
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
