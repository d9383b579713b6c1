/* sm5 bench: measures repeated dispatches of a compute program. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"

enum { DEFAULT_REPEAT = 20, REPEATS_MAX = 1000000 };

struct bench_options {
    struct cli_job_options job; /* first: cli_job_table has offsets in it */
    uint64_t repeat;
};

#define AT(field) .offset = offsetof(struct bench_options, field)

static const struct cli_option option_table[] = {
    {"--repeat", "N", "dispatches that are timed (default 20), after a first one that is not", OPTION_COUNT,
     AT(repeat), .min = 1, .max = REPEATS_MAX},
    {"--json", "FILE", "write median_s, min_s, compile_ms, load_ms, from_cache, engine, lanes, threads, ...",
     OPTION_TEXT, AT(job.json)},
    {0},
};

/* The results. */
struct figures {
    double first, median, min; /* seconds of a dispatch */
    uint64_t bytes;            /* of the views */
    struct sm5_dispatch_result result;
    struct sm5_kernel_info kernel;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- measuring ---- */

/* Measures a dispatch with all costs of its caller. Only the first prints warnings: the others would repeat
   them. */
static int time_dispatch(struct cli_job *job, bool is_first, double *seconds,
                         struct sm5_dispatch_result *result)
{
    struct sm5_diags *diags = host_diags_new();
    if (!diags)
        return HOST_BAD_COMMAND;
    double start = now();
    enum sm5_status status = sm5_dispatch(job->kernel, job->bindings, &job->plan.how, result, diags);
    *seconds = result->is_device_time ? result->seconds : now() - start;
    if (is_first || status)
        host_report(diags, 0);
    sm5_diags_free(diags);
    return host_exit_code(status);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const double *sorted, uint64_t count)
{
    return count % 2 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

static int measure(struct cli_job *job, uint64_t repeat, struct figures *figures)
{
    double *seconds = malloc(repeat * sizeof *seconds);
    if (!seconds) {
        host_error("out of memory");
        return HOST_BAD_COMMAND;
    }
    int code = time_dispatch(job, true, &figures->first, &figures->result);
    for (uint64_t i = 0; code == HOST_OK && i < repeat; i++)
        code = time_dispatch(job, false, &seconds[i], &figures->result);
    qsort(seconds, code == HOST_OK ? repeat : 0, sizeof *seconds, by_value);
    if (code == HOST_OK) {
        figures->median = median(seconds, repeat);
        figures->min = seconds[0];
    }
    free(seconds);
    return code;
}

/* ---- telling ---- */

static uint64_t view_bytes(const struct cli_bound *bound)
{
    uint64_t rows = bound->buffer && bound->row_bytes ? sm5_buffer_size(bound->buffer) / bound->row_bytes : 0;
    uint64_t rest = bound->view.first < rows ? rows - bound->view.first : 0;
    return (bound->view.count && bound->view.count < rest ? bound->view.count : rest) * bound->row_bytes;
}

static uint64_t all_bytes(const struct cli_resources *resources)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < resources->bound_count; i++)
        bytes += view_bytes(&resources->bound[i]);
    return bytes;
}

static double rate(const struct figures *figures)
{
    return figures->median > 0 ? (double)figures->bytes / figures->median : 0;
}

static void print_figures(const struct figures *figures, uint64_t repeat)
{
    const struct sm5_dispatch_result *result = &figures->result;
    const struct sm5_kernel_info *kernel = &figures->kernel;
    printf("engine   %s, %" PRIu32 " lanes, %" PRIu32 " threads\n", kernel->engine, kernel->lanes,
           result->threads);
    if (result->is_device_time)
        printf("clock    timestamps of the device\n");
    printf("groups   %" PRIu32 ", %" PRIu32 ", %" PRIu32 "\n", result->groups[0], result->groups[1],
           result->groups[2]);
    printf("median   %.6f ms of %" PRIu64 " dispatches\n", figures->median * 1e3, repeat);
    printf("minimum  %.6f ms\n", figures->min * 1e3);
    printf("first    %.6f ms\n", figures->first * 1e3);
    printf("compile  %.6f ms%s\n", kernel->compile_seconds * 1e3,
           kernel->from_cache ? ", from the cache" : "");
    printf("load     %.6f ms\n", kernel->load_seconds * 1e3);
    printf("views    %" PRIu64 " bytes, %.3f GB/s\n", figures->bytes, rate(figures) * 1e-9);
}

static bool write_json(const char *path, const struct figures *figures, uint64_t repeat)
{
    const struct sm5_kernel_info *kernel = &figures->kernel;
    struct host_text text;
    if (!host_text_open(&text))
        return false;
    struct host_json json = {.out = text.out};
    host_json_open(&json, NULL, '{');
    host_json_real(&json, "median_s", figures->median, 9);
    host_json_real(&json, "min_s", figures->min, 9);
    host_json_real(&json, "first_s", figures->first, 9);
    host_json_number(&json, "repeat", repeat);
    host_json_real(&json, "compile_ms", kernel->compile_seconds * 1e3, 6);
    host_json_real(&json, "load_ms", kernel->load_seconds * 1e3, 6);
    host_json_bool(&json, "from_cache", kernel->from_cache);
    host_json_text(&json, "engine", kernel->engine);
    host_json_number(&json, "lanes", kernel->lanes);
    host_json_number(&json, "threads", figures->result.threads);
    host_json_bool(&json, "device_time", figures->result.is_device_time);
    host_json_numbers(&json, "groups", figures->result.groups, 3);
    host_json_number(&json, "bytes", figures->bytes);
    host_json_real(&json, "bytes_per_s", rate(figures), 0);
    host_json_close(&json, '}');
    return host_text_write(&text, path);
}

/* ---- the verb ---- */

static int bench(struct cli_job *job)
{
    const struct bench_options *options = (const struct bench_options *)job->options;
    struct figures figures = {.bytes = all_bytes(&job->resources)};
    if (options->job.oob_all) {
        host_error("bench: --oob all: one profile is timed at a time");
        return HOST_BAD_COMMAND;
    }
    int code = measure(job, options->repeat, &figures);
    if (code != HOST_OK)
        return code;
    sm5_kernel_info(job->kernel, &figures.kernel);
    bool to_stdout = job->options->json && strcmp(job->options->json, "-") == 0;
    if (!to_stdout)
        print_figures(&figures, options->repeat);
    bool ok = cli_job_write_results(job);
    if (job->options->json)
        ok &= write_json(job->options->json, &figures, options->repeat);
    return ok ? HOST_OK : HOST_BAD_COMMAND;
}

static int run(int argc, char **argv)
{
    struct bench_options options = {.job.own_text = "the figures", .repeat = DEFAULT_REPEAT};
    return cli_job_run(&cli_bench, argc, argv, &options.job, bench);
}

static const char notes[] = "Slots, sources and keys are those of 'sm5 run --help'. The dispatches run in "
                            "sequence\n"
                            "on the same contents and counters. Outputs are written on request, after the "
                            "last one. A time is measured "
                            "by\n"
                            "the caller of one dispatch, for the Vulkan engine by timestamps of the device "
                            "if it has them. compile is the time to compile the code, load that "
                            "to load the compiler. views "
                            "is\n"
                            "the size of all bound views, each counted once.\n";

const struct cli_verb cli_bench = {
    .name = "bench",
    .arguments = "IN --groups X[,Y[,Z]] [-b SLOT=SOURCE]... [--repeat N]",
    .summary = "times a compute program",
    .options = option_table,
    .shared_options = {cli_job_table, cli_hlsl_table},
    .run = run,
    .notes = notes,
};
