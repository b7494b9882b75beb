/*
 * What Eva is to show of the integer runtime's parts: opening files of every length up to LENGTH, whatever they hold, and
 * the three functions of proof_integer.h for every count that a record can hold, and for sets of up to as many vectors,
 * of three classes, as fit into the file and one more, that begin with one of the first three.
 */
#include "proof_integer.h"

static ifc2f_int_model model;
static ifc2f_int_session s;
static int32_t values[MOST_FEATURES + 2 * 3];
static uint8_t record[RECORD_BYTES];

/* The bytes end where the file does. */
static void open_file(void)
{
    const uint32_t length = Frama_C_unsigned_int_interval(0, LENGTH);
    //@ split length;
    (void)ifc2f_int_open(&model, bytes + LENGTH - length, length);
}

static void find_bin(void)
{
    record[N_VALUES] = Frama_C_unsigned_char_interval(0, 255);
    //@ split record[N_VALUES];
    (void)i2f_int_bin_of(&model, record, (int32_t)any());
}

static void find_set(void)
{
    record[N_INDEX] = Frama_C_unsigned_char_interval(0, 255);
    //@ split record[N_INDEX];
    (void)set_of(&s, record);
}

static void compare_vectors(void)
{
    const uint32_t first = Frama_C_unsigned_int_interval(0, 2);
    const uint32_t n = Frama_C_unsigned_int_interval(0, LENGTH / 3 + 1);
    model.n_classes = 3;
    model.wide = Frama_C_unsigned_int_interval(0, 1) * WIDE_SETS;
    //@ split model.wide;
    //@ split first;
    //@ split n;
    (void)best_of(&s, first, first + n, any(), any());
}

void prove(void)
{
    Frama_C_make_unknown((char *)bytes, LENGTH);
    open_file();
    Frama_C_make_unknown((char *)model.words, sizeof model.words);
    Frama_C_make_unknown((char *)values, sizeof values);
    Frama_C_make_unknown((char *)record, sizeof record);
    model.bytes = bytes;
    model.length = LENGTH;
    model.n_features = MOST_FEATURES;
    model.kind = KIND_VECTORS;
    s.model = &model;
    s.values = values;
    find_bin();
    find_set();
    compare_vectors();
}
