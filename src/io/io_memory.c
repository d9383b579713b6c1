/* How much memory the machine has. */
#include <stdio.h>
#include <unistd.h>

#include "io.h"

/* A file that contains one number of bytes; anything else: no limit. */
static uint64_t limit_in(const char *path)
{
    unsigned long long bytes = 0;
    FILE *file = fopen(path, "re");
    bool has_limit = file && fscanf(file, "%llu", &bytes) == 1 && bytes;
    if (file)
        fclose(file);
    return has_limit ? bytes : UINT64_MAX;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

uint64_t io_memory_size(void)
{
    uint64_t size = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    size = smaller(size, limit_in("/sys/fs/cgroup/memory.max"));
    return smaller(size, limit_in("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
}
