/* Proof that no word of a u# is accessed by two threads of a warp or group, one of which stores to it: their order, and
   so the width of the warp, then makes no difference to the result.

   An address is a sum of terms: values from before all loops, which differ between the lanes by a stride, and
   parts that vary in loops, by multiples of a step or within a range. All accesses to a view must have the same
   terms, and a constant each, except loads of words of its structures that nothing stores to. Where the constant buffers of a dispatch are given, factors, steps and limits from them are
   numbers; then the threads of a group may also differ in y and z.

   Or it is `row * length + column`, where a uniform value is the length, lanes have rows of their own, and a counter
   below the length is the column. Loads may access column 0 too: where the length is 0 nothing is stored. Sixteen rows,
   and so not all of a group, are assumed to have less than 2^32 words (docs/semantics.md). */
#include <stdlib.h>

#include "ir/ir_facts.h"

enum { TERMS = 8, PARTS = 64, ACCESSES = 64, DEPTH = 24, AXES = 3, WORDS = LIMIT_STRIDE / 4 };

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
    const struct ir_extent *views; /* with words of constant buffers; NULL: they are not known */
    uint32_t threads;              /* of a warp or group */
    uint32_t counts[AXES];         /* of these, along each axis; a warp has one axis */
    uint8_t *in_loop;              /* by value: enum place */
    struct part parts[PARTS];
    unsigned part_count;
    int32_t constants[ACCESSES]; /* of a view's accesses, less that of the first one */
    unsigned access_count;
    bool is_stored[WORDS]; /* of a view's structures */
    bool is_early;         /* the access is EARLY */
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
    for (ir_ref i = 1; v->kind == IR_CBUFFER && v->level == IR_DISPATCH && i < ref; i++)
        if (ir_same_value(f, &f->values[i], v))
            return i;
    return ref;
}

/* A number that the dispatch has in common, and that its constants tell. */
static bool is_known(const struct proof *p, ir_ref ref, unsigned depth, uint32_t *word)
{
    const struct ir_value *v = &p->f->values[ref];
    const struct ir_value *whole = v->kind == IR_PART ? &p->f->values[ir_arg(p->f, v, 0)] : v;
    struct ir_range range, args[IR_RANGES] = {{0, 0}};
    *word = v->word;
    if (v->kind == IR_CONST)
        return true;
    if (!p->views || v->level != IR_DISPATCH || !depth || whole->count > IR_RANGES)
        return false;
    if (v->kind == IR_CBUFFER && v->view != IR_NONE && !ir_arg(p->f, v, 0)) {
        range = ir_constant_range(v, &p->views[v->view]);
    } else if (whole->kind == IR_LANE) {
        for (uint32_t i = 0; i < whole->count; i++) {
            if (!is_known(p, ir_arg(p->f, whole, i), depth - 1, &args[i].low))
                return false;
            args[i].high = args[i].low;
        }
        range = ir_lane_range(whole->op, v->kind == IR_PART ? v->part : 0, args);
    } else {
        return false;
    }
    *word = range.low;
    return range.low == range.high;
}

enum { KNOWN_DEPTH = 6 };

/* From before all loops, or the same for all threads. */
static bool is_invariant(const struct proof *p, ir_ref ref)
{
    return p->in_loop[ref] == OUTSIDE || p->f->values[ref].level == IR_DISPATCH;
}

/* The growth of a value along each axis; false: it is not linear. */
static bool find_strides(const struct proof *p, ir_ref ref, int64_t strides[AXES])
{
    const struct ir_value *v = &p->f->values[ref];
    memset(strides, 0, AXES * sizeof *strides);
    if (p->threads <= p->f->lanes) {
        strides[0] = v->stride;
        return v->shape == IR_AFFINE;
    }
    if (v->level < IR_WARP)
        return v->shape == IR_AFFINE;
    if (v->kind != IR_SYSTEM || v->system == IR_GROUP_X || v->system == IR_GROUP_Y || v->system == IR_GROUP_Z)
        return false;
    if (v->system == IR_FLAT) {
        strides[0] = 1;
        strides[1] = p->counts[0];
        strides[2] = (int64_t)p->counts[0] * p->counts[1];
    } else {
        strides[v->system >= IR_LOCAL_X ? v->system - IR_LOCAL_X : v->system - IR_THREAD_X] = 1;
    }
    return true;
}

