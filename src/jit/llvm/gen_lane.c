/* Arithmetic. Hot opcodes are emitted as LLVM IR with the exact bits of src/numeric, except that a NaN may
   keep the processor's bits until a consumer observes them (raw_nan). All others call the interpreter's
   lane functions. */
#include "jit/llvm/gen.h"

/* The operation being emitted. Operands are all scalars or all vectors. */
struct op {
    struct gen *g;
    const struct ir_value *v;
    unsigned part;
    bool is_vector;
    LLVMTypeRef word, real;
};

static LLVMValueRef word(const struct op *op, unsigned i)
{
    ir_ref ref = ir_arg(op->g->f, op->v, i);
    if (op->is_vector)
        return gen_clean_vector(op->g, ref);
    return gen_clean(op->g, ref);
}

/* An operand whose NaNs need not be canonical. */
static LLVMValueRef raw_operand(const struct op *op, unsigned i)
{
    ir_ref ref = ir_arg(op->g->f, op->v, i);
    return op->is_vector ? gen_vector(op->g, ref) : gen_word(op->g, ref);
}

static LLVMValueRef bits(const struct op *op, LLVMValueRef real)
{
    return LLVMBuildBitCast(op->g->b, real, op->word, "");
}

static LLVMValueRef as_real(const struct op *op, LLVMValueRef word)
{
    return LLVMBuildBitCast(op->g->b, word, op->real, "");
}

/* A loop phi (its later args are defined after it) is not a constant when a back edge brings a computed
   value; a phi with one arm, or with arms that LLVM folds, may be one. */
static bool is_loop_carried(const struct gen *g, const struct ir_value *phi)
{
    ir_ref own = (ir_ref)(phi - g->f->values);
    for (uint32_t i = 0; i < phi->count; i++) {
        ir_ref arg = ir_arg(g->f, phi, i);
        const struct ir_value *v = gen_value(g, arg);
        if (arg > own && v->kind == IR_LANE && v->raw_nan && v->op < IR_MODIFIER && v->op != ISA_MOVC)
            return true;
    }
    return false;
}

static bool is_arithmetic(const struct ir_value *v)
{
    return v->op == ISA_ADD || v->op == ISA_MUL || v->op == ISA_MAD;
}

/* A value of which LLVM's simplifications know only that it holds a float's bits. */
static bool is_unknown(const struct gen *g, const struct ir_value *v)
{
    switch (v->kind) {
    case IR_LOAD:
    case IR_CBUFFER:
    case IR_XREAD: return true;
    case IR_PHI: return is_loop_carried(g, v);
    case IR_LANE: break;
    default: return false;
    }
    if (v->op == IR_MODIFIER + LANE_NEG_F32 || v->op == IR_MODIFIER + LANE_ABS_F32)
        return is_unknown(g, gen_arg(g, v, 0));
    if (is_arithmetic(v) || v->op == ISA_ITOF || v->op == ISA_UTOF)
        return true; /* of what LLVM does not know, or made opaque once for all its uses */
    return v->raw_nan && v->op < IR_MODIFIER && v->op != ISA_MOVC;
}

static LLVMValueRef flushed(const struct op *op, unsigned i);

/* The vector of x where the operand of a vector operation is a uniform -x, else NULL. Negated after the broadcast,
   x comes from memory, and LLVM negates as part of an addition or a fused multiply-add. */
static LLVMValueRef uniform_negated(const struct op *op, ir_ref ref)
{
    const struct ir_value *v = gen_value(op->g, ref);
    if (!op->is_vector || !ir_is_uniform(v) || v->kind != IR_LANE || v->op != IR_MODIFIER + LANE_NEG_F32)
        return NULL;
    return as_real(op, gen_vector(op->g, ir_arg(op->g->f, v, 0)));
}

/* A float operand. A value that may fold to a constant is made opaque: LLVM would simplify x * 1 to x, and
   x + -0 likewise, which keeps denormals; and its instruction selection has folded 0 / x with a test of the
   result's exponent to 0, where x may be 0. */
static LLVMValueRef real(const struct op *op, unsigned i)
{
    ir_ref ref = ir_arg(op->g->f, op->v, i);
    const struct ir_value *v = gen_value(op->g, ref);
    if (op->g->f->is_double) {
        LLVMValueRef word = flushed(op, i);
        return as_real(op, is_unknown(op->g, v) ? word : gen_opaque(op->g, word));
    }
    if (v->kind == IR_CONST) {
        LLVMValueRef literal = gen_literal(op->g, v->word);
        return as_real(op, op->is_vector ? gen_splat(op->g, literal) : literal);
    }
    if (!is_unknown(op->g, v))
        return as_real(op, gen_opaque(op->g, raw_operand(op, i)));
    LLVMValueRef negated = uniform_negated(op, ref);
    return negated ? LLVMBuildFNeg(op->g->b, negated, "") : as_real(op, raw_operand(op, i));
}

static LLVMValueRef constant(const struct op *op, uint32_t value)
{
    return op->is_vector ? gen_splat_word(op->g, value) : gen_i32(op->g, value);
}

static LLVMValueRef choose(const struct op *op, LLVMValueRef bit, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildSelect(op->g->b, bit, a, b, "");
}

static LLVMValueRef compare(const struct op *op, LLVMIntPredicate how, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildICmp(op->g->b, how, a, b, "");
}

