/* Facts about single values: ranges, growth from group to group, uses. */
#include <stdlib.h>
#include <string.h>

#include "ir/ir_facts.h"

static struct ir_range lane_range(const struct ir_function *f, const struct ir_value *v, unsigned result)
{
    struct ir_range args[IR_RANGES] = {ir_any_word, ir_any_word, ir_any_word, ir_any_word};
    for (uint32_t i = 0; i < v->count && i < IR_RANGES; i++) {
        const struct ir_value *arg = &f->values[ir_arg(f, v, i)];
        args[i] = (struct ir_range){arg->low, arg->high};
    }
    return ir_lane_range(v->op, result, args);
}

/* Those that passes append follow their uses. */
static bool is_leaf(const struct ir_value *v)
{
    return v->kind == IR_CONST || v->kind == IR_SYSTEM;
}

static void find_ranges(struct ir_function *f)
{
    for (uint32_t i = 1; i < f->value_count; i++) {
        struct ir_value *v = &f->values[i];
        bool is_constant = v->kind == IR_CONST;
        if (v->kind != IR_SYSTEM) {
            v->low = is_constant ? v->word : 0;
            v->high = is_constant ? v->word : UINT32_MAX;
        }
    }
    for (uint32_t i = 1; i < f->value_count; i++) {
        struct ir_value *v = &f->values[i];
        if (is_leaf(v))
            continue;
        struct ir_range range = ir_any_word;
        const struct ir_value *whole = v->kind == IR_PART ? &f->values[ir_arg(f, v, 0)] : v;
        if (whole->kind == IR_LANE)
            range = lane_range(f, whole, v->kind == IR_PART ? v->part : 0);
        if (v->table)
            range = (struct ir_range){v->table->low, v->table->high};
        v->low = range.low;
        v->high = range.high;
    }
}

static int32_t system_step(const struct ir_function *f, const struct ir_value *v)
{
    return v->system == IR_GROUP_X    ? 1
           : v->system == IR_THREAD_X ? (int32_t)f->program->decls.thread_group[0]
                                      : 0;
}

static bool lane_step(const struct ir_function *f, const struct ir_value *v, unsigned result, uint32_t *step)
{
    uint32_t growth[3] = {0}, all = 0;
    for (uint32_t i = 0; i < v->count; i++) {
        const struct ir_value *arg = &f->values[ir_arg(f, v, i)];
        if (!arg->has_step)
            return false;
        all |= (uint32_t)arg->step;
        if (i < 3)
            growth[i] = (uint32_t)arg->step;
    }
    *step = 0;
    return !all || ir_linear(f, v, result, growth, step);
}

/* The growth of values from group to group, for prefetching. */
static void find_steps(struct ir_function *f)
{
    for (uint32_t i = 1; i < f->value_count; i++) {
        struct ir_value *v = &f->values[i];
        v->has_step = is_leaf(v);
        v->step = v->kind == IR_SYSTEM ? system_step(f, v) : 0;
    }
    for (uint32_t i = 1; i < f->value_count; i++) {
        struct ir_value *v = &f->values[i];
        const struct ir_value *whole = v->kind == IR_PART ? &f->values[ir_arg(f, v, 0)] : v;
        uint32_t step = 0;
        if (is_leaf(v))
            continue;
        if (whole->kind == IR_LANE)
            v->has_step = lane_step(f, whole, v->kind == IR_PART ? v->part : 0, &step);
        else
            v->has_step = (v->level == IR_DISPATCH && v->kind != IR_PHI) ||
                          (v->kind == IR_PHI && v->shape == IR_AFFINE && v->stride == 0);
        v->step = (int32_t)step;
    }
}

static void count_uses(struct ir_function *f)
{
    for (uint32_t i = 0; i < f->value_count; i++)
        f->values[i].uses = 0;
    for (uint32_t i = 1; i < f->value_count; i++)
        for (uint32_t k = 0; k < f->values[i].count; k++)
            f->values[ir_arg(f, &f->values[i], k)].uses++;
    for (uint32_t i = 0; i < f->node_count; i++)
        if (f->nodes[i].kind == IR_IF)
            f->values[f->nodes[i].condition].uses++;
}

