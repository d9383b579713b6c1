/* Proof that no word of a u# is accessed by two threads of a warp or group, one of which stores to it: their order, and
   so the width of the warp, then makes no difference to the result.

   An address is a sum of terms: values from before all loops, which differ between the lanes by a stride, and
   parts that vary in loops, by multiples of a step or within a range. All accesses to a view must have the same
   terms, and a constant each.

   Or it is `row * length + column`, where a uniform value is the length, lanes have rows of their own, and a counter
   below the length is the column. Loads may access column 0 too: where the length is 0 nothing is stored. Sixteen rows,
   and so not all of a group, are assumed to have less than 2^32 words (docs/semantics.md). */
#include <stdlib.h>

#include "ir/ir_facts.h"

enum { TERMS = 8, PARTS = 64, ACCESSES = 64, DEPTH = 24 };

struct term {
    ir_ref ref;
    uint32_t factor;
};

/* Multiples of `step`, as many as there may be, or (is_bounded) of at most `span` above the least. */
struct part {
    uint32_t step;
    uint64_t span;
    bool is_bounded;
    unsigned access;
};

struct address {
    struct term terms[TERMS];
    unsigned term_count;
    uint32_t constant;
    ir_ref length; /* of rows, which is not constant; 0: none */
    uint32_t factor;
    bool has_column; /* a counter below that length */
};

enum place {
    OUTSIDE,
    EARLY, /* in a loop, before its first control flow: a counter may have reached its limit */
    INSIDE,
    HEADER /* a header phi of a loop */
};

struct proof {
    const struct ir_function *f;
    uint32_t threads; /* of a warp or group */
    uint8_t *in_loop; /* by value: enum place */
    struct part parts[PARTS];
    unsigned part_count;
    int32_t constants[ACCESSES]; /* of a view's accesses, less that of the first one */
    unsigned access_count;
    bool is_early; /* the access is EARLY */
    bool failed;
};

/* ---- one address ---- */

static void add_part(struct proof *p, uint32_t step, uint64_t span, bool is_bounded)
{
    if (p->part_count == PARTS)
        p->failed = true;
    else
        p->parts[p->part_count++] = (struct part){step, span, is_bounded, p->access_count};
}

/* The first of the reads of one word of a constant buffer: there may be one in each loop. */
static ir_ref first_read(const struct ir_function *f, ir_ref ref)
{
    const struct ir_value *v = &f->values[ref];
    for (ir_ref i = 1; v->kind == IR_CBUFFER && v->level == IR_DISPATCH && i < ref; i++) {
        const struct ir_value *w = &f->values[i];
        bool same = w->kind == IR_CBUFFER && w->component == v->component && w->payload == v->payload &&
                    w->view == v->view && w->slot == v->slot && w->count == v->count;
        for (uint32_t k = 0; same && k < v->count; k++)
            same = ir_arg(f, w, k) == ir_arg(f, v, k);
        if (same)
            return i;
    }
    return ref;
}

/* From before all loops, or the same for all threads. */
static bool is_invariant(const struct proof *p, ir_ref ref)
{
    return p->in_loop[ref] == OUTSIDE || p->f->values[ref].level == IR_DISPATCH;
}

/* The value of thread i is that of thread 0 + stride * i. */
static bool is_linear(const struct proof *p, ir_ref ref)
{
    const struct ir_value *v = &p->f->values[ref];
    const uint32_t *group = p->f->program->decls.thread_group;
    if (v->shape != IR_AFFINE)
        return false;
    if (p->threads <= p->f->lanes || v->level < IR_WARP)
        return true;
    if (v->kind != IR_SYSTEM)
        return false;
    bool is_x = v->system == IR_THREAD_X || v->system == IR_LOCAL_X;
    return v->system == IR_FLAT || (is_x && group[1] * group[2] == 1);
}

static void add_term(struct proof *p, struct address *a, ir_ref ref, uint32_t factor)
{
    for (unsigned i = 0; i < a->term_count; i++)
        if (a->terms[i].ref == ref) {
            a->terms[i].factor += factor;
            return;
        }
    if (a->term_count == TERMS || !is_linear(p, ref))
        p->failed = true;
    else
        a->terms[a->term_count++] = (struct term){ref, factor};
}

