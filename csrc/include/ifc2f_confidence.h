/*
 * How far to trust what a session tells, on a host: how sure its posterior is, whether the numbers of a case go together, and
 * from which probability on a class is decided. Double precision, in operations that are fixed: the same to the bit on every
 * machine. Nothing here allocates or keeps state. Work is scratch memory of the caller; lengths are the caller's duty.
 */
#ifndef IFC2F_CONFIDENCE_H
#define IFC2F_CONFIDENCE_H

#include "ifc2f.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- How sure a posterior is ------------------------------------------------------------------------------------------ */

/* What an interval is computed from, besides the session. */
typedef struct ifc2f_trained {
    double n_rows;        /* that the tables were counted from, above 0 */
    double power;         /* that training raised the likelihoods to; 1 if it did not */
    double level;         /* share of cases whose probability is to lie in the interval, above 0 and below 1 */
    int32_t counts_prior; /* whether the prior is the model's, so that the rows leave it open too */
} ifc2f_trained;

/* Elements (double) of work for ifc2f_interval(). */
size_t ifc2f_interval_work(const ifc2f_model *model);

/* Write the lower and upper end of an interval for the probability of each class to ends[2 * c] and ends[2 * c + 1]: what so
 * many rows leave open of the tables, each end at its own distance. IFC2F_ERR_ARGUMENT if a number is outside the range stated above. */
int32_t ifc2f_interval(const ifc2f_session *session, const ifc2f_trained *trained, double *ends, double *work);

/* ---- From where on a class is decided --------------------------------------------------------------------------------- */

/* Write for each class from which probability on it is decided, if the others keep their ratios, to thresholds[n_classes]; NaN
 * for one that is decided at no probability below 1, or at all of them. Of two classes there are no ratios to keep. Does not fail. */
int32_t ifc2f_decision_thresholds(const ifc2f_session *session, double *thresholds);

/* ---- Whether numbers go together -------------------------------------------------------------------------------------- */

enum {
    IFC2F_MOST_TOGETHER = 64, /* numbers that a copula joins */
    IFC2F_IN_ORDER = -1       /* ifc2f_doubtful(): the numbers go together */
};

/* How the numbers of a case go together: a Gaussian copula. */
typedef struct ifc2f_copula {
    const double *quantiles;   /* [n][n_quantiles] of each number, evenly spaced from the smallest to the largest */
    const double *correlation; /* [n][n] of their normal scores */
    uint32_t n;
    uint32_t n_quantiles;
} ifc2f_copula;

/* Elements (double) of work for the functions below, of any copula. */
size_t ifc2f_copula_work(void);

/* Whether a copula can be used: IFC2F_ERR_ARGUMENT if it joins fewer than 2 or more than IFC2F_MOST_TOGETHER numbers or has fewer
 * than 2 quantiles, IFC2F_ERR_VALUE if quantiles do not ascend, or the correlation is not symmetric with 1 on its diagonal, or
 * so near to singular that its inverse tells nothing. Of one that is refused the other functions may say anything. */
int32_t ifc2f_check_copula(const ifc2f_copula *copula, double *work);

/* Normal scores of n numbers from the quantiles of their column: a number's rank, not nearer to the ends than 0.005, in a normal
 * distribution. NaN counts like the median. */
void ifc2f_normal_scores(const double *quantiles, uint32_t n_quantiles, const double *values, size_t n, double *scores);

/* By how much the numbers of a case are less in agreement than those of 97 in 100 cases are: the statistic is what the copula says
 * of them together less what each says alone. Not above 0 is in order; -infinity of fewer than two. values[n] has NaN where there
 * is no number. */
double ifc2f_disagreement(const ifc2f_copula *copula, const double *values, double *work);

/* The number without which the others go together best, or IFC2F_IN_ORDER. */
int32_t ifc2f_doubtful(const ifc2f_copula *copula, const double *values, double *work);

#ifdef __cplusplus
}
#endif

#endif