static LLVMValueRef and (const struct op *op, LLVMValueRef a, uint32_t mask)
{
    return LLVMBuildAnd(op->g->b, a, constant(op, mask), "");
}

static LLVMValueRef one(const struct op *op)
{
    LLVMValueRef literal = gen_literal(op->g, 0x3f800000);
    return as_real(op, op->is_vector ? gen_splat(op->g, literal) : literal);
}

/* num_flush_f32: a denormal becomes a zero of its sign. */
static LLVMValueRef flushed(const struct op *op, unsigned i)
{
    LLVMValueRef x = raw_operand(op, i);
    if (gen_arg(op->g, op->v, i)->is_settled)
        return x;
    if (!op->g->f->is_double)
        return gen_settled(op->g, x);
    LLVMValueRef exponent = and(op, x, 0x7f800000);
    LLVMValueRef is_small = compare(op, LLVMIntEQ, exponent, constant(op, 0));
    return choose(op, is_small, and(op, x, 0x80000000), x);
}

static LLVMValueRef call(const struct op *op, const char *name, LLVMValueRef a)
{
    return gen_intrinsic(op->g, name, op->real, &a, 1);
}

/* The result of float arithmetic. Where denormals are enabled (is_double) it is flushed here. The processor
   flushes what is tiny after rounding to 24 bits: a magnitude below 2^-126, and 2^-126 itself where only
   rounding to a denormal's fewer bits gives it. `scaled` is the result times 2^64, which is rounded to 24
   bits; NULL: sums, which are exact there. */
static LLVMValueRef flush_result(const struct op *op, LLVMValueRef result, LLVMValueRef scaled)
{
    LLVMBuilderRef b = op->g->b;
    if (!op->g->f->is_double)
        return result;
    LLVMValueRef word = bits(op, result), magnitude = and(op, word, 0x7fffffff);
    LLVMValueRef tiny = compare(op, LLVMIntULT, magnitude, constant(op, 0x00800000));
    if (scaled) {
        LLVMValueRef size = and(op, bits(op, scaled), 0x7fffffff); /* 0x20800000: 2^-62 */
        LLVMValueRef below = compare(op, LLVMIntULT, size, constant(op, 0x20800000));
        LLVMValueRef least = compare(op, LLVMIntEQ, magnitude, constant(op, 0x00800000));
        tiny = LLVMBuildOr(b, tiny, LLVMBuildAnd(b, least, below, ""), "");
    }
    return as_real(op, choose(op, tiny, and(op, word, 0x80000000), word));
}

/* x * 2^64, for flush_result. */
static LLVMValueRef scale(const struct op *op, LLVMValueRef x)
{
    return LLVMBuildFMul(op->g->b, x, as_real(op, constant(op, 0x5f800000)), "");
}

static LLVMValueRef fused(const struct op *op, LLVMValueRef x, LLVMValueRef y, LLVMValueRef z)
{
    LLVMValueRef args[] = {x, y, z}, scaled = NULL;
    if (op->g->f->is_double) {
        LLVMValueRef by[] = {scale(op, x), y, scale(op, z)};
        scaled = gen_intrinsic(op->g, "llvm.fma", op->real, by, 3);
    }
    return flush_result(op, gen_intrinsic(op->g, "llvm.fma", op->real, args, 3), scaled);
}

static LLVMValueRef product(const struct op *op, LLVMValueRef x, LLVMValueRef y)
{
    LLVMValueRef scaled = op->g->f->is_double ? LLVMBuildFMul(op->g->b, scale(op, x), y, "") : NULL;
    return flush_result(op, LLVMBuildFMul(op->g->b, x, y, ""), scaled);
}

static LLVMValueRef quotient_of(const struct op *op, LLVMValueRef x, LLVMValueRef y)
{
    LLVMValueRef scaled = op->g->f->is_double ? LLVMBuildFDiv(op->g->b, scale(op, x), y, "") : NULL;
    return flush_result(op, LLVMBuildFDiv(op->g->b, x, y, ""), scaled);
}

static LLVMValueRef make_reciprocal_root(const struct op *op)
{
    LLVMValueRef x = real(op, 0);
    LLVMValueRef r = op->g->f->is_double ? NULL : gen_target_reciprocal_root(op->g, x);
    return bits(op, r ? r : LLVMBuildFDiv(op->g->b, one(op), call(op, "llvm.sqrt", x), ""));
}

static LLVMValueRef make_dot(const struct op *op, unsigned components)
{
    LLVMValueRef sum = product(op, real(op, 0), real(op, components));
    for (unsigned i = 1; i < components; i++)
        sum = fused(op, real(op, i), real(op, components + i), sum);
    return bits(op, sum);
}

/* x or y as the instructions of processors that return y for zeros and NaNs: LLVM selects them for this form. */
static LLVMValueRef select_extreme(const struct op *op, bool is_min, LLVMValueRef x, LLVMValueRef y)
{
    LLVMRealPredicate how = is_min ? LLVMRealOLT : LLVMRealOGT;
    return choose(op, LLVMBuildFCmp(op->g->b, how, x, y, ""), x, y);
}

/* A constant that select_extreme may return for a NaN or for zeros. */
static bool is_plain_limit(const struct ir_value *v, bool is_min)
{
    uint32_t magnitude = v->word & 0x7fffffff;
    return v->kind == IR_CONST && v->is_settled && magnitude <= 0x7f800000 &&
           (magnitude || v->word == (is_min ? 0x80000000 : 0));
}

