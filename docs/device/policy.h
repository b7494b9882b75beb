/* What the program needs of a policy; float32.c, int8.c and plain.c give it, one for each way to export a model. */
#ifndef POLICY_H
#define POLICY_H

#include <stdint.h>

enum { NO_READING = INT32_MIN };

/* Begin a case. Returns 0, or a negative status if the model or its memory is refused. */
int32_t policy_begin(void);

/* The feature to read next, or a number below 0 if another reading is not worth its cost. */
int32_t policy_next(void);

/* Take a reading of that feature in millimetres, or NO_READING. Returns 0, or a negative status and changes nothing. */
int32_t policy_take(int32_t feature, int32_t reading);

/* The class with the smallest expected cost of a mistake. */
int32_t policy_class(void);

#endif
