/*
 * Cells of a histogram over codes: one for each code and a last one for the missing. Which of them are not empty is kept
 * as a set of bits, because most nodes of a tree have few rows. Internal to growing trees and graphs.
 */
#ifndef IFC2F_TRAINING_CELLS_H
#define IFC2F_TRAINING_CELLS_H

#include <stddef.h>
#include <stdint.h>

enum {
    CELLS = 256,   /* codes 0 .. 254, and the missing */
    MISSING = 255, /* their cell */
    CELL_WORDS = CELLS / 64,
    AT_ONCE = 8 /* columns whose histograms are filled in one pass over the rows: they stay in the cache */
};

typedef struct cell_set {
    uint64_t words[CELL_WORDS];
} cell_set;

/* Position of the lowest bit of a word that has one. */
static inline uint32_t lowest_bit(uint64_t word)
{
    static const uint8_t position[64] = {
        0,  1,  2,  53, 3,  7,  54, 27, 4,  38, 41, 8,  34, 55, 48, 28, 62, 5,  39, 46, 44, 42, 22, 9,  24, 35, 59, 56,
        49, 18, 29, 11, 63, 52, 6,  26, 37, 40, 33, 47, 61, 45, 43, 21, 23, 58, 17, 10, 51, 25, 36, 32, 60, 20, 57, 16,
        50, 31, 19, 15, 30, 14, 13, 12};
    return position[((word & (~word + 1)) * 0x022FDD63CC95386Du) >> 58]; /* the bit alone, by a de Bruijn sequence */
}

static inline void add_cell(cell_set *set, uint32_t cell)
{
    set->words[cell >> 6] |= (uint64_t)1 << (cell & 63);
}

/* List the cells of a set, ascending; returns their number. */
static inline uint32_t list_cells(const cell_set *set, uint8_t cells[CELLS])
{
    uint32_t n = 0;
    for (uint32_t word = 0; word < CELL_WORDS; ++word) {
        for (uint64_t left = set->words[word]; left != 0; left &= left - 1) {
            cells[n++] = (uint8_t)(word * 64 + lowest_bit(left));
        }
    }
    return n;
}

#endif
