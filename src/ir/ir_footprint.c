/* The part of a view that groups access. Addresses are intervals of signed numbers that the 32-bit words are congruent
   to: sums, differences and products need no test for wrapping, so that x - 1 is followed through a minimum or a
   product, and its negative values are out of bounds. */
#include <stdlib.h>

#include "ir/ir_facts.h"

enum { DEPTH_MOST = 64 };

static const int64_t words = (int64_t)1 << 32;

/* low <= high; a width of 2^32 or more: nothing is known. */
struct interval {
    int64_t low, high;
};
static const struct interval any = {0, UINT32_MAX};

enum state { NEW, OPEN, KNOWN };

struct tracer {
    const struct ir_function *f;
    const struct ir_box *box;
    const struct ir_extent *views;
    bool is_exact;  /* without threads that pad a warp, which do not store */
    uint8_t *state; /* by value; OPEN: being traced, so that a use is a cycle */
    struct interval *known;
};

static struct interval trace(struct tracer *t, ir_ref ref, unsigned depth);

/* ---- intervals ---- */

/* Numbers stay so small that the sums and products of two do not overflow. */
static struct interval bounded(int64_t low, int64_t high)
{
    const int64_t most = (int64_t)1 << 61;
    return low < -most || high > most || high - low >= words - 1 ? any : (struct interval){low, high};
}

static struct interval add(struct interval a, struct interval b)
{
    return bounded(a.low + b.low, a.high + b.high);
}

static struct interval negate(struct interval a)
{
    return (struct interval){-a.high, -a.low};
}

static struct interval multiply(struct interval a, struct interval b)
{
    int64_t products[4], low = INT64_MAX, high = INT64_MIN;
    const int64_t pairs[4][2] = {{a.low, b.low}, {a.low, b.high}, {a.high, b.low}, {a.high, b.high}};
    for (unsigned i = 0; i < 4; i++) {
        if (__builtin_mul_overflow(pairs[i][0], pairs[i][1], &products[i]))
            return any;
        low = products[i] < low ? products[i] : low;
        high = products[i] > high ? products[i] : high;
    }
    return bounded(low, high);
}

/* The same words, the lowest in [least, least + 2^32). */
static struct interval turned(struct interval a, int64_t least)
{
    int64_t turns = a.low >= least ? (a.low - least) / words : -((least - a.low + words - 1) / words);
    return (struct interval){a.low - turns * words, a.high - turns * words};
}

/* The same words as consecutive numbers from `least` on, where there are such. */
static bool move_to(struct interval *a, int64_t least)
{
    struct interval moved = turned(*a, least);
    if (moved.high >= least + words)
        return false;
    *a = moved;
    return true;
}

static struct interval of_words(struct ir_range range)
{
    struct interval made = {range.low, range.high};
    if (range.low > INT32_MAX)
        made = (struct interval){made.low - words, made.high - words};
    return made;
}

static struct ir_range to_words(struct interval a)
{
    return move_to(&a, 0) ? (struct ir_range){(uint32_t)a.low, (uint32_t)a.high} : ir_any_word;
}

static struct interval extreme_signed(struct interval a, struct interval b, bool is_max)
{
    if (!move_to(&a, INT32_MIN))
        a = (struct interval){INT32_MIN, INT32_MAX};
    if (!move_to(&b, INT32_MIN))
        b = (struct interval){INT32_MIN, INT32_MAX};
    bool low = is_max ? a.low > b.low : a.low < b.low, high = is_max ? a.high > b.high : a.high < b.high;
    return bounded(low ? a.low : b.low, high ? a.high : b.high);
}

/* ---- values ---- */

