/* Speculated strides: a coordinate that is clamped, wrapped or selected at the end of an image or array is
   affine everywhere else. Used after a run-time test only, see gen_affine.c. */
#include "ir/ir_facts.h"

static bool stride_of(const struct ir_function *f, ir_ref ref, uint32_t *stride)
{
    const struct ir_value *v = &f->values[ref];
    *stride = (uint32_t)(v->shape == IR_AFFINE ? v->stride : v->speculated);
    return v->shape == IR_AFFINE || v->is_speculated;
}

/* A selection between values: a uniform one is the clamped edge and is ignored. */
static bool choose(const struct ir_function *f, const struct ir_value *v, uint32_t first, uint32_t *stride)
{
    *stride = 0;
    for (uint32_t i = first; i < v->count; i++) {
        uint32_t one;
        if (!ir_arg(f, v, i))
            continue; /* unreachable edge */
        if (!stride_of(f, ir_arg(f, v, i), &one))
            return false;
        if (one && *stride && one != *stride)
            return false;
        *stride = one ? one : *stride;
    }
    return true;
}

static bool is_uniform(const struct ir_value *v)
{
    return v->shape == IR_AFFINE && v->stride == 0;
}

/* The remainder of a coordinate. */
static bool remainder_stride(const struct ir_function *f, const struct ir_value *v, uint32_t *stride)
{
    const struct ir_value *divisor = &f->values[ir_arg(f, v, 1)];
    bool is_narrow = divisor->kind == IR_CONST && divisor->word < f->lanes;
    return is_uniform(divisor) && !is_narrow && stride_of(f, ir_arg(f, v, 0), stride);
}

/* A coordinate's low bits: a mask that is not constant is speculated to keep most of them. */
static bool masked_stride(const struct ir_function *f, const struct ir_value *v, uint32_t *stride)
{
    bool is_first = is_uniform(&f->values[ir_arg(f, v, 0)]);
    const struct ir_value *mask = &f->values[ir_arg(f, v, !is_first)];
    bool keeps_low = mask->kind != IR_CONST || (!(mask->word & (mask->word + 1)) && mask->word >= f->lanes);
    return is_uniform(mask) && keeps_low && stride_of(f, ir_arg(f, v, is_first), stride);
}

static bool lane_stride(const struct ir_function *f, const struct ir_value *v, unsigned result,
                        uint32_t *stride)
{
    uint32_t growth[3] = {0};
    switch (v->op) {
    case ISA_IMIN:
    case ISA_IMAX:
    case ISA_UMIN:
    case ISA_UMAX: return choose(f, v, 0, stride);
    case ISA_MOVC: return choose(f, v, 1, stride);
    case ISA_AND: return masked_stride(f, v, stride);
    case ISA_UDIV: return result == 1 && remainder_stride(f, v, stride);
    default: break;
    }
    for (uint32_t i = 0; i < v->count && i < 3; i++)
        if (!stride_of(f, ir_arg(f, v, i), &growth[i]))
            return false;
    return ir_linear(f, v, result, growth, stride);
}

static bool find(const struct ir_function *f, ir_ref ref, uint32_t *stride)
{
    const struct ir_value *v = &f->values[ref];
    if (v->kind == IR_LANE)
        return lane_stride(f, v, 0, stride);
    if (v->kind == IR_PART && f->values[ir_arg(f, v, 0)].kind == IR_LANE)
        return lane_stride(f, &f->values[ir_arg(f, v, 0)], v->part, stride);
    return v->kind == IR_PHI && choose(f, v, 0, stride);
}

/* Args are defined before their uses except at loop headers, which therefore get no speculated stride. */
void ir_speculate_strides(struct ir_function *f)
{
    for (ir_ref ref = 1; ref < f->value_count; ref++) {
        struct ir_value *v = &f->values[ref];
        uint32_t stride = 0;
        v->is_speculated = v->shape == IR_VARYING && find(f, ref, &stride) && stride;
        v->speculated = v->is_speculated ? (int32_t)stride : 0;
    }
}
