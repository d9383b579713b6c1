/* Stores that are streams (ir_stream.c): the words of several iterations are kept in a buffer on the stack. When that is
   full, and after the loop, every lane's words are transposed and stored as a row. Where rows overlap or cross
   the end of the view the stores are made one iteration after the other, as the loop would have made them. */
#include "jit/llvm/gen_memory.h"

/* The stores of a loop that are kept back. */
struct gen_kept {
    struct access a;
    uint32_t step;        /* words an iteration */
    LLVMValueRef buffer;  /* word i of every lane is vector i */
    LLVMValueRef last;    /* variable: the index of the last iteration in it */
    LLVMValueRef pending; /* variable: iterations in it */
    bool descends;        /* the last iteration's words are the first in the buffer */
    bool is_unrolled;     /* `words` in place of the buffer's */
    LLVMValueRef words[JIT_LANES], rows[JIT_LANES]; /* by word, and by lane */
    struct gen_kept *next;
};

/* Words of a lane: a vector, so that one store writes them. */
static uint32_t room_of(const struct gen *g)
{
    return g->lanes;
}

static LLVMValueRef word_of(const struct gen *g, LLVMValueRef buffer, LLVMValueRef word)
{
    return LLVMBuildGEP2(g->b, g->words, buffer, &word, 1, "");
}

static uint32_t place_of(const struct access *a, unsigned i)
{
    return a->is_raw ? 0 : a->bytes[i] / 4;
}

/* Where the words of the `turn`th iteration are, counted from the first one in the buffer. */
static LLVMValueRef place_in_buffer(const struct gen_kept *kept, LLVMValueRef turn)
{
    const struct gen *g = kept->a.g;
    if (kept->descends)
        turn = LLVMBuildSub(g->b, gen_i32(g, room_of(g) / kept->step - 1), turn, "");
    return LLVMBuildMul(g->b, turn, gen_i32(g, kept->step), "");
}

/* Index of the `back`th iteration before the last one. */
static LLVMValueRef index_before(const struct gen_kept *kept, LLVMValueRef back)
{
    const struct gen *g = kept->a.g;
    LLVMValueRef distance = LLVMBuildMul(g->b, back, gen_i32(g, kept->a.is_raw ? 4 : 1), "");
    LLVMValueRef last = gen_load(g, g->words, kept->last, 4 * g->lanes);
    return kept->descends ? LLVMBuildAdd(g->b, last, gen_splat(g, distance), "")
                          : LLVMBuildSub(g->b, last, gen_splat(g, distance), "");
}

static void merge_buffer(struct gen_kept *kept)
{
    struct gen *g = kept->a.g;
    for (uint32_t i = 0; i < g->lanes; i++)
        kept->words[i] = gen_load(g, g->words, word_of(g, kept->buffer, gen_i32(g, i)), 4 * g->lanes);
    gen_merge(g, kept->words, g->lanes, kept->rows);
}

/* Of the rows, so that nothing but their merge uses the words, which may dissolve then. */
static void fill_buffer(struct gen_kept *kept)
{
    struct gen *g = kept->a.g;
    LLVMValueRef words[JIT_LANES];
    gen_split(g, kept->rows, g->lanes, words);
    for (uint32_t i = 0; i < room_of(g); i++)
        gen_store(g, words[i], word_of(g, kept->buffer, gen_i32(g, i)), 4 * g->lanes);
}

/* The words of a buffer that is not full; where addresses fall they are its last ones, and rows begin before them. */
static LLVMValueRef mask_of_part(struct gen_kept *kept, LLVMValueRef iterations, LLVMValueRef *pointers)
{
    struct gen *g = kept->a.g;
    LLVMValueRef count = LLVMBuildMul(g->b, iterations, gen_i32(g, kept->step), "");
    if (!kept->descends)
        return LLVMBuildICmp(g->b, LLVMIntULT, g->iota, gen_splat(g, count), "");
    uint32_t full = room_of(g) / kept->step * kept->step;
    LLVMValueRef empty = LLVMBuildSub(g->b, gen_i32(g, full), count, ""),
                 back = LLVMBuildNeg(g->b, empty, "");
    *pointers = LLVMBuildGEP2(g->b, g->i32, *pointers, &back, 1, "");
    return LLVMBuildICmp(g->b, LLVMIntUGE, g->iota, gen_splat(g, empty), "");
}

