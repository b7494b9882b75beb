/* What the program needs of a board, besides flash and RAM. */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>
#include <string.h>

/* Send text to the host. */
void board_put(const char *text);

#endif
