/* Args, results and growth of the operations of IR_LANE. */
#include "ir/ir_facts.h"

static enum isa_form form_of(uint16_t op)
{
    if (op >= IR_MODIFIER)
        return op - IR_MODIFIER >= LANE_FIRST_F64 ? ISA_FORM_D_D : ISA_FORM_W_W;
    const struct isa_op *row = isa_op(op);
    return row ? (enum isa_form)row->form : ISA_FORM_NONE;
}

struct ir_lane_info ir_lane_info(uint16_t op)
{
    const struct isa_shape *shape = isa_shape(form_of(op));
    uint8_t wide = (uint8_t)__builtin_popcount(shape->wide_src);
    if (shape->dot)
        return (struct ir_lane_info){(uint8_t)(2 * shape->dot), 1, false};
    return (struct ir_lane_info){(uint8_t)(shape->sources + wide), shape->wide_dst ? 2 : shape->dsts,
                                 shape->wide_dst || shape->wide_src};
}

unsigned ir_lane_column(uint16_t op, unsigned arg)
{
    const struct isa_shape *shape = isa_shape(form_of(op));
    if (shape->dot)
        return arg < shape->dot ? arg : 4 + arg - shape->dot;
    for (unsigned source = 0, seen = 0;; source++) {
        unsigned width = shape->wide_src >> source & 1 ? 2 : 1;
        if (arg < seen + width)
            return 2 * source + (arg - seen);
        seen += width;
    }
}

/* ---- linear operations ---- */

static bool is_constant(const struct ir_value *v)
{
    return v->kind == IR_CONST;
}

/* Numbers that differ by multiples of 2^k have the same k low bits: a mask of these makes them equal, one that has
   all higher bits keeps the differences. */
static bool mask_stride(const struct ir_value *mask, uint32_t step, uint32_t *stride)
{
    uint32_t low = (step & (0u - step)) - 1; /* of step 0: all */
    bool keeps = (mask->word | low) == UINT32_MAX;
    *stride = keeps ? step : 0;
    return is_constant(mask) && (keeps || (mask->word & ~low) == 0);
}

bool ir_linear(const struct ir_function *f, const struct ir_value *v, unsigned result,
               const uint32_t growth[3], uint32_t *stride)
{
    const struct ir_value *x = &f->values[ir_arg(f, v, 0)];
    const struct ir_value *y = v->count > 1 ? &f->values[ir_arg(f, v, 1)] : x;
    uint32_t a = growth[0], b = growth[1];
    switch (v->op) {
    case ISA_IADD: *stride = a + b; return true;
    case ISA_INEG:
    case IR_MODIFIER + LANE_NEG_I32: *stride = 0u - a; return true;
    case ISA_IMUL:
    case ISA_UMUL:
    case ISA_IMAD:
    case ISA_UMAD:
        if (!is_constant(x) && !is_constant(y) && (a || b))
            return false;
        *stride = a * y->word * is_constant(y) + b * x->word * is_constant(x);
        if (v->op == ISA_IMUL || v->op == ISA_UMUL)
            return result == 1;
        *stride += growth[2];
        return true;
    case ISA_ISHL: *stride = a << (y->word & 31); return is_constant(y);
    case ISA_AND: return is_constant(x) ? mask_stride(x, b, stride) : mask_stride(y, a, stride);
    default: return false;
    }
}

uint8_t ir_differing_bits(const struct ir_function *f, const struct ir_value *v)
{
    uint64_t span = v->stride > 0 ? (uint64_t)v->stride * (f->lanes - 1) : UINT32_MAX;
    uint8_t bits = 0;
    while (span >> bits)
        bits++;
    return bits <= v->aligned && bits < 32 ? bits : 32;
}

static bool is_in_block(const struct ir_function *f, ir_ref ref, uint8_t bits, ir_ref counter,
                        unsigned depth);

/* Sums of a number in the block and a multiple of the block's size. */
static bool is_sum_in_block(const struct ir_function *f, const struct ir_value *v, uint8_t bits,
                            ir_ref counter, unsigned depth)
{
    for (unsigned i = 0; i < 2; i++) {
        const struct ir_value *added = &f->values[ir_arg(f, v, !i)];
        if (ir_is_uniform(added) && added->level < IR_WARP && added->aligned >= bits &&
            is_in_block(f, ir_arg(f, v, i), bits, counter, depth - 1))
            return true;
    }
    return false;
}

