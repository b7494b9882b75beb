/* Random numbers that are a function of their place. */
#include "../base/arithmetic.h"

#include "ifc2f_plan.h"

/* Finaliser of MurmurHash3 (A. Appleby, public domain): a bijection of 32 bits that flips half of them per input bit. */
static uint32_t mix(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x85EBCA6Bu;
    x ^= x >> 13;
    x *= 0xC2B2AE35u;
    return x ^ x >> 16;
}

/* A function of its arguments and nothing else: any instance can be drawn again at any time, in any order. */
uint32_t ifc2f_random(uint32_t seed, uint32_t stream, uint32_t index)
{
    const uint32_t golden = 0x9E3779B9u;
    return mix(mix(mix(seed + golden) + golden * (stream + 1)) + golden * (index + 1));
}

uint32_t ifc2f_draw(const float *probabilities, uint32_t n, uint32_t stride, uint32_t random)
{
    const float u = (float)(random >> 8) * 5.9604644775390625e-8f; /* 2^-24 */
    float sum = 0.0f;
    uint32_t last = 0;
    for (uint32_t i = 0; i < n; ++i) {
        const float probability = probabilities[(size_t)i * stride];
        sum += probability;
        if (probability > 0.0f) {
            last = i;
            if (u < sum) {
                break;
            }
        }
    }
    return last; /* also when the probabilities sum to a little less than 1 */
}
