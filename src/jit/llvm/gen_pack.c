/* Arithmetic in memory order. Structures of two to four words, and runs of each thread's own row, are loaded as whole
   vectors, which gen_split transposes to one vector a component, and gen_merge transposes results back. Where each
   component passes through the same operations, the operations can be done on the vectors as loaded: (x0 y0 z0 w0 x1
   ...) * 2 is as good as (x0 x1 ...) * 2, and four shuffles a vector are not needed.

   A tuple is one value for each component. Its packed form holds the same words in memory order. From the operands of
   each gen_merge on, tuples are followed to what has a packed form: the operands of a gen_split, a value that is the same
   for all components, or, where nothing else helps, the tuple's own merge. A merge is replaced where that saves shuffles.
   Runs between mem2reg and gen_expand_packs. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "jit/llvm/gen.h"

enum { WORDS = GEN_PACK_WORDS };

enum kind {
    KIND_SPLIT,   /* results of one gen_split, in order */
    KIND_SAME,    /* one number in all lanes of all components */
    KIND_PATTERN, /* constants */
    KIND_SPREAD,  /* one value for all components, which differs from lane to lane */
    KIND_EACH,    /* the same elementwise operation */
    KIND_PHI,
    KIND_BLEND, /* of a merge's operands: components of one operation, and the others, by constant masks */
    KIND_MERGE, /* anything else */
};

/* Components that a part of a blend lacks are NULL: its packed form has any words there. */
struct tuple {
    enum kind kind;
    unsigned words;
    LLVMValueRef in[WORDS], out[WORDS];
};

/* What is known of an instruction. */
struct entry {
    LLVMValueRef value;
    uint32_t order;  /* in the function */
    uint32_t packed; /* tuples that do the operation in memory order */
    bool is_live;    /* the operation by component is needed, too */
};

struct packs {
    struct gen *g;
    struct tuple *tuples;
    uint32_t count, room;
    uint32_t *slots;       /* hash of tuples: index + 1 */
    struct entry *entries; /* by address */
    uint32_t entry_count;
    bool blends; /* KIND_BLEND is tried */
    bool changed;
};

/* Shuffles of a split or merge, and more than any merge saves. */
static const int costs[WORDS + 1] = {[2] = 2, [3] = 6, [4] = 8, [8] = 24, [16] = 64};
enum { COST_FORBIDDEN = 1 << 16 };
enum { ROOM_MOST = 1 << 13 }; /* tuples of a function */

/* ---- instructions ---- */

static int compare_entries(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t)((const struct entry *)a)->value,
              y = (uintptr_t)((const struct entry *)b)->value;
    return (x > y) - (x < y);
}

static struct entry *entry_of(const struct packs *p, LLVMValueRef value)
{
    struct entry key = {.value = value};
    return bsearch(&key, p->entries, p->entry_count, sizeof key, compare_entries);
}

static bool list_entries(struct packs *p)
{
    for (unsigned pass = 0; pass < 2; pass++) {
        uint32_t count = 0;
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(p->g->function); block;
             block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at)) {
                if (pass)
                    p->entries[count] = (struct entry){.value = at, .order = count};
                count++;
            }
        p->entry_count = count;
        if (!pass && !(p->entries = arena_array(&p->g->arena, count, sizeof *p->entries)))
            return false;
    }
    qsort(p->entries, p->entry_count, sizeof *p->entries, compare_entries);
    return true;
}

static bool is_lanes(const struct gen *g, LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind && LLVMGetVectorSize(type) == g->lanes;
}

