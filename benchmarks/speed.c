/* Time one session step and one exact posterior against a bare loop over the same arithmetic: CPU time. Run by speed.py. */
#define _POSIX_C_SOURCE 199309L

#include "ifc2f.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The floor: multiply a belief by a table row and compare it with n vectors, no checks, nothing read from a file. */
static double bare_step_ns(uint32_t n_classes, uint32_t n_vectors, uint32_t repetitions)
{
    static float table[256 * 16];
    static float alpha[64 * 16];
    float belief[16] = {0.5f, 0.5f};
    volatile float sink = 0.0f;
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i) {
        table[i] = 0.1f + 0.8f * (float)rand() / (float)RAND_MAX;
    }
    for (size_t i = 0; i < sizeof alpha / sizeof *alpha; ++i) {
        alpha[i] = (float)rand() / (float)RAND_MAX;
    }
    const double start = seconds();
    for (uint32_t r = 0; r < repetitions; ++r) {
        const float *row = table + (r * 7 % 256) * n_classes;
        float sum = 0.0f;
        float best = 1e30f;
        for (uint32_t c = 0; c < n_classes; ++c) {
            belief[c] *= row[c];
            sum += belief[c];
        }
        for (uint32_t c = 0; c < n_classes; ++c) {
            belief[c] /= sum;
        }
        for (uint32_t i = 0; i < n_vectors; ++i) {
            float value = 0.0f;
            for (uint32_t c = 0; c < n_classes; ++c) {
                value += alpha[i * n_classes + c] * belief[c];
            }
            best = value < best ? value : best;
        }
        sink = best;
    }
    (void)sink;
    return 1e9 * (seconds() - start) / repetitions;
}

/* Answers in the policy's order; ns per look, decision included. */
static double step_ns(ifc2f_session *s, uint32_t repetitions)
{
    uint32_t looks = 0;
    const double start = seconds();
    for (uint32_t r = 0; r < repetitions; ++r) {
        (void)ifc2f_restart(s);
        for (int32_t k = ifc2f_next(s); k >= 0; k = ifc2f_next(s)) {
            const uint32_t n = (uint32_t)ifc2f_n_values(s->model, (uint32_t)k);
            (void)ifc2f_answer_bin(s, (uint32_t)k, (r * 2654435761u + (uint32_t)k * 40503u) % n);
            ++looks;
        }
    }
    return 1e9 * (seconds() - start) / (looks > 0 ? looks : 1);
}

/* Every other feature answered, from the last to the first, then all marginals: ns for one answer with the posterior,
 * and for one answer with the joint posterior of every open feature. */
static double posterior_ns(ifc2f_session *s, int with_marginals, uint32_t repetitions)
{
    static float joint[256 * 256];
    const uint32_t K = s->model->n_features;
    uint32_t answers = 0;
    const double start = seconds();
    for (uint32_t r = 0; r < repetitions; ++r) {
        (void)ifc2f_restart(s);
        for (uint32_t k = K - 1; k > 0; k = k > 1 ? k - 2 : 0) {
            (void)ifc2f_answer_bin(s, k, (r + k) % (uint32_t)ifc2f_n_values(s->model, k));
            if (with_marginals) {
                (void)ifc2f_feature_posterior(s, 0, joint); /* one pass makes those of all features */
            }
            ++answers;
        }
    }
    return 1e9 * (seconds() - start) / answers;
}

/* One decision of an adaptive policy right after a feature was answered, or after that was taken back. */
static double adaptive_ns(ifc2f_session *s, int is_taken_back, uint32_t repetitions)
{
    const uint32_t K = s->model->n_features;
    double spent = 0.0;
    (void)ifc2f_restart(s);
    for (uint32_t r = 0; r < repetitions; ++r) {
        const uint32_t k = r % K;
        (void)ifc2f_answer_bin(s, k, r / K % (uint32_t)ifc2f_n_values(s->model, k));
        if (is_taken_back) {
            (void)ifc2f_retract(s, k);
        }
        const double start = seconds();
        (void)ifc2f_next(s);
        spent += seconds() - start;
        (void)ifc2f_retract(s, k);
    }
    const double start = seconds();
    for (uint32_t r = 0; r < repetitions; ++r) {
        (void)seconds();
    }
    return 1e9 * (spent - (seconds() - start)) / repetitions;
}

int main(int argc, char **argv)
{
    static uint8_t bytes[1 << 24];
    static uint32_t memory[1 << 20];
    ifc2f_model model;
    ifc2f_session session;
    FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
    const uint32_t length = file == NULL ? 0 : (uint32_t)fread(bytes, 1, sizeof bytes, file);
    const uint32_t repetitions = argc == 3 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
    int32_t status = ifc2f_open(&model, bytes, length);
    status = status == IFC2F_OK ? ifc2f_begin(&session, &model, memory, sizeof memory) : status;
    if (status != IFC2F_OK) {
        fprintf(stderr, "%s\n", ifc2f_strerror(status));
        return 1;
    }
    printf("{\"bare_step_ns\": %.1f, ", bare_step_ns(model.n_classes, 8, 10 * repetitions));
    printf("\"step_ns\": %.1f, ", step_ns(&session, repetitions));
    printf("\"posterior_ns\": %.1f, ", posterior_ns(&session, 0, repetitions / 10 + 1));
    printf("\"posterior_and_marginals_ns\": %.1f, ", posterior_ns(&session, 1, repetitions / 10 + 1));
    printf("\"adaptive_ns\": %.1f, ", adaptive_ns(&session, 0, repetitions / 10 + 1));
    printf("\"first_adaptive_ns\": %.1f}\n", adaptive_ns(&session, 1, repetitions / 10 + 1));
    return 0;
}
