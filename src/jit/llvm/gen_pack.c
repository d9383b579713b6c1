/* Arithmetic in memory order. Structures of two to four words, and runs of each thread's own row, are loaded as whole
   vectors, which gen_split transposes to one vector a component, and gen_merge transposes results back. Where each
   component passes through the same operations, the operations can be done on the vectors as loaded: (x0 y0 z0 w0 x1
   ...) * 2 is as good as (x0 x1 ...) * 2, and four shuffles a vector are not needed.

   A tuple is one value for each component. Its packed form holds the same words in memory order. From the operands of
   each gen_merge on, tuples are followed to what has a packed form: the operands of a gen_split, a word whose bytes or
   halves are the components, a value that is the same for all components, or, where nothing else helps, the tuple's own
   merge. A merge is replaced where that saves shuffles.
   Runs between mem2reg and gen_expand_packs. */
#include <stdlib.h>
#include <string.h>

#include "jit/llvm/gen_pack.h"

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

struct entry *gen_pack_entry(const struct packs *p, LLVMValueRef value)
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

static bool is_rare(const struct packs *p, LLVMBasicBlockRef block)
{
    return gen_is_rare(p->blocks, block);
}

bool gen_pack_is_lanes(const struct gen *g, LLVMValueRef value)
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

bool gen_pack_is_elementwise(const struct gen *g, LLVMValueRef value)
{
    if (!LLVMIsAInstruction(value) || !gen_pack_is_lanes(g, value))
        return false;
    if (LLVMIsABinaryOperator(value) || LLVMIsACmpInst(value) || LLVMIsASelectInst(value) ||
        LLVMIsAFreezeInst(value))
        return true;
    if (LLVMIsACastInst(value))
        return gen_pack_is_lanes(g, LLVMGetOperand(value, 0));
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

unsigned gen_pack_first(const struct tuple *t)
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
    if (LLVMIsABitCastInst(value) && gen_pack_is_lanes(g, LLVMGetOperand(value, 0)))
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

LLVMValueRef gen_pack_split(const struct tuple *t)
{
    LLVMValueRef value = t->in[gen_pack_first(t)];
    return LLVMIsAExtractValueInst(value) ? LLVMGetOperand(value, 0) : NULL;
}

static bool is_split(const struct tuple *t)
{
    LLVMValueRef call = gen_pack_split(t);
    if (!call || gen_split_words(call) != t->words)
        return false;
    for (unsigned c = 0; c < t->words; c++)
        if (t->in[c] && (!LLVMIsAExtractValueInst(t->in[c]) || LLVMGetOperand(t->in[c], 0) != call ||
                         LLVMGetIndices(t->in[c])[0] != c))
            return false;
    return true;
}

/* The other operand of an operation by this number in all lanes; NULL: another operation. */
static LLVMValueRef beside(const struct gen *g, LLVMValueRef value, LLVMOpcode op, uint64_t number)
{
    if (!LLVMIsAInstruction(value) || LLVMGetInstructionOpcode(value) != op)
        return NULL;
    LLVMValueRef splat = splat_of(g, LLVMGetOperand(value, 1));
    bool is_number = splat && LLVMIsAConstantInt(splat) && LLVMConstIntGetZExtValue(splat) == number;
    return is_number ? LLVMGetOperand(value, 0) : NULL;
}

LLVMValueRef gen_pack_fields(const struct gen *g, const struct tuple *t)
{
    enum { BITS = 32, FIELDS_MOST = 4 };
    LLVMValueRef words = NULL;
    if (t->words > FIELDS_MOST || BITS % t->words || is_part(t))
        return NULL;
    for (unsigned c = 0, bits = BITS / t->words; c < t->words; c++) {
        LLVMValueRef kept = beside(g, t->in[c], LLVMAnd, ((uint64_t)1 << bits) - 1), from = kept;
        if (!kept && c == t->words - 1)
            from = t->in[c];
        if (from && c)
            from = beside(g, from, LLVMLShr, (uint64_t)c * bits);
        if (!from || LLVMTypeOf(from) != g->words || (words && from != words))
            return NULL;
        words = from;
    }
    return words;
}

static bool is_phi(const struct tuple *t)
{
    LLVMValueRef first = t->in[gen_pack_first(t)];
    for (unsigned c = 0; c < t->words; c++)
        if (t->in[c] && (!LLVMIsAPHINode(t->in[c]) ||
                         LLVMGetInstructionParent(t->in[c]) != LLVMGetInstructionParent(first)))
            return false;
    return true;
}

bool gen_pack_are_alike(const struct gen *g, LLVMValueRef a, LLVMValueRef b)
{
    if (!gen_pack_is_elementwise(g, b) || !is_same_operation(a, b))
        return false;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(a); i++)
        if (!gen_pack_is_lanes(g, LLVMGetOperand(a, i)) && LLVMGetOperand(a, i) != LLVMGetOperand(b, i))
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
    LLVMValueRef first = t->in[gen_pack_first(t)];
    if (!gen_pack_is_elementwise(g, first) || (is_part(t) && may_trap(first)))
        return false;
    for (unsigned c = 0; c < t->words; c++)
        if (t->in[c] && !gen_pack_are_alike(g, first, t->in[c]))
            return false;
    return true;
}

