/* Textures: a helper samples for the whole warp. Loads of common texel formats from the first mip are
   inlined: vector loads along a row guarded by one test, else gathers under each lane's test. */
#include "jit/llvm/gen.h"

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
    LLVMValueRef args[] = {gen_i32(g, v->word), gen_mask_bits(g, gen_mask(g))};
    gen_help(g, offsetof(struct jit_context, helpers.texture), LLVMVoidTypeInContext(g->context), args, 2);
}

static void take_answer(struct gen *g, const bool wanted[4], LLVMValueRef out[4])
{
    for (unsigned k = 0; k < 4; k++)
        if (wanted[k])
            out[k] =
                gen_load(g, g->words, gen_field_pointer(g, offsetof(struct jit_context, lanes.value[k])), 32);
}

/* ---- inline ---- */

struct texel_load {
    struct gen *g;
    const struct ir_value *v;
    struct ir_texel_load at;
    enum jit_texel texel; /* of the texture, or JIT_TEXEL_ANY */
    bool wanted[4];
    LLVMValueRef base, alpha;
};

/* Builds the phi nodes where the load paths join. */
struct path_join {
    LLVMBasicBlockRef block, from[JIT_TEXELS + 1];
    LLVMValueRef words[JIT_TEXELS + 1][4];
    unsigned count;
};

/* A field of the view, loaded once in the entry. */
static LLVMValueRef field(const struct texel_load *t, LLVMTypeRef type, size_t offset, unsigned align)
{
    struct gen *g = t->g;
    LLVMBuilderRef kept = g->b;
    g->b = g->entry;
    LLVMValueRef views = gen_field(g, g->pointer, offsetof(struct jit_context, views));
    LLVMValueRef at = gen_offset_by(g, views, sizeof(struct jit_view) * (uint64_t)t->v->view + offset);
    LLVMValueRef value = gen_load(g, type, at, align);
    g->b = kept;
    return value;
}

#define WORD(t, name)   field(t, (t)->g->i32, offsetof(struct jit_view, name), 4)
#define OFFSET(t, name) field(t, (t)->g->i64, offsetof(struct jit_view, name), 8)

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
        if (!t->wanted[k])
            continue;
        if (texel == JIT_TEXEL_UNORM)
            out[k] = unorm(g, words, k);
        else
            out[k] = k == 0 ? words : k == 3 ? gen_splat(g, t->alpha) : LLVMConstNull(g->words);
    }
}

static void meet(const struct texel_load *t, struct path_join *m, LLVMValueRef words[4])
{
    m->from[m->count] = gen_here(t->g);
    memcpy(m->words[m->count++], words, sizeof m->words[0]);
    LLVMBuildBr(t->g->b, m->block);
}

static void help(struct texel_load *t, struct path_join *m)
{
    LLVMValueRef out[4];
    call_helper(t->g, t->v);
    take_answer(t->g, t->wanted, out);
    meet(t, m, out);
}

static void finish(const struct texel_load *t, const struct path_join *m, LLVMValueRef out[4])
{
    gen_at(t->g, m->block);
    for (unsigned k = 0; k < 4; k++) {
        if (!t->wanted[k])
            continue;
        out[k] = LLVMBuildPhi(t->g->b, t->g->words, "");
        for (unsigned i = 0; i < m->count; i++)
            LLVMAddIncoming(out[k], (LLVMValueRef *)&m->words[i][k], (LLVMBasicBlockRef *)&m->from[i], 1);
    }
}

/* ---- along a row: lane i at column i, row and slice uniform ---- */

static LLVMValueRef scalar(const struct texel_load *t, unsigned k)
{
    LLVMValueRef at = gen_clean(t->g, t->at.coords[k]);
    return t->at.offset[k] ? LLVMBuildAdd(t->g->b, at, gen_i32(t->g, (uint32_t)t->at.offset[k]), "") : at;
}

static LLVMValueRef bytes_to(const struct texel_load *t, LLVMValueRef at, LLVMValueRef bytes)
{
    return LLVMBuildMul(t->g->b, LLVMBuildZExt(t->g->b, at, t->g->i64, ""), bytes, "");
}

