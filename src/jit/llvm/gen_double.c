/* Arithmetic on doubles, with the exact bits of numeric/num_double.h.

   A double is a pair of words in ir.h: a value and its part 1, or two phis. Operations on doubles keep the
   joined value in the slot of the low word, so that a chain of them neither splits nor joins words. What the
   bits of that value are good for differs (struct gen_slot): arithmetic may leave a NaN that is not
   canonical, which is made canonical where the pair's words are used. */
#include "jit/llvm/gen.h"

struct op {
    struct gen *g;
    const struct ir_value *v;
    bool is_vector;
    LLVMTypeRef real, word, wide; /* double, i32, i64, or vectors of them */
};

static LLVMTypeRef by_lane(const struct gen *g, LLVMTypeRef type, bool is_vector)
{
    return is_vector ? LLVMVectorType(type, g->lanes) : type;
}

static LLVMTypeRef real_type(const struct gen *g, bool is_vector)
{
    return by_lane(g, LLVMDoubleTypeInContext(g->context), is_vector);
}

static LLVMValueRef constant(const struct op *op, double value)
{
    LLVMValueRef scalar = LLVMConstReal(LLVMDoubleTypeInContext(op->g->context), value);
    return op->is_vector ? gen_splat(op->g, scalar) : scalar;
}

/* ---- pairs of words ---- */

static bool is_double_lane(const struct ir_value *v)
{
    return v->kind == IR_LANE && v->results == 2 && ir_lane_info(v->op).is_double;
}

/* The two are words of one value that knows its joined form. */
static bool is_pair(const struct gen *g, ir_ref low, ir_ref high)
{
    if (!low || !high)
        return false;
    const struct ir_value *h = gen_value(g, high);
    return (g->pairs[low] == high) || (h->kind == IR_PART && h->part == 1 && ir_arg(g->f, h, 0) == low &&
                                       is_double_lane(gen_value(g, low)));
}

/* Elements 0 and 1 of each double. */
static LLVMValueRef half_of(const struct gen *g, LLVMValueRef real, unsigned half)
{
    bool is_vector = gen_is_vector(real);
    LLVMValueRef bits;
    if (is_vector) {
        uint32_t lanes[JIT_LANES];
        for (uint32_t i = 0; i < g->lanes; i++)
            lanes[i] = 2 * i + half;
        bits = LLVMBuildBitCast(g->b, real, LLVMVectorType(g->i32, 2 * g->lanes), "");
        return gen_shuffle(g, bits, NULL, lanes, g->lanes);
    }
    bits = LLVMBuildBitCast(g->b, real, g->i64, "");
    return LLVMBuildTrunc(g->b, half ? LLVMBuildLShr(g->b, bits, gen_i64(g, 32), "") : bits, g->i32, "");
}

static LLVMValueRef join(const struct gen *g, LLVMValueRef low, LLVMValueRef high)
{
    if (gen_is_vector(low)) {
        uint32_t lanes[2 * JIT_LANES];
        for (uint32_t i = 0; i < g->lanes; i++) {
            lanes[2 * i] = i;
            lanes[2 * i + 1] = g->lanes + i;
        }
        return LLVMBuildBitCast(g->b, gen_shuffle(g, low, high, lanes, 2 * g->lanes), real_type(g, true), "");
    }
    high = LLVMBuildShl(g->b, LLVMBuildZExt(g->b, high, g->i64, ""), gen_i64(g, 32), "");
    LLVMValueRef bits = LLVMBuildOr(g->b, LLVMBuildZExt(g->b, low, g->i64, ""), high, "");
    return LLVMBuildBitCast(g->b, bits, real_type(g, false), "");
}

static LLVMValueRef canonical(const struct gen *g, LLVMValueRef real)
{
    LLVMValueRef is_number = LLVMBuildFCmp(g->b, LLVMRealORD, real, real, "");
    LLVMValueRef nan = LLVMBuildBitCast(g->b, gen_i64(g, 0x7ff8000000000000), real_type(g, false), "");
    return LLVMBuildSelect(g->b, is_number, real, gen_is_vector(real) ? gen_splat(g, nan) : nan, "");
}

