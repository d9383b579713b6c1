/* Prefetches of what the next group accesses: hardware prefetchers follow rows, not the distance between the rows of a group,
   nor the order in which the warps of a group visit a row. */
#include "jit/llvm/gen_memory.h"

enum { LINE = GEN_LINE, FAR = 1024, MOST = 1 << 20 };

bool gen_fills_cache(const struct gen *g)
{
    enum { BYTES = 24 << 10 };
    uint64_t words = 0;
    for (ir_ref i = 1; i < g->f->value_count; i++) {
        const struct ir_value *v = gen_value(g, i);
        bool is_row = v->kind == IR_LOAD && v->level == IR_WARP && !gen_is_tgsm(g, v) &&
                      gen_value(g, ir_arg(g->f, v, 0))->has_step;
        words += is_row ? g->threads : 0;
    }
    return g->group[1] * g->group[2] == 1 && 4 * words > BYTES;
}

/* Groups of several rows of a picture visit a few bytes of each: the next groups' are near, but the rows are too many, or
   too far apart, for the prefetchers. */
static int64_t near_ahead(const struct gen *g, int64_t ahead)
{
    enum { NEAR = 128 }; /* farther away is past the end of many rows */
    int64_t least = ahead < LINE ? LINE : NEAR;
    return g->group[1] * g->group[2] > 1 ? (least + ahead - 1) / ahead * ahead : 0;
}

int64_t gen_access_ahead(const struct access *a)
{
    const struct gen *g = a->g;
    const struct ir_value *index = gen_value(g, a->index);
    int64_t ahead = (int64_t)index->step * a->stride;
    if (!index->has_step || ahead <= 0 || ahead > MOST || gen_is_tgsm(g, a->v))
        return 0;
    if (ahead >= FAR)
        return g->fills_cache ? 0 : ahead;
    return near_ahead(g, ahead);
}

/* ---- distances computed at run time, and those of addresses in loops ---- */

/* What an address grows with: the iterations of a loop, or, with `loop` NULL, groups in x. */
struct growth {
    struct gen *g;
    const struct ir_node *loop;
};

static LLVMValueRef find_growth(const struct growth *w, ir_ref ref, unsigned depth);

/* A product's other factor is used only if it is available wherever the address is. */
static LLVMValueRef term_growth(const struct growth *w, const struct ir_term *term, unsigned depth)
{
    struct gen *g = w->g;
    LLVMValueRef growth = find_growth(w, term->ref, depth);
    ir_ref by = term->by;
    if (!growth && by) {
        growth = find_growth(w, by, depth);
        by = term->ref;
    }
    if (!growth || (by && gen_value(g, by)->level == IR_WARP))
        return NULL;
    return LLVMBuildMul(g->b, growth, by ? gen_clean(g, by) : gen_i32(g, term->factor), "");
}

static bool is_header(const struct ir_node *loop, ir_ref phi)
{
    for (uint32_t i = 0; i < loop->headers.count; i++)
        if (loop->headers.items[i] == phi)
            return true;
    return false;
}

/* Its first arg is computed before the loop. */
static bool is_any_header(const struct gen *g, ir_ref phi)
{
    for (const struct gen_region *region = g->region; region; region = region->outer)
        if (is_header(&g->f->nodes[region->node], phi))
            return true;
    return false;
}

/* What an iteration adds to a loop's variable: a constant, or a number that all groups have in common. */
static LLVMValueRef loop_step(struct gen *g, ir_ref phi)
{
    struct ir_sum sum;
    if (!ir_sum_of(g->f, ir_arg(g->f, gen_value(g, phi), 1), &sum) || sum.count != 2)
        return NULL;
    bool is_first = sum.terms[0].ref == phi;
    const struct ir_term *kept = &sum.terms[!is_first], *added = &sum.terms[is_first];
    if (kept->ref != phi || kept->by || kept->factor != 1 || added->by ||
        gen_value(g, added->ref)->level != IR_DISPATCH)
        return NULL;
    return LLVMBuildMul(g->b, gen_clean(g, added->ref), gen_i32(g, added->factor), "");
}

static LLVMValueRef phi_growth(const struct growth *w, ir_ref phi, unsigned depth)
{
    if (w->loop)
        return is_header(w->loop, phi) ? loop_step(w->g, phi) : NULL;
    bool is_outer = is_any_header(w->g, phi);
    return is_outer ? find_growth(w, ir_arg(w->g->f, gen_value(w->g, phi), 0), depth - 1) : NULL;
}

/* The growth of a value, a scalar; NULL: none, as far as is known. A prefetch may be of any address, so that growth that is not
   found may be ignored. */
