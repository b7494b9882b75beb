/* What stands for logarithms and divisions in whole numbers. */
#ifndef IFC2F_INTEGER_NUMBERS_H
#define IFC2F_INTEGER_NUMBERS_H

#include <stdint.h>

#include "../base/private.h"

/* 2^-score, where 2^23 is 1. 2^f - 1 is f times a polynomial in f, within 1e-4. */
IFC2F_PRIVATE uint32_t i2f_int_weight_of(uint32_t score);

/* n / d for n / d < 2^16, d <= 2^16. */
IFC2F_PRIVATE uint32_t i2f_int_quotient(uint32_t n, uint32_t d);

#endif
