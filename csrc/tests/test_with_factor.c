/* Networks with a factor: what is refused on opening, and sessions against enumeration. */
#include "buffers.h"
#include "ifc2f_certificate.h"
#include "ifc2f_confidence.h"
#include "planned_model.h"

static const uint8_t ADAPTIVE_WORDS[8] = {0, 0, 0x80, 0x3F, 2}; /* doubt of weight 1, breadth 2 */
static const added_section ADAPTIVE = {"ADPT", 1, ADAPTIVE_WORDS, sizeof ADAPTIVE_WORDS};

/* ---- Opening ------------------------------------------------------------------------------------------------------ */

#if !IFC2F_EXACT

/* Whatever policy stands beside it, and where nothing but the checksum is checked: its posterior needs exact inference. */
static void test_left_out(void)
{
    static uint8_t graph[GRAPH_LENGTH];
    const added_section walked = {"GRAF", 1, graph, sizeof graph};
    build_graph(graph);
    model_length = build_network(model_bytes, &WITH_FACTOR, NULL, 0);
    CHECK(ifc2f_open(&model, model_bytes, model_length) == IFC2F_ERR_LEFT_OUT);
    model_length = build_network(model_bytes, &WITH_FACTOR, &walked, 1);
    CHECK(ifc2f_open(&model, model_bytes, model_length) == IFC2F_ERR_LEFT_OUT);
    model_length = build_network(model_bytes, &WITH_FACTOR, &ADAPTIVE, 1);
    CHECK(ifc2f_open(&model, model_bytes, model_length) == IFC2F_ERR_LEFT_OUT);
}

int main(void)
{
    test_left_out();
    return check_report("test_with_factor");
}

#else

enum { RECORD_HALVES = 16 }; /* of a feature's record: kind, values, parent, its values, first child, next sibling, then words */
enum { KIND, VALUES, PARENT_OF, GIVEN, CHILD, SIBLING, FIRST_VALUE, FIRST_TABLE = 8, FIRST_BIN = 10, FIRST_UP = 12, COLUMN = 14 };

/* One half of a record, and what is put there. */
typedef struct forged {
    unsigned k;
    unsigned half;
    uint32_t value;
} forged;

static int32_t open_forged(const network_shape *of, const forged *changes, unsigned n)
{
    ifc2f_model m;
    model_length = build_network(model_bytes, of, &ADAPTIVE, 1);
    CHECK(ifc2f_open(&m, model_bytes, model_length) == IFC2F_OK);
    for (unsigned i = 0; i < n; ++i) {
        const ptrdiff_t features = m.sections[IFC2F_FEATURES].bytes - model_bytes;
        writer w = {model_bytes, (uint32_t)features + 2 * (RECORD_HALVES * changes[i].k + changes[i].half)};
        put_u16(&w, changes[i].value);
    }
    repair_crc(model_bytes, model_length);
    return ifc2f_open(&m, model_bytes, model_length);
}

static void test_forged_records(void)
{
    enum { F = N_FEATURES };
    static const forged with_factor[] = {
        {F, KIND, 0},          {F, KIND, 1},        {F, KIND, 3},           {0, KIND, 2},          {F, VALUES, 0},
        {F, VALUES, 256},      {F, VALUES, 65535},  {F, PARENT_OF, 0},      {F, PARENT_OF, F},     {F, PARENT_OF, F + 1},
        {F, GIVEN, 0},         {F, GIVEN, 2},       {F, CHILD, 1},          {F, CHILD, 2},         {F, CHILD, F},
        {F, CHILD, F + 1},     {F, CHILD, 0xFFFE},  {F, CHILD, 0xFFFF},     {4, SIBLING, 0},       {4, SIBLING, 2},
        {4, SIBLING, F},       {0, SIBLING, F},     {0, SIBLING, 0xFFFF},   {0, PARENT_OF, F + 1}, {0, PARENT_OF, 0xFFFE},
        {0, PARENT_OF, 0},     {0, GIVEN, 3},       {1, PARENT_OF, F},      {3, CHILD, F},         {F, FIRST_TABLE, 0},
        {F, FIRST_TABLE + 1, 1}, {F, FIRST_BIN, 0}, {F, FIRST_BIN + 1, 1},  {F, FIRST_UP, 0},      {F, FIRST_UP + 1, 0x8000},
        {F, COLUMN + 1, 0x8000},
    };
    CHECK(open_forged(&WITH_FACTOR, NULL, 0) == IFC2F_OK);
    for (unsigned i = 0; i < sizeof with_factor / sizeof with_factor[0]; ++i) {
        CHECK(open_forged(&WITH_FACTOR, &with_factor[i], 1) == IFC2F_ERR_CONTENT);
    }
    for (uint32_t given = 0; given < 5; ++given) { /* a parent behind all records */
        const forged orphan[2] = {{4, PARENT_OF, F}, {4, GIVEN, given}};
        CHECK(open_forged(&TREE, orphan, 2) == IFC2F_ERR_CONTENT);
    }
}

