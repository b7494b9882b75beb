/*
 * ifc2f without floating point: the same loop of asking, answering and deciding, on models that were exported with whole
 * numbers (`ifc2f export --target int8` or `int16`; docs/format.md, "The integer model").
 *
 * Readings are whole numbers in raw units, such as a converter's counts; the model knows the scale of each feature and
 * holds its edges in these units. A category is given by its index. Costs are in units of the model. Nothing here is a
 * float, divides, or needs a library. Every function is reentrant. Statuses and requirements are those of ifc2f.h:
 * opening a model, and beginning or resuming a session, refuse NULL with IFC2F_ERR_ARGUMENT; other functions need valid arguments.
 */
#ifndef IFC2F_INTEGER_H
#define IFC2F_INTEGER_H

#include "ifc2f.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Compile-time choices: set to 0 what a device does not need ------------------------------------------------- */

/* The kinds of models: an ordered policy with two classes, whose alpha vectors became thresholds; an ordered policy
 * with alpha vectors; a policy graph. A model of a kind that is left out is refused. */
#ifndef IFC2F_INTEGER_THRESHOLDS
#define IFC2F_INTEGER_THRESHOLDS 1
#endif
#ifndef IFC2F_INTEGER_VECTORS
#define IFC2F_INTEGER_VECTORS 1
#endif
#ifndef IFC2F_INTEGER_GRAPH
#define IFC2F_INTEGER_GRAPH 1
#endif

/* 16-bit numbers. Without them a model of target int16 is refused. */
#ifndef IFC2F_INTEGER_WIDE
#define IFC2F_INTEGER_WIDE 1
#endif

/* Set to 1 if models are aligned to 4 bytes, which saves processors that load only aligned words (such as a
 * Cortex-M0) most loads. Other models are refused with IFC2F_ERR_MEMORY. */
#ifndef IFC2F_INTEGER_ALIGNED
#define IFC2F_INTEGER_ALIGNED 0
#endif

enum { IFC2F_INTEGER_FORMAT_VERSION = 3 };

/* No limit to the cost of a session. */
#define IFC2F_INTEGER_NO_BUDGET UINT32_MAX

/* The smallest reading. A smaller number means that there is no reading. */
#define IFC2F_INTEGER_MIN_READING (INT32_MIN + 3)

/* ---- Model ------------------------------------------------------------------------------------------------------- */

/* An opened model: a view into the caller's bytes, which must stay where they are while it is used. Read the counts;
 * treat the rest as opaque. */
typedef struct ifc2f_int_model {
    const uint8_t *bytes;
    uint32_t length;
    uint32_t crc; /* identifies the model: the header that export writes has it as ..._ID */
    uint32_t n_features;
    uint32_t n_classes;
    uint32_t kind; /* 0: thresholds; 1: alpha vectors; 2: graph */
    uint32_t wide; /* bit 0: tables (a graph: its probabilities) of 16 bits; bit 1: thresholds or alpha vectors */
    uint32_t words[9]; /* the header's */
} ifc2f_int_model;

/* Open a model of `length` bytes: check magic, version, length, checksum, and that what the header counts is there. Other
 * numbers are checked where they are used, so that no call reads outside of `bytes`, whatever they hold. `bytes` need
 * no alignment (but see IFC2F_INTEGER_ALIGNED). On an error the model is not usable: one of IFC2F_ERR_NOT_A_MODEL, _VERSION,
 * _TRUNCATED, _CHECKSUM, _CONTENT, or IFC2F_ERR_LEFT_OUT for a kind or numbers of 16 bits that this build does not have. */
int32_t ifc2f_int_open(ifc2f_int_model *model, const void *bytes, uint32_t length);

/* The same, for one model only: `id` is its checksum, which the header written by `ifc2f export` has as ..._ID.
 * IFC2F_ERR_OTHER_MODEL if the bytes are another model. */
int32_t ifc2f_int_open_known(ifc2f_int_model *model, const void *bytes, uint32_t length, uint32_t id);

/* The same, but without computing the checksum of the bytes: for the array that is linked into the program. `id` is compared with
 * the checksum stored in the model. Never use it for bytes that came by wire, or from memory that wears out. */
int32_t ifc2f_int_open_linked(ifc2f_int_model *model, const void *bytes, uint32_t length, uint32_t id);

/* ---- Session ----------------------------------------------------------------------------------------------------- */