/* num_min, num_max */
static LLVMValueRef make_extreme(const struct op *op, bool is_min)
{
    LLVMBuilderRef b = op->g->b;
    LLVMValueRef x = as_real(op, flushed(op, 0)), y = as_real(op, flushed(op, 1));
    if (is_plain_limit(gen_arg(op->g, op->v, 1), is_min))
        return bits(op, select_extreme(op, is_min, x, y));
    if (is_plain_limit(gen_arg(op->g, op->v, 0), is_min))
        return bits(op, select_extreme(op, is_min, y, x));
    LLVMValueRef r = op->g->f->is_double ? NULL : gen_target_extreme(op->g, is_min, x, y);
    if (r)
        return bits(op, r);
    LLVMValueRef first = bits(op, select_extreme(op, is_min, x, y)),
                 second = bits(op, select_extreme(op, is_min, y, x));
    LLVMValueRef number = is_min ? LLVMBuildOr(b, first, second, "") : LLVMBuildAnd(b, first, second, "");
    LLVMValueRef other = choose(op, LLVMBuildFCmp(b, LLVMRealUNO, y, y, ""), bits(op, x), bits(op, y));
    return choose(op, LLVMBuildFCmp(b, LLVMRealUNO, x, y, ""), other, number);
}

/* An operand whose denormals the operation itself flushes, where the processor does. */
static LLVMValueRef rounded(const struct op *op, unsigned i)
{
    return op->g->f->is_double ? as_real(op, flushed(op, i)) : real(op, i);
}

static LLVMValueRef make_round(const struct op *op, const char *name)
{
    return bits(op, call(op, name, rounded(op, 0)));
}

static LLVMValueRef real_of(const struct op *op, uint32_t word)
{
    return as_real(op, constant(op, word));
}

static LLVMValueRef make_fraction(const struct op *op)
{
    LLVMValueRef x = rounded(op, 0);
    LLVMValueRef fraction = LLVMBuildFSub(op->g->b, x, call(op, "llvm.floor", x), "");
    return bits(op, select_extreme(op, true, real_of(op, 0x3f7fffff), fraction));
}

/* Numbers without a sign below 2^31. */
static bool fits_integer(const struct op *op)
{
    return gen_arg(op->g, op->v, 0)->high < 0x4f000000;
}

/* num_ftoi */
static LLVMValueRef make_ftoi(const struct op *op)
{
    LLVMBuilderRef b = op->g->b;
    LLVMValueRef x = real(op, 0), top = real_of(op, 0x4f000000), bottom = real_of(op, 0xcf000000);
    if (fits_integer(op))
        return LLVMBuildFPToSI(b, x, op->word, "");
    LLVMValueRef above = LLVMBuildFCmp(b, LLVMRealOGE, x, top, ""), r = gen_target_integers(op->g, true, x);
    if (r) {
        r = choose(op, above, constant(op, 0x7fffffff), r);
        return choose(op, LLVMBuildFCmp(b, LLVMRealUNO, x, x, ""), constant(op, 0), r);
    }
    LLVMValueRef below = LLVMBuildFCmp(b, LLVMRealOLT, x, bottom, "");
    LLVMValueRef fits = LLVMBuildAnd(b, LLVMBuildFCmp(b, LLVMRealOGE, x, bottom, ""),
                                     LLVMBuildFCmp(b, LLVMRealOLT, x, top, ""), "");
    r = LLVMBuildFPToSI(b, choose(op, fits, x, real_of(op, 0)), op->word, "");
    r = choose(op, above, constant(op, 0x7fffffff), r);
    return choose(op, below, constant(op, 0x80000000), r);
}

static LLVMValueRef all_ones(const struct op *op, LLVMValueRef bit)
{
    return choose(op, bit, constant(op, 0xffffffff), constant(op, 0));
}

/* By conversions to signed numbers, which give 2^31 for what is not below it: those from there on without it. */
static LLVMValueRef ftou_by_signed(const struct op *op, LLVMValueRef x)
{
    LLVMBuilderRef b = op->g->b;
    LLVMValueRef half = real_of(op, 0x4f000000), top = real_of(op, 0x4f800000);
    x = choose(op, LLVMBuildFCmp(b, LLVMRealOGT, x, real_of(op, 0), ""), x, real_of(op, 0));
    LLVMValueRef low = gen_target_integers(op->g, true, x);
    if (!low)
        return NULL;
    LLVMValueRef high = gen_target_integers(op->g, true, LLVMBuildFSub(b, x, half, ""));
    high = LLVMBuildAnd(b, high, LLVMBuildAShr(b, low, constant(op, 31), ""), "");
    LLVMValueRef above = all_ones(op, LLVMBuildFCmp(b, LLVMRealOGE, x, top, ""));
    return LLVMBuildOr(b, LLVMBuildOr(b, low, high, ""), above, "");
}

