/* Accesses with affine addresses: vector loads and stores, guarded by one bounds test a warp. */
#include <string.h>

#include "jit/llvm/gen_memory.h"

uint32_t gen_row_step(const struct access *a, int32_t stride)
{
    uint64_t step = (uint64_t)(uint32_t)stride * a->stride;
    if (stride <= 0 || a->dynamic || step % 4 || step / 4 > 1024)
        return 0;
    return (uint32_t)(step / 4);
}

uint32_t gen_affine_step(const struct access *a)
{
    const struct ir_value *index = a->index ? gen_value(a->g, a->index) : NULL;
    return index && index->shape == IR_AFFINE ? gen_row_step(a, index->stride) : 0;
}

static bool find_distance(struct gen *g, ir_ref ref, unsigned depth, LLVMValueRef *out);

static bool find_term(struct gen *g, const struct ir_term *term, unsigned depth, LLVMValueRef *out)
{
    bool is_last = !term->by || ir_is_uniform(gen_value(g, term->by));
    ir_ref ref = is_last ? term->ref : term->by, by = is_last ? term->by : term->ref;
    if ((by && !ir_is_uniform(gen_value(g, by))) || !find_distance(g, ref, depth, out))
        return false;
    if (out)
        *out = LLVMBuildMul(g->b, *out, by ? gen_clean(g, by) : gen_i32(g, term->factor), "");
    return true;
}

/* `out` may be NULL. */
static bool find_distance(struct gen *g, ir_ref ref, unsigned depth, LLVMValueRef *out)
{
    const struct ir_value *v = gen_value(g, ref);
    LLVMValueRef added = NULL;
    struct ir_sum sum;
    if (v->shape == IR_AFFINE || ir_is_uniform(v)) {
        if (out)
            *out = gen_i32(g, (uint32_t)v->stride);
        return true;
    }
    if (depth == 0 || !ir_sum_of(g->f, ref, &sum) || !find_term(g, &sum.terms[0], depth - 1, out))
        return false;
    if (sum.count > 1 && !find_term(g, &sum.terms[1], depth - 1, out ? &added : NULL))
        return false;
    if (added)
        *out = LLVMBuildAdd(g->b, *out, added, "");
    return true;
}

enum { DISTANCE_DEPTH = 4 };

bool gen_has_lane_distance(const struct gen *g, ir_ref ref)
{
    return ref && find_distance((struct gen *)(uintptr_t)g, ref, DISTANCE_DEPTH, NULL); /* emits nothing */
}

LLVMValueRef gen_lane_distance(struct gen *g, ir_ref ref)
{
    LLVMValueRef distance = NULL;
    return ref && find_distance(g, ref, DISTANCE_DEPTH, &distance) ? distance : NULL;
}

LLVMValueRef gen_first_lane(struct gen *g, ir_ref ref)
{
    if (gen_value(g, ref)->shape != IR_VARYING)
        return gen_clean(g, ref);
    return LLVMBuildExtractElement(g->b, gen_clean_vector(g, ref), gen_i32(g, 0), "");
}

/* Words from lane to lane of a row in descending order; 0: it is not. */
static uint32_t reversed_step(const struct access *a)
{
    const struct ir_value *index = a->index ? gen_value(a->g, a->index) : NULL;
    if (!index || index->shape != IR_AFFINE || a->is_row)
        return 0;
    return gen_row_step(a, (int32_t)(0u - (uint32_t)index->stride));
}

uint32_t gen_affine_row(const struct access *a)
{
    uint32_t reversed = reversed_step(a);
    return reversed ? reversed : gen_affine_step(a);
}

static void reverse(const struct access *a, LLVMValueRef *values)
{
    const struct gen *g = a->g;
    uint32_t lanes[JIT_LANES];
    for (uint32_t i = 0; i < g->lanes; i++)
        lanes[i] = g->lanes - 1 - i;
    for (unsigned i = 0; i < a->count; i++)
        values[i] = gen_shuffle(g, values[i], NULL, lanes, g->lanes);
}

/* The index with the lowest address in an affine row, and the distance to the next one. */
static LLVMValueRef start_of_row(const struct access *a, uint32_t *stride)
{
    struct gen *g = a->g;
    LLVMValueRef first = gen_clean(g, a->index);
    *stride = (uint32_t)gen_value(g, a->index)->stride;
    if (!reversed_step(a))
        return first;
    first = LLVMBuildAdd(g->b, first, gen_i32(g, *stride * (g->lanes - 1)), "");
    *stride = 0u - *stride;
    return first;
}

