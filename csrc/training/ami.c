/*
 * Adjusted mutual information.
 *
 * Write phi(k) = k log k, n_ij the cells, a_i and b_j the sums of rows and columns, n the total, and
 *
 *     S = sum phi(n_ij),   A = sum phi(a_i),   B = sum phi(b_j),   E = sum_ij E phi(n_ij)
 *
 * with n_ij hypergeometric given a_i, b_j, n. Then n MI = S - A - B + phi(n), n H(rows) = phi(n) - A, n H(columns) =
 * phi(n) - B, and the adjusted score loses phi(n) and most of A and B:
 *
 *     AMI = (S - E) / ((A + B) / 2 - E)   for the mean of the entropies,   (S - E) / (max(A, B) - E)   for the larger.
 *
 * E depends on the row sums only, of which most tables of distinct values have few different ones.
 */
#include "logs.h"
#include "sorted.h"

#include <string.h>

static const double LARGE_MEAN = 1e6;

/* E phi(K) of the same K from its first four central moments: what is left out is below 1 / mean^2. */
static double expected_by_moments(double n, double a, double b, double mean)
{
    const double variance = mean * (1.0 - a / n) * (n - b) / (n - 1.0);
    const double third = variance * (1.0 - 2.0 * a / n) * (n - 2.0 * b) / (n - 2.0);
    const double fourth = 3.0 * variance * variance;
    return mean * ifc2f_log(mean) + variance / (2.0 * mean) - third / (6.0 * mean * mean) +
           fourth / (12.0 * mean * mean * mean);
}

/* E phi(K) of K hypergeometric: K of b draws without replacement from n hit one of a. The probabilities are built by
 * their ratios from the mode outwards, so that they need no factorials, and divided by their sum in the end. */
static double expected_k_log_k(const log_table *table, int64_t n, int64_t a, int64_t b)
{
    const double negligible = 1e-18;
    const double mean = (double)a * (double)b / (double)n;
    if (mean > LARGE_MEAN) {
        return expected_by_moments((double)n, (double)a, (double)b, mean);
    }
    const int64_t first = a + b > n ? a + b - n : 0;
    const int64_t last = a < b ? a : b;
    int64_t mode = (int64_t)((double)(a + 1) * (double)(b + 1) / (double)(n + 2));
    mode = mode < first ? first : (mode > last ? last : mode);
    const double rest = (double)(n - a - b);
    double total = 1.0;
    double sum = k_log_k(table, mode);
    double p = 1.0;
    for (int64_t k = mode + 1; k <= last && p > negligible; ++k) {
        const double x = (double)k;
        p *= ((double)(a - k + 1) * (double)(b - k + 1)) / (x * (rest + x));
        total += p;
        sum += p * k_log_k(table, k);
    }
    p = 1.0;
    for (int64_t k = mode; k > first && p > negligible; --k) {
        const double x = (double)k;
        p *= (x * (rest + x)) / ((double)(a - k + 1) * (double)(b - k + 1));
        total += p;
        sum += p * k_log_k(table, k - 1);
    }
    return sum / total;
}

/* Distinct positive sums of one side of a table, each with the number of times it occurs. */
typedef struct margin_sums {
    int64_t *sums;
    int64_t *times;
    size_t n_distinct;
    size_t n_groups; /* sums with repetitions */
    double phi;      /* A or B above */
} margin_sums;

static void margin_add(margin_sums *margin, const log_table *table, int64_t sum)
{
    if (sum == 0) {
        return;
    }
    margin->n_groups += 1;
    margin->phi += k_log_k(table, sum);
    for (size_t i = 0; i < margin->n_distinct; ++i) {
        if (margin->sums[i] == sum) {
            margin->times[i] += 1;
            return;
        }
    }
    margin->sums[margin->n_distinct] = sum;
    margin->times[margin->n_distinct] = 1;
    margin->n_distinct += 1;
}

/* The score from the margins, S = `cells`, and the number of positive cells. */
static double adjusted(const log_table *table, int64_t n, const margin_sums *rows, const margin_sums *columns,
                       double cells, size_t n_cells, int32_t average)
{
    if (rows->n_groups <= 1 || columns->n_groups <= 1) {
        return 0.0;
    }
    if (n_cells == rows->n_groups && n_cells == columns->n_groups) { /* one partition under two names */
        return 1.0;
    }
    double expected = 0.0;
    for (size_t i = 0; i < rows->n_distinct; ++i) {
        for (size_t j = 0; j < columns->n_distinct; ++j) {
            expected += (double)(rows->times[i] * columns->times[j]) *
                        expected_k_log_k(table, n, rows->sums[i], columns->sums[j]);
        }
    }
    const double larger = rows->phi > columns->phi ? rows->phi : columns->phi;
    const double most = average == IFC2F_AVERAGE_MAX ? larger : 0.5 * (rows->phi + columns->phi);
    return (cells - expected) / (most - expected);
}

