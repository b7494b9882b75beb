/*
 * The optimum of an order of looks for two classes (docs/method.md, "Certificate"): what is left to pay is a concave piecewise
 * linear function of P(class 1), and is backed up from the last look to the first. For hosts: double precision, + - * / in
 * a fixed order.
 *
 * A model has two classes and has passed its checks; lengths and ranges are the caller's duty.
 */
#ifndef IFC2F_LINES_H
#define IFC2F_LINES_H

#include "ifc2f.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/* How many breakpoints ifc2f_look_lines() has room for at most; after[v] is what is left to pay after answer v. */
size_t ifc2f_look_room(const ifc2f_lines *after, size_t n_values);

/* Write the breakpoints of min(deciding, price + what is left to pay after the answer to `feature`), its parent's value
 * being `parent_value`; returns their number. If there are more than `most`, >= 3, the flattest are dropped, which lowers
 * the function. p and cost have room for ifc2f_look_room() numbers, `work` for twice as many. */
size_t ifc2f_look_lines(const ifc2f_model *model, uint32_t feature, uint32_t parent_value, double price,
                        const ifc2f_lines *after, size_t most, double *work, double *p, double *cost);

#ifdef __cplusplus
}
#endif

#endif
