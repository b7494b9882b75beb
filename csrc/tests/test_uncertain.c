/* Uncertain answers and the worth of an answer, against enumeration. */
#include "planned_model.h"

enum { N_CODES = 3 * 2 * 2 * 3 * 2 };

static const float EVEN[MAX_VALUES] = {1.0f, 1.0f, 1.0f};
static const float LIKELIHOODS[3][MAX_VALUES] = {{0.25f, 1.0f, 0.5f}, {6.0f, 1.5f, 0.0f}, {1.0f, 1.0f, 1.0f}};

/* joint[v][c] = P(feature of = v, class c, what was seen), where likelihoods[k] is NULL for a feature that is open. */
static void enumerate_uncertain(const float *const *likelihoods, unsigned of, double joint[MAX_VALUES][N_CLASSES])
{
    memset(joint, 0, sizeof(double[MAX_VALUES][N_CLASSES]));
    for (unsigned code = 0; code < N_CODES; ++code) {
        unsigned value[N_FEATURES];
        unsigned rest = code;
        double seen = 1.0;
        for (unsigned k = 0; k < N_FEATURES; ++k) {
            value[k] = rest % N_VALUES[k];
            rest /= N_VALUES[k];
            seen *= likelihoods[k] == NULL ? 1.0 : (double)likelihoods[k][value[k]];
        }
        for (unsigned c = 0; c < N_CLASSES; ++c) {
            double p = seen * (double)PRIOR[c];
            for (unsigned k = 0; k < N_FEATURES; ++k) {
                p *= (double)table_cell(k, PARENT[k] < 0 ? 0 : value[PARENT[k]], value[k], c);
            }
            joint[value[of]][c] += p;
        }
    }
}

static void check_worth(double joint[MAX_VALUES][N_CLASSES], unsigned n, double sum, float saving, float change)
{
    double now[N_CLASSES] = {0.0, 0.0};
    double then = 0.0;
    double changed = 0.0;
    for (unsigned v = 0; v < n; ++v) {
        now[0] += joint[v][0];
        now[1] += joint[v][1];
    }
    const unsigned decided = now[0] < 10.0 * now[1]; /* deciding 1 costs 1 where class 0 is true */
    for (unsigned v = 0; v < n; ++v) {
        then += stop_cost(joint[v]);
        changed += decided != (joint[v][0] < 10.0 * joint[v][1]) ? joint[v][0] + joint[v][1] : 0.0;
    }
    CHECK(is_close((double)saving, (stop_cost(now) - then) / sum, 1e-6));
    CHECK(is_close((double)change, changed / sum, 1e-6));
    CHECK((saving > 0.0f) == (change > 0.0f));
}

/* What two features are worth together, against enumeration: each value of the one as if it were answered. */
static void check_pair(ifc2f_session *s, const float *const *likelihoods, uint16_t j, uint16_t k)
{
    static uint32_t memory[64];
    const uint32_t bytes = ifc2f_joint_worth_bytes(s->model, 2);
    uint16_t features[3] = {j, k, j};
    ifc2f_worth_sums told;
    double then = 0.0;
    double now[N_CLASSES] = {0.0, 0.0};
    for (unsigned v = 0; v < N_VALUES[j]; ++v) {
        const float *with[N_FEATURES];
        float one_value[MAX_VALUES] = {0.0f};
        double joint[MAX_VALUES][N_CLASSES];
        one_value[v] = likelihoods[j] == NULL ? 1.0f : likelihoods[j][v];
        memcpy(with, likelihoods, sizeof with);
        with[j] = one_value;
        enumerate_uncertain(with, k, joint);
        for (unsigned w = 0; w < N_VALUES[k]; ++w) {
            then += stop_cost(joint[w]);
            now[0] += joint[w][0];
            now[1] += joint[w][1];
        }
    }
    CHECK(bytes <= sizeof memory && ifc2f_joint_worth(s, features, 2, memory, bytes, &told) == IFC2F_OK);
    CHECK(is_close((double)told.saving, (stop_cost(now) - then) / (now[0] + now[1]), 1e-6));
    CHECK((told.saving > 0.0f) == (told.change > 0.0f) && !(told.missed > 0.0f) && features[0] + features[1] == j + k);
    CHECK(ifc2f_joint_worth(s, features, 2, memory, bytes - 1, &told) == IFC2F_ERR_MEMORY);
    CHECK(ifc2f_joint_worth(s, features, 2, NULL, bytes, &told) == IFC2F_ERR_MEMORY);
    features[2] = features[0];
    CHECK(ifc2f_joint_worth(s, features, 3, memory, sizeof memory, &told) == IFC2F_ERR_ARGUMENT);
    uint16_t wrong[3] = {features[1], features[0], N_FEATURES}; /* sorted, the first two would change places */
    CHECK(ifc2f_joint_worth(s, wrong, 3, memory, sizeof memory, &told) == IFC2F_ERR_FEATURE);
    CHECK(wrong[0] == features[1] && wrong[1] == features[0]);
}

