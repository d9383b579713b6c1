/* Clean-up after lowering: unifies the increments of loop counters, removes phis with one value, dead values and
   ifs without effect. */
#include <stdlib.h>

#include "ir/ir_facts.h"

struct clean {
    struct ir_function *f;
    uint32_t *home; /* node that defines the value; IR_NONE: constants, thread ids */
    bool *live;
    bool *needed; /* nodes */
    uint32_t *exits,
        *next_exit;    /* by node: the first exit that leaves it, and of an exit the next one of its target */
    uint32_t *owner;   /* phis: their node */
    ir_ref *increment; /* of a loop counter, by its phi; 0: none */
    VEC(ir_ref) work;
    bool failed;
};

static ir_ref resolve(struct ir_function *f, ir_ref ref)
{
    while (f->values[ref].forward) {
        ir_ref next = f->values[ref].forward;
        if (f->values[next].forward)
            f->values[ref].forward = f->values[next].forward;
        ref = next;
    }
    return ref;
}

/* ---- where values are defined ---- */

static void place_lists(struct clean *c)
{
    struct ir_function *f = c->f;
    for (uint32_t i = 0; i < f->value_count; i++)
        c->home[i] = c->owner[i] = IR_NONE;
    for (uint32_t n = 0; n < f->node_count; n++) {
        const struct ir_node *node = &f->nodes[n];
        for (unsigned side = 0; side < 2; side++)
            for (uint32_t i = 0; i < node->bodies[side].count; i++)
                if (!(node->bodies[side].items[i] & IR_NODE_BIT))
                    c->home[node->bodies[side].items[i]] = n;
        for (uint32_t i = 0; i < node->headers.count; i++)
            c->home[node->headers.items[i]] = c->owner[node->headers.items[i]] = n;
        for (uint32_t i = 0; i < node->phis.count; i++) {
            c->home[node->phis.items[i]] = node->parent;
            c->owner[node->phis.items[i]] = n;
        }
    }
}

static bool is_inside(const struct ir_function *f, uint32_t at, uint32_t node)
{
    while (at != IR_NONE && at != node)
        at = f->nodes[at].parent;
    return at == node;
}

/* ---- counters ---- */

/* The header phi of a loop that `v` adds a constant to; 0: none. */
static ir_ref counter_of(const struct clean *c, const struct ir_value *v, uint32_t *step)
{
    struct ir_function *f = c->f;
    if (v->kind != IR_LANE || v->op != ISA_IADD)
        return 0;
    for (unsigned i = 0; i < 2; i++) {
        ir_ref phi = resolve(f, ir_arg(f, v, i));
        const struct ir_value *added = &f->values[resolve(f, ir_arg(f, v, !i))];
        uint32_t loop = c->owner[phi];
        *step = added->word;
        if (added->kind == IR_CONST && loop != IR_NONE && f->nodes[loop].kind == IR_LOOP &&
            c->home[phi] == loop)
            return phi;
    }
    return 0;
}

/* Moves a value to the start of a loop's body. */
static void hoist(struct clean *c, ir_ref ref, uint32_t loop)
{
    struct ir_function *f = c->f;
    struct ir_node *from = &f->nodes[c->home[ref]];
    struct ir_list *to = &f->nodes[loop].bodies[0];
    if (c->home[ref] == loop)
        return;
    for (unsigned side = 0; side < 2; side++) {
        struct ir_list *list = &from->bodies[side];
        uint32_t kept = 0;
        for (uint32_t i = 0; i < list->count; i++)
            if (list->items[i] != ref)
                list->items[kept++] = list->items[i];
        list->count = kept;
    }
    c->failed |= !ir_insert(f, to, 0, &ref, 1);
    c->home[ref] = loop;
}

/* Each path to the back edge of a loop with `continue` increments the counter on its own. One increment at the
   start of the body, whose operand is then the same on all back edges, lets the analysis see that the lanes still
   in the loop agree. The first increment has the lowest ref: its args are defined before it, its users after. */
