/*
 * ifc2f: ask one feature at a time, update the class probabilities, stop when another answer is not worth its cost.
 *
 * The runtime. It reads a model (docs/format.md) in place from the caller's bytes and runs sessions in the caller's
 * memory: no heap, no global state, no libm, single precision only. Every function is reentrant; two threads may use
 * two sessions of one model at once.
 *
 * Functions return IFC2F_OK or a useful value >= 0, or a negative ifc2f_status. IFC2F_STOP is negative as well, so
 * that the loop "while ((feature = ifc2f_next(&session)) >= 0)" ends on it; it is not an error. After an error everything is
 * as it was before the call, but for a model that was to be opened.
 *
 * Opening, beginning and taking up refuse NULL by IFC2F_ERR_ARGUMENT. Other functions need what they are given: a model
 * that was opened, a session that was begun or taken up and whose model and memory are still there, room to write to.
 */
#ifndef IFC2F_H
#define IFC2F_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Compile-time choices ------------------------------------------------------------------------------------
 *
 * Set to 0 what a small device does not need. Whatever is left in gives the same bits as in any other build; a call or
 * a model that needs what was left out is refused by IFC2F_ERR_ORDER or IFC2F_ERR_LEFT_OUT.
 */

/* Answers in any order, P(feature, class), the cost of going on. Without it (0) answers are given in ascending order of
 * the features and taken back last first, and the ordered policy passes over a feature whose parent is not answered: smaller,
 * and still the exact posterior. With a policy graph the order is free, but a change after which neither the graph nor a product
 * of table rows told the posterior is refused by IFC2F_ERR_ORDER: what was known before can still be decided on. */
#ifndef IFC2F_EXACT
#define IFC2F_EXACT 1
#endif

/* Uncertain answers; needs IFC2F_EXACT. Without it a session with exact inference takes less memory. */
#ifndef IFC2F_UNCERTAIN
#define IFC2F_UNCERTAIN IFC2F_EXACT
#endif

/* Costs in groups, and tests that several features share. Without it a model is refused unless each feature has one
 * test of its own and no test is in a group. */
#ifndef IFC2F_GROUPS
#define IFC2F_GROUPS 1
#endif

/* Policy graphs. (Adaptive policies need IFC2F_EXACT.) */
#ifndef IFC2F_GRAPHS
#define IFC2F_GRAPHS 1
#endif

/* Checks, when opening, of what the checksum vouches for: indices, and numbers one by one. Without them opening checks
 * magic, version, lengths, checksum, directory, dimensions and prior. Bytes that were changed and given a new checksum
 * may then lead to wrong answers and costs, but still not to a read or write out of bounds, a call without an end, or a
 * posterior that is not finite and normalised. For builds without exact inference, groups and planning, which rely on
 * these checks. */
#ifndef IFC2F_CHECKS
#define IFC2F_CHECKS 1
#endif

/* ifc2f_classify(). */
#ifndef IFC2F_BATCH
#define IFC2F_BATCH 1
#endif

/* Texts of ifc2f_strerror(); without them it returns "" for all. */
#ifndef IFC2F_TEXTS
#define IFC2F_TEXTS 1
#endif

/* Constants of the checksum, by which opening is several times faster: none, 16 words or 256 words. */
#ifndef IFC2F_CRC_TABLE
#ifdef __OPTIMIZE_SIZE__
#define IFC2F_CRC_TABLE 0
#else
#define IFC2F_CRC_TABLE 16
#endif
#endif

/* IFC2F_CRC is not defined here: define it as the name of a function of yours where the processor has a unit for CRC-32 (IEEE 802.3,
 * reflected), uint32_t name(uint32_t crc, const uint8_t *bytes, uint32_t length). It is called like zlib's crc32(): with 0 and the
 * first bytes, then with what it returned and the bytes after them. */

#if IFC2F_UNCERTAIN && !IFC2F_EXACT
#error "IFC2F_UNCERTAIN needs IFC2F_EXACT"
#endif

#if !IFC2F_CHECKS && (IFC2F_EXACT || IFC2F_GROUPS)
#error "IFC2F_CHECKS 0 needs IFC2F_EXACT 0 and IFC2F_GROUPS 0"
#endif

enum { IFC2F_FORMAT_VERSION = 1 };

