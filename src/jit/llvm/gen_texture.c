/* Textures: common samples are inlined by gen_sample.c, loads of common texel formats from the first mip here:
   vector loads along a row guarded by one test, else gathers under each lane's test. All other accesses are
   made by a helper, a warp at a time. */
#include "jit/llvm/gen_memory.h"

/* ---- by helper ---- */

LLVMValueRef gen_texture_column(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    if (v->shape != IR_AFFINE)
        return gen_clean_vector(g, ref);
    LLVMValueRef steps = LLVMBuildMul(g->b, g->iota, gen_splat_word(g, (uint32_t)v->stride), "");
    return LLVMBuildAdd(g->b, gen_splat(g, gen_clean(g, ref)), steps, "");
}

/* For the lanes of a mask. */
static void help_lanes(struct gen *g, const struct ir_value *v, LLVMValueRef mask)
{
    for (uint32_t i = 0; i < v->count; i++)
        gen_store(g, gen_texture_column(g, ir_arg(g->f, v, i)),
                  gen_field_pointer(g, offsetof(struct jit_context, lanes.value[i])), 32);
    LLVMValueRef args[] = {gen_i32(g, v->texture), mask};
    gen_help(g, offsetof(struct jit_context, helpers.texture), LLVMVoidTypeInContext(g->context), args, 2);
}

void gen_texture_help(struct gen *g, const struct ir_value *v)
{
    gen_texture_help_lanes(g, v, gen_mask(g));
}

void gen_texture_help_lanes(struct gen *g, const struct ir_value *v, LLVMValueRef lanes)
{
    help_lanes(g, v, gen_mask_bits(g, lanes));
}

static LLVMValueRef result(struct gen *g, unsigned k, LLVMTypeRef type, uint32_t align)
{
    return gen_load(g, type, gen_field_pointer(g, offsetof(struct jit_context, lanes.value[k])), align);
}

void gen_texture_results(struct gen *g, const bool used[4], LLVMValueRef out[4])
{
    for (unsigned k = 0; k < 4; k++)
        if (used[k])
            out[k] = result(g, k, g->words, 32);
}

/* A query that is the same for all lanes is made for the first, often once a dispatch. */
static void query_once(struct gen *g, const struct ir_value *v, const bool used[4], LLVMValueRef out[4])
{
    help_lanes(g, v, gen_i32(g, 1));
    for (unsigned k = 0; k < 4; k++)
        if (used[k])
            out[k] = result(g, k, g->i32, 4);
}

/* ---- coordinates ---- */

void gen_texture_args(struct gen *g, const struct ir_value *v)
{
    for (uint32_t i = 0; i < v->count; i++)
        if (gen_value(g, ir_arg(g->f, v, i))->shape == IR_AFFINE)
            gen_clean(g, ir_arg(g->f, v, i));
        else
            gen_clean_vector(g, ir_arg(g->f, v, i));
}

void gen_texture_row(struct gen *g, const struct ir_texel_access *at, LLVMValueRef *holds,
                     LLVMValueRef out[3])
{
    *holds = NULL;
    for (unsigned k = 0; k < 3; k++) {
        out[k] = NULL;
        if (!at->coords[k])
            continue;
        out[k] = k == 0 && at->is_speculated ? gen_speculated_first(g, at->coords[k], holds)
                                             : gen_clean(g, at->coords[k]);
        if (at->offset[k])
            out[k] = LLVMBuildAdd(g->b, out[k], gen_i32(g, (uint32_t)at->offset[k]), "");
    }
}

void gen_texture_lanes(struct gen *g, const struct ir_texel_access *at, LLVMValueRef out[3])
{
    for (unsigned k = 0; k < 3; k++) {
        out[k] = at->coords[k] ? gen_texture_column(g, at->coords[k]) : NULL;
        if (out[k] && at->offset[k])
            out[k] = LLVMBuildAdd(g->b, out[k], gen_splat_word(g, (uint32_t)at->offset[k]), "");
    }
}

/* ---- loads ---- */

struct texel_load {
    struct gen *g;
    const struct ir_value *v;
    struct ir_texel_access at;
    enum jit_texel texel;
    bool used[4];
    LLVMValueRef base, alpha;
};

static bool is_in_place(struct texel_load *t)
{
    t->texel = gen_texel_kind(t->g, t->v);
    return ir_texel_access(t->g->f, t->v, &t->at) && t->texel != JIT_TEXEL_HELP;
}

/* Elements out of bounds are 0, and so are their channels: only texels without an alpha channel have another
   one. */