static struct interval lane(struct tracer *t, const struct ir_value *v, unsigned result, unsigned depth)
{
    struct interval args[IR_RANGES] = {any, any, any, any};
    struct ir_range ranges[IR_RANGES];
    for (uint32_t i = 0; i < v->count && i < IR_RANGES; i++)
        args[i] = trace(t, ir_arg(t->f, v, i), depth);
    switch (v->op) {
    case ISA_IADD: return add(args[0], args[1]);
    case ISA_IMAD:
    case ISA_UMAD: return add(multiply(args[0], args[1]), args[2]);
    case ISA_IMUL:
    case ISA_UMUL: return result == 1 ? multiply(args[0], args[1]) : any;
    case ISA_INEG:
    case IR_MODIFIER + LANE_NEG_I32: return negate(args[0]);
    case IR_MODIFIER + LANE_KEEP: return args[0];
    case ISA_ISHL:
        if (args[1].low == args[1].high) {
            int64_t factor = (int64_t)1 << (args[1].low & 31);
            return multiply(args[0], (struct interval){factor, factor});
        }
        return any;
    case ISA_IMAX: return extreme_signed(args[0], args[1], true);
    case ISA_IMIN: return extreme_signed(args[0], args[1], false);
    default:
        for (unsigned i = 0; i < IR_RANGES; i++)
            ranges[i] = to_words(args[i]);
        return of_words(ir_lane_range(v->op, result, ranges));
    }
}

/* A counted loop's number, the one that leaves the loop included. */
static struct interval counter(struct tracer *t, const struct ir_counter *c, unsigned depth)
{
    struct interval first = trace(t, c->first, depth), limit = trace(t, c->limit, depth);
    int64_t least = c->is_signed ? INT32_MIN : 0;
    if (!move_to(&first, least) || !move_to(&limit, least) || limit.high + c->step >= least + words)
        return any;
    if (c->falls) {
        int64_t lowest = limit.low - (int64_t)c->step;
        return lowest < least ? any : bounded(lowest < first.low ? lowest : first.low, first.high);
    }
    int64_t last = limit.high - 1 + (int64_t)c->step;
    return bounded(first.low, last > first.high ? last : first.high);
}

/* One of the values that reach it. */
static struct interval join(struct tracer *t, const struct ir_value *v, unsigned depth)
{
    struct interval all = {INT64_MAX, INT64_MIN};
    for (uint32_t i = 0; i < v->count; i++) {
        if (!ir_arg(t->f, v, i)) /* an edge that is not reached */
            continue;
        struct interval one = trace(t, ir_arg(t->f, v, i), depth);
        all.low = one.low < all.low ? one.low : all.low;
        all.high = one.high > all.high ? one.high : all.high;
    }
    return all.low <= all.high ? bounded(all.low, all.high) : any;
}

/* Numbers of the threads that exist. */
static struct ir_range exact_range(const struct tracer *t, const struct ir_value *v)
{
    const uint32_t *size = t->f->program->decls.thread_group;
    struct ir_range range = ir_system_range(t->f, v, t->box);
    uint64_t most = range.high;
    if (v->system <= IR_THREAD_Z)
        most = (uint64_t)t->box->end[v->system - IR_THREAD_X] * size[v->system - IR_THREAD_X] - 1;
    else if (v->system >= IR_LOCAL_X && v->system <= IR_LOCAL_Z)
        most = size[v->system - IR_LOCAL_X] - 1;
    else if (v->system == IR_FLAT)
        most = (uint64_t)size[0] * size[1] * size[2] - 1;
    range.high = most < range.high ? (uint32_t)most : range.high;
    return range;
}

static struct interval value(struct tracer *t, ir_ref ref, unsigned depth)
{
    const struct ir_value *v = &t->f->values[ref], *whole;
    const struct ir_counter *c;
    switch (v->kind) {
    case IR_CONST: return of_words((struct ir_range){v->word, v->word});
    case IR_SYSTEM: return of_words(t->is_exact ? exact_range(t, v) : ir_system_range(t->f, v, t->box));
    case IR_CBUFFER:
        if (v->view == IR_NONE || (v->count && ir_arg(t->f, v, 0)))
            return any;
        return of_words(ir_constant_range(v, &t->views[v->view]));
    case IR_LANE: return lane(t, v, 0, depth);
    case IR_PART:
        whole = &t->f->values[ir_arg(t->f, v, 0)];
        return whole->kind == IR_LANE ? lane(t, whole, v->part, depth) : any;
    case IR_PHI: c = ir_counter_of(t->f, ref); return c ? counter(t, c, depth) : join(t, v, depth);
    default: return any;
    }
}

