/* What is known of every thread (ir_threads.c, ir_cells.c). A value whose lanes differ by constants is computed
   from the warp's number. A g# access whose lanes are at constant distances is vector loads or stores of the
   words around them, and constant shuffles: LLVM forwards the vectors to later loads of the same words. */
#include "jit/llvm/gen_memory.h"

/* ---- values ---- */

static LLVMValueRef find_table(struct gen *g, const uint32_t *words, uint32_t count)
{
    for (size_t i = 0; i < g->tables.count; i++)
        if (g->tables.data[i].count == count &&
            memcmp(g->tables.data[i].words, words, count * sizeof *words) == 0)
            return g->tables.data[i].global;
    struct gen_table table = {arena_copy(&g->arena, words, count * sizeof *words), count,
                              gen_words(g, words, count, true)};
    if (!table.words || !VEC_PUSH(&g->tables, table))
        g->failed = true;
    return table.global;
}

/* Loads of one word of a table are one load, whatever is stored between them. */
static LLVMValueRef load_table(struct gen *g, LLVMTypeRef type, const uint32_t *words, uint32_t count,
                               LLVMValueRef at)
{
    LLVMValueRef index = LLVMBuildZExt(g->b, at, g->i64, ""), table = find_table(g, words, count);
    LLVMValueRef word = gen_load(g, type, LLVMBuildGEP2(g->b, g->i32, table, &index, 1, ""), 4);
    LLVMSetMetadata(word, LLVMGetMDKindIDInContext(g->context, "invariant.load", 14),
                    LLVMMDNodeInContext(g->context, NULL, 0));
    return word;
}

LLVMValueRef gen_after_first_warp(struct gen *g, const uint32_t *bases)
{
    uint32_t distances[LIMIT_GROUP_THREADS];
    if (LLVMIsAConstantInt(g->warp_number))
        return gen_i32(g, bases[LLVMConstIntGetZExtValue(g->warp_number)] - bases[0]);
    for (uint32_t i = 0; i < g->warps; i++)
        distances[i] = bases[i] - bases[0];
    return load_table(g, g->i32, distances, g->warps, g->warp_number);
}

LLVMValueRef gen_of_warp(struct gen *g, bool is_linear, uint32_t first, uint32_t step, const uint32_t *bases)
{
    if (is_linear && step == 0)
        return gen_i32(g, first);
    if (is_linear)
        return LLVMBuildAdd(g->b, LLVMBuildMul(g->b, g->warp_number, gen_i32(g, step), ""), gen_i32(g, first),
                            "");
    return LLVMBuildAdd(g->b, gen_after_first_warp(g, bases), gen_i32(g, bases[0]), "");
}

/* A division takes longer than a load. */
static bool is_listed(const struct gen *g, const struct ir_value *v)
{
    const struct ir_value *whole = v->kind == IR_PART ? gen_arg(g, v, 0) : v;
    return v->table && !v->table->is_regular && v->shape == IR_VARYING && v->level == IR_WARP &&
           whole->kind == IR_LANE && whole->op == ISA_UDIV;
}

bool gen_is_tabulated(const struct gen *g, const struct ir_value *v)
{
    return (v->table && v->table->is_regular && v->kind != IR_SYSTEM) || is_listed(g, v);
}

LLVMValueRef gen_constant_words(const struct gen *g, const uint32_t *words)
{
    LLVMValueRef lanes[JIT_LANES];
    for (uint32_t i = 0; i < g->lanes; i++)
        lanes[i] = gen_i32(g, words[i]);
    return LLVMConstVector(lanes, g->lanes);
}

LLVMValueRef gen_tabulated(struct gen *g, const struct ir_value *v)
{
    const struct ir_table *t = v->table;
    if (!t->is_regular && LLVMIsAConstantInt(g->warp_thread))
        return gen_constant_words(g, t->words + LLVMConstIntGetZExtValue(g->warp_thread));
    if (!t->is_regular)
        return load_table(g, g->words, t->words, g->warps * g->lanes, g->warp_thread);
    LLVMValueRef base = gen_of_warp(g, t->is_linear, t->first, t->step, t->bases);
    if (v->shape != IR_VARYING)
        return base;
    return LLVMBuildAdd(g->b, gen_splat(g, base), gen_constant_words(g, t->offsets), "");
}

