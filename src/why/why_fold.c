/* Folds repeated sequences of steps, the iterations of loops and the same instructions in several threads: the first two
   and the last one are shown. Folded sequences may repeat themselves, as inner loops do. */
#include "why/why.h"

#include <stdlib.h>

enum {
    PERIOD_MAX = 512, /* steps of an iteration */
    SHOWN = 3         /* iterations: the first two and the last */
};

/* A step, or a folded sequence. */
struct token {
    uint32_t first, count; /* steps in `order` */
    uint64_t key;
};

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

/* Equal for the same instruction with the same results, in any thread. */
static uint64_t key_of(const struct sm5_why *y, const struct why_node *node)
{
    uint64_t key = mix(node->op, node->is_branch);
    for (uint32_t i = node->first; i < node->first + node->results; i++)
        key = mix(key, (uint64_t)y->items.data[i].column << 8 | y->items.data[i].component);
    return key;
}

static bool is_same(const struct token *a, const struct token *b, size_t period)
{
    for (size_t i = 0; i < period; i++)
        if (a[i].key != b[i].key)
            return false;
    return true;
}

/* How often the sequence of `period` tokens occurs without a gap. */
static size_t count_repeats(const struct token *tokens, size_t left, size_t period)
{
    size_t count = 1;
    while ((count + 1) * period <= left && is_same(tokens, tokens + count * period, period))
        count++;
    return count;
}

static uint32_t steps_of(const struct token *tokens, size_t count)
{
    return tokens[count - 1].first + tokens[count - 1].count - tokens[0].first;
}

/* Folds all iterations but the shown ones. */
static struct token fold(struct sm5_why *y, const struct token *tokens, size_t period, size_t repeats)
{
    const struct token *last = tokens + (repeats - 1) * period;
    uint32_t first = tokens[2 * period].first;
    struct token out = {tokens[0].first, steps_of(tokens, repeats * period), mix(1, period)};
    struct why_node *shown = &y->nodes.data[y->order.data[last->first]];
    for (uint32_t i = first; i < last->first; i++)
        y->nodes.data[y->order.data[i]].folded = true;
    shown->omitted = last->first - first;
    shown->repeats = repeats - SHOWN;
    for (size_t i = 0; i < period; i++)
        out.key = mix(out.key, tokens[i].key);
    return out;
}

/* The smallest period with which the tokens repeat; 0: none. */
static size_t find_period(const struct token *tokens, size_t left, size_t *repeats)
{
    for (size_t period = 1; period <= PERIOD_MAX && (SHOWN + 1) * period <= left; period++) {
        *repeats = tokens[0].key == tokens[period].key ? count_repeats(tokens, left, period) : 1;
        if (*repeats > SHOWN)
            return period;
    }
    return 0;
}

/* Returns the new number of tokens. */
static size_t pass(struct sm5_why *y, struct token *tokens, size_t count)
{
    size_t to = 0, repeats;
    for (size_t i = 0; i < count;) {
        size_t period = find_period(tokens + i, count - i, &repeats);
        tokens[to++] = period ? fold(y, tokens + i, period, repeats) : tokens[i];
        i += period ? period * repeats : 1;
    }
    return to;
}

void why_fold(struct sm5_why *y)
{
    size_t count = y->order.count, before = 0;
    struct token *tokens = calloc(count + 1, sizeof *tokens);
    if (!tokens) {
        y->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++)
        tokens[i] = (struct token){(uint32_t)i, 1, key_of(y, &y->nodes.data[y->order.data[i]])};
    while (count != before) {
        before = count;
        count = pass(y, tokens, count);
    }
    free(tokens);
}
