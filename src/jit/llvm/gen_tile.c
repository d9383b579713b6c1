/* Words of a buffer whose numbers are a sum of one that all threads of the group have, and one that is known for every
   thread (ir_threads.c), times a pitch where that is uniform: the rows of a tile that a group loads into g#, or stores.
   A warp's lanes are in a few rows, which differ from warp to warp: each is a masked load or store, after one test for
   the whole group. */
#include "jit/llvm/gen_memory.h"

_Static_assert(IR_THREAD_X == 0, "the first systems");

enum { RUNS_MOST = 4, DEPTH = 10, TERMS_MOST = 16 };

/* That all threads of the group have. */
struct term {
    ir_ref ref; /* 0: the number of the group in an axis */
    unsigned axis;
    uint32_t factor;
    bool is_pitched;
};

/* Word i is the sum of all terms + words[i] + pitch * rows[i], mod 2^32. */
struct tile {
    struct gen *g;
    uint32_t *words, *rows; /* by thread */
    struct term terms[TERMS_MOST];
    uint32_t term_count;
    ir_ref pitch;  /* 0: none */
    uint32_t runs; /* most of a warp */
    int32_t low, high, row_low, row_high;
};

/* ---- sums ---- */

static bool add_term(struct tile *t, const struct term *term)
{
    if (t->term_count == TERMS_MOST)
        return false;
    t->terms[t->term_count++] = *term;
    return true;
}

static void add_words(struct tile *t, const uint32_t *words, uint32_t factor, bool is_pitched)
{
    uint32_t *to = is_pitched ? t->rows : t->words;
    for (uint32_t i = 0; i < t->g->warps * t->g->lanes; i++)
        to[i] += factor * words[i];
}

/* The number in an axis of the thread in its group. */
static void add_local(struct tile *t, unsigned axis, uint32_t factor, bool is_pitched)
{
    const uint32_t *group = t->g->group;
    uint32_t below = axis == 0 ? 1 : axis == 1 ? group[0] : group[0] * group[1];
    uint32_t *to = is_pitched ? t->rows : t->words;
    for (uint32_t i = 0; i < t->g->warps * t->g->lanes; i++)
        to[i] += factor * (i / below % group[axis]);
}

static bool add_value(struct tile *t, ir_ref ref, uint32_t factor, bool is_pitched, unsigned depth);

/* A product with a value that all threads have: the pitch. */
static bool add_pitched(struct tile *t, const struct ir_term *product, uint32_t factor, bool is_pitched,
                        unsigned depth)
{
    for (unsigned i = 0; i < 2 && !is_pitched; i++) {
        ir_ref row = i ? product->by : product->ref, pitch = i ? product->ref : product->by;
        const struct ir_value *v = gen_value(t->g, pitch);
        if (v->level >= IR_WARP || !ir_is_uniform(v) || (t->pitch && t->pitch != pitch))
            continue;
        t->pitch = pitch;
        return add_value(t, row, factor, true, depth);
    }
    return false;
}

static bool add_sum(struct tile *t, ir_ref ref, uint32_t factor, bool is_pitched, unsigned depth)
{
    struct ir_sum sum;
    bool is_known = ir_sum_of(t->g->f, ref, &sum);
    for (unsigned i = 0; is_known && i < sum.count; i++) {
        const struct ir_term *term = &sum.terms[i];
        is_known = term->by ? add_pitched(t, term, factor, is_pitched, depth)
                            : add_value(t, term->ref, factor * term->factor, is_pitched, depth);
    }
    return is_known;
}

static bool add_value(struct tile *t, ir_ref ref, uint32_t factor, bool is_pitched, unsigned depth)
{
    struct gen *g = t->g;
    const struct ir_value *v = gen_value(g, ref);
    if (v->kind == IR_CONST || (v->level < IR_WARP && ir_is_uniform(v)))
        return add_term(t, &(struct term){.ref = ref, .factor = factor, .is_pitched = is_pitched});
    if (v->table) {
        add_words(t, v->table->words, factor, is_pitched);
        return true;
    }
    bool is_local = v->kind == IR_SYSTEM && v->system >= IR_LOCAL_X && v->system <= IR_LOCAL_Z;
    if (is_local || (v->kind == IR_SYSTEM && v->system <= IR_THREAD_Z)) {
        unsigned axis = v->system - (is_local ? IR_LOCAL_X : IR_THREAD_X);
        add_local(t, axis, factor, is_pitched);
        return is_local ||
               add_term(t, &(struct term){
                               .axis = axis, .factor = factor * g->group[axis], .is_pitched = is_pitched});
    }
    return depth && add_sum(t, ref, factor, is_pitched, depth - 1);
}