static struct interval trace(struct tracer *t, ir_ref ref, unsigned depth)
{
    if (t->state[ref] == KNOWN)
        return t->known[ref];
    if (t->state[ref] == OPEN || depth == DEPTH_MOST)
        return any;
    t->state[ref] = OPEN;
    t->known[ref] = value(t, ref, depth + 1);
    t->state[ref] = KNOWN;
    return t->known[ref];
}

/* ---- accesses ---- */

/* Units (structures, texels, bytes) of [0, count) among the addresses. False: any of them. A negative number is a word
   past the end if it is count - 2^32 or more. */
static bool clip(struct interval *at, uint64_t count)
{
    if (!move_to(at, 0))
        *at = turned(*at, -words);
    if (at->low < (int64_t)count - words || at->high >= words)
        return false;
    at->low = at->low > 0 ? at->low : 0;
    at->high = at->high < (int64_t)count ? at->high : (int64_t)count - 1;
    return true;
}

static void extend(struct ir_span *span, uint64_t first, uint64_t end)
{
    if (span->first >= span->end)
        *span = (struct ir_span){first, end};
    span->first = first < span->first ? first : span->first;
    span->end = end > span->end ? end : span->end;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static void add_access(struct tracer *t, const struct ir_value *v, uint32_t unit, struct ir_span *span)
{
    const struct ir_extent *view = &t->views[v->view];
    ir_ref address = ir_arg(t->f, v, 0);
    struct interval at = address ? trace(t, address, 0) : (struct interval){0, 0};
    if (!clip(&at, least(v->access == IR_RAW ? view->bytes : view->count, (uint64_t)words))) {
        extend(span, 0, view->bytes);
        return;
    }
    if (at.low > at.high)
        return;
    uint64_t first = (uint64_t)at.low * unit, end = ((uint64_t)at.high + 1) * unit;
    if (v->access == IR_RAW) {
        uint64_t part = 4u * v->component;
        first = ((uint64_t)at.low & ~3ull) + part;
        end = ((uint64_t)at.high & ~3ull) + part + 4;
    }
    extend(span, least(first, view->bytes), least(end, view->bytes));
}

static bool names_slot(const struct ir_value *v)
{
    return v->kind == IR_LOAD || v->kind == IR_TEXEL || v->kind == IR_STORE || v->kind == IR_STORE_TEXEL ||
           v->kind == IR_ATOMIC || v->kind == IR_COUNTER;
}

/* Loads, or stores. */
static enum sm5_status find_accesses(const struct tracer *of, uint32_t slot, uint32_t reg, uint32_t unit,
                                     struct ir_footprint *out)
{
    const struct ir_function *f = of->f;
    struct tracer t = *of;
    t.state = calloc(f->value_count, 1);
    t.known = malloc(f->value_count * sizeof *t.known);
    for (uint32_t i = 1; i < f->value_count && t.state && t.known; i++) {
        const struct ir_value *v = &f->values[i];
        bool is_store = v->kind == IR_STORE || v->kind == IR_STORE_TEXEL;
        if (!names_slot(v) || v->slot != slot)
            continue;
        if (v->view == IR_NONE || v->kind == IR_ATOMIC || v->kind == IR_COUNTER)
            out->is_known = false;
        else if (f->views[v->view].reg == reg && is_store == t.is_exact)
            add_access(&t, v, unit, is_store ? &out->writes : &out->reads);
    }
    bool ok = t.state && t.known;
    free(t.state);
    free(t.known);
    return ok ? SM5_OK : SM5_ERR_MEMORY;
}

enum sm5_status ir_find_footprint(const struct ir_function *f, const struct ir_box *box,
                                  const struct ir_extent *views, uint32_t slot, uint32_t reg, uint32_t unit,
                                  struct ir_footprint *out)
{
    const struct tracer loads = {.f = f, .box = box, .views = views};
    const struct tracer stores = {.f = f, .box = box, .views = views, .is_exact = true};
    *out = (struct ir_footprint){.is_known = true};
    enum sm5_status status = find_accesses(&loads, slot, reg, unit, out);
    return status ? status : find_accesses(&stores, slot, reg, unit, out);
}