/* num_ftou */
static LLVMValueRef make_ftou(const struct op *op)
{
    LLVMBuilderRef b = op->g->b;
    LLVMValueRef x = real(op, 0), half = real_of(op, 0x4f000000), top = real_of(op, 0x4f800000);
    if (fits_integer(op))
        return LLVMBuildFPToSI(b, x, op->word, "");
    LLVMValueRef r = gen_target_integers(op->g, false, x);
    if (r)
        return choose(op, LLVMBuildFCmp(b, LLVMRealOGT, x, real_of(op, 0), ""), r, constant(op, 0));
    r = ftou_by_signed(op, x);
    if (r)
        return r;
    LLVMValueRef upper = LLVMBuildFCmp(b, LLVMRealOGE, x, half, "");
    LLVMValueRef fits = LLVMBuildAnd(b, LLVMBuildFCmp(b, LLVMRealOGT, x, real_of(op, 0), ""),
                                     LLVMBuildFCmp(b, LLVMRealOLT, x, top, ""), "");
    LLVMValueRef y = choose(op, upper, LLVMBuildFSub(b, x, half, ""), x);
    r = LLVMBuildFPToSI(b, choose(op, fits, y, real_of(op, 0)), op->word, "");
    r = LLVMBuildXor(b, r, choose(op, upper, constant(op, 0x80000000), constant(op, 0)), "");
    return choose(op, LLVMBuildFCmp(b, LLVMRealOGE, x, top, ""), constant(op, 0xffffffff), r);
}

/* num_f32tof16: toward zero, and the canonical NaN. */
static LLVMValueRef make_f32tof16(const struct op *op)
{
    LLVMBuilderRef b = op->g->b;
    if (op->is_vector) {
        LLVMValueRef x = as_real(op, raw_operand(op, 0)), half = gen_target_halves(op->g, x);
        LLVMValueRef is_nan = LLVMBuildFCmp(b, LLVMRealUNO, x, x, "");
        return choose(op, is_nan, constant(op, 0x7e00), LLVMBuildZExt(b, half, op->word, ""));
    }
    LLVMValueRef x = word(op, 0), magnitude = and(op, x, 0x7fffffff);
    LLVMValueRef sign = and(op, LLVMBuildLShr(b, x, constant(op, 16), ""), 0x8000);
    LLVMValueRef is_small = compare(op, LLVMIntULT, magnitude, constant(op, 0x38800000));
    /* A denormal half counts steps of 2^-24. */
    LLVMValueRef steps = LLVMBuildFMul(b, as_real(op, choose(op, is_small, magnitude, constant(op, 0))),
                                       real_of(op, 0x4b800000), "");
    LLVMValueRef small = LLVMBuildFPToSI(b, steps, op->word, "");
    LLVMValueRef normal = LLVMBuildSub(b, magnitude, constant(op, 0x38000000), "");
    LLVMValueRef r = choose(op, is_small, small, LLVMBuildLShr(b, normal, constant(op, 13), ""));
    r = choose(op, compare(op, LLVMIntUGE, magnitude, constant(op, 0x47800000)), constant(op, 0x7bff), r);
    r = choose(op, compare(op, LLVMIntEQ, magnitude, constant(op, 0x7f800000)), constant(op, 0x7c00), r);
    r = LLVMBuildOr(b, sign, r, "");
    return choose(op, compare(op, LLVMIntUGT, magnitude, constant(op, 0x7f800000)), constant(op, 0x7e00), r);
}

/* num_f16tof32 */
static LLVMValueRef make_f16tof32(const struct op *op)
{
    LLVMBuilderRef b = op->g->b;
    if (op->is_vector) {
        LLVMTypeRef half = LLVMVectorType(LLVMHalfTypeInContext(op->g->context), op->g->lanes);
        LLVMTypeRef short_word = LLVMVectorType(LLVMInt16TypeInContext(op->g->context), op->g->lanes);
        LLVMValueRef low = LLVMBuildTrunc(b, word(op, 0), short_word, "");
        LLVMValueRef x = LLVMBuildFPExt(b, LLVMBuildBitCast(b, low, half, ""), op->real, "");
        return gen_canonical(op->g, bits(op, x), true);
    }
    LLVMValueRef x = word(op, 0), magnitude = and(op, x, 0x7fff);
    LLVMValueRef sign = LLVMBuildShl(b, and(op, x, 0x8000), constant(op, 16), "");
    LLVMValueRef steps = LLVMBuildSIToFP(b, magnitude, op->real, "");
    LLVMValueRef small = bits(op, LLVMBuildFMul(b, steps, real_of(op, 0x33800000), ""));
    LLVMValueRef shifted = LLVMBuildShl(b, magnitude, constant(op, 13), "");
    LLVMValueRef r = LLVMBuildAdd(b, shifted, constant(op, 0x38000000), "");
    r = choose(op, compare(op, LLVMIntULT, magnitude, constant(op, 0x0400)), small, r);
    r = choose(op, compare(op, LLVMIntEQ, magnitude, constant(op, 0x7c00)), constant(op, 0x7f800000), r);
    r = LLVMBuildOr(b, sign, r, "");
    return choose(op, compare(op, LLVMIntUGT, magnitude, constant(op, 0x7c00)), constant(op, 0x7fc00000), r);
}

/* The first result of two has uses of its own, besides the one by the value of the second. */
static bool is_first_read(const struct op *op)
{
    ir_ref whole = (ir_ref)(op->v - op->g->f->values);
    return op->v->uses > (op->g->parts[4 * whole + 1] != 0);
}

/* LLVM 19 knows that a converted unsigned number has no sign, and has no instruction for the extension of half a vector of such
   floats' bits that it makes of that ("Cannot select: zero_extend_vector_inreg"). */
