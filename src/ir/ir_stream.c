/* Streams: loads in a loop whose address grows or falls by one to four words, or by one texel, an iteration in each
   thread, while the threads of a warp are far apart: rows of a matrix or of a picture, ranges of indices. The code
   generator loads several iterations' words of a thread at once (gen_stream.c).

   Stores of the same kind are kept back for several iterations: stores of all words of a structure that are the only
   accesses to their slot in the loop. All lanes leave such a loop together, by its own exits.

   Memory that the program stores to is loaded that way where no thread stores to what another one accesses
   (ir_disjoint.c), and the loop does not store to it or changes it in place: each iteration loads a structure and then
   stores it. */
#include "ir/ir_facts.h"

enum { STEP_MOST = 4 }; /* words an iteration */

struct streams {
    struct ir_function *f;
    struct arena arena;
    /* By value: the loop whose iterations compute it, 0: none visited yet (the root is not a loop), and how much it
       grows from one iteration to the next when that is known. */
    uint32_t *loops, *growths;
    bool *known;
    bool *written; /* by slot */
    bool is_disjoint;
    /* The order of values in the program: by value and, for the first and last one inside, by node. */
    uint32_t place, *places, *begins, *ends;
    ir_ref *previous,
        *following;   /* by value: the accesses to the same slot before and after it in that order */
    ir_ref *latest;   /* by slot */
    bool *keeps_none; /* by node: the loop keeps no stores back */
};

static bool changes_memory(const struct ir_value *v)
{
    return v->kind == IR_STORE || v->kind == IR_STORE_TEXEL || v->kind == IR_ATOMIC ||
           v->kind == IR_TEXTURE_WRITE;
}

static bool is_texture(const struct ir_value *v)
{
    return v->kind == IR_TEXTURE || v->kind == IR_TEXTURE_WRITE;
}

static uint32_t slot_of(const struct streams *s, const struct ir_value *v)
{
    return is_texture(v) ? s->f->textures[v->texture].slot : v->slot;
}

static void find_written(struct streams *s)
{
    for (ir_ref ref = 1; ref < s->f->value_count; ref++) {
        const struct ir_value *v = &s->f->values[ref];
        uint32_t slot = slot_of(s, v);
        if (changes_memory(v) && slot < s->f->program->decls.resource_count)
            s->written[slot] = true;
    }
}

static void set(struct streams *s, ir_ref ref, uint32_t loop, bool known, uint32_t growth)
{
    s->loops[ref] = loop;
    s->known[ref] = known;
    s->growths[ref] = growth;
}

/* A counter: every iteration adds the same constant. */
static void visit_header(struct streams *s, ir_ref ref, uint32_t loop)
{
    int32_t step = ir_loop_step(s->f, ref);
    set(s, ref, loop, step != 0, (uint32_t)step);
}

/* A read that gives the same word for the same args. */
static bool is_constant_read(const struct streams *s, const struct ir_value *v)
{
    return v->kind == IR_CBUFFER || v->kind == IR_ICB || v->kind == IR_BUFINFO ||
           (v->kind == IR_LOAD && v->view != IR_NONE && !s->written[v->slot]);
}

static void visit_value(struct streams *s, ir_ref ref, uint32_t loop)
{
    const struct ir_function *f = s->f;
    const struct ir_value *v = &f->values[ref];
    const struct ir_value *whole = v->kind == IR_PART ? &f->values[ir_arg(f, v, 0)] : v;
    uint32_t growth[3] = {0}, all = 0, sum = 0;
    set(s, ref, loop, v->level < IR_WARP, 0);
    if (v->level < IR_WARP || (whole->kind != IR_LANE && !is_constant_read(s, whole)))
        return;
    for (uint32_t i = 0; i < whole->count; i++) {
        ir_ref arg = ir_arg(f, whole, i);
        bool is_inside = s->loops[arg] == loop;
        if (is_inside && !s->known[arg])
            return;
        all |= is_inside ? s->growths[arg] : 0;
        if (i < 3 && is_inside)
            growth[i] = s->growths[arg];
    }
    bool known = !all || (whole->kind == IR_LANE &&
                          ir_linear(f, whole, v->kind == IR_PART ? v->part : 0, growth, &sum));
    set(s, ref, loop, known, sum);
}

