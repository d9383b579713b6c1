/* Simplifies the code after g# is promoted to registers: removes the canonicalisation of NaNs that only floating-point operations
   read, and flushes of values that cannot be denormal. */
#include <string.h>

#include "jit/llvm/gen.h"

static bool is_call_of(LLVMValueRef value, const char *start)
{
    size_t length;
    if (!LLVMIsACallInst(value) || !LLVMIsAFunction(LLVMGetCalledValue(value)))
        return false;
    return strncmp(LLVMGetValueName2(LLVMGetCalledValue(value), &length), start, strlen(start)) == 0;
}

/* gen_target_canonical. Reciprocal roots are fixed up, too, by what their root is. */
static bool is_canonical(LLVMValueRef value)
{
    return is_call_of(value, "llvm.x86.avx512.mask.fixupimm.") && LLVMIsConstant(LLVMGetOperand(value, 0));
}

static bool is_extreme(LLVMValueRef value)
{
    return is_call_of(value, "llvm.x86.avx512.mask.range.");
}

/* With FTZ and DAZ its result is not denormal; the payloads of its operands' NaNs are not observed. */
static bool is_arithmetic(LLVMValueRef value)
{
    switch (LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMUnreachable) {
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv: return true;
    default: return is_call_of(value, "llvm.fma.");
    }
}

/* The operands from `first` on are what the value's lanes are copied from. */
static bool moves_lanes(LLVMValueRef value, unsigned *first, unsigned *end)
{
    *first = 0;
    *end = 1;
    switch (LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMUnreachable) {
    case LLVMBitCast: return true;
    case LLVMShuffleVector: *end = 2; return true;
    case LLVMSelect: *first = 1, *end = 3; return true;
    default: return false;
    }
}

/* ---- NaNs ---- */

/* All users are in the same block: LLVM sinks a definition with one use to the block of that use, which extends the live ranges
   of its operands. *visits bounds the search. */
static bool reads_floats(LLVMValueRef value, unsigned *visits)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        unsigned first, end;
        if (LLVMGetInstructionParent(user) != LLVMGetInstructionParent(value))
            return false;
        if (is_arithmetic(user) || is_extreme(user) || LLVMIsAFCmpInst(user))
            continue;
        if (is_canonical(user) && LLVMGetOperand(user, 1) == value)
            continue;
        bool is_lane = moves_lanes(user, &first, &end) && (first == 0 || LLVMGetOperand(user, 0) != value);
        if (!is_lane || !*visits || !((*visits)--, reads_floats(user, visits)))
            return false;
    }
    return true;
}

/* ---- denormals ---- */

static bool is_settled(LLVMValueRef value, unsigned *visits)
{
    unsigned first, end;
    if (is_arithmetic(value) || is_canonical(value))
        return true;
    if (LLVMIsUndef(value) || (LLVMIsConstant(value) && LLVMIsNull(value)))
        return true;
    if (is_extreme(value))
        first = 0, end = 2;
    else if (!moves_lanes(value, &first, &end))
        return false;
    for (unsigned i = first; i < end; i++)
        if (!*visits || !((*visits)--, is_settled(LLVMGetOperand(value, i), visits)))
            return false;
    return true;
}

static void relax(const struct gen *g, LLVMValueRef at)
{
    enum { VISITS_MOST = 64 };
    unsigned visits = VISITS_MOST;
    LLVMValueRef x = gen_settled_operand(g, at);
    if (x && is_settled(x, &visits))
        LLVMReplaceAllUsesWith(at, x);
    else if (is_canonical(at) && reads_floats(at, &visits))
        LLVMReplaceAllUsesWith(at, LLVMGetOperand(at, 1));
}

void gen_relax(struct gen *g)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(g->function); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at))
            relax(g, at);
}