static void store_rows(struct gen_kept *kept, LLVMValueRef pointers, LLVMValueRef iterations)
{
    struct gen *g = kept->a.g;
    LLVMValueRef row[JIT_LANES], mask = NULL;
    if (!LLVMIsConstant(iterations))
        mask = mask_of_part(kept, iterations, &pointers);
    if (g->mask)
        pointers = gen_or_nowhere(g, pointers, g->mask);
    for (uint32_t i = 0; i < g->lanes; i++)
        row[i] = LLVMBuildExtractElement(g->b, pointers, gen_i32(g, i), "");
    if (!kept->is_unrolled)
        merge_buffer(kept);
    gen_store_runs(g, row, kept->rows, mask);
}

static void store_again(struct gen_kept *kept, LLVMValueRef iterations)
{
    struct access *a = &kept->a;
    struct gen *g = a->g;
    LLVMBasicBlockRef before = gen_here(g), loop = gen_block(g, "again"), after = gen_block(g, "stored");
    if (kept->is_unrolled)
        fill_buffer(kept);
    LLVMBuildBr(g->b, loop);
    gen_at(g, loop);
    LLVMValueRef turn = LLVMBuildPhi(g->b, g->i32, ""), next = LLVMBuildAdd(g->b, turn, gen_i32(g, 1), "");
    LLVMValueRef first = place_in_buffer(kept, turn);
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef at = LLVMBuildAdd(g->b, first, gen_i32(g, place_of(a, i)), "");
        a->values[i] = gen_load(g, g->words, word_of(g, kept->buffer, at), 4 * g->lanes);
    }
    a->index_vector = index_before(kept, LLVMBuildSub(g->b, iterations, next, ""));
    if (!gen_scatter(a))
        gen_helped_store(a);
    a->index_vector = NULL;
    LLVMValueRef values[] = {gen_i32(g, 0), next};
    LLVMBasicBlockRef blocks[] = {before, gen_here(g)};
    LLVMAddIncoming(turn, values, blocks, 2);
    LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntULT, next, iterations, ""), loop, after);
    gen_at(g, after);
}

/* Stores what the buffer holds, at least one iteration. */
static void flush(struct gen_kept *kept, LLVMValueRef iterations)
{
    struct access *a = &kept->a;
    struct gen *g = a->g;
    if (g->lanes < JIT_LANES && !LLVMIsConstant(iterations)) { /* no masks of words */
        store_again(kept, iterations);
        return;
    }
    LLVMBasicBlockRef rows = gen_block(g, "rows"), overlap = gen_block(g, "overlap"),
                      after = gen_block(g, "flushed");
    if (kept->is_unrolled)
        gen_merge(g, kept->words, g->lanes, kept->rows);
    LLVMValueRef holds, pointers, count = iterations;
    LLVMValueRef others = LLVMBuildSub(g->b, iterations, gen_i32(g, 1), "");
    a->index_vector = index_before(kept, kept->descends ? gen_i32(g, 0) : others);
    pointers = gen_bounds_apart(a, count, &holds);
    a->index_vector = NULL;
    gen_branch_likely(g, holds, rows, overlap);
    gen_at(g, rows);
    store_rows(kept, pointers, iterations);
    LLVMBuildBr(g->b, after);
    gen_at(g, overlap);
    store_again(kept, iterations);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
}

static struct gen_kept *keep(struct access *a, uint32_t step, struct gen_kept **list)
{
    struct gen *g = a->g;
    struct gen_kept *kept = arena_array(&g->arena, 1, sizeof *kept);
    if (!kept) {
        g->failed = true;
        return NULL;
    }
    *kept = (struct gen_kept){.a = *a, .step = step, .descends = a->v->descends, .next = *list};
    kept->buffer = gen_variable(g, LLVMArrayType(g->words, room_of(g)), "kept");
    kept->last = gen_variable(g, g->words, "last");
    *list = kept;
    return kept;
}

