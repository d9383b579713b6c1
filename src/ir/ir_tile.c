/* Tiles (ir_tile.h): where all words that are loaded from a g# are copies of what a view holds, the loads access the view.
   The tile, and a barrier between the two, serve processors with fast shared memory; here both are memory in a cache. */
#include <stdlib.h>

#include "ir/ir_tile.h"

enum {
    LOADS_MOST = 400,
    SETS_MOST = 1 << 22 /* threads of all nodes, which have a set or two of a byte each */
};

/* The threads that execute the code being visited. */
struct walk {
    struct tiles *t;
    uint8_t *active;  /* by thread: no others do */
    bool is_exact;    /* all these do */
    uint32_t blurred; /* not known which, up to the end of this node; IR_NONE: known */
    uint8_t **left;   /* by node: the threads that have left it; NULL: none */
};

static uint8_t *new_set(struct tiles *t, const uint8_t *from)
{
    uint8_t *set = arena_array(&t->scratch, t->threads + 1, 1);
    t->no_memory |= !set;
    if (set && from)
        memcpy(set, from, t->threads);
    return set;
}

static void unite(const struct tiles *t, uint8_t *set, const uint8_t *with)
{
    for (uint32_t i = 0; i < t->threads; i++)
        set[i] |= with[i];
}

/* ---- accesses ---- */

static void visit_access(struct walk *w, struct ir_list *list, ir_ref ref)
{
    struct tiles *t = w->t;
    const struct ir_value *v = &t->f->values[ref];
    struct tile *tile = &t->tiles[v->slot];
    if (tile->failed)
        return;
    uint32_t *at = tile_new_words(t, t->threads);
    bool is_load = v->kind == IR_LOAD, is_known = at && v->kind != IR_ATOMIC && ir_has_cells(t->f, v);
    for (uint32_t i = 0; is_known && i < t->threads; i++) {
        uint32_t cell = w->active[i] ? ir_cell_of(t->f, v, i) : IR_NONE;
        at[i] = cell == IR_NONE ? IR_NONE : cell - tile->first;
        if (w->active[i] && is_load)
            is_known = cell != IR_NONE && tile->defined[at[i]];
    }
    tile->loads += is_load;
    tile->is_stored |= !is_load;
    if (is_load)
        is_known = is_known && !tile->is_stored && t->loads.count < LOADS_MOST;
    else
        is_known = is_known && !tile->loads && w->is_exact &&
                   tile_add_store(t, tile, ir_arg(t->f, v, v->count - 1), at);
    tile->failed |= !is_known;
    const struct tile_load load = {ref, v->slot, list, at};
    if (is_load && is_known)
        t->no_memory |= !VEC_PUSH(&t->loads, load);
}

static void pass_barrier(const struct tiles *t)
{
    for (uint32_t i = 0; i < t->f->program->decls.resource_count; i++)
        t->tiles[i].is_stored = false;
}

/* ---- control flow ---- */

static bool is_inside(const struct ir_function *f, uint32_t node, uint32_t of)
{
    while (node != IR_NONE && node != of)
        node = f->nodes[node].parent;
    return node == of;
}

static void visit_exit(struct walk *w, const struct ir_node *exit)
{
    uint8_t **left = &w->left[exit->target];
    if (!*left)
        *left = new_set(w->t, NULL);
    if (*left)
        unite(w->t, *left, w->active);
    memset(w->active, 0, w->t->threads);
    if (!w->is_exact && (w->blurred == IR_NONE || is_inside(w->t->f, w->blurred, exit->target)))
        w->blurred = exit->target;
}

static void visit_list(struct walk *w, struct ir_list *list);

static void visit_if(struct walk *w, struct ir_node *node)
{
    const struct ir_table *table = w->t->f->values[node->condition].table;
    uint8_t *before = new_set(w->t, w->active), *after = new_set(w->t, NULL);
    bool was_exact = w->is_exact;
    for (unsigned side = 0; side < 2 && before && after; side++) {
        memcpy(w->active, before, w->t->threads);
        for (uint32_t i = 0; table && i < w->t->threads; i++)
            w->active[i] &= (table->words[i] == 0) == side;
        w->is_exact = was_exact && table;
        visit_list(w, &node->bodies[side]);
        if (node->ends[side])
            unite(w->t, after, w->active);
    }
    if (after)
        memcpy(w->active, after, w->t->threads);
    w->is_exact = was_exact && w->blurred == IR_NONE;
}

/* Threads that leave a loop or a scope by its own exits execute what follows it. */
static void visit_region(struct walk *w, struct ir_node *node)
{
    uint32_t number = (uint32_t)(node - w->t->f->nodes);
    bool was_exact = w->is_exact;
    w->is_exact &= node->kind == IR_SCOPE;
    uint8_t *before = new_set(w->t, w->active);
    visit_list(w, &node->bodies[0]);
    if (node->kind == IR_SCOPE && w->left[number])
        unite(w->t, w->active, w->left[number]);
    if (node->kind == IR_LOOP && before)
        memcpy(w->active, before, w->t->threads);
    if (w->blurred == number)
        w->blurred = IR_NONE;
    w->is_exact = was_exact && w->blurred == IR_NONE;
}

