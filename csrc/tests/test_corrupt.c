/*
 * Damaged models of each kind of policy. As they are, every truncation and every change of one byte is refused. With a
 * checksum that fits again each is refused, or its sessions stay in bounds, end, and give finite, normalised posteriors.
 * Model, session and working memory lie flush against a page that may not be touched.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "ifc2f.h"
#include "ifc2f_certificate.h"
#include "ifc2f_evaluate.h"
#include "ifc2f_plan.h"
#include "check.h"
#include "model_bytes.h"

#include <math.h>
#include <sys/mman.h>
#include <unistd.h>

enum { GUARDED_PAGES = 64, POLICY_CAPACITY = 4096, WORK_CAPACITY = GUARDED_PAGES * 4096, N_RANDOM = 20000 };

static uint8_t intact[MODEL_CAPACITY];
static uint32_t intact_length;
static uint8_t damaged[MODEL_CAPACITY];
static uint8_t *model_end;   /* first address behind which nothing may be touched */
static uint8_t *session_end;
static uint8_t *work_end;
static uint32_t policy[POLICY_CAPACITY / 4];
static unsigned n_opened;

/* Whether bytes take all other values: where the checksum finds it; and where it is made right again. Then models are many, and each
 * is followed in one way, in turn. */
static int is_refused_by_all;
static int is_thorough;
enum { N_VARIANTS = 4 };

/* End of a mapping of GUARDED_PAGES pages whose next page may not be touched. */
static uint8_t *map_guarded(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *start = mmap(NULL, (GUARDED_PAGES + 1) * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED || mprotect(start + GUARDED_PAGES * page, page, PROT_NONE) != 0) {
        return NULL;
    }
    return start + GUARDED_PAGES * page;
}

/* A model with a section that is unknown, and with the policy of a kind; the last two with a factor. */
enum { ORDERED, GRAPH, ADAPTIVE, FACTOR, FACTOR_GRAPH, N_KINDS };
static const char *const KIND_NAMES[N_KINDS] = {"ordered", "graph", "adaptive", "factor", "factor and graph"};

/* Whether this build follows policies of the kind. */
static int is_built(int kind)
{
    return (kind == ORDERED || kind == GRAPH || IFC2F_EXACT) && ((kind != GRAPH && kind != FACTOR_GRAPH) || IFC2F_GRAPHS);
}

static uint32_t plan_ordered(void)
{
    const ifc2f_plan_options options = {N_FEATURES, 100, 4096, IFC2F_TREAT_EXACT, IFC2F_SOLVER_FULL, 1};
    ifc2f_model model;
    intact_length = build_model(intact, NULL, 0);
    CHECK(ifc2f_open(&model, intact, intact_length) == IFC2F_OK);
    const int32_t n = ifc2f_plan(&model, &options, work_end - WORK_CAPACITY, WORK_CAPACITY, policy, sizeof policy);
    CHECK(n > 0);
    return n > 0 ? (uint32_t)n : 0;
}

static void build_intact(int kind)
{
    static const uint8_t adaptive_words[8] = {0, 0, 0x80, 0x3F, 2}; /* doubt of weight 1, breadth 2 */
    static uint8_t graph[GRAPH_LENGTH];
    added_section added[2] = {{"XTRA", 0, (const uint8_t *)"1234", 4}, {"ADPT", 1, adaptive_words, sizeof adaptive_words}};
    ifc2f_model model;
    if (kind == ORDERED) {
        const added_section ordered = {"ORDR", 1, (const uint8_t *)policy, plan_ordered()};
        added[1] = ordered;
    } else if (kind == GRAPH || kind == FACTOR_GRAPH) {
        const added_section section = {"GRAF", 1, graph, GRAPH_LENGTH};
        build_graph(graph);
        added[1] = section;
    }
    intact_length = build_network(intact, kind >= FACTOR ? &WITH_FACTOR : &TREE, added, 2);
    CHECK(ifc2f_open(&model, intact, intact_length) == (is_built(kind) ? IFC2F_OK : IFC2F_ERR_LEFT_OUT));
}

