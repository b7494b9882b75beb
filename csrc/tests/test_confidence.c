/* What a copula's statistic passes by chance is known in closed form where eigenvalues come in pairs; bad copulas are refused.
 * Quantiles of gamma variables are put back into distribution functions that are known in closed form. */
#include "../confidence/gamma.h"
#include "buffers.h"
#include "check.h"
#include "ifc2f_confidence.h"
#include "ifc2f_smooth.h"

#include <math.h>

enum { N = 64, QUANTILES = 33 };

static double quantiles[N * QUANTILES];
static double correlation[N * N];
static double values[N];

/* Numbers that are joined in pairs with the correlation r: the statistic of medians is 0. */
static ifc2f_copula pairs(uint32_t n, double r)
{
    const ifc2f_copula copula = {quantiles, correlation, n, QUANTILES};
    for (uint32_t i = 0; i < n; ++i) {
        values[i] = 0.5;
        for (uint32_t q = 0; q < QUANTILES; ++q) {
            quantiles[i * QUANTILES + q] = (double)q / (QUANTILES - 1);
        }
        for (uint32_t j = 0; j < n; ++j) {
            correlation[i * n + j] = i == j ? 1.0 : (i / 2 == j / 2 ? r : 0.0);
        }
    }
    return copula;
}

/* Of four the statistic is r times the difference of two chi-squares of two degrees: a distribution of Laplace. Of 4 m numbers the
 * difference has m times the degrees, and its tail is a sum of gamma tails. */
static double tail_of_pairs(uint32_t m, double r, double t)
{
    const double x = t / (2.0 * r);
    double sum = 0.0;
    double outer = 1.0; /* C(m - 1 + k, k) / 2^(m + k) */
    for (uint32_t k = 0; k < m; ++k) {
        double term = 1.0;
        double gamma = 0.0;
        outer = k == 0 ? pow(0.5, m) : outer * (m - 1 + k) / k / 2.0;
        for (uint32_t i = 0; i < m - k; ++i) {
            gamma += term;
            term *= x / (i + 1);
        }
        sum += outer * gamma * exp(-x);
    }
    return sum;
}

static void test_threshold(double *work)
{
    for (uint32_t m = 1; m <= N / 4; ++m) {
        for (int tenths = 1; tenths < 10; ++tenths) {
            const double r = tenths / 10.0;
            const ifc2f_copula copula = pairs(4 * m, r);
            CHECK(ifc2f_check_copula(&copula, work) == IFC2F_OK);
            const double threshold = -ifc2f_disagreement(&copula, values, work);
            CHECK(fabs(tail_of_pairs(m, r, threshold) - 0.03) < 3e-5);
        }
    }
}

/* Of two numbers the statistic is 2 r times the product of two independent normal numbers. */
static void test_two(double *work)
{
    const ifc2f_copula copula = pairs(2, 0.5);
    const double threshold = -ifc2f_disagreement(&copula, values, work);
    double above = 0.0; /* P(x y > threshold): over x the normal tail of threshold / x */
    for (int i = 0; i < 80000; ++i) {
        const double x = (i + 0.5) / 10000.0;
        above += 2.0 * exp(-x * x / 2.0) / sqrt(2.0 * 3.141592653589793) * ifc2f_normal_below(-threshold / x) / 10000.0;
    }
    CHECK(fabs(above - 0.03) < 3e-5);
}

static void test_doubtful(double *work)
{
    ifc2f_copula copula = pairs(6, 0.0);
    for (uint32_t i = 0; i < 36; ++i) {
        correlation[i] = i % 7 == 0 ? 1.0 : 0.9;
    }
    CHECK(ifc2f_doubtful(&copula, values, work) == IFC2F_IN_ORDER);
    values[4] = 0.99;
    CHECK(ifc2f_disagreement(&copula, values, work) > 0.0);
    CHECK(ifc2f_doubtful(&copula, values, work) == 4);
    values[4] = NAN;
    CHECK(ifc2f_doubtful(&copula, values, work) == IFC2F_IN_ORDER);
    for (uint32_t i = 1; i < 6; ++i) {
        values[i] = NAN;
    }
    CHECK(isinf(ifc2f_disagreement(&copula, values, work)));
    copula = pairs(4, 0.0);
    CHECK(ifc2f_disagreement(&copula, values, work) == 0.0);
}