/* Behind the one record, or instead of it: nothing else. */
static void test_lengths_of_features(void)
{
    static uint8_t bytes[MODEL_CAPACITY];
    ifc2f_model m;
    const uint32_t length = build_network(bytes, &WITH_FACTOR, &ADAPTIVE, 1);
    for (uint32_t n = 0; n <= 4 * RECORD_HALVES * N_VARIABLES; ++n) {
        writer w = {bytes, HEADER_LENGTH + 16 + 12}; /* the length in the second entry of the directory */
        put_u32(&w, n);
        repair_crc(bytes, length);
        const int32_t status = ifc2f_open(&m, bytes, length);
        CHECK((status == IFC2F_OK) == (n == 2 * RECORD_HALVES * N_VARIABLES));
        CHECK(status == IFC2F_OK || status == IFC2F_ERR_CONTENT || status == IFC2F_ERR_SECTION);
    }
}

static void test_no_order(void)
{
    const ifc2f_plan_options options = {N_FEATURES, 20, 4096, IFC2F_TREAT_EXACT, IFC2F_SOLVER_FULL, 7};
    plan_model();
    const added_section ordered = {"ORDR", 1, model.sections[IFC2F_ORDERED].bytes, model.sections[IFC2F_ORDERED].length};
    static uint8_t bytes[MODEL_CAPACITY];
    ifc2f_model m;
    CHECK(ifc2f_open(&m, bytes, build_network(bytes, &WITH_FACTOR, &ordered, 1)) == IFC2F_ERR_CONTENT);
    CHECK(ifc2f_open(&m, bytes, build_network(bytes, &WITH_FACTOR, NULL, 0)) == IFC2F_OK);
    const ifc2f_model before = m;
    CHECK(ifc2f_use_policy(&m, ordered.bytes, ordered.length) == IFC2F_ERR_CONTENT);
    CHECK(same_bits(&m, &before, sizeof m));
    CHECK(ifc2f_plan(&m, &options, work, sizeof work, policy, sizeof policy) == IFC2F_ERR_ARGUMENT);
    CHECK(ifc2f_plan_work_bytes(&m, &options) == 0 && ifc2f_plan_max_policy_bytes(&m, &options) == 0);
    ifc2f_session s = begun(&m);
    CHECK(ifc2f_next(&s) == IFC2F_ERR_POLICY);
    CHECK(ifc2f_use_costs(&m, m.sections[IFC2F_COSTS].bytes, m.sections[IFC2F_COSTS].length) == IFC2F_OK);
}

