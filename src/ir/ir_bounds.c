/* Accesses whose bounds can be tested once for a whole dispatch: their addresses depend on values whose
   ranges follow from the number of groups, from constant buffers and from counted loops.

   A range holds for all threads, active or not, including those that pad the last warp, or, where it follows from the counter
   of a divergent loop, for those that the loop has not left (active_only). Sums and products in it do not wrap. The rules of
   address.h are then applied to the largest address. */
#include <stdlib.h>

#include "ir/ir_facts.h"

enum { DEPTH_MOST = 64, WORDS_MOST = 64 };

enum state { NEW, OPEN, KNOWN, UNKNOWN };

struct tracer {
    struct ir_function *f;
    uint8_t *state; /* by value; OPEN: being traced, so that a use is a cycle */
    ir_ref *shared; /* accesses to g# with traced addresses */
    uint32_t shared_count;
    bool failed; /* out of memory */
};

/* ---- counted loops ---- */

static bool is_constant(const struct ir_function *f, ir_ref ref)
{
    return f->values[ref].kind == IR_CONST;
}

/* The constant difference next - phi; 0 when `next` is not such a sum. */
static int32_t step_of(const struct ir_function *f, ir_ref phi, ir_ref next)
{
    const struct ir_value *sum = &f->values[next];
    if (sum->kind != IR_LANE || sum->op != ISA_IADD)
        return 0;
    ir_ref x = ir_arg(f, sum, 0), y = ir_arg(f, sum, 1);
    ir_ref added = x == phi ? y : y == phi ? x : 0;
    return added && is_constant(f, added) ? (int32_t)f->values[added].word : 0;
}

int32_t ir_loop_step(const struct ir_function *f, ir_ref phi)
{
    const struct ir_value *v = &f->values[phi];
    int32_t step = 0;
    for (uint32_t i = 1; i < v->count; i++) {
        ir_ref next = ir_arg(f, v, i);
        int32_t by = next ? step_of(f, phi, next) : step;
        if (next && (!by || (step && by != step)))
            return 0;
        step = by;
    }
    return step;
}

/* The first control flow of a loop's body: every iteration passes through it. */
static const struct ir_node *guard_of(const struct ir_function *f, const struct ir_node *loop)
{
    const struct ir_list *body = &loop->bodies[0];
    for (uint32_t i = 0; i < body->count; i++)
        if (body->items[i] & IR_NODE_BIT)
            return &f->nodes[body->items[i] & ~IR_NODE_BIT];
    return NULL;
}

static bool only_leaves(const struct ir_function *f, const struct ir_node *node, unsigned side, uint32_t loop)
{
    const struct ir_list *body = &node->bodies[side];
    if (body->count != 1 || !(body->items[0] & IR_NODE_BIT))
        return false;
    const struct ir_node *exit = &f->nodes[body->items[0] & ~IR_NODE_BIT];
    return exit->kind == IR_EXIT && !(exit->is_continue && exit->target == loop);
}

/* The bound of the counter in the loop's body: it follows "leave when phi >= limit", or, where it falls, "leave when phi < limit". */
static bool find_limit(const struct ir_function *f, uint32_t at, struct ir_counter *counter)
{
    const struct ir_node *guard = guard_of(f, &f->nodes[at]);
    if (!guard || guard->kind != IR_IF)
        return false;
    const struct ir_value *test = &f->values[guard->condition];
    counter->active_only = guard->divergent;
    bool tests_above = test->op == ISA_UGE || test->op == ISA_IGE;
    bool tests_below = test->op == ISA_ULT || test->op == ISA_ILT;
    counter->is_signed = test->op == ISA_IGE || test->op == ISA_ILT;
    if (test->kind != IR_LANE || !(tests_above || tests_below) || ir_arg(f, test, 0) != counter->phi ||
        (counter->falls && !counter->is_signed))
        return false;
    counter->limit = ir_arg(f, test, 1);
    return only_leaves(f, guard, tests_above == !counter->falls ? 0 : 1, at);
}

