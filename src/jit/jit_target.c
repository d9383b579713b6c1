/* What the processor can, and what warp suits a program on it. */
#include "jit/jit.h"

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

/* Sixteen where a warp is then part of one row of threads, so that addresses stay affine. */
uint32_t jit_target_lanes(const struct sm5_program *program)
{
    const uint32_t *group = program->decls.thread_group;
    if (!has_avx2())
        return 0;
    uint32_t threads = group[0] * group[1] * group[2];
    if (!has_avx512() || runtime_strip_threads(program) < threads)
        return 8;
    bool is_row = group[1] == 1 && group[2] == 1;
    if (is_row)
        return group[0] > 8 ? 16 : 8;
    return group[0] % 16 == 0 || group[0] % 8 ? 16 : 8;
}

uint64_t jit_target_features(void)
{
    return (uint64_t)has_avx2() | (uint64_t)has_avx512() << 1 |
           (uint64_t) !!__builtin_cpu_supports("avx512vbmi") << 2 |
           (uint64_t) !!__builtin_cpu_supports("avx512vpopcntdq") << 3 |
           (uint64_t) !!__builtin_cpu_supports("avx512vnni") << 4 |
           (uint64_t) !!__builtin_cpu_supports("gfni") << 5 |
           (uint64_t) !!__builtin_cpu_supports("avx512bitalg") << 6;
}
