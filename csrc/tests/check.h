/* Checks for the C tests: each failed one prints itself and its line; main() returns check_report(). */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

static unsigned check_failed;
static unsigned check_done;

static void check_that(int holds, const char *text, const char *file, int line)
{
    ++check_done;
    if (!holds) {
        ++check_failed;
        if (check_failed <= 20) {
            (void)fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, text);
        }
    }
}

#define CHECK(condition) check_that((condition) != 0, #condition, __FILE__, __LINE__)

static int check_report(const char *name)
{
    (void)printf("%s: %u checks, %u failed\n", name, check_done, check_failed);
    return check_failed != 0;
}

#endif
