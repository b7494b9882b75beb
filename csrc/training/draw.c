/*
 * Rows drawn from a network, that policy graphs are grown on beside the training rows (ifc2f_grow.h).
 */
#include "../base/arithmetic.h"

#include "ifc2f_grow.h"

#include "ifc2f_count.h"

/* Draw a value of a feature or of the factor, given its parent's value and the class. */
static uint32_t drawn(const ifc2f_model *model, uint32_t k, uint32_t given, uint32_t label, uint32_t random, float *table)
{
    (void)ifc2f_read_table(model, k, given, table);
    return ifc2f_draw(table + label, (uint32_t)ifc2f_n_values(model, k), model->n_classes, random);
}

void ifc2f_draw_rows(const ifc2f_model *model, uint32_t n, uint32_t seed, uint8_t *codes, float *work)
{
    const uint32_t L = model->n_classes;
    float *prior = work;
    float *table = work + L;
    (void)ifc2f_read_prior(model, prior);
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t label = ifc2f_draw(prior, L, 1, ifc2f_random(seed, 0, i));
        uint32_t of_factor = 0;
        if (ifc2f_has_factor(model)) {
            of_factor = drawn(model, model->n_features, 0, label, ifc2f_random(seed, 1 + model->n_features, i), table);
        }
        for (uint32_t k = 0; k < model->n_features; ++k) {
            const int32_t parent = ifc2f_parent(model, k);
            uint32_t given = 0;
            if (parent >= 0) {
                given = (uint32_t)parent < k ? codes[(size_t)parent * n + i] : of_factor;
            }
            codes[(size_t)k * n + i] = (uint8_t)drawn(model, k, given, label, ifc2f_random(seed, 1 + k, i), table);
        }
    }
}

enum { MOST_TRIES = 256 }; /* random rows looked at before going through them in turn: rare bins only */

void ifc2f_refine(const uint8_t *bins, const uint8_t *fine, size_t n_training, size_t n_columns, size_t column,
                  uint32_t seed, uint8_t *drawn, size_t n)
{
    for (size_t i = 0; i < n; ++i) {
        uint8_t *code = drawn + i;
        size_t r = 0;
        uint32_t n_tries = 0;
        do {
            r = ifc2f_random(seed + n_tries, (uint32_t)column, (uint32_t)i) % (uint32_t)n_training;
        } while (bins[r] != *code && ++n_tries < MOST_TRIES);
        for (size_t n_seen = 0; bins[r] != *code && n_seen < n_training; ++n_seen) {
            r = r + 1 < n_training ? r + 1 : 0;
        }
        *code = bins[r] == *code ? fine[r * n_columns + column] : (uint8_t)IFC2F_CODE_MISSING;
    }
}