/* The joined value of a slot, if it holds one in this segment. */
static LLVMValueRef joined_value(struct gen *g, ir_ref low, ir_ref high)
{
    if (!is_pair(g, low, high))
        return NULL;
    gen_word(g, low); /* emits or reloads it */
    return g->slots[low].real;
}

static LLVMValueRef join_words(struct gen *g, ir_ref low, ir_ref high, bool is_vector)
{
    const struct ir_value *l = gen_value(g, low), *h = gen_value(g, high);
    bool spread = is_vector && !(ir_is_uniform(l) && ir_is_uniform(h));
    LLVMBuilderRef kept = g->b;
    uint8_t level = l->level > h->level ? l->level : h->level;
    if (level < IR_WARP)
        g->b = level == IR_DISPATCH ? g->entry : g->outer;
    LLVMValueRef real = spread ? join(g, gen_clean_vector(g, low), gen_clean_vector(g, high))
                               : join(g, gen_clean(g, low), gen_clean(g, high));
    if (is_vector && !spread)
        real = gen_splat(g, real);
    g->b = kept;
    return real;
}

/* The value of a pair for arithmetic, whose NaNs may have any bits. */
static LLVMValueRef real_of(struct gen *g, ir_ref low, ir_ref high, bool is_vector)
{
    LLVMValueRef real = joined_value(g, low, high);
    if (!real)
        return join_words(g, low, high, is_vector);
    return is_vector && !gen_is_vector(real) ? gen_splat(g, real) : real;
}

/* Defines a pair by its joined value: `bits` tells how its words follow from it. */
void gen_define_pair(struct gen *g, ir_ref low, ir_ref high, LLVMValueRef real, enum gen_pair_bits bits)
{
    LLVMValueRef exact = bits == GEN_PAIR_RAW ? canonical(g, real) : real;
    gen_define(g, low, half_of(g, exact, 0));
    if (high)
        gen_define(g, high, half_of(g, exact, 1));
    g->slots[low].real = real;
    g->slots[low].pair_bits = bits;
}

/* ---- doubles that are loaded ---- */

static unsigned find_member(const ir_ref *refs, unsigned count, ir_ref ref)
{
    unsigned at = 0;
    while (at < count && refs[at] != ref)
        at++;
    return at;
}

void gen_join_doubles(const struct gen *g, const ir_ref *refs, unsigned count, LLVMValueRef *values)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned high = g->pairs[refs[i]] ? find_member(refs, count, g->pairs[refs[i]]) : count;
        if (high == count)
            continue;
        values[i] = join(g, values[i], values[high]);
        values[high] = NULL;
    }
}

void gen_split_doubles(const struct gen *g, const ir_ref *refs, unsigned count, LLVMValueRef *values,
                       LLVMValueRef *reals)
{
    for (unsigned i = 0; i < count; i++) {
        reals[i] = NULL;
        unsigned high = g->pairs[refs[i]] ? find_member(refs, count, g->pairs[refs[i]]) : count;
        if (high == count)
            continue;
        reals[i] = values[i];
        values[i] = half_of(g, reals[i], 0);
        values[high] = half_of(g, reals[i], 1);
    }
}

void gen_define_doubles(struct gen *g, const ir_ref *refs, unsigned count, const LLVMValueRef *reals)
{
    for (unsigned i = 0; i < count; i++) {
        ir_ref low = refs[i], high = g->pairs[low];
        if (high && find_member(refs, count, high) < count)
            g->slots[low].real = reals[i] ? reals[i] : join(g, g->slots[low].word, g->slots[high].word);
    }
}

