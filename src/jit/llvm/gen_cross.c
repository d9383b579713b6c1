/* Values that are live across segments: they get a slot in the group's storage unless rematerialising them
   is cheaper. */
#include "jit/llvm/gen.h"

/* Numbers the segments in the order in which group_list emits them, and finds the values that are defined
   in one and used in another. */
struct crossing {
    struct gen *g;
    uint32_t run, runs;
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
    g->slots[ref].storage = (uint32_t)gen_reserve(g, 4 * JIT_LANES * (uint64_t)g->warps) + 1;
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
            g->slots[phis->items[i]].storage =
                (uint32_t)gen_reserve(g, 4 * JIT_LANES * (uint64_t)g->warps) + 1;
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

static void cross_node(struct crossing *c, const struct ir_node *node)
{
    struct gen *g = c->g;
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
    if (node->kind == IR_LOOP)
        use_phis(c, &node->headers, 0);
    for (unsigned side = 0; side < 2; side++) {
        c->run = 0;
        cross_group(c, &node->bodies[side]);
        if (node->ends[side] && node->kind == IR_LOOP)
            use_phis(c, &node->headers, 1);
        else if (node->ends[side])
            use_phis(c, &node->phis, side);
    }
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

void gen_find_crossings(struct gen *g)
{
    struct crossing c = {.g = g};
    if (g->f->has_barrier)
        cross_node(&c, &g->f->nodes[0]);
}
