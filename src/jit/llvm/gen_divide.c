/* udiv. Vectors divide as doubles, which is exact; LLVM turns division by a constant into a multiplication. Two cases are
   cheaper than a division in each lane: consecutive numbers between two multiples of the divisor, and coordinates that wrap. */
#include "jit/llvm/gen_memory.h"

struct division {
    struct gen *g;
    const struct ir_value *v;
    ir_ref refs[2]; /* quotient, remainder; 0: not used */
    bool is_vector;
    bool wraps; /* only the remainder is used, and the quotient is mostly 0 or 1 */
    LLVMValueRef x, y;
};

static LLVMValueRef constant(const struct division *d, bool is_vector, uint32_t value)
{
    return is_vector ? gen_splat_word(d->g, value) : gen_i32(d->g, value);
}

static LLVMValueRef quotient(const struct division *d, bool is_vector, LLVMValueRef x, LLVMValueRef y)
{
    LLVMBuilderRef b = d->g->b;
    if (!is_vector || LLVMIsConstant(y))
        return LLVMBuildUDiv(b, x, y, "");
    LLVMTypeRef doubles = LLVMVectorType(LLVMDoubleTypeInContext(d->g->context), d->g->lanes);
    LLVMValueRef q =
        LLVMBuildFDiv(b, LLVMBuildUIToFP(b, x, doubles, ""), LLVMBuildUIToFP(b, y, doubles, ""), "");
    return LLVMBuildFPToUI(b, q, d->g->words, "");
}

/* Of numbers, or of vectors of them. By 0: all ones. */
static void divide(const struct division *d, bool is_vector, LLVMValueRef x, LLVMValueRef y,
                   LLVMValueRef out[2])
{
    LLVMBuilderRef b = d->g->b;
    LLVMValueRef is_zero = LLVMBuildICmp(b, LLVMIntEQ, y, constant(d, is_vector, 0), "");
    LLVMValueRef divisor = LLVMBuildSelect(b, is_zero, constant(d, is_vector, 1), y, "");
    LLVMValueRef q = quotient(d, is_vector, x, divisor), ones = constant(d, is_vector, UINT32_MAX);
    LLVMValueRef r = is_vector ? LLVMBuildSub(b, x, LLVMBuildMul(b, q, divisor, ""), "")
                               : LLVMBuildURem(b, x, divisor, ""); /* with q, one instruction */
    out[0] = LLVMBuildSelect(b, is_zero, ones, q, "");
    out[1] = LLVMBuildSelect(b, is_zero, ones, r, "");
}

/* ---- coordinates that wrap ---- */

/* As in (x + width - 1) % width. */
static bool is_wrap(const struct division *d)
{
    const struct gen *g = d->g;
    const struct ir_value *x = gen_arg(g, d->v, 0), *y = gen_arg(g, d->v, 1);
    return g->b == g->warp && !d->refs[0] && x->kind == IR_LANE && x->op == ISA_IADD && y->kind != IR_CONST;
}

/* Where the quotient is 0 or 1, the remainder is the less of x and x - y: x - y is more than x where y is, as it is less than 0.
   Otherwise, and by 0, the less of them is not below y. */
static LLVMValueRef wrap(const struct division *d, bool is_vector, LLVMValueRef x, LLVMValueRef y)
{
    struct gen *g = d->g;
    struct gen_join join = {.block = gen_block(g, "wrapped")};
    LLVMBasicBlockRef far = gen_block(g, "far");
    LLVMValueRef below = LLVMBuildSub(g->b, x, y, ""), out[2];
    LLVMValueRef is_less = LLVMBuildICmp(g->b, LLVMIntULT, x, below, "");
    LLVMValueRef r = LLVMBuildSelect(g->b, is_less, x, below, "");
    LLVMValueRef fits = LLVMBuildICmp(g->b, LLVMIntULT, r, y, "");
    if (is_vector) {
        LLVMValueRef left = LLVMBuildNot(g->b, fits, "");
        left = g->mask ? LLVMBuildAnd(g->b, left, gen_mask(g), "") : left;
        fits = LLVMBuildNot(g->b, gen_any(g, left), "");
    }
    LLVMBasicBlockRef near = gen_block(g, "near");
    gen_branch_likely(g, fits, near, far);
    gen_at(g, near);
    gen_join_path(g, &join, &r, 1);
    gen_at(g, far);
    divide(d, is_vector, x, y, out);
    gen_join_path(g, &join, &out[1], 1);
    gen_join_end(g, &join, &r, 1);
    return r;
}