/* Every feature of a session against enumeration. */
static void check_all(ifc2f_session *s, const float *const *likelihoods)
{
    for (unsigned k = 0; k < N_FEATURES; ++k) {
        double joint[MAX_VALUES][N_CLASSES];
        double of_class[N_CLASSES] = {0.0, 0.0};
        float cells[MAX_VALUES * N_CLASSES];
        float p[N_CLASSES];
        float saving;
        float change;
        enumerate_uncertain(likelihoods, k, joint);
        for (unsigned v = 0; v < N_VALUES[k]; ++v) {
            of_class[0] += joint[v][0];
            of_class[1] += joint[v][1];
        }
        const double sum = of_class[0] + of_class[1];
        CHECK(ifc2f_posterior(s, p) == 0 && ifc2f_worth(s, k, cells, &saving, &change) == IFC2F_OK);
        for (unsigned i = 0; i < N_VALUES[k] * N_CLASSES; ++i) {
            CHECK(is_close((double)cells[i], joint[i / N_CLASSES][i % N_CLASSES] / sum, 1e-6));
            CHECK(is_close((double)p[i % N_CLASSES], of_class[i % N_CLASSES] / sum, 1e-6));
        }
        if (ifc2f_state(s, k) == IFC2F_OPEN) {
            check_worth(joint, N_VALUES[k], sum, saving, change);
        }
    }
    for (uint16_t k = 1; k < N_FEATURES; ++k) {
        if (ifc2f_state(s, k) < 0 && ifc2f_state(s, k - 1u) < 0) {
            check_pair(s, likelihoods, (uint16_t)(k - 1), k);
        }
    }
}

/* Every choice of open, certain and uncertain answers, forwards and backwards. */
static void test_all_kinds_of_answers(void)
{
    static const float one[MAX_VALUES][MAX_VALUES] = {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}};
    for (unsigned code = 0; code < 5 * 5 * 5 * 5 * 5; code += 3) {
        ifc2f_session s = begun(&model);
        const float *likelihoods[N_FEATURES];
        float p[2][N_CLASSES];
        unsigned rest = code;
        for (unsigned k = 0; k < N_FEATURES; ++k, rest /= 5) {
            const unsigned kind = rest % 5;
            likelihoods[k] = kind == 0 ? NULL : kind == 1 ? one[code % N_VALUES[k]] : LIKELIHOODS[kind - 2];
            CHECK(likelihoods[k] == NULL || ifc2f_answer_likelihoods(&s, k, likelihoods[k]) == IFC2F_OK);
        }
        check_all(&s, likelihoods);
        (void)ifc2f_posterior(&s, p[0]);
        CHECK(ifc2f_resume(&s, &model, session_memory, sizeof session_memory) == IFC2F_OK);
        (void)ifc2f_posterior(&s, p[1]);
        CHECK(same_bits(p[0], p[1], sizeof p[0]));
        CHECK(ifc2f_restart(&s) == IFC2F_OK);
        for (unsigned k = N_FEATURES; k-- > 0;) {
            CHECK(ifc2f_answer_likelihoods(&s, k, LIKELIHOODS[0]) == IFC2F_OK); /* a detour */
            CHECK((likelihoods[k] == NULL ? ifc2f_retract(&s, k) : ifc2f_answer_likelihoods(&s, k, likelihoods[k])) == IFC2F_OK);
        }
        (void)ifc2f_posterior(&s, p[1]);
        CHECK(same_bits(p[0], p[1], sizeof p[0]));
        (void)ifc2f_next(&s);
    }
}

/* What an uncertain answer leaves behind when something else takes its place: nothing. */
static void test_replacing(void)
{
    ifc2f_session s = begun(&model);
    float p[2][N_CLASSES];
    float kept[MAX_VALUES];
    CHECK(ifc2f_answer_likelihoods(&s, 0, LIKELIHOODS[1]) == IFC2F_OK && ifc2f_state(&s, 0) == IFC2F_UNCERTAIN_ANSWER);
    CHECK(ifc2f_n_acquired(&s) == 1 && ifc2f_cost(&s) == TEST_COSTS[0][0]);
    CHECK(ifc2f_read_likelihoods(&s, 0, kept) == IFC2F_OK && kept[0] == 1.0f && kept[1] == 0.25f && kept[2] == 0.0f);
    CHECK(ifc2f_missing(&s, 0, 1) == IFC2F_OK && ifc2f_state(&s, 0) == IFC2F_MISSING_PAID);
    CHECK(ifc2f_read_likelihoods(&s, 0, kept) == IFC2F_ERR_VALUE && ifc2f_posterior(&s, p[0]) == 0);
    CHECK(same_bits(p[0], PRIOR, sizeof PRIOR));
    CHECK(ifc2f_answer_likelihoods(&s, 0, LIKELIHOODS[1]) == IFC2F_OK && ifc2f_answer_bin(&s, 0, 2) == IFC2F_OK);
    CHECK(ifc2f_state(&s, 0) == 2 && ifc2f_posterior(&s, p[0]) == 0);
    CHECK(ifc2f_restart(&s) == IFC2F_OK && ifc2f_answer_bin(&s, 0, 2) == IFC2F_OK && ifc2f_posterior(&s, p[1]) == 0);
    CHECK(same_bits(p[0], p[1], sizeof p[0]));
    CHECK(ifc2f_answer_likelihoods(&s, 0, EVEN) == IFC2F_OK && ifc2f_retract(&s, 0) == IFC2F_OK);
    CHECK(ifc2f_state(&s, 0) == IFC2F_OPEN && ifc2f_n_acquired(&s) == 0 && ifc2f_next(&s) == 0);
}

