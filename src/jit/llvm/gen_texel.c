/* Typed loads and stores: inline for views whose texels are whole words, else by a helper. */
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

/* ---- texels of whole words, inline ---- */

enum { SIZES = 2 };
static const uint8_t sizes[SIZES] = {1, 4};

/* Branches to one block for each texel size, and to `other`. */
static void branch_by_size(struct access *a, LLVMBasicBlockRef blocks[SIZES], LLVMBasicBlockRef other)
{
    struct gen *g = a->g;
    LLVMValueRef words = gen_view_field(g, a->v, g->i32, offsetof(struct jit_view, words));
    LLVMValueRef which = LLVMBuildSwitch(g->b, words, other, SIZES);
    for (unsigned i = 0; i < SIZES; i++) {
        blocks[i] = gen_block(g, "words");
        LLVMAddCase(which, gen_i32(g, sizes[i]), blocks[i]);
    }
}

/* The same access as one of a structure of `size` words. */
static struct access structure_of(const struct access *texel, ir_ref ref, unsigned size)
{
    struct access a = *texel;
    a.stride = 4 * size;
    for (a.count = 0; a.count < size; a.count++) {
        a.refs[a.count] = ref;
        a.bytes[a.count] = a.added[a.count] = 4 * a.count;
    }
    return a;
}

/* Missing channels read as 0 and `alpha`. */
static void load_words(const struct access *texel, ir_ref ref, unsigned size, LLVMValueRef alpha,
                       LLVMValueRef out[4])
{
    struct gen *g = texel->g;
    bool is_uniform = texel->v->shape != IR_VARYING;
    struct access a = structure_of(texel, ref, size);
    gen_access_load(&a);
    for (unsigned k = 0; k < 4; k++) {
        LLVMValueRef word = k < size ? a.values[k] : k == 3 ? alpha : gen_i32(g, 0);
        out[k] = is_uniform || gen_is_vector(word) ? word : gen_splat(g, word);
    }
}

void gen_texel_load(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    struct access a;
    LLVMValueRef out[4];
    gen_access_open(g, v, &a);
    bool is_uniform = v->shape != IR_VARYING;
    gen_clean_vector(g, a.index); /* before the branch: all successors use it */
    if (gen_access_is_helped(&a)) {
        help_texel(&a, out, is_uniform);
        define_texel(g, ref, out);
        return;
    }
    LLVMValueRef alpha = gen_view_field(g, v, g->i32, offsetof(struct jit_view, alpha));
    LLVMBasicBlockRef blocks[SIZES + 1] = {[SIZES] = gen_block(g, "texels")};
    struct gen_join join = {.block = gen_block(g, "loaded")};
    branch_by_size(&a, blocks, blocks[SIZES]);
    for (unsigned i = 0; i <= SIZES; i++) {
        gen_at(g, blocks[i]);
        if (i < SIZES)
            load_words(&a, ref, sizes[i], alpha, out);
        else
            help_texel(&a, out, is_uniform);
        gen_join_path(g, &join, out, 4);
    }
    gen_join_end(g, &join, out, 4);
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
    struct access a;
    gen_access_open(g, gen_value(g, ref), &a);
    if (gen_access_is_helped(&a)) {
        help_store_texel(&a);
        return;
    }
    LLVMValueRef values[4];
    gen_clean_vector(g, a.index); /* before the branch: all successors use them */
    for (unsigned k = 0; k < 4; k++) {
        values[k] = gen_access_value(g, a.v, 2 + k);
        gen_clean_vector(g, ir_arg(g->f, a.v, 2 + k));
    }
    LLVMBasicBlockRef blocks[SIZES], other = gen_block(g, "texels"), after = gen_block(g, "stored");
    branch_by_size(&a, blocks, other);
    for (unsigned i = 0; i < SIZES; i++) {
        gen_at(g, blocks[i]);
        struct access words = structure_of(&a, ref, sizes[i]);
        memcpy(words.values, values, sizes[i] * sizeof *values);
        gen_access_store(&words);
        LLVMBuildBr(g->b, after);
    }
    gen_at(g, other);
    help_store_texel(&a);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
}
