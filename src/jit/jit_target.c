/* Processor features, and the warp size for a program. */
#include "jit/jit.h"

#include <cpuid.h>
#include <pthread.h>

static bool has_avx2(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
}

static bool has_avx512(void)
{
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}

uint32_t jit_target_widest(void)
{
    return has_avx512() ? 16 : 8;
}

/* Sixteen lanes when a warp then lies in one row of threads, so that addresses stay affine. */
struct jit_width jit_target_width(const struct sm5_program *program)
{
    const uint32_t *group = program->decls.thread_group;
    bool is_row = group[1] == 1 && group[2] == 1;
    if (!has_avx2())
        return (struct jit_width){0, "the processor has no AVX2"};
    if (!has_avx512())
        return (struct jit_width){8, "the processor has no AVX-512"};
    if (is_row)
        return group[0] > 8 ? (struct jit_width){16, "groups are one row"}
                            : (struct jit_width){8, "groups have at most 8 threads"};
    if (group[0] % 16 == 0)
        return (struct jit_width){16, "rows are whole warps"};
    return group[0] % 8 ? (struct jit_width){16, "rows are no whole warps of any width"}
                        : (struct jit_width){8, "rows are whole warps of 8 only"};
}

static uint32_t target_words[JIT_TARGET_WORDS];
static pthread_once_t target_once = PTHREAD_ONCE_INIT;

/* LLVM queries the processor for more features than a list here would name, for example FMA4 or 16-bit
   floats. Words that differ between the cores of one processor are left out. */
static void read_target(void)
{
    uint32_t a, b, c, d, *words = target_words;
    if (__get_cpuid_count(0, 0, &a, &b, &c, &d))
        words[0] = b, words[1] = c, words[2] = d; /* vendor */
    if (__get_cpuid_count(1, 0, &a, &b, &c, &d))
        words[3] = a & ~15u, words[4] = c, words[5] = d; /* family and model, without the stepping */
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d))
        words[6] = b, words[7] = c, words[8] = d;
    if (__get_cpuid_count(7, 1, &a, &b, &c, &d))
        words[9] = a, words[10] = d;
    if (__get_cpuid_count(0x80000001, 0, &a, &b, &c, &d))
        words[11] = c, words[12] = d;
    if (words[4] & bit_OSXSAVE) /* register state that the operating system saves */
        __asm__("xgetbv" : "=a"(words[13]), "=d"(words[14]) : "c"(0));
}

/* Read once: a virtual machine traps each query. */
const uint32_t *jit_target_words(void)
{
    pthread_once(&target_once, read_target);
    return target_words;
}
