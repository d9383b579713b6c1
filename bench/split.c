/* What copies of u# cost ranks: the constants c, m, t, a and b of docs/scale.md. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "sm5/split.h"
#include "subject.h"

enum { BYTES = 128 << 20, WORDS = BYTES / 4, REPEATS = 5 };

static const char text[] = "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_resource_structured t0, 4\n"
                           "dcl_uav_structured u0, 4\ndcl_input vThreadID.x\ndcl_temps 1\n"
                           "dcl_thread_group 64, 1, 1\nld_structured r0.x, vThreadID.x, l(0), t0.xxxx\n"
                           "store_structured u0.x, vThreadID.x, l(0), r0.x\nret\n";

/* Processor time, which other processes do not add to. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Half of the words: the first ones, or every second one. */
struct pattern {
    const char *name;
    uint32_t end, step;
};

/* Seconds of each step; the fastest of several runs. */
struct times {
    double copy, compare, take, merge;
};

static void keep(double *best, double time)
{
    *best = *best == 0 || time < *best ? time : *best;
}

static double take(const struct subject *s, const struct sm5_split *split, struct sm5_blob *changes)
{
    double before = now();
    if (sm5_split_take(split, changes, s->diags) != SM5_OK)
        subject_stop(s, "sm5_split_take");
    return now() - before;
}

static double merge(const struct subject *s, struct sm5_split *split, const struct sm5_blob *changes)
{
    struct sm5_split_conflict conflict;
    double before = now();
    if (sm5_split_merge(split, changes->data, changes->size, &conflict, s->diags) != SM5_OK)
        subject_stop(s, "sm5_split_merge");
    return now() - before;
}

static void check(const struct subject *s, const struct pattern *pattern, uint32_t value)
{
    const uint32_t *words = sm5_buffer_data(s->u0);
    for (uint32_t i = 0; i < WORDS; i++)
        if (words[i] != (i < pattern->end && i % pattern->step == 0 ? value : 0))
            subject_stop(s, "a wrong word after the merge");
}

static void run(const struct subject *s, const struct pattern *pattern, uint32_t value, struct times *best)
{
    struct sm5_split *split;
    struct sm5_blob none = {0}, changes = {0};
    uint32_t *words = sm5_buffer_data(s->u0);
    memset(words, 0, BYTES);
    double before = now();
    if (sm5_split_new(s->program, s->bindings, false, &split, s->diags) != SM5_OK)
        subject_stop(s, "sm5_split_new");
    keep(&best->copy, now() - before);
    keep(&best->compare, take(s, split, &none));
    for (uint32_t i = 0; i < pattern->end; i += pattern->step)
        words[i] = value;
    keep(&best->take, take(s, split, &changes));
    sm5_split_restore(split, NULL);
    keep(&best->merge, merge(s, split, &changes));
    check(s, pattern, value);
    sm5_blob_free(&none);
    sm5_blob_free(&changes);
    sm5_split_free(split);
}

int main(int argc, char **argv)
{
    static const struct pattern patterns[] = {{"first half", WORDS / 2, 1}, {"every second word", WORDS, 2}};
    if (argc > 1) {
        fprintf(stderr, "usage: %s (without arguments)\n", argv[0]);
        return 2;
    }
    struct subject s = subject_open(text, BYTES);
    printf("u# of %d MiB, GB/s of processor time, of the u# or of its changes\n", BYTES >> 20);
    printf("%-20s%10s%10s%10s%14s\n", "changed", "c: copy", "m: same", "t: take", "a or b: merge");
    for (size_t p = 0; p < sizeof patterns / sizeof *patterns; p++) {
        struct times best = {0};
        for (uint32_t i = 0; i < REPEATS; i++)
            run(&s, &patterns[p], i + 1, &best);
        printf("%-20s%10.1f%10.1f%10.1f%14.1f\n", patterns[p].name, BYTES / best.copy * 1e-9,
               BYTES / best.compare * 1e-9, BYTES / 2 / (best.take - best.compare) * 1e-9,
               BYTES / 2 / best.merge * 1e-9);
    }
    subject_close(&s);
    return 0;
}
