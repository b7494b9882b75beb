/* Conditional independence given small sets, by partial covariances. */
#include "../base/arithmetic.h"

#include "ifc2f_baselines.h"

/* What is left of the two variables and of each candidate after conditioning on the members chosen so far. */
typedef struct level {
    double *with_a;     /* covariance of each candidate with a */
    double *with_b;
    double *variance;   /* of each candidate */
    double *with_member; /* covariance of each candidate with the member chosen last, before conditioning on it */
    double pivot;       /* variance of that member then */
    double aa, bb, ab;  /* of a and b */
} level;

typedef struct subset_search {
    const double *covariance;
    size_t stride;
    const size_t *given;
    size_t n_given;
    const double *squared_thresholds;
    double least_a, least_b; /* variances that count as none */
    double tolerance;
    int undefined_is_independent;
    double *work;
} subset_search;

enum { LEVEL_VECTORS = 4, LEVEL_SCALARS = 4 };

size_t ifc2f_any_independent_work(size_t n_given, size_t max_size)
{
    return (max_size + 1) * (LEVEL_VECTORS * n_given + LEVEL_SCALARS);
}

static level level_at(const subset_search *search, size_t depth)
{
    double *base = search->work + depth * (LEVEL_VECTORS * search->n_given + LEVEL_SCALARS);
    const double *scalars = base + LEVEL_VECTORS * search->n_given;
    level at = {base,
                base + search->n_given,
                base + 2 * search->n_given,
                base + 3 * search->n_given,
                scalars[0],
                scalars[1],
                scalars[2],
                scalars[3]};
    return at;
}

static void store_scalars(const subset_search *search, size_t depth, const level *at)
{
    double *scalars = search->work + depth * (LEVEL_VECTORS * search->n_given + LEVEL_SCALARS) +
                      LEVEL_VECTORS * search->n_given;
    scalars[0] = at->pivot;
    scalars[1] = at->aa;
    scalars[2] = at->bb;
    scalars[3] = at->ab;
}

static double covariance_of(const subset_search *search, size_t row, size_t column)
{
    return search->covariance[row * search->stride + column];
}

/* Partial covariances times `scale` > 0 (variances left, times the pivot, when a division is saved). */
static int independent(const subset_search *search, double aa, double bb, double ab, double scale, double threshold)
{
    return aa <= search->least_a * scale || bb <= search->least_b * scale || !(ab * ab >= threshold * (aa * bb));
}

static int no_variance(const subset_search *search, double left, size_t row)
{
    return left <= search->tolerance * covariance_of(search, row, row);
}

/* Condition level depth - 1 on a member whose covariances with the candidates from `first` on are in
 * level `depth`.with_member, and with a and b are given. */
static void condition(const subset_search *search, size_t depth, size_t first, double member_a, double member_b,
                      double pivot)
{
    const level from = level_at(search, depth - 1);
    level to = level_at(search, depth);
    const double share_a = member_a / pivot;
    const double share_b = member_b / pivot;
    for (size_t c = first; c < search->n_given; c++) {
        const double member = to.with_member[c];
        to.with_a[c] = from.with_a[c] - share_a * member;
        to.with_b[c] = from.with_b[c] - share_b * member;
        to.variance[c] = from.variance[c] - member * member / pivot;
    }
    to.pivot = pivot;
    to.aa = from.aa - share_a * member_a;
    to.bb = from.bb - share_b * member_b;
    to.ab = from.ab - share_a * member_b;
    store_scalars(search, depth, &to);
}

/* Condition on candidate `chosen`; only later candidates are carried over. */
static void condition_on_candidate(const subset_search *search, size_t depth, size_t chosen)
{
    const level from = level_at(search, depth - 1);
    double *member = level_at(search, depth).with_member;
    const double *row = search->covariance + search->given[chosen] * search->stride;
    for (size_t c = chosen + 1; c < search->n_given; c++) {
        member[c] = row[search->given[c]];
    }
    for (size_t earlier = 1; earlier < depth; earlier++) {
        const level at = level_at(search, earlier);
        const double share = at.with_member[chosen] / at.pivot;
        for (size_t c = chosen + 1; c < search->n_given; c++) {
            member[c] -= share * at.with_member[c];
        }
    }
    condition(search, depth, chosen + 1, from.with_a[chosen], from.with_b[chosen], from.variance[chosen]);
}

/* Try every set of `missing` >= 1 further candidates from `first` on; `size` members are chosen already, and the
 * level that knows them is `depth`. */
static int search_sets(const subset_search *search, size_t depth, size_t first, size_t size, size_t missing)
{
    const level at = level_at(search, depth);
    for (size_t c = first; c + missing <= search->n_given; c++) {
        const double pivot = at.variance[c];
        if (no_variance(search, pivot, search->given[c])) {
            if (search->undefined_is_independent) {
                return 1;
            }
            continue;
        }
        if (missing == 1) {
            const double aa = at.aa * pivot - at.with_a[c] * at.with_a[c];
            const double bb = at.bb * pivot - at.with_b[c] * at.with_b[c];
            const double ab = at.ab * pivot - at.with_a[c] * at.with_b[c];
            if (independent(search, aa, bb, ab, pivot, search->squared_thresholds[size + 1])) {
                return 1;
            }
        } else {
            condition_on_candidate(search, depth + 1, c);
            if (search_sets(search, depth + 1, c + 1, size + 1, missing - 1)) {
                return 1;
            }
        }
    }
    return 0;
}

int32_t ifc2f_any_independent(const double *covariance, size_t stride, size_t a, size_t b, const size_t *given,
                              size_t n_given, int64_t must, const double *squared_thresholds, size_t max_size,
                              double tolerance, int32_t undefined, double *work)
{
    const subset_search search = {covariance,
                                  stride,
                                  given,
                                  n_given,
                                  squared_thresholds,
                                  tolerance * covariance[a * stride + a],
                                  tolerance * covariance[b * stride + b],
                                  tolerance,
                                  undefined == IFC2F_UNDEFINED_INDEPENDENT,
                                  work};
    level base = level_at(&search, 0);
    for (size_t c = 0; c < n_given; c++) {
        base.with_a[c] = covariance_of(&search, a, given[c]);
        base.with_b[c] = covariance_of(&search, b, given[c]);
        base.variance[c] = covariance_of(&search, given[c], given[c]);
    }
    base.pivot = 0.0;
    base.aa = covariance_of(&search, a, a);
    base.bb = covariance_of(&search, b, b);
    base.ab = covariance_of(&search, a, b);
    store_scalars(&search, 0, &base);

    size_t depth = 0;
    if (must >= 0 && max_size > 0) {
        const size_t row = (size_t)must;
        const double pivot = covariance_of(&search, row, row);
        if (pivot <= 0.0) {
            return search.undefined_is_independent;
        }
        depth = 1;
        double *member = level_at(&search, depth).with_member;
        for (size_t c = 0; c < n_given; c++) {
            member[c] = covariance_of(&search, row, given[c]);
        }
        condition(&search, depth, 0, covariance_of(&search, row, a), covariance_of(&search, row, b), pivot);
        const level at = level_at(&search, depth);
        if (independent(&search, at.aa, at.bb, at.ab, 1.0, squared_thresholds[1])) {
            return 1;
        }
    }
    /* Small sets first: most of the features that go are explained by one other. */
    for (size_t missing = 1; depth + missing <= max_size; missing++) {
        if (search_sets(&search, depth, 0, depth, missing)) {
            return 1;
        }
    }
    return 0;
}
