/* Values that are live across segments: they get a slot in the group's storage unless rematerialising them
   is cheaper. Slots of values that no later segment uses are given to others: a step of a scan has values of each warp,
   and those of many steps would not fit into the first cache. */
#include <stdlib.h>

#include "jit/llvm/gen.h"

/* A loop of group-level control flow around the segments. */
struct cycle {
    struct cycle *outer;
    uint32_t first;   /* segment */
    VEC(ir_ref) used; /* values from before the outermost loop that uses them: needed until it ends */
};

/* Numbers the segments in the order in which group_list emits them, and finds the values that are defined
   in one and used in another. */
struct crossing {
    struct gen *g;
    uint32_t run, runs;
    struct cycle *cycle;
    VEC(ir_ref) live; /* the values */
    uint32_t *last;   /* by value: the last segment that needs it; 0: it is not live across segments */
};

static void open_run(struct crossing *c)
{
    if (!c->run)
        c->run = ++c->runs;
}

static void use(struct crossing *c, ir_ref ref)
{
    struct gen *g = c->g;
    if (!ref || gen_value(g, ref)->level < IR_WARP || g->slots[ref].home == c->run)
        return;
    if (g->slots[ref].storage || g->fixed[ref] || gen_is_cheap(g, ref, 6))
        return;
    if (!c->last[ref])
        g->failed |= !VEC_PUSH(&c->live, ref);
    c->last[ref] = c->run;
    struct cycle *cycle = NULL;
    for (struct cycle *at = c->cycle; at && at->first > g->slots[ref].home; at = at->outer)
        cycle = at;
    if (cycle)
        g->failed |= !VEC_PUSH(&cycle->used, ref);
}

static uint32_t new_place(struct gen *g)
{
    return (uint32_t)gen_reserve(g, 4 * JIT_LANES * (uint64_t)g->warps) + 1;
}

static void use_phis(struct crossing *c, const struct ir_list *phis, uint32_t arg)
{
    for (uint32_t i = 0; i < phis->count; i++) {
        if (gen_value(c->g, phis->items[i])->level < IR_WARP)
            continue;
        open_run(c);
        use(c, ir_arg(c->g->f, gen_value(c->g, phis->items[i]), arg));
    }
}

static void own_phis(struct crossing *c, const struct ir_list *phis)
{
    for (uint32_t i = 0; i < phis->count; i++)
        c->g->slots[phis->items[i]].home = c->run;
}

/* Phis of group-level control flow are kept in the storage. */
static void store_group_phis(struct crossing *c, const struct ir_list *phis)
{
    struct gen *g = c->g;
    for (uint32_t i = 0; i < phis->count; i++)
        if (gen_is_stored(g, phis->items[i]))
            g->slots[phis->items[i]].storage = new_place(g);
}

static void use_args(struct crossing *c, const struct ir_value *v)
{
    for (uint32_t i = 0; i < v->count; i++) {
        ir_ref ref = ir_arg(c->g->f, v, i);
        use(c, ref);
        /* Addresses are decomposed (gen_memory.c), and parts are rematerialised with the value that they
           belong to. */
        const struct ir_value *arg = gen_value(c->g, ref);
        bool apart = (v->kind == IR_LOAD || v->kind == IR_STORE) && i == 0 && arg->kind == IR_LANE;
        for (uint32_t k = 0; ref && apart && k < arg->count; k++)
            use(c, ir_arg(c->g->f, arg, k));
    }
}

static void cross_inner(struct crossing *c, const struct ir_list *list)
{
    struct gen *g = c->g;
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i];
        if (!(item & IR_NODE_BIT)) {
            g->slots[item].home = c->run;
            use_args(c, gen_value(g, item));
            continue;
        }
        const struct ir_node *node = &g->f->nodes[item & ~IR_NODE_BIT];
        if (node->kind == IR_EXIT) {
            const struct ir_node *target = &g->f->nodes[node->target];
            const struct ir_list *phis = node->is_continue ? &target->headers : &target->phis;
            for (uint32_t k = 0; k < phis->count; k++)
                use(c, ir_arg(g->f, gen_value(g, phis->items[k]),
                              node->site + (node->is_continue ? 2 : target->kind == IR_SCOPE)));
            continue;
        }
        own_phis(c, &node->headers);
        own_phis(c, &node->phis);
        if (node->kind == IR_IF)
            use(c, node->condition);
        cross_inner(c, &node->bodies[0]);
        cross_inner(c, &node->bodies[1]);
        /* The back edge's values are defined by now, in this segment too. */
        for (uint32_t k = 0; k < node->headers.count; k++)
            use_args(c, gen_value(g, node->headers.items[k]));
        for (uint32_t k = 0; k < node->phis.count; k++)
            use_args(c, gen_value(g, node->phis.items[k]));
    }
}

static void cross_group(struct crossing *c, const struct ir_list *list);

