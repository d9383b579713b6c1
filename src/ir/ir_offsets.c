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
    uint32_t below = 1;
    for (unsigned i = 0; i < axis; i++)
        below *= group[i];
    uint32_t period = below * group[axis];
    bool is_last = period == group[0] * group[1] * group[2];
    if (f->lanes % below || (!is_last && f->lanes % period && period % f->lanes))
        return false;
    for (uint32_t i = 0; i < f->lanes; i++)
        offsets[i] = is_last ? i / below : i % period / below;
    return true;
}

/* What an operation on bits adds for a lane whose number is lane 0's, which has none of the bits of `offset`, | offset. */
static bool bits_offset(const struct ir_value *op, unsigned result, uint32_t offset, uint32_t bits,
                        uint32_t word, uint32_t *out)
{
    bool is_power = word && (word & (word - 1)) == 0;
    switch (op->op) {
    case ISA_AND: *out = offset & word; return true;
    case ISA_OR: *out = offset & ~word; return true;
    case ISA_XOR: *out = (offset ^ (word & bits)) - (word & bits); return true;
    case ISA_USHR: *out = offset >> (word & 31); return true;
    case ISA_UDIV:
        *out = is_power && result == 1 ? offset & (word - 1) : is_power ? offset / word : 0;
        return is_power;
    default: return false;
    }
}

/* Of numbers of which lane 0's is a multiple of a power of two that exceeds the distances to it. */
static bool aligned_offsets(const struct ir_function *f, const struct ir_value *op, unsigned result,
                            uint32_t *offsets)
{
    const struct ir_value *x = op->count == 2 ? &f->values[ir_arg(f, op, 0)] : NULL;
    const struct ir_value *y = x ? &f->values[ir_arg(f, op, 1)] : NULL;
    if (x && x->kind == IR_CONST && op->op != ISA_USHR && op->op != ISA_UDIV) {
        const struct ir_value *constant = x;
        x = y;
        y = constant;
    }
    if (!x || y->kind != IR_CONST || x->shape != IR_AFFINE || x->aligned >= 32)
        return false;
    uint32_t bits = (1u << x->aligned) - 1;
    for (uint32_t i = 0; i < f->lanes; i++)
        if ((uint32_t)x->stride * (uint64_t)i > bits ||
            !bits_offset(op, result, (uint32_t)x->stride * i, bits, y->word, &offsets[i]))
            return false;
    return true;
}

static bool find(struct search *s, ir_ref ref, uint32_t *offsets);

static bool operation_offsets(struct search *s, const struct ir_value *op, unsigned result, uint32_t *offsets)
{
    uint32_t args[3][16];
    if (op->kind != IR_LANE || op->count > 3)
        return false;
    if (aligned_offsets(s->f, op, result, offsets))
        return true;
    for (uint32_t i = 0; i < op->count; i++)
        if (!find(s, ir_arg(s->f, op, i), args[i]))
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

static bool find(struct search *s, ir_ref ref, uint32_t *offsets)
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
    return find(&(struct search){.f = f}, ref, offsets);
}
