/*
 * The runtime without floating point: opening an integer model, sessions, and the two policies, the ordered one (by
 * thresholds or alpha vectors) and the graph. docs/format.md ("The integer model") lays out the bytes.
 *
 * With two classes a score says how much likelier the second is, in units of a part of a factor 2: looking at a feature adds a
 * number of its table. Looking on pays while the score is between two thresholds, and another decides for a class.
 * With more classes each has a score, how far it lies behind the likeliest in 2^-16 of a factor 2, and a weight, 2^-score as
 * a whole number. Expected costs are compared and never needed by themselves, so weights are not normalised and nothing is
 * divided. Everything is a function of the set of answers alone.
 */
#include "ifc2f_integer.h"

#include "../base/bytes.h"
#include "../base/crc.h"

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

/* ---- Parts of a model -------------------------------------------------------------------------------------------- */

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
static const uint8_t *row_of(const ifc2f_int_model *model, uint32_t part, uint32_t i, uint32_t n, uint32_t wide)
{
    const uint32_t bytes = wide ? 2 * n : n;
    return inside(model, model->words[part] + i * bytes, bytes);
}

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

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

/* Whether sizes are as they must be, and records and the longest row are inside. */
static int is_sound(ifc2f_int_model *model)
{
    const uint32_t n_steps = model->words[N_STEPS];
    uint32_t needed = RECORDS_AT + record_bytes(model) * model->n_features;
    if (is_graph(model)) {
        model->words[NODES] = needed;
        needed = n_steps < NO_INDEX ? needed + NODE_BYTES * n_steps : UINT32_MAX;
    } else if (n_steps > model->n_features || (has_thresholds(model) && model->n_classes != 2)) {
        return 0;
    }
    if (IFC2F_INTEGER_ALIGNED &&
        (model->words[EDGES] | model->words[INDEX] | model->words[SETS] | model->words[TABLES]) % 4 != 0) {
        return 0;
    }
    return needed <= model->length && (model->words[UNIT] - 1) >> 14 == 0 && model->n_classes - 1 < IFC2F_MAX_CLASSES &&
           2 * model->n_classes <= model->length;
}

IFC2F_APART static uint32_t checksum_of(const uint8_t *bytes, uint32_t length)
{
    return crc_of(bytes, length);
}

int32_t ifc2f_int_open(ifc2f_int_model *model, const void *bytes, uint32_t length)
{
    static const uint8_t magic[VERSION_AT] = {0x89, 'I', 'F', 'C', '2', 'I', '\r', '\n'};
    static const uint8_t kinds = IFC2F_INTEGER_THRESHOLDS << KIND_THRESHOLDS | IFC2F_INTEGER_VECTORS << KIND_VECTORS |
                                 IFC2F_INTEGER_GRAPH << KIND_GRAPH;
    const uint8_t *b = (const uint8_t *)bytes;
    if (model == NULL || bytes == NULL) {
        return IFC2F_ERR_ARGUMENT;
    }
    if (IFC2F_INTEGER_ALIGNED && (uintptr_t)bytes % 4 != 0) {
        return IFC2F_ERR_MEMORY;
    }
    if (length < RECORDS_AT) {
        return IFC2F_ERR_TRUNCATED;
    }
    for (uint32_t i = 0; i < sizeof magic; ++i) {
        if (b[i] != magic[i]) {
            return IFC2F_ERR_NOT_A_MODEL;
        }
    }
    if (u16_at(b + VERSION_AT) != IFC2F_INTEGER_FORMAT_VERSION) {
        return IFC2F_ERR_VERSION;
    }
    if (u32_at(b + LENGTH_AT) != length) {
        return IFC2F_ERR_TRUNCATED;
    }
    model->bytes = b;
    model->length = length;
    model->crc = u32_at(b + CRC_AT);
    if (checksum_of(b, length) != model->crc) {
        return IFC2F_ERR_CHECKSUM;
    }
    model->kind = b[KIND_AT];
    model->wide = b[WIDE_AT];
    model->n_features = u16_at(b + N_FEATURES_AT);
    model->n_classes = u16_at(b + N_CLASSES_AT);
    for (uint32_t i = 0; i < N_WORDS; ++i) {
        model->words[i] = u32_at(b + WORDS_AT + 4 * (size_t)i);
    }
    if (model->kind > KIND_GRAPH || model->wide > (WIDE_TABLES | WIDE_SETS)) {
        return IFC2F_ERR_CONTENT;
    }
    if ((kinds >> model->kind & 1) == 0 || (!IFC2F_INTEGER_WIDE && model->wide != 0)) {
        return IFC2F_ERR_LEFT_OUT;
    }
    return is_sound(model) ? IFC2F_OK : IFC2F_ERR_CONTENT;
}

