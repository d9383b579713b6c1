/* Loads whose lanes' words are near each other in any order: mirrored, upsampled, exchanged and clamped elements. Windows of
   as many words as the warp has lanes are loaded and permuted, which is several times as fast as a gather. */
#include "jit/llvm/gen_memory.h"

enum { DEPTH = 12 };

/* One window. Only for addresses that do not depend on memory: those that do are anywhere, and the test would be lost. */

static bool follows(const struct gen *g, ir_ref ref, unsigned depth)
{
    const struct ir_value *v = gen_value(g, ref);
    const struct ir_value *op = v->kind == IR_PART ? gen_arg(g, v, 0) : v;
    if (v->shape == IR_AFFINE || v->kind == IR_SYSTEM)
        return true;
    bool all = op->kind == IR_LANE && depth > 0;
    for (uint32_t i = 0; i < op->count && all; i++)
        all = follows(g, ir_arg(g->f, op, i), depth - 1);
    return all;
}

bool gen_follows_threads(const struct gen *g, ir_ref ref)
{
    return follows(g, ref, DEPTH);
}

/* Results rise or fall as the one arg that differs by lane does, until they wrap around. */
static bool keeps_order(uint16_t op)
{
    if (op >= IR_MODIFIER || isa_has(op, ISA_RANGE_ANY)) /* masks */
        return true;
    enum isa_group group = isa_op(op)->group;
    return group == ISA_GROUP_FLOAT || group == ISA_GROUP_CONVERT || group == ISA_GROUP_INTEGER;
}

/* The lowest number is lane 0's or the last lane's, in most warps, as of what is computed of one number that differs by lane. Remainders
   are not: rows are in more than one window. */
static bool is_monotone(const struct gen *g, ir_ref ref, unsigned depth)
{
    const struct ir_value *v = gen_value(g, ref);
    const struct ir_value *op = v->kind == IR_PART ? gen_arg(g, v, 0) : v;
    bool is_remainder = v->kind == IR_PART && op->op == ISA_UDIV && v->part == 1;
    if (v->shape == IR_AFFINE)
        return true;
    bool all = op->kind == IR_LANE && depth > 0 && !is_remainder && keeps_order(op->op);
    for (uint32_t i = 0; i < op->count && all; i++)
        all = is_monotone(g, ir_arg(g->f, op, i), depth - 1);
    return all;
}

/* The window's first word. Where it is one end's, but not the least, others are outside of the window. */
static LLVMValueRef least(struct gen *g, ir_ref index, LLVMValueRef words, LLVMValueRef exists)
{
    if (is_monotone(g, index, DEPTH)) {
        LLVMValueRef ends[] = {LLVMBuildExtractElement(g->b, words, gen_i32(g, 0), ""),
                               LLVMBuildExtractElement(g->b, words, gen_i32(g, g->lanes - 1), "")};
        return gen_intrinsic(g, "llvm.umin", g->i32, ends, 2);
    }
    LLVMValueRef known = LLVMBuildSelect(g->b, exists, words, gen_splat_word(g, UINT32_MAX), "");
    return gen_intrinsic(g, "llvm.vector.reduce.umin", g->words, &known, 1);
}

static LLVMValueRef in_window(const struct gen *g, LLVMValueRef distances)
{
    return LLVMBuildICmp(g->b, LLVMIntULT, distances, gen_splat_word(g, g->lanes), "");
}

/* Every lane's word is `near`, or does not exist. */
static LLVMValueRef every_near(struct gen *g, LLVMValueRef near, LLVMValueRef exists)
{
    return gen_every(g, LLVMBuildOr(g->b, near, LLVMBuildNot(g->b, exists, ""), ""));
}

/* The window from word `first` on ends in the view. */
static LLVMValueRef ends_inside(struct access *a, LLVMValueRef first)
{
    struct gen *g = a->g;
    LLVMBuilderRef b = g->b;
    LLVMValueRef end = LLVMBuildAdd(b, LLVMBuildZExt(b, first, g->i64, ""), gen_i64(g, g->lanes), "");
    LLVMValueRef words = LLVMBuildLShr(g->entry, a->view.bytes, gen_i64(g, 2), "");
    return LLVMBuildICmp(b, LLVMIntULE, end, words, "");
}

static LLVMValueRef load_window(struct access *a, LLVMValueRef first)
{
    struct gen *g = a->g;
    LLVMValueRef at = LLVMBuildZExt(g->b, first, g->i64, "");
    return gen_load(g, g->words, LLVMBuildGEP2(g->b, g->i32, a->view.base, &at, 1, ""), 4);
}

