/* The copies, and one comparison, that compilers expect of a C library; plain loops, which must not become calls to themselves. */
#include "string.h"

__attribute__((optimize("no-tree-loop-distribute-patterns"))) void *memcpy(void *to, const void *from, size_t n)
{
    for (size_t i = 0; i < n; ++i) {
        ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
    }
    return to;
}

__attribute__((optimize("no-tree-loop-distribute-patterns"))) void *memset(void *to, int value, size_t n)
{
    for (size_t i = 0; i < n; ++i) {
        ((unsigned char *)to)[i] = (unsigned char)value;
    }
    return to;
}

__attribute__((optimize("no-tree-loop-distribute-patterns"))) void *memmove(void *to, const void *from, size_t n)
{
    if ((size_t)to - (size_t)from >= n) { /* forwards, unless that would write over what is still to be read */
        return memcpy(to, from, n);
    }
    while (n-- > 0) {
        ((unsigned char *)to)[n] = ((const unsigned char *)from)[n];
    }
    return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
    for (size_t i = 0; i < n; ++i) {
        const int difference = ((const unsigned char *)a)[i] - ((const unsigned char *)b)[i];
        if (difference != 0) {
            return difference;
        }
    }
    return 0;
}
