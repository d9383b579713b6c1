/* Differences across quads of pixels: a warp holds whole quads, so that neighbours are lanes of one vector.
 */
#include "jit/llvm/gen.h"

/* The lanes whose difference lane `i` takes, from `low` to `high` (ir.h). */
static void pair_of(uint16_t kind, uint32_t i, uint32_t *low, uint32_t *high)
{
    uint32_t quad = i & ~3u;
    switch (kind) {
    case ISA_DERIVATIVE_X_COARSE: *low = quad, *high = quad + 1; break;
    case ISA_DERIVATIVE_Y_COARSE: *low = quad, *high = quad + 2; break;
    case ISA_DERIVATIVE_X_FINE: *low = i & ~1u, *high = i | 1u; break;
    default: *low = i & ~2u, *high = i | 2u; break;
    }
}

static LLVMValueRef both_active(const struct gen *g, const uint32_t *low, const uint32_t *high)
{
    LLVMValueRef a = gen_shuffle(g, g->mask, NULL, low, g->lanes);
    return LLVMBuildAnd(g->b, a, gen_shuffle(g, g->mask, NULL, high, g->lanes), "");
}

/* x - y equals x + -y except for the bits of a NaN, and there is one NaN. */
void gen_quad(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    uint32_t low[JIT_LANES], high[JIT_LANES];
    for (uint32_t i = 0; i < g->lanes; i++)
        pair_of(v->op, i, &low[i], &high[i]);
    LLVMValueRef word = gen_opaque(g, gen_vector(g, ir_arg(g->f, v, 0)));
    LLVMValueRef real = LLVMBuildBitCast(g->b, word, g->floats, "");
    LLVMValueRef difference = LLVMBuildFSub(g->b, gen_shuffle(g, real, NULL, high, g->lanes),
                                            gen_shuffle(g, real, NULL, low, g->lanes), "");
    LLVMValueRef result = gen_canonical(g, LLVMBuildBitCast(g->b, difference, g->words, ""), true);
    if (g->mask)
        result = LLVMBuildSelect(g->b, both_active(g, low, high), result, LLVMConstNull(g->words), "");
    gen_define(g, ref, result);
}
