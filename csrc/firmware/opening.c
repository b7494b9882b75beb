/* Opening a model, over and over, for counting instructions; with LINKED=1 as one that is linked into the program. */
#include "board.h"
#include "data.h"
#include "kind.h"

#ifndef LINKED
#define LINKED 0
#endif

static RUNTIME(model) model;

int main(void)
{
    int32_t status = IFC2F_OK;
    for (uint32_t round = 0; round <= REPEAT && status == IFC2F_OK; ++round) {
#if LINKED
        status = RUNTIME(open_linked)(&model, model_bytes, model_length, MODEL_ID);
#else
        status = RUNTIME(open)(&model, model_bytes, model_length);
#endif
    }
    return -status;
}
