/* Loads whose lanes' words are near each other in any order: mirrored, upsampled, exchanged and clamped elements. Windows of
   as many words as the warp has lanes are loaded and permuted, which is several times as fast as a gather. */
#include "jit/llvm/gen_memory.h"

enum { DEPTH = 8 };

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

/* An operation whose result grows with all its args, unless it wraps around. */
static bool keeps_order(const struct gen *g, const struct ir_value *op)
{
    const struct ir_value *last = op->count ? gen_arg(g, op, op->count - 1) : NULL;
    bool is_constant = last && last->kind == IR_CONST;
    switch (op->op) {
    case ISA_IADD:
    case ISA_IMIN:
    case ISA_IMAX:
    case ISA_UMIN:
    case ISA_UMAX: return true;
    case ISA_AND: return is_constant && !(~last->word & (~last->word + 1)); /* clears low bits */
    case ISA_ISHL:
    case ISA_USHR: return is_constant;
    case ISA_IMUL:
    case ISA_UMUL: return is_constant && (int32_t)last->word > 0;
    default: return false;
    }
}

/* Lane 0 has the lowest number where none wraps around. */
static bool ascends(const struct gen *g, ir_ref ref, unsigned depth)
{
    const struct ir_value *v = gen_value(g, ref);
    const struct ir_value *op = v->kind == IR_PART ? gen_arg(g, v, 0) : v;
    if (v->shape == IR_AFFINE)
        return v->stride >= 0;
    bool all = op->kind == IR_LANE && depth > 0 && keeps_order(g, op);
    for (uint32_t i = 0; i < op->count && all; i++)
        all = ascends(g, ir_arg(g->f, op, i), depth - 1);
    return all;
}

/* The window's first word. Where it is lane 0's, but not the least, the others are outside of the window. */
static LLVMValueRef least(struct gen *g, ir_ref index, LLVMValueRef words, LLVMValueRef exists)
{
    if (ascends(g, index, DEPTH))
        return LLVMBuildExtractElement(g->b, words, gen_i32(g, 0), "");
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

static void load_word(struct access *a)
{
    struct gen *g = a->g;
    LLVMValueRef exists, words = gen_bounds_words(a, 0, &exists), first = least(g, a->index, words, exists);
    LLVMValueRef distances = LLVMBuildSub(g->b, words, gen_splat(g, first), "");
    LLVMBasicBlockRef in = gen_block(g, "window"), lanes = gen_block(g, "lanes");
    struct gen_join join = {.block = gen_block(g, "loaded")};
    LLVMValueRef near = every_near(g, in_window(g, distances), exists);
    LLVMBuildCondBr(g->b, LLVMBuildAnd(g->b, near, ends_inside(a, first), ""), in, lanes);
    gen_at(g, in);
    gather_else(a, gen_target_permute(g, load_window(a, first), distances), exists, &join, lanes);
}

/* Few members: each has a window of its own. */
bool gen_window_load(struct access *a)
{
    enum { MEMBERS = 2 };
    if (a->count > MEMBERS || a->dynamic || gen_is_tgsm(a->g, a->v) || a->index_vector || !a->index ||
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
