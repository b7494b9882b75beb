/* The copies that compilers expect of a C library; plain loops, which must not become calls to themselves. */
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