int32_t ifc2f_int_open_known(ifc2f_int_model *model, const void *bytes, uint32_t length, uint32_t id)
{
    const int32_t status = ifc2f_int_open(model, bytes, length);
    return status == IFC2F_OK && model->crc != id ? IFC2F_ERR_OTHER_MODEL : status;
}

/* ---- A session's memory ------------------------------------------------------------------------------------------ */

/* The head. Behind it lie int32 values[K], and with alpha vectors int_class classes[L]. */
typedef struct int_head {
    uint32_t crc;
    uint32_t budget;
    uint16_t at;    /* graph: the node that the answers lead to; ordered: the first feature not answered */
    uint16_t n_end; /* ordered: behind the last feature answered */
    uint32_t state; /* graph: the feature asked for, or IFC2F_STOP; thresholds: the score; both in two's complement */
} int_head;

typedef struct int_class {
    uint32_t score;
    uint32_t weight;
} int_class;

/* In values[], besides readings (graph) and bins (ordered). */
enum { VALUE_OPEN = INT32_MIN, VALUE_MISSING, VALUE_PAID };

static inline int_head *head_of(const ifc2f_int_session *s)
{
    return (int_head *)s->memory;
}

static inline int is_open(const ifc2f_int_session *s, uint32_t k)
{
    return s->values[k] == VALUE_OPEN;
}

/* ---- Costs ------------------------------------------------------------------------------------------------------- */

uint32_t ifc2f_int_cost(const ifc2f_int_session *s)
{
    uint32_t spent = 0;
    for (uint32_t k = 0; k < s->model->n_features; ++k) {
        spent += s->values[k] >= VALUE_PAID ? half(record_of(s->model, k) + COST) : 0;
    }
    return spent;
}

static int is_affordable(const ifc2f_int_session *s, uint32_t k)
{
    const uint32_t budget = head_of(s)->budget;
    return budget == IFC2F_INTEGER_NO_BUDGET || ifc2f_int_cost(s) + half(record_of(s->model, k) + COST) <= budget;
}

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

enum { ONE = 1 << 16 };

/* 2^-score, where 2^23 is 1. 2^f - 1 is f times a polynomial in f, within 1e-4. */
static uint32_t weight_of(uint32_t score)
{
    const uint32_t f = (ONE - score % ONE) / 2; /* in units of 2^-15 */
    uint32_t power = (5129 * f >> 15) + 14831;
    power = (power * f >> 15) + 45576;
    power = (power * f >> 15) + ONE;
    const uint32_t shift = score / ONE;
    return shift < 24 ? power << 6 >> shift : 0;
}

/* n / d for n / d < 2^16, d <= 2^16. */
static uint32_t quotient(uint32_t n, uint32_t d)
{
    uint32_t result = 0;
    for (uint32_t bit = 16; bit > 0; --bit) {
        result *= 2;
        if (n >> (bit - 1) >= d) {
            n -= d << (bit - 1);
            ++result;
        }
    }
    return result;
}

/* ---- Graph ------------------------------------------------------------------------------------------------------- */

/* The node behind one, for a value. No cut is as low as the numbers for missing ones. */
static inline uint32_t behind(const uint8_t *record, int32_t value)
{
    return half(record + (value >= (int32_t)word(record + NODE_CUT) ? NODE_HIGH
                          : value > VALUE_PAID                      ? NODE_LOW
                                                                    : NODE_MISSING));
}

/* Walk on from an inner node whose feature has a value, as far as the answers lead: to a node whose feature is open and
 * asked for, or to an end. Branches lead to later nodes, so a walk ends. */
