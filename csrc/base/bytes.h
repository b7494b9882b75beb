/*
 * Little-endian numbers in bytes, read and written without regard to alignment or the machine's byte order, and the
 * bits of floats. Internal to the library.
 */
#ifndef IFC2F_BYTES_H
#define IFC2F_BYTES_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Shifts and sums are of int. On 8-bit AVR and 16-bit MSP430 they would be wrong without a word. */
#if INT_MAX < 2147483647
#error "ifc2f: needs a processor of 32 bits: int is smaller here"
#endif

static inline uint32_t u16_at(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
}

/* Compilers make one load of it where that is possible, but some only after they have found it too long to be inlined. */
static inline uint32_t u32_at(const uint8_t *bytes)
{
#if defined(__GNUC__) && defined(__ARM_FEATURE_UNALIGNED) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint32_t word;
    __builtin_memcpy(&word, bytes, sizeof word);
    return word;
#else
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
#endif
}

/* By a union and not by memcpy(), which builds for bare metal (-ffreestanding) call. */
typedef union float_bits {
    float value;
    uint32_t bits;
} float_bits;

static inline float float_of(uint32_t bits)
{
    float_bits both;
    both.bits = bits;
    return both.value;
}

/* Floats >= 0 compare as their bits do. */
static inline uint32_t bits_of(float value)
{
    float_bits both;
    both.value = value;
    return both.bits;
}

static inline float f32_at(const uint8_t *bytes)
{
    return float_of(u32_at(bytes));
}

static inline void put_u16(uint8_t *bytes, uint32_t value)
{
    bytes[0] = (uint8_t)(value & 0xFF);
    bytes[1] = (uint8_t)(value >> 8 & 0xFF);
}

static inline void put_u32(uint8_t *bytes, uint32_t value)
{
    put_u16(bytes, value);
    put_u16(bytes + 2, value >> 16);
}

static inline void put_f32(uint8_t *bytes, float value)
{
    put_u32(bytes, bits_of(value));
}

#endif
