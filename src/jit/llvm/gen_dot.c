/* Sums of products of fields of words, as dot products of bytes and filters of packed texels have them. Where two products'
   factors are 16 bits apart in the same words, or constants, one instruction for 16-bit numbers computes both and their sum. So are
   absolute differences of all four bytes of two words computed at once. */
#include "jit/llvm/gen.h"

/* The bits of each word from `bit` on as a number of 16 bits; or a constant, which has no word. */
struct field {
    LLVMValueRef word; /* a scalar for all lanes, or a vector */
    uint32_t bit, width;
    bool is_signed;
    int32_t constant;
};

/* A summand: a product of two fields, their absolute difference, or any value. */
struct term {
    LLVMValueRef value;
    struct field factors[2];
    uint32_t cost; /* instructions that only it needs */
    bool is_product, is_difference, is_negative, is_done;
};

/* All terms of a sum are live where it ends: few enough for registers. */
enum { TERMS_MOST = 24, HALF_BITS = 16, WORD_BITS = 32 };

struct sum {
    const struct gen *g;
    LLVMBasicBlockRef block;
    struct term terms[TERMS_MOST];
    uint32_t count;
};

static bool is_operation(LLVMValueRef value, LLVMOpcode opcode)
{
    return LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == opcode;
}

static bool has_one_use(LLVMValueRef value)
{
    LLVMUseRef use = LLVMGetFirstUse(value);
    return use && !LLVMGetNextUse(use);
}

/* ---- fields ---- */

/* The word that all lanes have as a constant. */
static bool constant_of(const struct gen *g, LLVMValueRef value, uint32_t *word)
{
    LLVMValueRef first = value;
    if (!LLVMIsConstant(value))
        return false;
    for (uint32_t i = 0; gen_is_vector(value) && i < g->lanes; i++) {
        LLVMValueRef lane = LLVMGetAggregateElement(value, i);
        if (i && lane != first)
            return false;
        first = lane;
    }
    bool is_known = first && LLVMIsAConstantInt(first);
    if (is_known)
        *word = (uint32_t)LLVMConstIntGetZExtValue(first);
    return is_known;
}

/* The scalar that gen_splat has made a vector, else the value. */
static LLVMValueRef scalar_of(LLVMValueRef value)
{
    LLVMValueRef one = LLVMIsAShuffleVectorInst(value) ? LLVMGetOperand(value, 0) : NULL;
    if (!one || !LLVMIsAInsertElementInst(one) || !LLVMIsUndef(LLVMGetOperand(one, 0)))
        return value;
    for (unsigned i = 0; i < LLVMGetNumMaskElements(value); i++)
        if (LLVMGetMaskValue(value, i) != 0)
            return value;
    return LLVMGetOperand(one, 1);
}

/* A shift by a constant; NULL: another value. */
static LLVMValueRef shifted(const struct gen *g, LLVMValueRef value, LLVMOpcode how, uint32_t *count)
{
    bool is_shift =
        is_operation(value, how) && constant_of(g, LLVMGetOperand(value, 1), count) && *count < WORD_BITS;
    return is_shift ? LLVMGetOperand(value, 0) : NULL;
}

static uint32_t own_cost(LLVMValueRef value)
{
    return gen_is_vector(value) && LLVMIsAInstruction(value) && has_one_use(value);
}

static bool is_negation(LLVMValueRef value)
{
    return is_operation(value, LLVMSub) && LLVMIsNull(LLVMGetOperand(value, 0));
}

static bool is_masked_field(const struct gen *g, LLVMValueRef value, struct field *f, uint32_t *cost)
{
    uint32_t mask;
    if (!is_operation(value, LLVMAnd) || !constant_of(g, LLVMGetOperand(value, 1), &mask) || !mask ||
        (mask & (mask + 1)))
        return false;
    LLVMValueRef from = LLVMGetOperand(value, 0), word = shifted(g, from, LLVMLShr, &f->bit);
    if (!word)
        word = shifted(g, from, LLVMAShr, &f->bit);
    f->width = (uint32_t)__builtin_popcount(mask);
    f->word = word ? word : from;
    f->bit = word ? f->bit : 0;
    *cost += own_cost(value) + (word && own_cost(value) ? own_cost(from) : 0);
    return f->bit + f->width <= WORD_BITS;
}

