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

#if defined(__FAST_MATH__) || defined(_M_FP_FAST)
#error "ifc2f: compile without -ffast-math, which changes results"
#endif

/* 16 widens half precision only. */
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16
#error "ifc2f: float is computed in a wider type here, which changes results; on 32-bit x86 add -msse2 -mfpmath=sse"
#endif

#endif
