/* sm5 test: the options of the case runner. */
#include "case/case.h"
#include "cli/cli.h"

struct options {
    struct case_suite suite;  /* first: cli_hlsl_table has offsets in it */
    const char *shader, *out; /* --new */
};

static bool add_path(void *options, const char *text)
{
    return case_suite_add(&((struct options *)options)->suite, text);
}

static bool set_split(void *at, const char *value)
{
    uint64_t count = 0;
    bool ok = host_parse_count("--split", value, 1024, &count);
    *(uint32_t *)at = (uint32_t)count;
    return ok;
}

#define AT(field) .offset = offsetof(struct options, field)

static const struct cli_option option_table[] = {
    {"--check", NULL, "run each case under the checker: findings that the case does not expect are failures",
     OPTION_FLAG, AT(suite.cases.check)},
    {"--new", "SHADER", "write a case for a program, with every slot filled in, to edit", OPTION_TEXT,
     AT(shader)},
    {"-o", "FILE", "where --new writes it (default: standard output)", OPTION_TEXT, AT(out)},
    {"--bless", NULL, "write the results into the cases and their files as the expected ones", OPTION_FLAG,
     AT(suite.cases.bless)},
    {"--no-skip", NULL, "a case that this build or engine does not support fails", OPTION_FLAG,
     AT(suite.cases.no_skip)},
    {"--keep", "DIR", "write what each case produced to DIR/CASE/, and counters.json", OPTION_TEXT,
     AT(suite.cases.keep)},
    {"--junit", "FILE", "write the results as JUnit XML", OPTION_TEXT, AT(suite.junit)},
    {"--filter", "TEXT", "run the cases whose path contains TEXT", OPTION_TEXT, AT(suite.filter)},
    {"--jobs", "N", "cases at a time (default: one per core)", OPTION_COUNT, AT(suite.jobs), .max = 256},
    {"--split", "N", "run each dispatch as N ranges of groups on copies of memory, merged as under mpirun",
     OPTION_CALL, AT(suite.cases.split), .set = set_split},
    CLI_KERNEL_OPTIONS(options, suite.cases.kernel),
    {"--oob", "PROFILE", "result of accesses out of bounds: spec (default), element, byte, robust2",
     OPTION_CHOICE, AT(suite.cases.oob), .words = cli_oob_words + 1},
    {0},
};

static int make_new(const struct options *options)
{
    if (!options->shader)
        host_error("test: -o requires --new SHADER");
    else if (options->suite.count || options->suite.cases.bless)
        host_error("test: --new writes one case and runs none; expected only --new SHADER and -o FILE");
    else
        return case_write_new(options->shader, options->out, &options->suite.cases.hlsl);
    return HOST_BAD_COMMAND;
}

/* Whether HLSL options other than the compiler are given: they apply to one program, and cases have their
   own. */
static bool has_program_options(const struct host_hlsl_options *hlsl)
{
    return hlsl->always || hlsl->entry || hlsl->profile || hlsl->defines.count || hlsl->includes.count;
}

static int run_cases(struct options *options)
{
    if (!has_program_options(&options->suite.cases.hlsl))
        return case_suite_run(&options->suite);
    host_error("test: -E, -T, -D, -I and --hlsl require --new SHADER; a case has the key 'hlsl'");
    return HOST_BAD_COMMAND;
}

static int run(int argc, char **argv)
{
    struct options options = {0};
    int code = cli_parse(&cli_test, argc, argv, &options);
    if (code < 0)
        code = options.shader || options.out ? make_new(&options) : run_cases(&options);
    case_suite_free(&options.suite);
    cli_hlsl_free(&options.suite.cases.hlsl);
    return code;
}

const struct cli_verb cli_test = {
    .name = "test",
    .arguments = "PATH... [options]\n       sm5 test --new SHADER [-o FILE]",
    .summary = "runs test cases: folders with case.json, and YAML files",
    .options = option_table,
    .shared_options = {cli_hlsl_table},
    .argument = add_path,
    .run = run,
    .has_ranks = true,
    .notes = "Folders are searched. docs/test-format.md describes a case.\n",
};
