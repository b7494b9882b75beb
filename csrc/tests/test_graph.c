/*
 * Damaged graph sections: each is refused, or sessions that follow it stay in bounds, end, and give normalised
 * posteriors. The section lies in memory of just its size, so that the address sanitizer sees a read behind it.
 */
#include "ifc2f.h"
#include "check.h"
#include "model_bytes.h"

#include <math.h>
#include <stdlib.h>

enum { SESSION_CAPACITY = 4096 };

/* Of runtime/graph.h, which this file does not include: its names for writing bytes are those of model_bytes.h. */
int32_t i2f_check_graph(const ifc2f_model *model);

static uint8_t model_bytes[MODEL_CAPACITY];
static uint8_t intact[GRAPH_LENGTH];
static uint32_t memory[SESSION_CAPACITY / 4];
static unsigned n_accepted;

static float first_posterior(const ifc2f_session *s)
{
    float p[N_CLASSES];
    (void)ifc2f_posterior(s, p);
    CHECK(p[0] >= 0.0f && p[1] >= 0.0f && fabsf(p[0] + p[1] - 1.0f) < 0.01f);
    return p[0];
}

/* Without exact inference a change is refused after which nothing told the posterior. */
static int is_done(int32_t status)
{
    return status == IFC2F_OK || (!IFC2F_EXACT && status == IFC2F_ERR_ORDER);
}

static void run_sessions(const ifc2f_model *model)
{
    for (uint32_t variant = 0; variant < 4; ++variant) {
        ifc2f_session s;
        uint32_t n = 0;
        CHECK(ifc2f_begin(&s, model, memory, sizeof memory) == IFC2F_OK);
        for (int32_t k = ifc2f_next(&s); k >= 0 && n <= N_FEATURES; k = ifc2f_next(&s), ++n) {
            const uint32_t n_values = (uint32_t)ifc2f_n_values(model, (uint32_t)k);
            float cost;
            CHECK(ifc2f_cost_of_continuing(&s, (uint32_t)k, &cost) != IFC2F_OK || isfinite(cost));
            const int32_t status = variant == 3 ? ifc2f_missing(&s, (uint32_t)k, 0)
                                                : ifc2f_answer_bin(&s, (uint32_t)k, variant % n_values);
            (void)first_posterior(&s);
            CHECK(is_done(status));
            if (status != IFC2F_OK) {
                break;
            }
        }
        CHECK(n <= N_FEATURES);
    }
}

/* Use a copy of the first `length` bytes of a section if it passes the check. */
static void try_section(const ifc2f_model *opened, const uint8_t *bytes, uint32_t length)
{
    uint8_t *copy = malloc(length > 0 ? length : 1);
    if (copy == NULL) {
        return;
    }
    memcpy(copy, bytes, length);
    ifc2f_model model = *opened;
    model.sections[IFC2F_GRAPH].bytes = copy;
    model.sections[IFC2F_GRAPH].length = length;
    if (i2f_check_graph(&model) == IFC2F_OK) {
        ++n_accepted;
        run_sessions(&model);
    }
    free(copy);
}

static void test_damage(const ifc2f_model *model)
{
    static uint8_t damaged[GRAPH_LENGTH];
    for (uint32_t length = 0; length < GRAPH_LENGTH; ++length) {
        try_section(model, intact, length);
    }
    CHECK(n_accepted == 0);
    for (uint32_t i = 0; i < GRAPH_LENGTH; ++i) {
        for (unsigned x = 1; x < 256; ++x) {
            memcpy(damaged, intact, GRAPH_LENGTH);
            damaged[i] ^= (uint8_t)x;
            try_section(model, damaged, GRAPH_LENGTH);
        }
    }
    CHECK(n_accepted > 0);
}

/* Bytes that change behind the check's back: walks still end in bounds. */
static void test_later_damage(ifc2f_model *model)
{
    static uint8_t changed[GRAPH_LENGTH];
    model->sections[IFC2F_GRAPH].bytes = changed;
    model->sections[IFC2F_GRAPH].length = GRAPH_LENGTH;
    for (uint32_t i = 0; i < 4 + N_NODES * NODE_LENGTH; ++i) {
        for (unsigned x = 0; x < 256; ++x) {
            ifc2f_session s;
            memcpy(changed, intact, GRAPH_LENGTH);
            changed[i] = (uint8_t)x;
            CHECK(ifc2f_begin(&s, model, memory, sizeof memory) == IFC2F_OK);
            CHECK(is_done(ifc2f_answer_bin(&s, 3, 1)));
            CHECK(is_done(ifc2f_missing(&s, 1, 0)));
            CHECK(ifc2f_next(&s) < N_FEATURES);
        }
    }
    model->sections[IFC2F_GRAPH].length = 0;
}