static void unify_increments(struct clean *c)
{
    struct ir_function *f = c->f;
    for (ir_ref ref = 1; ref < f->value_count; ref++) {
        uint32_t step;
        ir_ref phi = f->values[ref].forward ? 0 : counter_of(c, &f->values[ref], &step);
        const struct ir_node *loop = phi ? &f->nodes[c->owner[phi]] : NULL;
        if (!loop || !loop->continues || !is_inside(f, c->home[ref], c->owner[phi]))
            continue;
        ir_ref first = c->increment[phi];
        uint32_t first_step = 0;
        if (!first) {
            c->increment[phi] = ref;
            hoist(c, ref, c->owner[phi]);
        } else if (counter_of(c, &f->values[first], &first_step) && first_step == step) {
            f->values[ref].forward = first;
        }
    }
}

/* ---- phis of one value ---- */

static bool forward_phi(struct clean *c, ir_ref phi)
{
    struct ir_function *f = c->f;
    struct ir_value *v = &f->values[phi];
    ir_ref only = 0;
    for (uint32_t i = 0; i < v->count; i++) {
        ir_ref arg = resolve(f, f->args[v->first + i]);
        if (!arg || arg == phi || arg == only)
            continue;
        if (only)
            return false;
        only = arg;
    }
    if (!only || is_inside(f, c->home[only], c->owner[phi]))
        return false;
    v->forward = only;
    return true;
}

static void forward_phis(struct clean *c)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (ir_ref i = 1; i < c->f->value_count; i++)
            if (c->owner[i] != IR_NONE && !c->f->values[i].forward)
                changed |= forward_phi(c, i);
    }
}

static void resolve_all(struct clean *c)
{
    struct ir_function *f = c->f;
    for (uint32_t i = 0; i < f->arg_count; i++)
        f->args[i] = resolve(f, f->args[i]);
    for (uint32_t n = 0; n < f->node_count; n++)
        f->nodes[n].condition = resolve(f, f->nodes[n].condition);
}

/* ---- liveness ---- */

static void mark_live(struct clean *c, ir_ref ref)
{
    if (!ref || c->live[ref])
        return;
    c->live[ref] = true;
    if (!VEC_PUSH(&c->work, ref))
        c->failed = true;
}

static bool has_effect(const struct ir_function *f, const struct ir_value *v)
{
    switch (v->kind) {
    case IR_LOAD:
    case IR_TEXEL: return f->keeps_loads;
    case IR_STORE:
    case IR_STORE_TEXEL:
    case IR_ATOMIC:
    case IR_TEXTURE_WRITE:
    case IR_COUNTER:
    case IR_SYNC:
    case IR_FAULT:
    case IR_XCLEAR:
    case IR_XWRITE: return true;
    default: return false;
    }
}

/* A node is needed for what happens inside it, and with it the exits that leave it: they decide how much of it is executed. */
static void need(struct clean *c, uint32_t node)
{
    struct ir_function *f = c->f;
    for (; node != IR_NONE && !c->needed[node]; node = f->nodes[node].parent) {
        c->needed[node] = true;
        if (f->nodes[node].kind == IR_IF)
            mark_live(c, f->nodes[node].condition);
        for (uint32_t n = c->exits[node]; n != IR_NONE; n = c->next_exit[n])
            need(c, n);
    }
}

static void link_exits(struct clean *c)
{
    for (uint32_t n = 0; n < c->f->node_count; n++)
        c->exits[n] = IR_NONE;
    for (uint32_t n = 0; n < c->f->node_count; n++)
        if (c->f->nodes[n].kind == IR_EXIT) {
            c->next_exit[n] = c->exits[c->f->nodes[n].target];
            c->exits[c->f->nodes[n].target] = n;
        }
}

/* A loop may have no end: it remains. */
static void find_needed(struct clean *c)
{
    struct ir_function *f = c->f;
    link_exits(c);
    need(c, 0);
    for (ir_ref i = 1; i < f->value_count; i++)
        if (has_effect(f, &f->values[i]) && c->home[i] != IR_NONE) {
            need(c, c->home[i]);
            mark_live(c, i);
        }
    for (uint32_t n = 0; n < f->node_count; n++)
        if (f->nodes[n].kind == IR_LOOP)
            need(c, n);
}

static void spread(struct clean *c)
{
    struct ir_function *f = c->f;
    while (c->work.count && !c->failed) {
        ir_ref ref = c->work.data[--c->work.count];
        const struct ir_value *v = &f->values[ref];
        for (uint32_t i = 0; i < v->count; i++)
            mark_live(c, f->args[v->first + i]);
        if (c->owner[ref] != IR_NONE)
            need(c, c->owner[ref]);
    }
}