static void check_posterior(const ifc2f_session *s)
{
    static float p[256];
    float sum = 0.0f;
    (void)ifc2f_posterior(s, p);
    for (uint32_t c = 0; c < s->model->n_classes; ++c) {
        CHECK(p[c] >= 0.0f && p[c] <= 1.0001f);
        sum += p[c];
    }
    CHECK(sum >= 0.9999f && sum <= 1.0001f);
    CHECK(ifc2f_decide(s) >= 0 && ifc2f_decide(s) < (int32_t)s->model->n_classes);
    CHECK(!IFC2F_CHECKS || isfinite(ifc2f_cost_of_stopping(s)));
    CHECK(!IFC2F_CHECKS || isfinite(ifc2f_cost(s)));
}

/* Answer with one of the feature's values. A build without checks may have let pass that it has none: then "missing". */
static int32_t answer_some(ifc2f_session *s, uint32_t k, uint32_t variant)
{
    const uint32_t n_values = (uint32_t)ifc2f_n_values(s->model, k);
    CHECK(!IFC2F_CHECKS || n_values > 0);
    return n_values > 0 ? ifc2f_answer_bin(s, k, variant % n_values) : ifc2f_missing(s, k, 0);
}

static void check_features(ifc2f_session *s)
{
    static float joint[256 * 256];
    for (uint32_t k = 0; IFC2F_EXACT && k < s->model->n_features; ++k) {
        const uint32_t n = (uint32_t)ifc2f_n_values(s->model, k) * s->model->n_classes;
        float cost;
        float sum = 0.0f;
        CHECK(ifc2f_feature_posterior(s, k, joint) == IFC2F_OK);
        for (uint32_t i = 0; i < n; ++i) {
            CHECK(joint[i] >= 0.0f);
            sum += joint[i];
        }
        CHECK(sum <= 1.01f);
        CHECK(isfinite(ifc2f_feature_cost(s, k)));
        if (ifc2f_cost_of_continuing(s, k, &cost) == IFC2F_OK) {
            CHECK(isfinite(cost));
        }
    }
}

/* Follow the policy, giving the `variant`-th value everywhere; then answer all that is left, last one first. */
static void run_session(ifc2f_session *s, uint32_t variant)
{
    int32_t next;
    uint32_t n = 0;
    while ((next = ifc2f_next(s)) >= 0 && n <= s->model->n_features) {
        const uint32_t k = (uint32_t)next;
        CHECK(k < s->model->n_features);
        const int32_t status = variant == 3 ? ifc2f_missing(s, k, 1) : answer_some(s, k, variant);
        check_posterior(s);
        if (!IFC2F_EXACT && status == IFC2F_ERR_ORDER) {
            next = IFC2F_STOP; /* of a graph, which is silent here */
            break;
        }
        CHECK(status == IFC2F_OK);
        ++n;
    }
    CHECK(n <= s->model->n_features);
    CHECK(next == IFC2F_STOP || next == IFC2F_ERR_POLICY);
    check_features(s);
    for (uint32_t k = s->model->n_features; k > 0; --k) {
        const int32_t status = answer_some(s, k - 1, variant + k);
        CHECK(status == IFC2F_OK || status == IFC2F_ERR_ORDER);
        check_posterior(s);
        if (k == 1 + variant) {
            check_features(s);
        }
    }
}

static void run_batch(const ifc2f_model *model, uint8_t *memory, uint32_t n_bytes)
{
    static float row[256];
    const ifc2f_batch nothing = {NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, 0};
    ifc2f_batch_report report;
    (void)ifc2f_classify(model, row, 1, 0, NULL, INFINITY, 1, memory, n_bytes, &nothing, &report);
}

/* Draw instances of the model, weigh them, and follow them along the order of its policy. */
static void run_bounds(const ifc2f_model *model)
{
    enum { N = 3 };
    static const double prices[256];
    static const int32_t n_acquired[N];
    static uint8_t bins[N * 256];
    static double out[3][N * 256];
    const size_t bytes = ifc2f_certificate_bytes(model);
    void *memory = work_end - ((bytes + 7) & ~(size_t)7);
    double optimum = 0.0;
    CHECK(bytes <= WORK_CAPACITY);
    if (bytes > WORK_CAPACITY) {
        return;
    }
    CHECK(ifc2f_draw_instances(model, model->n_features, 1, N, memory, bytes, bins) == IFC2F_OK);
    CHECK(ifc2f_weigh(model, bins, N, memory, bytes, out[0], out[1], out[2]) == IFC2F_OK);
    for (uint32_t i = 0; i < N; ++i) {
        CHECK(out[1][i] > 0.0 && out[2][i] > 0.0 && out[2][i] < 2.67);
    }
    if (model->sections[IFC2F_ORDERED].length > 0) {
        CHECK(ifc2f_follow(model, prices, 1e300, bins, n_acquired, N, memory, bytes, out[0], out[1], out[2]) == IFC2F_OK);
        CHECK(isfinite(out[0][0]) && isfinite(out[1][0]) && out[2][0] < 2.67);
        if (ifc2f_order_optimum(model, prices, 1000, memory, bytes, &optimum) == IFC2F_OK) {
            CHECK(optimum >= 0.0 && isfinite(optimum));
        }
    }
}

