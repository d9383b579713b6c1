/* Shorthands for LLVM's builder. */
#include <string.h>

#include "jit/llvm/gen.h"

LLVMValueRef gen_i32(const struct gen *g, uint32_t word)
{
    return LLVMConstInt(g->i32, word, false);
}

LLVMValueRef gen_i64(const struct gen *g, uint64_t word)
{
    return LLVMConstInt(g->i64, word, false);
}

LLVMValueRef gen_splat_word(const struct gen *g, uint32_t word)
{
    LLVMValueRef lanes[JIT_LANES];
    for (uint32_t i = 0; i < g->lanes; i++)
        lanes[i] = gen_i32(g, word);
    return LLVMConstVector(lanes, g->lanes);
}

bool gen_is_vector(LLVMValueRef value)
{
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind;
}

LLVMValueRef gen_splat(const struct gen *g, LLVMValueRef scalar)
{
    LLVMTypeRef type = LLVMVectorType(LLVMTypeOf(scalar), g->lanes);
    if (LLVMIsConstant(scalar) && LLVMTypeOf(scalar) == g->i32 && LLVMIsAConstantInt(scalar))
        return gen_splat_word(g, (uint32_t)LLVMConstIntGetZExtValue(scalar));
    LLVMValueRef one = LLVMBuildInsertElement(g->b, LLVMGetPoison(type), scalar, gen_i32(g, 0), "");
    LLVMValueRef zeros = LLVMConstNull(g->words);
    return LLVMBuildShuffleVector(g->b, one, LLVMGetPoison(type), zeros, "");
}

LLVMValueRef gen_like(const struct gen *g, LLVMValueRef value, LLVMValueRef model)
{
    return gen_is_vector(model) && !gen_is_vector(value) ? gen_splat(g, value) : value;
}

LLVMBasicBlockRef gen_block(const struct gen *g, const char *name)
{
    return LLVMAppendBasicBlockInContext(g->context, g->function, name);
}

LLVMBasicBlockRef gen_here(const struct gen *g)
{
    return LLVMGetInsertBlock(g->b);
}

void gen_at(const struct gen *g, LLVMBasicBlockRef block)
{
    LLVMPositionBuilderAtEnd(g->b, block);
}

void gen_join_path(const struct gen *g, struct gen_join *join, const LLVMValueRef *values, unsigned count)
{
    join->from[join->paths] = gen_here(g);
    memcpy(join->values[join->paths++], values, count * sizeof *values);
    LLVMBuildBr(g->b, join->block);
}

void gen_join_end(const struct gen *g, const struct gen_join *join, LLVMValueRef *values, unsigned count)
{
    gen_at(g, join->block);
    for (unsigned k = 0; k < count; k++) {
        if (!join->values[0][k])
            continue;
        values[k] = LLVMBuildPhi(g->b, LLVMTypeOf(join->values[0][k]), "");
        for (unsigned i = 0; i < join->paths; i++)
            LLVMAddIncoming(values[k], (LLVMValueRef *)&join->values[i][k],
                            (LLVMBasicBlockRef *)&join->from[i], 1);
    }
}

void gen_branch_counted(const struct gen *g, LLVMValueRef condition, LLVMBasicBlockRef sides[2],
                        uint32_t first, uint32_t second)
{
    LLVMValueRef branch = LLVMBuildCondBr(g->b, condition, sides[0], sides[1]);
    LLVMValueRef weights[] = {LLVMMDStringInContext(g->context, "branch_weights", 14), gen_i32(g, first),
                              gen_i32(g, second)};
    LLVMSetMetadata(branch, LLVMGetMDKindIDInContext(g->context, "prof", 4),
                    LLVMMDNodeInContext(g->context, weights, 3));
}

enum { LIKELY = 1 << 20 };