typedef enum ifc2f_status {
    IFC2F_OK = 0,
    IFC2F_STOP = -1,          /* the policy asks nothing more: call ifc2f_decide() */
    IFC2F_ERR_NOT_A_MODEL = -2, /* the magic number is not that of a model */
    IFC2F_ERR_VERSION = -3,   /* the format version is not the one this library reads */
    IFC2F_ERR_TRUNCATED = -4, /* fewer or more bytes than the model says it has */
    IFC2F_ERR_CHECKSUM = -5,  /* the bytes were damaged */
    IFC2F_ERR_SECTION = -6,   /* a section is missing, unknown and required, twice there, or misplaced */
    IFC2F_ERR_CONTENT = -7,   /* a length, index or number in a section is out of its range */
    IFC2F_ERR_MEMORY = -8,    /* the memory given is too small or not aligned to 4 bytes */
    IFC2F_ERR_FEATURE = -9,   /* no such feature */
    IFC2F_ERR_VALUE = -10,    /* the value is not finite, not a known category, or not a bin of the feature */
    IFC2F_ERR_PRIOR = -11,    /* not a probability vector */
    IFC2F_ERR_ORDER = -12,    /* the answer needs exact inference, which was left out at compile time */
    IFC2F_ERR_POLICY = -13,   /* the model holds no policy for this call */
    IFC2F_ERR_SESSION = -14,  /* the memory holds no session of this model */
    IFC2F_ERR_ARGUMENT = -15, /* an argument is out of the range its function states */
    IFC2F_ERR_TOO_LARGE = -16, /* the exact treatment would need more live assignments than allowed */
    IFC2F_ERR_LEFT_OUT = -17, /* the model needs a part of the library that was left out at compile time */
    IFC2F_ERR_OTHER_MODEL = -18, /* a model, but not the one that was asked for */
    IFC2F_ERR_ARITHMETIC = -19 /* sums, products or quotients are not rounded one by one, as models expect: compiled with flags
                                  that change results, or run with another rounding mode */
} ifc2f_status;

/* Text for a status, in English, without a full stop; "unknown status" for any other number. Never NULL. */
const char *ifc2f_strerror(int32_t status);

/* ---- Model ------------------------------------------------------------------------------------------------- */

/* Bytes of one section. */
typedef struct ifc2f_span {
    const uint8_t *bytes;
    uint32_t length;
} ifc2f_span;

/* Sections of a model file. */
typedef enum ifc2f_section {
    IFC2F_DIMENSIONS, /* the first seven a model must have */
    IFC2F_FEATURES,
    IFC2F_VALUES,
    IFC2F_TABLES,
    IFC2F_PRIOR,
    IFC2F_COSTS,
    IFC2F_MISCLASSIFICATION,
    IFC2F_ORDERED,
    IFC2F_GRAPH,
    IFC2F_ADAPTIVE,
    IFC2F_META,
    IFC2F_N_SECTIONS
} ifc2f_section;

/* An ordered policy: numbers of its parts, and where they lie in its section, counted in 32-bit words. */
typedef struct ifc2f_ordered {
    uint32_t n_stages;
    uint32_t n_sets;
    uint32_t n_vectors;
    uint32_t n_index;
    uint32_t index_at;
    uint32_t starts_at;
    uint32_t vectors_at;
} ifc2f_ordered;

/* An opened model: a view into the caller's bytes, which must stay where they are while it is used. Read the counts;
 * treat the rest as opaque. */
typedef struct ifc2f_model {
    uint32_t n_features;
    uint32_t n_classes;
    uint32_t n_tests;
    uint32_t n_groups;
    uint32_t crc;          /* identifies the model */
    uint32_t simple_costs; /* every feature has one test of its own and no group */
    ifc2f_ordered ordered; /* the ordered policy; no stages without one */
    ifc2f_span sections[11]; /* IFC2F_N_SECTIONS; without bytes if the model has none of the kind */
    /* For exact inference: */
    uint32_t max_values;   /* largest number of values of a feature */
    uint32_t n_bins;       /* values of all features together */
    uint32_t n_up;         /* values of all parents together (1 for a feature without): rows of upward messages */
} ifc2f_model;

/* Largest numbers a model may have. */
enum { IFC2F_MAX_FEATURES = 65000, IFC2F_MAX_VALUES = 255, IFC2F_MAX_CLASSES = 255 };

