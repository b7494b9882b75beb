/*
 * A classifier on a serial line. Each line from the host gets one line back:
 *
 *     begin       begins a case, and forgets the one before
 *     value 438   a reading of the feature that was asked for, a whole number
 *     missing     there is no such reading
 *
 *     ask 3       send a reading of feature 3
 *     class 2     another reading is not worth its cost: this is the class
 *     error ...   the line was not understood or refused; nothing has changed, and `ask` stands
 */
#include "policy.h"
#include "serial.h"

enum { LINE = 32, BEFORE, ASKING, DECIDED };

static char line[LINE];
static int state = BEFORE;
static int32_t asked;

/* Read a line without its end. Returns 0 if it is longer than any that the host may send. */
static int read_line(void)
{
    int n = 0;
    for (char c = serial_get(); c != '\n'; c = serial_get()) {
        if (c != '\r') {
            line[n < LINE - 1 ? n : LINE - 1] = c;
            n += n < LINE;
        }
    }
    line[n < LINE - 1 ? n : LINE - 1] = '\0';
    return n < LINE;
}

/* What follows a word at the beginning of the line; a null pointer if the line begins otherwise. */
static const char *after(const char *word)
{
    const char *at = line;
    while (*word != '\0') {
        if (*at++ != *word++) {
            return 0;
        }
    }
    return at;
}

/* Read all of a text as a number of at most 9 digits. Returns whether it is one. */
static int is_number(const char *text, int32_t *number)
{
    const int is_negative = *text == '-';
    int n = 0;
    *number = 0;
    for (text += is_negative; *text >= '0' && *text <= '9' && n < 9; ++text, ++n) {
        *number = 10 * *number + (*text - '0');
    }
    *number = is_negative ? -*number : *number;
    return n > 0 && *text == '\0';
}

static void put_line(const char *word, int32_t number)
{
    char text[12];
    int at = 11;
    uint32_t rest = number < 0 ? 0u - (uint32_t)number : (uint32_t)number;
    text[at] = '\0';
    text[--at] = '\n';
    do {
        text[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    serial_put(word);
    serial_put(number < 0 ? " -" : " ");
    serial_put(text + at);
}

/* Ask for the next feature, or say the class. */
static void go_on(void)
{
    asked = policy_next();
    state = asked >= 0 ? ASKING : DECIDED;
    put_line(state == ASKING ? "ask" : "class", state == ASKING ? asked : policy_class());
}

static void take(int32_t reading)
{
    const int32_t status = policy_take(asked, reading);
    if (status < 0) {
        put_line("error: the policy refuses it with status", status);
    } else {
        go_on();
    }
}

static void begin(void)
{
    const int32_t status = policy_begin();
    if (status < 0) {
        state = BEFORE;
        put_line("error: the model was refused with status", status);
    } else {
        go_on();
    }
}

int main(void)
{
    serial_open();
    for (;;) {
        int32_t reading = NO_READING;
        const int is_whole = read_line();
        const char *value = after("value ");
        const char *end = after(value ? "value " : "missing");
        if (is_whole && after("begin") && *after("begin") == '\0') {
            begin();
        } else if (!is_whole || !end || !(value ? is_number(value, &reading) : *end == '\0')) {
            serial_put("error: send begin, value and a whole number of at most 9 digits, or missing\n");
        } else if (state != ASKING) {
            serial_put(state == BEFORE ? "error: send begin first\n" : "error: nothing is asked for: begin again\n");
        } else {
            take(reading);
        }
    }
}