static bool is_shifted_field(const struct gen *g, LLVMValueRef value, struct field *f, uint32_t *cost)
{
    uint32_t down, up = 0;
    LLVMValueRef from = shifted(g, value, LLVMLShr, &down);
    f->is_signed = !from;
    if (!from)
        from = shifted(g, value, LLVMAShr, &down);
    if (!from)
        return false;
    LLVMValueRef word = shifted(g, from, LLVMShl, &up);
    bool has_both = word && up <= down;
    f->word = has_both ? word : from;
    f->bit = has_both ? down - up : down;
    f->width = WORD_BITS - down;
    *cost += own_cost(value) + (has_both && own_cost(value) ? own_cost(from) : 0);
    return true;
}

static bool is_field(const struct gen *g, LLVMValueRef value, struct field *f, uint32_t *cost)
{
    LLVMValueRef scalar = scalar_of(value);
    *f = (struct field){0};
    if (!is_masked_field(g, scalar, f, cost) && !is_shifted_field(g, scalar, f, cost))
        return false;
    uint32_t most = f->is_signed ? HALF_BITS : HALF_BITS - 1;
    return f->width <= most && f->bit % HALF_BITS + f->width <= HALF_BITS;
}

static bool is_small(int64_t number)
{
    return number >= INT16_MIN && number <= INT16_MAX;
}

static bool is_factor(const struct gen *g, LLVMValueRef value, struct field *f, uint32_t *cost)
{
    uint32_t word;
    if (!constant_of(g, value, &word))
        return is_field(g, value, f, cost);
    *f = (struct field){.constant = (int32_t)word};
    return is_small(f->constant);
}

/* ---- terms ---- */

/* A field by itself is one times it, and shifted to the left a power of two. */
static bool find_product(const struct gen *g, struct term *t)
{
    uint32_t count;
    LLVMValueRef value = t->value, field = value;
    int32_t times = 1;
    if (is_operation(value, LLVMMul)) {
        t->cost = own_cost(value);
        return has_one_use(value) && is_factor(g, LLVMGetOperand(value, 0), &t->factors[0], &t->cost) &&
               is_factor(g, LLVMGetOperand(value, 1), &t->factors[1], &t->cost) &&
               (t->factors[0].word || t->factors[1].word);
    }
    LLVMValueRef from = shifted(g, value, LLVMShl, &count);
    if (from && count < HALF_BITS - 1) {
        field = from;
        times = 1 << count;
        t->cost = own_cost(value);
    }
    t->factors[1].constant = times;
    return is_field(g, field, &t->factors[0], &t->cost);
}

/* The two values that are added, one of them negated, or subtracted. */
static bool find_difference(LLVMValueRef value, LLVMValueRef of[2])
{
    if (!is_operation(value, LLVMAdd) && !is_operation(value, LLVMSub))
        return false;
    of[0] = LLVMGetOperand(value, 0);
    of[1] = LLVMGetOperand(value, 1);
    for (unsigned i = 0; i < 2 && is_operation(value, LLVMAdd); i++) {
        if (!is_negation(of[i]))
            continue;
        of[i] = LLVMGetOperand(of[i], 1);
        return true;
    }
    return is_operation(value, LLVMSub);
}

/* The larger one of x and -x. */
static LLVMValueRef magnitude_of(LLVMValueRef value)
{
    LLVMValueRef condition = is_operation(value, LLVMSelect) ? LLVMGetOperand(value, 0) : NULL;
    if (!condition || !LLVMIsAICmpInst(condition) || LLVMGetICmpPredicate(condition) != LLVMIntSGT ||
        LLVMGetOperand(condition, 0) != LLVMGetOperand(value, 1) ||
        LLVMGetOperand(condition, 1) != LLVMGetOperand(value, 2))
        return NULL;
    LLVMValueRef x = LLVMGetOperand(value, 1), y = LLVMGetOperand(value, 2);
    if (is_negation(x) && LLVMGetOperand(x, 1) == y)
        return y;
    return is_negation(y) && LLVMGetOperand(y, 1) == x ? x : NULL;
}

static bool is_byte(const struct field *f)
{
    return f->width == 8 && !f->is_signed && f->bit % 8 == 0;
}

static bool find_byte_difference(const struct gen *g, struct term *t)
{
    LLVMValueRef x = magnitude_of(t->value), of[2];
    uint32_t cost = 0;
    return x && find_difference(x, of) && is_field(g, of[0], &t->factors[0], &cost) &&
           is_field(g, of[1], &t->factors[1], &cost) && is_byte(&t->factors[0]) && is_byte(&t->factors[1]) &&
           t->factors[0].bit == t->factors[1].bit;
}

/* Constants come second, with the sign of the term in its sum. */
static void order_factors(struct term *t)
{
    if (!t->factors[0].word) {
        struct field kept = t->factors[0];
        t->factors[0] = t->factors[1];
        t->factors[1] = kept;
    }
    struct field *second = &t->factors[1];
    if (second->word || !t->is_negative)
        return;
    t->is_product = is_small(-(int64_t)second->constant);
    second->constant = t->is_product ? -second->constant : 0;
}

