/* Fills large resources by a rule, on all cores. */
#include <pthread.h>
#include <string.h>

#include "cli/cli.h"

enum {
    CHUNK = 1 << 18,        /* words that a thread fills at a time */
    PROGRESS_MIN = 64 << 20 /* words: filling fewer is too quick to show */
};

struct fill {
    const struct cli_rule *rule;
    uint32_t *words;
    size_t from, count;            /* words[0] is word `from` of the sequence */
    pthread_t caller;              /* the thread that shows progress */
    struct cli_progress *progress; /* NULL: not shown */
};

static void make_words(const struct cli_rule *rule, uint32_t *words, size_t from, size_t count)
{
    if (rule->iota)
        for (size_t i = 0; i < count; i++)
            words[i] = (uint32_t)(from + i);
    else
        io_fill_random(words, from, count, rule->seed, rule->as, rule->below);
}

static void fill_words(void *context, size_t first, size_t count)
{
    const struct fill *fill = context;
    make_words(fill->rule, fill->words + first, fill->from + first, count);
    if (fill->progress && pthread_equal(pthread_self(), fill->caller))
        cli_progress_show(fill->progress, first, fill->count);
}

void cli_fill(uint8_t *bytes, struct io_range range, const struct cli_rule *rule)
{
    struct cli_progress progress;
    struct fill fill = {rule, (uint32_t *)(void *)bytes, range.first / 4, range.size / 4, pthread_self(),
                        NULL};
    if (fill.count >= PROGRESS_MIN) {
        cli_progress_open(&progress, "words");
        fill.progress = &progress;
    }
    io_parallel(fill.count, CHUNK, fill_words, &fill);
    if (fill.progress)
        cli_progress_close(&progress);
    uint32_t last = 0;
    make_words(rule, &last, fill.from + fill.count, 1);
    memcpy(bytes + fill.count * 4, &last, range.size % 4);
}
