/* The bytes of an integer model, read in place. docs/format.md ("The integer model") lays them out. */
#ifndef IFC2F_INTEGER_MODEL_H
#define IFC2F_INTEGER_MODEL_H

#include "ifc2f_integer.h"

#include "../base/bytes.h"
#include "../base/private.h"

/* A function that a build for size keeps apart although it is called from one place or is short. */
#if defined(__GNUC__) && defined(__OPTIMIZE_SIZE__)
#define IFC2F_APART __attribute__((noinline))
#define IFC2F_HERE static inline __attribute__((always_inline))
#else
#define IFC2F_APART
#define IFC2F_HERE static inline
#endif

/* A compiler that knows where words stand loads them at once. */
#if IFC2F_INTEGER_ALIGNED && defined(__GNUC__)
#define IFC2F_AT_MULTIPLE_OF(n, bytes) ((const uint8_t *)__builtin_assume_aligned(bytes, n))
#else
#define IFC2F_AT_MULTIPLE_OF(n, bytes) (bytes)
#endif

enum { NO_INDEX = 0xFFFF };

/* ---- Layout ----------------------------------------------------------------------------------------------------- */

enum { VERSION_AT = 8, KIND_AT = 10, WIDE_AT = 11, LENGTH_AT = 12, N_FEATURES_AT = 20, N_CLASSES_AT = 22, WORDS_AT = 24 };
enum { KIND_THRESHOLDS, KIND_VECTORS, KIND_GRAPH };
enum { WIDE_TABLES = 1, WIDE_SETS = 2 };

/* Words of the header. From EDGES to TABLES, and VECTORS, they say where parts begin (NODES: reckoned when opening). */
enum { BUDGET, N_STEPS, UNIT, EDGES, INDEX, SETS, TABLES, PRIOR, CUT, N_WORDS };
enum { POSTERIORS = EDGES, LABELS = INDEX, NODES = SETS, VECTORS = PRIOR };

/* Behind the header: a record for each feature, and in a graph one for each inner node. */
enum { RECORDS_AT = WORDS_AT + 4 * N_WORDS, RECORD_BYTES = 14, GRAPH_RECORD_BYTES = 4, NODE_BYTES = 12 };
enum { COST = 0, N_VALUES = 2, N_INDEX = 3, PARENT = 4, EDGE = 6, ROW = 8, SET = 10, FIRST_INDEX = 12 };
enum { NODE_FEATURE = 0, NODE_LOW = 2, NODE_HIGH = 4, NODE_MISSING = 6, NODE_CUT = 8 };

/* ---- Kinds ------------------------------------------------------------------------------------------------------ */

/* Of the kinds that are left out the compiler drops everything. */
static inline int is_graph(const ifc2f_int_model *model)
{
    return IFC2F_INTEGER_GRAPH && (!(IFC2F_INTEGER_THRESHOLDS || IFC2F_INTEGER_VECTORS) || model->kind == KIND_GRAPH);
}

/* Of models of the ordered policy. */
static inline int has_thresholds(const ifc2f_int_model *model)
{
    return IFC2F_INTEGER_THRESHOLDS && (!IFC2F_INTEGER_VECTORS || model->kind == KIND_THRESHOLDS);
}

static inline uint32_t is_wide(const ifc2f_int_model *model, uint32_t which)
{
    return IFC2F_INTEGER_WIDE ? model->wide & which : 0;
}

/* ---- Reading ---------------------------------------------------------------------------------------------------- */

/* Whether `n` bytes from an offset on are inside the model. Every access to a part is checked so: a model whose checksum is
 * forged gets wrong answers and nothing else. */
static inline int is_inside(const ifc2f_int_model *model, uint32_t offset, uint32_t n)
{
    return offset <= model->length && n <= model->length - offset;
}

/* `n` bytes, at most the model's length, from an offset on; the first ones if those are not inside. */
static inline const uint8_t *inside(const ifc2f_int_model *model, uint32_t offset, uint32_t n)
{
    return model->bytes + (offset <= model->length - n ? offset : 0);
}

static inline uint32_t half(const uint8_t *bytes)
{
    return u16_at(IFC2F_AT_MULTIPLE_OF(2, bytes));
}

IFC2F_HERE uint32_t word(const uint8_t *bytes)
{
    const uint8_t *at = IFC2F_AT_MULTIPLE_OF(4, bytes);
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* A signed number of 8 or 16 bits. */
static inline int32_t number(const uint8_t *bytes, uint32_t wide)
{
    return wide ? (int16_t)half(bytes) : (int8_t)bytes[0];
}

/* The i-th of a part's rows of `n` numbers. */
IFC2F_PRIVATE const uint8_t *i2f_int_row_of(const ifc2f_int_model *model, uint32_t part, uint32_t i, uint32_t n,
                                            uint32_t wide);

/* The next number of a row, of 8 or 16 bits. */
static inline uint32_t take(const uint8_t **at, uint32_t wide)
{
    uint32_t number = *(*at)++;
    if (wide) {
        number |= (uint32_t) * (*at)++ << 8;
    }
    return number;
}

static inline uint32_t record_bytes(const ifc2f_int_model *model)
{
    return is_graph(model) ? GRAPH_RECORD_BYTES : RECORD_BYTES;
}

/* The record of a feature that there is. */
static inline const uint8_t *record_of(const ifc2f_int_model *model, uint32_t k)
{
    return model->bytes + RECORDS_AT + record_bytes(model) * k;
}

#endif
