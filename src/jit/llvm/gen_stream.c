/* Streams (ir_stream.c): in the iterations 0, 8, 16 ... of a loop 32 bytes of each lane are loaded and transposed to
   a buffer on the stack, from which these and the following iterations take their words, from its end on where addresses
   fall; 64 bytes where all lanes have the same number of iterations. Lanes that are active in an iteration were active in
   all iterations before it. */
#include "jit/llvm/gen_memory.h"

/* Words of a lane. */
static uint32_t run_of(const struct gen *g)
{
    return g->f->nodes[g->region->node].divergent ? GEN_RUN / 2 : GEN_RUN;
}

uint32_t gen_stream_step(const struct gen *g, const struct ir_value *v)
{
    if (!v->stream || v->kind == IR_LOAD || v->kind == IR_STORE)
        return v->stream;
    enum jit_texel texel = gen_texel_kind(g, v);
    bool is_whole = texel != JIT_TEXEL_HELP && !jit_texel_is_narrow(texel);
    bool is_kept = texel != JIT_TEXEL_TRIPLE || v->results; /* vectors of a store are full */
    return is_whole && is_kept ? gen_texel_words(texel) : 0;
}

uint32_t gen_stream_turns(uint32_t words, uint32_t step)
{
    return words / step;
}

/* Structures (raw: words) that must exist where a run is loaded. */
static uint32_t count_of(const struct access *a, uint32_t step)
{
    return a->is_raw ? run_of(a->g) : (run_of(a->g) + step - 1) / step;
}

/* Hardware prefetchers do not follow as many rows as a warp has lanes: each lane's run after the next one is prefetched,
   which may reach past the row; or, where the rows of two warps fit into a cache, the next warp's, so that its rows' first runs
   are, too. */
static LLVMValueRef distance_ahead(const struct gen *g, const struct gen_runs *runs, bool descends)
{
    enum { ROWS_MOST = 8192 };
    uint64_t ahead = 2 * 4 * (uint64_t)run_of(g);
    LLVMValueRef next = gen_i64(g, descends ? -ahead : ahead);
    if (runs->all)
        return next;
    LLVMValueRef rows = LLVMBuildMul(g->b, runs->distance, gen_i64(g, g->lanes), "");
    LLVMValueRef is_near = LLVMBuildICmp(g->b, LLVMIntULE, rows, gen_i64(g, ROWS_MOST), "");
    return LLVMBuildSelect(g->b, is_near, rows, next, "");
}

static void load_runs(struct gen *g, const struct gen_runs *runs, bool descends, LLVMValueRef *out)
{
    LLVMValueRef pointers[JIT_LANES], ahead = distance_ahead(g, runs, descends);
    gen_runs_pointers(g, runs, pointers);
    for (uint32_t i = 0; i < g->lanes; i++)
        gen_prefetch(g, gen_offset(g, pointers[i], ahead), 0);
    gen_load_runs(g, pointers, run_of(g), out);
}

static LLVMValueRef word_of(const struct gen *g, LLVMValueRef buffer, LLVMValueRef word)
{
    return LLVMBuildGEP2(g->b, g->words, buffer, &word, 1, "");
}

/* At the end of a view: the words one by one, as the iterations would load them. */
static void fill_by_words(struct access *a, uint32_t step, LLVMValueRef buffer)
{
    struct gen *g = a->g;
    LLVMBasicBlockRef before = gen_here(g), loop = gen_block(g, "word"), after = gen_block(g, "words.done");
    LLVMBuildBr(g->b, loop);
    gen_at(g, loop);
    LLVMValueRef turn = LLVMBuildPhi(g->b, g->i32, "");
    LLVMValueRef added = LLVMBuildMul(g->b, turn, gen_i32(g, a->is_raw ? 4 * step : 1), "");
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef exists, pointers = gen_bounds_pointers_after(a, gen_splat(g, added), i, &exists);
        LLVMValueRef word = gen_gather_words(g, pointers, exists);
        LLVMValueRef at = LLVMBuildMul(g->b, turn, gen_i32(g, step), "");
        at = LLVMBuildAdd(g->b, at, gen_i32(g, gen_bounds_place(a, i)), "");
        gen_store(g, word, word_of(g, buffer, at), 4 * g->lanes);
    }
    LLVMValueRef next = LLVMBuildAdd(g->b, turn, gen_i32(g, 1), "");
    LLVMValueRef values[] = {gen_i32(g, 0), next};
    LLVMBasicBlockRef blocks[] = {before, gen_here(g)};
    LLVMAddIncoming(turn, values, blocks, 2);
    LLVMBuildCondBr(g->b,
                    LLVMBuildICmp(g->b, LLVMIntULT, next, gen_i32(g, gen_stream_turns(run_of(g), step)), ""),
                    loop, after);
    gen_at(g, after);
}

/* Where a fill leaves the words: in a buffer, and also in `words` where that is not NULL. */
struct filling {
    LLVMValueRef buffer, *words;
    bool descends;
    struct gen_join join;
};

/* Loads where all runs exist; the builder continues where they do not. */
static void fill_by_runs(struct gen *g, struct filling *f, const struct gen_runs *runs)
{
    LLVMBasicBlockRef in = gen_block(g, "runs"), edge = gen_block(g, "edge");
    LLVMValueRef out[GEN_RUN];
    gen_branch_likely(g, runs->exist, in, edge);
    gen_at(g, in);
    load_runs(g, runs, f->descends, out);
    for (unsigned k = 0; k < run_of(g) && !f->words; k++)
        gen_store(g, out[k], word_of(g, f->buffer, gen_i32(g, k)), 4 * g->lanes);
    gen_join_path(g, &f->join, out, f->words ? GEN_RUN : 0);
    gen_at(g, edge);
}

