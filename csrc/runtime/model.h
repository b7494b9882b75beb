/*
 * A model's bytes, read in place.
 *
 * Two rules keep answers the same to the bit on every machine and in every order of answering: all arithmetic is
 * single precision + - * / in an order fixed by the feature and class indices, and whatever is computed is a function of
 * the set of answers alone, never of the path by which they came.
 */
#ifndef IFC2F_MODEL_H
#define IFC2F_MODEL_H

#include "../base/arithmetic.h"

#include "ifc2f.h"

#include "../base/bytes.h"
#include "../base/private.h"

/* Whether a number is read where it is needed: in builds for speed, and for processors that load words from any address,
 * since it is one load then. Else what reads it is kept apart, although it is short or called from one place. */
#if defined(__OPTIMIZE_SIZE__) && !defined(__ARM_FEATURE_UNALIGNED)
#define IFC2F_READS_INLINE 0
#else
#define IFC2F_READS_INLINE 1
#endif
#if defined(__GNUC__) && !IFC2F_READS_INLINE
#define IFC2F_APART __attribute__((noinline))
#else
#define IFC2F_APART
#endif

enum { NO_INDEX = 0xFFFF, INFINITY_BITS = 0x7F800000 };

#define LARGEST 1e30f   /* of a component of an alpha vector: products with beliefs stay finite */
#define SMALLEST 1e-30f /* of any probability but 0: normal numbers only */

static inline int is_within(float x, float low, float high)
{
    return x >= low && x <= high; /* false for NaN */
}

/* ---- Sections --------------------------------------------------------------------------------------------------- */

/* The i-th 32-bit number of a section; 0 behind its end. Every index goes through a comparison like this one at the
 * place where it is used, so that nothing outside a section is read even if the bytes changed after opening. */
static inline uint32_t word_at(const ifc2f_span *span, uint32_t i)
{
    return i < span->length / 4 ? u32_at(span->bytes + 4 * (size_t)i) : 0;
}

/* The i-th 16-bit number. */
static inline uint32_t half_at(const ifc2f_span *span, uint32_t i)
{
    return word_at(span, i / 2) >> (16 * (i % 2)) & 0xFFFF;
}

static inline float number_at(const ifc2f_span *span, uint32_t i)
{
    return float_of(word_at(span, i));
}

/* Address of `count` numbers from the first-th on, or NULL: one comparison for all of them. */
static inline const uint8_t *row_at(const ifc2f_span *span, uint32_t first, uint32_t count)
{
    const uint32_t n = span->length / 4;
    return count > n || first > n - count ? NULL : span->bytes + 4 * (size_t)first;
}

static inline uint32_t row_word(const uint8_t *row, uint32_t i)
{
    return u32_at(row + 4 * (size_t)i);
}

static inline float row_number(const uint8_t *row, uint32_t i)
{
    return float_of(row_word(row, i));
}

/* ---- Features --------------------------------------------------------------------------------------------------- */

/* Words of a feature's record. */
enum { FEATURE_WORDS = 8, KIND_AND_VALUES = 0, PARENT_AND_VALUES, CHILD_AND_SIBLING, FIRST_VALUE, FIRST_TABLE, FIRST_BIN, FIRST_UP, COLUMN };

static inline uint32_t feature_word(const ifc2f_model *model, uint32_t k, uint32_t word)
{
    return word_at(&model->sections[IFC2F_FEATURES], FEATURE_WORDS * k + word);
}

/* At most 255 for any bytes: a larger number is refused by the checks, and of it the low bits count without them. */
static inline uint32_t n_values_of(const ifc2f_model *model, uint32_t k)
{
    const uint32_t n_values = feature_word(model, k, KIND_AND_VALUES) >> 16;
    return IFC2F_CHECKS ? n_values : n_values & 0xFF;
}

/* Number of edges or, of a categorical feature, of categories. */
static inline uint32_t n_numbers_of(const ifc2f_model *model, uint32_t k)
{
    const uint32_t kind_and_values = feature_word(model, k, KIND_AND_VALUES);
    return (kind_and_values + (((kind_and_values & 1) - 1) << 16)) >> 16;
}

static inline uint32_t parent_of(const ifc2f_model *model, uint32_t k) /* NO_INDEX: none */
{
    return feature_word(model, k, PARENT_AND_VALUES) & 0xFFFF;
}

static inline uint32_t n_parent_values_of(const ifc2f_model *model, uint32_t k)
{
    return feature_word(model, k, PARENT_AND_VALUES) >> 16;
}

/* Whether a further record stands behind those of the features, with the number n_features: a factor, which features may have as their
 * parent and which nobody can acquire. */
static inline uint32_t has_factor(const ifc2f_model *model)
{
    return IFC2F_EXACT ? model->has_factor : 0;
}

/* Features, and the factor. */
static inline uint32_t n_variables_of(const ifc2f_model *model)
{
    return model->n_features + has_factor(model);
}

/* The n-th of them, parents before children: the factor, then the features. */
static inline uint32_t variable_at(const ifc2f_model *model, uint32_t n)
{
    const uint32_t first = has_factor(model);
    return n < first ? model->n_features : n - first;
}

#endif
