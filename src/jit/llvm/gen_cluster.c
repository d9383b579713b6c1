/* Clusters loads and stores of a list: words of one structure, as long as nothing between them may alias, and texels of one
   row of a texture. */
#include <string.h>

#include "jit/llvm/gen_memory.h"

enum { GEN_TEXEL_ROWS = 8 };

static bool is_constant(const struct gen *g, const struct ir_value *v, uint32_t arg)
{
    return gen_arg(g, v, arg)->kind == IR_CONST;
}

static bool is_single_word(const struct gen *g, const struct ir_value *v, const struct gen_place *place)
{
    return v->access == IR_STRUCTURED && (v->view != IR_NONE || gen_is_tgsm(g, v)) && !place->bytes &&
           !place->dynamic && g->f->program->decls.resources[v->slot].stride == 4;
}

/* Words i, i + 1 and so on, where i depends on memory, or lanes' numbers are apart by one that all have in common: entries
   of a table and those that follow. */
static bool find_run(const struct gen *g, const struct ir_value *v, struct gen_place *place)
{
    const struct ir_value *index = gen_value(g, place->index);
    if (index->shape != IR_VARYING || index->speculated_lanes ||
        ((v->kind == IR_STORE || gen_follows_threads(g, place->index)) &&
         !gen_has_lane_distance(g, place->index)))
        return false;
    place->terms[0] = (struct ir_term){place->index, 0, 1};
    place->count = 1;
    if (index->kind == IR_LANE && index->op == ISA_IADD && is_constant(g, index, 1)) {
        place->constant = gen_arg(g, index, 1)->word;
        place->terms[0].ref = ir_arg(g->f, index, 0);
    }
    return true;
}

static bool is_before(const struct ir_term *a, const struct ir_term *b)
{
    return a->ref < b->ref || (a->ref == b->ref && a->by < b->by);
}

static bool add_term(struct gen_place *place, struct ir_term term)
{
    unsigned at = 0;
    while (at < place->count && is_before(&place->terms[at], &term))
        at++;
    if (at < place->count && !is_before(&term, &place->terms[at])) {
        place->terms[at].factor += term.factor;
        return true;
    }
    if (place->count == GEN_PLACE_TERMS)
        return false;
    memmove(&place->terms[at + 1], &place->terms[at], (place->count++ - at) * sizeof term);
    place->terms[at] = term;
    return true;
}

static bool add_value(const struct gen *g, struct gen_place *place, ir_ref ref, uint32_t factor,
                      unsigned depth)
{
    const struct ir_value *v = gen_value(g, ref);
    struct ir_sum sum;
    if (v->kind == IR_CONST) {
        place->constant += factor * v->word;
        return true;
    }
    if (!depth || !ir_sum_of(g->f, ref, &sum))
        return add_term(place, (struct ir_term){ref, 0, factor});
    /* The terms of x + c are those of x, however deep these are. */
    bool is_added = sum.count > 1 && gen_value(g, sum.terms[1].ref)->kind == IR_CONST;
    for (unsigned i = 0; i < sum.count; i++) {
        struct ir_term term = sum.terms[i];
        term.factor *= factor;
        if (term.by ? !add_term(place, term)
                    : !add_value(g, place, term.ref, term.factor, is_added ? depth : depth - 1))
            return false;
    }
    return true;
}

/* Words 2i and 2i + 1, or 3i to 3i + 2, are one row of memory; longer rows are loaded and stored in part. Words i - 512 and
   i + 1 are loaded after one test. */
static void find_terms(const struct gen *g, const struct ir_value *v, struct gen_place *place)
{
    enum { WORDS_MOST = 256, DEPTH = 6 };
    const struct ir_value *index = gen_value(g, place->index);
    if (!is_single_word(g, v, place) || find_run(g, v, place) || index->shape != IR_AFFINE ||
        index->stride < 1 || index->stride > WORDS_MOST ||
        (index->stride == 1 && (v->kind != IR_LOAD || v->view == IR_NONE)))
        return;
    struct gen_place sum = *place;
    if (add_value(g, &sum, place->index, 1, DEPTH))
        *place = sum;
    else
        add_term(place, (struct ir_term){place->index, 0, 1});
}

