/* Words of a buffer whose numbers are a sum of one that all threads of the group have, and one that is known for every
   thread (ir_threads.c), times a pitch where that is uniform: the rows of a tile that a group loads into g#, or stores.
   A warp's lanes are in a few rows, which differ from warp to warp: each is a masked load or store, after one test for
   the whole group. */
#include "jit/llvm/gen_memory.h"

_Static_assert(IR_THREAD_X == 0, "the first systems");

enum { RUNS_MOST = 4, DEPTH = 10 };

/* Word i is base + words[i] + pitch * rows[i], mod 2^32. */
struct tile {
    struct gen *g;
    uint32_t *words, *rows; /* by thread */
    LLVMValueRef base, pitch;
    ir_ref pitch_ref; /* 0: none */
    uint32_t runs;    /* most of a warp */
    int32_t low, high, row_low, row_high;
};

/* ---- sums ---- */

static void add_base(struct tile *t, LLVMValueRef number, uint32_t factor, bool is_pitched)
{
    LLVMBuilderRef b = t->g->b;
    number = LLVMBuildMul(b, number, gen_i32(t->g, factor), "");
    number = is_pitched ? LLVMBuildMul(b, number, t->pitch, "") : number;
    t->base = LLVMBuildAdd(b, t->base, number, "");
}

static void add_words(struct tile *t, const uint32_t *words, uint32_t factor, bool is_pitched)
{
    uint32_t *to = is_pitched ? t->rows : t->words;
    for (uint32_t i = 0; i < t->g->warps * t->g->lanes; i++)
        to[i] += factor * words[i];
}

/* vThreadID: the group's part and the thread's. */
static bool add_thread(struct tile *t, const struct ir_value *v, uint32_t factor, bool is_pitched)
{
    struct gen *g = t->g;
    bool is_local = v->system >= IR_LOCAL_X && v->system <= IR_LOCAL_Z;
    bool is_global = v->system <= IR_THREAD_Z;
    if (v->kind != IR_SYSTEM || (!is_local && !is_global))
        return false;
    unsigned axis = v->system - (is_local ? IR_LOCAL_X : IR_THREAD_X);
    uint32_t below = axis == 0 ? 1 : axis == 1 ? g->group[0] : g->group[0] * g->group[1];
    uint32_t *to = is_pitched ? t->rows : t->words;
    for (uint32_t i = 0; i < g->warps * g->lanes; i++)
        to[i] += factor * (i / below % g->group[axis]);
    if (is_global)
        add_base(t, g->group_ids[axis], factor * g->group[axis], is_pitched);
    return true;
}

static bool add_value(struct tile *t, ir_ref ref, uint32_t factor, bool is_pitched, unsigned depth);

static bool add_product(struct tile *t, const struct ir_value *v, uint32_t factor, bool is_pitched,
                        unsigned depth)
{
    struct gen *g = t->g;
    for (unsigned i = 0; i < 2; i++) {
        ir_ref x = ir_arg(g->f, v, i), y = ir_arg(g->f, v, !i);
        const struct ir_value *by = gen_value(g, y);
        if (by->kind == IR_CONST)
            return add_value(t, x, factor * by->word, is_pitched, depth);
        if (by->level >= IR_WARP || !gen_is_uniform(by) || is_pitched || (t->pitch_ref && t->pitch_ref != y))
            continue;
        t->pitch_ref = y;
        t->pitch = gen_clean(g, y);
        return add_value(t, x, factor, true, depth);
    }
    return false;
}

static bool add_operation(struct tile *t, const struct ir_value *v, bool is_low, uint32_t factor,
                          bool is_pitched, unsigned depth)
{
    const struct gen *g = t->g;
    const struct ir_value *by = v->count > 1 ? gen_arg(g, v, 1) : NULL;
    switch (v->op) {
    case ISA_IADD:
        return add_value(t, ir_arg(g->f, v, 0), factor, is_pitched, depth) &&
               add_value(t, ir_arg(g->f, v, 1), factor, is_pitched, depth);
    case ISA_ISHL:
        return by->kind == IR_CONST &&
               add_value(t, ir_arg(g->f, v, 0), factor << (by->word & 31), is_pitched, depth);
    case ISA_IMUL: return is_low && add_product(t, v, factor, is_pitched, depth);
    case ISA_IMAD:
    case ISA_UMAD:
        return add_product(t, v, factor, is_pitched, depth) &&
               add_value(t, ir_arg(g->f, v, 2), factor, is_pitched, depth);
    default: return false;
    }
}

static bool add_value(struct tile *t, ir_ref ref, uint32_t factor, bool is_pitched, unsigned depth)
{
    struct gen *g = t->g;
    const struct ir_value *v = gen_value(g, ref), *of = v->kind == IR_PART ? gen_arg(g, v, 0) : v;
    if (v->kind == IR_CONST || (v->level < IR_WARP && gen_is_uniform(v))) {
        add_base(t, gen_clean(g, ref), factor, is_pitched);
        return true;
    }
    if (v->table) {
        add_words(t, v->table->words, factor, is_pitched);
        return true;
    }
    if (add_thread(t, v, factor, is_pitched))
        return true;
    return depth && of->kind == IR_LANE && (of == v || v->part == 1) &&
           add_operation(t, of, of != v, factor, is_pitched, depth - 1);
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
    *t = (struct tile){.g = g, .base = gen_i32(g, 0), .pitch = gen_i32(g, 0)};
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
    return t->runs <= RUNS_MOST && !(t->pitch_ref && t->runs <= 2);
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
    if (t->pitch_ref) {
        LLVMValueRef row = LLVMBuildZExt(g->b, of_warp(t, rows), g->i64, "");
        row = LLVMBuildMul(g->b, row, LLVMBuildZExt(g->b, t->pitch, g->i64, ""), "");
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
    add_base(t, gen_i32(g, 1), (uint32_t)t->low, false);
    add_base(t, gen_i32(g, 1), (uint32_t)t->row_low, true);
    LLVMValueRef rows = gen_i64(g, (uint64_t)((int64_t)t->row_high - t->row_low));
    LLVMValueRef reach = LLVMBuildMul(b, LLVMBuildZExt(b, t->pitch, g->i64, ""), rows, "");
    reach = LLVMBuildAdd(b, reach, gen_i64(g, (uint64_t)((int64_t)t->high - t->low)), "");
    *exists = gen_bounds_reach(a, t->base, reach);
    return t->base;
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
