/* Selection of the code for this processor. */
#include "numeric/num_level.h"
#include "numeric/lanes.h"

enum num_level num_level(void)
{
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        return NUM_X86_64_V4;
    bool is_v3 =
        __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
    return is_v3 ? NUM_X86_64_V3 : NUM_X86_64_V2;
}

const struct lane_table *lane_table_best(void)
{
    static const struct lane_table *const tables[] = {&lane_table_x86_64_v2, &lane_table_x86_64_v3,
                                                      &lane_table_x86_64_v4};
    return tables[num_level()];
}
