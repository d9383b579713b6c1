/* What the checker costs, on one thread: the time of a checked dispatch over that of the same dispatch on the
   interpreter; and time and memory of the processes `sm5 check` and `sm5 run` that do nothing else. */
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "subject.h"

enum { ROUNDS = 5, ROWS = 1 << 20, PROCESS_ROWS = 1 << 22, THREADS = 256 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values)
{
    qsort(values, ROUNDS, sizeof *values, by_value);
    return values[ROUNDS / 2];
}

/* ---- dispatches ---- */

static double plain_seconds(struct subject *s, const struct sm5_dispatch_options *options)
{
    double start = now();
    if (sm5_dispatch(s->kernel, s->bindings, options, NULL, s->diags) != SM5_OK)
        subject_stop(s, "dispatch");
    return now() - start;
}

static double checked_seconds(struct subject *s, const struct sm5_dispatch_options *options)
{
    struct sm5_findings *findings;
    double start = now();
    enum sm5_status status = sm5_check(s->program, s->bindings, options, NULL, &findings, s->diags);
    double seconds = now() - start;
    if (status || sm5_findings_count(findings))
        subject_stop(s, "check");
    sm5_findings_free(findings);
    return seconds;
}

static void measure_dispatch(const char *text, uint32_t stride)
{
    struct subject s = subject_open(text, (uint64_t)ROWS * stride);
    const struct sm5_dispatch_options options = {.groups = {ROWS / THREADS, 1, 1}, .threads = 1};
    double plain[ROUNDS], checked[ROUNDS];
    plain_seconds(&s, &options);
    for (int i = 0; i < ROUNDS; i++) {
        plain[i] = plain_seconds(&s, &options);
        checked[i] = checked_seconds(&s, &options);
    }
    double p = median(plain), c = median(checked);
    printf("  dispatch  plain %7.2f ms           checked %7.2f ms           ratio %5.1f\n", p * 1e3, c * 1e3,
           c / p);
    subject_close(&s);
}

/* ---- processes ---- */

struct cost {
    double seconds[ROUNDS], megabytes[ROUNDS];
};

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

static void execute(char *const arguments[])
{
    int null = open("/dev/null", O_WRONLY);
    if (null < 0 || dup2(null, STDOUT_FILENO) < 0)
        fail("/dev/null");
    execv(arguments[0], arguments);
    fail(arguments[0]);
}

static void measure_process(char *const arguments[], struct cost *cost, int round)
{
    struct rusage usage;
    int status;
    double start = now();
    pid_t child = fork();
    if (child < 0)
        fail("fork");
    if (child == 0)
        execute(arguments);
    if (wait4(child, &status, 0, &usage) != child || status != 0) {
        fprintf(stderr, "%s %s failed\n", arguments[0], arguments[1]);
        exit(1);
    }
    cost->seconds[round] = now() - start;
    cost->megabytes[round] = (double)usage.ru_maxrss / 1024;
}

/* The command of the build that this program is part of. */
static void find_command(char *path)
{
    char own[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    if (length < 0)
        fail("/proc/self/exe");
    own[length] = 0;
    snprintf(path, PATH_MAX, "%.4000s/sm5", dirname(dirname(own)));
}

static void write_program(const char *text, char *path)
{
    int file = mkstemps(path, 4);
    size_t length = strlen(text);
    if (file < 0 || write(file, text, length) != (ssize_t)length || close(file))
        fail(path);
}

static void measure_processes(const char *text)
{
    char command[PATH_MAX], program[] = "/tmp/bench-check-XXXXXX.asm", groups[16], input[32], output[32];
    find_command(command);
    write_program(text, program);
    snprintf(groups, sizeof groups, "%d", PROCESS_ROWS / THREADS);
    snprintf(input, sizeof input, "t0=iota,size=%d", PROCESS_ROWS);
    snprintf(output, sizeof output, "u0=zero,size=%d", PROCESS_ROWS);
    char *plain[] = {command, "run",  program,    "--groups", groups,      "-b", input,
                     "-b",    output, "--engine", "interp",   "--threads", "1",  NULL};
    char *checked[] = {command, "check", program, "--groups", groups, "-b", input, "-b", output, NULL};
    struct cost p, c;
    for (int i = 0; i < ROUNDS; i++) {
        measure_process(plain, &p, i);
        measure_process(checked, &c, i);
    }
    unlink(program);
    double run = median(p.seconds), check = median(c.seconds);
    printf("  process   plain %7.2f ms, %4.0f MB  checked %7.2f ms, %4.0f MB  ratio %5.1f\n", run * 1e3,
           median(p.megabytes), check * 1e3, median(c.megabytes), check / run);
}

/* ---- subjects ---- */

static void measure(const char *name, const char *text, uint32_t stride)
{
    printf("%s\n", name);
    fflush(stdout);
    measure_dispatch(text, stride);
    measure_processes(text);
}

#define HEAD(stride)                                                                                         \
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_resource_structured t0, " stride                        \
    "\ndcl_uav_structured u0, " stride "\ndcl_input vThreadID.x\ndcl_input vThreadIDInGroupFlattened\n"      \
    "dcl_input vThreadGroupID.x\ndcl_temps 4\n"

static const char copy[] = HEAD("16") "dcl_thread_group 256, 1, 1\n"
                                      "ld_structured r0.xyzw, vThreadID.x, l(0), t0.xyzw\n"
                                      "store_structured u0.xyzw, vThreadID.x, l(0), r0.xyzw\nret\n";

/* Thread i of a group stores element 77 * i mod 256 of its elements. */
static const char scatter[] = HEAD("16") "dcl_thread_group 256, 1, 1\n"
                                         "imul null, r1.x, vThreadIDInGroupFlattened, l(77)\n"
                                         "bfi r1.x, l(8), l(0), r1.x, vThreadID.x\n"
                                         "ld_structured r0.xyzw, vThreadID.x, l(0), t0.xyzw\n"
                                         "store_structured u0.xyzw, r1.x, l(0), r0.xyzw\nret\n";

static const char reduction[] =
    HEAD("4") "dcl_tgsm_structured g0, 4, 256\ndcl_thread_group 256, 1, 1\n"
              "ld_structured r0.x, vThreadID.x, l(0), t0.xxxx\n"
              "store_structured g0.x, vThreadIDInGroupFlattened, l(0), r0.x\n"
              "sync_g_t\nmov r0.y, l(128)\nloop\nieq r0.z, r0.y, l(0)\nbreakc_nz r0.z\n"
              "ult r0.z, vThreadIDInGroupFlattened, r0.y\nif_nz r0.z\n"
              "iadd r0.w, vThreadIDInGroupFlattened, r0.y\n"
              "ld_structured r1.x, r0.w, l(0), g0.xxxx\n"
              "ld_structured r1.y, vThreadIDInGroupFlattened, l(0), g0.xxxx\n"
              "add r1.x, r1.x, r1.y\n"
              "store_structured g0.x, vThreadIDInGroupFlattened, l(0), r1.x\nendif\n"
              "sync_g_t\nushr r0.y, r0.y, l(1)\nendloop\n"
              "if_z vThreadIDInGroupFlattened\nld_structured r1.x, l(0), l(0), g0.xxxx\n"
              "store_structured u0.x, vThreadGroupID.x, l(0), r1.x\nendif\nret\n";

int main(void)
{
    measure("structured copy, stride 16", copy, 16);
    measure("scatter in the group, stride 16", scatter, 16);
    measure("reduction in g#, 9 barriers", reduction, 4);
    return 0;
}
