/* Replaces loads of tiles by loads of what the tiles are copies of. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "ir/ir_tile.h"

/* ---- new values ---- */

struct emit {
    struct tiles *t;
    uint32_t instr; /* of the load that is being replaced */
    VEC(struct ir_value) values;
    VEC(ir_ref) args;
    VEC(bool) is_late; /* values: depends on the load of a view, at the place of the load that it replaces */
    VEC(uint32_t) early; /* items */
    VEC(uint32_t) late;  /* items of one load */
    bool failed;
};

static const struct ir_value *value_of(const struct emit *e, ir_ref ref)
{
    uint32_t base = e->t->f->value_count;
    return ref < base ? &e->t->f->values[ref] : &e->values.data[ref - base];
}

static bool is_late(const struct emit *e, const struct ir_value *v, const ir_ref *args)
{
    bool late = v->kind == IR_LOAD;
    for (uint32_t i = 0; i < v->count; i++)
        late |= args[i] >= e->t->f->value_count && e->is_late.data[args[i] - e->t->f->value_count];
    return late;
}

static bool has_args(const struct emit *e, const struct ir_value *v, const ir_ref *args)
{
    bool same = true;
    for (uint32_t i = 0; i < v->count && same; i++)
        same = e->args.data[v->first - e->t->f->arg_count + i] == args[i];
    return same;
}

/* An equal value that is computed before all loads; 0: none. */
static ir_ref find_early(const struct emit *e, const struct ir_value *v, const ir_ref *args)
{
    for (size_t i = e->values.count; i-- > 0;) {
        const struct ir_value *have = &e->values.data[i];
        if (!e->is_late.data[i] && have->kind == v->kind && have->op == v->op && have->part == v->part &&
            have->payload == v->payload && have->count == v->count && has_args(e, have, args))
            return (ir_ref)(e->t->f->value_count + i);
    }
    return 0;
}

static ir_ref append(struct emit *e, const struct ir_value *like, const ir_ref *args, bool late)
{
    struct ir_value v = *like;
    v.instr = e->instr;
    v.first = (uint32_t)(e->t->f->arg_count + e->args.count);
    ir_ref ref = (ir_ref)(e->t->f->value_count + e->values.count);
    for (uint32_t i = 0; i < v.count; i++)
        e->failed |= !VEC_PUSH(&e->args, args[i]);
    e->failed |= !VEC_PUSH(&e->values, v) || !VEC_PUSH(&e->is_late, late);
    if (v.kind != IR_CONST)
        e->failed |= late ? !VEC_PUSH(&e->late, ref) : !VEC_PUSH(&e->early, ref);
    return e->failed ? 0 : ref;
}

static ir_ref make(struct emit *e, const struct ir_value *like, const ir_ref *args)
{
    if (e->failed)
        return 0;
    bool late = is_late(e, like, args);
    ir_ref have = late ? 0 : find_early(e, like, args);
    return have ? have : append(e, like, args, late);
}

static struct ir_value new_value(enum ir_kind kind)
{
    return (struct ir_value){.kind = (uint8_t)kind, .results = 1, .slot = IR_NONE, .view = IR_NONE};
}

static ir_ref make_constant(struct emit *e, uint32_t word)
{
    struct ir_value v = new_value(IR_CONST);
    v.word = word;
    return make(e, &v, NULL);
}

static ir_ref make_lane(struct emit *e, uint16_t op, ir_ref a, ir_ref b)
{
    const ir_ref args[2] = {a, b};
    struct ir_value v = new_value(IR_LANE);
    v.op = op;
    v.count = 2;
    v.results = ir_lane_info(op).results;
    return make(e, &v, args);
}

static bool is_word(const struct emit *e, ir_ref ref, uint32_t word)
{
    const struct ir_value *v = value_of(e, ref);
    return v->kind == IR_CONST && v->word == word;
}

static ir_ref make_part(struct emit *e, ir_ref whole, uint8_t part)
{
    struct ir_value v = new_value(IR_PART);
    v.part = part;
    v.count = 1;
    return make(e, &v, &whole);
}

static ir_ref make_product(struct emit *e, ir_ref a, ir_ref b)
{
    if (!a || !b || is_word(e, b, 1))
        return a && b ? a : 0;
    return is_word(e, a, 1) ? b : make_part(e, make_lane(e, ISA_IMUL, a, b), 1);
}

