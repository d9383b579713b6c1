/* x86-64 with AVX2 or AVX-512: all of the compiler that depends on the processor's instructions. */
#include <stdio.h>
#include <string.h>

#include <llvm-c/Target.h>

#include "jit/llvm/gen.h"

void gen_target_initialise(void)
{
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser(); /* of gen_help_rarely */
}

void gen_target_attributes(const struct gen *g, gen_add_attribute *add)
{
    const char *width = g->lanes == 16 ? "512" : "256";
    add(g, "prefer-vector-width", width);
    add(g, "min-legal-vector-width", width);
}

void gen_target_describe(struct gen *g, const char *cpu, const char *features)
{
    g->has_mask_registers = strstr(features, "+avx512vl") || (!*features && strcmp(cpu, "x86-64-v4") == 0);
    g->has_gather =
        g->has_mask_registers || strstr(features, "+avx2") || (!*features && strcmp(cpu, "x86-64-v3") == 0);
    g->has_fast_divider = strcmp(cpu, "znver5") == 0;
}

LLVMValueRef gen_help_rarely(const struct gen *g, size_t offset, const LLVMValueRef *args, unsigned count)
{
    enum { ARGS_MOST = 4 };
    static const char *const constraints[ARGS_MOST + 1] = {
        "={r11},0,{rdi},~{memory},~{flags}", "={r11},0,{rdi},{esi},~{memory},~{flags}",
        "={r11},0,{rdi},{esi},{edx},~{memory},~{flags}",
        "={r11},0,{rdi},{esi},{edx},{ecx},~{memory},~{flags}",
        "={r11},0,{rdi},{esi},{edx},{ecx},{r8d},~{memory},~{flags}"};
    LLVMTypeRef types[ARGS_MOST + 2] = {g->i64, g->pointer};
    LLVMValueRef all[ARGS_MOST + 2] = {gen_i64(g, offset), g->argument};
    for (unsigned i = 0; i < count; i++) {
        types[i + 2] = g->i32;
        all[i + 2] = args[i];
    }
    char text[32];
    int length =
        snprintf(text, sizeof text, "callq *%zu(%%rdi)", offsetof(struct jit_context, helpers.preserving));
    LLVMTypeRef type = LLVMFunctionType(g->i64, types, count + 2, false);
    LLVMValueRef callee =
        LLVMGetInlineAsm(type, text, (size_t)length, constraints[count], strlen(constraints[count]), true,
                         false, LLVMInlineAsmDialectATT, false);
    return LLVMBuildCall2(g->b, type, callee, all, count + 2, "");
}

/* ---- warps of 16 without AVX-512: LLVM divides all but intrinsics and assembly ---- */

enum { HALF = 8 };

static bool is_divided(const struct gen *g, LLVMValueRef value)
{
    return !g->has_mask_registers && gen_is_vector(value) && LLVMGetVectorSize(LLVMTypeOf(value)) > HALF;
}

static LLVMValueRef half_of(const struct gen *g, LLVMValueRef words, unsigned half)
{
    uint32_t at[HALF];
    for (uint32_t i = 0; i < HALF; i++)
        at[i] = half * HALF + i;
    return gen_shuffle(g, words, NULL, at, HALF);
}

static LLVMValueRef of_halves(const struct gen *g, const LLVMValueRef halves[2])
{
    uint32_t at[2 * HALF];
    for (uint32_t i = 0; i < 2 * HALF; i++)
        at[i] = i;
    return gen_shuffle(g, halves[0], halves[1], at, 2 * HALF);
}

static LLVMValueRef by_halves(const struct gen *g, const char *intrinsic, LLVMValueRef words,
                              LLVMValueRef arg)
{
    LLVMValueRef halves[2];
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef args[] = {half_of(g, words, i), arg};
        halves[i] = gen_intrinsic(g, intrinsic, NULL, args, arg ? 2 : 1);
    }
    return of_halves(g, halves);
}

