/* The texels of a sample. Lanes that sample a picture at its own size, or a little apart, want texels that follow each
   other in one row: these are vector loads along it, guarded by one test for all texels of the sample, else gathers. */
#include <string.h>

#include "jit/llvm/gen_memory.h"

/* Of axis k, and of the layer after the axes; NULL: it has none. Bit k of `corner`: the next texel along axis k. */
static LLVMValueRef part_of(const struct gen_sample *s, unsigned k, unsigned corner)
{
    return k < s->axes ? s->axis[k].offset[corner >> k & 1] : s->layer;
}

static LLVMValueRef offset_of(const struct gen_sample *s, unsigned corner)
{
    struct gen *g = s->g;
    LLVMValueRef scalar = NULL, vector = NULL;
    for (unsigned k = 0; k <= s->axes; k++) {
        LLVMValueRef offset = part_of(s, k, corner);
        LLVMValueRef *sum = offset && gen_is_vector(offset) ? &vector : &scalar;
        if (offset)
            *sum = *sum ? LLVMBuildAdd(g->b, *sum, offset, "") : offset;
    }
    if (!scalar || !vector)
        return vector ? vector : gen_splat(g, scalar);
    return LLVMBuildAdd(g->b, vector, gen_splat(g, scalar), "");
}

static void gather(const struct gen_sample *s, unsigned corner, LLVMValueRef *element)
{
    struct gen *g = s->g;
    LLVMValueRef offset = offset_of(s, corner), word = offset;
    bool is_narrow = jit_texel_is_narrow(s->texel);
    if (is_narrow)
        word = LLVMBuildLShr(g->b, offset, gen_splat_word(g, 2), "");
    LLVMValueRef pointers = gen_bounds_sampled(g, s->v->texture, g->i32, word);
    gen_gather_elements(g, pointers, g->all, gen_texel_words(s->texel), false, element);
    if (is_narrow) {
        LLVMValueRef shift = LLVMBuildShl(g->b, offset, gen_splat_word(g, 3), "");
        shift = LLVMBuildAnd(g->b, shift, gen_splat_word(g, 24), "");
        element[0] = LLVMBuildLShr(g->b, element[0], shift, "");
    }
}

static LLVMValueRef first_lane(const struct gen *g, LLVMValueRef offset)
{
    return gen_is_vector(offset) ? LLVMBuildExtractElement(g->b, offset, gen_i32(g, 0), "") : offset;
}

static void load_row(const struct gen_sample *s, unsigned corner, LLVMValueRef *element)
{
    struct gen *g = s->g;
    LLVMValueRef first = NULL;
    for (unsigned k = 0; k <= s->axes; k++) {
        LLVMValueRef offset = part_of(s, k, corner);
        if (offset)
            first = first ? LLVMBuildAdd(g->b, first, first_lane(g, offset), "") : first_lane(g, offset);
    }
    LLVMTypeRef unit = jit_texel_is_narrow(s->texel) ? g->i8 : g->i32;
    first = LLVMBuildZExt(g->b, first, g->i64, "");
    gen_texel_load_row(g, s->texel, 1, gen_bounds_sampled(g, s->v->texture, unit, first), element);
}

static bool is_used(unsigned corners, unsigned k, unsigned next)
{
    for (unsigned corner = 0; corners >> corner; corner++)
        if (corners >> corner & 1 && (corner >> k & 1) == next)
            return true;
    return false;
}

/* Which lanes have the row's texel along axis k; NULL: all. */
static LLVMValueRef in_row_along(const struct gen_sample *s, unsigned k, LLVMValueRef offset)
{
    struct gen *g = s->g;
    uint32_t bytes = jit_texel_bytes(s->texel), step = jit_texel_is_narrow(s->texel) ? bytes : bytes / 4;
    if (!offset || !gen_is_vector(offset))
        return NULL;
    LLVMValueRef row = gen_splat(g, first_lane(g, offset));
    if (k == 0)
        row = LLVMBuildAdd(g->b, row, LLVMBuildMul(g->b, g->iota, gen_splat_word(g, step), ""), "");
    return LLVMBuildICmp(g->b, LLVMIntEQ, offset, row, "");
}

/* The same along all axes and for all corners, of which the first axis has a vector. */
static LLVMValueRef in_row(const struct gen_sample *s, unsigned corners)
{
    LLVMValueRef all = NULL;
    for (unsigned i = 0; i <= 2 * s->axes; i++) { /* both texels of each axis; the layer */
        unsigned k = i / 2, next = i % 2;
        LLVMValueRef same = is_used(corners, k, next) ? in_row_along(s, k, part_of(s, k, next << k)) : NULL;
        all = all && same ? LLVMBuildAnd(s->g->b, all, same, "") : same ? same : all;
    }
    return all;
}

static void load_each(const struct gen_sample *s, unsigned corners, LLVMValueRef elements[][GEN_ELEMENT],
                      void (*load)(const struct gen_sample *s, unsigned corner, LLVMValueRef *element))
{
    for (unsigned corner = 0; corners >> corner; corner++)
        if (corners >> corner & 1)
            load(s, corner, elements[corner]);
}

void gen_fetch(const struct gen_sample *s, unsigned corners, LLVMValueRef elements[GEN_CORNERS][GEN_ELEMENT])
{
    enum { ROWS = GEN_CLUSTER / GEN_ELEMENT };
    struct gen *g = s->g;
    memset(elements, 0, sizeof(LLVMValueRef[GEN_CORNERS][GEN_ELEMENT]));
    if (corners >> ROWS || !gen_is_vector(s->axis[0].offset[0])) {
        load_each(s, corners, elements, gather);
        return;
    }
    LLVMBasicBlockRef row = gen_block(g, "row"), lanes = gen_block(g, "lanes");
    struct gen_join join = {.block = gen_block(g, "fetched")};
    LLVMBuildCondBr(g->b, gen_every(g, in_row(s, corners)), row, lanes);
    gen_at(g, row);
    load_each(s, corners, elements, load_row);
    gen_join_path(g, &join, elements[0], ROWS * GEN_ELEMENT);
    gen_at(g, lanes);
    load_each(s, corners, elements, gather);
    gen_join_path(g, &join, elements[0], ROWS * GEN_ELEMENT);
    gen_join_end(g, &join, elements[0], ROWS * GEN_ELEMENT);
}