/* The row that an affine address describes. */
static void affine_row(struct access *a, struct gen_row *row)
{
    uint32_t stride;
    LLVMValueRef first = start_of_row(a, &stride);
    gen_bounds_row(a, first, stride, gen_bounds_proven(a), row);
}

/* A row of g# of which some words exist, or none: it may begin before the first one and end after the last. A masked load
   of an absent page takes hundreds of cycles: the address is in g# or its margin. */
static LLVMValueRef load_part_of_row(struct access *a)
{
    struct gen *g = a->g;
    uint32_t most = g->f->program->decls.tgsm_bytes / 4;
    LLVMValueRef exists, words = gen_bounds_words(a, 0, &exists);
    LLVMValueRef first = LLVMBuildExtractElement(g->b, words, gen_i32(g, 0), ""), two = gen_i32(g, 2);
    first = LLVMBuildAShr(g->b, LLVMBuildShl(g->b, first, two, ""), two, ""); /* raw addresses are bytes */
    LLVMValueRef args[] = {first, gen_i32(g, 1 - g->lanes)};
    args[0] = gen_intrinsic(g, "llvm.smax", g->i32, args, 2);
    args[1] = gen_i32(g, most);
    LLVMValueRef at = gen_intrinsic(g, "llvm.smin", g->i32, args, 2);
    LLVMValueRef pointer = LLVMBuildGEP2(g->b, g->i32, a->view.base, &at, 1, "");
    return gen_load_masked(g, pointer, exists, LLVMConstNull(g->words));
}

/* The same of a view. Where numbers wrap around in the row, the words that exist are those of its last lanes. */
static LLVMValueRef load_part_of_view(struct access *a, unsigned i)
{
    struct gen *g = a->g;
    LLVMValueRef exists, words = gen_bounds_words(a, i, &exists);
    LLVMValueRef last = LLVMBuildExtractElement(g->b, words, gen_i32(g, g->lanes - 1), "");
    LLVMValueRef bytes = LLVMBuildMul(g->b, LLVMBuildZExt(g->b, last, g->i64, ""), gen_i64(g, 4), "");
    LLVMValueRef pointer = gen_offset(g, a->view.base, bytes);
    pointer = gen_offset_by(g, pointer, 0u - 4 * ((uint64_t)g->lanes - 1));
    return gen_load_masked(g, pointer, exists, LLVMConstNull(g->words));
}

enum { GATHERS_MOST = 4, PARTS_MOST = 16 };

/* For a vector whose length is not a multiple of the warp, this path runs once for each row of a matrix: a helper call would take longer
   than the row. With AVX2 a gather is used, because QEMU faults in inactive lanes of a masked load. */
static void load_part(struct access *a, uint32_t step, LLVMValueRef *out)
{
    if (!a->g->has_gather || a->count > PARTS_MOST) {
        gen_helped_load(a, out);
    } else if (step > 1 || reversed_step(a) || !a->g->has_mask_registers) {
        gen_gather(a, out);
    } else {
        for (unsigned i = 0; i < a->count; i++)
            out[i] = load_part_of_view(a, i);
    }
}

/* Rows above and below a picture are out of bounds: a scalar test is faster than vectors of tests. */
static void load_zeros_or_part(struct access *a, uint32_t step, LLVMValueRef *out)
{
    struct gen *g = a->g;
    uint32_t stride;
    LLVMValueRef first = start_of_row(a, &stride), outside = gen_bounds_outside(a, first, stride);
    LLVMBasicBlockRef zeros = gen_block(g, "outside"), part = gen_block(g, "part");
    struct gen_join join = {.block = gen_block(g, "edge.loaded")};
    LLVMBuildCondBr(g->b, outside, zeros, part);
    gen_at(g, zeros);
    for (unsigned i = 0; i < a->count; i++)
        out[i] = LLVMConstNull(g->words);
    gen_join_path(g, &join, out, a->count);
    gen_at(g, part);
    load_part(a, step, out);
    gen_join_path(g, &join, out, a->count);
    gen_join_end(g, &join, out, a->count);
}

