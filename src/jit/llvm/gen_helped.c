/* Accesses by a host helper: arbitrary addresses, lane by lane (jit_help.c). */
#include "jit/llvm/gen_memory.h"

/* Helpers access windows of four words; offsets are passed in lanes.address and .offset. */
void gen_helped_call(struct access *a, size_t helper, uint32_t first, uint32_t words, LLVMValueRef mask)
{
    struct gen *g = a->g;
    g->is_tgsm_helped |= gen_is_tgsm(g, a->v);
    LLVMValueRef address = a->index ? gen_clean_vector(g, a->index) : gen_splat_word(g, 0);
    LLVMValueRef offset = a->dynamic ? gen_clean_vector(g, a->dynamic) : gen_splat_word(g, first);
    if (a->is_raw) {
        address = LLVMBuildAdd(g->b, address, gen_splat_word(g, first), "");
        offset = NULL;
    }
    gen_store(g, address, gen_field_pointer(g, offsetof(struct jit_context, lanes.address)), 32);
    if (offset && a->v->access == IR_STRUCTURED)
        gen_store(g, offset, gen_field_pointer(g, offsetof(struct jit_context, lanes.offset)), 32);
    if (a->v->view == IR_NONE && !gen_is_tgsm(g, a->v)) {
        LLVMValueRef reg = gen_clean_vector(g, ir_arg(g->f, a->v, a->v->count - 1));
        gen_store(g, reg, gen_field_pointer(g, offsetof(struct jit_context, lanes.reg)), 32);
    }
    LLVMValueRef args[] = {gen_i32(g, a->v->slot), gen_i32(g, a->v->view), gen_i32(g, words),
                           gen_mask_bits(g, mask)};
    if (a->is_rare)
        gen_help_rarely(g, helper, args, 4);
    else
        gen_help(g, helper, LLVMVoidTypeInContext(g->context), args, 4);
}

LLVMValueRef gen_helped_words(const struct gen *g, unsigned word)
{
    return gen_field_pointer(g,
                             offsetof(struct jit_context, lanes.value) + sizeof(uint32_t) * JIT_LANES * word);
}

/* First byte of the window of word i, and the word's position in it. A dynamic offset is relative to the
   word's own window. */
static void window_of(const struct access *a, unsigned i, uint32_t *first, uint32_t *word)
{
    uint32_t unit = a->dynamic ? UINT32_MAX : 15;
    *first = a->dynamic ? 0 : a->is_raw ? a->added[i] : a->bytes[i] & ~unit;
    *word = a->dynamic ? a->bytes[i] / 4 : a->is_raw ? (a->bytes[i] - a->added[i]) / 4 : a->bytes[i] / 4 & 3;
}

void gen_helped_load(struct access *a, LLVMValueRef *out)
{
    struct gen *g = a->g;
    bool done[GEN_CLUSTER] = {false};
    for (unsigned i = 0; i < a->count; i++) {
        uint32_t first, word, words = 0, other, at;
        if (done[i])
            continue;
        window_of(a, i, &first, &word);
        for (unsigned k = i; k < a->count; k++) {
            window_of(a, k, &other, &at);
            words |= other == first ? 1u << at : 0;
        }
        gen_helped_call(a, offsetof(struct jit_context, helpers.load), first, words, gen_mask(g));
        for (unsigned k = i; k < a->count; k++) {
            window_of(a, k, &other, &at);
            if (other != first)
                continue;
            out[k] = gen_load(g, g->words, gen_helped_words(g, at), 32);
            done[k] = true;
        }
    }
}

void gen_helped_store(struct access *a)
{
    struct gen *g = a->g;
    bool done[GEN_CLUSTER] = {false};
    for (unsigned i = 0; i < a->count; i++) {
        uint32_t first, word, words = 0, other, at;
        if (done[i])
            continue;
        window_of(a, i, &first, &word);
        for (unsigned k = i; k < a->count; k++) {
            window_of(a, k, &other, &at);
            if (other != first)
                continue;
            gen_store(g, a->values[k], gen_helped_words(g, at), 32);
            words |= 1u << at;
            done[k] = true;
        }
        gen_helped_call(a, offsetof(struct jit_context, helpers.store), first, words, gen_mask(g));
    }
}
