/* Sessions: a list of calls, then the bytes of a model whose header is repaired. */
#include "fuzz.h"

static const float VALUES[16] = {0.0f,  1.0f,  -1.0f, 0.5f,  1.5f,  2.5f,   3.0f,     7.0f,
                                 0.25f, -0.0f, 1e30f, -1e30f, 1e-40f, INFINITY, -INFINITY, NAN};

static void set_some_prior(ifc2f_session *s, uint32_t with)
{
    static float prior[IFC2F_MAX_CLASSES];
    const uint32_t L = s->model->n_classes;
    for (uint32_t c = 0; c < L; ++c) {
        switch (with % 4) {
        case 0:
            prior[c] = 1.0f / (float)L;
            break;
        case 1:
            prior[c] = c == with / 4 % L ? 1.0f : 0.0f;
            break;
        case 2:
            prior[c] = c == 0 ? 1.0f - 1e-30f * (float)(L - 1) : 1e-30f;
            break;
        default:
            prior[c] = VALUES[with / 4 % 16];
            break;
        }
    }
    (void)ifc2f_set_prior(s, prior);
}

/* Kept through sleep: the copy is taken up elsewhere, and the session goes on there with the same bits. */
static void move(ifc2f_session *s)
{
    static float before[IFC2F_MAX_CLASSES];
    static float after[IFC2F_MAX_CLASSES];
    const uint32_t bytes = ifc2f_session_bytes(s->model);
    uint8_t *copy = moved(s->memory, bytes);
    const float cost = ifc2f_cost(s);
    const int32_t next = ifc2f_next(s);
    const int32_t is_conflict = ifc2f_posterior(s, before);
    memset(s->memory, 0xA5, bytes);
    REQUIRE(ifc2f_resume(s, s->model, copy, bytes) == IFC2F_OK);
    REQUIRE(ifc2f_posterior(s, after) == is_conflict && ifc2f_next(s) == next);
    REQUIRE(memcmp(before, after, s->model->n_classes * sizeof *before) == 0);
    REQUIRE(ifc2f_cost(s) == cost || !IFC2F_CHECKS);
}

/* Memory damaged while it was kept: refused, or a session like any other. */
static void damage_copy(const ifc2f_session *s, uint32_t with)
{
    const uint32_t K = s->model->n_features;
    const uint32_t bytes = ifc2f_session_bytes(s->model);
    ifc2f_session kept;
    if (ifc2f_resume(&kept, s->model, damaged(s->memory, bytes, with), bytes) == IFC2F_OK) {
        require_posterior(&kept);
        (void)ifc2f_next(&kept);
        for (uint32_t i = 0; K > 0 && i < 3; ++i) {
            const uint32_t k = with / (1 + i) % K;
            (void)(i == 0 ? ifc2f_missing(&kept, k, 1) : i == 1 ? ifc2f_answer_bin(&kept, k, 0) : ifc2f_retract(&kept, k));
            require_posterior(&kept);
        }
        (void)ifc2f_next(&kept);
    }
}

static void call(ifc2f_session *s, uint32_t what, uint32_t with)
{
    const uint32_t k = with % (s->model->n_features + 1);
    const uint32_t v = with / (s->model->n_features + 1);
    input one = {NULL, 0};
    switch (what % 16) {
    case 0:
    case 1: {
        const int32_t next = ifc2f_next(s);
        REQUIRE(next < (int32_t)s->model->n_features);
        if (next >= 0) {
            (void)ifc2f_answer_bin(s, (uint32_t)next, with);
        }
        break;
    }
    case 2:
    case 3:
        (void)ifc2f_answer_bin(s, k, v);
        break;
    case 4:
        (void)ifc2f_answer(s, k, VALUES[v % 16]);
        break;
    case 5:
    case 6:
        (void)ifc2f_missing(s, k, (int32_t)(what % 16 - 5));
        break;
    case 7:
        (void)ifc2f_retract(s, k);
        break;
    case 8:
        set_some_prior(s, with);
        break;
    case 9:
        (void)ifc2f_set_budget(s, VALUES[with % 16]);
        break;
    case 10:
        (void)ifc2f_restart(s);
        break;
    case 11:
        move(s);
        break;
    case 12:
        damage_copy(s, with + 256 * what);
        break;
    case 13:
        follow_policy(s, &one);
        break;
    default:
        require_feature(s, k);
        break;
    }
    require_posterior(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input from = {data, size};
    ifc2f_model model;
    ifc2f_session s;
    input calls = take_calls(&from);
    if (open_repaired(&model, &from) != IFC2F_OK || !begin_guarded(&s, &model)) {
        return 0;
    }
    while (calls.left > 0) {
        const uint32_t what = take_byte(&calls);
        call(&s, what, take_byte(&calls));
    }
    return 0;
}
