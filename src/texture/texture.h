/* Texels and textures: what the bytes of a format mean, how a texture's subresources lie in a buffer, and
   what the sampling instructions make of them (D3D11.3 3.2, 7.18, 19). Knows nothing of programs or bindings:
   an engine hands in a view, a sampler and the operands of a batch of lanes. */
#ifndef SM5_TEXTURE_ROOM_H
#define SM5_TEXTURE_ROOM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "isa/isa.h"
#include "sm5/resource.h"

/* ---- format.c: DXGI formats; format.def is the table ---- */

enum format_kind { FORMAT_FLOAT, FORMAT_UNORM, FORMAT_SNORM, FORMAT_UINT, FORMAT_SINT };

enum format_coding {
    FORMAT_CHANNELS, /* bit fields of a little-endian element */
    FORMAT_SRGB,     /* the same; r, g and b in gamma space */
    FORMAT_SHARED_EXPONENT,
    FORMAT_RG_BG, /* two texels share r and b */
    FORMAT_GR_GB,
    FORMAT_BC1,
    FORMAT_BC1_SRGB,
    FORMAT_BC2,
    FORMAT_BC2_SRGB,
    FORMAT_BC3,
    FORMAT_BC3_SRGB,
    FORMAT_BC4,
    FORMAT_BC5,
    FORMAT_BC6H_UNSIGNED,
    FORMAT_BC6H_SIGNED,
    FORMAT_BC7,
    FORMAT_BC7_SRGB,
    FORMAT_NO_TEXELS /* of a resource; its views have another format */
};

struct format_info {
    const char *name; /* "R32G32_FLOAT" */
    uint32_t dxgi;    /* DXGI_FORMAT value */
    uint8_t bytes;    /* of one element: a texel or a block */
    uint8_t kind;     /* enum format_kind */
    uint8_t coding;   /* enum format_coding */
    uint8_t block[2]; /* texels of an element in x and y */
    bool buffer;      /* Direct3D 11 allows it for a buffer view */
    bool uav;         /* and for a typed u# */
    uint8_t bits[4];  /* of each channel r g b a; 0 = missing */
    uint8_t shift[4]; /* bit position of each channel in the little-endian element */
    uint32_t view;    /* FORMAT_NO_TEXELS: the format of a view that does not say, or 0 */
};

/* The row of a format value (a DXGI number), or NULL when it is unknown. */
const struct format_info *format_info(sm5_format format);
/* Row `i` of the table, from 0; NULL behind the last. The rows that a buffer view may have come first. */
const struct format_info *format_at(unsigned i);
/* What a load gives where the format has no channel or the element is out of bounds: 0, alpha 1.0 or 1 when
   the format has none (D3D11.3 19.1.3.3, 22.4.6). */
void format_defaults(const struct format_info *format, uint32_t out[4]);
/* Reads one element of bit fields into four words with the conversion and default rules of D3D11.3 3.2 and
   19.1.3.3. Any alignment is fine. Not for memory that others write meanwhile: see texel_load_element. */
void format_load(const struct format_info *format, const uint8_t *element, uint32_t out[4]);
/* Writes four words as one element of exactly `bytes` bytes. Formats of a u# alone. */
void format_store(const struct format_info *format, uint8_t *element, const uint32_t in[4]);
/* Reads texel x, y of an element of any coding. */
void format_load_texel(const struct format_info *format, const uint8_t *element, unsigned x, unsigned y,
                       uint32_t out[4]);
/* A float clamped to the range of the format's channel `c`; of integer formats the integer. */
uint32_t format_clamp(const struct format_info *format, unsigned c, uint32_t word);
/* A float as channel `c` of a format that is not of integers would hold it: clamped and rounded. Of a channel
   that shares its exponent, or is compressed, only clamped. */
uint32_t format_quantize(const struct format_info *format, unsigned c, uint32_t word);

static inline bool format_is_integer(const struct format_info *format)
{
    return format->kind == FORMAT_UINT || format->kind == FORMAT_SINT;
}

/* srgb.c: 8 bits of sRGB as the bits of a linear float. */
extern const uint32_t srgb_to_linear[256];

/* ---- texture_layout.c: subresources and views ---- */

enum { TEXTURE_MIPS = 15 }; /* of 16384 texels */

/* One mip of a view: its place in the first layer. */
struct texture_level {
    uint64_t offset, row_bytes, slice_bytes;
    uint32_t width, height, depth;
};

