/* F-ETANA: thresholds of each class at each feature, trained by simultaneous perturbation. */
#include "../base/arithmetic.h"

#include "ifc2f_baselines.h"

#include <math.h>
#include <string.h>

#include "belief.h"
#include "ifc2f_count.h"
#include "ifc2f_plan.h"

static double power(double base, double exponent)
{
    return ifc2f_exp(exponent * ifc2f_log(base));
}

/* One bit of a word array as a factor. */
static double sign_at(const uint32_t *signs, size_t index)
{
    return (signs[index / 32] >> (index % 32)) & 1u ? 1.0 : -1.0;
}

/* Cost of classifying one instance of `class_index` by thresholds + shift * signs. */
static double perturbed_cost(const double *thresholds, double shift, const uint32_t *signs, const double *tables,
                             size_t n_features, size_t n_values, size_t n_classes, const double *prior,
                             const uint8_t *codes, size_t class_index, double feature_cost, double *belief)
{
    double cost = 0.0;
    memcpy(belief, prior, n_classes * sizeof *belief);
    for (size_t k = 0; k < n_features; k++) {
        double product = 0.0;
        for (size_t c = 0; c < n_classes; c++) {
            const size_t index = k * n_classes + c;
            product += (thresholds[index] + shift * sign_at(signs, index)) * belief[c];
        }
        if (product < 0.0) {
            break;
        }
        cost += feature_cost;
        update(belief, tables + (k * n_values + codes[k]) * n_classes, n_classes, belief);
    }
    return cost + 1.0 - belief[class_index];
}

uint32_t ifc2f_f_etana_train(const ifc2f_spsa *options, const double *tables, size_t n_features, size_t n_values,
                             size_t n_classes, const double *prior, const uint8_t *codes, size_t n_rows,
                             size_t class_index, double feature_cost, double *thresholds, uint32_t *signs,
                             double *belief)
{
    const size_t n_thresholds = n_features * n_classes;
    const size_t n_words = (n_thresholds + 31) / 32;
    uint32_t draw = 0;
    uint32_t quiet = 0; /* steps in a row without a gradient */
    uint32_t t = 0;
    while (t < options->max_steps && quiet < options->patience) {
        const uint64_t random = ifc2f_random(options->seed, options->stream, draw++);
        const uint8_t *row = codes + (size_t)((random * n_rows) >> 32) * n_features;
        for (size_t word = 0; word < n_words; word++) {
            signs[word] = ifc2f_random(options->seed, options->stream, draw++);
        }
        const double step = (double)t + 1.0;
        const double gain = options->gain * power(step + options->offset, -options->decay);
        const double shift = options->size * power(step, -options->size_decay);
        const double above = perturbed_cost(thresholds, shift, signs, tables, n_features, n_values, n_classes, prior,
                                            row, class_index, feature_cost, belief);
        const double below = perturbed_cost(thresholds, -shift, signs, tables, n_features, n_values, n_classes, prior,
                                            row, class_index, feature_cost, belief);
        const double slope = (above - below) / (2.0 * shift);
        for (size_t index = 0; index < n_thresholds && slope != 0.0; index++) {
            thresholds[index] -= gain * slope * sign_at(signs, index);
        }
        quiet = fabs(slope) * sqrt((double)n_thresholds) < options->tolerance ? quiet + 1 : 0;
        t++;
    }
    return t;
}

void ifc2f_f_etana_classify(const double *thresholds, const double *tables, size_t n_features, size_t n_values,
                            size_t n_classes, const double *prior, const uint8_t *codes, size_t n_rows,
                            int32_t *n_acquired, int32_t *stopped_by, double *belief)
{
    for (size_t row = 0; row < n_rows; row++) {
        double *at = belief + row * n_classes;
        memcpy(at, prior, n_classes * sizeof *at);
        size_t k = 0;
        stopped_by[row] = -1;
        for (; k < n_features; k++) {
            for (size_t c = 0; c < n_classes && stopped_by[row] < 0; c++) {
                const double *threshold = thresholds + (c * n_features + k) * n_classes;
                double product = 0.0;
                for (size_t d = 0; d < n_classes; d++) {
                    product += threshold[d] * at[d];
                }
                stopped_by[row] = product < 0.0 ? (int32_t)c : -1;
            }
            if (stopped_by[row] >= 0) {
                break;
            }
            update(at, tables + (k * n_values + codes[row * n_features + k]) * n_classes, n_classes, at);
        }
        n_acquired[row] = (int32_t)k;
    }
}
