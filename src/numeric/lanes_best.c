/* Which of the compiled lane tables this processor runs. */
#include "numeric/lanes.h"

const struct lane_table *lane_table_best(void)
{
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        return &lane_table_x86_64_v4;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"))
        return &lane_table_x86_64_v3;
    return &lane_table_x86_64_v2;
}
