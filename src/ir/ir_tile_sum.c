/* Stored values as sums of products of values that are uniform across the group with numbers that depend on the thread only:
   these are tables by thread. */
#include <string.h>

#include "ir/ir_tile.h"

enum {
    UNIT_DEPTH = 64,      /* of uniform values */
    DEPTH = 24,           /* of sums */
    INNER = 10,           /* operations within operations */
    OPERATIONS = 64,      /* in one value */
    WORDS_MOST = 1 << 21, /* of all tables */
};

uint32_t *tile_new_words(struct tiles *t, uint32_t count)
{
    t->tabulated += count;
    if (t->tabulated > WORDS_MOST)
        return NULL;
    uint32_t *words = arena_array(&t->scratch, count, sizeof *words);
    t->no_memory |= !words;
    return words;
}

/* ---- values that are uniform across the group ---- */

/* A load whose result is the same at any time. */
static bool is_constant_load(const struct tiles *t, const struct ir_value *v)
{
    const struct program_resource *resources = t->f->program->decls.resources;
    return v->kind == IR_LOAD && v->slot != IR_NONE && v->view != IR_NONE &&
           (resources[v->slot].file == ISA_FILE_SRV ||
            (resources[v->slot].file == ISA_FILE_UAV && !t->is_stored[v->slot]));
}

static bool may_be_uniform(const struct tiles *t, const struct ir_value *v)
{
    switch (v->kind) {
    case IR_SYSTEM: return v->system >= IR_GROUP_X && v->system <= IR_GROUP_Z;
    case IR_CONST:
    case IR_CBUFFER:
    case IR_ICB:
    case IR_LANE:
    case IR_PART: return true;
    default: return is_constant_load(t, v);
    }
}

/* The same operation of equal args. */
static bool is_same(const struct tiles *t, const struct ir_value *x, const struct ir_value *y)
{
    bool same = x->kind == y->kind && x->op == y->op && x->part == y->part && x->access == y->access &&
                x->payload == y->payload && x->slot == y->slot && x->view == y->view && x->count == y->count;
    for (uint32_t i = 0; same && i < x->count; i++)
        same = t->units[ir_arg(t->f, x, i)] == t->units[ir_arg(t->f, y, i)];
    return same;
}

/* The first value that is equal, in an open hash table. */
static ir_ref find_equal(const struct tiles *t, ir_ref *table, uint32_t mask, ir_ref ref)
{
    const struct ir_value *v = &t->f->values[ref];
    uint32_t hash = ir_mix(ir_mix(ir_mix(v->kind, v->op), v->payload), v->view);
    for (uint32_t i = 0; i < v->count; i++)
        hash = ir_mix(hash, t->units[ir_arg(t->f, v, i)]);
    for (hash &= mask; table[hash]; hash = (hash + 1) & mask)
        if (is_same(t, v, &t->f->values[table[hash]]))
            return table[hash];
    return table[hash] = ref;
}

/* How deep a value would be, IR_NONE: it is not uniform, or an arg follows it. */
static uint32_t depth_of(const struct tiles *t, const uint32_t *depths, const struct ir_value *v)
{
    uint32_t depth = may_be_uniform(t, v) ? 0 : IR_NONE;
    for (uint32_t i = 0; i < v->count && depth != IR_NONE; i++) {
        ir_ref arg = ir_arg(t->f, v, i);
        if (arg && !t->units[arg])
            return IR_NONE;
        depth = depths[arg] >= depth ? depths[arg] + 1 : depth;
    }
    return depth;
}

/* In the order of the values, without recursion: programs may be long. Constants that ir_assume appended follow their uses. */
bool tile_number_units(struct tiles *t)
{
    const struct ir_function *f = t->f;
    uint32_t mask = 1;
    while (mask < 2 * f->value_count)
        mask = 2 * mask + 1;
    ir_ref *table = arena_array(&t->scratch, (size_t)mask + 1, sizeof *table);
    uint32_t *depths = arena_array(&t->scratch, f->value_count + 1, sizeof *depths);
    t->units = arena_array(&t->scratch, f->value_count + 1, sizeof *t->units);
    if (!table || !depths || !t->units)
        return false;
    for (unsigned pass = 0; pass < 2; pass++)
        for (ir_ref i = 1; i < f->value_count; i++) {
            bool is_constant = f->values[i].kind == IR_CONST;
            depths[i] = is_constant == (pass == 0) ? depth_of(t, depths, &f->values[i]) : depths[i];
            if (is_constant == (pass == 0) && depths[i] <= UNIT_DEPTH)
                t->units[i] = find_equal(t, table, mask, i);
        }
    return true;
}

/* What an if leaves, from either side. */
static bool is_selection(const struct tiles *t, ir_ref ref)
{
    const struct ir_value *v = &t->f->values[ref];
    return t->owner[ref] != IR_NONE && ir_arg(t->f, v, 0) && ir_arg(t->f, v, 1);
}

/* The value, of an operation's result or not, is computed from the thread's number, uniform values and loads of views, by few
   operations; `left`: how many more may follow. */
