/* Sums of the absolute differences of the four bytes of words, as searches for motion compute them. */
#include "jit/llvm/gen.h"

static LLVMValueRef extreme(const struct gen *g, const char *name, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef args[] = {a, b};
    return gen_intrinsic(g, name, LLVMTypeOf(a), args, 2);
}

static LLVMValueRef constant_like(const struct gen *g, LLVMValueRef value, uint32_t word)
{
    return gen_is_vector(value) ? gen_splat_word(g, word) : gen_i32(g, word);
}

/* In halves of words, then in words. */
static LLVMValueRef sum_of_bytes(const struct gen *g, LLVMValueRef words)
{
    enum { EVEN_BYTES = 0x00ff00ff, LOW_HALF = 0xffff };
    LLVMBuilderRef b = g->b;
    LLVMValueRef even = constant_like(g, words, EVEN_BYTES);
    LLVMValueRef odd = LLVMBuildAnd(b, LLVMBuildLShr(b, words, constant_like(g, words, 8), ""), even, "");
    LLVMValueRef halves = LLVMBuildAdd(b, LLVMBuildAnd(b, words, even, ""), odd, "");
    if (gen_is_vector(words))
        return gen_target_dot(g, halves, gen_splat_word(g, 0x00010001));
    LLVMValueRef sum = LLVMBuildAdd(b, halves, LLVMBuildLShr(b, halves, gen_i32(g, 16), ""), "");
    return LLVMBuildAnd(b, sum, gen_i32(g, LOW_HALF), "");
}

LLVMValueRef gen_difference_of_bytes(const struct gen *g, LLVMValueRef x, LLVMValueRef y, bool skips_zeros)
{
    LLVMBuilderRef b = g->b;
    LLVMTypeRef type = LLVMTypeOf(x);
    LLVMTypeRef bytes = LLVMVectorType(g->i8, gen_is_vector(x) ? 4 * g->lanes : 4);
    x = LLVMBuildBitCast(b, x, bytes, "");
    y = LLVMBuildBitCast(b, y, bytes, "");
    LLVMValueRef all = LLVMBuildSub(b, extreme(g, "llvm.umax", x, y), extreme(g, "llvm.umin", x, y), "");
    LLVMValueRef none = LLVMConstNull(bytes);
    if (skips_zeros)
        all = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntEQ, x, none, ""), none, all, "");
    return sum_of_bytes(g, LLVMBuildBitCast(b, all, type, ""));
}