static int32_t walk(const ifc2f_int_session *s, uint32_t node, int32_t value)
{
    const ifc2f_int_model *model = s->model;
    const uint8_t *nodes = model->bytes + model->words[NODES];
    const uint8_t *record = nodes + NODE_BYTES * node;
    uint32_t asked;
    do {
        const uint32_t next = behind(record, value);
        asked = (uint32_t)IFC2F_STOP;
        if (next <= node) {
            break;
        }
        node = next;
        if (node >= model->words[N_STEPS]) {
            break;
        }
        record = nodes + NODE_BYTES * node;
        const uint32_t k = half(record + NODE_FEATURE);
        if (k >= model->n_features) {
            break;
        }
        asked = k;
        value = s->values[k];
    } while (value != VALUE_OPEN);
    head_of(s)->at = (uint16_t)node;
    head_of(s)->state = asked;
    return IFC2F_OK;
}

/* Walk from the root. */
static void walk_anew(const ifc2f_int_session *s)
{
    const ifc2f_int_model *model = s->model;
    const uint32_t root = model->words[N_STEPS] > 0 ? half(model->bytes + model->words[NODES] + NODE_FEATURE) : NO_INDEX;
    const int is_inner = root < model->n_features;
    head_of(s)->at = 0;
    head_of(s)->state = is_inner ? root : (uint32_t)IFC2F_STOP;
    if (is_inner && !is_open(s, root)) {
        (void)walk(s, 0, s->values[root]);
    }
}

/* Whether the feature is categorical and has no such category. */
static int is_no_category(const uint8_t *record, int32_t reading)
{
    return record[N_VALUES] > 0 && (uint32_t)reading >= record[N_VALUES];
}

IFC2F_APART static int32_t within_budget(const ifc2f_int_session *s)
{
    const uint32_t k = head_of(s)->state;
    return k < s->model->n_features && is_affordable(s, k) ? (int32_t)k : IFC2F_STOP;
}

static int32_t graph_next(const ifc2f_int_session *s)
{
    return head_of(s)->budget == IFC2F_INTEGER_NO_BUDGET ? (int32_t)head_of(s)->state : within_budget(s);
}

static int32_t graph_decide(const ifc2f_int_session *s)
{
    const uint32_t label = *inside(s->model, s->model->words[LABELS] + head_of(s)->at, 1);
    return label < s->model->n_classes ? (int32_t)label : 0;
}

/* The last class has what the others leave. */
static void graph_posterior(const ifc2f_int_session *s, uint16_t *posterior)
{
    const uint32_t wide = is_wide(s->model, WIDE_TABLES);
    const uint32_t last = s->model->n_classes - 1;
    const uint8_t *row = row_of(s->model, POSTERIORS, head_of(s)->at, last, wide);
    uint32_t left = 0xFFFF;
    for (uint32_t c = 0; c < last; ++c) {
        const uint32_t p = wide ? take(&row, wide) : 0x101 * take(&row, wide);
        posterior[c] = (uint16_t)(p < left ? p : left);
        left -= posterior[c];
    }
    posterior[last] = (uint16_t)left;
}

/* ---- Ordered, with thresholds ------------------------------------------------------------------------------------- */

/* Whether the score is in the interval of a set in which looking on pays. A score beyond what a number holds is taken to
 * be at its end, so that intervals can reach there. */
static int is_between(const ifc2f_int_session *s, uint32_t set)
{
    const uint32_t wide = is_wide(s->model, WIDE_SETS);
    const uint8_t *interval = row_of(s->model, SETS, set, 2, wide);
    const int32_t most = wide ? INT16_MAX - 1 : INT8_MAX - 1;
    int32_t score = (int32_t)head_of(s)->state;
    score = score > most ? most : score < -most - 2 ? -most - 2 : score;
    return score >= number(interval, wide) && score < number(interval + (wide ? 2 : 1), wide);
}

