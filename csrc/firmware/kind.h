/* The kind of runtime, chosen when compiling: with INTEGER=1 the one without floating point. The loop is the same. */
#ifndef KIND_H
#define KIND_H

#ifndef INTEGER
#define INTEGER 0
#endif

#if INTEGER

#include "ifc2f_integer.h"

#define RUNTIME(name) ifc2f_int_##name

typedef int32_t reading_type;
typedef uint16_t probability_type;
typedef uint32_t cost_type;

static inline int is_missing(int32_t reading)
{
    return reading < IFC2F_INTEGER_MIN_READING;
}

#else

#include "ifc2f.h"

#define RUNTIME(name) ifc2f_##name

typedef float reading_type;
typedef float probability_type;
typedef float cost_type;

static inline int is_missing(float reading)
{
    return reading != reading; /* NaN */
}

#endif

#endif