/* The lanes' words are so close that the warp's vectors contain them. */
static bool is_near(const struct ir_function *f, const struct ir_value *index, uint32_t bytes)
{
    enum { NEAR = 16 };
    bool is_affine = index->shape == IR_AFFINE;
    int32_t stride = is_affine ? index->stride : index->speculated;
    bool is_row = is_affine || index->speculated_lanes == f->lanes;
    return is_row && stride >= 0 && (uint64_t)(uint32_t)stride * bytes <= NEAR;
}

static bool is_inside(const struct streams *s, ir_ref at, uint32_t loop)
{
    return at && s->places[at] >= s->begins[loop] && s->places[at] <= s->ends[loop];
}

static bool is_load(const struct ir_value *v)
{
    return v->kind == IR_LOAD || v->kind == IR_TEXEL || v->kind == IR_TEXTURE;
}

static bool same_texel(const struct streams *s, const struct ir_value *v, const struct ir_value *w)
{
    struct ir_texel_access a, b;
    bool is_same = w->view == v->view && ir_texel_access(s->f, v, &a) && ir_texel_access(s->f, w, &b);
    for (unsigned k = 0; k < 3 && is_same; k++)
        is_same = a.coords[k] == b.coords[k] && a.offset[k] == b.offset[k];
    return is_same;
}

static bool same_structure(const struct streams *s, const struct ir_value *v, const struct ir_value *w)
{
    if (is_texture(v) || is_texture(w))
        return is_texture(v) && is_texture(w) && same_texel(s, v, w);
    return w->view == v->view && w->access == v->access && ir_arg(s->f, w, 0) == ir_arg(s->f, v, 0);
}

enum { ACCESSES_MOST = 16 };

/* All accesses to the slot in the loop that precede, or follow, the load are loads. */
static bool are_loads(const struct streams *s, const ir_ref *order, ir_ref ref, uint32_t loop)
{
    unsigned accesses = 0;
    for (ir_ref at = order[ref]; is_inside(s, at, loop); at = order[at])
        if (!is_load(&s->f->values[at]) || ++accesses > ACCESSES_MOST)
            return false;
    return true;
}

/* The words that a load will access in later iterations do not change until then. */
static bool is_stable(const struct streams *s, ir_ref ref, uint32_t loop)
{
    const struct ir_value *v = &s->f->values[ref];
    bool is_shared = ir_is_tgsm(s->f, v);
    unsigned accesses = 0;
    if (!s->written[slot_of(s, v)])
        return true;
    if ((!is_shared && !s->is_disjoint) || s->keeps_none[loop] || !are_loads(s, s->previous, ref, loop))
        return false;
    if (is_shared)
        return are_loads(s, s->following, ref, loop);
    for (ir_ref at = s->following[ref]; is_inside(s, at, loop); at = s->following[at]) {
        const struct ir_value *w = &s->f->values[at];
        bool is_own = w->kind != IR_ATOMIC && same_structure(s, v, w);
        if ((!is_load(w) && !is_own) || ++accesses > ACCESSES_MOST)
            return false;
    }
    return true;
}

static uint32_t size_of_growth(uint32_t growth)
{
    return (int32_t)growth < 0 ? -growth : growth;
}

static void set_stream(struct streams *s, ir_ref ref, uint32_t words, uint32_t growth)
{
    s->f->values[ref].stream = (uint8_t)words;
    s->f->values[ref].descends = (int32_t)growth < 0;
}