static bool is_intrinsic(LLVMValueRef call)
{
    static const char *const names[] = {"llvm.fma.",
                                        "llvm.minnum.",
                                        "llvm.maxnum.",
                                        "llvm.sqrt.",
                                        "llvm.fabs.",
                                        "llvm.floor.",
                                        "llvm.ceil.",
                                        "llvm.trunc.",
                                        "llvm.rint.",
                                        "llvm.umin.",
                                        "llvm.umax.",
                                        "llvm.smin.",
                                        "llvm.smax.",
                                        "llvm.abs.",
                                        "llvm.nearbyint.",
                                        "llvm.roundeven.",
                                        "llvm.x86.avx.cvtt.ps2dq.",
                                        "llvm.x86.avx512.mask.cvttps2",
                                        "llvm.x86.avx512.mask.fixupimm.",
                                        "llvm.x86.avx512.mask.range.",
                                        "llvm.x86.avx512.rcp14.",
                                        "llvm.x86.avx512.vfmadd."};
    LLVMValueRef callee = LLVMGetCalledValue(call);
    size_t length = 0;
    if (LLVMIsAInlineAsm(callee)) { /* gen_opaque */
        LLVMGetInlineAsmAsmString(callee, &length);
        return length == 0;
    }
    const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

static bool is_elementwise(const struct gen *g, LLVMValueRef value)
{
    if (!LLVMIsAInstruction(value) || !is_lanes(g, value))
        return false;
    if (LLVMIsABinaryOperator(value) || LLVMIsACmpInst(value) || LLVMIsASelectInst(value) ||
        LLVMIsAFreezeInst(value))
        return true;
    if (LLVMIsACastInst(value))
        return is_lanes(g, LLVMGetOperand(value, 0));
    return LLVMIsAUnaryOperator(value) || (LLVMIsACallInst(value) && is_intrinsic(value));
}

static bool is_same_operation(LLVMValueRef a, LLVMValueRef b)
{
    if (LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b) || LLVMTypeOf(a) != LLVMTypeOf(b) ||
        LLVMGetInstructionParent(a) != LLVMGetInstructionParent(b) ||
        LLVMGetNumOperands(a) != LLVMGetNumOperands(b))
        return false;
    if (LLVMIsAICmpInst(a) && LLVMGetICmpPredicate(a) != LLVMGetICmpPredicate(b))
        return false;
    if (LLVMIsAFCmpInst(a) && LLVMGetFCmpPredicate(a) != LLVMGetFCmpPredicate(b))
        return false;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(a); i++)
        if (LLVMTypeOf(LLVMGetOperand(a, i)) != LLVMTypeOf(LLVMGetOperand(b, i)))
            return false;
    return true;
}

/* ---- kinds ---- */

/* A component that the tuple has. */
static unsigned first_of(const struct tuple *t)
{
    unsigned c = 0;
    while (!t->in[c])
        c++;
    return c;
}

static unsigned count_components(const struct tuple *t)
{
    unsigned count = 0;
    for (unsigned c = 0; c < t->words; c++)
        count += t->in[c] != NULL;
    return count;
}

static bool is_part(const struct tuple *t)
{
    return count_components(t) < t->words;
}

/* The scalar that all lanes have; NULL: not known to be one. */
static LLVMValueRef splat_of(const struct gen *g, LLVMValueRef value)
{
    if (LLVMIsConstant(value)) {
        LLVMValueRef first = LLVMGetAggregateElement(value, 0);
        for (uint32_t i = 1; first && i < g->lanes; i++)
            if (LLVMGetAggregateElement(value, i) != first)
                return NULL;
        return first;
    }
    if (LLVMIsABitCastInst(value) && is_lanes(g, LLVMGetOperand(value, 0)))
        return splat_of(g, LLVMGetOperand(value, 0));
    if (!LLVMIsAShuffleVectorInst(value))
        return NULL;
    for (unsigned i = 0; i < LLVMGetNumMaskElements(value); i++)
        if (LLVMGetMaskValue(value, i) != 0)
            return NULL;
    LLVMValueRef source = LLVMGetOperand(value, 0);
    bool is_insert = LLVMIsAInsertElementInst(source) && LLVMIsAConstantInt(LLVMGetOperand(source, 2)) &&
                     LLVMConstIntGetZExtValue(LLVMGetOperand(source, 2)) == 0;
    return is_insert ? LLVMGetOperand(source, 1) : NULL;
}

