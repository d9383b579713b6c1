/* Textures: a helper samples for the whole warp. Loads of common texel formats from the first mip are
   inlined: vector loads along a row guarded by one test, else gathers under each lane's test. */
#include "jit/llvm/gen_memory.h"

/* ---- by helper ---- */

/* An arg broadcast to all lanes, not cached: this may be one of several paths. */
static LLVMValueRef column(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    if (v->shape != IR_AFFINE)
        return gen_clean_vector(g, ref);
    LLVMValueRef steps = LLVMBuildMul(g->b, g->iota, gen_splat_word(g, (uint32_t)v->stride), "");
    return LLVMBuildAdd(g->b, gen_splat(g, gen_clean(g, ref)), steps, "");
}

static void call_helper(struct gen *g, const struct ir_value *v)
{
    for (uint32_t i = 0; i < v->count; i++)
        gen_store(g, column(g, ir_arg(g->f, v, i)),
                  gen_field_pointer(g, offsetof(struct jit_context, lanes.value[i])), 32);
    LLVMValueRef args[] = {gen_i32(g, v->texture), gen_mask_bits(g, gen_mask(g))};
    gen_help(g, offsetof(struct jit_context, helpers.texture), LLVMVoidTypeInContext(g->context), args, 2);
}

static void load_results(struct gen *g, const bool used[4], LLVMValueRef out[4])
{
    for (unsigned k = 0; k < 4; k++)
        if (used[k])
            out[k] =
                gen_load(g, g->words, gen_field_pointer(g, offsetof(struct jit_context, lanes.value[k])), 32);
}

/* ---- inline ---- */

struct texel_load {
    struct gen *g;
    const struct ir_value *v;
    struct ir_texel_load at;
    enum jit_texel texel; /* of the texture, or JIT_TEXEL_ANY */
    bool used[4];
    LLVMValueRef base, alpha;
};

/* Channel `k` of RGBA8 with num_unorm_to_float's bits: see decode_unorm in texture/sample/sample_decode.h. */
static LLVMValueRef unorm(const struct gen *g, LLVMValueRef packed, unsigned k)
{
    const float reciprocal = 1.0f / 255.0f, rest = (float)(1.0 / 255.0 - (double)reciprocal);
    LLVMValueRef bits = LLVMBuildLShr(g->b, packed, gen_splat_word(g, 8 * k), "");
    bits = LLVMBuildAnd(g->b, bits, gen_splat_word(g, 255), "");
    LLVMValueRef x = LLVMBuildSIToFP(g->b, bits, g->floats, "");
    LLVMValueRef low = LLVMBuildFMul(g->b, x, gen_splat(g, LLVMConstReal(g->f32, (double)rest)), "");
    LLVMValueRef args[] = {x, gen_splat(g, LLVMConstReal(g->f32, (double)reciprocal)), low};
    LLVMValueRef value = gen_intrinsic(g, "llvm.fma", g->floats, args, 3);
    return LLVMBuildBitCast(g->b, value, g->words, "");
}

/* Unpacks texels of one word each. */
static void open_words(const struct texel_load *t, enum jit_texel texel, LLVMValueRef words,
                       LLVMValueRef out[4])
{
    struct gen *g = t->g;
    for (unsigned k = 0; k < 4; k++) {
        if (!t->used[k])
            continue;
        if (texel == JIT_TEXEL_UNORM)
            out[k] = unorm(g, words, k);
        else
            out[k] = k == 0 ? words : k == 3 ? gen_splat(g, t->alpha) : LLVMConstNull(g->words);
    }
}

/* The path of a texture that is of no kind that code loads inline. */
static void help(struct texel_load *t, struct gen_join *join)
{
    LLVMValueRef out[4] = {NULL};
    call_helper(t->g, t->v);
    load_results(t->g, t->used, out);
    gen_join_path(t->g, join, out, 4);
}

/* ---- along a row: lane i at column i, row and slice uniform ---- */

static LLVMValueRef scalar(const struct texel_load *t, unsigned k)
{
    LLVMValueRef at = gen_clean(t->g, t->at.coords[k]);
    return t->at.offset[k] ? LLVMBuildAdd(t->g->b, at, gen_i32(t->g, (uint32_t)t->at.offset[k]), "") : at;
}

static void load_row(const struct texel_load *t, enum jit_texel texel, LLVMValueRef pointer,
                     LLVMValueRef out[4])
{
    struct gen *g = t->g;
    if (texel != JIT_TEXEL_FOUR) {
        open_words(t, texel, gen_load(g, g->words, pointer, 4), out);
        return;
    }
    uint32_t offsets[4], count = 0;
    LLVMValueRef words[4];
    for (uint32_t k = 0; k < 4; k++)
        if (t->used[k])
            offsets[count++] = k;
    gen_load_words(g, pointer, 4, offsets, count, 4, words);
    for (uint32_t i = 0; i < count; i++)
        out[offsets[i]] = words[i];
}

/* The host has proven it in bounds for the whole dispatch. */
static bool is_proven(const struct texel_load *t)
{
    return t->g->bounded && t->v->measured && t->texel != JIT_TEXEL_ANY;
}