/* A factor of four values that nothing depends on, two classes, no feature, an adaptive policy. Every section of words. */
static uint32_t build_without_features(uint8_t *bytes)
{
    enum { N_SECTIONS = 8, MOST_WORDS = 8 };
    static const char tags[N_SECTIONS][5] = {"DIMS", "FEAT", "VALS", "TABL", "PRIO", "COST", "MISC", "ADPT"};
    static const uint32_t n_words[N_SECTIONS] = {4, 8, 0, 8, 2, 2, 4, 2};
    static const uint32_t quarter = 0x3E800000, half = 0x3F000000, one = 0x3F800000, infinite = 0x7F800000;
    const uint32_t words[N_SECTIONS][MOST_WORDS] = {
        {0, 2, 0, 0},
        {0x00040002, 0x0001FFFF, 0xFFFFFFFF},
        {0},
        {quarter, quarter, quarter, quarter, quarter, quarter, quarter, quarter},
        {half, half},
        {infinite, 0},
        {0, one, one, 0},
        {one, 2},
    };
    writer entry = {bytes, HEADER_LENGTH};
    writer body = {bytes, HEADER_LENGTH + 16 * N_SECTIONS};
    memset(bytes, 0, MODEL_CAPACITY);
    memcpy(bytes, "\x89IFC2F\r\n\x01", 10);
    bytes[10] = N_SECTIONS;
    for (unsigned i = 0; i < N_SECTIONS; ++i) {
        memcpy(bytes + entry.length, tags[i], 4);
        entry.length += 4;
        put_u32(&entry, 1);
        put_u32(&entry, body.length);
        put_u32(&entry, 4 * n_words[i]);
        for (unsigned j = 0; j < n_words[i]; ++j) {
            put_u32(&body, words[i][j]);
        }
    }
    entry.length = 12;
    put_u32(&entry, body.length);
    repair_crc(bytes, body.length);
    return body.length;
}

static void test_no_features(void)
{
    float p[N_CLASSES];
    ifc2f_session s;
    ifc2f_model m;
    CHECK(ifc2f_open(&m, model_bytes, build_without_features(model_bytes)) == IFC2F_OK);
    CHECK(ifc2f_has_factor(&m) && ifc2f_n_values(&m, 0) == 4 && ifc2f_parent(&m, 0) == IFC2F_STOP);
    const uint32_t bytes = ifc2f_session_bytes(&m);
    void *memory = allocate(bytes, 1);
    CHECK(ifc2f_begin(&s, &m, memory, bytes) == IFC2F_OK);
    CHECK(ifc2f_next(&s) == IFC2F_STOP && ifc2f_answer_bin(&s, 0, 0) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_resume(&s, &m, memory, bytes) == IFC2F_OK && ifc2f_posterior(&s, p) == 0);
    CHECK(is_close((double)p[0], 0.5, 1e-7));
    free(memory);
}

/* ---- Reading and asking: it is part of the network, and of nothing else --------------------------------------------- */

static void open_factor(const added_section *added, unsigned n_added)
{
    model_length = build_network(model_bytes, &WITH_FACTOR, added, n_added);
    CHECK(ifc2f_open(&model, model_bytes, model_length) == IFC2F_OK);
}

static void test_accessors(void)
{
    float table[MAX_VALUES * 4 * N_CLASSES];
    float number = 0.0f;
    open_factor(&ADAPTIVE, 1);
    CHECK(ifc2f_has_factor(&model) == 1);
    for (uint32_t k = 0; k < N_VARIABLES; ++k) {
        const int parent = PARENT_WITH_FACTOR[k];
        CHECK(ifc2f_n_values(&model, k) == (int32_t)N_VALUES[k]);
        CHECK(ifc2f_parent(&model, k) == (parent < 0 ? IFC2F_STOP : parent));
        for (unsigned u = 0; u < n_parent_values(&WITH_FACTOR, k); ++u) {
            CHECK(ifc2f_read_table(&model, k, u, table) == IFC2F_OK);
            for (unsigned i = 0; i < N_VALUES[k] * N_CLASSES; ++i) {
                CHECK(same_bits(&table[i], &(float){table_cell(k, u, i / N_CLASSES, i % N_CLASSES)}, sizeof(float)));
            }
        }
        CHECK(ifc2f_read_table(&model, k, n_parent_values(&WITH_FACTOR, k), table) == IFC2F_ERR_VALUE);
    }
    ifc2f_session s = begun(&model);
    const uint32_t f = N_FEATURES;
    CHECK(ifc2f_n_values(&model, f + 1) == IFC2F_ERR_FEATURE && ifc2f_parent(&model, f + 1) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_column(&model, f) == IFC2F_ERR_FEATURE && ifc2f_bin(&model, f, 0.0f) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_answer_bin(&s, f, 0) == IFC2F_ERR_FEATURE && ifc2f_answer(&s, f, 0.0f) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_know(&s, f, 0.0f) == IFC2F_ERR_FEATURE && ifc2f_missing(&s, f, 1) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_retract(&s, f) == IFC2F_ERR_FEATURE && ifc2f_state(&s, f) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_answer_likelihoods(&s, f, table) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_read_likelihoods(&s, f, table) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_feature_posterior(&s, f, table) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_cost_of_continuing(&s, f, &number) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_worth(&s, f, table, &number, &number) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_panel(&model, f) == IFC2F_ERR_FEATURE && ifc2f_feature_cost(&s, f) <= (float)IFC2F_ERR_FEATURE);
}