static void divide_or_wrap(const struct division *d, LLVMValueRef out[2])
{
    out[0] = NULL;
    if (d->wraps)
        out[1] = wrap(d, d->is_vector, d->x, d->y);
    else
        divide(d, d->is_vector, d->x, d->y, out);
}

/* ---- consecutive numbers ---- */

/* A row is the numbers between two multiples of the divisor. Most warps lie in one row, or divide the same number in all lanes, such as
   another quotient: lane 0's quotient and remainder then give those of all lanes. */
struct row_division {
    LLVMValueRef first[2], fits, two; /* all lanes are in one row; in two */
    uint32_t stride;                  /* of what is divided */
};

static bool has_stride(const struct gen *g, const struct ir_value *x)
{
    return (x->shape == IR_AFFINE && x->stride > 0) ||
           (x->shape == IR_VARYING && x->speculated_lanes == g->lanes && x->speculated >= 0);
}

static uint32_t stride_of(const struct ir_value *x)
{
    return (uint32_t)(x->shape == IR_AFFINE ? x->stride : x->speculated);
}

static bool is_row_division(const struct division *d)
{
    enum { STRIDE_MOST = 1024 };
    const struct gen *g = d->g;
    const struct ir_value *x = gen_arg(g, d->v, 0), *y = gen_arg(g, d->v, 1);
    return d->is_vector && g->b == g->warp && has_stride(g, x) && stride_of(x) <= STRIDE_MOST &&
           ir_is_uniform(y) && y->kind != IR_CONST && d->v->speculated_lanes == g->lanes;
}

/* Lane 0's quotient and remainder, mostly those of the warp before: its quotient, and the first number that has it, are kept. */
static void divide_or_keep(const struct division *d, LLVMValueRef x, LLVMValueRef y, LLVMValueRef out[2])
{
    struct gen *g = d->g;
    struct gen_join join = {.block = gen_block(g, "first")};
    LLVMBasicBlockRef same = gen_block(g, "same"), other = gen_block(g, "other");
    LLVMValueRef kept = gen_variable(g, g->i32, "quotient"), start = gen_variable(g, g->i32, "start");
    LLVMBuildStore(g->entry, gen_i32(g, 0), kept); /* from 0 on the quotient is 0 */
    LLVMBuildStore(g->entry, gen_i32(g, 0), start);
    out[0] = LLVMBuildLoad2(g->b, g->i32, kept, "");
    LLVMValueRef first = LLVMBuildLoad2(g->b, g->i32, start, "");
    out[1] = LLVMBuildSub(g->b, x, first, "");
    LLVMValueRef below =
        LLVMBuildICmp(g->b, LLVMIntULT, out[1], y, ""); /* the difference may have wrapped around */
    LLVMValueRef holds = LLVMBuildAnd(g->b, below, LLVMBuildICmp(g->b, LLVMIntUGE, x, first, ""), "");
    gen_branch_likely(g, holds, same, other);
    gen_at(g, same);
    gen_join_path(g, &join, out, 2);
    gen_at(g, other);
    divide(d, false, x, y, out);
    LLVMBuildStore(g->b, out[0], kept);
    LLVMBuildStore(g->b, LLVMBuildSub(g->b, x, out[1], ""), start);
    gen_join_path(g, &join, out, 2);
    gen_join_end(g, &join, out, 2);
}

/* The quotient of a row of an image, in which there are many warps. */
static bool is_scalar_of_warp(const struct division *d)
{
    const struct gen *g = d->g;
    const struct ir_value *x = gen_arg(g, d->v, 0), *y = gen_arg(g, d->v, 1);
    return !d->is_vector && !d->wraps && g->b == g->warp && x->level == IR_WARP && y->level == IR_DISPATCH &&
           y->kind != IR_CONST;
}

