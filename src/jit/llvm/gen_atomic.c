/* Atomics and counters. A group runs on one core, so atomics on g# are plain arithmetic. On u# they are relaxed
   (mem.h), or plain where the worker is alone or has a copy of its own of a view that the program only reduces into.
   Lanes are updated lowest first. */
#include "jit/jit_reduction.h"
#include "jit/llvm/gen_memory.h"

static void pass_operands(struct gen *g, const struct ir_value *v)
{
    bool has_register = v->view == IR_NONE && g->f->program->decls.resources[v->slot].file != ISA_FILE_TGSM;
    uint32_t values = v->count - 2 - has_register;
    gen_store(g, gen_clean_vector(g, ir_arg(g->f, v, 0)),
              gen_field_pointer(g, offsetof(struct jit_context, lanes.address)), 32);
    ir_ref offset = ir_arg(g->f, v, 1);
    LLVMValueRef zero = LLVMConstNull(g->words);
    gen_store(g, offset ? gen_clean_vector(g, offset) : zero,
              gen_field_pointer(g, offsetof(struct jit_context, lanes.offset)), 32);
    for (uint32_t i = 0; i < values; i++)
        gen_store(g, gen_clean_vector(g, ir_arg(g->f, v, 2 + i)),
                  gen_field_pointer(g, offsetof(struct jit_context, lanes.value[i])), 32);
    if (has_register)
        gen_store(g, gen_clean_vector(g, ir_arg(g->f, v, v->count - 1)),
                  gen_field_pointer(g, offsetof(struct jit_context, lanes.reg)), 32);
}

static LLVMValueRef call_helper(struct gen *g, const struct ir_value *v, size_t helper)
{
    LLVMValueRef args[] = {gen_i32(g, v->slot), gen_i32(g, v->view), gen_i32(g, v->op),
                           gen_mask_bits(g, gen_mask(g))};
    gen_help(g, helper, LLVMVoidTypeInContext(g->context), args, 4);
    return gen_load(g, g->words, gen_field_pointer(g, offsetof(struct jit_context, lanes.value)), 32);
}

void gen_counter(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    if (v->view == IR_NONE)
        gen_store(g, gen_clean_vector(g, ir_arg(g->f, v, v->count - 1)),
                  gen_field_pointer(g, offsetof(struct jit_context, lanes.reg)), 32);
    gen_define(g, ref, call_helper(g, v, offsetof(struct jit_context, helpers.counter)));
}

/* ---- one word ---- */

/* Whether other threads may access the word meanwhile: not a g#'s, nor that of a u# that is the worker's own. */
enum sharing { PLAIN, SHARED };

static LLVMValueRef smaller(struct gen *g, LLVMIntPredicate how, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildSelect(g->b, LLVMBuildICmp(g->b, how, a, b, ""), a, b, "");
}

/* The new value. */
static LLVMValueRef apply(struct gen *g, uint16_t op, LLVMValueRef old, LLVMValueRef a, LLVMValueRef b)
{
    switch (isa_op(op)->atomic) {
    case ISA_ATOMIC_OP_AND: return LLVMBuildAnd(g->b, old, a, "");
    case ISA_ATOMIC_OP_OR: return LLVMBuildOr(g->b, old, a, "");
    case ISA_ATOMIC_OP_XOR: return LLVMBuildXor(g->b, old, a, "");
    case ISA_ATOMIC_OP_IADD: return LLVMBuildAdd(g->b, old, a, "");
    case ISA_ATOMIC_OP_IMAX: return smaller(g, LLVMIntSGT, old, a);
    case ISA_ATOMIC_OP_IMIN: return smaller(g, LLVMIntSLT, old, a);
    case ISA_ATOMIC_OP_UMAX: return smaller(g, LLVMIntUGT, old, a);
    case ISA_ATOMIC_OP_UMIN: return smaller(g, LLVMIntULT, old, a);
    case ISA_ATOMIC_OP_COMPARE:
        return LLVMBuildSelect(g->b, LLVMBuildICmp(g->b, LLVMIntEQ, old, a, ""), b, old, "");
    default: return a; /* exchange */
    }
}