static void add_term(struct proof *p, struct address *a, ir_ref ref, uint32_t factor)
{
    int64_t strides[AXES];
    for (unsigned i = 0; i < a->term_count; i++)
        if (a->terms[i].ref == ref) {
            a->terms[i].factor += factor;
            return;
        }
    if (a->term_count == TERMS || !find_strides(p, ref, strides))
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
    bool is_column = !counter->falls && a->length && !a->has_column &&
                     first_read(p->f, counter->limit) == a->length && factor == a->factor && !p->is_early &&
                     first->kind == IR_CONST && (int32_t)first->word >= 0 && counter->step <= STEP_MOST;
    a->has_column |= is_column;
    return is_column;
}

/* What each iteration adds to a header phi; 0: that is not known. */
static uint32_t step_of(const struct proof *p, ir_ref phi)
{
    const struct ir_value *v = &p->f->values[phi];
    const struct ir_value *next = &p->f->values[v->count == 2 ? ir_arg(p->f, v, 1) : 0];
    uint32_t step = (uint32_t)ir_loop_step(p->f, phi), word;
    if (step || next->kind != IR_LANE || next->op != ISA_IADD)
        return step;
    unsigned added = ir_arg(p->f, next, 0) == phi ? 1 : 0;
    bool is_step =
        ir_arg(p->f, next, !added) == phi && is_known(p, ir_arg(p->f, next, added), KNOWN_DEPTH, &word);
    return is_step ? word : 0;
}

static bool has_header(const struct ir_node *node, ir_ref phi)
{
    bool any = false;
    for (uint32_t i = 0; node->kind == IR_LOOP && i < node->headers.count; i++)
        any |= node->headers.items[i] == phi;
    return any;
}

/* The most iterations, by a counter, of the loop that the phi is in a header of. */
static bool count_iterations(const struct proof *p, ir_ref phi, uint64_t *most)
{
    const struct ir_node *loop = p->f->nodes;
    uint32_t first, limit;
    while (loop < p->f->nodes + p->f->node_count && !has_header(loop, phi))
        loop++;
    for (uint32_t i = 0; loop < p->f->nodes + p->f->node_count && i < loop->headers.count; i++) {
        const struct ir_counter *counter = ir_counter_of(p->f, loop->headers.items[i]);
        if (!counter || (int32_t)counter->step <= 0 || !is_known(p, counter->first, KNOWN_DEPTH, &first) ||
            !is_known(p, counter->limit, KNOWN_DEPTH, &limit) || (int32_t)limit < 0 ||
            ((int32_t)first < 0 && !counter->falls))
            continue;
        if (counter->falls)
            *most = (int32_t)first >= (int32_t)limit ? (first - limit) / counter->step + 1 : 0;
        else
            *most = limit > first ? (limit - first + (uint64_t)counter->step - 1) / counter->step : 0;
        return true;
    }
    return false;
}

/* A value that each iteration changes by the same number. */
static void add_phi(struct proof *p, struct address *a, ir_ref phi, uint32_t factor, unsigned depth)
{
    const struct ir_value *v = &p->f->values[phi];
    const struct ir_counter *counter = ir_counter_of(p->f, phi);
    uint64_t iterations;
    if (counter && add_column(p, a, counter, factor))
        return;
    int64_t step = (int32_t)(step_of(p, phi) * factor);
    bool is_bounded = count_iterations(p, phi, &iterations) && iterations <= INT32_MAX && step != INT32_MIN;
    uint64_t changes = !is_bounded ? 0 : p->is_early ? iterations : iterations ? iterations - 1 : 0;
    uint64_t span = (uint64_t)llabs(step) * changes;
    add_part(p, (uint32_t)llabs(step), span, is_bounded);
    if (step < 0)
        a->constant -= (uint32_t)span;
    add_value(p, a, ir_arg(p->f, v, 0), factor, depth);
}