/* The condition that row and slice exist, and the row's start. */
static LLVMValueRef find_row(const struct texel_load *t, LLVMValueRef *pointer)
{
    struct gen *g = t->g;
    LLVMValueRef exists = LLVMConstInt(g->i1, 1, false);
    *pointer = t->base;
    if (t->at.coords[1]) {
        LLVMValueRef y = scalar(t, 1);
        exists = LLVMBuildICmp(g->b, LLVMIntULT, y, WORD(t, texture.height), "");
        *pointer = gen_offset(g, *pointer, bytes_to(t, y, OFFSET(t, texture.row_bytes)));
    }
    if (t->at.coords[2]) {
        LLVMValueRef z = scalar(t, 2), fits = LLVMBuildICmp(g->b, LLVMIntULT, z, WORD(t, texture.slices), "");
        exists = LLVMBuildAnd(g->b, exists, fits, "");
        *pointer = gen_offset(g, *pointer, bytes_to(t, z, OFFSET(t, texture.slice_bytes)));
    }
    return exists;
}

static void load_row(const struct texel_load *t, enum jit_texel texel, LLVMValueRef row, LLVMValueRef x,
                     LLVMValueRef out[4])
{
    struct gen *g = t->g;
    LLVMValueRef pointer = gen_offset(g, row, bytes_to(t, x, gen_i64(g, texel == JIT_TEXEL_FOUR ? 16 : 4)));
    if (texel != JIT_TEXEL_FOUR) {
        open_words(t, texel, gen_load(g, g->words, pointer, 4), out);
        return;
    }
    uint32_t offsets[4], count = 0;
    LLVMValueRef words[4];
    for (uint32_t k = 0; k < 4; k++)
        if (t->wanted[k])
            offsets[count++] = k;
    gen_load_words(g, pointer, 4, offsets, count, 4, words);
    for (uint32_t i = 0; i < count; i++)
        out[offsets[i]] = words[i];
}

static bool is_it(const struct texel_load *t, unsigned texel)
{
    return t->texel == JIT_TEXEL_ANY || t->texel == texel;
}

/* The host has proven it in bounds for the whole dispatch. */
static bool is_proven(const struct texel_load *t)
{
    return t->g->bounded && t->v->measured && t->texel != JIT_TEXEL_ANY;
}

static void along_row(struct texel_load *t, LLVMValueRef out[4])
{
    struct gen *g = t->g;
    struct path_join m = {0};
    LLVMValueRef row, exists = find_row(t, &row), x = scalar(t, 0);
    if (is_proven(t)) {
        load_row(t, t->texel, row, x, out);
        return;
    }
    m.block = gen_block(g, "loaded");
    for (unsigned texel = 0; texel < JIT_TEXELS; texel++) {
        if (!is_it(t, texel))
            continue;
        LLVMBasicBlockRef in = gen_block(g, "row"), other = gen_block(g, "other");
        LLVMValueRef words[4], fits = LLVMBuildICmp(g->b, LLVMIntULT, x, WORD(t, texture.starts[texel]), "");
        LLVMBuildCondBr(g->b, LLVMBuildAnd(g->b, exists, fits, ""), in, other);
        gen_at(g, in);
        load_row(t, (enum jit_texel)texel, row, x, words);
        meet(t, &m, words);
        gen_at(g, other);
    }
    help(t, &m);
    finish(t, &m, out);
}

/* ---- arbitrary coordinates ---- */

static LLVMValueRef lanes_of(const struct texel_load *t, unsigned k)
{
    LLVMValueRef at = column(t->g, t->at.coords[k]);
    return t->at.offset[k] ? LLVMBuildAdd(t->g->b, at, gen_splat_word(t->g, (uint32_t)t->at.offset[k]), "")
                           : at;
}

/* In words; the host selects this path only for textures of less than 2^31 words. */
static LLVMValueRef words_of(const struct texel_load *t, LLVMValueRef bytes)
{
    LLVMValueRef words = LLVMBuildLShr(t->g->b, bytes, gen_i64(t->g, 2), "");
    return gen_splat(t->g, LLVMBuildTrunc(t->g->b, words, t->g->i32, ""));
}

static LLVMValueRef is_below(const struct texel_load *t, LLVMValueRef at, LLVMValueRef count)
{
    return LLVMBuildICmp(t->g->b, LLVMIntULT, at, gen_splat(t->g, count), "");
}

