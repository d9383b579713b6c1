/* Preloaded into the command: instead of running once, the program waits before main for lines "KIND N AFTER" on
   descriptor 198, runs main in a child process for each with that call failing, and answers with one line on
   descriptor 199: wait status, calls counted, calls failed, blocks not freed, frames of the failure and callers of the
   leaks, as MODULE+OFFSET. With N = 0, which fails no call, it has the chain of callers of each call too, as a number. */
#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fail.h"

enum { REQUESTS = 198, ANSWERS = 199, CHAINS = 1 << 16 };

static int (*real_main)(int, char **, char **);
/* Shared with the child. */
static struct fail_report *report;
static uint64_t *chains;

static bool clock_is_stopped;

/* A debug adapter looks for messages while a program runs, every 10 ms: with a stopped clock, never, so that what it
   answers to a recorded session does not depend on the machine. */
int clock_gettime(clockid_t clock, struct timespec *now)
{
    if (!clock_is_stopped)
        return (int)syscall(SYS_clock_gettime, clock, now);
    *now = (struct timespec){0};
    return 0;
}

static void print_place(FILE *out, const char *label, void *address)
{
    Dl_info info;
    if (address && dladdr(address, &info) && info.dli_fname)
        fprintf(out, " %s=%s+%#lx", label, info.dli_fname,
                (unsigned long)((char *)address - (char *)info.dli_fbase - 1));
}

static void print_answer(FILE *out, int status, size_t recorded)
{
    fprintf(out, "%d %lu %lu %lu", status, report->calls, report->failed, report->live);
    for (int i = 0; i < FAIL_FRAMES; i++)
        print_place(out, "at", report->frames[i]);
    for (int i = 0; i < FAIL_LEAKS; i++)
        print_place(out, "leak", report->leaks[i]);
    for (size_t i = 0; i < recorded && i < report->calls; i++)
        fprintf(out, " chain=%lx", chains[i]);
    fputc('\n', out);
    fflush(out);
}

/* Runs after the functions that the command registered with atexit. */
static void finish(void)
{
    setvbuf(stdout, NULL, _IONBF, 0); /* frees its buffer */
    fail_disarm(report);
}

/* The command ends so when out of memory: what it had is not leaked. */
void _exit(int status)
{
    if (report) {
        fail_disarm(report);
        report->live = 0;
    }
    syscall(SYS_exit_group, status);
    __builtin_unreachable();
}

/* Its frames take the place of the leaks. The process is lost: what is not asynchronous-safe can only lose the
   report. */
static void crash(int signal_number)
{
    fail_disarm(report);                  /* NOLINT(bugprone-signal-handler) */
    backtrace(report->leaks, FAIL_LEAKS); /* NOLINT(bugprone-signal-handler) */
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void *share(size_t size)
{
    return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

static int serve(int argc, char **argv, char **environment)
{
    FILE *requests = fdopen(REQUESTS, "r"), *answers = fdopen(ANSWERS, "w");
    report = share(sizeof *report);
    chains = share(CHAINS * sizeof *chains);
    clock_is_stopped = getenv("SM5_FAIL_CLOCK") != NULL;
    unsetenv("LD_PRELOAD");
    fail_arm(FAIL_MEMORY, 0, false); /* loads the unwinder, once for all children */
    fail_disarm(report);
    char kind[16];
    unsigned long n;
    int after, status;
    while (requests && answers && fscanf(requests, "%15s %lu %d", kind, &n, &after) == 3) {
        static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
        static const char *const names[] = {"memory", "call", "interrupted", "short"};
        enum fail_kind number = FAIL_MEMORY;
        while (number < FAIL_SHORT && strcmp(kind, names[number]) != 0)
            number++;
        memset(report, 0, sizeof *report);
        pid_t child = fork();
        if (child == 0) {
            close(REQUESTS);
            close(ANSWERS);
            alarm(60);
            if (number != FAIL_MEMORY && !fail_trap_calls())
                _exit(77);
            atexit(finish);
            for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++)
                signal(crashes[i], crash);
            fail_record_chains(chains, n ? 0 : CHAINS);
            fail_arm(number, n, after);
            exit(real_main(argc, argv, environment));
        }
        if (child < 0 || waitpid(child, &status, 0) != child)
            return 1;
        print_answer(answers, status, n ? 0 : CHAINS);
    }
    return 0;
}

int __libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void *stack_end)
{
    typedef int start_main(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void),
                           void (*)(void), void *);
    start_main *start = (start_main *)dlsym(RTLD_NEXT, "__libc_start_main");
    real_main = main;
    return start(getenv("SM5_FAIL_SERVER") ? serve : main, argc, argv, init, fini, rtld_fini, stack_end);
}
