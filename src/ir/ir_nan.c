/* NaNs and denormals of single values: where the processor's bits of a NaN need not become canonical yet (raw_nan), and
   which values are floats as arithmetic makes them (is_settled). */
#include <stdlib.h>
#include <string.h>

#include "ir/ir_facts.h"
#include "numeric/num_bits.h"

/* By value; both are found as the greatest or least fixed point, because loop phis have args that are defined later. */
struct nans {
    struct ir_function *f;
    bool *arithmetic; /* only arithmetic makes it */
    bool *observed;   /* a use may depend on the payload of a NaN or on a denormal */
    bool *header;     /* a loop's phi */
    struct ir_reach reach;
    bool *loaded; /* by slot: all words that are stored are observed */
};

/* Values that are a copy of an arg, or one with another sign: the first such arg. */
static bool passes_nan(const struct ir_value *v, uint32_t *first)
{
    *first = v->kind == IR_LANE && v->op == ISA_MOVC ? 1 : 0;
    if (v->kind == IR_PHI || v->kind == IR_PREVIOUS || v->kind == IR_SHIFT)
        return true;
    if (v->kind != IR_LANE)
        return false;
    return v->op == ISA_MOVC || v->op == ISA_MOV || v->op == IR_MODIFIER + LANE_KEEP ||
           v->op == IR_MODIFIER + LANE_NEG_F32 || v->op == IR_MODIFIER + LANE_ABS_F32 ||
           v->op == IR_MODIFIER + LANE_NEG_ABS_F32;
}

static bool is_odd_nan(uint32_t word)
{
    return (word & 0x7fffffff) > 0x7f800000 && word != 0x7fc00000;
}

/* Operations on floats: all NaNs are the same to them, and denormals zeros. Moves may have |a| too. */
static bool reads_floats(const struct ir_value *v)
{
    uint32_t first;
    return v->kind == IR_LANE && v->op < IR_MODIFIER && isa_has(v->op, ISA_ABS) && v->op != ISA_SWAPC &&
           !ir_lane_info(v->op).is_double && !passes_nan(v, &first);
}

/* ---- observed ---- */

/* The operand of a store to g# is observed where a load of the word is: `is_observed` of the store. */
static bool stores_cells(const struct ir_function *f, const struct ir_value *v, uint32_t *first)
{
    bool stores = v->kind == IR_STORE && ir_is_tgsm(f, v);
    *first = stores ? 2 : *first;
    return stores;
}

static bool observe_args(const struct nans *n, const struct ir_value *v, bool is_observed)
{
    uint32_t first;
    bool changed = false, passes = passes_nan(v, &first);
    if (reads_floats(v))
        return false;
    passes |= stores_cells(n->f, v, &first);
    for (uint32_t i = 0; i < v->count; i++) {
        bool *arg = &n->observed[ir_arg(n->f, v, i)];
        bool is_new = !*arg && (!passes || i < first || is_observed);
        *arg |= is_new;
        changed |= is_new;
    }
    return changed;
}

static void mark(bool *at, bool holds, bool *changed)
{
    *changed |= holds && !*at;
    *at |= holds;
}

/* Stores of words of which a load is observed. Atomics observe all words of their g#; in functions on doubles each access does. */
static bool observe_stores(const struct nans *n)
{
    bool changed = false;
    for (uint32_t i = 0; i < n->reach.count; i++)
        mark(&n->observed[n->reach.items[i].to], n->observed[n->reach.items[i].from], &changed);
    for (uint32_t i = 1; i < n->f->value_count; i++) {
        const struct ir_value *v = &n->f->values[i];
        if ((v->kind != IR_LOAD && v->kind != IR_STORE && v->kind != IR_ATOMIC) || !ir_is_tgsm(n->f, v))
            continue;
        bool is_seen = v->kind == IR_LOAD && n->reach.is_coarse[v->slot] && n->observed[i];
        mark(&n->loaded[v->slot], v->kind == IR_ATOMIC || n->f->is_double || is_seen, &changed);
        mark(&n->observed[i], v->kind == IR_STORE && n->loaded[v->slot], &changed);
    }
    return changed;
}

static void find_observed(const struct nans *n)
{
    for (uint32_t i = 0; i < n->f->node_count; i++)
        if (n->f->nodes[i].kind == IR_IF)
            n->observed[n->f->nodes[i].condition] = true;
    for (bool changed = true; changed;) {
        changed = observe_stores(n);
        for (uint32_t i = n->f->value_count; i-- > 1;)
            changed |= observe_args(n, &n->f->values[i], n->observed[i]);
    }
}

/* ---- raw_nan ---- */