/* Memory of `bytes` bytes, up to 3 more, that ends at the guard. */
static void *work_of(uint32_t bytes)
{
    return work_end - ((bytes + 3) & ~3u);
}

/* Plan the model anew, with memory of just the size asked for, and judge the policy it came with and the new one. */
static void run_planner(ifc2f_model *model, uint32_t treatment)
{
    const uint32_t n_stages = model->n_features < N_FEATURES ? model->n_features : N_FEATURES;
    const ifc2f_plan_options options = {n_stages, 5, 64, treatment, treatment % 2, 1};
    const uint32_t work_bytes = ifc2f_plan_work_bytes(model, &options);
    const uint32_t evaluate_bytes = ifc2f_simulate_bytes(model, 5);
    ifc2f_expectation expectation = {0.0, 0.0, 0.0, 0.0, 0.0, 0};
    if (model->sections[IFC2F_ORDERED].length > 0 && evaluate_bytes <= WORK_CAPACITY &&
        ifc2f_enumerate(model, INFINITY, 1000, work_of(evaluate_bytes), evaluate_bytes, &expectation) == IFC2F_OK) {
        CHECK(isfinite(expectation.total));
    }
    if (work_bytes == 0 || work_bytes > WORK_CAPACITY || evaluate_bytes > WORK_CAPACITY) {
        return;
    }
    const int32_t n = ifc2f_plan(model, &options, work_of(work_bytes), work_bytes, policy, sizeof policy);
    CHECK(n > 0 || n == IFC2F_ERR_TOO_LARGE || n == IFC2F_ERR_MEMORY);
    if (n > 0) {
        const int32_t status = ifc2f_use_policy(model, policy, (uint32_t)n);
        CHECK(status == IFC2F_OK);
        const int32_t done = ifc2f_simulate(model, INFINITY, 5, 1, work_of(evaluate_bytes), evaluate_bytes, &expectation);
        CHECK(done == IFC2F_OK || (!IFC2F_EXACT && model->sections[IFC2F_GRAPH].length > 0 && done == IFC2F_ERR_ORDER));
        CHECK(isfinite(expectation.total) && isfinite(expectation.standard_error));
    }
}

/* Open the damaged bytes flush against the guard. */
static int32_t open_damaged(ifc2f_model *model, uint32_t length)
{
    uint8_t *bytes = model_end - length;
    memcpy(bytes, damaged, length);
    return ifc2f_open(model, bytes, length);
}

/* Make the checksum right; if the bytes pass for a model, use it. */
static void try_damaged(uint32_t length)
{
    ifc2f_model model;
    ifc2f_session s;
    repair_crc(damaged, length);
    if (open_damaged(&model, length) != IFC2F_OK) {
        return;
    }
    ++n_opened;
    const uint32_t n_bytes = ifc2f_session_bytes(&model);
    CHECK(n_bytes % 4 == 0);
    if (n_bytes % 4 != 0 || n_bytes > WORK_CAPACITY || model.n_features > 255) {
        CHECK(0); /* no single byte of this model should make a session this large */
        return;
    }
    uint8_t *memory = session_end - n_bytes;
    for (uint32_t variant = 0; variant < N_VARIANTS; ++variant) {
        if (!is_thorough || n_opened % N_VARIANTS == variant) {
            CHECK(ifc2f_begin(&s, &model, memory, n_bytes) == IFC2F_OK);
            run_session(&s, variant);
        }
    }
    run_batch(&model, memory, n_bytes);
    if (IFC2F_CHECKS) { /* which it relies on */
        run_bounds(&model);
    }
    if (IFC2F_CHECKS && n_opened % 8 == 1) { /* planning relies on checks, and takes its time */
        run_planner(&model, n_opened / 8 % 3);
    }
}

