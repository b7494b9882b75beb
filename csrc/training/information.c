/* Mutual information of pairs, and given the class, in sums of phi(k) = k log k. */
#include "logs.h"

/* With the sums of phi over the cells, over both margins and over the totals of each class:
 * n I(A; B | C) = cells - rows - columns + totals. */
void ifc2f_cmi(const int64_t *counts, size_t lo, size_t hi, size_t n_values, size_t n_classes, const double *logs,
               size_t n_logs, double *cmi)
{
    const log_table table = {logs, n_logs};
    for (size_t p = lo; p < hi; ++p) {
        const int64_t *cells = counts + p * n_values * n_values * n_classes;
        double information = 0.0;
        int64_t n = 0;
        for (size_t k = 0; k < n_classes; ++k) {
            int64_t total = 0;
            for (size_t a = 0; a < n_values; ++a) {
                int64_t row = 0;
                int64_t column = 0;
                for (size_t b = 0; b < n_values; ++b) {
                    const int64_t cell = cells[(a * n_values + b) * n_classes + k];
                    information += k_log_k(&table, cell);
                    row += cell;
                    column += cells[(b * n_values + a) * n_classes + k];
                }
                information -= k_log_k(&table, row) + k_log_k(&table, column);
                total += row;
            }
            information += k_log_k(&table, total);
            n += total;
        }
        cmi[p] = n > 0 && information > 0.0 ? information / (double)n : 0.0;
    }
}

static int64_t sum_of(const int64_t *counts, size_t n)
{
    int64_t sum = 0;
    for (size_t i = 0; i < n; ++i) {
        sum += counts[i];
    }
    return sum;
}

/* n I(A; B) = cells - rows - columns + total, in sums of phi as above. */
void ifc2f_mi(const int64_t *counts, size_t lo, size_t hi, size_t n_first, size_t n_second, size_t n_classes,
              const double *logs, size_t n_logs, double *mi)
{
    const log_table table = {logs, n_logs};
    for (size_t p = lo; p < hi; ++p) {
        const int64_t *cells = counts + p * n_first * n_second * n_classes;
        double information = 0.0;
        int64_t n = 0;
        for (size_t a = 0; a < n_first; ++a) {
            int64_t row = 0;
            for (size_t b = 0; b < n_second; ++b) {
                const int64_t cell = sum_of(cells + (a * n_second + b) * n_classes, n_classes);
                information += k_log_k(&table, cell);
                row += cell;
            }
            information -= k_log_k(&table, row);
            n += row;
        }
        for (size_t b = 0; b < n_second; ++b) {
            int64_t column = 0;
            for (size_t a = 0; a < n_first; ++a) {
                column += sum_of(cells + (a * n_second + b) * n_classes, n_classes);
            }
            information -= k_log_k(&table, column);
        }
        information += k_log_k(&table, n);
        mi[p] = n > 0 && information > 0.0 ? information / (double)n : 0.0;
    }
}
