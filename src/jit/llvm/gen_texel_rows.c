/* Rows of a texture that each lane accesses texel by texel, as streams (gen_stream.c) do: of whole words, in the first mip. */
#include "jit/llvm/gen_memory.h"

struct access gen_row_access(struct gen *g, const struct ir_value *v, const struct ir_texel_access *at,
                             LLVMValueRef base)
{
    struct access a = {.g = g, .v = v, .index = at->coords[0], .is_texel = true, .texel = *at};
    a.count = gen_texel_words(gen_texel_kind(g, v));
    a.stride = 4 * a.count;
    a.view.base = base;
    for (unsigned i = 0; i < a.count; i++) {
        a.refs[i] = (ir_ref)(v - g->f->values);
        a.bytes[i] = a.added[i] = 4 * i;
    }
    return a;
}

/* After a loop, the column that was computed in it must not be used. */
static void columns_of(struct access *a, LLVMValueRef added, LLVMValueRef at[3])
{
    struct ir_texel_access texel = a->texel;
    if (a->index_vector)
        texel.coords[0] = 0;
    gen_texture_lanes(a->g, &texel, at);
    if (a->index_vector)
        at[0] = a->index_vector; /* of stores, which have no offsets */
    if (added)
        at[0] = LLVMBuildAdd(a->g->b, at[0], added, "");
}

LLVMValueRef gen_row_pointers(struct access *a, LLVMValueRef added, unsigned i, LLVMValueRef *exists)
{
    struct gen *g = a->g;
    LLVMValueRef at[3], word = gen_i32(g, a->bytes[i] / 4);
    columns_of(a, added, at);
    LLVMValueRef pointers = gen_bounds_texels(g, a->v, a->view.base, at, a->stride, exists);
    return LLVMBuildGEP2(g->b, g->i32, pointers, &word, 1, "");
}

/* The same, of the first word; `exists`: the next count - 1 texels too. */
static LLVMValueRef run_of(struct access *a, LLVMValueRef count, LLVMValueRef *exists)
{
    struct gen *g = a->g;
    LLVMValueRef at[3], width = gen_view_field(g, a->v, g->i32, offsetof(struct jit_view, texture.width));
    columns_of(a, NULL, at);
    LLVMValueRef others = LLVMBuildSub(g->b, count, gen_i32(g, 1), "");
    LLVMValueRef last = LLVMBuildAdd(g->b, at[0], gen_splat(g, others), "");
    LLVMValueRef ends = LLVMBuildICmp(g->b, LLVMIntULT, last, gen_splat(g, width), "");
    LLVMValueRef pointers = gen_bounds_texels(g, a->v, a->view.base, at, a->stride, exists);
    *exists = LLVMBuildAnd(g->b, *exists, ends, "");
    return pointers;
}

LLVMValueRef gen_row_runs(struct access *a, uint32_t count, LLVMValueRef *exists)
{
    return run_of(a, gen_i32(a->g, count), exists);
}

LLVMValueRef gen_row_apart(struct access *a, LLVMValueRef count, LLVMValueRef *holds)
{
    struct gen *g = a->g;
    LLVMValueRef exists, pointers = run_of(a, count, &exists);
    LLVMValueRef start = LLVMBuildPtrToInt(g->b, pointers, LLVMVectorType(g->i64, g->lanes), "");
    LLVMValueRef bytes = LLVMBuildMul(g->b, count, gen_i32(g, a->stride), "");
    bytes = gen_splat(g, LLVMBuildZExt(g->b, bytes, g->i64, ""));
    *holds = gen_bounds_ascend(g, start, LLVMBuildAdd(g->b, start, bytes, ""), exists);
    return pointers;
}