/* A known number is a factor. */
static void settle_product(const struct proof *p, struct ir_term *product)
{
    uint32_t word;
    if (is_known(p, product->ref, KNOWN_DEPTH, &word)) {
        product->ref = product->by;
    } else if (!is_known(p, product->by, KNOWN_DEPTH, &word)) {
        return;
    }
    product->by = 0;
    product->factor = word;
}

/* Columns after rows. False for other operations. */
static bool add_sum(struct proof *p, struct address *a, ir_ref ref, uint32_t factor, unsigned depth)
{
    struct ir_sum sum;
    if (!ir_sum_of(p->f, ref, &sum))
        return false;
    if (sum.terms[0].by)
        settle_product(p, &sum.terms[0]);
    if (sum.terms[0].by && !add_row(p, a, &sum.terms[0], factor))
        return false;
    bool is_column = p->f->values[sum.terms[0].ref].kind == IR_PHI;
    for (unsigned i = 0; i < sum.count; i++) {
        const struct ir_term *term = &sum.terms[is_column ? sum.count - 1 - i : i];
        if (!term->by)
            add_value(p, a, term->ref, factor * term->factor, depth);
    }
    return true;
}

/* A loop's header phi after the loop, which leaves it by one exit; 0: another value. */
static ir_ref header_of(const struct proof *p, ir_ref ref)
{
    const struct ir_value *v = &p->f->values[ref];
    ir_ref header = v->kind == IR_PHI && v->count == 1 && p->in_loop[ref] != HEADER ? ir_arg(p->f, v, 0) : 0;
    return header && p->in_loop[header] == HEADER ? header : 0;
}

