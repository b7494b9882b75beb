/*
 * Compilers change results where flags allow them to, and do not always say so by a macro: clang fuses a product and a sum
 * under -ffp-contract=fast whatever the sources ask for. So a few known results are computed before anything else is.
 */
#include "rounding.h"

IFC2F_PRIVATE int i2f_rounds_each(void)
{
    static const float numbers[] = {3.0f, 6.0f, 9.0f, 25.0f, 7.0f, 16777216.0f, 1.000244140625f,
                                    -1.00048828125f, -16777216.0f};
    static const uint32_t quotients[] = {0x3EDB6DB7, 0x3F5B6DB7, 0x3FA49249, 0x40649249};
    const volatile float *given = numbers; /* read at run time, so that it is the machine that computes */
    const float sum = given[4];
    const float many = given[5];
    const float factor = given[6];
    /* Sums alone: without a floating-point unit a difference would link a function that nothing else needs. */
    uint32_t wrong = bits_of(factor * factor + given[7]); /* 2^-24 if the product is not rounded first */
    wrong |= bits_of(many + 1.0f + 1.0f + given[8]);      /* 2 in another order, or in a wider type */
    for (uint32_t i = 0; i < 4; ++i) {
        wrong |= bits_of(given[i] / sum) ^ quotients[i]; /* others by a product with 1 / sum */
    }
    return wrong == 0;
}