/* Ends the path on which the lanes' words are those of `window` that exist; gathers them on the other, from block `lanes` on. */
static void gather_else(struct access *a, LLVMValueRef window, LLVMValueRef exists, struct gen_join *join,
                        LLVMBasicBlockRef lanes)
{
    struct gen *g = a->g;
    LLVMValueRef loaded = LLVMBuildSelect(g->b, exists, window, LLVMConstNull(g->words), "");
    gen_join_path(g, join, &loaded, 1);
    gen_at(g, lanes);
    gen_gather(a, a->values);
    gen_join_path(g, join, a->values, 1);
    gen_join_end(g, join, a->values, 1);
}

/* In loops the number of consecutive misses is counted. After MISSES_MOST the test is skipped, because it takes as long as the gather. */
struct search {
    LLVMValueRef variable, misses; /* NULL: not in a loop */
};

static struct search begin_search(struct gen *g, LLVMBasicBlockRef lanes)
{
    enum { MISSES_MOST = 4 };
    struct search search = {NULL, NULL};
    if (!gen_inner_loop(g))
        return search;
    LLVMBasicBlockRef test = gen_block(g, "search");
    search.variable = gen_variable(g, g->i32, "misses");
    LLVMBuildStore(g->entry, gen_i32(g, 0), search.variable);
    search.misses = LLVMBuildLoad2(g->b, g->i32, search.variable, "");
    LLVMValueRef is_lost = LLVMBuildICmp(g->b, LLVMIntUGE, search.misses, gen_i32(g, MISSES_MOST), "");
    LLVMBuildCondBr(g->b, is_lost, lanes, test);
    gen_at(g, test);
    return search;
}

/* The builder continues where there is a window. */
static void end_search(struct gen *g, const struct search *search, LLVMValueRef found,
                       LLVMBasicBlockRef lanes)
{
    LLVMBasicBlockRef in = gen_block(g, "window"), miss = search->variable ? gen_block(g, "miss") : lanes;
    LLVMBuildCondBr(g->b, found, in, miss);
    if (search->variable) {
        gen_at(g, miss);
        LLVMBuildStore(g->b, LLVMBuildAdd(g->b, search->misses, gen_i32(g, 1), ""), search->variable);
        LLVMBuildBr(g->b, lanes);
    }
    gen_at(g, in);
    if (search->variable)
        LLVMBuildStore(g->b, gen_i32(g, 0), search->variable);
}

static void search_word(struct access *a)
{
    struct gen *g = a->g;
    LLVMValueRef exists, words = gen_bounds_words(a, 0, &exists);
    LLVMBasicBlockRef lanes = gen_block(g, "lanes");
    struct gen_join join = {.block = gen_block(g, "loaded")};
    struct search search = begin_search(g, lanes);
    LLVMValueRef first = least(g, a->index, words, exists);
    LLVMValueRef distances = LLVMBuildSub(g->b, words, gen_splat(g, first), "");
    LLVMValueRef near = every_near(g, in_window(g, distances), exists);
    end_search(g, &search, LLVMBuildAnd(g->b, near, ends_inside(a, first), ""), lanes);
    gather_else(a, gen_target_permute(g, load_window(a, first), distances), exists, &join, lanes);
}

/* A structure's number as a sum. */
struct sum {
    LLVMValueRef uniform; /* NULL: 0 */
    ir_ref varying;
};

static struct sum sum_of(struct gen *g, ir_ref index)
{
    struct sum sum = {.varying = index};
    for (const struct ir_value *v = gen_value(g, index); v->kind == IR_LANE && v->op == ISA_IADD;
         v = gen_value(g, sum.varying)) {
        unsigned side = ir_is_uniform(gen_arg(g, v, 1)) ? 1 : 0;
        ir_ref uniform = ir_arg(g->f, v, side);
        if (!ir_is_uniform(gen_value(g, uniform)))
            break;
        LLVMValueRef term = gen_clean(g, uniform);
        sum.uniform = sum.uniform ? LLVMBuildAdd(g->b, sum.uniform, term, "") : term;
        sum.varying = ir_arg(g->f, v, !side);
    }
    return sum;
}

/* Where the same number is added to all lanes' places, as in `in[place[i] - k]` and `in[row + place[i]]`, their distances, and the test
   whether they are in one window, follow the places: before a loop, and once for several rows. */
