/* Accesses with affine addresses: vector loads and stores, guarded by one bounds test a warp. */
#include "jit/llvm/gen_memory.h"

static LLVMValueRef zext(const struct gen *g, LLVMValueRef word)
{
    return LLVMBuildZExt(g->b, word, g->i64, "");
}

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

/* The lowest constant of a raw cluster, signed, and the extent of its words after it. */
static uint32_t lowest(const struct access *a)
{
    uint32_t low = a->added[0];
    for (unsigned i = 1; i < a->count; i++)
        low = (int32_t)a->added[i] < (int32_t)low ? a->added[i] : low;
    return low;
}

static uint32_t reach_of(const struct access *a)
{
    uint32_t low = lowest(a), reach = 0;
    for (unsigned i = 0; i < a->count; i++)
        reach = a->bytes[i] - low + 4 > reach ? a->bytes[i] - low + 4 : reach;
    return reach;
}

struct row {
    LLVMValueRef index; /* of lane 0 */
    uint32_t stride;    /* per lane */
    uint32_t step;      /* in words */
    bool is_proven;     /* proven in bounds */
};

/* The condition that the whole row is in bounds, and lane 0's address. NULL: proven. */
static LLVMValueRef whole_row(struct access *a, const struct row *row, LLVMValueRef *pointer)
{
    struct gen *g = a->g;
    LLVMValueRef index = row->index, exists = NULL;
    if (a->is_raw) {
        uint32_t low = lowest(a), reach = reach_of(a) + 4 * row->step * (g->lanes - 1);
        LLVMValueRef at = LLVMBuildAdd(g->b, gen_access_align(g, index), gen_i32(g, low), "");
        at = zext(g, at);
        LLVMValueRef end = LLVMBuildAdd(g->b, at, gen_i64(g, reach), "");
        if (!row->is_proven) {
            LLVMValueRef fits = LLVMBuildICmp(g->b, LLVMIntULE, end, a->view.bytes, "");
            LLVMValueRef low32 = LLVMBuildICmp(g->b, LLVMIntULE, end, gen_i64(g, UINT32_MAX), "");
            exists = LLVMBuildAnd(g->b, fits, low32, "");
        }
        *pointer = gen_offset(g, a->view.base, at);
        return exists;
    }
    if (!row->is_proven) {
        LLVMValueRef reach = gen_i64(g, (uint64_t)row->stride * (g->lanes - 1));
        LLVMValueRef last = LLVMBuildAdd(g->b, zext(g, index), reach, "");
        exists = LLVMBuildICmp(g->b, LLVMIntULT, last, zext(g, a->view.count), "");
    }
    *pointer = gen_offset(g, a->view.base, LLVMBuildMul(g->b, zext(g, index), gen_i64(g, a->stride), ""));
    return exists;
}

/* The condition that the structures of all lanes are in bounds, and lane 0's address. NULL: proven. */
static LLVMValueRef whole_warp(struct access *a, uint32_t step, LLVMValueRef *pointer)
{
    const struct row row = {gen_clean(a->g, a->index), (uint32_t)gen_value(a->g, a->index)->stride, step,
                            gen_access_is_proven(a)};
    return whole_row(a, &row, pointer);
}

static void word_offsets(const struct access *a, uint32_t *offsets)
{
    uint32_t low = a->is_raw ? lowest(a) : 0;
    for (unsigned i = 0; i < a->count; i++)
        offsets[i] = (a->bytes[i] - low) / 4;
}

static uint32_t structure_words(const struct access *a)
{
    return a->is_raw ? reach_of(a) / 4 : a->stride / 4;
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

void gen_affine_load(struct access *a, uint32_t step)
{
    struct gen *g = a->g;
    uint32_t offsets[GEN_CLUSTER];
    LLVMValueRef pointer, fast[GEN_CLUSTER], slow[GEN_CLUSTER], exists = whole_warp(a, step, &pointer);
    word_offsets(a, offsets);
    if (!exists) {
        fetch_ahead(a, step == 1 ? gen_offset_by(g, pointer, 4 * (uint64_t)offsets[0]) : pointer, step);
        gen_load_words(g, pointer, step, offsets, a->count, structure_words(a), a->values);
        return;
    }
    LLVMBasicBlockRef in = gen_block(g, "inside"), edge = gen_block(g, "edge"),
                      after = gen_block(g, "loaded");
    LLVMBuildCondBr(g->b, exists, in, edge);
    gen_at(g, in);
    fetch_ahead(a, step == 1 ? gen_offset_by(g, pointer, 4 * (uint64_t)offsets[0]) : pointer, step);
    gen_load_words(g, pointer, step, offsets, a->count, structure_words(a), fast);
    LLVMBasicBlockRef in_end = gen_here(g);
    LLVMBuildBr(g->b, after);
    gen_at(g, edge);
    load_edge(a, slow);
    LLVMBasicBlockRef edge_end = gen_here(g);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef values[] = {fast[i], slow[i]};
        LLVMBasicBlockRef blocks[] = {in_end, edge_end};
        a->values[i] = LLVMBuildPhi(g->b, g->words, "");
        LLVMAddIncoming(a->values[i], values, blocks, 2);
    }
}

static void store_lanes(struct access *a)
{
    if (!gen_scatter(a))
        gen_helped_store(a);
}

/* ---- speculated rows ---- */

