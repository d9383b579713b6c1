/* Bytes of views, and words at any byte address (ir_bytes.c): those of consecutive threads are loaded as one vector, or as one
   for each row. Every second, or fourth, byte is the low one of a vector's elements. Elsewhere words are gathered. */
#include "jit/llvm/gen_memory.h"

enum { BITS = 8, WORD = 4 };

static LLVMTypeRef bytes_type(const struct gen *g)
{
    return LLVMVectorType(g->i8, g->lanes);
}

/* Bytes from lane to lane; 0: addresses are in any order. */
static uint32_t step_of(const struct gen *g, const struct ir_value *v)
{
    uint32_t step = ir_byte_step(gen_value(g, v->byte_at), g->lanes);
    return v->byte_next && step == 2 ? 0 : step;
}

/* Lanes of a row; 0: addresses are in any order. */
static uint32_t lanes_of(const struct gen *g, const struct ir_value *v)
{
    const struct ir_value *at = gen_value(g, v->byte_at);
    return !step_of(g, v) ? 0 : at->shape == IR_AFFINE ? g->lanes : at->speculated_lanes;
}

/* All words of all lanes' bytes exist. */
static bool is_proven(const struct access *a)
{
    return !a->g->mask && gen_bounds_proven(a);
}

/* The bytes of all lanes' values from the first one's on. NULL: they are proven to be in order and in bounds. */
static LLVMValueRef guard_row(struct access *a, const struct ir_value *v, LLVMValueRef *pointer)
{
    struct gen *g = a->g;
    ir_ref address = v->byte_at;
    uint32_t step = step_of(g, v), known = step * (g->lanes - 1) + (v->byte_next ? WORD : 1);
    uint32_t count = v->byte_next ? known : step * g->lanes;
    LLVMValueRef holds = NULL, first = gen_value(g, address)->shape == IR_AFFINE
                                           ? gen_clean(g, address)
                                           : gen_speculated_first(g, address, &holds);
    LLVMValueRef exists = is_proven(a) ? gen_bounds_proven_bytes(a, first, count, known, pointer)
                                       : gen_bounds_bytes(a, first, count, pointer);
    return gen_both(g, exists, holds);
}

/* The active lanes whose words, of a byte and, of a word, of its last byte, exist. */
static LLVMValueRef lanes_inside(struct access *a, LLVMValueRef addresses, bool is_word)
{
    struct gen *g = a->g;
    LLVMValueRef exists, last;
    a->index_vector = addresses;
    (void)gen_bounds_words(a, 0, &exists);
    if (!is_word)
        return exists;
    a->index_vector = LLVMBuildAdd(g->b, addresses, gen_splat_word(g, WORD - 1), "");
    (void)gen_bounds_words(a, 0, &last);
    LLVMValueRef ascends = LLVMBuildICmp(g->b, LLVMIntULE, addresses, gen_splat_word(g, 0u - WORD), "");
    return LLVMBuildAnd(g->b, LLVMBuildAnd(g->b, exists, last, ""), ascends, "");
}

static LLVMValueRef load_short_rows(struct access *a, LLVMValueRef addresses, uint32_t lanes)
{
    struct gen *g = a->g;
    LLVMTypeRef type = LLVMIntTypeInContext(g->context, lanes * BITS);
    uint32_t count = g->lanes / lanes;
    LLVMValueRef rows = LLVMConstNull(LLVMVectorType(type, count));
    for (uint32_t i = 0; i < count; i++) {
        LLVMValueRef row = gen_load(g, type, gen_bounds_byte(a, addresses, i * lanes), 1);
        rows = LLVMBuildInsertElement(g->b, rows, row, gen_i32(g, i), "");
    }
    return LLVMBuildBitCast(g->b, rows, bytes_type(g), "");
}