static bool find_counters(struct ir_function *f)
{
    uint32_t headers = 0;
    for (uint32_t i = 0; i < f->node_count; i++)
        headers += f->nodes[i].headers.count;
    f->counters = arena_array(&f->arena, headers + 1, sizeof *f->counters);
    f->counter_count = 0;
    for (uint32_t i = 0; i < f->node_count && f->counters; i++)
        for (uint32_t k = 0; k < f->nodes[i].headers.count; k++) {
            ir_ref phi = f->nodes[i].headers.items[k];
            struct ir_counter counter = {.phi = phi, .first = ir_arg(f, &f->values[phi], 0)};
            int32_t step = ir_loop_step(f, phi);
            counter.falls = step < 0;
            counter.step = step < 0 ? 0u - (uint32_t)step : (uint32_t)step;
            if (counter.step && counter.first && find_limit(f, i, &counter))
                f->counters[f->counter_count++] = counter;
        }
    return f->counters != NULL;
}

const struct ir_counter *ir_counter_of(const struct ir_function *f, ir_ref phi)
{
    for (uint32_t i = 0; i < f->counter_count; i++)
        if (f->counters[i].phi == phi)
            return &f->counters[i];
    return NULL;
}

/* ---- the values that a range is derived from ---- */

static bool trace(struct tracer *t, ir_ref ref, unsigned depth);

/* By a mask, which says nothing unless the other arg's range is known. */
static bool takes_sign(const struct ir_function *f, const struct ir_value *v)
{
    bool any = false;
    for (uint32_t i = 0; i < v->count; i++)
        any |= is_constant(f, ir_arg(f, v, i)) && f->values[ir_arg(f, v, i)].word >> 31;
    return any;
}

static bool trace_lane(struct tracer *t, const struct ir_value *v, bool *active_only, unsigned depth)
{
    bool all = true, any = false, any_of_all = false;
    for (uint32_t i = 0; i < v->count; i++) {
        bool known = trace(t, ir_arg(t->f, v, i), depth),
             is_partial = t->f->values[ir_arg(t->f, v, i)].active_only;
        all &= known;
        any |= known;
        any_of_all |= known && !is_partial;
        *active_only |= known && is_partial;
    }
    if (isa_has(v->op, ISA_RANGE_ANY)) {
        *active_only &= !any_of_all || takes_sign(t->f, v);
        return any;
    }
    if (v->op == ISA_UBFE)
        return is_constant(t->f, ir_arg(t->f, v, 0));
    return all && (isa_has(v->op, ISA_RANGE_ALL) || v->op == IR_MODIFIER + LANE_KEEP ||
                   v->op == IR_MODIFIER + LANE_NEG_I32);
}

static bool trace_phi(struct tracer *t, ir_ref ref, bool *active_only, unsigned depth)
{
    const struct ir_counter *counter = ir_counter_of(t->f, ref);
    if (!counter || !trace(t, counter->first, depth) || !trace(t, counter->limit, depth))
        return false;
    const struct ir_value *values = t->f->values;
    *active_only =
        counter->active_only || values[counter->first].active_only || values[counter->limit].active_only;
    return true;
}

/* Constant buffers are constant for the whole dispatch unless a u# view aliases them. */
static bool trace_cbuffer(struct tracer *t, const struct ir_value *v)
{
    bool known = v->view != IR_NONE && !t->f->alias && (!v->count || !ir_arg(t->f, v, 0));
    t->f->traces_constants |= known;
    return known;
}

