/* Loads of g# that need no memory. In a segment that several barriers have been removed from, warps are executed in ascending
   order, and a load often reads the vector that this warp has stored, or the lanes next to it of the warp before. The vectors
   are still in registers, while a processor cannot forward parts of two stores to a load. */
#include "ir/ir_facts.h"

struct place {
    uint32_t segment; /* of the root's list; 0: none, or in a loop */
    uint32_t number;  /* in the order of the code */
    uint32_t fences;  /* removed barriers before it */
    bool is_nested;
};

struct shift {
    struct ir_function *f;
    struct place *places; /* by value */
    struct place now;
    ir_ref *stores;      /* by slot: the only store; 0: none whose loads are replaced */
    uint32_t *distances; /* by load: IR_NONE: it is not replaced */
    bool *is_loaded;     /* by slot: loads remain */
    uint32_t *stored;    /* by word: 1 + the last slot for which a thread stores it */
};

bool ir_is_shift(const struct ir_function *f, const struct ir_value *load, const struct ir_value *store,
                 uint32_t *distance)
{
    const uint32_t *loaded = load->cells->words, *stored = store->cells->words;
    uint32_t threads = f->warps * f->lanes, first = 0;
    while (first < threads && loaded[first] == IR_NONE)
        first++;
    uint32_t most = first < f->lanes ? first : f->lanes;
    *distance = 0;
    while (first < threads && *distance <= most && stored[first - *distance] != loaded[first])
        ++*distance;
    /* Lanes that are out of bounds load 0. */
    bool holds = first < threads && *distance <= most && load->cells->is_regular;
    for (uint32_t i = first; i < threads && holds; i++)
        holds = loaded[i] == IR_NONE || stored[i - *distance] == loaded[i];
    return holds;
}

static void place_value(struct shift *s, ir_ref ref)
{
    const struct ir_value *v = &s->f->values[ref];
    s->now.segment += !s->now.is_nested && (ir_is_barrier(v) || v->is_reversed);
    s->now.fences += v->is_fence;
    s->now.number++;
    s->places[ref] = s->now;
}

static void place_list(struct shift *s, const struct ir_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i];
        const struct ir_node *node = &s->f->nodes[item & ~IR_NODE_BIT];
        if (!(item & IR_NODE_BIT)) {
            place_value(s, item);
        } else if (node->kind == IR_IF && !node->group) {
            bool was_nested = s->now.is_nested;
            s->now.is_nested = true;
            place_list(s, &node->bodies[0]);
            place_list(s, &node->bodies[1]);
            s->now.is_nested = was_nested;
        } else {
            s->now.segment += !s->now.is_nested;
        }
    }
}

static void find_stores(const struct shift *s)
{
    const struct ir_function *f = s->f;
    for (ir_ref i = 1; i < f->value_count; i++) {
        const struct ir_value *v = &f->values[i];
        if (ir_is_tgsm(f, v) && v->kind != IR_LOAD)
            s->stores[v->slot] = s->stores[v->slot] ? IR_NONE : i;
    }
}

/* Where threads collide, memory has the word of the last one. */
static bool has_one_writer(const struct shift *s, const struct ir_value *store)
{
    for (uint32_t i = 0; i < s->f->warps * s->f->lanes; i++) {
        uint32_t word = store->cells->words[i];
        if (word == IR_NONE)
            continue;
        if (s->stored[word] == store->slot + 1)
            return false;
        s->stored[word] = store->slot + 1;
    }
    return true;
}

/* A load of what the slot's only store stores, in a thread of this warp or, after a removed barrier, the one before. */
static bool is_shifted(const struct shift *s, ir_ref store, ir_ref load)
{
    const struct ir_value *values = s->f->values;
    const struct place *from = &s->places[store], *to = &s->places[load];
    return store && values[load].cells && values[load].count >= 2 && to->segment &&
           to->segment == from->segment && to->number > from->number &&
           ir_is_shift(s->f, &values[load], &values[store], &s->distances[load]) &&
           (!s->distances[load] || to->fences > from->fences);
}