/* What an operation on floats costs more with denormals enabled than without: it flushes operands and result,
   or is a call. */
static double flush_cost(uint16_t op)
{
    switch (op) {
    case ISA_ADD:
    case ISA_MUL:
    case ISA_DIV:
    case ISA_MAD:
    case ISA_DP2:
    case ISA_DP3:
    case ISA_DP4:
    case ISA_RCP:
    case ISA_SQRT:
    case ISA_RSQ:
    case ISA_EQ:
    case ISA_NE:
    case ISA_LT:
    case ISA_GE: return 1;
    case ISA_EXP:
    case ISA_LOG:
    case ISA_SINCOS: return 32;
    default: return 0;
    }
}

/* How often operations on floats and doubles are executed; a loop counts as 16 iterations. */
struct work {
    double floats, doubles;
    bool has_quad;
};

static void count_work(const struct ir_function *f, const struct ir_list *list, double weight,
                       struct work *work)
{
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i];
        if (item & IR_NODE_BIT) {
            const struct ir_node *node = &f->nodes[item & ~IR_NODE_BIT];
            for (unsigned side = 0; side < 2; side++)
                count_work(f, &node->bodies[side], node->kind == IR_LOOP ? 16 * weight : weight, work);
            continue;
        }
        const struct ir_value *v = &f->values[item];
        work->has_quad |= v->kind == IR_QUAD;
        if (v->kind == IR_LANE)
            work->floats += weight * flush_cost(v->op);
        if (v->kind == IR_LANE && ir_lane_info(v->op).is_double)
            work->doubles += weight;
    }
}

/* With denormals enabled, which doubles require, operations on floats take about four times as long; without
   them operations on doubles are calls of helpers, which take hundreds of times as long. */
static void choose_environment(struct ir_function *f)
{
    struct work work = {0};
    count_work(f, &f->nodes[0].bodies[0], 1, &work);
    f->is_double = work.doubles > 0 && !work.has_quad && work.floats <= 32 * work.doubles;
}

/* The lanes' structures are in rows of their own. */
static bool is_far(const struct ir_value *v, int32_t stride)
{
    enum { STRUCTURES = 16, BYTES = 256 };
    bool is_known = (v->kind == IR_LOAD || v->kind == IR_STORE) && v->access != IR_TYPED;
    return is_known && llabs((int64_t)stride) >= (v->access == IR_RAW ? BYTES : STRUCTURES);
}

/* A product of a number that differs from lane to lane and one that only the program's data tells is in the sum: the length of
   rows, mostly. */
static bool is_by_row(const struct ir_function *f, ir_ref ref, unsigned depth)
{
    struct ir_sum sum;
    if (!depth || f->values[ref].shape != IR_VARYING || !ir_sum_of(f, ref, &sum))
        return false;
    for (unsigned i = 0; i < sum.count; i++) {
        const struct ir_term *term = &sum.terms[i];
        const struct ir_value *x = &f->values[term->ref], *y = &f->values[term->by];
        bool is_product = term->by && x->shape == IR_AFFINE && y->shape == IR_AFFINE;
        if (is_product ? ir_is_uniform(x) != ir_is_uniform(y) : is_by_row(f, term->ref, depth - 1))
            return true;
    }
    return false;
}

/* In vectors of words: those of an address that is anywhere are one a lane. Lanes that are known to be far from each other
   use a part of each cache line before it is replaced; tables are in the cache. */
static double address_cost(const struct ir_function *f, const struct ir_value *v)
{
    enum { GUARD = 2, ROW = 3, FAR = 4, DEPTH = 4 };
    const struct ir_value *index = &f->values[ir_arg(f, v, 0)];
    bool is_affine = index->shape == IR_AFFINE;
    if (is_far(v, is_affine ? index->stride : index->speculated) ||
        (v->kind != IR_CBUFFER && is_by_row(f, ir_arg(f, v, 0), DEPTH)))
        return FAR * (double)f->lanes;
    if (is_affine)
        return 1;
    if (index->speculated_lanes == f->lanes)
        return GUARD;
    return index->speculated_lanes > 1 ? GUARD + ROW * (double)f->lanes / index->speculated_lanes : f->lanes;
}