static void add_term(struct sum *s, LLVMValueRef value, bool is_negative)
{
    struct term *t = &s->terms[s->count++];
    *t = (struct term){.value = value, .is_negative = is_negative};
    bool is_here = LLVMIsAInstruction(value) && LLVMGetInstructionParent(value) == s->block;
    t->is_product = is_here && find_product(s->g, t); /* not those above a loop */
    if (t->is_product)
        order_factors(t);
    t->is_difference = is_here && !t->is_product && find_byte_difference(s->g, t);
}

static bool is_sum(LLVMValueRef value)
{
    return is_operation(value, LLVMAdd) || is_operation(value, LLVMSub);
}

static bool is_inner(const struct sum *s, LLVMValueRef value)
{
    return is_sum(value) && has_one_use(value) && LLVMGetInstructionParent(value) == s->block;
}

/* Of what sums of sums add and subtract, while there is room. */
static void find_terms(struct sum *s, LLVMValueRef root)
{
    struct {
        LLVMValueRef value;
        bool is_negative;
    } open[TERMS_MOST] = {{root, false}};
    for (uint32_t count = 1; count > 0;) {
        LLVMValueRef value = open[--count].value;
        bool is_negative = open[count].is_negative;
        bool has_room = s->count + count + 2 <= TERMS_MOST;
        if (value != root && (!has_room || !is_inner(s, value))) {
            add_term(s, value, is_negative);
            continue;
        }
        open[count].value = LLVMGetOperand(value, 0);
        open[count++].is_negative = is_negative;
        open[count].value = LLVMGetOperand(value, 1);
        open[count++].is_negative = is_negative ^ is_operation(value, LLVMSub);
    }
}

/* ---- pairs ---- */

static bool are_halves(const struct field *low, const struct field *high)
{
    return low->word == high->word &&
           (!low->word || (low->width == high->width && low->is_signed == high->is_signed &&
                           low->bit + HALF_BITS == high->bit));
}

/* `high` is swapped so that its factors are those of `low` in order. */
static bool is_pair(const struct term *low, struct term *high)
{
    const struct field *f = low->factors;
    struct field first = high->factors[0], second = high->factors[1];
    if (f[1].word && low->is_negative != high->is_negative)
        return false;
    if (are_halves(&f[0], &first) && are_halves(&f[1], &second))
        return true;
    if (!are_halves(&f[0], &second) || !are_halves(&f[1], &first))
        return false;
    high->factors[0] = second;
    high->factors[1] = first;
    return true;
}

static uint32_t packing_cost(const struct field *f)
{
    if (!f->word || !gen_is_vector(f->word))
        return 0;
    uint32_t bit = f->bit % HALF_BITS, above = HALF_BITS - bit - f->width;
    return f->is_signed ? (above > 0) + (above + bit > 0) : (bit > 0) + (above > 0);
}

static bool pays(const struct term *low, const struct term *high)
{
    if (low->factors[1].word)
        return true;
    return low->cost + high->cost + 1 > 1 + packing_cost(&low->factors[0]) + packing_cost(&low->factors[1]);
}

static LLVMValueRef shifts_of(const struct gen *g, uint32_t count)
{
    return gen_splat_word(g, count << HALF_BITS | count);
}

/* Both halves' fields, each as a number of 16 bits. */
static LLVMValueRef pack(const struct gen *g, const struct field *low, const struct field *high)
{
    if (!low->word)
        return gen_splat_word(g, (uint32_t)high->constant << HALF_BITS | (uint16_t)low->constant);
    LLVMTypeRef halves = LLVMVectorType(g->i16, 2 * g->lanes);
    LLVMValueRef word = gen_is_vector(low->word) ? low->word : gen_splat(g, low->word);
    uint32_t above = HALF_BITS - low->bit - low->width;
    if (!low->is_signed && !above && !low->bit)
        return word;
    LLVMValueRef x = LLVMBuildBitCast(g->b, word, halves, "");
    LLVMValueRef down = LLVMBuildBitCast(g->b, shifts_of(g, low->bit), halves, "");
    if (low->is_signed) {
        down = LLVMBuildBitCast(g->b, shifts_of(g, low->bit + above), halves, "");
        if (above)
            x = LLVMBuildShl(g->b, x, LLVMBuildBitCast(g->b, shifts_of(g, above), halves, ""), "");
        x = low->bit + above ? LLVMBuildAShr(g->b, x, down, "") : x;
        return LLVMBuildBitCast(g->b, x, g->words, "");
    }
    x = low->bit ? LLVMBuildLShr(g->b, x, down, "") : x;
    x = LLVMBuildBitCast(g->b, x, g->words, "");
    uint32_t mask = (1u << low->width) - 1;
    return above ? LLVMBuildAnd(g->b, x, gen_splat_word(g, mask << HALF_BITS | mask), "") : x;
}

