/* What differs between processors outside arithmetic (numeric/num_env.h) and compiled code (jit/): the
   clock that vCycleCounter reads, and the hint in a loop that waits. A processor without a row here uses
   the operating system's clock. */
#ifndef SM5_PROCESSOR_H
#define SM5_PROCESSOR_H

#include <stdint.h>
#include <time.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error                                                                                                       \
    "sm5 needs a little-endian processor: programs, containers and buffers are accessed in memory as they are"
#endif
_Static_assert(sizeof(void *) == 8 && sizeof(long) == 8, "sm5 needs a 64-bit processor and operating system");

/* Ticks of a clock that never runs backwards on one thread. */
static inline uint64_t base_cycles(void)
{
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
#endif
}

/* In a loop that polls: lets the other threads of the core run. */
static inline void base_pause(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb"); /* yield does nothing on most cores */
#endif
}

#endif
