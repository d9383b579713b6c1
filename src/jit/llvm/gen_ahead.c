/* Numbers that all warps of a segment have in common, such as a word of g# that the segment does not store to, and what is
   computed of it: the values of the segment's own list that follow from them are emitted once, before the loop over the
   warps. As many as fit into registers: of a tile of 128 structures whose loop is unrolled, LLVM would spill all words as
   vectors, and load these.

   So are the vectors of g# that differ by lane and not by warp, as a column of a matrix whose rows the warps update, and that need
   a gather. */
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

/* ---- vectors ---- */

static LLVMValueRef common_word(struct gen *g, ir_ref ref, unsigned depth);

static LLVMValueRef common_term(struct gen *g, const struct ir_term *term, unsigned depth)
{
    LLVMValueRef word = common_word(g, term->ref, depth);
    LLVMValueRef by = term->by ? common_word(g, term->by, depth) : gen_splat_word(g, term->factor);
    return word && by ? LLVMBuildMul(g->b, word, by, "") : NULL;
}

/* The lanes' words where they are the same in all warps; else NULL. */
static LLVMValueRef common_word(struct gen *g, ir_ref ref, unsigned depth)
{
    const struct ir_value *v = gen_value(g, ref);
    struct ir_sum sum;
    if (gen_is_common_to_warps(v))
        return gen_constant_words(g, v->table->words);
    if (v->level < IR_WARP && (v->kind == IR_CONST || g->slots[ref].word))
        return gen_clean_vector(g, ref);
    if (depth == 0 || !ir_sum_of(g->f, ref, &sum))
        return NULL;
    LLVMValueRef word = common_term(g, &sum.terms[0], depth - 1);
    LLVMValueRef added = sum.count > 1 ? common_term(g, &sum.terms[1], depth - 1) : NULL;
    return sum.count == 1 ? word : word && added ? LLVMBuildAdd(g->b, word, added, "") : NULL;
}

static LLVMValueRef load_vector(struct gen *g, ir_ref ref)
{
    enum { DEPTH = 4 };
    struct access a;
    LLVMValueRef exists, pointers;
    gen_access_open(g, gen_value(g, ref), &a);
    gen_access_add(&a, ref);
    if (!a.index || a.dynamic || gen_affine_row(&a) == 1)
        return NULL;
    a.index_vector = common_word(g, a.index, DEPTH);
    if (!a.index_vector)
        return NULL;
    pointers = gen_bounds_pointers_of_all(&a, &exists);
    return gen_gather_words(g, pointers, exists);
}

/* No thread has stored to the g# since the last barrier where it loads: another thread's store is not ordered before the load
   (D3D11.3 7.14), so that the load may be the first of all. */
static void hold(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    if (g->held_count == GEN_HELD || v->kind != IR_LOAD || v->shape != IR_VARYING || v->is_folded ||
        v->stream || !gen_is_tgsm(g, v) || gen_is_outside(g, v) || g->stored[v->slot] == g->segment ||
        !is_local(g, ref))
        return;
    LLVMBuilderRef kept = g->b;
    g->b = g->outer;
    g->fixed[ref] = load_vector(g, ref);
    if (g->fixed[ref])
        g->held[g->held_count++] = ref;
    g->b = kept;
}

void gen_release_held(struct gen *g)
{
    while (g->held_count)
        g->fixed[g->held[--g->held_count]] = NULL;
}

/* ---- segments ---- */

static void list_stores(struct gen *g, const uint32_t *items, uint32_t count, bool may_hold)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct ir_node *node = &g->f->nodes[items[i] & ~IR_NODE_BIT];
        if (items[i] & IR_NODE_BIT) {
            bool is_once = may_hold && node->kind != IR_LOOP;
            list_stores(g, node->bodies[0].items, node->bodies[0].count, is_once);
            list_stores(g, node->bodies[1].items, node->bodies[1].count, is_once);
            continue;
        }
        const struct ir_value *v = gen_value(g, items[i]);
        if ((v->kind == IR_STORE || v->kind == IR_ATOMIC) && v->slot < g->f->program->decls.resource_count)
            g->stored[v->slot] = g->segment;
        else if (may_hold)
            hold(g, items[i]);
    }
}

void gen_list_stores(struct gen *g, const uint32_t *items, uint32_t count)
{
    bool may_hold = g->turns > 1 && !g->f->is_double && !g->f->is_unrolled;
    list_stores(g, items, count, may_hold);
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
