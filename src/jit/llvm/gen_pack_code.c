/* Code of packed forms, in place of merges (gen_pack.c). */
#include "jit/llvm/gen_pack.h"

static LLVMValueRef next_after_all(const struct packs *p, const struct tuple *t)
{
    const struct entry *last = NULL;
    for (unsigned c = 0; c < t->words; c++) {
        const struct entry *entry =
            t->in[c] && LLVMIsAInstruction(t->in[c]) ? gen_pack_entry(p, t->in[c]) : NULL;
        last = entry && (!last || entry->order > last->order) ? entry : last;
    }
    LLVMValueRef next = LLVMGetNextInstruction(last->value);
    while (LLVMIsAPHINode(next))
        next = LLVMGetNextInstruction(next);
    return next;
}

void gen_pack_build_after(const struct packs *p, const struct tuple *t)
{
    LLVMPositionBuilderBefore(p->g->b, next_after_all(p, t));
}

static LLVMValueRef pattern(const struct gen *g, const struct tuple *t, unsigned k)
{
    LLVMValueRef lanes[JIT_LANES];
    for (uint32_t i = 0; i < g->lanes; i++) {
        uint32_t at = k * g->lanes + i;
        LLVMValueRef words = t->in[at % t->words];
        lanes[i] = LLVMGetAggregateElement(words ? words : t->in[gen_pack_first(t)], at / t->words);
    }
    return LLVMConstVector(lanes, g->lanes);
}

static LLVMValueRef spread(const struct gen *g, const struct tuple *t, unsigned k)
{
    uint32_t lanes[JIT_LANES];
    for (uint32_t i = 0; i < g->lanes; i++)
        lanes[i] = (k * g->lanes + i) / t->words;
    return gen_shuffle(g, t->in[gen_pack_first(t)], NULL, lanes, g->lanes);
}

static LLVMValueRef as_words(const struct gen *g, LLVMValueRef value)
{
    bool is_mask = LLVMTypeOf(value) == g->mask_type;
    return is_mask ? LLVMBuildSExt(g->b, value, g->words, "") : LLVMBuildBitCast(g->b, value, g->words, "");
}

static LLVMValueRef of_words(const struct gen *g, LLVMValueRef words, LLVMTypeRef type)
{
    return type == g->mask_type ? LLVMBuildICmp(g->b, LLVMIntSLT, words, LLVMConstNull(g->words), "")
                                : LLVMBuildBitCast(g->b, words, type, "");
}

static void merge_words(struct packs *p, struct tuple *t)
{
    struct gen *g = p->g;
    LLVMTypeRef type = LLVMTypeOf(t->in[gen_pack_first(t)]);
    LLVMValueRef in[WORDS];
    for (unsigned c = 0; c < t->words; c++)
        in[c] = as_words(g, t->in[c] ? t->in[c] : t->in[gen_pack_first(t)]);
    gen_merge(g, in, t->words, t->out);
    for (unsigned c = 0; c < t->words; c++)
        t->out[c] = of_words(g, t->out[c], type);
}

static void clone_operations(struct packs *p, struct tuple *t)
{
    struct gen *g = p->g;
    LLVMValueRef first = t->in[gen_pack_first(t)];
    if (t->kind == KIND_PHI)
        LLVMPositionBuilderBefore(g->b, first);
    else
        gen_pack_build_after(p, t);
    for (unsigned k = 0; k < t->words; k++) {
        if (t->kind == KIND_PHI) {
            t->out[k] = LLVMBuildPhi(g->b, LLVMTypeOf(first), "");
            continue;
        }
        t->out[k] = LLVMInstructionClone(first);
        LLVMInsertIntoBuilder(g->b, t->out[k]);
    }
}

