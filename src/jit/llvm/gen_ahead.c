/* Numbers that all warps of a segment have in common, such as a word of g# that the segment does not store to, and what is
   computed of it: the values of the segment's own list that follow from them are emitted once, before the loop over the
   warps. As many as fit into registers: of a tile of 128 structures whose loop is unrolled, LLVM would spill all words as
   vectors, and load these. */
#include "jit/llvm/gen_memory.h"

/* Has no place of its own in the storage, which each warp writes to, nor does another result. */
static bool is_local(const struct gen *g, ir_ref ref)
{
    bool local = !g->slots[ref].storage && !g->pairs[ref] && !g->highs[ref];
    for (unsigned k = 0; k < 4; k++) {
        ir_ref part = g->parts[4 * (size_t)ref + k];
        local &= !part || (!g->slots[part].storage && !g->pairs[part] && !g->highs[part]);
    }
    return local;
}

static bool is_known_ahead(const struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    return !ref || v->kind == IR_CONST || v->level < IR_WARP || g->ahead[ref] == g->segment;
}

static bool is_pure(const struct gen *g, const struct ir_value *v)
{
    if (v->kind == IR_LOAD)
        return gen_is_tgsm(g, v) && g->stored[v->slot] != g->segment;
    return v->kind == IR_LANE || (v->kind == IR_PART && gen_arg(g, v, 0)->kind == IR_LANE) ||
           v->kind == IR_CBUFFER;
}

static bool is_ahead(const struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    if (!g->is_open || g->turns < 2 || g->listed != g->segment || !ir_is_uniform(v) || v->level < IR_WARP ||
        !is_pure(g, v))
        return false;
    /* Another result may be one number where the first is not, and the other way round. */
    const struct ir_value *whole = v->kind == IR_PART ? gen_arg(g, v, 0) : v;
    for (uint32_t i = 0; i < whole->count; i++)
        if (!is_known_ahead(g, ir_arg(g->f, whole, i)))
            return false;
    ir_ref leader = v->kind == IR_LOAD ? g->slots[ref].leader : 0;
    if (leader && leader != ref && g->ahead[leader] != g->segment)
        return false;
    for (ir_ref at = ref; at; at = v->kind == IR_LOAD ? g->slots[at].next : 0)
        if (!is_local(g, at))
            return false;
    return true;
}

static void list_stores(struct gen *g, const uint32_t *items, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct ir_node *node = &g->f->nodes[items[i] & ~IR_NODE_BIT];
        if (items[i] & IR_NODE_BIT) {
            list_stores(g, node->bodies[0].items, node->bodies[0].count);
            list_stores(g, node->bodies[1].items, node->bodies[1].count);
            continue;
        }
        const struct ir_value *v = gen_value(g, items[i]);
        if ((v->kind == IR_STORE || v->kind == IR_ATOMIC) && v->slot < g->f->program->decls.resource_count)
            g->stored[v->slot] = g->segment;
    }
}

void gen_list_stores(struct gen *g, const uint32_t *items, uint32_t count)
{
    list_stores(g, items, count);
    g->listed = g->segment;
    g->aheads = 0;
}

void gen_segment_item(struct gen *g, ir_ref ref)
{
    enum { AHEADS_MOST = 16 };
    g->is_ahead = g->aheads < AHEADS_MOST && is_ahead(g, ref);
    gen_items(g, ref);
    if (g->is_ahead) {
        g->ahead[ref] = g->segment;
        g->aheads++;
    }
    g->is_ahead = false;
}