static void two_posterior(const ifc2f_int_session *s, uint16_t *posterior)
{
    const uint32_t is_first = head_of(s)->state >> 31; /* which is likelier */
    uint32_t apart = is_first ? 0u - head_of(s)->state : head_of(s)->state;
    apart = apart < 0xFFFF ? apart : 0xFFFF;
    const uint32_t odds = weight_of(apart * s->model->words[UNIT]) >> 8;
    const uint32_t sum = odds + (1u << 15);
    posterior[is_first] = (uint16_t)quotient(odds * 0xFFFF + sum / 2, sum);
    posterior[1 - is_first] = (uint16_t)(0xFFFF - posterior[is_first]);
}

/* ---- Ordered, with alpha vectors ----------------------------------------------------------------------------------- */

static int_class *classes_of(const ifc2f_int_session *s)
{
    return (int_class *)(void *)(s->values + s->model->n_features);
}

/* A class at 2^14 factors of 2 behind the likeliest stays there. */
enum { FARTHEST = 1 << 30 };

/* Weights are scaled such that products with costs, of 8 or 16 bits, and sums of them have 32. */
static uint32_t most_weight(const ifc2f_int_model *model)
{
    return is_wide(model, WIDE_SETS) ? 1u << 16 : 1u << 24;
}

/* Add a row of the tables to the scores, set the least of them to 0, and weigh. */
static void add_row(const ifc2f_int_session *s, uint32_t number)
{
    const uint32_t wide = is_wide(s->model, WIDE_TABLES);
    const uint8_t *row = row_of(s->model, TABLES, number, s->model->n_classes, wide);
    const uint32_t unit = s->model->words[UNIT];
    int_class *const first = classes_of(s);
    int_class *const end = first + s->model->n_classes;
    uint32_t least = UINT32_MAX;
    for (int_class *of = first; of < end; ++of) {
        of->score += unit * take(&row, wide);
        least = of->score < least ? of->score : least;
    }
    uint32_t sum = 0;
    for (int_class *of = first; of < end; ++of) {
        const uint32_t score = of->score - least;
        of->score = score < FARTHEST ? score : FARTHEST;
        of->weight = weight_of(score);
        sum += of->weight;
    }
    while (sum > most_weight(s->model)) {
        sum = 0;
        for (int_class *of = first; of < end; ++of) {
            of->weight /= 2;
            sum += of->weight;
        }
    }
}

/* A vector times the weights, or what of it is not below `limit`. Apart, so that its loop has the registers of a small
 * processor to itself. */
IFC2F_APART static uint32_t expected(const uint8_t *vector, const int_class *of, uint32_t n_classes, uint32_t limit,
                                     uint32_t wide)
{
    uint32_t cost = 0;
    do {
        cost += of->weight * take(&vector, wide);
        ++of;
    } while (--n_classes > 0 && cost < limit);
    return cost;
}

/* The vector of least expected cost below `limit` among the first-th to the one before end; those behind one below
 * `enough` are not tried. */
typedef struct best {
    uint32_t cost;
    uint32_t vector;
} best;

static best best_of(const ifc2f_int_session *s, uint32_t first, uint32_t end, uint32_t limit, uint32_t enough)
{
    const uint32_t wide = is_wide(s->model, WIDE_SETS);
    const uint32_t L = s->model->n_classes;
    const uint32_t bytes = wide ? 2 * L : L;
    const uint32_t offset = s->model->words[VECTORS] + first * bytes;
    const uint8_t *vector = s->model->bytes;
    const int_class *classes = classes_of(s);
    best found = {limit, first};
    if (first < end && is_inside(s->model, offset, (end - first) * bytes)) {
        vector += offset;
    } else {
        end = first;
    }
    for (; first < end && found.cost >= enough; ++first) {
        const uint32_t cost = expected(vector, classes, L, found.cost, wide);
        vector += bytes;
        if (cost < found.cost) {
            found.cost = cost;
            found.vector = first;
        }
    }
    return found;
}

/* The first L vectors are the costs of deciding for each class. */
static best best_decision(const ifc2f_int_session *s)
{
    return best_of(s, 0, s->model->n_classes, UINT32_MAX, 0);
}