static enum kind kind_of(const struct packs *p, const struct tuple *t)
{
    const struct gen *g = p->g;
    bool is_one = true, is_same = true, is_constant = true;
    LLVMValueRef one = t->in[gen_pack_first(t)], first = splat_of(g, one);
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
    if (gen_pack_fields(g, t))
        return KIND_FIELDS;
    return is_phi(t) ? KIND_PHI : is_each(g, t) ? KIND_EACH : is_one ? KIND_SPREAD : KIND_MERGE;
}

void gen_pack_divide(const struct gen *g, const struct tuple *t, struct tuple parts[2])
{
    parts[0] = parts[1] = (struct tuple){.words = t->words};
    for (unsigned c = 0; c < t->words; c++)
        parts[!gen_pack_is_elementwise(g, t->in[0]) || !gen_pack_are_alike(g, t->in[0], t->in[c])].in[c] =
            t->in[c];
}

static bool is_divisible(const struct packs *p, const struct tuple *t)
{
    struct tuple parts[2];
    if (is_part(t) || !gen_pack_is_elementwise(p->g, t->in[0]))
        return false;
    gen_pack_divide(p->g, t, parts);
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

uint32_t *gen_pack_slot(const struct packs *p, const struct tuple *t)
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
    uint32_t *slot = gen_pack_slot(p, t);
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
        *gen_pack_slot(p, &p->tuples[--p->count]) = 0;
}

struct tuple gen_pack_operands(const struct tuple *t, unsigned operand)
{
    struct tuple all = {.words = t->words};
    for (unsigned c = 0; c < t->words; c++)
        all.in[c] = t->in[c] ? LLVMGetOperand(t->in[c], operand) : NULL;
    return all;
}

struct tuple gen_pack_incoming(const struct tuple *t, unsigned incoming)
{
    LLVMBasicBlockRef end = LLVMGetIncomingBlock(t->in[gen_pack_first(t)], incoming);
    struct tuple all = {.words = t->words};
    for (unsigned c = 0; c < t->words; c++)
        for (unsigned i = 0; t->in[c] && i < LLVMCountIncoming(t->in[c]); i++)
            if (LLVMGetIncomingBlock(t->in[c], i) == end)
                all.in[c] = LLVMGetIncomingValue(t->in[c], i);
    return all;
}

bool gen_pack_is_operation(const struct tuple *t)
{
    return t->kind == KIND_EACH || t->kind == KIND_PHI;
}

static void mark_packed(const struct packs *p, const struct tuple *t, uint32_t growth)
{
    for (unsigned c = 0; c < t->words && gen_pack_is_operation(t); c++)
        if (t->in[c])
            gen_pack_entry(p, t->in[c])->packed += growth;
}

