/* Another library's model on the rows, as program.c does it with ours: for counting instructions. */
#include "board.h"
#include "data.h"

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
            sum += (uint32_t)rival(rows[r]);
            __asm__ volatile("" : : "r"(sum) : "memory"); /* so that repetitions are not left out */
        }
    }
    return (int)(sum & 0x7F);
}
