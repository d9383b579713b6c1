/* Accesses of one address for all lanes. */
#include "jit/llvm/gen_memory.h"

static void load_word(struct access *a, unsigned i, LLVMValueRef pointer)
{
    a->values[i] = gen_load(a->g, a->g->i32, pointer, 4);
    if (a->g->f->program->decls.resources[a->v->slot].file == ISA_FILE_UAV)
        LLVMSetVolatile(a->values[i], true);
}

static LLVMValueRef or_zeros(struct gen *g, LLVMValueRef exists, LLVMValueRef pointer)
{
    return exists ? LLVMBuildSelect(g->b, exists, pointer, gen_zeros(g), "") : pointer;
}

/* All words of a structure that is in bounds as a whole or not at all. */
static void load_structure(struct access *a)
{
    struct gen_row row;
    gen_bounds_row(a, gen_clean(a->g, a->index), 0, gen_bounds_proven(a), &row);
    LLVMValueRef pointer = or_zeros(a->g, row.exists, row.pointer);
    for (unsigned i = 0; i < a->count; i++)
        load_word(a, i, gen_offset_by(a->g, pointer, a->bytes[i]));
}

/* Out of bounds words are read from a page of zeros, which is larger than any structure: no branch. */
void gen_uniform_load(struct access *a)
{
    if (!a->is_raw && !a->dynamic) {
        load_structure(a);
        return;
    }
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef exists, pointer = gen_bounds_scalar(a, i, &exists);
        load_word(a, i, or_zeros(a->g, exists, pointer));
    }
}

bool gen_uniform_address(const struct access *a)
{
    const struct gen *g = a->g;
    return ir_is_uniform(gen_value(g, a->index)) && (!a->dynamic || ir_is_uniform(gen_value(g, a->dynamic)));
}

/* The highest active lane's value remains (docs/semantics.md). LLVM would extract a lane whose number is not constant from a
   copy in memory, where the processor waits for all stores before it. */
static LLVMValueRef last_active(const struct gen *g, LLVMValueRef value)
{
    if (!gen_is_vector(value))
        return value;
    if (!g->mask)
        return LLVMBuildExtractElement(g->b, value, gen_i32(g, g->lanes - 1), "");
    LLVMValueRef bits = LLVMBuildOr(g->b, gen_mask_bits(g, g->mask), gen_i32(g, 1), "");
    LLVMValueRef args[] = {bits, LLVMConstInt(g->i1, 1, false)};
    LLVMValueRef zeros = gen_intrinsic(g, "llvm.ctlz", g->i32, args, 2);
    LLVMValueRef lane = LLVMBuildSub(g->b, gen_i32(g, 31), zeros, "");
    return LLVMBuildExtractElement(g->b, gen_target_permute(g, value, gen_splat(g, lane)), gen_i32(g, 0), "");
}

void gen_uniform_store(struct access *a)
{
    struct gen *g = a->g;
    for (unsigned i = 0; i < a->count; i++) {
        a->values[i] = last_active(g, a->values[i]);
        LLVMValueRef exists, pointer = gen_bounds_scalar(a, i, &exists);
        LLVMValueRef some = g->mask ? gen_any(g, g->mask) : NULL;
        if (some)
            exists = exists ? LLVMBuildAnd(g->b, exists, some, "") : some;
        if (!exists) {
            gen_store(g, a->values[i], pointer, 4);
            continue;
        }
        LLVMBasicBlockRef in = gen_block(g, "store"), after = gen_block(g, "stored");
        LLVMBuildCondBr(g->b, exists, in, after);
        gen_at(g, in);
        gen_store(g, a->values[i], pointer, 4);
        LLVMBuildBr(g->b, after);
        gen_at(g, after);
    }
}
