/* Logarithm and exponential with fixed operations, the same to the bit on every machine. */
#include "logs.h"

#include <string.h>

/* ln 2 in two parts: the high one ends in 16 zero bits, so that its product with an exponent is exact. */
static const double LN2_HIGH = 0x1.62e42fefap-1;
static const double LN2_LOW = 0x1.cf79abc9e3b3ap-40;

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double from_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static const uint64_t EXPONENT_MASK = UINT64_C(0x7FF0000000000000);
static const uint64_t FRACTION_MASK = UINT64_C(0x000FFFFFFFFFFFFF);

double ifc2f_log(double x)
{
    const double infinity = from_bits(EXPONENT_MASK);
    if (!(x > 0.0)) {
        return x == 0.0 ? -infinity : from_bits(EXPONENT_MASK | 1);
    }
    if (x == infinity) {
        return x;
    }
    int exponent = 0;
    if (bits_of(x) < UINT64_C(0x0010000000000000)) { /* subnormal: scale by 2^54 */
        x *= 0x1p54;
        exponent = -54;
    }
    const uint64_t bits = bits_of(x);
    exponent += (int)(bits >> 52) - 1023;
    double m = from_bits((bits & FRACTION_MASK) | UINT64_C(0x3FF0000000000000)); /* 1 <= m < 2 */
    if (m > 0x1.6a09e667f3bcdp0) {                                             /* sqrt(2) */
        m *= 0.5;
        exponent += 1;
    }
    /* With f = m - 1 (exact) and s = f / (2 + f): log m = 2 artanh(s) = 2s + s r, r = 2 s^2 (1/3 + s^2/5 + ..), and
     * 2s = f - f s. |s| <= 0.172, so eleven terms leave an error below 1e-18. */
    const double f = m - 1.0;
    const double s = f / (2.0 + f);
    const double q = s * s;
    static const double odd[] = {1.0 / 3.0,  1.0 / 5.0,  1.0 / 7.0,  1.0 / 9.0,  1.0 / 11.0, 1.0 / 13.0,
                                 1.0 / 15.0, 1.0 / 17.0, 1.0 / 19.0, 1.0 / 21.0, 1.0 / 23.0};
    double r = odd[10];
    for (int k = 9; k >= 0; k -= 1) {
        r = r * q + odd[k];
    }
    r *= 2.0 * q;
    const double e = (double)exponent;
    return e * LN2_HIGH + (f - (s * (f - r) - e * LN2_LOW));
}

double ifc2f_exp(double x)
{
    if (x != x) {
        return x;
    }
    if (x > 709.79) {
        return from_bits(EXPONENT_MASK);
    }
    if (x < -745.2) {
        return 0.0;
    }
    const double turns = x * 0x1.71547652b82fep0; /* x / ln 2 */
    int exponent = (int)(turns + (turns < 0.0 ? -0.5 : 0.5));
    const double e = (double)exponent;
    const double r = (x - e * LN2_HIGH) - e * LN2_LOW; /* |r| <= 0.347 */
    static const double inverse_factorial[] = {
        1.0 / 2.0,       1.0 / 6.0,        1.0 / 24.0,        1.0 / 120.0,        1.0 / 720.0,         1.0 / 5040.0,
        1.0 / 40320.0,   1.0 / 362880.0,   1.0 / 3628800.0,   1.0 / 39916800.0,   1.0 / 479001600.0,
        1.0 / 6227020800.0, 1.0 / 87178291200.0};
    double p = inverse_factorial[12];
    for (int k = 11; k >= 0; k -= 1) {
        p = p * r + inverse_factorial[k];
    }
    double y = 1.0 + (r + r * r * p);
    /* Scale by 2^exponent, in two steps where one factor would not be a normal number. */
    if (exponent > 1023) {
        y *= 0x1p1023;
        exponent -= 1023;
    } else if (exponent < -1022) {
        y *= 0x1p-54;
        exponent += 54;
    }
    return y * from_bits((uint64_t)(exponent + 1023) << 52);
}

IFC2F_PRIVATE double i2f_k_log_k_of(int64_t k)
{
    return k < 2 ? 0.0 : (double)k * ifc2f_log((double)k);
}

void ifc2f_k_log_k(double *table, size_t n)
{
    for (size_t k = 0; k < n; ++k) {
        table[k] = i2f_k_log_k_of((int64_t)k);
    }
}