/* The low bytes of numbers of so many bytes. */
static LLVMValueRef load_row(struct gen *g, LLVMValueRef pointer, uint32_t step)
{
    LLVMTypeRef type = LLVMIntTypeInContext(g->context, step * BITS);
    LLVMValueRef loaded = gen_load(g, LLVMVectorType(type, g->lanes), pointer, 1);
    LLVMValueRef words = step == WORD ? loaded : LLVMBuildZExt(g->b, loaded, g->words, "");
    return step == 1 ? words : LLVMBuildAnd(g->b, words, gen_splat_word(g, (1u << BITS) - 1), "");
}

/* Words at so many consecutive addresses, of the bytes from the pointer on and of those from three bytes further on. */
static LLVMValueRef load_row_of_words(struct gen *g, LLVMValueRef pointer, uint32_t lanes, uint32_t step)
{
    if (step == WORD)
        return gen_load(g, g->words, pointer, 1);
    LLVMTypeRef type = LLVMVectorType(g->i8, lanes);
    LLVMValueRef first = gen_load(g, type, pointer, 1), places[JIT_LANES * WORD];
    LLVMValueRef last = gen_load(g, type, gen_offset_by(g, pointer, WORD - 1), 1);
    for (uint32_t i = 0; i < lanes * WORD; i++) {
        uint32_t byte = i / WORD + i % WORD;
        places[i] = gen_i32(g, byte < lanes ? byte : byte - (WORD - 1) + lanes);
    }
    LLVMValueRef bytes = LLVMBuildShuffleVector(g->b, first, last, LLVMConstVector(places, lanes * WORD), "");
    return LLVMBuildBitCast(g->b, bytes, LLVMVectorType(g->i32, lanes), "");
}

static LLVMValueRef load_rows_of_words(struct access *a, LLVMValueRef addresses, uint32_t lanes)
{
    struct gen *g = a->g;
    LLVMValueRef rows[JIT_LANES];
    for (uint32_t i = 0; i < g->lanes / lanes; i++)
        rows[i] = load_row_of_words(g, gen_bounds_byte(a, addresses, i * lanes), lanes, 1);
    return gen_join_rows(g, rows, lanes);
}

static LLVMValueRef gather_at(struct access *a, LLVMValueRef addresses)
{
    LLVMValueRef word;
    a->is_rare = true;
    a->index_vector = addresses;
    gen_gather(a, &word);
    return word;
}

/* Eight times the low two bits. */
static LLVMValueRef shift_of(struct gen *g, LLVMValueRef addresses)
{
    LLVMValueRef low = LLVMBuildAnd(g->b, addresses, gen_splat_word(g, WORD - 1), "");
    return LLVMBuildShl(g->b, low, gen_splat_word(g, 3), "");
}

/* The words, each shifted by its own address. */
static LLVMValueRef gather_bytes(struct access *a, LLVMValueRef addresses)
{
    struct gen *g = a->g;
    LLVMValueRef word = LLVMBuildLShr(g->b, gather_at(a, addresses), shift_of(g, addresses), "");
    return LLVMBuildAnd(g->b, word, gen_splat_word(g, (1u << BITS) - 1), "");
}

/* As the program does it: the address after the last word of 4 GiB is 0, but neither is a structure's index there, nor a window's
   second word. */
static LLVMValueRef gather_words(struct access *a, const struct ir_value *next_load, LLVMValueRef addresses)
{
    struct gen *g = a->g;
    LLVMBuilderRef b = g->b;
    LLVMValueRef shift = shift_of(g, addresses), low = gather_at(a, addresses);
    LLVMValueRef next = LLVMBuildAdd(b, addresses, gen_splat_word(g, WORD), ""), high = gather_at(a, next);
    if (next_load->access == IR_STRUCTURED || next_load->component)
        high = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntULT, next, gen_splat_word(g, WORD), ""),
                               LLVMConstNull(g->words), high, "");
    LLVMValueRef rest = LLVMBuildAnd(b, LLVMBuildNeg(b, shift, ""), gen_splat_word(g, WORD * BITS - 1), "");
    LLVMValueRef joined =
        LLVMBuildOr(b, LLVMBuildLShr(b, low, shift, ""), LLVMBuildShl(b, high, rest, ""), "");
    LLVMValueRef is_aligned = LLVMBuildICmp(b, LLVMIntEQ, shift, LLVMConstNull(g->words), "");
    return LLVMBuildSelect(b, is_aligned, low, joined, "");
}

