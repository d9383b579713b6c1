/* x86-64: the processor's features, the warp size for a program, and what the host executes for compiled
   code. */
#include "jit/jit.h"

#include <cpuid.h>
#include <elf.h>
#include <pthread.h>

static bool has_avx2(void)
{
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
}

static bool has_avx512(void)
{
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}

uint32_t jit_target_widest(void)
{
    return has_avx512() ? 16 : 8;
}

/* Sixteen lanes when a warp then lies in one row of threads, so that addresses stay affine. */
struct jit_width jit_target_width(const struct sm5_program *program)
{
    const uint32_t *group = program->decls.thread_group;
    uint32_t threads = group[0] * group[1] * group[2];
    bool is_row = group[0] == threads;
    if (!has_avx2())
        return (struct jit_width){0, "the processor has no AVX2"};
    if (!has_avx512())
        return (struct jit_width){8, "the processor has no AVX-512"};
    if (is_row)
        return group[0] > 8 ? (struct jit_width){16, "groups are one row"}
                            : (struct jit_width){8, "groups have at most 8 threads"};
    if (group[0] % 16 == 0)
        return (struct jit_width){16, "rows are whole warps"};
    if (threads % 16 == 0 && !jit_names(program, ISA_FILE_THREAD_ID) &&
        !jit_names(program, ISA_FILE_THREAD_ID_IN_GROUP))
        return (struct jit_width){16, "threads are named by their number in the group only"};
    return group[0] % 8 ? (struct jit_width){16, "rows are no whole warps of any width"}
                        : (struct jit_width){8, "rows are whole warps of 8 only"};
}

static uint32_t target_words[JIT_TARGET_WORDS];
static pthread_once_t target_once = PTHREAD_ONCE_INIT;

/* LLVM queries the processor for more features than a list here would name, for example FMA4 or 16-bit
   floats. Words that differ between the cores of one processor are left out. */
static void read_target(void)
{
    uint32_t a, b, c, d, *words = target_words;
    if (__get_cpuid_count(0, 0, &a, &b, &c, &d))
        words[0] = b, words[1] = c, words[2] = d; /* vendor */
    if (__get_cpuid_count(1, 0, &a, &b, &c, &d))
        words[3] = a & ~15u, words[4] = c, words[5] = d; /* family and model, without the stepping */
    if (__get_cpuid_count(7, 0, &a, &b, &c, &d))
        words[6] = b, words[7] = c, words[8] = d;
    if (__get_cpuid_count(7, 1, &a, &b, &c, &d))
        words[9] = a, words[10] = d;
    if (__get_cpuid_count(0x80000001, 0, &a, &b, &c, &d))
        words[11] = c, words[12] = d;
    if (words[4] & bit_OSXSAVE) /* register state that the operating system saves */
        __asm__("xgetbv" : "=a"(words[13]), "=d"(words[14]) : "c"(0));
}

/* Read once: a virtual machine traps each query. */
const uint32_t *jit_target_words(void)
{
    pthread_once(&target_once, read_target);
    return target_words;
}

void jit_target_fence(void)
{
    __builtin_ia32_sfence();
}

/* ---- objects ---- */

uint16_t jit_target_machine(void)
{
    return EM_X86_64;
}

bool jit_target_relocate(uint32_t type, uint64_t value, uint64_t place, uint8_t *patch, uint64_t space)
{
    if (type == R_X86_64_64 && space >= 8) {
        memcpy(patch, &value, 8);
        return true;
    }
    int64_t distance = (int64_t)(value - place);
    int32_t word = (int32_t)distance;
    if ((type != R_X86_64_PC32 && type != R_X86_64_PLT32) || space < 4 || distance != word)
        return false;
    memcpy(patch, &word, 4);
    return true;
}

/* ---- a call from compiled code that preserves all registers ---- */

/* In: %rdi the context, %rsi, %rdx, %rcx, %r8 the helper's further arguments, %r11 the helper's offset in
   the context. Out: %r11 the result. The stack need not be aligned: the caller's compiler sees no call.
   The processor saves vector and mask registers itself (XSAVE), whatever their width. */

/* 0xe7: x87, SSE, AVX, opmask, both halves of AVX-512. Their area ends at 2688 on Intel's and at 2432 on
   AMD's processors; the 64 bytes after the first 512 are a header that has to be zero. */
__asm__(".text\n"
        ".p2align 4\n"
        ".hidden jit_preserving_call\n"
        ".globl jit_preserving_call\n"
        ".type jit_preserving_call, @function\n"
        "jit_preserving_call:\n"
        ".cfi_startproc\n"
        "endbr64\n"
        "pushq %rbp\n"
        ".cfi_def_cfa_offset 16\n"
        ".cfi_offset %rbp, -16\n"
        "movq %rsp, %rbp\n"
        ".cfi_def_cfa_register %rbp\n"
        "pushq %rax\n"
        "pushq %rcx\n"
        "pushq %rdx\n"
        "pushq %rsi\n"
        "pushq %rdi\n"
        "pushq %r8\n"
        "pushq %r9\n"
        "pushq %r10\n"
        "subq $2752, %rsp\n"
        "andq $-64, %rsp\n"
        "movq %rdx, %r10\n"
        "xorl %edx, %edx\n"
        "movq %rdx, 512(%rsp)\n"
        "movq %rdx, 520(%rsp)\n"
        "movq %rdx, 528(%rsp)\n"
        "movq %rdx, 536(%rsp)\n"
        "movq %rdx, 544(%rsp)\n"
        "movq %rdx, 552(%rsp)\n"
        "movq %rdx, 560(%rsp)\n"
        "movq %rdx, 568(%rsp)\n"
        "movl $0xe7, %eax\n"
        "xsave64 (%rsp)\n"
        "vzeroupper\n"
        "movq %r10, %rdx\n"
        "callq *(%rdi,%r11)\n"
        "movq %rax, %r11\n"
        "movl $0xe7, %eax\n"
        "xorl %edx, %edx\n"
        "xrstor64 (%rsp)\n"
        "leaq -64(%rbp), %rsp\n"
        "popq %r10\n"
        "popq %r9\n"
        "popq %r8\n"
        "popq %rdi\n"
        "popq %rsi\n"
        "popq %rdx\n"
        "popq %rcx\n"
        "popq %rax\n"
        "popq %rbp\n"
        ".cfi_def_cfa %rsp, 8\n"
        "retq\n"
        ".cfi_endproc\n"
        ".size jit_preserving_call, . - jit_preserving_call\n");
