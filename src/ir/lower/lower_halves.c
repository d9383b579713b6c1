/* SIMD within a register (SWAR): pairs of numbers below 2^16 are computed in the two halves of a 32-bit word. Programs unpack the
   bytes of a pixel, compute with each byte, and pack the results: x | y << 8 | z << 16 | w << 24. That is pack(x, z) | pack(y, w) << 8
   with pack(a, b) = a | b << 16. An addition, a shift, or a multiplication by a constant of packed numbers is one operation in place of
   two, and packing two bytes of one word is a mask. */
#include "ir/ir_facts.h"
#include "ir/lower/lower.h"

enum { HALF_BITS = 16, HALF_MAX = 0xffff, REPLICATE = 0x10001 /* a factor: copies a half to both */ };

struct packer {
    struct lower *l;
    bool emits;      /* false: only tests whether the numbers can be packed */
    uint32_t visits; /* remaining; limits the time for shared subexpressions */
};

static ir_ref arg(const struct lower *l, ir_ref ref, unsigned i)
{
    return l->args.data[lower_value(l, ref)->first + i];
}

static bool is_lane(const struct lower *l, ir_ref ref, uint16_t op)
{
    return lower_value(l, ref)->kind == IR_LANE && lower_value(l, ref)->op == op;
}

static bool get_constant(const struct lower *l, ir_ref ref, uint32_t *word)
{
    *word = lower_value(l, ref)->word;
    return lower_value(l, ref)->kind == IR_CONST;
}

/* Arg i of both operations is the same constant. */
static bool get_common_constant(const struct lower *l, ir_ref x, ir_ref y, unsigned i, uint32_t *word)
{
    return arg(l, x, i) == arg(l, y, i) && get_constant(l, arg(l, x, i), word);
}

/* ---- fields of a word ---- */

/* (word >> shift) & mask */
struct field {
    ir_ref word;
    uint32_t shift, mask;
};

/* Moves one operation from the word to the shift and the mask; false: there is none that is a part of a field. */
static bool peel_operation(const struct lower *l, struct field *field)
{
    const struct ir_value *v = lower_value(l, field->word);
    const ir_ref *a = &l->args.data[v->first];
    uint32_t word, offset;
    unsigned from = 0;
    if (v->kind != IR_LANE || v->count < 2 || !get_constant(l, a[v->op == ISA_UBFE ? 0 : 1], &word))
        return false;
    if (v->op == ISA_AND) {
        field->mask &= word >> field->shift;
    } else if (v->op == ISA_USHR && field->shift + (word & 31) < 32) {
        field->shift += word & 31;
    } else if (v->op == ISA_ISHL && (word & 31) <= field->shift) {
        field->mask &= UINT32_MAX >> field->shift;
        field->shift -= word & 31;
    } else if (v->op == ISA_UBFE && get_constant(l, a[1], &offset) && field->shift + (offset & 31) < 32) {
        field->mask &= ((1u << (word & 31)) - 1) >> field->shift;
        field->shift += offset & 31;
        from = 2;
    } else {
        return false;
    }
    field->word = a[from];
    return true;
}

/* Programs shift and mask in either order, or shift to the left and back. */
static struct field field_of(const struct lower *l, ir_ref ref)
{
    enum { OPERATIONS_MOST = 4 };
    struct field field = {.word = ref, .mask = UINT32_MAX};
    for (unsigned i = 0; i < OPERATIONS_MOST && peel_operation(l, &field); i++) {
    }
    field.mask &= UINT32_MAX >> field.shift;
    return field;
}

/* ---- halves ---- */

static ir_ref pack_numbers(struct packer *packer, ir_ref x, ir_ref y);

static ir_ref emit(struct packer *packer, uint16_t op, const ir_ref *args, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!args[i])
            return 0;
    return packer->emits ? lower_lane(packer->l, op, args, count) : args[0];
}