/* ---- g# ---- */

/* Shuffles of registers take less time than loads of words that have just been stored. */
static uint32_t words_most(const struct gen *g)
{
    return g->f->is_unrolled ? IR_SINGLE_WORDS : 8;
}

/* The words around all lanes' words of an access, from word `start` of the group's memory + bases[warp] on. */
struct window {
    const struct ir_cells *cells; /* of the first member; the others are at constant distances */
    int32_t start;
    uint32_t vectors;
    int32_t distance[GEN_CLUSTER];
    LLVMValueRef pointer;
};

/* Place of a lane's word of a member in the window; -1: it has none. */
static int32_t place_of(const struct access *a, const struct window *w, unsigned member, uint32_t lane)
{
    const struct ir_cells *cells = gen_value(a->g, a->refs[member])->cells;
    return cells->uses[lane] ? cells->offsets[lane] + w->distance[member] - w->start : -1;
}

static uint32_t first_warp(const struct gen *g, const struct ir_cells *cells)
{
    uint32_t warp = 0;
    while (warp + 1 < g->warps && !cells->runs[warp])
        warp++;
    return warp;
}

static bool find_distances(const struct access *a, struct window *w)
{
    const struct gen *g = a->g;
    w->cells = gen_value(g, a->refs[0])->cells;
    uint32_t first = w->cells ? first_warp(g, w->cells) : 0;
    for (unsigned i = 0; i < a->count; i++) {
        const struct ir_cells *cells = gen_value(g, a->refs[i])->cells;
        if (!cells || !cells->is_regular)
            return false;
        w->distance[i] = (int32_t)(cells->bases[first] - w->cells->bases[first]);
        for (uint32_t k = 0; k < g->warps; k++)
            if (cells->runs[k] && (int32_t)(cells->bases[k] - w->cells->bases[k]) != w->distance[i])
                return false;
    }
    return true;
}

/* Words before `low` that align the window to whole vectors in every warp; 0 also where warps differ. */
static uint32_t words_before(const struct gen *g, const struct ir_cells *cells, int32_t low)
{
    uint32_t rest = (cells->bases[first_warp(g, cells)] + (uint32_t)low) % g->lanes;
    for (uint32_t k = 0; k < g->warps; k++)
        if (cells->runs[k] && (cells->bases[k] + (uint32_t)low) % g->lanes != rest)
            return 0;
    return rest;
}

/* All lanes store one vector from word `low` on. */
static bool stores_row(const struct access *a, int32_t low)
{
    const struct ir_cells *cells = gen_value(a->g, a->refs[0])->cells;
    for (uint32_t lane = 0; lane < a->g->lanes; lane++)
        if (!cells->uses[lane] || cells->offsets[lane] != low + (int32_t)lane)
            return false;
    return a->v->kind == IR_STORE && a->count == 1;
}

/* Aligned where possible: the words that a vector's store has just written are forwarded to a load of the same
   vector, but not to one that overlaps it. */
static bool find_window(const struct access *a, uint32_t most, struct window *w)
{
    const struct gen *g = a->g;
    int32_t low = INT32_MAX, high = INT32_MIN, lanes = (int32_t)g->lanes;
    if (!gen_is_tgsm(g, a->v) || !find_distances(a, w))
        return false;
    w->start = 0;
    for (unsigned i = 0; i < a->count; i++)
        for (uint32_t lane = 0; lane < g->lanes; lane++) {
            const struct ir_cells *cells = gen_value(g, a->refs[i])->cells;
            int32_t at = cells->offsets[lane] + w->distance[i];
            low = cells->uses[lane] && at < low ? at : low;
            high = cells->uses[lane] && at > high ? at : high;
        }
    int64_t span = (int64_t)high - low + 1;
    bool is_aligned = span <= (int64_t)most * lanes && (g->f->is_unrolled || !stores_row(a, low));
    uint32_t rest = is_aligned ? words_before(g, w->cells, low) : 0;
    for (;; rest = 0) {
        w->start = low - (int32_t)rest;
        w->vectors = (uint32_t)((span + rest + g->lanes - 1) / g->lanes);
        if (w->vectors <= most && gen_bounds_window(g, w->cells, w->start, w->vectors))
            return true;
        if (!rest)
            return false;
    }
}

