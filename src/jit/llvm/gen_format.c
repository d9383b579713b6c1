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
    LLVMValueRef quick = gen_target_unorm_byte(g, packed, k);
    if (quick)
        return LLVMBuildBitCast(g->b, quick, shaped(g, g->i32, packed), "");
    LLVMValueRef bits = LLVMBuildLShr(g->b, packed, word_like(g, 8 * k, packed), "");
    bits = LLVMBuildAnd(g->b, bits, word_like(g, 255, packed), "");
    LLVMValueRef x = LLVMBuildSIToFP(g->b, bits, floats, "");
    LLVMValueRef low = LLVMBuildFMul(g->b, x, real_like(g, rest, packed), "");
    LLVMValueRef args[] = {x, real_like(g, reciprocal, packed), low};
    LLVMValueRef value = gen_intrinsic(g, "llvm.fma", floats, args, 3);
    return LLVMBuildBitCast(g->b, value, shaped(g, g->i32, packed), "");
}

/* Byte `k` in gamma space. */
static LLVMValueRef decode_gamma(struct gen *g, LLVMValueRef packed, unsigned k)
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
    return gen_canonical(g, LLVMBuildBitCast(g->b, value, words, ""), true);
}

/* num_f32tof16 */
static LLVMValueRef encode_half(const struct gen *g, LLVMValueRef word)
{
    LLVMValueRef x = LLVMBuildBitCast(g->b, word, g->floats, ""), half = gen_target_halves(g, x);
    LLVMValueRef is_nan = LLVMBuildFCmp(g->b, LLVMRealUNO, x, x, "");
    return LLVMBuildSelect(g->b, is_nan, gen_splat_word(g, 0x7e00), LLVMBuildZExt(g->b, half, g->words, ""),
                           "");
}

/* ---- bit fields: see num_format.h ---- */

static LLVMValueRef merge_bits(const struct gen *g, LLVMValueRef low, LLVMValueRef high, uint32_t shift)
{
    return LLVMBuildOr(g->b, low, LLVMBuildShl(g->b, high, gen_splat_word(g, shift), ""), "");
}

enum coding { CODING_FLOAT, CODING_UNORM, CODING_SNORM, CODING_UINT, CODING_SINT };

struct fields {
    uint8_t coding, bits[4]; /* 0 bits in the first channel: the kind is another one */
};

static const struct fields *fields_of(enum jit_texel texel)
{
    static const struct fields rows[JIT_TEXEL_HELP + 1] = {
#define X(name, bytes, coding, r, g, b, a) [JIT_TEXEL_##name] = {CODING_##coding, {r, g, b, a}},
        JIT_TEXEL_FIELDS(X)
#undef X
    };
    return rows[texel].bits[0] ? &rows[texel] : NULL;
}

static unsigned shift_of(const struct fields *fields, unsigned channel)
{
    unsigned shift = 0;
    for (unsigned k = 0; k < channel; k++)
        shift += fields->bits[k];
    return shift;
}

/* The quotient is rounded once, as num_format.h's. */
static LLVMValueRef decode_norm(const struct gen *g, LLVMValueRef number, uint32_t largest)
{
    LLVMTypeRef floats = shaped(g, g->f32, number);
    LLVMValueRef x = LLVMBuildSIToFP(g->b, number, floats, "");
    x = LLVMBuildFDiv(g->b, x, real_like(g, (float)largest, number), "");
    return LLVMBuildBitCast(g->b, x, shaped(g, g->i32, number), "");
}

static LLVMValueRef decode_field(const struct gen *g, const struct fields *fields,
                                 const LLVMValueRef *element, unsigned k)
{
    unsigned at = shift_of(fields, k), bits = fields->bits[k], shift = at % 32;
    LLVMValueRef word = element[at / 32], out;
    LLVMTypeRef type = LLVMTypeOf(word);
    if (fields->coding == CODING_SINT || fields->coding == CODING_SNORM) {
        out = LLVMBuildShl(g->b, word, word_like(g, 32 - bits - shift, word), "");
        out = LLVMBuildAShr(g->b, out, word_like(g, 32 - bits, word), "");
    } else {
        out = LLVMBuildLShr(g->b, word, word_like(g, shift, word), "");
        out = LLVMBuildAnd(g->b, out, word_like(g, (1u << bits) - 1, word), "");
    }
    uint32_t largest = (1u << (fields->coding == CODING_SNORM ? bits - 1 : bits)) - 1;
    LLVMValueRef args[] = {out, word_like(g, 0u - largest, word)};
    switch ((enum coding)fields->coding) {
    case CODING_FLOAT:
        return decode_half(g, LLVMBuildShl(g->b, out, word_like(g, bits < 16 ? 15 - bits : 0, word), ""), 0);
    case CODING_UNORM: return decode_norm(g, out, largest);
    case CODING_SNORM: return decode_norm(g, gen_intrinsic(g, "llvm.smax", type, args, 2), largest);
    default: return out;
    }
}