/* false: there is no room. */
static bool add_operands(struct packs *p, uint32_t at)
{
    struct tuple t = p->tuples[at], operand, parts[2];
    unsigned count = !gen_pack_is_operation(&t) ? 0 : (unsigned)LLVMGetNumOperands(t.in[gen_pack_first(&t)]);
    if (count + 2 > p->room - p->count)
        return false;
    if (t.kind == KIND_BLEND)
        gen_pack_divide(p->g, &t, parts);
    for (unsigned i = 0; i < 2 && t.kind == KIND_BLEND; i++)
        add_tuple(p, &parts[i]);
    for (unsigned i = 0; i < count; i++) {
        operand = t.kind == KIND_PHI ? gen_pack_incoming(&t, i) : gen_pack_operands(&t, i);
        if (gen_pack_is_lanes(p->g, operand.in[gen_pack_first(&operand)]))
            add_tuple(p, &operand);
    }
    return true;
}

/* ---- costs, in vector operations ---- */

bool gen_pack_is_only(const struct packs *p, LLVMValueRef operation)
{
    const struct entry *entry = gen_pack_entry(p, operation); /* NULL: an instruction made here */
    return entry && entry->packed && !entry->is_live;
}

/* A phi uses a value at the end of a block before it. */
static bool is_rare_use(const struct packs *p, LLVMValueRef user, LLVMValueRef value)
{
    if (!LLVMIsAPHINode(user))
        return is_rare(p, LLVMGetInstructionParent(user));
    for (unsigned i = 0; i < LLVMCountIncoming(user); i++)
        if (LLVMGetIncomingValue(user, i) == value && !is_rare(p, LLVMGetIncomingBlock(user, i)))
            return false;
    return true;
}

bool gen_pack_has_words(const struct gen *g, LLVMValueRef value)
{
    LLVMTypeRef type = LLVMTypeOf(value), element = LLVMGetElementType(type);
    return type == g->mask_type || element == g->i32 || LLVMGetTypeKind(element) == LLVMFloatTypeKind;
}

static bool is_tried(const struct packs *p, LLVMValueRef user)
{
    for (unsigned i = 0; i < p->merge_count; i++)
        if (p->merges[i] == user)
            return true;
    return false;
}

/* All uses of the value are by operations that are done in memory order only, by the merges, or, where these are not rare, in rare
   blocks, which split it. */
static bool is_free(const struct packs *p, LLVMValueRef value)
{
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool splits = !p->is_rare && gen_pack_has_words(p->g, value) && is_rare_use(p, user, value);
        if (!is_tried(p, user) && !gen_pack_is_only(p, user) && !splits)
            return false;
    }
    return true;
}

static void mark_live(const struct packs *p, const struct tuple *t, bool is_live)
{
    for (unsigned c = 0; c < t->words && gen_pack_is_operation(t); c++)
        if (t->in[c])
            gen_pack_entry(p, t->in[c])->is_live = is_live;
}

/* An operation is live if an operation that is not packed uses it, or a live one: a fixed point, because of loops. */
static bool find_live(const struct packs *p, const struct tuple *t)
{
    bool any = false;
    for (unsigned c = 0; c < t->words && gen_pack_is_operation(t); c++) {
        struct entry *entry = t->in[c] ? gen_pack_entry(p, t->in[c]) : NULL;
        if (!entry || entry->is_live || is_free(p, t->in[c]))
            continue;
        entry->is_live = any = true;
    }
    return any;
}