static LLVMValueRef vector_at(struct access *a, struct window *w, uint32_t k)
{
    if (!w->pointer)
        w->pointer = gen_bounds_window_pointer(a->g, w->cells, w->start);
    return gen_offset_by(a->g, w->pointer, 4 * (uint64_t)k * a->g->lanes);
}

/* Lane i of the result is word at[i] of the vectors; -1: any. */
static LLVMValueRef gather_words(struct gen *g, const LLVMValueRef *vectors, uint32_t count,
                                 const int32_t *at)
{
    LLVMValueRef made = NULL;
    uint32_t own[JIT_LANES], lanes = g->lanes;
    for (uint32_t k = 0; k < count; k += 2) {
        uint32_t from[JIT_LANES];
        bool any = false;
        for (uint32_t i = 0; i < lanes; i++) {
            bool is_here = at[i] >= 0 && (uint32_t)at[i] / (2 * lanes) == k / 2;
            uint32_t word = is_here ? (uint32_t)at[i] % (2 * lanes) : i;
            from[i] = k + 1 == count ? word % lanes : word;
            own[i] = is_here ? lanes + i : i;
            any |= is_here;
        }
        if (!any)
            continue;
        LLVMValueRef part = gen_shuffle(g, vectors[k], k + 1 < count ? vectors[k + 1] : NULL, from, lanes);
        made = made ? gen_shuffle(g, made, part, own, lanes) : part;
    }
    return made;
}

/* ---- few lanes, far apart: word by word ---- */

/* At most so many words, as at the top of a tree, where some threads of one warp are left. */
static bool is_sparse(const struct access *a, struct window *w, unsigned most)
{
    unsigned words = 0;
    w->start = 0;
    if (!gen_is_tgsm(a->g, a->v) || !find_distances(a, w))
        return false;
    for (unsigned i = 0; i < a->count; i++)
        for (uint32_t lane = 0; lane < a->g->lanes; lane++) {
            bool is_used = gen_value(a->g, a->refs[i])->cells->uses[lane];
            words += is_used;
            if (is_used && !gen_bounds_window(a->g, w->cells, place_of(a, w, i, lane), 1))
                return false;
        }
    return words <= most;
}

/* Pointer to a lane's word of a member; NULL: it has none. */
static LLVMValueRef sparse_word(const struct access *a, struct window *w, unsigned member, uint32_t lane)
{
    if (!gen_value(a->g, a->refs[member])->cells->uses[lane])
        return NULL;
    return gen_bounds_window_pointer(a->g, w->cells, place_of(a, w, member, lane));
}

static void load_sparse(struct access *a, struct window *w)
{
    struct gen *g = a->g;
    for (unsigned i = 0; i < a->count; i++) {
        a->values[i] = LLVMConstNull(g->words);
        for (uint32_t lane = 0; lane < g->lanes; lane++) {
            LLVMValueRef pointer = sparse_word(a, w, i, lane);
            if (pointer)
                a->values[i] = LLVMBuildInsertElement(g->b, a->values[i], gen_load(g, g->i32, pointer, 4),
                                                      gen_i32(g, lane), "");
        }
    }
}

/* In the order of members and lanes: where lanes collide, the highest lane's value remains. */
static void store_sparse(struct access *a, struct window *w)
{
    struct gen *g = a->g;
    for (unsigned i = 0; i < a->count; i++)
        for (uint32_t lane = 0; lane < g->lanes; lane++) {
            LLVMValueRef pointer = sparse_word(a, w, i, lane), at = gen_i32(g, lane);
            if (!pointer)
                continue;
            LLVMValueRef word = LLVMBuildExtractElement(g->b, a->values[i], at, "");
            if (g->mask) {
                LLVMValueRef active = LLVMBuildExtractElement(g->b, g->mask, at, "");
                word = LLVMBuildSelect(g->b, active, word, gen_load(g, g->i32, pointer, 4), "");
            }
            gen_store(g, word, pointer, 4);
        }
}

/* ---- all words of structures that follow each other ---- */

enum { CELLS_MERGED = 8 }; /* words of a lane, of a structure or several */

