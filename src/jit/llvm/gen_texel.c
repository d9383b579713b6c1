/* Typed loads and stores: views of 32-bit words in place, others by helper. */
#include "jit/llvm/gen_memory.h"

static void define_texel(struct gen *g, ir_ref ref, LLVMValueRef words[4])
{
    for (unsigned k = 0; k < 4; k++) {
        ir_ref part = k ? g->parts[4 * ref + k] : ref;
        if (!part)
            continue;
        bool wants_vector = gen_value(g, part)->shape == IR_VARYING;
        gen_define(g, part, wants_vector && !gen_is_vector(words[k]) ? gen_splat(g, words[k]) : words[k]);
    }
}

static void help_texel(struct access *a, LLVMValueRef out[4], bool is_uniform)
{
    struct gen *g = a->g;
    LLVMValueRef mask = is_uniform ? g->all : gen_mask(g);
    gen_helped_call(a, offsetof(struct jit_context, helpers.load), 0, 15, mask);
    for (unsigned k = 0; k < 4; k++)
        out[k] = gen_load(g, is_uniform ? g->i32 : g->words, gen_helped_words(g, k), is_uniform ? 4 : 32);
}

void gen_texel_load(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    struct access a;
    LLVMValueRef out[4], plain[4], helped[4];
    gen_access_open(g, v, &a);
    a.refs[a.count++] = ref;
    bool is_uniform = v->shape != IR_VARYING;
    gen_clean_vector(g, a.index); /* before the branch: both sides use it */
    if (gen_access_is_helped(&a)) {
        help_texel(&a, out, is_uniform);
        define_texel(g, ref, out);
        return;
    }
    LLVMValueRef is_words = gen_view_word(g, v, offsetof(struct jit_view, is_words));
    is_words = LLVMBuildICmp(g->b, LLVMIntNE, is_words, gen_i32(g, 0), "");
    LLVMValueRef alpha = gen_view_word(g, v, offsetof(struct jit_view, alpha));
    LLVMBasicBlockRef words = gen_block(g, "words"), other = gen_block(g, "texels"),
                      after = gen_block(g, "loaded");
    LLVMBuildCondBr(g->b, is_words, words, other);
    gen_at(g, words);
    gen_access_load(&a);
    LLVMTypeRef type = is_uniform ? g->i32 : g->words;
    plain[0] = is_uniform || gen_is_vector(a.values[0]) ? a.values[0] : gen_splat(g, a.values[0]);
    plain[1] = plain[2] = LLVMConstNull(type);
    plain[3] = is_uniform ? alpha : gen_splat(g, alpha);
    LLVMBasicBlockRef words_end = gen_here(g);
    LLVMBuildBr(g->b, after);
    gen_at(g, other);
    help_texel(&a, helped, is_uniform);
    LLVMBasicBlockRef other_end = gen_here(g);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
    for (unsigned k = 0; k < 4; k++) {
        LLVMValueRef values[] = {plain[k], helped[k]};
        LLVMBasicBlockRef blocks[] = {words_end, other_end};
        out[k] = LLVMBuildPhi(g->b, type, "");
        LLVMAddIncoming(out[k], values, blocks, 2);
    }
    define_texel(g, ref, out);
}

static void help_store_texel(struct access *a)
{
    struct gen *g = a->g;
    for (unsigned k = 0; k < 4; k++)
        gen_store(g, gen_clean_vector(g, ir_arg(g->f, a->v, 2 + k)), gen_helped_words(g, k), 32);
    gen_helped_call(a, offsetof(struct jit_context, helpers.store), 0, 15, gen_mask(g));
}

void gen_texel_store(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    struct access a;
    gen_access_open(g, v, &a);
    if (gen_access_is_helped(&a)) {
        help_store_texel(&a);
        return;
    }
    a.refs[a.count++] = ref;
    a.values[0] = gen_access_value(g, v, 2);
    LLVMValueRef is_words = gen_view_word(g, v, offsetof(struct jit_view, is_words));
    is_words = LLVMBuildICmp(g->b, LLVMIntNE, is_words, gen_i32(g, 0), "");
    LLVMBasicBlockRef words = gen_block(g, "words"), other = gen_block(g, "texels"),
                      after = gen_block(g, "stored");
    LLVMBuildCondBr(g->b, is_words, words, other);
    gen_at(g, words);
    gen_access_store(&a);
    LLVMBuildBr(g->b, after);
    gen_at(g, other);
    help_store_texel(&a);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
}