/* ---- rows ---- */

/* The lane is in the row of the lane before it. */
static bool continues(const struct tile *t, uint32_t thread)
{
    return t->words[thread] == t->words[thread - 1] + 1 && t->rows[thread] == t->rows[thread - 1];
}

static uint32_t lanes_of(const struct gen *g, uint32_t warp)
{
    uint32_t rest = g->threads - warp * g->lanes;
    return rest < g->lanes ? rest : g->lanes;
}

/* Run r of each warp: its first word less its first lane, its row, and its lanes. */
static void list_runs(const struct tile *t, uint32_t r, uint32_t *words, uint32_t *rows, uint32_t *masks)
{
    const struct gen *g = t->g;
    for (uint32_t w = 0; w < g->warps; w++) {
        uint32_t run = 0, first = w * g->lanes;
        words[w] = rows[w] = masks[w] = 0;
        for (uint32_t lane = 0; lane < lanes_of(g, w); lane++) {
            run += lane && !continues(t, first + lane);
            if (run != r)
                continue;
            if (!masks[w]) {
                words[w] = t->words[first + lane] - (uint32_t)t->low - lane;
                rows[w] = t->rows[first + lane] - (uint32_t)t->row_low;
            }
            masks[w] |= 1u << lane;
        }
    }
}

static void measure(struct tile *t)
{
    const struct gen *g = t->g;
    t->low = t->row_low = INT32_MAX;
    t->high = t->row_high = INT32_MIN;
    for (uint32_t i = 0, run = 0; i < g->threads; i++) {
        int32_t word = (int32_t)t->words[i], row = (int32_t)t->rows[i];
        t->low = word < t->low ? word : t->low;
        t->high = word > t->high ? word : t->high;
        t->row_low = row < t->row_low ? row : t->row_low;
        t->row_high = row > t->row_high ? row : t->row_high;
        run = i % g->lanes == 0 ? 1 : run + !continues(t, i);
        t->runs = run > t->runs ? run : t->runs;
    }
}

static bool find_tile(const struct access *a, struct tile *t)
{
    struct gen *g = a->g;
    uint64_t count = (uint64_t)g->warps * g->lanes;
    if (g->f->program->stage != ISA_COMPUTE || !g->f->has_barrier || !g->has_mask_registers || a->is_raw ||
        a->dynamic || a->count != 1 || a->stride != 4 || a->bytes[0] || !a->index || a->index_vector)
        return false;
    *t = (struct tile){.g = g};
    t->words = arena_array(&g->arena, count, sizeof *t->words);
    t->rows = arena_array(&g->arena, count, sizeof *t->rows);
    if (!t->words || !t->rows) {
        g->failed = true;
        return false;
    }
    if (!add_value(t, a->index, 1, false, DEPTH))
        return false;
    measure(t);
    /* A row by a pitch takes three words of tables: a test of the lanes' numbers is as fast where there are two. */
    return t->runs <= RUNS_MOST && !(t->pitch && t->runs <= 2);
}

/* ---- code ---- */

static LLVMValueRef of_warp(struct tile *t, const uint32_t *words)
{
    return gen_of_warp(t->g, false, 0, 0, words);
}