static bool trace_value(struct tracer *t, ir_ref ref, bool *active_only, unsigned depth)
{
    const struct ir_value *v = &t->f->values[ref];
    switch (v->kind) {
    case IR_CONST:
    case IR_SYSTEM: return true;
    case IR_CBUFFER: return trace_cbuffer(t, v);
    case IR_LANE: return trace_lane(t, v, active_only, depth);
    case IR_PART: {
        const struct ir_value *whole = &t->f->values[ir_arg(t->f, v, 0)];
        return whole->kind == IR_LANE && trace_lane(t, whole, active_only, depth);
    }
    case IR_PHI: return trace_phi(t, ref, active_only, depth);
    default: return false;
    }
}

/* True when the value's range is better than "any word"; it is then appended to f->traced, after the
   values that it depends on. */
static bool trace(struct tracer *t, ir_ref ref, unsigned depth)
{
    if (t->state[ref] != NEW || depth == DEPTH_MOST)
        return t->state[ref] == KNOWN;
    t->state[ref] = OPEN;
    bool active_only = false, known = trace_value(t, ref, &active_only, depth + 1);
    t->state[ref] = known ? KNOWN : UNKNOWN;
    if (known)
        t->f->values[ref].active_only = active_only;
    t->f->traced[t->f->traced_count++] = ref;
    return known;
}

/* ---- accesses ---- */

static bool is_access(const struct ir_value *v)
{
    return v->kind == IR_LOAD || v->kind == IR_STORE || v->kind == IR_TEXEL || v->kind == IR_STORE_TEXEL;
}

static bool is_texture(const struct ir_value *v)
{
    return v->kind == IR_TEXTURE || v->kind == IR_TEXTURE_WRITE;
}

/* Code adds the constant part of a raw address last, mod 2^32: the sum must not come from a negative
   number. */
static bool adds_nothing_negative(const struct ir_function *f, ir_ref address)
{
    const struct ir_value *v = &f->values[address];
    return v->kind != IR_LANE || v->op != ISA_IADD || !is_constant(f, ir_arg(f, v, 1)) ||
           (int32_t)f->values[ir_arg(f, v, 1)].word >= 0;
}

static bool is_measured_texel(struct tracer *t, struct ir_value *v)
{
    struct ir_texel_access at;
    bool known = ir_texel_access(t->f, v, &at) && at.stride == 1 && !ir_is_texel_speculated(&at);
    for (unsigned k = 0; k < 3 && known; k++) {
        known = !at.coords[k] || trace(t, at.coords[k], 0);
        v->active_only |= known && t->f->values[at.coords[k]].active_only;
    }
    return known;
}

static bool is_traced(struct tracer *t, struct ir_value *v)
{
    const struct ir_function *f = t->f;
    ir_ref address = ir_arg(f, v, 0);
    if (!address)
        return false;
    ir_ref offset = v->access == IR_STRUCTURED ? ir_arg(f, v, 1) : 0;
    if (offset && !is_constant(f, offset))
        return false;
    if (v->access == IR_RAW && !adds_nothing_negative(f, address))
        return false;
    bool known = trace(t, address, 0);
    v->active_only = known && f->values[address].active_only;
    return known;
}

/* A value that ranges may decide; what it is in lanes that are not active makes no difference. */
static bool is_decidable(struct tracer *t, ir_ref ref)
{
    const struct ir_value *v = &t->f->values[ref];
    if (v->kind == IR_PART && v->part == 1 && t->f->values[ir_arg(t->f, v, 0)].op == ISA_UDIV)
        return trace(t, ref, 0);
    if (v->kind != IR_LANE || v->op >= IR_MODIFIER)
        return false;
    if (v->op == ISA_UDIV)
        return ir_may_be_in_rows(t->f, v) && trace(t, ir_arg(t->f, v, 1), 0);
    return trace(t, v->op == ISA_MOVC ? ir_arg(t->f, v, 0) : ref, 0);
}

