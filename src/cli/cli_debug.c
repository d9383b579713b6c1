/* sm5 debug: a dispatch under the debugger, on a terminal or by scripts. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli_debug.h"

#define AT(field) .offset = offsetof(struct cli_job_options, field)

static const struct cli_option option_table[] = {
    {"-x", "SCRIPT", "execute the commands of a file first; - is standard input", OPTION_LIST, AT(scripts)},
    {"--batch", NULL, "end after the scripts; the exit code is 2 when a command was wrong", OPTION_FLAG,
     AT(batch)},
    {"--snapshots", "MIB", "limit of memory for steps backwards (default 256)", OPTION_COUNT, AT(snapshots),
     .min = 1, .max = 1 << 20},
    {0},
};

/* ---- Ctrl-C ---- */

static struct sm5_debug *volatile running;

/* Stops the program, not the debugger. */
static void handle_interrupt(int number)
{
    (void)number;
    if (running)
        sm5_debug_interrupt(running);
}

static void catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = handle_interrupt, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
}

/* An interrupt stops this command, not one before or after it. */
static bool execute(struct debug_front *f, const char *line)
{
    running = f->debug;
    bool ok = debug_execute(f, line);
    running = NULL;
    fflush(stdout);
    return ok;
}

/* ---- lines ---- */

/* A wrong command ends the script. */
static bool run_script(struct debug_front *f, FILE *file)
{
    char *line;
    bool ok = true, failed = false;
    while (ok && !f->quits && (line = debug_read_file(file, &failed)) != NULL) {
        printf("(sm5) %s\n", line);
        ok = *line ? execute(f, line) : true;
        free(line);
    }
    return ok && !failed;
}

static bool run_script_file(struct debug_front *f, const char *path)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    if (!file)
        return host_error("%s: cannot be opened", path);
    bool ok = run_script(f, file);
    if (file != stdin)
        fclose(file);
    return ok;
}

static void converse(struct debug_front *f)
{
    char *line;
    bool terminal = isatty(STDIN_FILENO);
    if (!terminal) {
        f->failed |= !run_script(f, stdin);
        return;
    }
    while (!f->quits && (line = debug_read_terminal("(sm5) ")) != NULL) {
        execute(f, line);
        free(line);
    }
    f->failed = false; /* messages were seen */
}

/* ---- opening and closing ---- */

static void close_front(struct debug_front *f)
{
    for (size_t i = 0; i < f->display_count; i++)
        free(f->displays[i].expression);
    free(f->displays);
    free(f->repeated);
}

static bool run_all(struct debug_front *f, const struct cli_job_options *options)
{
    bool ok = true;
    debug_print_position(f);
    for (size_t i = 0; ok && i < options->scripts.count && !f->quits; i++)
        ok = run_script_file(f, options->scripts.list[i]);
    if (ok && !f->quits && !options->batch)
        converse(f);
    return ok && !f->failed;
}

/* Lines of log points. */
static void print_log(void *context, uint32_t breakpoint, const char *text)
{
    (void)context, (void)breakpoint;
    printf("%s\n", text);
}

static bool use(struct cli_job *job, struct sm5_debug *debug, void *context)
{
    struct debug_front front = {.job = job, .debug = debug, .moved = true};
    (void)context;
    sm5_debug_on_log(debug, print_log, NULL);
    catch_interrupts();
    bool ok = run_all(&front, job->options);
    close_front(&front);
    return ok;
}

static int debug(struct cli_job *job)
{
    return cli_debug_job(job, use, NULL);
}

static int run(int argc, char **argv)
{
    struct cli_job_options options = {.kernel.engine = SM5_ENGINE_INTERP, .runs_stages = true};
    return cli_job_run(&cli_debug, argc, argv, &options, debug);
}

static const char notes[] =
    "Commands are those of gdb: break, watch, step, next, finish, continue, and reverse- forms of them;\n"
    "print, display, x, info lanes, list, where, set. 'help' lists them. docs/debugging.md is a tour.\n"
    "Ctrl-C stops the program. -o, --out and --print show the state where the debugger ends.\n"
    "Exit codes: 0 success; 1 the program or a binding is wrong; 2 a command or a file is wrong.\n";

const struct cli_verb cli_debug = {
    .name = "debug",
    .arguments = "IN [--groups X[,Y[,Z]] | --count N] [-b SLOT=SOURCE]... [-x SCRIPT]... [--batch]",
    .summary = "runs a shader step by step, forwards and backwards",
    .options = option_table,
    .shared_options = {cli_job_table, cli_stage_table, cli_hlsl_table},
    .run = run,
    .notes = notes,
};