/* True for values that only arithmetic produces: canonicalising their NaNs loses nothing. Loaded values
   keep their bits, and so does a value that may be either, unless nothing observes them. */
static bool is_arithmetic(const struct nans *n, uint32_t at)
{
    uint32_t first;
    const struct ir_value *v = &n->f->values[at];
    if (v->kind == IR_CONST)
        return !is_odd_nan(v->word);
    if (v->kind == IR_LANE && isa_has(v->op, ISA_MAKES_NAN))
        return true;
    if (!passes_nan(v, &first))
        return false;
    for (uint32_t i = first; i < v->count && n->observed[at]; i++)
        if (ir_arg(n->f, v, i) && !n->arithmetic[ir_arg(n->f, v, i)])
            return false;
    return true;
}

/* Its range, of its bits, may hold NaNs. */
static bool makes_nan(const struct ir_value *v)
{
    return v->kind == IR_LANE && isa_has(v->op, ISA_MAKES_NAN) && v->high > NUM_INF_F32;
}

static bool any_raw(const struct ir_function *f, const struct ir_value *v)
{
    uint32_t first;
    if (!passes_nan(v, &first))
        return false;
    for (uint32_t i = first; i < v->count; i++)
        if (ir_arg(f, v, i) && f->values[ir_arg(f, v, i)].raw_nan)
            return true;
    return false;
}

static void find_raw(const struct nans *n)
{
    struct ir_function *f = n->f;
    memset(n->arithmetic, true, f->value_count * sizeof *n->arithmetic);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i < f->value_count; i++)
            if (n->arithmetic[i] && !is_arithmetic(n, i))
                changed = !(n->arithmetic[i] = false);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i < f->value_count; i++) {
            struct ir_value *v = &f->values[i];
            bool makes = makes_nan(v);
            bool raw = n->arithmetic[i] && (makes || any_raw(f, v));
            changed |= raw && !v->raw_nan;
            v->raw_nan |= raw;
        }
    }
}

/* ---- is_settled ---- */

/* What enters a loop is settled there where the loop's own values are and no use depends on its bits: a maximum of
   loaded values then settles in each iteration the loaded one only. */
static bool is_settled(const struct nans *n, uint32_t at)
{
    const struct ir_value *v = &n->f->values[at];
    uint32_t first, magnitude = v->word & 0x7fffffff;
    if (v->kind == IR_CONST)
        return magnitude == 0 || (magnitude >= 0x00800000 && !is_odd_nan(v->word));
    if (v->kind == IR_LANE && (isa_has(v->op, ISA_MAKES_NAN) || v->op == IR_MODIFIER + LANE_SATURATE_F32))
        return true;
    if (!passes_nan(v, &first))
        return false;
    first += n->header[at] && !n->observed[at] && !n->f->is_double;
    for (uint32_t i = first; i < v->count; i++)
        if (ir_arg(n->f, v, i) && !n->f->values[ir_arg(n->f, v, i)].is_settled)
            return false;
    return true;
}

static void find_settled(const struct nans *n)
{
    struct ir_function *f = n->f;
    for (uint32_t i = 0; i < f->node_count; i++)
        for (uint32_t k = 0; k < f->nodes[i].headers.count; k++)
            n->header[f->nodes[i].headers.items[k]] = true;
    for (uint32_t i = 1; i < f->value_count; i++)
        f->values[i].is_settled = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i < f->value_count; i++)
            if (f->values[i].is_settled && !is_settled(n, i))
                changed = !(f->values[i].is_settled = false);
    }
}

/* A store may leave the NaN of its operand as it is, unless a load observes the word. */
static void find_raw_stores(const struct nans *n)
{
    for (uint32_t i = 1; i < n->f->value_count; i++) {
        uint32_t first = 0;
        struct ir_value *v = &n->f->values[i];
        if (stores_cells(n->f, v, &first))
            v->raw_nan = !n->observed[i];
    }
}

enum sm5_status ir_find_nans(struct ir_function *f)
{
    uint32_t slots = f->program->decls.resource_count;
    bool *memory = calloc(3 * (size_t)f->value_count + slots + 1, sizeof *memory);
    struct nans n = {f, memory, memory + f->value_count, memory + 2 * (size_t)f->value_count,
                     .loaded = memory + 3 * (size_t)f->value_count};
    if (!memory || ir_find_reach(f, &n.reach)) {
        free(memory);
        return SM5_ERR_MEMORY;
    }
    find_observed(&n);
    find_raw(&n);
    find_settled(&n);
    find_raw_stores(&n);
    ir_free_reach(&n.reach);
    free(memory);
    return SM5_OK;
}
