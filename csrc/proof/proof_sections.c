/*
 * What Eva is to show of opening, second part: whatever the sections hold, and however long they are, reading and checking
 * them has no undefined behaviour; nor has any function that tells of an opened model, with any arguments. Each section
 * is an array of its own, so that a read behind its end would be seen as such.
 */
#include "../runtime/open.c"

#include <__fc_builtin.h>

enum { MOST_BYTES = 256 };

static uint8_t bytes[IFC2F_N_SECTIONS][MOST_BYTES];
static float numbers[255 * 255];

static uint32_t any(void) { return Frama_C_unsigned_int_interval(0, 0xFFFFFFFFu); }

void prove(void)
{
    static ifc2f_model model;
    for (uint32_t i = 0; i < IFC2F_N_SECTIONS; ++i) { /* unrolled, so that each has an array of its own */
        Frama_C_make_unknown((char *)bytes[i], MOST_BYTES);
        model.sections[i].bytes = bytes[i];
        model.sections[i].length = Frama_C_unsigned_int_interval(0, MOST_BYTES);
    }
    cursor from = {&model, &model.sections[IFC2F_DIMENSIONS], 0, 0};
    if (read_sections(&from) != IFC2F_OK) {
        return;
    }
    (void)ifc2f_has_factor(&model);
    const uint32_t k = any();
    (void)ifc2f_n_values(&model, k);
    (void)ifc2f_parent(&model, k);
    (void)ifc2f_column(&model, k);
    (void)ifc2f_bin(&model, k, Frama_C_float_interval(-3e38f, 3e38f));
    (void)ifc2f_read_table_row(&model, k, any(), any(), numbers);
    (void)ifc2f_read_prior(&model, numbers);
    (void)ifc2f_read_misclassification(&model, numbers);
    (void)ifc2f_session_bytes(&model);
    (void)ifc2f_use_policy(&model, bytes[IFC2F_ORDERED], Frama_C_unsigned_int_interval(0, MOST_BYTES));
    (void)ifc2f_use_costs(&model, bytes[IFC2F_COSTS], Frama_C_unsigned_int_interval(0, MOST_BYTES));
}
