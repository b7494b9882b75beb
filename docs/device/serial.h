/* What the program needs of a board: a serial line. */
#ifndef SERIAL_H
#define SERIAL_H

void serial_open(void);

/* The next character. The processor sleeps until there is one. */
char serial_get(void);

void serial_put(const char *text);

#endif
