/* Texels of the kinds that code accesses inline: elements to channels and back, with the bits of num_format.h
   and sample_decode.h. */
#include "jit/llvm/gen_memory.h"

enum jit_texel gen_texel_kind(const struct gen *g, const struct ir_value *v)
{
    return g->texels && v->view != IR_NONE ? (enum jit_texel)g->texels[v->view] : JIT_TEXEL_HELP;
}

unsigned gen_texel_words(enum jit_texel texel)
{
    return (jit_texel_bytes(texel) + 3) / 4;
}

static LLVMTypeRef shaped(const struct gen *g, LLVMTypeRef type, LLVMValueRef like)
{
    return gen_is_vector(like) ? LLVMVectorType(type, g->lanes) : type;
}

static LLVMValueRef word_like(const struct gen *g, uint32_t word, LLVMValueRef like)
{
    return gen_is_vector(like) ? gen_splat_word(g, word) : gen_i32(g, word);
}

static LLVMValueRef real_like(const struct gen *g, float real, LLVMValueRef like)
{
    LLVMValueRef scalar = LLVMConstReal(g->f32, (double)real);
    return gen_is_vector(like) ? gen_splat(g, scalar) : scalar;
}

/* ---- channels of bytes ---- */

/* Byte `k` with num_unorm_to_float's bits: see decode_unorm in texture/sample/sample_decode.h. */
static LLVMValueRef decode_byte(const struct gen *g, LLVMValueRef packed, unsigned k)
{
    const float reciprocal = 1.0f / 255.0f, rest = (float)(1.0 / 255.0 - (double)reciprocal);
    LLVMTypeRef floats = shaped(g, g->f32, packed);
    LLVMValueRef bits = LLVMBuildLShr(g->b, packed, word_like(g, 8 * k, packed), "");
    bits = LLVMBuildAnd(g->b, bits, word_like(g, 255, packed), "");
    LLVMValueRef x = LLVMBuildSIToFP(g->b, bits, floats, "");
    LLVMValueRef low = LLVMBuildFMul(g->b, x, real_like(g, rest, packed), "");
    LLVMValueRef args[] = {x, real_like(g, reciprocal, packed), low};
    LLVMValueRef value = gen_intrinsic(g, "llvm.fma", floats, args, 3);
    return LLVMBuildBitCast(g->b, value, shaped(g, g->i32, packed), "");
}

/* Byte `k` in gamma space. */
static LLVMValueRef decode_gamma(const struct gen *g, LLVMValueRef packed, unsigned k)
{
    LLVMValueRef table = gen_field(g, g->pointer, offsetof(struct jit_context, srgb));
    LLVMValueRef bits = LLVMBuildLShr(g->b, packed, word_like(g, 8 * k, packed), "");
    bits = LLVMBuildAnd(g->b, bits, word_like(g, 255, packed), "");
    LLVMValueRef pointer = LLVMBuildGEP2(g->b, g->i32, table, &bits, 1, "");
    return gen_is_vector(packed) ? gen_gather_words(g, pointer, g->all) : gen_load(g, g->i32, pointer, 4);
}

/* num_float_to_unorm in the low byte of the fraction of 2^23 + byte: see encode_unorm in
   texture/sample/sample_decode.h. */
static LLVMValueRef encode_byte(const struct gen *g, LLVMValueRef word)
{
    LLVMValueRef x = LLVMBuildBitCast(g->b, word, g->floats, ""), zero = LLVMConstNull(g->floats);
    LLVMValueRef one = real_like(g, 1.0f, word);
    x = LLVMBuildSelect(g->b, LLVMBuildFCmp(g->b, LLVMRealOGT, x, zero, ""), x, zero, "");
    x = LLVMBuildSelect(g->b, LLVMBuildFCmp(g->b, LLVMRealOLT, x, one, ""), x, one, "");
    LLVMValueRef args[] = {x, real_like(g, 255.0f, word), real_like(g, 0x1p23f, word)};
    return LLVMBuildBitCast(g->b, gen_intrinsic(g, "llvm.fma", g->floats, args, 3), g->words, "");
}

/* The byte of a channel. */
static unsigned byte_of(enum jit_texel texel, unsigned channel)
{
    return texel == JIT_TEXEL_BGRA && channel != 3 ? 2 - channel : channel;
}

/* ---- halves ---- */

/* num_f16tof32. The processor's conversion does not depend on the float environment. */
static LLVMValueRef decode_half(const struct gen *g, LLVMValueRef packed, unsigned high)
{
    LLVMTypeRef words = shaped(g, g->i32, packed), floats = shaped(g, g->f32, packed);
    LLVMValueRef bits = high ? LLVMBuildLShr(g->b, packed, word_like(g, 16, packed), "") : packed;
    LLVMValueRef half = LLVMBuildTrunc(g->b, bits, shaped(g, g->i16, packed), "");
    half = LLVMBuildBitCast(g->b, half, shaped(g, LLVMHalfTypeInContext(g->context), packed), "");
    LLVMValueRef value = LLVMBuildFPExt(g->b, half, floats, "");
    LLVMValueRef is_nan = LLVMBuildFCmp(g->b, LLVMRealUNO, value, value, "");
    return LLVMBuildSelect(g->b, is_nan, word_like(g, 0x7fc00000, packed),
                           LLVMBuildBitCast(g->b, value, words, ""), "");
}

