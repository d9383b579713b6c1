/* Accesses with arbitrary addresses: gathers and scatters under each lane's bounds test. */
#include <assert.h>

#include "jit/llvm/gen_memory.h"

/* Pointers to the lanes' words, and the mask of those in bounds. */
static LLVMValueRef lane_pointers(struct access *a, unsigned i, LLVMValueRef *exists)
{
    struct gen *g = a->g;
    LLVMBuilderRef b = g->b;
    LLVMValueRef index = a->index ? gen_clean_vector(g, a->index) : gen_splat_word(g, 0), word;
    if (a->is_raw) {
        uint32_t part = a->bytes[i] - a->added[i];
        LLVMValueRef at = gen_access_align(g, index), need = gen_i64(g, part + 4);
        at = LLVMBuildAdd(b, at, gen_splat_word(g, a->added[i]), "");
        LLVMValueRef last = LLVMBuildSub(b, a->view.bytes, need, "");
        LLVMValueRef is_small = LLVMBuildICmp(b, LLVMIntULT, last, gen_i64(g, UINT32_MAX), "");
        LLVMValueRef last32 = LLVMBuildTrunc(b, last, g->i32, "");
        last32 = LLVMBuildSelect(b, is_small, last32, gen_i32(g, UINT32_MAX), "");
        LLVMValueRef has_word = LLVMBuildICmp(b, LLVMIntUGE, a->view.bytes, need, "");
        *exists = LLVMBuildICmp(b, LLVMIntULE, at, gen_splat(g, last32), "");
        *exists = LLVMBuildAnd(b, *exists, gen_splat(g, has_word), "");
        word = LLVMBuildLShr(b, at, gen_splat_word(g, 2), "");
        word = LLVMBuildAdd(b, word, gen_splat_word(g, part / 4), "");
    } else {
        *exists = LLVMBuildICmp(b, LLVMIntULT, index, gen_splat(g, a->view.count), "");
        word = LLVMBuildMul(b, index, gen_splat_word(g, a->stride / 4), "");
        if (a->dynamic) {
            LLVMValueRef inside = gen_access_align(g, gen_clean_vector(g, a->dynamic));
            uint32_t limit = a->stride > a->bytes[i] ? a->stride - a->bytes[i] : 0;
            LLVMValueRef fits = LLVMBuildICmp(b, LLVMIntULT, inside, gen_splat_word(g, limit), "");
            *exists = LLVMBuildAnd(b, *exists, fits, "");
            word = LLVMBuildAdd(b, word, LLVMBuildLShr(b, inside, gen_splat_word(g, 2), ""), "");
        }
        word = LLVMBuildAdd(b, word, gen_splat_word(g, a->bytes[i] / 4), "");
    }
    /* Gather indices are signed 32-bit word numbers: relative to the middle of the view they reach 16 GiB. */
    LLVMValueRef base = a->view.base;
    if (!gen_is_tgsm(g, a->v) && !a->is_raw) {
        base = gen_offset_by(g, base, (uint64_t)1 << 33);
        word = LLVMBuildXor(b, word, gen_splat_word(g, 0x80000000), "");
    }
    if (g->mask)
        *exists = LLVMBuildAnd(b, *exists, g->mask, "");
    return LLVMBuildGEP2(b, g->i32, base, &word, 1, "");
}

void gen_gather(struct access *a, LLVMValueRef *out)
{
    struct gen *g = a->g;
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef exists, pointers = lane_pointers(a, i, &exists);
        LLVMValueRef args[] = {pointers, gen_i32(g, 4), exists, LLVMConstNull(g->words)};
        LLVMTypeRef types[] = {g->words, LLVMTypeOf(pointers)};
        unsigned id = LLVMLookupIntrinsicID("llvm.masked.gather", 18);
        LLVMValueRef function = LLVMGetIntrinsicDeclaration(g->module, id, types, 2);
        out[i] = LLVMBuildCall2(g->b, LLVMGlobalGetValueType(function), function, args, 4, "");
    }
}

static void scatter(struct gen *g, LLVMValueRef words, LLVMValueRef pointers, LLVMValueRef exists)
{
    LLVMValueRef args[] = {words, pointers, gen_i32(g, 4), exists};
    LLVMTypeRef types[] = {g->words, LLVMTypeOf(pointers)};
    unsigned id = LLVMLookupIntrinsicID("llvm.masked.scatter", 19);
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(g->module, id, types, 2);
    LLVMBuildCall2(g->b, LLVMGlobalGetValueType(function), function, args, 4, "");
}

/* AVX2 has no scatter, and LLVM would expand one into a branch for each lane. */
static void scatter_by_lane(struct gen *g, LLVMValueRef words, LLVMValueRef pointers, LLVMValueRef exists)
{
    static_assert(sizeof((struct jit_lanes){0}.address) >= 8 * sizeof(void *), "pointers of a warp");
    LLVMValueRef addresses = gen_field_pointer(g, offsetof(struct jit_context, lanes.address));
    LLVMValueRef values = gen_field_pointer(g, offsetof(struct jit_context, lanes.value));
    gen_store(g, pointers, addresses, 32);
    gen_store(g, words, values, 32);
    struct gen_lane_loop loop;
    LLVMValueRef lane = gen_lanes_begin(g, exists, &loop);
    LLVMValueRef pointer =
        gen_load(g, g->pointer, LLVMBuildGEP2(g->b, g->pointer, addresses, &lane, 1, ""), 8);
    LLVMValueRef word = gen_load(g, g->i32, LLVMBuildGEP2(g->b, g->i32, values, &lane, 1, ""), 4);
    gen_store(g, word, pointer, 4);
    gen_lanes_end(g, &loop);
}

/* Where lanes collide, the highest lane's value remains (docs/semantics.md). */
bool gen_scatter(struct access *a)
{
    enum { WORDS_MOST = 4 };
    struct gen *g = a->g;
    if (a->count > WORDS_MOST)
        return false;
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef exists, pointers = lane_pointers(a, i, &exists);
        if (g->lanes == JIT_LANES)
            scatter(g, a->values[i], pointers, exists);
        else
            scatter_by_lane(g, a->values[i], pointers, exists);
    }
    return true;
}