static struct gen_kept *keep_in_buffer(struct access *a, uint32_t step)
{
    struct gen *g = a->g;
    struct gen_kept *kept = keep(a, step, &g->region->kept);
    if (!kept)
        return NULL;
    kept->pending = gen_variable(g, g->i32, "pending");
    LLVMBasicBlockRef here = gen_here(g);
    LLVMPositionBuilderBefore(g->b, LLVMGetBasicBlockTerminator(g->region->before));
    LLVMBuildStore(g->b, gen_i32(g, 0), kept->pending);
    gen_at(g, here);
    return kept;
}

/* In the unrolled form of a loop, whose passes end with full vectors of each lane's words. */
static void store_unrolled(struct access *a, uint32_t step)
{
    struct gen *g = a->g;
    struct gen_unroll *unroll = g->region->unroll;
    uint32_t turn = unroll->iteration * step % room_of(g);
    uint32_t first = a->v->descends ? room_of(g) - step - turn : turn;
    struct gen_kept *kept = unroll->stores;
    while (kept && kept->a.refs[0] != a->refs[0])
        kept = kept->next;
    if (!kept)
        kept = keep(a, step, &unroll->stores);
    if (!kept)
        return;
    kept->is_unrolled = true;
    for (unsigned i = 0; i < a->count; i++)
        kept->words[first + place_of(a, i)] = a->values[i];
    if (turn + step < room_of(g))
        return;
    LLVMBuildStore(g->b, gen_clean_vector(g, a->index), kept->last);
    flush(kept, gen_i32(g, room_of(g) / step));
}

static void flush_when_full(struct gen_kept *kept, LLVMValueRef has)
{
    struct gen *g = kept->a.g;
    LLVMValueRef full = gen_i32(g, room_of(g) / kept->step);
    LLVMBasicBlockRef before = gen_here(g), in = gen_block(g, "full"), after = gen_block(g, "kept");
    LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntEQ, has, full, ""), in, after);
    gen_at(g, in);
    flush(kept, full);
    LLVMBasicBlockRef flushed = gen_here(g);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
    LLVMValueRef phi = LLVMBuildPhi(g->b, g->i32, ""), values[] = {has, gen_i32(g, 0)};
    LLVMBasicBlockRef blocks[] = {before, flushed};
    LLVMAddIncoming(phi, values, blocks, 2);
    LLVMBuildStore(g->b, phi, kept->pending);
}

bool gen_stream_store(struct access *a)
{
    struct gen *g = a->g;
    uint32_t step = gen_stream_step(g, gen_value(g, a->refs[0]));
    if (!step || a->count != step || !g->region || !g->region->before ||
        g->chunks + GEN_KEPT_COST > GEN_KEPT_MOST)
        return false;
    if (!g->region->unroll || g->region->unroll->iteration == 0)
        g->chunks += GEN_KEPT_COST;
    if (g->region->unroll) {
        store_unrolled(a, step);
        return true;
    }
    struct gen_kept *kept = keep_in_buffer(a, step);
    if (!kept)
        return true;
    LLVMValueRef had = LLVMBuildLoad2(g->b, g->i32, kept->pending, "");
    LLVMValueRef first = place_in_buffer(kept, had);
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef at = LLVMBuildAdd(g->b, first, gen_i32(g, place_of(a, i)), "");
        gen_store(g, a->values[i], word_of(g, kept->buffer, at), 4 * g->lanes);
    }
    LLVMBuildStore(g->b, gen_clean_vector(g, a->index), kept->last);
    LLVMValueRef has = LLVMBuildAdd(g->b, had, gen_i32(g, 1), "");
    if (g->region->rest && g->region->rest * step < room_of(g)) /* it does not become full */
        LLVMBuildStore(g->b, has, kept->pending);
    else
        flush_when_full(kept, has);
    return true;
}

void gen_stream_end(struct gen *g, const struct gen_region *region)
{
    for (struct gen_kept *kept = region->kept; kept; kept = kept->next) {
        LLVMBasicBlockRef some = gen_block(g, "rest"), after = gen_block(g, "stored");
        LLVMValueRef pending = LLVMBuildLoad2(g->b, g->i32, kept->pending, "");
        LLVMValueRef any = LLVMBuildICmp(g->b, LLVMIntNE, pending, gen_i32(g, 0), "");
        LLVMBuildCondBr(g->b, any, some, after);
        gen_at(g, some);
        flush(kept, pending);
        LLVMBuildBr(g->b, after);
        gen_at(g, after);
    }
}