/* Whether some vector of a set costs less than deciding now. */
static int is_below(const ifc2f_int_session *s, uint32_t set)
{
    const uint8_t *starts = inside(s->model, s->model->words[SETS] + 2 * set, 4);
    const uint32_t stop = best_decision(s).cost;
    return best_of(s, half(starts), half(starts + 2), stop, stop).cost < stop;
}

/* Differences of rounded sums, so that they sum to 65535 whatever rounding does. */
static void vectors_posterior(const ifc2f_int_session *s, uint16_t *posterior)
{
    const uint32_t L = s->model->n_classes;
    const uint32_t shift = is_wide(s->model, WIDE_SETS) ? 0 : 8;
    const int_class *classes = classes_of(s);
    uint32_t total = 0;
    for (uint32_t c = 0; c < L; ++c) {
        total += classes[c].weight;
    }
    total >>= shift;
    uint32_t sum = 0;
    uint32_t before = 0;
    for (uint32_t c = 0; c < L; ++c) {
        sum += classes[c].weight;
        const uint32_t up_to = quotient((sum >> shift) * 0xFFFF + total / 2, total);
        posterior[c] = (uint16_t)(up_to - before);
        before = up_to;
    }
}

/* ---- Ordered ----------------------------------------------------------------------------------------------------- */

/* Bin of a reading, the number of edges that are not above it; of a category itself. Negative if there is none. */
IFC2F_APART static int32_t bin_of(const ifc2f_int_model *model, const uint8_t *record, int32_t reading)
{
    const uint32_t first = half(record + EDGE);
    uint32_t n = record[N_VALUES];
    if (first == NO_INDEX) {
        return (uint32_t)reading < n ? reading : -1;
    }
    const uint32_t offset = model->words[EDGES] + 4 * first;
    uint32_t bin = 0;
    n = is_inside(model, offset, 4 * n - 4) ? n - 1 : 0;
    while (n > 0) {
        const uint32_t lower = n / 2;
        if ((int32_t)word(model->bytes + offset + 4 * (bin + lower)) <= reading) {
            bin += lower + 1;
            n -= lower + 1;
        } else {
            n = lower;
        }
    }
    return (int32_t)bin;
}

/* Take up the answer of feature k. The table of one with a parent begins with the rows for when that is not answered. */
static void take_up(const ifc2f_int_session *s, uint32_t k)
{
    const ifc2f_int_model *model = s->model;
    const uint8_t *record = record_of(model, k);
    const uint32_t parent = half(record + PARENT);
    int_head *head = head_of(s);
    uint32_t row = half(record + ROW) + (uint32_t)s->values[k];
    if (parent < k && s->values[parent] >= 0) {
        row += ((uint32_t)s->values[parent] + 1) * record[N_VALUES];
    }
    head->n_end = (uint16_t)(k + 1);
    if (head->at == k) {
        head->at = (uint16_t)(k + 1);
    }
    if (has_thresholds(model)) {
        const uint32_t wide = is_wide(model, WIDE_TABLES);
        head->state += (uint32_t)number(row_of(model, TABLES, row, 1, wide), wide);
    } else {
        add_row(s, row);
    }
}

/* The set of a stage for the values of its index features; the one before the first, its fallback, if one is not known. */
static uint32_t set_of(const ifc2f_int_session *s, const uint8_t *record)
{
    const ifc2f_int_model *model = s->model;
    uint32_t set = half(record + SET);
    uint32_t n = record[N_INDEX];
    const uint32_t fallback = set - (n > 0);
    uint32_t offset = model->words[INDEX] + 4 * half(record + FIRST_INDEX);
    for (n = is_inside(model, offset, 4 * n) ? n : 0; n > 0; --n) {
        const uint8_t *entry = model->bytes + offset;
        const uint32_t f = half(entry);
        if (f >= model->n_features || s->values[f] < 0) {
            return fallback;
        }
        set += (uint32_t)s->values[f] * half(entry + 2);
        offset += 4;
    }
    return set;
}

