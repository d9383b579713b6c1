/* Runs: words that follow each other from an address of each lane's own, loaded as a vector a lane and transposed, or stored
   so. A gather takes as long as the loads and shuffles of some twenty words. */
#include "jit/llvm/gen_memory.h"

bool gen_runs_affine(struct access *a, uint32_t count, struct gen_runs *runs)
{
    struct gen *g = a->g;
    bool is_constant = gen_affine_step(a) != 0;
    LLVMValueRef distance = a->dynamic || a->is_texel ? NULL : gen_lane_distance(g, a->index);
    *runs = (struct gen_runs){.is_constant = is_constant};
    if (!distance || (!is_constant && LLVMIsConstant(distance)))
        return false;
    runs->first = gen_bounds_affine_runs(a, distance, count, &runs->exist);
    distance = LLVMBuildZExt(g->b, distance, g->i64, "");
    runs->distance = LLVMBuildMul(g->b, distance, gen_i64(g, a->is_raw ? 1 : a->stride), "");
    return true;
}

void gen_runs_any(struct access *a, uint32_t count, struct gen_runs *runs)
{
    struct gen *g = a->g;
    LLVMValueRef exists, pointers = gen_bounds_runs(a, count, &exists), fits = exists;
    if (g->mask) {
        fits = LLVMBuildOr(g->b, exists, LLVMBuildNot(g->b, g->mask, ""), "");
        exists = LLVMBuildAnd(g->b, exists, g->mask, "");
    }
    *runs = (struct gen_runs){.exist = gen_every(g, fits)};
    runs->all = LLVMBuildSelect(g->b, exists, pointers, gen_splat(g, gen_zeros(g)), "");
}

void gen_runs_pointers(struct gen *g, const struct gen_runs *runs, LLVMValueRef *pointers)
{
    for (uint32_t i = 0; i < g->lanes; i++) {
        if (runs->all)
            pointers[i] = LLVMBuildExtractElement(g->b, runs->all, gen_i32(g, i), "");
        else if (runs->is_constant)
            pointers[i] = gen_offset_by(g, runs->first, i * LLVMConstIntGetZExtValue(runs->distance));
        else
            pointers[i] = i ? gen_offset(g, pointers[i - 1], runs->distance) : runs->first;
    }
}

/* ---- single words of an array, at distances that are constants ---- */

static uint32_t words_of(const struct access *a)
{
    return a->row_words <= 4 ? 4 : a->row_words <= 8 ? 8 : 16;
}

static void load_words(struct access *a, const struct gen_runs *runs)
{
    struct gen *g = a->g;
    LLVMValueRef pointers[JIT_LANES], out[GEN_RUN];
    gen_runs_pointers(g, runs, pointers);
    if (words_of(a) == 4)
        gen_load_chunks(g, pointers, 0, out);
    else
        gen_load_runs(g, pointers, words_of(a), out);
    for (unsigned i = 0; i < a->count; i++)
        a->values[i] = out[a->bytes[i] / 4];
}

bool gen_run_load(struct access *a)
{
    struct gen *g = a->g;
    struct gen_runs runs;
    if (!a->is_run)
        return false;
    if (!gen_may_load_chunks(g, words_of(a) / 4)) {
        gen_gather_members(a, a->values);
        return true;
    }
    LLVMBasicBlockRef in = gen_block(g, "run"), edge = gen_block(g, "edge");
    struct gen_join join = {.block = gen_block(g, "loaded")};
    if (!gen_runs_affine(a, words_of(a), &runs)) {
        LLVMValueRef start = gen_splat_word(g, a->row_start);
        a->index_vector = LLVMBuildAdd(g->b, gen_clean_vector(g, a->index), start, "");
        gen_runs_any(a, words_of(a), &runs);
        a->index_vector = NULL;
    }
    gen_branch_likely(g, runs.exist, in, edge);
    gen_at(g, in);
    load_words(a, &runs);
    gen_join_path(g, &join, a->values, a->count);
    gen_at(g, edge);
    gen_gather_members(a, a->values);
    gen_join_path(g, &join, a->values, a->count);
    gen_join_end(g, &join, a->values, a->count);
    return true;
}

/* Lane by lane, as no two lanes' runs overlap. */
static void store_words(struct access *a, const struct gen_runs *runs)
{
    struct gen *g = a->g;
    LLVMValueRef pointers[JIT_LANES], sorted[GEN_RUN];
    gen_runs_pointers(g, runs, pointers);
    for (unsigned i = 0; i < a->count; i++)
        sorted[a->bytes[i] / 4] = a->values[i];
    uint32_t word = 0;
    for (; word + 4 <= a->row_words; word += 4)
        gen_store_chunks(g, pointers, word, sorted + word);
    for (; word < a->row_words; word++)
        for (uint32_t i = 0; i < g->lanes; i++)
            gen_store(g, LLVMBuildExtractElement(g->b, sorted[word], gen_i32(g, i), ""),
                      gen_offset_by(g, pointers[i], 4 * (uint64_t)word), 4);
}

bool gen_run_store(struct access *a)
{
    struct gen *g = a->g;
    struct gen_runs runs;
    if (!a->is_run)
        return false;
    if (!gen_may_load_chunks(g, (a->row_words + 3) / 4) || !gen_runs_affine(a, a->row_words, &runs)) {
        gen_scatter_members(a);
        return true;
    }
    LLVMValueRef bytes = gen_i64(g, 4 * (uint64_t)a->row_words);
    LLVMValueRef apart = LLVMBuildICmp(g->b, LLVMIntUGE, runs.distance, bytes, "");
    apart = LLVMBuildAnd(g->b, apart, runs.exist, "");
    if (g->mask)
        apart = LLVMBuildAnd(g->b, apart, gen_every(g, g->mask), "");
    LLVMBasicBlockRef in = gen_block(g, "run"), edge = gen_block(g, "edge"), after = gen_block(g, "stored");
    gen_branch_likely(g, apart, in, edge);
    gen_at(g, in);
    store_words(a, &runs);
    LLVMBuildBr(g->b, after);
    gen_at(g, edge);
    gen_scatter_members(a);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
    return true;
}