bool gen_is_unlikely(const struct gen *g, LLVMValueRef branch, unsigned side)
{
    LLVMValueRef node = LLVMGetMetadata(branch, LLVMGetMDKindIDInContext(g->context, "prof", 4)), weights[3];
    if (!node || LLVMGetMDNodeNumOperands(node) != 3)
        return false;
    LLVMGetMDNodeOperands(node, weights);
    return LLVMConstIntGetZExtValue(weights[1 + !side]) == LIKELY &&
           LLVMConstIntGetZExtValue(weights[1 + side]) == 1;
}

void gen_branch_likely(const struct gen *g, LLVMValueRef condition, LLVMBasicBlockRef likely,
                       LLVMBasicBlockRef rare)
{
    gen_branch_counted(g, condition, (LLVMBasicBlockRef[]){likely, rare}, LIKELY, 1);
}

bool gen_open(const struct gen *g)
{
    return LLVMGetBasicBlockTerminator(gen_here(g)) == NULL;
}

LLVMValueRef gen_offset(const struct gen *g, LLVMValueRef base, LLVMValueRef bytes)
{
    return LLVMBuildGEP2(g->b, g->i8, base, &bytes, 1, "");
}

LLVMValueRef gen_offset_by(const struct gen *g, LLVMValueRef base, uint64_t bytes)
{
    return bytes ? gen_offset(g, base, gen_i64(g, bytes)) : base;
}

LLVMValueRef gen_load(const struct gen *g, LLVMTypeRef type, LLVMValueRef pointer, unsigned align)
{
    LLVMValueRef load = LLVMBuildLoad2(g->b, type, pointer, "");
    LLVMSetAlignment(load, align);
    return load;
}

LLVMValueRef gen_store(const struct gen *g, LLVMValueRef value, LLVMValueRef pointer, unsigned align)
{
    LLVMValueRef store = LLVMBuildStore(g->b, value, pointer);
    LLVMSetAlignment(store, align);
    return store;
}

LLVMValueRef gen_field_pointer(const struct gen *g, size_t offset)
{
    return gen_offset_by(g, g->argument, offset);
}

LLVMValueRef gen_field(const struct gen *g, LLVMTypeRef type, size_t offset)
{
    return gen_load(g, type, gen_field_pointer(g, offset),
                    LLVMTypeOf(g->argument) == type || type == g->i64 ? 8 : 4);
}

LLVMValueRef gen_variable(const struct gen *g, LLVMTypeRef type, const char *name)
{
    LLVMBasicBlockRef block = LLVMGetEntryBasicBlock(g->function);
    LLVMValueRef first = LLVMGetFirstInstruction(block);
    if (first)
        LLVMPositionBuilderBefore(g->side, first);
    else
        LLVMPositionBuilderAtEnd(g->side, block);
    return LLVMBuildAlloca(g->side, type, name);
}

LLVMValueRef gen_intrinsic(const struct gen *g, const char *name, LLVMTypeRef type, LLVMValueRef *args,
                           unsigned count)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(g->module, id, &type, type ? 1 : 0);
    return LLVMBuildCall2(g->b, LLVMGlobalGetValueType(function), function, args, count, "");
}

void gen_prefetch(const struct gen *g, LLVMValueRef pointer, uint64_t bytes)
{
    enum { READ = 0, KEEP = 3, DATA = 1 };
    LLVMValueRef args[] = {gen_offset_by(g, pointer, bytes), gen_i32(g, READ), gen_i32(g, KEEP),
                           gen_i32(g, DATA)};
    gen_intrinsic(g, "llvm.prefetch", g->pointer, args, 4);
}

LLVMValueRef gen_help(const struct gen *g, size_t offset, LLVMTypeRef result, const LLVMValueRef *args,
                      unsigned count)
{
    LLVMTypeRef types[8] = {g->pointer};
    LLVMValueRef all[8] = {g->argument};
    for (unsigned i = 0; i < count; i++) {
        all[i + 1] = args[i];
        types[i + 1] = LLVMTypeOf(args[i]);
    }
    LLVMTypeRef type = LLVMFunctionType(result, types, count + 1, false);
    LLVMValueRef callee = gen_field(g, g->pointer, offset);
    return LLVMBuildCall2(g->b, type, callee, all, count + 1, "");
}

