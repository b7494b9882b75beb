/*
 * Planning the ordered policy, from the last stage to the first (docs/planning.md, section "The ordered policy").
 *
 * Every alpha vector built here is the cost, class by class, of a plan that can be followed: acquire, then for each value go
 * on with one vector of the next stage's set, or stop. So a set's values bound the optimum from above, and they
 * meet it at the beliefs that were backed up.
 */
#include "backup.h"
#include "beliefs.h"
#include "outcomes.h"
#include "work.h"

/* Look at the stages in their order, and find those that the model's budget does not pay for. */
static void find_skipped(planner *p)
{
    const float budget = f32_at(p->model->sections[IFC2F_COSTS].bytes);
    for (uint32_t k = 0; k < p->options->n_stages; ++k) {
        (void)ifc2f_missing(&p->session, k, 1);
        p->skipped[k] = ifc2f_cost(&p->session) > budget;
        if (p->skipped[k]) {
            (void)ifc2f_retract(&p->session, k);
        }
    }
}

/* Cost of acquiring feature k when all before it were acquired, but those that the budget does not pay for. */
static float stage_cost(planner *p, uint32_t k)
{
    (void)ifc2f_restart(&p->session);
    for (uint32_t j = 0; j < k; ++j) {
        if (!p->skipped[j]) {
            (void)ifc2f_missing(&p->session, j, 1);
        }
    }
    return ifc2f_feature_cost(&p->session, k);
}

/* A stage that is passed over has no vectors. */
static int plan_stage(planner *p, uint32_t k)
{
    const uint32_t n_beliefs = p->skipped[k] ? 0 : i2f_plan_compute_beliefs(p, k);
    const float cost = stage_cost(p, k);
    for (uint32_t set = first_set(p, k + 1); set > first_set(p, k); --set) {
        const uint32_t assignment = set - 1 - first_set(p, k);
        const uint32_t n_used = i2f_plan_is_fallback(p, k, assignment) ? 2 * n_beliefs : n_beliefs;
        const uint32_t n_outcomes = i2f_plan_compute_outcomes(p, k, assignment);
        const uint32_t n = p->options->solver == IFC2F_SOLVER_PERSEUS
                               ? i2f_plan_solve_perseus(p, set - 1, n_used, cost, n_outcomes)
                               : i2f_plan_solve_full(p, n_used, cost, n_outcomes);
        i2f_plan_mark_winners(p, n_used, n);
        if (!i2f_plan_write_set(p, set - 1, n)) {
            return 0;
        }
    }
    return 1;
}

int32_t ifc2f_plan(const ifc2f_model *model, const ifc2f_plan_options *options, void *work, uint32_t work_bytes,
                   void *policy, uint32_t policy_bytes)
{
    planner p;
    uint64_t n_sets;
    uint64_t n_index;
    if (!i2f_plan_are_usable(model, options)) {
        return IFC2F_ERR_ARGUMENT;
    }
    if (!i2f_plan_count_shape(model, options, &n_sets, &n_index)) {
        return IFC2F_ERR_TOO_LARGE;
    }
    policy_bytes &= ~3u;
    const uint32_t work_needed = ifc2f_plan_work_bytes(model, options);
    if (work_bytes < work_needed || work_needed == UINT32_MAX || (uintptr_t)work % 4 != 0 || (uintptr_t)policy % 4 != 0 ||
        policy_bytes > INT32_MAX || i2f_plan_fixed_bytes(options->n_stages, n_sets, n_index) > policy_bytes) {
        return IFC2F_ERR_MEMORY;
    }
    memset(&p, 0, sizeof p);
    p.model = model;
    p.options = options;
    p.policy = (uint8_t *)policy;
    p.policy_bytes = policy_bytes;
    p.n_sets = (uint32_t)n_sets;
    p.index_at = HEADER_BYTES + STAGE_BYTES * options->n_stages;
    p.starts_at = (uint32_t)(i2f_plan_fixed_bytes(options->n_stages, n_sets, n_index) - 4 * (n_sets + 1));
    (void)ifc2f_begin(&p.session, model, work, work_bytes);
    i2f_plan_lay_out(&p, (uint32_t *)work + ifc2f_session_bytes(model) / 4);
    (void)ifc2f_read_prior(model, p.prior);
    (void)ifc2f_read_misclassification(model, p.q);
    i2f_plan_write_shape(&p, (uint32_t)n_index);
    find_skipped(&p);
    i2f_plan_compute_marginals(&p);
    i2f_plan_sample_instances(&p);
    for (uint32_t k = options->n_stages; k > 0; --k) {
        if (!plan_stage(&p, k - 1)) {
            return IFC2F_ERR_MEMORY;
        }
    }
    return (int32_t)i2f_plan_finish(&p);
}
