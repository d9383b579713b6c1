/* Mips of samples: the one that the host has chosen, or those of a level of detail that code computes
   (D3D11.3 7.18.10). The steps are those of texture/sample/sample_batch.c. */
#include "jit/llvm/gen_memory.h"

struct gen_level gen_level_only(struct gen_sample *s)
{
    struct gen *g = s->g;
    uint32_t texture = s->v->texture, bytes = jit_texel_bytes(s->texel);
    static const size_t sizes[] = {offsetof(struct jit_sample, texture.width),
                                   offsetof(struct jit_sample, texture.height),
                                   offsetof(struct jit_sample, texture.slices)};
    static const size_t pitches[] = {0, offsetof(struct jit_sample, texture.row_bytes),
                                     offsetof(struct jit_sample, texture.slice_bytes)};
    uint32_t unit = bytes < 4 ? 1 : 4;
    struct gen_level level = {.pitch = {gen_i32(g, bytes / unit)}};
    for (unsigned k = 0; k < 3; k++)
        level.size[k] = gen_sample_field(g, texture, g->i32, sizes[k]);
    for (unsigned k = 1; k < 3; k++) {
        LLVMValueRef pitch = gen_sample_field(g, texture, g->i64, pitches[k]);
        pitch = LLVMBuildUDiv(g->entry, pitch, gen_i64(g, unit), "");
        level.pitch[k] = LLVMBuildTrunc(g->entry, pitch, g->i32, "");
    }
    return level;
}

/* ---- a mip by its number: one for all lanes, or one each ---- */

static LLVMValueRef levels_of(struct gen *g, uint32_t texture)
{
    LLVMBuilderRef kept = g->b;
    g->b = g->entry;
    LLVMValueRef record = g->sample_record ? g->sample_record : gen_sample_record(g, texture);
    record = gen_offset_by(g, record, offsetof(struct jit_sample, levels));
    g->b = kept;
    return record;
}

static LLVMValueRef level_word(struct gen *g, LLVMValueRef levels, LLVMValueRef mip, size_t offset)
{
    LLVMValueRef base = gen_offset_by(g, levels, offset), size = gen_i32(g, sizeof(struct jit_level));
    LLVMValueRef at = LLVMBuildMul(g->b, mip, gen_is_vector(mip) ? gen_splat(g, size) : size, "");
    LLVMValueRef pointer = LLVMBuildGEP2(g->b, g->i8, base, &at, 1, "");
    return gen_is_vector(mip) ? gen_gather_words(g, pointer, g->all) : gen_load(g, g->i32, pointer, 4);
}

struct gen_level gen_level_of(struct gen_sample *s, LLVMValueRef mip)
{
    struct gen *g = s->g;
    struct gen_level level = gen_level_only(s); /* the distance between layers is that of all mips */
    LLVMValueRef levels = levels_of(g, s->v->texture);
    for (unsigned k = 0; k < s->axes; k++) {
        size_t word = sizeof(uint32_t) * k;
        level.size[k] = level_word(g, levels, mip, offsetof(struct jit_level, size) + word);
        if (k)
            level.pitch[k] = level_word(g, levels, mip, offsetof(struct jit_level, pitch) + word);
    }
    level.start = level_word(g, levels, mip, offsetof(struct jit_level, start));
    level.is_chosen = true;
    return level;
}

/* ---- the level of detail ---- */

static LLVMValueRef real_field(struct gen_sample *s, size_t offset, LLVMValueRef value)
{
    return gen_like(s->g, gen_sample_field(s->g, s->v->texture, s->g->f32, offset), value);
}

static LLVMValueRef least(const struct gen *g, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildSelect(g->b, LLVMBuildFCmp(g->b, LLVMRealOLT, a, b, ""), a, b, "");
}

static LLVMValueRef greatest(const struct gen *g, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildSelect(g->b, LLVMBuildFCmp(g->b, LLVMRealOGT, a, b, ""), a, b, "");
}

LLVMValueRef gen_level_mips(struct gen_sample *s, LLVMValueRef lod, LLVMValueRef mips[2])
{
    struct gen *g = s->g;
    lod = LLVMBuildFAdd(g->b, lod, real_field(s, offsetof(struct jit_sample, bias), lod), "");
    lod = least(g, lod, real_field(s, offsetof(struct jit_sample, max_lod), lod));
    lod = greatest(g, lod, real_field(s, offsetof(struct jit_sample, min_lod), lod));
    /* A NaN has become the greatest level, and both limits are beyond all mips. */
    LLVMValueRef limit = gen_like(g, LLVMConstReal(g->f32, 1 << 22), lod);
    lod = greatest(g, least(g, lod, limit), LLVMBuildFNeg(g->b, limit, ""));
    LLVMValueRef fixed = gen_fixed_point(g, lod), last, whole = fixed;
    last = gen_sample_field(g, s->v->texture, g->i32, offsetof(struct jit_sample, last));
    last = LLVMBuildAdd(g->b, last, gen_i32(g, 1), "");
    if (!s->blends)
        whole = LLVMBuildAdd(g->b, fixed, gen_like(g, gen_i32(g, 128), fixed), "");
    whole = LLVMBuildAShr(g->b, whole, gen_like(g, gen_i32(g, 8), fixed), "");
    mips[0] = gen_bounds_axis(g, whole, last);
    if (!s->blends)
        return NULL;
    mips[1] = gen_bounds_axis(g, LLVMBuildAdd(g->b, whole, gen_like(g, gen_i32(g, 1), whole), ""), last);
    LLVMValueRef is_one = LLVMBuildICmp(g->b, LLVMIntEQ, mips[0], mips[1], "");
    fixed = LLVMBuildSelect(g->b, is_one, LLVMConstNull(LLVMTypeOf(fixed)), fixed, "");
    return gen_fixed_fraction(g, fixed);
}