static void pair_loads(struct gen *g, ir_ref low, ir_ref high)
{
    const struct ir_value *l = gen_value(g, low), *h = gen_value(g, high);
    if (l->kind != IR_LOAD || h->kind != IR_LOAD || low == high || g->pairs[low] || g->pairs[high] ||
        g->highs[low] || g->highs[high] || l->shape != h->shape || l->level != h->level ||
        (l->shape == IR_AFFINE && (l->stride || h->stride)))
        return;
    g->pairs[low] = high;
    g->highs[high] = low;
    g->slots[low].pair_bits = GEN_PAIR_EXACT;
}

/* ---- phis of doubles ---- */

/* The results of these are canonical once their NaN is. */
static bool is_arithmetic(uint16_t op)
{
    switch (op) {
    case ISA_DADD:
    case ISA_DMUL:
    case ISA_DFMA:
    case ISA_DDIV:
    case ISA_DRCP:
    case ISA_DMIN:
    case ISA_DMAX:
    case ISA_FTOD:
    case ISA_ITOD:
    case ISA_UTOD:
    case IR_MODIFIER + LANE_MOVE_NEG_F64:
    case IR_MODIFIER + LANE_MOVE_ABS_F64:
    case IR_MODIFIER + LANE_MOVE_NEG_ABS_F64:
    case IR_MODIFIER + LANE_SATURATE_F64: return true;
    default: return false;
    }
}

static bool is_arithmetic_pair(const struct gen *g, ir_ref low, ir_ref high)
{
    const struct ir_value *l = gen_value(g, low), *h = gen_value(g, high);
    if (l->kind == IR_CONST && h->kind == IR_CONST) {
        bool is_nan =
            (h->word & 0x7fffffff) > 0x7ff00000 || ((h->word & 0x7fffffff) == 0x7ff00000 && l->word);
        return !is_nan;
    }
    if (!is_pair(g, low, high))
        return false;
    if (l->kind != IR_LANE)
        return g->slots[low].pair_bits == GEN_PAIR_RAW;
    if (l->op == ISA_DMOVC)
        return is_arithmetic_pair(g, ir_arg(g->f, l, 1), ir_arg(g->f, l, 2)) &&
               is_arithmetic_pair(g, ir_arg(g->f, l, 3), ir_arg(g->f, l, 4));
    return is_arithmetic(l->op);
}

/* The phi of `list` that has `ref` as arg number `arg`. */
static ir_ref find_phi(const struct gen *g, const struct ir_list *list, uint32_t arg, ir_ref ref)
{
    for (uint32_t i = 0; ref && i < list->count; i++)
        if (ir_arg(g->f, gen_value(g, list->items[i]), arg) == ref)
            return list->items[i];
    return 0;
}

static bool pair_up(struct gen *g, const struct ir_list *list, ir_ref low, ir_ref high)
{
    const struct ir_value *l = gen_value(g, low), *h = gen_value(g, high);
    if (!high || low == high || g->pairs[low] || g->pairs[high] || g->highs[low] || g->highs[high] ||
        l->shape != h->shape || (l->shape == IR_AFFINE && (l->stride || h->stride)) || l->level != h->level)
        return false;
    bool is_here = false;
    for (uint32_t i = 0; i < list->count; i++)
        is_here |= list->items[i] == high;
    for (uint32_t i = 0; i < l->count; i++) /* both or neither arrive on an edge */
        if (!ir_arg(g->f, l, i) != !ir_arg(g->f, h, i))
            return false;
    if (!is_here)
        return false;
    g->pairs[low] = high;
    g->highs[high] = low;
    g->slots[low].pair_bits = GEN_PAIR_RAW;
    return true;
}

/* Pairs a phi whose arg is a double with the phi of its high words. */
static bool pair_by_args(struct gen *g, const struct ir_list *list, ir_ref phi)
{
    const struct ir_value *v = gen_value(g, phi);
    for (uint32_t i = 0; i < v->count; i++) {
        ir_ref arg = ir_arg(g->f, v, i), high = 0;
        if (arg && is_double_lane(gen_value(g, arg)))
            high = g->parts[4 * arg + 1];
        else if (arg)
            high = g->pairs[arg];
        if (high && pair_up(g, list, phi, find_phi(g, list, i, high)))
            return true;
    }
    return false;
}

