/* Bundles accesses to one element of indexable arrays (x#) that threads index differently, as they do stacks, queues and sorted
   lists: each access by itself is a gather or a scatter. The words of an element that are accessed together are next to each
   other in a lane's memory, and are loaded and stored as one. Compilers make an array of each member of a structure: arrays of one
   size become one array where that pays. */
#include <stdlib.h>

#include "ir/ir_facts.h"

enum { ARRAYS_MOST = 12, WORDS_MOST = 4, OPEN = 4, DEPTH_MOST = 4 };

struct access {
    ir_ref ref;
    uint32_t run;   /* of values with no control flow and no barrier between them */
    uint32_t times; /* estimate of how often it is executed */
};

/* Accesses of one kind to one element; `first` 0: none. */
struct bundle {
    ir_ref first, last, index;
    uint32_t base, times;
    unsigned count;
    uint8_t words;   /* a bit for each member */
    uint8_t blocked; /* and for each that may not join, because it is written after the first member */
};

struct bundles {
    struct ir_function *f;
    struct access *accesses;
    uint32_t count, run;
    bool excluded[ARRAYS_MOST];
    /* Of the set that is being visited: */
    bool is_final; /* bundles are kept */
    uint8_t width;
    struct bundle reads[OPEN], write;
    uint64_t by_row, by_lane; /* cost of both layouts */
};

/* ---- accesses, in program order ---- */

static bool ends_run(const struct ir_value *v)
{
    return v->kind == IR_XCLEAR || v->kind == IR_SYNC || v->kind == IR_FAULT;
}

static void note(struct bundles *b, ir_ref ref, uint32_t times)
{
    const struct ir_value *v = &b->f->values[ref];
    b->run += ends_run(v);
    if ((v->kind != IR_XREAD && v->kind != IR_XWRITE) || b->f->arrays[v->array].words)
        return;
    if (v->level != IR_WARP)
        b->excluded[v->array] = true;
    b->accesses[b->count++] = (struct access){ref, b->run, times};
}

static void visit(struct bundles *b, const struct ir_list *list, unsigned depth)
{
    enum { TIMES_BITS = 3 };
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i];
        if (!(item & IR_NODE_BIT)) {
            note(b, item, 1u << TIMES_BITS * depth);
            continue;
        }
        const struct ir_node *node = &b->f->nodes[item & ~IR_NODE_BIT];
        unsigned inner = depth + (node->kind == IR_LOOP && depth < DEPTH_MOST);
        b->run++;
        visit(b, &node->bodies[0], inner);
        b->run++;
        visit(b, &node->bodies[1], inner);
        b->run++;
    }
}

/* ---- bundles of one set of arrays ---- */

static bool differs_by_lane(const struct bundles *b, ir_ref index)
{
    return index && !ir_is_uniform(&b->f->values[index]);
}

/* Adds what the bundle costs in both layouts, in single words that are loaded or stored. By lane a member that is alone is
   accessed by itself, as are those of an element that is stored in part; other bundles access whole elements, and transpose them. */
static void end_bundle(struct bundles *b, struct bundle *bundle, bool is_write)
{
    uint32_t lanes = b->f->lanes, count = bundle->count;
    if (!bundle->first)
        return;
    bool is_part = is_write && b->width > 2 && count < b->width;
    uint32_t whole = lanes + lanes * b->width / 8;
    b->by_row += (uint64_t)bundle->times * count * (differs_by_lane(b, bundle->index) ? lanes : 1);
    b->by_lane += (uint64_t)bundle->times * (count == 1 || is_part ? count * lanes : whole);
    bundle->first = 0;
}

static void end_bundles(struct bundles *b)
{
    for (unsigned i = 0; i < OPEN; i++)
        end_bundle(b, &b->reads[i], false);
    end_bundle(b, &b->write, true);
}

static bool is_of(const struct bundle *bundle, ir_ref index, uint32_t base)
{
    return bundle->first && bundle->index == index && bundle->base == base;
}

static void join(struct bundles *b, struct bundle *bundle, ir_ref ref, uint8_t word)
{
    struct ir_value *values = b->f->values;
    if (b->is_final) {
        values[bundle->first].bundle = values[ref].bundle = bundle->first;
        values[bundle->last].bundle_next = ref;
    }
    bundle->last = ref;
    bundle->words |= word;
    bundle->count++;
}

/* The first member's load is all members': what is written after it may not join. */
static void add_read(struct bundles *b, const struct access *access, uint8_t word, ir_ref index)
{
    const struct ir_value *v = &b->f->values[access->ref];
    struct bundle *to = NULL;
    if (b->write.words & word)
        end_bundle(b, &b->write, true);
    for (unsigned i = 0; i < OPEN && !to; i++) {
        if (is_of(&b->reads[i], index, v->base) && !(b->reads[i].blocked & word)) {
            join(b, &b->reads[i], access->ref, word);
            return;
        }
        to = b->reads[i].first ? NULL : &b->reads[i];
    }
    if (!to) {
        to = &b->reads[0];
        end_bundle(b, to, false);
    }
    *to = (struct bundle){access->ref, access->ref, index, v->base, access->times, 1, word, 0};
}