static LLVMValueRef split_of(const struct tuple *t)
{
    LLVMValueRef value = t->in[first_of(t)];
    return LLVMIsAExtractValueInst(value) ? LLVMGetOperand(value, 0) : NULL;
}

static bool is_split(const struct tuple *t)
{
    LLVMValueRef call = split_of(t);
    if (!call || gen_split_words(call) != t->words)
        return false;
    for (unsigned c = 0; c < t->words; c++)
        if (t->in[c] && (!LLVMIsAExtractValueInst(t->in[c]) || LLVMGetOperand(t->in[c], 0) != call ||
                         LLVMGetIndices(t->in[c])[0] != c))
            return false;
    return true;
}

static bool is_phi(const struct tuple *t)
{
    LLVMValueRef first = t->in[first_of(t)];
    for (unsigned c = 0; c < t->words; c++)
        if (t->in[c] && (!LLVMIsAPHINode(t->in[c]) ||
                         LLVMGetInstructionParent(t->in[c]) != LLVMGetInstructionParent(first)))
            return false;
    return true;
}

/* The operations differ in vectors of lanes only. */
static bool are_alike(const struct gen *g, LLVMValueRef a, LLVMValueRef b)
{
    if (!is_elementwise(g, b) || !is_same_operation(a, b))
        return false;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(a); i++)
        if (!is_lanes(g, LLVMGetOperand(a, i)) && LLVMGetOperand(a, i) != LLVMGetOperand(b, i))
            return false;
    return true;
}

/* Words that a part lacks may be zero. */
static bool may_trap(LLVMValueRef operation)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(operation);
    return op == LLVMUDiv || op == LLVMSDiv || op == LLVMURem || op == LLVMSRem;
}

static bool is_each(const struct gen *g, const struct tuple *t)
{
    LLVMValueRef first = t->in[first_of(t)];
    if (!is_elementwise(g, first) || (is_part(t) && may_trap(first)))
        return false;
    for (unsigned c = 0; c < t->words; c++)
        if (t->in[c] && !are_alike(g, first, t->in[c]))
            return false;
    return true;
}

static enum kind kind_of(const struct packs *p, const struct tuple *t)
{
    const struct gen *g = p->g;
    bool is_one = true, is_same = true, is_constant = true;
    LLVMValueRef one = t->in[first_of(t)], first = splat_of(g, one);
    for (unsigned c = 0; c < t->words; c++) {
        LLVMValueRef splat = t->in[c] ? splat_of(g, t->in[c]) : first;
        is_one &= !t->in[c] || t->in[c] == one;
        is_same &= splat && splat == first;
        is_constant &= !t->in[c] || LLVMIsConstant(t->in[c]);
    }
    if (is_same)
        return KIND_SAME;
    if (is_constant)
        return KIND_PATTERN;
    if (is_split(t))
        return KIND_SPLIT;
    if (is_one && !is_part(t))
        return KIND_SPREAD;
    return is_phi(t) ? KIND_PHI : is_each(g, t) ? KIND_EACH : is_one ? KIND_SPREAD : KIND_MERGE;
}

/* Divides a merge's operands: those of the first component's operation, and the others. */
static void divide(const struct gen *g, const struct tuple *t, struct tuple parts[2])
{
    parts[0] = parts[1] = (struct tuple){.words = t->words};
    for (unsigned c = 0; c < t->words; c++)
        parts[!is_elementwise(g, t->in[0]) || !are_alike(g, t->in[0], t->in[c])].in[c] = t->in[c];
}

static bool is_divisible(const struct packs *p, const struct tuple *t)
{
    struct tuple parts[2];
    if (is_part(t) || !is_elementwise(p->g, t->in[0]))
        return false;
    divide(p->g, t, parts);
    return kind_of(p, &parts[1]) != KIND_MERGE;
}

/* ---- tuples ---- */