/* Lane i's words are those from i * count on, so that they are transposed as in other memory, which gen_pack dissolves.
   order[i]: the member's word in its structure. */
static bool is_dense(const struct access *a, const struct window *w, unsigned order[CELLS_MERGED])
{
    uint32_t found = 0;
    if (a->count < 2 || (a->count > GEN_STRUCTURE_WORDS && a->count != CELLS_MERGED) ||
        !gen_bounds_window(a->g, w->cells, w->start, a->count))
        return false;
    for (unsigned i = 0; i < a->count; i++) {
        order[i] = UINT32_MAX;
        for (uint32_t lane = 0; lane < a->g->lanes; lane++) {
            int32_t at = place_of(a, w, i, lane);
            uint32_t word = (uint32_t)at - lane * a->count;
            if (at >= 0 && order[i] == UINT32_MAX)
                order[i] = word;
            if (at >= 0 && order[i] != word)
                return false;
        }
        if (order[i] >= a->count)
            return false;
        found |= 1u << order[i];
    }
    return found == (1u << a->count) - 1;
}

static void load_dense(struct access *a, struct window *w, const unsigned *order)
{
    LLVMValueRef vectors[CELLS_MERGED], words[CELLS_MERGED];
    for (uint32_t k = 0; k < a->count; k++)
        vectors[k] = gen_load(a->g, a->g->words, vector_at(a, w, k), 4);
    gen_split(a->g, vectors, a->count, words);
    for (unsigned i = 0; i < a->count; i++)
        a->values[i] = words[order[i]];
}

/* The words of both, alternately. */
static void interleave(struct gen *g, LLVMValueRef even, LLVMValueRef odd, LLVMValueRef out[2])
{
    uint32_t from[2][JIT_LANES];
    for (uint32_t i = 0; i < 2 * g->lanes; i++)
        from[i / g->lanes][i % g->lanes] = i / 2 + i % 2 * g->lanes;
    for (unsigned k = 0; k < 2; k++)
        out[k] = gen_shuffle(g, even, odd, from[k], g->lanes);
}

/* Rows of `length` vectors each are interleaved with those HALF vectors later: the words i and i + 4 of a lane first, then
   these pairs and those of the words i + 2, then the fours. */
static void merge_eight(struct gen *g, const LLVMValueRef *words, LLVMValueRef *vectors)
{
    enum { HALF = CELLS_MERGED / 2 };
    LLVMValueRef rows[CELLS_MERGED];
    memcpy(rows, words, sizeof rows);
    for (unsigned length = 1; length < CELLS_MERGED; length *= 2) {
        for (unsigned i = 0; i < HALF; i++)
            interleave(g, rows[i], rows[i + HALF], &vectors[2 * i]);
        memcpy(rows, vectors, sizeof rows);
    }
}

static void merge_dense(const struct access *a, const unsigned *order, LLVMValueRef *vectors)
{
    LLVMValueRef words[CELLS_MERGED];
    for (unsigned i = 0; i < a->count; i++)
        words[order[i]] = a->values[i];
    if (a->count == CELLS_MERGED)
        merge_eight(a->g, words, vectors);
    else
        gen_merge(a->g, words, a->count, vectors);
}

/* ---- structures that are not dense: shuffles of whole ones, then as if they were ---- */

/* The member with word `word` of the structure; a->count: none. */
static unsigned member_of(const struct access *a, unsigned word)
{
    unsigned i = 0;
    while (i < a->count && a->bytes[i] != a->bytes[0] + 4 * word)
        i++;
    return i;
}

/* Words 0 and on of one structure for each lane: at[] is where these are in the window, in the order of memory. */
static bool find_packed(const struct access *a, const struct window *w, int32_t at[])
{
    uint32_t count = a->count;
    for (uint32_t i = 0; i < count * a->g->lanes; i++) {
        unsigned member = member_of(a, i % count);
        at[i] = member < count ? place_of(a, w, member, i / count) : -1;
        if (at[i] < 0)
            return false;
    }
    return true;
}

