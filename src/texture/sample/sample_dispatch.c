/* Which of the compiled functions this processor runs. */
#include "texture/texture.h"

const struct texture_code *texture_code_best(void)
{
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        return &texture_code_x86_64_v4;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"))
        return &texture_code_x86_64_v3;
    return &texture_code_x86_64_v2;
}