/* LLVM does not look into assembly, and neither moves nor deletes any that may have effects. */
static LLVMValueRef empty_assembly(const struct gen *g, LLVMTypeRef result, const char *constraints,
                                   bool has_effects, LLVMValueRef word)
{
    LLVMTypeRef type = LLVMTypeOf(word), function = LLVMFunctionType(result, &type, 1, false);
    LLVMValueRef callee = LLVMGetInlineAsm(function, "", 0, constraints, strlen(constraints), has_effects,
                                           false, LLVMInlineAsmDialectATT, false);
    LLVMValueRef call = LLVMBuildCall2(g->b, function, callee, &word, 1, "");
    if (!has_effects)
        gen_set_pure(g, call);
    return call;
}

LLVMValueRef gen_opaque(const struct gen *g, LLVMValueRef word)
{
    if (is_divided(g, word)) {
        LLVMValueRef halves[] = {gen_opaque(g, half_of(g, word, 0)), gen_opaque(g, half_of(g, word, 1))};
        return of_halves(g, halves);
    }
    return empty_assembly(g, LLVMTypeOf(word), gen_is_vector(word) ? "=v,0" : "=r,0", false, word);
}

void gen_keep_here(const struct gen *g, LLVMValueRef vector)
{
    if (g->lanes == (g->has_mask_registers ? 2 * HALF : HALF))
        empty_assembly(g, LLVMVoidTypeInContext(g->context), "v", true, vector);
}

/* The words of one half at `at`, eight. */
static LLVMValueRef permuted_half(const struct gen *g, LLVMValueRef words, LLVMValueRef at)
{
    LLVMValueRef args[] = {half_of(g, words, 0), at}, others[] = {half_of(g, words, 1), at};
    LLVMValueRef low = gen_intrinsic(g, "llvm.x86.avx2.permd", NULL, args, 2);
    LLVMValueRef high = gen_intrinsic(g, "llvm.x86.avx2.permd", NULL, others, 2);
    LLVMValueRef eight = LLVMConstNull(LLVMTypeOf(at));
    uint32_t first[HALF] = {0};
    eight = LLVMBuildInsertElement(g->b, eight, gen_i32(g, HALF), gen_i32(g, 0), "");
    eight = gen_shuffle(g, eight, NULL, first, HALF);
    LLVMValueRef is_high =
        LLVMBuildICmp(g->b, LLVMIntNE, LLVMBuildAnd(g->b, at, eight, ""), LLVMConstNull(LLVMTypeOf(at)), "");
    return LLVMBuildSelect(g->b, is_high, high, low, "");
}

LLVMValueRef gen_target_permute(const struct gen *g, LLVMValueRef words, LLVMValueRef at)
{
    if (is_divided(g, words)) {
        LLVMValueRef halves[] = {permuted_half(g, words, half_of(g, at, 0)),
                                 permuted_half(g, words, half_of(g, at, 1))};
        return of_halves(g, halves);
    }
    LLVMValueRef args[] = {words, at};
    return gen_intrinsic(g, g->lanes == 16 ? "llvm.x86.avx512.permvar.si.512" : "llvm.x86.avx2.permd", NULL,
                         args, 2);
}

LLVMValueRef gen_target_compress(const struct gen *g, LLVMValueRef words, LLVMValueRef mask)
{
    LLVMValueRef args[] = {words, LLVMConstNull(g->words), mask};
    return g->has_mask_registers ? gen_intrinsic(g, "llvm.x86.avx512.mask.compress", g->words, args, 3)
                                 : NULL;
}

