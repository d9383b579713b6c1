/* Loads and stores of typed buffers: inline where texels are of a common kind, else by a helper. */
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

/* ---- inline: as structures of the element's words ---- */

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

/* Elements out of bounds are 0, and so are their channels: only texels without an alpha channel have another
   one. */
static void load_element(const struct access *texel, ir_ref ref, enum jit_texel kind, LLVMValueRef out[4])
{
    struct gen *g = texel->g;
    bool used[4];
    for (unsigned k = 0; k < 4; k++)
        used[k] = k == 0 || g->parts[4 * ref + k];
    struct access a = structure_of(texel, ref, gen_texel_words(kind));
    gen_access_load(&a);
    if (texel->v->shape == IR_VARYING)
        for (unsigned k = 0; k < a.count; k++)
            a.values[k] = gen_is_vector(a.values[k]) ? a.values[k] : gen_splat(g, a.values[k]);
    LLVMValueRef alpha = gen_view_field(g, texel->v, g->i32, offsetof(struct jit_view, alpha));
    gen_texel_decode(g, kind, a.values, alpha, used, out);
}

void gen_texel_load(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    enum jit_texel kind = gen_texel_kind(g, v);
    struct access a;
    LLVMValueRef out[4];
    gen_access_open(g, v, &a);
    if (kind == JIT_TEXEL_HELP || gen_access_is_helped(&a))
        help_texel(&a, out, v->shape != IR_VARYING);
    else
        load_element(&a, ref, kind, out);
    define_texel(g, ref, out);
}

static void help_store_texel(struct access *a)
{
    struct gen *g = a->g;
    for (unsigned k = 0; k < 4; k++)
        gen_store(g, gen_clean_vector(g, ir_arg(g->f, a->v, 2 + k)), gen_helped_words(g, k), 32);
    gen_helped_call(a, offsetof(struct jit_context, helpers.store), 0, 15, gen_mask(g));
}

static bool is_converted(enum jit_texel kind)
{
    return kind != JIT_TEXEL_WORD && kind != JIT_TEXEL_PAIR && kind != JIT_TEXEL_FOUR;
}

void gen_texel_store(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    enum jit_texel kind = gen_texel_kind(g, v);
    LLVMValueRef values[4];
    struct access a;
    gen_access_open(g, v, &a);
    if (kind == JIT_TEXEL_HELP || gen_access_is_helped(&a)) {
        help_store_texel(&a);
        return;
    }
    for (unsigned k = 0; k < 4; k++)
        values[k] =
            is_converted(kind) ? gen_clean_vector(g, ir_arg(g->f, v, 2 + k)) : gen_access_value(g, v, 2 + k);
    struct access words = structure_of(&a, ref, gen_texel_words(kind));
    gen_texel_encode(g, kind, values, words.values);
    gen_access_store(&words);
}
