/* Mips of samples: the one that the host has chosen, or those of a level of detail that code computes
   (D3D11.3 7.18.10). The steps are those of texture/sample/sample_batch.c. */
#include "jit/llvm/gen_memory.h"

#include <math.h>

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

/* ---- the footprint of a pixel: see texture/sample/sample_lod.c ---- */

static LLVMTypeRef doubles(const struct gen *g)
{
    return LLVMVectorType(LLVMDoubleTypeInContext(g->context), g->lanes);
}

static LLVMValueRef double_of(const struct gen *g, double value)
{
    return gen_splat(g, LLVMConstReal(LLVMDoubleTypeInContext(g->context), value));
}

static LLVMValueRef dot(const struct gen_sample *s, const LLVMValueRef a[3], const LLVMValueRef b[3])
{
    LLVMBuilderRef at = s->g->b;
    LLVMValueRef sum = LLVMBuildFMul(at, a[0], b[0], "");
    for (unsigned i = 1; i < s->axes; i++)
        sum = LLVMBuildFAdd(at, sum, LLVMBuildFMul(at, a[i], b[i], ""), "");
    return sum;
}

static LLVMValueRef is_parallel(const struct gen_sample *s, const LLVMValueRef a[3], const LLVMValueRef b[3])
{
    LLVMBuilderRef at = s->g->b;
    LLVMValueRef all = s->g->all;
    for (unsigned i = 0; i < s->axes; i++)
        for (unsigned k = i + 1; k < s->axes; k++) {
            LLVMValueRef x = LLVMBuildFMul(at, a[i], b[k], ""), y = LLVMBuildFMul(at, a[k], b[i], "");
            LLVMValueRef same = LLVMBuildFCmp(at, LLVMRealOEQ, x, y, "");
            all = all == s->g->all ? same : LLVMBuildAnd(at, all, same, "");
        }
    return all;
}

static LLVMValueRef root(const struct gen *g, LLVMValueRef x)
{
    return gen_intrinsic(g, "llvm.sqrt", doubles(g), &x, 1);
}

/* Squared length of the longer axis of the ellipse. */
static LLVMValueRef major_axis(const struct gen_sample *s, const LLVMValueRef x[3], const LLVMValueRef y[3],
                               LLVMValueRef skip)
{
    const struct gen *g = s->g;
    LLVMBuilderRef at = g->b;
    LLVMValueRef l = dot(s, x, x), m = dot(s, y, y), cross = dot(s, x, y);
    LLVMValueRef difference = LLVMBuildFSub(at, l, m, ""), zero = LLVMConstNull(doubles(g));
    LLVMValueRef square = LLVMBuildFMul(at, difference, difference, "");
    cross = LLVMBuildFMul(at, LLVMBuildFMul(at, double_of(g, 4), cross, ""), cross, "");
    LLVMValueRef t = root(g, LLVMBuildFAdd(at, square, cross, ""));
    LLVMValueRef major = LLVMBuildFAdd(at, LLVMBuildFAdd(at, l, m, ""), t, "");
    major = LLVMBuildFMul(at, major, double_of(g, 0.5), "");
    LLVMValueRef simple = LLVMBuildFCmp(at, LLVMRealUGE, major, double_of(g, (double)INFINITY), "");
    simple = LLVMBuildOr(at, simple, LLVMBuildFCmp(at, LLVMRealOEQ, t, zero, ""), "");
    simple = LLVMBuildOr(at, simple, skip, "");
    LLVMValueRef longer = LLVMBuildSelect(at, LLVMBuildFCmp(at, LLVMRealOGT, l, m, ""), l, m, "");
    return LLVMBuildSelect(at, simple, longer, major, "");
}

LLVMValueRef gen_level_footprint(const struct gen_sample *s)
{
    static const size_t sizes[] = {offsetof(struct jit_sample, texture.width),
                                   offsetof(struct jit_sample, texture.height),
                                   offsetof(struct jit_sample, texture.slices)};
    struct gen *g = s->g;
    LLVMValueRef x[3], y[3], unscaled_x[3], unscaled_y[3], out[2];
    for (unsigned k = 0; k < s->axes; k++) {
        LLVMValueRef size = gen_sample_field(g, s->v->texture, g->i32, sizes[k]);
        size = LLVMBuildSIToFP(g->entry, size, LLVMDoubleTypeInContext(g->context), "");
        unscaled_x[k] = LLVMBuildFPExt(g->b, s->ddx[k], doubles(g), "");
        unscaled_y[k] = LLVMBuildFPExt(g->b, s->ddy[k], doubles(g), "");
        x[k] = LLVMBuildFMul(g->b, unscaled_x[k], gen_splat(g, size), "");
        y[k] = LLVMBuildFMul(g->b, unscaled_y[k], gen_splat(g, size), "");
    }
    LLVMValueRef length = root(g, major_axis(s, x, y, is_parallel(s, unscaled_x, unscaled_y)));
    length = LLVMBuildFPTrunc(g->b, length, g->floats, "");
    gen_math(g, ISA_LOG, LLVMBuildBitCast(g->b, length, g->words, ""), out);
    return LLVMBuildBitCast(g->b, out[0], g->floats, "");
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
    if (s->bias)
        lod = LLVMBuildFAdd(g->b, lod, s->bias, "");
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
