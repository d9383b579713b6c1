/* Exits of loops and scopes: which nodes they leave, and with which lanes. */
#include <string.h>

#include "jit/llvm/gen.h"

bool gen_is_straight(const struct gen *g, const struct ir_node *exit)
{
    for (uint32_t at = exit->parent; at != exit->target; at = g->f->nodes[at].parent)
        if (g->f->nodes[at].divergent)
            return false;
    return true;
}

struct iteration {
    const struct gen *g;
    uint32_t loop;
    bool *plain; /* by header; as gen_keeps_lanes */
    bool waits;  /* lanes may have continued with the next iteration without the others */
};

static void wait_for_others(struct iteration *it, const struct ir_node *exit)
{
    const struct ir_function *f = it->g->f;
    const struct ir_list *headers = &f->nodes[it->loop].headers;
    it->waits = true;
    for (uint32_t i = 0; it->plain && i < headers->count; i++) {
        const struct ir_value *v = &f->values[headers->items[i]];
        it->plain[i] &= ir_arg(f, v, exit->site + 2) == ir_arg(f, v, 1);
    }
}

/* Visits the nodes of an iteration in order. False: lanes may leave the loop without the others. */
static bool visit(struct iteration *it, const struct ir_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t at = list->items[i] & ~IR_NODE_BIT;
        const struct ir_node *node = &it->g->f->nodes[at];
        if (!(list->items[i] & IR_NODE_BIT))
            continue;
        if (node->kind == IR_EXIT) {
            bool is_straight = gen_is_straight(it->g, node);
            if (!node->is_continue && (it->waits || !is_straight))
                return false;
            if (!is_straight)
                wait_for_others(it, node);
        } else if (node->kind != IR_IF) {
            if (it->g->escapes[at])
                return false;
        } else if (!visit(it, &node->bodies[0]) || !visit(it, &node->bodies[1])) {
            return false;
        }
    }
    return true;
}

bool gen_keeps_lanes(const struct gen *g, uint32_t at, bool *plain)
{
    const struct ir_node *loop = &g->f->nodes[at];
    struct iteration it = {.g = g, .loop = at, .plain = plain};
    if (plain)
        memset(plain, true, loop->headers.count * sizeof *plain);
    return loop->kind == IR_LOOP && loop->divergent && !loop->group && !g->escapes[at] &&
           visit(&it, &loop->bodies[0]);
}

/* Adds the cost of a value that is executed for no lane. */
static bool add_value(const struct gen *g, ir_ref ref, uint32_t *cost)
{
    const struct ir_value *v = gen_value(g, ref);
    bool is_scalar = (v->kind == IR_LOAD || v->kind == IR_CBUFFER || v->kind == IR_ICB) && ir_is_uniform(v);
    if (v->level < IR_WARP || v->kind == IR_PART)
        return true;
    *cost += is_scalar ? 2 : 1;
    return is_scalar || (v->kind == IR_LANE && !isa_has(v->op, ISA_COSTLY));
}

static bool add_list(const struct gen *g, const struct ir_list *list, uint32_t first, uint32_t *cost)
{
    enum { SHORT = 16 };
    for (uint32_t i = first; i < list->count && *cost <= SHORT; i++) {
        const struct ir_node *node = &g->f->nodes[list->items[i] & ~IR_NODE_BIT];
        if (!(list->items[i] & IR_NODE_BIT)) {
            if (!add_value(g, list->items[i], cost))
                return false;
        } else if (node->kind == IR_IF) {
            *cost += node->phis.count;
            if (!node->divergent || !add_list(g, &node->bodies[0], 0, cost) ||
                !add_list(g, &node->bodies[1], 0, cost))
                return false;
        } else if (node->kind != IR_EXIT) {
            return false;
        }
    }
    return *cost <= SHORT;
}

bool gen_is_short(const struct gen *g, const struct ir_list *list, uint32_t first)
{
    uint32_t cost = 0;
    return add_list(g, list, first, &cost);
}