/* With an ordered policy, an answer whose parent in the network is not answered counts as if no other answer carried information
 * on the parent. This is exact unless some do (those of the parent's own parent, or of its other children). Stages that depend on
 * the missing answer then use what was planned without it. */

/* A session: a model, and the caller's memory, which holds all state and no address: you may copy it, keep it through
 * sleep, and resume the session with ifc2f_int_resume(). */
typedef struct ifc2f_int_session {
    const ifc2f_int_model *model;
    void *memory;
    int32_t *values;
} ifc2f_int_session;

/* Bytes of memory that a session of this model needs: a multiple of 4. */
uint32_t ifc2f_int_session_bytes(const ifc2f_int_model *model);

/* Begin a session in `memory` (aligned to 4 bytes, `bytes` long, at least ifc2f_int_session_bytes()) without answers, with the
 * model's budget. IFC2F_ERR_MEMORY if the memory is too small or not aligned. */
int32_t ifc2f_int_begin(ifc2f_int_session *session, const ifc2f_int_model *model, void *memory, uint32_t bytes);

/* Resume the session in `memory`, after it was copied or kept. IFC2F_ERR_SESSION if it belongs to another model,
 * IFC2F_ERR_MEMORY as when beginning. Damaged memory gives a valid session of its current content. */
int32_t ifc2f_int_resume(ifc2f_int_session *session, const ifc2f_int_model *model, void *memory, uint32_t bytes);

/* The policy asks nothing that would bring the cost above `budget`; IFC2F_INTEGER_NO_BUDGET: no limit. */
void ifc2f_int_set_budget(ifc2f_int_session *session, uint32_t budget);

/* The feature to acquire next, or IFC2F_STOP. Changes nothing. */
int32_t ifc2f_int_next(const ifc2f_int_session *session);

/* Answer a feature with a reading in raw units, or the index of a category, in any order; an earlier answer is
 * replaced. IFC2F_ERR_FEATURE if there is no such feature, IFC2F_ERR_VALUE if the reading is below
 * IFC2F_INTEGER_MIN_READING or not a category. On an error the session is unchanged. */
int32_t ifc2f_int_answer(ifc2f_int_session *session, uint32_t feature, int32_t reading);

/* Mark a feature as missing: the policy does not ask for it again. With `paid` != 0 its cost still counts. An earlier answer
 * is retracted. IFC2F_ERR_FEATURE if there is no such feature. */
int32_t ifc2f_int_missing(ifc2f_int_session *session, uint32_t feature, int32_t paid);

/* Retract an answer or a "missing": the feature is open again. IFC2F_ERR_FEATURE if there is no such feature. */
int32_t ifc2f_int_retract(ifc2f_int_session *session, uint32_t feature);

/* The class with the smallest expected misclassification cost; the lower index on a tie. You may call it at any time. */
int32_t ifc2f_int_decide(const ifc2f_int_session *session);

/* Write P(class | answers) in units of 1/65535: n_classes numbers that sum to 65535. */
void ifc2f_int_posterior(const ifc2f_int_session *session, uint16_t *posterior);

/* State of a feature: 0 if it is answered, otherwise IFC2F_OPEN, IFC2F_MISSING, IFC2F_MISSING_PAID, or IFC2F_ERR_FEATURE. */
int32_t ifc2f_int_state(const ifc2f_int_session *session, uint32_t feature);

/* Cost of the features acquired: answered, or missing and paid for. */
uint32_t ifc2f_int_cost(const ifc2f_int_session *session);

/* ---- Batch (IFC2F_BATCH) ----------------------------------------------------------------------------------------- */

/* Classify the rows of a row-major matrix of readings, each in its own session. Readings below IFC2F_INTEGER_MIN_READING, and
 * unknown categories, are missing and not paid for. Writes label[n_rows], posterior[n_rows][n_classes],
 * cost[n_rows], and order[n_rows][n_features]: the features acquired, -1 after the last. Returns IFC2F_OK or the
 * error of beginning a session. */
int32_t ifc2f_int_classify(const ifc2f_int_model *model, const int32_t *readings, size_t n_rows, uint32_t budget,
                           void *memory, uint32_t memory_bytes, int32_t *label, uint16_t *posterior, uint32_t *cost,
                           int32_t *order);

#ifdef __cplusplus
}
#endif

#endif