/* Run r: a pointer as if to lane 0's word; its lanes. */
static LLVMValueRef run_pointer(struct access *a, struct tile *t, LLVMValueRef start, uint32_t r,
                                LLVMValueRef *mask)
{
    struct gen *g = t->g;
    uint32_t words[LIMIT_GROUP_THREADS], rows[LIMIT_GROUP_THREADS], masks[LIMIT_GROUP_THREADS];
    list_runs(t, r, words, rows, masks);
    LLVMValueRef at = LLVMBuildSExt(g->b, of_warp(t, words), g->i64, "");
    at = LLVMBuildAdd(g->b, at, LLVMBuildZExt(g->b, start, g->i64, ""), "");
    if (t->pitch) {
        LLVMValueRef row = LLVMBuildZExt(g->b, of_warp(t, rows), g->i64, "");
        row = LLVMBuildMul(g->b, row, LLVMBuildZExt(g->b, gen_clean(g, t->pitch), g->i64, ""), "");
        at = LLVMBuildAdd(g->b, at, row, "");
    }
    *mask = LLVMBuildTrunc(g->b, of_warp(t, masks), g->mask_int, "");
    *mask = LLVMBuildBitCast(g->b, *mask, g->mask_type, "");
    return LLVMBuildGEP2(g->b, g->i32, a->view.base, &at, 1, "");
}

/* The number of the tile's lowest word; `exists`, an i1: all its words do, and their numbers do not wrap. */
static LLVMValueRef start_of(struct access *a, struct tile *t, LLVMValueRef *exists)
{
    struct gen *g = t->g;
    LLVMBuilderRef b = g->b;
    LLVMValueRef start = gen_i32(g, (uint32_t)t->low), row = gen_i32(g, (uint32_t)t->row_low);
    LLVMValueRef reach = gen_i64(g, (uint64_t)((int64_t)t->high - t->low));
    for (uint32_t i = 0; i < t->term_count; i++) {
        const struct term *term = &t->terms[i];
        LLVMValueRef number = term->ref ? gen_clean(g, term->ref) : g->group_ids[term->axis];
        LLVMValueRef *sum = term->is_pitched ? &row : &start;
        number = LLVMBuildMul(b, number, gen_i32(g, term->factor), "");
        *sum = LLVMBuildAdd(b, *sum, number, "");
    }
    if (t->pitch) {
        LLVMValueRef pitch = gen_clean(g, t->pitch), wide = LLVMBuildZExt(b, pitch, g->i64, "");
        LLVMValueRef rows = gen_i64(g, (uint64_t)((int64_t)t->row_high - t->row_low));
        start = LLVMBuildAdd(b, start, LLVMBuildMul(b, row, pitch, ""), "");
        reach = LLVMBuildAdd(b, reach, LLVMBuildMul(b, wide, rows, ""), "");
    }
    *exists = gen_bounds_reach(a, start, reach);
    return start;
}

bool gen_tile_load(struct access *a)
{
    struct gen *g = a->g;
    struct tile t;
    if (!find_tile(a, &t))
        return false;
    LLVMValueRef exists, mask, start = start_of(a, &t, &exists), words = LLVMConstNull(g->words);
    LLVMBasicBlockRef in = gen_block(g, "tile"), edge = gen_block(g, "edge");
    struct gen_join join = {.block = gen_block(g, "loaded")};
    gen_branch_likely(g, exists, in, edge);
    gen_at(g, in);
    for (uint32_t r = 0; r < t.runs; r++) {
        LLVMValueRef pointer = run_pointer(a, &t, start, r, &mask);
        words = gen_load_masked(g, pointer, mask, words);
    }
    gen_join_path(g, &join, &words, 1);
    gen_at(g, edge);
    gen_gather(a, a->values);
    gen_join_path(g, &join, a->values, 1);
    gen_join_end(g, &join, a->values, 1);
    return true;
}

/* In ascending order of the lanes: the highest one's word remains. */
bool gen_tile_store(struct access *a)
{
    struct gen *g = a->g;
    struct tile t;
    if (!find_tile(a, &t))
        return false;
    LLVMValueRef exists, mask, start = start_of(a, &t, &exists);
    LLVMBasicBlockRef in = gen_block(g, "tile"), edge = gen_block(g, "edge"), after = gen_block(g, "stored");
    gen_branch_likely(g, exists, in, edge);
    gen_at(g, in);
    for (uint32_t r = 0; r < t.runs; r++) {
        LLVMValueRef pointer = run_pointer(a, &t, start, r, &mask);
        if (g->mask)
            mask = LLVMBuildAnd(g->b, mask, g->mask, "");
        gen_store_masked(g, a->values[0], pointer, mask);
    }
    LLVMBuildBr(g->b, after);
    gen_at(g, edge);
    if (!gen_scatter(a))
        gen_helped_store(a);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
    return true;
}
