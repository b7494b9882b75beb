/*
 * What Eva is to show of opening, first part: whatever the LENGTH bytes of a file are, reading header, checksum and
 * directory has no undefined behaviour, and each section it finds lies within the file (the assertion in
 * read_directory()).
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
    Frama_C_make_unknown((char *)bytes, LENGTH);
    (void)open_file(&from);
}
