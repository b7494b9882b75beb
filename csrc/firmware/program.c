/*
 * A sensor controller: for each recorded row it asks one sensor at a time, as the policy wants, and says class,
 * posterior (the bits of each number), sensors read and cost. The same program runs on a host and on each board, and
 * must say the same everywhere.
 *
 * Model and rows are constants in flash (build/firmware/data.c, written by make_data.py). `REPEAT` runs over the rows again,
 * silently, to count instructions. Memory is the program's own: no heap.
 */
#include "board.h"
#include "data.h"
#include "kind.h"

#ifndef ROWS
#define ROWS N_ROWS
#endif
#ifndef REPEAT
#define REPEAT 0
#endif
#ifndef QUIET
#define QUIET 0
#endif

static uint32_t memory[SESSION_BYTES / 4];
static RUNTIME(model) model;
static const reading_type *row; /* the recording that stands for the world */

static reading_type read_sensor(int32_t k)
{
    return row[sensor_of_feature[k]];
}

static void put_number(uint32_t number)
{
    char text[11];
    int i = 10;
    text[i] = '\0';
    do {
        text[--i] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    board_put(text + i);
}

/* A whole number, or the bits of a float. */
#if INTEGER
static void put_probability(uint16_t value)
{
    put_number(value);
}

static void put_cost(uint32_t value)
{
    put_number(value);
}
#else
static void put_hex(uint32_t bits)
{
    char text[9];
    for (int i = 0; i < 8; ++i) {
        text[i] = "0123456789abcdef"[bits >> (28 - 4 * i) & 15];
    }
    text[8] = '\0';
    board_put(text);
}

static void put_probability(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_hex(bits);
}

static void put_cost(float value)
{
    put_probability(value);
}
#endif

/* Answer for one row; returns a negative status on an error. */
static int32_t run(RUNTIME(session) *session)
{
    int32_t status = RUNTIME(begin)(session, &model, memory, sizeof memory);
    int32_t feature = -1;
    while (status == IFC2F_OK && (feature = RUNTIME(next)(session)) >= 0) {
        const reading_type value = read_sensor(feature);
        status = is_missing(value) ? RUNTIME(missing)(session, (uint32_t)feature, 0)
                                   : RUNTIME(answer)(session, (uint32_t)feature, value);
    }
    return status != IFC2F_OK ? status : feature == IFC2F_STOP ? RUNTIME(decide)(session) : feature;
}

static void put_result(const RUNTIME(session) *session, int32_t label)
{
    probability_type posterior[N_CLASSES];
    uint32_t n_read = 0;
    for (uint32_t k = 0; k < model.n_features; ++k) {
        n_read += RUNTIME(state)(session, k) >= 0;
    }
    (void)RUNTIME(posterior)(session, posterior);
    put_number((uint32_t)label);
    for (uint32_t c = 0; c < N_CLASSES; ++c) {
        board_put(" ");
        put_probability(posterior[c]);
    }
    board_put(" ");
    put_number(n_read);
    board_put(" ");
    put_cost(RUNTIME(cost)(session));
    board_put("\n");
}

int main(void)
{
    RUNTIME(session) session;
    uint32_t sum = 0; /* of the labels, so that repetitions are not optimised away */
    const int32_t status = RUNTIME(open)(&model, model_bytes, model_length);
    if (status != IFC2F_OK || RUNTIME(session_bytes)(&model) > sizeof memory) {
        board_put("the model was refused: status -");
        put_number((uint32_t)-status);
        board_put("\n");
        return 1;
    }
    for (uint32_t round = 0; round <= REPEAT; ++round) {
        for (uint32_t r = 0; r < ROWS; ++r) {
            row = rows[r];
            const int32_t label = run(&session);
            if (label < 0) {
                board_put("a row failed\n");
                return 1;
            }
            sum += (uint32_t)label;
            if (!QUIET && round == 0) {
                put_result(&session, label);
            }
        }
    }
    put_number(sum);
    board_put("\n");
    return 0;
}
