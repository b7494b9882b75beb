/* Buffers of the exact size, so that a sanitizer sees every step past the end, and random numbers to fill them with. */
#ifndef BUFFERS_H
#define BUFFERS_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static inline void *allocate(size_t n, size_t size)
{
    void *memory = malloc(n * size);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

static inline double *doubles(size_t n)
{
    return allocate(n, sizeof(double));
}

static uint32_t random_state = 1;

/* Random numbers: 0 .. n - 1. */
static inline uint32_t draw(uint32_t n)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)random_state * n) >> 32);
}

static inline double uniform(void)
{
    return (double)draw(1u << 30) / (double)(1u << 30);
}

static inline int close_to(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (1.0 + fabs(b));
}

#endif
