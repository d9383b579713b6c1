/* Groups of min and max operations (ir_extremes.c) on processors without vrange: a test that no input is NaN or -0 guards a fast
   path of one instruction for each operation. */
#include "jit/llvm/gen.h"

enum { MEMBERS = 64 };

struct number {
    ir_ref ref;
    LLVMValueRef word;
};

struct extremes {
    struct gen *g;
    ir_ref members[MEMBERS];
    unsigned count;
    struct number numbers[3 * MEMBERS]; /* flushed inputs, and results of the fast path */
    unsigned number_count;
    LLVMValueRef unordered; /* lanes with a NaN; NULL: none */
    LLVMValueRef lone;      /* an input to be tested for NaN with the next one; NULL: none */
    LLVMValueRef
        lowest; /* of the inputs' words as signed integers, where -0 is the lowest; NULL: no input is tested */
};

static bool find_members(struct extremes *e, ir_ref first)
{
    for (ir_ref at = first; at; at = gen_value(e->g, at)->bundle_next) {
        const struct ir_value *v = gen_value(e->g, at);
        if (v->is_shared || v->row_of || v->shape != IR_VARYING || e->count == MEMBERS)
            return false;
        e->members[e->count++] = at;
    }
    return true;
}

static LLVMValueRef find(const struct extremes *e, ir_ref ref)
{
    for (unsigned i = 0; i < e->number_count; i++)
        if (e->numbers[i].ref == ref)
            return e->numbers[i].word;
    return NULL;
}

static void add(struct extremes *e, ir_ref ref, LLVMValueRef word)
{
    e->numbers[e->number_count++] = (struct number){ref, word};
}

static LLVMValueRef real(const struct extremes *e, LLVMValueRef word)
{
    return LLVMBuildBitCast(e->g->b, word, e->g->floats, "");
}

static void test_for_nan(struct extremes *e, LLVMValueRef x, LLVMValueRef y)
{
    LLVMValueRef nan = LLVMBuildFCmp(e->g->b, LLVMRealUNO, real(e, x), real(e, y), "");
    e->unordered = e->unordered ? LLVMBuildOr(e->g->b, e->unordered, nan, "") : nan;
    e->lone = NULL;
}

static void test_input(struct extremes *e, LLVMValueRef word)
{
    LLVMValueRef is_lower = e->lowest ? LLVMBuildICmp(e->g->b, LLVMIntSLT, word, e->lowest, "") : NULL;
    e->lowest = is_lower ? LLVMBuildSelect(e->g->b, is_lower, word, e->lowest, "") : word;
    if (e->lone)
        test_for_nan(e, e->lone, word);
    else
        e->lone = word;
}

/* A converted integer is neither NaN nor -0. */
static void add_input(struct extremes *e, ir_ref ref)
{
    const struct ir_value *v = gen_value(e->g, ref);
    bool is_converted = v->kind == IR_LANE && (v->op == ISA_ITOF || v->op == ISA_UTOF);
    LLVMValueRef word = gen_vector(e->g, ref);
    if (!v->is_settled)
        word = gen_settled(e->g, word);
    add(e, ref, word);
    if (!is_converted)
        test_input(e, word);
}

static void add_inputs(struct extremes *e)
{
    for (unsigned i = 0; i < e->count; i++)
        for (unsigned k = 0; k < 2; k++) {
            ir_ref arg = ir_arg(e->g->f, gen_value(e->g, e->members[i]), k);
            if (gen_value(e->g, arg)->bundle != e->members[0] && !find(e, arg))
                add_input(e, arg);
        }
}

static LLVMValueRef find_special_lanes(struct extremes *e)
{
    struct gen *g = e->g;
    if (!e->lowest)
        return NULL;
    if (e->lone)
        test_for_nan(e, e->lone, e->lone);
    LLVMValueRef zero = LLVMBuildICmp(g->b, LLVMIntEQ, e->lowest, gen_splat_word(g, 0x80000000), "");
    return LLVMBuildOr(g->b, e->unordered, zero, "");
}

static void emit_fast_path(struct extremes *e, LLVMValueRef words[MEMBERS])
{
    struct gen *g = e->g;
    for (unsigned i = 0; i < e->count; i++) {
        const struct ir_value *v = gen_value(g, e->members[i]);
        LLVMValueRef x = real(e, find(e, ir_arg(g->f, v, 0))), y = real(e, find(e, ir_arg(g->f, v, 1)));
        LLVMRealPredicate how = v->op == ISA_MIN ? LLVMRealOLT : LLVMRealOGT;
        LLVMValueRef r = LLVMBuildSelect(g->b, LLVMBuildFCmp(g->b, how, x, y, ""), x, y, "");
        words[i] = LLVMBuildBitCast(g->b, r, g->words, "");
        add(e, e->members[i], words[i]);
    }
}

static void emit_slow_path(struct extremes *e, LLVMValueRef words[MEMBERS])
{
    for (unsigned i = 0; i < e->count; i++) {
        gen_lane(e->g, e->members[i]);
        words[i] = gen_word(e->g, e->members[i]);
    }
}

/* Of one copy. */
static void emit_group(struct extremes *e)
{
    struct gen *g = e->g;
    LLVMValueRef fast[MEMBERS], slow[MEMBERS];
    e->number_count = 0;
    e->unordered = e->lone = e->lowest = NULL;
    add_inputs(e);
    LLVMValueRef special = find_special_lanes(e);
    if (!special) {
        emit_fast_path(e, fast);
        for (unsigned i = 0; i < e->count; i++)
            gen_define(g, e->members[i], fast[i]);
        return;
    }
    LLVMBasicBlockRef likely = gen_block(g, "extremes.fast"), rare = gen_block(g, "extremes.slow"),
                      join = gen_block(g, "extremes");
    gen_branch_likely(g, LLVMBuildNot(g->b, gen_any(g, special), ""), likely, rare);
    gen_at(g, likely);
    emit_fast_path(e, fast);
    LLVMBuildBr(g->b, join);
    gen_at(g, rare);
    emit_slow_path(e, slow);
    LLVMBasicBlockRef from[] = {likely, gen_here(g)};
    LLVMBuildBr(g->b, join);
    gen_at(g, join);
    for (unsigned i = 0; i < e->count; i++) {
        LLVMValueRef phi = LLVMBuildPhi(g->b, g->words, ""), values[] = {fast[i], slow[i]};
        LLVMAddIncoming(phi, values, from, 2);
        fast[i] = phi;
    }
    for (unsigned i = 0; i < e->count; i++)
        gen_define(g, e->members[i], fast[i]);
}

bool gen_extremes(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    if (v->kind != IR_LANE || !v->bundle || g->has_mask_registers || g->f->is_double)
        return false;
    if (v->bundle != ref)
        return g->extremes == v->bundle; /* emitted with the first member */
    struct extremes e = {.g = g};
    g->extremes = find_members(&e, ref) ? ref : 0;
    if (!g->extremes)
        return false;
    GEN_FOR_COPIES (g, k)
        emit_group(&e);
    return true;
}