/* The operand of an operation on doubles that begins at arg i. */
static bool is_wide_arg(uint16_t op, unsigned arg)
{
    return ir_lane_column(op, arg + 1) == ir_lane_column(op, arg) + 1 && !(ir_lane_column(op, arg) & 1);
}

static ir_ref *owners(struct gen *g)
{
    ir_ref *owner = arena_array(&g->arena, g->f->value_count + 1, sizeof *owner);
    for (uint32_t n = 0; owner && n < g->f->node_count; n++) {
        const struct ir_node *node = &g->f->nodes[n];
        for (unsigned k = 0; k < 2 && !node->group; k++) {
            const struct ir_list *list = k ? &node->headers : &node->phis;
            for (uint32_t i = 0; i < list->count; i++)
                owner[list->items[i]] = 2 * n + k + 1;
        }
    }
    return owner;
}

static const struct ir_list *list_of(const struct gen *g, uint32_t owner)
{
    const struct ir_node *node = &g->f->nodes[(owner - 1) / 2];
    return (owner - 1) % 2 ? &node->headers : &node->phis;
}

static void pair_by_uses(struct gen *g, const ir_ref *owner)
{
    for (ir_ref ref = 1; ref < g->f->value_count; ref++) {
        const struct ir_value *v = gen_value(g, ref);
        if (v->kind != IR_LANE || !ir_lane_info(v->op).is_double)
            continue;
        for (uint32_t i = 0; i + 1 < v->count; i++) {
            ir_ref low = ir_arg(g->f, v, i), high = ir_arg(g->f, v, i + 1);
            if (is_wide_arg(v->op, i))
                pair_loads(g, low, high);
            if (is_wide_arg(v->op, i) && owner[low] && owner[low] == owner[high])
                pair_up(g, list_of(g, owner[low]), low, high);
        }
    }
}

/* A phi of doubles is raw when all its args are, else exact. */
static bool weaken(struct gen *g, ir_ref low)
{
    const struct ir_value *l = gen_value(g, low), *h = gen_value(g, g->pairs[low]);
    if (g->slots[low].pair_bits != GEN_PAIR_RAW)
        return false;
    for (uint32_t i = 0; i < l->count; i++)
        if (ir_arg(g->f, l, i) && !is_arithmetic_pair(g, ir_arg(g->f, l, i), ir_arg(g->f, h, i))) {
            g->slots[low].pair_bits = GEN_PAIR_EXACT;
            return true;
        }
    return false;
}

void gen_find_pairs(struct gen *g)
{
    if (!g->f->is_double)
        return;
    ir_ref *owner = owners(g);
    if (!owner) {
        g->failed = true;
        return;
    }
    pair_by_uses(g, owner);
    for (bool again = true; again;) {
        again = false;
        for (ir_ref ref = 1; ref < g->f->value_count; ref++)
            if (owner[ref] && !g->pairs[ref])
                again |= pair_by_args(g, list_of(g, owner[ref]), ref);
    }
    for (bool again = true; again;) {
        again = false;
        for (ir_ref ref = 1; ref < g->f->value_count; ref++)
            again |= g->pairs[ref] && gen_value(g, ref)->kind == IR_PHI && weaken(g, ref);
    }
}

LLVMTypeRef gen_pair_type(const struct gen *g, ir_ref low)
{
    return real_type(g, gen_value(g, low)->shape == IR_VARYING);
}

LLVMValueRef gen_pair_arg(struct gen *g, ir_ref phi, uint32_t arg)
{
    const struct ir_value *v = gen_value(g, phi);
    ir_ref low = ir_arg(g->f, v, arg), high = ir_arg(g->f, gen_value(g, g->pairs[phi]), arg);
    bool is_vector = v->shape == IR_VARYING;
    if (!low || !high)
        return NULL;
    LLVMValueRef real = joined_value(g, low, high);
    if (g->slots[phi].pair_bits == GEN_PAIR_EXACT && real && g->slots[low].pair_bits != GEN_PAIR_EXACT)
        real = g->slots[low].pair_bits == GEN_PAIR_RAW ? canonical(g, real) : NULL;
    if (!real)
        return join_words(g, low, high, is_vector);
    return is_vector && !gen_is_vector(real) ? gen_splat(g, real) : real;
}

