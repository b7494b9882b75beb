/*
 * ifc2f: ask one feature at a time, update the class probabilities, stop when another answer is not worth its cost.
 *
 * The runtime. It reads a model (docs/format.md) in place from the caller's bytes and runs sessions in the caller's
 * memory: no heap, no global state, no libm, single precision only. Every function is reentrant; two threads may use
 * two sessions of one model at once.
 *
 * Functions return IFC2F_OK or a useful value >= 0, or a negative ifc2f_status. IFC2F_STOP is negative as well, so
 * that the loop "while ((feature = ifc2f_next(&session)) >= 0)" ends on it; it is not an error. After an error everything is
 * as it was before the call, except a model that could not be opened.
 *
 * Opening a model, and beginning or resuming a session, refuse NULL with IFC2F_ERR_ARGUMENT. Other functions need valid
 * arguments: an opened model, a session that was begun or resumed and whose model and memory still exist, room to write to.
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
 * Set to 0 what a small device does not need. The rest gives the same bits as in any other build. A call or
 * a model that needs a part that was left out is refused with IFC2F_ERR_ORDER or IFC2F_ERR_LEFT_OUT.
 */

/* Answers in any order, networks with a factor, P(feature, class), the cost of going on. Without it (0), answers are given in
 * ascending order of the features and retracted last first, and the ordered policy skips a feature whose parent is not answered.
 * This is smaller, and the posterior is still exact. With a policy graph the order is free, but a change after which neither the
 * graph nor a product of table rows could give the posterior is refused with IFC2F_ERR_ORDER: you can still decide on what was
 * known before. */
#ifndef IFC2F_EXACT
#define IFC2F_EXACT 1
#endif

/* Uncertain answers; needs IFC2F_EXACT. Without it a session with exact inference takes less memory. */
#ifndef IFC2F_UNCERTAIN
#define IFC2F_UNCERTAIN IFC2F_EXACT
#endif

/* Costs in groups, and tests that several features share. Without it a model is refused unless each feature has its own
 * test and no test is in a group. */
#ifndef IFC2F_GROUPS
#define IFC2F_GROUPS 1
#endif

/* Policy graphs. (Adaptive policies need IFC2F_EXACT.) */
#ifndef IFC2F_GRAPHS
#define IFC2F_GRAPHS 1
#endif

/* Checks, when opening, of everything that the checksum covers: each index and each number. Without them, opening checks
 * magic, version, lengths, checksum, directory, dimensions and prior. Bytes that were changed and given a new checksum
 * may then lead to wrong answers and costs, but still not to a read or write out of bounds, an endless call, or a
 * posterior that is not finite and normalised. Exact inference, groups and planning rely on these checks and must be left
 * out, too. */
#ifndef IFC2F_CHECKS
#define IFC2F_CHECKS 1
#endif

/* ifc2f_classify(). */
#ifndef IFC2F_BATCH
#define IFC2F_BATCH 1
#endif

/* Texts of ifc2f_strerror(); without them it always returns "". */
#ifndef IFC2F_TEXTS
#define IFC2F_TEXTS 1
#endif

/* Constants that make the checksum, and so opening, several times faster: none, 16 words or 256 words. */
#ifndef IFC2F_CRC_TABLE
#ifdef __OPTIMIZE_SIZE__
#define IFC2F_CRC_TABLE 0
#else
#define IFC2F_CRC_TABLE 16
#endif
#endif

/* IFC2F_CRC is not defined here. If the processor has a unit for CRC-32 (IEEE 802.3, reflected), define it as the name of your function
 * uint32_t name(uint32_t crc, const uint8_t *bytes, uint32_t length). It is called like zlib's crc32(): with 0 and the
 * first bytes, then with its result and the bytes after them. */

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
    IFC2F_ERR_SECTION = -6,   /* a section is missing, unknown and required, duplicated, or misplaced */
    IFC2F_ERR_CONTENT = -7,   /* a length, index or number in a section is out of range */
    IFC2F_ERR_MEMORY = -8,    /* the memory given is too small or not aligned to 4 bytes */
    IFC2F_ERR_FEATURE = -9,   /* no such feature */
    IFC2F_ERR_VALUE = -10,    /* the value is not finite, not a known category, or not a bin of the feature */
    IFC2F_ERR_PRIOR = -11,    /* not a probability vector */
    IFC2F_ERR_ORDER = -12,    /* the answer needs exact inference, which was left out at compile time */
    IFC2F_ERR_POLICY = -13,   /* the model holds no policy for this call */
    IFC2F_ERR_SESSION = -14,  /* the memory holds no session of this model */
    IFC2F_ERR_ARGUMENT = -15, /* an argument is out of the range that its function states */
    IFC2F_ERR_TOO_LARGE = -16, /* the exact treatment would need more live assignments than allowed */
    IFC2F_ERR_LEFT_OUT = -17, /* the model needs a part of the library that was left out at compile time */
    IFC2F_ERR_OTHER_MODEL = -18, /* a model, but not the requested one */
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

