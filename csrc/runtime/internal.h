/*
 * What the files of the runtime share, and nobody else: how a model's sections are read, how a session's memory is laid
 * out, and which file answers which question.
 *
 *     ifc2f_model.c    open a model, read it
 *     ifc2f_check.c    every index and number, checked once, early (IFC2F_CHECKS)
 *     ifc2f_session.c  the set of answers, and the posterior when they come in the policy's order
 *     ifc2f_exact.c    the posterior for any set of answers (IFC2F_EXACT)
 *     ifc2f_costs.c    what a look costs, what was spent
 *     ifc2f_policy.c   whether and where to look next: the ordered policy
 *     ifc2f_graph.c    the same by a policy graph (IFC2F_GRAPHS)
 *     ifc2f_adaptive.c the same from exact inference (IFC2F_EXACT)
 *     ifc2f_batch.c    rows of a matrix (IFC2F_BATCH)
 *     ifc2f_status.c   texts (IFC2F_TEXTS)
 *
 * Two rules keep answers the same to the bit on every machine and in every order of answering: all arithmetic is
 * single precision + - * / in an order fixed by the feature and class indices, and whatever is computed is a function of
 * the set of answers alone, never of the path by which they came.
 */
#ifndef IFC2F_INTERNAL_H
#define IFC2F_INTERNAL_H

#include "../base/arithmetic.h"

#include "ifc2f.h"
#include "../base/bytes.h"

/* Private functions: hidden symbols between the files, static ones in the amalgamation. */
#ifndef IFC2F_PRIVATE
#if defined(__GNUC__) && !defined(_WIN32)
#define IFC2F_PRIVATE __attribute__((visibility("hidden")))
#else
#define IFC2F_PRIVATE
#endif
#endif

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

/* ---- Reading a model -------------------------------------------------------------------------------------------- */

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

/* Words of a policy section: a header, a record per stage, index features, starts of sets, vectors. */
enum { POLICY_HEADER_WORDS = 5, STAGE_WORDS = 3 };

/* ---- A session's memory ------------------------------------------------------------------------------------------ */

/* A sum of costs, and what rounding took from it: kept, so that ten looks at 0.1 cost 1 and a budget of 1 pays them. */
typedef struct cost_sum {
    float sum;
    float lost;
} cost_sum;

/* The head. Behind it lie, without padding but at the end to 4 bytes:
 *     graph_walk, if the model has a graph; ifc2f_class classes[L]; uint16 places[K]; uint8 values[K];
 * and for exact inference what ifc2f_exact.c adds. */
typedef struct session_head {
    uint32_t crc;
    float budget;
    cost_sum spent;
    uint16_t n_looked;
    uint16_t n_prefix; /* leading features with a value */
    uint16_t n_end;    /* behind the last feature with a value */
    uint16_t flags;
} session_head;

enum { UP_IS_VALID = 1, MARGINALS_ARE_VALID = 2, IS_CONFLICT = 4, WEIGHTS_ARE_STALE = 8, POSTERIOR_IS_STALE = 16, FLAG_BITS = 31,
       IS_SESSION = 0x5E00 };

/* How far the answers have led through a graph. */
typedef struct graph_walk {
    uint32_t node;
    uint32_t n_met; /* answered features on the way; far above if a branch was taken that was grown for other rows */
} graph_walk;

/* P(class, answers) = mantissa * 2^exponent, the mantissa in [1, 2): scaling by powers of 2 is exact, so thousands of
 * factors neither underflow nor change a bit of a posterior. */
typedef struct ifc2f_class {
    float posterior;
    float prior;
    float mantissa;
    int32_t exponent; /* far below 0 for a class that is not possible */
} ifc2f_class;

enum { IMPOSSIBLE = -0x40000000, LEAST_POSSIBLE = -0x20000000 }; /* exponents */

enum { NO_VALUE = 0xFF };                                  /* in values[] */
enum { PLACE_OPEN = 0xFFFF, PLACE_MISSING = 0, LOOK = 1 }; /* in places[]: else 1, 2, ... in the order of the looks */