/* One instruction's sum of two products, as a term. */
static void join(struct sum *s, struct term *low, struct term *high)
{
    LLVMValueRef factors[2];
    for (unsigned i = 0; i < 2; i++)
        factors[i] = pack(s->g, &low->factors[i], &high->factors[i]);
    low->value = gen_target_dot(s->g, factors[0], factors[1]);
    low->is_product = false;
    low->is_negative &= low->factors[1].word != NULL;
    high->is_done = true;
}

/* ---- differences ---- */

/* Of another byte of the same words. */
static bool is_companion(const struct term *t, const struct term *other, uint32_t bit)
{
    const struct field *a = t->factors, *b = other->factors;
    bool same = (a[0].word == b[0].word && a[1].word == b[1].word) ||
                (a[0].word == b[1].word && a[1].word == b[0].word);
    return other->is_difference && !other->is_done && same && b[0].bit == bit &&
           other->is_negative == t->is_negative;
}

static LLVMValueRef vector_of(const struct gen *g, LLVMValueRef word)
{
    return gen_is_vector(word) ? word : gen_splat(g, word);
}

static bool join_bytes(struct sum *s, struct term *first)
{
    struct term *all[4] = {first};
    for (uint32_t k = 1; k < 4; k++)
        for (uint32_t i = 0; i < s->count; i++)
            if (is_companion(first, &s->terms[i], 8 * k))
                all[k] = &s->terms[i];
    if (!first->is_difference || first->is_done || first->factors[0].bit || !all[1] || !all[2] || !all[3])
        return false;
    first->value = gen_difference_of_bytes(s->g, vector_of(s->g, first->factors[0].word),
                                           vector_of(s->g, first->factors[1].word), false);
    first->is_difference = false;
    for (unsigned k = 1; k < 4; k++)
        all[k]->is_done = true;
    return true;
}

static bool join_differences(struct sum *s)
{
    bool any = false;
    for (uint32_t i = 0; i < s->count; i++)
        any |= join_bytes(s, &s->terms[i]);
    return any;
}

static bool join_pairs(struct sum *s)
{
    bool any = false;
    for (uint32_t i = 0; i < s->count; i++) {
        for (uint32_t k = 0; k < s->count && s->terms[i].is_product; k++) {
            struct term *low = &s->terms[i], *high = &s->terms[k];
            if (k == i || !high->is_product || high->is_done || low->is_done || !is_pair(low, high) ||
                !pays(low, high))
                continue;
            join(s, low, high);
            any = true;
        }
    }
    return any;
}

static LLVMValueRef total_of(const struct sum *s)
{
    LLVMBuilderRef b = s->g->b;
    LLVMValueRef total = NULL;
    for (unsigned negative = 0; negative < 2; negative++)
        for (uint32_t i = 0; i < s->count; i++) {
            const struct term *t = &s->terms[i];
            if (t->is_done || t->is_negative != negative)
                continue;
            if (!total)
                total = negative ? LLVMBuildNeg(b, t->value, "") : t->value;
            else
                total =
                    negative ? LLVMBuildSub(b, total, t->value, "") : LLVMBuildAdd(b, total, t->value, "");
        }
    return total;
}

/* ---- the function ---- */

static bool is_root(const struct gen *g, LLVMValueRef value)
{
    if (!is_sum(value) || LLVMTypeOf(value) != g->words)
        return false;
    LLVMUseRef use = LLVMGetFirstUse(value);
    LLVMValueRef user = use ? LLVMGetUser(use) : NULL;
    return user && !(has_one_use(value) && is_sum(user) &&
                     LLVMGetInstructionParent(user) == LLVMGetInstructionParent(value));
}

bool gen_dot(struct gen *g)
{
    bool changed = false;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(g->function); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at)) {
            struct sum s = {.g = g, .block = block};
            if (!is_root(g, at))
                continue;
            find_terms(&s, at);
            LLVMPositionBuilderBefore(g->b, at);
            bool any = join_differences(&s);
            if (!join_pairs(&s) && !any)
                continue;
            LLVMReplaceAllUsesWith(at, total_of(&s));
            changed = true;
        }
    return changed;
}
