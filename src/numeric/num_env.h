/* The MXCSR state that float arithmetic requires. */
#ifndef SM5_NUM_ENV_H
#define SM5_NUM_ENV_H

#include <stdint.h>
#include <xmmintrin.h>

/* All exceptions masked, nearest even; for float32 also FTZ (bit 15) and DAZ (bit 6), which flush denormals
   as D3D11.3 3.1.3.2 requires: inputs to zeros of their sign, results that are tiny after rounding. */
#define NUM_MXCSR_DOUBLE 0x1f80u
#define NUM_MXCSR_SINGLE (NUM_MXCSR_DOUBLE | 0x8040u)

/* The compiler does not model the dependence of float operations on MXCSR: without the barriers it could move
   those that read or write memory across the change. */
static inline void num_env_set(uint32_t state)
{
    __asm__ volatile("" ::: "memory");
    _mm_setcsr(state);
    __asm__ volatile("" ::: "memory");
}

/* Sets the state for float32 code; returns the caller's state, for num_env_leave. */
static inline uint32_t num_env_enter(void)
{
    uint32_t old = _mm_getcsr();
    num_env_set(NUM_MXCSR_SINGLE);
    return old;
}

static inline void num_env_leave(uint32_t old)
{
    num_env_set(old);
}

/* Around double instructions (all forms with a D), which keep denormals. */
static inline void num_env_double(void)
{
    num_env_set(NUM_MXCSR_DOUBLE);
}

static inline void num_env_single(void)
{
    num_env_set(NUM_MXCSR_SINGLE);
}

#endif