/* With `has_work`, of operations too, and of streams what they take. */
static double value_cost(const struct ir_function *f, const struct ir_value *v, bool has_work)
{
    enum { STREAM = 6, COSTLY = 6 };
    bool is_access = v->kind == IR_LOAD || v->kind == IR_STORE || v->kind == IR_TEXEL ||
                     v->kind == IR_STORE_TEXEL || v->kind == IR_ATOMIC || v->kind == IR_CBUFFER;
    if (v->level != IR_WARP)
        return 0;
    if (is_access)
        return has_work && v->stream ? STREAM : address_cost(f, v);
    return !has_work || v->kind != IR_LANE ? 0 : isa_has(v->op, ISA_COSTLY) ? COSTLY : 0.5;
}

static double list_cost(const struct ir_function *f, const struct ir_list *list, bool has_work)
{
    enum { BRANCH = 4, TRIPS = 16 };
    double cost = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i];
        if (item & IR_NODE_BIT) {
            const struct ir_node *node = &f->nodes[item & ~IR_NODE_BIT];
            double inside =
                list_cost(f, &node->bodies[0], has_work) + list_cost(f, &node->bodies[1], has_work);
            cost += node->divergent ? BRANCH : 0;
            cost += node->kind == IR_LOOP ? (node->divergent ? 2 * TRIPS : TRIPS) * (inside + 1) : inside;
            continue;
        }
        cost += value_cost(f, &f->values[item], has_work);
    }
    return cost;
}

double ir_access_cost(const struct ir_function *f)
{
    return list_cost(f, &f->nodes[0].bodies[0], false) / f->lanes;
}

double ir_thread_cost(const struct ir_function *f)
{
    const uint32_t *group = f->program->decls.thread_group;
    uint32_t threads = group[0] * group[1] * group[2];
    return list_cost(f, &f->nodes[0].bodies[0], true) / (threads < f->lanes ? threads : f->lanes);
}

bool ir_has_gathers(const struct ir_function *f)
{
    for (uint32_t i = 0; i < f->value_count; i++) {
        const struct ir_value *v = &f->values[i];
        bool is_access = v->kind == IR_LOAD || v->kind == IR_STORE || v->kind == IR_TEXEL ||
                         v->kind == IR_STORE_TEXEL || v->kind == IR_ATOMIC;
        const struct ir_value *index = is_access ? &f->values[ir_arg(f, v, 0)] : NULL;
        if (index && index->shape == IR_VARYING && index->speculated_lanes < f->lanes)
            return true;
    }
    return false;
}

bool ir_is_tgsm(const struct ir_function *f, const struct ir_value *v)
{
    bool is_access = v->kind == IR_LOAD || v->kind == IR_STORE || v->kind == IR_ATOMIC;
    return is_access && v->slot < f->program->decls.resource_count &&
           f->program->decls.resources[v->slot].file == ISA_FILE_TGSM;
}

bool ir_has_loop(const struct ir_function *f, const struct ir_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const struct ir_node *node =
            list->items[i] & IR_NODE_BIT ? &f->nodes[list->items[i] & ~IR_NODE_BIT] : NULL;
        if (node &&
            (node->kind == IR_LOOP || ir_has_loop(f, &node->bodies[0]) || ir_has_loop(f, &node->bodies[1])))
            return true;
    }
    return false;
}

bool ir_continues(const struct ir_function *f, uint32_t node, uint32_t loop)
{
    const struct ir_node *inner = &f->nodes[node];
    if (inner->kind == IR_EXIT)
        return inner->is_continue && inner->target == loop;
    for (unsigned side = 0; side < 2; side++)
        for (uint32_t i = 0; i < inner->bodies[side].count; i++) {
            uint32_t item = inner->bodies[side].items[i];
            if (item & IR_NODE_BIT && ir_continues(f, item & ~IR_NODE_BIT, loop))
                return true;
        }
    return false;
}

