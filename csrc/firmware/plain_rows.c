/* A policy in plain C on recorded rows, for counting instructions; see rival.c. */
#include "board.h"
#include "plain.h"

#ifndef ROWS
#define ROWS N_ROWS
#endif
#ifndef REPEAT
#define REPEAT 0
#endif

int main(void)
{
    uint32_t sum = 0;
    for (uint32_t round = 0; round <= REPEAT; ++round) {
        for (uint32_t r = 0; r < ROWS; ++r) {
            row = rows[r];
            sum += decide();
            __asm__ volatile("" : : "r"(sum) : "memory"); /* so that repetitions are not left out */
        }
    }
    return (int)(sum & 0x7F);
}