static void load_word(struct access *a)
{
    struct gen *g = a->g;
    struct sum sum = {.uniform = NULL};
    if (!a->is_raw && a->stride == 4 && !a->is_texel)
        sum = sum_of(g, a->index);
    if (!sum.uniform) {
        search_word(a);
        return;
    }
    LLVMValueRef places = gen_clean_vector(g, sum.varying);
    LLVMBuilderRef kept = gen_begin_after(g, places);
    LLVMValueRef first = least(g, sum.varying, places, g->all);
    LLVMValueRef distances = LLVMBuildSub(g->b, places, gen_splat(g, first), "");
    LLVMValueRef near = gen_every(g, in_window(g, distances));
    g->b = kept;
    first = LLVMBuildAdd(g->b, first, sum.uniform, "");
    LLVMBasicBlockRef in = gen_block(g, "window"), lanes = gen_block(g, "lanes");
    struct gen_join join = {.block = gen_block(g, "loaded")};
    LLVMValueRef exist = gen_bounds_reach(a, first, gen_i64(g, g->lanes - 1));
    gen_branch_likely(g, LLVMBuildAnd(g->b, near, exist, ""), in, lanes);
    gen_at(g, in);
    LLVMValueRef loaded = gen_target_permute(g, load_window(a, first), distances);
    gen_join_path(g, &join, &loaded, 1);
    gen_at(g, lanes);
    gen_gather(a, a->values);
    gen_join_path(g, &join, a->values, 1);
    gen_join_end(g, &join, a->values, 1);
}

/* Each member has a window of its own: few, and of words that are near each other. */
bool gen_window_load(struct access *a)
{
    enum { MEMBERS = 2 };
    bool is_dense = a->count == 1 || (a->is_raw && a->count <= MEMBERS);
    if (!is_dense || a->dynamic || gen_is_tgsm(a->g, a->v) || a->index_vector || !a->index ||
        !gen_follows_threads(a->g, a->index))
        return false;
    for (unsigned i = 0; i < a->count; i++) {
        struct access one = gen_access_member(a, i);
        load_word(&one);
        a->values[i] = one.values[0];
    }
    return true;
}

/* ---- rows that are clamped or wrap around ----

   The words before the break follow the first lane's, those after it precede the last lane's: one window begins at the first
   lane's word, another one ends at the last lane's. Where a window is not in the view, or in g#, the words are gathered. */

bool gen_clamped_row_load(struct access *a)
{
    struct gen *g = a->g;
    LLVMBuilderRef b = g->b;
    if (a->count != 1 || a->dynamic || (!a->is_raw && a->stride != 4) || a->is_texel)
        return false;
    LLVMValueRef exists, words = gen_bounds_words(a, 0, &exists), width = gen_i32(g, g->lanes - 1);
    LLVMValueRef first[] = {LLVMBuildExtractElement(b, words, gen_i32(g, 0), ""),
                            LLVMBuildExtractElement(b, words, width, "")};
    LLVMValueRef fits = LLVMBuildICmp(b, LLVMIntUGE, first[1], width, "");
    first[1] = LLVMBuildSub(b, first[1], width, "");
    LLVMValueRef low = LLVMBuildSub(b, words, gen_splat(g, first[0]), ""),
                 high = LLVMBuildSub(b, words, gen_splat(g, first[1]), "");
    LLVMValueRef is_low = in_window(g, low);
    LLVMValueRef near = every_near(g, LLVMBuildOr(b, is_low, in_window(g, high), ""), exists);
    fits = LLVMBuildAnd(b, fits, LLVMBuildAnd(b, ends_inside(a, first[0]), ends_inside(a, first[1]), ""), "");
    LLVMBasicBlockRef in = gen_block(g, "windows"), lanes = gen_block(g, "lanes");
    struct gen_join join = {.block = gen_block(g, "loaded")};
    LLVMBuildCondBr(b, LLVMBuildAnd(b, near, fits, ""), in, lanes);
    gen_at(g, in);
    high = LLVMBuildAdd(b, high, gen_splat_word(g, g->lanes), "");
    LLVMValueRef at = LLVMBuildSelect(b, is_low, low, high, "");
    LLVMValueRef loaded = gen_target_permute_two(g, load_window(a, first[0]), load_window(a, first[1]), at);
    gather_else(a, loaded, exists, &join, lanes);
    return true;
}