static LLVMValueRef masked(const struct gen *g, const char *name, LLVMTypeRef type, LLVMTypeRef pointers,
                           LLVMValueRef *args)
{
    LLVMTypeRef types[] = {type, pointers};
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(g->module, id, types, 2);
    return LLVMBuildCall2(g->b, LLVMGlobalGetValueType(function), function, args, 4, "");
}

/* Without mask registers LLVM expands a gather into a branch for each lane, mispredicted where lanes diverge: here lanes
   that are not in the mask load zeros. Such processors' own gathers take as many operations. */
static LLVMValueRef gather_by_lane(struct gen *g, LLVMTypeRef type, LLVMValueRef pointers, LLVMValueRef mask,
                                   unsigned align)
{
    LLVMValueRef row = LLVMGetPoison(LLVMVectorType(type, g->lanes));
    if (mask != g->all)
        pointers = LLVMBuildSelect(g->b, mask, pointers, gen_splat(g, gen_zeros(g)), "");
    for (uint32_t i = 0; i < g->lanes; i++) {
        LLVMValueRef lane = gen_i32(g, i), pointer = LLVMBuildExtractElement(g->b, pointers, lane, "");
        row = LLVMBuildInsertElement(g->b, row, gen_load(g, type, pointer, align), lane, "");
    }
    return row;
}

static LLVMValueRef gather_words(struct gen *g, LLVMValueRef pointers, LLVMValueRef mask, unsigned align)
{
    if (!g->has_mask_registers)
        return gather_by_lane(g, g->i32, pointers, mask, align);
    LLVMValueRef args[] = {pointers, gen_i32(g, align), mask, LLVMConstNull(g->words)};
    return masked(g, "llvm.masked.gather", g->words, LLVMTypeOf(pointers), args);
}

LLVMValueRef gen_gather_words(struct gen *g, LLVMValueRef pointers, LLVMValueRef mask)
{
    return gather_words(g, pointers, mask, 4);
}

LLVMValueRef gen_gather_unaligned(struct gen *g, LLVMValueRef pointers, LLVMValueRef mask)
{
    return gather_words(g, pointers, mask, 1);
}

void gen_scatter_words(const struct gen *g, LLVMValueRef words, LLVMValueRef pointers, LLVMValueRef mask)
{
    LLVMValueRef args[] = {words, pointers, gen_i32(g, 4), mask};
    masked(g, "llvm.masked.scatter", g->words, LLVMTypeOf(pointers), args);
}

LLVMValueRef gen_or_nowhere(struct gen *g, LLVMValueRef pointers, LLVMValueRef mask)
{
    LLVMValueRef nowhere = gen_variable(g, g->words, "nowhere");
    return LLVMBuildSelect(g->b, mask, pointers, gen_splat(g, nowhere), "");
}

/* Lanes of the two words of a pair in a vector of both: of word 0, of word 1, and of the pairs in memory. */
static void pair_lanes(const struct gen *g, uint32_t words[2][JIT_LANES], uint32_t pairs[2 * JIT_LANES])
{
    for (uint32_t i = 0; i < 2 * g->lanes; i++) {
        words[i % 2][i / 2] = i;
        pairs[i] = i / 2 + i % 2 * g->lanes;
    }
}

void gen_gather_pairs(struct gen *g, LLVMValueRef pointers, LLVMValueRef mask, LLVMValueRef out[2])
{
    uint32_t words[2][JIT_LANES], pairs[2 * JIT_LANES];
    LLVMTypeRef type = LLVMVectorType(g->i64, g->lanes);
    LLVMValueRef args[] = {pointers, gen_i32(g, 4), mask, LLVMConstNull(type)};
    LLVMValueRef all = g->has_mask_registers
                           ? masked(g, "llvm.masked.gather", type, LLVMTypeOf(pointers), args)
                           : gather_by_lane(g, g->i64, pointers, mask, 4);
    all = LLVMBuildBitCast(g->b, all, LLVMVectorType(g->i32, 2 * g->lanes), "");
    pair_lanes(g, words, pairs);
    for (unsigned k = 0; k < 2; k++)
        out[k] = gen_shuffle(g, all, NULL, words[k], g->lanes);
}

