/* Two numbers below 2^16 as the halves of one word. Programs unpack the bytes of a pixel, compute with each and pack them again:
   x | y << 8 | z << 16 | w << 24 is halves(x, z) | halves(y, w) << 8, and a sum, a product with a constant or a shift of halves
   is one operation in place of two. The halves of a word's bytes are the word and a mask. */
#include "ir/lower/lower.h"

enum { BITS = 16, MOST = 0xffff, BOTH = 0x10001 };

struct halves {
    struct lower *l;
    bool makes;      /* values; else it is only tested whether they can be made */
    uint32_t visits; /* left */
};

static ir_ref arg(const struct lower *l, ir_ref ref, unsigned i)
{
    return l->args.data[lower_value(l, ref)->first + i];
}

static bool is_lane(const struct lower *l, ir_ref ref, uint16_t op)
{
    return lower_value(l, ref)->kind == IR_LANE && lower_value(l, ref)->op == op;
}

static bool constant(const struct lower *l, ir_ref ref, uint32_t *word)
{
    *word = lower_value(l, ref)->word;
    return lower_value(l, ref)->kind == IR_CONST;
}

/* A number's constant arg, which that of another number is too. */
static bool common(const struct lower *l, ir_ref x, ir_ref y, unsigned i, uint32_t *word)
{
    return arg(l, x, i) == arg(l, y, i) && constant(l, arg(l, x, i), word);
}

/* ---- fields of a word ---- */

/* word >> shift & mask */
struct field {
    ir_ref word;
    uint32_t shift, mask;
};

static struct field field_of(const struct lower *l, ir_ref ref)
{
    struct field field = {.word = ref, .mask = UINT32_MAX};
    uint32_t width, shift;
    if (is_lane(l, ref, ISA_AND) && constant(l, arg(l, ref, 1), &field.mask))
        ref = arg(l, ref, 0);
    else
        field.mask = UINT32_MAX;
    field.word = ref;
    if (is_lane(l, ref, ISA_USHR) && constant(l, arg(l, ref, 1), &shift)) {
        field.word = arg(l, ref, 0);
        field.shift = shift & 31;
    } else if (is_lane(l, ref, ISA_UBFE) && constant(l, arg(l, ref, 0), &width) &&
               constant(l, arg(l, ref, 1), &shift)) {
        field.word = arg(l, ref, 2);
        field.shift = shift & 31;
        field.mask &= (1u << (width & 31)) - 1;
    }
    field.mask &= UINT32_MAX >> field.shift;
    return field;
}

/* ---- halves ---- */

static ir_ref halves_of(struct halves *h, ir_ref x, ir_ref y);

static ir_ref make(struct halves *h, uint16_t op, const ir_ref *args, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!args[i])
            return 0;
    return h->makes ? lower_lane(h->l, op, args, count) : args[0];
}

static ir_ref make_with(struct halves *h, uint16_t op, ir_ref a, uint32_t word)
{
    return h->makes ? make(h, op, (const ir_ref[]){a, lower_constant(h->l, word)}, 2) : a;
}

/* All bits of numbers up to this one. */
static uint32_t bits_up_to(uint32_t high)
{
    return high ? UINT32_MAX >> __builtin_clz(high) : 0;
}

/* x >> shift & mask in each half. */
static ir_ref take(struct halves *h, ir_ref word, uint32_t shift, uint32_t mask)
{
    return make_with(h, ISA_AND, make_with(h, ISA_USHR, word, shift), mask * BOTH);
}

static ir_ref of_fields(struct halves *h, ir_ref x, ir_ref y)
{
    struct field low = field_of(h->l, x), high = field_of(h->l, y);
    if (low.word != high.word || high.shift != low.shift + BITS || low.mask != high.mask)
        return 0;
    return take(h, low.word, low.shift, low.mask);
}

static ir_ref of_args(struct halves *h, ir_ref x, ir_ref y, unsigned i)
{
    return halves_of(h, arg(h->l, x, i), arg(h->l, y, i));
}

/* The low word of a product. */
static ir_ref of_products(struct halves *h, ir_ref x, ir_ref y)
{
    struct lower *l = h->l;
    ir_ref a = arg(l, x, 0), b = arg(l, y, 0);
    uint32_t factor, op = lower_value(l, a)->op;
    if (!is_lane(l, a, (uint16_t)op) || !is_lane(l, b, (uint16_t)op) || (op != ISA_IMUL && op != ISA_UMUL) ||
        !common(l, a, b, 1, &factor))
        return 0;
    ir_ref product = make_with(h, (uint16_t)op, of_args(h, a, b, 0), factor);
    return product && h->makes ? lower_part(l, product, 1) : product;
}