/* ---- Sessions ------------------------------------------------------------------------------------------------------- */

/* A session in memory of just its size, which the sanitizer watches. */
static ifc2f_session begun_exactly(void)
{
    ifc2f_session s;
    const uint32_t bytes = ifc2f_session_bytes(&model);
    memset(&s, 0, sizeof s);
    CHECK(ifc2f_begin(&s, &model, allocate(bytes, 1), bytes) == IFC2F_OK);
    return s;
}

static void answer_all(ifc2f_session *s, const int *answers, int backwards)
{
    for (unsigned i = 0; i < N_FEATURES; ++i) {
        const unsigned k = backwards ? N_FEATURES - 1 - i : i;
        CHECK(answers[k] < 0 || ifc2f_answer_bin(s, k, (uint32_t)answers[k]) == IFC2F_OK);
    }
}

static void check_against_enumeration(ifc2f_session *s, int *answers)
{
    double weights[N_CLASSES];
    float p[N_CLASSES];
    float mantissa;
    float joint[MAX_VALUES * N_CLASSES];
    int32_t exponent;
    enumerate_network(&WITH_FACTOR, answers, PRIOR, weights);
    const double sum = weights[0] + weights[1];
    CHECK(ifc2f_posterior(s, p) == 0);
    CHECK(ifc2f_evidence(s, &mantissa, &exponent) == IFC2F_OK && is_close(ldexp((double)mantissa, 32 * exponent), sum, 1e-6));
    for (unsigned c = 0; c < N_CLASSES; ++c) {
        CHECK(is_close((double)p[c], weights[c] / sum, 1e-6));
    }
    for (unsigned k = 0; k < N_FEATURES; ++k) {
        const int own = answers[k];
        CHECK(ifc2f_feature_posterior(s, k, joint) == IFC2F_OK);
        for (unsigned v = 0; v < N_VALUES[k]; ++v) {
            double with[N_CLASSES] = {0.0, 0.0};
            answers[k] = (int)v;
            if (own < 0 || own == (int)v) {
                enumerate_network(&WITH_FACTOR, answers, PRIOR, with);
            }
            for (unsigned c = 0; c < N_CLASSES; ++c) {
                CHECK(is_close((double)joint[v * N_CLASSES + c], with[c] / sum, 1e-6));
            }
        }
        answers[k] = own;
    }
}