/* An ordered policy: the numbers of its parts, and where they lie in its section, in 32-bit words. */
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
    uint32_t simple_costs; /* every feature has its own test and no group */
    ifc2f_ordered ordered; /* the ordered policy; no stages without one */
    ifc2f_span sections[11]; /* IFC2F_N_SECTIONS; without bytes if the model has none of the kind */
    /* For exact inference: */
    uint32_t max_values;   /* largest number of values of a feature */
    uint32_t n_bins;       /* values of all features together */
    uint32_t n_up;         /* values of all parents together (1 for a feature without): rows of upward messages */
    uint32_t has_factor;   /* whether the network has one, behind its features */
} ifc2f_model;

/* Largest numbers a model may have. */
enum { IFC2F_MAX_FEATURES = 65000, IFC2F_MAX_VALUES = 255, IFC2F_MAX_CLASSES = 255 };

/* Open a model of `length` bytes: check magic, version, length, checksum, every index and every number. `bytes` need
 * no alignment. On an error the model is not usable: one of IFC2F_ERR_NOT_A_MODEL, _VERSION, _TRUNCATED, _CHECKSUM,
 * _SECTION, _CONTENT; IFC2F_ERR_LEFT_OUT for a model that this build cannot run; IFC2F_ERR_ARITHMETIC for any model. */
int32_t ifc2f_open(ifc2f_model *model, const void *bytes, uint32_t length);

/* The same, for one model only: `id` is its checksum, which the header written by `ifc2f export` defines as ..._ID.
 * IFC2F_ERR_OTHER_MODEL if the bytes are another model. */
int32_t ifc2f_open_known(ifc2f_model *model, const void *bytes, uint32_t length, uint32_t id);

/* The same, but without computing the checksum of the bytes: for the array that is linked into the program, because anyone who can
 * change it can change the code as well. `id` is compared with the checksum stored in the model; indices and numbers are checked
 * as usual (IFC2F_CHECKS). Never use it for bytes that came by wire, or from memory that wears out. */
int32_t ifc2f_open_linked(ifc2f_model *model, const void *bytes, uint32_t length, uint32_t id);

/* Replace the ordered policy of an opened model by a policy section (as ifc2f_plan() writes it), after checking it.
 * `bytes` must stay where they are while the model is used; they need no alignment. IFC2F_ERR_CONTENT if they are not a
 * policy of this model, IFC2F_ERR_ARGUMENT if NULL: the model then keeps its policy. A graph or an adaptive policy still
 * takes precedence. */
int32_t ifc2f_use_policy(ifc2f_model *model, const void *bytes, uint32_t length);

/* Replace costs by a cost section in the same way; also IFC2F_ERR_LEFT_OUT if they need groups that this build does not
 * have. Policies are not changed: plan again. Until then an adaptive policy does without the plan beside it. A session that
 * has begun counts its spending by the old costs until it is resumed by ifc2f_resume() or begun again. */
int32_t ifc2f_use_costs(ifc2f_model *model, const void *bytes, uint32_t length);

/* Whether the network has a factor: what several features depend on, and nobody can acquire. The functions that read the network take
 * n_features for its number, and no other function does. */
int32_t ifc2f_has_factor(const ifc2f_model *model);

/* Number of values (bins or categories) of a feature, or of the factor; IFC2F_ERR_FEATURE. */
int32_t ifc2f_n_values(const ifc2f_model *model, uint32_t feature);

/* The feature's parent, a feature or the factor, IFC2F_STOP if it has none, or IFC2F_ERR_FEATURE. */
int32_t ifc2f_parent(const ifc2f_model *model, uint32_t feature);

