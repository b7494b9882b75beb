/* Gates (IFC2F_EXACT): features that tell little themselves, but what others tell. */
#ifndef IFC2F_GATES_H
#define IFC2F_GATES_H

#include "state.h"

#if IFC2F_EXACT

enum { MOST_GATES = 2 };

/* Numbers of memory it needs. */
IFC2F_PRIVATE uint64_t i2f_gate_numbers(const ifc2f_model *model);

/* Write the best gates, IFC2F_STOP behind the last; returns how many there are. `badness` is that after each acquisition, as
 * i2f_find_favourite() writes it. The posterior is up to date. */
IFC2F_PRIVATE uint32_t i2f_find_gates(const ifc2f_session *s, const float *badness, float *memory, int32_t gates[MOST_GATES]);

#endif

#endif