/* All members are stored where the last one is: those before may not be read or written in between. */
static void add_write(struct bundles *b, const struct access *access, uint8_t word, ir_ref index)
{
    const struct ir_value *v = &b->f->values[access->ref];
    if (is_of(&b->write, index, v->base) && !(b->write.words & word)) {
        join(b, &b->write, access->ref, word);
    } else {
        end_bundle(b, &b->write, true);
        b->write = (struct bundle){access->ref, access->ref, index, v->base, access->times, 1, word, 0};
    }
    for (unsigned i = 0; i < OPEN; i++)
        b->reads[i].blocked |= b->write.words;
}

/* Words of an element of a set with the arrays `in`. */
static uint32_t width_of(const struct bundles *b, uint32_t in)
{
    uint32_t words = 0;
    for (uint32_t i = 0; i < b->f->array_count; i++)
        words += in >> i & 1 ? b->f->arrays[i].components : 0;
    return words;
}

/* Fills by_row and by_lane. */
static void visit_set(struct bundles *b, uint32_t in)
{
    uint32_t run = 0;
    b->width = (uint8_t)width_of(b, in);
    b->by_row = b->by_lane = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        const struct access *access = &b->accesses[i];
        const struct ir_value *v = &b->f->values[access->ref];
        if (!(in >> v->array & 1) || v->component >= b->f->arrays[v->array].components)
            continue;
        if (access->run != run)
            end_bundles(b);
        run = access->run;
        uint8_t word = (uint8_t)(1u << (width_of(b, in & ((1u << v->array) - 1)) + v->component));
        ir_ref index = v->count ? ir_arg(b->f, v, 0) : 0;
        if (v->kind == IR_XREAD)
            add_read(b, access, word, index);
        else
            add_write(b, access, word, index);
    }
    end_bundles(b);
}

/* ---- sets ---- */

static bool is_by_lane(const struct bundles *b)
{
    enum { PERCENT = 85 };
    return b->width > 1 && 100 * b->by_lane < PERCENT * b->by_row;
}

static uint64_t cost_of(struct bundles *b, uint32_t in)
{
    visit_set(b, in);
    return is_by_lane(b) ? b->by_lane : b->by_row;
}

static bool may_join(const struct bundles *b, uint32_t a, uint32_t c)
{
    const struct ir_array *one = &b->f->arrays[a], *other = &b->f->arrays[c];
    return one->components && other->components && one->elements == other->elements && !one->words &&
           !other->words && one->components + other->components <= WORDS_MOST && !b->excluded[a] &&
           !b->excluded[c];
}

/* The words of array `c` become those after array a's. */
static void join_arrays(struct bundles *b, uint32_t a, uint32_t c)
{
    struct ir_array *to = &b->f->arrays[a], *from = &b->f->arrays[c];
    uint32_t words = to->components + from->components;
    for (uint32_t i = 0; i < b->count; i++) {
        struct ir_value *v = &b->f->values[b->accesses[i].ref];
        uint32_t before = v->array == c ? to->components : 0;
        if (v->array != a && v->array != c)
            continue;
        bool exists = v->component < b->f->arrays[v->array].components;
        v->component = (uint8_t)(exists ? v->component + before : words);
        v->array = a;
    }
    to->components = words;
    from->components = 0;
}

static bool join_best(struct bundles *b)
{
    uint64_t gain = 0;
    uint32_t pair[2] = {0, 0}, count = b->f->array_count;
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t c = a + 1; c < count; c++) {
            if (!may_join(b, a, c))
                continue;
            uint64_t apart = cost_of(b, 1u << a) + cost_of(b, 1u << c),
                     together = cost_of(b, 1u << a | 1u << c);
            if (together < apart && apart - together > gain) {
                gain = apart - together;
                pair[0] = a, pair[1] = c;
            }
        }
    if (gain)
        join_arrays(b, pair[0], pair[1]);
    return gain != 0;
}

enum sm5_status ir_bundle_arrays(struct ir_function *f)
{
    struct bundles b = {.f = f};
    for (ir_ref i = 1; i < f->value_count; i++)
        if (f->values[i].kind == IR_XREAD || f->values[i].kind == IR_XWRITE)
            f->values[i].bundle = f->values[i].bundle_next = 0;
    if (!f->array_count || f->array_count > ARRAYS_MOST)
        return SM5_OK;
    b.accesses = calloc((size_t)f->value_count + 1, sizeof *b.accesses);
    if (!b.accesses)
        return SM5_ERR_MEMORY;
    visit(&b, &f->nodes[0].bodies[0], 0);
    while (join_best(&b)) {
    }
    for (uint32_t i = 0; i < f->array_count; i++) {
        visit_set(&b, 1u << i);
        f->arrays[i].by_lane = !b.excluded[i] && is_by_lane(&b);
        b.is_final = f->arrays[i].by_lane;
        if (b.is_final)
            visit_set(&b, 1u << i);
        b.is_final = false;
    }
    free(b.accesses);
    return SM5_OK;
}