static uint32_t hash_of(const struct tuple *t)
{
    uint64_t hash = t->words;
    for (unsigned c = 0; c < t->words; c++)
        hash = (hash ^ (uintptr_t)t->in[c]) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(hash >> 32);
}

static uint32_t *slot_of(const struct packs *p, const struct tuple *t)
{
    uint32_t mask = 2 * p->room - 1, at = hash_of(t) & mask;
    while (p->slots[at]) {
        const struct tuple *found = &p->tuples[p->slots[at] - 1];
        if (found->words == t->words && memcmp(found->in, t->in, t->words * sizeof *t->in) == 0)
            break;
        at = (at + 1) & mask;
    }
    return &p->slots[at];
}

/* The tuple of these values, which is added unless there is one. */
static uint32_t add_tuple(struct packs *p, const struct tuple *t)
{
    uint32_t *slot = slot_of(p, t);
    if (*slot)
        return *slot - 1;
    p->tuples[p->count] = *t;
    p->tuples[p->count].kind = kind_of(p, t);
    if (p->tuples[p->count].kind == KIND_MERGE && p->blends && is_divisible(p, t))
        p->tuples[p->count].kind = KIND_BLEND;
    *slot = ++p->count;
    return p->count - 1;
}

/* Only the newest tuples are removed, which leaves the others' places in the hash valid. */
static void remove_tuples(struct packs *p, uint32_t first)
{
    while (p->count > first)
        *slot_of(p, &p->tuples[--p->count]) = 0;
}

static struct tuple operand_tuple(const struct tuple *t, unsigned operand)
{
    struct tuple all = {.words = t->words};
    for (unsigned c = 0; c < t->words; c++)
        all.in[c] = t->in[c] ? LLVMGetOperand(t->in[c], operand) : NULL;
    return all;
}

static struct tuple incoming_tuple(const struct tuple *t, unsigned incoming)
{
    LLVMBasicBlockRef end = LLVMGetIncomingBlock(t->in[first_of(t)], incoming);
    struct tuple all = {.words = t->words};
    for (unsigned c = 0; c < t->words; c++)
        for (unsigned i = 0; t->in[c] && i < LLVMCountIncoming(t->in[c]); i++)
            if (LLVMGetIncomingBlock(t->in[c], i) == end)
                all.in[c] = LLVMGetIncomingValue(t->in[c], i);
    return all;
}

static bool is_operation(const struct tuple *t)
{
    return t->kind == KIND_EACH || t->kind == KIND_PHI;
}

static void mark_packed(const struct packs *p, const struct tuple *t, uint32_t growth)
{
    for (unsigned c = 0; c < t->words && is_operation(t); c++)
        if (t->in[c])
            entry_of(p, t->in[c])->packed += growth;
}

/* false: there is no room. */
static bool add_operands(struct packs *p, uint32_t at)
{
    struct tuple t = p->tuples[at], operand, parts[2];
    unsigned count = !is_operation(&t) ? 0 : (unsigned)LLVMGetNumOperands(t.in[first_of(&t)]);
    if (count + 2 > p->room - p->count)
        return false;
    if (t.kind == KIND_BLEND)
        divide(p->g, &t, parts);
    for (unsigned i = 0; i < 2 && t.kind == KIND_BLEND; i++)
        add_tuple(p, &parts[i]);
    for (unsigned i = 0; i < count; i++) {
        operand = t.kind == KIND_PHI ? incoming_tuple(&t, i) : operand_tuple(&t, i);
        if (is_lanes(p->g, operand.in[first_of(&operand)]))
            add_tuple(p, &operand);
    }
    return true;
}

/* ---- costs, in vector operations ---- */

/* All uses of the value are by operations that are done in memory order only, or by the merge. */
static bool is_free(const struct packs *p, LLVMValueRef value, LLVMValueRef merge)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        const struct entry *entry = entry_of(p, user); /* NULL: an instruction made here */
        if (user != merge && !(entry && entry->packed && !entry->is_live))
            return false;
    }
    return true;
}

