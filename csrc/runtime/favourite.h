/* The favourite: of all acquisitions the one that gains most for its cost, by exact inference (IFC2F_EXACT). */
#ifndef IFC2F_FAVOURITE_H
#define IFC2F_FAVOURITE_H

#include "state.h"

#if IFC2F_EXACT

static const float ROUNDING = 1e-5f; /* relative: a gain below it is none */

/* A policy of which it is known what it costs from here on: the base of a roll-out. */
typedef struct base_policy {
    float cost;
    int32_t next;
} base_policy;

/* Whether open feature k may be acquired for less than `least`. */
IFC2F_PRIVATE int i2f_may_be_next(const ifc2f_session *s, uint32_t k, float least);

/* The cost of deciding on a belief, and doubt, weighed. It need not be normalised: the value scales with it. The second is that of
 * now. */
IFC2F_PRIVATE float i2f_badness(const ifc2f_session *s, const float *belief);
IFC2F_PRIVATE float i2f_badness_now(const ifc2f_session *s);

/* Of the acquisitions that gain more than they cost, the one with the largest gain per cost; IFC2F_STOP if there is none. An acquisition gains at
 * least what it saves of the cost of deciding, `stop`: doubt, where mistakes are not equally dear, may grow with an answer.
 *
 * `single` becomes the cheapest of itself and of one acquisition and deciding. Unless `base` is NULL only acquisitions count that are in
 * themselves no dearer, with deciding, than the base, or begin it. Unless `badness` is NULL, that after each acquisition is written
 * to it, LARGEST where none may be taken. The posterior is up to date. */
IFC2F_PRIVATE int32_t i2f_find_favourite(const ifc2f_session *s, float stop, const base_policy *base, base_policy *single,
                                         float *badness);

#endif

#endif
