/* Accesses of one address for all lanes. */
#include "jit/llvm/gen_memory.h"

static LLVMValueRef zext(const struct gen *g, LLVMValueRef word)
{
    return LLVMBuildZExt(g->b, word, g->i64, "");
}

/* Pointer to the word, and whether it is in bounds. */
static LLVMValueRef uniform_pointer(struct access *a, unsigned i, LLVMValueRef *exists)
{
    struct gen *g = a->g;
    LLVMValueRef index = a->index ? gen_clean(g, a->index) : gen_i32(g, 0);
    if (a->is_raw) {
        LLVMValueRef at = LLVMBuildAdd(g->b, gen_access_align(g, index), gen_i32(g, a->added[i]), "");
        at = LLVMBuildAdd(g->b, zext(g, at), gen_i64(g, a->bytes[i] - a->added[i]), "");
        LLVMValueRef end = LLVMBuildAdd(g->b, at, gen_i64(g, 4), "");
        *exists = gen_access_is_proven(a) ? NULL : LLVMBuildICmp(g->b, LLVMIntULE, end, a->view.bytes, "");
        return gen_offset(g, a->view.base, at);
    }
    *exists = gen_access_is_proven(a) ? NULL : LLVMBuildICmp(g->b, LLVMIntULT, index, a->view.count, "");
    LLVMValueRef at = LLVMBuildMul(g->b, zext(g, index), gen_i64(g, a->stride), "");
    if (a->dynamic) {
        LLVMValueRef inside = zext(g, gen_access_align(g, gen_clean(g, a->dynamic)));
        inside = LLVMBuildAdd(g->b, inside, gen_i64(g, a->bytes[i]), "");
        LLVMValueRef fits = LLVMBuildICmp(g->b, LLVMIntULT, inside, gen_i64(g, a->stride), "");
        *exists = *exists ? LLVMBuildAnd(g->b, *exists, fits, "") : fits;
        at = LLVMBuildAdd(g->b, at, inside, "");
        return gen_offset(g, a->view.base, at);
    }
    return gen_offset_by(g, gen_offset(g, a->view.base, at), a->bytes[i]);
}

static void load_word(struct access *a, unsigned i, LLVMValueRef pointer)
{
    a->values[i] = gen_load(a->g, a->g->i32, pointer, 4);
    if (a->g->f->program->decls.resources[a->v->slot].file == ISA_FILE_UAV)
        LLVMSetVolatile(a->values[i], true);
}

/* All words of a structure that is in bounds as a whole or not at all. */
static void load_structure(struct access *a)
{
    struct gen *g = a->g;
    LLVMValueRef exists, pointer = uniform_pointer(a, 0, &exists);
    pointer = gen_offset(g, pointer, gen_i64(g, 0 - (uint64_t)a->bytes[0]));
    if (exists)
        pointer = LLVMBuildSelect(g->b, exists, pointer, gen_zeros(g), "");
    for (unsigned i = 0; i < a->count; i++)
        load_word(a, i, gen_offset_by(g, pointer, a->bytes[i]));
}

/* Out of bounds words are read from a page of zeros, which is larger than any structure: no branch. */
void gen_uniform_load(struct access *a)
{
    struct gen *g = a->g;
    if (!a->is_raw && !a->dynamic) {
        load_structure(a);
        return;
    }
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef exists, pointer = uniform_pointer(a, i, &exists);
        if (exists)
            pointer = LLVMBuildSelect(g->b, exists, pointer, gen_zeros(g), "");
        load_word(a, i, pointer);
    }
}

bool gen_uniform_all(const struct access *a)
{
    const struct gen *g = a->g;
    for (unsigned i = 0; i < a->count; i++)
        if (gen_is_vector(a->values[i]))
            return false;
    return gen_is_uniform(gen_value(g, a->index)) &&
           (!a->dynamic || gen_is_uniform(gen_value(g, a->dynamic)));
}

void gen_uniform_store(struct access *a)
{
    struct gen *g = a->g;
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef exists, pointer = uniform_pointer(a, i, &exists);
        LLVMValueRef some = g->mask ? gen_any(g, g->mask) : NULL;
        if (some)
            exists = exists ? LLVMBuildAnd(g->b, exists, some, "") : some;
        if (!exists) {
            gen_store(g, a->values[i], pointer, 4);
            continue;
        }
        LLVMBasicBlockRef in = gen_block(g, "store"), after = gen_block(g, "stored");
        LLVMBuildCondBr(g->b, exists, in, after);
        gen_at(g, in);
        gen_store(g, a->values[i], pointer, 4);
        LLVMBuildBr(g->b, after);
        gen_at(g, after);
    }
}
