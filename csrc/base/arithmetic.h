/*
 * Include first in every source file: the compiler must round after every operation, or the same model would give
 * other bits here than elsewhere. Fused multiply-add is the default of Clang and of GNU C wherever the processor has it,
 * so it is switched off here and not left to a flag that a build may forget. Internal to the library.
 */
#ifndef IFC2F_ARITHMETIC_H
#define IFC2F_ARITHMETIC_H

#include <float.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#else
#pragma STDC FP_CONTRACT OFF
#endif

/* The macros that compilers define for -ffast-math and for its parts. What defines none is found when a model is opened
 * (runtime/rounding.c). */
#if defined(__FAST_MATH__) || defined(_M_FP_FAST)
#error "ifc2f: compile without -ffast-math, which changes results"
#endif
#if defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__)
#error "ifc2f: compile without -funsafe-math-optimizations, -fassociative-math and -freciprocal-math, which change results"
#endif
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "ifc2f: compile without -ffinite-math-only: a reading that is not a number would count as one"
#endif

/* 16 widens half precision only. */
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16
#error "ifc2f: float is computed in a wider type here, which changes results; on 32-bit x86 add -msse2 -mfpmath=sse"
#endif

#endif
