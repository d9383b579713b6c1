/* The number of threads that can run at the same time. */
#include <sched.h>
#include <stdlib.h>

#include "base/base.h"

/* A mask of more processors than this does not occur. */
enum { MOST_PROCESSORS = 1 << 16 };

unsigned base_affine_cores(void)
{
    for (size_t processors = 1024; processors <= MOST_PROCESSORS; processors *= 4) {
        cpu_set_t *set = CPU_ALLOC(processors);
        size_t size = CPU_ALLOC_SIZE(processors);
        int count = set && sched_getaffinity(0, size, set) == 0 ? CPU_COUNT_S(size, set) : 0;
        CPU_FREE(set);
        if (count > 0)
            return (unsigned)count;
    }
    return 1;
}

/* Reads up to two numbers of a file; "max" is -1. Returns how many there are. */
static int read_numbers(const char *path, long long numbers[2])
{
    char text[64] = "";
    FILE *file = fopen(path, "re");
    if (!file)
        return 0;
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = 0;
    if (strncmp(text, "max", 3) == 0) {
        numbers[0] = -1;
        return 1;
    }
    return sscanf(text, "%lld %lld", &numbers[0], &numbers[1]);
}

/* The quota of one group in cores, rounded up; 0: none. Version 2 has quota and period in one file. */
static unsigned group_cores(const char *folder, bool version_2)
{
    char path[1100];
    long long quota[2] = {-1, 0}, period[2] = {0, 0};
    snprintf(path, sizeof path, "%s/%s", folder, version_2 ? "cpu.max" : "cpu.cfs_quota_us");
    int count = read_numbers(path, quota);
    if (version_2)
        period[0] = count == 2 ? quota[1] : 0;
    else if (count > 0 && snprintf(path, sizeof path, "%s/cpu.cfs_period_us", folder) > 0)
        read_numbers(path, period);
    if (quota[0] <= 0 || period[0] <= 0)
        return 0;
    return (unsigned)((quota[0] - 1) / period[0] + 1);
}

static unsigned smaller_quota(unsigned a, unsigned b)
{
    return a && (!b || a < b) ? a : b;
}

/* The smallest quota of a group and its parents. In a container the path may be the host's, of which only the root
   is there. */
static unsigned path_cores(const char *root, const char *path, bool version_2)
{
    char folder[1024];
    unsigned cores = 0;
    int length = snprintf(folder, sizeof folder, "%s%s%s", root, version_2 ? "" : "/cpu", path);
    if (length < 0 || (size_t)length >= sizeof folder)
        return 0;
    for (size_t end = strlen(root); strlen(folder) > end;) {
        cores = smaller_quota(cores, group_cores(folder, version_2));
        *strrchr(folder, '/') = 0;
    }
    return smaller_quota(cores, version_2 ? group_cores(folder, true) : 0);
}

/* Whether "cpu" is one of the controllers of a line, separated by commas. */
static bool has_cpu(const char *controllers)
{
    for (const char *at = controllers; at; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, "cpu", 3) == 0 && (at[3] == ',' || at[3] == 0))
            return true;
    }
    return false;
}

unsigned base_quota_cores(const char *groups, const char *root)
{
    char line[1024];
    unsigned cores = 0;
    FILE *file = fopen(groups, "re");
    while (file && fgets(line, sizeof line, file)) {
        char *controllers = strchr(line, ':'), *path = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!path)
            continue;
        *path++ = 0;
        path[strcspn(path, "\n")] = 0;
        bool version_2 = controllers[1] == 0;
        if (strcmp(path, "/") == 0)
            path[0] = 0;
        if (version_2 || has_cpu(controllers + 1))
            cores = smaller_quota(cores, path_cores(root, path, version_2));
    }
    if (file)
        fclose(file);
    return cores;
}

unsigned base_cores(void)
{
    unsigned cores = base_affine_cores(), quota = base_quota_cores("/proc/self/cgroup", "/sys/fs/cgroup");
    return quota && quota < cores ? quota : cores;
}