/* Words that are args of integer operations, or indices. */
static bool find_words(struct tracer *t)
{
    struct ir_function *f = t->f;
    bool *is_integer = calloc(f->value_count, sizeof *is_integer);
    if (!is_integer)
        return false;
    for (uint32_t i = 1; i < f->value_count; i++) {
        const struct ir_value *v = &f->values[i];
        bool computes = v->kind == IR_LANE && v->op < IR_MODIFIER &&
                        (isa_has(v->op, ISA_RANGE_ALL) || isa_has(v->op, ISA_RANGE_ANY));
        for (uint32_t k = 0; k < v->count && (computes || (is_access(v) && k == 0)); k++)
            is_integer[ir_arg(f, v, k)] = true;
    }
    for (uint32_t i = 1; i < f->value_count && f->word_count < WORDS_MOST; i++)
        if (is_integer[i] && f->values[i].kind == IR_CBUFFER && trace(t, i, 0))
            f->words[f->word_count++] = i;
    free(is_integer);
    return true;
}

/* Accesses are proven in bounds together by view, and those of active lanes, and those in any order, on their own: where one array is
   read past its end, the code for the others has no tests. Few bits: each set of them that a program is run with is compiled. */
static uint32_t bit_of(const struct ir_function *f, const struct ir_value *v)
{
    enum { BITS = 32, KINDS = 3 };
    bool is_in_order = is_texture(v) || f->values[ir_arg(f, v, 0)].shape == IR_AFFINE;
    return 1u << (KINDS * v->view + (v->active_only ? 1 : is_in_order ? 0 : 2)) % BITS;
}

static void visit_list(struct tracer *t, const struct ir_list *list, bool is_guarded)
{
    struct ir_function *f = t->f;
    for (uint32_t i = 0; i < list->count; i++) {
        if (!(list->items[i] & IR_NODE_BIT)) {
            struct ir_value *v = &f->values[list->items[i]];
            if (is_guarded && is_decidable(t, list->items[i]))
                f->decidable[f->decidable_count++] = list->items[i];
            bool known =
                is_guarded && (is_texture(v) ? is_measured_texel(t, v) : is_access(v) && is_traced(t, v));
            v->measured = known && v->view != IR_NONE ? bit_of(f, v) : 0;
            f->measured_bits |= v->measured;
            if (v->measured)
                f->measured[f->measured_count++] = list->items[i];
            else if (known && ir_is_tgsm(f, v))
                t->shared[t->shared_count++] = list->items[i];
            continue;
        }
        const struct ir_node *node = &f->nodes[list->items[i] & ~IR_NODE_BIT];
        is_guarded = true; /* a loop is counted only when this is its guard */
        visit_list(t, &node->bodies[0], node->kind != IR_LOOP);
        visit_list(t, &node->bodies[1], true);
    }
}

/* ---- ranges ---- */

struct ir_range ir_system_range(const struct ir_function *f, const struct ir_value *v,
                                const struct ir_box *box)
{
    if (v->system >= IR_GROUP_X && v->system <= IR_GROUP_Z)
        return (struct ir_range){box->first[v->system - IR_GROUP_X], box->end[v->system - IR_GROUP_X] - 1};
    if (v->system > IR_THREAD_Z)
        return (struct ir_range){v->low, v->high};
    /* v->high is for the largest dispatch. */
    unsigned axis = v->system - IR_THREAD_X;
    uint32_t size = f->program->decls.thread_group[axis];
    uint32_t high = v->high - (IR_GROUPS_MOST - box->end[axis]) * size;
    if (axis == 0 && box->active && high >= box->active)
        high = box->active - 1;
    return (struct ir_range){box->first[axis] * size, high};
}

struct ir_range ir_constant_range(const struct ir_value *v, const struct ir_extent *view)
{
    uint64_t at = 16 * (uint64_t)v->base + 4 * v->component;
    uint32_t word = 0;
    if (!view->words)
        return ir_any_word;
    if (at + 4 <= view->bytes)
        memcpy(&word, view->words + at, sizeof word);
    return (struct ir_range){word, word};
}