LLVMValueRef gen_target_permute_two(const struct gen *g, LLVMValueRef low, LLVMValueRef high, LLVMValueRef at)
{
    LLVMValueRef args[] = {low, at, high};
    if (g->has_mask_registers)
        return gen_intrinsic(
            g, g->lanes == 16 ? "llvm.x86.avx512.vpermi2var.d.512" : "llvm.x86.avx512.vpermi2var.d.256", NULL,
            args, 3);
    LLVMValueRef is_low = LLVMBuildICmp(g->b, LLVMIntULT, at, gen_splat_word(g, g->lanes), "");
    return LLVMBuildSelect(g->b, is_low, gen_target_permute(g, low, at), gen_target_permute(g, high, at), "");
}

enum { UPWARD = 2, CURRENT_DIRECTION = 4, NO_EXCEPTIONS = 8 }; /* of rounding */

static LLVMValueRef dot(const struct gen *g, LLVMValueRef a, LLVMValueRef b, uint32_t lanes)
{
    LLVMTypeRef halves = LLVMVectorType(g->i16, 2 * lanes);
    LLVMValueRef args[] = {LLVMBuildBitCast(g->b, a, halves, ""), LLVMBuildBitCast(g->b, b, halves, "")};
    return gen_intrinsic(g, lanes == 16 ? "llvm.x86.avx512.pmaddw.d.512" : "llvm.x86.avx2.pmadd.wd", NULL,
                         args, 2);
}

LLVMValueRef gen_target_dot(const struct gen *g, LLVMValueRef a, LLVMValueRef b)
{
    if (!is_divided(g, a))
        return dot(g, a, b, g->lanes);
    LLVMValueRef parts[2];
    for (unsigned i = 0; i < 2; i++)
        parts[i] = dot(g, half_of(g, a, i), half_of(g, b, i), HALF);
    return of_halves(g, parts);
}

/* The byte four times is b / 255 * 2^32 without its fraction, which is not 0 unless b is. From its highest set bit on, the
   bits below a float's 24 are those of b: at least half a unit, so that the nearest float is the next one up. */
LLVMValueRef gen_target_unorm_byte(const struct gen *g, LLVMValueRef packed, unsigned k)
{
    enum { BYTES = 4 * JIT_LANES };
    static const char name[] = "llvm.x86.avx512.uitofp.round";
    if (!g->has_mask_registers || g->lanes < JIT_LANES || !gen_is_vector(packed))
        return NULL;
    uint32_t at[BYTES];
    for (uint32_t i = 0; i < BYTES; i++)
        at[i] = i / 4 * 4 + k;
    LLVMValueRef bytes = LLVMBuildBitCast(g->b, packed, LLVMVectorType(g->i8, BYTES), "");
    bytes = gen_shuffle(g, bytes, NULL, at, BYTES);
    LLVMTypeRef types[] = {g->floats, g->words};
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(
        g->module, LLVMLookupIntrinsicID(name, sizeof name - 1), types, BASE_COUNT(types));
    LLVMValueRef args[] = {LLVMBuildBitCast(g->b, bytes, g->words, ""), gen_i32(g, UPWARD | NO_EXCEPTIONS)};
    LLVMValueRef x =
        LLVMBuildCall2(g->b, LLVMGlobalGetValueType(function), function, args, BASE_COUNT(args), "");
    return LLVMBuildFMul(g->b, x, gen_splat(g, LLVMConstReal(g->f32, 0x1p-32)), "");
}

LLVMValueRef gen_target_halves(const struct gen *g, LLVMValueRef floats)
{
    enum { TOWARD_ZERO = 3 };
    LLVMValueRef args[4] = {floats, gen_i32(g, TOWARD_ZERO)};
    if (is_divided(g, floats))
        return by_halves(g, "llvm.x86.vcvtps2ph.256", floats, args[1]);
    if (g->lanes == 8)
        return gen_intrinsic(g, "llvm.x86.vcvtps2ph.256", NULL, args, 2);
    args[2] = LLVMGetUndef(LLVMVectorType(g->i16, g->lanes));
    args[3] = LLVMConstAllOnes(g->mask_int);
    return gen_intrinsic(g, "llvm.x86.avx512.mask.vcvtps2ph.512", NULL, args, 4);
}