/* The group of the panel to which the feature belongs. A panel is a test that shows several features at once, and the only one of its
 * group. Its price is paid with the first of them that is acquired, the others cost nothing, and ifc2f_next() asks for them before
 * anything else (but not with a graph, which asks for those it uses). Answer values that the panel did not show with ifc2f_missing().
 * IFC2F_STOP if the feature belongs to no panel, or IFC2F_ERR_FEATURE. */
int32_t ifc2f_panel(const ifc2f_model *model, uint32_t feature);

/* The column of the training matrix from which the feature came, or IFC2F_ERR_FEATURE. */
int32_t ifc2f_column(const ifc2f_model *model, uint32_t feature);

/* Bin of a numeric value (the number of inner edges not above it) or index of a category. IFC2F_ERR_FEATURE, or
 * IFC2F_ERR_VALUE if it is not finite or not a known category. */
int32_t ifc2f_bin(const ifc2f_model *model, uint32_t feature, float value);

/* Write P(feature = v | parent = parent_value, class = i) to table[v * n_classes + i], n_values * n_classes floats.
 * `parent_value` is 0 for a feature without a parent. IFC2F_ERR_FEATURE or IFC2F_ERR_VALUE if there is none. */
int32_t ifc2f_read_table(const ifc2f_model *model, uint32_t feature, uint32_t parent_value, float *table);

/* Write only the row table[value * n_classes ...] of it, n_classes floats. Fails in the same way. */
int32_t ifc2f_read_table_row(const ifc2f_model *model, uint32_t feature, uint32_t parent_value, uint32_t value,
                             float *row);

/* Write the trained class prior, n_classes floats. Does not fail. */
int32_t ifc2f_read_prior(const ifc2f_model *model, float *prior);

/* Write the misclassification costs, n_classes * n_classes floats: costs[i * n_classes + j] is the cost of deciding j when i is
 * true. Does not fail. */
int32_t ifc2f_read_misclassification(const ifc2f_model *model, float *costs);

/* ---- Session ----------------------------------------------------------------------------------------------- */

/* A session: a model, and where its state lies in the caller's memory; treat it as opaque. The memory holds all state
 * and no address: you may copy it, keep it through sleep, and resume the session with ifc2f_resume(). */
typedef struct ifc2f_session {
    const ifc2f_model *model;
    void *memory;
    struct ifc2f_class *classes;
    uint16_t *places;
    uint8_t *values;
} ifc2f_session;

/* Bytes of memory that a session of this model needs; UINT32_MAX if that exceeds 32 bits: then no session can begin. */
uint32_t ifc2f_session_bytes(const ifc2f_model *model);

/* Begin a session in `memory` (aligned to 4 bytes, `bytes` long, at least ifc2f_session_bytes()) without answers, with the
 * prior as posterior and the model's budget. IFC2F_ERR_MEMORY if the memory is too small or not aligned. */
int32_t ifc2f_begin(ifc2f_session *session, const ifc2f_model *model, void *memory, uint32_t bytes);

/* Resume the session in `memory`, after it was copied or kept. Answers, acquisitions, prior and budget are checked, and
 * the rest is recomputed from them, with the same bits. Memory damaged in between is refused, or gives a valid session of
 * its current content. IFC2F_ERR_SESSION if it holds no session, or one of another model; IFC2F_ERR_MEMORY as when
 * beginning. */
int32_t ifc2f_resume(ifc2f_session *session, const ifc2f_model *model, void *memory, uint32_t bytes);

/* Forget all answers; prior and budget stay. Does not fail. */
int32_t ifc2f_restart(ifc2f_session *session);

/* Replace the trained class prior by `prior` (n_classes numbers >= 0 that sum to 1 within 1e-3; they are normalised).
 * Earlier answers are kept. IFC2F_ERR_PRIOR if it is not such a vector; for a graph without exact inference, IFC2F_ERR_ORDER if the
 * posterior could not be computed. */
int32_t ifc2f_set_prior(ifc2f_session *session, const float *prior);

/* The policy asks nothing that would bring the cost above `budget` (>= 0; infinity: no limit). IFC2F_ERR_ARGUMENT if it is
 * negative or not a number. */
int32_t ifc2f_set_budget(ifc2f_session *session, float budget);