static void visit_node(struct walk *w, struct ir_node *node)
{
    switch ((enum ir_node_kind)node->kind) {
    case IR_EXIT: visit_exit(w, node); break;
    case IR_IF: visit_if(w, node); break;
    default: visit_region(w, node);
    }
}

static bool is_sync(const struct ir_value *v)
{
    return v->kind == IR_SYNC && (v->sync & ISA_SYNC_T);
}

static void visit_list(struct walk *w, struct ir_list *list)
{
    struct ir_function *f = w->t->f;
    bool is_root = list == &f->nodes[0].bodies[0];
    for (uint32_t i = 0; i < list->count && !w->t->no_memory; i++) {
        uint32_t item = list->items[i];
        if (item & IR_NODE_BIT) {
            visit_node(w, &f->nodes[item & ~IR_NODE_BIT]);
        } else if (ir_is_tgsm(f, &f->values[item])) {
            visit_access(w, list, item);
        } else if (is_root && is_sync(&f->values[item])) {
            pass_barrier(w->t);
            if (!w->t->loads.count)
                w->t->place = i + 1;
        }
    }
}

/* ---- what remains ---- */

static void drop(struct ir_value *v)
{
    v->kind = IR_UNUSED;
}

static bool is_replaced(const struct tiles *t, const struct ir_value *v)
{
    return ir_is_tgsm(t->f, v) && !t->tiles[v->slot].failed && t->tiles[v->slot].loads;
}

static uint32_t slot_of(const struct ir_function *f, const struct ir_value *v)
{
    bool is_texture = v->kind == IR_TEXTURE || v->kind == IR_TEXTURE_WRITE;
    return is_texture ? f->textures[v->texture].slot : v->slot;
}

/* Memory that the program changes, or a g#. */
static bool accesses_memory(const struct tiles *t, const struct ir_value *v)
{
    uint32_t slot = slot_of(t->f, v);
    unsigned how = ir_accesses_of(v);
    if (how != IR_READS || slot == IR_NONE)
        return how != 0;
    enum isa_file file = t->f->program->decls.resources[slot].file;
    return file != ISA_FILE_SRV && (file == ISA_FILE_TGSM || t->is_stored[slot]);
}

static bool list_accesses(const struct tiles *t, const struct ir_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i];
        const struct ir_node *node = item & IR_NODE_BIT ? &t->f->nodes[item & ~IR_NODE_BIT] : NULL;
        if (node ? list_accesses(t, &node->bodies[0]) || list_accesses(t, &node->bodies[1])
                 : accesses_memory(t, &t->f->values[item]))
            return true;
    }
    return false;
}

/* A barrier before which a group accesses no memory that changes orders nothing. */
static void drop_barriers(const struct tiles *t)
{
    struct ir_list *root = &t->f->nodes[0].bodies[0];
    for (uint32_t i = 0; i < root->count; i++) {
        const struct ir_list one = {root->items + i, 1, 1};
        bool is_value = !(root->items[i] & IR_NODE_BIT);
        if (is_value && is_sync(&t->f->values[root->items[i]]))
            drop(&t->f->values[root->items[i]]);
        else if (list_accesses(t, &one))
            return;
    }
}

static void drop_accesses(const struct tiles *t)
{
    for (ir_ref i = 1; i < t->f->value_count; i++)
        if (is_replaced(t, &t->f->values[i]))
            drop(&t->f->values[i]);
}

/* ---- numbers of groups ---- */

/* A group of one thread is its thread: without the number of the group, groups may be merged. */
static void name_threads(const struct tiles *t)
{
    for (unsigned axis = 0; axis < 3; axis++)
        if (t->f->program->decls.thread_group[axis] == 1)
            t->f->values[t->systems[IR_GROUP_X + axis]].forward = t->systems[IR_THREAD_X + axis];
}

/* ---- set-up ---- */

/* Adds the numbers of threads and groups that the program does not read. */
static bool find_systems(struct tiles *t)
{
    struct ir_function *f = t->f;
    struct ir_value *values = arena_array(&f->arena, f->value_count + IR_SYSTEMS, sizeof *values);
    if (!values)
        return false;
    memcpy(values, f->values, f->value_count * sizeof *values);
    for (ir_ref i = 1; i < f->value_count; i++)
        if (values[i].kind == IR_SYSTEM && !t->systems[values[i].system])
            t->systems[values[i].system] = i;
    for (uint32_t i = 0; i < IR_FLAT; i++)
        if (!t->systems[i]) {
            t->systems[i] = f->value_count;
            values[f->value_count++] = (struct ir_value){
                .kind = IR_SYSTEM, .results = 1, .system = i, .slot = IR_NONE, .view = IR_NONE};
        }
    f->values = values;
    return true;
}

