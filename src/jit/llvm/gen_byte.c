/* Bytes of views (ir_bytes.c): those of consecutive threads are loaded as one vector, or as one for each row. Elsewhere
   their words are gathered. */
#include "jit/llvm/gen_memory.h"

enum { BITS = 8 };

static LLVMTypeRef bytes_type(const struct gen *g)
{
    return LLVMVectorType(g->i8, g->lanes);
}

/* Lanes of a row. */
static uint32_t lanes_of(const struct gen *g, ir_ref address)
{
    const struct ir_value *v = gen_value(g, address);
    return v->shape == IR_AFFINE ? g->lanes : v->speculated_lanes;
}

/* All lanes' bytes from the first one's on. */
static LLVMValueRef guard_row(struct access *a, ir_ref address, LLVMValueRef *pointer)
{
    struct gen *g = a->g;
    LLVMValueRef holds = NULL, first = gen_value(g, address)->shape == IR_AFFINE
                                           ? gen_clean(g, address)
                                           : gen_speculated_first(g, address, &holds);
    LLVMValueRef exists = gen_bounds_bytes(a, first, pointer);
    return holds ? LLVMBuildAnd(g->b, exists, holds, "") : exists;
}

/* All lanes are active, the words of their bytes exist, and the bytes of each row are consecutive. */
static LLVMValueRef guard_short_rows(struct access *a, LLVMValueRef addresses, uint32_t lanes)
{
    LLVMValueRef exists;
    a->index_vector = addresses;
    (void)gen_bounds_words(a, 0, &exists);
    return gen_every_in_rows(a->g, addresses, lanes, exists);
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

/* The words, each shifted by its own address. */
static LLVMValueRef gather_bytes(struct access *a, LLVMValueRef addresses)
{
    struct gen *g = a->g;
    LLVMBuilderRef b = g->b;
    LLVMValueRef word, low = LLVMBuildAnd(b, addresses, gen_splat_word(g, 3), "");
    a->is_rare = true;
    a->index_vector = addresses;
    gen_gather(a, &word);
    word = LLVMBuildLShr(b, word, LLVMBuildShl(b, low, gen_splat_word(g, 3), ""), "");
    return LLVMBuildAnd(b, word, gen_splat_word(g, (1u << BITS) - 1), "");
}

void gen_byte(struct gen *g, ir_ref ref)
{
    ir_ref load = gen_value(g, ref)->byte_of, address = gen_value(g, ref)->byte_at;
    uint32_t lanes = lanes_of(g, address);
    LLVMValueRef pointer = NULL, bytes, addresses = NULL;
    struct access a;
    gen_access_open(g, gen_value(g, load), &a);
    gen_access_add(&a, load);
    a.is_raw = true; /* structures of one word are addressed by bytes, too */
    a.stride = 1;
    a.added[0] = a.bytes[0] = 0; /* addresses are complete */
    LLVMBasicBlockRef in = gen_block(g, "bytes"), rare = gen_block(g, "lanes");
    struct gen_join join = {.block = gen_block(g, "loaded")};
    if (lanes < g->lanes)
        addresses = gen_clean_vector(g, address);
    LLVMValueRef fits =
        lanes < g->lanes ? guard_short_rows(&a, addresses, lanes) : guard_row(&a, address, &pointer);
    gen_branch_likely(g, fits, in, rare);
    gen_at(g, in);
    if (pointer)
        gen_fetch_next(g, pointer, 1);
    bytes = pointer ? gen_load(g, bytes_type(g), pointer, 1) : load_short_rows(&a, addresses, lanes);
    bytes = LLVMBuildZExt(g->b, bytes, g->words, "");
    gen_join_path(g, &join, &bytes, 1);
    gen_at(g, rare);
    bytes = gather_bytes(&a, addresses ? addresses : gen_clean_vector(g, address));
    gen_join_path(g, &join, &bytes, 1);
    gen_join_end(g, &join, &bytes, 1);
    gen_define(g, ref, bytes);
}
