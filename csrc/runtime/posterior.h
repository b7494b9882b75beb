/*
 * The posterior, of the graph or the network. Sessions of a graph put off to compute it until it is asked for: to go
 * through the graph takes neither weights nor posterior.
 */
#ifndef IFC2F_POSTERIOR_H
#define IFC2F_POSTERIOR_H

#include "state.h"

#if IFC2F_GRAPHS
/* After a change of a feature that was open, or not, in a session of a graph. */
IFC2F_PRIVATE void i2f_put_off(const ifc2f_session *s, int was_open);

/* Bring the posterior up to date. */
IFC2F_PRIVATE void i2f_need_posterior(const ifc2f_session *s);
#else
static inline void i2f_put_off(const ifc2f_session *s, int was_open)
{
    (void)s;
    (void)was_open;
}

static inline void i2f_need_posterior(const ifc2f_session *s)
{
    (void)s;
}
#endif

#endif
