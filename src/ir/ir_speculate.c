/* Speculated strides: a coordinate that is clamped, wrapped or selected at the end of an image or array is affine
   everywhere else; a remainder or quotient is so in rows of a few lanes. Used after a run-time test only, see
   gen_affine.c. */
#include "ir/ir_facts.h"

struct stride {
    uint32_t step;
    uint8_t lanes; /* of a row */
    bool splits;   /* a warp may have more than two rows */
};

static bool stride_of(const struct ir_function *f, ir_ref ref, struct stride *stride)
{
    const struct ir_value *v = &f->values[ref];
    bool is_affine = v->shape == IR_AFFINE;
    *stride = (struct stride){(uint32_t)(is_affine ? v->stride : v->speculated),
                              is_affine ? (uint8_t)f->lanes : v->speculated_lanes,
                              !is_affine && v->speculated_splits};
    return stride->lanes > 0;
}

static void limit_lanes(struct stride *stride, uint8_t lanes, bool splits)
{
    stride->lanes = lanes < stride->lanes ? lanes : stride->lanes;
    stride->splits |= splits;
}

/* A selection between values: a uniform one is the clamped edge and is ignored. */
static bool choose(const struct ir_function *f, const struct ir_value *v, uint32_t first,
                   struct stride *stride)
{
    for (uint32_t i = first; i < v->count; i++) {
        struct stride one;
        if (!ir_arg(f, v, i))
            continue; /* unreachable edge */
        if (!stride_of(f, ir_arg(f, v, i), &one))
            return false;
        if (one.step && stride->step && one.step != stride->step)
            return false;
        stride->step = one.step ? one.step : stride->step;
        limit_lanes(stride, one.lanes, one.splits);
    }
    return true;
}

/* Lanes of a row of consecutive numbers that no multiple of `divisor` splits: surely, or in most warps. */
static uint8_t unsplit_lanes(const struct ir_function *f, const struct ir_value *divisor)
{
    enum { SELDOM = 8 };
    uint32_t low = divisor->kind == IR_CONST ? divisor->word & (0u - divisor->word) : f->lanes;
    if (low >= f->lanes || divisor->word >= SELDOM * f->lanes)
        return (uint8_t)f->lanes;
    return (uint8_t)low;
}

/* The remainder and the quotient of a coordinate. */
static bool division_stride(const struct ir_function *f, const struct ir_value *v, unsigned result,
                            struct stride *stride)
{
    const struct ir_value *divisor = &f->values[ir_arg(f, v, 1)];
    if (!ir_is_uniform(divisor) || !stride_of(f, ir_arg(f, v, 0), stride))
        return false;
    if (!stride->step) /* the same number in all lanes, as the row of a flat index is */
        return true;
    /* Rows as long as a warp: it has two of them at most. */
    bool is_long = divisor->kind == IR_CONST && divisor->word >= f->lanes;
    limit_lanes(stride, unsplit_lanes(f, divisor), !is_long);
    stride->step = result == 1 ? stride->step : 0;
    return stride->lanes > 1 || !stride->splits;
}

static bool shift_stride(const struct ir_function *f, const struct ir_value *v, struct stride *stride)
{
    const struct ir_value *count = &f->values[ir_arg(f, v, 1)];
    uint32_t bits = count->word & 31;
    if (count->kind != IR_CONST || bits == 0 || !stride_of(f, ir_arg(f, v, 0), stride))
        return false;
    if (!stride->step)
        return true;
    limit_lanes(stride, bits < 5 ? (uint8_t)(1u << bits) : (uint8_t)f->lanes, bits < 5);
    stride->step = 0;
    return true;
}

/* Without low bits, the same in rows of consecutive numbers, as a quotient is. */
static bool cleared_stride(const struct ir_function *f, const struct ir_value *v, struct stride *stride)
{
    const struct ir_value *mask = &f->values[ir_arg(f, v, 1)]; /* constants are the last operand */
    uint32_t low = mask->kind == IR_CONST ? ~mask->word : 0;
    if (!low || low & (low + 1) || low >= f->lanes || !stride_of(f, ir_arg(f, v, 0), stride))
        return false;
    limit_lanes(stride, (uint8_t)(low + 1), true);
    stride->step = 0;
    return true;
}