/* The condition that the active lanes have the speculated stride. */
static LLVMValueRef is_in_row(struct access *a, const struct row *row)
{
    struct gen *g = a->g;
    LLVMValueRef steps = LLVMConstMul(g->iota, gen_splat_word(g, row->stride));
    LLVMValueRef expected = LLVMBuildAdd(g->b, gen_splat(g, row->index), steps, "");
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

/* The condition that the lanes form a row that is in bounds, and lane 0's address. */
static LLVMValueRef guard_row(struct access *a, uint32_t step, LLVMValueRef *pointer)
{
    struct gen *g = a->g;
    /* Inactive lanes may be out of bounds although all active ones are proven in bounds. */
    struct row row = {LLVMBuildExtractElement(g->b, gen_clean_vector(g, a->index), gen_i32(g, 0), ""),
                      (uint32_t)gen_value(g, a->index)->speculated, step,
                      !g->mask && gen_access_is_proven(a)};
    LLVMValueRef exists = whole_row(a, &row, pointer), contiguous = is_in_row(a, &row);
    return exists ? LLVMBuildAnd(g->b, contiguous, exists, "") : contiguous;
}

bool gen_speculated_load(struct access *a)
{
    struct gen *g = a->g;
    uint32_t offsets[GEN_CLUSTER], step = speculated_step(a);
    LLVMValueRef pointer, values[2][GEN_CLUSTER];
    if (!step)
        return false;
    LLVMBasicBlockRef blocks[] = {gen_block(g, "row"), gen_block(g, "lanes")}, after = gen_block(g, "loaded");
    LLVMBuildCondBr(g->b, guard_row(a, step, &pointer), blocks[0], blocks[1]);
    gen_at(g, blocks[0]);
    word_offsets(a, offsets);
    gen_load_words(g, pointer, step, offsets, a->count, structure_words(a), values[0]);
    blocks[0] = gen_here(g);
    LLVMBuildBr(g->b, after);
    gen_at(g, blocks[1]);
    gen_gather(a, values[1]);
    blocks[1] = gen_here(g);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef both[] = {values[0][i], values[1][i]};
        a->values[i] = LLVMBuildPhi(g->b, g->words, "");
        LLVMAddIncoming(a->values[i], both, blocks, 2);
    }
    return true;
}

bool gen_speculated_store(struct access *a)
{
    struct gen *g = a->g;
    uint32_t offset, step = speculated_step(a);
    LLVMValueRef pointer;
    if (step != 1 || a->count != 1)
        return false;
    LLVMBasicBlockRef row = gen_block(g, "row"), lanes = gen_block(g, "lanes"),
                      after = gen_block(g, "stored");
    LLVMValueRef fits = guard_row(a, step, &pointer);
    if (g->mask)
        fits = LLVMBuildAnd(g->b, fits, gen_every(g, g->mask), "");
    LLVMBuildCondBr(g->b, fits, row, lanes);
    gen_at(g, row);
    word_offsets(a, &offset);
    gen_store_words(g, pointer, step, &offset, 1, a->values, NULL);
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
    LLVMValueRef flag = gen_view_word(g, a->v, offsetof(struct jit_view, streams));
    return LLVMBuildICmp(g->b, LLVMIntNE, flag, gen_i32(g, 0), "");
}

static void store_whole(struct access *a, LLVMValueRef pointer)
{
    uint32_t offsets[GEN_CLUSTER];
    word_offsets(a, offsets);
    for (unsigned i = 0; i < a->count; i++)
        gen_store(a->g, a->values[i], gen_offset_by(a->g, pointer, 4 * (uint64_t)offsets[i]), 4);
}

static void store_some(struct access *a, LLVMValueRef pointer)
{
    struct gen *g = a->g;
    LLVMTypeRef types[] = {g->words, g->pointer};
    unsigned id = LLVMLookupIntrinsicID("llvm.masked.store", 17);
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(g->module, id, types, 2);
    uint32_t offsets[GEN_CLUSTER];
    word_offsets(a, offsets);
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef args[] = {a->values[i], gen_offset_by(g, pointer, 4 * (uint64_t)offsets[i]),
                               gen_i32(g, 4), gen_mask(g)};
        LLVMBuildCall2(g->b, LLVMGlobalGetValueType(function), function, args, 4, "");
    }
}

/* Masked vector stores of the active lanes. A load after a whole vector's store is forwarded from it; a
   load after a masked store stalls. */
static void store_masked(struct access *a, LLVMValueRef pointer)
{
    struct gen *g = a->g;
    LLVMBasicBlockRef all = gen_block(g, "all"), some = gen_block(g, "some"), after = gen_block(g, "stored");
    LLVMBuildCondBr(g->b, gen_every(g, g->mask), all, some);
    gen_at(g, all);
    store_whole(a, pointer);
    LLVMBuildBr(g->b, after);
    gen_at(g, some);
    store_some(a, pointer);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
}

void gen_affine_store(struct access *a, uint32_t step)
{
    struct gen *g = a->g;
    uint32_t offsets[GEN_CLUSTER];
    LLVMValueRef pointer, fits = whole_warp(a, step, &pointer);
    bool in_place = step == 1 && g->mask;
    word_offsets(a, offsets);
    if (g->mask && !in_place) {
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
    if (in_place)
        store_masked(a, pointer);
    else
        gen_store_words(g, pointer, step, offsets, a->count, a->values, stream_flag(a));
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
