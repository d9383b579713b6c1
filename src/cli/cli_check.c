/* sm5 check: one dispatch, or one run of another stage, on the interpreter with checks. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "ranks/ranks.h"

/* Adds u0, g1, t2, or the number of an instruction. */
static bool add_allowed_race(void *at, const char *value)
{
    const char *digits = value + (value[0] && strchr("gtu", value[0]) != NULL);
    if (!digits[0] || digits[strspn(digits, "0123456789")])
        return host_error("--allow-race: invalid value '%s'; expected a register (u0, t1, g0) or the number "
                          "of an instruction",
                          value);
    return host_texts_add(at, value);
}

static bool set_orders(void *at, const char *value)
{
    uint64_t count = 0;
    bool ok = host_parse_count("--orders", value, 1000000, &count);
    *(uint32_t *)at = (uint32_t)count;
    return ok;
}

#define AT(field) .offset = offsetof(struct cli_job_options, field)

static const struct cli_option option_table[] = {
    {"--atomic-ordered", NULL, "report accesses that atomics may order in a way that was not followed",
     OPTION_FLAG, AT(check.atomic_ordered)},
    {"--allow-race", "REG|N", "races of this register, or of instruction N, are intended", OPTION_CALL,
     AT(allowed_races), .set = add_allowed_race, .repeats = true},
    {"--numbers", NULL,
     "report NaN and infinities made of finite values, divisions by zero, clamped conversions", OPTION_FLAG,
     AT(check.numbers)},
    {"--orders", "N", "run in N other orders of threads and groups too, and report results that differ",
     OPTION_CALL, AT(check.orders), .set = set_orders},
    {"--seed", "S", "number of the first of these orders (default 1)", OPTION_COUNT, AT(check.seed), .min = 1,
     .max = UINT64_MAX},
    {"--json", "FILE", "write the findings as JSON; - is standard output, which then holds nothing else",
     OPTION_TEXT, AT(json)},
    {"--sarif", "FILE", "write the findings as SARIF 2.1.0; - as for --json", OPTION_TEXT, AT(sarif)},
    {0},
};

static bool is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

static const char *stage_of(const struct cli_job *job)
{
    struct sm5_stage_info info;
    sm5_stage_info(job->program, &info);
    return info.stage;
}

static void print_findings(const struct cli_job *job, const struct sm5_findings *findings)
{
    struct host_members members;
    if (host_members_open(&members, job->program, job->resources.structs))
        cli_findings_print(findings, &members, job->options->input.in, stage_of(job));
    host_members_free(&members);
}

/* Writes the files of --json and --sarif. */
static bool write_files(const struct cli_job *job, const struct sm5_findings *findings,
                        struct host_members *members, const struct cli_profiles *profiles)
{
    const struct cli_job_options *options = job->options;
    struct host_text text;
    bool ok = true;
    if (options->json) {
        ok = host_text_open(&text);
        if (ok)
            cli_findings_json(findings, members, profiles, text.out);
        ok = ok && host_text_write(&text, options->json);
    }
    if (ok && options->sarif) {
        ok = host_text_open(&text);
        if (ok)
            cli_sarif(findings, members, options->input.in, stage_of(job), text.out);
        ok = ok && host_text_write(&text, options->sarif);
    }
    return ok;
}

static bool write_findings(const struct cli_job *job, const struct sm5_findings *findings,
                           const struct cli_profiles *profiles)
{
    struct host_members members;
    bool ok = host_members_open(&members, job->program, job->resources.structs) &&
              write_files(job, findings, &members, profiles);
    host_members_free(&members);
    return ok;
}

/* The options of the checker. */
static struct sm5_check_options check_options_of(const struct cli_job *job)
{
    struct sm5_check_options check = job->options->check;
    check.validation = SM5_VALIDATION_NONE; /* validated when the job's kernel was created */
    check.allowed_races = job->options->allowed_races.list;
    check.allowed_race_count = job->options->allowed_races.count;
    return check;
}

/* ---- ranks: each runs some of the orders ---- */