void gen_scatter_pairs(const struct gen *g, const LLVMValueRef in[2], LLVMValueRef pointers,
                       LLVMValueRef mask)
{
    uint32_t words[2][JIT_LANES], pairs[2 * JIT_LANES];
    LLVMTypeRef type = LLVMVectorType(g->i64, g->lanes);
    pair_lanes(g, words, pairs);
    LLVMValueRef all = LLVMBuildBitCast(g->b, gen_shuffle(g, in[0], in[1], pairs, 2 * g->lanes), type, "");
    LLVMValueRef args[] = {all, pointers, gen_i32(g, 4), mask};
    masked(g, "llvm.masked.scatter", type, LLVMTypeOf(pointers), args);
}

LLVMValueRef gen_load_masked(const struct gen *g, LLVMValueRef pointer, LLVMValueRef mask,
                             LLVMValueRef others)
{
    LLVMValueRef args[] = {pointer, gen_i32(g, 4), mask, others};
    return masked(g, "llvm.masked.load", g->words, g->pointer, args);
}

void gen_store_masked(const struct gen *g, LLVMValueRef words, LLVMValueRef pointer, LLVMValueRef mask)
{
    LLVMValueRef args[] = {words, pointer, gen_i32(g, 4), mask};
    masked(g, "llvm.masked.store", g->words, g->pointer, args);
}

LLVMValueRef gen_shuffle(const struct gen *g, LLVMValueRef a, LLVMValueRef b, const uint32_t *lanes,
                         unsigned count)
{
    LLVMValueRef indices[4 * JIT_LANES];
    for (unsigned i = 0; i < count; i++)
        indices[i] = gen_i32(g, lanes[i]);
    return LLVMBuildShuffleVector(g->b, a, b ? b : LLVMGetPoison(LLVMTypeOf(a)),
                                  LLVMConstVector(indices, count), "");
}

LLVMValueRef gen_join_rows(const struct gen *g, LLVMValueRef *rows, uint32_t lanes)
{
    static const uint32_t in_order[JIT_LANES] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    for (uint32_t count = g->lanes / lanes; count > 1; count /= 2, lanes *= 2)
        for (uint32_t i = 0; i < count / 2; i++)
            rows[i] = gen_shuffle(g, rows[2 * i], rows[2 * i + 1], in_order, 2 * lanes);
    return rows[0];
}

void gen_set_pure(const struct gen *g, LLVMValueRef callee)
{
    static const char *const attributes[] = {"memory", "nounwind", "willreturn"};
    for (unsigned i = 0; i < BASE_COUNT(attributes); i++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(attributes[i], strlen(attributes[i]));
        LLVMAttributeRef attribute = LLVMCreateEnumAttribute(g->context, kind, 0);
        if (LLVMIsACallInst(callee))
            LLVMAddCallSiteAttribute(callee, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attribute);
        else
            LLVMAddAttributeAtIndex(callee, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attribute);
    }
}

/* A pointer of the context, loaded once. */
static LLVMValueRef entry_pointer(struct gen *g, LLVMValueRef *loaded, size_t offset)
{
    LLVMBuilderRef kept = g->b;
    g->b = g->entry;
    if (!*loaded)
        *loaded = gen_field(g, g->pointer, offset);
    g->b = kept;
    return *loaded;
}

LLVMValueRef gen_tgsm(struct gen *g)
{
    return entry_pointer(g, &g->tgsm, offsetof(struct jit_context, tgsm));
}