/* No half's result reaches into the other one: results and args are below 2^16. */
static ir_ref of_operations(struct halves *h, ir_ref x, ir_ref y)
{
    struct lower *l = h->l;
    const uint16_t op = lower_value(l, x)->op;
    uint32_t word, width, used = bits_up_to(lower_value(l, x)->high | lower_value(l, y)->high);
    if (!is_lane(l, y, op))
        return 0;
    switch (op) {
    case ISA_IADD:
    case ISA_OR:
    case ISA_XOR: return make(h, op, (const ir_ref[]){of_args(h, x, y, 0), of_args(h, x, y, 1)}, 2);
    case ISA_AND:
        return common(l, x, y, 1, &word) ? make_with(h, op, of_args(h, x, y, 0), (word & MOST) * BOTH) : 0;
    case ISA_ISHL: return common(l, x, y, 1, &word) ? make_with(h, op, of_args(h, x, y, 0), word) : 0;
    case ISA_USHR:
        if (!common(l, x, y, 1, &word) || word >= BITS)
            return 0;
        return take(h, of_args(h, x, y, 0), word, (MOST >> word) & used);
    case ISA_UBFE:
        if (!common(l, x, y, 0, &width) || !common(l, x, y, 1, &word) || width >= BITS || word >= BITS)
            return 0;
        return take(h, of_args(h, x, y, 2), word, ((1u << width) - 1) & (MOST >> word));
    case ISA_IMAD:
    case ISA_UMAD:
        if (!common(l, x, y, 1, &word))
            return 0;
        return make(h, op, (const ir_ref[]){of_args(h, x, y, 0), arg(l, x, 1), of_args(h, x, y, 2)}, 3);
    case ISA_MOVC:
        if (arg(l, x, 0) != arg(l, y, 0))
            return 0;
        return make(h, op, (const ir_ref[]){arg(l, x, 0), of_args(h, x, y, 1), of_args(h, x, y, 2)}, 3);
    default: return 0;
    }
}

/* x | y << 16; 0: that would not be simpler. */
static ir_ref halves_of(struct halves *h, ir_ref x, ir_ref y)
{
    struct lower *l = h->l;
    const struct ir_value low = *lower_value(l, x),
                          high = *lower_value(l, y); /* values made here may move all */
    if (!h->visits || !x || !y || low.high > MOST || high.high > MOST)
        return 0;
    h->visits--;
    if (low.kind == IR_CONST && high.kind == IR_CONST)
        return h->makes ? lower_constant(l, low.word | high.word << BITS) : x;
    ir_ref fields = of_fields(h, x, y);
    if (fields || low.kind != high.kind)
        return fields;
    return low.kind == IR_PART ? of_products(h, x, y) : low.kind == IR_LANE ? of_operations(h, x, y) : 0;
}

/* ---- words that are packed ---- */

enum { TERMS = 8, DEPTH = 8 };

/* The sum of some numbers, each shifted to its place. */
struct packed {
    struct {
        ir_ref ref;
        uint32_t shift;
    } terms[TERMS];
    unsigned count;
    uint32_t number; /* sums up to this one are a number each */
    bool adds;       /* terms are added: they must not have bits in common */
};

static bool find_terms(const struct lower *l, ir_ref ref, uint32_t shift, unsigned depth, struct packed *p);

static bool find_pair(const struct lower *l, ir_ref a, uint32_t a_shift, ir_ref b, uint32_t shift,
                      unsigned depth, struct packed *p)
{
    return find_terms(l, a, shift + a_shift, depth - 1, p) && find_terms(l, b, shift, depth - 1, p);
}

/* a * 2^n + b */
static bool find_product(const struct lower *l, const ir_ref *a, uint32_t shift, unsigned depth,
                         struct packed *p)
{
    uint32_t factor;
    if (!constant(l, a[1], &factor) || !factor || factor & (factor - 1))
        return false;
    p->adds = true;
    return find_pair(l, a[0], (uint32_t)__builtin_ctz(factor), a[2], shift, depth, p);
}

/* bfi: `width` bits of a number take the place of those of another one, which must be 0. */
static bool find_inserted(const struct lower *l, const ir_ref *a, uint32_t shift, unsigned depth,
                          struct packed *p)
{
    uint32_t width, offset;
    if (!constant(l, a[0], &width) || !constant(l, a[1], &offset) || width > 31 || offset > 31 ||
        lower_value(l, a[2])->high >> width || lower_value(l, a[3])->high >> offset)
        return false;
    return find_pair(l, a[2], offset, a[3], shift, depth, p);
}