/* Open a model of `length` bytes: check magic, version, length, checksum, every index and every number. `bytes` need
 * no alignment. On an error the model is not usable: one of IFC2F_ERR_NOT_A_MODEL, _VERSION, _TRUNCATED, _CHECKSUM,
 * _SECTION, _CONTENT, or IFC2F_ERR_LEFT_OUT for one that this build does not follow; or IFC2F_ERR_ARITHMETIC, of any model. */
int32_t ifc2f_open(ifc2f_model *model, const void *bytes, uint32_t length);

/* The same, for one model only: `id` is its checksum, which the header written by `ifc2f export` has as ..._ID.
 * IFC2F_ERR_OTHER_MODEL if the bytes are another model. */
int32_t ifc2f_open_known(ifc2f_model *model, const void *bytes, uint32_t length, uint32_t id);

/* The same, but without reading all bytes for their checksum: for the array that is linked into the program, since who can change
 * it can change the code as well. `id` is compared with the checksum that the model says it has; indices and numbers are checked
 * as ever (IFC2F_CHECKS). Never for bytes that came by wire, or from memory that wears out. */
int32_t ifc2f_open_linked(ifc2f_model *model, const void *bytes, uint32_t length, uint32_t id);

/* Replace the ordered policy of an opened model by a policy section (as ifc2f_plan() writes it), after checking it.
 * `bytes` must stay where they are while the model is used; they need no alignment. IFC2F_ERR_CONTENT if they are no
 * policy of this model, IFC2F_ERR_ARGUMENT if NULL: the model keeps the policy it had. A graph or an adaptive policy goes
 * before it all the same. */
int32_t ifc2f_use_policy(ifc2f_model *model, const void *bytes, uint32_t length);

/* Replace costs, likewise, by a cost section; besides, IFC2F_ERR_LEFT_OUT if they need groups that this build does not
 * have. Policies are not changed: plan again; until then an adaptive policy does without the plan beside it. A session that has begun counts what it spent by the costs of then until it is
 * taken up by ifc2f_resume() or begun anew. */
int32_t ifc2f_use_costs(ifc2f_model *model, const void *bytes, uint32_t length);

/* Number of values (bins or categories) of a feature, or IFC2F_ERR_FEATURE. */
int32_t ifc2f_n_values(const ifc2f_model *model, uint32_t feature);

/* The feature's parent feature, IFC2F_STOP if it has none, or IFC2F_ERR_FEATURE. */
int32_t ifc2f_parent(const ifc2f_model *model, uint32_t feature);

/* The group of the panel that the feature belongs to: a test that shows several features at once, the only one of its group. Then its
 * price is paid with the first of them that is looked at, the others cost nothing, and ifc2f_next() asks for them before anything
 * else (but not with a graph, which asks for those it uses). What the panel did not show is answered by ifc2f_missing(). IFC2F_STOP
 * if it belongs to none, or IFC2F_ERR_FEATURE. */
int32_t ifc2f_panel(const ifc2f_model *model, uint32_t feature);

/* The column of the training matrix the feature came from, or IFC2F_ERR_FEATURE. */
int32_t ifc2f_column(const ifc2f_model *model, uint32_t feature);

/* Bin of a numeric value (the number of inner edges not above it) or index of a category. IFC2F_ERR_FEATURE, or
 * IFC2F_ERR_VALUE if it is not finite or not a known category. */
int32_t ifc2f_bin(const ifc2f_model *model, uint32_t feature, float value);

/* Write P(feature = v | parent = parent_value, class = i) to table[v * n_classes + i], n_values * n_classes floats.
 * `parent_value` is 0 for a feature without a parent. IFC2F_ERR_FEATURE or IFC2F_ERR_VALUE if there is none. */
int32_t ifc2f_read_table(const ifc2f_model *model, uint32_t feature, uint32_t parent_value, float *table);

/* Write the one row table[value * n_classes ...] of it, n_classes floats. Fails likewise. */
int32_t ifc2f_read_table_row(const ifc2f_model *model, uint32_t feature, uint32_t parent_value, uint32_t value,
                             float *row);

/* Write the trained class prior, n_classes floats. Does not fail. */
int32_t ifc2f_read_prior(const ifc2f_model *model, float *prior);