/* ---- operations ---- */

static LLVMValueRef real(const struct op *op, unsigned arg)
{
    return real_of(op->g, ir_arg(op->g->f, op->v, arg), ir_arg(op->g->f, op->v, arg + 1), op->is_vector);
}

static LLVMValueRef word(const struct op *op, unsigned arg)
{
    ir_ref ref = ir_arg(op->g->f, op->v, arg);
    return op->is_vector ? gen_clean_vector(op->g, ref) : gen_clean(op->g, ref);
}

static LLVMValueRef choose(const struct op *op, LLVMValueRef bit, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildSelect(op->g->b, bit, a, b, "");
}

static LLVMValueRef compare(const struct op *op, LLVMRealPredicate how, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildFCmp(op->g->b, how, a, b, "");
}

static LLVMValueRef call(const struct op *op, const char *name, LLVMValueRef a)
{
    return gen_intrinsic(op->g, name, op->real, &a, 1);
}

/* num_dmin, num_dmax */
static LLVMValueRef extreme(const struct op *op, LLVMRealPredicate how, bool is_min)
{
    LLVMBuilderRef b = op->g->b;
    LLVMValueRef x = real(op, 0), y = real(op, 2), r = choose(op, compare(op, how, x, y), x, y);
    LLVMValueRef i = LLVMBuildBitCast(b, x, op->wide, ""), k = LLVMBuildBitCast(b, y, op->wide, "");
    LLVMValueRef zeros = is_min ? LLVMBuildOr(b, i, k, "") : LLVMBuildAnd(b, i, k, "");
    r = choose(op, compare(op, LLVMRealOEQ, x, y), LLVMBuildBitCast(b, zeros, op->real, ""), r);
    return choose(op, compare(op, LLVMRealUNO, y, y), x, r);
}

/* num_ftod: denormal floats are zeros. */
static LLVMValueRef from_float(const struct op *op)
{
    LLVMBuilderRef b = op->g->b;
    ir_ref ref = ir_arg(op->g->f, op->v, 0);
    LLVMValueRef x = op->is_vector ? gen_vector(op->g, ref) : gen_word(op->g, ref);
    LLVMValueRef exponent = op->is_vector ? gen_splat_word(op->g, 0x7f800000) : gen_i32(op->g, 0x7f800000);
    LLVMValueRef sign = op->is_vector ? gen_splat_word(op->g, 0x80000000) : gen_i32(op->g, 0x80000000);
    LLVMValueRef is_small =
        LLVMBuildICmp(b, LLVMIntEQ, LLVMBuildAnd(b, x, exponent, ""), LLVMConstNull(op->word), "");
    x = choose(op, is_small, LLVMBuildAnd(b, x, sign, ""), x);
    x = LLVMBuildBitCast(b, x, op->is_vector ? op->g->floats : op->g->f32, "");
    return LLVMBuildFPExt(b, x, op->real, "");
}