static ir_ref emit_with_constant(struct packer *packer, uint16_t op, ir_ref a, uint32_t word)
{
    return packer->emits ? emit(packer, op, (const ir_ref[]){a, lower_constant(packer->l, word)}, 2) : a;
}

/* word >> shift & mask in each half. */
static ir_ref extract_fields(struct packer *packer, ir_ref word, uint32_t shift, uint32_t mask)
{
    return emit_with_constant(packer, ISA_AND, emit_with_constant(packer, ISA_USHR, word, shift),
                              mask * REPLICATE);
}

static ir_ref pack_fields(struct packer *packer, ir_ref x, ir_ref y)
{
    struct field low = field_of(packer->l, x), high = field_of(packer->l, y);
    if (low.word != high.word || high.shift != low.shift + HALF_BITS || low.mask != high.mask)
        return 0;
    return extract_fields(packer, low.word, low.shift, low.mask);
}

static ir_ref pack_args(struct packer *packer, ir_ref x, ir_ref y, unsigned i)
{
    return pack_numbers(packer, arg(packer->l, x, i), arg(packer->l, y, i));
}

/* Low words of products. */
static ir_ref pack_products(struct packer *packer, ir_ref x, ir_ref y)
{
    struct lower *l = packer->l;
    ir_ref a = arg(l, x, 0), b = arg(l, y, 0);
    uint32_t factor, op = lower_value(l, a)->op;
    if (!is_lane(l, a, (uint16_t)op) || !is_lane(l, b, (uint16_t)op) || (op != ISA_IMUL && op != ISA_UMUL) ||
        !get_common_constant(l, a, b, 1, &factor))
        return 0;
    ir_ref product = emit_with_constant(packer, (uint16_t)op, pack_args(packer, a, b, 0), factor);
    return product && packer->emits ? lower_part(l, product, 1) : product;
}

/* Args and results are below 2^16, so nothing is carried from one half to the other. */
static ir_ref pack_operations(struct packer *packer, ir_ref x, ir_ref y)
{
    struct lower *l = packer->l;
    const uint16_t op = lower_value(l, x)->op;
    uint32_t word, width, used = ir_bits_up_to(lower_value(l, x)->high | lower_value(l, y)->high);
    if (!is_lane(l, y, op))
        return 0;
    switch (op) {
    case ISA_IADD:
    case ISA_OR:
    case ISA_XOR:
        return emit(packer, op, (const ir_ref[]){pack_args(packer, x, y, 0), pack_args(packer, x, y, 1)}, 2);
    case ISA_AND:
        return get_common_constant(l, x, y, 1, &word)
                   ? emit_with_constant(packer, op, pack_args(packer, x, y, 0), (word & HALF_MAX) * REPLICATE)
                   : 0;
    case ISA_ISHL:
        return get_common_constant(l, x, y, 1, &word)
                   ? emit_with_constant(packer, op, pack_args(packer, x, y, 0), word)
                   : 0;
    case ISA_USHR:
        if (!get_common_constant(l, x, y, 1, &word) || word >= HALF_BITS)
            return 0;
        return extract_fields(packer, pack_args(packer, x, y, 0), word, (HALF_MAX >> word) & used);
    case ISA_UBFE:
        if (!get_common_constant(l, x, y, 0, &width) || !get_common_constant(l, x, y, 1, &word) ||
            width >= HALF_BITS || word >= HALF_BITS)
            return 0;
        return extract_fields(packer, pack_args(packer, x, y, 2), word,
                              ((1u << width) - 1) & (HALF_MAX >> word));
    case ISA_IMAD:
    case ISA_UMAD:
        if (!get_common_constant(l, x, y, 1, &word))
            return 0;
        return emit(packer, op,
                    (const ir_ref[]){pack_args(packer, x, y, 0), arg(l, x, 1), pack_args(packer, x, y, 2)},
                    3);
    case ISA_MOVC:
        if (arg(l, x, 0) != arg(l, y, 0))
            return 0;
        return emit(packer, op,
                    (const ir_ref[]){arg(l, x, 0), pack_args(packer, x, y, 1), pack_args(packer, x, y, 2)},
                    3);
    default: return 0;
    }
}

