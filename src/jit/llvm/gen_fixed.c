/* Loads of t# at addresses that are known for every lane and the same in all warps and groups, such as the factors of a
   transform: each is one vector, which is loaded in the function's entry. */
#include "jit/llvm/gen_memory.h"

bool gen_is_common_to_warps(const struct ir_value *v)
{
    return v->table && v->table->is_regular && v->table->is_linear && v->table->step == 0;
}

/* A byte offset is computed as in any other place, where numbers of threads are not known yet. */
static bool is_fixed_offset(const struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    return v->kind == IR_CONST || (gen_is_common_to_warps(v) && v->kind != IR_SYSTEM);
}

/* Those that are uniform are emitted in the entry in any case. */
static bool is_fixed(const struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    if (v->kind != IR_LOAD || v->shape != IR_VARYING || v->view == IR_NONE || v->is_folded ||
        gen_is_outside(g, v) || g->f->program->decls.resources[v->slot].file != ISA_FILE_SRV)
        return false;
    struct gen_place place = gen_place_of(g, v);
    return place.index && gen_is_common_to_warps(gen_value(g, place.index)) &&
           (!place.dynamic || is_fixed_offset(g, place.dynamic));
}

static LLVMValueRef load_fixed(struct gen *g, ir_ref ref)
{
    struct access a;
    LLVMValueRef exists;
    gen_access_open(g, gen_value(g, ref), &a);
    gen_access_add(&a, ref);
    a.index_vector = gen_constant_words(g, gen_value(g, a.index)->table->words);
    LLVMValueRef pointers = gen_bounds_pointers_of_all(&a, &exists);
    return gen_gather_words(g, pointers, exists);
}

void gen_load_fixed(struct gen *g)
{
    enum { VECTORS_MOST = 32 };
    uint32_t count = 0;
    if (!g->f->has_barrier || g->f->alias || g->f->is_double)
        return;
    for (ir_ref ref = 1; ref < g->f->value_count && count < VECTORS_MOST; ref++) {
        if (!is_fixed(g, ref))
            continue;
        g->fixed[ref] = load_fixed(g, ref);
        count++;
    }
}
