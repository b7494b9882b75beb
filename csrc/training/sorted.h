/* Columns of numbers, sorted, each value with its class. */
#ifndef IFC2F_TRAINING_SORTED_H
#define IFC2F_TRAINING_SORTED_H

#include "../base/arithmetic.h"

#include <string.h>

#include "ifc2f_count.h"

#include "../base/private.h"

/* A key holds a value in its upper half, mapped so that unsigned order is numeric order, and the class in its lower
 * half. -0 and +0 are one value. */
static inline uint32_t key_value(uint64_t key)
{
    return (uint32_t)(key >> 32);
}

static inline size_t key_class(uint64_t key)
{
    return (size_t)(key & UINT32_C(0xFFFFFFFF));
}

static inline float key_float(uint64_t key)
{
    uint32_t bits = key_value(key);
    bits ^= (bits >> 31) != 0 ? UINT32_C(0x80000000) : UINT32_C(0xFFFFFFFF);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* A float32 edge e between two neighbouring values: below < e <= above. */
static inline float edge_between(float below, float above)
{
    const float middle = (float)(0.5 * ((double)below + (double)above));
    return middle > below ? middle : above;
}

/* Whether the value of key i is another than that of the key before. */
static inline int is_boundary(const uint64_t *keys, size_t i)
{
    return key_value(keys[i - 1]) != key_value(keys[i]);
}

/* The present values of a column in ascending order, each with its class. */
typedef struct sorted_values {
    uint64_t *keys;
    const int64_t *weights; /* rows that each key stands for; NULL: one */
    size_t n;
} sorted_values;

static inline int64_t weight_of(const sorted_values *sorted, size_t i)
{
    return sorted->weights == NULL ? 1 : sorted->weights[i];
}

/* The classes of the rows that columns are read with. */
typedef struct row_classes {
    const int32_t *y; /* NULL: all rows are of class 0 */
    const int64_t *sizes;
    size_t n;
} row_classes;

/* Scratch memory of a kernel that works on sorted columns with at most n entries and of L classes. */
typedef struct scratch_space {
    uint64_t *keys;       /* n + L */
    uint64_t *spare;      /* n + L */
    int64_t *weights;     /* n + L */
    int64_t *classes;     /* 5 L */
    int64_t *repetitions; /* n_rows + 1, all zero between columns: for ifc2f_ami_values() only */
} scratch_space;

/* Lay out scratch memory for columns lo .. hi - 1. */
IFC2F_PRIVATE scratch_space i2f_scratch_in(int64_t *work, const ifc2f_columns *columns, size_t lo, size_t hi,
                                           size_t n_classes);

/* Sort the present values of a column with their classes. */
IFC2F_PRIVATE sorted_values i2f_sorted_column(const ifc2f_columns *columns, size_t column, const row_classes *classes,
                                              const scratch_space *scratch);

/* The other of the two key buffers. */
static inline int64_t *unused_buffer(const scratch_space *scratch, const uint64_t *keys)
{
    return (int64_t *)(keys == scratch->keys ? scratch->spare : scratch->keys);
}

#endif