/* The feature to acquire next, or IFC2F_STOP; IFC2F_ERR_POLICY if the model has no policy. Changes nothing: a second call
 * returns the same. */
int32_t ifc2f_next(const ifc2f_session *session);

/* Answer any feature with a value in its own unit, or with the number of a category. An earlier answer is replaced, and
 * keeps its place in the order of acquisitions. IFC2F_ERR_FEATURE if there is no such feature, IFC2F_ERR_VALUE if the value is
 * not finite or not a category. Without exact inference, IFC2F_ERR_ORDER if a later feature, or this one, is answered or the
 * feature's parent is not; for a graph, if the answer was given beside the graph, or after a missing one, and the parent of some
 * answered feature is not answered. */
int32_t ifc2f_answer(ifc2f_session *session, uint32_t feature, float value);

/* Answer a feature with a bin or category index. Fails in the same way: IFC2F_ERR_VALUE if there is no such bin. */
int32_t ifc2f_answer_bin(ifc2f_session *session, uint32_t feature, uint32_t bin);

/* Answer a feature uncertainly: likelihoods[v], n_values numbers from 0 to 1e30, is the probability of the observation if the value is
 * v. Only ratios count. The posterior is exact: that of an answer to a child of the feature with these probabilities. If only one value
 * is possible, it is that of ifc2f_answer_bin(), bit for bit. It is an acquisition, whose value the policy treats as unknown.
 * IFC2F_ERR_FEATURE if there is no such feature; IFC2F_ERR_VALUE if a number is out of range or all are below 1e-30;
 * IFC2F_ERR_ORDER in builds without IFC2F_UNCERTAIN. */
int32_t ifc2f_answer_likelihoods(ifc2f_session *session, uint32_t feature, const float *likelihoods);

/* Write the likelihoods of a feature's uncertain answer, n_values numbers with maximum 1. IFC2F_ERR_FEATURE if there is no
 * such feature, IFC2F_ERR_VALUE if it has no such answer. */
int32_t ifc2f_read_likelihoods(const ifc2f_session *session, uint32_t feature, float *likelihoods);

/* Take a value that is known without an acquisition, from before the session or for free: it counts like an answer, but costs nothing.
 * Fails like ifc2f_answer(); without exact inference always, with IFC2F_ERR_ORDER. */
int32_t ifc2f_know(ifc2f_session *session, uint32_t feature, float value);

/* Mark a feature as missing: the policy does not ask for it again. With `paid` != 0 its cost still counts. An earlier answer
 * is retracted. IFC2F_ERR_FEATURE if there is no such feature; without exact inference, IFC2F_ERR_ORDER if it was
 * acquired already; for a graph, if no training row lacked the value there, and the parent of some answered feature is
 * not answered. */
int32_t ifc2f_missing(ifc2f_session *session, uint32_t feature, int32_t paid);

/* Retract an answer or a "missing": the feature is open again, and its cost does not count. IFC2F_ERR_FEATURE if there is no
 * such feature; without exact inference, IFC2F_ERR_ORDER for an answer before another; for a graph, as when answering. */
int32_t ifc2f_retract(ifc2f_session *session, uint32_t feature);

/* The class with the smallest expected misclassification cost; the lower index on a tie. Does not fail; you may call it at
 * any time. */
int32_t ifc2f_decide(const ifc2f_session *session);

/* Write P(class | answers), n_classes floats that sum to 1. Returns 1 if the answers contradict each other under the
 * model (probability 0): then it writes the prior. With a policy graph, the posterior is the graph's own while all answers
 * lead through it, and otherwise, as without a graph, the network's. */
int32_t ifc2f_posterior(const ifc2f_session *session, float *posterior);

/* Probability of all answers so far as mantissa * 2^(32 * exponent): 1 without answers, 0 if they contradict each
 * other. IFC2F_ERR_ORDER without exact inference if the parent of some answered feature is not answered. */
int32_t ifc2f_evidence(const ifc2f_session *session, float *mantissa, int32_t *exponent);

/* Write P(feature = v, class = i | answers) to joint[v * n_classes + i], n_values * n_classes floats. For an answered feature,
 * all mass is on its value. For an open feature, zeros if the answers contradict each other. IFC2F_ERR_FEATURE if there is no
 * such feature, IFC2F_ERR_ORDER without exact inference. */
