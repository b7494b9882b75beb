/*
 * The integer runtime, a file of LENGTH bytes, and what proof_integer.c takes by contract from proof_integer_parts.c: three
 * functions that read as many numbers as a model says from where it says, which has to be shown for each count by
 * itself. They write nothing, as their arguments' types tell.
 */
#define IFC2F_PRIVATE static

#include "../integer/model.c"
#include "../integer/state.c"
#include "../integer/numbers.c"
#include "../integer/graph.c"
#include "../integer/thresholds.c"
#include "../integer/vectors.c"
#include "../integer/ordered.c"
#include "../integer/session.c"

#include <__fc_builtin.h>

#ifndef LENGTH
#define LENGTH 161
#endif
enum { MOST_FEATURES = 3 };

static uint8_t bytes[LENGTH];

/*@ requires \valid_read(record + (0 .. RECORD_BYTES - 1));
    requires model->bytes == &bytes[0] && model->length == LENGTH;
    assigns \result \from record[0 .. RECORD_BYTES - 1], model->words[EDGES], bytes[0 .. LENGTH - 1], reading; */
static int32_t i2f_int_bin_of(const ifc2f_int_model *model, const uint8_t *record, int32_t reading);

/*@ requires \valid_read(record + (0 .. RECORD_BYTES - 1));
    requires s->model->bytes == &bytes[0] && s->model->length == LENGTH && s->model->n_features <= MOST_FEATURES;
    requires \valid_read(s->values + (0 .. s->model->n_features - 1));
    assigns \result \from record[0 .. RECORD_BYTES - 1], s->model->words[INDEX], bytes[0 .. LENGTH - 1],
                          s->values[0 .. s->model->n_features - 1]; */
static uint32_t set_of(const ifc2f_int_session *s, const uint8_t *record);

/*@ requires s->model->bytes == &bytes[0] && s->model->length == LENGTH && s->model->n_classes == 3;
    requires \valid_read((int_class *)(s->values + s->model->n_features) + (0 .. s->model->n_classes - 1));
    assigns \result \from s->model->words[VECTORS], bytes[0 .. LENGTH - 1],
                          ((int_class *)(s->values + s->model->n_features))[0 .. s->model->n_classes - 1],
                          first, end, limit, enough; */
static best best_of(const ifc2f_int_session *s, uint32_t first, uint32_t end, uint32_t limit, uint32_t enough);

static uint32_t any(void) { return Frama_C_unsigned_int_interval(0, 0xFFFFFFFFu); }
