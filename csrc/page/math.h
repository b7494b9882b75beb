/* All that the module needs of a library of mathematics: WebAssembly has an instruction for it. */
#ifndef PAGE_MATH_H
#define PAGE_MATH_H

static inline double sqrt(double x)
{
    return __builtin_sqrt(x);
}

#endif