/* LLVM's read-modify-write operations, and their reductions of vectors, by enum isa_atomic. */
static const struct {
    LLVMAtomicRMWBinOp how;
    bool is_extreme;
    const char *reduction; /* NULL: not commutative */
} rmw[] = {
    [ISA_ATOMIC_OP_IADD] = {LLVMAtomicRMWBinOpAdd, false, "llvm.vector.reduce.add"},
    [ISA_ATOMIC_OP_AND] = {LLVMAtomicRMWBinOpAnd, false, "llvm.vector.reduce.and"},
    [ISA_ATOMIC_OP_OR] = {LLVMAtomicRMWBinOpOr, false, "llvm.vector.reduce.or"},
    [ISA_ATOMIC_OP_XOR] = {LLVMAtomicRMWBinOpXor, false, "llvm.vector.reduce.xor"},
    [ISA_ATOMIC_OP_IMAX] = {LLVMAtomicRMWBinOpMax, true, "llvm.vector.reduce.smax"},
    [ISA_ATOMIC_OP_IMIN] = {LLVMAtomicRMWBinOpMin, true, "llvm.vector.reduce.smin"},
    [ISA_ATOMIC_OP_UMAX] = {LLVMAtomicRMWBinOpUMax, true, "llvm.vector.reduce.umax"},
    [ISA_ATOMIC_OP_UMIN] = {LLVMAtomicRMWBinOpUMin, true, "llvm.vector.reduce.umin"},
    [ISA_ATOMIC_OP_EXCHANGE] = {LLVMAtomicRMWBinOpXchg, false, NULL},
    [ISA_ATOMIC_OP_COMPARE] = {LLVMAtomicRMWBinOpXchg, false, NULL},
};

static const LLVMAtomicOrdering relaxed = LLVMAtomicOrderingMonotonic; /* mem.h */

/* The word before. */
static LLVMValueRef exchange_if_equal(struct gen *g, LLVMValueRef pointer, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef both = LLVMBuildAtomicCmpXchg(g->b, pointer, a, b, relaxed, relaxed, false);
    return LLVMBuildExtractValue(g->b, both, 0, "");
}

/* A minimum or maximum that leaves the word as it is does not write it: most do not. */
static LLVMValueRef improve(struct gen *g, uint16_t op, LLVMValueRef pointer, LLVMValueRef a)
{
    LLVMValueRef seen = gen_load(g, g->i32, pointer, 4);
    LLVMSetOrdering(seen, relaxed);
    struct gen_join join = {.block = gen_block(g, "improved")};
    LLVMBasicBlockRef better = gen_block(g, "improve"), kept = gen_block(g, "kept");
    LLVMValueRef changes = LLVMBuildICmp(g->b, LLVMIntNE, apply(g, op, seen, a, NULL), seen, "");
    LLVMBuildCondBr(g->b, changes, better, kept);
    gen_at(g, kept);
    gen_join_path(g, &join, &seen, 1);
    gen_at(g, better);
    LLVMValueRef old = LLVMBuildAtomicRMW(g->b, rmw[isa_op(op)->atomic].how, pointer, a, relaxed, false);
    gen_join_path(g, &join, &old, 1);
    gen_join_end(g, &join, &old, 1);
    return old;
}

/* Returns the word before. */
static LLVMValueRef update(struct gen *g, uint16_t op, enum sharing sharing, LLVMValueRef pointer,
                           const LLVMValueRef values[2])
{
    enum isa_atomic operation = (enum isa_atomic)isa_op(op)->atomic;
    if (sharing == PLAIN) {
        LLVMValueRef old = gen_load(g, g->i32, pointer, 4);
        gen_store(g, apply(g, op, old, values[0], values[1]), pointer, 4);
        return old;
    }
    if (operation == ISA_ATOMIC_OP_COMPARE)
        return exchange_if_equal(g, pointer, values[0], values[1]);
    if (rmw[operation].is_extreme)
        return improve(g, op, pointer, values[0]);
    return LLVMBuildAtomicRMW(g->b, rmw[operation].how, pointer, values[0], relaxed, false);
}

/* ---- lane by lane ---- */

/* One lane: `lane` is its number, i64; `word` counts from `base`. */
static void apply_lane(struct gen *g, const struct ir_value *v, enum sharing sharing, LLVMValueRef base,
                       LLVMValueRef lane, LLVMValueRef word, const LLVMValueRef *scalars)
{
    LLVMValueRef step = LLVMBuildMul(g->b, lane, gen_i64(g, 4), "");
    LLVMValueRef values[2] = {scalars[0], scalars[1]};
    for (uint32_t i = 0; i < v->count - 2; i++)
        if (!values[i])
            values[i] = gen_load(
                g, g->i32,
                gen_offset(g, gen_field_pointer(g, offsetof(struct jit_context, lanes.value[i])), step), 4);
    LLVMValueRef old = update(g, v->op, sharing, LLVMBuildGEP2(g->b, g->i32, base, &word, 1, ""), values);
    if (v->uses)
        gen_store(g, old,
                  gen_offset(g, gen_field_pointer(g, offsetof(struct jit_context, lanes.value)), step), 4);
}