static void divide_orders(struct sm5_check_options *check)
{
    int count = ranks_count();
    double *weights = calloc((size_t)count, sizeof *weights);
    struct ranks_range *ranges = calloc((size_t)count, sizeof *ranges);
    for (int i = 0; i < count; i++)
        weights[i] = 1;
    ranks_divide(check->orders, 1, weights, count, ranges);
    check->seed = (check->seed ? check->seed : 1) + ranges[ranks_own()].first;
    check->orders = (uint32_t)ranges[ranks_own()].count;
    free(weights);
    free(ranges);
}

static enum sm5_status receive_orders(struct cli_job *job, struct sm5_findings *findings, uint64_t size,
                                      int from)
{
    char *orders = malloc(size + 1);
    if (!orders)
        host_end_out_of_memory();
    ranks_receive(orders, size, from);
    enum sm5_status status = sm5_findings_merge_orders(findings, job->program, orders, size, job->diags);
    free(orders);
    return status;
}

/* Rank 0 gets the findings of all. */
static enum sm5_status merge_orders(struct cli_job *job, struct sm5_findings *findings)
{
    struct sm5_blob own = {0};
    enum sm5_status status = sm5_findings_take_orders(findings, &own, job->diags);
    uint64_t size = own.size, *sizes = calloc((size_t)ranks_count(), sizeof *sizes);
    ranks_agree(host_exit_code(status), 0);
    ranks_exchange(&size, sizeof size, sizes);
    if (ranks_own())
        ranks_send(own.data, own.size, 0);
    for (int r = 1; r < ranks_count() && ranks_own() == 0; r++) {
        enum sm5_status merged = receive_orders(job, findings, sizes[r], r);
        status = status ? status : merged;
    }
    free(sizes);
    sm5_blob_free(&own);
    return status;
}

static bool check_ranks(const struct cli_job *job)
{
    if (!job->options->check.orders)
        return host_error("check: runs as one process, not under mpirun; ranks share the runs of --orders");
    return !job->options->oob_all || host_error("check: --oob all runs as one process, not under mpirun");
}

/* sm5_check, under mpirun by all ranks. */
static enum sm5_status run_check(struct cli_job *job, struct sm5_findings **findings)
{
    struct sm5_check_options check = check_options_of(job);
    bool is_rank = ranks_count() > 1;
    if (is_rank)
        divide_orders(&check);
    enum sm5_status status =
        sm5_check(job->program, job->bindings, &job->plan.how, &check, findings, job->diags);
    if (!is_rank)
        return status;
    if (!*findings)
        host_report(job->diags, 0);
    ranks_agree(*findings ? HOST_OK : host_exit_code(status), 0);
    enum sm5_status merged = merge_orders(job, *findings);
    return status ? status : merged;
}

static int dispatch_checked(struct cli_job *job, struct cli_profiles *profiles)
{
    struct sm5_findings *findings;
    size_t first = sm5_diags_count(job->diags);
    if (!cli_profiles_open(profiles, job))
        return HOST_BAD_COMMAND;
    struct cli_progress progress;
    cli_progress_of_groups(&progress, &job->plan.how);
    enum sm5_status status = run_check(job, &findings);
    cli_progress_close(&progress);
    host_report(job->diags, first);
    if (!findings)
        return host_exit_code(status);
    if (ranks_own()) {
        sm5_findings_free(findings);
        return HOST_OK;
    }
    if (!profiles->quiet)
        print_findings(job, findings);
    bool any = sm5_findings_count(findings) > 0;
    bool ok = cli_profiles_compare(profiles, job);
    ok &= cli_job_write_results(job);
    ok &= write_findings(job, findings, profiles);
    sm5_findings_free(findings);
    if (status)
        return host_exit_code(status);
    return !ok ? HOST_BAD_COMMAND : any ? HOST_BAD_PROGRAM : HOST_OK;
}

static enum sm5_status run_stage(struct cli_job *job, const struct sm5_stage_run *run,
                                 struct sm5_stage_outputs *outputs, void *context)
{
    const struct sm5_check_options check = check_options_of(job);
    return sm5_check_stage(job->program, job->bindings, run, &check, outputs, context, job->diags);
}

