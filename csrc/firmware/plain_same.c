/*
 * A policy in plain C on random rows with gaps: the same rows, drawn about the policy's own cuts, on the host and on each
 * board. It prints a checksum (FNV-1a) of all classes and, of tables with them, all probabilities; make_plain.py
 * works out from the model that the host follows what it has to be.
 */
#include "board.h"
#include "plain.h"

enum { N_DRAWN = 10000 };

static uint32_t bits = 1;
static uint32_t hash = 2166136261u;

/* One of 0 .. n - 1, by Marsaglia's xorshift and without a division, which not every processor has. */
static uint32_t draw(uint16_t n)
{
    bits ^= bits << 13;
    bits ^= bits >> 17;
    bits ^= bits << 5;
    return ((bits >> 16) * n) >> 16;
}

static void add(uint8_t byte)
{
    hash = (hash ^ byte) * 16777619u;
}

/* A reading at a cut or beside it; of five one is missing. */
static int32_t reading_of(uint16_t feature)
{
    const uint16_t first = first_cut[feature];
    const uint16_t n = (uint16_t)(first_cut[feature + 1] - first);
    const int32_t cut = cut_values[first + draw(n)];
    const int32_t reading = cut + (int32_t)draw(3) - 1;
    return draw(5) == 0 ? POLICY_MISSING : reading;
}

static void put_hash(void)
{
    char text[10];
    for (uint8_t i = 0; i < 8; ++i) {
        text[i] = "0123456789abcdef"[(hash >> (28 - 4 * i)) & 15];
    }
    text[8] = '\n';
    text[9] = '\0';
    board_put(text);
}

int main(void)
{
    static int32_t readings[N_FEATURES];
    row = readings;
    for (uint16_t r = 0; r < N_DRAWN; ++r) {
        for (uint16_t k = 0; k < N_FEATURES; ++k) {
            readings[k] = reading_of(k);
        }
        add(decide());
#if HAS_POSTERIOR
        uint8_t posterior[POLICY_N_CLASSES];
        policy_posterior(walk(), posterior);
        for (uint16_t c = 0; c < POLICY_N_CLASSES; ++c) {
            add(posterior[c]);
        }
#endif
    }
    put_hash();
    return 0;
}