static LLVMValueRef factor(const struct op *op, unsigned i)
{
    LLVMValueRef x = word(op, i);
    return LLVMIsABitCastInst(x) ? gen_opaque(op->g, x) : x;
}

static LLVMValueRef high_product(const struct op *op, bool is_signed)
{
    LLVMBuilderRef b = op->g->b;
    LLVMTypeRef wide = op->is_vector ? LLVMVectorType(op->g->i64, op->g->lanes) : op->g->i64;
    LLVMValueRef x = factor(op, 0), y = factor(op, 1);
    x = is_signed ? LLVMBuildSExt(b, x, wide, "") : LLVMBuildZExt(b, x, wide, "");
    y = is_signed ? LLVMBuildSExt(b, y, wide, "") : LLVMBuildZExt(b, y, wide, "");
    LLVMValueRef shift = gen_i64(op->g, 32);
    if (op->is_vector)
        shift = gen_splat(op->g, shift);
    LLVMValueRef high = LLVMBuildLShr(b, LLVMBuildMul(b, x, y, ""), shift, "");
    return LLVMBuildTrunc(b, high, op->word, "");
}

static LLVMValueRef shift_count(const struct op *op)
{
    return and(op, word(op, 1), 31);
}

/* LLVM 19 drops the `and` of a count that it finds to be constant late, in lanes that a select with zeros excludes. It takes the
   result of a shift by 32 for zero and drops the select, too, but an arithmetic shift by 32 gives the sign (x86-64). The
   other shifts do give zero. */
static LLVMValueRef arithmetic_shift(const struct op *op, LLVMValueRef x, LLVMValueRef count)
{
    LLVMValueRef most = and(op, count, 31);
    return LLVMBuildAShr(op->g->b, x, LLVMIsConstant(most) ? most : gen_opaque(op->g, most), "");
}

/* ((1 << (width & 31)) - 1) */
static LLVMValueRef field_mask(const struct op *op, LLVMValueRef width)
{
    LLVMValueRef bit = LLVMBuildShl(op->g->b, constant(op, 1), and(op, width, 31), "");
    return LLVMBuildSub(op->g->b, bit, constant(op, 1), "");
}

/* num_ibfe */
static LLVMValueRef make_ibfe(const struct op *op)
{
    LLVMBuilderRef b = op->g->b;
    LLVMValueRef w = and(op, word(op, 0), 31), o = and(op, word(op, 1), 31);
    LLVMValueRef end = LLVMBuildAdd(b, w, o, "");
    LLVMValueRef fits = compare(op, LLVMIntULT, end, constant(op, 32));
    LLVMValueRef up = choose(op, fits, LLVMBuildSub(b, constant(op, 32), end, ""), constant(op, 0));
    LLVMValueRef field = LLVMBuildShl(b, word(op, 2), and(op, up, 31), "");
    field = arithmetic_shift(op, field, LLVMBuildAdd(b, up, o, ""));
    return choose(op, compare(op, LLVMIntNE, w, constant(op, 0)), field, constant(op, 0));
}

static LLVMValueRef make_bfi(const struct op *op)
{
    LLVMBuilderRef b = op->g->b;
    LLVMValueRef o = and(op, word(op, 1), 31);
    LLVMValueRef mask = LLVMBuildShl(b, field_mask(op, word(op, 0)), o, "");
    LLVMValueRef in = LLVMBuildAnd(b, LLVMBuildShl(b, word(op, 2), o, ""), mask, "");
    return LLVMBuildOr(b, in, LLVMBuildAnd(b, word(op, 3), LLVMBuildNot(b, mask, ""), ""), "");
}

/* num_firstbit_hi: counted from the most significant bit; all ones where there is none. */
static LLVMValueRef make_firstbit(const struct op *op, const char *count, LLVMValueRef x)
{
    LLVMValueRef args[] = {x, LLVMConstInt(op->g->i1, 0, false)};
    LLVMValueRef position = gen_intrinsic(op->g, count, op->word, args, 2);
    return choose(op, compare(op, LLVMIntEQ, x, constant(op, 0)), constant(op, 0xffffffff), position);
}

static LLVMValueRef make_firstbit_shi(const struct op *op)
{
    LLVMValueRef x = word(op, 0), sign = LLVMBuildAShr(op->g->b, x, constant(op, 31), "");
    return make_firstbit(op, "llvm.ctlz", LLVMBuildXor(op->g->b, x, sign, ""));
}

/* -a, |a|, -|a| of a move: flushed, with the canonical NaN. */
static LLVMValueRef make_move(const struct op *op, bool absolute, bool negative)
{
    LLVMValueRef x = flushed(op, 0);
    if (absolute)
        x = and(op, x, 0x7fffffff);
    if (negative)
        x = LLVMBuildXor(op->g->b, x, constant(op, 0x80000000), "");
    return gen_canonical(op->g, x, true);
}

/* A NaN, a negative number or a denormal is not greater than 0. */
static LLVMValueRef make_saturate(const struct op *op)
{
    LLVMValueRef x = rounded(op, 0);
    x = select_extreme(op, false, x, real_of(op, 0));
    return bits(op, select_extreme(op, true, x, real_of(op, 0x3f800000)));
}

/* ---- comparisons, and values derived from them only ---- */

/* Numbers below 2^31 are in the same order as signed ones, which processors without mask registers compare in fewer
   instructions. */
