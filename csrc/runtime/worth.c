/* What one more answer is worth by itself, and what several are worth together, whatever the policy would ask after them. */
#include "deciding.h"
#include "exact.h"

/* Of its memory: float posterior[L], joint[n][max_values][L]; ifc2f_worth_sums sums[n]. */
uint32_t ifc2f_joint_worth_bytes(const ifc2f_model *model, uint32_t n)
{
    const uint64_t L = model->n_classes;
    const uint64_t bytes = 4 * (L + n * (model->max_values * L)) + n * (uint64_t)sizeof(ifc2f_worth_sums);
    return bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
}

#if IFC2F_EXACT

/* Sets of answers are followed with inference: K V^2 L steps for each. */
enum { MOST_WORTH_STEPS = 1 << 22 };
static const float FINER_BY = 0.25f; /* of what can be saved yet where sets were followed in the round before */
static const float FINEST = 1e-5f; /* of all that can be saved */

/* What deciding j costs at beliefs[L], which need not be normalised. */
static float cost_of(const ifc2f_session *s, const float *beliefs, uint32_t j)
{
    const uint32_t L = s->model->n_classes;
    float sum = 0.0f;
    for (uint32_t i = 0; i < L; ++i) {
        sum += number_at(&s->model->sections[IFC2F_MISCLASSIFICATION], i * L + j) * beliefs[i];
    }
    return sum;
}

/* Add what answers are worth that lead to beliefs[L], `now` being decided without them. Summed over those alone that change the
 * decision, a saving is never below 0, and 0 where none of them does. */
static void add_answers(const ifc2f_session *s, const float *beliefs, uint32_t now, ifc2f_worth_sums *to)
{
    const float kept = cost_of(s, beliefs, now);
    float least = kept;
    float mass = 0.0f;
    for (uint32_t j = 0; j < s->model->n_classes; ++j) {
        const float other = cost_of(s, beliefs, j);
        least = other < least ? other : least;
        mass += beliefs[j];
    }
    if (least < kept) {
        to->saving += kept - least;
        to->change += mass;
    }
}

int32_t ifc2f_worth(ifc2f_session *s, uint32_t k, float *joint, float *saving, float *change)
{
    const int32_t status = ifc2f_feature_posterior(s, k, joint);
    ifc2f_worth_sums sums = {0.0f, 0.0f, 0.0f};
    uint32_t now;
    if (status != IFC2F_OK) {
        return status;
    }
    (void)i2f_cost_of_deciding(s, &now);
    for (uint32_t v = 0; v < n_values_of(s->model, k) && !has_value(s, k); ++v) {
        add_answers(s, joint + v * s->model->n_classes, now, &sums);
    }
    *saving = sums.saving;
    *change = sums.change < 1.0f ? sums.change : 1.0f;
    return IFC2F_OK;
}

/* ---- Several answers ----------------------------------------------------------------------------------------------- */

/* Answers to features, one after the other, each in the session until its turn is over. The session is afterwards as it was: all that
 * is computed in it is a function of the set of answers. */
typedef struct joint_answers {
    ifc2f_session *s;
    const uint16_t *features;
    uint32_t n;
    uint32_t now;     /* the class decided without any */
    float least;      /* what could be saved yet, at least, where answers are followed further */
    uint32_t n_left;  /* sets of answers that may be followed yet */
    float *joint;     /* P(class, answers so far, value), at [depth][value][class] */
    ifc2f_worth_sums *sums; /* at [depth] */
} joint_answers;

static float *joint_at(const joint_answers *t, uint32_t depth)
{
    return t->joint + (size_t)depth * t->s->model->max_values * t->s->model->n_classes;
}