static void visit_load(struct streams *s, ir_ref at, uint32_t loop)
{
    const struct ir_function *f = s->f;
    struct ir_value *v = &s->f->values[at];
    const struct program_resource *r = &f->program->decls.resources[v->slot];
    ir_ref ref = ir_arg(f, v, 0), offset = ir_arg(f, v, 1);
    bool is_shared = ir_is_tgsm(f, v);
    if ((v->view == IR_NONE && !is_shared) || v->access == IR_TYPED || s->loops[ref] != loop ||
        !s->known[ref] || (is_shared && f->values[ref].shape != IR_AFFINE))
        return;
    uint32_t bytes = v->access == IR_RAW ? 1 : r->stride, growth = size_of_growth(s->growths[ref]);
    if (is_near(f, &f->values[ref], bytes) || !is_stable(s, at, loop) ||
        (v->access == IR_STRUCTURED && offset && f->values[offset].kind != IR_CONST))
        return;
    uint32_t step = v->access == IR_RAW ? growth : growth == 1 ? bytes : 0;
    bool is_step = step % 4 == 0 && step > 0 && step <= 4 * STEP_MOST && !(v->access == IR_RAW && step == 12);
    if (is_step && v->component < step / 4) {
        set_stream(s, at, step / 4, s->growths[ref]);
        s->f->nodes[loop].has_stream = true;
    }
}

/* No access to the slot follows the store in the loop, and `at` and those before it are loads of the same structure. */
static bool is_last(const struct streams *s, ir_ref ref, ir_ref at, uint32_t loop)
{
    const struct ir_value *values = s->f->values;
    for (; is_inside(s, at, loop); at = s->previous[at])
        if (!is_load(&values[at]) || !s->is_disjoint || !same_structure(s, &values[ref], &values[at]))
            return false;
    return !is_inside(s, s->following[ref], loop);
}

/* The only accesses to the slot in the loop: stores of the words of one structure, the last of which is `last`, and
   loads of that structure before them. */
static bool stores_all(const struct streams *s, ir_ref last, uint32_t step, uint32_t loop)
{
    const struct ir_function *f = s->f;
    const struct ir_value *v = &f->values[last];
    uint32_t words = 0;
    ir_ref at = last;
    for (uint32_t i = 0; i < step; i++, at = s->previous[at]) {
        const struct ir_value *member = &f->values[at];
        if (!at || member->kind != IR_STORE || member->view != v->view || member->access != v->access ||
            s->loops[at] != loop || ir_arg(f, member, 0) != ir_arg(f, v, 0))
            return false;
        ir_ref offset = ir_arg(f, member, 1);
        if (offset && f->values[offset].kind != IR_CONST)
            return false;
        uint32_t word = (offset ? f->values[offset].word / 4 : 0) + member->component;
        words |= v->access == IR_RAW ? 1 : word < step ? 1u << word : 0;
    }
    return words == (1u << step) - 1 && is_last(s, last, at, loop);
}

static void visit_store(struct streams *s, ir_ref ref, uint32_t loop)
{
    enum { WORDS_MOST = 4 };
    const struct ir_function *f = s->f;
    const struct ir_value *v = &f->values[ref];
    ir_ref index = ir_arg(f, v, 0);
    if (f->nodes[loop].divergent || s->keeps_none[loop] || v->view == IR_NONE || v->access == IR_TYPED ||
        s->loops[index] != loop || !s->known[index])
        return;
    uint32_t stride = f->program->decls.resources[v->slot].stride;
    uint32_t bytes = v->access == IR_RAW ? 1 : stride, step = v->access == IR_RAW ? 1 : stride / 4;
    if (size_of_growth(s->growths[index]) != (v->access == IR_RAW ? 4u : 1u) ||
        is_near(f, &f->values[index], bytes) ||
        (v->access == IR_STRUCTURED && (stride % 4 || step == 3 || step > WORDS_MOST)) ||
        !stores_all(s, ref, step, loop))
        return;
    for (uint32_t i = 0; i < step; i++, ref = s->previous[ref])
        set_stream(s, ref, step, s->growths[index]);
}

/* ---- texels: the column grows by one, rows and slices stay ---- */