/* Helpers convert typed elements, whose words are needed here. */
static void load_edge(struct access *a, uint32_t step, LLVMValueRef *out)
{
    bool is_typed = a->v->access == IR_TYPED;
    a->is_rare = true;
    if (a->is_row) {
        gen_gather_members(a, out);
        return;
    }
    if (step == 1 && a->count == 1 && gen_is_tgsm(a->g, a->v) && !reversed_step(a))
        out[0] = load_part_of_row(a);
    else if (is_typed || (gen_is_tgsm(a->g, a->v) && a->count <= GATHERS_MOST))
        gen_gather(a, out);
    else
        load_zeros_or_part(a, step, out);
    a->is_rare = false;
}

static void load_row(struct access *a, const struct gen_row *row, uint32_t step, LLVMValueRef *out)
{
    gen_load_words(a->g, row->pointer, step, row->offsets, a->count, row->words, gen_is_tgsm(a->g, a->v),
                   out);
    if (reversed_step(a))
        reverse(a, out);
}

/* The line after its own is fetched for another member. */
static bool is_before_another(const struct access *a, const struct gen_row *row, unsigned i)
{
    enum { WORDS = 16 };
    bool any = false;
    for (unsigned k = 0; k < a->count; k++)
        any |= row->offsets[k] > row->offsets[i] && row->offsets[k] - row->offsets[i] <= WORDS;
    return any;
}

static void load_and_fetch_ahead(struct access *a, const struct gen_row *row, uint32_t step,
                                 LLVMValueRef *out)
{
    const struct gen_slot *slots = a->g->slots;
    if (step > 1 && !slots[slots[a->refs[0]].leader].is_fetched)
        gen_fetch_ahead(a, row->pointer, step);
    for (unsigned i = 0; step == 1 && i < a->count; i++)
        if (!is_before_another(a, row, i))
            gen_fetch_ahead(a, gen_offset_by(a->g, row->pointer, 4 * (uint64_t)row->offsets[i]), step);
    load_row(a, row, step, out);
}

void gen_join_loaded(struct access *a, struct gen_join *join)
{
    gen_join_doubles(a->g, a->refs, a->count, a->values);
    gen_join_path(a->g, join, a->values, a->count);
}

/* True: by two paths, which have joined doubles. */
static bool load_or_edge(struct access *a, uint32_t step)
{
    struct gen *g = a->g;
    struct gen_row row;
    affine_row(a, &row);
    if (!row.exists) {
        load_and_fetch_ahead(a, &row, step, a->values);
        return false;
    }
    LLVMBasicBlockRef in = gen_block(g, "inside"), edge = gen_block(g, "edge");
    struct gen_join join = {.block = gen_block(g, "loaded")};
    gen_branch_likely(g, row.exists, in, edge);
    gen_at(g, in);
    load_and_fetch_ahead(a, &row, step, a->values);
    gen_join_loaded(a, &join);
    gen_at(g, edge);
    load_edge(a, step, a->values);
    gen_join_loaded(a, &join);
    gen_join_end(g, &join, a->values, a->count);
    return true;
}

void gen_affine_load(struct access *a, uint32_t step)
{
    if (load_or_edge(a, step))
        gen_split_doubles(a->g, a->refs, a->count, a->values, a->reals);
}

/* ---- rows in the copies of a segment ---- */

static void load_rows_of_copies(struct access *a, struct gen_row row, uint64_t bytes, uint32_t step,
                                LLVMValueRef out[GEN_JAM][GEN_CLUSTER])
{
    LLVMValueRef first = row.pointer;
    for (uint32_t k = a->g->first_copy; k < a->g->end_copy; k++) {
        row.pointer = gen_offset_by(a->g, first, bytes * (k - a->g->first_copy));
        load_and_fetch_ahead(a, &row, step, out[k]);
    }
}

/* The copies' values one after the other; to join paths. */
static unsigned values_of_copies(const struct access *a, LLVMValueRef out[GEN_JAM][GEN_CLUSTER], bool is_back,
                                 LLVMValueRef *all)
{
    unsigned count = 0;
    for (uint32_t k = a->g->first_copy; k < a->g->end_copy; k++, count += a->count)
        if (is_back)
            memcpy(out[k], all + count, a->count * sizeof *all);
        else
            memcpy(all + count, out[k], a->count * sizeof *all);
    return count;
}

/* The first copy's row, whose test is of all copies' rows, and the bytes from a copy's row to the next one's. False: the distance is
   not a constant. */