/* From the first value upwards in steps, below the limit, or downwards to it, provided that the sums do not wrap. */
static struct ir_range counter_range(const struct ir_counter *counter, const struct ir_range *ranges)
{
    struct ir_range first = ranges[counter->first], limit = ranges[counter->limit];
    uint32_t most = counter->is_signed ? INT32_MAX : UINT32_MAX;
    if (first.high > most || limit.high > most || (uint64_t)limit.high + counter->step > most)
        return ir_any_word;
    if (counter->falls)
        return (struct ir_range){first.high < limit.low ? first.high : limit.low, first.high};
    if (limit.high <= first.low) /* the body is never executed */
        return first;
    uint32_t last = limit.high - 1;
    if (first.low == first.high)
        last = first.low + (last - first.low) / counter->step * counter->step;
    return (struct ir_range){first.low, last};
}

static struct ir_range lane_range(const struct ir_function *f, const struct ir_value *v, unsigned result,
                                  bool active_only, const struct ir_range *ranges)
{
    struct ir_range args[IR_RANGES] = {ir_any_word, ir_any_word, ir_any_word, ir_any_word};
    for (uint32_t i = 0; i < v->count && i < IR_RANGES; i++)
        if (active_only || !f->values[ir_arg(f, v, i)].active_only)
            args[i] = ranges[ir_arg(f, v, i)];
    unsigned magnitude = ir_magnitude_arg(f, v);
    if (magnitude < 2 && args[magnitude].high <= INT32_MAX)
        return args[magnitude];
    return ir_lane_range(v->op, result, args);
}

static struct ir_range range_of(const struct ir_function *f, ir_ref ref, const struct ir_box *box,
                                const struct ir_extent *views, const struct ir_range *ranges)
{
    const struct ir_value *v = &f->values[ref];
    const struct ir_counter *counter;
    switch (v->kind) {
    case IR_CONST: return (struct ir_range){v->word, v->word};
    case IR_SYSTEM: return ir_system_range(f, v, box);
    case IR_CBUFFER:
        return v->view == IR_NONE || (v->count && ir_arg(f, v, 0)) ? ir_any_word
                                                                   : ir_constant_range(v, &views[v->view]);
    case IR_LANE: return lane_range(f, v, 0, v->active_only, ranges);
    case IR_PART: {
        const struct ir_value *whole = &f->values[ir_arg(f, v, 0)];
        return whole->kind == IR_LANE ? lane_range(f, whole, v->part, v->active_only, ranges) : ir_any_word;
    }
    case IR_PHI:
        counter = ir_counter_of(f, ref);
        return counter ? counter_range(counter, ranges) : ir_any_word;
    default: return ir_any_word;
    }
}

/* ---- g#: its size is declared ---- */

static bool stays_inside_shared(const struct ir_function *f, const struct ir_value *v,
                                struct ir_range address)
{
    const struct program_resource *r = &f->program->decls.resources[v->slot];
    uint64_t part = 4u * v->component;
    if (v->access == IR_RAW)
        return (address.high & ~3u) + part + 4 <= r->bytes;
    uint64_t offset = ir_arg(f, v, 1) ? f->values[ir_arg(f, v, 1)].word & ~3u : 0;
    return address.high < r->count && offset + part + 4 <= r->stride;
}

/* Accesses that are in bounds in every dispatch. */
static bool prove_shared(struct tracer *t)
{
    struct ir_function *f = t->f;
    const struct ir_box all = {.end = {IR_GROUPS_MOST, IR_GROUPS_MOST, IR_GROUPS_MOST}};
    struct ir_range *ranges = t->shared_count ? calloc(f->value_count, sizeof *ranges) : NULL;
    for (uint32_t i = 0; ranges && i < f->value_count; i++)
        ranges[i] = ir_any_word;
    for (uint32_t i = 0; ranges && i < f->traced_count; i++)
        if (f->values[f->traced[i]].kind != IR_CBUFFER)
            ranges[f->traced[i]] = range_of(f, f->traced[i], &all, NULL, ranges);
    for (uint32_t i = 0; ranges && i < t->shared_count; i++) {
        struct ir_value *v = &f->values[t->shared[i]];
        v->is_inside = stays_inside_shared(f, v, ranges[ir_arg(f, v, 0)]);
    }
    free(ranges);
    return ranges || !t->shared_count;
}