static ir_ref column_of(const struct streams *s, const struct ir_value *v, struct ir_texel_access *at)
{
    *at = (struct ir_texel_access){.stride = 0};
    if (is_texture(v))
        return ir_texel_access(s->f, v, at) ? at->coords[0] : 0;
    return v->view == IR_NONE ? 0 : ir_arg(s->f, v, 0);
}

/* Most lanes access texels of one row that are near each other. */
static bool are_near(const struct ir_function *f, const struct ir_texel_access *at,
                     const struct ir_value *column)
{
    enum { NEAR = 4, LANES = 8 };
    bool is_affine = column->shape == IR_AFFINE, has_rows = false;
    int32_t stride = is_affine ? column->stride : column->speculated;
    for (unsigned k = 1; k < 3; k++) {
        const struct ir_value *v = &f->values[at->coords[k]];
        has_rows |= at->coords[k] && (v->shape != IR_AFFINE || v->stride);
    }
    return (!has_rows || stride) && (is_affine || column->speculated_lanes >= LANES) && stride >= 0 &&
           stride <= NEAR;
}

/* `keeps`: also after the loop, where what it computes is not known. */
static bool is_row(const struct streams *s, const struct ir_value *v, uint32_t loop, bool keeps,
                   uint32_t *growth)
{
    struct ir_texel_access at;
    ir_ref column = column_of(s, v, &at);
    if (!column || s->loops[column] != loop || !s->known[column] || size_of_growth(s->growths[column]) != 1 ||
        are_near(s->f, &at, &s->f->values[column]))
        return false;
    *growth = s->growths[column];
    for (unsigned k = 1; k < 3; k++)
        if (at.coords[k] && s->loops[at.coords[k]] == loop &&
            (keeps || !s->known[at.coords[k]] || s->growths[at.coords[k]]))
            return false;
    return true;
}

static void visit_texel(struct streams *s, ir_ref ref, uint32_t loop)
{
    uint32_t growth;
    if (!is_row(s, &s->f->values[ref], loop, false, &growth) || !is_stable(s, ref, loop))
        return;
    set_stream(s, ref, 1, growth);
    s->f->nodes[loop].has_stream = true;
}

static void visit_stored_texel(struct streams *s, ir_ref ref, uint32_t loop)
{
    uint32_t growth;
    if (!s->f->nodes[loop].divergent && !s->keeps_none[loop] && is_last(s, ref, s->previous[ref], loop) &&
        is_row(s, &s->f->values[ref], loop, true, &growth))
        set_stream(s, ref, 1, growth);
}

static void visit_access(struct streams *s, ir_ref ref, uint32_t loop)
{
    switch (s->f->values[ref].kind) {
    case IR_LOAD: visit_load(s, ref, loop); break;
    case IR_STORE: visit_store(s, ref, loop); break;
    case IR_TEXEL:
    case IR_TEXTURE: visit_texel(s, ref, loop); break;
    case IR_STORE_TEXEL:
    case IR_TEXTURE_WRITE: visit_stored_texel(s, ref, loop); break;
    default: break;
    }
}

/* The loop's own list, up to the first `continue`: it is executed by all threads in every iteration that they complete. */
static void visit_loop(struct streams *s, uint32_t at)
{
    const struct ir_node *loop = &s->f->nodes[at];
    for (uint32_t i = 0; i < loop->headers.count; i++)
        visit_header(s, loop->headers.items[i], at);
    for (uint32_t i = 0; i < loop->bodies[0].count; i++) {
        uint32_t item = loop->bodies[0].items[i];
        if (item & IR_NODE_BIT) {
            const struct ir_list *phis = &s->f->nodes[item & ~IR_NODE_BIT].phis;
            if (loop->continues && ir_continues(s->f, item & ~IR_NODE_BIT, at))
                return;
            for (uint32_t k = 0; k < phis->count; k++)
                set(s, phis->items[k], at, false, 0);
            continue;
        }
        visit_value(s, item, at);
        visit_access(s, item, at);
    }
}

