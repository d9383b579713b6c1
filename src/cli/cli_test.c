/* sm5 test: the options of the case runner. */
#include "case/case.h"
#include "cli/cli.h"

struct options {
    struct case_suite suite;  /* first: it starts with the HLSL options */
    const char *shader, *out; /* --new */
};

static bool take_argument(void *options, const char *text)
{
    return case_suite_add(&((struct options *)options)->suite, text);
}

static bool take_keep(void *options, const char *value)
{
    ((struct options *)options)->suite.cases.keep = value;
    return true;
}

static bool take_junit(void *options, const char *value)
{
    ((struct options *)options)->suite.junit = value;
    return true;
}

static bool take_filter(void *options, const char *value)
{
    ((struct options *)options)->suite.filter = value;
    return true;
}

static bool take_jobs(void *options, const char *value)
{
    return host_parse_count("--jobs", value, 256, &((struct options *)options)->suite.jobs);
}

static bool take_engine(void *options, const char *value)
{
    return cli_take_engine(value, &((struct options *)options)->suite.cases.kernel.engine);
}

static bool take_lanes(void *options, const char *value)
{
    return cli_take_lanes(value, &((struct options *)options)->suite.cases.kernel.lanes);
}

static bool take_no_validate(void *options, const char *value)
{
    (void)value;
    return cli_take_validation(&((struct options *)options)->suite.cases.kernel.validation,
                               SM5_VALIDATION_NONE);
}

static bool take_strict(void *options, const char *value)
{
    (void)value;
    return cli_take_validation(&((struct options *)options)->suite.cases.kernel.validation,
                               SM5_VALIDATION_STRICT);
}

static bool take_no_cache(void *options, const char *value)
{
    (void)value;
    return ((struct options *)options)->suite.cases.kernel.no_cache = true;
}

static bool take_oob(void *options, const char *value)
{
    return cli_take_oob(value, &((struct options *)options)->suite.cases.oob, NULL);
}

static bool take_ignore_key(void *options, const char *value)
{
    return host_texts_add(&((struct options *)options)->suite.cases.ignored_keys, value);
}

static bool take_new(void *options, const char *value)
{
    ((struct options *)options)->shader = value;
    return true;
}

static bool take_out(void *options, const char *value)
{
    ((struct options *)options)->out = value;
    return true;
}

static bool take_bless(void *options, const char *value)
{
    (void)value;
    return ((struct options *)options)->suite.cases.bless = true;
}

static bool take_check(void *options, const char *value)
{
    (void)value;
    return ((struct options *)options)->suite.cases.check = true;
}

static const struct cli_option option_table[] = {
    {"--check", NULL, "run each case under the checker: what it finds and the case does not expect, fails",
     take_check},
    {"--new", "SHADER", "write a case for a program, with every slot filled in, to edit", take_new},
    {"-o", "FILE", "where --new writes it (default: standard output)", take_out},
    {"--bless", NULL, "write what comes out into the cases and their files as what they expect", take_bless},
    {"--keep", "DIR", "write what each case produced to DIR/CASE/, and counters.json", take_keep},
    {"--junit", "FILE", "write the results as JUnit XML", take_junit},
    {"--filter", "TEXT", "run the cases whose path has TEXT in it", take_filter},
    {"--ignore-key", "KEY", "do not read a key of cases that sm5 does not know, instead of failing them",
     take_ignore_key},
    {"--jobs", "N", "cases at a time (default: one a core)", take_jobs},
    {"--engine", "auto|jit|interp", "what runs the programs (default auto)", take_engine},
    {"--lanes", "8|16", "threads of a warp, for the JIT", take_lanes},
    {"--oob", "PROFILE", "what accesses out of bounds do: spec (default), element, byte, robust2", take_oob},
    {"--no-cache", NULL, "neither read nor write the cache of machine code", take_no_cache},
    {"--no-validate", NULL, "run malformed programs too", take_no_validate},
    {"--strict", NULL, "do not run nonconforming programs", take_strict},
    {0},
};

static int make_new(const struct options *options)
{
    if (!options->shader)
        host_error("test: -o goes with --new SHADER");
    else if (options->suite.count || options->suite.cases.bless)
        host_error("test: --new writes one case and runs none; expected --new SHADER and -o FILE");
    else
        return case_write_new(options->shader, options->out, &options->suite.cases.hlsl);
    return HOST_BAD_COMMAND;
}

/* The options of HLSL but the compiler belong to a program; each case has its own. */
static bool has_program_options(const struct host_hlsl_options *hlsl)
{
    return hlsl->always || hlsl->entry || hlsl->profile || hlsl->defines.count || hlsl->includes.count;
}

static int run_cases(struct options *options)
{
    if (!has_program_options(&options->suite.cases.hlsl))
        return case_suite_run(&options->suite);
    host_error("test: -E, -T, -D, -I and --hlsl go with --new SHADER; a case has the key 'hlsl'");
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
    .argument = take_argument,
    .run = run,
    .notes = "Folders are searched. docs/test-format.md describes a case.\n",
};