static bool may_be_copy(struct tiles *t, ir_ref ref, unsigned depth, unsigned *left)
{
    const struct ir_value *v = &t->f->values[ref];
    if (!ref || v->kind == IR_CONST || v->table || v->kind == IR_SYSTEM || t->units[ref])
        return true;
    bool is_lane = v->kind == IR_LANE && !(v->op < IR_MODIFIER && isa_has(v->op, ISA_COSTLY));
    if (!depth || !*left ||
        (!is_lane && v->kind != IR_PART && !is_constant_load(t, v) && !is_selection(t, ref)))
        return false;
    *left -= v->kind != IR_PART;
    for (uint32_t i = 0; i < v->count; i++)
        if (!may_be_copy(t, ir_arg(t->f, v, i), depth - 1, left))
            return false;
    return v->kind != IR_PHI || may_be_copy(t, t->f->nodes[t->owner[ref]].condition, depth - 1, left);
}

/* ---- sums by thread ---- */

/* `factors` NULL: 1. */
static bool add_product(struct tiles *t, struct tile_sum *sum, const struct tile_product *product,
                        uint32_t scale)
{
    unsigned at = 0;
    while (at < sum->count && !(sum->terms[at].inner == product->inner &&
                                memcmp(sum->terms[at].units, product->units, sizeof product->units) == 0))
        at++;
    if (at == TILE_TERMS)
        return false;
    if (at == sum->count) {
        sum->terms[sum->count++] = *product;
        sum->terms[at].factors = tile_new_words(t, t->threads);
    }
    uint32_t *to = sum->terms[at].factors;
    for (uint32_t i = 0; to && i < t->threads; i++)
        to[i] += (product->factors ? product->factors[i] : 1) * scale;
    return to != NULL;
}

static bool add_sum(struct tiles *t, struct tile_sum *sum, const struct tile_sum *added, uint32_t scale)
{
    for (unsigned i = 0; i < added->count; i++)
        if (!add_product(t, sum, &added->terms[i], scale))
            return false;
    return true;
}

/* Into the ascending `units`. False: there are too many. */
static bool add_unit(ir_ref units[TILE_UNITS], ir_ref unit)
{
    unsigned at = TILE_UNITS;
    if (units[TILE_UNITS - 1])
        return false;
    while (at > 0 && (!units[at - 1] || units[at - 1] > unit))
        at--;
    memmove(units + at + 1, units + at, (TILE_UNITS - 1 - at) * sizeof *units);
    units[at] = unit;
    return true;
}

static bool multiply_terms(struct tiles *t, const struct tile_product *a, const struct tile_product *b,
                           struct tile_product *out)
{
    *out = *a;
    out->inner = a->inner ? a->inner : b->inner;
    for (unsigned i = 0; i < TILE_UNITS && b->units[i]; i++)
        if (!add_unit(out->units, b->units[i]))
            return false;
    if (a->inner && b->inner)
        return false;
    out->factors = tile_new_words(t, t->threads);
    for (uint32_t i = 0; out->factors && i < t->threads; i++)
        out->factors[i] = a->factors[i] * b->factors[i];
    return out->factors != NULL;
}

static bool add_products(struct tiles *t, struct tile_sum *sum, const struct tile_sum *a,
                         const struct tile_sum *b)
{
    for (unsigned i = 0; i < a->count; i++)
        for (unsigned k = 0; k < b->count; k++) {
            struct tile_product product;
            if (!multiply_terms(t, &a->terms[i], &b->terms[k], &product) || !add_product(t, sum, &product, 1))
                return false;
        }
    return true;
}

static const struct tile_sum *sum_of(struct tiles *t, ir_ref ref, unsigned depth);

/* The terms of a sum, a product or a shift by a constant. */
static bool decompose_terms(struct tiles *t, const struct ir_sum *terms, unsigned depth, struct tile_sum *sum)
{
    for (unsigned i = 0; i < terms->count; i++) {
        const struct ir_term *term = &terms->terms[i];
        const struct tile_sum *a = sum_of(t, term->ref, depth),
                              *b = term->by ? sum_of(t, term->by, depth) : a;
        if (!a || !b || !(term->by ? add_products(t, sum, a, b) : add_sum(t, sum, a, term->factor)))
            return false;
    }
    return true;
}

static bool decompose_system(struct tiles *t, const struct ir_value *v, struct tile_sum *sum)
{
    unsigned axis = v->system - IR_THREAD_X;
    const struct ir_value *local = &t->f->values[t->systems[IR_LOCAL_X + axis]];
    const struct tile_product group = {.units = {t->systems[IR_GROUP_X + axis]}};
    const struct tile_product thread = {.factors = (uint32_t *)(uintptr_t)local->table->words};
    return add_product(t, sum, &group, t->f->program->decls.thread_group[axis]) &&
           add_product(t, sum, &thread, 1);
}