/* All lanes in turn. Word numbers are extracted from the vector in pairs: a scalar load would stall on the
   vector store before it. LLVM 19 must not see how the numbers were made: after an `and` of the vector it drops that of the
   first of each pair, whose address then has the second one's bits. */
static void apply_all(struct access *a, LLVMValueRef words, const LLVMValueRef *scalars)
{
    struct gen *g = a->g;
    LLVMTypeRef pairs_type = LLVMVectorType(g->i64, g->lanes / 2);
    LLVMValueRef pairs = LLVMBuildBitCast(g->b, gen_opaque(g, words), pairs_type, "");
    for (uint32_t i = 0; i < g->lanes; i += 2) {
        LLVMValueRef pair = LLVMBuildExtractElement(g->b, pairs, gen_i32(g, i / 2), "");
        LLVMValueRef low = LLVMBuildAnd(g->b, pair, gen_i64(g, UINT32_MAX), "");
        LLVMValueRef high = LLVMBuildLShr(g->b, pair, gen_i64(g, 32), "");
        apply_lane(g, a->v, PLAIN, a->view.base, gen_i64(g, i), low, scalars);
        apply_lane(g, a->v, PLAIN, a->view.base, gen_i64(g, i + 1), high, scalars);
    }
}

/* The lanes that exist, lowest first. */
static void apply_some(struct access *a, enum sharing sharing, LLVMValueRef words, LLVMValueRef exists,
                       const LLVMValueRef *scalars)
{
    struct gen *g = a->g;
    struct gen_lane_loop loop;
    gen_store(g, words, gen_field_pointer(g, offsetof(struct jit_context, lanes.address)), 32);
    LLVMValueRef lane = gen_lanes_begin(g, gen_mask_bits(g, exists), &loop);
    LLVMValueRef at = gen_field_pointer(g, offsetof(struct jit_context, lanes.address));
    at = gen_offset(g, at, LLVMBuildMul(g->b, lane, gen_i64(g, 4), ""));
    LLVMValueRef word = LLVMBuildZExt(g->b, gen_load(g, g->i32, at, 4), g->i64, "");
    apply_lane(g, a->v, sharing, a->view.base, lane, word, scalars);
    gen_lanes_end(g, &loop);
}

/* Lanes that are inactive or out of bounds apply the operation's neutral word to a word in bounds: a branch for each would be
   mispredicted where lanes diverge. In a g# of enough words each has one of its own, so that none waits for the one before. */
static void apply_neutral(struct access *a, LLVMValueRef words, LLVMValueRef exists, LLVMValueRef scalars[2])
{
    struct gen *g = a->g;
    bool has_many = gen_is_tgsm(g, a->v) && g->f->program->decls.resources[a->v->slot].bytes >= 4 * g->lanes;
    LLVMValueRef values = gen_field_pointer(g, offsetof(struct jit_context, lanes.value)),
                 value = scalars[0] ? gen_splat(g, scalars[0]) : gen_load(g, g->words, values, 32),
                 neutral =
                     gen_splat_word(g, jit_reduction_identity((enum isa_atomic)isa_op(a->v->op)->atomic));
    gen_store(g, LLVMBuildSelect(g->b, exists, value, neutral, ""), values, 32);
    scalars[0] = NULL;
    words = LLVMBuildSelect(g->b, exists, words, has_many ? g->iota : LLVMConstNull(g->words), "");
    LLVMValueRef base = a->view.base;
    if (!gen_is_tgsm(g, a->v)) {
        LLVMValueRef is_any = LLVMBuildICmp(g->b, LLVMIntUGE, a->view.bytes, gen_i64(g, 4), "");
        a->view.base = LLVMBuildSelect(g->b, is_any, base, gen_variable(g, g->words, "nowhere"), "");
    }
    apply_all(a, words, scalars);
    a->view.base = base;
}

static void apply_existing(struct access *a, LLVMValueRef words, LLVMValueRef exists, LLVMValueRef scalars[2])
{
    struct gen *g = a->g;
    if (rmw[isa_op(a->v->op)->atomic].reduction) {
        apply_neutral(a, words, exists, scalars);
        return;
    }
    LLVMBasicBlockRef all = gen_block(g, "all"), some = gen_block(g, "some"), after = gen_block(g, "applied");
    LLVMBuildCondBr(g->b, gen_every(g, exists), all, some);
    gen_at(g, all);
    apply_all(a, words, scalars);
    LLVMBuildBr(g->b, after);
    gen_at(g, some);
    apply_some(a, PLAIN, words, exists, scalars);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
}

