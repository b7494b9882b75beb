/* The nearest rows to each query. */
#include "../base/arithmetic.h"

#include "ifc2f_baselines.h"

#include <string.h>

#include "distances.h"

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
