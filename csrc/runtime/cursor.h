/*
 * A section read from front to back, and whether something was wrong so far. Checks join what is wrong by |, since a
 * branch for each would cost a small device twice the code.
 */
#ifndef IFC2F_CURSOR_H
#define IFC2F_CURSOR_H

#include "model.h"

typedef struct cursor {
    ifc2f_model *model;
    const ifc2f_span *span;
    uint32_t at;
    uint32_t wrong;
} cursor;

/* The next word; 0 behind the end. */
IFC2F_PRIVATE uint32_t i2f_take(cursor *from);

/* The next word must be this one. */
IFC2F_PRIVATE void i2f_expect(cursor *from, uint32_t word);

/* Go on to another section; it is wrong if this one was not read to its end. */
IFC2F_PRIVATE void i2f_enter(cursor *from, uint32_t section);

/* Whether something is wrong, or the section was not read to its end. */
IFC2F_PRIVATE uint32_t i2f_finish(cursor *from);

/* Whether the next `count` numbers, `stride` apart, are not probabilities that sum to 1. Does not go on. */
IFC2F_PRIVATE uint32_t i2f_is_no_distribution(const cursor *from, uint32_t count, uint32_t stride);

#if IFC2F_CHECKS
/* The next `count` numbers must be in [0, high]. */
IFC2F_PRIVATE void i2f_check_numbers(cursor *from, uint32_t count, float high);

/* The next count + 1 words must be starts of lists: they ascend from 0 to `end`. */
IFC2F_PRIVATE void i2f_check_starts(cursor *from, uint32_t count, uint32_t end);
#endif

#endif