/* Results are written before the findings are printed; a run that was stopped has none. */
static int run_stage_checked(struct cli_job *job, struct cli_profiles *profiles)
{
    struct sm5_findings *findings = NULL;
    struct sm5_dispatch_result result;
    uint64_t invocations;
    if (job->options->check.orders) {
        host_error("check: --orders requires a compute shader");
        return HOST_BAD_COMMAND;
    }
    int code = cli_stage_run(job, run_stage, &findings, &result, &invocations);
    if (!findings)
        return code;
    if (!profiles->quiet)
        print_findings(job, findings);
    if (sm5_findings_count(findings) > 0 && code == HOST_OK)
        code = HOST_BAD_PROGRAM;
    if (!write_findings(job, findings, profiles))
        code = HOST_BAD_COMMAND;
    sm5_findings_free(findings);
    return code;
}

/* Whether the program declares the register, by the number in findings. */
static bool declares(const struct sm5_program *program, char kind, uint64_t reg)
{
    struct sm5_resource_info info;
    for (uint32_t i = 0; sm5_resource_at(program, i, &info); i++)
        if (info.kind == kind && ((reg >= info.reg && reg <= info.last) || reg == info.id))
            return true;
    return false;
}

static bool check_allowed_races(const struct cli_job *job)
{
    const struct host_texts *races = &job->options->allowed_races;
    struct sm5_info info;
    sm5_program_info(job->program, &info);
    for (size_t i = 0; i < races->count; i++) {
        const char *text = races->list[i];
        bool numbered = text[0] >= '0' && text[0] <= '9';
        uint64_t number = strtoull(text + !numbered, NULL, 10);
        if (numbered && number >= info.instructions)
            return host_error("--allow-race %s: the program has %" PRIu32 " instructions, counted from 0",
                              text, info.instructions);
        if (!numbered && !declares(job->program, text[0], number))
            return host_error("--allow-race %s: the program does not declare %s", text, text);
    }
    return true;
}

static int dispatch(struct cli_job *job)
{
    const struct cli_job_options *options = job->options;
    if (!check_allowed_races(job))
        return HOST_BAD_COMMAND;
    if (options->check.seed && !options->check.orders) {
        host_error("check: --seed requires --orders");
        return HOST_BAD_COMMAND;
    }
    if (ranks_count() > 1 && !check_ranks(job))
        return HOST_BAD_COMMAND;
    struct cli_profiles profiles = {.quiet = is_stdout(options->json) || is_stdout(options->sarif)};
    bool is_compute = strcmp(stage_of(job), "cs") == 0;
    int code = (is_compute ? dispatch_checked : run_stage_checked)(job, &profiles);
    cli_profiles_free(&profiles);
    return code;
}

static int run(int argc, char **argv)
{
    struct cli_job_options options = {.kernel.engine = SM5_ENGINE_INTERP,
                                      .accept_mismatch = true,
                                      .runs_stages = true,
                                      .own_text = "the findings"};
    ranks_share_files(true);
    return cli_job_run(&cli_check, argc, argv, &options, dispatch);
}

static const char notes[] =
    "Found are accesses outside a view, a structure, a g#, an x#, a constant buffer or a texel range; byte\n"
    "offsets that are no multiple of 4; unbound registers and views that do not fit; hidden counters that\n"
    "leave their view; races; values that nothing wrote; barriers that some threads miss.\n"
    "Sources and slots are those of 'sm5 run --help'; the engine is always the interpreter, on one thread.\n"
    "Exit codes: 0 no finding; 1 findings, or the program or what is bound to it is wrong; 2 the command or\n"
    "a file is wrong.\n";

const struct cli_verb cli_check = {
    .name = "check",
    .arguments = "IN --groups X[,Y[,Z]] [-b SLOT=SOURCE]... [--json FILE] [--sarif FILE]\n"
                 "       sm5 check IN --count N|--rect X,Y,W,H [-i FILE]... [-b SLOT=SOURCE]...",
    .summary = "runs a program and reports bad accesses, races and unwritten values",
    .options = option_table,
    .shared_options = {cli_job_table, cli_stage_table, cli_hlsl_table},
    .run = run,
    .has_ranks = true,
    .notes = notes,
};