/* All sets of answers: given in either order, taken up from a copy, and reached by taking others back, the same bits. */
static void test_sessions(void)
{
    float p[4][N_CLASSES];
    open_factor(&ADAPTIVE, 1);
    for (unsigned code = 0; code < N_ASSIGNMENTS; ++code) {
        int answers[N_FEATURES];
        assignment_of(code, answers);
        ifc2f_session s = begun_exactly();
        ifc2f_session other = begun_exactly();
        const uint32_t bytes = ifc2f_session_bytes(&model);
        answer_all(&s, answers, 0);
        check_against_enumeration(&s, answers);
        answer_all(&other, answers, 1);
        (void)ifc2f_posterior(&s, p[0]);
        (void)ifc2f_posterior(&other, p[1]);
        memcpy(other.memory, s.memory, bytes);
        CHECK(ifc2f_resume(&other, &model, other.memory, bytes) == IFC2F_OK);
        (void)ifc2f_posterior(&other, p[2]);
        for (unsigned k = 0; k < N_FEATURES; ++k) {
            CHECK(ifc2f_answer_bin(&other, k, N_VALUES[k] - 1) == IFC2F_OK);
        }
        for (unsigned k = 0; k < N_FEATURES; ++k) {
            CHECK((answers[k] < 0 ? ifc2f_retract(&other, k) : ifc2f_answer_bin(&other, k, (uint32_t)answers[k])) == IFC2F_OK);
        }
        (void)ifc2f_posterior(&other, p[3]);
        CHECK(same_bits(p[0], p[1], sizeof p[0]) && same_bits(p[0], p[2], sizeof p[0]) && same_bits(p[0], p[3], sizeof p[0]));
        free(s.memory);
        free(other.memory);
    }
}

/* Likelihoods that rule out all values but one are an answer; even ones tell nothing; others lie between. */
static void test_uncertain_answers(void)
{
    static const float likelihoods[MAX_VALUES] = {0.5f, 1.0f, 0.0f};
    float joint[MAX_VALUES * N_CLASSES];
    float p[N_CLASSES];
    double weights[2][N_CLASSES];
    open_factor(NULL, 0);
    for (uint32_t k = 0; k < N_FEATURES && IFC2F_UNCERTAIN; ++k) {
        int answers[N_FEATURES] = {-1, -1, -1, -1, -1};
        ifc2f_session s = begun_exactly();
        answers[(k + 2) % N_FEATURES] = 1;
        CHECK(ifc2f_answer_bin(&s, (k + 2) % N_FEATURES, 1) == IFC2F_OK);
        CHECK(ifc2f_answer_likelihoods(&s, k, likelihoods) == IFC2F_OK);
        for (int v = 0; v < 2; ++v) {
            answers[k] = v;
            enumerate_network(&WITH_FACTOR, answers, PRIOR, weights[v]);
        }
        const double first = 0.5 * weights[0][0] + weights[1][0];
        const double second = 0.5 * weights[0][1] + weights[1][1];
        (void)ifc2f_posterior(&s, p);
        CHECK(is_close((double)p[0], first / (first + second), 1e-6));
        CHECK(ifc2f_feature_posterior(&s, k, joint) == IFC2F_OK);
        CHECK(is_close((double)joint[1], 0.5 * weights[0][1] / (first + second), 1e-6));
        CHECK(ifc2f_resume(&s, &model, s.memory, ifc2f_session_bytes(&model)) == IFC2F_OK);
        free(s.memory);
    }
}

/* Each bit of kept memory, changed: refused, or a session that ends and stays in bounds. */
static void test_damaged_memory(void)
{
    static const int answers[N_FEATURES] = {1, -1, 0, 2, -1};
    const added_section none = {NULL, 0, NULL, 0};
    static uint8_t graph[GRAPH_LENGTH];
    const added_section walked = {"GRAF", 1, graph, sizeof graph};
    build_graph(graph);
    for (int kind = 0; kind < 3; ++kind) {
        const added_section *added[3] = {&none, &ADAPTIVE, &walked};
        open_factor(added[kind], kind > 0 && (kind < 2 || IFC2F_GRAPHS));
        ifc2f_session s = begun_exactly();
        const uint32_t bytes = ifc2f_session_bytes(&model);
        answer_all(&s, answers, 1);
        uint8_t *kept = allocate(bytes, 1);
        for (uint32_t bit = 0; bit < 8 * bytes; ++bit) {
            ifc2f_session other;
            float p[N_CLASSES];
            unsigned n = 0;
            memcpy(kept, s.memory, bytes);
            kept[bit / 8] ^= (uint8_t)(1u << bit % 8);
            if (ifc2f_resume(&other, &model, kept, bytes) != IFC2F_OK) {
                continue;
            }
            for (int32_t k = ifc2f_next(&other); k >= 0 && n <= N_FEATURES; k = ifc2f_next(&other), ++n) {
                CHECK(ifc2f_answer_bin(&other, (uint32_t)k, 0) == IFC2F_OK);
            }
            (void)ifc2f_posterior(&other, p);
            CHECK(n <= N_FEATURES && is_close((double)p[0] + (double)p[1], 1.0, 1e-4));
        }
        free(kept);
        free(s.memory);
    }
}