static void test_refused(void)
{
    static const float wrong[5][MAX_VALUES] = {
        {0.0f, 0.0f, 0.0f}, {-1.0f, 1.0f, 1.0f}, {NAN, 1.0f, 1.0f}, {1.0f, INFINITY, 1.0f}, {1e-35f, 1e-36f, 0.0f}};
    ifc2f_session s = begun(&model);
    float before[N_CLASSES];
    float after[N_CLASSES];
    float cells[MAX_VALUES * N_CLASSES];
    CHECK(ifc2f_answer_likelihoods(&s, 1, LIKELIHOODS[0]) == IFC2F_OK && ifc2f_posterior(&s, before) == 0);
    for (unsigned i = 0; i < 5; ++i) {
        CHECK(ifc2f_answer_likelihoods(&s, 0, wrong[i]) == IFC2F_ERR_VALUE && ifc2f_state(&s, 0) == IFC2F_OPEN);
    }
    CHECK(ifc2f_answer_likelihoods(&s, N_FEATURES, EVEN) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_read_likelihoods(&s, N_FEATURES, cells) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_worth(&s, N_FEATURES, cells, before, after) == IFC2F_ERR_FEATURE);
    CHECK(ifc2f_posterior(&s, after) == 0 && same_bits(before, after, sizeof before));
}

/* Likelihoods in memory that was damaged are refused, or are likelihoods. */
static void test_damaged_memory(void)
{
    static const float damages[4] = {0.5f, 3.0f, NAN, -0.5f};
    ifc2f_session s = begun(&model);
    float p[N_CLASSES];
    CHECK(ifc2f_answer_likelihoods(&s, 3, LIKELIHOODS[0]) == IFC2F_OK);
    for (unsigned i = 0; i < sizeof session_memory / 4; ++i) {
        for (unsigned j = 0; j < 4; ++j) {
            memcpy(&session_memory[i], &damages[j], sizeof damages[j]);
            if (ifc2f_resume(&s, &model, session_memory, sizeof session_memory) == IFC2F_OK) {
                (void)ifc2f_posterior(&s, p);
                CHECK(is_close((double)(p[0] + p[1]), 1.0, 1e-5));
            }
            CHECK(ifc2f_begin(&s, &model, session_memory, sizeof session_memory) == IFC2F_OK);
            CHECK(ifc2f_answer_likelihoods(&s, 3, LIKELIHOODS[0]) == IFC2F_OK);
        }
    }
}

/* A graph knows nothing of uncertain answers: the posterior is the network's, also where they alone were given. */
static void test_graph(void)
{
    static uint8_t bytes[MODEL_CAPACITY];
    uint8_t section[GRAPH_LENGTH];
    ifc2f_model m;
    build_graph(section);
    const added_section graph = {"GRAF", 1, section, GRAPH_LENGTH};
    CHECK(ifc2f_open(&m, bytes, build_model(bytes, &graph, 1)) == IFC2F_OK);
    for (unsigned k = 0; IFC2F_GRAPHS && k < N_FEATURES; ++k) {
        const float *likelihoods[N_FEATURES] = {NULL, NULL, NULL, NULL, NULL};
        ifc2f_session s = begun(&m);
        CHECK(ifc2f_answer_likelihoods(&s, k, LIKELIHOODS[0]) == IFC2F_OK);
        likelihoods[k] = LIKELIHOODS[0];
        (void)ifc2f_next(&s);
        check_all(&s, likelihoods);
    }
}

static void test_left_out(void)
{
    ifc2f_session s = begun(&model);
    float cells[MAX_VALUES * N_CLASSES];
    CHECK(ifc2f_answer_likelihoods(&s, 0, EVEN) == IFC2F_ERR_ORDER && ifc2f_state(&s, 0) == IFC2F_OPEN);
    CHECK(ifc2f_read_likelihoods(&s, 0, cells) == IFC2F_ERR_VALUE);
    CHECK(IFC2F_EXACT || ifc2f_worth(&s, 0, cells, cells, cells) == IFC2F_ERR_ORDER);
    uint16_t feature = 0;
    ifc2f_worth_sums told;
    CHECK(IFC2F_EXACT || ifc2f_joint_worth(&s, &feature, 1, cells, sizeof cells, &told) == IFC2F_ERR_ORDER);
}

int main(void)
{
    plan_model();
    if (IFC2F_UNCERTAIN) {
        test_all_kinds_of_answers();
        test_replacing();
        test_refused();
        test_damaged_memory();
        test_graph();
    } else {
        test_left_out();
    }
    return check_report("test_uncertain");
}
