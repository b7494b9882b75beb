/*
 * The runtime without floating point: opening and checking an integer model, sessions, and its two policies, the ordered
 * one and the graph. docs/format.md ("The integer model") lays out the bytes.
 *
 * A class's score is how far, in 2^-16 of a factor 2, it lies behind the likeliest class: looking at a feature adds a
 * row of the feature's table. Its weight is 2^-score as a whole number. Expected costs are compared and never needed by
 * themselves, so weights are not normalised and nothing is divided. Everything is a function of the set of answers alone.
 */
#include "ifc2f_integer.h"

#include "ifc2f_bytes.h"
#include "ifc2f_crc.h"

/* A function that a build for size keeps apart although it is called from one place or is short. */
#if defined(__GNUC__) && defined(__OPTIMIZE_SIZE__)
#define IFC2F_APART __attribute__((noinline))
#else
#define IFC2F_APART
#endif

enum { NO_INDEX = 0xFFFF };

/* ---- Parts of a model -------------------------------------------------------------------------------------------- */

enum { VERSION_AT = 8, KIND_AT = 10, WIDE_AT = 11, LENGTH_AT = 12, N_FEATURES_AT = 20, N_CLASSES_AT = 22 };
enum { BUDGET_AT = 24, COUNTS_AT = 28, UNIT_AT = 40, HEADER_BYTES = 44 };
enum { WIDE_TABLES = 1, WIDE_VECTORS = 2 };

/* Arrays of a model of the ordered policy, of a graph; the costs are in the same place. Behind the last stands what is for
 * the host. */
enum { EDGES, FEATURES, STAGES, COSTS, STARTS, INDEX, VECTORS, TABLES, N_PARTS };
enum { NODES = EDGES, POSTERIORS = STARTS, LABELS, CATEGORIES };
enum { N_STEPS, N_EDGES, N_SETS, N_VECTORS, N_INDEX, N_ROWS, N_COUNTS };
enum { N_NODES = N_EDGES };

enum { FEATURE_BYTES = 8, STAGE_BYTES = 4, NODE_BYTES = 12, SOURCE_BYTES = 8 };
enum { FEATURE_CATEGORICAL = 1, FEATURE_PARENT = 2, FEATURE_EDGE = 4, FEATURE_ROW = 6 };
enum { NODE_FEATURE = 0, NODE_LOW = 2, NODE_HIGH = 4, NODE_MISSING = 6, NODE_CUT = 8 };

static const uint8_t *part_of(const ifc2f_int_model *model, uint32_t part)
{
    return model->bytes + model->parts[part];
}

static uint32_t half_at(const ifc2f_int_model *model, uint32_t part, uint32_t i)
{
    return u16_at(part_of(model, part) + 2 * (size_t)i);
}

/* Whether tables (or a graph's probabilities), or alpha vectors, have numbers of 16 bits. */
static uint32_t is_wide(const ifc2f_int_model *model, uint32_t which)
{
    return IFC2F_INTEGER_WIDE ? model->wide & which : 0;
}

/* The i-th of a part's rows of L numbers. */
static const uint8_t *row_at(const ifc2f_int_model *model, uint32_t part, uint32_t i, uint32_t wide)
{
    const size_t bytes = (size_t)i * model->n_classes;
    return part_of(model, part) + (wide ? 2 * bytes : bytes);
}

/* The next number, of 8 or 16 bits. */
static inline uint32_t take(const uint8_t **at, uint32_t wide)
{
    uint32_t number = *(*at)++;
    if (wide) {
        number |= (uint32_t) * (*at)++ << 8;
    }
    return number;
}

#if IFC2F_INTEGER_ORDERED && IFC2F_INTEGER_GRAPH
static uint32_t is_graph(const ifc2f_int_model *model)
{
    return model->is_graph;
}
#else
#define is_graph(model) ((void)(model), IFC2F_INTEGER_GRAPH)
#endif

/* ---- Checks: 0 if all is right; joined by |, since a branch for each would cost twice the code ------------------------ */

#if IFC2F_INTEGER_GRAPH