static inline session_head *head_of(const ifc2f_session *s)
{
    return (session_head *)s->memory;
}

static inline const ifc2f_class *end_of_classes(const ifc2f_session *s)
{
    return (const ifc2f_class *)(const void *)s->places;
}

static inline int has_value(const ifc2f_session *s, uint32_t k)
{
    return k < s->model->n_features && s->values[k] != NO_VALUE;
}

static inline int is_look(uint32_t place)
{
    return (uint16_t)(place + 1) > PLACE_MISSING + 1; /* neither open nor missing */
}

static inline int has_graph(const ifc2f_model *model)
{
    return IFC2F_GRAPHS && model->sections[IFC2F_GRAPH].length > 0;
}

static inline graph_walk *walk_of(const ifc2f_session *s)
{
    return (graph_walk *)(void *)(head_of(s) + 1);
}

/* Bytes before the classes. */
static inline uint32_t head_bytes(const ifc2f_model *model)
{
    return (uint32_t)sizeof(session_head) + (has_graph(model) ? (uint32_t)sizeof(graph_walk) : 0);
}

/* Bytes of a session without what exact inference adds; a multiple of 4. */
static inline uint32_t plain_session_bytes(const ifc2f_model *model)
{
    return (head_bytes(model) + (uint32_t)sizeof(ifc2f_class) * model->n_classes +
            3 * model->n_features + 3) & ~3u;
}

/* ---- Between the files ------------------------------------------------------------------------------------------ */

/* A place in a section that is read from front to back, and whether something was wrong so far. Checks join what is wrong
 * by |, since a branch for each would cost a small device twice the code. */
typedef struct cursor {
    ifc2f_model *model;
    const ifc2f_span *span;
    uint32_t at;
    uint32_t wrong;
} cursor;

/* ifc2f_model.c: the next word, 0 behind the end; it must be this one; whether something is wrong, or the section was not
 * read to its end; so far and then on to another section; whether `count` numbers, `stride` apart, are not probabilities that sum to 1. */
IFC2F_PRIVATE uint32_t i2f_take(cursor *from);
IFC2F_PRIVATE void i2f_expect(cursor *from, uint32_t word);
IFC2F_PRIVATE uint32_t i2f_finish(cursor *from);
IFC2F_PRIVATE void i2f_enter(cursor *from, uint32_t section);
IFC2F_PRIVATE uint32_t i2f_is_no_distribution(const cursor *from, uint32_t count, uint32_t stride);


#if IFC2F_CHECKS
/* ifc2f_check.c: numbers and indices of what was opened but the policy; of costs; of a policy. */
IFC2F_PRIVATE void i2f_check(cursor *from);
IFC2F_PRIVATE void i2f_check_costs(cursor *from);
IFC2F_PRIVATE void i2f_check_stages(cursor *from);
IFC2F_PRIVATE void i2f_check_vectors(cursor *from);
#endif

/* ifc2f_session.c: multiply a class's weight; multiply all by the table row of answered feature k, its parent's value
 * known; start again from the prior. */
IFC2F_PRIVATE void i2f_multiply(ifc2f_class *of, float factor);
IFC2F_PRIVATE void i2f_multiply_by_answer(const ifc2f_session *s, uint32_t k);
IFC2F_PRIVATE void i2f_reset_weights(const ifc2f_session *s);

/* The weights from the set of answers: in ifc2f_exact.c for any set, in ifc2f_session.c without it. */
IFC2F_PRIVATE void i2f_update_weights(const ifc2f_session *s);

/* ifc2f_session.c: bring weights, or the posterior, up to date, which sessions of a graph put off until they are asked for:
 * to go through the graph takes neither. */
#if IFC2F_GRAPHS
IFC2F_PRIVATE void i2f_need_weights(const ifc2f_session *s);
IFC2F_PRIVATE void i2f_need_posterior(const ifc2f_session *s);
#else
static inline void i2f_need_weights(const ifc2f_session *s)
{
    (void)s;
}

