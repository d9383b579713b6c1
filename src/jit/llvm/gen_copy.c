/* Copies of a segment's code: the state of each, and values that all have in common. */
#include <string.h>

#include "jit/llvm/gen.h"

bool gen_switch(struct gen *g, uint32_t copy)
{
    struct gen_copy *from = &g->copies[g->copy], *to = &g->copies[copy];
    if (from == to)
        return true;
    from->warp_number = g->warp_number;
    from->warp_thread = g->warp_thread;
    from->mask = g->mask;
    from->region = g->region;
    g->slots = to->slots;
    g->systems = to->systems;
    g->warp_number = to->warp_number;
    g->warp_thread = to->warp_thread;
    g->mask = to->mask;
    g->region = to->region;
    g->copy = copy;
    return true;
}

void gen_open_copies(struct gen *g, uint32_t count)
{
    g->end_copy = count;
    for (uint32_t k = 1; k < count; k++) {
        struct gen_copy *copy = &g->copies[k];
        if (!copy->slots)
            copy->slots = arena_array(&g->arena, (size_t)g->f->value_count + 1, sizeof *copy->slots);
        if (!copy->slots) {
            g->failed = true;
            g->end_copy = 1;
            return;
        }
        memcpy(copy->slots, g->copies[0].slots, ((size_t)g->f->value_count + 1) * sizeof *copy->slots);
        memcpy(copy->systems, g->copies[0].systems, sizeof copy->systems);
        copy->mask = NULL;
        copy->region = g->region;
    }
}

void gen_close_copies(struct gen *g)
{
    gen_switch(g, 0);
    g->end_copy = 1;
}

/* Values that are kept in the storage are stored by each warp. */
static bool is_stored(const struct gen *g, ir_ref ref)
{
    return g->slots[ref].storage || g->pairs[ref] || g->highs[ref];
}

/* A value defines its parts: they are shared with it or not at all. */
bool gen_is_shared(const struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    ir_ref whole = v->kind == IR_PART ? ir_arg(g->f, v, 0) : ref;
    if (!v->is_shared || is_stored(g, ref) || is_stored(g, whole))
        return false;
    for (uint32_t k = 0; k < 4; k++)
        if (g->parts[4 * whole + k] && is_stored(g, g->parts[4 * whole + k]))
            return false;
    return true;
}

void gen_copy_slot(struct gen *g, ir_ref ref)
{
    g->slots[ref] = g->copies[g->first_copy].slots[ref];
}

/* Its code defines no other value, and no barrier separates it from a use. Not a product: in the other copy its high word may
   have no use, and then is not computed. */
static bool is_alone(const struct gen *g, ir_ref ref)
{
    const struct gen_slot *slot = &g->slots[ref];
    const struct ir_value *v = gen_value(g, ref);
    if (v->kind == IR_LANE && (v->op == ISA_IMUL || v->op == ISA_UMUL))
        return false;
    return !slot->storage && !slot->next && (!slot->leader || slot->leader == ref) && !g->fixed[ref];
}

static void copy_words(struct gen_slot *to, const struct gen_slot *from)
{
    to->word = from->word;
    to->vector = from->vector;
    to->bit = from->bit;
    to->clean = from->clean;
    to->row_first = from->row_first;
    to->row_holds = from->row_holds;
    to->segment = from->segment;
}

/* Uses the word that the copy of another row has computed (ir_rows.c). False: this copy's range has none. */
static bool copy_row(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    uint32_t from = g->copy + (uint32_t)v->row_distance;
    if (!v->row_of || from < g->first_copy || from >= g->end_copy || g->f->is_double || !is_alone(g, ref))
        return false;
    const struct gen_slot *slots = g->copies[from].slots;
    bool defines_parts = v->kind == IR_TEXEL || v->kind == IR_TEXTURE;
    ir_ref to[4] = {ref}, of[4] = {v->row_of};
    for (uint32_t k = 1; k < 4 && defines_parts; k++) {
        to[k] = g->parts[4 * ref + k];
        of[k] = g->parts[4 * v->row_of + k];
    }
    for (uint32_t k = 0; k < 4; k++)
        if (to[k] && (!of[k] || !slots[of[k]].word))
            return false;
    for (uint32_t k = 0; k < 4; k++)
        if (to[k])
            copy_words(&g->slots[to[k]], &slots[of[k]]);
    return true;
}

/* A word of structures of several words, or of structures that are apart: it is loaded with those beside it, and transposed. */
static bool is_transposed(const struct gen *g, const struct ir_value *v)
{
    if (v->kind != IR_LOAD || v->view == IR_NONE || v->shape != IR_VARYING)
        return false;
    const struct ir_value *index = gen_arg(g, v, 0);
    return index->shape == IR_AFFINE &&
           (index->stride > 1 || g->f->program->decls.resources[v->slot].stride > 4);
}

/* Where a sum of many dot products is one block of code, LLVM loads and transposes all rows first, and spills them: the operation
   after each product is computed here. */
static void keep_sums(struct gen *g, ir_ref ref)
{
    enum { ROW = 4 };
    const struct ir_value *v = gen_value(g, ref);
    bool is_due = g->transposed >= ROW;
    g->transposed = 0;
    for (uint32_t i = 0; i < v->count; i++)
        g->transposed += is_transposed(g, gen_arg(g, v, i));
    GEN_FOR_COPIES (g, k)
        if (is_due && g->slots[ref].word && LLVMTypeOf(g->slots[ref].word) == g->words)
            gen_keep_here(g, g->slots[ref].word);
}

/* LLVM's machine scheduler would move the copies apart, each copy's dependence chain in sequence, and spill the values that they
   share. A label is a scheduling boundary. */
static void limit_scheduling(struct gen *g, ir_ref ref)
{
    enum { OPERATIONS = 8 };
    const struct ir_value *v = gen_value(g, ref);
    uint32_t copies = g->end_copy - g->first_copy;
    bool is_vector = v->kind == IR_LANE && v->shape == IR_VARYING && v->level == IR_WARP && !v->is_folded;
    if (copies == 1 || !is_vector || g->b != g->warp || !gen_open(g))
        return;
    keep_sums(g, ref);
    g->scheduled += copies;
    if (g->scheduled < OPERATIONS)
        return;
    g->scheduled = 0;
    LLVMMetadataRef name = LLVMMDStringInContext2(g->context, "copies", strlen("copies"));
    LLVMValueRef label = LLVMMetadataAsValue(g->context, LLVMMDNodeInContext2(g->context, &name, 1));
    gen_intrinsic(g, "llvm.codeview.annotation", NULL, &label, 1);
}

static void emit_copies(struct gen *g, ir_ref ref)
{
    gen_keep_stored(g, ref);
    bool is_shared = gen_is_shared(g, ref) || gen_value(g, ref)->level < IR_WARP;
    if (gen_extremes(g, ref))
        return;
    if (!is_shared && !gen_value(g, ref)->row_of && !gen_value(g, ref)->is_folded &&
        (gen_load_copies(g, ref) || gen_store_copies(g, ref)))
        return;
    GEN_FOR_COPIES (g, k) {
        if (k > g->first_copy && is_shared)
            gen_copy_slot(g, ref);
        else if (!copy_row(g, ref))
            gen_item(g, ref);
    }
}

void gen_items(struct gen *g, ir_ref ref)
{
    emit_copies(g, ref);
    limit_scheduling(g, ref);
}
