/* Stores of texels: common formats inline, as vector stores along a row or scatters under each lane's test. */
#include "jit/llvm/gen_memory.h"

struct texel_store {
    struct gen *g;
    const struct ir_value *v;
    struct ir_texel_access at;
    enum jit_texel texel;
    LLVMValueRef base, element[GEN_ELEMENT];
};

static bool is_in_place(struct texel_store *s)
{
    s->texel = gen_texel_kind(s->g, s->v);
    return ir_texel_access(s->g->f, s->v, &s->at) && s->texel != JIT_TEXEL_HELP;
}

/* The components that the instruction stores. */
static void encode(struct texel_store *s)
{
    struct gen *g = s->g;
    const struct ir_texture *t = &g->f->textures[s->v->texture];
    LLVMValueRef channels[4];
    for (unsigned k = 0; k < 4; k++)
        channels[k] = LLVMConstNull(g->words);
    for (uint32_t i = 0; i < s->v->count; i++)
        if (t->reads[i] >= READ_VALUE && t->reads[i] < READ_VALUE + 4)
            channels[t->reads[i] - READ_VALUE] = gen_texel_channel(g, s->texel, ir_arg(g->f, s->v, i));
    gen_texel_encode(g, s->texel, channels, s->element);
}

/* AVX2 has no scatter. */
static bool is_helped(const struct texel_store *s, bool is_edge)
{
    return jit_texel_is_narrow(s->texel) ? is_edge || !gen_gathers_narrow(s->g) : s->g->lanes < JIT_LANES;
}

static void store_lanes(const struct texel_store *s, bool is_edge)
{
    struct gen *g = s->g;
    LLVMValueRef at[3], exists;
    if (is_helped(s, is_edge)) {
        gen_texture_help(g, s->v);
        return;
    }
    gen_texture_lanes(g, &s->at, at);
    uint32_t bytes = jit_texel_bytes(s->texel);
    LLVMValueRef pointers = gen_bounds_texels(g, s->v, s->base, at, bytes, &exists);
    if (jit_texel_is_narrow(s->texel))
        gen_scatter_narrow(g, s->element[0], pointers, exists, bytes);
    else
        gen_scatter_elements(g, s->element, gen_texel_words(s->texel), pointers, exists);
}

static void store_row(const struct texel_store *s)
{
    struct gen *g = s->g;
    LLVMValueRef at[3], holds, exists;
    gen_texture_row(g, &s->at, &holds, at);
    LLVMValueRef row = gen_bounds_texel_row(g, s->v, s->base, at, 1, jit_texel_bytes(s->texel), &exists);
    LLVMValueRef fits = gen_both(g, holds, gen_bounds_measured(g, s->v) ? NULL : exists);
    fits = gen_both(g, fits, g->mask ? gen_every(g, g->mask) : NULL);
    if (!fits) {
        gen_texel_store_row(g, s->texel, row, s->element);
        return;
    }
    LLVMBasicBlockRef in = gen_block(g, "row"), lanes = gen_block(g, "lanes"), after = gen_block(g, "stored");
    LLVMBuildCondBr(g->b, fits, in, lanes);
    gen_at(g, in);
    gen_texel_store_row(g, s->texel, row, s->element);
    LLVMBuildBr(g->b, after);
    gen_at(g, lanes);
    store_lanes(s, true);
    LLVMBuildBr(g->b, after);
    gen_at(g, after);
}

static bool store_stream(const struct texel_store *s)
{
    if (!gen_stream_step(s->g, s->v))
        return false;
    struct access a = gen_row_access(s->g, s->v, &s->at, s->base);
    memcpy(a.values, s->element, a.count * sizeof *a.values);
    return gen_stream_store(&a);
}

void gen_texture_store(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    struct texel_store s = {.g = g, .v = v};
    if (!is_in_place(&s)) {
        const bool used[4] = {v->results > 0};
        LLVMValueRef before[4];
        gen_texture_help(g, v);
        gen_texture_results(g, used, before);
        if (v->results)
            gen_define(g, ref, before[0]);
        return;
    }
    gen_texture_args(g, v);
    s.base = gen_view_field(g, v, g->pointer, offsetof(struct jit_view, base));
    encode(&s);
    if (store_stream(&s))
        return;
    if (s.at.stride == 1)
        store_row(&s);
    else
        store_lanes(&s, false);
}