/* Write the misclassification costs, n_classes * n_classes floats: costs[i * n_classes + j] is that of deciding j when i is
 * true. Does not fail. */
int32_t ifc2f_read_misclassification(const ifc2f_model *model, float *costs);

/* ---- Session ----------------------------------------------------------------------------------------------- */

/* A session: a model, and where its state lies in the caller's memory; treat it as opaque. The memory holds all state
 * and no address: it may be copied, kept through sleep, and taken up again by ifc2f_resume(). */
typedef struct ifc2f_session {
    const ifc2f_model *model;
    void *memory;
    struct ifc2f_class *classes;
    uint16_t *places;
    uint8_t *values;
} ifc2f_session;

/* Bytes of memory a session of this model needs; UINT32_MAX if that is more than a number of 32 bits tells: no session
 * can begin then. */
uint32_t ifc2f_session_bytes(const ifc2f_model *model);

/* Begin a session in `memory` (aligned to 4 bytes, `bytes` long, at least ifc2f_session_bytes()): nothing answered, the
 * posterior is the prior, the budget the model's. IFC2F_ERR_MEMORY if the memory is too small or not aligned. */
int32_t ifc2f_begin(ifc2f_session *session, const ifc2f_model *model, void *memory, uint32_t bytes);

/* Take up the session that `memory` holds, after it was copied or kept. Answers, looks, prior and budget are checked and
 * the rest is computed from them again, to the same bits: memory damaged in between is refused, or gives a session like
 * any other, of what it now says. IFC2F_ERR_SESSION if it holds no session, or one of another model; IFC2F_ERR_MEMORY as when
 * beginning. */
int32_t ifc2f_resume(ifc2f_session *session, const ifc2f_model *model, void *memory, uint32_t bytes);

/* Forget all answers; prior and budget stay as they were set. Does not fail. */
int32_t ifc2f_restart(ifc2f_session *session);

/* Replace the trained class prior by `prior` (n_classes numbers >= 0 that sum to 1 within 1e-3; they are normalised).
 * Answers given so far are kept. IFC2F_ERR_PRIOR if they are not such; of a graph without exact inference IFC2F_ERR_ORDER if the
 * posterior could not be told. */
int32_t ifc2f_set_prior(ifc2f_session *session, const float *prior);

/* The policy asks nothing that would bring the cost above `budget` (>= 0; infinity: no limit). IFC2F_ERR_ARGUMENT if it is
 * negative or not a number. */
int32_t ifc2f_set_budget(ifc2f_session *session, float budget);

/* The feature to look at next, or IFC2F_STOP; IFC2F_ERR_POLICY if the model has no policy. Changes nothing: asked twice it
 * answers twice the same. */
int32_t ifc2f_next(const ifc2f_session *session);

/* Answer a feature, any, with a value in its own units, or with the number of a category. An answer given before is replaced;
 * its place in the order of looks stays. IFC2F_ERR_FEATURE if there is no such feature, IFC2F_ERR_VALUE if the value is not
 * finite or no category; without exact inference IFC2F_ERR_ORDER if a later feature, or this one, is answered or the
 * feature's parent is not; of a graph if it was given beside the graph, or behind a missing one, and the parent of some answered
 * feature is not answered. */
int32_t ifc2f_answer(ifc2f_session *session, uint32_t feature, float value);

/* Answer a feature with a bin or category index. Fails likewise: IFC2F_ERR_VALUE if there is no such bin. */
int32_t ifc2f_answer_bin(ifc2f_session *session, uint32_t feature, uint32_t bin);

/* Answer a feature uncertainly: likelihoods[v], n_values numbers from 0 to 1e30, says how probable what was seen is if the value is v.
 * Only their ratios count. The posterior is exact, that of an answer to a child of the feature with these probabilities; where one value
 * alone is possible it is that of ifc2f_answer_bin(), to the bit. It is a look, and counts for the policy as one whose value is not
 * known. IFC2F_ERR_FEATURE if there is no such feature; IFC2F_ERR_VALUE if a number is not within the range or all are below 1e-30;
 * IFC2F_ERR_ORDER in builds without IFC2F_UNCERTAIN. */
int32_t ifc2f_answer_likelihoods(ifc2f_session *session, uint32_t feature, const float *likelihoods);