static void along_row(struct texel_load *t, LLVMValueRef out[4])
{
    struct gen *g = t->g;
    LLVMValueRef at[3] = {NULL}, exists;
    for (unsigned k = 0; k < 3; k++)
        if (t->at.coords[k])
            at[k] = scalar(t, k);
    if (is_proven(t)) {
        load_row(t, t->texel, gen_bounds_texel_row(g, t->v, t->base, at, t->texel, &exists), out);
        return;
    }
    struct gen_join join = {.block = gen_block(g, "loaded")};
    for (unsigned texel = 0; texel < JIT_TEXELS; texel++) {
        if (t->texel != JIT_TEXEL_ANY && t->texel != texel)
            continue;
        LLVMBasicBlockRef in = gen_block(g, "row"), other = gen_block(g, "other");
        LLVMValueRef words[4] = {NULL};
        LLVMValueRef row = gen_bounds_texel_row(g, t->v, t->base, at, (enum jit_texel)texel, &exists);
        LLVMBuildCondBr(g->b, exists, in, other);
        gen_at(g, in);
        load_row(t, (enum jit_texel)texel, row, words);
        gen_join_path(g, &join, words, 4);
        gen_at(g, other);
    }
    help(t, &join);
    gen_join_end(g, &join, out, 4);
}

/* ---- arbitrary coordinates ---- */

static LLVMValueRef lanes_of(const struct texel_load *t, unsigned k)
{
    LLVMValueRef at = column(t->g, t->at.coords[k]);
    return t->at.offset[k] ? LLVMBuildAdd(t->g->b, at, gen_splat_word(t->g, (uint32_t)t->at.offset[k]), "")
                           : at;
}

/* Out of bounds texels are 0, and so are their channels: only texels of one word have an alpha of their own.
 */
static void gather_texels(const struct texel_load *t, enum jit_texel texel, LLVMValueRef out[4])
{
    struct gen *g = t->g;
    LLVMValueRef at[3] = {NULL}, exists;
    for (unsigned k = 0; k < 3; k++)
        if (t->at.coords[k])
            at[k] = lanes_of(t, k);
    LLVMValueRef first = gen_bounds_texels(g, t->v, at, texel, &exists);
    for (unsigned k = 0; k < (texel == JIT_TEXEL_FOUR ? 4 : 1); k++) {
        if (!t->used[k] && texel == JIT_TEXEL_FOUR)
            continue;
        LLVMValueRef word = k ? LLVMBuildAdd(g->b, first, gen_splat_word(g, k), "") : first;
        out[k] = gen_gather_words(g, LLVMBuildGEP2(g->b, g->i32, t->base, &word, 1, ""), exists);
    }
    if (texel != JIT_TEXEL_FOUR)
        open_words(t, texel, out[0], out);
}

static void anywhere(struct texel_load *t, LLVMValueRef out[4])
{
    struct gen *g = t->g;
    if (t->texel != JIT_TEXEL_ANY) {
        gather_texels(t, t->texel, out);
        return;
    }
    struct gen_join join = {.block = gen_block(g, "loaded")};
    for (unsigned texel = 0; texel < JIT_TEXELS; texel++) {
        LLVMBasicBlockRef in = gen_block(g, "gather"), other = gen_block(g, "other");
        LLVMValueRef words[4] = {NULL};
        LLVMValueRef width = gen_view_field(g, t->v, g->i32, offsetof(struct jit_view, texture.width[texel]));
        LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntNE, width, gen_i32(g, 0), ""), in, other);
        gen_at(g, in);
        gather_texels(t, (enum jit_texel)texel, words);
        gen_join_path(g, &join, words, 4);
        gen_at(g, other);
    }
    help(t, &join);
    gen_join_end(g, &join, out, 4);
}

/* ---- selection of the path ---- */

static void load_in_place(struct texel_load *t, LLVMValueRef out[4])
{
    for (uint32_t i = 0; i < t->v->count; i++) /* before the branches: several sides use them */
        if (gen_value(t->g, ir_arg(t->g->f, t->v, i))->shape == IR_AFFINE)
            gen_clean(t->g, ir_arg(t->g->f, t->v, i));
        else
            gen_clean_vector(t->g, ir_arg(t->g->f, t->v, i));
    t->base = gen_view_field(t->g, t->v, t->g->pointer, offsetof(struct jit_view, base));
    t->alpha = gen_view_field(t->g, t->v, t->g->i32, offsetof(struct jit_view, alpha));
    if (t->at.along_row)
        along_row(t, out);
    else
        anywhere(t, out);
}

static bool is_in_place(struct texel_load *t)
{
    if (!ir_texel_load(t->g->f, t->v, &t->at))
        return false;
    t->texel = t->g->texels ? (enum jit_texel)t->g->texels[t->v->view] : JIT_TEXEL_ANY;
    return t->texel != JIT_TEXEL_HELP;
}

void gen_texture(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    struct texel_load t = {.g = g, .v = v};
    LLVMValueRef out[4];
    for (unsigned k = 0; k < v->results; k++)
        t.used[k] = k == 0 || g->parts[4 * ref + k];
    if (is_in_place(&t)) {
        load_in_place(&t, out);
    } else {
        call_helper(g, v);
        load_results(g, t.used, out);
    }
    for (unsigned k = 0; k < v->results; k++) {
        ir_ref part = k ? g->parts[4 * ref + k] : ref;
        if (part)
            gen_define(g, part, out[k]);
    }
}