static LLVMValueRef arithmetic(const struct op *op)
{
    LLVMBuilderRef b = op->g->b;
    switch (op->v->op) {
    case ISA_DADD: return LLVMBuildFAdd(b, real(op, 0), real(op, 2), "");
    case ISA_DMUL: return LLVMBuildFMul(b, real(op, 0), real(op, 2), "");
    case ISA_DDIV: return LLVMBuildFDiv(b, real(op, 0), real(op, 2), "");
    case ISA_DRCP: return LLVMBuildFDiv(b, constant(op, 1.0), real(op, 0), "");
    case ISA_DFMA: {
        LLVMValueRef args[] = {real(op, 0), real(op, 2), real(op, 4)};
        return gen_intrinsic(op->g, "llvm.fma", op->real, args, 3);
    }
    case ISA_DMIN: return extreme(op, LLVMRealOLT, true);
    case ISA_DMAX: return extreme(op, LLVMRealOGT, false);
    case ISA_FTOD: return from_float(op);
    case ISA_ITOD: return LLVMBuildSIToFP(b, word(op, 0), op->real, "");
    case ISA_UTOD: return LLVMBuildUIToFP(b, word(op, 0), op->real, "");
    case IR_MODIFIER + LANE_MOVE_NEG_F64: return LLVMBuildFNeg(b, real(op, 0), "");
    case IR_MODIFIER + LANE_MOVE_ABS_F64: return call(op, "llvm.fabs", real(op, 0));
    case IR_MODIFIER + LANE_MOVE_NEG_ABS_F64: return LLVMBuildFNeg(b, call(op, "llvm.fabs", real(op, 0)), "");
    case IR_MODIFIER + LANE_SATURATE_F64: {
        LLVMValueRef x = real(op, 0), one = constant(op, 1.0), zero = constant(op, 0.0);
        LLVMValueRef r = choose(op, compare(op, LLVMRealOGT, x, one), one, x);
        return choose(op, compare(op, LLVMRealOGT, x, zero), r, zero);
    }
    default: return NULL;
    }
}

/* Moves, and modifiers of operands, keep the bits of NaNs: words and value each follow from the operand's. */
static bool move(const struct op *op, ir_ref low, ir_ref high)
{
    struct gen *g = op->g;
    LLVMBuilderRef b = g->b;
    LLVMValueRef sign = op->is_vector ? gen_splat_word(g, 0x80000000) : gen_i32(g, 0x80000000);
    LLVMValueRef value, words[2] = {NULL, NULL};
    switch (op->v->op) {
    case ISA_DMOV: value = real(op, 0), words[1] = word(op, 1); break;
    case ISA_DMOVC: {
        ir_ref ref = ir_arg(g->f, op->v, 0);
        LLVMValueRef bit = op->is_vector ? gen_bit_vector(g, ref) : gen_bit(g, ref);
        value = choose(op, bit, real(op, 1), real(op, 3));
        words[0] = choose(op, bit, word(op, 1), word(op, 3));
        words[1] = choose(op, bit, word(op, 2), word(op, 4));
        break;
    }
    case IR_MODIFIER + LANE_NEG_F64:
        value = LLVMBuildFNeg(b, real(op, 0), "");
        words[1] = LLVMBuildXor(b, word(op, 1), sign, "");
        break;
    case IR_MODIFIER + LANE_ABS_F64:
        value = call(op, "llvm.fabs", real(op, 0));
        words[1] = LLVMBuildAnd(b, word(op, 1), LLVMBuildNot(b, sign, ""), "");
        break;
    case IR_MODIFIER + LANE_NEG_ABS_F64:
        value = LLVMBuildFNeg(b, call(op, "llvm.fabs", real(op, 0)), "");
        words[1] = LLVMBuildOr(b, word(op, 1), sign, "");
        break;
    default: return false;
    }
    if (op->v->op != ISA_DMOVC)
        words[0] = word(op, 0);
    gen_define(g, low, words[0]);
    if (high)
        gen_define(g, high, words[1]);
    g->slots[low].real = value;
    g->slots[low].pair_bits = GEN_PAIR_VALUE;
    return true;
}

