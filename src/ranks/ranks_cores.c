/* The cores of a machine, divided among its ranks. mpirun may bind each rank to cores of its own, or none. */
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/base.h"
#include "ranks/ranks.h"

struct place {
    char machine[256];
    cpu_set_t cores;
};

static bool share_cores(const struct place *a, const struct place *b)
{
    cpu_set_t both;
    CPU_AND(&both, &a->cores, &b->cores);
    return strcmp(a->machine, b->machine) == 0 && CPU_COUNT(&both);
}

uint32_t ranks_threads(void)
{
    struct place mine = {0}, *all = calloc((size_t)ranks_count(), sizeof *all);
    gethostname(mine.machine, sizeof mine.machine - 1);
    if (sched_getaffinity(0, sizeof mine.cores, &mine.cores))
        CPU_SET(0, &mine.cores);
    ranks_agree(all ? 0 : 2, 0);
    ranks_exchange(&mine, sizeof mine, all);
    unsigned sharers = 0, on_machine = 0;
    for (int i = 0; i < ranks_count(); i++) {
        sharers += share_cores(&mine, &all[i]);
        on_machine += strcmp(mine.machine, all[i].machine) == 0;
    }
    free(all);
    unsigned cores = base_affine_cores() / (sharers ? sharers : 1);
    unsigned quota = base_quota_cores("/proc/self/cgroup", "/sys/fs/cgroup");
    if (quota && cores > (quota + on_machine - 1) / on_machine)
        cores = (quota + on_machine - 1) / on_machine;
    return cores ? cores : 1;
}