static void add_value(struct proof *p, struct address *a, ir_ref ref, uint32_t factor, unsigned depth)
{
    const struct ir_value *v = &p->f->values[ref];
    const struct ir_value *whole = v->kind == IR_PART ? &p->f->values[ir_arg(p->f, v, 0)] : v;
    uint32_t word;
    if (p->failed || !factor)
        return;
    if (depth == DEPTH)
        p->failed = true;
    else if (is_known(p, ref, KNOWN_DEPTH, &word))
        a->constant += factor * word;
    else if (add_sum(p, a, ref, factor, depth + 1))
        return;
    else if (is_invariant(p, ref) && is_invariant(p, (ir_ref)(whole - p->f->values)))
        add_term(p, a, first_read(p->f, ref), factor);
    else if (p->in_loop[ref] == HEADER && step_of(p, ref) && ir_arg(p->f, v, 0))
        add_phi(p, a, ref, factor, depth + 1);
    else if (header_of(p, ref)) {
        p->is_early = true; /* the counter has reached its limit */
        add_value(p, a, header_of(p, ref), factor, depth + 1);
    } else if (v->shape == IR_AFFINE && v->stride == 0 && v->high < UINT32_MAX && (int32_t)factor > 0) {
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

/* Addresses of two threads differ by `distance` + (multiple of `coarse`) + (0 .. fine, either sign): never by less than
   `bytes`. */
static bool stays_apart(int64_t distance, uint64_t coarse, uint64_t fine, uint32_t bytes)
{
    int64_t least = distance - (int64_t)fine - (int64_t)bytes + 1;
    int64_t most = distance + (int64_t)fine + (int64_t)bytes - 1;
    if (least <= 0 && most >= 0)
        return false;
    if (!coarse)
        return true;
    if (least < 0) {
        int64_t other = least;
        least = -most;
        most = -other;
    }
    return (uint64_t)least / coarse == (uint64_t)most / coarse && (uint64_t)least % coarse != 0;
}

/* Of each two threads: the second one's number along the last axis in which they differ is the greater one. */
static bool all_stay_apart(const struct proof *p, const int64_t strides[AXES], uint64_t coarse, uint64_t fine,
                           uint32_t bytes)
{
    int64_t x = p->counts[0], y = p->counts[1], z = p->counts[2];
    for (int64_t dz = 0; dz < z; dz++)
        for (int64_t dy = dz ? 1 - y : 0; dy < y; dy++)
            for (int64_t dx = dz || dy ? 1 - x : 1; dx < x; dx++)
                if (!stays_apart(strides[0] * dx + strides[1] * dy + strides[2] * dz, coarse, fine, bytes))
                    return false;
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

static bool is_apart(const struct proof *p, const int64_t strides[AXES], uint32_t bytes)
{
    struct reach reach = {.least = bytes};
    for (unsigned axis = 0; axis < AXES; axis++)
        reach.least += (uint64_t)llabs(strides[axis]) * (p->counts[axis] - 1);
    for (unsigned i = 0; i < p->access_count; i++)
        if (!add_access(p, i, &reach))
            return false;
    return reach.total <= INT32_MAX / 2 &&
           all_stay_apart(p, strides, reach.coarse, (uint64_t)(reach.high - reach.low), bytes);
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

/* The word of its structure that it accesses; WORDS: it may be any. */
static uint32_t word_of(const struct proof *p, const struct ir_value *v)
{
    ir_ref offset = v->access == IR_STRUCTURED ? ir_arg(p->f, v, 1) : 0;
    if (!offset || p->f->values[offset].kind != IR_CONST)
        return WORDS;
    uint32_t word = p->f->values[offset].word / 4;
    return word + v->component < WORDS ? word + v->component : WORDS;
}

static void find_stored(struct proof *p, uint32_t view)
{
    memset(p->is_stored, 0, sizeof p->is_stored);
    for (uint32_t i = 1; i < p->f->value_count; i++) {
        const struct ir_value *v = &p->f->values[i];
        uint32_t word = v->kind == IR_STORE && v->view == view ? word_of(p, v) : 0;
        if (v->kind == IR_STORE && v->view == view && word < WORDS)
            p->is_stored[word] = true;
        else if ((v->kind == IR_STORE || v->kind == IR_STORE_TEXEL || v->kind == IR_ATOMIC) &&
                 v->view == view)
            memset(p->is_stored, true, sizeof p->is_stored);
    }
}

/* A load of a word of the view's structures that nothing stores to. */
static bool is_left_alone(const struct proof *p, const struct ir_value *v)
{
    uint32_t word = v->kind == IR_LOAD ? word_of(p, v) : WORDS;
    return word < WORDS && !p->is_stored[word];
}

/* False: the value does not access words of the view that are stored to. */
static bool site_of(struct proof *p, const struct ir_value *v, uint32_t view, unsigned axis, struct site *out)
{
    struct ir_texel_access at;
    bool is_texel = v->kind == IR_TEXTURE || v->kind == IR_TEXTURE_WRITE;
    *out = (struct site){.bytes = 1, .is_load = v->kind == IR_LOAD || v->kind == IR_TEXEL};
    if (v->view != view || !(axis == BUFFER ? is_access(v) && !is_left_alone(p, v) : is_texel))
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

static void add_strides(const struct proof *p, const struct term *term, int64_t strides[AXES])
{
    int64_t own[AXES];
    (void)find_strides(p, term->ref, own);
    for (unsigned axis = 0; axis < AXES; axis++) /* addresses are 32 bits */
        strides[axis] = (int32_t)((uint32_t)strides[axis] + term->factor * (uint32_t)own[axis]);
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
    find_stored(p, view);
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
    int64_t strides[AXES] = {0};
    if (p->failed)
        return false;
    for (unsigned i = 0; i < first.term_count; i++)
        add_strides(p, &first.terms[i], strides);
    if (first.length) /* nothing but rows and columns differs */
        return !strides[0] && first.has_column && !p->part_count && has_one_constant(p) &&
               bytes <= first.factor;
    return is_apart(p, strides, bytes);
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

bool ir_is_disjoint(const struct ir_function *f, uint32_t threads, const struct ir_extent *views)
{
    const uint32_t *group = f->program->decls.thread_group;
    bool is_warp = threads <= f->lanes;
    struct proof p = {
        .f = f,
        .views = views,
        .threads = threads,
        .counts = {is_warp ? threads : group[0], is_warp ? 1 : group[1], is_warp ? 1 : group[2]},
        .in_loop = calloc(f->value_count + 1, sizeof *p.in_loop)};
    if (!p.in_loop || f->alias) {
        free(p.in_loop);
        return false;
    }
    mark_loops(&p, &f->nodes[0].bodies[0], OUTSIDE);
    bool proved = proves_all(&p);
    free(p.in_loop);
    return proved;
}