static LLVMValueRef by_lane(struct access *a, enum sharing sharing)
{
    struct gen *g = a->g;
    const struct ir_value *v = a->v;
    LLVMValueRef exists, words = gen_bounds_words(a, 0, &exists), scalars[2] = {NULL, NULL};
    for (uint32_t i = 0; i < v->count - 2; i++) {
        ir_ref value = ir_arg(g->f, v, 2 + i);
        if (ir_is_uniform(gen_value(g, value)))
            scalars[i] = gen_clean(g, value);
        else
            gen_store(g, gen_clean_vector(g, value),
                      gen_field_pointer(g, offsetof(struct jit_context, lanes.value[i])), 32);
    }
    if (sharing == SHARED)
        apply_some(a, sharing, words, exists, scalars);
    else if (exists == g->all)
        apply_all(a, words, scalars);
    else
        apply_existing(a, words, exists, scalars);
    if (!v->uses)
        return NULL;
    /* Out of bounds reads return 0. */
    LLVMValueRef old =
        gen_load(g, g->words, gen_field_pointer(g, offsetof(struct jit_context, lanes.value)), 32);
    return LLVMBuildSelect(g->b, exists, old, LLVMConstNull(g->words), "");
}

/* ---- all lanes on one word ---- */

/* The lanes' operands are combined first, so that the word is updated once a warp. Results are the words
   before each lane's turn, lowest lane first: known for sums of one value. */
static bool is_one_word(const struct access *a)
{
    const struct ir_value *v = a->v;
    if (!gen_uniform_address(a) || !rmw[isa_op(v->op)->atomic].reduction)
        return false;
    bool is_count =
        isa_op(v->op)->atomic == ISA_ATOMIC_OP_IADD && ir_is_uniform(gen_value(a->g, ir_arg(a->g->f, v, 2)));
    return !v->uses || is_count;
}

static LLVMValueRef active_count(struct gen *g)
{
    if (!g->mask)
        return gen_i32(g, g->lanes);
    LLVMValueRef bits = gen_mask_bits(g, g->mask);
    return gen_intrinsic(g, "llvm.ctpop", g->i32, &bits, 1);
}

/* By lane: the active lanes below it. */
static LLVMValueRef active_below(struct gen *g)
{
    if (!g->mask)
        return g->iota;
    LLVMValueRef zero = LLVMConstNull(g->words), sum = LLVMBuildZExt(g->b, g->mask, g->words, "");
    LLVMValueRef active = sum;
    for (uint32_t distance = 1; distance < g->lanes; distance *= 2) {
        uint32_t lanes[JIT_LANES];
        for (uint32_t i = 0; i < g->lanes; i++)
            lanes[i] = i < distance ? g->lanes : i - distance;
        sum = LLVMBuildAdd(g->b, sum, gen_shuffle(g, sum, zero, lanes, g->lanes), "");
    }
    return LLVMBuildSub(g->b, sum, active, "");
}

/* The operands of the active lanes as one. */
static LLVMValueRef combined(struct gen *g, const struct ir_value *v)
{
    ir_ref ref = ir_arg(g->f, v, 2);
    enum isa_atomic operation = (enum isa_atomic)isa_op(v->op)->atomic;
    if (operation == ISA_ATOMIC_OP_IADD && ir_is_uniform(gen_value(g, ref)))
        return LLVMBuildMul(g->b, gen_clean(g, ref), active_count(g), "");
    LLVMValueRef value = gen_clean_vector(g, ref);
    if (g->mask)
        value =
            LLVMBuildSelect(g->b, g->mask, value, gen_splat_word(g, jit_reduction_identity(operation)), "");
    return gen_intrinsic(g, rmw[operation].reduction, g->words, &value, 1);
}

