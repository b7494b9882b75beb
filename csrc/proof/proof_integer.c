/*
 * What Eva is to show of the integer runtime, in the builds for one kind of model: whatever a file of LENGTH bytes holds,
 * with up to MOST_FEATURES features, N_CLASSES classes, and up to as many stages as features or nodes as fit, opening it, and
 * then any sequence of calls with any arguments, on a session begun or taken up from any memory, has no undefined
 * behaviour.
 */
#include "proof_integer.h"

enum { MOST_NODES = (LENGTH - RECORDS_AT - GRAPH_RECORD_BYTES * MOST_FEATURES) / NODE_BYTES };

static uint32_t memory[(sizeof(int_head) + 4 * MOST_FEATURES + sizeof(int_class) * N_CLASSES) / 4];

static void call(ifc2f_int_session *s)
{
    static uint16_t posterior[N_CLASSES];
    switch (any() % 8) {
    case 0:
        (void)ifc2f_int_answer(s, any(), (int32_t)any());
        break;
    case 1:
        (void)ifc2f_int_missing(s, any(), (int32_t)any());
        break;
    case 2:
        (void)ifc2f_int_retract(s, any());
        break;
    case 3:
        (void)ifc2f_int_next(s);
        break;
    case 4:
        (void)ifc2f_int_decide(s);
        break;
    case 5:
        ifc2f_int_posterior(s, posterior);
        break;
    case 6:
        ifc2f_int_set_budget(s, any());
        break;
    default:
        (void)ifc2f_int_state(s, any());
        (void)ifc2f_int_cost(s);
        break;
    }
}

void prove(void)
{
    static ifc2f_int_model model;
    ifc2f_int_session s;
    const uint8_t K = Frama_C_unsigned_char_interval(0, MOST_FEATURES);
    const uint8_t wide = Frama_C_unsigned_char_interval(0, WIDE_TABLES | WIDE_SETS);
    //@ split K;
    //@ split wide;
    Frama_C_make_unknown((char *)bytes, LENGTH);
    put_u16(bytes + N_FEATURES_AT, K);
    put_u16(bytes + N_CLASSES_AT, N_CLASSES);
    put_u32(bytes + WORDS_AT + 4 * N_STEPS, Frama_C_unsigned_int_interval(0, IFC2F_INTEGER_GRAPH ? MOST_NODES : K));
    bytes[WIDE_AT] = wide;
    if (ifc2f_int_open(&model, bytes, LENGTH) != IFC2F_OK) {
        return;
    }
    /* Memory of just the size of a session. */
    Frama_C_make_unknown((char *)memory, sizeof memory);
    const uint32_t n = ifc2f_int_session_bytes(&model);
    uint32_t *start = memory + (sizeof memory - n) / 4;
    if (ENTER(&s, &model, start, n) != IFC2F_OK) {
        return;
    }
    /* Where a graph asks for a feature its node is an inner one. */
    //@ dynamic_split ((int_head *)start)->state < K;
    while ((any() & 1) != 0) {
        call(&s);
    }
}
