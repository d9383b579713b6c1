/* bench-kernels: sm5 against the same kernels in C and against the machine, in one run and interleaved. */
#include <ctype.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "kernels.h"

enum { LIMIT_BYTES = 64 << 20 };

struct options {
    struct setup setup;
    const char *json, *plot, *modules;
    unsigned halvings;
    char *const *names; /* of the kernels to run; all when there are none */
    int name_count;
};

static const char usage[] =
    "usage: bench-kernels [OPTION]... [KERNEL]...\n"
    "  --engine auto|jit|interp  what runs the shaders (default auto)\n"
    "  --threads N           of sm5 and C (default: one a core)\n"
    "  --rounds N            turns of each subject at most (default 41)\n"
    "  --seconds S           for one kernel, after three turns (default 4)\n"
    "  --halve N             halve the work N times, for engines that would take too long\n"
    "  --json FILE           all figures\n"
    "  --plot FILE           the ratios as a picture (SVG)\n"
    "  --modules DIR         where peer-*.so are (default: beside this program)\n"
    "  --shaders DIR         where k*.asm are\n";

static bool select_engine(struct options *options, const char *value)
{
    static const struct {
        const char *name;
        enum sm5_engine engine;
    } engines[] = {{"auto", SM5_ENGINE_AUTO}, {"jit", SM5_ENGINE_JIT}, {"interp", SM5_ENGINE_INTERP}};
    for (size_t i = 0; i < sizeof engines / sizeof engines[0]; i++)
        if (strcmp(engines[i].name, value) == 0) {
            options->setup.engine = engines[i].engine;
            return true;
        }
    return false;
}

/* A number in decimal from `least` to `most`. */
static bool parse_number(const char *value, unsigned least, unsigned most, unsigned *number)
{
    char *end;
    unsigned long parsed = strtoul(value, &end, 10);
    *number = (unsigned)parsed;
    return isdigit((unsigned char)*value) && !*end && parsed >= least && parsed <= most;
}

static bool parse_option(struct options *options, const char *name, const char *value)
{
    enum { THREADS_MOST = 1024, HALVINGS_MOST = 31 };
    struct setup *setup = &options->setup;
    if (strcmp(name, "--engine") == 0)
        return select_engine(options, value);
    if (strcmp(name, "--threads") == 0)
        return parse_number(value, 1, THREADS_MOST, &setup->threads);
    if (strcmp(name, "--rounds") == 0)
        return parse_number(value, 1, SERIES_MAX, &setup->rounds);
    if (strcmp(name, "--seconds") == 0)
        return (setup->seconds = atof(value)) > 0;
    if (strcmp(name, "--halve") == 0)
        return parse_number(value, 0, HALVINGS_MOST, &options->halvings);
    if (strcmp(name, "--json") == 0)
        options->json = value;
    else if (strcmp(name, "--plot") == 0)
        options->plot = value;
    else if (strcmp(name, "--modules") == 0)
        options->modules = value;
    else if (strcmp(name, "--shaders") == 0)
        setup->shaders = value;
    else
        return false;
    return true;
}

static bool parse(int argc, char **argv, struct options *options)
{
    int at = 1;
    for (; at + 1 < argc && argv[at][0] == '-'; at += 2)
        if (!parse_option(options, argv[at], argv[at + 1]))
            return false;
    options->names = argv + at;
    options->name_count = argc - at;
    return at >= argc || argv[at][0] != '-';
}

/* Every name is a kernel's. */
static bool check_names(const struct options *options)
{
    for (int i = 0; i < options->name_count; i++) {
        struct kernel kernel = {.name = ""};
        for (size_t k = 0; strcmp(options->names[i], kernel.name) != 0; k++)
            if (!kernel_at(k, 0, &kernel)) {
                fprintf(stderr, "unknown kernel '%s'; see bench/kernels/table.c\n", options->names[i]);
                return false;
            }
    }
    return true;
}

/* A cache of its own, so that the first compilation is one and the second is found. */
static bool make_cache(char *folder, size_t size)
{
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, size, "%s/sm5-bench-XXXXXX", temporary ? temporary : "/tmp");
    return mkdtemp(folder) && setenv("XDG_CACHE_HOME", folder, 1) == 0;
}

static int remove_entry(const char *path, const struct stat *info, int type, struct FTW *place)
{
    (void)info, (void)type, (void)place;
    return remove(path);
}

static bool is_wanted(const struct options *options, const struct kernel *kernel)
{
    for (int i = 0; i < options->name_count; i++)
        if (strcmp(options->names[i], kernel->name) == 0)
            return true;
    return options->name_count == 0;
}

/* At least 1. */
static size_t count_kernels(const struct options *options)
{
    struct kernel kernel;
    size_t count = 1;
    for (size_t i = 0; kernel_at(i, options->halvings, &kernel); i++)
        count += is_wanted(options, &kernel);
    return count;
}

/* The number of `outcomes`; *good is true if all results were correct. */
static size_t run_all(const struct options *options, struct outcome *outcomes, bool *good)
{
    struct kernel kernel;
    size_t count = 0;
    report_head(&options->setup);
    for (size_t i = 0; kernel_at(i, options->halvings, &kernel); i++) {
        if (!is_wanted(options, &kernel))
            continue;
        bool ran = measure(&options->setup, &kernel, &outcomes[count]);
        *good &= ran && outcomes[count].good;
        if (ran)
            report_kernel(&outcomes[count++]);
    }
    return count;
}

static bool summarise(const struct options *options, const struct outcome *outcomes, size_t count)
{
    struct entry *entries = calloc(count * KERNEL_SHADERS, sizeof *entries);
    if (!entries)
        return false;
    size_t entry_count = summary_entries(outcomes, count, entries);
    bool good = true;
    report_limits(outcomes, count);
    report_means(entries, entry_count);
    if (options->json)
        good &= json_write(options->json, &options->setup, outcomes, count);
    if (options->plot)
        good &= plot_write(options->plot, &options->setup, entries, entry_count);
    free(entries);
    return good;
}

static bool bench(struct options *options)
{
    struct setup *setup = &options->setup;
    struct outcome *outcomes = calloc(count_kernels(options), sizeof *outcomes);
    bool good = outcomes != NULL;
    setup->from = sm5_buffer_new(LIMIT_BYTES);
    setup->to = sm5_buffer_new(LIMIT_BYTES);
    good = good && setup->from && setup->to;
    if (good) {
        memset(sm5_buffer_data(setup->from), 1, LIMIT_BYTES); /* pages of their own, not the zero page */
        memset(sm5_buffer_data(setup->to), 1, LIMIT_BYTES);
        size_t count = run_all(options, outcomes, &good);
        good &= !count || summarise(options, outcomes, count);
    }
    sm5_buffer_free(setup->from);
    sm5_buffer_free(setup->to);
    free(outcomes);
    return good;
}

int main(int argc, char **argv)
{
    struct options options = {
        .setup = {.shaders = BENCH_SHADERS, .rounds = 41, .seconds = 4, .threads = base_cores()},
        .modules = BENCH_MODULES,
    };
    char cache[4096];
    if (!parse(argc, argv, &options)) {
        fputs(usage, stderr);
        return 2;
    }
    if (!check_names(&options))
        return 2;
    if (!modules_open(options.setup.modules, options.modules, (int)options.setup.threads) ||
        !make_cache(cache, sizeof cache)) {
        fprintf(stderr, "%s: no peer-reference.so, or a broken one; or no folder for temporary files\n",
                options.modules);
        return 2;
    }
    bool good = bench(&options);
    nftw(cache, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    modules_close(options.setup.modules);
    return good ? 0 : 1;
}
