/* Tests of candidates: each is a process, or two, in a process group of its own that is killed at its time
   limit. */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli_reduce.h"

volatile sig_atomic_t reduce_signal;

static const double first_limit = 3600, least_limit = 2,
                    limit_factor = 10; /* seconds; of the original's time */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* ---- processes ---- */

/* Returns an error number. */
static int add_actions(const struct reduce_tests *tests, posix_spawn_file_actions_t *actions)
{
    int last = tests->is_first ? STDOUT_FILENO : STDERR_FILENO; /* errors of the original are shown */
    int error = 0;
    for (int file = STDIN_FILENO; !error && file <= last; file++)
        error = posix_spawn_file_actions_addopen(actions, file, "/dev/null",
                                                 file == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0);
    return error;
}

static bool spawn(struct reduce_tests *tests, struct reduce_process *process, char *const *arguments)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    int error = add_actions(tests, &actions);
    sigfillset(&defaults);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    if (!error)
        error = posix_spawnp(&process->pid, arguments[0], &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    process->started = now();
    if (!error)
        return true;
    process->pid = 0;
    tests->failed = true;
    return host_error("reduce: %s: %s", arguments[0], strerror(error));
}

/* sm5 VERB CANDIDATE, the options of run, and `more`. */
static bool spawn_verb(struct reduce_tests *tests, struct reduce_process *process, const char *verb,
                       const char *const *more, size_t more_count)
{
    size_t count = 0;
    char **list = calloc(process->arguments.count + more_count + 8, sizeof *list);
    if (!list)
        return host_error("out of memory");
    unlink(process->report);
    list[count++] = tests->self;
    list[count++] = (char *)verb;
    list[count++] = process->path;
    for (size_t i = 0; i < process->arguments.count; i++)
        list[count++] = process->arguments.list[i];
    for (size_t i = 0; i < more_count; i++)
        list[count++] = (char *)more[i];
    list[count++] = "--json";
    list[count++] = process->report;
    bool ok = spawn(tests, process, list);
    free(list);
    return ok;
}

static bool spawn_diff(struct reduce_tests *tests, struct reduce_process *process)
{
    const struct reduce_options *options = tests->in->options;
    const char *more[] = {"--no-explain", "--engines", options->engines, "--tolerance", options->tolerance};
    return spawn_verb(tests, process, "diff", more, options->tolerance ? 5 : 3);
}

static bool spawn_command(struct reduce_tests *tests, struct reduce_process *process)
{
    struct host_text arguments;
    if (!host_text_open(&arguments))
        return false;
    reduce_print_arguments(arguments.out, &process->arguments);
    fclose(arguments.out);
    char *command = reduce_command_of(tests->in->options->command, process->path, arguments.text);
    bool ok = command && setenv("SM5_CANDIDATE", process->path, 1) == 0 &&
              setenv("SM5_ARGUMENTS", arguments.text, 1) == 0;
    char *const list[] = {"/bin/sh", "-c", command, NULL};
    ok = ok ? spawn(tests, process, list) : host_error("out of memory");
    free(arguments.text);
    free(command);
    return ok;
}

/* ---- reports ---- */

static bool has_word(const struct reduce_words *words, const char *word)
{
    for (size_t i = 0; i < words->count; i++)
        if (strcmp(words->list[i], word) == 0)
            return true;
    return false;
}

static void add_word(struct reduce_words *words, const char *word)
{
    if (has_word(words, word) || words->count == REDUCE_KINDS_MOST)
        return;
    snprintf(words->list[words->count++], sizeof words->list[0], "%s", word);
}

static void add_words(struct reduce_words *words, const json_t *list, const char *key)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *word = json_string_value(json_object_get(json_array_get(list, i), key));
        if (word)
            add_word(words, word);
    }
}

/* The values of `key` in the objects of a list. */
static struct reduce_words words_of(const json_t *list, const char *key)
{
    struct reduce_words words = {0};
    add_words(&words, list, key);
    return words;
}

static bool is_subset(const struct reduce_words *words, const struct reduce_words *of)
{
    for (size_t i = 0; i < words->count; i++)
        if (!has_word(of, words->list[i]))
            return false;
    return true;
}