/* `a` 0: nothing yet. */
static ir_ref make_sum(struct emit *e, ir_ref a, ir_ref b)
{
    return a ? make_lane(e, ISA_IADD, a, b) : b;
}

/* Computes a uniform value again: the place where it was computed need not dominate the loads. */
static ir_ref clone(struct emit *e, ir_ref ref)
{
    enum { ARGS_MOST = 8 };
    const struct ir_function *f = e->t->f;
    const struct ir_value *v = &f->values[ref];
    ir_ref args[ARGS_MOST];
    if (!ref || v->kind == IR_CONST || v->kind == IR_SYSTEM || e->t->clones[ref])
        return e->t->clones[ref] ? e->t->clones[ref] : ref;
    assert(v->count <= ARGS_MOST);
    for (uint32_t i = 0; i < v->count; i++)
        args[i] = clone(e, ir_arg(f, v, i));
    return e->t->clones[ref] = append(e, v, args, false);
}

/* ---- sums ---- */

static struct tile_part *find_part(struct tile_parts *parts, const ir_ref units[TILE_UNITS])
{
    for (unsigned i = 0; i < parts->count; i++)
        if (memcmp(parts->all[i].units, units, sizeof parts->all[i].units) == 0 && !parts->all[i].inner)
            return &parts->all[i];
    return NULL;
}

/* The part whose units are those of `group` but for unit `k`, a number of the group in an axis of `size` threads. */
static struct tile_part *find_threads(struct tile_parts *parts, const struct tile_part *group, unsigned k,
                                      uint32_t size)
{
    struct tile_part threads = {.inner = NULL};
    for (unsigned i = 0, at = 0; i < TILE_UNITS; i++)
        if (i != k)
            threads.units[at++] = group->units[i];
    struct tile_part *found = find_part(parts, threads.units);
    if (found || size > 1 || parts->count == TILE_PARTS)
        return found;
    parts->all[parts->count] = threads;
    return &parts->all[parts->count++];
}

/* group * width + thread of one axis is vThreadID. */
static bool absorb_group(const struct tiles *t, struct tile_parts *parts, const struct tile_part *group)
{
    const uint32_t *size = t->f->program->decls.thread_group;
    for (unsigned k = 0; k < TILE_UNITS; k++)
        for (unsigned axis = 0; axis < 3; axis++) {
            if (group->units[k] != t->systems[IR_GROUP_X + axis] || !tile_is_constant(&group->factor))
                continue;
            struct tile_part *thread = find_threads(parts, group, k, size[axis]);
            if (!thread || thread->global >> axis & 1)
                continue;
            if (size[axis] == 1)
                thread->factor.by[axis] = group->factor.first;
            if (!thread->factor.by[axis] || thread->factor.by[axis] * size[axis] != group->factor.first)
                continue;
            thread->global |= 1u << axis;
            return true;
        }
    return false;
}

static void absorb_groups(const struct tiles *t, struct tile_parts *parts)
{
    for (unsigned i = 0; i < parts->count; i++) {
        const struct tile_part group = parts->all[i];
        if (!group.inner && absorb_group(t, parts, &group))
            parts->all[i].factor = (struct tile_affine){0};
    }
}

static ir_ref emit_threads(struct emit *e, ir_ref sum, const struct tile_part *part)
{
    for (unsigned axis = 3; axis-- > 0;) {
        unsigned system = (part->global >> axis & 1 ? IR_THREAD_X : IR_LOCAL_X) + axis;
        if (part->factor.by[axis])
            sum = make_sum(e, sum,
                           make_product(e, e->t->systems[system], make_constant(e, part->factor.by[axis])));
    }
    return sum;
}

static ir_ref emit_first(struct emit *e, ir_ref sum, const struct tile_part *part)
{
    return part->factor.first || !sum ? make_sum(e, sum, make_constant(e, part->factor.first)) : sum;
}

static ir_ref emit_copy(struct emit *e, const struct tile_load *load, const struct tile_copy *sum);

