/* u# views that a program only reduces into: atomics of one commutative operation whose results are
   unused. Each worker may then use a private copy with plain arithmetic and reduce it into the view at the
   end: sums, minima and bits do not depend on the order. */
#ifndef SM5_JIT_REDUCTION_H
#define SM5_JIT_REDUCTION_H

#include "ir/ir.h"

/* A larger view has copies if each worker, of at most two, makes so many accesses per 4 words: a copy is cleared and reduced once
   a dispatch, with an atomic access a word unless the dispatch is exclusive. */
enum {
    JIT_PRIVATE_BYTES = 16 << 10,
    JIT_PRIVATE_MOST = 1 << 20,
    JIT_PRIVATE_LEAST = 1,
    JIT_PRIVATE_LEAST_SHARED = 8
};

/* Commutes, when its result is unused. */
static inline bool jit_reduction_op(uint16_t op)
{
    return isa_op(op)->atomic != ISA_ATOMIC_OP_COMPARE && isa_op(op)->atomic != ISA_ATOMIC_OP_EXCHANGE;
}

/* The opcode of all accesses to a view, and how many there are. */
struct jit_reduction {
    uint16_t op;
    uint32_t accesses;
};

/* Without an opcode where there is none, or another kind of access (opcode 0 is add, which is not an atomic). */
static inline struct jit_reduction jit_reduction_of(const struct ir_function *f, uint32_t view)
{
    const struct jit_reduction none = {0};
    struct jit_reduction made = {0};
    uint32_t slot = f->views[view].slot;
    if (f->alias)
        return none;
    for (uint32_t i = 1; i < f->value_count; i++) {
        const struct ir_value *v = &f->values[i];
        bool is_access = v->kind == IR_LOAD || v->kind == IR_STORE || v->kind == IR_TEXEL ||
                         v->kind == IR_STORE_TEXEL || v->kind == IR_ATOMIC;
        if (!is_access || v->slot != slot)
            continue;
        bool reduces = v->kind == IR_ATOMIC && v->view == view && v->access != IR_TYPED && !v->uses &&
                       jit_reduction_op(v->op) &&
                       (!made.op || isa_op(made.op)->atomic == isa_op(v->op)->atomic);
        if (!reduces)
            return none;
        made.op = v->op;
        made.accesses++;
    }
    return made;
}

/* The identity of the operation. */
static inline uint32_t jit_reduction_identity(enum isa_atomic operation)
{
    switch (operation) {
    case ISA_ATOMIC_OP_AND:
    case ISA_ATOMIC_OP_UMIN: return UINT32_MAX;
    case ISA_ATOMIC_OP_IMAX: return 0x80000000u;
    case ISA_ATOMIC_OP_IMIN: return 0x7fffffffu;
    default: return 0;
    }
}

#endif