/* Byte offsets that lanes have at constant distances: those of an array's elements in a structure differ by constants. */
static void find_offset_terms(const struct gen *g, const struct ir_value *v, struct gen_place *place)
{
    enum { DEPTH = 6 };
    struct gen_place sum = *place;
    if (gen_is_spread(g, v, place) && add_value(g, &sum, place->dynamic, 1, DEPTH))
        *place = sum;
}

struct gen_place gen_place_of(const struct gen *g, const struct ir_value *v)
{
    struct gen_place place = {.index = ir_arg(g->f, v, 0)};
    if (v->access == IR_STRUCTURED) {
        ir_ref offset = ir_arg(g->f, v, 1);
        if (offset && gen_value(g, offset)->kind == IR_CONST)
            place.added = gen_value(g, offset)->word & ~3u;
        else
            place.dynamic = offset;
    } else if (v->access == IR_RAW) {
        const struct ir_value *address = gen_value(g, place.index);
        const struct ir_value *added = address->count == 2 ? gen_arg(g, address, 1) : NULL;
        if (address->kind == IR_LANE && address->op == ISA_IADD && added->kind == IR_CONST &&
            !(added->word & 3)) {
            place.index = ir_arg(g->f, address, 0);
            place.added = added->word;
        }
    }
    place.bytes = place.added + 4u * v->component;
    if (place.dynamic)
        find_offset_terms(g, v, &place);
    else
        find_terms(g, v, &place);
    return place;
}

bool gen_is_tgsm(const struct gen *g, const struct ir_value *v)
{
    return g->f->program->decls.resources[v->slot].file == ISA_FILE_TGSM;
}

/* A constant byte offset past the stride: the word does not exist (address.h). Lowering drops those that
   it sees; others appear when phis turn out to be constants. */
bool gen_is_outside(const struct gen *g, const struct ir_value *v)
{
    ir_ref offset = v->access == IR_STRUCTURED ? ir_arg(g->f, v, 1) : 0;
    if (!offset || gen_value(g, offset)->kind != IR_CONST)
        return false;
    uint64_t end = (uint64_t)(gen_value(g, offset)->word & ~3u) + 4u * v->component + 4;
    return end > g->f->program->decls.resources[v->slot].stride;
}

static bool same_memory(const struct gen *g, const struct ir_value *a, const struct ir_value *b)
{
    if (a->slot == b->slot)
        return true;
    return g->f->alias && !gen_is_tgsm(g, a) && !gen_is_tgsm(g, b);
}

static bool same_terms(const struct gen_place *a, const struct gen_place *b)
{
    bool same = a->count == b->count;
    for (unsigned i = 0; same && i < a->count; i++)
        same = a->terms[i].ref == b->terms[i].ref && a->terms[i].by == b->terms[i].by &&
               a->terms[i].factor == b->terms[i].factor;
    return same;
}

/* Words that a cluster of rows may span. */
static int32_t span_of(const struct gen *g, const struct gen_place *place)
{
    enum { ROWS_APART = 1 << 24 };
    const struct ir_value *index = gen_value(g, place->index);
    return index->shape != IR_AFFINE ? GEN_RUN : index->stride == 1 ? ROWS_APART : index->stride;
}

/* Words of one structure of `stride` words, as find_terms sees it. */
static bool same_row(const struct gen *g, const struct gen_place *a, const struct gen_place *b)
{
    if (!a->count || a->dynamic || b->dynamic || !same_terms(a, b))
        return false;
    int32_t span = span_of(g, a), distance = (int32_t)(a->constant - b->constant);
    return distance < span && distance > -span;
}

