/*
 * Numbers of one case that do not go together, as those of two cases do not. Bins forget how closely two measurements follow one
 * another; what is kept of the training rows is how each column is spread and how their normal scores are correlated. The statistic of
 * scores z with the correlation R is z' R^-1 z - z' z; under the copula it is a quadratic form of independent normal numbers
 * with the matrix 1 - R.
 */
#include "forms.h"

#include "ifc2f_confidence.h"
#include "ifc2f_smooth.h"

#include "../base/bytes.h"

static const uint32_t INFINITY_OF_FLOAT = 0x7F800000u;
static const double TAIL = 0.005;            /* ranks nearer to the ends than this tell no more */
static const double FALSE_ALARMS = 0.03;     /* share of cases that are flagged, if the copula holds */
static const double LEAST_EIGENVALUE = 1e-4; /* of a correlation that tells something */

size_t ifc2f_copula_work(void)
{
    return (size_t)IFC2F_MOST_TOGETHER * IFC2F_MOST_TOGETHER + IFC2F_MOST_TOGETHER + i2f_quantile_work(IFC2F_MOST_TOGETHER);
}

static int ascends(const double *quantiles, uint32_t n)
{
    for (uint32_t i = 0; i < n; ++i) {
        if (!(quantiles[i] >= quantiles[i > 0 ? i - 1 : 0] && quantiles[i] - quantiles[i] == 0.0)) {
            return 0;
        }
    }
    return 1;
}

int32_t ifc2f_check_copula(const ifc2f_copula *copula, double *work)
{
    const uint32_t n = copula->n;
    double *a = work + IFC2F_MOST_TOGETHER;
    if (n < 2 || n > IFC2F_MOST_TOGETHER || copula->n_quantiles < 2) {
        return IFC2F_ERR_ARGUMENT;
    }
    for (uint32_t i = 0; i < n; ++i) {
        if (!ascends(copula->quantiles + i * copula->n_quantiles, copula->n_quantiles)) {
            return IFC2F_ERR_VALUE;
        }
        work[i] = 0.0;
        for (uint32_t j = 0; j < n; ++j) {
            const double r = copula->correlation[i * n + j];
            a[i * n + j] = r - (i == j ? LEAST_EIGENVALUE : 0.0);
            if (r != copula->correlation[j * n + i] || (i == j && r != 1.0)) {
                return IFC2F_ERR_VALUE;
            }
        }
    }
    return i2f_inverse_form(a, n, work) < 0.0 ? IFC2F_ERR_VALUE : IFC2F_OK;
}

/* How many quantiles are below a number or, with `equal`, not above it. */
static uint32_t count_below(const double *quantiles, uint32_t n, double value, int equal)
{
    uint32_t low = 0;
    while (low < n) {
        const uint32_t middle = low + (n - low) / 2;
        if (quantiles[middle] < value || (equal && quantiles[middle] == value)) {
            low = middle + 1;
        } else {
            n = middle;
        }
    }
    return low;
}

/* The share of rows below a number, those that equal it counting half. */
static double rank_of(const double *quantiles, uint32_t n, double value)
{
    const uint32_t low = count_below(quantiles, n, value, 0);
    const uint32_t high = count_below(quantiles, n, value, 1);
    const double last = n - 1.0;
    if (low == high && low > 0 && low < n) { /* between two quantiles */
        const double gap = quantiles[low] - quantiles[low - 1];
        return (low - 1.0 + (value - quantiles[low - 1]) / gap) / last;
    }
    return low < high ? (low + high - 1.0) / 2.0 / last : (low > 0 ? 1.0 : 0.0);
}

void ifc2f_normal_scores(const double *quantiles, uint32_t n_quantiles, const double *values, size_t n, double *scores)
{
    for (size_t i = 0; i < n; ++i) {
        const double rank = values[i] != values[i] ? 0.5 : rank_of(quantiles, n_quantiles, values[i]);
        const double least = rank < TAIL ? TAIL : rank;
        scores[i] = ifc2f_normal_quantile(least > 1.0 - TAIL ? 1.0 - TAIL : least);
    }
}

/* Copy the correlation of some numbers to a[n][n]. */
static void copy_part(const ifc2f_copula *copula, const uint32_t *at, uint32_t n, double *a)
{
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t j = 0; j < n; ++j) {
            a[i * n + j] = copula->correlation[at[i] * copula->n + at[j]];
        }
    }
}

/* The same without the number at `left_out`, which may be none. */
static double disagreement(const ifc2f_copula *copula, const double *values, uint32_t left_out, double *work)
{
    double *scores = work;
    double *a = work + IFC2F_MOST_TOGETHER;
    uint32_t at[IFC2F_MOST_TOGETHER];
    uint32_t n = 0;
    double alone = 0.0;
    for (uint32_t i = 0; i < copula->n && n < IFC2F_MOST_TOGETHER; ++i) {
        if (i != left_out && values[i] == values[i]) {
            ifc2f_normal_scores(copula->quantiles + i * copula->n_quantiles, copula->n_quantiles, values + i, 1, scores + n);
            alone += scores[n] * scores[n];
            at[n++] = i;
        }
    }
    if (n < 2) {
        return -(double)float_of(INFINITY_OF_FLOAT);
    }
    copy_part(copula, at, n, a);
    const double statistic = i2f_inverse_form(a, n, scores) - alone;
    copy_part(copula, at, n, a);
    for (uint32_t i = 0; i < n; ++i) {
        for (uint32_t j = 0; j < n; ++j) {
            a[i * n + j] = (i == j ? 1.0 : 0.0) - a[i * n + j];
        }
    }
    return statistic - i2f_upper_quantile(a, n, FALSE_ALARMS, a + n * n);
}

double ifc2f_disagreement(const ifc2f_copula *copula, const double *values, double *work)
{
    return disagreement(copula, values, copula->n, work);
}

int32_t ifc2f_doubtful(const ifc2f_copula *copula, const double *values, double *work)
{
    int32_t found = IFC2F_IN_ORDER;
    double least = 0.0;
    if (!(ifc2f_disagreement(copula, values, work) > 0.0)) {
        return IFC2F_IN_ORDER;
    }
    for (uint32_t i = 0; i < copula->n; ++i) {
        if (values[i] == values[i]) {
            const double without = disagreement(copula, values, i, work);
            if (found == IFC2F_IN_ORDER || without < least) {
                found = (int32_t)i;
                least = without;
            }
        }
    }
    return found;
}