static bool is_below_sign(const struct op *op)
{
    const struct gen *g = op->g;
    return gen_arg(g, op->v, 0)->high <= INT32_MAX && gen_arg(g, op->v, 1)->high <= INT32_MAX;
}

static LLVMValueRef make_comparison(const struct op *op)
{
    LLVMBuilderRef b = op->g->b;
    switch (op->v->op) {
    case ISA_EQ: return LLVMBuildFCmp(b, LLVMRealOEQ, real(op, 0), real(op, 1), "");
    case ISA_NE: return LLVMBuildFCmp(b, LLVMRealUNE, real(op, 0), real(op, 1), "");
    case ISA_LT: return LLVMBuildFCmp(b, LLVMRealOLT, real(op, 0), real(op, 1), "");
    case ISA_GE: return LLVMBuildFCmp(b, LLVMRealOGE, real(op, 0), real(op, 1), "");
    case ISA_IEQ: return compare(op, LLVMIntEQ, word(op, 0), word(op, 1));
    case ISA_INE: return compare(op, LLVMIntNE, word(op, 0), word(op, 1));
    case ISA_ILT: return compare(op, LLVMIntSLT, word(op, 0), word(op, 1));
    case ISA_IGE: return compare(op, LLVMIntSGE, word(op, 0), word(op, 1));
    case ISA_ULT: return compare(op, is_below_sign(op) ? LLVMIntSLT : LLVMIntULT, word(op, 0), word(op, 1));
    case ISA_UGE: return compare(op, is_below_sign(op) ? LLVMIntSGE : LLVMIntUGE, word(op, 0), word(op, 1));
    case ISA_CHECK_ACCESS_FULLY_MAPPED: return compare(op, LLVMIntNE, word(op, 0), constant(op, 0));
    default: return NULL;
    }
}

/* All bits of the value are equal: it is materialised from its i1, not only tested against 0. */
static bool is_boolean(const struct gen *g, ir_ref ref)
{
    const struct gen_slot *slot = &g->slots[ref];
    if (!slot->bit || !slot->word || gen_value(g, ref)->kind != IR_LANE)
        return false;
    if (slot->segment != 0 && slot->segment != g->segment)
        return false;
    return LLVMIsASExtInst(slot->word) && LLVMGetOperand(slot->word, 0) == slot->bit;
}

static LLVMValueRef boolean(const struct op *op, unsigned i)
{
    ir_ref ref = ir_arg(op->g->f, op->v, i);
    if (!is_boolean(op->g, ref))
        return NULL;
    return op->is_vector ? gen_bit_vector(op->g, ref) : gen_bit(op->g, ref);
}

static LLVMValueRef make_logic(const struct op *op)
{
    LLVMBuilderRef b = op->g->b;
    bool is_not = op->v->op == ISA_NOT;
    if (!is_not && op->v->op != ISA_AND && op->v->op != ISA_OR && op->v->op != ISA_XOR)
        return NULL;
    LLVMValueRef x = boolean(op, 0), y = is_not ? x : boolean(op, 1);
    if (!x || !y)
        return NULL;
    switch (op->v->op) {
    case ISA_NOT: return LLVMBuildNot(b, x, "");
    case ISA_AND: return LLVMBuildAnd(b, x, y, "");
    case ISA_OR: return LLVMBuildOr(b, x, y, "");
    default: return LLVMBuildXor(b, x, y, "");
    }
}

static LLVMValueRef condition(const struct op *op)
{
    ir_ref ref = ir_arg(op->g->f, op->v, 0);
    return op->is_vector ? gen_bit_vector(op->g, ref) : gen_bit(op->g, ref);
}

/* ---- by operation ---- */

static LLVMValueRef make_float(const struct op *op)
{
    LLVMBuilderRef b = op->g->b;
    switch (op->v->op) {
    case ISA_ADD: return bits(op, flush_result(op, LLVMBuildFAdd(b, real(op, 0), real(op, 1), ""), NULL));
    case ISA_MUL: return bits(op, product(op, real(op, 0), real(op, 1)));
    case ISA_DIV: return bits(op, quotient_of(op, real(op, 0), real(op, 1)));
    case ISA_MAD: return bits(op, fused(op, real(op, 0), real(op, 1), real(op, 2)));
    case ISA_DP2: return make_dot(op, 2);
    case ISA_DP3: return make_dot(op, 3);
    case ISA_DP4: return make_dot(op, 4);
    case ISA_RCP: return bits(op, quotient_of(op, one(op), real(op, 0)));
    case ISA_SQRT: return bits(op, call(op, "llvm.sqrt", real(op, 0)));
    case ISA_RSQ: return make_reciprocal_root(op);
    case ISA_MIN: return make_extreme(op, true);
    case ISA_MAX: return make_extreme(op, false);
    case ISA_ROUND_NE: return make_round(op, "llvm.rint");
    case ISA_ROUND_NI: return make_round(op, "llvm.floor");
    case ISA_ROUND_PI: return make_round(op, "llvm.ceil");
    case ISA_ROUND_Z: return make_round(op, "llvm.trunc");
    case ISA_FRC: return make_fraction(op);
    case ISA_FTOI: return make_ftoi(op);
    case ISA_FTOU: return make_ftou(op);
    case ISA_ITOF: return gen_opaque(op->g, bits(op, LLVMBuildSIToFP(b, word(op, 0), op->real, "")));
    case ISA_F32TOF16: return make_f32tof16(op);
    case ISA_F16TOF32: return make_f16tof32(op);
    case ISA_UTOF: return gen_opaque(op->g, bits(op, LLVMBuildUIToFP(b, word(op, 0), op->real, "")));
    case IR_MODIFIER + LANE_NEG_F32: return bits(op, LLVMBuildFNeg(b, as_real(op, raw_operand(op, 0)), ""));
    case IR_MODIFIER + LANE_ABS_F32: return and(op, raw_operand(op, 0), 0x7fffffff);
    case IR_MODIFIER + LANE_NEG_ABS_F32:
        return LLVMBuildOr(b, raw_operand(op, 0), constant(op, 0x80000000), "");
    case IR_MODIFIER + LANE_MOVE_NEG_F32: return make_move(op, false, true);
    case IR_MODIFIER + LANE_MOVE_ABS_F32: return make_move(op, true, false);
    case IR_MODIFIER + LANE_MOVE_NEG_ABS_F32: return make_move(op, true, true);
    case IR_MODIFIER + LANE_SATURATE_F32: return make_saturate(op);
    default: return NULL;
    }
}