static void find_all_live(const struct packs *p, uint32_t first)
{
    for (uint32_t i = first; i < p->count; i++)
        mark_live(p, &p->tuples[i], false);
    for (bool any = true; any;) {
        any = false;
        for (uint32_t i = first; i < p->count; i++)
            any |= find_live(p, &p->tuples[i]);
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

bool gen_pack_is_rare(const struct packs *p, const struct tuple *t)
{
    LLVMValueRef first = t->in[gen_pack_first(t)];
    return LLVMIsAInstruction(first) && is_rare(p, LLVMGetInstructionParent(first));
}

/* A merge, or a spread, of what was made here is not: its place is not known. */
static bool has_place(const struct packs *p, const struct tuple *t)
{
    for (unsigned c = 0; c < t->words; c++)
        if (t->in[c] && LLVMIsAInstruction(t->in[c]) && !gen_pack_entry(p, t->in[c]))
            return false;
    return true;
}

/* All that the split's call is used for is in the tuple. */
static bool has_all_of_split(const struct tuple *t)
{
    for (LLVMUseRef use = LLVMGetFirstUse(gen_pack_split(t)); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef part = LLVMGetUser(use);
        if (LLVMGetFirstUse(part) && !t->in[LLVMGetIndices(part)[0]])
            return false;
    }
    return true;
}

/* Its code, other than an operation's, has a place and a form. */
static bool may_be_made(const struct packs *p, const struct tuple *t)
{
    bool is_merge = t->kind == KIND_MERGE, is_fields = t->kind == KIND_FIELDS;
    if (is_merge && !gen_pack_has_words(p->g, t->in[gen_pack_first(t)]))
        return false;
    if ((is_merge || is_fields) && !is_in_one_block(t))
        return false;
    return !(is_merge || is_fields || t->kind == KIND_SPREAD) || has_place(p, t);
}

static int cost_once(const struct packs *p, const struct tuple *t)
{
    int words = (int)t->words, cost = costs[t->words];
    int extended = 2 * words - 1,
        shifted = 2 * words - 2; /* parts of words: all but one are extracted, or shifted, too */
    bool are_free = true;
    if (!may_be_made(p, t))
        return COST_FORBIDDEN;
    if (gen_pack_is_rare(p, t) && !p->is_rare)
        return 0;
    for (unsigned c = 0;
         c < t->words && (t->kind == KIND_SPLIT || t->kind == KIND_FIELDS || gen_pack_is_operation(t)); c++)
        are_free &= !t->in[c] || is_free(p, t->in[c]);
    switch (t->kind) {
    case KIND_SPLIT: return are_free && has_all_of_split(t) ? -cost : 0;
    case KIND_SAME:
    case KIND_PATTERN: return 0;
    case KIND_SPREAD: return LLVMTypeOf(t->in[gen_pack_first(t)]) == p->g->mask_type ? 3 * words : words;
    case KIND_FIELDS: return extended - (are_free ? shifted : 0);
    case KIND_BLEND: return words;
    case KIND_EACH:
    case KIND_PHI: return words - (are_free ? (int)count_components(t) : 0);
    case KIND_MERGE: break;
    }
    return cost;
}

/* What is in loops around it but not around the merges is done several times. */
static int cost_of(const struct packs *p, const struct tuple *t)
{
    enum { TIMES = 3, LOOPS_MOST = 2 }; /* as a shift */
    int cost = cost_once(p, t);
    LLVMValueRef first = t->in[gen_pack_first(t)];
    if (cost >= COST_FORBIDDEN || !LLVMIsAInstruction(first))
        return cost;
    uint32_t loops = gen_loops_around(p->blocks, LLVMGetInstructionParent(first));
    loops = loops <= p->merge_loops               ? 0
            : loops - p->merge_loops < LOOPS_MOST ? loops - p->merge_loops
                                                  : LOOPS_MOST;
    return cost * (1 << TIMES * loops);
}

/* ---- merges ---- */

/* Adds the merges' tuples and all that these are computed from; false: there is no room, or a merge has no packed form. */
static bool add_all(struct packs *p, uint32_t first, uint32_t *roots, uint32_t *marked)
{
    enum { MOST = 256 }; /* tuples of one merge: those of several may overlap */
    for (unsigned i = 0; i < p->merge_count; i++) {
        struct tuple t = {.words = p->words};
        for (unsigned c = 0; c < p->words; c++)
            t.in[c] = LLVMGetOperand(p->merges[i], c);
        if (p->count == p->room)
            return false;
        roots[i] = add_tuple(p, &t);
        if (p->tuples[roots[i]].kind == KIND_MERGE)
            return false;
    }
    for (; *marked < p->count; ++*marked) {
        mark_packed(p, &p->tuples[*marked], 1);
        if (!add_operands(p, *marked) || p->count - first > MOST * p->merge_count) {
            ++*marked;
            return false;
        }
    }
    return true;
}

/* Replaces the merges if that saves shuffles. */
static bool try_merges(struct packs *p)
{
    uint32_t first = p->count, marked = first, roots[MERGES_MOST];
    int cost = p->added - costs[p->words] * (int)p->merge_count;
    bool fits = add_all(p, first, roots, &marked);
    if (fits)
        find_all_live(p, first);
    for (uint32_t i = first; fits && i < p->count; i++)
        cost += cost_of(p, &p->tuples[i]);
    if (fits && cost < 0) {
        gen_pack_replace(p, first, roots);
        return true;
    }
    for (uint32_t i = first; i < marked; i++) {
        mark_packed(p, &p->tuples[i], (uint32_t)-1);
        mark_live(p, &p->tuples[i], true);
    }
    remove_tuples(p, first);
    return false;
}

static void choose_merges(struct packs *p, const LLVMValueRef *merges, unsigned count)
{
    p->merge_count = count;
    p->words = gen_merge_words(merges[0]);
    p->is_rare = is_rare(p, LLVMGetInstructionParent(merges[0]));
    p->merge_loops = UINT32_MAX;
    for (unsigned i = 0; i < count; i++) {
        uint32_t loops = gen_loops_around(p->blocks, LLVMGetInstructionParent(merges[i]));
        p->merges[i] = merges[i];
        p->merge_loops = loops < p->merge_loops ? loops : p->merge_loops;
    }
}

bool gen_pack_try_with_split(struct packs *p, LLVMValueRef merge)
{
    choose_merges(p, &merge, 1);
    p->blends = false;
    p->added = costs[p->words];
    bool is_replaced = try_merges(p);
    p->added = 0;
    return is_replaced;
}

static bool try_merge(struct packs *p, LLVMValueRef merge)
{
    enum { WORDS_MOST = 4 };
    choose_merges(p, &merge, 1);
    p->blends = false;
    if (try_merges(p))
        return true;
    p->blends = p->words <= WORDS_MOST;
    return p->blends && try_merges(p);
}

/* Merges that are not replaced one by one: together, sums in a loop may have no other uses. */
struct remaining {
    LLVMValueRef merges[MERGES_MOST];
    unsigned count;
};

static void try_together(struct packs *p, struct remaining *remaining)
{
    if (remaining->count > 1) {
        choose_merges(p, remaining->merges, remaining->count);
        p->blends = false;
        (void)try_merges(p);
    }
    remaining->count = 0;
}

/* The merges of blocks that are rare, or of the others. */
static void visit_blocks(struct packs *p, bool rare)
{
    struct remaining all[WORDS + 1] = {{.count = 0}}; /* by words */
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(p->g->function); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at && is_rare(p, block) == rare;
             at = LLVMGetNextInstruction(at)) {
            unsigned words = gen_merge_words(at);
            if (!words || !gen_pack_entry(p, at) || try_merge(p, at) || rare)
                continue;
            all[words].merges[all[words].count++] = at;
            if (all[words].count == MERGES_MOST)
                try_together(p, &all[words]);
        }
    for (unsigned words = 0; words <= WORDS; words++)
        try_together(p, &all[words]);
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
    p.blocks = gen_list_blocks(g);
    if (!p.blocks || !open_packs(&p))
        return false;
    visit_blocks(&p, false);
    visit_blocks(&p, true);
    gen_pack_splits(&p);
    *changed = p.changed;
    return true;
}