/* Ends stand around what is told, whichever answers there are. */
static void test_intervals(void)
{
    const ifc2f_trained trained = {.n_rows = 200.0, .power = 1.0, .level = 0.9, .counts_prior = 1};
    open_factor(NULL, 0);
    double *scratch = doubles(ifc2f_interval_work(&model));
    for (unsigned code = 0; code < N_ASSIGNMENTS; ++code) {
        int answers[N_FEATURES];
        double ends[2 * N_CLASSES];
        float p[N_CLASSES];
        assignment_of(code, answers);
        ifc2f_session s = begun_exactly();
        answer_all(&s, answers, 0);
        (void)ifc2f_posterior(&s, p);
        CHECK(ifc2f_interval(&s, &trained, ends, scratch) == IFC2F_OK);
        for (unsigned c = 0; c < N_CLASSES; ++c) {
            CHECK(ends[2 * c] >= 0.0 && ends[2 * c] < (double)p[c] && ends[2 * c + 1] > (double)p[c] && ends[2 * c + 1] <= 1.0);
        }
        free(s.memory);
    }
    free(scratch);
}

/* Every instance, against enumeration; and what is drawn are instances. */
static void test_instances(void)
{
    enum { N = 3 * 2 * 2 * 3 * 2 };
    static uint8_t bins[N * N_FEATURES];
    static uint8_t drawn[N * N_FEATURES];
    static double out[3][N * N_CLASSES];
    open_factor(NULL, 0);
    const size_t bytes = ifc2f_certificate_bytes(&model);
    void *memory = allocate(bytes, 1);
    for (unsigned i = 0; i < N; ++i) {
        unsigned rest = i;
        for (unsigned k = 0; k < N_FEATURES; ++k) {
            bins[i * N_FEATURES + k] = (uint8_t)(rest % N_VALUES[k]);
            rest /= N_VALUES[k];
        }
    }
    CHECK(ifc2f_weigh(&model, bins, N, memory, bytes, out[0], out[1], out[2]) == IFC2F_OK);
    for (unsigned i = 0; i < N; ++i) {
        int answers[N_FEATURES];
        double weights[N_CLASSES];
        for (unsigned k = 0; k < N_FEATURES; ++k) {
            answers[k] = bins[i * N_FEATURES + k];
        }
        enumerate_network(&WITH_FACTOR, answers, PRIOR, weights);
        CHECK(is_close(out[1][i], weights[0] + weights[1], 1e-6) && out[2][i] > 0.0 && out[2][i] < 2.67);
        CHECK(is_close(out[0][i * N_CLASSES], weights[0] / (weights[0] + weights[1]), 1e-6));
    }
    CHECK(ifc2f_draw_instances(&model, N_FEATURES, 1, N, memory, bytes, drawn) == IFC2F_OK);
    CHECK(ifc2f_weigh(&model, drawn, N, memory, bytes, out[0], out[1], out[2]) == IFC2F_OK);
    free(memory);
}

int main(void)
{
    test_forged_records();
    test_lengths_of_features();
    test_no_order();
    test_no_features();
    test_accessors();
    test_sessions();
    test_uncertain_answers();
    test_damaged_memory();
    test_intervals();
    test_instances();
    return check_report("test_with_factor");
}

#endif
