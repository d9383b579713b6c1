/* sm5 reduce: the verb. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli_reduce.h"
#include "ranks/ranks.h"

/* ---- options ---- */

static bool set_timeout(void *at, const char *value)
{
    char *end;
    double seconds = strtod(value, &end);
    *(double *)at = seconds;
    return (!*end && end != value && seconds > 0 && seconds <= 1e6) ||
           host_error("--timeout: invalid number '%s'; expected seconds above 0", value);
}

#define AT(field)     .offset = offsetof(struct reduce_options, field)
#define PASSED(index) .offset = offsetof(struct reduce_options, passed) + (index) * sizeof(const char *)

static const struct cli_option option_table[] = {
    {"--while", "COMMAND",
     "keep what this command of the shell accepts with exit code 0: {} is the candidate's file, {args} its "
     "options of run",
     OPTION_TEXT, AT(command)},
    {"--while-diff", "LIST", "keep that sm5 diff --engines LIST finds a difference", OPTION_TEXT,
     AT(engines)},
    {"--tolerance", "KEY=N[,KEY=N]", "of --while-diff, as for sm5 diff", OPTION_TEXT, AT(tolerance)},
    {"--no-check", NULL, "--while-diff: accept races and other findings that the original is free of",
     OPTION_FLAG, AT(no_check)},
    {"-o", "FILE",
     "the reduced program: assembly, or a container (.dxbc, .cso); FILE.state until it is complete",
     OPTION_TEXT, AT(out)},
    {"-j", "N", "candidates to test at a time (default: one per core)", OPTION_COUNT, AT(jobs), .min = 1,
     .max = 1024},
    {"--timeout", "S", "time limit of a test (default: 10 times that of the original, at least 2 s)",
     OPTION_CALL, AT(timeout), .set = set_timeout},
    {"--groups", "X[,Y[,Z]]", "thread groups of the original", OPTION_CALL, AT(groups),
     .given = offsetof(struct reduce_options, has_groups) + 1, .set = cli_set_groups},
    {"-b", "SLOT=SOURCE[,key=value]...", "a resource, as for sm5 run; may be repeated", OPTION_LIST,
     AT(bindings)},
    {"--buffer", "NAME=SOURCE[,key=value]...", "a resource that -b SLOT=@NAME binds", OPTION_LIST,
     AT(buffers)},
    {"--set", "NAME=VALUE[/VALUE]...", "a constant by name", OPTION_LIST, AT(sets)},
    {"--struct", "SLOT=MEMBERS", "layout of a slot without RDEF", OPTION_LIST, AT(structs)},
    {"--class", "fp0[0]=ft1", "function table of an interface element", OPTION_LIST, AT(classes)},
    {"-i", "FILE", "inputs of a stage, as for sm5 run; their rows are reduced", OPTION_LIST, AT(inputs)},
    {"--threads", "N", "passed on, as the options that follow", OPTION_TEXT, PASSED(0)},
    {"--max-steps", "N", "of loops, as for sm5 run", OPTION_TEXT, PASSED(1)},
    {"--max-seconds", "S", "of a dispatch, as for sm5 run", OPTION_TEXT, PASSED(2)},
    {"--oob", "PROFILE", "accesses out of bounds, as for sm5 run", OPTION_TEXT, PASSED(3)},
    {"--lanes", "8|16", "of the JIT, as for sm5 run", OPTION_TEXT, PASSED(4)},
    {"--device", "NAME|NUMBER", "of the Vulkan engine, as for sm5 run", OPTION_TEXT, PASSED(5)},
    {"--descriptors", "auto|storage|texel", "of the Vulkan engine, as for sm5 run", OPTION_TEXT, PASSED(6)},
    {"--count", "N", "invocations of another stage, as for sm5 run; reduced", OPTION_TEXT, PASSED(7)},
    {"--rect", "X,Y,W,H", "pixels, as for sm5 run; reduced", OPTION_TEXT, PASSED(8)},
    {"--samples", "N", "of a pixel, as for sm5 run", OPTION_TEXT, PASSED(9)},
    {"--missing", "error|zero", "inputs without a column, as for sm5 run", OPTION_TEXT, PASSED(10)},
    {"--partition", "N", "domain points, as for sm5 run", OPTION_TEXT, PASSED(11)},
    {"--factors", "F,F,...|FILE", "domain points, as for sm5 run", OPTION_TEXT, PASSED(12)},
    {"--partitioning", "WORD", "of --factors, as for sm5 run", OPTION_TEXT, PASSED(13)},
    {0},
};

