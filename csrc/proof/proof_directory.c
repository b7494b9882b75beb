/*
 * What Eva is to show of opening, first part: whatever the LENGTH bytes of a file are, reading header, checksum and
 * directory has no undefined behaviour, and each section it finds lies within the file (the assertion in
 * read_directory()). So has reading a file whose checksum is compared with a known one, and not computed.
 */
#include "../runtime/open.c"

#include <__fc_builtin.h>

#ifndef LENGTH
#define LENGTH 256
#endif

static uint8_t bytes[LENGTH];

void prove(void)
{
    static ifc2f_model model;
    const ifc2f_span file = {bytes, LENGTH};
    cursor from = {&model, &file, 0, 0};
    static uint32_t id;
    Frama_C_make_unknown((char *)bytes, LENGTH);
    Frama_C_make_unknown((char *)&id, sizeof id);
    (void)open_file(&from, Frama_C_interval(0, 1) != 0 ? &id : NULL);
}