/* x * largest, rounded to an integer, in the low bits. A product that lies between two integers is (largest / 2) or its
   negative, as `largest` is odd: rounded to even it is rounded away from 0, as num_format.h's are. */
static LLVMValueRef encode_norm(const struct gen *g, LLVMValueRef word, uint32_t largest, bool is_signed)
{
    LLVMValueRef x = LLVMBuildBitCast(g->b, word, g->floats, ""), zero = LLVMConstNull(g->floats);
    LLVMValueRef low = is_signed ? real_like(g, -1.0f, word) : zero, one = real_like(g, 1.0f, word);
    LLVMValueRef is_number = LLVMBuildFCmp(g->b, LLVMRealORD, x, x, "");
    x = LLVMBuildSelect(g->b, LLVMBuildFCmp(g->b, LLVMRealOGT, x, low, ""), x, low, "");
    x = LLVMBuildSelect(g->b, LLVMBuildFCmp(g->b, LLVMRealOLT, x, one, ""), x, one, "");
    x = LLVMBuildSelect(g->b, is_number, x, zero, "");
    LLVMValueRef args[] = {x, real_like(g, (float)largest, word), real_like(g, 0x1.8p23f, word)};
    return LLVMBuildBitCast(g->b, gen_intrinsic(g, "llvm.fma", g->floats, args, 3), g->words, "");
}

/* The channel's bits; the bits above them are 0. */
static LLVMValueRef encode_field(const struct gen *g, const struct fields *fields, LLVMValueRef word,
                                 unsigned k)
{
    unsigned bits = fields->bits[k];
    uint32_t mask = (1u << bits) - 1, positive = mask >> 1;
    LLVMValueRef out = word, args[2] = {word, gen_splat_word(g, mask)};
    switch ((enum coding)fields->coding) {
    case CODING_FLOAT:
        out = encode_half(g, word);
        if (bits == 16)
            return out;
        LLVMValueRef sign = LLVMBuildAnd(g->b, out, gen_splat_word(g, 0x8000), "");
        LLVMValueRef is_positive = LLVMBuildICmp(g->b, LLVMIntEQ, sign, LLVMConstNull(g->words), "");
        out = LLVMBuildLShr(g->b, out, gen_splat_word(g, 15 - bits), "");
        return LLVMBuildSelect(g->b, is_positive, out, LLVMConstNull(g->words), "");
    case CODING_UINT: return gen_intrinsic(g, "llvm.umin", g->words, args, 2);
    case CODING_SINT:
        args[1] = gen_splat_word(g, positive);
        args[0] = gen_intrinsic(g, "llvm.smin", g->words, args, 2);
        args[1] = gen_splat_word(g, ~positive);
        out = gen_intrinsic(g, "llvm.smax", g->words, args, 2);
        break;
    case CODING_UNORM: out = encode_norm(g, word, mask, false); break;
    case CODING_SNORM: out = encode_norm(g, word, positive, true); break;
    }
    return LLVMBuildAnd(g->b, out, gen_splat_word(g, mask), "");
}

static void encode_fields(const struct gen *g, const struct fields *fields, const LLVMValueRef channels[4],
                          LLVMValueRef *element)
{
    for (unsigned k = 0; k < 4 && fields->bits[k]; k++) {
        unsigned at = shift_of(fields, k);
        LLVMValueRef field = encode_field(g, fields, channels[k], k);
        element[at / 32] = at % 32 ? merge_bits(g, element[at / 32], field, at % 32) : field;
    }
}

/* ---- elements ---- */

