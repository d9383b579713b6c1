/* Values that are live across segments: they get a slot in the group's storage unless rematerialising them
   is cheaper. Values whose live ranges do not overlap share slots: those of a group with many barriers would else not
   fit into the first cache. */
#include <stdlib.h>

#include "jit/llvm/gen.h"

/* A loop of group-level control flow around segments. */
struct group_loop {
    struct group_loop *outer;
    uint32_t first; /* segment */
    VEC(ir_ref)
    live_in; /* values defined before it and used in it, where no outer loop is such: live until it ends */
};

/* Numbers the segments in the order in which group_list emits them, and finds the values that are defined
   in one and used in another. */
struct crossing {
    struct gen *g;
    uint32_t run, runs;
    struct group_loop *loop; /* the innermost */
    VEC(ir_ref) live;        /* the values */
    uint32_t *end;           /* by value: last segment of its live range; 0: it is not live across segments */
    uint32_t *last;          /* by phi of group-level control flow: last segment that uses it */
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
    if (g->slots[ref].storage)
        c->last[ref] = c->run;
    if (g->slots[ref].storage || g->fixed[ref] || gen_is_cheap(g, ref, 6))
        return;
    if (!c->end[ref])
        g->failed |= !VEC_PUSH(&c->live, ref);
    c->end[ref] = c->run;
    struct group_loop *outermost = NULL;
    for (struct group_loop *at = c->loop; at && at->first > g->slots[ref].home; at = at->outer)
        outermost = at;
    if (outermost)
        g->failed |= !VEC_PUSH(&outermost->live_in, ref);
}

static uint32_t new_slot(struct gen *g)
{
    return (uint32_t)gen_reserve(g, 4 * g->lanes * (uint64_t)g->warps) + 1;
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
            g->slots[phis->items[i]].storage = new_slot(g);
}

static void use_args(struct crossing *c, const struct ir_value *v)
{
    for (uint32_t i = 0; i < v->count; i++) {
        ir_ref ref = ir_arg(c->g->f, v, i);
        use(c, ref);
        /* Addresses are decomposed (gen_memory.c), and parts are rematerialised with the value that they
           belong to. */
        const struct ir_value *arg = gen_value(c->g, ref);
        bool apart = (v->kind == IR_LOAD || v->kind == IR_STORE || v->kind == IR_ATOMIC) && i == 0 &&
                     arg->kind == IR_LANE;
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

static void open_loop(struct crossing *c, struct group_loop *loop)
{
    *loop = (struct group_loop){.outer = c->loop, .first = c->runs + 1};
    c->loop = loop;
}

static void close_loop(struct crossing *c)
{
    for (size_t i = 0; i < c->loop->live_in.count; i++)
        c->end[c->loop->live_in.data[i]] = c->runs;
    VEC_FREE(&c->loop->live_in);
    c->loop = c->loop->outer;
}

static void cross_node(struct crossing *c, const struct ir_node *node)
{
    struct gen *g = c->g;
    struct group_loop loop;
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
        open_loop(c, &loop);
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
        close_loop(c);
    c->run = 0;
}

static void cross_group(struct crossing *c, const struct ir_list *list)
{
    struct gen *g = c->g;
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i], end;
        if (item & IR_NODE_BIT && gen_is_group_node(g, item)) {
            cross_node(c, &g->f->nodes[item & ~IR_NODE_BIT]);
        } else if (!(item & IR_NODE_BIT) && ir_is_barrier(gen_value(g, item))) {
            c->run = 0;
        } else if (!(item & IR_NODE_BIT) && gen_value(g, item)->level < IR_WARP) {
            continue; /* group-level code, outside all segments */
        } else if (!c->run && (end = gen_selection_end(g, list, i)) < list->count) {
            const struct ir_list own = {list->items + i, end - i + 1, 0};
            open_run(c);
            cross_inner(c, &own);
            c->run = 0;
            i = end;
        } else {
            struct ir_list one = {&item, 1, 1};
            open_run(c);
            cross_inner(c, &one);
        }
    }
}

/* ---- values that loops carry ---- */

