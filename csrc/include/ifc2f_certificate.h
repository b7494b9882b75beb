/*
 * How far a policy can be from the optimum (docs/planning.md, "Certificate"): the optimum of the ordered policy's acquisitions,
 * by following every sequence of answers or, for two classes, by value functions; what instances cost along them, less a
 * martingale; instances to follow, and what they weigh. For hosts: double precision, + - * / in a fixed order, so that
 * bounds are the same on every machine.
 *
 * A model has passed its checks (IFC2F_CHECKS). Its prior and the distributions of its tables are divided by their sums.
 * Functions with `memory` need it aligned to 8 bytes and `memory_bytes` long, and return IFC2F_OK or an error, and what
 * they write is not to be used then:
 *     IFC2F_ERR_MEMORY    the memory is too small or not aligned
 *     IFC2F_ERR_POLICY    there is no ordered policy, and the function needs one
 *     IFC2F_ERR_ARGUMENT  a price is negative, infinite or no number, or a number of acquisitions is negative or above that of the
 *                         stages, or `tolerated` is negative or no number
 *     IFC2F_ERR_VALUE     a bin is none of its feature, or an instance has a probability of 0
 */
#ifndef IFC2F_CERTIFICATE_H
#define IFC2F_CERTIFICATE_H

#include "ifc2f_plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of memory that each of the functions with `memory` needs; SIZE_MAX if they would not fit: all refuse then. */
size_t ifc2f_certificate_bytes(const ifc2f_model *model);

/* Write what the best policy costs that acquires the features of the ordered policy's stages in their order and stops when
 * it likes. prices[k] is the cost of acquisition k after those before it. IFC2F_ERR_TOO_LARGE if there are more than
 * `max_sequences` sequences of answers. */
int32_t ifc2f_order_optimum(const ifc2f_model *model, const double *prices, size_t max_sequences, void *memory,
                            size_t memory_bytes, double *cost);

/* Draw instances bins[n][n_features], so that what is rare but dear is met: half of the classes are drawn by the prior, half
 * evenly among those that are possible; and in a quarter of the instances each of the first `n_followed` answers is, with
 * probability 1 / n_followed, drawn evenly among those that are possible there. A function of model, seed and position
 * alone. IFC2F_ERR_ARGUMENT if n_followed is above the number of features. */
int32_t ifc2f_draw_instances(const ifc2f_model *model, uint32_t n_followed, uint32_t seed, size_t n, void *memory,
                             size_t memory_bytes, uint8_t *bins);

/* Follow instances bins[n][n_features] through all stages. Over the instances of the network, optimal[i] averages to no
 * more than the optimum of the order, actual[i] to the cost of a policy that stops after n_acquired[i] acquisitions, whatever the
 * alpha vectors are. Both lie in a known range: with G what deciding costs at most, and W what the plan promises at
 * first, from W - G - tolerated to W + G + tolerated + the sum of all prices; optimal[i] besides is at most the cost of
 * deciding at once. Once the values of the plan have missed what going on costs by more than `tolerated` in all, upwards
 * or downwards, an instance is no longer charged for what it knows. Also writes weight[i], P(answers in the stages) over
 * what it is as ifc2f_draw_instances() drew them with `n_followed` that of the stages: at most 8 / 3. */
int32_t ifc2f_follow(const ifc2f_model *model, const double *prices, double tolerated, const uint8_t *bins,
                     const int32_t *n_acquired, size_t n, void *memory, size_t memory_bytes, double *optimal,
                     double *actual, double *weight);

/* Write P(class | all features) to posterior[n][n_classes], P(all features), which for hundreds of them may be 0 by
 * underflow, to chance[n], and weight[n] as ifc2f_follow() does, all features followed. An instance that is not possible
 * is no error here: its chance and weight are 0, its posterior is the prior. */
int32_t ifc2f_weigh(const ifc2f_model *model, const uint8_t *bins, size_t n, void *memory, size_t memory_bytes,
                    double *posterior, double *chance, double *weight);

/* ---- Value functions of two classes -----------------------------------------------------------------------------------
 * What is left to pay is a concave piecewise linear function of P(class 1), and is backed up from the last acquisition to the
 * first. The model has two classes; lengths and ranges are the caller's duty. */

/* A function by its breakpoints, p[0] = 0 < p[1] < ... < p[n - 1] = 1. */
typedef struct ifc2f_lines {
    const double *p;
    const double *cost;
    size_t n;
} ifc2f_lines;

/* The function at p, 0 <= p <= 1. */
double ifc2f_lines_at(const ifc2f_lines *lines, double p);

/* Write the breakpoints of what deciding costs; returns their number, 2 or 3. */
size_t ifc2f_stop_lines(const ifc2f_model *model, double *p, double *cost);

/* How many breakpoints ifc2f_acquisition_lines() has room for at most; after[v] is what is left to pay after answer v. */
size_t ifc2f_acquisition_room(const ifc2f_lines *after, size_t n_values);

/* Write the breakpoints of min(deciding, price + what is left to pay after the answer to `feature`), its parent's value
 * being `parent_value`; returns their number. If there are more than `most`, >= 3, the flattest are dropped, which lowers
 * the function. p and cost have room for ifc2f_acquisition_room() numbers, `work` for twice as many. */
size_t ifc2f_acquisition_lines(const ifc2f_model *model, uint32_t feature, uint32_t parent_value, double price,
                        const ifc2f_lines *after, size_t most, double *work, double *p, double *cost);

#ifdef __cplusplus
}
#endif

#endif