/* What a byte is changed by: twelve numbers, or all. */
static const uint8_t SOME[] = {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF, 0x7F, 0x03, 0xFE};

static unsigned n_changes(int by_all) { return by_all ? 255 : (unsigned)sizeof SOME; }
static uint8_t change(unsigned i, int by_all) { return by_all ? (uint8_t)(i + 1) : SOME[i]; }

/* As they are: cut after any byte, or any byte changed. */
static void test_refused(void)
{
    ifc2f_model model;
    memcpy(damaged, intact, intact_length);
    for (uint32_t n = 0; n < intact_length; ++n) {
        CHECK(open_damaged(&model, n) < IFC2F_STOP);
    }
    for (uint32_t i = 0; i < intact_length; ++i) {
        for (unsigned j = 0; j < n_changes(is_refused_by_all); ++j) {
            damaged[i] = (uint8_t)(intact[i] ^ change(j, is_refused_by_all));
            CHECK(open_damaged(&model, intact_length) < IFC2F_STOP);
        }
        damaged[i] = intact[i];
    }
}

/* Any byte changed, the checksum made right again. */
static void test_every_byte(void)
{
    for (uint32_t i = 0; i < intact_length; ++i) {
        for (unsigned j = 0; j < n_changes(is_thorough); ++j) {
            memcpy(damaged, intact, intact_length);
            damaged[i] ^= change(j, is_thorough);
            try_damaged(intact_length);
        }
    }
}

/* Cut after any byte, or with bytes behind, the length in the header made right again. */
static void test_every_length(void)
{
    for (uint32_t n = HEADER_LENGTH; n < intact_length + 16; ++n) {
        writer w = {damaged, 12};
        memcpy(damaged, intact, sizeof damaged);
        put_u32(&w, n);
        try_damaged(n);
    }
}

/* Up to four 32-bit words set to numbers that tend to break readers. */
static void test_random_words(void)
{
    static const uint32_t words[] = {0u,          1u,          0xFFFFFFFFu, 0x7FFFFFFFu, 0x80000000u, 0x0000FFFFu, 0xFFFF0000u, 0x3FFFFFFFu,
                                     0x40000000u, 0x7F800000u, 0x7FC00000u, 0x00000001u, 0x3F800000u, 0x7149F2CAu, 0x0DA24260u, 0x00010001u};
    uint32_t random = 12345;
    for (unsigned i = 0; i < N_RANDOM; ++i) {
        memcpy(damaged, intact, intact_length);
        for (unsigned n = 0; n < 1 + i % 4; ++n) {
            writer w = {damaged, 0};
            random = random * 1664525u + 1013904223u;
            w.length = HEADER_LENGTH + 4 * ((random >> 8) % ((intact_length - HEADER_LENGTH) / 4));
            random = random * 1664525u + 1013904223u;
            put_u32(&w, words[random >> 28]);
        }
        try_damaged(intact_length);
    }
}

static void test_kind(int kind)
{
    build_intact(kind);
    test_refused();
    if (!is_built(kind)) {
        return;
    }
    n_opened = 0;
    memcpy(damaged, intact, intact_length);
    try_damaged(intact_length);
    CHECK(n_opened == 1);
    test_every_byte();
    test_every_length();
    test_random_words();
    (void)printf("%s: %u damaged models of %u bytes passed for models\n", KIND_NAMES[kind], n_opened - 1,
                 (unsigned)intact_length);
}

/* With the argument "refused" every byte takes all 255 other values before the checksum is made right, with "all" after it too. */
int main(int argc, char **argv)
{
    is_thorough = argc > 1 && strcmp(argv[1], "all") == 0;
    is_refused_by_all = is_thorough || (argc > 1 && strcmp(argv[1], "refused") == 0);
    model_end = map_guarded();
    session_end = map_guarded();
    work_end = map_guarded();
    CHECK(model_end != NULL && session_end != NULL && work_end != NULL);
    for (int kind = 0; kind < N_KINDS; ++kind) {
        test_kind(kind);
    }
    return check_report("test_corrupt");
}
