/* Sums of the absolute differences of the four bytes of words, as searches for motion compute them. */
#include "jit/llvm/gen.h"

static LLVMValueRef extreme(const struct gen *g, const char *name, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef args[] = {a, b};
    return gen_intrinsic(g, name, LLVMTypeOf(a), args, 2);
}

/* In halves of words, then in words. */
static LLVMValueRef sum_of_bytes(const struct gen *g, LLVMValueRef words)
{
    enum { EVEN_BYTES = 0x00ff00ff, LOW_HALF = 0xffff };
    LLVMBuilderRef b = g->b;
    LLVMTypeRef type = LLVMTypeOf(words);
    bool is_vector = gen_is_vector(words);
#define WORD(n) (is_vector ? gen_splat_word(g, n) : LLVMConstInt(type, n, false))
    LLVMValueRef odd = LLVMBuildAnd(b, LLVMBuildLShr(b, words, WORD(8), ""), WORD(EVEN_BYTES), "");
    LLVMValueRef halves = LLVMBuildAdd(b, LLVMBuildAnd(b, words, WORD(EVEN_BYTES), ""), odd, "");
    if (is_vector)
        return gen_target_dot(g, halves, WORD(0x00010001));
    LLVMValueRef sum = LLVMBuildAdd(b, halves, LLVMBuildLShr(b, halves, WORD(16), ""), "");
    return LLVMBuildAnd(b, sum, WORD(LOW_HALF), "");
#undef WORD
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