static void add_value(struct proof *p, struct address *a, ir_ref ref, uint32_t factor, unsigned depth);

/* The number of a row by its length, both from before all loops. */
static bool add_row(struct proof *p, struct address *a, const struct ir_term *product, uint32_t factor)
{
    const struct ir_function *f = p->f;
    for (unsigned i = 0; i < 2 && p->threads <= f->lanes; i++) {
        ir_ref row = i ? product->by : product->ref, length = i ? product->ref : product->by;
        const struct ir_value *x = &f->values[row], *y = &f->values[length];
        if (x->shape != IR_AFFINE || x->stride <= 0 || y->shape != IR_AFFINE || y->stride ||
            !is_invariant(p, row) || !is_invariant(p, length) || a->length)
            continue;
        a->length = first_read(f, length);
        a->factor = factor;
        return true;
    }
    return false;
}

/* From 0 or more to less than the length of rows. */
static bool add_column(struct proof *p, struct address *a, const struct ir_counter *counter, uint32_t factor)
{
    enum { STEP_MOST = 1 << 28 };
    const struct ir_value *first = &p->f->values[counter->first];
    bool is_column = a->length && !a->has_column && first_read(p->f, counter->limit) == a->length &&
                     factor == a->factor && !p->is_early && first->kind == IR_CONST &&
                     (int32_t)first->word >= 0 && counter->step <= STEP_MOST;
    a->has_column |= is_column;
    return is_column;
}

/* A value that each iteration increments by a constant. */
static void add_phi(struct proof *p, struct address *a, ir_ref phi, uint32_t factor, unsigned depth)
{
    const struct ir_value *v = &p->f->values[phi];
    const struct ir_counter *counter = ir_counter_of(p->f, phi);
    uint32_t step = ir_loop_step(p->f, phi);
    if (counter && add_column(p, a, counter, factor))
        return;
    const struct ir_value *first = &p->f->values[ir_arg(p->f, v, 0)];
    const struct ir_value *limit = counter ? &p->f->values[counter->limit] : NULL;
    bool is_bounded = limit && first->kind == IR_CONST && limit->kind == IR_CONST && (int32_t)factor > 0 &&
                      (int32_t)step > 0 && (int32_t)first->word >= 0 && (int32_t)limit->word >= 0;
    uint64_t most = is_bounded && limit->word > first->word ? limit->word - first->word - 1 : 0;
    add_part(p, step * factor, (most + (p->is_early ? step : 0)) * factor, is_bounded);
    add_value(p, a, ir_arg(p->f, v, 0), factor, depth);
}

/* Columns after rows. False for other operations. */
static bool add_sum(struct proof *p, struct address *a, ir_ref ref, uint32_t factor, unsigned depth)
{
    struct ir_sum sum;
    if (!ir_sum_of(p->f, ref, &sum) || (sum.terms[0].by && !add_row(p, a, &sum.terms[0], factor)))
        return false;
    bool is_column = p->f->values[sum.terms[0].ref].kind == IR_PHI;
    for (unsigned i = 0; i < sum.count; i++) {
        const struct ir_term *term = &sum.terms[is_column ? sum.count - 1 - i : i];
        if (!term->by)
            add_value(p, a, term->ref, factor * term->factor, depth);
    }
    return true;
}

static void add_value(struct proof *p, struct address *a, ir_ref ref, uint32_t factor, unsigned depth)
{
    const struct ir_value *v = &p->f->values[ref];
    const struct ir_value *whole = v->kind == IR_PART ? &p->f->values[ir_arg(p->f, v, 0)] : v;
    if (p->failed || !factor)
        return;
    if (depth == DEPTH)
        p->failed = true;
    else if (v->kind == IR_CONST)
        a->constant += factor * v->word;
    else if (add_sum(p, a, ref, factor, depth + 1))
        return;
    else if (is_invariant(p, ref) && is_invariant(p, (ir_ref)(whole - p->f->values)))
        add_term(p, a, first_read(p->f, ref), factor);
    else if (p->in_loop[ref] == HEADER && ir_loop_step(p->f, ref) && ir_arg(p->f, v, 0))
        add_phi(p, a, ref, factor, depth + 1);
    else if (v->shape == IR_AFFINE && v->stride == 0 && v->high < UINT32_MAX && (int32_t)factor > 0) {
        a->constant += factor * v->low;
        add_part(p, factor, (uint64_t)(v->high - v->low) * factor, true);
    } else
        p->failed = true;
}

