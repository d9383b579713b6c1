/* Lanes at constant distances that are not a row of structures. In groups of four threads a row, a matrix a row is each four
   lanes' structure, and their own row of it is at 16 bytes from the one before: the bytes of all of them follow each other. */
#include "jit/llvm/gen_memory.h"

static bool is_aligned(const struct gen *g, const uint32_t *lanes)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < g->lanes; i++)
        bits |= lanes[i];
    return bits % 4 == 0;
}

static bool find_distances(const struct gen *g, const struct ir_value *v, const struct gen_place *place,
                           struct gen_spread *spread)
{
    *spread = (struct gen_spread){.words = 0};
    bool is_raw = v->access == IR_RAW;
    if (v->access == IR_TYPED || v->view == IR_NONE || !place->index || gen_is_tgsm(g, v) ||
        !ir_lane_offsets(g->f, place->index, is_raw ? spread->bytes : spread->index))
        return false;
    if (!is_raw && place->dynamic && !ir_lane_offsets(g->f, place->dynamic, spread->bytes))
        return false;
    return is_aligned(g, spread->bytes) &&
           (is_raw || g->f->program->decls.resources[v->slot].stride % 4 == 0);
}

static bool is_uniform(const struct gen *g, ir_ref ref)
{
    return !ref || ir_is_uniform(gen_value(g, ref));
}

bool gen_is_spread(const struct gen *g, const struct ir_value *v, const struct gen_place *place)
{
    struct gen_spread spread;
    return (!is_uniform(g, place->index) || !is_uniform(g, place->dynamic)) &&
           find_distances(g, v, place, &spread);
}

static bool open_spread(const struct access *a, struct gen_spread *spread)
{
    struct gen_place place = {.index = a->index, .dynamic = a->dynamic};
    bool is_outside = false;
    for (unsigned i = 0; i < a->count && !a->is_raw && !a->dynamic; i++)
        is_outside |= a->bytes[i] + 4 > a->stride;
    return !a->is_row && !a->is_texel && !a->index_vector && !a->dynamic_vector && !is_outside &&
           find_distances(a->g, a->v, &place, spread);
}

/* Words from each lane's first one to the next lane's; 0: they differ, or are not in ascending order. */
static uint32_t step_of(const struct access *a, const struct gen_spread *spread)
{
    enum { WORDS_MOST = 1024 };
    int64_t step = spread->lanes[1];
    for (uint32_t i = 2; i < a->g->lanes; i++)
        if (spread->lanes[i] != step * i)
            return 0;
    return step > 0 && step <= 4 * WORDS_MOST ? (uint32_t)step / 4 : 0;
}

/* ---- loads ---- */

/* The lowest of the lanes' words, and how many follow it up to the highest. */
static int64_t words_around(const struct gen *g, const struct gen_spread *spread, uint64_t *words)
{
    int64_t low = 0, high = 0;
    for (uint32_t i = 1; i < g->lanes; i++) {
        low = spread->lanes[i] < low ? spread->lanes[i] : low;
        high = spread->lanes[i] > high ? spread->lanes[i] : high;
    }
    *words = (uint64_t)(high - low) / 4 + 1;
    return low;
}

/* Words that are near each other. */
static LLVMValueRef load_near(struct gen *g, const struct gen_spread *spread, LLVMValueRef pointer,
                              int64_t low, uint64_t words)
{
    uint32_t from[JIT_LANES];
    for (uint32_t i = 0; i < g->lanes; i++)
        from[i] = (uint32_t)(spread->lanes[i] - low) / 4;
    pointer = gen_offset_by(g, pointer, (uint64_t)low);
    LLVMValueRef loaded = gen_load(g, LLVMVectorType(g->i32, (unsigned)words), pointer, 4);
    return gen_shuffle(g, loaded, NULL, from, g->lanes);
}

/* Few different words. */
static LLVMValueRef load_each(struct gen *g, const struct gen_spread *spread, LLVMValueRef pointer)
{
    enum { LOADS_MOST = 4 };
    uint32_t from[JIT_LANES], count = 0;
    LLVMValueRef loaded = LLVMGetPoison(LLVMVectorType(g->i32, LOADS_MOST));
    for (uint32_t i = 0; i < g->lanes; i++) {
        uint32_t same = 0;
        while (same < i && spread->lanes[same] != spread->lanes[i])
            same++;
        from[i] = same < i ? from[same] : count++;
        if (count > LOADS_MOST)
            return NULL;
        if (same < i)
            continue;
        LLVMValueRef word = gen_load(g, g->i32, gen_offset_by(g, pointer, (uint64_t)spread->lanes[i]), 4);
        loaded = LLVMBuildInsertElement(g->b, loaded, word, gen_i32(g, from[i]), "");
    }
    return gen_shuffle(g, loaded, NULL, from, g->lanes);
}