static ir_ref emit_operation(struct emit *e, const struct tile_load *load, const struct tile_copy *copy)
{
    const struct ir_function *f = e->t->f;
    const struct ir_value *like = &f->values[copy->like];
    unsigned part = like->kind == IR_PART ? like->part : 0;
    struct ir_value v = part ? f->values[ir_arg(f, like, 0)] : *like;
    struct tile_affine bytes;
    ir_ref args[TILE_ARGS + 1] = {0}; /* a raw load has no offset */
    for (unsigned i = 0; i < copy->count; i++)
        args[i] = emit_copy(e, load, copy->args[i]);
    if (v.kind == IR_PHI) {
        v = new_value(IR_LANE);
        v.op = ISA_MOVC;
        v.count = copy->count;
    }
    if (v.kind == IR_LOAD) {
        tile_fit(e->t, load, copy->bytes, &bytes);
        v.component = (uint8_t)(bytes.first / 4 % 4);
        if (v.access == IR_STRUCTURED)
            args[1] = make_constant(e, bytes.first / 16 * 16);
    }
    ir_ref made = make(e, &v, args);
    return part ? make_part(e, made, (uint8_t)part) : made;
}

static ir_ref emit_copy(struct emit *e, const struct tile_load *load, const struct tile_copy *copy)
{
    struct tile_parts parts;
    ir_ref sum = 0;
    tile_find_parts(e->t, load, copy, &parts);
    absorb_groups(e->t, &parts);
    for (unsigned i = 0; i < parts.count; i++) {
        const struct tile_part *part = &parts.all[i];
        bool is_zero = !part->factor.first && tile_is_constant(&part->factor);
        if (is_zero || (!part->units[0] && !part->inner))
            continue;
        ir_ref product = emit_first(e, emit_threads(e, 0, part), part);
        for (unsigned k = 0; k < TILE_UNITS && part->units[k]; k++)
            product = make_product(e, clone(e, part->units[k]), product);
        if (part->inner)
            product = make_product(e, emit_operation(e, load, part->inner), product);
        sum = make_sum(e, sum, product);
    }
    const struct tile_part *threads = find_part(&parts, (const ir_ref[TILE_UNITS]){0});
    if (threads)
        sum = emit_first(e, emit_threads(e, sum, threads), threads);
    return sum ? sum : make_constant(e, 0);
}

/* ---- lists ---- */

static void replace_load(struct emit *e, const struct tile_load *load)
{
    struct ir_function *f = e->t->f;
    e->instr = f->values[load->ref].instr;
    e->late.count = 0;
    ir_ref made = emit_copy(e, load, e->t->tiles[load->slot].value);
    uint32_t at = 0;
    while (load->list->items[at] != load->ref)
        at++;
    e->failed |= e->failed || !ir_insert(f, load->list, at, e->late.data, (uint32_t)e->late.count);
    f->values[load->ref].forward = made;
}

static bool keep(struct emit *e)
{
    struct ir_function *f = e->t->f;
    size_t values = f->value_count + e->values.count, args = f->arg_count + e->args.count;
    struct ir_value *all = arena_array(&f->arena, values + 1, sizeof *all);
    ir_ref *all_args = arena_array(&f->arena, args + 1, sizeof *all_args);
    if (!all || !all_args)
        return false;
    memcpy(all, f->values, f->value_count * sizeof *all);
    memcpy(all + f->value_count, e->values.data, e->values.count * sizeof *all);
    memcpy(all_args, f->args, f->arg_count * sizeof *all_args);
    if (e->args.count)
        memcpy(all_args + f->arg_count, e->args.data, e->args.count * sizeof *all_args);
    f->values = all;
    f->args = all_args;
    f->value_count = (uint32_t)values;
    f->arg_count = (uint32_t)args;
    return true;
}

enum sm5_status tile_replace_loads(struct tiles *t)
{
    struct emit e = {.t = t};
    for (size_t i = 0; i < t->loads.count && !e.failed; i++)
        if (!t->tiles[t->loads.data[i].slot].failed)
            replace_load(&e, &t->loads.data[i]);
    if (!e.failed && e.values.count)
        e.failed = !keep(&e) || !ir_insert(t->f, &t->f->nodes[0].bodies[0], t->place, e.early.data,
                                           (uint32_t)e.early.count);
    VEC_FREE(&e.values);
    VEC_FREE(&e.args);
    VEC_FREE(&e.is_late);
    VEC_FREE(&e.early);
    VEC_FREE(&e.late);
    return e.failed ? SM5_ERR_MEMORY : SM5_OK;
}