static void mark_live(const struct packs *p, const struct tuple *t, bool is_live)
{
    for (unsigned c = 0; c < t->words && is_operation(t); c++)
        if (t->in[c])
            entry_of(p, t->in[c])->is_live = is_live;
}

/* An operation is live if an operation that is not packed uses it, or a live one: a fixed point, because of loops. */
static bool find_live(const struct packs *p, const struct tuple *t, LLVMValueRef merge)
{
    bool any = false;
    for (unsigned c = 0; c < t->words && is_operation(t); c++) {
        struct entry *entry = t->in[c] ? entry_of(p, t->in[c]) : NULL;
        if (!entry || entry->is_live || is_free(p, t->in[c], merge))
            continue;
        entry->is_live = any = true;
    }
    return any;
}

static void find_all_live(const struct packs *p, uint32_t first, LLVMValueRef merge)
{
    for (uint32_t i = first; i < p->count; i++)
        mark_live(p, &p->tuples[i], false);
    for (bool any = true; any;) {
        any = false;
        for (uint32_t i = first; i < p->count; i++)
            any |= find_live(p, &p->tuples[i], merge);
    }
}

/* There is a place that all values reach, and from which all their common users are reached. */
static bool is_in_one_block(const struct tuple *t)
{
    LLVMBasicBlockRef block = NULL;
    for (unsigned c = 0; c < t->words; c++) {
        if (!t->in[c] || !LLVMIsAInstruction(t->in[c]))
            continue;
        if (block && LLVMGetInstructionParent(t->in[c]) != block)
            return false;
        block = LLVMGetInstructionParent(t->in[c]);
    }
    return block != NULL;
}

/* All that the split's call is used for is in the tuple. */
static bool has_all_of_split(const struct tuple *t)
{
    for (LLVMUseRef use = LLVMGetFirstUse(split_of(t)); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef part = LLVMGetUser(use);
        if (LLVMGetFirstUse(part) && !t->in[LLVMGetIndices(part)[0]])
            return false;
    }
    return true;
}

static int cost_of(const struct packs *p, const struct tuple *t, LLVMValueRef merge)
{
    int words = (int)t->words, cost = costs[t->words];
    bool are_free = true;
    for (unsigned c = 0; c < t->words && (t->kind == KIND_SPLIT || is_operation(t)); c++)
        are_free &= !t->in[c] || is_free(p, t->in[c], merge);
    switch (t->kind) {
    case KIND_SPLIT: return are_free && has_all_of_split(t) ? -cost : 0;
    case KIND_SAME:
    case KIND_PATTERN: return 0;
    case KIND_SPREAD: return LLVMTypeOf(t->in[first_of(t)]) == p->g->mask_type ? 3 * words : words;
    case KIND_BLEND: return words;
    case KIND_EACH:
    case KIND_PHI: return words - (are_free ? (int)count_components(t) : 0);
    case KIND_MERGE: break;
    }
    return is_in_one_block(t) ? cost : COST_FORBIDDEN;
}

/* ---- code ---- */

static LLVMValueRef next_after_all(const struct packs *p, const struct tuple *t)
{
    const struct entry *last = NULL;
    for (unsigned c = 0; c < t->words; c++) {
        const struct entry *entry = t->in[c] && LLVMIsAInstruction(t->in[c]) ? entry_of(p, t->in[c]) : NULL;
        last = entry && (!last || entry->order > last->order) ? entry : last;
    }
    LLVMValueRef next = LLVMGetNextInstruction(last->value);
    while (LLVMIsAPHINode(next))
        next = LLVMGetNextInstruction(next);
    return next;
}

static void build_after_all(const struct packs *p, const struct tuple *t)
{
    LLVMPositionBuilderBefore(p->g->b, next_after_all(p, t));
}