/* By how much the cost of deciding would fall at beliefs[L] if the true class became known: no answers save more. */
static float most_left(const ifc2f_session *s, const float *beliefs)
{
    const uint32_t L = s->model->n_classes;
    float stop = cost_of(s, beliefs, 0);
    float known = 0.0f;
    for (uint32_t i = 0; i < L; ++i) {
        const float other = cost_of(s, beliefs, i);
        float right = LARGEST;
        for (uint32_t j = 0; j < L; ++j) {
            const float cost = number_at(&s->model->sections[IFC2F_MISCLASSIFICATION], i * L + j);
            right = cost < right ? cost : right;
        }
        stop = other < stop ? other : stop;
        known += right * beliefs[i];
    }
    return stop > known ? stop - known : 0.0f;
}

static void begin_feature(joint_answers *t, uint32_t depth, const float *beliefs)
{
    const uint32_t k = t->features[depth];
    const uint32_t L = t->s->model->n_classes;
    const float *marginal = i2f_marginal(t->s, k);
    const ifc2f_worth_sums none = {0.0f, 0.0f, 0.0f};
    float *to = joint_at(t, depth);
    for (uint32_t i = 0; i < n_values_of(t->s->model, k) * L; ++i) {
        const float p = beliefs[i % L] * marginal[i];
        to[i] = p >= 2e-38f ? p : 0.0f;
    }
    t->sums[depth] = none;
}

/* Whether what can be saved yet pays for following answers further; if not, and behind the last, they are added up. */
static int goes_on(joint_answers *t, uint32_t depth, const float *beliefs)
{
    const float left = depth + 1 < t->n ? most_left(t->s, beliefs) : 0.0f;
    if (left > t->least && t->n_left > 0) {
        --t->n_left;
        return 1;
    }
    const float change = t->sums[depth].change;
    add_answers(t->s, beliefs, t->now, &t->sums[depth]);
    t->sums[depth].missed += left;
    if (left > 0.0f) {
        t->sums[depth].change = change; /* what follows may change it back */
    }
    return 0;
}

/* Depth first. What was followed of a value is added to the sums one step up. */
static void follow_sets(joint_answers *t, const float *beliefs)
{
    uint32_t depth = 0;
    uint32_t v = 0;
    begin_feature(t, 0, beliefs);
    for (;;) {
        const uint32_t k = t->features[depth];
        if (v < n_values_of(t->s->model, k)) {
            const float *after = joint_at(t, depth) + v * t->s->model->n_classes;
            if (goes_on(t, depth, after)) {
                i2f_try(t->s, k, v);
                ++depth;
                begin_feature(t, depth, after);
                v = 0;
            } else {
                ++v;
            }
        } else if (depth == 0) {
            return;
        } else {
            const ifc2f_worth_sums *sums = &t->sums[depth];
            --depth;
            t->sums[depth].saving += sums->saving;
            t->sums[depth].change += sums->change;
            t->sums[depth].missed += sums->missed;
            v = t->s->values[t->features[depth]] + 1u;
            i2f_try(t->s, t->features[depth], NO_VALUE);
        }
    }
}

/* Whether all sets of answers to all but the last feature are at most so many. */
static int are_sets_few(const joint_answers *t, uint32_t most)
{
    uint64_t n_sets = 1;
    uint64_t needed = 1;
    for (uint32_t i = 0; i + 1 < t->n && needed <= most; ++i) {
        n_sets *= n_values_of(t->s->model, t->features[i]);
        needed += n_sets;
    }
    return needed <= most;
}

/* Follow all sets of answers if they are few. Else those where much can be saved yet, and in each round some where less can, while
 * they are a part of those that may be followed. Any round's sums are lower bounds, and upper ones with what was missed. */