/* Words of one structure at different offsets, as find_offset_terms sees it. */
static bool same_offsets(const struct gen *g, const struct ir_value *v, const struct gen_place *a,
                         const struct gen_place *b)
{
    int32_t stride = (int32_t)g->f->program->decls.resources[v->slot].stride,
            distance = (int32_t)(a->constant - b->constant);
    return a->index == b->index && a->dynamic && b->dynamic && a->count && same_terms(a, b) &&
           distance % 4 == 0 && distance < stride && distance > -stride;
}

/* An access, with its place, which takes long to find. */
struct placed {
    const struct ir_value *v;
    struct gen_place place;
};

static struct placed place_value(const struct gen *g, const struct ir_value *v)
{
    return (struct placed){v, gen_place_of(g, v)};
}

static bool same_structure(const struct gen *g, const struct placed *p, const struct placed *q)
{
    const struct ir_value *a = p->v, *b = q->v;
    if (a->slot != b->slot || a->view != b->view || a->access != b->access || a->access == IR_TYPED)
        return false;
    if (a->view == IR_NONE && !gen_is_tgsm(g, a))
        return false;
    return (p->place.index == q->place.index && p->place.dynamic == q->place.dynamic) ||
           same_row(g, &p->place, &q->place) || same_offsets(g, a, &p->place, &q->place);
}

bool gen_same_structure(const struct gen *g, const struct ir_value *a, const struct ir_value *b)
{
    struct placed p = place_value(g, a), q = place_value(g, b);
    return same_structure(g, &p, &q);
}

/* Stores of all lanes to words of a g# that are known for every thread, at the same distance in all warps: together they may
   fill whole vectors, as those of a butterfly do. */
static bool same_cells(const struct gen *g, const struct ir_value *a, const struct ir_value *b)
{
    const struct ir_cells *p = a->cells, *q = b->cells;
    if (a->kind != IR_STORE || b->kind != IR_STORE || a->slot != b->slot || !gen_is_tgsm(g, a) || !p || !q ||
        !p->is_regular || !q->is_regular)
        return false;
    int32_t distance = (int32_t)(q->bases[0] - p->bases[0]), most = (int32_t)(IR_WINDOW * g->lanes);
    bool same = distance < most && distance > -most;
    for (uint32_t i = 0; i < g->lanes && same; i++)
        same = p->uses[i] && q->uses[i];
    for (uint32_t i = 0; i < g->warps && same; i++)
        same = p->runs[i] && q->runs[i] && (int32_t)(q->bases[i] - p->bases[i]) == distance;
    return same;
}

static bool is_clustered(const struct gen *g, const struct placed *a, const struct placed *b)
{
    return same_structure(g, a, b) || same_cells(g, a->v, b->v);
}

/* ---- texels ---- */

struct texels {
    ir_ref first, last;
    struct ir_texel_access at; /* of the first one */
    struct gen_place column;
    int32_t low, high; /* columns, counted from the first one's */
    uint32_t count;
};

/* Columns x * stride + 0 to stride - 1 of a t# are one row of memory. */
static bool find_column(const struct gen *g, const struct ir_value *v, struct ir_texel_access *at,
                        struct gen_place *column)
{
    enum { DEPTH = 6 };
    enum jit_texel texel = gen_texel_kind(g, v);
    *column = (struct gen_place){0};
    if (g->f->alias || v->stream || texel == JIT_TEXEL_HELP || jit_texel_is_narrow(texel) ||
        g->f->program->decls.resources[v->slot].file != ISA_FILE_SRV || !ir_texel_access(g->f, v, at) ||
        at->stride < 2 || at->stride * gen_texel_words(texel) > GEN_CLUSTER || ir_is_texel_speculated(at))
        return false;
    column->constant = (uint32_t)at->offset[0];
    return add_value(g, column, at->coords[0], 1, DEPTH);
}

static bool same_row_of_texels(const struct gen *g, const struct texels *texels, const struct ir_value *v,
                               const struct ir_texel_access *at, const struct gen_place *column)
{
    const struct ir_value *first = gen_value(g, texels->first);
    const struct ir_texel_access *own = &texels->at;
    return first->slot == v->slot && first->view == v->view && same_terms(&texels->column, column) &&
           own->stride == at->stride && own->coords[1] == at->coords[1] && own->coords[2] == at->coords[2] &&
           own->offset[1] == at->offset[1] && own->offset[2] == at->offset[2];
}