static int32_t ordered_next(const ifc2f_int_session *s)
{
    const uint32_t n_stages = s->model->words[N_STEPS];
    uint32_t k = head_of(s)->at;
    while (k < n_stages && !is_open(s, k)) {
        ++k;
    }
    if (k >= n_stages || !is_affordable(s, k)) {
        return IFC2F_STOP;
    }
    const uint32_t set = set_of(s, record_of(s->model, k));
    return (has_thresholds(s->model) ? is_between(s, set) : is_below(s, set)) ? (int32_t)k : IFC2F_STOP;
}

static int32_t ordered_decide(const ifc2f_int_session *s)
{
    return has_thresholds(s->model) ? (int32_t)head_of(s)->state >= (int32_t)s->model->words[CUT]
                                    : (int32_t)best_decision(s).vector;
}

static void ordered_posterior(const ifc2f_int_session *s, uint16_t *posterior)
{
    if (has_thresholds(s->model)) {
        two_posterior(s, posterior);
    } else {
        vectors_posterior(s, posterior);
    }
}

/* ---- Sessions: by the kind of policy ------------------------------------------------------------------------------- */

/* The state before any answer counts; of a graph with those that there are. */
static void reset(const ifc2f_int_session *s)
{
    int_head *head = head_of(s);
    head->at = 0;
    head->n_end = 0;
    head->state = s->model->words[PRIOR];
    if (is_graph(s->model)) {
        walk_anew(s);
    } else if (!has_thresholds(s->model)) {
        memset(classes_of(s), 0, s->model->n_classes * sizeof(int_class));
        add_row(s, 0);
    }
}

/* The state from the set of answers alone. */
static void refresh(const ifc2f_int_session *s)
{
    reset(s);
    for (uint32_t k = 0; !is_graph(s->model) && k < s->model->n_features; ++k) {
        if (s->values[k] >= 0) {
            take_up(s, k);
        }
    }
}

/* Give feature k, which there is, a value, or one of VALUE_OPEN, VALUE_MISSING, VALUE_PAID. */
static int32_t put(const ifc2f_int_session *s, uint32_t k, int32_t value)
{
    const int_head *head = head_of(s);
    const int is_new = is_open(s, k);
    s->values[k] = value;
    if (is_graph(s->model) && k == head->state && value != VALUE_OPEN) {
        return walk(s, head->at, value);
    }
    if (!is_graph(s->model) && is_new && value >= 0 && k >= head->n_end) {
        take_up(s, k);
    } else if (!is_new || (!is_graph(s->model) && value >= 0)) {
        refresh(s);
    }
    return IFC2F_OK;
}

static int32_t change(const ifc2f_int_session *s, uint32_t k, int32_t value)
{
    return k < s->model->n_features ? put(s, k, value) : IFC2F_ERR_FEATURE;
}