static void test_scores(void)
{
    static const double steps[] = {0.0, 1.0, 1.0, 1.0, 3.0};
    static const double given[] = {-5.0, 0.0, 0.5, 1.0, 2.0, 3.0, 1e300, NAN};
    static const double ranks[] = {0.005, 0.005, 0.125, 0.5, 0.875, 0.995, 0.995, 0.5};
    double scores[8];
    ifc2f_normal_scores(steps, 5, given, 8, scores);
    for (uint32_t i = 0; i < 8; ++i) {
        CHECK(fabs(ifc2f_normal_below(scores[i]) - ranks[i]) < 1e-12);
    }
}

static void test_refusals(double *work)
{
    ifc2f_copula copula = pairs(4, 0.9999);
    CHECK(ifc2f_check_copula(&copula, work) == IFC2F_ERR_VALUE); /* nearly singular */
    copula = pairs(4, 1.5);
    CHECK(ifc2f_check_copula(&copula, work) == IFC2F_ERR_VALUE);
    copula = pairs(4, 0.5);
    correlation[1] = 0.4;
    CHECK(ifc2f_check_copula(&copula, work) == IFC2F_ERR_VALUE); /* not symmetric */
    correlation[1] = NAN;
    CHECK(ifc2f_check_copula(&copula, work) == IFC2F_ERR_VALUE);
    copula = pairs(4, 0.5);
    quantiles[40] = 2.0;
    CHECK(ifc2f_check_copula(&copula, work) == IFC2F_ERR_VALUE);
    quantiles[40] = NAN;
    CHECK(ifc2f_check_copula(&copula, work) == IFC2F_ERR_VALUE);
    copula = pairs(4, 0.5);
    for (uint32_t q = 0; q < QUANTILES; ++q) {
        quantiles[q] = INFINITY;
    }
    CHECK(ifc2f_check_copula(&copula, work) == IFC2F_ERR_VALUE);
    copula = pairs(4, 0.5);
    copula.n = 1;
    CHECK(ifc2f_check_copula(&copula, work) == IFC2F_ERR_ARGUMENT);
    copula.n = IFC2F_MOST_TOGETHER + 1;
    CHECK(ifc2f_check_copula(&copula, work) == IFC2F_ERR_ARGUMENT);
    copula.n = 4;
    copula.n_quantiles = 1;
    CHECK(ifc2f_check_copula(&copula, work) == IFC2F_ERR_ARGUMENT);
}

/* P(gamma of a whole shape > x): that a Poisson variable of the mean x is below the shape. */
static double poisson_below(int shape, double x)
{
    double sum = 0.0;
    for (int i = 0; i < shape; ++i) {
        sum += exp(i * log(x) - x - lgamma(i + 1.0));
    }
    return sum;
}

static void test_gamma(void)
{
    for (int shape = 1; shape <= 400; shape += 21) {
        const double low = i2f_log_gamma_quantile(shape, 0.0);
        const double high = i2f_log_gamma_quantile(shape, 1.0);
        CHECK(low < i2f_log_gamma_quantile(shape, 1e-9) && isfinite(low));
        CHECK(high > i2f_log_gamma_quantile(shape, 1.0 - 1e-9) && isfinite(high));
    }
    static const double PROBABILITIES[] = {1e-6, 0.001, 0.05, 0.5, 0.9, 0.999};
    for (int i = 0; i < 6; ++i) {
        const double p = PROBABILITIES[i];
        for (int shape = 1; shape <= 400; ++shape) {
            const double x = exp(i2f_log_gamma_quantile(shape, p));
            const double slope = exp(shape * log(x) - x - lgamma(shape)); /* of the probability over ln x */
            const double error = shape < 100 ? 1e-9 : p < 0.01 || p > 0.99 ? 2e-3 : 2e-5;
            CHECK(fabs(1.0 - poisson_below(shape, x) - p) < error * slope + 1e-12);
        }
        CHECK(fabs(erf(sqrt(exp(i2f_log_gamma_quantile(0.5, p)))) - p) < 1e-11);
        CHECK(p > 0.99 || fabs(0.01 * i2f_log_gamma_quantile(0.01, p) - log(p) - lgamma(1.01)) < 1e-4);
        CHECK(fabs(0.001 * i2f_log_gamma_quantile(0.001, p) - log(p) - lgamma(1.001)) < 1e-3);
    }
}

int main(void)
{
    double *work = allocate(ifc2f_copula_work(), sizeof(double));
    test_threshold(work);
    test_two(work);
    test_doubtful(work);
    test_scores();
    test_refusals(work);
    test_gamma();
    free(work);
    return check_report("confidence");
}