static LLVMValueRef on_one_word(struct access *a, enum sharing sharing)
{
    struct gen *g = a->g;
    const struct ir_value *v = a->v;
    LLVMValueRef exists, pointer = gen_bounds_scalar(a, 0, &exists), none = gen_i32(g, 0);
    LLVMValueRef values[2] = {combined(g, v), NULL};
    struct gen_join join = {.block = gen_block(g, "combined")};
    if (exists) {
        LLVMBasicBlockRef in = gen_block(g, "combine"), out = gen_block(g, "outside");
        LLVMBuildCondBr(g->b, exists, in, out);
        gen_at(g, out);
        gen_join_path(g, &join, &none, 1);
        gen_at(g, in);
    }
    LLVMValueRef old = update(g, v->op, sharing, pointer, values);
    gen_join_path(g, &join, &old, 1);
    gen_join_end(g, &join, &old, 1);
    if (!v->uses)
        return NULL;
    LLVMValueRef each = gen_clean_vector(g, ir_arg(g->f, v, 2));
    LLVMValueRef before =
        LLVMBuildAdd(g->b, gen_splat(g, old), LLVMBuildMul(g->b, active_below(g), each, ""), "");
    return exists ? LLVMBuildSelect(g->b, exists, before, LLVMConstNull(g->words), "") : before;
}

/* ---- a row of words ---- */

/* Lanes access consecutive words: no conflicts. */
static bool is_row(const struct access *a)
{
    return !a->v->uses && a->v->count == 3 && !a->is_raw && gen_affine_step(a) == 1;
}

static LLVMValueRef by_row(struct access *a)
{
    struct gen *g = a->g;
    LLVMBasicBlockRef in = gen_block(g, "row"), lanes = gen_block(g, "lanes"),
                      after = gen_block(g, "reduced");
    struct gen_row row;
    gen_bounds_row(a, gen_clean(g, a->index), 1, false, &row);
    LLVMValueRef fits = row.exists;
    if (g->mask)
        fits = LLVMBuildAnd(g->b, fits, gen_every(g, g->mask), "");
    LLVMBuildCondBr(g->b, fits, in, lanes);
    gen_at(g, in);
    LLVMValueRef pointer = gen_offset_by(g, row.pointer, 4 * (uint64_t)row.offsets[0]);
    LLVMValueRef old = gen_load(g, g->words, pointer, 4), value = gen_clean_vector(g, ir_arg(g->f, a->v, 2));
    gen_store(g, apply(g, a->v->op, old, value, NULL), pointer, 4);
    LLVMBuildBr(g->b, after);
    gen_at(g, lanes);
    by_lane(a, PLAIN);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
    return NULL;
}

/* ---- by kind of memory ---- */

static LLVMValueRef emit(struct access *a, enum sharing sharing)
{
    if (is_one_word(a))
        return on_one_word(a, sharing);
    return sharing == PLAIN && is_row(a) ? by_row(a) : by_lane(a, sharing);
}

/* Atomics on u# of one function that have plain code too, which doubles their size. */
enum { PLAIN_MOST = 256 };

/* Of a u#, which other workers may access meanwhile or not. */
static LLVMValueRef by_sharing(struct access *a)
{
    struct gen *g = a->g;
    LLVMBasicBlockRef own = gen_block(g, "own"), shared = gen_block(g, "shared");
    struct gen_join join = {.block = gen_block(g, "done")};
    unsigned results = a->v->uses ? 1 : 0;
    LLVMValueRef flag = gen_view_field(g, a->v, g->i32, offsetof(struct jit_view, is_own)), before;
    LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntNE, flag, gen_i32(g, 0), ""), own, shared);
    gen_at(g, own);
    before = emit(a, PLAIN);
    gen_join_path(g, &join, &before, results);
    gen_at(g, shared);
    before = emit(a, SHARED);
    gen_join_path(g, &join, &before, results);
    gen_join_end(g, &join, &before, results);
    return before;
}

/* Code knows where the word is; of typed u#, in buffers of single words. */
static bool is_inline(const struct gen *g, const struct ir_value *v)
{
    if (v->access != IR_TYPED)
        return v->view != IR_NONE || gen_is_tgsm(g, v);
    bool is_buffer = g->f->program->decls.resources[v->slot].dimension == ISA_DIM_BUFFER;
    return is_buffer && gen_texel_kind(g, v) == JIT_TEXEL_WORD;
}

static LLVMValueRef atomic(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    struct access a;
    if (!is_inline(g, v)) {
        pass_operands(g, v);
        return call_helper(g, v, offsetof(struct jit_context, helpers.atomic));
    }
    gen_access_open(g, v, &a);
    gen_access_add(&a, ref);
    if (gen_is_tgsm(g, v))
        return emit(&a, PLAIN);
    return g->atomics++ < PLAIN_MOST ? by_sharing(&a) : emit(&a, SHARED);
}

void gen_atomic(struct gen *g, ir_ref ref)
{
    LLVMValueRef before = atomic(g, ref);
    if (gen_value(g, ref)->uses)
        gen_define(g, ref, before);
}
