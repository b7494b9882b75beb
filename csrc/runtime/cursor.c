/*
 * Reading a section from front to back (cursor.h). The bits of floats are compared as integers, which refuses NaN,
 * infinities and negative zero as well.
 */
#include "cursor.h"

IFC2F_APART IFC2F_PRIVATE uint32_t i2f_take(cursor *from)
{
    return word_at(from->span, from->at++);
}

IFC2F_APART IFC2F_PRIVATE void i2f_expect(cursor *from, uint32_t word)
{
    from->wrong |= i2f_take(from) ^ word;
}

IFC2F_APART IFC2F_PRIVATE void i2f_enter(cursor *from, uint32_t section)
{
    from->wrong |= 4 * from->at ^ from->span->length;
    from->span = &from->model->sections[section];
    from->at = 0;
}

IFC2F_PRIVATE uint32_t i2f_finish(cursor *from)
{
    i2f_enter(from, 0);
    return from->wrong;
}

/* Whether a float given by its bits lies outside of [low, high], 0 <= low. */
static uint32_t is_outside(uint32_t bits, float low, float high)
{
    return bits - bits_of(low) > bits_of(high) - bits_of(low);
}

/* By which probabilities may miss 1: what rounding takes of 255 of them. */
static const float SUM_TOLERANCE = 2e-5f;

IFC2F_PRIVATE uint32_t i2f_is_no_distribution(const cursor *from, uint32_t count, uint32_t stride)
{
    uint32_t at = from->at;
    float sum = 0.0f;
    for (; count > 0; --count) {
        const uint32_t bits = word_at(from->span, at);
        if (bits != 0 && is_outside(bits, SMALLEST, 1.0f)) {
            return 1;
        }
        sum += float_of(bits);
        at += stride;
    }
    return is_outside(bits_of(sum), 1.0f - SUM_TOLERANCE, 1.0f + SUM_TOLERANCE);
}

#if IFC2F_CHECKS

IFC2F_APART IFC2F_PRIVATE void i2f_check_numbers(cursor *from, uint32_t count, float high)
{
    for (; count > 0; --count) {
        from->wrong |= i2f_take(from) > bits_of(high);
    }
}

IFC2F_PRIVATE void i2f_check_starts(cursor *from, uint32_t count, uint32_t end)
{
    uint32_t last = 0;
    i2f_expect(from, 0);
    for (; count > 0; --count) {
        const uint32_t start = i2f_take(from);
        from->wrong |= start < last;
        last = start;
    }
    from->wrong |= last ^ end;
}

#endif
