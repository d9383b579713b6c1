/* Splits that come after operations in memory order (gen_pack.c), in place of one split for each operand. */
#include "jit/llvm/gen_pack.h"

/* What alone uses the value; NULL: nothing, or several. */
static LLVMValueRef only_user(LLVMValueRef value)
{
    LLVMUseRef first = LLVMGetFirstUse(value);
    for (LLVMUseRef use = first; use; use = LLVMGetNextUse(use))
        if (LLVMGetUser(use) != LLVMGetUser(first))
            return NULL;
    return first ? LLVMGetUser(first) : NULL;
}

/* The same operation, on each component, that alone uses it. */
static bool find_next(const struct packs *p, struct tuple *t)
{
    struct tuple next = {.words = t->words};
    for (unsigned c = 0; c < t->words; c++) {
        LLVMValueRef user = next.in[c] = only_user(t->in[c]), first = next.in[0];
        if (!user || !gen_pack_is_elementwise(p->g, user) || !gen_pack_entry(p, user) ||
            gen_is_rare(p->blocks, LLVMGetInstructionParent(user)) || !gen_pack_are_alike(p->g, first, user))
            return false;
        for (unsigned k = 0; k < c; k++)
            if (next.in[k] == user)
                return false;
    }
    *t = next;
    return true;
}

/* All components that a gen_split results in, each once. */
static bool components_of(LLVMValueRef split, struct tuple *t)
{
    *t = (struct tuple){.words = gen_split_words(split)};
    for (LLVMUseRef use = LLVMGetFirstUse(split); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef part = LLVMGetUser(use);
        if (t->in[LLVMGetIndices(part)[0]])
            return false;
        t->in[LLVMGetIndices(part)[0]] = part;
    }
    for (unsigned c = 0; c < t->words; c++)
        if (!t->in[c])
            return false;
    return true;
}

/* The first and the last component, in one block. */
static void find_ends(const struct packs *p, const struct tuple *t, LLVMValueRef *first, LLVMValueRef *last)
{
    *first = *last = t->in[0];
    for (unsigned c = 1; c < t->words; c++) {
        uint32_t order = gen_pack_entry(p, t->in[c])->order;
        *first = order < gen_pack_entry(p, *first)->order ? t->in[c] : *first;
        *last = order > gen_pack_entry(p, *last)->order ? t->in[c] : *last;
    }
}

static void number_entries(const struct packs *p)
{
    uint32_t order = 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(p->g->function); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at), order++) {
            struct entry *entry = gen_pack_entry(p, at);
            if (entry)
                entry->order = order;
        }
}

/* What uses a component, or one of these. */
struct users {
    LLVMValueRef list[128];
    unsigned count;
};

static bool uses_any(LLVMValueRef at, const struct tuple *t, const struct users *users)
{
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(at); i++) {
        LLVMValueRef operand = LLVMGetOperand(at, i);
        for (unsigned c = 0; c < t->words; c++)
            if (operand == t->in[c])
                return true;
        for (unsigned k = 0; k < users->count; k++)
            if (operand == users->list[k])
                return true;
    }
    return false;
}

static bool is_component(const struct tuple *t, LLVMValueRef value)
{
    for (unsigned c = 0; c < t->words; c++)
        if (t->in[c] == value)
            return true;
    return false;
}

/* Moves what uses a component before the last one to a place after it; false: something there has effects. */
static bool delay_users(const struct packs *p, const struct tuple *t)
{
    enum { MOST = 512, USERS_MOST = 128 };
    struct users users = {.count = 0};
    LLVMValueRef first, last;
    unsigned passed = 0;
    find_ends(p, t, &first, &last);
    for (LLVMValueRef at = first; at != last; at = LLVMGetNextInstruction(at)) {
        if (++passed > MOST || users.count == USERS_MOST)
            return false;
        if (!uses_any(at, t, &users))
            continue;
        if (!gen_pack_is_elementwise(p->g, at) || is_component(t, at))
            return false;
        users.list[users.count++] = at;
    }
    if (uses_any(last, t, &users))
        return false;
    LLVMPositionBuilderBefore(p->g->b, LLVMGetNextInstruction(last));
    for (unsigned i = 0; i < users.count; i++) {
        LLVMInstructionRemoveFromParent(users.list[i]);
        LLVMInsertIntoBuilder(p->g->b, users.list[i]);
    }
    if (users.count)
        number_entries(p);
    return true;
}

/* What follows all of these operations has the results of a merge and a split; they are undone if nothing is saved. */
static void split_after(struct packs *p, const struct tuple *t)
{
    struct gen *g = p->g;
    LLVMValueRef packed[WORDS], parts[WORDS];
    gen_pack_build_after(p, t);
    gen_merge(g, t->in, t->words, packed);
    gen_split(g, packed, t->words, parts);
    LLVMValueRef merge = LLVMGetOperand(packed[0], 0), split = LLVMGetOperand(parts[0], 0);
    for (unsigned c = 0; c < t->words; c++) {
        LLVMReplaceAllUsesWith(t->in[c], parts[c]);
        LLVMSetOperand(merge, c, t->in[c]);
    }
    if (gen_pack_try_with_split(p, merge))
        return;
    for (unsigned c = 0; c < t->words; c++) {
        LLVMReplaceAllUsesWith(parts[c], t->in[c]);
        LLVMInstructionEraseFromParent(parts[c]);
    }
    LLVMInstructionEraseFromParent(split);
    for (unsigned c = 0; c < t->words; c++)
        LLVMInstructionEraseFromParent(packed[c]);
    LLVMInstructionEraseFromParent(merge);
}

/* Components of several splits that are operands of the same operations, as the words of rows of a filter are, are split after
   these. */
static void sink_split(struct packs *p, LLVMValueRef split)
{
    struct tuple t, last = {.words = 0};
    if (!components_of(split, &t))
        return;
    while (find_next(p, &t))
        if (LLVMTypeOf(t.in[0]) == p->g->words)
            last = t;
    if (last.words && delay_users(p, &last))
        split_after(p, &last);
}

void gen_pack_splits(struct packs *p)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(p->g->function); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at && !gen_is_rare(p->blocks, block);
             at = LLVMGetNextInstruction(at))
            if (gen_split_words(at) && gen_pack_entry(p, at))
                sink_split(p, at);
}