static bool find_row_of_copies(struct access *a, struct gen_row *row, uint64_t *bytes)
{
    enum { DEPTH = 6 };
    struct gen *g = a->g;
    uint32_t growth;
    if (!gen_warp_growth(g, a->index, DEPTH, &growth) || growth > INT32_MAX)
        return false;
    gen_switch(g, g->first_copy);
    a->further = (uint64_t)growth * (g->end_copy - g->first_copy - 1);
    affine_row(a, row);
    a->further = 0;
    *bytes = (uint64_t)growth * a->stride;
    return true;
}

bool gen_affine_load_copies(struct access *a, LLVMValueRef out[GEN_JAM][GEN_CLUSTER])
{
    struct gen *g = a->g;
    struct gen_row row;
    uint32_t step = gen_affine_step(a);
    uint64_t bytes;
    LLVMValueRef all[GEN_CLUSTER];
    if (!step || (g->end_copy - g->first_copy) * a->count > GEN_CLUSTER || gen_bounds_proven(a) ||
        !find_row_of_copies(a, &row, &bytes))
        return false;
    LLVMBasicBlockRef in = gen_block(g, "inside"), edge = gen_block(g, "edge");
    struct gen_join join = {.block = gen_block(g, "loaded")};
    gen_branch_likely(g, row.exists, in, edge);
    gen_at(g, in);
    load_rows_of_copies(a, row, bytes, step, out);
    unsigned count = values_of_copies(a, out, false, all);
    gen_join_path(g, &join, all, count);
    gen_at(g, edge);
    GEN_FOR_COPIES (g, k) { /* only the last of them crosses the end */
        load_or_edge(a, step);
        memcpy(out[k], a->values, a->count * sizeof *a->values);
    }
    values_of_copies(a, out, false, all);
    gen_join_path(g, &join, all, count);
    gen_join_end(g, &join, all, count);
    values_of_copies(a, out, true, all);
    return true;
}

/* ---- stores ---- */

/* A line that warps fill in turn is written to memory once. What is left of it when stores to another row come between is
   written by itself, in four times as long. */
static bool fills_lines(const struct gen *g, uint64_t bytes)
{
    const struct ir_node *loop = gen_inner_loop(g);
    bool is_by_warp = loop && !loop->barrier; /* each warp executes it by itself */
    bool has_rows = g->group[1] * g->group[2] > 1;
    uint64_t row = bytes / g->lanes * g->group[0];
    return bytes >= GEN_LINE || (!is_by_warp && (!has_rows || row % GEN_LINE == 0));
}