static void load_lanes(const struct texel_load *t, bool is_edge, LLVMValueRef *element)
{
    LLVMValueRef at[3], exists;
    gen_texture_lanes(t->g, &t->at, at);
    LLVMValueRef pointers = gen_bounds_texels(t->g, t->v, t->base, at, jit_texel_bytes(t->texel), &exists);
    if (jit_texel_is_narrow(t->texel))
        gen_gather_narrow(t->g, pointers, exists, jit_texel_bytes(t->texel), element);
    else
        gen_gather_elements(t->g, pointers, exists, gen_texel_words(t->texel), is_edge, element);
}

static void decode(const struct texel_load *t, const LLVMValueRef *element, LLVMValueRef out[4])
{
    gen_texel_decode(t->g, t->texel, element, t->alpha, t->used, out);
}

static bool is_narrow(const struct texel_load *t)
{
    return jit_texel_is_narrow(t->texel);
}

static bool is_row(const struct texel_load *t)
{
    return t->at.stride == 1 || (t->at.stride && !is_narrow(t));
}

/* The host has proven it in bounds for the whole dispatch. */
static bool is_proven(const struct texel_load *t)
{
    return t->g->bounded && t->v->measured;
}

static void load_row(const struct texel_load *t, LLVMValueRef out[4])
{
    struct gen *g = t->g;
    LLVMValueRef at[3], element[GEN_CLUSTER] = {NULL}, holds, exists;
    unsigned words = gen_texel_words(t->texel);
    gen_texture_row(g, &t->at, &holds, at);
    LLVMValueRef row =
        gen_bounds_texel_row(g, t->v, t->base, at, t->at.stride, jit_texel_bytes(t->texel), &exists);
    if (is_proven(t)) {
        gen_texel_load_row(g, t->texel, t->at.stride, row, element);
        decode(t, element, out);
        return;
    }
    LLVMBasicBlockRef in = gen_block(g, "row"), lanes = gen_block(g, "lanes");
    struct gen_join join = {.block = gen_block(g, "loaded")};
    LLVMBuildCondBr(g->b, holds ? LLVMBuildAnd(g->b, holds, exists, "") : exists, in, lanes);
    gen_at(g, in);
    gen_texel_load_row(g, t->texel, t->at.stride, row, element);
    if (!is_narrow(t)) {
        gen_join_path(g, &join, element, words);
        gen_at(g, lanes);
        load_lanes(t, true, element);
        gen_join_path(g, &join, element, words);
        gen_join_end(g, &join, element, words);
        decode(t, element, out);
        return;
    }
    decode(t, element, out);
    gen_join_path(g, &join, out, 4);
    gen_at(g, lanes);
    gen_texture_help(g, t->v);
    gen_texture_results(g, t->used, out);
    gen_join_path(g, &join, out, 4);
    gen_join_end(g, &join, out, 4);
}

static bool load_stream(const struct texel_load *t, LLVMValueRef out[4])
{
    if (!gen_stream_step(t->g, t->v))
        return false;
    struct access a = gen_row_access(t->g, t->v, &t->at, t->base);
    if (!gen_stream_load(&a))
        return false;
    decode(t, a.values, out);
    return true;
}

static void load_in_place(struct texel_load *t, LLVMValueRef out[4])
{
    gen_texture_args(t->g, t->v); /* before the branches */
    t->base = gen_view_field(t->g, t->v, t->g->pointer, offsetof(struct jit_view, base));
    t->alpha = gen_view_field(t->g, t->v, t->g->i32, offsetof(struct jit_view, alpha));
    if (load_stream(t, out))
        return;
    if (is_row(t)) {
        load_row(t, out);
    } else if (!is_narrow(t) || gen_gathers_narrow(t->g)) {
        LLVMValueRef element[GEN_ELEMENT];
        load_lanes(t, false, element);
        decode(t, element, out);
    } else {
        gen_texture_help(t->g, t->v);
        gen_texture_results(t->g, t->used, out);
    }
}

void gen_texture(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    struct texel_load t = {.g = g, .v = v};
    LLVMValueRef out[4] = {NULL};
    for (unsigned k = 0; k < v->results; k++)
        t.used[k] = k == 0 || g->parts[4 * ref + k];
    if (v->shape != IR_VARYING) {
        query_once(g, v, t.used, out);
    } else if (is_in_place(&t)) {
        load_in_place(&t, out);
    } else if (!gen_sample(g, v, t.used, out)) {
        gen_texture_help(g, v);
        gen_texture_results(g, t.used, out);
    }
    for (unsigned k = 0; k < v->results; k++) {
        ir_ref part = k ? g->parts[4 * ref + k] : ref;
        if (part)
            gen_define(g, part, out[k]);
    }
}