int32_t gen_texel_distance(const struct gen *g, ir_ref from, ir_ref to)
{
    struct ir_texel_access at;
    struct gen_place columns[2];
    find_column(g, gen_value(g, from), &at, &columns[0]);
    find_column(g, gen_value(g, to), &at, &columns[1]);
    return (int32_t)(columns[1].constant - columns[0].constant);
}

static void join_texels(struct gen *g, struct texels open[GEN_TEXEL_ROWS], ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    struct ir_texel_access at;
    struct gen_place column;
    g->slots[ref].leader = ref;
    g->slots[ref].next = 0; /* the list's code may be emitted twice */
    if (!find_column(g, v, &at, &column))
        return;
    for (uint32_t i = 0; i < GEN_TEXEL_ROWS && open[i].first; i++) {
        struct texels *texels = &open[i];
        if (!same_row_of_texels(g, texels, v, &at, &column))
            continue;
        int32_t distance = (int32_t)(column.constant - texels->column.constant);
        int32_t low = distance < texels->low ? distance : texels->low;
        int32_t high = distance > texels->high ? distance : texels->high;
        if ((int64_t)high - low >= (int32_t)at.stride || texels->count == GEN_TEXELS)
            continue;
        g->slots[texels->last].next = ref;
        g->slots[ref].leader = texels->first;
        texels->last = ref;
        texels->count++;
        texels->low = low;
        texels->high = high;
        return;
    }
    memmove(open + 1, open, (GEN_TEXEL_ROWS - 1) * sizeof *open);
    open[0] = (struct texels){.first = ref, .last = ref, .at = at, .column = column, .count = 1};
}

/* ---- words ---- */

struct open_cluster {
    ir_ref first, last;
    struct placed leader; /* the first one */
    uint32_t count;
    int32_t low, high; /* words of rows, counted from the first one's */
    bool is_store;
};

struct clusters {
    struct gen *g;
    struct open_cluster open[32]; /* the one that was joined last is last; a stencil in 3D has 16 rows */
    uint32_t count;
    struct placed fetched[32]; /* rows whose lines ahead are */
    uint32_t fetched_count;
};

static void close_cluster(struct clusters *c, uint32_t i)
{
    memmove(&c->open[i], &c->open[i + 1], (--c->count - i) * sizeof *c->open);
}

/* Closes the clusters that may not move across an access to the same memory: loads across stores, stores
   across both. */
static void close_conflicts(struct clusters *c, const struct placed *p, bool is_store)
{
    for (uint32_t i = c->count; i-- > 0;) {
        const struct open_cluster *open = &c->open[i];
        bool conflicts = (is_store || open->is_store) && same_memory(c->g, open->leader.v, p->v);
        if (conflicts && !(open->is_store == is_store && is_clustered(c->g, &open->leader, p)))
            close_cluster(c, i);
    }
}

/* Of stores that same_cells holds for. */
static bool same_words(const struct gen *g, const struct ir_cells *a, const struct ir_cells *b)
{
    for (uint32_t i = 0; i < g->lanes; i++)
        for (uint32_t k = 0; k < g->lanes; k++)
            if (a->bases[0] + (uint32_t)a->offsets[i] == b->bases[0] + (uint32_t)b->offsets[k])
                return true;
    return false;
}

static bool holds_word(const struct clusters *c, const struct open_cluster *open, const struct placed *p)
{
    const struct gen_place *place = &p->place;
    for (ir_ref at = open->first; at; at = c->g->slots[at].next) {
        struct placed member = place_value(c->g, gen_value(c->g, at));
        bool same = same_structure(c->g, &member, p)
                        ? member.place.bytes + member.place.constant == place->bytes + place->constant
                        : same_words(c->g, member.v->cells, p->v->cells);
        if (same)
            return true;
    }
    return false;
}