/* ---- the order of accesses ---- */

static bool is_access(const struct ir_value *v)
{
    return changes_memory(v) || v->kind == IR_LOAD || v->kind == IR_TEXEL || v->kind == IR_TEXTURE;
}

static void order_value(struct streams *s, ir_ref ref)
{
    const struct ir_value *v = &s->f->values[ref];
    uint32_t slot = slot_of(s, v);
    s->places[ref] = ++s->place;
    if (!is_access(v) || slot >= s->f->program->decls.resource_count)
        return;
    s->previous[ref] = s->latest[slot];
    s->following[s->latest[slot]] = ref;
    s->latest[slot] = ref;
}

/* Exits from several loops pass by the ends of the inner ones; other threads may wait for stores before a fence. True:
   the list contains one. */
static bool order_list(struct streams *s, const struct ir_list *list)
{
    const struct ir_function *f = s->f;
    bool has_fence = false;
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i], at = item & ~IR_NODE_BIT;
        if (!(item & IR_NODE_BIT)) {
            order_value(s, item);
            has_fence |= f->values[item].kind == IR_SYNC || f->values[item].kind == IR_FAULT;
            continue;
        }
        const struct ir_node *node = &f->nodes[at];
        for (uint32_t k = node->parent; node->kind == IR_EXIT && k != node->target; k = f->nodes[k].parent)
            s->keeps_none[k] = true;
        s->begins[at] = ++s->place;
        bool has_inside = order_list(s, &node->bodies[0]);
        has_inside |= order_list(s, &node->bodies[1]);
        s->ends[at] = ++s->place;
        s->keeps_none[at] |= has_inside || node->continues;
        has_fence |= has_inside;
    }
    return has_fence;
}

static bool allocate(struct streams *s)
{
    struct arena *arena = &s->arena;
    size_t values = (size_t)s->f->value_count + 1, nodes = (size_t)s->f->node_count + 1;
    size_t slots = (size_t)s->f->program->decls.resource_count + 1;
    s->loops = arena_array(arena, values, sizeof *s->loops);
    s->growths = arena_array(arena, values, sizeof *s->growths);
    s->known = arena_array(arena, values, sizeof *s->known);
    s->places = arena_array(arena, values, sizeof *s->places);
    s->previous = arena_array(arena, values, sizeof *s->previous);
    s->following = arena_array(arena, values, sizeof *s->following);
    s->begins = arena_array(arena, nodes, sizeof *s->begins);
    s->ends = arena_array(arena, nodes, sizeof *s->ends);
    s->keeps_none = arena_array(arena, nodes, sizeof *s->keeps_none);
    s->written = arena_array(arena, slots, sizeof *s->written);
    s->latest = arena_array(arena, slots, sizeof *s->latest);
    return s->loops && s->growths && s->known && s->places && s->previous && s->following && s->begins &&
           s->ends && s->keeps_none && s->written && s->latest;
}

enum sm5_status ir_find_streams(struct ir_function *f)
{
    struct streams s = {.f = f};
    bool has_loop = false;
    for (uint32_t i = 0; i < f->node_count; i++) {
        f->nodes[i].has_stream = false;
        has_loop |= f->nodes[i].kind == IR_LOOP;
    }
    for (ir_ref ref = 1; ref < f->value_count; ref++)
        set_stream(&s, ref, 0, 0);
    if (!has_loop || f->alias)
        return SM5_OK;
    bool has_memory = allocate(&s);
    if (has_memory) {
        find_written(&s);
        s.is_disjoint = ir_is_disjoint(f, f->lanes, NULL);
        order_list(&s, &f->nodes[0].bodies[0]);
    }
    for (uint32_t i = 1; has_memory && i < f->node_count; i++)
        if (f->nodes[i].kind == IR_LOOP && !f->nodes[i].group)
            visit_loop(&s, i);
    arena_free(&s.arena);
    return has_memory ? SM5_OK : SM5_ERR_MEMORY;
}
