/* sm5 check: one dispatch on the interpreter, watched. */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/cli.h"

static bool take_json(void *options, const char *value)
{
    ((struct cli_job_options *)options)->json = value;
    return true;
}

static bool take_atomic_ordered(void *options, const char *value)
{
    (void)value;
    return ((struct cli_job_options *)options)->check.atomic_ordered = true;
}

static bool take_numbers(void *options, const char *value)
{
    (void)value;
    return ((struct cli_job_options *)options)->check.numbers = true;
}

static bool take_orders(void *options, const char *value)
{
    uint64_t count;
    if (!cli_take_count("--orders", value, 1000000, &count))
        return false;
    ((struct cli_job_options *)options)->check.orders = (uint32_t)count;
    return true;
}

static bool take_seed(void *options, const char *value)
{
    struct sm5_check_options *check = &((struct cli_job_options *)options)->check;
    if (!cli_take_count("--seed", value, UINT64_MAX, &check->seed))
        return false;
    return check->seed > 0 || cli_say("--seed: the orders are numbered from 1; 0 is the plain one");
}

static const struct cli_option option_table[] = {
    {"--atomic-ordered", NULL, "report accesses that atomics may order in a way that was not followed",
     take_atomic_ordered},
    {"--numbers", NULL,
     "report NaN and infinities made of finite values, divisions by zero, clamped conversions", take_numbers},
    {"--orders", "N", "run in N other orders of threads and groups too, and report results that differ",
     take_orders},
    {"--seed", "S", "number of the first of these orders (default 1)", take_seed},
    {"--json", "FILE", "write the findings", take_json},
    {0},
};

static void json_place(FILE *out, const char *name, uint32_t instruction, const char *text, uint32_t line)
{
    fprintf(out, "\"%s\": ", name);
    if (!text) {
        fprintf(out, "null, ");
        return;
    }
    fprintf(out, "{\"index\": %u, \"text\": ", instruction);
    cli_json_string(out, text);
    if (line)
        fprintf(out, ", \"line\": %u}, ", line);
    else
        fprintf(out, ", \"line\": null}, ");
}

static void json_target(FILE *out, const struct sm5_finding *f)
{
    if (f->reg[0])
        fprintf(out, "\"register\": \"%s\", ", f->reg);
    else
        fprintf(out, "\"register\": null, ");
    if (f->has_element)
        fprintf(out, "\"element\": %" PRIu64 ", ", f->element);
    else
        fprintf(out, "\"element\": null, ");
    if (f->has_offset)
        fprintf(out, "\"byte_offset\": %u, ", f->byte_offset);
    else
        fprintf(out, "\"byte_offset\": null, ");
}

static void json_id(FILE *out, const char *name, bool known, const uint32_t id[3])
{
    if (known)
        fprintf(out, "\"%s\": [%u, %u, %u], ", name, id[0], id[1], id[2]);
    else
        fprintf(out, "\"%s\": null, ", name);
}

static void json_finding(FILE *out, const struct sm5_finding *f)
{
    fprintf(out, "{\"kind\": \"%s\", \"count\": %" PRIu64 ", ", sm5_finding_kind_name(f->kind), f->count);
    json_place(out, "instruction", f->instruction, f->text, f->line);
    json_place(out, "other", f->other_instruction, f->other_text, f->other_line);
    json_target(out, f);
    json_id(out, "thread", f->text != NULL, f->thread);
    json_id(out, "group", f->text != NULL, f->group);
    json_id(out, "other_thread", f->has_other_thread, f->other_thread);
    json_id(out, "other_group", f->has_other_thread, f->other_group);
    if (f->seed)
        fprintf(out, "\"seed\": %" PRIu64 ", \"values\": [%" PRIu32 ", %" PRIu32 "], ", f->seed, f->values[0],
                f->values[1]);
    fprintf(out, "\"message\": ");
    cli_json_string(out, f->message);
    fprintf(out, ", \"clause\": ");
    cli_json_string(out, f->clause);
    fprintf(out, "}");
}