/* Write the likelihoods of a feature's uncertain answer, n_values numbers of which the largest is 1. IFC2F_ERR_FEATURE if there is no
 * such feature, IFC2F_ERR_VALUE if it has no such answer. */
int32_t ifc2f_read_likelihoods(const ifc2f_session *session, uint32_t feature, float *likelihoods);

/* The value of a feature is known without a look, from before the session or for nothing: it counts like an answer, but is no look and
 * costs nothing. Fails like ifc2f_answer(); without exact inference always, by IFC2F_ERR_ORDER. */
int32_t ifc2f_know(ifc2f_session *session, uint32_t feature, float value);

/* The feature was found to be missing: it is not asked again. With `paid` != 0 its cost counts all the same. An answer that
 * was given is taken back. IFC2F_ERR_FEATURE if there is no such feature; without exact inference IFC2F_ERR_ORDER if it was
 * looked at already; of a graph if no row that it was grown on lacked the value there, and the parent of some answered feature is
 * not answered. */
int32_t ifc2f_missing(ifc2f_session *session, uint32_t feature, int32_t paid);

/* Take back an answer or a "missing": the feature is open again, and its cost is not counted. IFC2F_ERR_FEATURE if there is no
 * such feature; without exact inference IFC2F_ERR_ORDER for an answer before another, of a graph as when answering. */
int32_t ifc2f_retract(ifc2f_session *session, uint32_t feature);

/* The class with the smallest expected misclassification cost; the lower index on a tie. Does not fail, and may be asked at
 * any time. */
int32_t ifc2f_decide(const ifc2f_session *session);

/* Write P(class | answers), n_classes floats that sum to 1. Returns 1 when the answers contradict each other under the
 * model (probability 0): then the prior is written. With a policy graph it is the graph's own while all answers are
 * ones that lead through it, and else, as without a graph, the network's. */
int32_t ifc2f_posterior(const ifc2f_session *session, float *posterior);

/* Probability of all answers so far as mantissa * 2^(32 * exponent): 1 when nothing is answered, 0 when they contradict each
 * other. IFC2F_ERR_ORDER without exact inference if the parent of some answered feature is not answered. */
int32_t ifc2f_evidence(const ifc2f_session *session, float *mantissa, int32_t *exponent);

/* Write P(feature = v, class = i | answers) to joint[v * n_classes + i], n_values * n_classes floats. For an answered feature
 * the mass lies on its value. Zeros for an open one when the answers contradict each other. IFC2F_ERR_FEATURE if there is no
 * such feature, IFC2F_ERR_ORDER without exact inference. */
int32_t ifc2f_feature_posterior(ifc2f_session *session, uint32_t feature, float *joint);

/* What an answer to a feature is worth by itself, whatever is asked after it. Write P(feature = v, class = i | answers) to joint, as
 * ifc2f_feature_posterior() does; to *saving by how much the expected cost of a mistake falls if the feature is answered and a class
 * decided then, its cost not counted; and to *change the probability of the answers after which another class costs less than the one
 * that is decided now. Both are 0 where no answer changes the decision, and for a feature that is answered. Fails likewise. */
int32_t ifc2f_worth(ifc2f_session *session, uint32_t feature, float *joint, float *saving, float *change);

/* What several answers are worth together. */
typedef struct ifc2f_worth_sums {
    float saving; /* by how much the expected cost of a mistake falls if all are given and a class decided then; their costs not counted */
    float change; /* probability of the answers after which another class costs less than the one that is decided now */
    float missed; /* by how much more it may fall, and more answers change it, as not all were followed to their end; 0: all were */
} ifc2f_worth_sums;

/* What answers to n different features are worth together, such as to all of a panel. `features` are sorted by what they save alone, in
 * which order their answers are followed; answered ones are worth nothing. Where sets of answers are too many, those are left that
 * add least, and counted as if a class were decided there: then saving and change are lower bounds. `memory` is of so many bytes,
 * ifc2f_joint_worth_bytes() or more, 4-byte aligned. IFC2F_ERR_FEATURE if there is no such feature, IFC2F_ERR_ARGUMENT if one is
 * named twice, IFC2F_ERR_MEMORY if memory is too small, IFC2F_ERR_ORDER without exact inference. The session stays as it is. */