/* Probabilities of a node sum to 1. */
static uint32_t is_no_distribution(const ifc2f_int_model *model, uint32_t node)
{
    const uint32_t wide = is_wide(model, WIDE_TABLES);
    const uint8_t *row = row_at(model, POSTERIORS, node, wide);
    uint32_t rest = wide ? 0xFFFF : 0xFF;
    for (uint32_t c = 0; c < model->n_classes; ++c) {
        rest -= take(&row, wide);
    }
    return rest;
}

/* Inner nodes ask for a feature, and lead to later nodes. */
static uint32_t check_graph(const ifc2f_int_model *model)
{
    const uint32_t n = model->counts[N_NODES];
    uint32_t wrong = (model->counts[N_STEPS] >= n) | (n == NO_INDEX) | (model->wide >> 1);
    for (uint32_t node = 0; !wrong && node < n; ++node) {
        wrong = (part_of(model, LABELS)[node] >= model->n_classes) | is_no_distribution(model, node);
    }
    const uint8_t *record = part_of(model, NODES);
    for (uint32_t node = 0; !wrong && node < model->counts[N_STEPS]; ++node) {
        wrong = u16_at(record) >= model->n_features;
        for (uint32_t i = NODE_LOW; i <= NODE_MISSING; i += 2) {
            const uint32_t next = u16_at(record + i);
            wrong |= (next <= node) | (next >= n);
        }
        record += NODE_BYTES;
    }
    return wrong;
}

#endif

#if IFC2F_INTEGER_ORDERED

static const uint8_t *feature_at(const ifc2f_int_model *model, uint32_t k)
{
    return part_of(model, FEATURES) + FEATURE_BYTES * (size_t)k;
}

static uint32_t n_values_of(const ifc2f_int_model *model, uint32_t k)
{
    return feature_at(model, k)[0];
}

static int32_t edge_at(const ifc2f_int_model *model, uint32_t i)
{
    return (int32_t)u32_at(part_of(model, EDGES) + 4 * (size_t)i);
}

/* Values and tables of features follow each other without gaps, edges do not descend, and a parent comes before its
 * children. */
static uint32_t check_features(const ifc2f_int_model *model)
{
    uint32_t value = 0;
    uint32_t row = 1; /* behind the prior */
    for (uint32_t k = 0; k < model->n_features; ++k) {
        const uint8_t *record = feature_at(model, k);
        const uint32_t n_values = record[0];
        const uint32_t parent = u16_at(record + FEATURE_PARENT);
        const uint32_t first = value;
        if (((n_values == 0) | record[FEATURE_CATEGORICAL] >> 1 | (u16_at(record + FEATURE_EDGE) ^ value) |
             (u16_at(record + FEATURE_ROW) ^ row)) != 0 || (parent >= k && parent != NO_INDEX)) {
            return 1;
        }
        value += record[FEATURE_CATEGORICAL] ? 0 : n_values - 1;
        row += (parent < k ? n_values_of(model, parent) : 1) * n_values;
        if (value > model->counts[N_EDGES] || row > model->counts[N_ROWS]) {
            return 1;
        }
        for (uint32_t i = first + 1; i < value; ++i) {
            if (edge_at(model, i) < edge_at(model, i - 1)) {
                return 1;
            }
        }
    }
    return (value ^ model->counts[N_EDGES]) | (row ^ model->counts[N_ROWS]);
}

/* The first index entry of a stage; that of the next is where they end. */
static uint32_t first_index_of(const ifc2f_int_model *model, uint32_t k)
{
    return half_at(model, STAGES, 2 * k + 1);
}

/* Stages: their index entries are ascending features before them; they have a set for each assignment of these and, if there
 * are any, a fallback; sets and entries follow each other without gaps. */
