/* Progress of long operations on a terminal: one line that is overwritten, and cleared at the end. */
#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"

static const double show_after = 0.5, show_every = 0.1; /* seconds */

static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { SIGNALS = sizeof signals / sizeof signals[0] };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Ends the line, and then the process by the signal, so that the shell sees it. */
static void end_line(int signal_number)
{
    ssize_t ignored = write(STDERR_FILENO, "\n", 1);
    (void)ignored;
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void catch_signals(void (*handler)(int))
{
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction old, new = {.sa_handler = handler};
        bool ours = sigaction(signals[i], NULL, &old) == 0 &&
                    (old.sa_handler == SIG_DFL || old.sa_handler == end_line);
        if (ours) /* keep signals that nohup ignores */
            sigaction(signals[i], &new, NULL);
    }
}

void cli_progress_open(struct cli_progress *progress, const char *what)
{
    *progress = (struct cli_progress){.what = what, .terminal = isatty(STDERR_FILENO), .start = now()};
    progress->shown = progress->start + show_after - show_every;
}

/* "12 s", "3 min 20 s", "2 h 5 min" */
static void format_time(char out[32], double seconds)
{
    uint64_t s = (uint64_t)(seconds + 0.5);
    if (s < 60)
        snprintf(out, 32, "%" PRIu64 " s", s);
    else if (s < 3600)
        snprintf(out, 32, "%" PRIu64 " min %" PRIu64 " s", s / 60, s % 60);
    else
        snprintf(out, 32, "%" PRIu64 " h %" PRIu64 " min", s / 3600, s / 60 % 60);
}

void cli_progress_show(struct cli_progress *progress, uint64_t done, uint64_t total)
{
    double time = now();
    if (!progress->terminal || total == 0 || time - progress->shown < show_every)
        return;
    if (!progress->width)
        catch_signals(end_line);
    progress->shown = time;
    char line[160], rest[32] = "";
    double part = (double)done / (double)total;
    if (done)
        format_time(rest, (time - progress->start) * (1 - part) / part);
    int width = snprintf(line, sizeof line, "%" PRIu64 " of %" PRIu64 " %s, %d %%%s%s%s", done, total,
                         progress->what, (int)(part * 100), done ? ", " : "", rest, done ? " to go" : "");
    int wipe = progress->width > width ? progress->width - width : 0;
    fprintf(stderr, "\r%s%*s", line, wipe, "");
    fflush(stderr);
    progress->width = width;
}

void cli_progress_close(struct cli_progress *progress)
{
    if (!progress->width)
        return;
    fprintf(stderr, "\r%*s\r", progress->width, "");
    catch_signals(SIG_DFL);
    progress->width = 0;
}

bool cli_progress_call(void *context, uint64_t done, uint64_t total)
{
    cli_progress_show(context, done, total);
    return true;
}

void cli_progress_of_groups(struct cli_progress *progress, struct sm5_dispatch_options *dispatch)
{
    cli_progress_open(progress, "groups");
    dispatch->progress = progress->terminal ? cli_progress_call : NULL;
    dispatch->context = progress;
}