/* A row before it in the list begins less than a line from it. */
static bool is_fetched(struct clusters *c, const struct placed *p)
{
    enum { LINE_WORDS = GEN_LINE / 4 };
    if (!p->place.count)
        return false;
    for (uint32_t i = 0; i < c->fetched_count; i++) {
        const struct placed *row = &c->fetched[i];
        int32_t distance = (int32_t)(p->place.constant - row->place.constant);
        if (row->v->slot == p->v->slot && same_terms(&row->place, &p->place) && distance < LINE_WORDS &&
            distance > -LINE_WORDS)
            return true;
    }
    if (c->fetched_count < sizeof c->fetched / sizeof c->fetched[0])
        c->fetched[c->fetched_count++] = *p;
    return false;
}

/* Rows that are too far apart are not one row of memory, nor any two of them. */
static bool widen(const struct gen *g, struct open_cluster *open, const struct placed *p)
{
    const struct gen_place *first = &open->leader.place;
    if (!same_row(g, first, &p->place))
        return true;
    int32_t distance = (int32_t)(p->place.constant - first->constant);
    open->low = distance < open->low ? distance : open->low;
    open->high = distance > open->high ? distance : open->high;
    return open->high - open->low < span_of(g, first);
}

static void open_cluster(struct clusters *c, ir_ref ref, const struct placed *p, bool is_store)
{
    c->g->slots[ref].is_fetched = !is_store && is_fetched(c, p);
    if (c->count == sizeof c->open / sizeof c->open[0])
        close_cluster(c, 0);
    c->open[c->count++] =
        (struct open_cluster){.first = ref, .last = ref, .leader = *p, .count = 1, .is_store = is_store};
}

static void join(struct clusters *c, ir_ref ref, bool is_store)
{
    struct gen *g = c->g;
    struct placed p = place_value(g, gen_value(g, ref));
    close_conflicts(c, &p, is_store);
    g->slots[ref].leader = ref;
    g->slots[ref].next = 0; /* the list's code may be emitted twice */
    for (uint32_t i = 0; i < c->count; i++) {
        struct open_cluster open = c->open[i];
        if (open.is_store != is_store || !is_clustered(g, &open.leader, &p))
            continue;
        bool is_near = widen(g, &open, &p);
        if (!is_near && !is_store)
            continue;
        close_cluster(c, i);
        if (!is_near || open.count == GEN_CLUSTER || (is_store && holds_word(c, &open, &p)))
            break;
        g->slots[open.last].next = ref;
        for (ir_ref at = open.first; is_store && at; at = g->slots[at].next)
            g->slots[at].leader = ref; /* at most GEN_CLUSTER steps */
        g->slots[ref].leader = is_store ? ref : open.first;
        g->slots[ref].first = open.first;
        open.last = ref;
        open.count++;
        c->open[c->count++] = open;
        return;
    }
    open_cluster(c, ref, &p, is_store);
}

void gen_cluster(struct gen *g, const struct ir_list *list)
{
    struct clusters c = {.g = g};
    struct texels texels[GEN_TEXEL_ROWS] = {{0}};
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t item = list->items[i];
        if (item & IR_NODE_BIT) {
            c.count = c.fetched_count = 0;
            memset(texels, 0, sizeof texels);
            continue;
        }
        const struct ir_value *v = gen_value(g, item);
        switch (v->kind) {
        case IR_TEXTURE: join_texels(g, texels, item); break;
        case IR_LOAD:
        case IR_STORE:
            if (!gen_is_outside(g, v) && !v->is_folded)
                join(&c, item, v->kind == IR_STORE);
            break;
        case IR_TEXEL: close_conflicts(&c, &(struct placed){.v = v}, false); break;
        case IR_STORE_TEXEL: close_conflicts(&c, &(struct placed){.v = v}, true); break;
        case IR_ATOMIC:
        case IR_TEXTURE_WRITE:
        case IR_COUNTER:
        case IR_SYNC:
        case IR_FAULT: c.count = 0; break;
        default: break;
        }
    }
}