static void follow_most(joint_answers *t, const float *beliefs, ifc2f_worth_sums *told)
{
    const ifc2f_model *model = t->s->model;
    const uint64_t steps = (uint64_t)model->n_bins * model->max_values * model->n_classes;
    const uint64_t in_64_bits = steps == 0 ? 1 : MOST_WORTH_STEPS / steps;
    const uint32_t most = in_64_bits == 0 ? 1 : (uint32_t)in_64_bits;
    const float all = most_left(t->s, beliefs);
    const int is_all = are_sets_few(t, most);
    told->missed = all;
    t->least = is_all ? 0.0f : all;
    do {
        t->least *= FINER_BY;
        t->n_left = most;
        follow_sets(t, beliefs);
        const ifc2f_worth_sums *sums = &t->sums[0];
        const float upper = sums->saving + sums->missed < told->saving + told->missed ? sums->saving + sums->missed
                                                                                       : told->saving + told->missed;
        told->saving = sums->saving > told->saving ? sums->saving : told->saving;
        told->change = sums->change > told->change ? sums->change : told->change;
        told->missed = upper > told->saving ? upper - told->saving : 0.0f;
    } while (!is_all && t->n_left > most - most / 2 && t->least > FINEST * all);
    if (is_all) {
        told->missed = 0.0f;
    }
}

/* Sort features by what they save alone, so that what is left to be saved falls soon; the answered ones stand behind. Returns the number
 * of the others. */
static uint32_t sort_features(const joint_answers *t, uint16_t *features, uint32_t n)
{
    float *key = (float *)(void *)t->sums; /* which are not used yet */
    uint32_t n_open = 0;
    for (uint32_t i = 0; i < n; ++i) {
        const uint16_t k = features[i];
        float saving;
        float change;
        (void)ifc2f_worth(t->s, k, t->joint, &saving, &change);
        n_open += (uint32_t)!has_value(t->s, k);
        saving = has_value(t->s, k) ? -1.0f : saving;
        uint32_t at = i;
        for (; at > 0 && key[at - 1] < saving; --at) {
            key[at] = key[at - 1];
            features[at] = features[at - 1];
        }
        key[at] = saving;
        features[at] = k;
    }
    return n_open;
}

/* Before anything is sorted: after an error the caller's list is as it was. */
static int32_t check_listed(const ifc2f_model *model, const uint16_t *features, uint32_t n)
{
    for (uint32_t i = 0; i < n; ++i) {
        if (features[i] >= model->n_features) {
            return IFC2F_ERR_FEATURE;
        }
        for (uint32_t j = 0; j < i; ++j) {
            if (features[i] == features[j]) {
                return IFC2F_ERR_ARGUMENT;
            }
        }
    }
    return IFC2F_OK;
}

int32_t ifc2f_joint_worth(ifc2f_session *s, uint16_t *features, uint32_t n, void *memory, uint32_t bytes, ifc2f_worth_sums *told)
{
    const ifc2f_worth_sums none = {0.0f, 0.0f, 0.0f};
    const uint32_t needed = ifc2f_joint_worth_bytes(s->model, n);
    *told = none;
    if (memory == NULL || (uintptr_t)memory % 4 != 0 || bytes < needed || needed == UINT32_MAX) {
        return IFC2F_ERR_MEMORY;
    }
    const int32_t status = check_listed(s->model, features, n);
    if (status != IFC2F_OK) {
        return status;
    }
    float *beliefs = memory;
    joint_answers t = {s, features, 0, 0, 0.0f, 0, beliefs + s->model->n_classes, NULL};
    t.sums = (ifc2f_worth_sums *)(void *)joint_at(&t, n);
    t.n = sort_features(&t, features, n);
    if (t.n == 0 || ifc2f_posterior(s, beliefs) != 0) {
        return IFC2F_OK;
    }
    (void)i2f_cost_of_deciding(s, &t.now);
    follow_most(&t, beliefs, told);
    told->change = told->change < 1.0f ? told->change : 1.0f;
    return IFC2F_OK;
}

#else

int32_t ifc2f_worth(ifc2f_session *s, uint32_t k, float *joint, float *saving, float *change)
{
    (void)s;
    (void)k;
    (void)joint;
    (void)saving;
    (void)change;
    return IFC2F_ERR_ORDER;
}

int32_t ifc2f_joint_worth(ifc2f_session *s, uint16_t *features, uint32_t n, void *memory, uint32_t bytes, ifc2f_worth_sums *told)
{
    (void)s;
    (void)features;
    (void)n;
    (void)memory;
    (void)bytes;
    (void)told;
    return IFC2F_ERR_ORDER;
}

#endif