/* The report of a test, NULL without one. Not json_load_file, which does not tell a missing file from want of memory. */
static json_t *read_report(const struct reduce_process *process)
{
    FILE *file = fopen(process->report, "r");
    json_t *report = file ? json_loadf(file, 0, NULL) : NULL;
    if (file)
        fclose(file);
    return report;
}

/* sm5 diff ends with 1 for other reasons too, without a report. The same registers and outputs of the stage differ as
   in the original, or the same engine stops. */
static bool shows_difference(struct reduce_tests *tests, const struct reduce_process *process, int code)
{
    json_t *report = code == HOST_BAD_PROGRAM ? read_report(process) : NULL;
    struct reduce_words registers = words_of(json_object_get(report, "differences"), "register");
    struct reduce_words engines = words_of(json_object_get(report, "compared"), "stopped");
    add_words(&registers, json_object_get(report, "outputs"), "output");
    bool shows = registers.count || engines.count, stops = engines.count > 0;
    if (tests->is_first) {
        tests->registers = registers;
        tests->stopped = stops;
    }
    json_decref(report);
    return shows && stops == tests->stopped && is_subset(&registers, &tests->registers);
}

/* No kind of finding that the original is free of: a race would make any two engines differ. */
static bool is_checked(struct reduce_tests *tests, const struct reduce_process *process)
{
    json_t *report = read_report(process);
    struct reduce_words findings = words_of(json_object_get(report, "findings"), "kind");
    bool has_report = report != NULL;
    json_decref(report);
    if (tests->is_first) {
        tests->findings = findings;
        tests->has_checked = has_report;
        return true;
    }
    return !tests->has_checked || (has_report && is_subset(&findings, &tests->findings));
}

/* ---- one candidate ---- */

