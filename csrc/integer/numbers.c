/* Powers of 2 and quotients, by additions, products and shifts. */
#include "numbers.h"

enum { ONE = 1 << 16 };

IFC2F_PRIVATE uint32_t i2f_int_weight_of(uint32_t score)
{
    const uint32_t f = (ONE - score % ONE) / 2; /* in units of 2^-15 */
    uint32_t power = (5129 * f >> 15) + 14831;
    power = (power * f >> 15) + 45576;
    power = (power * f >> 15) + ONE;
    const uint32_t shift = score / ONE;
    return shift < 24 ? power << 6 >> shift : 0;
}

IFC2F_PRIVATE uint32_t i2f_int_quotient(uint32_t n, uint32_t d)
{
    uint32_t result = 0;
    for (uint32_t bit = 16; bit > 0; --bit) {
        result *= 2;
        if (n >> (bit - 1) >= d) {
            n -= d << (bit - 1);
            ++result;
        }
    }
    return result;
}