static void open_cycle(struct crossing *c, struct cycle *cycle)
{
    *cycle = (struct cycle){.outer = c->cycle, .first = c->runs + 1};
    c->cycle = cycle;
}

static void close_cycle(struct crossing *c)
{
    for (size_t i = 0; i < c->cycle->used.count; i++)
        c->last[c->cycle->used.data[i]] = c->runs;
    VEC_FREE(&c->cycle->used);
    c->cycle = c->cycle->outer;
}

static void cross_node(struct crossing *c, const struct ir_node *node)
{
    struct gen *g = c->g;
    struct cycle cycle;
    c->run = 0;
    if (node->kind == IR_EXIT) {
        const struct ir_node *target = &g->f->nodes[node->target];
        use_phis(c, node->is_continue ? &target->headers : &target->phis,
                 node->site + (node->is_continue ? 2 : target->kind == IR_SCOPE));
        c->run = 0;
        return;
    }
    store_group_phis(c, &node->headers);
    store_group_phis(c, &node->phis);
    if (node->kind == IR_IF && node->divergent) {
        open_run(c);
        use(c, node->condition);
        c->run = 0;
    }
    if (node->kind == IR_LOOP) {
        use_phis(c, &node->headers, 0);
        open_cycle(c, &cycle);
    }
    for (unsigned side = 0; side < 2; side++) {
        c->run = 0;
        cross_group(c, &node->bodies[side]);
        if (node->ends[side] && node->kind == IR_LOOP)
            use_phis(c, &node->headers, 1);
        else if (node->ends[side])
            use_phis(c, &node->phis, side);
    }
    if (node->kind == IR_LOOP)
        close_cycle(c);
    c->run = 0;
}

static void cross_group(struct crossing *c, const struct ir_list *list)
{
    struct gen *g = c->g;
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i];
        if (item & IR_NODE_BIT && gen_is_group_node(g, item)) {
            cross_node(c, &g->f->nodes[item & ~IR_NODE_BIT]);
        } else if (!(item & IR_NODE_BIT) && ir_is_barrier(gen_value(g, item))) {
            c->run = 0;
        } else if (!(item & IR_NODE_BIT) && gen_value(g, item)->level < IR_WARP) {
            continue; /* group-level code, outside all segments */
        } else if (!c->run && gen_is_for_selection(g, list, i)) {
            g->slots[item].home = c->runs + 1; /* the next segment */
        } else {
            struct ir_list one = {&item, 1, 1};
            bool own = item & IR_NODE_BIT && !c->run && gen_is_selective(g, item & ~IR_NODE_BIT);
            open_run(c);
            cross_inner(c, &one);
            if (own)
                c->run = 0;
        }
    }
}

/* ---- places in the storage ---- */

/* Values in lists by segment, linked by value. */
struct by_segment {
    ir_ref *first, *next;
};

static void add_to(const struct by_segment *lists, uint32_t segment, ir_ref ref)
{
    lists->next[ref] = lists->first[segment];
    lists->first[segment] = ref;
}

/* A place is free in the segments after the last that needs its value. */
static void place(struct crossing *c, const struct by_segment *made, const struct by_segment *ended)
{
    struct gen *g = c->g;
    VEC(uint32_t) unused = {0};
    for (uint32_t run = 0; run <= c->runs; run++) {
        for (ir_ref ref = run ? ended->first[run - 1] : 0; ref; ref = ended->next[ref])
            g->failed |= !VEC_PUSH(&unused, g->slots[ref].storage);
        for (ir_ref ref = made->first[run]; ref; ref = made->next[ref])
            g->slots[ref].storage = unused.count ? unused.data[--unused.count] : new_place(g);
    }
    VEC_FREE(&unused);
}

static void place_all(struct crossing *c)
{
    struct gen *g = c->g;
    struct by_segment made, ended;
    made.first = arena_array(&g->arena, c->runs + 2, sizeof *made.first);
    made.next = arena_array(&g->arena, g->f->value_count, sizeof *made.next);
    ended.first = arena_array(&g->arena, c->runs + 2, sizeof *ended.first);
    ended.next = arena_array(&g->arena, g->f->value_count, sizeof *ended.next);
    g->failed |= !made.first || !made.next || !ended.first || !ended.next;
    for (size_t i = c->live.count; i-- > 0 && !g->failed;) {
        ir_ref ref = c->live.data[i];
        add_to(&made, g->slots[ref].home, ref);
        add_to(&ended, c->last[ref], ref);
    }
    if (!g->failed)
        place(c, &made, &ended);
}

void gen_find_crossings(struct gen *g)
{
    struct crossing c = {.g = g};
    if (!g->f->has_barrier)
        return;
    c.last = arena_array(&g->arena, g->f->value_count, sizeof *c.last);
    g->failed |= !c.last;
    if (!g->failed)
        cross_node(&c, &g->f->nodes[0]);
    if (!g->failed)
        place_all(&c);
    VEC_FREE(&c.live);
}