static void test_walk(ifc2f_model *model)
{
    ifc2f_session s;
    model->sections[IFC2F_GRAPH].bytes = intact;
    model->sections[IFC2F_GRAPH].length = GRAPH_LENGTH;
    CHECK(ifc2f_begin(&s, model, memory, sizeof memory) == IFC2F_OK);
    CHECK(ifc2f_next(&s) == 3);
    CHECK(ifc2f_answer_bin(&s, 3, 1) == IFC2F_OK); /* high, and low at node 2: node 4 */
    CHECK(ifc2f_next(&s) == IFC2F_STOP && first_posterior(&s) == 0.5f);
    CHECK(ifc2f_answer_bin(&s, 3, 0) == IFC2F_OK);
    CHECK(ifc2f_next(&s) == 1 && first_posterior(&s) == 0.125f);
    CHECK(ifc2f_answer_bin(&s, 1, 0) == IFC2F_OK); /* not the category set apart */
    CHECK(ifc2f_next(&s) == IFC2F_STOP && first_posterior(&s) == 0.5f);
    CHECK(ifc2f_answer_bin(&s, 1, 1) == IFC2F_OK);
    CHECK(first_posterior(&s) == 0.375f);
    /* Node 5, but feature 1 was answered beside the graph, and its parent is not answered. */
    CHECK(ifc2f_missing(&s, 3, 0) == (IFC2F_EXACT ? IFC2F_OK : IFC2F_ERR_ORDER));
    CHECK(ifc2f_next(&s) == IFC2F_STOP && (IFC2F_EXACT || first_posterior(&s) == 0.375f));
    CHECK(ifc2f_restart(&s) == IFC2F_OK && ifc2f_missing(&s, 3, 0) == IFC2F_OK);
    CHECK(first_posterior(&s) == 0.625f);
    model->sections[IFC2F_GRAPH].length = 0;
}

/* An answer beside the graph, its parent not known, leaves the session as if the parent had been answered first, then
 * taken back. */
static void test_beside(ifc2f_model *model)
{
    ifc2f_session s;
    float p[2][N_CLASSES];
    model->sections[IFC2F_GRAPH].bytes = intact;
    model->sections[IFC2F_GRAPH].length = GRAPH_LENGTH;
    CHECK(ifc2f_begin(&s, model, memory, sizeof memory) == IFC2F_OK);
    CHECK(ifc2f_answer_bin(&s, 2, 1) == (IFC2F_EXACT ? IFC2F_OK : IFC2F_ERR_ORDER));
    (void)ifc2f_posterior(&s, p[0]);
    CHECK(ifc2f_answer_bin(&s, 0, 1) == IFC2F_OK && ifc2f_retract(&s, 0) == IFC2F_OK);
    (void)ifc2f_posterior(&s, p[1]);
    CHECK(memcmp(p[0], p[1], sizeof p[0]) == 0);
    model->sections[IFC2F_GRAPH].length = 0;
}

/* Whatever was put off and walked before, a session tells the same as one that is taken up anew with its answers. */
static void check_against_resumed(const ifc2f_session *s)
{
    static uint32_t copy[SESSION_CAPACITY / 4];
    ifc2f_session fresh;
    float p[2][N_CLASSES];
    float mantissa[2] = {0.0f, 0.0f};
    int32_t exponent[2] = {0, 0};
    memcpy(copy, memory, sizeof copy);
    CHECK(ifc2f_resume(&fresh, s->model, copy, sizeof copy) == IFC2F_OK);
    CHECK(ifc2f_next(s) == ifc2f_next(&fresh));
    CHECK(ifc2f_decide(s) == ifc2f_decide(&fresh));
    CHECK(ifc2f_posterior(s, p[0]) == ifc2f_posterior(&fresh, p[1]));
    CHECK(memcmp(p[0], p[1], sizeof p[0]) == 0);
    CHECK(ifc2f_evidence(s, &mantissa[0], &exponent[0]) == ifc2f_evidence(&fresh, &mantissa[1], &exponent[1]));
    CHECK(mantissa[0] == mantissa[1] && exponent[0] == exponent[1]);
    CHECK(ifc2f_cost(s) == ifc2f_cost(&fresh));
}

static void test_any_changes(ifc2f_model *model)
{
    ifc2f_session s;
    uint32_t random = 1;
    model->sections[IFC2F_GRAPH].bytes = intact;
    model->sections[IFC2F_GRAPH].length = GRAPH_LENGTH;
    CHECK(ifc2f_begin(&s, model, memory, sizeof memory) == IFC2F_OK);
    for (uint32_t i = 0; i < 20000; ++i) {
        random = random * 1664525u + 1013904223u;
        const int32_t next = random >> 30 == 0 ? ifc2f_next(&s) : IFC2F_STOP; /* often nothing is asked in between */
        const uint32_t k = next >= 0 ? (uint32_t)next : (random >> 8) % N_FEATURES;
        switch (random >> 16 & 7) {
        case 0:
            CHECK(is_done(ifc2f_retract(&s, k)));
            break;
        case 1:
            CHECK(is_done(ifc2f_missing(&s, k, random >> 20 & 1)));
            break;
        case 2:
            CHECK(ifc2f_restart(&s) == IFC2F_OK);
            break;
        default:
            CHECK(is_done(ifc2f_answer_bin(&s, k, (random >> 20) % (uint32_t)ifc2f_n_values(model, k))));
        }
        if (random >> 28 & 1) {
            check_against_resumed(&s);
        }
    }
    model->sections[IFC2F_GRAPH].length = 0;
}

int main(void)
{
    ifc2f_model model;
    const uint32_t length = build_model(model_bytes, NULL, 0);
    CHECK(ifc2f_open(&model, model_bytes, length) == IFC2F_OK);
    CHECK(ifc2f_session_bytes(&model) <= sizeof memory);
    build_graph(intact);
    test_walk(&model);
    test_beside(&model);
    test_any_changes(&model);
    test_damage(&model);
    test_later_damage(&model);
    return check_report("graph");
}
