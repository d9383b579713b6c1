/* Accesses with affine addresses: vector loads and stores, guarded by one bounds test a warp. */
#include "jit/llvm/gen_memory.h"

/* Words from lane to lane when the index grows by `stride`; 0: not a contiguous row. */
static uint32_t step_of(const struct access *a, int32_t stride)
{
    uint64_t step = (uint64_t)(uint32_t)stride * a->stride;
    if (stride <= 0 || a->dynamic || step % 4 || step / 4 > 1024)
        return 0;
    return (uint32_t)(step / 4);
}

uint32_t gen_affine_step(const struct access *a)
{
    const struct ir_value *index = a->index ? gen_value(a->g, a->index) : NULL;
    return index && index->shape == IR_AFFINE ? step_of(a, index->stride) : 0;
}

/* The row that an affine address describes. */
static void affine_row(struct access *a, struct gen_row *row)
{
    gen_bounds_row(a, gen_clean(a->g, a->index), (uint32_t)gen_value(a->g, a->index)->stride,
                   gen_bounds_proven(a), row);
}

/* Prefetches what the next group will load here: hardware prefetchers follow rows, not the distance
   between the rows of a group. */
static void fetch_ahead(struct access *a, LLVMValueRef pointer, uint32_t step)
{
    enum { LINE = 64, LINES_MOST = 16 };
    struct gen *g = a->g;
    uint32_t lines = step == 1 ? 1 : step * g->lanes * 4 / LINE;
    if (!gen_access_ahead(a) || lines > LINES_MOST)
        return;
    for (uint32_t i = 0; i < lines; i++) {
        LLVMValueRef args[] = {gen_offset_by(g, pointer, (uint64_t)gen_access_ahead(a) + (uint64_t)i * LINE),
                               gen_i32(g, 0), gen_i32(g, 3), gen_i32(g, 1)};
        gen_intrinsic(g, "llvm.prefetch", g->pointer, args, 4);
    }
}

/* Only the last warp crosses the end of a view; the end of a g# may be crossed in every group. */
static void load_edge(struct access *a, LLVMValueRef *out)
{
    enum { GATHERS_MOST = 4 };
    if (gen_is_tgsm(a->g, a->v) && a->count <= GATHERS_MOST)
        gen_gather(a, out);
    else
        gen_helped_load(a, out);
}

static void load_row(struct access *a, const struct gen_row *row, uint32_t step, LLVMValueRef *out)
{
    gen_load_words(a->g, row->pointer, step, row->offsets, a->count, row->words, out);
}

static void load_and_fetch_ahead(struct access *a, const struct gen_row *row, uint32_t step,
                                 LLVMValueRef *out)
{
    uint64_t first = step == 1 ? 4 * (uint64_t)row->offsets[0] : 0;
    fetch_ahead(a, gen_offset_by(a->g, row->pointer, first), step);
    load_row(a, row, step, out);
}

void gen_affine_load(struct access *a, uint32_t step)
{
    struct gen *g = a->g;
    struct gen_row row;
    affine_row(a, &row);
    if (!row.exists) {
        load_and_fetch_ahead(a, &row, step, a->values);
        return;
    }
    LLVMBasicBlockRef in = gen_block(g, "inside"), edge = gen_block(g, "edge");
    struct gen_join join = {.block = gen_block(g, "loaded")};
    LLVMBuildCondBr(g->b, row.exists, in, edge);
    gen_at(g, in);
    load_and_fetch_ahead(a, &row, step, a->values);
    gen_join_path(g, &join, a->values, a->count);
    gen_at(g, edge);
    load_edge(a, a->values);
    gen_join_path(g, &join, a->values, a->count);
    gen_join_end(g, &join, a->values, a->count);
}

static void store_lanes(struct access *a)
{
    if (!gen_scatter(a))
        gen_helped_store(a);
}

/* ---- speculated rows ---- */

/* The condition that the active lanes have the speculated stride from lane 0's index on. */
static LLVMValueRef has_stride(struct access *a, LLVMValueRef first, uint32_t stride)
{
    struct gen *g = a->g;
    LLVMValueRef steps = LLVMConstMul(g->iota, gen_splat_word(g, stride));
    LLVMValueRef expected = LLVMBuildAdd(g->b, gen_splat(g, first), steps, "");
    LLVMValueRef same = LLVMBuildICmp(g->b, LLVMIntEQ, gen_clean_vector(g, a->index), expected, "");
    if (g->mask)
        same = LLVMBuildOr(g->b, same, LLVMBuildNot(g->b, g->mask, ""), "");
    return gen_every(g, same);
}

/* The step of the speculated stride in words; 0: none, or not profitable. */
static uint32_t speculated_step(const struct access *a)
{
    enum { STEP_MOST = 16 };
    const struct ir_value *index = a->index ? gen_value(a->g, a->index) : NULL;
    uint32_t step = index && index->is_speculated ? step_of(a, index->speculated) : 0;
    return step <= STEP_MOST ? step : 0;
}

