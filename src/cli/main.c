#include <dlfcn.h>
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "ranks/ranks.h"

static const struct cli_verb *const verbs[] = {
    &cli_asm,    &cli_dis,    &cli_info,   &cli_validate, &cli_run,   &cli_check,
    &cli_debug,  &cli_dap,    &cli_why,    &cli_diff,     &cli_bench, &cli_test,
    &cli_random, &cli_reduce, &cli_layout, &cli_view,     &cli_lsp,   &cli_devices};
enum { VERBS = sizeof verbs / sizeof verbs[0] };

static void print_usage(FILE *out)
{
    fprintf(out, "sm5 %s: toolchain and CPU runtime for Direct3D Shader Model 5 assembly\n\nusage:\n",
            sm5_version());
    for (int i = 0; i < VERBS; i++)
        fprintf(out, "  sm5 %-8s %s\n            %s\n", verbs[i]->name, verbs[i]->arguments,
                verbs[i]->summary);
    fprintf(
        out,
        "\n'sm5 VERB --help' describes a verb. Exit codes: 0 success, 1 the program under test is wrong,\n"
        "2 the command was wrong.\n");
}

static const struct cli_verb *find_verb(const char *name)
{
    for (int i = 0; i < VERBS; i++)
        if (strcmp(verbs[i]->name, name) == 0)
            return verbs[i];
    return NULL;
}

static int fail_unknown_verb(const char *name)
{
    const char *names[VERBS + 5] = {0};
    for (int i = 0; i < VERBS; i++)
        names[i] = verbs[i]->name;
    names[VERBS] = "help";
    names[VERBS + 1] = "--help";
    names[VERBS + 2] = "--version";
    names[VERBS + 3] = "--completion";
    const char *near = io_nearest(name, names);
    if (near)
        host_error("unknown verb '%s'; did you mean '%s'?", name, near);
    else if (name[0] && access(name, F_OK) == 0)
        host_error("expected a verb before the file, as in 'sm5 info %s'", name);
    else
        host_error("unknown verb '%s'; expected asm, dis, info, validate, run, check, debug, dap, why, diff, "
                   "bench, test, "
                   "random, reduce, layout, view, lsp or devices",
                   name);
    return HOST_BAD_COMMAND;
}

static int help(int argc, char **argv)
{
    const struct cli_verb *verb = argc > 2 ? find_verb(argv[2]) : NULL;
    if (argc > 2 && !verb)
        return fail_unknown_verb(argv[2]);
    if (argc > 3) {
        host_error("help: one verb at a time; '%s' is the second", argv[3]);
        return HOST_BAD_COMMAND;
    }
    if (verb)
        cli_help(verb);
    else
        print_usage(stdout);
    return HOST_OK;
}

static int run_command(int argc, char **argv)
{
    if (argc < 2) {
        print_usage(stderr);
        return HOST_BAD_COMMAND;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("sm5 %s\n", sm5_version());
        return HOST_OK;
    }
    if (strcmp(argv[1], "--completion") == 0) {
        if (argc == 3 && cli_print_completion(argv[2], verbs, VERBS))
            return HOST_OK;
        host_error("--completion: expected 'sm5 --completion' and bash, zsh or fish");
        return HOST_BAD_COMMAND;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0)
        return help(argc, argv);
    const struct cli_verb *verb = find_verb(argv[1]);
    if (!verb)
        return fail_unknown_verb(argv[1]);
    if (ranks_count() > 1 && !verb->has_ranks) {
        host_error("%s: runs as one process, not under mpirun", verb->name);
        return HOST_BAD_COMMAND;
    }
    return verb->run(argc - 2, argv + 2);
}

static void ignore(int number)
{
    (void)number;
}

/* Opens the null device for closed standard streams, in the wrong direction so that uses fail: otherwise an
   opened file would get their number, and the printed text. */
static void open_standard_streams(void)
{
    for (int file = 0; file < 3; file++)
        if (fcntl(file, F_GETFD) < 0)
            (void)!open("/dev/null", file == 0 ? O_WRONLY : O_RDONLY);
}

/* After a timeout a driver's threads continue the dispatch, which cannot be stopped: exit handlers of the driver's libraries would
   free what these threads use. */
static void exit_beside_driver(int code)
{
    if (code && dlopen("libvulkan.so.1", RTLD_LAZY | RTLD_NOLOAD))
        _exit(code);
}

int main(int argc, char **argv)
{
    open_standard_streams();
    json_set_alloc_funcs(malloc, free); /* those of cli_memory.c */
    signal(SIGXFSZ, ignore);            /* a write to a file that grows too large fails instead */
    cli_limit_memory();
    int code = ranks_open() ? run_command(argc, argv) : HOST_BAD_COMMAND;
    code = ranks_close(code);
    if (fflush(stdout) || ferror(stdout)) {
        host_error("standard output cannot be written");
        code = HOST_BAD_COMMAND;
    }
    exit_beside_driver(code);
    return code;
}