static LLVMValueRef decode_channel(struct gen *g, enum jit_texel texel, const LLVMValueRef *element,
                                   LLVMValueRef alpha, unsigned k)
{
    const struct fields *fields = fields_of(texel);
    if (fields && fields->bits[k])
        return decode_field(g, fields, element, k);
    switch (texel) {
    case JIT_TEXEL_UNORM:
    case JIT_TEXEL_BGRA: return decode_byte(g, element[0], byte_of(texel, k));
    case JIT_TEXEL_SRGB: return k < 3 ? decode_gamma(g, element[0], k) : decode_byte(g, element[0], k);
    case JIT_TEXEL_HALF: return decode_half(g, element[k / 2], k & 1);
    default: break;
    }
    if (!fields && jit_texel_is_narrow(texel) && k < jit_texel_bytes(texel))
        return decode_byte(g, element[0], k);
    if (!fields && k < gen_texel_words(texel) && !jit_texel_is_narrow(texel))
        return element[k];
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

/* All NaNs become one value: it makes no difference which bits arithmetic gave them. */
static bool hides_nan(enum jit_texel texel)
{
    const struct fields *fields = fields_of(texel);
    if (fields)
        return fields->coding == CODING_FLOAT || fields->coding == CODING_UNORM ||
               fields->coding == CODING_SNORM;
    return texel == JIT_TEXEL_HALF || texel == JIT_TEXEL_BYTE || texel == JIT_TEXEL_BYTES ||
           texel == JIT_TEXEL_UNORM || texel == JIT_TEXEL_BGRA;
}

LLVMValueRef gen_texel_channel(struct gen *g, enum jit_texel texel, ir_ref ref)
{
    return hides_nan(texel) ? gen_vector(g, ref) : gen_clean_vector(g, ref);
}

void gen_texel_encode(struct gen *g, enum jit_texel texel, const LLVMValueRef channels[4],
                      LLVMValueRef *element)
{
    unsigned words = gen_texel_words(texel);
    const struct fields *fields = fields_of(texel);
    if (fields) {
        encode_fields(g, fields, channels, element);
        return;
    }
    switch (texel) {
    case JIT_TEXEL_HALF:
        for (unsigned k = 0; k < words; k++)
            element[k] =
                merge_bits(g, encode_half(g, channels[2 * k]), encode_half(g, channels[2 * k + 1]), 16);
        return;
    case JIT_TEXEL_BYTE:
        element[0] = LLVMBuildAnd(g->b, encode_byte(g, channels[0]), gen_splat_word(g, 255), "");
        return;
    case JIT_TEXEL_BYTES:
        element[0] =
            merge_bits(g, LLVMBuildAnd(g->b, encode_byte(g, channels[0]), gen_splat_word(g, 255), ""),
                       encode_byte(g, channels[1]), 8);
        return; /* the store drops the exponent */
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

static LLVMTypeRef narrow_type(const struct gen *g, enum jit_texel texel)
{
    return jit_texel_bytes(texel) == 1 ? g->i8 : g->i16;
}

static LLVMTypeRef narrow_row(const struct gen *g, enum jit_texel texel)
{
    return LLVMVectorType(narrow_type(g, texel), g->lanes);
}

LLVMValueRef gen_texel_load_narrow(const struct gen *g, enum jit_texel texel, LLVMValueRef pointer)
{
    return LLVMBuildZExt(g->b, gen_load(g, narrow_type(g, texel), pointer, 1), g->i32, "");
}

void gen_texel_load_row(struct gen *g, enum jit_texel texel, uint32_t stride, LLVMValueRef pointer,
                        LLVMValueRef *element)
{
    uint32_t words = gen_texel_words(texel), step = stride * words;
    if (jit_texel_is_narrow(texel))
        element[0] = LLVMBuildZExt(g->b, gen_load(g, narrow_row(g, texel), pointer, 1), g->words, "");
    else
        gen_load_words(g, pointer, step, in_element, words, step, false, element);
}

void gen_texel_store_row(struct gen *g, enum jit_texel texel, LLVMValueRef pointer,
                         const LLVMValueRef *element)
{
    uint32_t words = gen_texel_words(texel);
    if (jit_texel_is_narrow(texel))
        gen_store(g, LLVMBuildTrunc(g->b, element[0], narrow_row(g, texel), ""), pointer, 1);
    else
        gen_store_words(g, pointer, words, in_element, words, element, false, NULL);
}