/* num_f32tof16: toward zero, eight lanes at a time, which every processor with AVX2 can do. */
static LLVMValueRef encode_half(const struct gen *g, LLVMValueRef word)
{
    enum { ROW = 8, TOWARD_ZERO = 3 };
    static const uint32_t in_order[JIT_LANES] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    LLVMValueRef x = LLVMBuildBitCast(g->b, word, g->floats, ""), rows[2];
    for (unsigned i = 0; i < g->lanes / ROW; i++) {
        LLVMValueRef args[] = {gen_shuffle(g, x, NULL, &in_order[ROW * i], ROW), gen_i32(g, TOWARD_ZERO)};
        rows[i] = gen_intrinsic(g, "llvm.x86.vcvtps2ph.256", NULL, args, 2);
    }
    LLVMValueRef half = g->lanes == ROW ? rows[0] : gen_shuffle(g, rows[0], rows[1], in_order, g->lanes);
    LLVMValueRef is_nan = LLVMBuildFCmp(g->b, LLVMRealUNO, x, x, "");
    return LLVMBuildSelect(g->b, is_nan, gen_splat_word(g, 0x7e00), LLVMBuildZExt(g->b, half, g->words, ""),
                           "");
}

/* ---- elements ---- */

static LLVMValueRef decode_channel(const struct gen *g, enum jit_texel texel, const LLVMValueRef *element,
                                   LLVMValueRef alpha, unsigned k)
{
    switch (texel) {
    case JIT_TEXEL_UNORM:
    case JIT_TEXEL_BGRA: return decode_byte(g, element[0], byte_of(texel, k));
    case JIT_TEXEL_SRGB: return k < 3 ? decode_gamma(g, element[0], k) : decode_byte(g, element[0], k);
    case JIT_TEXEL_HALF: return decode_half(g, element[k / 2], k & 1);
    default: break;
    }
    if (k < gen_texel_words(texel))
        return texel == JIT_TEXEL_BYTE ? decode_byte(g, element[0], 0) : element[k];
    if (k < 3)
        return word_like(g, 0, element[0]);
    return gen_is_vector(element[0]) ? gen_splat(g, alpha) : alpha;
}

void gen_texel_decode(struct gen *g, enum jit_texel texel, const LLVMValueRef *element, LLVMValueRef alpha,
                      const bool used[4], LLVMValueRef out[4])
{
    for (unsigned k = 0; k < 4; k++)
        if (used[k])
            out[k] = decode_channel(g, texel, element, alpha, k);
}

static LLVMValueRef merge_bits(const struct gen *g, LLVMValueRef low, LLVMValueRef high, uint32_t shift)
{
    return LLVMBuildOr(g->b, low, LLVMBuildShl(g->b, high, gen_splat_word(g, shift), ""), "");
}

void gen_texel_encode(struct gen *g, enum jit_texel texel, const LLVMValueRef channels[4],
                      LLVMValueRef *element)
{
    unsigned words = gen_texel_words(texel);
    switch (texel) {
    case JIT_TEXEL_HALF:
        for (unsigned k = 0; k < words; k++)
            element[k] =
                merge_bits(g, encode_half(g, channels[2 * k]), encode_half(g, channels[2 * k + 1]), 16);
        return;
    case JIT_TEXEL_BYTE:
        element[0] = LLVMBuildAnd(g->b, encode_byte(g, channels[0]), gen_splat_word(g, 255), "");
        return;
    case JIT_TEXEL_UNORM:
    case JIT_TEXEL_BGRA: /* shifts remove the exponent */
        element[0] =
            LLVMBuildAnd(g->b, encode_byte(g, channels[byte_of(texel, 0)]), gen_splat_word(g, 255), "");
        for (unsigned k = 1; k < 4; k++)
            element[0] = merge_bits(g, element[0], encode_byte(g, channels[byte_of(texel, k)]), 8 * k);
        return;
    default: memcpy(element, channels, words * sizeof *element); return;
    }
}

/* ---- rows ---- */

static const uint32_t in_element[GEN_ELEMENT] = {0, 1, 2, 3};

void gen_texel_load_row(struct gen *g, enum jit_texel texel, uint32_t stride, LLVMValueRef pointer,
                        LLVMValueRef *element)
{
    uint32_t words = gen_texel_words(texel), step = stride * words;
    if (texel == JIT_TEXEL_BYTE)
        element[0] =
            LLVMBuildZExt(g->b, gen_load(g, LLVMVectorType(g->i8, g->lanes), pointer, 1), g->words, "");
    else
        gen_load_words(g, pointer, step, in_element, words, step, element);
}

void gen_texel_store_row(struct gen *g, enum jit_texel texel, LLVMValueRef pointer,
                         const LLVMValueRef *element)
{
    uint32_t words = gen_texel_words(texel);
    if (texel == JIT_TEXEL_BYTE)
        gen_store(g, LLVMBuildTrunc(g->b, element[0], LLVMVectorType(g->i8, g->lanes), ""), pointer, 1);
    else
        gen_store_words(g, pointer, words, in_element, words, element, NULL);
}