bool ir_same_value(const struct ir_function *f, const struct ir_value *a, const struct ir_value *b)
{
    bool same = a->kind == b->kind && a->op == b->op && a->part == b->part && a->access == b->access &&
                a->payload == b->payload && a->slot == b->slot && a->view == b->view && a->count == b->count;
    for (uint32_t i = 0; same && i < a->count; i++)
        same = ir_arg(f, a, i) == ir_arg(f, b, i);
    return same;
}

static struct ir_value constant_of(uint32_t word)
{
    return (struct ir_value){.kind = IR_CONST,
                             .results = 1,
                             .word = word,
                             .slot = IR_NONE,
                             .view = IR_NONE,
                             .shape = IR_AFFINE,
                             .aligned = word ? (uint8_t)__builtin_ctz(word) : 32};
}

ir_ref ir_append_constants(struct ir_function *f, const uint32_t *words, uint32_t count)
{
    struct ir_value *values = arena_array(&f->arena, f->value_count + count, sizeof *values);
    ir_ref first = f->value_count;
    if (!values)
        return 0;
    memcpy(values, f->values, f->value_count * sizeof *values);
    for (uint32_t i = 0; i < count; i++)
        values[first + i] = constant_of(words[i]);
    f->values = values;
    f->value_count += count;
    return first;
}

bool ir_add_args(struct ir_function *f, uint32_t count)
{
    ir_ref *args = arena_array(&f->arena, f->arg_count + count + 1, sizeof *args);
    if (!args)
        return false;
    memcpy(args, f->args, f->arg_count * sizeof *args);
    f->args = args;
    return true;
}

ir_ref ir_append_constant(struct ir_function *f, uint32_t word)
{
    return ir_append_constants(f, &word, 1);
}

bool ir_add_slots(struct ir_function *f, uint32_t added, struct ir_slots *grown)
{
    const struct program_decls *d = &f->program->decls;
    uint32_t count = d->resource_count + added;
    *grown = (struct ir_slots){.program = arena_array(&f->arena, 1, sizeof *grown->program),
                               .resources = arena_array(&f->arena, count, sizeof *grown->resources),
                               .firsts = arena_array(&f->arena, count + 1, sizeof *grown->firsts)};
    if (!grown->program || !grown->resources || !grown->firsts)
        return false;
    memcpy(grown->resources, d->resources, d->resource_count * sizeof *grown->resources);
    memcpy(grown->firsts, f->tgsm_first, d->resource_count * sizeof *grown->firsts);
    *grown->program = *f->program;
    grown->program->decls.resources = grown->resources;
    grown->program->decls.resource_count = count;
    f->program = grown->program;
    f->tgsm_first = grown->firsts;
    return true;
}

bool ir_insert(struct ir_function *f, struct ir_list *list, uint32_t at, const uint32_t *items,
               uint32_t count)
{
    uint32_t total = list->count + count, *all = arena_array(&f->arena, total + 1, sizeof *all);
    if (!all)
        return false;
    memcpy(all, list->items, at * sizeof *all);
    if (count)
        memcpy(all + at, items, count * sizeof *all);
    memcpy(all + at + count, list->items + at, (list->count - at) * sizeof *all);
    *list = (struct ir_list){all, total, total};
    return true;
}

bool ir_has_far_lanes(const struct ir_function *f)
{
    for (uint32_t i = 0; i < f->value_count; i++) {
        const struct ir_value *v = &f->values[i];
        if ((v->kind == IR_LOAD || v->kind == IR_STORE) && v->level == IR_WARP &&
            address_cost(f, v) > f->lanes)
            return true;
    }
    return false;
}

enum sm5_status ir_find_facts(struct ir_function *f)
{
    choose_environment(f);
    find_ranges(f);
    find_steps(f);
    count_uses(f);
    return ir_find_nans(f);
}