/* num_dtoi, num_dtou */
static LLVMValueRef to_int(const struct op *op, bool is_signed)
{
    LLVMBuilderRef b = op->g->b;
    LLVMValueRef x = real(op, 0), top = constant(op, is_signed ? 0x1p31 : 0x1p32);
    LLVMValueRef above = compare(op, LLVMRealOGE, x, top);
    LLVMValueRef fits = is_signed ? compare(op, LLVMRealOGE, x, constant(op, -0x1p31))
                                  : compare(op, LLVMRealOGT, x, constant(op, 0.0));
    fits = LLVMBuildAnd(b, fits, compare(op, LLVMRealOLT, x, top), "");
    LLVMValueRef half = constant(op, 0x1p31), upper = compare(op, LLVMRealOGE, x, half), y = x;
    if (!is_signed)
        y = choose(op, upper, LLVMBuildFSub(b, x, half, ""), x);
    LLVMValueRef r = LLVMBuildFPToSI(b, choose(op, fits, y, constant(op, 0.0)), op->word, "");
    LLVMValueRef least = op->is_vector ? gen_splat_word(op->g, 0x80000000) : gen_i32(op->g, 0x80000000);
    LLVMValueRef zero = LLVMConstNull(op->word);
    if (!is_signed)
        r = LLVMBuildXor(b, r, choose(op, upper, least, zero), "");
    uint32_t most = is_signed ? 0x7fffffff : 0xffffffff;
    r = choose(op, above, op->is_vector ? gen_splat_word(op->g, most) : gen_i32(op->g, most), r);
    return is_signed ? choose(op, compare(op, LLVMRealOLT, x, constant(op, -0x1p31)), least, r) : r;
}

/* num_dtof */
static LLVMValueRef to_float(const struct op *op)
{
    LLVMBuilderRef b = op->g->b;
    LLVMValueRef x = real(op, 0);
    LLVMValueRef f = LLVMBuildFPTrunc(b, x, op->is_vector ? op->g->floats : op->g->f32, "");
    LLVMValueRef is_number = compare(op, LLVMRealORD, x, x), r = LLVMBuildBitCast(b, f, op->word, "");
    LLVMValueRef nan = op->is_vector ? gen_splat_word(op->g, 0x7fc00000) : gen_i32(op->g, 0x7fc00000);
    LLVMValueRef sign = op->is_vector ? gen_splat_word(op->g, 0x80000000) : gen_i32(op->g, 0x80000000);
    LLVMValueRef tiny = compare(op, LLVMRealOLT, call(op, "llvm.fabs", x), constant(op, 0x1p-126 - 0x1p-151));
    r = choose(op, tiny, LLVMBuildAnd(b, r, sign, ""), r);
    return choose(op, is_number, r, nan);
}

static LLVMValueRef comparison(const struct op *op)
{
    switch (op->v->op) {
    case ISA_DEQ: return compare(op, LLVMRealOEQ, real(op, 0), real(op, 2));
    case ISA_DNE: return compare(op, LLVMRealUNE, real(op, 0), real(op, 2));
    case ISA_DLT: return compare(op, LLVMRealOLT, real(op, 0), real(op, 2));
    case ISA_DGE: return compare(op, LLVMRealOGE, real(op, 0), real(op, 2));
    default: return NULL;
    }
}

bool gen_double(struct gen *g, ir_ref whole)
{
    const struct ir_value *v = gen_value(g, whole);
    if (!g->f->is_double || !ir_lane_info(v->op).is_double)
        return false;
    bool is_vector = v->shape == IR_VARYING;
    const struct op op = {g,
                          v,
                          is_vector,
                          real_type(g, is_vector),
                          by_lane(g, g->i32, is_vector),
                          by_lane(g, g->i64, is_vector)};
    ir_ref high = v->results == 2 ? g->parts[4 * whole + 1] : 0;
    LLVMValueRef bit = comparison(&op);
    if (bit) {
        gen_define(g, whole, LLVMBuildSExt(g->b, bit, op.word, ""));
        g->slots[whole].bit = bit;
        return true;
    }
    switch (v->op) {
    case ISA_DTOF: gen_define(g, whole, to_float(&op)); return true;
    case ISA_DTOI: gen_define(g, whole, to_int(&op, true)); return true;
    case ISA_DTOU: gen_define(g, whole, to_int(&op, false)); return true;
    default: break;
    }
    if (move(&op, whole, high))
        return true;
    LLVMValueRef result = arithmetic(&op);
    if (!result)
        return false;
    gen_define_pair(g, whole, high, result, GEN_PAIR_RAW);
    return true;
}
