/* How often blocks of a function are executed, roughly: the loops around them, and whether few groups execute them. */
#include <stdlib.h>

#include "jit/llvm/gen.h"

struct edge {
    uint32_t from, to;
};

struct numbered {
    LLVMBasicBlockRef block;
    uint32_t number; /* in the function */
};

struct gen_blocks {
    const struct gen *g;
    struct numbered *sorted; /* by address */
    LLVMBasicBlockRef *all;
    uint32_t count;
    bool *rare;
    uint32_t *depth;
    struct edge *edges; /* those to a block are edges[first[block]] to edges[first[block + 1] - 1] */
    uint32_t *first;
    uint32_t edge_count;
};

static int compare_blocks(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t)((const struct numbered *)a)->block,
              y = (uintptr_t)((const struct numbered *)b)->block;
    return (x > y) - (x < y);
}

static uint32_t number_of(const struct gen_blocks *b, LLVMBasicBlockRef block)
{
    struct numbered key = {.block = block}, *found;
    found = bsearch(&key, b->sorted, b->count, sizeof key, compare_blocks);
    return found->number;
}

bool gen_is_rare(const struct gen_blocks *blocks, LLVMBasicBlockRef block)
{
    return blocks->rare[number_of(blocks, block)];
}

uint32_t gen_loops_around(const struct gen_blocks *blocks, LLVMBasicBlockRef block)
{
    return blocks->depth[number_of(blocks, block)];
}

static LLVMValueRef end_of(const struct gen_blocks *b, uint32_t block)
{
    return LLVMGetBasicBlockTerminator(b->all[block]);
}

static uint32_t successor(const struct gen_blocks *b, uint32_t block, unsigned i)
{
    return number_of(b, LLVMGetSuccessor(end_of(b, block), i));
}

/* Blocks that are reached by a likely branch of one that is not rare are not rare, either. */
static bool spread_from(struct gen_blocks *b, uint32_t block)
{
    bool any = false;
    for (unsigned i = 0; !b->rare[block] && i < LLVMGetNumSuccessors(end_of(b, block)); i++) {
        uint32_t next = successor(b, block, i);
        if (!b->rare[next] || gen_is_unlikely(b->g, end_of(b, block), i))
            continue;
        b->rare[next] = false;
        any = true;
    }
    return any;
}

static void find_rare(struct gen_blocks *b)
{
    for (uint32_t i = 0; i < b->count; i++)
        b->rare[i] = i != 0;
    for (bool any = true; any;) {
        any = false;
        for (uint32_t i = 0; i < b->count; i++)
            any |= spread_from(b, i);
    }
}

static void list_edges(struct gen_blocks *b)
{
    for (uint32_t i = 0; i < b->count; i++)
        for (unsigned k = 0; k < LLVMGetNumSuccessors(end_of(b, i)); k++)
            b->first[successor(b, i, k) + 1]++;
    for (uint32_t i = 0; i < b->count; i++)
        b->first[i + 1] += b->first[i];
    for (uint32_t i = 0; i < b->count; i++)
        for (unsigned k = 0; k < LLVMGetNumSuccessors(end_of(b, i)); k++) {
            uint32_t to = successor(b, i, k), at = b->first[to];
            while (b->edges[at].to)
                at++;
            b->edges[at] = (struct edge){i, to}; /* no edge is to block 0 */
        }
}

/* Depth first: an edge to a block that is being visited closes a loop. `open`: by block, whether it is. */
struct visit {
    uint32_t *stack, *next; /* blocks; by block, the next successor */
    bool *open, *closes;    /* by block; by edge's index in edges */
};

static void close_edge(const struct gen_blocks *b, struct visit *v, uint32_t from, uint32_t to)
{
    for (uint32_t i = b->first[to]; i < b->first[to + 1]; i++)
        if (b->edges[i].from == from)
            v->closes[i] = true;
}

static void visit_all(const struct gen_blocks *b, struct visit *v)
{
    uint32_t depth = 1;
    v->stack[0] = 0;
    v->open[0] = true;
    while (depth) {
        uint32_t at = v->stack[depth - 1];
        if (v->next[at] == LLVMGetNumSuccessors(end_of(b, at))) {
            v->open[at] = false;
            depth--;
            continue;
        }
        uint32_t to = successor(b, at, v->next[at]++);
        if (v->open[to])
            close_edge(b, v, at, to);
        else if (!v->next[to] && to)
            v->open[v->stack[depth++] = to] = true;
    }
}

/* All from which the ends of the loop that begins with the block are reached without it. */
static void add_loop(struct gen_blocks *b, const struct visit *v, uint32_t head, bool *inside, uint32_t *work)
{
    uint32_t count = 0, done = 0;
    memset(inside, 0, b->count * sizeof *inside);
    inside[head] = true;
    for (uint32_t i = b->first[head]; i < b->first[head + 1]; i++)
        if (v->closes[i] && !inside[b->edges[i].from])
            inside[work[count++] = b->edges[i].from] = true;
    for (; done < count; done++)
        for (uint32_t i = b->first[work[done]]; i < b->first[work[done] + 1]; i++)
            if (!inside[b->edges[i].from])
                inside[work[count++] = b->edges[i].from] = true;
    for (uint32_t i = 0; i < b->count; i++)
        b->depth[i] += inside[i];
}

static bool find_loops(struct gen_blocks *b, struct arena *arena)
{
    uint32_t count = b->count;
    struct visit v = {arena_array(arena, count, sizeof(uint32_t)),
                      arena_array(arena, count, sizeof(uint32_t)), arena_array(arena, count, sizeof(bool)),
                      arena_array(arena, b->edge_count, sizeof(bool))};
    bool *inside = arena_array(arena, count, sizeof *inside);
    if (!v.stack || !v.next || !v.open || !v.closes || !inside)
        return false;
    visit_all(b, &v);
    for (uint32_t i = 1; i < count; i++) {
        bool is_head = false;
        for (uint32_t k = b->first[i]; k < b->first[i + 1]; k++)
            is_head |= v.closes[k];
        if (is_head)
            add_loop(b, &v, i, inside, v.stack);
    }
    return true;
}

const struct gen_blocks *gen_list_blocks(struct gen *g)
{
    struct arena *arena = &g->arena;
    struct gen_blocks *b = arena_array(arena, 1, sizeof *b);
    uint32_t count = LLVMCountBasicBlocks(g->function), edges = 0;
    if (!b)
        return NULL;
    *b = (struct gen_blocks){.g = g, .count = count};
    b->sorted = arena_array(arena, count, sizeof *b->sorted);
    b->all = arena_array(arena, count, sizeof(LLVMBasicBlockRef));
    b->rare = arena_array(arena, count, sizeof *b->rare);
    b->depth = arena_array(arena, count, sizeof *b->depth);
    b->first = arena_array(arena, count + 1, sizeof *b->first);
    if (!b->sorted || !b->all || !b->rare || !b->depth || !b->first)
        return NULL;
    LLVMGetBasicBlocks(g->function, b->all);
    for (uint32_t i = 0; i < count; i++) {
        b->sorted[i] = (struct numbered){b->all[i], i};
        edges += LLVMGetNumSuccessors(end_of(b, i));
    }
    qsort(b->sorted, count, sizeof *b->sorted, compare_blocks);
    b->edge_count = edges;
    b->edges = arena_array(arena, edges + 1, sizeof *b->edges);
    if (!b->edges)
        return NULL;
    find_rare(b);
    list_edges(b);
    return find_loops(b, arena) ? b : NULL;
}