static LLVMValueRef gather(const struct gen *g, LLVMValueRef base, LLVMValueRef index, LLVMValueRef exists)
{
    LLVMValueRef pointers = LLVMBuildGEP2(g->b, g->i32, base, &index, 1, "");
    LLVMValueRef args[] = {pointers, gen_i32(g, 4), exists, LLVMConstNull(g->words)};
    LLVMTypeRef types[] = {g->words, LLVMTypeOf(pointers)};
    unsigned id = LLVMLookupIntrinsicID("llvm.masked.gather", 18);
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(g->module, id, types, 2);
    return LLVMBuildCall2(g->b, LLVMGlobalGetValueType(function), function, args, 4, "");
}

/* Out of bounds texels are 0, and so are their channels: only texels of one word have an alpha of their own.
 */
static void gather_texels(const struct texel_load *t, enum jit_texel texel, LLVMValueRef out[4])
{
    struct gen *g = t->g;
    LLVMValueRef x = lanes_of(t, 0), exists = is_below(t, x, WORD(t, texture.width[texel]));
    if (g->mask)
        exists = LLVMBuildAnd(g->b, exists, g->mask, "");
    uint32_t words = texel == JIT_TEXEL_FOUR ? 4 : 1;
    LLVMValueRef index = LLVMBuildMul(g->b, x, gen_splat_word(g, words), "");
    if (t->at.coords[1]) {
        LLVMValueRef y = lanes_of(t, 1), pitch = words_of(t, OFFSET(t, texture.row_bytes));
        exists = LLVMBuildAnd(g->b, exists, is_below(t, y, WORD(t, texture.height)), "");
        index = LLVMBuildAdd(g->b, index, LLVMBuildMul(g->b, y, pitch, ""), "");
    }
    if (t->at.coords[2]) {
        LLVMValueRef z = lanes_of(t, 2), pitch = words_of(t, OFFSET(t, texture.slice_bytes));
        exists = LLVMBuildAnd(g->b, exists, is_below(t, z, WORD(t, texture.slices)), "");
        index = LLVMBuildAdd(g->b, index, LLVMBuildMul(g->b, z, pitch, ""), "");
    }
    if (texel != JIT_TEXEL_FOUR) {
        open_words(t, texel, gather(g, t->base, index, exists), out);
        return;
    }
    for (unsigned k = 0; k < 4; k++)
        if (t->wanted[k])
            out[k] = gather(g, t->base, LLVMBuildAdd(g->b, index, gen_splat_word(g, k), ""), exists);
}

static void anywhere(struct texel_load *t, LLVMValueRef out[4])
{
    struct gen *g = t->g;
    struct path_join m = {0};
    if (t->texel != JIT_TEXEL_ANY) {
        gather_texels(t, t->texel, out);
        return;
    }
    m.block = gen_block(g, "loaded");
    for (unsigned texel = 0; texel < JIT_TEXELS; texel++) {
        LLVMBasicBlockRef in = gen_block(g, "gather"), other = gen_block(g, "other");
        LLVMValueRef words[4], width = WORD(t, texture.width[texel]);
        LLVMBuildCondBr(g->b, LLVMBuildICmp(g->b, LLVMIntNE, width, gen_i32(g, 0), ""), in, other);
        gen_at(g, in);
        gather_texels(t, (enum jit_texel)texel, words);
        meet(t, &m, words);
        gen_at(g, other);
    }
    help(t, &m);
    finish(t, &m, out);
}

/* ---- selection of the path ---- */

static void load_in_place(struct texel_load *t, LLVMValueRef out[4])
{
    for (uint32_t i = 0; i < t->v->count; i++) /* before the branches: several sides use them */
        if (gen_value(t->g, ir_arg(t->g->f, t->v, i))->shape == IR_AFFINE)
            gen_clean(t->g, ir_arg(t->g->f, t->v, i));
        else
            gen_clean_vector(t->g, ir_arg(t->g->f, t->v, i));
    t->base = field(t, t->g->pointer, offsetof(struct jit_view, base), 8);
    t->alpha = WORD(t, alpha);
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
        t.wanted[k] = k == 0 || g->parts[4 * ref + k];
    if (is_in_place(&t)) {
        load_in_place(&t, out);
    } else {
        call_helper(g, v);
        take_answer(g, t.wanted, out);
    }
    for (unsigned k = 0; k < v->results; k++) {
        ir_ref part = k ? g->parts[4 * ref + k] : ref;
        if (part)
            gen_define(g, part, out[k]);
    }
}