/* What instructions see of a texture. `dimension` is an enum isa_dimension; a cube's layers are its faces. */
struct texture_view {
    const struct format_info *format;
    uint8_t *base; /* of the buffer */
    uint64_t layer_bytes;
    uint32_t layers, mips, samples;
    uint8_t dimension;
    float min_lod; /* of the resource, counted from the view's first mip; 0: no mip is clamped off (5.8) */
    struct texture_level levels[TEXTURE_MIPS];
};

/* The view of mips [first_mip, + mips) and layers [first_layer, + layers), which exist, of a texture that
   sm5_texture_bytes knows. */
void texture_layout_view(const struct sm5_texture *texture, uint32_t first_mip, uint32_t mips,
                         uint32_t first_layer, uint32_t layers, struct texture_view *out);

static inline bool texture_is_cube(const struct texture_view *view)
{
    return view->dimension == ISA_DIM_TEXTURECUBE || view->dimension == ISA_DIM_TEXTURECUBEARRAY;
}

/* ---- sampler.c ---- */

extern const struct sm5_sampler sampler_default;
/* What is wrong with a sampler, as a sentence without capital and point; NULL: nothing. */
const char *sampler_fault(const struct sm5_sampler *sampler);

/* ---- texture_code.c: what loads, samples and stores do, over the lanes of a batch ---- */

enum { TEXTURE_LANES = 16 };

enum texture_lod_source { TEXTURE_LOD_DERIVED, TEXTURE_LOD_GIVEN };

/* Operands of one instruction in TEXTURE_LANES lanes. A column has a word for each lane, active or not, and
   may be anything; NULL is a column of zeros. */
struct texture_batch {
    uint32_t mask;             /* bit i: lane i is active. What the others get is not defined. */
    const uint32_t *coords[4]; /* in operand order: coordinates, then the layer of an array; ld: mip last */
    const uint32_t *ddx[3], *ddy[3]; /* TEXTURE_LOD_DERIVED: of the coordinates, over a pixel in x and in y */
    const uint32_t *lod;             /* TEXTURE_LOD_GIVEN */
    const uint32_t *bias;            /* sample_b */
    const uint32_t *clamp;           /* _cl forms; NULL: none */
    const uint32_t *reference;       /* _c forms */
    const uint32_t *offsets[2];      /* gather4_po: instead of `offset` */
    const uint32_t *sample;          /* ldms */
    const uint32_t *values[4];       /* stores */
    int8_t offset[3];                /* in texels of each mip */
    uint8_t source;                  /* enum texture_lod_source */
    uint8_t component;               /* gather4: of the texel */
    bool compares;
};

typedef uint32_t texture_words[4][TEXTURE_LANES];

/* Every instruction set of the processor gives the same bits, between num_env_enter and num_env_leave.
   Results may go to where columns of the batch are. */
struct texture_code {
    /* sample and its kin (D3D11.3 22.4.15 to 22.4.20); words of floats, of integers where the format has
     * them. */
    void (*sample)(const struct texture_view *view, const struct sm5_sampler *sampler,
                   const struct texture_batch *batch, texture_words out);
    /* gather4 and its kin (22.4.2 to 22.4.5). */
    void (*gather)(const struct texture_view *view, const struct sm5_sampler *sampler,
                   const struct texture_batch *batch, texture_words out);
    /* lod (22.5.6): x clamped, y not. */
    void (*lod)(const struct texture_view *view, const struct sm5_sampler *sampler,
                const struct texture_batch *batch, texture_words out);
    /* ld, ldms, ld_uav_typed (22.4.6 to 22.4.9). Out of bounds: the format's defaults. */
    void (*load)(const struct texture_view *view, const struct texture_batch *batch, texture_words out);
    /* store_uav_typed, lane after lane. */
    void (*store)(const struct texture_view *view, const struct texture_batch *batch);
    /* The elements of a u#, NULL where a lane is inactive or out of bounds. */
    void (*elements)(const struct texture_view *view, const struct texture_batch *batch,
                     uint8_t *out[TEXTURE_LANES]);
};

extern const struct texture_code texture_code_x86_64_v2, texture_code_x86_64_v3, texture_code_x86_64_v4;
/* The widest that this processor runs. */
const struct texture_code *texture_code_best(void);

/* ---- texture_query.c ---- */

enum texture_numbers { TEXTURE_FLOAT, TEXTURE_RCPFLOAT, TEXTURE_UINT }; /* the token's return forms */

/* resinfo (D3D11.3 22.4.14). A NULL view is an unbound slot of that dimension. */
void texture_query_size(const struct texture_view *view, uint8_t dimension, uint32_t mip,
                        enum texture_numbers form, uint32_t out[4]);
/* sampleinfo (22.4.21); `samples` 0: nothing bound. */
void texture_query_samples(uint32_t samples, enum texture_numbers form, uint32_t out[4]);

#endif
