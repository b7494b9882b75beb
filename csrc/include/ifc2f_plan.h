/*
 * Planning the ordered policy: reachable beliefs from our own generator, point-based backups, alpha vectors.
 *
 * Runs wherever the runtime runs: the caller's arena, single precision, no libm. The same model, options and seed give
 * the same bytes on every machine.
 */
#ifndef IFC2F_PLAN_H
#define IFC2F_PLAN_H

#include "ifc2f.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The values, besides the belief, by which sets of alpha vectors are indexed (docs/planning.md). */
typedef enum ifc2f_treatment {
    IFC2F_TREAT_EXACT = 0,   /* all live values: with enough beliefs, the optimum for the order */
    IFC2F_TREAT_PARENT = 1,  /* the value of the next feature's conditioning feature */
    IFC2F_TREAT_MARGINAL = 2 /* none: backed up with P(feature | class) */
} ifc2f_treatment;

typedef enum ifc2f_solver {
    IFC2F_SOLVER_FULL = 0,   /* one backup at every belief */
    IFC2F_SOLVER_PERSEUS = 1 /* backups at random beliefs until each was picked, or going on there costs less than deciding */
} ifc2f_solver;

typedef struct ifc2f_plan_options {
    uint32_t n_stages;        /* features 0 .. n_stages - 1 are acquired, in that order */
    uint32_t n_beliefs;       /* simulated instances, 1 .. 65535; a stage with fewer sequences of answers has all of them */
    uint32_t max_assignments; /* exact: refuse a stage with more live assignments; Python: 4096 */
    uint32_t treatment;       /* an ifc2f_treatment */
    uint32_t solver;          /* an ifc2f_solver */
    uint32_t seed;
} ifc2f_plan_options;

/* Bytes of working memory that planning needs besides the policy it writes. Here and below: 0 if the options are out of
 * range or a stage has more than max_assignments, UINT32_MAX if it would not fit; planning is refused then. */
uint32_t ifc2f_plan_work_bytes(const ifc2f_model *model, const ifc2f_plan_options *options);

/* An upper bound of the bytes of the policy section. */
uint32_t ifc2f_plan_max_policy_bytes(const ifc2f_model *model, const ifc2f_plan_options *options);

/* Plan, and write the policy section to `policy` (aligned to 4 bytes, room for `policy_bytes`). `work` is aligned
 * in the same way. A heuristic plan is not executed here, so it may cost more than deciding at once; Python checks that.
 * Returns the number of bytes written, or IFC2F_ERR_MEMORY if either memory is too small or not aligned,
 * IFC2F_ERR_TOO_LARGE if a stage has more than max_assignments, IFC2F_ERR_ARGUMENT for options out of range, or a network
 * with a factor, which no order suits. */
int32_t ifc2f_plan(const ifc2f_model *model, const ifc2f_plan_options *options, void *work, uint32_t work_bytes,
                   void *policy, uint32_t policy_bytes);

/* Uniform 32 bits for (seed, stream, index): the generator behind all sampling here. */
uint32_t ifc2f_random(uint32_t seed, uint32_t stream, uint32_t index);

/* Draw one of n indices, i with probability probabilities[i * stride], from uniform 32 bits. */
uint32_t ifc2f_draw(const float *probabilities, uint32_t n, uint32_t stride, uint32_t random);

#ifdef __cplusplus
}
#endif

#endif