/* The row that the lanes are speculated to form; the condition that they do and that it is in bounds. */
static LLVMValueRef guard_row(struct access *a, struct gen_row *row)
{
    struct gen *g = a->g;
    LLVMValueRef first = LLVMBuildExtractElement(g->b, gen_clean_vector(g, a->index), gen_i32(g, 0), "");
    uint32_t stride = (uint32_t)gen_value(g, a->index)->speculated;
    /* Inactive lanes may be out of bounds although all active ones are proven in bounds. */
    gen_bounds_row(a, first, stride, !g->mask && gen_bounds_proven(a), row);
    LLVMValueRef contiguous = has_stride(a, first, stride);
    return row->exists ? LLVMBuildAnd(g->b, contiguous, row->exists, "") : contiguous;
}

bool gen_speculated_load(struct access *a)
{
    struct gen *g = a->g;
    struct gen_row row;
    uint32_t step = speculated_step(a);
    if (!step)
        return false;
    LLVMBasicBlockRef in = gen_block(g, "row"), lanes = gen_block(g, "lanes");
    struct gen_join join = {.block = gen_block(g, "loaded")};
    LLVMBuildCondBr(g->b, guard_row(a, &row), in, lanes);
    gen_at(g, in);
    load_row(a, &row, step, a->values);
    gen_join_path(g, &join, a->values, a->count);
    gen_at(g, lanes);
    gen_gather(a, a->values);
    gen_join_path(g, &join, a->values, a->count);
    gen_join_end(g, &join, a->values, a->count);
    return true;
}

bool gen_speculated_store(struct access *a)
{
    struct gen *g = a->g;
    struct gen_row row;
    uint32_t step = speculated_step(a);
    if (step != 1 || a->count != 1)
        return false;
    LLVMBasicBlockRef in = gen_block(g, "row"), lanes = gen_block(g, "lanes"), after = gen_block(g, "stored");
    LLVMValueRef fits = guard_row(a, &row);
    if (g->mask)
        fits = LLVMBuildAnd(g->b, fits, gen_every(g, g->mask), "");
    LLVMBuildCondBr(g->b, fits, in, lanes);
    gen_at(g, in);
    gen_store_words(g, row.pointer, step, row.offsets, 1, a->values, NULL);
    LLVMBuildBr(g->b, after);
    gen_at(g, lanes);
    store_lanes(a);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
    return true;
}

static LLVMValueRef stream_flag(struct access *a)
{
    struct gen *g = a->g;
    if (gen_is_tgsm(g, a->v) || a->v->view == IR_NONE)
        return NULL;
    LLVMValueRef flag = gen_view_field(g, a->v, g->i32, offsetof(struct jit_view, streams));
    return LLVMBuildICmp(g->b, LLVMIntNE, flag, gen_i32(g, 0), "");
}

/* Masked vector stores of the active lanes. A load after a whole vector's store is forwarded from it; a
   load after a masked store stalls. */
static void store_active(struct access *a, const struct gen_row *row)
{
    struct gen *g = a->g;
    LLVMBasicBlockRef all = gen_block(g, "all"), some = gen_block(g, "some"), after = gen_block(g, "stored");
    LLVMBuildCondBr(g->b, gen_every(g, g->mask), all, some);
    for (unsigned is_masked = 0; is_masked < 2; is_masked++) {
        gen_at(g, is_masked ? some : all);
        for (unsigned i = 0; i < a->count; i++) {
            LLVMValueRef pointer = gen_offset_by(g, row->pointer, 4 * (uint64_t)row->offsets[i]);
            if (is_masked)
                gen_store_masked(g, a->values[i], pointer, gen_mask(g));
            else
                gen_store(g, a->values[i], pointer, 4);
        }
        LLVMBuildBr(g->b, after);
    }
    gen_at(g, after);
}

void gen_affine_store(struct access *a, uint32_t step)
{
    struct gen *g = a->g;
    struct gen_row row;
    affine_row(a, &row);
    LLVMValueRef fits = row.exists;
    bool is_masked = step == 1 && g->mask;
    if (g->mask && !is_masked) {
        LLVMValueRef every = gen_every(g, g->mask);
        fits = fits ? LLVMBuildAnd(g->b, fits, every, "") : every;
    }
    LLVMBasicBlockRef in = gen_block(g, "inside"), edge = gen_block(g, "edge"),
                      after = gen_block(g, "stored");
    if (fits) {
        LLVMBuildCondBr(g->b, fits, in, edge);
    } else {
        LLVMBuildBr(g->b, in);
    }
    gen_at(g, in);
    if (is_masked)
        store_active(a, &row);
    else
        gen_store_words(g, row.pointer, step, row.offsets, a->count, a->values, stream_flag(a));
    LLVMBuildBr(g->b, after);
    gen_at(g, edge);
    if (!fits) {
        LLVMBuildUnreachable(g->b);
    } else {
        store_lanes(a);
        LLVMBuildBr(g->b, after);
    }
    gen_at(g, after);
}