/* ---- all accesses to a view ---- */

static int by_ref(const void *a, const void *b)
{
    const struct term *x = a, *y = b;
    return (x->ref > y->ref) - (x->ref < y->ref);
}

static bool same_terms(const struct address *a, const struct address *b)
{
    return a->term_count == b->term_count && a->length == b->length && a->factor == b->factor &&
           a->has_column == b->has_column &&
           memcmp(a->terms, b->terms, a->term_count * sizeof *a->terms) == 0;
}

static uint64_t divisor_of(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Addresses of two threads differ by stride * n + (multiple of `coarse`) + (0 .. fine, either sign): never by less
   than `bytes`. */
static bool stays_apart(int64_t stride, uint64_t coarse, uint64_t fine, uint32_t bytes, uint32_t threads)
{
    for (uint32_t n = 1; n < threads; n++) {
        int64_t least = stride * n - (int64_t)fine - (int64_t)bytes + 1;
        int64_t most = stride * n + (int64_t)fine + (int64_t)bytes - 1;
        if (least <= 0 && most >= 0)
            return false;
        if (!coarse)
            continue;
        if (least < 0) {
            int64_t other = least;
            least = -most;
            most = -other;
        }
        if ((uint64_t)least / coarse != (uint64_t)most / coarse || (uint64_t)least % coarse == 0)
            return false;
    }
    return true;
}

/* How far the addresses of all accesses are from the terms' sum. Parts and constants that are large are multiples of
   `coarse`; the others are in a range of `fine`. */
struct reach {
    uint64_t coarse, least, total;
    int64_t low, high;
};

/* Without a bound addresses may wrap, so that only powers of two divide their difference. */
static bool add_access(const struct proof *p, unsigned access, struct reach *reach)
{
    int64_t constant = p->constants[access];
    uint64_t fine = 0, total = (uint64_t)llabs(constant);
    if (total >= reach->least) {
        reach->coarse = divisor_of(total, reach->coarse);
        constant = 0;
    }
    for (unsigned i = 0; i < p->part_count; i++) {
        const struct part *part = &p->parts[i];
        bool wraps = !part->is_bounded || part->span > INT32_MAX;
        uint64_t step = wraps ? part->step & (0u - part->step) : part->step;
        if (part->access != access)
            continue;
        total += wraps ? 0 : part->span;
        if (step >= reach->least)
            reach->coarse = divisor_of(step, reach->coarse);
        else if (wraps)
            return false;
        else
            fine += part->span;
    }
    reach->low = constant < reach->low ? constant : reach->low;
    reach->high = constant + (int64_t)fine > reach->high ? constant + (int64_t)fine : reach->high;
    reach->total = total > reach->total ? total : reach->total;
    return total <= INT32_MAX;
}

static bool is_apart(const struct proof *p, int64_t stride, uint32_t bytes)
{
    struct reach reach = {.least = (uint64_t)llabs(stride) * (p->threads - 1) + bytes};
    for (unsigned i = 0; i < p->access_count; i++)
        if (!add_access(p, i, &reach))
            return false;
    return reach.total <= INT32_MAX / 2 &&
           stays_apart(stride, reach.coarse, (uint64_t)(reach.high - reach.low), bytes, p->threads);
}

static bool is_access(const struct ir_value *v)
{
    return v->kind == IR_LOAD || v->kind == IR_STORE || v->kind == IR_TEXEL || v->kind == IR_STORE_TEXEL;
}

static bool has_one_constant(const struct proof *p)
{
    for (unsigned i = 0; i < p->access_count; i++)
        if (p->constants[i])
            return false;
    return true;
}

/* An access to a view: the index, or one coordinate, and the bytes that its word takes. */
struct site {
    ir_ref index;
    uint32_t added, bytes;
    bool is_load;
};

enum { BUFFER = 3 /* in place of an axis */ };

/* False: the value does not access the view. */
static bool site_of(struct proof *p, const struct ir_value *v, uint32_t view, unsigned axis, struct site *out)
{
    struct ir_texel_access at;
    bool is_texel = v->kind == IR_TEXTURE || v->kind == IR_TEXTURE_WRITE;
    *out = (struct site){.bytes = 1, .is_load = v->kind == IR_LOAD || v->kind == IR_TEXEL};
    if (v->view != view || !(axis == BUFFER ? is_access(v) : is_texel))
        return false;
    if (axis == BUFFER) {
        out->index = ir_arg(p->f, v, 0);
        out->bytes = v->access == IR_RAW ? 4u * (v->component + 1u) : 1;
    } else if (ir_texel_access(p->f, v, &at) && at.coords[axis]) {
        out->index = at.coords[axis];
        out->added = (uint32_t)at.offset[axis];
    }
    p->failed |= !out->index;
    return out->index;
}

static bool proves_view(struct proof *p, uint32_t view, unsigned axis)
{
    const struct ir_function *f = p->f;
    struct address first = {0};
    struct site site;
    bool any = false;
    uint32_t bytes = 1;
    p->part_count = p->access_count = 0;
    p->failed = false;
    for (uint32_t i = 1; i < f->value_count && !p->failed; i++) {
        if (!site_of(p, &f->values[i], view, axis, &site))
            continue;
        struct address a = {.constant = site.added};
        p->is_early = p->in_loop[i] == EARLY;
        add_value(p, &a, site.index, 1, 0);
        qsort(a.terms, a.term_count, sizeof *a.terms, by_ref);
        bytes = bytes < site.bytes ? site.bytes : bytes;
        a.has_column |= a.length && site.is_load;
        p->failed |= (any && !same_terms(&a, &first)) || p->access_count == ACCESSES;
        if (!p->failed)
            p->constants[p->access_count++] = any ? (int32_t)(a.constant - first.constant) : 0;
        first = any ? first : a;
        any = true;
    }
    uint32_t stride = 0;
    for (unsigned i = 0; i < first.term_count; i++)
        stride += first.terms[i].factor * (uint32_t)f->values[first.terms[i].ref].stride;
    if (first.length) /* nothing but rows and columns differs */
        return !p->failed && !stride && first.has_column && !p->part_count && has_one_constant(p) &&
               bytes <= first.factor;
    return !p->failed && stride && is_apart(p, (int32_t)stride, bytes);
}

/* Texels of different columns, rows or slices are different ones. */
static bool proves_texture(struct proof *p, uint32_t view)
{
    bool proved = false;
    for (unsigned axis = 0; axis < BUFFER && !proved; axis++)
        proved = proves_view(p, view, axis);
    return proved;
}

/* ---- all views ---- */

static void mark_loops(struct proof *p, const struct ir_list *list, enum place place)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (!(list->items[i] & IR_NODE_BIT)) {
            p->in_loop[list->items[i]] = (uint8_t)place;
            continue;
        }
        const struct ir_node *node = &p->f->nodes[list->items[i] & ~IR_NODE_BIT];
        place = place == EARLY ? INSIDE : place;
        enum place inside = node->kind == IR_LOOP ? INSIDE : place;
        mark_loops(p, &node->bodies[0], node->kind == IR_LOOP ? EARLY : place);
        mark_loops(p, &node->bodies[1], inside);
        mark_loops(p, &node->headers, HEADER);
        mark_loops(p, &node->phis, inside);
    }
}

static bool proves_all(struct proof *p)
{
    const struct ir_function *f = p->f;
    for (uint32_t i = 1; i < f->value_count; i++) {
        const struct ir_value *v = &f->values[i];
        bool is_store = v->kind == IR_STORE || v->kind == IR_STORE_TEXEL;
        if (((is_access(v) || v->kind == IR_TEXTURE_WRITE) && v->view == IR_NONE) ||
            (is_store && !proves_view(p, v->view, BUFFER)) ||
            (v->kind == IR_TEXTURE_WRITE && !proves_texture(p, v->view)))
            return false;
    }
    return true;
}

bool ir_is_disjoint(const struct ir_function *f, uint32_t threads)
{
    struct proof p = {.f = f, .threads = threads, .in_loop = calloc(f->value_count + 1, sizeof *p.in_loop)};
    if (!p.in_loop || f->alias) {
        free(p.in_loop);
        return false;
    }
    mark_loops(&p, &f->nodes[0].bodies[0], OUTSIDE);
    bool proved = proves_all(&p);
    free(p.in_loop);
    return proved;
}
