/*
 * Exact inference: the weights from any set of answers, and what they tell of open features (IFC2F_EXACT). Without it
 * answers come in the order of the features.
 */
#ifndef IFC2F_EXACT_H
#define IFC2F_EXACT_H

#include "weights.h"

/* Whether feature k can be answered now: always with exact inference or a policy graph, else if it stands behind all that
 * are answered and its parent is one of them. */
IFC2F_PRIVATE int i2f_can_answer(const ifc2f_session *s, uint32_t k);

/* Whether the weights follow from the answers: always with exact inference, else if each one's parent is answered. */
IFC2F_PRIVATE int i2f_has_weights(const ifc2f_session *s);

/* The weights from the set of answers; with exact inference from up-to-date messages. */
IFC2F_PRIVATE void i2f_update_weights(const ifc2f_session *s);

#if IFC2F_EXACT
/* Bytes of memory it adds. */
IFC2F_PRIVATE uint64_t i2f_exact_bytes(const ifc2f_model *model);

/* Bring messages up to date after a change of feature k's value. */
IFC2F_PRIVATE void i2f_update_messages(const ifc2f_session *s, uint32_t k);

/* Bring prefix, end and, but for a graph's session, weights and posterior up to date after a change of feature k's value. */
IFC2F_PRIVATE void i2f_take_up(const ifc2f_session *s, uint32_t k, int had_value);

/* Give feature k a value, or NO_VALUE, for what i2f_marginal() then tells; the posterior stays, and the value is to be taken back. */
IFC2F_PRIVATE void i2f_try(const ifc2f_session *s, uint32_t k, uint32_t value);

/* P(feature k = v | class, answers) of an open feature, [n_values][n_classes], up to date. */
IFC2F_PRIVATE const float *i2f_marginal(const ifc2f_session *s, uint32_t k);

/* Memory for a belief that is tried. */
IFC2F_PRIVATE ifc2f_class *i2f_scratch(const ifc2f_session *s);

/* P(feature k = v | its parent = u, class c, answers below) at out[(c * n_rows + u) * stride + v], for all u; what is
 * not written is 0. Messages are up to date, as they are after i2f_marginal(). */
IFC2F_PRIVATE void i2f_transitions(const ifc2f_session *s, uint32_t k, uint32_t n_rows, uint32_t stride, float *out);
#endif

#endif
