/* Lanes at constant distances: in groups of four threads a row, lane 5 is one row below lane 1. */
#include "ir/ir_facts.h"

enum { VISITS_MOST = 32 };

struct search {
    const struct ir_function *f;
    unsigned visits;
};

/* Threads are numbered x fastest: distances are the same in all warps where warps begin with a row (and for y, a slice), or
   lie within one. */
static bool system_offsets(const struct ir_function *f, const struct ir_value *v, uint32_t *offsets)
{
    const uint32_t *group = f->program->decls.thread_group;
    bool is_thread = v->system <= IR_THREAD_Z;
    if (!is_thread && (v->system < IR_LOCAL_X || v->system > IR_LOCAL_Z))
        return false; /* others have a stride */
    unsigned axis = v->system - (is_thread ? IR_THREAD_X : IR_LOCAL_X);
    uint32_t below = axis == 0 ? 1 : axis == 1 ? group[0] : group[0] * group[1], period = below * group[axis];
    bool is_last = period == group[0] * group[1] * group[2];
    if (f->lanes % below || (!is_last && f->lanes % period && period % f->lanes))
        return false;
    for (uint32_t i = 0; i < f->lanes; i++)
        offsets[i] = ir_local_id(group, axis, i);
    return true;
}

/* The difference of a lane's result from lane 0's. Its operand is lane 0's | offset, and `low` has the bits that may be set in
   offsets; lane 0's has none of them. */
static bool bits_offset(const struct ir_value *op, unsigned result, uint32_t offset, uint32_t low,
                        uint32_t word, uint32_t *out)
{
    bool is_power = word && (word & (word - 1)) == 0;
    switch (op->op) {
    case ISA_AND: *out = offset & word; return true;
    case ISA_OR: *out = offset & ~word; return true;
    case ISA_XOR: *out = (offset ^ (word & low)) - (word & low); return true;
    case ISA_USHR: *out = offset >> (word & 31); return true;
    case ISA_UDIV:
        *out = is_power && result == 1 ? offset & (word - 1) : is_power ? offset / word : 0;
        return is_power;
    default: return false;
    }
}

/* Operations on bits, with a constant, of numbers that differ in bits that lane 0's does not have. */
static bool aligned_offsets(const struct ir_function *f, const struct ir_value *op, unsigned result,
                            uint32_t *offsets)
{
    if (op->count != 2)
        return false;
    const struct ir_value *first = &f->values[ir_arg(f, op, 0)], *second = &f->values[ir_arg(f, op, 1)];
    bool commutes = op->op == ISA_AND || op->op == ISA_OR || op->op == ISA_XOR;
    bool is_second = commutes && first->kind == IR_CONST;
    const struct ir_value *x = is_second ? second : first, *constant = is_second ? first : second;
    uint8_t bits = x->shape == IR_AFFINE ? ir_differing_bits(f, x) : 32;
    if (bits == 32 || constant->kind != IR_CONST)
        return false;
    for (uint32_t i = 0; i < f->lanes; i++)
        if (!bits_offset(op, result, (uint32_t)x->stride * i, (1u << bits) - 1, constant->word, &offsets[i]))
            return false;
    return true;
}

static bool find_offsets(struct search *s, ir_ref ref, uint32_t *offsets);

static bool operation_offsets(struct search *s, const struct ir_value *op, unsigned result, uint32_t *offsets)
{
    uint32_t args[3][16];
    if (op->kind != IR_LANE || op->count > 3)
        return false;
    if (aligned_offsets(s->f, op, result, offsets))
        return true;
    for (uint32_t i = 0; i < op->count; i++)
        if (!find_offsets(s, ir_arg(s->f, op, i), args[i]))
            return false;
    for (uint32_t lane = 0; lane < s->f->lanes; lane++) {
        uint32_t growth[3] = {0};
        for (uint32_t i = 0; i < op->count; i++)
            growth[i] = args[i][lane];
        if (!ir_linear(s->f, op, result, growth, &offsets[lane]))
            return false;
    }
    return true;
}

static bool find_offsets(struct search *s, ir_ref ref, uint32_t *offsets)
{
    const struct ir_function *f = s->f;
    const struct ir_value *v = &f->values[ref];
    if (v->kind == IR_CONST || v->shape == IR_AFFINE) {
        for (uint32_t i = 0; i < f->lanes; i++)
            offsets[i] = v->kind == IR_CONST ? 0 : (uint32_t)v->stride * i;
        return true;
    }
    if (s->visits++ == VISITS_MOST)
        return false;
    if (v->kind == IR_SYSTEM)
        return system_offsets(f, v, offsets);
    return v->kind == IR_PART ? operation_offsets(s, &f->values[ir_arg(f, v, 0)], v->part, offsets)
                              : operation_offsets(s, v, 0, offsets);
}

bool ir_lane_offsets(const struct ir_function *f, ir_ref ref, uint32_t offsets[16])
{
    return find_offsets(&(struct search){.f = f}, ref, offsets);
}