static bool decompose(struct tiles *t, ir_ref ref, unsigned depth, struct tile_sum *sum)
{
    const struct ir_value *v = &t->f->values[ref];
    const struct ir_value *whole = v->kind == IR_PART ? &t->f->values[ir_arg(t->f, v, 0)] : v;
    struct ir_sum terms;
    if (!depth)
        return false;
    if (v->kind == IR_CONST)
        return add_product(t, sum, &(struct tile_product){.factors = NULL}, v->word);
    if (v->table)
        return add_product(t, sum, &(struct tile_product){.factors = (uint32_t *)(uintptr_t)v->table->words},
                           1);
    if (v->kind == IR_SYSTEM && v->system <= IR_THREAD_Z)
        return decompose_system(t, v, sum);
    if (ir_sum_of(t->f, ref, &terms))
        return decompose_terms(t, &terms, depth - 1, sum);
    if (t->units[ref])
        return add_product(t, sum, &(struct tile_product){.units = {t->units[ref]}}, 1);
    if (is_selection(t, ref)) {
        const struct ir_value *condition = &t->f->values[t->f->nodes[t->owner[ref]].condition];
        if (condition->kind == IR_CONST)
            return decompose(t, ir_arg(t->f, v, condition->word == 0), depth - 1, sum);
    }
    return (whole->kind == IR_LANE || is_constant_load(t, v) || is_selection(t, ref)) &&
           add_product(t, sum, &(struct tile_product){.inner = ref}, 1);
}

/* Each value is decomposed once. NULL: it has too many terms, or is too deep. */
static const struct tile_sum *sum_of(struct tiles *t, ir_ref ref, unsigned depth)
{
    static const struct tile_sum none;
    if (t->sums[ref])
        return t->sums[ref] == &none ? NULL : t->sums[ref];
    struct tile_sum *sum = arena_array(&t->scratch, 1, sizeof *sum);
    t->no_memory |= !sum;
    bool is_known = sum && decompose(t, ref, depth, sum);
    t->sums[ref] = is_known ? sum : &none;
    return is_known ? sum : NULL;
}

/* ---- shapes ---- */

const struct ir_value *tile_operation_of(const struct ir_function *f, ir_ref ref)
{
    const struct ir_value *v = &f->values[ref];
    return v->kind == IR_PART ? &f->values[ir_arg(f, v, 0)] : v;
}

unsigned tile_arg_count(const struct ir_value *v)
{
    return v->kind == IR_PHI ? 3 : v->kind == IR_LOAD ? 1 : v->count;
}

static uint32_t shape_of(struct tiles *t, ir_ref ref, unsigned inner);

static uint32_t shape_of_sum(struct tiles *t, ir_ref ref, unsigned inner)
{
    const struct tile_sum *sum = sum_of(t, ref, DEPTH);
    uint32_t shape = 0;
    for (unsigned i = 0; sum && i < sum->count; i++) {
        const struct tile_product *term = &sum->terms[i];
        uint32_t units = 0;
        for (unsigned k = 0; k < TILE_UNITS; k++)
            units = ir_mix(units, term->units[k]);
        if (term->inner)
            shape += ir_mix(units, shape_of(t, term->inner, inner));
        else if (term->units[0])
            shape += units;
    }
    return shape;
}

/* Arg i of an operation, the address of a load, or the condition and the values of a selection. */
static ir_ref arg_of(struct tiles *t, ir_ref ref, unsigned i, unsigned inner)
{
    const struct ir_value *v = tile_operation_of(t->f, ref);
    if (v->kind == IR_PHI)
        return i ? ir_arg(t->f, v, i - 1) : t->f->nodes[t->owner[ref]].condition;
    bool commutes = v->kind == IR_LANE && v->op < IR_MODIFIER && isa_has(v->op, ISA_COMMUTES);
    if (commutes && i < 2 && /* lowering orders them by when they are computed */
        shape_of_sum(t, ir_arg(t->f, v, 0), inner) > shape_of_sum(t, ir_arg(t->f, v, 1), inner))
        i = !i;
    return ir_arg(t->f, v, i);
}

/* A hash: equal shapes are a guess. */
static uint32_t shape_of(struct tiles *t, ir_ref ref, unsigned inner)
{
    const struct ir_value *v = tile_operation_of(t->f, ref);
    if (t->shapes[ref])
        return t->shapes[ref];
    uint32_t hash =
        ir_mix(ir_mix(v->kind, v->op), t->f->values[ref].kind == IR_PART ? t->f->values[ref].part : 0);
    for (unsigned i = 0; inner && i < tile_arg_count(v); i++)
        hash = ir_mix(hash, shape_of_sum(t, arg_of(t, ref, i, inner - 1), inner - 1));
    t->shapes[ref] = hash | 1;
    return hash | 1;
}

const struct tile_sum *tile_sum_of(struct tiles *t, ir_ref ref)
{
    return sum_of(t, ref, DEPTH);
}

ir_ref tile_arg_of(struct tiles *t, ir_ref ref, unsigned i)
{
    return arg_of(t, ref, i, INNER);
}

uint32_t tile_shape_of(struct tiles *t, ir_ref ref)
{
    return shape_of(t, ref, INNER);
}

bool tile_may_be_copy(struct tiles *t, ir_ref ref)
{
    unsigned left = OPERATIONS;
    return may_be_copy(t, ref, DEPTH, &left);
}