/* Shuffles of gather_words. */
static uint32_t shuffles_of(const struct gen *g, const int32_t *at)
{
    uint32_t pairs = 0;
    for (uint32_t i = 0; i < g->lanes; i++)
        pairs |= at[i] < 0 ? 0 : 1u << (uint32_t)at[i] / (2 * g->lanes);
    return 2 * (uint32_t)__builtin_popcount(pairs) - 1;
}

static bool load_packed(struct access *a, const struct window *w, const LLVMValueRef *vectors)
{
    struct gen *g = a->g;
    int32_t packed[GEN_STRUCTURE_WORDS * JIT_LANES], single[JIT_LANES];
    LLVMValueRef rows[GEN_STRUCTURE_WORDS], words[GEN_STRUCTURE_WORDS];
    if (a->count < 2 || a->count > GEN_STRUCTURE_WORDS || !find_packed(a, w, packed))
        return false;
    uint32_t cost = a->count * (a->count > 2 ? 2 : 1), each = 0; /* of gen_split */
    for (unsigned i = 0; i < a->count; i++) {
        for (uint32_t lane = 0; lane < g->lanes; lane++)
            single[lane] = place_of(a, w, i, lane);
        each += shuffles_of(g, single);
        cost += shuffles_of(g, packed + (size_t)i * g->lanes);
    }
    if (cost >= each)
        return false;
    for (unsigned i = 0; i < a->count; i++)
        rows[i] = gather_words(g, vectors, w->vectors, packed + (size_t)i * g->lanes);
    gen_split(g, rows, a->count, words);
    for (unsigned i = 0; i < a->count; i++)
        a->values[member_of(a, i)] = words[i];
    return true;
}

/* ---- words that follow each other in each lane, far from those of other lanes ---- */

/* The words of a lane from its first one on, as find_distances has them; false: members do not have them at the same distances
   in all lanes, or they are too few for vectors. */
static bool find_lane_run(const struct access *a, struct window *w, int32_t *low, uint32_t *words)
{
    int32_t high = INT32_MIN;
    *low = INT32_MAX;
    for (unsigned i = 0; i < a->count; i++) {
        const struct ir_cells *cells = gen_value(a->g, a->refs[i])->cells;
        for (uint32_t lane = 0; lane < a->g->lanes; lane++)
            if (cells->uses[lane] != w->cells->uses[lane] ||
                (cells->uses[lane] && cells->offsets[lane] != w->cells->offsets[lane]))
                return false;
        *low = w->distance[i] < *low ? w->distance[i] : *low;
        high = w->distance[i] > high ? w->distance[i] : high;
    }
    *words = (uint32_t)high - (uint32_t)*low + 1;
    return *words <= GEN_RUN && 2 * a->count >= *words && a->count > 2;
}

/* Vectors of each lane's own words, transposed as runs of views are (gen_runs.c). Lanes without words load another one's. */
static bool load_lane_runs(struct access *a, struct window *w)
{
    struct gen *g = a->g;
    LLVMValueRef pointers[JIT_LANES], out[GEN_RUN], any = NULL;
    int32_t low;
    uint32_t words;
    w->start = 0;
    if (!gen_is_tgsm(g, a->v) || !find_distances(a, w) || !find_lane_run(a, w, &low, &words))
        return false;
    uint32_t loaded = words <= 4 ? 4 : words <= 8 ? 8 : GEN_RUN;
    for (uint32_t lane = 0; lane < g->lanes; lane++) {
        int32_t start = w->cells->offsets[lane] + low;
        bool is_used = w->cells->uses[lane];
        if (is_used && !gen_bounds_window(g, w->cells, start, (loaded + g->lanes - 1) / g->lanes))
            return false;
        pointers[lane] = is_used ? gen_bounds_window_pointer(g, w->cells, start) : NULL;
        any = pointers[lane] ? pointers[lane] : any;
    }
    if (!any || !gen_may_load_chunks(g, loaded / 4))
        return false;
    for (uint32_t lane = 0; lane < g->lanes; lane++)
        pointers[lane] = pointers[lane] ? pointers[lane] : any;
    if (loaded == 4)
        gen_load_chunks(g, pointers, 0, out);
    else
        gen_load_runs(g, pointers, loaded, out);
    for (unsigned i = 0; i < a->count; i++)
        a->values[i] = out[w->distance[i] - low];
    return true;
}

/* ---- entry points ---- */

