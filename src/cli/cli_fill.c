/* Fills large resources by a rule, on all cores. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

enum {
    CHUNK = 1 << 18,        /* words that a thread fills at a time */
    THREADS_MAX = 16,       /* more threads only wait for memory */
    CHUNKS_PER_THREAD = 16, /* fewer do not pay for starting a thread */
    PROGRESS_MIN = 64 << 20 /* words: filling fewer is too quick to show */
};

struct fill {
    const struct cli_rule *rule;
    uint32_t *words;
    size_t count;
    atomic_size_t next;
    struct cli_progress *progress; /* used by the calling thread; NULL: not shown */
};

static void make_words(const struct cli_rule *rule, uint32_t *words, size_t from, size_t count)
{
    if (rule->iota)
        for (size_t i = 0; i < count; i++)
            words[i] = (uint32_t)(from + i);
    else
        io_fill_random(words, from, count, rule->seed, rule->as, rule->below);
}

static void fill_chunks(struct fill *fill, struct cli_progress *progress)
{
    size_t from;
    while ((from = atomic_fetch_add(&fill->next, CHUNK)) < fill->count) {
        size_t rest = fill->count - from;
        make_words(fill->rule, fill->words + from, from, rest < CHUNK ? rest : CHUNK);
        if (progress)
            cli_progress_show(progress, from, fill->count);
    }
}

static void *fill_worker(void *context)
{
    fill_chunks(context, NULL);
    return NULL;
}

static size_t thread_count(size_t words)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t useful = words / ((size_t)CHUNK * CHUNKS_PER_THREAD) + 1, max = cores > 1 ? (size_t)cores : 1;
    max = max < THREADS_MAX ? max : THREADS_MAX;
    return useful < max ? useful : max;
}

/* The other threads do the work of threads that cannot be started. */
void cli_fill(uint8_t *bytes, uint64_t size, const struct cli_rule *rule)
{
    pthread_t threads[THREADS_MAX];
    struct cli_progress progress;
    struct fill fill = {.rule = rule, .words = (uint32_t *)(void *)bytes, .count = size / 4};
    size_t started = 0, wanted = thread_count(fill.count) - 1;
    bool shown = fill.count >= PROGRESS_MIN;
    while (started < wanted && pthread_create(&threads[started], NULL, fill_worker, &fill) == 0)
        started++;
    if (shown)
        cli_progress_open(&progress, "words");
    fill_chunks(&fill, shown ? &progress : NULL);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    if (shown)
        cli_progress_close(&progress);
    uint32_t last = 0;
    make_words(rule, &last, fill.count, 1);
    memcpy(bytes + fill.count * 4, &last, size % 4);
}