static bool find_operation(const struct lower *l, uint16_t op, const ir_ref *a, uint32_t shift,
                           unsigned depth, struct packed *p)
{
    uint32_t by;
    if (!depth)
        return false;
    switch (op) {
    case ISA_OR: return find_pair(l, a[0], 0, a[1], shift, depth, p);
    case ISA_ISHL: return constant(l, a[1], &by) && find_terms(l, a[0], shift + (by & 31), depth - 1, p);
    case ISA_IADD: p->adds = true; return find_pair(l, a[0], 0, a[1], shift, depth, p);
    case ISA_IMAD:
    case ISA_UMAD: return find_product(l, a, shift, depth, p);
    case ISA_BFI: return find_inserted(l, a, shift, depth, p);
    default: return false;
    }
}

static bool find_terms(const struct lower *l, ir_ref ref, uint32_t shift, unsigned depth, struct packed *p)
{
    const struct ir_value *v = lower_value(l, ref);
    struct packed inner = *p;
    bool is_number = v->high <= p->number && v->op != ISA_OR && v->op != ISA_ISHL;
    if (shift > 31)
        return false;
    if (v->kind == IR_LANE && !is_number &&
        find_operation(l, v->op, &l->args.data[v->first], shift, depth, &inner)) {
        *p = inner;
        return true;
    }
    if (p->count == TERMS)
        return false;
    p->terms[p->count].ref = ref;
    p->terms[p->count++].shift = shift;
    return true;
}

/* The bits that a term may have. */
static uint64_t bits_of(const struct lower *l, const struct packed *p, unsigned i)
{
    ir_ref ref = p->terms[i].ref;
    uint32_t mask, bits = bits_up_to(lower_value(l, ref)->high);
    if (is_lane(l, ref, ISA_AND) && constant(l, arg(l, ref, 1), &mask))
        bits &= mask;
    return (uint64_t)bits << p->terms[i].shift;
}

static bool is_disjoint(const struct lower *l, const struct packed *p)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < p->count; i++) {
        if (bits & bits_of(l, p, i))
            return false;
        bits |= bits_of(l, p, i);
    }
    return true;
}

static ir_ref shifted(struct lower *l, const struct packed *p, unsigned i)
{
    const ir_ref args[] = {p->terms[i].ref, lower_constant(l, p->terms[i].shift)};
    return lower_lane(l, ISA_ISHL, args, 2);
}

static ir_ref join(struct lower *l, const struct packed *p)
{
    ir_ref word = shifted(l, p, 0);
    for (unsigned i = 1; i < p->count; i++)
        word = lower_lane(l, ISA_OR, (const ir_ref[]){word, shifted(l, p, i)}, 2);
    return word;
}

/* Makes halves of two terms. */
static bool merge(struct lower *l, struct packed *p)
{
    enum { VISITS = 256 };
    for (unsigned i = 0; i < p->count; i++)
        for (unsigned k = 0; k < p->count; k++) {
            struct halves h = {.l = l, .visits = VISITS};
            if (p->terms[k].shift != p->terms[i].shift + BITS ||
                !halves_of(&h, p->terms[i].ref, p->terms[k].ref))
                continue;
            h = (struct halves){.l = l, .makes = true, .visits = VISITS};
            p->terms[i].ref = halves_of(&h, p->terms[i].ref, p->terms[k].ref);
            p->terms[k] = p->terms[--p->count];
            return true;
        }
    return false;
}

static bool is_high(const struct lower *l, ir_ref ref)
{
    uint32_t by;
    return is_lane(l, ref, ISA_ISHL) && constant(l, arg(l, ref, 1), &by) && (by & 31) >= BITS;
}

/* Sums of numbers are common: those of addresses are not looked at. */
static bool may_be_packed(const struct lower *l, uint16_t op, const ir_ref *a)
{
    uint32_t factor;
    if (op == ISA_IMAD || op == ISA_UMAD)
        return constant(l, a[1], &factor) && factor > MOST;
    if (op == ISA_IADD)
        return is_high(l, a[0]) || is_high(l, a[1]);
    return op == ISA_OR || op == ISA_BFI;
}

ir_ref lower_halves(struct lower *l, uint16_t op, const ir_ref *a)
{
    static const uint32_t numbers[] = {MOST, UINT8_MAX};
    if (!may_be_packed(l, op, a))
        return 0;
    for (unsigned i = 0; i < 2; i++) {
        struct packed p = {.number = numbers[i]};
        if (find_operation(l, op, a, 0, DEPTH, &p) && (!p.adds || is_disjoint(l, &p)) && merge(l, &p))
            return join(l, &p);
    }
    return 0;
}
