/* Marginal tests and covariances: columns less their means, and products of columns. */
#include "../base/arithmetic.h"

#include "ifc2f_baselines.h"

#include "sums.h"

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