enum sm5_status ir_find_bounds(struct ir_function *f)
{
    struct tracer t = {.f = f};
    t.state = arena_array(&f->arena, f->value_count, sizeof *t.state);
    f->traced = arena_array(&f->arena, f->value_count, sizeof *f->traced);
    f->measured = arena_array(&f->arena, f->value_count, sizeof *f->measured);
    t.shared = arena_array(&f->arena, f->value_count, sizeof *t.shared);
    f->decidable = arena_array(&f->arena, f->value_count, sizeof *f->decidable);
    f->words = arena_array(&f->arena, WORDS_MOST, sizeof *f->words);
    f->traced_count = f->measured_count = f->measured_bits = f->decidable_count = f->word_count = 0;
    f->traces_constants = false;
    if (!t.state || !f->traced || !f->measured || !t.shared || !f->decidable || !f->words ||
        !find_counters(f))
        return SM5_ERR_MEMORY;
    memset(t.state, NEW, f->value_count * sizeof *t.state);
    for (uint32_t i = 0; i < f->value_count; i++)
        f->values[i].is_inside = f->values[i].active_only = false;
    visit_list(&t, &f->nodes[0].bodies[0], true);
    if (!find_words(&t))
        return SM5_ERR_MEMORY;
    return prove_shared(&t) ? SM5_OK : SM5_ERR_MEMORY;
}

/* ---- a dispatch ---- */

static bool texels_stay_inside(const struct ir_function *f, const struct ir_value *v,
                               const struct ir_extent *view, const struct ir_range *ranges)
{
    struct ir_texel_access at;
    ir_texel_access(f, v, &at);
    for (unsigned k = 0; k < 3 && view->texels[0]; k++) {
        struct ir_range range = at.coords[k] ? ranges[at.coords[k]] : (struct ir_range){0, 0};
        if ((int64_t)range.low + at.offset[k] < 0 || (int64_t)range.high + at.offset[k] >= view->texels[k])
            return false;
    }
    return true;
}

static bool stays_inside(const struct ir_function *f, const struct ir_value *v, const struct ir_extent *view,
                         const struct ir_range *ranges)
{
    if (is_texture(v))
        return texels_stay_inside(f, v, view, ranges);
    uint32_t high = ranges[ir_arg(f, v, 0)].high;
    if (v->access == IR_RAW)
        return (uint64_t)(high & ~3u) + 4u * v->component + 4 <= view->bytes;
    return high < view->count;
}

uint32_t ir_bounds_hold(const struct ir_function *f, const struct ir_box *box, const struct ir_extent *views,
                        struct ir_range *ranges)
{
    uint32_t outside = 0;
    for (unsigned i = 0; i < 3; i++)
        if (box->first[i] >= box->end[i] || box->end[i] > IR_GROUPS_MOST)
            return 0;
    for (uint32_t i = 0; i < f->traced_count; i++) /* in a cycle one is used before its range is known */
        ranges[f->traced[i]] = ir_any_word;
    for (uint32_t i = 0; i < f->traced_count; i++)
        ranges[f->traced[i]] = range_of(f, f->traced[i], box, views, ranges);
    for (uint32_t i = 0; i < f->measured_count; i++) {
        const struct ir_value *v = &f->values[f->measured[i]];
        if (!stays_inside(f, v, &views[v->view], ranges))
            outside |= v->measured;
    }
    return f->measured_bits & ~outside;
}