int32_t ifc2f_feature_posterior(ifc2f_session *session, uint32_t feature, float *joint);

/* The value of information of a single feature, whatever is asked after it. Write P(feature = v, class = i | answers) to joint, as
 * ifc2f_feature_posterior() does. Write to *saving the expected decrease in the cost of a mistake if the feature is answered and a
 * class decided then, before the feature's cost. Write to *change the probability of an answer that changes the decision. Both are
 * 0 if no answer changes the decision, and for an answered feature. Fails in the same way. */
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

/* Number of features acquired (answered, or missing and paid for), and the i-th of them, in the order of acquisition;
 * IFC2F_ERR_ARGUMENT if there are fewer. */
int32_t ifc2f_n_acquired(const ifc2f_session *session);
int32_t ifc2f_acquired(const ifc2f_session *session, uint32_t i);

/* Cost of the features acquired. */
float ifc2f_cost(const ifc2f_session *session);

/* Cost of acquiring a feature now, with group discounts and shared tests: 0 for an acquired or known one. IFC2F_ERR_FEATURE, as a
 * float, if there is no such feature. */
float ifc2f_feature_cost(const ifc2f_session *session, uint32_t feature);

/* Expected misclassification cost of deciding now: min over j of Q_j' posterior. */
float ifc2f_cost_of_stopping(const ifc2f_session *session);

/* Write to *cost the expected total further cost of acquiring `feature` next and then following the policy, by one-step
 * enumeration over its values. With an adaptive policy this is an upper bound, and a close one if the policy looks ahead.
 * With a graph it is the graph's own expectation, for its next feature only. IFC2F_ERR_FEATURE if the feature is not open,
 * IFC2F_ERR_POLICY if the model's policy does not give it, IFC2F_ERR_ORDER without exact inference. */
int32_t ifc2f_cost_of_continuing(ifc2f_session *session, uint32_t feature, float *cost);

/* ---- Batch (IFC2F_BATCH) ------------------------------------------------------------------------------------- */

/* Where ifc2f_classify() writes; a pointer may be NULL if you do not need its values. */
typedef struct ifc2f_batch {
    int32_t *label;      /* [n_rows] */
    float *posterior;    /* [n_rows][n_classes] */
    int32_t *n_acquired; /* [n_rows] */
    float *cost;         /* [n_rows] */
    int32_t *order;      /* [n_rows][order_width] features acquired, -1 after the last */
    uint32_t order_width;
    void *together; /* ifc2f_together_bytes(), 4-byte aligned: rows with equal answers are followed together, with the same
                     * bits; faster where a step takes long, as with an adaptive policy. NULL: one row after the other */
    const uint32_t *known; /* [n_known] different features whose values are known before the first question, as by ifc2f_know()
                            * and with its errors, in the rows where they are neither NaN nor, with `unknown_is_missing`, an
                            * unknown category */
    uint32_t n_known;
} ifc2f_batch;

/* What ifc2f_classify() also reports. */
typedef struct ifc2f_batch_report {
    size_t failed_row;       /* on an error: the row, */
    uint32_t failed_feature; /* and the feature whose value was not usable */
    uint32_t n_unknown;      /* unknown categories that counted as missing */
} ifc2f_batch_report;

/* Bytes needed at ifc2f_batch.together for this many rows. */
uint64_t ifc2f_together_bytes(const ifc2f_model *model, uint32_t n_rows);

/* Classify the rows of a row-major matrix, each in its own session: feature f of row r is
 * matrix[r * row_stride + columns[f]] (columns NULL: f itself). Only known values and those that the policy asks for are read. NaN is missing
 * and not paid for. With `unknown_is_missing` != 0, an unknown category counts as missing too. Returns IFC2F_OK, or
 * the error of the first row that failed; rows before it are written, and with `together` others may be. `memory` is the memory
 * of one session; the errors of ifc2f_begin() and ifc2f_set_budget() belong to no row, nor does IFC2F_ERR_FEATURE for a known
 * feature that there is not. */
int32_t ifc2f_classify(const ifc2f_model *model, const float *matrix, size_t n_rows, size_t row_stride,
                       const uint32_t *columns, float budget, int32_t unknown_is_missing, void *memory,
                       uint32_t memory_bytes, const ifc2f_batch *batch, ifc2f_batch_report *report);

#ifdef __cplusplus
}
#endif

#endif
