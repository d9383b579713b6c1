/* Vectors of the warp that was executed before, and lanes of both (ir_shift.c). */
#include "jit/llvm/gen.h"

/* Each warp sets it; LLVM makes it a phi of the loop over the warps. */
static LLVMValueRef variable_of(struct gen *g, ir_ref ref)
{
    for (size_t i = 0; i < g->previous.count; i++)
        if (g->previous.data[i].ref == ref)
            return g->previous.data[i].variable;
    struct gen_previous made = {ref, gen_variable(g, g->words, "previous")};
    LLVMBuildStore(g->outer, LLVMConstNull(g->words), made.variable);
    g->failed |= !VEC_PUSH(&g->previous, made);
    return made.variable;
}

void gen_previous(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    if (!v->uses)
        return;
    LLVMValueRef now = gen_vector(g, ir_arg(g->f, v, 0)), variable = variable_of(g, ref);
    gen_define(g, ref, LLVMBuildLoad2(g->b, g->words, variable, ""));
    LLVMBuildStore(g->b, now, variable);
}

void gen_shift(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    LLVMValueRef before = gen_vector(g, ir_arg(g->f, v, 0)), now = gen_vector(g, ir_arg(g->f, v, 1));
    LLVMValueRef lanes[JIT_LANES];
    for (unsigned i = 0; i < g->lanes; i++)
        lanes[i] = gen_i32(g, g->lanes - v->word + i);
    gen_define(g, ref, LLVMBuildShuffleVector(g->b, before, now, LLVMConstVector(lanes, g->lanes), ""));
}