/* The condition that all lanes are loaded without further tests, from `pointer` on or at the addresses; NULL: it holds. */
static LLVMValueRef guard(struct access *a, const struct ir_value *v, LLVMValueRef addresses,
                          LLVMValueRef *pointer)
{
    struct gen *g = a->g;
    uint32_t lanes = lanes_of(g, v);
    if (lanes == g->lanes)
        return guard_row(a, v, pointer);
    LLVMValueRef exists = is_proven(a) ? g->all : lanes_inside(a, addresses, v->byte_next);
    if (lanes)
        return gen_every_in_rows(g, addresses, lanes, exists);
    if (is_proven(a))
        return NULL;
    return gen_every(g, g->mask ? LLVMBuildOr(g->b, exists, LLVMBuildNot(g->b, g->mask, ""), "") : exists);
}

static LLVMValueRef load_fast(struct access *a, const struct ir_value *v, LLVMValueRef addresses,
                              LLVMValueRef pointer)
{
    struct gen *g = a->g;
    uint32_t lanes = lanes_of(g, v);
    if (pointer)
        gen_fetch_next(g, pointer, step_of(g, v));
    if (!lanes)
        return gen_gather_unaligned(g, gen_bounds_unaligned(a, addresses), g->mask ? g->mask : g->all);
    if (!pointer)
        return v->byte_next ? load_rows_of_words(a, addresses, lanes)
                            : LLVMBuildZExt(g->b, load_short_rows(a, addresses, lanes), g->words, "");
    return v->byte_next ? load_row_of_words(g, pointer, lanes, step_of(g, v))
                        : load_row(g, pointer, step_of(g, v));
}

/* Lane by lane, with all tests. */
static LLVMValueRef load_rare(struct access *a, const struct ir_value *v, LLVMValueRef addresses)
{
    struct gen *g = a->g;
    if (!addresses)
        addresses = gen_clean_vector(g, v->byte_at);
    return v->byte_next ? gather_words(a, gen_value(g, v->byte_next), addresses) : gather_bytes(a, addresses);
}

void gen_byte(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    LLVMValueRef pointer = NULL, addresses = NULL;
    struct access a;
    gen_access_open(g, gen_value(g, v->byte_of), &a);
    bool is_last_proven = !v->byte_next || gen_bounds_measured(g, gen_value(g, v->byte_next));
    gen_access_add(&a, is_last_proven ? v->byte_of : v->byte_next); /* a proof holds for both words */
    a.is_raw = true; /* structures of one word are addressed by bytes, too */
    a.stride = 1;
    a.added[0] = a.bytes[0] = 0; /* addresses are complete */
    if (lanes_of(g, v) < g->lanes)
        addresses = gen_clean_vector(g, v->byte_at);
    LLVMValueRef fits = guard(&a, v, addresses, &pointer);
    if (!fits) {
        gen_define(g, ref, load_fast(&a, v, addresses, pointer));
        return;
    }
    LLVMBasicBlockRef in = gen_block(g, "bytes"), rare = gen_block(g, "lanes");
    struct gen_join join = {.block = gen_block(g, "loaded")};
    gen_branch_likely(g, fits, in, rare);
    gen_at(g, in);
    LLVMValueRef loaded = load_fast(&a, v, addresses, pointer);
    gen_join_path(g, &join, &loaded, 1);
    gen_at(g, rare);
    loaded = load_rare(&a, v, addresses);
    gen_join_path(g, &join, &loaded, 1);
    gen_join_end(g, &join, &loaded, 1);
    gen_define(g, ref, loaded);
}