/* x | y << 16, by one operation for each two of x and y; 0: not possible. */
static ir_ref pack_numbers(struct packer *packer, ir_ref x, ir_ref y)
{
    struct lower *l = packer->l;
    const struct ir_value low = *lower_value(l, x),
                          high = *lower_value(l, y); /* copies: emitting may reallocate the array */
    if (!packer->visits || !x || !y || low.high > HALF_MAX || high.high > HALF_MAX)
        return 0;
    packer->visits--;
    if (low.kind == IR_CONST && high.kind == IR_CONST)
        return packer->emits ? lower_constant(l, low.word | high.word << HALF_BITS) : x;
    ir_ref fields = pack_fields(packer, x, y);
    if (fields || low.kind != high.kind)
        return fields;
    return low.kind == IR_PART   ? pack_products(packer, x, y)
           : low.kind == IR_LANE ? pack_operations(packer, x, y)
                                 : 0;
}

/* ---- joins of fields ---- */

enum { TERMS = 8, DEPTH = 8 };

/* The sum of some numbers, each shifted to its position. */
struct packed {
    struct {
        ir_ref ref;
        uint32_t shift;
    } terms[TERMS];
    unsigned count;
    uint32_t number; /* sums that are at most this are terms: they are numbers, and do not join fields */
    bool adds;       /* equal to the union only if no two terms have a bit in common */
};

static bool collect_terms(const struct lower *l, ir_ref ref, uint32_t shift, unsigned depth,
                          struct packed *p);

static bool collect_two(const struct lower *l, ir_ref a, uint32_t a_shift, ir_ref b, uint32_t shift,
                        unsigned depth, struct packed *p)
{
    return collect_terms(l, a, shift + a_shift, depth - 1, p) && collect_terms(l, b, shift, depth - 1, p);
}

/* a * 2^n + b */
static bool collect_product(const struct lower *l, const ir_ref *a, uint32_t shift, unsigned depth,
                            struct packed *p)
{
    uint32_t factor;
    if (!get_constant(l, a[1], &factor) || !factor || factor & (factor - 1))
        return false;
    p->adds = true;
    return collect_two(l, a[0], (uint32_t)__builtin_ctz(factor), a[2], shift, depth, p);
}

/* bfi, where it is a union: the number has no more than `width` bits, and the bits that it replaces are 0. */
static bool collect_inserted(const struct lower *l, const ir_ref *a, uint32_t shift, unsigned depth,
                             struct packed *p)
{
    uint32_t width, offset;
    if (!get_constant(l, a[0], &width) || !get_constant(l, a[1], &offset) || width > 31 || offset > 31 ||
        lower_value(l, a[2])->high >> width || lower_value(l, a[3])->high >> offset)
        return false;
    return collect_two(l, a[2], offset, a[3], shift, depth, p);
}

static bool collect_operands(const struct lower *l, uint16_t op, const ir_ref *a, uint32_t shift,
                             unsigned depth, struct packed *p)
{
    uint32_t by;
    if (!depth)
        return false;
    switch (op) {
    case ISA_OR: return collect_two(l, a[0], 0, a[1], shift, depth, p);
    case ISA_ISHL:
        return get_constant(l, a[1], &by) && collect_terms(l, a[0], shift + (by & 31), depth - 1, p);
    case ISA_IADD: p->adds = true; return collect_two(l, a[0], 0, a[1], shift, depth, p);
    case ISA_IMAD:
    case ISA_UMAD: return collect_product(l, a, shift, depth, p);
    case ISA_BFI: return collect_inserted(l, a, shift, depth, p);
    default: return false;
    }
}