int32_t ifc2f_int_answer(ifc2f_int_session *s, uint32_t k, int32_t reading)
{
    if (k >= s->model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    const uint8_t *record = record_of(s->model, k);
    if (reading <= VALUE_PAID || (is_graph(s->model) && is_no_category(record, reading))) {
        return IFC2F_ERR_VALUE;
    }
    if (is_graph(s->model) && k == head_of(s)->state) { /* the usual case, and short */
        s->values[k] = reading;
        return walk(s, head_of(s)->at, reading);
    }
    if (is_graph(s->model)) {
        return put(s, k, reading);
    }
    reading = bin_of(s->model, record, reading);
    return reading < 0 ? IFC2F_ERR_VALUE : put(s, k, reading);
}

int32_t ifc2f_int_missing(ifc2f_int_session *s, uint32_t k, int32_t paid)
{
    return change(s, k, paid ? VALUE_PAID : VALUE_MISSING);
}

int32_t ifc2f_int_retract(ifc2f_int_session *s, uint32_t k)
{
    return change(s, k, VALUE_OPEN);
}

int32_t ifc2f_int_next(const ifc2f_int_session *s)
{
    return is_graph(s->model) ? graph_next(s) : ordered_next(s);
}

int32_t ifc2f_int_decide(const ifc2f_int_session *s)
{
    return is_graph(s->model) ? graph_decide(s) : ordered_decide(s);
}

void ifc2f_int_posterior(const ifc2f_int_session *s, uint16_t *posterior)
{
    if (is_graph(s->model)) {
        graph_posterior(s, posterior);
    } else {
        ordered_posterior(s, posterior);
    }
}

/* ---- Beginning, keeping ------------------------------------------------------------------------------------------ */

uint32_t ifc2f_int_session_bytes(const ifc2f_int_model *model)
{
    const uint32_t bytes = (uint32_t)sizeof(int_head) + 4 * model->n_features;
    return is_graph(model) || has_thresholds(model) ? bytes : bytes + (uint32_t)sizeof(int_class) * model->n_classes;
}

static int32_t attach(ifc2f_int_session *s, const ifc2f_int_model *model, void *memory, uint32_t bytes)
{
    if (s == NULL || model == NULL || memory == NULL) {
        return IFC2F_ERR_ARGUMENT;
    }
    if ((uintptr_t)memory % 4 != 0 || bytes < ifc2f_int_session_bytes(model)) {
        return IFC2F_ERR_MEMORY;
    }
    s->model = model;
    s->memory = memory;
    s->values = (int32_t *)(void *)(head_of(s) + 1);
    return IFC2F_OK;
}

int32_t ifc2f_int_begin(ifc2f_int_session *s, const ifc2f_int_model *model, void *memory, uint32_t bytes)
{
    const int32_t status = attach(s, model, memory, bytes);
    if (status == IFC2F_OK) {
        head_of(s)->crc = model->crc;
        head_of(s)->budget = model->words[BUDGET];
        const int32_t *const end = s->values + model->n_features;
        for (int32_t *value = s->values; value < end; ++value) {
            *value = VALUE_OPEN;
        }
        reset(s);
    }
    return status;
}

/* What is not a value stands for none and is not asked for again; the rest follows from the values. */
int32_t ifc2f_int_resume(ifc2f_int_session *s, const ifc2f_int_model *model, void *memory, uint32_t bytes)
{
    const int32_t status = attach(s, model, memory, bytes);
    if (status != IFC2F_OK) {
        return status;
    }
    if (head_of(s)->crc != model->crc) {
        return IFC2F_ERR_SESSION;
    }
    refresh(s);
    return IFC2F_OK;
}

void ifc2f_int_set_budget(ifc2f_int_session *s, uint32_t budget)
{
    head_of(s)->budget = budget;
}

int32_t ifc2f_int_state(const ifc2f_int_session *s, uint32_t k)
{
    if (k >= s->model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    switch (s->values[k]) {
    case VALUE_OPEN:
        return IFC2F_OPEN;
    case VALUE_MISSING:
        return IFC2F_MISSING;
    case VALUE_PAID:
        return IFC2F_MISSING_PAID;
    default:
        return 0;
    }
}

/* ---- Rows of a matrix --------------------------------------------------------------------------------------------- */

#if IFC2F_BATCH

int32_t ifc2f_int_classify(const ifc2f_int_model *model, const int32_t *readings, size_t n_rows, uint32_t budget,
                           void *memory, uint32_t memory_bytes, int32_t *label, uint16_t *posterior, uint32_t *cost,
                           int32_t *order)
{
    const uint32_t K = model->n_features;
    ifc2f_int_session s;
    int32_t status = IFC2F_OK;
    for (size_t r = 0; status == IFC2F_OK && r < n_rows; ++r) {
        const int32_t *row = readings + r * K;
        uint32_t n_looked = 0;
        int32_t k;
        status = ifc2f_int_begin(&s, model, memory, memory_bytes);
        if (status != IFC2F_OK) {
            return status;
        }
        ifc2f_int_set_budget(&s, budget);
        while ((k = ifc2f_int_next(&s)) >= 0) {
            if (ifc2f_int_answer(&s, (uint32_t)k, row[k]) == IFC2F_OK) {
                order[r * K + n_looked++] = k;
            } else {
                (void)ifc2f_int_missing(&s, (uint32_t)k, 0);
            }
        }
        while (n_looked < K) {
            order[r * K + n_looked++] = -1;
        }
        label[r] = ifc2f_int_decide(&s);
        ifc2f_int_posterior(&s, posterior + r * model->n_classes);
        cost[r] = ifc2f_int_cost(&s);
    }
    return status;
}

#endif