bool gen_cells_load(struct access *a)
{
    struct gen *g = a->g;
    struct window w = {.cells = NULL};
    LLVMValueRef vectors[IR_WINDOW];
    unsigned order[CELLS_MERGED];
    if (!find_window(a, IR_WINDOW, &w)) {
        if (load_lane_runs(a, &w))
            return true;
        bool sparse = is_sparse(a, &w, words_most(a->g));
        if (sparse)
            load_sparse(a, &w);
        return sparse;
    }
    if (a->count <= GEN_STRUCTURE_WORDS && is_dense(a, &w, order)) {
        load_dense(a, &w, order);
        return true;
    }
    for (uint32_t k = 0; k < w.vectors; k++)
        vectors[k] = gen_load(g, g->words, vector_at(a, &w, k), 4);
    if (load_packed(a, &w, vectors))
        return true;
    for (unsigned i = 0; i < a->count; i++) {
        int32_t at[JIT_LANES];
        for (uint32_t lane = 0; lane < g->lanes; lane++)
            at[lane] = place_of(a, &w, i, lane);
        a->values[i] = gather_words(g, vectors, w.vectors, at);
    }
    return true;
}

/* Which member and lane a word of the window gets; false: two lanes store to one word. */
static bool find_sources(const struct access *a, const struct window *w, int16_t source[])
{
    for (uint32_t i = 0; i < w->vectors * a->g->lanes; i++)
        source[i] = -1;
    for (unsigned i = 0; i < a->count; i++)
        for (uint32_t lane = 0; lane < a->g->lanes; lane++) {
            int32_t at = place_of(a, w, i, lane);
            if (at >= 0 && source[at] >= 0)
                return false;
            if (at >= 0)
                source[at] = (int16_t)(i * JIT_LANES + lane);
        }
    return true;
}

/* The words of one vector of the window from the members' values. */
static LLVMValueRef scatter_words(struct gen *g, const LLVMValueRef *values, unsigned count,
                                  const int16_t *source)
{
    LLVMValueRef made = NULL;
    for (unsigned member = 0; member < count; member++) {
        uint32_t from[JIT_LANES];
        bool any = false;
        for (uint32_t i = 0; i < g->lanes; i++) {
            bool is_here = source[i] >= 0 && (unsigned)source[i] / JIT_LANES == member;
            uint32_t lane = is_here ? (uint32_t)source[i] % JIT_LANES : i;
            from[i] = !made ? lane : is_here ? g->lanes + lane : i;
            any |= is_here;
        }
        if (any)
            made = gen_shuffle(g, made ? made : values[member], made ? values[member] : NULL, from, g->lanes);
    }
    return made;
}

/* g# may be divided into registers: no vector of the window overlaps those of other windows. */
static bool is_aligned(const struct gen *g, const struct window *w)
{
    bool all = true;
    for (uint32_t i = 0; i < g->warps; i++)
        all &= !w->cells->runs[i] || (w->cells->bases[i] + (uint32_t)w->start) % g->lanes == 0;
    return all;
}

static void store_window(struct access *a, struct window *w, const int16_t *source)
{
    struct gen *g = a->g;
    LLVMValueRef masks[GEN_CLUSTER], merged[CELLS_MERGED];
    unsigned order[CELLS_MERGED];
    LLVMValueRef mask = g->mask ? LLVMBuildSExt(g->b, g->mask, g->words, "") : NULL;
    for (unsigned i = 0; i < a->count; i++)
        masks[i] = mask;
    bool dense = is_dense(a, w, order), overlaps = g->has_mask_registers && !is_aligned(g, w);
    if (dense)
        merge_dense(a, order, merged);
    for (uint32_t k = 0; k < w->vectors; k++) {
        const int16_t *from = source + (size_t)k * g->lanes;
        LLVMValueRef kept[JIT_LANES], words = dense ? merged[k] : scatter_words(g, a->values, a->count, from);
        bool all = true, any = false;
        for (uint32_t i = 0; i < g->lanes; i++) {
            kept[i] = LLVMConstInt(g->i1, from[i] >= 0, false);
            all &= from[i] >= 0;
            any |= from[i] >= 0;
        }
        if (!any)
            continue;
        LLVMValueRef pointer = vector_at(a, w, k), stored = all ? NULL : LLVMConstVector(kept, g->lanes);
        if (mask) {
            LLVMValueRef active = scatter_words(g, masks, a->count, from);
            active = LLVMBuildICmp(g->b, LLVMIntNE, active, LLVMConstNull(g->words), "");
            stored = stored ? LLVMBuildAnd(g->b, stored, active, "") : active;
        }
        if (stored && overlaps) { /* a load would wait for the store before */
            gen_store_masked(g, words, pointer, stored);
            continue;
        }
        if (stored)
            words = LLVMBuildSelect(g->b, stored, words, gen_load(g, g->words, pointer, 4), "");
        gen_store(g, words, pointer, 4);
    }
}

