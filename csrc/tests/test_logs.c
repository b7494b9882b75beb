/* Logarithm and exponential are the exact ones, rounded. */
#include "columns.h"

/* Units in the last place between x and the exact value, which is normal. */
static double ulps(double x, long double exact)
{
    int exponent;
    (void)frexpl(exact, &exponent);
    return (double)(fabsl((long double)x - exact) / ldexpl(1.0L, exponent - 53));
}

static void test_log(void)
{
    double worst = 0.0;
    for (int exponent = -1074; exponent < 1024; ++exponent) {
        for (int i = 0; i < 50; ++i) {
            const double x = ldexp(1.0 + (double)draw(1u << 30) / (double)(1u << 30), exponent);
            if (x > 0.0 && x <= 1.7e308) {
                worst = fmax(worst, ulps(ifc2f_log(x), logl((long double)x)));
            }
        }
    }
    for (int i = 1; i < 200000; ++i) { /* near 1, where the result is small, and at integers */
        const double x = 0.5 + (double)i / 100000.0;
        if (i != 50000) {
            worst = fmax(worst, ulps(ifc2f_log(x), logl((long double)x)));
        }
        worst = fmax(worst, i > 1 ? ulps(ifc2f_log((double)i), logl((long double)i)) : 0.0);
    }
    CHECK(worst <= 1.0);
    CHECK_NEAR(ifc2f_log(1.0), 0.0, 0.0);
    CHECK(ifc2f_log(0.0) < -1.7e308);
    CHECK(isnan(ifc2f_log(-1.0)) && isnan(ifc2f_log((double)NAN)));
    CHECK(isinf(ifc2f_log((double)INFINITY)) && isinf(ifc2f_log(0.0)));
}

static void test_exp(void)
{
    double worst = 0.0;
    for (int i = -70839; i < 70978; ++i) {
        const double x = ((double)i + (double)draw(1000) / 1000.0) / 100.0;
        worst = fmax(worst, ulps(ifc2f_exp(x), expl((long double)x)));
        worst = fmax(worst, ulps(ifc2f_exp(x / 1e4), expl((long double)(x / 1e4))));
    }
    CHECK(worst <= 1.0);
    CHECK_NEAR(ifc2f_exp(0.0), 1.0, 0.0);
    CHECK_NEAR(ifc2f_exp(-745.0), 4.9406564584124654e-324, 0.0);
    CHECK_NEAR(ifc2f_exp(-720.0), exp(-720.0), 4.9406564584124654e-324);
    CHECK_NEAR(ifc2f_exp(-800.0), 0.0, 0.0);
    CHECK(ifc2f_exp(709.78) > 1.7e308 && !isinf(ifc2f_exp(709.78)));
    CHECK(isinf(ifc2f_exp(710.0)) && isinf(ifc2f_exp((double)INFINITY)));
    CHECK_NEAR(ifc2f_exp(-(double)INFINITY), 0.0, 0.0);
    CHECK(isnan(ifc2f_exp((double)NAN)));
}

int main(void)
{
    test_log();
    test_exp();
    return check_report("test_logs");
}
