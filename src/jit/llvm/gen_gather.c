/* Accesses with arbitrary addresses: gathers and scatters of the lanes whose word exists. */
#include <assert.h>

#include "jit/llvm/gen_memory.h"

void gen_gather(struct access *a, LLVMValueRef *out)
{
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef exists, pointers = gen_bounds_pointers(a, i, &exists);
        out[i] = gen_gather_words(a->g, pointers, exists);
    }
}

/* AVX2 has no scatter, and LLVM would expand one into a branch for each lane. */
static void scatter_by_lane(struct gen *g, LLVMValueRef words, LLVMValueRef pointers, LLVMValueRef exists)
{
    static_assert(sizeof((struct jit_lanes){0}.address) >= 8 * sizeof(void *), "pointers of a warp");
    LLVMValueRef addresses = gen_field_pointer(g, offsetof(struct jit_context, lanes.address));
    LLVMValueRef values = gen_field_pointer(g, offsetof(struct jit_context, lanes.value));
    gen_store(g, pointers, addresses, 32);
    gen_store(g, words, values, 32);
    struct gen_lane_loop loop;
    LLVMValueRef lane = gen_lanes_begin(g, exists, &loop);
    LLVMValueRef pointer =
        gen_load(g, g->pointer, LLVMBuildGEP2(g->b, g->pointer, addresses, &lane, 1, ""), 8);
    LLVMValueRef word = gen_load(g, g->i32, LLVMBuildGEP2(g->b, g->i32, values, &lane, 1, ""), 4);
    gen_store(g, word, pointer, 4);
    gen_lanes_end(g, &loop);
}

/* Where lanes collide, the highest lane's value remains (docs/semantics.md). */
bool gen_scatter(struct access *a)
{
    enum { WORDS_MOST = 4 };
    struct gen *g = a->g;
    if (a->count > WORDS_MOST)
        return false;
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef exists, pointers = gen_bounds_pointers(a, i, &exists);
        if (g->lanes == JIT_LANES)
            gen_scatter_words(g, a->values[i], pointers, exists);
        else
            scatter_by_lane(g, a->values[i], pointers, exists);
    }
    return true;
}
