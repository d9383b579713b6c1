/* The order in which steps are shown: those of one thread follow each other until one needs a step of another thread. */
#include "why/why.h"

#include <stdlib.h>

struct order {
    struct sm5_why *y;
    uint32_t *next;   /* by node: the next one of its thread, or WHY_NONE */
    uint32_t *cursor; /* by node that is the first of its thread: the next one to show */
    uint32_t *thread; /* by node: the first node of its thread */
    uint32_t *stack;
    size_t depth;
};

struct key {
    uint64_t group;
    uint32_t part, flat, node;
};

static int compare_keys(const void *left, const void *right)
{
    const struct key *a = left, *b = right;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    if (a->part != b->part)
        return a->part < b->part ? -1 : 1;
    if (a->flat != b->flat)
        return a->flat < b->flat ? -1 : 1;
    return a->node < b->node ? -1 : a->node > b->node;
}

static void link_threads(struct order *o, struct key *keys)
{
    struct sm5_why *y = o->y;
    size_t count = y->nodes.count;
    for (size_t i = 0; i < count; i++)
        keys[i] =
            (struct key){y->nodes.data[i].group, y->nodes.data[i].part, y->nodes.data[i].flat, (uint32_t)i};
    qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t i = 0; i < count; i++) {
        bool continues = i && keys[i].group == keys[i - 1].group && keys[i].part == keys[i - 1].part &&
                         keys[i].flat == keys[i - 1].flat;
        uint32_t node = keys[i].node, before = continues ? keys[i - 1].node : node;
        o->thread[node] = continues ? o->thread[before] : node;
        o->next[node] = WHY_NONE;
        if (continues)
            o->next[before] = node;
        else
            o->cursor[node] = node;
    }
}

/* A step that the node reads from and that is not shown yet. */
static uint32_t missing(const struct sm5_why *y, uint32_t n)
{
    const struct why_node *node = &y->nodes.data[n];
    for (uint32_t i = node->first + node->results; i < node->first + node->results + node->reads; i++) {
        const struct sm5_why_word *word = &y->items.data[i].word;
        if (word->source == SM5_WHY_STEP && y->shown_at[word->step] == WHY_NONE)
            return (uint32_t)word->step;
    }
    return WHY_NONE;
}

/* Shows a node after all that it needs. Dependencies go back in time, so that this ends. */
static void show(struct order *o, uint32_t target)
{
    struct sm5_why *y = o->y;
    o->stack[0] = target;
    o->depth = 1;
    while (o->depth) {
        uint32_t top = o->stack[o->depth - 1], *cursor = &o->cursor[o->thread[top]];
        if (y->shown_at[top] != WHY_NONE) {
            o->depth--;
            continue;
        }
        uint32_t needed = missing(y, *cursor);
        if (needed != WHY_NONE) {
            o->stack[o->depth++] = needed;
            continue;
        }
        y->shown_at[*cursor] = (uint32_t)y->order.count;
        y->order.data[y->order.count++] = *cursor;
        *cursor = o->next[*cursor];
    }
}

static void show_all(struct order *o)
{
    struct sm5_why *y = o->y;
    for (size_t i = 0; i < y->nodes.count; i++)
        y->shown_at[i] = WHY_NONE;
    for (uint32_t i = 0; i < y->roots; i++)
        if (y->items.data[i].word.source == SM5_WHY_STEP)
            show(o, (uint32_t)y->items.data[i].word.step);
    for (size_t i = 0; i < y->nodes.count; i++)
        show(o, (uint32_t)i);
}

void why_order(struct sm5_why *y)
{
    size_t count = y->nodes.count + 1;
    struct order o = {.y = y,
                      .next = calloc(count, sizeof *o.next),
                      .cursor = calloc(count, sizeof *o.cursor),
                      .thread = calloc(count, sizeof *o.thread),
                      .stack = calloc(count, sizeof *o.stack)};
    struct key *keys = calloc(count, sizeof *keys);
    y->shown_at = calloc(count, sizeof *y->shown_at);
    if (o.next && o.cursor && o.thread && o.stack && keys && y->shown_at && VEC_RESERVE(&y->order, count)) {
        link_threads(&o, keys);
        show_all(&o);
    } else {
        y->failed = true;
    }
    free(o.next);
    free(o.cursor);
    free(o.thread);
    free(o.stack);
    free(keys);
}