static void extend_fields(const struct packs *p, struct tuple *t)
{
    const struct gen *g = p->g;
    uint32_t lanes[JIT_LANES];
    gen_pack_build_after(p, t);
    LLVMTypeRef field = LLVMIntTypeInContext(g->context, 32 / t->words);
    LLVMValueRef fields =
        LLVMBuildBitCast(g->b, gen_pack_fields(g, t), LLVMVectorType(field, t->words * g->lanes), "");
    for (unsigned k = 0; k < t->words; k++) {
        for (uint32_t i = 0; i < g->lanes; i++)
            lanes[i] = k * g->lanes + i;
        t->out[k] = LLVMBuildZExt(g->b, gen_shuffle(g, fields, NULL, lanes, g->lanes), g->words, "");
    }
}

static void make_form(struct packs *p, struct tuple *t)
{
    const struct gen *g = p->g;
    LLVMValueRef split = t->kind == KIND_SPLIT ? gen_pack_split(t) : NULL;
    if (gen_pack_is_operation(t)) {
        clone_operations(p, t);
        return;
    }
    if (t->kind == KIND_FIELDS) {
        extend_fields(p, t);
        return;
    }
    if (t->kind == KIND_BLEND)
        return; /* its parts are made first */
    if (t->kind == KIND_SPREAD || t->kind == KIND_MERGE)
        gen_pack_build_after(p, t);
    if (t->kind == KIND_MERGE) {
        merge_words(p, t);
        return;
    }
    for (unsigned k = 0; k < t->words; k++)
        t->out[k] = split                     ? LLVMGetOperand(split, k)
                    : t->kind == KIND_SAME    ? t->in[gen_pack_first(t)]
                    : t->kind == KIND_PATTERN ? pattern(g, t, k)
                                              : spread(g, t, k);
}

static const struct tuple *find_tuple(const struct packs *p, const struct tuple *t)
{
    return &p->tuples[*gen_pack_slot(p, t) - 1];
}

/* After all parts' words. */
static void blend(struct packs *p, struct tuple *t)
{
    struct gen *g = p->g;
    struct tuple parts[2];
    gen_pack_divide(g, t, parts);
    const struct tuple *first = find_tuple(p, &parts[0]), *second = find_tuple(p, &parts[1]);
    LLVMValueRef next = next_after_all(p, t);
    while (!gen_pack_entry(p, next))
        next = LLVMGetNextInstruction(next);
    LLVMPositionBuilderBefore(g->b, next);
    for (unsigned k = 0; k < t->words; k++) {
        LLVMValueRef lanes[JIT_LANES];
        for (uint32_t i = 0; i < g->lanes; i++)
            lanes[i] = LLVMConstInt(g->i1, parts[0].in[(k * g->lanes + i) % t->words] != NULL, false);
        t->out[k] =
            LLVMBuildSelect(g->b, LLVMConstVector(lanes, g->lanes), first->out[k], second->out[k], "");
    }
}

static void set_operands(struct packs *p, const struct tuple *t)
{
    LLVMValueRef first = t->in[gen_pack_first(t)];
    for (unsigned i = 0; t->kind == KIND_PHI && i < LLVMCountIncoming(first); i++) {
        struct tuple operand = gen_pack_incoming(t, i);
        const struct tuple *found = find_tuple(p, &operand);
        LLVMBasicBlockRef end = LLVMGetIncomingBlock(first, i);
        for (unsigned k = 0; k < t->words; k++) {
            LLVMValueRef value = found->out[k];
            LLVMAddIncoming(t->out[k], &value, &end, 1);
        }
    }
    for (unsigned i = 0; t->kind == KIND_EACH && i < (unsigned)LLVMGetNumOperands(first); i++) {
        struct tuple operand = gen_pack_operands(t, i);
        if (!gen_pack_is_lanes(p->g, operand.in[gen_pack_first(&operand)]))
            continue;
        const struct tuple *found = find_tuple(p, &operand);
        for (unsigned k = 0; k < t->words; k++)
            LLVMSetOperand(t->out[k], i, found->out[k]);
    }
}

/* ---- merges ---- */

/* Values of a tuple in a rare block, split there. */
struct rare_split {
    LLVMBasicBlockRef block;
    LLVMValueRef words[WORDS];
};

