/* --max-memory: the limit of the process's memory. The kernel counts every private writable page, so no allocation is
   left out; one that fails is an error like any other. */
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/cli.h"

/* Of the machine's memory, without the option. */
enum { SHARE = 3, OF = 4 };

/* Bytes that count already: of the libraries, and of a sanitizer's shadow memory. */
static uint64_t used(void)
{
    unsigned long long data = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file && fscanf(file, "%*u %*u %*u %*u %*u %llu", &data) != 1)
        data = 0;
    if (file)
        fclose(file);
    return data * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* The limit never grows: that of the caller holds too. */
static bool limit(uint64_t bytes)
{
    struct rlimit data;
    if (getrlimit(RLIMIT_DATA, &data) || used() >= bytes)
        return false;
    data.rlim_cur = bytes < data.rlim_cur ? bytes : data.rlim_cur;
    return setrlimit(RLIMIT_DATA, &data) == 0;
}

void cli_limit_memory(void)
{
    (void)limit(io_memory_size() / OF * SHARE);
}

uint64_t cli_memory_limit(void)
{
    struct rlimit data, space;
    if (getrlimit(RLIMIT_DATA, &data) || getrlimit(RLIMIT_AS, &space))
        return 0;
    return data.rlim_cur < space.rlim_cur ? data.rlim_cur : space.rlim_cur;
}

static bool parse_size(const char *value, uint64_t *bytes)
{
    static const char units[] = "KMGT";
    char *end;
    if (value[0] < '0' || value[0] > '9')
        return false;
    unsigned long long number = strtoull(value, &end, 10);
    const char *unit = *end ? strchr(units, *end) : NULL;
    unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    *bytes = number << shift;
    return (unit ? end[1] == 0 : *end == 0) && number && *bytes >> shift == number;
}

static bool set_memory(void *at, const char *value)
{
    uint64_t bytes;
    (void)at;
    if (!parse_size(value, &bytes))
        return host_error(
            "--max-memory: invalid size '%s'; expected a number of bytes, or one with K, M, G or T", value);
    return limit(bytes) || host_error("--max-memory: %s is less than the %llu KiB that sm5 itself occupies",
                                      value, (unsigned long long)(used() >> 10));
}

const struct cli_option cli_limit_table[] = {
    {"--max-memory", "SIZE", "memory that sm5 may use: bytes, or 512M, 4G (default: three quarters of all)",
     OPTION_CALL, .set = set_memory},
    {0},
};
