/*
 * What the fuzz harnesses share: memory that ends at a page which may not be touched, what must hold of every session,
 * and a driver that runs a session from a list of bytes.
 *
 * Each harness is one function, LLVMFuzzerTestOneInput(); libFuzzer calls it (make fuzz), or replay.c, with the inputs in
 * corpus/ (make test).
 */
#ifndef FUZZ_H
#define FUZZ_H

#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "ifc2f.h"
#include "../tests/model_bytes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define REQUIRE(condition) \
    do { \
        if (!(condition)) { \
            (void)fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
            abort(); \
        } \
    } while (0)

/* ---- Memory that ends at a page which may not be touched -------------------------------------------------------- */

enum { GUARDED_BYTES = 1 << 20, MAX_INPUT = 1 << 16 };
enum { FOR_MODEL, FOR_SESSION, FOR_COPY, FOR_WORK, FOR_POLICY, N_PLACES };

/* `bytes` (at most GUARDED_BYTES) bytes that end at the guard of a place. */
static inline uint8_t *guarded(int place, size_t bytes)
{
    static uint8_t *ends[N_PLACES];
    if (ends[place] == NULL) {
        const size_t page = (size_t)sysconf(_SC_PAGESIZE);
        uint8_t *start = mmap(NULL, GUARDED_BYTES + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        REQUIRE(start != MAP_FAILED && mprotect(start + GUARDED_BYTES, page, PROT_NONE) == 0);
        ends[place] = start + GUARDED_BYTES;
    }
    return ends[place] - bytes;
}

/* A copy of bytes that ends at the guard. */
static inline uint8_t *guarded_copy(int place, const void *bytes, size_t n)
{
    uint8_t *copy = guarded(place, n);
    if (n > 0) {
        memcpy(copy, bytes, n);
    }
    return copy;
}

/* ---- Input from front to back ------------------------------------------------------------------------------------ */

typedef struct input {
    const uint8_t *bytes;
    size_t left;
} input;

/* The next byte, 0 behind the end. */
static inline uint32_t take_byte(input *from)
{
    if (from->left == 0) {
        return 0;
    }
    --from->left;
    return *from->bytes++;
}

/* A list of calls from the front: how many (a byte), then two bytes for each, what and with what. */
static inline input take_calls(input *from)
{
    const uint32_t n_bytes = 2 * (take_byte(from) % 64);
    input calls = *from;
    calls.left = n_bytes < from->left ? n_bytes : from->left;
    from->bytes += calls.left;
    from->left -= calls.left;
    return calls;
}

/* What is left, up to the guard, begun with magic and version of a model (`start`), its length and checksum made right,
 * so that damage gets past them. */
static inline const uint8_t *repaired(const input *from, const uint8_t start[10], uint32_t *length)
{
    *length = from->left < MAX_INPUT ? (uint32_t)from->left : MAX_INPUT;
    uint8_t *bytes = guarded_copy(FOR_MODEL, from->bytes, *length);
    if (*length >= HEADER_LENGTH) {
        writer w = {bytes, 12};
        memcpy(bytes, start, 10);
        put_u32(&w, *length);
        repair_crc(bytes, *length);
    }
    return bytes;
}

/* Open what is left as a model, repaired. */
static inline int32_t open_repaired(ifc2f_model *model, const input *from)
{
    static const uint8_t start[10] = {0x89, 'I', 'F', 'C', '2', 'F', '\r', '\n', 1, 0};
    uint32_t length;
    const uint8_t *bytes = repaired(from, start, &length);
    return ifc2f_open(model, bytes, length);
}

/* A copy of a session's memory in its other place. */
static inline uint8_t *moved(const void *memory, uint32_t bytes)
{
    return guarded_copy(memory == guarded(FOR_COPY, bytes) ? FOR_SESSION : FOR_COPY, memory, bytes);
}

/* A copy of a session's memory in which a bit is damaged. */
static inline uint8_t *damaged(const void *memory, uint32_t bytes, uint32_t with)
{
    uint8_t *copy = guarded_copy(FOR_WORK, memory, bytes);
    copy[with * 37 % bytes] ^= (uint8_t)(1u << with % 8);
    return copy;
}

/* ---- What must hold ---------------------------------------------------------------------------------------------- */

/* The posterior is finite and normalised, and the class one of the model's. Without checks on opening, costs may be
 * anything. */
static inline void require_posterior(const ifc2f_session *s)
{
    static float p[IFC2F_MAX_CLASSES];
    float sum = 0.0f;
    (void)ifc2f_posterior(s, p);
    for (uint32_t c = 0; c < s->model->n_classes; ++c) {
        REQUIRE(p[c] >= 0.0f && p[c] <= 1.0001f);
        sum += p[c];
    }
    REQUIRE(sum >= 0.9999f && sum <= 1.0001f);
    REQUIRE(ifc2f_decide(s) >= 0 && ifc2f_decide(s) < (int32_t)s->model->n_classes);
    REQUIRE(!IFC2F_CHECKS || isfinite(ifc2f_cost_of_stopping(s)));
    REQUIRE(!IFC2F_CHECKS || isfinite(ifc2f_cost(s)));
}

/* What a session tells of a feature is in range. */
static inline void require_feature(ifc2f_session *s, uint32_t k)
{
    static float joint[IFC2F_MAX_VALUES * IFC2F_MAX_CLASSES];
    const int32_t n_values = ifc2f_n_values(s->model, k);
    float sum = 0.0f;
    float cost = 0.0f;
    if (IFC2F_EXACT && k < s->model->n_features) {
        REQUIRE(ifc2f_feature_posterior(s, k, joint) == IFC2F_OK);
        for (uint32_t i = 0; i < (uint32_t)n_values * s->model->n_classes; ++i) {
            REQUIRE(joint[i] >= 0.0f);
            sum += joint[i];
        }
        REQUIRE(sum <= 1.01f);
        REQUIRE(isfinite(ifc2f_feature_cost(s, k)));
    }
    REQUIRE(ifc2f_cost_of_continuing(s, k, &cost) != IFC2F_OK || isfinite(cost));
    REQUIRE(ifc2f_state(s, k) < n_values || n_values < 0);
    REQUIRE(ifc2f_acquired(s, k) < (int32_t)s->model->n_features);
}

/* Follow the policy, answering with bins from the input, to its end: at most one acquisition per feature. */
static inline void follow_policy(ifc2f_session *s, input *from)
{
    int32_t next;
    uint32_t n = 0;
    while ((next = ifc2f_next(s)) >= 0) {
        const uint32_t k = (uint32_t)next;
        const uint32_t n_values = (uint32_t)ifc2f_n_values(s->model, k);
        const uint32_t code = take_byte(from);
        REQUIRE(k < s->model->n_features && n++ < s->model->n_features);
        const int32_t status = n_values == 0 || code % 8 == 7 ? ifc2f_missing(s, k, code / 8 % 2)
                                                              : ifc2f_answer_bin(s, k, code % n_values);
        require_posterior(s);
        if (!IFC2F_EXACT && status == IFC2F_ERR_ORDER) {
            return; /* of a graph, which is silent here */
        }
        REQUIRE(status == IFC2F_OK);
    }
    REQUIRE(next == IFC2F_STOP || next == IFC2F_ERR_POLICY);
}

/* Begin a session of an opened model in memory of just its size; 0 if that is larger than the harness has. */
static inline int begin_guarded(ifc2f_session *s, const ifc2f_model *model)
{
    const uint32_t bytes = ifc2f_session_bytes(model);
    REQUIRE(bytes % 4 == 0 || bytes == UINT32_MAX);
    if (bytes > GUARDED_BYTES) {
        return 0;
    }
    REQUIRE(ifc2f_begin(s, model, guarded(FOR_SESSION, bytes), bytes) == IFC2F_OK);
    require_posterior(s);
    return 1;
}

#endif
