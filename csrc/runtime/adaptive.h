/* The adaptive policy (IFC2F_EXACT): after every answer, the acquisition that gains most for its cost, by exact inference. */
#ifndef IFC2F_ADAPTIVE_H
#define IFC2F_ADAPTIVE_H

#include "state.h"

static inline int is_adaptive(const ifc2f_model *model)
{
    return IFC2F_EXACT && model->sections[IFC2F_ADAPTIVE].length > 0;
}

#if IFC2F_EXACT
/* Bytes of memory it adds behind that of exact inference. */
IFC2F_PRIVATE uint64_t i2f_adaptive_bytes(const ifc2f_model *model);

/* Check the section. */
IFC2F_PRIVATE int32_t i2f_check_adaptive(const ifc2f_model *model);

/* The best acquisition, or IFC2F_STOP. The posterior is up to date. */
IFC2F_PRIVATE int32_t i2f_adaptive_next(const ifc2f_session *s);

/* What acquiring open feature k and then following the policy costs at most. The posterior is up to date. */
IFC2F_PRIVATE float i2f_adaptive_cost(const ifc2f_session *s, uint32_t k);
#endif

#endif
