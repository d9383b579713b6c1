/* Rows of four constants, of which each lane reads one of its own: 16 bytes a lane, transposed, where several words of the
   row are used. Word by word, a warp of 8 takes 32 loads for a row. */
#include "jit/llvm/gen_memory.h"

/* Another word of the same lanes' rows. */
static bool is_same_row(const struct gen *g, const struct ir_value *a, const struct ir_value *b)
{
    return a->kind == b->kind && a->slot == b->slot && a->view == b->view && a->base == b->base &&
           a->count == b->count && ir_arg(g->f, a, 0) == ir_arg(g->f, b, 0);
}

static bool reads_several_words(const struct gen *g, ir_ref ref)
{
    enum { NEAR = 8 };
    for (ir_ref next = ref + 1; next < g->f->value_count && next <= ref + NEAR; next++)
        if (is_same_row(g, gen_value(g, ref), gen_value(g, next)) &&
            gen_value(g, ref)->component != gen_value(g, next)->component)
            return true;
    return false;
}

/* The words after the last whole row, and zeros. */
static LLVMValueRef make_last_row(struct gen *g, LLVMValueRef base, LLVMValueRef bytes)
{
    LLVMBuilderRef kept = g->b;
    g->b = g->entry;
    LLVMValueRef first = LLVMBuildAnd(g->b, bytes, gen_i64(g, ~(uint64_t)15), "");
    LLVMValueRef row = gen_variable(g, LLVMVectorType(g->i32, 4), "row");
    for (uint64_t i = 0; i < 16; i += 4) {
        LLVMValueRef at = LLVMBuildAdd(g->b, first, gen_i64(g, i), "");
        LLVMValueRef exists =
            LLVMBuildICmp(g->b, LLVMIntULE, LLVMBuildAdd(g->b, at, gen_i64(g, 4), ""), bytes, "");
        LLVMValueRef pointer = LLVMBuildSelect(g->b, exists, gen_offset(g, base, at), gen_zeros(g), "");
        gen_store(g, gen_load(g, g->i32, pointer, 4), gen_offset_by(g, row, i), 4);
    }
    g->b = kept;
    return row;
}

static void load_rows(struct gen *g, LLVMValueRef base, LLVMValueRef bytes, LLVMValueRef row,
                      LLVMValueRef *last, LLVMValueRef words[4])
{
    LLVMValueRef count =
        LLVMBuildTrunc(g->entry, LLVMBuildLShr(g->entry, bytes, gen_i64(g, 4), ""), g->i32, "");
    if (!*last)
        *last = make_last_row(g, base, bytes);
    LLVMValueRef word = LLVMBuildMul(g->b, row, gen_splat_word(g, 4), ""), one[JIT_LANES];
    LLVMValueRef whole = LLVMBuildICmp(g->b, LLVMIntULT, row, gen_splat(g, count), "");
    LLVMValueRef is_last = LLVMBuildICmp(g->b, LLVMIntEQ, row, gen_splat(g, count), "");
    LLVMValueRef other = LLVMBuildSelect(g->b, is_last, gen_splat(g, *last), gen_splat(g, gen_zeros(g)), "");
    LLVMValueRef all =
        LLVMBuildSelect(g->b, whole, LLVMBuildGEP2(g->b, g->i32, base, &word, 1, ""), other, "");
    for (uint32_t i = 0; i < g->lanes; i++)
        one[i] = LLVMBuildExtractElement(g->b, all, gen_i32(g, i), "");
    gen_load_chunks(g, one, 0, words);
}

LLVMValueRef gen_constants(struct gen *g, ir_ref ref, LLVMValueRef base, LLVMValueRef bytes, LLVMValueRef row,
                           LLVMValueRef *last)
{
    const struct ir_value *v = gen_value(g, ref);
    for (uint32_t i = 0; i < sizeof g->rows / sizeof *g->rows; i++) {
        struct gen_constant_row *kept = &g->rows[i];
        if (kept->block == gen_here(g) && kept->copy == g->copy && is_same_row(g, gen_value(g, kept->ref), v))
            return kept->words[v->component];
    }
    if (!reads_several_words(g, ref) || !gen_may_load_chunks(g, 1))
        return NULL;
    struct gen_constant_row *made = &g->rows[g->next_row++ % (sizeof g->rows / sizeof *g->rows)];
    *made = (struct gen_constant_row){.ref = ref, .copy = g->copy, .block = gen_here(g)};
    load_rows(g, base, bytes, row, last, made->words);
    return made->words[v->component];
}
