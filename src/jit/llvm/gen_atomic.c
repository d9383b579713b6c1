/* Atomics and counters. A group runs on one core, so atomics on g# are plain arithmetic, lane by lane. */
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

static void help(struct gen *g, ir_ref ref, size_t helper)
{
    const struct ir_value *v = gen_value(g, ref);
    LLVMValueRef args[] = {gen_i32(g, v->slot), gen_i32(g, v->view), gen_i32(g, v->op),
                           gen_mask_bits(g, gen_mask(g))};
    gen_help(g, helper, LLVMVoidTypeInContext(g->context), args, 4);
    gen_define(g, ref,
               gen_load(g, g->words, gen_field_pointer(g, offsetof(struct jit_context, lanes.value)), 32));
}

void gen_counter(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    if (v->view == IR_NONE)
        gen_store(g, gen_clean_vector(g, ir_arg(g->f, v, v->count - 1)),
                  gen_field_pointer(g, offsetof(struct jit_context, lanes.reg)), 32);
    help(g, ref, offsetof(struct jit_context, helpers.counter));
}

/* ---- g# ---- */

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

/* One lane: `lane` is its number, i64. `offset` NULL: taken from lanes.address. */
static void apply_lane(struct gen *g, const struct ir_value *v, LLVMValueRef base, LLVMValueRef lane,
                       LLVMValueRef offset, const LLVMValueRef *scalars)
{
    LLVMValueRef step = LLVMBuildMul(g->b, lane, gen_i64(g, 4), "");
    if (!offset) {
        offset = gen_offset(g, gen_field_pointer(g, offsetof(struct jit_context, lanes.address)), step);
        offset = LLVMBuildZExt(g->b, gen_load(g, g->i32, offset, 4), g->i64, "");
    }
    LLVMValueRef pointer = gen_offset(g, base, offset);
    LLVMValueRef values[2] = {scalars[0], scalars[1]};
    for (uint32_t i = 0; i < v->count - 2; i++)
        if (!values[i])
            values[i] = gen_load(
                g, g->i32,
                gen_offset(g, gen_field_pointer(g, offsetof(struct jit_context, lanes.value[i])), step), 4);
    LLVMValueRef old = gen_load(g, g->i32, pointer, 4);
    gen_store(g, apply(g, v->op, old, values[0], values[1]), pointer, 4);
    if (v->uses)
        gen_store(g, old,
                  gen_offset(g, gen_field_pointer(g, offsetof(struct jit_context, lanes.value)), step), 4);
}

/* All lanes in turn. Offsets are extracted from the vector in pairs: a scalar load would stall on the
   vector store before it. */
static void apply_all(struct access *a, LLVMValueRef offsets, const LLVMValueRef *scalars)
{
    struct gen *g = a->g;
    LLVMTypeRef pairs_type = LLVMVectorType(g->i64, g->lanes / 2);
    LLVMValueRef pairs = LLVMBuildBitCast(g->b, offsets, pairs_type, "");
    for (uint32_t i = 0; i < g->lanes; i += 2) {
        LLVMValueRef pair = LLVMBuildExtractElement(g->b, pairs, gen_i32(g, i / 2), "");
        LLVMValueRef low = LLVMBuildAnd(g->b, pair, gen_i64(g, UINT32_MAX), "");
        LLVMValueRef high = LLVMBuildLShr(g->b, pair, gen_i64(g, 32), "");
        apply_lane(g, a->v, a->view.base, gen_i64(g, i), low, scalars);
        apply_lane(g, a->v, a->view.base, gen_i64(g, i + 1), high, scalars);
    }
}

/* The lanes that exist, lowest first. */
static void apply_some(struct access *a, LLVMValueRef offsets, LLVMValueRef exists,
                       const LLVMValueRef *scalars)
{
    struct gen *g = a->g;
    struct gen_lane_loop loop;
    gen_store(g, offsets, gen_field_pointer(g, offsetof(struct jit_context, lanes.address)), 32);
    LLVMValueRef lane = gen_lanes_begin(g, exists, &loop);
    apply_lane(g, a->v, a->view.base, lane, NULL, scalars);
    gen_lanes_end(g, &loop);
}

static void by_lane(struct access *a)
{
    struct gen *g = a->g;
    const struct ir_value *v = a->v;
    LLVMValueRef exists, words = gen_bounds_words(a, 0, &exists), scalars[2] = {NULL, NULL};
    LLVMValueRef offsets = LLVMBuildShl(g->b, words, gen_splat_word(g, 2), "");
    for (uint32_t i = 0; i < v->count - 2; i++) {
        ir_ref value = ir_arg(g->f, v, 2 + i);
        if (gen_is_uniform(gen_value(g, value)))
            scalars[i] = gen_clean(g, value);
        else
            gen_store(g, gen_clean_vector(g, value),
                      gen_field_pointer(g, offsetof(struct jit_context, lanes.value[i])), 32);
    }
    if (exists == g->all)
        apply_all(a, offsets, scalars);
    else
        apply_some(a, offsets, exists, scalars);
    if (!v->uses)
        return;
    /* Out of bounds reads return 0. */
    LLVMValueRef old =
        gen_load(g, g->words, gen_field_pointer(g, offsetof(struct jit_context, lanes.value)), 32);
    gen_define(g, a->refs[0], LLVMBuildSelect(g->b, exists, old, LLVMConstNull(g->words), ""));
}

/* Lanes access consecutive words: no conflicts. */
static bool is_row(const struct access *a)
{
    return !a->v->uses && a->v->count == 3 && !a->is_raw && gen_affine_step(a) == 1;
}

static void by_row(struct access *a)
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
    by_lane(a);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
}

/* On memory that is private to this worker: a g#, or its copy of a u#. */
static void plain_atomic(struct gen *g, ir_ref ref)
{
    struct access a;
    gen_access_open(g, gen_value(g, ref), &a);
    gen_access_add(&a, ref);
    if (is_row(&a))
        by_row(&a);
    else
        by_lane(&a);
}

static void view_atomic(struct gen *g, ir_ref ref)
{
    pass_operands(g, gen_value(g, ref));
    help(g, ref, offsetof(struct jit_context, helpers.atomic));
}

/* On the worker's own copy when the host has provided one. */
static void reduce(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    LLVMBasicBlockRef own = gen_block(g, "own"), shared = gen_block(g, "shared"),
                      after = gen_block(g, "done");
    LLVMValueRef flag = gen_view_field(g, v, g->i32, offsetof(struct jit_view, is_private));
    LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntNE, flag, gen_i32(g, 0), ""), own, shared);
    gen_at(g, own);
    plain_atomic(g, ref);
    LLVMBuildBr(g->b, after);
    gen_at(g, shared);
    view_atomic(g, ref);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
}

void gen_atomic(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    if (gen_is_tgsm(g, v))
        plain_atomic(g, ref);
    else if (v->view != IR_NONE && jit_reduction_of(g->f, v->view))
        reduce(g, ref);
    else
        view_atomic(g, ref);
}
