/* Views in compiled code: the fields that are loaded in the entry. */
#include "jit/llvm/gen_memory.h"

LLVMValueRef gen_zeros(struct gen *g)
{
    LLVMBuilderRef kept = g->b;
    g->b = g->entry;
    LLVMValueRef zeros = gen_field(g, g->pointer, offsetof(struct jit_context, zeros));
    g->b = kept;
    return zeros;
}

struct gen_view gen_view_of(struct gen *g, const struct ir_value *v)
{
    const struct program_resource *resource = &g->f->program->decls.resources[v->slot];
    struct gen_view *view = v->view == IR_NONE ? &g->views[g->f->view_count + v->slot] : &g->views[v->view];
    if (view->base)
        return *view;
    LLVMBuilderRef kept = g->b;
    g->b = g->entry;
    if (resource->file == ISA_FILE_TGSM) {
        LLVMValueRef tgsm = gen_tgsm(g);
        view->base = gen_offset_by(g, tgsm, g->f->tgsm_first[v->slot]);
        view->count = gen_i32(g, resource->count);
        view->bytes = gen_i64(g, resource->bytes);
    } else {
        view->base = gen_view_field(g, v, g->pointer, offsetof(struct jit_view, base));
        view->count = gen_view_field(g, v, g->i32, offsetof(struct jit_view, count));
        view->bytes = gen_view_field(g, v, g->i64, offsetof(struct jit_view, bytes));
    }
    g->b = kept;
    return *view;
}

LLVMValueRef gen_view_field(struct gen *g, const struct ir_value *v, LLVMTypeRef type, size_t offset)
{
    LLVMBuilderRef kept = g->b;
    g->b = g->entry;
    LLVMValueRef views = gen_field(g, g->pointer, offsetof(struct jit_context, views));
    LLVMValueRef at = gen_offset_by(g, views, sizeof(struct jit_view) * (uint64_t)v->view + offset);
    LLVMValueRef value = gen_load(g, type, at, type == g->i32 ? 4 : 8);
    g->b = kept;
    return value;
}
