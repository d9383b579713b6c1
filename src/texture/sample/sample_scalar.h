/* The scalar steps of sampling, computed lane by lane (D3D11.3 7.18). */
#ifndef SM5_SAMPLE_SCALAR_H
#define SM5_SAMPLE_SCALAR_H

#include <math.h>

#include "numeric/numeric.h"
#include "texture/texture.h"

/* ---- sample_cube.c ---- */

struct texture_cube_point {
    unsigned face;
    float u, v;           /* 0 to 1 on the face */
    float ddx[2], ddy[2]; /* of u and v as 7.18.11 projects them, in -1..1 space */
};
/* 7.18.7: the face that a direction hits. `ddx` and `ddy` NULL: no derivatives. */
struct texture_cube_point texture_cube_project(const float direction[3], const float *ddx, const float *ddy);
/* Column x, row y of a face of `size` texels, one of them one step outside, to the texel of the neighbouring
   face. */
void texture_cube_step(unsigned *face, int32_t *x, int32_t *y, int32_t size);

/* ---- sample_lod.c ---- */

struct texture_footprint {
    float lod;     /* log2 of the length that selects the mip */
    unsigned taps; /* along the line of anisotropy; 1: isotropic */
    float axis[2]; /* that line, in texture coordinates: from end to end */
};
/* 7.18.11, from derivatives in texels; `size` is the largest mip's. max_anisotropy 0: isotropic. */
struct texture_footprint texture_lod_footprint(const float ddx[3], const float ddy[3], const float size[3],
                                               unsigned axes, uint32_t max_anisotropy);

/* ---- sample_corner.c ---- */

/* Operands of an instruction that all lanes share. */
struct texture_source {
    const struct texture_view *view;
    const struct sm5_sampler *sampler;
    bool compares;
};

/* reference OP texel */
static inline bool texture_compares(enum sm5_comparison comparison, float reference, float texel)
{
    switch (comparison) {
    case SM5_COMPARISON_NEVER: return false;
    case SM5_COMPARISON_LESS: return reference < texel;
    case SM5_COMPARISON_EQUAL: return reference == texel;
    case SM5_COMPARISON_LESS_EQUAL: return reference <= texel;
    case SM5_COMPARISON_GREATER: return reference > texel;
    case SM5_COMPARISON_NOT_EQUAL: return reference != texel;
    case SM5_COMPARISON_GREATER_EQUAL: return reference >= texel;
    case SM5_COMPARISON_ALWAYS: break;
    }
    return true;
}

/* A texel of a cube, compared if source->compares. `layer` is the cube's first; x and y are at most one texel
   outside the face. `reference` has the precision of the format. */
void texture_corner_texel(const struct texture_source *source, uint32_t mip, uint32_t layer, unsigned face,
                          int32_t x, int32_t y, uint32_t reference, uint32_t out[4]);

#endif