/* One lane's word, as of a border of a tile, is stored by itself: a window of the words around it would be loaded, too. */
bool gen_cells_store(struct access *a)
{
    enum { MEMBERS_MOST = 8 };
    struct window w = {.cells = NULL};
    int16_t source[IR_WINDOW * JIT_LANES];
    struct window one = {.cells = NULL};
    if (!a->g->f->is_unrolled && is_sparse(a, &one, 1)) {
        store_sparse(a, &one);
        return true;
    }
    if (a->count > MEMBERS_MOST || !find_window(a, IR_WINDOW, &w) || !find_sources(a, &w, source)) {
        bool sparse = is_sparse(a, &w, words_most(a->g));
        if (sparse)
            store_sparse(a, &w);
        return sparse;
    }
    store_window(a, &w, source);
    return true;
}

/* place[i]: of member i among all words of the structures, one after the other. Returns the words of each; 0: they differ. */
static unsigned place_members(const struct access *a, unsigned place[GEN_CLUSTER])
{
    uint32_t done = 0, words = 0, count = 0;
    for (unsigned i = 0; i < a->count; i++) {
        const struct ir_value *first = gen_value(a->g, a->refs[i]);
        uint32_t found = 0;
        for (unsigned k = i; k < a->count && !(done >> i & 1); k++) {
            uint32_t word = (a->bytes[k] - a->bytes[i]) / 4;
            if (!gen_same_structure(a->g, first, gen_value(a->g, a->refs[k])) || word >= GEN_STRUCTURE_WORDS)
                continue;
            place[k] = count + word;
            found |= 1u << word;
            done |= 1u << k;
        }
        uint32_t own = (uint32_t)__builtin_popcount(found);
        words = words ? words : own;
        if (found && (own != words || found != (1u << own) - 1))
            return 0;
        count += own;
    }
    return count == a->count ? words : 0;
}

/* Makes vectors of the structures, as in memory, of the members: fewer of these share a vector of the window. */
static void merge_structures(struct access *a, const struct window *w, int16_t *source)
{
    struct gen *g = a->g;
    unsigned place[GEN_CLUSTER], words = g->mask ? 0 : place_members(a, place);
    LLVMValueRef in[GEN_CLUSTER];
    if (words < 2)
        return;
    for (unsigned i = 0; i < a->count; i++)
        in[place[i]] = a->values[i];
    for (unsigned i = 0; i < a->count; i += words)
        gen_merge(g, in + i, words, a->values + i);
    for (uint32_t i = 0; i < w->vectors * g->lanes; i++) {
        uint32_t member = place[source[i] / JIT_LANES], lane = (uint32_t)source[i] % JIT_LANES;
        uint32_t at = lane * words + member % words, row = member - member % words + at / g->lanes;
        source[i] = (int16_t)(row * JIT_LANES + at % g->lanes);
    }
}

bool gen_cells_store_all(struct access *a)
{
    struct window w = {.cells = NULL};
    int16_t source[IR_WINDOW * JIT_LANES];
    if (!find_window(a, IR_WINDOW, &w) || w.vectors != a->count || !find_sources(a, &w, source))
        return false;
    for (uint32_t i = 0; i < w.vectors * a->g->lanes; i++)
        if (source[i] < 0)
            return false;
    unsigned order[CELLS_MERGED];
    gen_access_to_vectors(a);
    if (!is_dense(a, &w, order))
        merge_structures(a, &w, source);
    store_window(a, &w, source);
    return true;
}