/* ---- removal ---- */

static void sweep_list(struct clean *c, struct ir_list *list)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i];
        if (item & IR_NODE_BIT ? c->needed[item & ~IR_NODE_BIT] : c->live[item])
            list->items[kept++] = item;
    }
    list->count = kept;
}

static void sweep(struct clean *c)
{
    struct ir_function *f = c->f;
    for (ir_ref i = 1; i < f->value_count; i++)
        if (f->values[i].forward)
            c->live[i] = false;
    for (uint32_t n = 0; n < f->node_count; n++) {
        struct ir_node *node = &f->nodes[n];
        sweep_list(c, &node->bodies[0]);
        sweep_list(c, &node->bodies[1]);
        sweep_list(c, &node->headers);
        sweep_list(c, &node->phis);
    }
    for (ir_ref i = 1; i < f->value_count; i++)
        if (!c->live[i]) {
            f->values[i].kind = IR_UNUSED;
            f->values[i].count = 0;
            f->values[i].forward = 0;
        }
}

/* ---- arrays ---- */

enum { COMPONENTS = 4 };

/* Constant arrays have been packed. */
static bool is_array_access(const struct ir_function *f, const struct ir_value *v)
{
    return (v->kind == IR_XREAD || v->kind == IR_XWRITE) && !f->arrays[v->array].words;
}

/* vkd3d declares x# with four components whatever is used: the others need neither memory nor clearing. */
static void pack_array(const struct ir_array *array, uint8_t used, uint8_t packed[COMPONENTS])
{
    uint8_t count = 0;
    for (uint8_t c = 0; c < COMPONENTS; c++)
        if (c < array->components && used >> c & 1)
            packed[c] = count++;
    for (uint8_t c = 0; c < COMPONENTS; c++)
        if (c >= array->components || !(used >> c & 1))
            packed[c] = count; /* does not exist */
}

static bool pack_arrays(struct ir_function *f)
{
    uint8_t *used = calloc(f->array_count + 1, 1);
    for (ir_ref i = 1; used && i < f->value_count; i++)
        if (is_array_access(f, &f->values[i]))
            used[f->values[i].array] |= (uint8_t)(1u << f->values[i].component);
    for (uint32_t a = 0; used && a < f->array_count; a++)
        if (f->arrays[a].components < COMPONENTS)
            used[a] &= (uint8_t)((1u << f->arrays[a].components) - 1);
    for (ir_ref i = 1; used && i < f->value_count; i++) {
        struct ir_value *v = &f->values[i];
        uint8_t packed[COMPONENTS];
        if (!is_array_access(f, v))
            continue;
        pack_array(&f->arrays[v->array], used[v->array], packed);
        v->component = packed[v->component];
    }
    for (uint32_t a = 0; used && a < f->array_count; a++)
        if (!f->arrays[a].words)
            f->arrays[a].components = (uint32_t)__builtin_popcount(used[a]);
    bool has_memory = used != NULL;
    free(used);
    return has_memory;
}

enum sm5_status ir_clean(struct ir_function *f)
{
    struct clean c = {.f = f};
    c.home = calloc(f->value_count + 1, sizeof *c.home);
    c.owner = calloc(f->value_count + 1, sizeof *c.owner);
    c.increment = calloc(f->value_count + 1, sizeof *c.increment);
    c.live = calloc(f->value_count + 1, sizeof *c.live);
    c.needed = calloc(f->node_count + 1, sizeof *c.needed);
    c.exits = calloc(f->node_count + 1, sizeof *c.exits);
    c.next_exit = calloc(f->node_count + 1, sizeof *c.next_exit);
    c.failed = !c.exits || !c.next_exit || !c.home || !c.owner || !c.increment || !c.live || !c.needed;
    if (!c.failed) {
        place_lists(&c);
        forward_phis(&c);
        unify_increments(&c);
        forward_phis(&c);
        resolve_all(&c);
        find_needed(&c);
        spread(&c);
    }
    if (!c.failed)
        sweep(&c);
    free(c.home);
    free(c.owner);
    free(c.increment);
    free(c.live);
    free(c.needed);
    free(c.exits);
    free(c.next_exit);
    VEC_FREE(&c.work);
    c.failed = c.failed || !pack_arrays(f);
    return c.failed ? SM5_ERR_MEMORY : SM5_OK;
}