/* Of a division by a multiple of the block's size. */
static bool is_remainder(const struct ir_function *f, const struct ir_value *v, uint8_t bits)
{
    const struct ir_value *whole = v->kind == IR_PART ? &f->values[ir_arg(f, v, 0)] : v;
    const struct ir_value *by = whole->count == 2 ? &f->values[ir_arg(f, whole, 1)] : NULL;
    uint32_t low = (1u << bits) - 1;
    if (!by || whole->kind != IR_LANE || by->kind != IR_CONST)
        return false;
    return v->kind == IR_PART ? whole->op == ISA_UDIV && v->part == 1 && by->word && by->aligned >= bits
                              : v->op == ISA_AND && (by->word & low) == low;
}

static bool is_number_in_block(const struct ir_function *f, const struct ir_value *v, uint8_t bits)
{
    const uint32_t *group = f->program->decls.thread_group;
    uint32_t block = 1u << bits;
    return v->system == IR_FLAT
               ? group[0] * group[1] * group[2] <= block
               : (v->system == IR_LOCAL_X || v->system == IR_THREAD_X) && group[0] % block == 0;
}

/* `counter`: a loop's, which is in a block in each iteration if the first is and the growth is a multiple. Other phis may be in several:
   threads choose. */
static bool is_in_block(const struct ir_function *f, ir_ref ref, uint8_t bits, ir_ref counter, unsigned depth)
{
    const struct ir_value *v = &f->values[ref];
    if (ref == counter)
        return true;
    if (!ref || !depth)
        return false;
    if (v->kind == IR_SYSTEM)
        return is_number_in_block(f, v, bits);
    if (v->kind == IR_LANE && v->op == ISA_IADD)
        return is_sum_in_block(f, v, bits, counter, depth);
    if (is_remainder(f, v, bits))
        return is_in_block(f, ir_arg(f, v->kind == IR_PART ? &f->values[ir_arg(f, v, 0)] : v, 0), bits,
                           counter, depth - 1);
    bool is_counter = v->kind == IR_PHI && !counter && v->count == 2 && ir_arg(f, v, 1) > ref;
    return is_counter && is_in_block(f, ir_arg(f, v, 0), bits, ref, depth - 1) &&
           is_in_block(f, ir_arg(f, v, 1), bits, ref, depth - 1);
}

enum { DEPTH = 4 };

static bool is_negation_of(const struct ir_function *f, ir_ref ref, ir_ref of)
{
    return ir_is_negation(&f->values[ref]) && ir_arg(f, &f->values[ref], 0) == of;
}

unsigned ir_magnitude_arg(const struct ir_function *f, const struct ir_value *v)
{
    enum { NONE = 2 };
    if (v->kind != IR_LANE || v->op != ISA_IMAX)
        return NONE;
    ir_ref x = ir_arg(f, v, 0), y = ir_arg(f, v, 1);
    return is_negation_of(f, y, x) ? 0 : is_negation_of(f, x, y) ? 1 : NONE;
}

uint8_t ir_block_bits(const struct ir_function *f, ir_ref ref)
{
    const uint32_t *group = f->program->decls.thread_group, row = group[0], all = row * group[1] * group[2];
    uint8_t bits = (uint8_t)__builtin_ctz(row), most = (uint8_t)__builtin_ctz(all);
    if (row >> bits == 1 && is_in_block(f, ref, bits, 0, DEPTH))
        return bits;
    return all >> most == 1 && is_in_block(f, ref, most, 0, DEPTH) ? most : UINT8_MAX;
}

/* The operand of an operation that removes so many low bits, or compares with a multiple; 0: it is none. */
static ir_ref without_bits(const struct ir_function *f, const struct ir_value *v, uint8_t bits)
{
    const struct ir_value *y = v->count > 1 ? &f->values[ir_arg(f, v, 1)] : NULL;
    bool is_constant_y = y && is_constant(y), is_multiple = y && y->aligned >= bits;
    bool is_same = false;
    if (!y)
        return 0;
    if (v->op == ISA_USHR || v->op == ISA_ISHR || v->op == ISA_UBFE)
        is_same = is_constant_y && (y->word & 31) >= bits;
    else if (v->op == ISA_AND)
        is_same = is_constant_y && is_multiple;
    else if (v->op == ISA_UDIV || ir_is_order(v))
        is_same = ir_is_uniform(y) && y->level < IR_WARP && is_multiple;
    return is_same ? ir_arg(f, v, v->op == ISA_UBFE ? 2 : 0) : 0;
}

bool ir_is_same_in_block(const struct ir_function *f, const struct ir_value *v, uint8_t bits)
{
    ir_ref x = v->kind == IR_LANE && v->op < IR_MODIFIER ? without_bits(f, v, bits) : 0;
    return x && is_in_block(f, x, bits, 0, DEPTH);
}
