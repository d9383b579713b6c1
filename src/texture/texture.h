/* Textures: the layout of subresources in a buffer, views, and the texture instructions (D3D11.3 7.18, 22.4).
   Independent of programs and bindings: an engine passes a view, a sampler and the operands of a batch of
   lanes. */
#ifndef SM5_TEXTURE_H
#define SM5_TEXTURE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "isa/isa.h"
#include "numeric/num_level.h"
#include "sm5/resource.h"
#include "texture/format/format.h"

/* ---- texture_layout.c: subresources and views ---- */

enum { TEXTURE_MIPS = 15 }; /* of 16384 texels */

/* One mip of a view, in the first layer. */
struct texture_level {
    uint64_t offset, row_bytes, slice_bytes;
    uint32_t width, height, depth;
};

/* A view of a texture. `dimension` is an enum isa_dimension; a cube's layers are its faces. */
struct texture_view {
    const struct format_info *format;
    uint8_t *base; /* of the buffer */
    uint64_t layer_bytes;
    uint32_t layers, mips, samples;
    uint8_t dimension;
    float min_lod; /* of the resource, relative to the view's first mip; 0: all mips are accessible (5.8) */
    struct texture_level levels[TEXTURE_MIPS];
};

/* The view of mips [first_mip, + mips) and layers [first_layer, + layers), which must exist, of a texture
   that sm5_texture_bytes accepts. */
void texture_layout_view(const struct sm5_texture *texture, uint32_t first_mip, uint32_t mips,
                         uint32_t first_layer, uint32_t layers, struct texture_view *out);

static inline bool texture_is_cube(const struct texture_view *view)
{
    return isa_dimensions[view->dimension].is_cube;
}

/* The number of texel coordinates of a dimension: 1, 2 or 3. */
static inline unsigned texture_dimension_axes(uint8_t dimension)
{
    return isa_dimensions[dimension].is_cube ? 2 : isa_dimensions[dimension].coordinates;
}

static inline unsigned texture_axes(const struct texture_view *view)
{
    return texture_dimension_axes(view->dimension);
}

static inline bool texture_is_array(const struct texture_view *view)
{
    return isa_dimensions[view->dimension].layers;
}

/* ---- texture_load.c ---- */

/* The texel, or the block that contains it, which must be in bounds. */
uint8_t *texture_element(const struct texture_view *view, uint32_t mip, uint32_t layer, uint32_t x,
                         uint32_t y, uint32_t z, uint32_t sample);
/* Loads a texel, which must be in bounds. */
void texture_fetch(const struct texture_view *view, uint32_t mip, uint32_t layer, uint32_t x, uint32_t y,
                   uint32_t z, uint32_t sample, uint32_t out[4]);

/* ---- sampler.c ---- */

extern const struct sm5_sampler sampler_default;
/* The text of an error, NULL for a valid sampler. */
const char *sampler_fault(const struct sm5_sampler *sampler);

/* Which filters are linear: of magnified and of minified texels, and between mips. */
struct sampler_filters {
    bool magnifies, minifies, blends_mips;
};
struct sampler_filters sampler_filters(const struct sm5_sampler *sampler, const struct format_info *format);

/* ---- sample/sample_batch.c: loads, samples and stores of a batch of lanes ---- */

enum { TEXTURE_LANES = 16 };

enum texture_lod_source { TEXTURE_LOD_DERIVED, TEXTURE_LOD_GIVEN };

/* Operands of one instruction in TEXTURE_LANES lanes. A column has a value for each lane; those of inactive
   lanes are arbitrary. NULL is a column of zeros. */
struct texture_batch {
    uint32_t mask;             /* bit i: lane i is active; results of the others are undefined */
    const uint32_t *coords[4]; /* in operand order: coordinates, then the layer of an array; ld: mip last */
    const uint32_t *ddx[3], *ddy[3]; /* TEXTURE_LOD_DERIVED: of the coordinates, over a pixel in x and in y */
    const uint32_t *lod;             /* TEXTURE_LOD_GIVEN */
    const uint32_t *bias;            /* sample_b */
    const uint32_t *clamp;           /* _cl forms; NULL: none */
    const uint32_t *reference;       /* _c forms */
    const uint32_t *offsets[2];      /* gather4_po: replaces `offset` */
    const uint32_t *sample;          /* ldms */
    const uint32_t *values[4];       /* stores */
    int8_t offset[3];                /* in texels of each mip */
    uint8_t source;                  /* enum texture_lod_source */
    uint8_t component;               /* gather4: of the texel */
    bool compares;
};

typedef uint32_t texture_words[4][TEXTURE_LANES];

/* Gives the same bits on every instruction set, when called between num_env_enter and num_env_leave. Results
   may overwrite columns of the batch. */
struct texture_code {
    /* sample* (D3D11.3 22.4.15 to 22.4.20); results are floats, or integers by the format. */
    void (*sample)(const struct texture_view *view, const struct sm5_sampler *sampler,
                   const struct texture_batch *batch, texture_words out);
    /* The mip and the filter of samples that have the same, whatever their coordinates: at the level of detail
       *lod; NULL: it differs. False when they differ. Not for anisotropic filters. */
    bool (*one_mip)(const struct texture_view *view, const struct sm5_sampler *sampler, const uint32_t *lod,
                    uint32_t *mip, bool *is_linear);
    /* gather4* (22.4.2 to 22.4.5). */
    void (*gather)(const struct texture_view *view, const struct sm5_sampler *sampler,
                   const struct texture_batch *batch, texture_words out);
    /* lod (22.5.6): x clamped, y not. */
    void (*lod)(const struct texture_view *view, const struct sm5_sampler *sampler,
                const struct texture_batch *batch, texture_words out);
    /* ld, ldms, ld_uav_typed (22.4.6 to 22.4.9). Out of bounds: the format's defaults. */
    void (*load)(const struct texture_view *view, const struct texture_batch *batch, texture_words out);
    /* store_uav_typed, in order of lanes. */
    void (*store)(const struct texture_view *view, const struct texture_batch *batch);
    /* Addresses of a u#'s elements, NULL for lanes that are inactive or out of bounds. */
    void (*elements)(const struct texture_view *view, const struct texture_batch *batch,
                     uint8_t *out[TEXTURE_LANES]);
};

#define TEXTURE_CODE_DECLARE(level) extern const struct texture_code texture_code_##level;
NUM_LEVELS(TEXTURE_CODE_DECLARE)
/* The code of a level, NULL if this processor does not support it. */
const struct texture_code *texture_code_of(enum num_level level);
/* That of the highest level. */
const struct texture_code *texture_code_best(void);

/* ---- texture_query.c ---- */

enum texture_numbers { TEXTURE_FLOAT, TEXTURE_RCPFLOAT, TEXTURE_UINT }; /* the token's return forms */

/* resinfo (D3D11.3 22.4.14). A NULL view is an unbound slot. */
void texture_query_size(const struct texture_view *view, uint8_t dimension, uint32_t mip,
                        enum texture_numbers form, uint32_t out[4]);
/* sampleinfo (22.4.21); `samples` 0: an unbound slot. */
void texture_query_samples(uint32_t samples, enum texture_numbers form, uint32_t out[4]);

#endif
