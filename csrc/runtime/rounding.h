/* Whether the machine computes as the models expect. */
#ifndef IFC2F_ROUNDING_H
#define IFC2F_ROUNDING_H

#include "model.h"

/* Whether a few sums, products and quotients have the bits that they must have: each operation is rounded to the nearest float of
 * single precision, and none is fused with another, done in another order, or replaced. */
IFC2F_PRIVATE int i2f_rounds_each(void);

#endif
