/*
 * Two builds of the runtime in lockstep: the full one (full.h) and one that leaves something out (part.h), both made by
 * amalgamate.py with these prefixes. Random changes, many of them out of the policy's way, are made in both. The second
 * says the same to the bit, or refuses a change by PART_ERR_ORDER and is as it was before.
 *
 *     two_builds MODEL SEED SEQUENCES PERCENT_MISSING
 *
 * It prints the numbers of changes, of changes refused and of features passed over, and fails at the first difference.
 * Three sequences in four follow the policy; readings that are missing are drawn with the last number.
 */
#include "full.h"
#include "part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY = 1 << 16, MAX_BYTES = 1 << 20, MAX_L = 16 };

static uint8_t bytes[MAX_BYTES];
static uint32_t full_memory[MEMORY / 4];
static uint32_t part_memory[MEMORY / 4];
static uint32_t before[MEMORY / 4];
static full_model full_opened;
static part_model part_opened;
static full_session full;
static part_session part;
static int is_graph;
static unsigned n_changes;
static unsigned n_refused;
static unsigned n_passed_over;
static uint32_t state;

static uint32_t draw(uint32_t n)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return (state >> 3) % n;
}

static void fail(const char *what)
{
    printf("differs: %s after %u changes\n", what, n_changes);
    exit(1);
}

/* Whether an open feature cannot be answered without exact inference: a later one is answered, or its parent is not. */
static int is_one_out_of_turn(void)
{
    int is_later_answered = 0;
    int found = 0;
    for (uint32_t k = full_opened.n_features; k-- > 0;) {
        const int32_t parent = full_parent(&full_opened, k);
        const int lacks_parent = parent >= 0 && full_state(&full, (uint32_t)parent) < 0;
        found |= full_state(&full, k) == FULL_OPEN && (is_later_answered || lacks_parent);
        is_later_answered |= full_state(&full, k) >= 0;
    }
    return found;
}

/* Only an ordered policy may go on differently, where a feature is out of turn: it is passed over. */
static int32_t compare_next(void)
{
    const int32_t next = part_next(&part);
    if (next != full_next(&full)) {
        if (is_graph || !is_one_out_of_turn()) {
            fail("next");
        }
        ++n_passed_over;
    }
    return next;
}

static void compare(void)
{
    float p[2][MAX_L];
    float mantissa[2];
    int32_t exponent[2];
    if (full_decide(&full) != part_decide(&part)) {
        fail("decide");
    }
    if (full_posterior(&full, p[0]) != part_posterior(&part, p[1]) ||
        memcmp(p[0], p[1], full_opened.n_classes * sizeof p[0][0]) != 0) {
        fail("posterior");
    }
    const float costs[2] = {full_cost(&full), part_cost(&part)};
    const float stops[2] = {full_cost_of_stopping(&full), part_cost_of_stopping(&part)};
    if (memcmp(&costs[0], &costs[1], 4) != 0 || memcmp(&stops[0], &stops[1], 4) != 0) {
        fail("cost");
    }
    if (part_evidence(&part, &mantissa[1], &exponent[1]) == PART_OK) {
        (void)full_evidence(&full, &mantissa[0], &exponent[0]);
        if (memcmp(&mantissa[0], &mantissa[1], 4) != 0 || exponent[0] != exponent[1]) {
            fail("evidence");
        }
    }
    for (uint32_t k = 0; k < full_opened.n_features; ++k) {
        if (full_state(&full, k) != part_state(&part, k)) {
            fail("state");
        }
    }
}

/* The same change in both; what the second refuses is taken back in the first. */
static void change(uint32_t k, uint32_t kind, uint32_t value)
{
    int32_t status[2];
    float prior[2][MAX_L];
    memcpy(before, full_memory, sizeof before);
    switch (kind) {
    case 0:
        status[0] = full_missing(&full, k, (int32_t)(value & 1));
        status[1] = part_missing(&part, k, (int32_t)(value & 1));
        break;
    case 1:
        status[0] = full_retract(&full, k);
        status[1] = part_retract(&part, k);
        break;
    case 2:
        for (uint32_t c = 0; c < full_opened.n_classes; ++c) { /* all on one class, or the same on each */
            prior[0][c] = value % 2 == 0 ? (float)(c == value / 2 % full_opened.n_classes)
                                         : 1.0f / (float)full_opened.n_classes;
        }
        status[0] = full_set_prior(&full, prior[0]);
        status[1] = part_set_prior(&part, prior[0]);
        break;
    case 3: /* asleep */
        status[0] = full_resume(&full, &full_opened, full_memory, sizeof full_memory);
        status[1] = part_resume(&part, &part_opened, part_memory, sizeof part_memory);
        break;
    default:
        value %= (uint32_t)full_n_values(&full_opened, k);
        status[0] = full_answer_bin(&full, k, value);
        status[1] = part_answer_bin(&part, k, value);
    }
    ++n_changes;
    if (status[1] == PART_ERR_ORDER && status[0] == FULL_OK) {
        ++n_refused;
        memcpy(full_memory, before, sizeof before);
    } else if (status[0] != status[1]) {
        fail("status");
    }
    compare();
}

static void run(uint32_t percent_missing)
{
    const uint32_t follows = draw(4);
    (void)full_restart(&full);
    (void)part_restart(&part);
    for (uint32_t i = 0; i < 3 * full_opened.n_features; ++i) {
        const int32_t next = compare_next();
        if (next >= 0 && (follows > 0 || draw(2) > 0)) {
            change((uint32_t)next, draw(100) < percent_missing ? 0 : 4, draw(1000));
            if (part_state(&part, (uint32_t)next) == PART_OPEN) {
                return; /* refused: a device decides on what it knows */
            }
        } else if (follows > 0) {
            return;
        } else {
            change(draw(full_opened.n_features), draw(8), draw(1000));
        }
    }
}

int main(int n_arguments, char **arguments)
{
    FILE *file = n_arguments == 5 ? fopen(arguments[1], "rb") : NULL;
    if (file == NULL) {
        return 2;
    }
    const uint32_t length = (uint32_t)fread(bytes, 1, sizeof bytes, file);
    (void)fclose(file);
    state = 2654435761u * (uint32_t)atoi(arguments[2]) + 1;
    if (full_open(&full_opened, bytes, length) != FULL_OK || full_opened.n_classes > MAX_L) {
        return 2;
    }
    if (part_open(&part_opened, bytes, length) == PART_ERR_LEFT_OUT) {
        printf("refused\n");
        return 0;
    }
    is_graph = full_opened.sections[FULL_GRAPH].length > 0;
    if (full_begin(&full, &full_opened, full_memory, sizeof full_memory) != FULL_OK ||
        part_begin(&part, &part_opened, part_memory, sizeof part_memory) != PART_OK) {
        return 2;
    }
    for (int i = 0; i < atoi(arguments[3]); ++i) {
        run((uint32_t)atoi(arguments[4]));
    }
    printf("%u %u %u\n", n_changes, n_refused, n_passed_over);
    return 0;
}