static LLVMValueRef pattern(const struct gen *g, const struct tuple *t, unsigned k)
{
    LLVMValueRef lanes[JIT_LANES];
    for (uint32_t i = 0; i < g->lanes; i++) {
        uint32_t at = k * g->lanes + i;
        LLVMValueRef words = t->in[at % t->words];
        lanes[i] = LLVMGetAggregateElement(words ? words : t->in[first_of(t)], at / t->words);
    }
    return LLVMConstVector(lanes, g->lanes);
}

static LLVMValueRef spread(const struct gen *g, const struct tuple *t, unsigned k)
{
    uint32_t lanes[JIT_LANES];
    for (uint32_t i = 0; i < g->lanes; i++)
        lanes[i] = (k * g->lanes + i) / t->words;
    return gen_shuffle(g, t->in[first_of(t)], NULL, lanes, g->lanes);
}

static void merge_words(struct packs *p, struct tuple *t)
{
    struct gen *g = p->g;
    LLVMTypeRef type = LLVMTypeOf(t->in[first_of(t)]);
    LLVMValueRef in[WORDS];
    bool is_mask = type == g->mask_type;
    for (unsigned c = 0; c < t->words; c++) {
        LLVMValueRef words = t->in[c] ? t->in[c] : t->in[first_of(t)];
        in[c] =
            is_mask ? LLVMBuildSExt(g->b, words, g->words, "") : LLVMBuildBitCast(g->b, words, g->words, "");
    }
    gen_merge(g, in, t->words, t->out);
    for (unsigned c = 0; c < t->words; c++)
        t->out[c] = is_mask ? LLVMBuildICmp(g->b, LLVMIntSLT, t->out[c], LLVMConstNull(g->words), "")
                            : LLVMBuildBitCast(g->b, t->out[c], type, "");
}

static void clone_operations(struct packs *p, struct tuple *t)
{
    struct gen *g = p->g;
    LLVMValueRef first = t->in[first_of(t)];
    if (t->kind == KIND_PHI)
        LLVMPositionBuilderBefore(g->b, first);
    else
        build_after_all(p, t);
    for (unsigned k = 0; k < t->words; k++) {
        if (t->kind == KIND_PHI) {
            t->out[k] = LLVMBuildPhi(g->b, LLVMTypeOf(first), "");
            continue;
        }
        t->out[k] = LLVMInstructionClone(first);
        LLVMInsertIntoBuilder(g->b, t->out[k]);
    }
}

static void make_form(struct packs *p, struct tuple *t)
{
    const struct gen *g = p->g;
    LLVMValueRef split = t->kind == KIND_SPLIT ? split_of(t) : NULL;
    if (is_operation(t)) {
        clone_operations(p, t);
        return;
    }
    if (t->kind == KIND_BLEND)
        return; /* its parts are made first */
    if (t->kind == KIND_SPREAD || t->kind == KIND_MERGE)
        build_after_all(p, t);
    if (t->kind == KIND_MERGE) {
        merge_words(p, t);
        return;
    }
    for (unsigned k = 0; k < t->words; k++)
        t->out[k] = split                     ? LLVMGetOperand(split, k)
                    : t->kind == KIND_SAME    ? t->in[first_of(t)]
                    : t->kind == KIND_PATTERN ? pattern(g, t, k)
                                              : spread(g, t, k);
}

static const struct tuple *find_tuple(const struct packs *p, const struct tuple *t)
{
    return &p->tuples[*slot_of(p, t) - 1];
}

