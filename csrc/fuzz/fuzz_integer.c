/* The runtime without floating point: a list of calls, then the bytes of an integer model whose header is repaired. */
#include "fuzz.h"

#include "ifc2f_integer.h"

/* Open what is left, repaired. */
static int32_t open_integer(ifc2f_int_model *model, const input *from)
{
    static const uint8_t start[10] = {0x89, 'I', 'F', 'C', '2', 'I', '\r', '\n', IFC2F_INTEGER_FORMAT_VERSION, 0};
    uint32_t length;
    const uint8_t *bytes = repaired(from, start, &length);
    return ifc2f_int_open(model, bytes, length);
}

/* The posterior sums to 1, and the class is one of the model's. */
static void require_integer(const ifc2f_int_session *s)
{
    static uint16_t p[IFC2F_MAX_CLASSES];
    uint32_t sum = 0;
    ifc2f_int_posterior(s, p);
    for (uint32_t c = 0; c < s->model->n_classes; ++c) {
        sum += p[c];
    }
    REQUIRE(sum == 65535);
    REQUIRE(ifc2f_int_decide(s) >= 0 && ifc2f_int_decide(s) < (int32_t)s->model->n_classes);
}

static int32_t reading(uint32_t with)
{
    static const int32_t readings[8] = {0, 1, 2, -1, 100, INT32_MIN, INT32_MAX, INT32_MIN + 3};
    return readings[with % 8];
}

/* To its end: at most one acquisition per feature. */
static void follow_integer(ifc2f_int_session *s, uint32_t with)
{
    int32_t next;
    uint32_t n = 0;
    while ((next = ifc2f_int_next(s)) >= 0) {
        const uint32_t k = (uint32_t)next;
        REQUIRE(k < s->model->n_features && n++ < s->model->n_features);
        if (ifc2f_int_answer(s, k, reading(with >> n % 8)) != IFC2F_OK) {
            REQUIRE(ifc2f_int_missing(s, k, 1) == IFC2F_OK);
        }
        require_integer(s);
    }
    REQUIRE(next == IFC2F_STOP && ifc2f_int_answer(s, (uint32_t)next, 0) == IFC2F_ERR_FEATURE);
}

/* Kept and taken up elsewhere: the same answers. */
static void move(ifc2f_int_session *s)
{
    const uint32_t bytes = ifc2f_int_session_bytes(s->model);
    const int32_t next = ifc2f_int_next(s);
    const int32_t label = ifc2f_int_decide(s);
    uint8_t *copy = moved(s->memory, bytes);
    memset(s->memory, 0xA5, bytes);
    REQUIRE(ifc2f_int_resume(s, s->model, copy, bytes) == IFC2F_OK);
    REQUIRE(ifc2f_int_next(s) == next && ifc2f_int_decide(s) == label);
}

/* Memory damaged while it was kept: refused, or a session like any other. */
static void damage_copy(const ifc2f_int_session *s, uint32_t with)
{
    const uint32_t bytes = ifc2f_int_session_bytes(s->model);
    ifc2f_int_session kept;
    if (ifc2f_int_resume(&kept, s->model, damaged(s->memory, bytes, with), bytes) == IFC2F_OK) {
        require_integer(&kept);
        follow_integer(&kept, with);
    }
}

static void call(ifc2f_int_session *s, uint32_t what, uint32_t with)
{
    const uint32_t k = with % (s->model->n_features + 1);
    const uint32_t v = with / (s->model->n_features + 1);
    switch (what % 8) {
    case 0:
    case 1:
        (void)ifc2f_int_answer(s, k, reading(v));
        break;
    case 2:
        (void)ifc2f_int_missing(s, k, (int32_t)(v % 2));
        break;
    case 3:
        (void)ifc2f_int_retract(s, k);
        break;
    case 4:
        ifc2f_int_set_budget(s, with * with);
        break;
    case 5:
        move(s);
        break;
    case 6:
        damage_copy(s, with + 256 * what);
        break;
    default:
        follow_integer(s, with);
        break;
    }
    (void)ifc2f_int_state(s, k);
    (void)ifc2f_int_cost(s);
    require_integer(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input from = {data, size};
    ifc2f_int_model model;
    ifc2f_int_session s;
    input calls = take_calls(&from);
    if (open_integer(&model, &from) != IFC2F_OK) {
        return 0;
    }
    const uint32_t bytes = ifc2f_int_session_bytes(&model);
    if (bytes > GUARDED_BYTES) {
        return 0;
    }
    REQUIRE(bytes % 4 == 0 && ifc2f_int_begin(&s, &model, guarded(FOR_SESSION, bytes), bytes) == IFC2F_OK);
    require_integer(&s);
    while (calls.left > 0) {
        const uint32_t what = take_byte(&calls);
        call(&s, what, take_byte(&calls));
    }
    return 0;
}