static bool open_tiles(struct tiles *t)
{
    const struct ir_function *f = t->f;
    uint32_t count = f->program->decls.resource_count;
    t->clones = arena_array(&t->scratch, f->value_count + 1, sizeof *t->clones);
    t->is_stored = arena_array(&t->scratch, count + 1, sizeof *t->is_stored);
    t->tiles = arena_array(&t->scratch, count + 1, sizeof *t->tiles);
    t->owner = arena_array(&t->scratch, f->value_count + 1, sizeof *t->owner);
    t->sums = arena_array(&t->scratch, f->value_count + 1, sizeof *t->sums);
    t->shapes = arena_array(&t->scratch, f->value_count + 1, sizeof *t->shapes);
    if (!t->clones || !t->sums || !t->shapes || !t->is_stored || !t->tiles || !t->owner)
        return false;
    memset(t->owner, 0xff, f->value_count * sizeof *t->owner);
    for (uint32_t n = 0; n < f->node_count; n++)
        for (uint32_t i = 0; f->nodes[n].kind == IR_IF && i < f->nodes[n].phis.count; i++)
            t->owner[f->nodes[n].phis.items[i]] = n;
    for (ir_ref i = 1; i < f->value_count; i++) {
        bool stores = ir_accesses_of(&f->values[i]) & IR_WRITES;
        uint32_t slot = slot_of(f, &f->values[i]);
        for (uint32_t k = 0; stores && k < count; k++)
            t->is_stored[k] |= slot == IR_NONE || slot == k;
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct program_resource *r = &f->program->decls.resources[i];
        if (r->file != ISA_FILE_TGSM)
            continue;
        t->tiles[i].first = f->tgsm_first[i] / 4;
        t->tiles[i].words = r->bytes / 4;
        t->tiles[i].defined = arena_array(&t->scratch, r->bytes / 4 + 1, sizeof *t->tiles[i].defined);
        if (!t->tiles[i].defined)
            return false;
    }
    return true;
}

static bool walk_root(struct tiles *t)
{
    struct walk w = {.t = t, .is_exact = true, .blurred = IR_NONE};
    w.active = new_set(t, NULL);
    w.left = arena_array(&t->scratch, t->f->node_count + 1, sizeof *w.left);
    if (!w.active || !w.left)
        return false;
    memset(w.active, 1, t->threads);
    visit_list(&w, &t->f->nodes[0].bodies[0]);
    return !t->no_memory;
}

static bool any_replaced(struct tiles *t)
{
    bool any = false;
    for (uint32_t i = 0; i < t->f->program->decls.resource_count; i++)
        t->tiles[i].failed |= !tile_is_cheap(t, &t->tiles[i]) || tile_is_better_special(t, &t->tiles[i]);
    for (size_t i = 0; i < t->loads.count; i++) {
        struct tile *tile = &t->tiles[t->loads.data[i].slot];
        tile->failed = tile->failed || !tile_is_profitable(t, &t->loads.data[i]);
    }
    for (size_t i = 0; i < t->loads.count; i++)
        any |= !t->tiles[t->loads.data[i].slot].failed;
    return any;
}

static enum sm5_status replace_tiles(struct tiles *t, bool *replaced)
{
    if (!open_tiles(t) || !tile_number_units(t) || !walk_root(t))
        return SM5_ERR_MEMORY;
    if (!any_replaced(t))
        return SM5_OK;
    enum sm5_status status = tile_replace_loads(t);
    if (status)
        return status;
    drop_accesses(t);
    drop_barriers(t);
    name_threads(t);
    *replaced = true;
    return ir_clean(t->f);
}

/* A g# and a barrier in the root's list, in a program that is not too large. */
static bool may_have_tiles(const struct ir_function *f, uint32_t threads)
{
    const struct ir_list *root = &f->nodes[0].bodies[0];
    bool has_barrier = false;
    for (uint32_t i = 0; i < root->count; i++)
        has_barrier |= !(root->items[i] & IR_NODE_BIT) && is_sync(&f->values[root->items[i]]);
    return has_barrier && f->program->decls.tgsm_bytes && (uint64_t)f->node_count * threads <= SETS_MOST;
}

enum sm5_status ir_replace_tiles(struct ir_function *f)
{
    const uint32_t *group = f->program->decls.thread_group, count = f->value_count;
    bool replaced = false;
    struct tiles t = {.f = f, .threads = group[0] * group[1] * group[2]};
    if (f->alias || f->keeps_loads || f->program->stage != ISA_COMPUTE || !may_have_tiles(f, t.threads))
        return SM5_OK;
    f->lanes = LANE_STEP;
    f->warps = (t.threads + LANE_STEP - 1) / LANE_STEP;
    f->has_barrier = true;
    enum sm5_status status = find_systems(&t) ? ir_tabulate_threads(f) : SM5_ERR_MEMORY;
    if (!status && f->values[t.systems[IR_LOCAL_X]].table)
        status = replace_tiles(&t, &replaced);
    if (!replaced)
        f->value_count = count;
    arena_free(&t.scratch);
    VEC_FREE(&t.loads);
    return status;
}

bool ir_is_ungrouped(const struct ir_function *f)
{
    for (ir_ref i = 1; i < f->value_count; i++) {
        const struct ir_value *v = &f->values[i];
        if (is_sync(v) || ir_is_tgsm(f, v) || (v->kind == IR_SYSTEM && v->system > IR_THREAD_Z))
            return false;
    }
    return true;
}
