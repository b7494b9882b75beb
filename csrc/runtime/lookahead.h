/* Looking ahead (IFC2F_EXACT): what an acquisition costs together with all that the favourites after it cost. */
#ifndef IFC2F_LOOKAHEAD_H
#define IFC2F_LOOKAHEAD_H

#include "state.h"

#if IFC2F_EXACT

enum { MOST_STEPS_AHEAD = 8 };

/* An acquisition whose answers are followed one after the other. */
typedef struct step_ahead {
    uint32_t feature;
    uint32_t value; /* the answer that is followed now */
    uint32_t n_values;
    float otherwise; /* least cost without the acquisition, times the probability of coming here */
    float sum;       /* cost with it, as far as its answers were followed, times the same */
    cost_sum spent;  /* before it */
} step_ahead;

typedef struct look_ahead {
    const ifc2f_session *s;
    uint32_t depth;
    float least;    /* probability of the rarest answers that are followed */
    float *reached; /* probability of each answer, at [depth][value] */
    float *left;    /* least cost known after it, times that probability, at [depth][value] */
    step_ahead steps[MOST_STEPS_AHEAD];
} look_ahead;

/* Numbers of memory it needs. */
IFC2F_PRIVATE uint64_t i2f_ahead_numbers(const ifc2f_model *model);

/* Begin to look ahead, with that memory. The posterior is up to date, and stays as it is. */
IFC2F_PRIVATE void i2f_begin_ahead(look_ahead *a, const ifc2f_session *s, float *memory);

/* Cost of acquiring open feature k and then, after each answer v, of the least of left[v], which is set beforehand to what is known to
 * be left, times the probability of v, and of following favourites: up to MOST_STEPS_AHEAD acquisitions in all, and as long as the
 * answers are not too rare; from there on of deciding, or of one acquisition and deciding. What is followed is a policy, so that the
 * best one costs no more. */
IFC2F_PRIVATE float i2f_cost_ahead(look_ahead *a, uint32_t k);

#endif

#endif
