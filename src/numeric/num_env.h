/* The state of the processor's float unit that arithmetic requires: round to nearest even, no exception
   traps. On x86-64 (MXCSR) also, for float32, FTZ and DAZ, which flush denormals as D3D11.3 3.1.3.2
   requires: inputs to zeros of their sign, results that are tiny after rounding. Other processors flush
   differently (AArch64 by FPCR.FZ: tiny before rounding), so there denormals stay enabled and num_single.h
   flushes. */
#ifndef SM5_NUM_ENV_H
#define SM5_NUM_ENV_H

#include <stdint.h>

#if defined(__x86_64__)
#include <xmmintrin.h>

enum {
    NUM_ENV_DOUBLE = 0x1f80,
    NUM_ENV_SINGLE = NUM_ENV_DOUBLE | 0x8040, /* FTZ, DAZ */
    NUM_ENV_FLAGS = 0x3f                      /* exceptions that occurred */
};

static inline uint32_t num_env_get(void)
{
    return _mm_getcsr();
}

static inline void num_env_write(uint32_t state)
{
    _mm_setcsr(state);
}

#elif defined(__aarch64__)

enum { NUM_ENV_DOUBLE = 0, NUM_ENV_SINGLE = 0, NUM_ENV_FLAGS = 0 };

static inline uint32_t num_env_get(void)
{
    uint64_t state;
    __asm__ volatile("mrs %0, fpcr" : "=r"(state));
    return (uint32_t)state;
}

static inline void num_env_write(uint32_t state)
{
    __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)state));
}

#else
#error "sm5 runs on x86-64 and AArch64; another processor needs its float state here"
#endif

/* The compiler does not model the dependence of float operations on the state: without the barriers it
   could move those that read or write memory across the change. */
static inline void num_env_set(uint32_t state)
{
    __asm__ volatile("" ::: "memory");
    num_env_write(state);
    __asm__ volatile("" ::: "memory");
}

/* Sets the state for float32 code; returns the caller's state, for num_env_leave. */
static inline uint32_t num_env_enter(void)
{
    uint32_t old = num_env_get();
    num_env_set(NUM_ENV_SINGLE);
    return old;
}

static inline void num_env_leave(uint32_t old)
{
    num_env_set(old);
}

/* Around double instructions (all forms with a D), which keep denormals. */
static inline void num_env_double(void)
{
    num_env_set(NUM_ENV_DOUBLE);
}

static inline void num_env_single(void)
{
    num_env_set(NUM_ENV_SINGLE);
}

#endif
