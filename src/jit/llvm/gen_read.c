/* Reads of constant buffers, immediate constants, class instances and x#, and operations that only helpers
   implement. */
#include "jit/llvm/gen_memory.h"

/* The component of a row of four words of a buffer of `bytes` bytes. `last`: see gen_constants. */
static LLVMValueRef read_row(struct gen *g, ir_ref ref, LLVMValueRef base, LLVMValueRef bytes,
                             LLVMValueRef row, LLVMValueRef *last)
{
    LLVMValueRef word = gen_is_vector(row) ? gen_constants(g, ref, base, bytes, row, last) : NULL;
    if (word)
        return word;
    LLVMValueRef exists,
        pointer = gen_bounds_constant(g, base, bytes, row, gen_value(g, ref)->component, &exists);
    if (gen_is_vector(row))
        return gen_gather_words(g, pointer, exists);
    return gen_load(g, g->i32, LLVMBuildSelect(g->b, exists, pointer, gen_zeros(g), ""), 4);
}

/* Stores an argument for a helper: a scalar or a vector. */
static void pass(struct gen *g, LLVMValueRef value, size_t offset)
{
    gen_store(g, value, gen_field_pointer(g, offset), gen_is_vector(value) ? 32 : 4);
}

static LLVMValueRef helped(struct gen *g, const struct ir_value *v)
{
    bool is_vector = v->shape == IR_VARYING;
    return gen_load(g, is_vector ? g->words : g->i32,
                    gen_field_pointer(g, offsetof(struct jit_context, lanes.value)), is_vector ? 32 : 4);
}

static LLVMValueRef lanes_of(struct gen *g, const struct ir_value *v)
{
    return v->shape == IR_VARYING ? gen_mask_bits(g, gen_mask(g)) : gen_i32(g, 1);
}

static LLVMValueRef read_cbuffer(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    LLVMValueRef row = gen_element(g, v);
    if (v->view != IR_NONE) {
        struct gen_view view = gen_view_of(g, v);
        return read_row(g, ref, view.base, view.bytes, row, &g->views[v->view].last_row);
    }
    bool is_vector = v->shape == IR_VARYING;
    ir_ref reg = ir_arg(g->f, v, 1);
    pass(g, is_vector && !gen_is_vector(row) ? gen_splat(g, row) : row,
         offsetof(struct jit_context, lanes.address));
    pass(g, is_vector ? gen_clean_vector(g, reg) : gen_clean(g, reg),
         offsetof(struct jit_context, lanes.reg));
    LLVMValueRef args[] = {gen_i32(g, v->slot), gen_i32(g, v->component), lanes_of(g, v)};
    gen_help(g, offsetof(struct jit_context, helpers.cbuffer), LLVMVoidTypeInContext(g->context), args, 3);
    return helped(g, v);
}

static LLVMValueRef read_icb(struct gen *g, ir_ref ref)
{
    LLVMBuilderRef kept = g->b;
    g->b = g->entry;
    LLVMValueRef base = gen_field(g, g->pointer, offsetof(struct jit_context, icb));
    g->b = kept;
    LLVMValueRef bytes = gen_i64(g, 16 * (uint64_t)g->f->program->decls.icb_rows);
    return read_row(g, ref, base, bytes, gen_element(g, gen_value(g, ref)), &g->last_row);
}

static LLVMValueRef read_helped(struct gen *g, const struct ir_value *v, size_t helper, uint32_t which)
{
    LLVMValueRef at = gen_element(g, v);
    if (v->shape == IR_VARYING && !gen_is_vector(at))
        at = gen_splat(g, at);
    pass(g, at, offsetof(struct jit_context, lanes.address));
    LLVMValueRef args[] = {gen_i32(g, which), lanes_of(g, v)};
    gen_help(g, helper, LLVMVoidTypeInContext(g->context), args, 2);
    return helped(g, v);
}

static LLVMValueRef read_bufinfo(struct gen *g, const struct ir_value *v)
{
    const struct program_resource *r = &g->f->program->decls.resources[v->slot];
    if (v->view != IR_NONE || r->file == ISA_FILE_TGSM) {
        struct gen_view view = gen_view_of(g, v);
        return r->dimension == ISA_DIM_RAW ? LLVMBuildTrunc(g->b, view.bytes, g->i32, "") : view.count;
    }
    ir_ref reg = ir_arg(g->f, v, v->count - 1);
    pass(g, v->shape == IR_VARYING ? gen_clean_vector(g, reg) : gen_clean(g, reg),
         offsetof(struct jit_context, lanes.reg));
    LLVMValueRef args[] = {gen_i32(g, v->slot), gen_i32(g, v->view), lanes_of(g, v)};
    gen_help(g, offsetof(struct jit_context, helpers.bufinfo), LLVMVoidTypeInContext(g->context), args, 3);
    return helped(g, v);
}

static void read_cycles(struct gen *g, ir_ref ref)
{
    LLVMValueRef count = gen_help(g, offsetof(struct jit_context, helpers.cycles), g->i64, NULL, 0);
    LLVMValueRef high = LLVMBuildLShr(g->b, count, gen_i64(g, 32), "");
    gen_define(g, ref, gen_splat(g, LLVMBuildTrunc(g->b, count, g->i32, "")));
    if (g->parts[4 * ref + 1])
        gen_define(g, g->parts[4 * ref + 1], gen_splat(g, LLVMBuildTrunc(g->b, high, g->i32, "")));
}

void gen_read(struct gen *g, ir_ref ref)
{
    const struct ir_value *v = gen_value(g, ref);
    LLVMValueRef word = NULL;
    switch (v->kind) {
    case IR_CBUFFER: word = read_cbuffer(g, ref); break;
    case IR_ICB: word = read_icb(g, ref); break;
    case IR_THIS:
        word = read_helped(g, v, offsetof(struct jit_context, helpers.instance), v->component);
        break;
    case IR_TABLE: word = read_helped(g, v, offsetof(struct jit_context, helpers.table), v->interface); break;
    case IR_BUFINFO: word = read_bufinfo(g, v); break;
    default: read_cycles(g, ref); return;
    }
    gen_define_any(g, ref, word);
}