static void split_in(struct packs *p, const struct tuple *t, struct rare_split *split)
{
    struct gen *g = p->g;
    LLVMValueRef words[WORDS], at = LLVMGetFirstInstruction(split->block);
    while (LLVMIsAPHINode(at))
        at = LLVMGetNextInstruction(at);
    LLVMPositionBuilderBefore(g->b, at);
    for (unsigned k = 0; k < t->words; k++)
        words[k] = as_words(g, t->out[k]);
    gen_split(g, words, t->words, split->words);
    for (unsigned c = 0; c < t->words; c++)
        split->words[c] = of_words(g, split->words[c], LLVMTypeOf(t->in[gen_pack_first(t)]));
}

/* The rare block in which operand `i` of the user is used; NULL: it is not used in one. */
static LLVMBasicBlockRef rare_block_of(const struct packs *p, LLVMValueRef user, unsigned i)
{
    LLVMBasicBlockRef block =
        LLVMIsAPHINode(user) ? LLVMGetIncomingBlock(user, i) : LLVMGetInstructionParent(user);
    return gen_is_rare(p->blocks, block) ? block : NULL;
}

struct rare_splits {
    struct rare_split all[4]; /* the newest ones */
    unsigned count;
};

static const struct rare_split *split_at(struct packs *p, const struct tuple *t, LLVMBasicBlockRef block,
                                         struct rare_splits *splits)
{
    enum { MOST = sizeof splits->all / sizeof *splits->all };
    for (unsigned i = 0; i < splits->count && i < MOST; i++)
        if (splits->all[i].block == block)
            return &splits->all[i];
    struct rare_split *split = &splits->all[splits->count++ % MOST];
    split->block = block;
    split_in(p, t, split);
    return split;
}

/* False: no rare block uses the component. */
static bool split_use(struct packs *p, const struct tuple *t, unsigned c, struct rare_splits *splits)
{
    for (LLVMUseRef use = LLVMGetFirstUse(t->in[c]); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        for (unsigned i = 0; !gen_pack_is_only(p, user) && i < (unsigned)LLVMGetNumOperands(user); i++) {
            LLVMBasicBlockRef block = LLVMGetOperand(user, i) == t->in[c] ? rare_block_of(p, user, i) : NULL;
            if (!block)
                continue;
            LLVMSetOperand(user, i, split_at(p, t, block, splits)->words[c]);
            return true;
        }
    }
    return false;
}

/* Where rare blocks use components, they split the packed form. */
static void split_in_rare(struct packs *p, const struct tuple *t)
{
    struct rare_splits splits = {.count = 0};
    if ((t->kind != KIND_SPLIT && !gen_pack_is_operation(t)) || gen_pack_is_rare(p, t) ||
        !gen_pack_has_words(p->g, t->in[gen_pack_first(t)]))
        return;
    for (unsigned c = 0; c < t->words; c++)
        while (t->in[c] && split_use(p, t, c, &splits))
            continue;
}

static void use_packed(struct packs *p, LLVMValueRef merge, const struct tuple *packed)
{
    for (LLVMUseRef use = LLVMGetFirstUse(merge); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef part = LLVMGetUser(use);
        LLVMReplaceAllUsesWith(part, packed->out[LLVMGetIndices(part)[0]]);
    }
    p->changed = true;
}

void gen_pack_replace(struct packs *p, uint32_t first, const uint32_t *roots)
{
    for (uint32_t i = first; i < p->count; i++)
        make_form(p, &p->tuples[i]);
    for (uint32_t i = first; i < p->count; i++)
        if (p->tuples[i].kind == KIND_BLEND)
            blend(p, &p->tuples[i]);
    for (uint32_t i = first; i < p->count; i++)
        set_operands(p, &p->tuples[i]);
    for (uint32_t i = first; i < p->count && !p->is_rare; i++)
        split_in_rare(p, &p->tuples[i]);
    for (unsigned i = 0; i < p->merge_count; i++)
        use_packed(p, p->merges[i], &p->tuples[roots[i]]);
}