/* One word of each lane. */
static LLVMValueRef load_single(struct gen *g, const struct gen_spread *spread, uint32_t word)
{
    LLVMValueRef at[JIT_LANES], pointer = gen_offset_by(g, spread->pointer, 4 * (uint64_t)word);
    uint64_t words;
    int64_t low = words_around(g, spread, &words);
    if (words <= g->lanes)
        return load_near(g, spread, pointer, low, words);
    LLVMValueRef loaded = load_each(g, spread, pointer);
    if (loaded)
        return loaded;
    for (uint32_t i = 0; i < g->lanes; i++)
        at[i] = gen_i64(g, (uint64_t)spread->lanes[i]);
    LLVMValueRef bytes = LLVMConstVector(at, g->lanes);
    return gen_gather_words(g, LLVMBuildGEP2(g->b, g->i8, pointer, &bytes, 1, ""), g->all);
}

static void load_words(struct access *a, const struct gen_spread *spread)
{
    enum { CHUNK = 4 };
    struct gen *g = a->g;
    LLVMValueRef pointers[JIT_LANES], chunk[CHUNK], out[GEN_CLUSTER] = {NULL};
    for (uint32_t i = 0; i < g->lanes; i++)
        pointers[i] = gen_offset_by(g, spread->pointer, (uint64_t)spread->lanes[i]);
    for (unsigned i = 0; i < a->count; i++) {
        uint32_t first = spread->offsets[i], in = 0;
        first = first + CHUNK > spread->words && spread->words >= CHUNK ? spread->words - CHUNK : first;
        for (unsigned k = 0; k < a->count; k++)
            in += !out[k] && spread->offsets[k] - first < CHUNK;
        if (out[i])
            continue;
        if (in < 2 || first + CHUNK > spread->words || !gen_may_load_chunks(g, 1)) {
            out[i] = load_single(g, spread, spread->offsets[i]);
            continue;
        }
        gen_load_chunks(g, pointers, first, chunk);
        for (unsigned k = 0; k < a->count; k++)
            if (!out[k] && spread->offsets[k] - first < CHUNK)
                out[k] = chunk[spread->offsets[k] - first];
    }
    memcpy(a->values, out, a->count * sizeof *out);
}

/* The general form of members whose offsets differ is one by one. */
static void load_edge(struct access *a)
{
    a->is_rare = true;
    if (a->has_offsets)
        gen_gather_members(a, a->values);
    else
        gen_gather(a, a->values);
    a->is_rare = false;
}

static void load_inside(struct access *a, const struct gen_spread *spread)
{
    uint32_t step = step_of(a, spread);
    if (step)
        gen_load_words(a->g, spread->pointer, step, spread->offsets, a->count, spread->words, false,
                       a->values);
    else
        load_words(a, spread);
}

bool gen_spread_load(struct access *a)
{
    struct gen *g = a->g;
    struct gen_spread spread;
    if (!open_spread(a, &spread))
        return false;
    gen_bounds_spread(a, &spread);
    if (!spread.exist) {
        load_inside(a, &spread);
        return true;
    }
    LLVMBasicBlockRef in = gen_block(g, "spread"), edge = gen_block(g, "edge");
    struct gen_join join = {.block = gen_block(g, "loaded")};
    gen_branch_likely(g, spread.exist, in, edge);
    gen_at(g, in);
    load_inside(a, &spread);
    gen_join_path(g, &join, a->values, a->count);
    gen_at(g, edge);
    load_edge(a);
    gen_join_path(g, &join, a->values, a->count);
    gen_join_end(g, &join, a->values, a->count);
    return true;
}

/* ---- stores ---- */

/* The condition for the fast path; NULL: it is always taken. */
static LLVMValueRef may_store_row(struct gen *g, const struct gen_spread *spread)
{
    LLVMValueRef every = g->mask ? gen_every(g, g->mask) : NULL;
    return every && spread->exist ? LLVMBuildAnd(g->b, spread->exist, every, "")
           : every                ? every
                                  : spread->exist;
}

static void store_inside(struct access *a, const struct gen_spread *spread, uint32_t step)
{
    gen_store_words(a->g, spread->pointer, step, spread->offsets, a->count, a->values, false, NULL);
}

/* Rows of words that no two lanes have in common. Other members whose offsets differ are scattered here, since no other form
   knows them. */
bool gen_spread_store(struct access *a)
{
    struct gen *g = a->g;
    struct gen_spread spread;
    if (!open_spread(a, &spread))
        return false;
    gen_bounds_spread(a, &spread);
    uint32_t step = step_of(a, &spread);
    if (step < spread.words) {
        if (a->has_offsets)
            gen_scatter_any(a);
        return a->has_offsets;
    }
    LLVMValueRef fits = may_store_row(g, &spread);
    if (!fits) {
        store_inside(a, &spread, step);
        return true;
    }
    LLVMBasicBlockRef in = gen_block(g, "spread"), edge = gen_block(g, "edge"),
                      after = gen_block(g, "stored");
    gen_branch_likely(g, fits, in, edge);
    gen_at(g, in);
    store_inside(a, &spread, step);
    LLVMBuildBr(g->b, after);
    gen_at(g, edge);
    gen_scatter_any(a);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
    return true;
}
