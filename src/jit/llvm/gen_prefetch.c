/* Prefetches of what the next group accesses: hardware prefetchers follow rows, not the distance between the rows of a group,
   nor the order in which the warps of a group visit a row. */
#include "jit/llvm/gen_memory.h"

enum { LINE = 64, FAR = 1024, MOST = 1 << 20 };

/* Groups of several rows of a picture visit a few bytes of each: the next groups' are near, but the rows are too many, or
   too far apart, for the prefetchers. */
int64_t gen_access_ahead(const struct access *a)
{
    enum { NEAR = 256 };
    const struct gen *g = a->g;
    const struct ir_value *index = gen_value(g, a->index);
    int64_t ahead = (int64_t)index->step * a->stride;
    if (!index->has_step || ahead < LINE || ahead > MOST || gen_is_tgsm(g, a->v))
        return 0;
    if (ahead >= FAR)
        return ahead;
    return g->group[1] * g->group[2] > 1 ? (NEAR + ahead - 1) / ahead * ahead : 0;
}

/* ---- distances computed at run time, and those of addresses in loops ---- */

static LLVMValueRef find_growth(struct gen *g, ir_ref ref, unsigned depth);

/* A product's other factor is used only if it is available wherever the address is. */
static LLVMValueRef term_growth(struct gen *g, const struct ir_term *term, unsigned depth)
{
    LLVMValueRef growth = find_growth(g, term->ref, depth);
    ir_ref by = term->by;
    if (!growth && by) {
        growth = find_growth(g, by, depth);
        by = term->ref;
    }
    if (!growth || (by && gen_value(g, by)->level == IR_WARP))
        return NULL;
    return LLVMBuildMul(g->b, growth, by ? gen_clean(g, by) : gen_i32(g, term->factor), "");
}

/* Its first arg is computed before the loop. */
static bool is_header(const struct gen *g, ir_ref phi)
{
    for (const struct gen_region *region = g->region; region; region = region->outer) {
        const struct ir_node *node = &g->f->nodes[region->node];
        for (uint32_t i = 0; i < node->headers.count; i++)
            if (node->headers.items[i] == phi)
                return true;
    }
    return false;
}

/* The growth of a value from group to group in x, a scalar; NULL: none, as far as is known. A prefetch may be of any address, so
   that what iterations add may be ignored. */
static LLVMValueRef find_growth(struct gen *g, ir_ref ref, unsigned depth)
{
    const struct ir_value *v = gen_value(g, ref);
    struct ir_sum sum;
    if (v->has_step)
        return v->step ? gen_i32(g, (uint32_t)v->step) : NULL;
    if (depth == 0)
        return NULL;
    if (v->kind == IR_PHI)
        return is_header(g, ref) ? find_growth(g, ir_arg(g->f, v, 0), depth - 1) : NULL;
    if (!ir_sum_of(g->f, ref, &sum))
        return NULL;
    LLVMValueRef growth = term_growth(g, &sum.terms[0], depth - 1);
    LLVMValueRef added = sum.count > 1 ? term_growth(g, &sum.terms[1], depth - 1) : NULL;
    return growth && added ? LLVMBuildAdd(g->b, growth, added, "") : growth ? growth : added;
}

/* Not next to what this group accesses. */
static bool is_far(const struct access *a, LLVMValueRef growth)
{
    int64_t elements = LLVMConstIntGetSExtValue(growth), bytes = elements * a->stride;
    int64_t own = (int64_t)gen_value(a->g, a->index)->stride * a->g->group[0];
    return elements > own && bytes >= FAR && bytes <= MOST;
}

/* In bytes. NULL: none, or gen_access_ahead has it. */
static LLVMValueRef find_distance(struct access *a)
{
    enum { DEPTH = 6 };
    struct gen *g = a->g;
    bool may_grow = a->index && !gen_value(g, a->index)->has_step && !gen_is_tgsm(g, a->v);
    LLVMValueRef growth = may_grow ? find_growth(g, a->index, DEPTH) : NULL;
    if (!growth || (LLVMIsConstant(growth) && !is_far(a, growth)))
        return NULL;
    return LLVMBuildMul(g->b, LLVMBuildSExt(g->b, growth, g->i64, ""), gen_i64(g, a->stride), "");
}

/* ---- rows ---- */

static void fetch(struct access *a, LLVMValueRef pointer, LLVMValueRef distance, uint32_t step)
{
    enum { LINES_MOST = 16 };
    struct gen *g = a->g;
    uint32_t lines = step == 1 ? 1 : step * g->lanes * 4 / LINE;
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
    fetch(a, pointer, find_distance(a), step);
}

void gen_fetch_for_store(struct access *a, LLVMValueRef pointer, uint32_t step)
{
    LLVMValueRef distance = find_distance(a);
    if (distance)
        fetch(a, pointer, distance, step);
}
