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

bool gen_target_has_masks(const char *cpu, const char *features)
{
    return strstr(features, "+avx512vl") || (!*features && strcmp(cpu, "x86-64-v4") == 0);
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

LLVMValueRef gen_opaque(const struct gen *g, LLVMValueRef word)
{
    LLVMTypeRef type = LLVMTypeOf(word), function = LLVMFunctionType(type, &type, 1, false);
    char constraints[] = "=v,0";
    if (!gen_is_vector(word))
        constraints[1] = 'r';
    LLVMValueRef nothing = LLVMGetInlineAsm(function, "", 0, constraints, sizeof constraints - 1, false,
                                            false, LLVMInlineAsmDialectATT, false);
    return LLVMBuildCall2(g->b, function, nothing, &word, 1, "");
}

/* Eight lanes at a time, which every processor with AVX2 can do. */
LLVMValueRef gen_target_halves(const struct gen *g, LLVMValueRef floats)
{
    enum { ROW = 8, TOWARD_ZERO = 3 };
    static const uint32_t in_order[JIT_LANES] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    LLVMValueRef rows[2];
    for (unsigned i = 0; i < g->lanes / ROW; i++) {
        LLVMValueRef args[] = {gen_shuffle(g, floats, NULL, &in_order[ROW * i], ROW),
                               gen_i32(g, TOWARD_ZERO)};
        rows[i] = gen_intrinsic(g, "llvm.x86.vcvtps2ph.256", NULL, args, 2);
    }
    return g->lanes == ROW ? rows[0] : gen_shuffle(g, rows[0], rows[1], in_order, g->lanes);
}