/* A coordinate's low bits: a mask that is not constant is speculated to keep most of them. */
static bool masked_stride(const struct ir_function *f, const struct ir_value *v, struct stride *stride)
{
    bool is_first = ir_is_uniform(&f->values[ir_arg(f, v, 0)]);
    const struct ir_value *mask = &f->values[ir_arg(f, v, !is_first)];
    bool keeps_low = mask->kind != IR_CONST || (!(mask->word & (mask->word + 1)) && mask->word > 0);
    if (!ir_is_uniform(mask) || !keeps_low || !stride_of(f, ir_arg(f, v, is_first), stride))
        return false;
    if (mask->kind == IR_CONST && mask->word < f->lanes)
        limit_lanes(stride, (uint8_t)(mask->word + 1), true);
    return true;
}

static bool lane_stride(const struct ir_function *f, const struct ir_value *v, unsigned result,
                        struct stride *stride)
{
    uint32_t growth[3] = {0};
    switch (v->op) {
    case ISA_IMIN:
    case ISA_IMAX:
    case ISA_UMIN:
    case ISA_UMAX: return choose(f, v, 0, stride);
    case ISA_MOVC: return choose(f, v, 1, stride);
    case ISA_AND:
        if (masked_stride(f, v, stride) || cleared_stride(f, v, stride))
            return true;
        *stride = (struct stride){0, (uint8_t)f->lanes, false};
        break;
    case ISA_UDIV: return division_stride(f, v, result, stride);
    case ISA_USHR: return shift_stride(f, v, stride);
    default: break;
    }
    for (uint32_t i = 0; i < v->count && i < 3; i++) {
        struct stride one;
        if (!stride_of(f, ir_arg(f, v, i), &one))
            return false;
        growth[i] = one.step;
        limit_lanes(stride, one.lanes, one.splits);
    }
    return ir_linear(f, v, result, growth, &stride->step);
}

/* Threads of a group are numbered x fastest: rows that are shorter than a warp. */
static bool system_stride(const struct ir_function *f, const struct ir_value *v, struct stride *stride)
{
    const uint32_t *group = f->program->decls.thread_group;
    unsigned axis = v->system >= IR_LOCAL_X ? v->system - IR_LOCAL_X : v->system - IR_THREAD_X;
    uint32_t same = axis == 0 ? group[0] : axis == 1 ? group[0] : group[0] * group[1];
    uint32_t low = same & (0u - same);
    limit_lanes(stride, low < f->lanes ? (uint8_t)low : (uint8_t)f->lanes, same < f->lanes);
    stride->step = axis == 0;
    return stride->lanes > 1;
}

static bool find(const struct ir_function *f, ir_ref ref, struct stride *stride)
{
    const struct ir_value *v = &f->values[ref];
    *stride = (struct stride){0, (uint8_t)f->lanes, false};
    switch (v->kind) {
    case IR_SYSTEM: return system_stride(f, v, stride);
    case IR_LANE: return lane_stride(f, v, 0, stride);
    case IR_PHI: return choose(f, v, 0, stride);
    case IR_PART: {
        const struct ir_value *whole = &f->values[ir_arg(f, v, 0)];
        return whole->kind == IR_LANE && lane_stride(f, whole, v->part, stride);
    }
    default: return false;
    }
}

/* Args are defined before their uses except at loop headers, which therefore get no speculated stride. */
void ir_speculate_strides(struct ir_function *f)
{
    for (ir_ref ref = 1; ref < f->value_count; ref++) {
        struct ir_value *v = &f->values[ref];
        struct stride stride;
        bool found = v->shape == IR_VARYING && find(f, ref, &stride);
        v->speculated_lanes = found ? stride.lanes : 0;
        v->speculated_splits = found && stride.splits;
        v->speculated = found ? (int32_t)stride.step : 0;
    }
}