/* Of a row of so many bytes. NULL: it never bypasses the caches. */
static LLVMValueRef stream_flag(struct access *a, uint64_t bytes)
{
    struct gen *g = a->g;
    if (gen_is_tgsm(g, a->v) || a->v->view == IR_NONE || !fills_lines(g, bytes))
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

static void store_row(struct access *a, const struct gen_row *row, uint32_t step)
{
    LLVMValueRef values[GEN_CLUSTER];
    memcpy(values, a->values, sizeof values);
    if (reversed_step(a))
        reverse(a, values);
    gen_store_words(a->g, row->pointer, step, row->offsets, a->count, values, gen_is_tgsm(a->g, a->v),
                    a->is_row ? NULL : stream_flag(a, 4 * (uint64_t)step * a->g->lanes));
}

/* Memory that is written past the caches is not prefetched: something else is, that is in the cache. */
static void fetch_for_store(struct access *a, const struct gen_row *row, uint32_t step, bool is_masked)
{
    struct gen *g = a->g;
    LLVMValueRef pointer = row->pointer;
    LLVMValueRef streams = is_masked ? NULL : stream_flag(a, 4 * (uint64_t)step * g->lanes);
    if (streams)
        pointer = LLVMBuildSelect(g->b, streams, gen_field_pointer(g, 0), pointer, "");
    gen_fetch_ahead(a, pointer, step);
}

void gen_affine_store(struct access *a, uint32_t step)
{
    struct gen *g = a->g;
    struct gen_row row;
    affine_row(a, &row);
    LLVMValueRef fits = row.exists;
    bool is_masked = step == 1 && g->mask && !reversed_step(a);
    if (g->mask && !is_masked) {
        LLVMValueRef every = gen_every(g, g->mask);
        fits = fits ? LLVMBuildAnd(g->b, fits, every, "") : every;
    }
    LLVMBasicBlockRef in = gen_block(g, "inside"), edge = gen_block(g, "edge"),
                      after = gen_block(g, "stored");
    a->is_rare = !g->mask || is_masked;
    if (fits)
        gen_branch_likely(g, fits, in, edge);
    else
        LLVMBuildBr(g->b, in);
    gen_at(g, in);
    if (!a->is_row)
        fetch_for_store(a, &row, step, is_masked);
    if (is_masked)
        store_active(a, &row);
    else
        store_row(a, &row, step);
    LLVMBuildBr(g->b, after);
    gen_at(g, edge);
    if (!fits) {
        LLVMBuildUnreachable(g->b);
    } else {
        gen_scatter_any(a);
        LLVMBuildBr(g->b, after);
    }
    gen_at(g, after);
}

/* The first copy's row may bypass the caches; then those of all copies may. NULL: never. */
static LLVMValueRef may_stream_copies(struct access *a, const struct gen_row *row, uint64_t bytes,
                                      uint32_t step)
{
    struct gen *g = a->g;
    uint64_t own = 4 * (uint64_t)step * g->lanes, copies = g->end_copy - g->first_copy;
    LLVMValueRef flag =
        bytes % (4 * g->lanes) == 0 ? stream_flag(a, bytes == own ? copies * own : own) : NULL;
    return flag ? gen_may_stream(g, row->pointer, flag) : NULL;
}

static void store_rows_of_copies(struct access *a, struct gen_row row, uint64_t bytes, uint32_t step,
                                 LLVMValueRef values[GEN_JAM][GEN_CLUSTER], bool streams)
{
    struct gen *g = a->g;
    LLVMValueRef first = row.pointer, flag = streams ? LLVMConstAllOnes(g->i1) : NULL;
    for (uint32_t k = g->first_copy; k < g->end_copy; k++) {
        row.pointer = gen_offset_by(g, first, bytes * (k - g->first_copy));
        if (!streams)
            gen_fetch_ahead(a, row.pointer, step);
        gen_store_words(g, row.pointer, step, row.offsets, a->count, values[k], false, flag);
    }
}

/* The builder continues after the stores to the caches. */
static void store_past_caches(struct access *a, const struct gen_row *row, uint64_t bytes, uint32_t step,
                              LLVMValueRef values[GEN_JAM][GEN_CLUSTER], LLVMBasicBlockRef after)
{
    struct gen *g = a->g;
    LLVMValueRef streams = may_stream_copies(a, row, bytes, step);
    if (!streams)
        return;
    LLVMBasicBlockRef past = gen_block(g, "streams"), plain = gen_block(g, "stores");
    LLVMBuildCondBr(g->b, streams, past, plain);
    gen_at(g, past);
    store_rows_of_copies(a, *row, bytes, step, values, true);
    LLVMBuildBr(g->b, after);
    gen_at(g, plain);
}

/* Each copy's lanes under their own tests, where the test of all rows fails. The builder continues where it holds. */
static void store_edges(struct access *a, LLVMValueRef exists, LLVMValueRef values[GEN_JAM][GEN_CLUSTER],
                        LLVMBasicBlockRef after)
{
    struct gen *g = a->g;
    LLVMBasicBlockRef in = gen_block(g, "inside"), edge = gen_block(g, "edge");
    gen_branch_likely(g, exists, in, edge);
    gen_at(g, edge);
    a->is_rare = true;
    GEN_FOR_COPIES (g, k) {
        memcpy(a->values, values[k], sizeof values[k]);
        gen_scatter_any(a);
    }
    LLVMBuildBr(g->b, after);
    gen_at(g, in);
}

bool gen_affine_store_copies(struct access *a, LLVMValueRef values[GEN_JAM][GEN_CLUSTER])
{
    enum { STEP_MOST = 4 };
    struct gen *g = a->g;
    struct gen_row row;
    uint32_t step = gen_affine_step(a);
    uint64_t bytes;
    if (!step || step > STEP_MOST || a->count != step || a->is_row || !find_row_of_copies(a, &row, &bytes))
        return false;
    LLVMBasicBlockRef after = gen_block(g, "stored");
    if (row.exists)
        store_edges(a, row.exists, values, after);
    store_past_caches(a, &row, bytes, step, values, after);
    store_rows_of_copies(a, row, bytes, step, values, false);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
    return true;
}