/* Storing the value of the next iteration where the phi is stores the phi itself. */
static bool is_same_word(const struct gen *g, ir_ref phi, ir_ref next)
{
    const struct ir_value *p = gen_value(g, phi), *n = gen_value(g, next);
    bool is_double = g->pairs[phi] || g->highs[phi] || g->pairs[next] || g->highs[next];
    return !is_double && p->shape == n->shape && p->stride == n->stride && (p->raw_nan || !n->raw_nan) &&
           (n->is_settled || !p->is_settled);
}

/* No segment reads the phi, whose words are loaded before a segment's code, once the next value is stored. Values leave loops as
   phis only (ir_verify.c): none is used after the loop itself. */
static bool may_share(const struct crossing *c, ir_ref phi, ir_ref next)
{
    const struct gen *g = c->g;
    return c->end[next] && !g->slots[next].storage && gen_is_stored(g, phi) &&
           c->last[phi] <= g->slots[next].home && is_same_word(g, phi, next);
}

static void share_slot(struct crossing *c, ir_ref phi)
{
    struct gen *g = c->g;
    const struct ir_value *v = gen_value(g, phi);
    ir_ref next = ir_arg(g->f, v, 1);
    if (v->count > 2 || !next || !may_share(c, phi, next)) /* no iteration ends by continue */
        return;
    g->slots[next].storage = g->slots[phi].storage;
    c->end[next] = 0;
}

/* A header's phi and its value of the next iteration have one slot, except where inactive threads keep theirs. */
static void share_slots(struct crossing *c)
{
    const struct ir_function *f = c->g->f;
    for (uint32_t i = 0; i < f->node_count && !f->is_masked; i++)
        for (uint32_t k = 0; f->nodes[i].group && k < f->nodes[i].headers.count; k++)
            share_slot(c, f->nodes[i].headers.items[k]);
}

/* ---- slots ---- */

/* Values in lists by segment, linked by value. */
struct by_segment {
    ir_ref *first, *next;
};

static bool open_lists(struct crossing *c, struct by_segment *lists)
{
    lists->first = arena_array(&c->g->arena, c->runs + 2, sizeof *lists->first);
    lists->next = arena_array(&c->g->arena, c->g->f->value_count, sizeof *lists->next);
    return lists->first && lists->next;
}

static void add_to(const struct by_segment *lists, uint32_t segment, ir_ref ref)
{
    lists->next[ref] = lists->first[segment];
    lists->first[segment] = ref;
}

/* Linear scan: a slot is free from the segment after its value's live range on. */
static void assign_slots(struct crossing *c, const struct by_segment *defined, const struct by_segment *ended)
{
    struct gen *g = c->g;
    VEC(uint32_t) free_slots = {0};
    for (uint32_t run = 0; run <= c->runs; run++) {
        for (ir_ref ref = run ? ended->first[run - 1] : 0; ref; ref = ended->next[ref])
            g->failed |= !VEC_PUSH(&free_slots, g->slots[ref].storage);
        for (ir_ref ref = defined->first[run]; ref; ref = defined->next[ref])
            g->slots[ref].storage = free_slots.count ? free_slots.data[--free_slots.count] : new_slot(g);
    }
    VEC_FREE(&free_slots);
}

static void allocate(struct crossing *c)
{
    struct gen *g = c->g;
    struct by_segment defined = {0}, ended = {0};
    g->failed |= !open_lists(c, &defined) || !open_lists(c, &ended);
    for (size_t i = c->live.count; i-- > 0 && !g->failed;) {
        ir_ref ref = c->live.data[i];
        if (!c->end[ref]) /* stored where the phi is that it is the next value of */
            continue;
        add_to(&defined, g->slots[ref].home, ref);
        add_to(&ended, c->end[ref], ref);
    }
    if (!g->failed)
        assign_slots(c, &defined, &ended);
}

void gen_find_crossings(struct gen *g)
{
    struct crossing c = {.g = g};
    uint32_t count = g->f->value_count;
    if (!g->f->has_barrier)
        return;
    c.end = arena_array(&g->arena, count, sizeof *c.end);
    c.last = arena_array(&g->arena, count, sizeof *c.last);
    g->failed |= !c.end || !c.last;
    if (!g->failed)
        cross_node(&c, &g->f->nodes[0]);
    if (!g->failed) {
        share_slots(&c);
        allocate(&c);
    }
    VEC_FREE(&c.live);
}