/* Where addresses fall, the run begins with the word of its last iteration. */
static void begin_run(struct access *a, uint32_t step)
{
    struct gen *g = a->g;
    uint32_t turns = gen_stream_turns(run_of(g), step), unit = a->is_raw ? 4 * step : 1;
    a->row_start = -(turns - 1) * unit;
    LLVMValueRef index = a->is_texel ? gen_texture_column(g, a->index) : gen_clean_vector(g, a->index);
    uint32_t offset = a->is_texel ? (uint32_t)a->texel.offset[0] : 0;
    a->index_vector = LLVMBuildAdd(g->b, index, gen_splat_word(g, a->row_start + offset), "");
}

/* Runs at a constant distance are loaded for inactive lanes too, if they exist. */
static void fill(struct access *a, uint32_t step, LLVMValueRef buffer, LLVMValueRef *words)
{
    struct gen *g = a->g;
    struct filling f = {buffer, words, a->v->descends, {.block = gen_block(g, "filled")}};
    LLVMValueRef out[GEN_RUN];
    struct gen_runs runs;
    if (f.descends)
        begin_run(a, step);
    bool is_affine = gen_runs_affine(a, count_of(a, step), &runs);
    if (is_affine)
        fill_by_runs(g, &f, &runs);
    if (!is_affine || !runs.is_constant || g->mask) {
        gen_runs_any(a, count_of(a, step), &runs);
        fill_by_runs(g, &f, &runs);
    }
    fill_by_words(a, step, buffer);
    a->row_start = 0;
    a->index_vector = NULL;
    for (unsigned k = 0; k < GEN_RUN && words; k++)
        out[k] = gen_load(g, g->words, word_of(g, buffer, gen_i32(g, k)), 4 * g->lanes);
    gen_join_path(g, &f.join, out, words ? GEN_RUN : 0);
    gen_join_end(g, &f.join, words, words ? GEN_RUN : 0);
}

/* ---- the unrolled form: words stay in registers ---- */

struct gen_words {
    ir_ref ref;
    LLVMValueRef words[GEN_RUN];
    struct gen_words *next;
};

static struct gen_words *words_of(struct gen *g, ir_ref ref)
{
    struct gen_unroll *unroll = g->region->unroll;
    struct gen_words *at = unroll->loads;
    while (at && at->ref != ref)
        at = at->next;
    if (at)
        return at;
    at = arena_array(&g->arena, 1, sizeof *at);
    g->failed |= !at;
    if (at) {
        *at = (struct gen_words){.ref = ref, .next = unroll->loads};
        unroll->loads = at;
    }
    return at;
}

static void load_unrolled(struct access *a, uint32_t step)
{
    struct gen *g = a->g;
    struct gen_words *stream = words_of(g, a->refs[0]);
    uint32_t turns = gen_stream_turns(GEN_RUN, step), turn = g->region->unroll->iteration % turns;
    if (stream && turn == 0)
        fill(a, step, gen_variable(g, LLVMArrayType(g->words, GEN_RUN), "edge"), stream->words);
    turn = a->v->descends ? turns - 1 - turn : turn;
    for (unsigned i = 0; i < a->count; i++)
        a->values[i] = stream ? stream->words[turn * step + gen_bounds_place(a, i)] : LLVMConstNull(g->words);
}

bool gen_stream_load(struct access *a)
{
    struct gen *g = a->g;
    uint32_t step = gen_stream_step(g, gen_value(g, a->refs[0]));
    if (!step || !g->region)
        return false;
    for (unsigned i = 0; i < a->count; i++)
        if (gen_bounds_place(a, i) >= step)
            return false;
    if (g->region->unroll) {
        load_unrolled(a, step);
        return true;
    }
    if (!g->region->iteration)
        return false;
    LLVMValueRef buffer = gen_variable(g, LLVMArrayType(g->words, run_of(g)), "stream");
    LLVMValueRef turns = gen_i32(g, gen_stream_turns(run_of(g), step));
    LLVMValueRef turn = LLVMBuildURem(g->b, g->region->iteration, turns, "");
    LLVMBasicBlockRef empty = gen_block(g, "fill"), full = gen_block(g, "stream");
    LLVMValueRef is_first = LLVMBuildICmp(g->b, LLVMIntEQ, turn, gen_i32(g, 0), "");
    LLVMBuildCondBr(g->b, is_first, empty, full);
    gen_at(g, empty);
    fill(a, step, buffer, NULL);
    LLVMBuildBr(g->b, full);
    gen_at(g, full);
    if (a->v->descends)
        turn = LLVMBuildSub(g->b, LLVMBuildSub(g->b, turns, gen_i32(g, 1), ""), turn, "");
    LLVMValueRef first = LLVMBuildMul(g->b, turn, gen_i32(g, step), "");
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef at = LLVMBuildAdd(g->b, first, gen_i32(g, gen_bounds_place(a, i)), "");
        a->values[i] = gen_load(g, g->words, word_of(g, buffer, at), 4 * g->lanes);
    }
    return true;
}