static bool check(const void *context)
{
    const struct reduce_options *options = context;
    struct io_error error;
    if (!options->command == !options->engines)
        return host_error("reduce: expected one of --while COMMAND and --while-diff LIST");
    if (options->command && (options->tolerance || options->no_check))
        return host_error("reduce: %s requires --while-diff",
                          options->tolerance ? "--tolerance" : "--no-check");
    bool has_inputs = options->inputs.count || options->passed[REDUCE_COUNT] || options->passed[REDUCE_RECT];
    if (options->engines && !options->has_groups && !has_inputs)
        return host_error(
            "reduce: --while-diff requires --groups X[,Y[,Z]], or --count, --rect or -i of another stage");
    if (!options->out || strcmp(options->out, "-") == 0)
        return host_error("reduce: no output; expected -o FILE");
    return io_check_output(options->out, &error) || host_error("%s", error.text);
}

/* ---- the command that repeats the behaviour ---- */

/* Replaces each `word` in `text`; malloc'ed. */
static char *replace(const char *text, const char *word, const char *by)
{
    struct host_text out;
    if (!host_text_open(&out))
        return NULL;
    for (const char *found; (found = strstr(text, word)); text = found + strlen(word))
        fprintf(out.out, "%.*s%s", (int)(found - text), text, by);
    fputs(text, out.out);
    fclose(out.out);
    return out.text;
}

char *reduce_command_of(const char *command, const char *path, const char *arguments)
{
    struct host_text quoted;
    if (!host_text_open(&quoted))
        return NULL;
    reduce_print_quoted(quoted.out, path);
    fclose(quoted.out);
    bool names = strstr(command, "{}") || strstr(command, "SM5_CANDIDATE");
    char *program = NULL, *with_path = replace(command, "{}", quoted.text);
    if (with_path && asprintf(&program, names ? "%s" : "%s %s", with_path, quoted.text) < 0)
        program = NULL;
    char *complete = program ? replace(program, "{args}", arguments) : NULL;
    free(quoted.text);
    free(with_path);
    free(program);
    return complete;
}

static void print_command(const struct reduce_options *options, const struct reduce_arguments *arguments)
{
    struct host_text text;
    if (!host_text_open(&text))
        return;
    reduce_print_arguments(text.out, arguments);
    fclose(text.out);
    if (options->command) {
        char *command = reduce_command_of(options->command, options->out, text.text);
        printf("%s\n", command ? command : "");
        free(command);
    } else {
        printf("sm5 diff ");
        reduce_print_quoted(stdout, options->out);
        printf(" %s --engines ", text.text);
        reduce_print_quoted(stdout, options->engines);
        if (options->tolerance)
            printf(" --tolerance %s", options->tolerance);
        putchar('\n');
    }
    free(text.text);
}

/* The data of smaller buffers go beside the program: small.asm, small.u0.bin. */
static bool write_result(const struct reduce_inputs *in, const struct sm5_program *program)
{
    const char *out = in->options->out, *slash = strrchr(out, '/'), *dot = strrchr(out, '.');
    size_t stem = dot && (!slash || dot > slash) ? (size_t)(dot - out) : strlen(out);
    char *prefix = NULL;
    if (asprintf(&prefix, "%.*s.", (int)stem, out) < 0 || !reduce_write_program(out, program)) {
        free(prefix);
        return false;
    }
    struct reduce_arguments arguments = reduce_arguments_of(in, program, in->numbers, prefix, false);
    bool ok = !arguments.failed;
    if (ok) {
        print_command(in->options, &arguments);
        reduce_state_remove(in);
    }
    reduce_arguments_free(&arguments);
    free(prefix);
    return ok;
}

/* ---- the search ---- */

static void note_signal(int number)
{
    reduce_signal = number;
}

static void catch_signals(void (*handler)(int))
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        struct sigaction old, action = {.sa_handler = handler};
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
}

static void report(const struct reduce_result *result, const struct reduce_inputs *in)
{
    fprintf(stderr,
            "sm5: reduce: %u of %u instructions left; %" PRIu64 " tests, %" PRIu64 " successes, %u rounds\n",
            result->instructions, result->instructions_before, result->tests, result->successes,
            result->rounds);
    (void)in;
}

/* From a program and the numbers in `in`. Returns an exit code, or -1: the program does not show the
   behaviour. */
static int search(struct reduce_inputs *in, const struct sm5_program *program, uint64_t key)
{
    struct reduce_tests tests;
    struct reduce_result result = {0};
    int code = HOST_BAD_COMMAND;
    if (reduce_tests_open(&tests, in, key)) {
        struct reduce_ranked ranked;
        struct reduce_tester tester =
            ranks_count() > 1 ? reduce_ranks_tester(&ranked, &tests) : reduce_tester_of(&tests);
        catch_signals(note_signal);
        enum reduce_end end = reduce_minimize(program, in->numbers, in->number_count, &tester, &result);
        catch_signals(SIG_DFL);
        cli_progress_close(&tests.progress);
        if (result.program)
            report(&result, in);
        if (end == REDUCE_MINIMAL && write_result(in, result.program))
            code = HOST_OK;
        else if (end == REDUCE_NOT_SHOWN && !reduce_signal && !tests.failed)
            code = -1;
        else if (end == REDUCE_OUT_OF_MEMORY)
            host_error("out of memory");
    }
    sm5_program_free(result.program);
    reduce_tests_close(&tests);
    return code;
}