int32_t ifc2f_joint_worth(ifc2f_session *session, uint16_t *features, uint32_t n, void *memory, uint32_t bytes, ifc2f_worth_sums *told);

/* Bytes of memory for that; UINT32_MAX if they are more. Does not fail. */
uint32_t ifc2f_joint_worth_bytes(const ifc2f_model *model, uint32_t n);

/* State of a feature: its bin >= 0, or one of these; IFC2F_ERR_FEATURE if there is no such feature. */
enum { IFC2F_OPEN = -20, IFC2F_MISSING = -21, IFC2F_MISSING_PAID = -22, IFC2F_UNCERTAIN_ANSWER = -23 };
int32_t ifc2f_state(const ifc2f_session *session, uint32_t feature);

/* Number of features looked at (answered, or missing and paid for), and the i-th of them, in the order of the looks;
 * IFC2F_ERR_ARGUMENT if there are not so many. */
int32_t ifc2f_n_looked(const ifc2f_session *session);
int32_t ifc2f_looked(const ifc2f_session *session, uint32_t i);

/* Cost of the features looked at. */
float ifc2f_cost(const ifc2f_session *session);

/* What looking at a feature would cost now, with group discounts and shared tests: 0 for one looked at or known. IFC2F_ERR_FEATURE, as a
 * float, if there is no such feature. */
float ifc2f_feature_cost(const ifc2f_session *session, uint32_t feature);

/* Expected misclassification cost of deciding now: min over j of Q_j' posterior. */
float ifc2f_cost_of_stopping(const ifc2f_session *session);

/* Expected total further cost of looking at `feature` next and then following the policy (one-step enumeration over
 * its values; with an adaptive policy no less than that, but a policy that looks ahead tells little more; with a graph: what the graph expects, for its next feature
 * only). Writes it to *cost. IFC2F_ERR_FEATURE if the feature is not open, IFC2F_ERR_POLICY if the model's policy does
 * not tell, IFC2F_ERR_ORDER without exact inference. */
int32_t ifc2f_cost_of_continuing(ifc2f_session *session, uint32_t feature, float *cost);

/* ---- Batch (IFC2F_BATCH) ------------------------------------------------------------------------------------- */

/* Where ifc2f_classify() writes; a pointer may be NULL if its values are not wanted. */
typedef struct ifc2f_batch {
    int32_t *label;      /* [n_rows] */
    float *posterior;    /* [n_rows][n_classes] */
    int32_t *n_looked;   /* [n_rows] */
    float *cost;         /* [n_rows] */
    int32_t *order;      /* [n_rows][order_width] features looked at, -1 behind the last */
    uint32_t order_width;
    void *together; /* ifc2f_together_bytes(), 4-byte aligned, in which rows that answer alike are followed together, to the
                     * same bits: faster where a step takes long, as with an adaptive policy; NULL: one row after the other */
} ifc2f_batch;

/* What ifc2f_classify() tells besides. */
typedef struct ifc2f_batch_report {
    size_t failed_row;       /* on an error: the row, */
    uint32_t failed_feature; /* and the feature whose value was not usable */
    uint32_t n_unknown;      /* categories that were not known and counted as missing */
} ifc2f_batch_report;

/* Bytes behind ifc2f_batch.together for so many rows. */
uint64_t ifc2f_together_bytes(const ifc2f_model *model, uint32_t n_rows);

/* Classify rows of a row-major matrix, each in a session of its own: feature f of row r is
 * matrix[r * row_stride + columns[f]] (columns NULL: f itself). Only what the policy asks is read. NaN is missing and
 * not paid for. With `unknown_is_missing` != 0 a category that is not known counts as missing too. Returns IFC2F_OK, or
 * the error of the first row that failed; rows before it are written, with `together` others may be. `memory` is that of one session: the errors of
 * ifc2f_begin() and ifc2f_set_budget(), of no row. */
int32_t ifc2f_classify(const ifc2f_model *model, const float *matrix, size_t n_rows, size_t row_stride,
                       const uint32_t *columns, float budget, int32_t unknown_is_missing, void *memory,
                       uint32_t memory_bytes, const ifc2f_batch *batch, ifc2f_batch_report *report);

#ifdef __cplusplus
}
#endif

#endif