/* An intrinsic of AVX-512 on whole vectors: `of` is its name without the width, and args have room for its operands
   after `count`: a passthrough, the mask, and for 512 bits the rounding. */
static LLVMValueRef masked_all(const struct gen *g, const char *of, LLVMTypeRef result, LLVMValueRef *args,
                               unsigned count)
{
    char name[64];
    snprintf(name, sizeof name, "llvm.x86.avx512.mask.%s.%u", of, 32 * g->lanes);
    args[count++] = LLVMGetUndef(result);
    args[count++] = LLVMConstAllOnes(g->mask_int);
    if (g->lanes == 16)
        args[count++] = gen_i32(g, CURRENT_DIRECTION);
    return gen_intrinsic(g, name, NULL, args, count);
}

/* Scalar instructions of AVX-512 operate on the first element of vectors. */
static LLVMValueRef first_of_four(const struct gen *g, LLVMValueRef x)
{
    LLVMValueRef four = LLVMGetUndef(LLVMVectorType(LLVMTypeOf(x), 4));
    return LLVMBuildInsertElement(g->b, four, x, gen_i32(g, 0), "");
}

static LLVMValueRef scalar_of(const struct gen *g, const char *name, LLVMValueRef *args, unsigned count)
{
    LLVMValueRef four = gen_intrinsic(g, name, NULL, args, count);
    return LLVMBuildExtractElement(g->b, four, gen_i32(g, 0), "");
}

enum { RAISES_NOTHING = 0 }; /* of vfixupimm */

/* Lanes of x, or of `result` or constants, as vfixupimm takes them: `classes` has four bits for each class of x. */
static LLVMValueRef fixed_up(const struct gen *g, LLVMValueRef result, LLVMValueRef x, uint32_t classes)
{
    bool is_wide = g->lanes == 16;
    LLVMValueRef args[] = {result,
                           x,
                           gen_splat_word(g, classes),
                           gen_i32(g, RAISES_NOTHING),
                           LLVMConstAllOnes(g->mask_int),
                           gen_i32(g, CURRENT_DIRECTION)};
    const char *name =
        is_wide ? "llvm.x86.avx512.mask.fixupimm.ps.512" : "llvm.x86.avx512.mask.fixupimm.ps.256";
    return gen_intrinsic(g, name, NULL, args, is_wide ? 6 : 5);
}

LLVMValueRef gen_target_canonical(const struct gen *g, LLVMValueRef words)
{
    /* What vfixupimm takes for each class of number, four bits each: of both kinds of NaN its first operand, else x. */
    enum { NANS_ONLY = 0x11111100, NAN_WORD = 0x7fc00000 };
    if (!g->has_mask_registers)
        return NULL;
    if (!gen_is_vector(words)) {
        LLVMValueRef args[6] = {NULL, NULL, NULL, gen_i32(g, RAISES_NOTHING)};
        args[0] = first_of_four(g, LLVMConstBitCast(gen_i32(g, NAN_WORD), g->f32));
        args[1] = first_of_four(g, LLVMBuildBitCast(g->b, words, g->f32, ""));
        args[2] = first_of_four(g, gen_i32(g, NANS_ONLY));
        args[4] = LLVMConstAllOnes(g->i8);
        args[5] = gen_i32(g, CURRENT_DIRECTION);
        return LLVMBuildBitCast(g->b, scalar_of(g, "llvm.x86.avx512.mask.fixupimm.ss", args, 6), g->i32, "");
    }
    LLVMValueRef nan = LLVMConstBitCast(gen_splat_word(g, NAN_WORD), g->floats);
    LLVMValueRef x = fixed_up(g, nan, LLVMBuildBitCast(g->b, words, g->floats, ""), NANS_ONLY);
    return LLVMBuildBitCast(g->b, x, g->words, "");
}