static double table_score(const int64_t *cells, size_t n_rows, size_t n_columns, int32_t average,
                          const log_table *table, int64_t *work)
{
    margin_sums rows = {work, work + n_rows, 0, 0, 0.0};
    margin_sums columns = {work + 2 * n_rows, work + 2 * n_rows + n_columns, 0, 0, 0.0};
    int64_t n = 0;
    double phi = 0.0;
    size_t n_cells = 0;
    for (size_t i = 0; i < n_rows; ++i) {
        int64_t sum = 0;
        for (size_t j = 0; j < n_columns; ++j) {
            const int64_t cell = cells[i * n_columns + j];
            sum += cell;
            phi += k_log_k(table, cell);
            n_cells += cell > 0;
        }
        margin_add(&rows, table, sum);
        n += sum;
    }
    for (size_t j = 0; j < n_columns; ++j) {
        int64_t sum = 0;
        for (size_t i = 0; i < n_rows; ++i) {
            sum += cells[i * n_columns + j];
        }
        margin_add(&columns, table, sum);
    }
    return adjusted(table, n, &rows, &columns, phi, n_cells, average);
}

void ifc2f_ami_counts(const int64_t *counts, size_t lo, size_t hi, size_t n_values, size_t n_classes, int32_t average,
                      const double *logs, size_t n_logs, double *scores, int64_t *work)
{
    const log_table table = {logs, n_logs};
    for (size_t c = lo; c < hi; ++c) {
        const int64_t *cells = counts + c * n_values * n_classes;
        scores[c] = table_score(cells, n_values, n_classes, average, &table, work);
    }
}

/* ---- Of values -------------------------------------------------------------------------------------------------- */

/* Row sums of one column seen so far: like margin_add(), with `repetitions` as index from a sum to its count. */
static void run_add(margin_sums *rows, const log_table *table, int64_t *repetitions, int64_t sum)
{
    rows->n_groups += 1;
    rows->phi += k_log_k(table, sum);
    if (repetitions[sum] == 0) {
        rows->sums[rows->n_distinct] = sum;
        rows->n_distinct += 1;
    }
    repetitions[sum] += 1;
}

static double values_score(const sorted_values *sorted, size_t n_classes, int32_t average, const log_table *table,
                           const scratch_space *scratch)
{
    uint64_t *keys = sorted->keys;
    int64_t *run = scratch->classes;       /* class counts of one value */
    int64_t *class_size = run + n_classes; /* class counts of all */
    int64_t *class_sums = run + 2 * n_classes;
    margin_sums rows = {unused_buffer(scratch, keys), NULL, 0, 0, 0.0};
    margin_sums columns = {class_sums, class_sums + n_classes, 0, 0, 0.0};
    double cells = 0.0;
    size_t n_cells = 0;
    int64_t n = 0;
    memset(run, 0, 2 * n_classes * sizeof(int64_t));
    for (size_t i = 0; i < sorted->n;) {
        const size_t begin = i;
        const uint32_t value = key_value(keys[i]);
        int64_t sum = 0;
        do {
            run[key_class(keys[i])] += weight_of(sorted, i);
            sum += weight_of(sorted, i);
            i += 1;
        } while (i < sorted->n && key_value(keys[i]) == value);
        run_add(&rows, table, scratch->repetitions, sum);
        n += sum;
        for (size_t k = begin; k < i; ++k) {
            const size_t c = key_class(keys[k]);
            const int64_t count = run[c];
            if (count > 0) {
                cells += k_log_k(table, count);
                n_cells += 1;
                class_size[c] += count;
                run[c] = 0;
            }
        }
    }
    for (size_t c = 0; c < n_classes; ++c) {
        margin_add(&columns, table, class_size[c]);
    }
    rows.times = (int64_t *)keys; /* the keys are done with */
    for (size_t i = 0; i < rows.n_distinct; ++i) {
        rows.times[i] = scratch->repetitions[rows.sums[i]];
        scratch->repetitions[rows.sums[i]] = 0;
    }
    return adjusted(table, n, &rows, &columns, cells, n_cells, average);
}

void ifc2f_ami_values(const ifc2f_columns *columns, size_t lo, size_t hi, const int32_t *y, const int64_t *class_sizes,
                      size_t n_classes, int32_t average, const double *logs, size_t n_logs, double *scores,
                      int64_t *work)
{
    const log_table table = {logs, n_logs};
    const row_classes classes = {y, class_sizes, n_classes};
    const scratch_space scratch = i2f_scratch_in(work, columns, lo, hi, n_classes);
    memset(scratch.repetitions, 0, (columns->n_rows + 1) * sizeof(int64_t));
    for (size_t c = lo; c < hi; ++c) {
        const sorted_values sorted = i2f_sorted_column(columns, c, &classes, &scratch);
        scores[c] = values_score(&sorted, n_classes, average, &table, &scratch);
    }
}