static uint32_t check_stages(const ifc2f_int_model *model)
{
    uint32_t set = 0;
    uint32_t index = 0;
    for (uint32_t k = 0;; ++k) {
        const uint32_t wrong = (half_at(model, STAGES, 2 * k) ^ set) | (first_index_of(model, k) ^ index);
        if (wrong || k == model->counts[N_STEPS]) {
            return wrong | (set ^ model->counts[N_SETS]) | (index ^ model->counts[N_INDEX]);
        }
        uint32_t n = 1;
        uint32_t lowest = 0;
        const uint32_t end = first_index_of(model, k + 1);
        for (uint32_t i = index; i < end; ++i) {
            const uint32_t f = i < model->counts[N_INDEX] ? half_at(model, INDEX, i) : NO_INDEX;
            if (f < lowest || f >= k) {
                return 1;
            }
            lowest = f + 1;
            n *= n_values_of(model, f);
            if (n > model->counts[N_SETS]) {
                return 1;
            }
        }
        set += n + (end > index);
        index = end;
    }
}

/* The first vectors are the L costs of deciding; those of the sets come behind them. */
static uint32_t check_sets(const ifc2f_int_model *model)
{
    uint32_t last = model->n_classes;
    uint32_t wrong = half_at(model, STARTS, 0) ^ last;
    for (uint32_t i = 0; i <= model->counts[N_SETS]; ++i) {
        const uint32_t start = half_at(model, STARTS, i);
        wrong |= start < last;
        last = start;
    }
    return wrong | (last ^ model->counts[N_VECTORS]);
}

static uint32_t unit_of(const ifc2f_int_model *model)
{
    return u32_at(model->bytes + UNIT_AT);
}

static uint32_t check_ordered(const ifc2f_int_model *model)
{
    return (model->counts[N_STEPS] > model->n_features) || (unit_of(model) - 1) >> 14 || check_features(model) ||
           check_stages(model) || check_sets(model);
}

#endif

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

/* Read the counts; where the parts begin. Returns where they and what is for the host end: counts have 16 bits, so
 * that no sum or product exceeds 32. */
static uint32_t lay_out(ifc2f_int_model *model)
{
    const uint32_t K = model->n_features;
    const uint32_t L = model->n_classes;
    uint32_t *n = model->counts;
    const uint32_t wide = model->wide;
    for (uint32_t i = 0; i < N_COUNTS; ++i) {
        n[i] = u16_at(model->bytes + COUNTS_AT + 2 * (size_t)i);
    }
    uint32_t at = HEADER_BYTES;
    uint32_t sizes[N_PARTS] = {
        4 * n[N_EDGES], FEATURE_BYTES * K, STAGE_BYTES * (n[N_STEPS] + 1), 2 * K, 2 * (n[N_SETS] + 1), 2 * n[N_INDEX],
        n[N_VECTORS] * L << (wide >> 1), n[N_ROWS] * L << (wide & 1)};
#if IFC2F_INTEGER_GRAPH
    if (is_graph(model)) {
        memset(sizes, 0, sizeof sizes);
        sizes[NODES] = NODE_BYTES * n[N_STEPS];
        sizes[COSTS] = 2 * K;
        sizes[POSTERIORS] = n[N_NODES] * L << (wide & 1);
        sizes[LABELS] = n[N_NODES];
        sizes[CATEGORIES] = K;
    }
#endif
    for (uint32_t i = 0; i < N_PARTS; ++i) {
        model->parts[i] = at;
        at += sizes[i];
    }
    return at + SOURCE_BYTES * K + 4;
}

static uint32_t check(const ifc2f_int_model *model)
{
#if IFC2F_INTEGER_GRAPH
    if (is_graph(model)) {
        return check_graph(model);
    }
#endif
#if IFC2F_INTEGER_ORDERED
    return check_ordered(model);
#else
    return 1;
#endif
}

