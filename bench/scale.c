/* Nanoseconds a thread from 10^3 to 10^9 threads of a small kernel: the time of a dispatch should grow with its threads
   alone. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sm5/sm5.h"

enum { GROUP = 64, ROW = 62500, RARE = 1 << 12, CHECKED = 10 * 1000 * 1000 };
static const double enough_seconds = 0.3;

/* Each thread hashes its number; those below RARE are counted. Groups are in rows of ROW. */
static const char text[] =
    "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_constantbuffer cb0[1], immediateIndexed\n"
    "dcl_uav_raw u0\ndcl_input vThreadID.xy\ndcl_temps 1\ndcl_thread_group 64, 1, 1\n"
    "imad r0.x, vThreadID.y, l(4000000), vThreadID.x\nult r0.z, r0.x, cb0[0].x\n"
    "ushr r0.y, r0.x, l(16)\nxor r0.x, r0.x, r0.y\nimul null, r0.x, r0.x, l(2146121005)\n"
    "ushr r0.y, r0.x, l(15)\nxor r0.x, r0.x, r0.y\nimul null, r0.x, r0.x, l(-2073254261)\n"
    "ushr r0.y, r0.x, l(16)\nxor r0.x, r0.x, r0.y\nult r0.x, r0.x, l(4096)\n"
    "and r0.x, r0.x, r0.z\nif_nz r0.x\natomic_iadd u0, l(0), l(1)\nendif\nret\n";

static void stop(const char *what)
{
    fprintf(stderr, "bench-scale: %s\n", what);
    exit(1);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static uint32_t hash(uint32_t x)
{
    x = (x ^ x >> 16) * 2146121005u;
    x = (x ^ x >> 15) * 2221713035u;
    return x ^ x >> 16;
}

static uint32_t expected(uint32_t threads)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < threads; i++)
        count += hash(i) < RARE;
    return count;
}

struct scale {
    struct sm5_kernel *kernel;
    struct sm5_bindings *bindings;
    struct sm5_buffer *constants, *count;
};

static void bind(struct scale *s, const char *name, struct sm5_buffer *buffer)
{
    struct sm5_slot slot;
    const struct sm5_view view = {.buffer = buffer, .count = SM5_COUNT_REST};
    if (!buffer || !sm5_slot_parse(name, &slot) || sm5_bind(s->bindings, &slot, &view, NULL) != SM5_OK)
        stop(name);
}

/* Seconds of the fastest dispatch within some time. */
static double seconds(const struct scale *s, uint32_t threads, uint32_t workers)
{
    uint32_t groups = (threads + GROUP - 1) / GROUP, rows = (groups + ROW - 1) / ROW;
    const struct sm5_dispatch_options how = {.groups = {rows > 1 ? ROW : groups, rows, 1},
                                             .threads = workers};
    uint32_t *count = sm5_buffer_data(s->count);
    double best = 1e9, start = now();
    memcpy(sm5_buffer_data(s->constants), &threads, sizeof threads);
    while (best == 1e9 || now() - start < enough_seconds) {
        *count = 0;
        double before = now();
        if (sm5_dispatch(s->kernel, s->bindings, &how, NULL, NULL) != SM5_OK)
            stop("dispatch");
        double time = now() - before;
        best = time < best ? time : best;
    }
    if (threads <= CHECKED && *count != expected(threads))
        stop("a wrong count");
    return best;
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        fprintf(stderr, "usage: %s (without arguments)\n", argv[0]);
        return 2;
    }
    struct scale s;
    struct sm5_program *program;
    if (sm5_program_read(text, strlen(text), "scale.asm", &program, NULL) != SM5_OK ||
        sm5_kernel_new(program, SM5_ENGINE_AUTO, &s.kernel, NULL) != SM5_OK)
        stop("the program");
    s.bindings = sm5_bindings_new(program);
    s.constants = sm5_buffer_new(16);
    s.count = sm5_buffer_new(4);
    bind(&s, "cb0", s.constants);
    bind(&s, "u0", s.count);
    printf("a small kernel, engine %s\n%12s%14s%14s%14s%10s\n", sm5_kernel_engine(s.kernel), "threads",
           "ns, 1 worker", "ns, all", "seconds, all", "scaling");
    for (uint32_t threads = 1000; threads <= 1000 * 1000 * 1000; threads *= 10) {
        double one = seconds(&s, threads, 1), all = seconds(&s, threads, 0);
        printf("%12u%14.4f%14.4f%14.6f%10.2f\n", threads, one / threads * 1e9, all / threads * 1e9, all,
               one / all);
        fflush(stdout);
    }
    sm5_bindings_free(s.bindings);
    sm5_kernel_free(s.kernel);
    sm5_program_free(program);
    sm5_buffer_free(s.constants);
    sm5_buffer_free(s.count);
    return 0;
}