LLVMValueRef gen_target_extreme(const struct gen *g, bool is_min, LLVMValueRef x, LLVMValueRef y)
{
    enum { LESSER = 0, GREATER = 1, SIGN_OF_RESULT = 1 << 2 }; /* of vrange */
    if (!g->has_mask_registers)
        return NULL;
    LLVMValueRef how = gen_i32(g, SIGN_OF_RESULT | (is_min ? LESSER : GREATER));
    if (!gen_is_vector(x)) {
        LLVMValueRef args[6] = {first_of_four(g, x), first_of_four(g, y)};
        args[2] = LLVMGetUndef(LLVMTypeOf(args[0]));
        args[3] = LLVMConstAllOnes(g->i8);
        args[4] = how;
        args[5] = gen_i32(g, CURRENT_DIRECTION);
        return scalar_of(g, "llvm.x86.avx512.mask.range.ss", args, 6);
    }
    LLVMValueRef args[6] = {x, y, how};
    return masked_all(g, "range.ps", g->floats, args, 3);
}

LLVMValueRef gen_target_integers(const struct gen *g, bool is_signed, LLVMValueRef x)
{
    LLVMValueRef args[4] = {x};
    if (!gen_is_vector(x) || (!g->has_mask_registers && !is_signed))
        return NULL;
    if (is_divided(g, x))
        return by_halves(g, "llvm.x86.avx.cvtt.ps2dq.256", x, NULL);
    if (is_signed && g->lanes == 8)
        return gen_intrinsic(g, "llvm.x86.avx.cvtt.ps2dq.256", NULL, args, 1);
    return masked_all(g, is_signed ? "cvttps2dq" : "cvttps2udq", g->words, args, 1);
}

static LLVMValueRef fused(const struct gen *g, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c)
{
    LLVMValueRef args[] = {a, b, c};
    return gen_intrinsic(g, "llvm.fma", g->floats, args, 3);
}

static LLVMValueRef fused_upward(const struct gen *g, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c)
{
    LLVMValueRef args[] = {a, b, c, gen_i32(g, UPWARD | NO_EXCEPTIONS)};
    return gen_intrinsic(g, "llvm.x86.avx512.vfmadd.ps.512", NULL, args, 4);
}

/* 1 - a * b */
static LLVMValueRef error_of(const struct gen *g, LLVMValueRef a, LLVMValueRef b)
{
    return fused(g, LLVMBuildFNeg(g->b, a, ""), b, gen_splat(g, LLVMConstReal(g->f32, 1)));
}

/* Where the divider takes 12 cycles for the roots of 16 lanes and would take 10 for their reciprocals (Intel), it
   computes the roots only; where it takes 5 and 3 (Zen 5), the quotient is faster. The roots are of 2^-63 to 2^64: no
   step leaves the range of floats. The estimate is within 2^-14, and the first step makes it good to a unit: rounded
   upward, so that the second tells the result for a root of all ones, just above the middle of two floats, from one in
   the middle. */
LLVMValueRef gen_target_reciprocal_root(const struct gen *g, LLVMValueRef x)
{
    /* What vfixupimm takes for zeros: infinity with their sign; for infinity: 0; for all else: its first operand. */
    enum { ZEROS_AND_INFINITY = 0x00800600 };
    if (!g->has_mask_registers || g->has_fast_divider || g->lanes < JIT_LANES || !gen_is_vector(x))
        return NULL;
    LLVMValueRef root = gen_intrinsic(g, "llvm.sqrt", g->floats, &x, 1);
    LLVMValueRef estimate[] = {root, LLVMConstNull(g->floats), LLVMConstAllOnes(g->mask_int)};
    LLVMValueRef y = gen_intrinsic(g, "llvm.x86.avx512.rcp14.ps.512", NULL, estimate, 3);
    y = fused_upward(g, error_of(g, root, y), y, y);
    y = fused(g, error_of(g, root, y), y, y);
    return fixed_up(g, y, root, ZEROS_AND_INFINITY);
}