static LLVMValueRef find_growth(const struct growth *w, ir_ref ref, unsigned depth)
{
    struct gen *g = w->g;
    const struct ir_value *v = gen_value(g, ref);
    struct ir_sum sum;
    if (!w->loop && v->has_step)
        return v->step ? gen_i32(g, (uint32_t)v->step) : NULL;
    if (depth == 0)
        return NULL;
    if (v->kind == IR_PHI)
        return phi_growth(w, ref, depth);
    if (!ir_sum_of(g->f, ref, &sum))
        return NULL;
    LLVMValueRef growth = term_growth(w, &sum.terms[0], depth - 1);
    LLVMValueRef added = sum.count > 1 ? term_growth(w, &sum.terms[1], depth - 1) : NULL;
    return growth && added ? LLVMBuildAdd(g->b, growth, added, "") : growth ? growth : added;
}

/* Not next to what this group accesses. */
static bool is_far(const struct access *a, LLVMValueRef growth)
{
    int64_t elements = LLVMConstIntGetSExtValue(growth), bytes = elements * a->stride;
    int64_t own = (int64_t)gen_value(a->g, a->index)->stride * a->g->group[0];
    return elements > own && bytes >= FAR && bytes <= MOST;
}

enum { DEPTH = 6 };

/* So many times the growth, in bytes; NULL: not far. */
static LLVMValueRef distance_of(const struct access *a, LLVMValueRef growth, uint32_t times)
{
    struct gen *g = a->g;
    if (!growth || (LLVMIsConstant(growth) && !is_far(a, growth)))
        return NULL;
    uint64_t each = (uint64_t)times * a->stride;
    return LLVMBuildMul(g->b, LLVMBuildSExt(g->b, growth, g->i64, ""), gen_i64(g, each), "");
}

/* To the next group's row. NULL: none, or gen_access_ahead has it. */
static LLVMValueRef group_distance(const struct access *a)
{
    const struct growth groups = {.g = a->g};
    bool may_grow = a->index && !gen_value(a->g, a->index)->has_step && !gen_is_tgsm(a->g, a->v);
    return may_grow ? distance_of(a, find_growth(&groups, a->index, DEPTH), 1) : NULL;
}

const struct ir_node *gen_inner_loop(const struct gen *g)
{
    const struct gen_region *region = g->region;
    while (region && g->f->nodes[region->node].kind != IR_LOOP)
        region = region->outer;
    return region ? &g->f->nodes[region->node] : NULL;
}

/* Of threads and groups, that a value is computed of: a bit for each axis. */
static unsigned axes_of(const struct gen *g, ir_ref ref, unsigned depth)
{
    const struct ir_value *v = gen_value(g, ref);
    if (v->kind == IR_SYSTEM)
        return v->system < IR_LOCAL_X ? 1u << v->system % 3 : 0;
    unsigned axes = 0;
    for (uint32_t i = 0; depth && v->kind != IR_LOAD && i < v->count; i++)
        axes |= axes_of(g, ir_arg(g->f, v, i), depth - 1);
    return axes;
}

unsigned gen_axes(const struct gen *g)
{
    unsigned axes = 0;
    for (ir_ref ref = 1; ref < g->f->value_count; ref++)
        axes |= axes_of(g, ref, 0);
    return axes;
}

/* As the tiles of a product of matrices, which all groups of a row or of a column read: the caches hold them. */
static bool is_shared_by_groups(const struct access *a)
{
    return axes_of(a->g, a->index, DEPTH) != a->g->axes;
}

/* To the row of an iteration to come. NULL: none. */
static LLVMValueRef loop_distance(const struct access *a)
{
    enum { ITERATIONS = 4 };
    const struct growth loop = {.g = a->g, .loop = gen_inner_loop(a->g)};
    if (!loop.loop || !a->index || gen_is_tgsm(a->g, a->v) || (loop.loop->barrier && is_shared_by_groups(a)))
        return NULL;
    return distance_of(a, find_growth(&loop, a->index, DEPTH), ITERATIONS);
}

/* ---- rows ---- */

static void fetch(struct access *a, LLVMValueRef pointer, LLVMValueRef distance, uint32_t step)
{
    enum { LINES_MOST = 16 };
    struct gen *g = a->g;
    uint32_t lines = (step * g->lanes * 4 + LINE - 1) / LINE;
    int64_t ahead = distance ? 0 : gen_access_ahead(a);
    if ((!distance && !ahead) || lines > LINES_MOST)
        return;
    if (distance)
        pointer = gen_offset(g, pointer, distance);
    for (uint32_t i = 0; i < lines; i++)
        gen_prefetch(g, pointer, (uint64_t)ahead + (uint64_t)i * LINE);
}

void gen_fetch_ahead(struct access *a, LLVMValueRef pointer, uint32_t step)
{
    LLVMValueRef distance = loop_distance(a);
    fetch(a, pointer, distance ? distance : group_distance(a), step);
}

void gen_fetch_next(const struct gen *g, LLVMValueRef pointer, int64_t apart)
{
    int64_t next = apart * g->group[0], ahead = next > 0 && next <= MOST ? near_ahead(g, next) : 0;
    for (int64_t i = 0; ahead && i < apart * g->lanes; i += LINE)
        gen_prefetch(g, pointer, (uint64_t)(ahead + i));
}