static bool collect_terms(const struct lower *l, ir_ref ref, uint32_t shift, unsigned depth, struct packed *p)
{
    const struct ir_value *v = lower_value(l, ref);
    struct packed inner = *p;
    bool is_number = v->high <= p->number && v->op != ISA_OR && v->op != ISA_ISHL;
    if (shift > 31)
        return false;
    if (v->kind == IR_LANE && !is_number &&
        collect_operands(l, v->op, &l->args.data[v->first], shift, depth, &inner)) {
        *p = inner;
        return true;
    }
    if (p->count == TERMS)
        return false;
    p->terms[p->count].ref = ref;
    p->terms[p->count++].shift = shift;
    return true;
}

static uint64_t bits_of_term(const struct lower *l, const struct packed *p, unsigned i)
{
    ir_ref ref = p->terms[i].ref;
    uint32_t mask, bits = ir_bits_up_to(lower_value(l, ref)->high);
    if (is_lane(l, ref, ISA_AND) && get_constant(l, arg(l, ref, 1), &mask))
        bits &= mask;
    return (uint64_t)bits << p->terms[i].shift;
}

static bool is_disjoint(const struct lower *l, const struct packed *p)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < p->count; i++) {
        if (bits & bits_of_term(l, p, i))
            return false;
        bits |= bits_of_term(l, p, i);
    }
    return true;
}

static ir_ref emit_shifted(struct lower *l, const struct packed *p, unsigned i)
{
    const ir_ref args[] = {p->terms[i].ref, lower_constant(l, p->terms[i].shift)};
    return lower_lane(l, ISA_ISHL, args, 2);
}

static ir_ref join_terms(struct lower *l, const struct packed *p)
{
    ir_ref word = emit_shifted(l, p, 0);
    for (unsigned i = 1; i < p->count; i++)
        word = lower_lane(l, ISA_OR, (const ir_ref[]){word, emit_shifted(l, p, i)}, 2);
    return word;
}

/* Replaces two terms 16 bits apart by a packed one. False: there are none that can be packed. */
static bool pack_pair(struct lower *l, struct packed *p)
{
    enum { VISITS = 256 };
    for (unsigned i = 0; i < p->count; i++)
        for (unsigned k = 0; k < p->count; k++) {
            struct packer packer = {.l = l, .visits = VISITS};
            if (p->terms[k].shift != p->terms[i].shift + HALF_BITS ||
                !pack_numbers(&packer, p->terms[i].ref, p->terms[k].ref))
                continue;
            packer = (struct packer){.l = l, .emits = true, .visits = VISITS};
            p->terms[i].ref = pack_numbers(&packer, p->terms[i].ref, p->terms[k].ref);
            p->terms[k] = p->terms[--p->count];
            return true;
        }
    return false;
}

static bool is_in_high_half(const struct lower *l, ir_ref ref)
{
    uint32_t by;
    return is_lane(l, ref, ISA_ISHL) && get_constant(l, arg(l, ref, 1), &by) && (by & 31) >= HALF_BITS;
}

/* Additions are frequent in addresses: only those with a term in the high half are examined. */
static bool may_join_fields(const struct lower *l, uint16_t op, const ir_ref *a)
{
    uint32_t factor;
    if (op == ISA_IMAD || op == ISA_UMAD)
        return get_constant(l, a[1], &factor) && factor > HALF_MAX;
    if (op == ISA_IADD)
        return is_in_high_half(l, a[0]) || is_in_high_half(l, a[1]);
    return op == ISA_OR || op == ISA_BFI;
}

ir_ref lower_halves(struct lower *l, uint16_t op, const ir_ref *a)
{
    static const uint32_t numbers[] = {HALF_MAX, UINT8_MAX};
    if (!may_join_fields(l, op, a))
        return 0;
    for (unsigned i = 0; i < 2; i++) {
        struct packed p = {.number = numbers[i]};
        if (collect_operands(l, op, a, 0, DEPTH, &p) && (!p.adds || is_disjoint(l, &p)) && pack_pair(l, &p))
            return join_terms(l, &p);
    }
    return 0;
}
