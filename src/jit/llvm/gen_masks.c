/* Masks as sign bits, for processors without mask registers. LLVM keeps a vector of i1 that crosses blocks as words of
   16 bits (8 lanes), and each operation on it too, so that every comparison and every select converts between them and
   the 32-bit lanes of the data. Here masks are combined and cross blocks as i32 lanes of 0 or -1, which comparisons
   make and blends read. */
#include <stdlib.h>

#include "jit/llvm/gen.h"

/* A mask that an instruction makes. */
struct mask {
    LLVMValueRef narrow; /* i1 lanes */
    LLVMValueRef wide;   /* i32 lanes; NULL: not needed yet */
    bool is_combined;    /* of other masks; false: a comparison or the like, which stays */
};

struct masks {
    struct gen *g;
    struct mask *items;   /* in the order of the code */
    struct mask **sorted; /* by address of `narrow` */
    uint32_t count;
};

static bool is_mask(const struct gen *g, LLVMValueRef value)
{
    return LLVMTypeOf(value) == g->mask_type;
}

static bool is_combined(const struct gen *g, LLVMValueRef value)
{
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMPHI:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMSelect: return is_mask(g, value);
    default: return false;
    }
}

static uint32_t list_masks(const struct gen *g, struct mask *items)
{
    uint32_t count = 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(g->function); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at)) {
            if (!is_mask(g, at))
                continue;
            if (items)
                items[count] = (struct mask){at, NULL, is_combined(g, at)};
            count++;
        }
    return count;
}

static int compare_masks(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t)(*(struct mask *const *)a)->narrow;
    uintptr_t y = (uintptr_t)(*(struct mask *const *)b)->narrow;
    return (x > y) - (x < y);
}

/* NULL: a constant. */
static struct mask *find_mask(const struct masks *m, LLVMValueRef narrow)
{
    struct mask mask = {.narrow = narrow}, *key = &mask;
    struct mask **found = bsearch(&key, m->sorted, m->count, sizeof key, compare_masks);
    return found ? *found : NULL;
}

static LLVMValueRef widen_constant(const struct gen *g, LLVMValueRef narrow)
{
    LLVMValueRef lanes[JIT_LANES];
    if (LLVMIsUndef(narrow) || LLVMIsPoison(narrow))
        return LLVMGetUndef(g->words);
    if (LLVMIsNull(narrow))
        return LLVMConstNull(g->words);
    for (uint32_t i = 0; i < g->lanes; i++) {
        LLVMValueRef lane = LLVMGetAggregateElement(narrow, i);
        bool is_known = lane && LLVMIsAConstantInt(lane);
        lanes[i] = is_known ? LLVMConstInt(g->i32, LLVMConstIntGetZExtValue(lane) ? UINT32_MAX : 0, false)
                            : LLVMGetUndef(g->i32);
    }
    return LLVMConstVector(lanes, g->lanes);
}

static void build_after(const struct gen *g, LLVMValueRef instruction)
{
    LLVMValueRef next = LLVMGetNextInstruction(instruction);
    while (next && LLVMGetInstructionOpcode(next) == LLVMPHI)
        next = LLVMGetNextInstruction(next);
    LLVMPositionBuilderBefore(g->b, next);
}

static LLVMValueRef widen(const struct masks *m, LLVMValueRef narrow)
{
    struct gen *g = m->g;
    struct mask *mask = find_mask(m, narrow);
    if (!mask)
        return widen_constant(g, narrow);
    if (!mask->wide) {
        build_after(g, narrow);
        mask->wide = LLVMBuildSExt(g->b, narrow, g->words, "");
    }
    return mask->wide;
}

/* The wide form of a combined mask, whose operands are `blank` until all forms exist. */
static LLVMValueRef make_form(const struct gen *g, LLVMValueRef narrow, LLVMValueRef blank)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(narrow);
    LLVMPositionBuilderBefore(g->b, narrow);
    if (opcode == LLVMPHI)
        return LLVMBuildPhi(g->b, g->words, "");
    if (opcode == LLVMSelect)
        return LLVMBuildSelect(g->b, LLVMGetOperand(narrow, 0), blank, blank, "");
    return LLVMBuildBinOp(g->b, opcode, blank, blank, "");
}

static void set_operands(const struct masks *m, const struct mask *mask)
{
    LLVMValueRef narrow = mask->narrow;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(narrow);
    if (opcode != LLVMPHI) {
        unsigned first = opcode == LLVMSelect ? 1 : 0;
        for (unsigned i = first; i < first + 2; i++)
            LLVMSetOperand(mask->wide, i, widen(m, LLVMGetOperand(narrow, i)));
        return;
    }
    for (unsigned i = 0; i < LLVMCountIncoming(narrow); i++) {
        LLVMValueRef value = widen(m, LLVMGetIncomingValue(narrow, i));
        LLVMBasicBlockRef block = LLVMGetIncomingBlock(narrow, i);
        LLVMAddIncoming(mask->wide, &value, &block, 1);
    }
}

/* Instructions that need the i1 lanes of a mask get them by a comparison of their own: LLVM selects instructions one
   block at a time. */
static void narrow_operands(const struct masks *m, LLVMValueRef user)
{
    struct gen *g = m->g;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++) {
        LLVMValueRef operand = LLVMGetOperand(user, i);
        const struct mask *mask =
            LLVMIsAInstruction(operand) && is_mask(g, operand) ? find_mask(m, operand) : NULL;
        if (!mask ||
            (!mask->is_combined && LLVMGetInstructionParent(operand) == LLVMGetInstructionParent(user)))
            continue;
        LLVMValueRef wide = widen(m, operand);
        LLVMPositionBuilderBefore(g->b, user);
        LLVMSetOperand(user, i, LLVMBuildICmp(g->b, LLVMIntSLT, wide, LLVMConstNull(g->words), ""));
    }
}

static void narrow_users(const struct masks *m)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(m->g->function); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at))
            if (!is_combined(m->g, at))
                narrow_operands(m, at);
}

static void replace_masks(const struct masks *m)
{
    struct gen *g = m->g;
    LLVMPositionBuilderBefore(g->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(g->function)));
    LLVMValueRef blank = LLVMBuildFreeze(g->b, LLVMGetUndef(g->words), "");
    for (uint32_t i = 0; i < m->count; i++)
        if (m->items[i].is_combined)
            m->items[i].wide = make_form(g, m->items[i].narrow, blank);
    for (uint32_t i = 0; i < m->count; i++)
        if (m->items[i].is_combined)
            set_operands(m, &m->items[i]);
    LLVMInstructionEraseFromParent(blank);
    narrow_users(m);
    for (uint32_t i = 0; i < m->count; i++)
        if (m->items[i].is_combined)
            LLVMReplaceAllUsesWith(m->items[i].narrow, LLVMGetUndef(g->mask_type));
    for (uint32_t i = 0; i < m->count; i++)
        if (m->items[i].is_combined)
            LLVMInstructionEraseFromParent(m->items[i].narrow);
}

bool gen_widen_masks(struct gen *g)
{
    struct masks m = {.g = g, .count = list_masks(g, NULL)};
    if (m.count == 0)
        return true;
    m.items = arena_array(&g->arena, m.count, sizeof *m.items);
    m.sorted = arena_array(&g->arena, m.count, sizeof *m.sorted);
    if (!m.items || !m.sorted)
        return false;
    list_masks(g, m.items);
    for (uint32_t i = 0; i < m.count; i++)
        m.sorted[i] = &m.items[i];
    qsort(m.sorted, m.count, sizeof(struct mask *), compare_masks);
    replace_masks(&m);
    return true;
}