/* After all parts' words. */
static void blend(struct packs *p, struct tuple *t)
{
    struct gen *g = p->g;
    struct tuple parts[2];
    divide(g, t, parts);
    const struct tuple *first = find_tuple(p, &parts[0]), *second = find_tuple(p, &parts[1]);
    LLVMValueRef next = next_after_all(p, t);
    while (!entry_of(p, next))
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
    LLVMValueRef first = t->in[first_of(t)];
    for (unsigned i = 0; t->kind == KIND_PHI && i < LLVMCountIncoming(first); i++) {
        struct tuple operand = incoming_tuple(t, i);
        const struct tuple *found = find_tuple(p, &operand);
        LLVMBasicBlockRef end = LLVMGetIncomingBlock(first, i);
        for (unsigned k = 0; k < t->words; k++) {
            LLVMValueRef value = found->out[k];
            LLVMAddIncoming(t->out[k], &value, &end, 1);
        }
    }
    for (unsigned i = 0; t->kind == KIND_EACH && i < (unsigned)LLVMGetNumOperands(first); i++) {
        struct tuple operand = operand_tuple(t, i);
        if (!is_lanes(p->g, operand.in[first_of(&operand)]))
            continue;
        const struct tuple *found = find_tuple(p, &operand);
        for (unsigned k = 0; k < t->words; k++)
            LLVMSetOperand(t->out[k], i, found->out[k]);
    }
}

/* ---- merges ---- */

static void replace_merge(struct packs *p, LLVMValueRef merge, uint32_t first, uint32_t root)
{
    for (uint32_t i = first; i < p->count; i++)
        make_form(p, &p->tuples[i]);
    for (uint32_t i = first; i < p->count; i++)
        if (p->tuples[i].kind == KIND_BLEND)
            blend(p, &p->tuples[i]);
    for (uint32_t i = first; i < p->count; i++)
        set_operands(p, &p->tuples[i]);
    for (LLVMUseRef use = LLVMGetFirstUse(merge); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef part = LLVMGetUser(use);
        LLVMReplaceAllUsesWith(part, p->tuples[root].out[LLVMGetIndices(part)[0]]);
    }
    p->changed = true;
}

static bool try_merge(struct packs *p, LLVMValueRef merge, unsigned words)
{
    enum { MOST = 256 }; /* tuples of one merge: those of several may overlap */
    struct tuple t = {.words = words};
    uint32_t first = p->count, marked = first;
    int cost = -costs[words];
    for (unsigned c = 0; c < words; c++)
        t.in[c] = LLVMGetOperand(merge, c);
    if (p->count == p->room)
        return true;
    uint32_t root = add_tuple(p, &t);
    bool fits = p->tuples[root].kind != KIND_MERGE;
    for (; fits && marked < p->count; marked++) {
        mark_packed(p, &p->tuples[marked], 1);
        fits = add_operands(p, marked) && p->count - first <= MOST;
    }
    if (fits)
        find_all_live(p, first, merge);
    for (uint32_t i = first; fits && i < p->count; i++)
        cost += cost_of(p, &p->tuples[i], merge);
    if (fits && cost < 0) {
        replace_merge(p, merge, first, root);
        return true;
    }
    for (uint32_t i = first; i < marked; i++) {
        mark_packed(p, &p->tuples[i], (uint32_t)-1);
        mark_live(p, &p->tuples[i], true);
    }
    remove_tuples(p, first);
    return false;
}

static void visit_merge(struct packs *p, LLVMValueRef merge, unsigned words)
{
    enum { WORDS_MOST = 4 };
    p->blends = false;
    if (try_merge(p, merge, words) || words > WORDS_MOST)
        return;
    p->blends = true;
    (void)try_merge(p, merge, words);
}

static bool open_packs(struct packs *p)
{
    if (!list_entries(p))
        return false;
    for (p->room = 64; p->room < p->entry_count && p->room < ROOM_MOST;)
        p->room *= 2;
    p->tuples = arena_array(&p->g->arena, p->room, sizeof *p->tuples);
    p->slots = arena_array(&p->g->arena, 2 * (size_t)p->room, sizeof *p->slots);
    return p->tuples && p->slots;
}

bool gen_pack(struct gen *g, bool *changed)
{
    struct packs p = {.g = g};
    *changed = false;
    if (!g->has_merge)
        return true;
    if (!open_packs(&p))
        return false;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(g->function); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at))
            if (gen_merge_words(at) && entry_of(&p, at))
                visit_merge(&p, at, gen_merge_words(at));
    *changed = p.changed;
    return true;
}