static void replace_load(struct ir_function *f, ir_ref load, ir_ref store, ir_ref stored, uint32_t distance)
{
    struct ir_value *v = &f->values[load];
    uint32_t kept = v->first;
    struct ir_value made = {.kind = distance ? IR_SHIFT : IR_LANE,
                            .results = 1,
                            .op = distance ? 0 : ISA_MOV,
                            .instr = v->instr,
                            .word = distance,
                            .slot = IR_NONE,
                            .view = IR_NONE,
                            .first = kept,
                            .count = distance ? 2 : 1};
    f->args[kept] = distance ? store : stored;
    if (distance)
        f->args[kept + 1] = stored;
    *v = made;
}

/* No load is left. */
static void replace_store(struct ir_function *f, ir_ref store)
{
    struct ir_value *v = &f->values[store];
    *v = (struct ir_value){.kind = IR_PREVIOUS,
                           .results = 1,
                           .instr = v->instr,
                           .slot = IR_NONE,
                           .view = IR_NONE,
                           .first = v->first + 2,
                           .count = 1};
}

/* The slot's only store is executed by all threads, once. */
static bool has_simple_store(const struct shift *s, uint32_t slot)
{
    ir_ref store = s->stores[slot];
    if (!store || store == IR_NONE || !s->places[store].segment || s->places[store].is_nested)
        return false;
    const struct ir_value *v = &s->f->values[store];
    return v->kind == IR_STORE && v->cells && has_one_writer(s, v);
}

static void find_distances(const struct shift *s)
{
    const struct ir_function *f = s->f;
    for (ir_ref i = 1; i < f->value_count; i++) {
        const struct ir_value *v = &f->values[i];
        if (v->kind != IR_LOAD || !ir_is_tgsm(f, v) || is_shifted(s, s->stores[v->slot], i))
            continue;
        s->distances[i] = IR_NONE;
        s->is_loaded[v->slot] = true;
    }
}

static void replace_loads(const struct shift *s)
{
    struct ir_function *f = s->f;
    for (ir_ref i = 1; i < f->value_count; i++) {
        const struct ir_value *v = &f->values[i];
        bool is_load = v->kind == IR_LOAD && ir_is_tgsm(f, v);
        ir_ref store = is_load ? s->stores[v->slot] : 0;
        if (is_load && (s->is_loaded[v->slot] ? !s->distances[i] : s->distances[i] != IR_NONE))
            replace_load(f, i, store, ir_arg(f, &f->values[store], 2), s->distances[i]);
    }
}

enum sm5_status ir_shift_values(struct ir_function *f)
{
    uint32_t slots = f->program->decls.resource_count;
    struct shift s = {.f = f,
                      .now = {.segment = 1},
                      .places = arena_array(&f->arena, f->value_count + 1, sizeof *s.places),
                      .stores = arena_array(&f->arena, slots + 1, sizeof *s.stores),
                      .is_loaded = arena_array(&f->arena, slots + 1, sizeof *s.is_loaded),
                      .distances = arena_array(&f->arena, f->value_count + 1, sizeof *s.distances),
                      .stored =
                          arena_array(&f->arena, f->program->decls.tgsm_bytes / 4 + 1, sizeof *s.stored)};
    if (!s.places || !s.stores || !s.is_loaded || !s.distances || !s.stored)
        return SM5_ERR_MEMORY;
    place_list(&s, &f->nodes[0].bodies[0]);
    find_stores(&s);
    for (uint32_t i = 0; i < slots; i++)
        s.stores[i] = has_simple_store(&s, i) ? s.stores[i] : 0;
    find_distances(&s);
    replace_loads(&s);
    for (uint32_t i = 0; i < slots; i++)
        if (s.stores[i] && !s.is_loaded[i])
            replace_store(f, s.stores[i]);
    return SM5_OK;
}
