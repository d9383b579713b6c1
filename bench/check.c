/* What the checker costs: the time of a checked dispatch over that of the same dispatch on the interpreter,
   one after the other, on one core. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "subject.h"

enum { ROUNDS = 5, ROWS = 1 << 20, THREADS = 256 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

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

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(const char *name, const char *text, uint32_t stride)
{
    struct subject s = subject_open(text, (uint64_t)ROWS * stride);
    const struct sm5_dispatch_options options = {.groups = {ROWS / THREADS, 1, 1}, .threads = 1};
    double plain[ROUNDS], checked[ROUNDS];
    plain_seconds(&s, &options);
    for (int i = 0; i < ROUNDS; i++) {
        plain[i] = plain_seconds(&s, &options);
        checked[i] = checked_seconds(&s, &options);
    }
    qsort(plain, ROUNDS, sizeof *plain, by_value);
    qsort(checked, ROUNDS, sizeof *checked, by_value);
    double p = plain[ROUNDS / 2], c = checked[ROUNDS / 2];
    printf("%-34s plain %7.2f ms   checked %8.2f ms   ratio %5.1f\n", name, p * 1e3, c * 1e3, c / p);
    subject_close(&s);
}

#define HEAD(stride)                                                                                         \
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_resource_structured t0, " stride                        \
    "\ndcl_uav_structured u0, " stride "\ndcl_input vThreadID.x\ndcl_input vThreadIDInGroupFlattened\n"      \
    "dcl_input vThreadGroupID.x\ndcl_temps 4\n"

static const char copy[] = HEAD("16") "dcl_thread_group 256, 1, 1\n"
                                      "ld_structured r0.xyzw, vThreadID.x, l(0), t0.xyzw\n"
                                      "store_structured u0.xyzw, vThreadID.x, l(0), r0.xyzw\nret\n";

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
    measure("reduction in g#, 9 barriers", reduction, 4);
    return 0;
}