static void end_process(struct reduce_process *process)
{
    if (process->pid) {
        kill(-process->pid, SIGKILL);
        while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    process->pid = 0;
}

static void clean(struct reduce_process *process)
{
    end_process(process);
    if (process->path)
        unlink(process->path);
    if (process->report)
        unlink(process->report);
    free(process->path);
    free(process->report);
    reduce_arguments_free(&process->arguments);
    *process = (struct reduce_process){0};
}

static void end_all(void *context)
{
    struct reduce_tests *tests = context;
    for (unsigned i = 0; tests->processes && i < tests->slots; i++)
        end_process(&tests->processes[i]);
}

static bool start(void *context, unsigned slot, const struct reduce_candidate *candidate)
{
    struct reduce_tests *tests = context;
    struct reduce_process *process = &tests->processes[slot];
    char prefix[sizeof tests->folder.path + 1];
    clean(process);
    snprintf(prefix, sizeof prefix, "%s/", tests->folder.path);
    tests->serial++;
    bool ok =
        asprintf(&process->path, "%scandidate-%llu%s", prefix, (unsigned long long)tests->serial,
                 tests->ending) >= 0 &&
        asprintf(&process->report, "%sreport-%llu.json", prefix, (unsigned long long)tests->serial) >= 0;
    process->arguments = reduce_arguments_of(tests->in, candidate->program, candidate->numbers, prefix, true);
    tests->failed |= !ok || process->arguments.failed;
    if (tests->failed || !reduce_write_program(process->path, candidate->program)) {
        tests->failed = true;
        return false;
    }
    return tests->in->options->command ? spawn_command(tests, process) : spawn_diff(tests, process);
}

/* The process has ended with an exit code, or by a signal (-1). */
static void take_code(struct reduce_tests *tests, struct reduce_process *process, int code)
{
    process->pid = 0;
    process->is_done = true;
    if (tests->in->options->command) {
        process->shows = code == 0;
        return;
    }
    if (process->checks) {
        process->shows = is_checked(tests, process);
        return;
    }
    process->shows = shows_difference(tests, process, code);
    process->checks =
        process->shows && !tests->in->options->no_check && (tests->is_first || tests->has_checked);
    process->is_done = !process->checks || !spawn_verb(tests, process, "check", NULL, 0);
}

static void poll_process(struct reduce_tests *tests, struct reduce_process *process)
{
    int status;
    pid_t ended = process->pid ? waitpid(process->pid, &status, WNOHANG) : 0;
    if (ended == process->pid && process->pid) {
        kill(-process->pid, SIGKILL); /* what the command left running */
        take_code(tests, process, WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    } else if (process->pid && (reduce_signal || now() - process->started > tests->limit)) {
        end_process(process);
        process->is_done = true;
        process->shows = false;
    }
}

static void wait_for(struct reduce_tests *tests, struct reduce_process *process)
{
    struct timespec pause = {.tv_nsec = 200000};
    while (!process->is_done && process->pid) {
        for (unsigned i = 0; i < tests->slots; i++)
            poll_process(tests, &tests->processes[i]);
        if (process->is_done)
            break;
        nanosleep(&pause, NULL);
        pause.tv_nsec = pause.tv_nsec < 2000000 ? 2 * pause.tv_nsec : pause.tv_nsec;
    }
}

static bool finish(void *context, unsigned slot)
{
    struct reduce_tests *tests = context;
    struct reduce_process *process = &tests->processes[slot];
    double start_time = process->started;
    wait_for(tests, process);
    bool shows = process->shows;
    if (tests->is_first) {
        double limit = limit_factor * (now() - start_time), given = tests->in->options->timeout;
        tests->limit = given ? given : limit < least_limit ? least_limit : limit;
        tests->is_first = false;
    }
    clean(process);
    return shows;
}

static void discard(void *context, unsigned slot)
{
    clean(&((struct reduce_tests *)context)->processes[slot]);
}

static bool accepted(void *context, const struct reduce_candidate *candidate)
{
    struct reduce_tests *tests = context;
    bool ok = reduce_state_write(tests->in, tests->key, candidate->program, candidate->numbers);
    tests->failed |= !ok;
    return ok;
}

/* A line on a terminal. */
static bool progress(void *context, const struct reduce_progress *progress)
{
    struct reduce_tests *tests = context;
    if (strcmp(tests->pass, progress->pass) != 0 || tests->round != progress->round) {
        cli_progress_close(&tests->progress);
        cli_progress_open(&tests->progress, tests->line);
    }
    tests->pass = progress->pass;
    tests->round = progress->round;
    snprintf(tests->line, sizeof tests->line, "edits (round %u, %s; %u instructions, %llu tests)",
             progress->round, progress->pass, progress->instructions, (unsigned long long)progress->tests);
    cli_progress_show(&tests->progress, progress->done, progress->total);
    return !reduce_signal && !tests->failed;
}

/* ---- all of them ---- */

bool reduce_tests_open(struct reduce_tests *tests, const struct reduce_inputs *in, uint64_t key)
{
    bool is_text = !io_has_ending(in->options->out, ".dxbc") && !io_has_ending(in->options->out, ".cso");
    *tests = (struct reduce_tests){.in = in,
                                   .slots = in->slots,
                                   .key = key,
                                   .ending = is_text ? ".asm" : ".dxbc",
                                   .limit = in->options->timeout ? in->options->timeout : first_limit,
                                   .is_first = true,
                                   .pass = ""};
    cli_progress_open(&tests->progress, tests->line);
    if (!host_temporary_make(&tests->folder, "sm5-reduce-"))
        return host_error("reduce: temporary folder: %s", strerror(errno));
    tests->folder.end_writers = end_all;
    tests->folder.context = tests;
    ssize_t length = readlink("/proc/self/exe", tests->self, sizeof tests->self - 1);
    tests->processes = calloc(in->slots, sizeof *tests->processes);
    return (length > 0 && tests->processes) || host_error("reduce: the command cannot run itself");
}

void reduce_tests_close(struct reduce_tests *tests)
{
    cli_progress_close(&tests->progress);
    for (unsigned i = 0; tests->processes && i < tests->slots; i++)
        clean(&tests->processes[i]);
    free(tests->processes);
    host_temporary_remove(&tests->folder); /* a test that was killed may leave a file */
}

struct reduce_tester reduce_tester_of(struct reduce_tests *tests)
{
    return (struct reduce_tester){.context = tests,
                                  .slots = tests->slots,
                                  .start = start,
                                  .finish = finish,
                                  .discard = discard,
                                  .accepted = accepted,
                                  .progress = progress};
}