static inline void i2f_need_posterior(const ifc2f_session *s)
{
    (void)s;
}
#endif

#if IFC2F_EXACT
/* ifc2f_exact.c: bytes of memory it adds; bring messages up to date after a change of feature k's value; the address
 * of P(feature k = v | class, answers) of an open feature, [n_values][n_classes], up to date; memory for a belief that is
 * tried. */
IFC2F_PRIVATE uint64_t i2f_exact_bytes(const ifc2f_model *model);
IFC2F_PRIVATE void i2f_update_messages(const ifc2f_session *s, uint32_t k);
IFC2F_PRIVATE const float *i2f_marginal(const ifc2f_session *s, uint32_t k);
IFC2F_PRIVATE ifc2f_class *i2f_scratch(const ifc2f_session *s);

/* P(feature k = v | its parent = u, class c, answers below) at out[(c * n_rows + u) * stride + v], for all u; what is
 * not written is 0. Messages are up to date, as they are after i2f_marginal(). */
IFC2F_PRIVATE void i2f_transitions(const ifc2f_session *s, uint32_t k, uint32_t n_rows, uint32_t stride, float *out);
#endif

/* ifc2f_costs.c: cost of looking at open feature k now; append the look to the looks; add up the costs of the first n looks again; take a look out of them; whether the budget pays for
 * it. */
IFC2F_PRIVATE float i2f_look_cost(const ifc2f_session *s, uint32_t k);
IFC2F_PRIVATE void i2f_add_look(const ifc2f_session *s, uint32_t k);
IFC2F_PRIVATE void i2f_add_looks(const ifc2f_session *s, uint32_t n);
IFC2F_PRIVATE void i2f_remove_look(const ifc2f_session *s, uint32_t k);
IFC2F_PRIVATE int i2f_is_affordable(const ifc2f_session *s, uint32_t k);

/* ifc2f_session.c: whether feature k can be answered now: always with exact inference or a policy graph, else if it
 * stands behind all that are answered and its parent is one of them. */
IFC2F_PRIVATE int i2f_can_answer(const ifc2f_session *s, uint32_t k);

/* ifc2f_policy.c: min over j of Q_j' posterior, and the class j. The posterior need not be normalised: the value scales
 * with it. */
IFC2F_PRIVATE float i2f_stop_value(const ifc2f_session *s, uint32_t *label);

/* ifc2f_policy.c: the alpha set of stage k for the values of its index features; if one is not known (or is no feature
 * before k) its fallback, the last one before the next stage's. `values` NULL: each feature's last value. */
IFC2F_PRIVATE uint32_t i2f_set_of(const ifc2f_model *model, const uint8_t *values, uint32_t k);

#if IFC2F_GRAPHS
/* ifc2f_graph.c: check the section; go on to where the answers lead, and tell the feature asked for there or IFC2F_STOP;
 * make the posterior the node's own, if all answers led there, and tell. */
IFC2F_PRIVATE int32_t i2f_check_graph(const ifc2f_model *model);
IFC2F_PRIVATE int32_t i2f_graph_next(const ifc2f_session *s);
IFC2F_PRIVATE int i2f_take_graph_posterior(const ifc2f_session *s);
#if IFC2F_EXACT
/* What the graph expects to cost from there on. */
IFC2F_PRIVATE float i2f_graph_value(const ifc2f_session *s);
#endif
#endif

#if IFC2F_EXACT
/* ifc2f_adaptive.c: check the section; the best look, or IFC2F_STOP. */
IFC2F_PRIVATE int32_t i2f_check_adaptive(const ifc2f_model *model);
IFC2F_PRIVATE int32_t i2f_adaptive_next(const ifc2f_session *s);

/* Bytes of memory it adds behind that of exact inference, to look two steps ahead. */
IFC2F_PRIVATE uint64_t i2f_adaptive_bytes(const ifc2f_model *model);
#endif

static inline int is_adaptive(const ifc2f_model *model)
{
    return IFC2F_EXACT && model->sections[IFC2F_ADAPTIVE].length > 0;
}

#endif