LLVMValueRef gen_storage(struct gen *g, uint64_t each, uint64_t offset)
{
    LLVMValueRef base = entry_pointer(g, &g->stored_at, offsetof(struct jit_context, storage));
    if (each) {
        LLVMValueRef warp = LLVMBuildZExt(g->b, g->warp_number, g->i64, "");
        base = gen_offset(g, base, LLVMBuildMul(g->b, warp, gen_i64(g, each), ""));
    }
    return gen_offset_by(g, base, offset);
}

LLVMValueRef gen_stored(struct gen *g, ir_ref ref)
{
    return gen_storage(g, 4 * g->lanes, g->slots[ref].storage - 1);
}

/* ---- masks ---- */

LLVMValueRef gen_mask(const struct gen *g)
{
    return g->mask ? g->mask : g->all;
}

/* LLVM does not fold a bit cast of a constant vector while it builds code, and no later pass of ours does: a branch by a
   mask that is known would remain. */
static LLVMValueRef constant_bits(const struct gen *g, LLVMValueRef mask)
{
    unsigned long long bits = 0;
    for (unsigned i = 0; i < g->lanes; i++) {
        LLVMValueRef lane = LLVMIsConstant(mask) ? LLVMGetAggregateElement(mask, i) : NULL;
        if (!lane || !LLVMIsAConstantInt(lane))
            return NULL;
        bits |= LLVMConstIntGetZExtValue(lane) << i;
    }
    return LLVMConstInt(g->mask_int, bits, false);
}

static LLVMValueRef bits_of(const struct gen *g, LLVMValueRef mask)
{
    LLVMValueRef constant = constant_bits(g, mask);
    return constant ? constant : LLVMBuildBitCast(g->b, mask, g->mask_int, "");
}

LLVMValueRef gen_mask_bits(const struct gen *g, LLVMValueRef mask)
{
    return LLVMBuildZExt(g->b, bits_of(g, mask), g->i32, "");
}

LLVMValueRef gen_any(const struct gen *g, LLVMValueRef mask)
{
    return LLVMBuildICmp(g->b, LLVMIntNE, bits_of(g, mask), LLVMConstNull(g->mask_int), "");
}

LLVMValueRef gen_both(const struct gen *g, LLVMValueRef a, LLVMValueRef b)
{
    return a && b ? LLVMBuildAnd(g->b, a, b, "") : a ? a : b;
}

LLVMValueRef gen_every(const struct gen *g, LLVMValueRef mask)
{
    return LLVMBuildICmp(g->b, LLVMIntEQ, bits_of(g, mask), LLVMConstAllOnes(g->mask_int), "");
}

LLVMValueRef gen_lanes_begin(struct gen *g, LLVMValueRef bits, struct gen_lane_loop *loop)
{
    LLVMBasicBlockRef before = gen_here(g);
    *loop = (struct gen_lane_loop){.body = gen_block(g, "lane"), .after = gen_block(g, "lanes.done")};
    LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntNE, bits, gen_i32(g, 0), ""), loop->body, loop->after);
    gen_at(g, loop->body);
    loop->left = LLVMBuildPhi(g->b, g->i32, "");
    LLVMAddIncoming(loop->left, &bits, &before, 1);
    LLVMValueRef args[] = {loop->left, LLVMConstInt(g->i1, 1, false)};
    return LLVMBuildZExt(g->b, gen_intrinsic(g, "llvm.cttz", g->i32, args, 2), g->i64, "");
}

void gen_lanes_end(struct gen *g, const struct gen_lane_loop *loop)
{
    LLVMValueRef lower = LLVMBuildSub(g->b, loop->left, gen_i32(g, 1), "");
    LLVMValueRef next = LLVMBuildAnd(g->b, loop->left, lower, "");
    LLVMBasicBlockRef end = gen_here(g);
    LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntNE, next, gen_i32(g, 0), ""), loop->body, loop->after);
    LLVMAddIncoming(loop->left, &next, &end, 1);
    gen_at(g, loop->after);
}
