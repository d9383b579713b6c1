/* Selection of the code for this processor. */
#include "numeric/num_level.h"
#include "numeric/lanes.h"

#include <stddef.h>

#if defined(__x86_64__)
enum num_level num_level(void)
{
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        return NUM_LEVEL_x86_64_v4;
    bool is_v3 =
        __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
    return is_v3 ? NUM_LEVEL_x86_64_v3 : NUM_LEVEL_x86_64_v2;
}
#else
enum num_level num_level(void)
{
    return NUM_LEVEL_base;
}
#endif

#define TABLE_OF(level) &lane_table_##level,

const struct lane_table *lane_table_of(enum num_level level)
{
    static const struct lane_table *const tables[] = {NUM_LEVELS(TABLE_OF)};
    return level <= num_level() ? tables[level] : NULL;
}

const struct lane_table *lane_table_best(void)
{
    return lane_table_of(num_level());
}
