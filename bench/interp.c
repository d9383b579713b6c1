/* The interpreter on one core: arithmetic in lane-instructions a second, and a structured copy in bytes a
 * second. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "subject.h"

enum { ROUNDS = 5, COPY_BYTES = 64 << 20, ITERATIONS = 1000, BODY = 32 };

/* The best of a few rounds, in seconds. */
static double best(struct subject *s, uint32_t groups)
{
    double seconds = 1e9;
    for (int i = 0; i < ROUNDS; i++) {
        struct sm5_dispatch_options options = {.groups = {groups, 1, 1}, .threads = 1};
        struct sm5_dispatch_result result;
        if (sm5_dispatch(s->kernel, s->bindings, &options, &result, s->diags) != SM5_OK)
            subject_stop(s, "dispatch");
        seconds = result.seconds < seconds ? result.seconds : seconds;
    }
    return seconds;
}

#define HEAD                                                                                                 \
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_resource_structured t0, 16\n"                           \
    "dcl_uav_structured u0, 16\ndcl_input vThreadID.xyz\ndcl_temps 4\ndcl_thread_group %u, 1, 1\n"

static void copy(unsigned threads)
{
    char text[1024];
    uint32_t rows = COPY_BYTES / 16, groups = rows / threads > 65535 ? 65535 : rows / threads;
    snprintf(text, sizeof text,
             HEAD "ld_structured r0.xyzw, vThreadID.x, l(0), t0.xyzw\n"
                  "store_structured u0.xyzw, vThreadID.x, l(0), r0.xyzw\nret\n",
             threads);
    struct subject s = subject_open(text, COPY_BYTES);
    double bytes = 16.0 * groups * threads;
    printf("structured copy, stride 16     group %4u   %8.2f GB/s\n", threads,
           bytes / best(&s, groups) / 1e9);
    subject_close(&s);
}

/* A loop of BODY instructions; lane-instructions count a component of a thread. */
static void arithmetic(const char *name, const char *instruction, unsigned components, unsigned threads)
{
    char text[8192];
    int at = snprintf(text, sizeof text, HEAD, threads);
    at += snprintf(text + at, sizeof text - (size_t)at,
                   "ld_structured r0.xyzw, vThreadID.x, l(0), t0.xyzw\nmov r1.xyzw, r0.xyzw\nloop\n"
                   "uge r3.y, r3.x, l(%d)\nbreakc_nz r3.y\niadd r3.x, r3.x, l(1)\n",
                   ITERATIONS);
    for (int i = 0; i < BODY; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, "%s\n", instruction);
    snprintf(text + at, sizeof text - (size_t)at,
             "endloop\nstore_structured u0.xyzw, vThreadID.x, l(0), r1.xyzw\nret\n");
    uint32_t groups = 8192 / threads;
    struct subject s = subject_open(text, 8192 * 16);
    double lanes = (double)groups * threads * ITERATIONS * BODY * components;
    printf("%-30s group %4u   %8.2f G lane-instructions/s\n", name, threads, lanes / best(&s, groups) / 1e9);
    subject_close(&s);
}

int main(void)
{
    for (unsigned threads = 64; threads <= 1024; threads *= 4) {
        copy(threads);
        arithmetic("mad, four components", "mad r1.xyzw, r1.xyzw, r0.xyzw, r0.xyzw", 4, threads);
        arithmetic("iadd, one component", "iadd r1.x, r1.x, r0.y", 1, threads);
        arithmetic("exp, four components", "exp r1.xyzw, r1.xyzw", 4, threads);
    }
    return 0;
}