static LLVMValueRef make_integer(const struct op *op)
{
    LLVMBuilderRef b = op->g->b;
    switch (op->v->op) {
    case ISA_MOV:
    case IR_MODIFIER + LANE_KEEP: return raw_operand(op, 0);
    case ISA_MOVC:
        if (op->v->raw_nan)
            return choose(op, condition(op), raw_operand(op, 1), raw_operand(op, 2));
        return choose(op, condition(op), word(op, 1), word(op, 2));
    case ISA_SWAPC: return choose(op, condition(op), word(op, op->part ? 1 : 2), word(op, op->part ? 2 : 1));
    case ISA_IADD: return LLVMBuildAdd(b, word(op, 0), word(op, 1), "");
    case ISA_INEG:
    case IR_MODIFIER + LANE_NEG_I32: return LLVMBuildNeg(b, word(op, 0), "");
    case ISA_IMAD:
    case ISA_UMAD: return LLVMBuildAdd(b, LLVMBuildMul(b, word(op, 0), word(op, 1), ""), word(op, 2), "");
    case ISA_IMUL:
    case ISA_UMUL:
        if (op->part)
            return LLVMBuildMul(b, word(op, 0), word(op, 1), "");
        return is_first_read(op) ? high_product(op, op->v->op == ISA_IMUL) : constant(op, 0);
    case ISA_UADDC: {
        LLVMValueRef sum = LLVMBuildAdd(b, word(op, 0), word(op, 1), "");
        return op->part ? LLVMBuildZExt(b, compare(op, LLVMIntULT, sum, word(op, 0)), op->word, "") : sum;
    }
    case ISA_USUBB:
        return op->part ? LLVMBuildZExt(b, compare(op, LLVMIntULT, word(op, 0), word(op, 1)), op->word, "")
                        : LLVMBuildSub(b, word(op, 0), word(op, 1), "");
    case ISA_IMIN:
        return choose(op, compare(op, LLVMIntSLT, word(op, 0), word(op, 1)), word(op, 0), word(op, 1));
    case ISA_IMAX:
        return choose(op, compare(op, LLVMIntSGT, word(op, 0), word(op, 1)), word(op, 0), word(op, 1));
    case ISA_UMIN:
        return choose(op, compare(op, LLVMIntULT, word(op, 0), word(op, 1)), word(op, 0), word(op, 1));
    case ISA_UMAX:
        return choose(op, compare(op, LLVMIntUGT, word(op, 0), word(op, 1)), word(op, 0), word(op, 1));
    case ISA_AND: return LLVMBuildAnd(b, word(op, 0), word(op, 1), "");
    case ISA_OR: return LLVMBuildOr(b, word(op, 0), word(op, 1), "");
    case ISA_XOR: return LLVMBuildXor(b, word(op, 0), word(op, 1), "");
    case ISA_NOT: return LLVMBuildNot(b, word(op, 0), "");
    case ISA_ISHL: return LLVMBuildShl(b, word(op, 0), shift_count(op), "");
    case ISA_ISHR: return arithmetic_shift(op, word(op, 0), word(op, 1));
    case ISA_USHR: return LLVMBuildLShr(b, word(op, 0), shift_count(op), "");
    case ISA_UBFE: {
        LLVMValueRef shifted = LLVMBuildLShr(b, word(op, 2), shift_count(op), "");
        return LLVMBuildAnd(b, shifted, field_mask(op, word(op, 0)), "");
    }
    case ISA_IBFE: return make_ibfe(op);
    case ISA_BFI: return make_bfi(op);
    case ISA_COUNTBITS: {
        LLVMValueRef x = word(op, 0);
        return gen_intrinsic(op->g, "llvm.ctpop", op->word, &x, 1);
    }
    case ISA_BFREV: {
        LLVMValueRef x = word(op, 0);
        return gen_intrinsic(op->g, "llvm.bitreverse", op->word, &x, 1);
    }
    case ISA_MSAD: {
        LLVMValueRef args[] = {gen_difference_of_bytes(op->g, word(op, 0), word(op, 1), true), word(op, 2)};
        return gen_intrinsic(op->g, "llvm.uadd.sat", op->word, args, 2);
    }
    case ISA_FIRSTBIT_HI: return make_firstbit(op, "llvm.ctlz", word(op, 0));
    case ISA_FIRSTBIT_LO: return make_firstbit(op, "llvm.cttz", word(op, 0));
    case ISA_FIRSTBIT_SHI: return make_firstbit_shi(op);
    case ISA_DMOV: return word(op, op->part);
    case ISA_DMOVC: return choose(op, condition(op), word(op, 1 + op->part), word(op, 3 + op->part));
    default: return NULL;
    }
}

