/* Strides that values have in most warps: coordinates that are clamped, wrapped or chosen where a picture or
   an array ends stand one behind the other everywhere else. A guess, which code tests before it trusts it. */
#include "ir/ir_facts.h"

static bool usual_of(const struct ir_function *f, ir_ref ref, uint32_t *stride)
{
    const struct ir_value *v = &f->values[ref];
    *stride = (uint32_t)(v->shape == IR_AFFINE ? v->stride : v->usual);
    return v->shape == IR_AFFINE || v->has_usual;
}

/* Of several values one is taken: what is the same for all lanes is the edge. */
static bool choose(const struct ir_function *f, const struct ir_value *v, uint32_t first, uint32_t *stride)
{
    *stride = 0;
    for (uint32_t i = first; i < v->count; i++) {
        uint32_t one;
        if (!ir_arg(f, v, i))
            continue; /* control never comes from there */
        if (!usual_of(f, ir_arg(f, v, i), &one))
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

/* What a division leaves of a coordinate. */
static bool remainder_usual(const struct ir_function *f, const struct ir_value *v, uint32_t *stride)
{
    const struct ir_value *divisor = &f->values[ir_arg(f, v, 1)];
    bool is_narrow = divisor->kind == IR_CONST && divisor->word < f->lanes;
    return is_uniform(divisor) && !is_narrow && usual_of(f, ir_arg(f, v, 0), stride);
}

/* Its low bits: of a mask that is no constant most are guessed to be kept. */
static bool masked_usual(const struct ir_function *f, const struct ir_value *v, uint32_t *stride)
{
    bool is_first = is_uniform(&f->values[ir_arg(f, v, 0)]);
    const struct ir_value *mask = &f->values[ir_arg(f, v, !is_first)];
    bool keeps_low = mask->kind != IR_CONST || (!(mask->word & (mask->word + 1)) && mask->word >= f->lanes);
    return is_uniform(mask) && keeps_low && usual_of(f, ir_arg(f, v, is_first), stride);
}

static bool lane_usual(const struct ir_function *f, const struct ir_value *v, unsigned result,
                       uint32_t *stride)
{
    uint32_t growth[3] = {0};
    switch (v->op) {
    case ISA_IMIN:
    case ISA_IMAX:
    case ISA_UMIN:
    case ISA_UMAX: return choose(f, v, 0, stride);
    case ISA_MOVC: return choose(f, v, 1, stride);
    case ISA_AND: return masked_usual(f, v, stride);
    case ISA_UDIV: return result == 1 && remainder_usual(f, v, stride);
    default: break;
    }
    for (uint32_t i = 0; i < v->count && i < 3; i++)
        if (!usual_of(f, ir_arg(f, v, i), &growth[i]))
            return false;
    return ir_linear(f, v, result, growth, stride);
}

static bool find(const struct ir_function *f, ir_ref ref, uint32_t *stride)
{
    const struct ir_value *v = &f->values[ref];
    if (v->kind == IR_LANE)
        return lane_usual(f, v, 0, stride);
    if (v->kind == IR_PART && f->values[ir_arg(f, v, 0)].kind == IR_LANE)
        return lane_usual(f, &f->values[ir_arg(f, v, 0)], v->part, stride);
    return v->kind == IR_PHI && choose(f, v, 0, stride);
}

/* Args stand before what they are args of, but for the headers of loops, which thus get no guess. */
void ir_find_usual(struct ir_function *f)
{
    for (ir_ref ref = 1; ref < f->value_count; ref++) {
        struct ir_value *v = &f->values[ref];
        uint32_t stride = 0;
        v->has_usual = v->shape == IR_VARYING && find(f, ref, &stride) && stride;
        v->usual = v->has_usual ? (int32_t)stride : 0;
    }
}
