/* exp, log and sincos: the steps of numeric/num_math_steps.h as LLVM IR. */
#include "jit/llvm/gen.h"

/* Operands are all scalars or all vectors. */
struct math {
    struct gen *g;
    LLVMBuilderRef b;
    bool is_vector;
    LLVMTypeRef word, real;
};

static LLVMValueRef wconst(const struct math *m, uint32_t value)
{
    return m->is_vector ? gen_splat_word(m->g, value) : gen_i32(m->g, value);
}

static LLVMValueRef wfloat(const struct math *m, LLVMValueRef word)
{
    return LLVMBuildBitCast(m->b, word, m->real, "");
}

static LLVMValueRef fconst(const struct math *m, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return wfloat(m, wconst(m, bits));
}

static LLVMValueRef ffma(const struct math *m, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c)
{
    LLVMValueRef args[] = {a, b, c};
    return gen_intrinsic(m->g, "llvm.fma", m->real, args, 3);
}

#define MATH       const struct math *
#define MATH_FLOAT LLVMValueRef
#define MATH_WORD  LLVMValueRef
#define MATH_BIT   LLVMValueRef

#define fadd(m, a, c)          LLVMBuildFAdd((m)->b, a, c, "")
#define fsub(m, a, c)          LLVMBuildFSub((m)->b, a, c, "")
#define fmul(m, a, c)          LLVMBuildFMul((m)->b, a, c, "")
#define fneg(m, a)             LLVMBuildFNeg((m)->b, a, "")
#define fbits(m, a)            LLVMBuildBitCast((m)->b, a, (m)->word, "")
#define wsigned(m, a)          LLVMBuildSIToFP((m)->b, a, (m)->real, "")
#define wadd(m, a, c)          LLVMBuildAdd((m)->b, a, c, "")
#define wsub(m, a, c)          LLVMBuildSub((m)->b, a, c, "")
#define wand(m, a, c)          LLVMBuildAnd((m)->b, a, c, "")
#define wxor(m, a, c)          LLVMBuildXor((m)->b, a, c, "")
#define wshl(m, a, count)      LLVMBuildShl((m)->b, a, wconst(m, count), "")
#define wsar(m, a, count)      LLVMBuildAShr((m)->b, a, wconst(m, count), "")
#define fgreater(m, a, c)      LLVMBuildFCmp((m)->b, LLVMRealOGT, a, c, "")
#define fless(m, a, c)         LLVMBuildFCmp((m)->b, LLVMRealOLT, a, c, "")
#define wequal(m, a, c)        LLVMBuildICmp((m)->b, LLVMIntEQ, a, c, "")
#define wless(m, a, c)         LLVMBuildICmp((m)->b, LLVMIntSLT, a, c, "")
#define fselect(m, test, a, c) LLVMBuildSelect((m)->b, test, a, c, "")
#define wselect(m, test, a, c) LLVMBuildSelect((m)->b, test, a, c, "")

#include "numeric/num_math_steps.h"

bool gen_math(struct gen *g, unsigned op, LLVMValueRef a, LLVMValueRef out[2])
{
    bool is_vector = LLVMGetTypeKind(LLVMTypeOf(a)) == LLVMVectorTypeKind;
    struct math m = {g, g->b, is_vector, is_vector ? g->words : g->i32, is_vector ? g->floats : g->f32};
    switch (op) {
    case ISA_EXP: out[0] = math_exp(&m, a); return true;
    case ISA_LOG: out[0] = math_log(&m, a); return true;
    case ISA_SINCOS: math_sincos(&m, a, &out[0], &out[1]); return true;
    default: return false;
    }
}