static bool write_json(const char *path, const struct sm5_findings *findings,
                       const struct cli_profiles *profiles)
{
    char *text = NULL;
    size_t size = 0;
    struct io_error error;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return cli_say("out of memory");
    fprintf(out, "{\"findings\": [");
    for (size_t i = 0; i < sm5_findings_count(findings); i++) {
        fprintf(out, i ? ",\n  " : "\n  ");
        json_finding(out, sm5_findings_at(findings, i));
    }
    fprintf(out, "]");
    cli_profiles_json(profiles, out);
    fprintf(out, "}\n");
    bool ok = fclose(out) == 0 && text ? io_write_file(path, text, size, &error) || cli_say("%s", error.text)
                                       : cli_say("out of memory");
    free(text);
    return ok;
}

static void print_thread(const uint32_t thread[3], const uint32_t group[3])
{
    printf("thread (%u,%u,%u) of group (%u,%u,%u)", thread[0], thread[1], thread[2], group[0], group[1],
           group[2]);
}

static void print_other(const struct sm5_finding *f)
{
    const char *how = !f->has_other_thread           ? "first read by"
                      : f->kind == SM5_FINDING_ORDER ? "there last written by"
                                                     : "with";
    printf("    %s instruction %u: %s\n", how, f->other_instruction, f->other_text);
    if (f->other_line)
        printf("    line %u\n", f->other_line);
    if (!f->has_other_thread)
        return;
    printf("    ");
    print_thread(f->other_thread, f->other_group);
    printf("\n");
}

static void print_target(const struct sm5_finding *f)
{
    printf("    ");
    if (f->reg[0])
        printf("%s", f->reg);
    if (f->has_element)
        printf(", element %" PRIu64, f->element);
    if (f->has_offset)
        printf(", byte offset %u", f->byte_offset);
    if (f->text) {
        printf("%s", f->reg[0] ? "; " : "");
        print_thread(f->thread, f->group);
    }
    if (f->count > 1)
        printf("; %" PRIu64 " times", f->count);
    printf("\n");
}

/* What repeats it; a run that stops has no values. */
static void print_order(const struct sm5_finding *f)
{
    printf("    ");
    if (f->has_element)
        printf("0x%08" PRIx32 " in the plain order, 0x%08" PRIx32 " with ", f->values[0], f->values[1]);
    printf("--orders 1 --seed %" PRIu64 "\n", f->seed);
}

static void print_finding(const struct sm5_finding *f)
{
    if (f->text)
        printf("%s: instruction %u: %s\n", sm5_finding_kind_name(f->kind), f->instruction, f->text);
    else
        printf("%s:\n", sm5_finding_kind_name(f->kind));
    if (f->line)
        printf("    line %u\n", f->line);
    print_target(f);
    if (f->seed)
        print_order(f);
    if (f->has_other)
        print_other(f);
    printf("    %s [%s]\n", f->message, f->clause);
}

static int dispatch_watched(struct cli_job *job, struct cli_profiles *profiles)
{
    struct sm5_findings *findings;
    size_t first = sm5_diags_count(job->diags);
    if (!cli_profiles_open(profiles, job))
        return CLI_WRONG_COMMAND;
    enum sm5_status status =
        sm5_check(job->program, job->bindings, &job->plan.how, &job->options->check, &findings, job->diags);
    cli_report(job->diags, first);
    if (!findings)
        return cli_exit_code(status);
    size_t count = sm5_findings_count(findings);
    for (size_t i = 0; i < count; i++)
        print_finding(sm5_findings_at(findings, i));
    bool ok = cli_profiles_compare(profiles, job);
    ok &= cli_job_write_results(job);
    if (job->options->json)
        ok &= write_json(job->options->json, findings, profiles);
    sm5_findings_free(findings);
    if (status)
        return cli_exit_code(status);
    return !ok ? CLI_WRONG_COMMAND : count ? CLI_WRONG_PROGRAM : CLI_GOOD;
}

static int dispatch(struct cli_job *job)
{
    struct cli_profiles profiles = {0};
    int code = dispatch_watched(job, &profiles);
    cli_profiles_free(&profiles);
    return code;
}

static int run(int argc, char **argv)
{
    struct cli_job_options options = {.kernel.engine = SM5_ENGINE_INTERP, .accept_mismatch = true};
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
    .arguments = "IN --groups X[,Y[,Z]] [-b SLOT=SOURCE]... [--json FILE]",
    .summary = "runs a compute program and reports bad accesses, races and unwritten values",
    .options = option_table,
    .shared_options = cli_job_table,
    .argument = cli_job_argument,
    .run = run,
    .notes = notes,
};