static struct row_division divide_first(const struct division *d)
{
    struct gen *g = d->g;
    LLVMBuilderRef b = g->b;
    struct row_division made = {.stride = stride_of(gen_arg(g, d->v, 0))};
    LLVMValueRef holds, x = gen_speculated_first(g, ir_arg(g->f, d->v, 0), &holds);
    LLVMValueRef y = gen_clean(g, ir_arg(g->f, d->v, 1));
    if (d->wraps)
        made.first[1] = wrap(d, false, x, y);
    else if (gen_arg(g, d->v, 1)->level == IR_DISPATCH)
        divide_or_keep(d, x, y, made.first);
    else
        divide(d, false, x, y, made.first);
    LLVMValueRef span = gen_i64(g, (uint64_t)made.stride * (g->lanes - 1));
    LLVMValueRef last = LLVMBuildAdd(b, LLVMBuildZExt(b, made.first[1], g->i64, ""), span, "");
    LLVMValueRef divisor = LLVMBuildZExt(b, y, g->i64, "");
    made.fits = LLVMBuildICmp(b, LLVMIntULT, last, divisor, "");
    made.two = LLVMBuildICmp(b, LLVMIntULT, last, LLVMBuildShl(b, divisor, gen_i64(g, 1), ""), "");
    last = LLVMBuildAdd(b, LLVMBuildZExt(b, x, g->i64, ""), span, "");
    LLVMValueRef grows = LLVMBuildICmp(b, LLVMIntULE, last, gen_i64(g, UINT32_MAX), "");
    grows = holds ? LLVMBuildAnd(b, grows, holds, "") : grows;
    made.fits = LLVMBuildAnd(b, made.fits, grows, "");
    made.two = LLVMBuildAnd(b, made.two, grows, "");
    return made;
}

/* Where the warp crosses from one row into the next. */
static void divide_two(const struct division *d, const struct row_division *row, LLVMValueRef steps,
                       LLVMValueRef out[2])
{
    LLVMBuilderRef b = d->g->b;
    LLVMValueRef first = gen_splat(d->g, row->first[0]), one = gen_splat_word(d->g, 1);
    out[1] = LLVMBuildAdd(b, gen_splat(d->g, row->first[1]), steps, "");
    LLVMValueRef is_next = LLVMBuildICmp(b, LLVMIntUGE, out[1], d->y, "");
    out[0] = LLVMBuildSelect(b, is_next, LLVMBuildAdd(b, first, one, ""), first, "");
    out[1] = LLVMBuildSelect(b, is_next, LLVMBuildSub(b, out[1], d->y, ""), out[1], "");
}

static void divide_row(const struct division *d, const struct row_division *row, LLVMValueRef out[2])
{
    struct gen *g = d->g;
    LLVMBasicBlockRef in = gen_block(g, "row"), split = gen_block(g, "split"), lanes = gen_block(g, "lanes");
    struct gen_join join = {.block = gen_block(g, "divided")};
    unsigned first = d->wraps ? 1 : 0, count = 2 - first;
    LLVMBuildCondBr(g->b, row->fits, in, split);
    gen_at(g, in);
    LLVMValueRef steps = LLVMConstMul(g->iota, gen_splat_word(g, row->stride));
    out[0] = d->wraps ? NULL : gen_splat(g, row->first[0]);
    out[1] = LLVMBuildAdd(g->b, gen_splat(g, row->first[1]), steps, "");
    gen_join_path(g, &join, out + first, count);
    gen_at(g, split);
    if (d->wraps) {
        LLVMBuildBr(g->b, lanes);
    } else {
        LLVMBasicBlockRef two = gen_block(g, "two");
        gen_branch_likely(g, row->two, two, lanes);
        gen_at(g, two);
        divide_two(d, row, steps, out);
        gen_join_path(g, &join, out, 2);
    }
    gen_at(g, lanes);
    divide_or_wrap(d, out);
    gen_join_path(g, &join, out + first, count);
    gen_join_end(g, &join, out + first, count);
}

void gen_divide(struct gen *g, ir_ref whole, bool is_vector)
{
    const struct ir_value *v = gen_value(g, whole);
    ir_ref rest = g->parts[4 * whole + 1], x = ir_arg(g->f, v, 0), y = ir_arg(g->f, v, 1);
    bool has_quotient = v->uses > (rest ? 1 : 0);
    struct division d = {.g = g, .v = v, .refs = {has_quotient ? whole : 0, rest}, .is_vector = is_vector};
    struct row_division row = {{NULL, NULL}, NULL, NULL, 0};
    LLVMValueRef out[2];
    d.x = is_vector ? gen_clean_vector(g, x) : gen_clean(g, x);
    d.y = is_vector ? gen_clean_vector(g, y) : gen_clean(g, y);
    d.wraps = is_wrap(&d);
    if (is_row_division(&d)) {
        row = divide_first(&d);
        divide_row(&d, &row, out);
    } else if (is_scalar_of_warp(&d)) {
        divide_or_keep(&d, d.x, d.y, out);
    } else {
        divide_or_wrap(&d, out);
    }
    for (unsigned i = 0; i < 2; i++)
        if (d.refs[i]) {
            gen_define(g, d.refs[i], out[i]);
            g->slots[d.refs[i]].row_first = row.first[i];
            g->slots[d.refs[i]].row_holds = row.fits;
        }
}