int32_t ifc2f_int_open(ifc2f_int_model *model, const void *bytes, uint32_t length)
{
    static const uint8_t magic[VERSION_AT] = {0x89, 'I', 'F', 'C', '2', 'I', '\r', '\n'};
    const uint8_t *b = (const uint8_t *)bytes;
    if (model == NULL || bytes == NULL) {
        return IFC2F_ERR_ARGUMENT;
    }
    memset(model, 0, sizeof *model);
    if (length < HEADER_BYTES) {
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
    model->crc = u32_at(b + CRC_AT);
    if (crc_of(b, length) != model->crc) {
        return IFC2F_ERR_CHECKSUM;
    }
    model->bytes = b;
    model->is_graph = b[KIND_AT];
    model->wide = b[WIDE_AT];
    model->n_features = u16_at(b + N_FEATURES_AT);
    model->n_classes = u16_at(b + N_CLASSES_AT);
    if ((model->is_graph | model->wide >> 1) > 1 || model->n_features > IFC2F_MAX_FEATURES ||
        model->n_classes - 1 >= IFC2F_MAX_CLASSES) {
        return IFC2F_ERR_CONTENT;
    }
    if ((model->is_graph ? !IFC2F_INTEGER_GRAPH : !IFC2F_INTEGER_ORDERED) || (!IFC2F_INTEGER_WIDE && model->wide)) {
        return IFC2F_ERR_LEFT_OUT;
    }
    return lay_out(model) != length || check(model) ? IFC2F_ERR_CONTENT : IFC2F_OK;
}

int32_t ifc2f_int_open_known(ifc2f_int_model *model, const void *bytes, uint32_t length, uint32_t id)
{
    const int32_t status = ifc2f_int_open(model, bytes, length);
    return status == IFC2F_OK && model->crc != id ? IFC2F_ERR_OTHER_MODEL : status;
}

/* ---- A session's memory ------------------------------------------------------------------------------------------ */

/* The head. Behind it lie int32 values[K], and for the ordered policy int_class classes[L]. */
typedef struct int_head {
    uint32_t crc;
    uint32_t budget;
    uint16_t at;    /* graph: the node that the answers lead to; ordered: behind the last feature whose answer counts */
    uint16_t asked; /* graph: the feature asked for there, or NO_INDEX; ordered: behind the last feature answered */
} int_head;

typedef struct int_class {
    uint32_t score;
    uint32_t weight;
} int_class;

/* In values[], besides readings (graph) and bins (ordered). */
enum { VALUE_OPEN = INT32_MIN, VALUE_MISSING, VALUE_PAID };

static int_head *head_of(const ifc2f_int_session *s)
{
    return (int_head *)s->memory;
}

static int is_open(const ifc2f_int_session *s, uint32_t k)
{
    return s->values[k] == VALUE_OPEN;
}

/* ---- Costs ------------------------------------------------------------------------------------------------------- */

uint32_t ifc2f_int_cost(const ifc2f_int_session *s)
{
    uint32_t spent = 0;
    for (uint32_t k = 0; k < s->model->n_features; ++k) {
        spent += s->values[k] >= VALUE_PAID ? half_at(s->model, COSTS, k) : 0;
    }
    return spent;
}

static int is_affordable(const ifc2f_int_session *s, uint32_t k)
{
    const uint32_t budget = head_of(s)->budget;
    return budget == IFC2F_INTEGER_NO_BUDGET || ifc2f_int_cost(s) + half_at(s->model, COSTS, k) <= budget;
}

/* ---- Graph ------------------------------------------------------------------------------------------------------- */

#if IFC2F_INTEGER_GRAPH

/* Walk on from the node reached, as far as the answers lead. Branches lead to later nodes, so a walk ends. */
static void walk(const ifc2f_int_session *s)
{
    const ifc2f_int_model *model = s->model;
    uint32_t node = head_of(s)->at;
    uint32_t asked = NO_INDEX;
    while (node < model->counts[N_STEPS]) {
        const uint8_t *record = part_of(model, NODES) + NODE_BYTES * (size_t)node;
        const uint32_t feature = u16_at(record + NODE_FEATURE);
        if (feature >= model->n_features) {
            break;
        }
        if (is_open(s, feature)) {
            asked = feature;
            break;
        }
        const int32_t value = s->values[feature];
        const uint32_t next = u16_at(record + (value <= VALUE_PAID                              ? NODE_MISSING
                                               : value >= (int32_t)u32_at(record + NODE_CUT) ? NODE_HIGH
                                                                                             : NODE_LOW));
        if (next <= node || next >= model->counts[N_NODES]) {
            break;
        }
        node = next;
    }
    head_of(s)->at = (uint16_t)node;
    head_of(s)->asked = (uint16_t)asked;
}

/* Whether the feature is categorical and has no such category. */
static int is_no_category(const ifc2f_int_model *model, uint32_t k, int32_t reading)
{
    const uint32_t n = part_of(model, CATEGORIES)[k];
    return n > 0 && (uint32_t)reading >= n;
}

static void graph_posterior(const ifc2f_int_session *s, uint16_t *posterior)
{
    const ifc2f_int_model *model = s->model;
    const uint32_t wide = is_wide(model, WIDE_TABLES);
    const uint8_t *row = row_at(model, POSTERIORS, head_of(s)->at, wide);
    for (uint32_t c = 0; c < model->n_classes; ++c) {
        const uint32_t p = take(&row, wide);
        posterior[c] = (uint16_t)(wide ? p : 0x101 * p);
    }
}

#endif

/* ---- Ordered ----------------------------------------------------------------------------------------------------- */

#if IFC2F_INTEGER_ORDERED

static int_class *classes_of(const ifc2f_int_session *s)
{
    return (int_class *)(void *)(s->values + s->model->n_features);
}

/* Bin of a reading, the number of edges that are not above it; of a category itself. Negative if there is none. */
static int32_t bin_of(const ifc2f_int_model *model, uint32_t k, int32_t reading)
{
    const uint8_t *record = feature_at(model, k);
    uint32_t n = record[0];
    if (record[FEATURE_CATEGORICAL]) {
        return (uint32_t)reading < n ? reading : -1;
    }
    const uint32_t first = u16_at(record + FEATURE_EDGE);
    uint32_t bin = 0;
    for (--n; n > 0;) {
        const uint32_t middle = bin + n / 2;
        if (first + middle < model->counts[N_EDGES] && edge_at(model, first + middle) <= reading) {
            n -= middle + 1 - bin;
            bin = middle + 1;
        } else {
            n = middle - bin;
        }
    }
    return (int32_t)bin;
}

/* A class at 2^14 factors of 2 behind the likeliest stays there. */
enum { FARTHEST = 1 << 30, ONE = 1 << 16 };

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

/* Weights are scaled such that products with costs, of 8 or 16 bits, and sums of them have 32. */
static uint32_t most_weight(const ifc2f_int_model *model)
{
    return is_wide(model, WIDE_VECTORS) ? 1u << 16 : 1u << 24;
}

/* Add a row of the tables to the scores, set the least of them to 0, and weigh. */
static void add_table_row(const ifc2f_int_session *s, uint32_t number)
{
    if (number >= s->model->counts[N_ROWS]) {
        return;
    }
    const uint32_t wide = is_wide(s->model, WIDE_TABLES);
    const uint8_t *row = row_at(s->model, TABLES, number, wide);
    const uint32_t unit = unit_of(s->model);
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

static uint32_t parent_of(const ifc2f_int_model *model, uint32_t k)
{
    return u16_at(feature_at(model, k) + FEATURE_PARENT);
}

/* Whether feature k, open or answered, counts: it has no parent, or that is answered. */
static int is_parent_known(const ifc2f_int_session *s, uint32_t k)
{
    const uint32_t parent = parent_of(s->model, k);
    return parent >= k || s->values[parent] >= 0;
}

/* Take up the answer of feature k. */
static void multiply_by_answer(const ifc2f_int_session *s, uint32_t k)
{
    const ifc2f_int_model *model = s->model;
    const uint32_t parent = parent_of(model, k);
    uint32_t row = (uint32_t)s->values[k];
    if (parent < k) {
        row += (uint32_t)s->values[parent] * n_values_of(model, k);
    }
    add_table_row(s, row + u16_at(feature_at(model, k) + FEATURE_ROW));
    head_of(s)->at = (uint16_t)(k + 1);
}

static void reset_scores(const ifc2f_int_session *s)
{
    memset(classes_of(s), 0, s->model->n_classes * sizeof(int_class));
    add_table_row(s, 0);
    head_of(s)->at = 0;
    head_of(s)->asked = 0;
}

/* A vector times the weights. Apart, so that its loop has the registers of a small processor to itself. */
IFC2F_APART static uint32_t expected(const uint8_t *vector, const int_class *of, uint32_t n_classes, uint32_t wide)
{
    uint32_t cost = 0;
    do {
        cost += of->weight * take(&vector, wide);
        ++of;
    } while (--n_classes > 0);
    return cost;
}

/* The vector of least expected cost among the first-th to the one before end; those behind one below `enough` are not
 * tried. */
typedef struct best {
    uint32_t cost;
    uint32_t vector;
} best;

static best best_of(const ifc2f_int_session *s, uint32_t first, uint32_t end, uint32_t enough)
{
    const uint32_t wide = is_wide(s->model, WIDE_VECTORS);
    const uint32_t L = s->model->n_classes;
    const uint32_t stride = wide ? 2 * L : L;
    const int_class *classes = classes_of(s);
    const uint8_t *at = row_at(s->model, VECTORS, first, wide);
    best found = {UINT32_MAX, first};
    while (first < end && found.cost >= enough) {
        const uint32_t cost = expected(at, classes, L, wide);
        if (cost < found.cost) {
            found.cost = cost;
            found.vector = first;
        }
        at += stride;
        ++first;
    }
    return found;
}

/* The first L vectors are the costs of deciding for each class. */
static best best_decision(const ifc2f_int_session *s)
{
    return best_of(s, 0, s->model->n_classes, 0);
}

/* The set of a stage for the values of its index features: its fallback, the last one, if one is not known. */
static uint32_t set_of(const ifc2f_int_session *s, uint32_t k)
{
    const ifc2f_int_model *model = s->model;
    const uint32_t end = first_index_of(model, k + 1);
    uint32_t assignment = 0;
    uint32_t n = 1;
    int is_known = 1;
    for (uint32_t i = first_index_of(model, k); i < end && i < model->counts[N_INDEX]; ++i) {
        const uint32_t f = half_at(model, INDEX, i);
        if (f >= k) {
            break;
        }
        const uint32_t n_values = n_values_of(model, f);
        is_known &= s->values[f] >= 0;
        assignment = assignment * n_values + (uint32_t)s->values[f];
        n *= n_values;
    }
    return half_at(model, STAGES, 2 * k) + (is_known ? assignment : n);
}

static int is_worth_it(const ifc2f_int_session *s, uint32_t k)
{
    const ifc2f_int_model *model = s->model;
    const uint32_t set = set_of(s, k);
    if (set >= model->counts[N_SETS]) {
        return 0;
    }
    const uint32_t stop = best_decision(s).cost;
    const uint32_t end = half_at(model, STARTS, set + 1);
    return end <= model->counts[N_VECTORS] && best_of(s, half_at(model, STARTS, set), end, stop).cost < stop;
}

static int32_t ordered_next(const ifc2f_int_session *s)
{
    uint32_t k = head_of(s)->at;
    while (k < s->model->counts[N_STEPS] && !(is_open(s, k) && is_parent_known(s, k))) {
        ++k;
    }
    return k < s->model->counts[N_STEPS] && is_affordable(s, k) && is_worth_it(s, k) ? (int32_t)k : IFC2F_STOP;
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

/* Differences of rounded sums, so that they sum to 65535 whatever rounding does. */
static void ordered_posterior(const ifc2f_int_session *s, uint16_t *posterior)
{
    const uint32_t L = s->model->n_classes;
    const uint32_t shift = is_wide(s->model, WIDE_VECTORS) ? 0 : 8;
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

#endif

/* ---- Sessions: by the kind of policy ------------------------------------------------------------------------------- */

/* The state from the set of answers alone. */
static void refresh(const ifc2f_int_session *s)
{
#if IFC2F_INTEGER_GRAPH
    if (is_graph(s->model)) {
        head_of(s)->at = 0;
        walk(s);
        return;
    }
#endif
#if IFC2F_INTEGER_ORDERED
    reset_scores(s);
    for (uint32_t k = 0; k < s->model->n_features; ++k) {
        if (s->values[k] >= 0) {
            head_of(s)->asked = (uint16_t)(k + 1);
            if (is_parent_known(s, k)) {
                multiply_by_answer(s, k);
            }
        }
    }
#endif
}

/* Give feature k a value, or one of VALUE_OPEN, VALUE_MISSING, VALUE_PAID. */
static int32_t change(const ifc2f_int_session *s, uint32_t k, int32_t value)
{
    if (k >= s->model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    const int is_new = is_open(s, k);
    s->values[k] = value;
    if (!is_new) {
        refresh(s);
        return IFC2F_OK;
    }
#if IFC2F_INTEGER_GRAPH
    if (is_graph(s->model)) {
        walk(s);
        return IFC2F_OK;
    }
#endif
#if IFC2F_INTEGER_ORDERED
    if (value >= 0 && k >= head_of(s)->asked) {
        head_of(s)->asked = (uint16_t)(k + 1);
        multiply_by_answer(s, k);
    } else if (value >= 0) {
        refresh(s);
    }
#endif
    return IFC2F_OK;
}

int32_t ifc2f_int_answer(ifc2f_int_session *s, uint32_t k, int32_t reading)
{
    if (k >= s->model->n_features) {
        return IFC2F_ERR_FEATURE;
    }
    if (reading <= VALUE_PAID) {
        return IFC2F_ERR_VALUE;
    }
#if IFC2F_INTEGER_GRAPH
    if (is_graph(s->model)) {
        return is_no_category(s->model, k, reading) ? IFC2F_ERR_VALUE : change(s, k, reading);
    }
#endif
#if IFC2F_INTEGER_ORDERED
    if (!is_parent_known(s, k)) {
        return IFC2F_ERR_ORDER;
    }
    reading = bin_of(s->model, k, reading);
#endif
    return reading < 0 ? IFC2F_ERR_VALUE : change(s, k, reading);
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
#if IFC2F_INTEGER_GRAPH
    if (is_graph(s->model)) {
        const uint32_t k = head_of(s)->asked;
        return k != NO_INDEX && is_affordable(s, k) ? (int32_t)k : IFC2F_STOP;
    }
#endif
#if IFC2F_INTEGER_ORDERED
    return ordered_next(s);
#else
    return IFC2F_STOP;
#endif
}

int32_t ifc2f_int_decide(const ifc2f_int_session *s)
{
#if IFC2F_INTEGER_GRAPH
    if (is_graph(s->model)) {
        return part_of(s->model, LABELS)[head_of(s)->at];
    }
#endif
#if IFC2F_INTEGER_ORDERED
    return (int32_t)best_decision(s).vector;
#else
    return 0;
#endif
}

void ifc2f_int_posterior(const ifc2f_int_session *s, uint16_t *posterior)
{
#if IFC2F_INTEGER_GRAPH
    if (is_graph(s->model)) {
        graph_posterior(s, posterior);
        return;
    }
#endif
#if IFC2F_INTEGER_ORDERED
    ordered_posterior(s, posterior);
#endif
}

/* ---- Beginning, keeping ------------------------------------------------------------------------------------------ */

uint32_t ifc2f_int_session_bytes(const ifc2f_int_model *model)
{
    return (uint32_t)sizeof(int_head) + 4 * model->n_features +
           (is_graph(model) ? 0 : (uint32_t)sizeof(int_class) * model->n_classes);
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
        head_of(s)->budget = u32_at(model->bytes + BUDGET_AT);
        for (uint32_t k = 0; k < model->n_features; ++k) {
            s->values[k] = VALUE_OPEN;
        }
        refresh(s);
    }
    return status;
}

/* Values index tables, so they must be in range; the rest follows from them. */
int32_t ifc2f_int_resume(ifc2f_int_session *s, const ifc2f_int_model *model, void *memory, uint32_t bytes)
{
    const int32_t status = attach(s, model, memory, bytes);
    if (status != IFC2F_OK) {
        return status;
    }
    if (head_of(s)->crc != model->crc) {
        return IFC2F_ERR_SESSION;
    }
#if IFC2F_INTEGER_ORDERED
    for (uint32_t k = 0; !is_graph(model) && k < model->n_features; ++k) {
        if (s->values[k] > VALUE_PAID && (uint32_t)s->values[k] >= n_values_of(model, k)) {
            return IFC2F_ERR_SESSION;
        }
    }
#endif
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
