/* Samples of cubes: the face and the place on it, and lanes whose texels are on several faces, which a helper samples
   (D3D11.3 5.3.8, 7.18.12). The steps are those of texture/sample/sample_cube.c. */
#include "jit/llvm/gen_memory.h"

static LLVMValueRef choose(const struct gen *g, LLVMValueRef condition, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildSelect(g->b, condition, a, b, "");
}

static LLVMValueRef is_at_least(const struct gen *g, LLVMValueRef a, LLVMValueRef b)
{
    return LLVMBuildFCmp(g->b, LLVMRealOGE, a, b, "");
}

/* From 0 to 1 along the face. */
static LLVMValueRef coordinate(const struct gen *g, LLVMValueRef minor, LLVMValueRef major)
{
    LLVMValueRef half = gen_splat(g, LLVMConstReal(g->f32, 0.5));
    LLVMValueRef along = LLVMBuildFDiv(g->b, minor, major, "");
    return LLVMBuildFAdd(g->b, LLVMBuildFMul(g->b, along, half, ""), half, "");
}

LLVMValueRef gen_cube_project(struct gen_sample *s)
{
    struct gen *g = s->g;
    LLVMBuilderRef b = g->b;
    LLVMValueRef d[3], size[3], zero = LLVMConstNull(g->floats);
    LLVMValueRef one = LLVMBuildBitCast(b, gen_splat(g, gen_literal(g, 0x3f800000)), g->floats, "");
    for (unsigned k = 0; k < 3; k++) {
        d[k] = LLVMBuildFMul(b, gen_like(g, s->coords[k], one), one,
                             ""); /* LLVM does not flush denormals of constants */
        size[k] = gen_intrinsic(g, "llvm.fabs", g->floats, &d[k], 1);
    }
    LLVMValueRef is_z =
        LLVMBuildAnd(b, is_at_least(g, size[2], size[0]), is_at_least(g, size[2], size[1]), "");
    LLVMValueRef is_y = is_at_least(g, size[1], size[0]); /* where it is not z */
    LLVMValueRef major = choose(g, is_z, size[2], choose(g, is_y, size[1], size[0]));
    LLVMValueRef along = choose(g, is_z, d[2], choose(g, is_y, d[1], d[0]));
    LLVMValueRef is_negative = LLVMBuildFCmp(b, LLVMRealOLT, along, zero, "");
    LLVMValueRef minus[3];
    for (unsigned k = 0; k < 3; k++)
        minus[k] = LLVMBuildFNeg(b, d[k], "");
    LLVMValueRef x_u = choose(g, is_negative, d[2], minus[2]), z_u = choose(g, is_negative, minus[0], d[0]);
    LLVMValueRef y_v = choose(g, is_negative, minus[2], d[2]);
    LLVMValueRef u = choose(g, is_z, z_u, choose(g, is_y, d[0], x_u));
    LLVMValueRef v = choose(g, is_z, minus[1], choose(g, is_y, y_v, minus[1]));
    s->coords[0] = coordinate(g, u, major);
    s->coords[1] = coordinate(g, v, major);
    LLVMValueRef faces = choose(g, is_y, gen_splat_word(g, 2), gen_splat_word(g, 0));
    faces = choose(g, is_z, gen_splat_word(g, 4), faces);
    return LLVMBuildAdd(b, faces, LLVMBuildZExt(b, is_negative, g->words, ""), "");
}

void gen_cube_find_edges(struct gen_sample *s, LLVMValueRef texel, LLVMValueRef size)
{
    struct gen *g = s->g;
    LLVMValueRef last = LLVMBuildSub(g->b, gen_like(g, size, texel), gen_splat_word(g, 1), "");
    LLVMValueRef crosses = LLVMBuildICmp(g->b, LLVMIntUGE, texel, last, ""); /* or is negative */
    s->crosses = s->crosses ? LLVMBuildOr(g->b, s->crosses, crosses, "") : crosses;
}

void gen_cube_replace(const struct gen_sample *s, const bool used[4], LLVMValueRef out[4])
{
    struct gen *g = s->g;
    LLVMValueRef lanes = LLVMBuildAnd(g->b, s->crosses, gen_mask(g), ""), helped[4];
    LLVMBasicBlockRef edges = gen_block(g, "edges"), others = gen_block(g, "others");
    struct gen_join join = {.block = gen_block(g, "sampled")};
    LLVMBuildCondBr(g->b, gen_any(g, lanes), edges, others);
    gen_at(g, edges);
    gen_texture_help_lanes(g, s->v, lanes);
    gen_texture_results(g, used, helped);
    for (unsigned c = 0; c < 4; c++)
        helped[c] = used[c] ? choose(g, lanes, helped[c], out[c]) : NULL;
    gen_join_path(g, &join, helped, 4);
    gen_at(g, others);
    for (unsigned c = 0; c < 4; c++)
        out[c] = used[c] ? out[c] : NULL;
    gen_join_path(g, &join, out, 4);
    gen_join_end(g, &join, out, 4);
}