static bool make_division(const struct op *op, ir_ref whole)
{
    if (op->v->op != ISA_UDIV)
        return false;
    gen_divide(op->g, whole, op->is_vector);
    return true;
}

/* The operand is opaque: a constant would be folded with denormals. The steps need them flushed. */
static bool make_math(const struct op *op, ir_ref whole)
{
    LLVMValueRef out[2] = {NULL};
    if (op->g->f->is_double || !gen_math(op->g, op->v->op, gen_opaque(op->g, raw_operand(op, 0)), out))
        return false;
    gen_define(op->g, whole, out[0]);
    if (op->v->results > 1 && op->g->parts[4 * whole + 1])
        gen_define(op->g, op->g->parts[4 * whole + 1], out[1]);
    return true;
}

/* ---- all other operations: operands and results in memory ---- */

static LLVMValueRef lane_pointer(const struct gen *g, unsigned i)
{
    return gen_field_pointer(g, offsetof(struct jit_context, lanes.value) + sizeof(uint32_t) * JIT_LANES * i);
}

/* Computes the results of all parts with numeric/lanes.h. */
static void help(const struct op *op, ir_ref whole)
{
    struct gen *g = op->g;
    const struct ir_value *v = op->v;
    for (uint32_t i = 0; i < v->count; i++) {
        ir_ref ref = ir_arg(g->f, v, i);
        if (op->is_vector)
            gen_store(g, gen_clean_vector(g, ref), lane_pointer(g, i), 32);
        else
            gen_store(g, gen_clean(g, ref), lane_pointer(g, i), 4);
    }
    LLVMValueRef which = gen_i32(g, v->op);
    gen_help(g, offsetof(struct jit_context, helpers.lane), LLVMVoidTypeInContext(g->context), &which, 1);
    for (unsigned k = 0; k < v->results; k++) {
        ir_ref ref = k ? g->parts[4 * whole + k] : whole;
        if (ref)
            gen_define(g, ref, gen_load(g, op->word, lane_pointer(g, k), op->is_vector ? 32 : 4));
    }
}

static unsigned settling(const struct gen *g)
{
    static const char name[] = "sm5.settling";
    return LLVMGetMDKindIDInContext(g->context, name, sizeof name - 1);
}

LLVMValueRef gen_settled_operand(const struct gen *g, LLVMValueRef value)
{
    bool settles = LLVMIsABinaryOperator(value) && LLVMGetMetadata(value, settling(g));
    return settles ? LLVMGetOperand(value, 0) : NULL;
}

/* A multiplication by 1. A constant is opaque, because LLVM would fold it with denormals. */
LLVMValueRef gen_settled(struct gen *g, LLVMValueRef words)
{
    bool is_vector = gen_is_vector(words);
    LLVMTypeRef word = is_vector ? g->words : g->i32, real = is_vector ? g->floats : g->f32;
    LLVMValueRef one = gen_literal(g, 0x3f800000);
    one = LLVMBuildBitCast(g->b, is_vector ? gen_splat(g, one) : one, real, "");
    LLVMValueRef x = LLVMBuildBitCast(g->b, LLVMIsConstant(words) ? gen_opaque(g, words) : words, real, "");
    LLVMValueRef product = LLVMBuildFMul(g->b, x, one, "");
    if (LLVMIsABinaryOperator(product))
        LLVMSetMetadata(product, settling(g), LLVMMDNodeInContext(g->context, NULL, 0));
    return LLVMBuildBitCast(g->b, product, word, "");
}

void gen_lane(struct gen *g, ir_ref ref)
{
    const struct ir_value *made = gen_value(g, ref);
    if (gen_is_tabulated(g, made)) {
        gen_define(g, ref, gen_tabulated(g, made));
        return;
    }
    struct op op = {.g = g, .v = made, .part = 0};
    ir_ref whole = ref;
    if (made->kind == IR_PART) {
        whole = ir_arg(g->f, made, 0);
        op.v = gen_value(g, whole);
        op.part = made->part;
    }
    struct gen_slot *slot = &g->slots[ref];
    bool is_emitted = slot->word && (slot->segment == 0 || slot->segment == g->segment);
    if (g->f->is_double && ir_lane_info(op.v->op).is_double && (is_emitted || gen_double(g, whole)))
        return;
    op.is_vector = made->shape == IR_VARYING;
    op.word = op.is_vector ? g->words : g->i32;
    op.real = op.is_vector ? g->floats : g->f32;
    LLVMValueRef bit = make_comparison(&op);
    if (!bit)
        bit = make_logic(&op);
    LLVMValueRef result = bit ? LLVMBuildSExt(g->b, bit, op.word, "") : make_float(&op);
    if (!result)
        result = make_integer(&op);
    if (result) {
        gen_define(g, ref, result);
        g->slots[ref].bit = bit;
        return;
    }
    /* The first result that is needed emits the call for all. */
    if (!is_emitted && !make_division(&op, whole) && !make_math(&op, whole))
        help(&op, whole);
}