static int search_from_original(struct reduce_inputs *in, const struct sm5_program *program, uint64_t key)
{
    int code = search(in, program, key);
    if (code >= 0)
        return code;
    host_error(in->options->command
                   ? "reduce: the command does not accept the original, which is printed or written as "
                     "the candidates are"
                   : "reduce: sm5 diff finds no difference in the original");
    return HOST_BAD_COMMAND;
}

/* A smaller program that a search was ended at is tested first, like any original. */
static int search_from_state(struct reduce_inputs *in, const struct sm5_program *program, uint64_t key)
{
    size_t size = in->number_count * sizeof *in->numbers;
    struct reduce_number *before = malloc(size);
    if (!before)
        return HOST_BAD_COMMAND;
    memcpy(before, in->numbers, size);
    struct sm5_program *smaller = reduce_state_read(in, key, in->numbers);
    int code = -1;
    if (smaller) {
        fprintf(stderr, "sm5: reduce: continuing from %s\n", in->options->out);
        code = search(in, smaller, key);
    }
    sm5_program_free(smaller);
    if (code < 0) {
        memcpy(in->numbers, before, size);
        code = search_from_original(in, program, key);
    }
    free(before);
    return code;
}

static int serve(struct reduce_inputs *in)
{
    struct reduce_tests tests;
    bool ok = reduce_tests_open(&tests, in, 0);
    ranks_agree(ok ? HOST_OK : HOST_BAD_COMMAND, 0);
    reduce_ranks_serve(&tests);
    reduce_tests_close(&tests);
    return HOST_OK;
}

static int search_on_ranks(struct reduce_inputs *in, const struct sm5_program *program, uint64_t key)
{
    if (ranks_own())
        return serve(in);
    ranks_agree(HOST_OK, 0);
    int code = search_from_state(in, program, key);
    reduce_ranks_end();
    return code;
}

static int use(void *context, struct sm5_program *program, struct sm5_diags *diags)
{
    const struct reduce_options *options = context;
    struct reduce_inputs in = {0};
    (void)diags;
    bool ok = host_may_write(options->out) && reduce_inputs_open(&in, options, program);
    if (ranks_count() > 1)
        ranks_agree(ok ? HOST_OK : HOST_BAD_COMMAND, 0);
    if (ok)
        in.slots = reduce_slots(options);
    int code = ok ? search_on_ranks(&in, program, reduce_key(options, program)) : HOST_BAD_COMMAND;
    reduce_inputs_free(&in);
    if (reduce_signal)
        raise(reduce_signal);
    return code;
}

static int run(int argc, char **argv)
{
    struct reduce_options options = {.groups = {1, 1, 1}};
    ranks_share_files(true);
    ranks_hide();
    int code = cli_use_program(&cli_reduce, argc, argv, &options.input, use);
    free(options.bindings.list);
    free(options.buffers.list);
    free(options.sets.list);
    free(options.structs.list);
    free(options.classes.list);
    free(options.inputs.list);
    return code;
}

static const char notes[] =
    "Edits are tested in chunks that are halved down to single ones, until none succeeds: instructions, "
    "blocks\n"
    "and their branches, values, operands and their parts, declarations and their sizes; the thread group, "
    "the\n"
    "groups, invocations, pixels, rows of inputs and bytes of buffers when the tests use them (--while-diff, "
    "{args}). Candidates have no kind "
    "of\n"
    "error or warning of 'sm5 validate' that the original is free of. The result does not depend on -j.\n"
    "--while: a path is appended to a command without {}; SM5_CANDIDATE and SM5_ARGUMENTS hold both, too.\n"
    "The same command continues a reduction that was interrupted. Printed is the command that repeats the\n"
    "behaviour; data of smaller buffers are in files beside the program.\n"
    "Exit codes: 0 reduced to a minimum; 2 the original does not show the behaviour, or the command or a "
    "file\n"
    "is wrong.\n";

const struct cli_verb cli_reduce = {
    .name = "reduce",
    .arguments = "IN -o FILE --while COMMAND|--while-diff LIST [--groups X[,Y[,Z]]] [-b SLOT=SOURCE]...",
    .summary = "makes the smallest program that still shows a behaviour",
    .options = option_table,
    .shared_options = {cli_hlsl_table},
    .check = check,
    .run = run,
    .has_ranks = true,
    .notes = notes,
};
