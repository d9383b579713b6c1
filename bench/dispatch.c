/* What a dispatch costs beside its groups: a program that does nothing, from one group to many. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sm5/sm5.h"

enum { ROUNDS = 500, PAUSE_NS = 1000 * 1000 };

static const char text[] = "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_thread_group 64, 1, 1\nret\n";

static double microseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(const struct sm5_kernel *kernel, struct sm5_bindings *bindings, uint32_t groups,
                    uint32_t threads, long pause_ns)
{
    struct sm5_dispatch_options options = {.groups = {groups, 1, 1}, .threads = threads};
    double times[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        if (pause_ns)
            nanosleep(&(struct timespec){0, pause_ns}, NULL);
        double start = microseconds();
        if (sm5_dispatch(kernel, bindings, &options, NULL, NULL) != SM5_OK)
            abort();
        times[i] = microseconds() - start;
    }
    qsort(times, ROUNDS, sizeof *times, by_value);
    printf("%8u %8u %8s %10.2f %10.2f %10.2f\n", groups, threads, pause_ns ? "1 ms" : "-", times[ROUNDS / 2],
           times[ROUNDS * 9 / 10], times[0]);
}

int main(void)
{
    static const uint32_t groups[] = {1, 2, 16, 256, 4096};
    struct sm5_program *program;
    struct sm5_kernel *kernel;
    if (sm5_program_read(text, strlen(text), "empty.asm", &program, NULL) != SM5_OK ||
        sm5_kernel_new(program, SM5_ENGINE_AUTO, &kernel, NULL) != SM5_OK)
        return 1;
    struct sm5_bindings *bindings = sm5_bindings_new(program);
    if (!bindings)
        return 1;
    printf("empty dispatches, engine %s, microseconds\n", sm5_kernel_engine(kernel));
    printf("%8s %8s %8s %10s %10s %10s\n", "groups", "threads", "pause", "median", "9 in 10", "least");
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
        for (uint32_t threads = 1; threads <= 2; threads++)
            for (long pause_ns = 0; pause_ns <= PAUSE_NS; pause_ns += PAUSE_NS)
                measure(kernel, bindings, groups[i], threads, pause_ns);
    sm5_bindings_free(bindings);
    sm5_kernel_free(kernel);
    sm5_program_free(program);
    return 0;
}
