/* Loads whose lanes' words are near each other in any order: mirrored, upsampled and exchanged elements. A window of as many
   words as the warp has lanes is loaded and permuted, which is several times as fast as a gather. Only for addresses that
   do not depend on memory: those that do are anywhere, and the test would be lost. */
#include "jit/llvm/gen_memory.h"

enum { DEPTH = 8 };

static bool follows(const struct gen *g, ir_ref ref, unsigned depth)
{
    const struct ir_value *v = gen_value(g, ref);
    const struct ir_value *op = v->kind == IR_PART ? gen_arg(g, v, 0) : v;
    if (v->shape == IR_AFFINE || v->kind == IR_SYSTEM)
        return true;
    bool all = op->kind == IR_LANE && depth > 0;
    for (uint32_t i = 0; i < op->count && all; i++)
        all = follows(g, ir_arg(g->f, op, i), depth - 1);
    return all;
}

bool gen_follows_threads(const struct gen *g, ir_ref ref)
{
    return follows(g, ref, DEPTH);
}

/* The window's first word. */
static LLVMValueRef least(struct gen *g, LLVMValueRef words, LLVMValueRef exists)
{
    LLVMValueRef known = LLVMBuildSelect(g->b, exists, words, gen_splat_word(g, UINT32_MAX), "");
    return gen_intrinsic(g, "llvm.vector.reduce.umin", g->words, &known, 1);
}

/* The window exists, and the words that exist are in it. */
static LLVMValueRef fits(struct access *a, LLVMValueRef first, LLVMValueRef distances, LLVMValueRef exists)
{
    struct gen *g = a->g;
    LLVMBuilderRef b = g->b;
    LLVMValueRef is_near = LLVMBuildICmp(b, LLVMIntULT, distances, gen_splat_word(g, g->lanes), "");
    is_near = gen_every(g, LLVMBuildOr(b, is_near, LLVMBuildNot(b, exists, ""), ""));
    LLVMValueRef end = LLVMBuildAdd(b, LLVMBuildZExt(b, first, g->i64, ""), gen_i64(g, g->lanes), "");
    LLVMValueRef words = LLVMBuildLShr(g->entry, a->view.bytes, gen_i64(g, 2), "");
    return LLVMBuildAnd(b, is_near, LLVMBuildICmp(b, LLVMIntULE, end, words, ""), "");
}

bool gen_window_load(struct access *a)
{
    struct gen *g = a->g;
    if (a->count != 1 || a->dynamic || gen_is_tgsm(g, a->v) || a->index_vector || !a->index ||
        !gen_follows_threads(g, a->index))
        return false;
    LLVMValueRef exists, words = gen_bounds_words(a, 0, &exists), first = least(g, words, exists);
    LLVMValueRef distances = LLVMBuildSub(g->b, words, gen_splat(g, first), "");
    LLVMBasicBlockRef in = gen_block(g, "window"), lanes = gen_block(g, "lanes");
    struct gen_join join = {.block = gen_block(g, "loaded")};
    LLVMBuildCondBr(g->b, fits(a, first, distances, exists), in, lanes);
    gen_at(g, in);
    LLVMValueRef at = LLVMBuildZExt(g->b, first, g->i64, "");
    LLVMValueRef window = gen_load(g, g->words, LLVMBuildGEP2(g->b, g->i32, a->view.base, &at, 1, ""), 4);
    LLVMValueRef loaded = gen_target_permute(g, window, distances);
    loaded = LLVMBuildSelect(g->b, exists, loaded, LLVMConstNull(g->words), "");
    gen_join_path(g, &join, &loaded, 1);
    gen_at(g, lanes);
    gen_gather(a, a->values);
    gen_join_path(g, &join, a->values, 1);
    gen_join_end(g, &join, a->values, 1);
    return true;
}
