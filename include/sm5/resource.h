/* Buffers, textures, samplers and bindings: what a program's t#, u#, s#, cb# and interfaces are bound to
   (D3D11.3 chapter 5). */
#ifndef SM5_RESOURCE_H
#define SM5_RESOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "program.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- buffers ---- */

struct sm5_buffer;

/* A zero-filled buffer of `bytes` bytes, at most 2^40. NULL when `bytes` is larger or memory is exhausted.
   Free it with sm5_buffer_free after every bindings object that refers to it. */
SM5_API struct sm5_buffer *sm5_buffer_new(uint64_t bytes);

/* A buffer over memory of the caller. Nothing is copied: programs read and write the caller's bytes, and
   never access bytes outside [memory, memory + bytes). `memory` must be 4-byte aligned (64-byte alignment
   is fastest) and valid until sm5_buffer_free, which does not free it. Memory that is bound to t# and cb#
   only is not written, so it may be read-only; cast const away. Wrap one allocation once: overlapping
   buffers alias as Direct3D's do, but sm5_check and the warnings of sm5_dispatch identify memory by its
   buffer. NULL when `memory` is misaligned, `memory` is NULL and `bytes` is not 0, `bytes` is larger than
   2^40, or memory is exhausted. */
SM5_API struct sm5_buffer *sm5_buffer_wrap(void *memory, uint64_t bytes);
/* `buffer` may be NULL. */
SM5_API void sm5_buffer_free(struct sm5_buffer *buffer);
/* The bytes. The caller may read and write them while no dispatch uses the buffer. */
SM5_API void *sm5_buffer_data(struct sm5_buffer *buffer);
SM5_API uint64_t sm5_buffer_size(const struct sm5_buffer *buffer);

/* ---- formats ---- */

/* A DXGI_FORMAT value; 0 is UNKNOWN. */
typedef uint32_t sm5_format;

/* The format with a name without its DXGI_FORMAT_ prefix, in any letter case ("r32g32_float"). 0 when
   unknown, or not valid for buffer views and textures. */
SM5_API sm5_format sm5_format_find(const char *name);
/* Name of a format in upper case, or NULL. Static. */
SM5_API const char *sm5_format_name(sm5_format format);
/* Bytes of one element, of one block for block-compressed formats; 0 for unknown formats. */
SM5_API uint32_t sm5_format_bytes(sm5_format format);

/* How the channels of a texel are read; NONE: resources only, whose views have another format. */
enum sm5_texel_type { SM5_TEXEL_NONE, SM5_TEXEL_FLOAT, SM5_TEXEL_UINT, SM5_TEXEL_SINT };

struct sm5_format_info {
    enum sm5_texel_type type;
    uint32_t channels;                  /* bits 0 to 3: r, g, b and a exist */
    uint32_t bytes;                     /* of an element: a texel, or a block of texels */
    uint32_t block_width, block_height; /* texels of an element */
};
/* False for unknown formats. Typeless and depth formats of resources have the type and channels of their default view
   format, such as BC1_UNORM of BC1_TYPELESS and R16_UNORM of D16_UNORM, if there is one. Thread-safe. */
SM5_API bool sm5_format_info(sm5_format format, struct sm5_format_info *info);
/* Decodes texel (x, y) of an element, below block_width and block_height, as shaders load it (D3D11.3 19.1.3): the bits
   of four floats, or four integers. Missing channels are 0, alpha 1. The element may have any alignment, and must not be
   written meanwhile. False, with zeros, for formats of type SM5_TEXEL_NONE. Thread-safe. */
SM5_API bool sm5_format_load(sm5_format format, const void *element, uint32_t x, uint32_t y,
                             uint32_t texel[4]);

/* The view format that the program implies for resource `index` (numbered as in sm5_resource_at). For a
   typed u# with atomics, or whose loads read x only, this is R32_FLOAT, R32_UINT or R32_SINT by the
   declared type, because only these formats can be loaded on every device. Otherwise 0: several formats
   are possible. */
SM5_API sm5_format sm5_resource_format(const struct sm5_program *program, uint32_t index);

/* ---- textures ---- */

enum sm5_texture_kind { SM5_TEXTURE_NONE, SM5_TEXTURE_1D, SM5_TEXTURE_2D, SM5_TEXTURE_3D };

/* Interpretation of a buffer's bytes as a texture: layers, in each layer its mips from the largest, in
   each mip its slices (3D), in each slice its rows, without gaps. A row of a block-compressed format is a
   row of blocks; the samples of a texel are adjacent. A cube is a 2D texture whose layers are the faces
   +x, -x, +y, -y, +z, -z. Sizes and counts of 0 mean 1. */
struct sm5_texture {
    enum sm5_texture_kind kind;
    sm5_format format; /* may be typeless or a depth format */
    uint32_t width, height, depth, layers, mips, samples;
};

/* One mip of one layer. */
struct sm5_subresource {
    uint64_t offset, bytes;          /* in the buffer */
    uint64_t row_bytes, slice_bytes; /* pitch of rows and of slices */
    uint32_t width, height, depth;   /* texels */
};

/* Size of the texture in bytes, or 0 when Direct3D 11 does not support it. Limits: 16384 x 16384, 2048
   layers, 2048^3 in 3D, mips down to 1 x 1; 1, 2, 4, 8, 16 or 32 samples, more than 1 only in 2D with one
   mip. */
SM5_API uint64_t sm5_texture_bytes(const struct sm5_texture *texture);
/* False when the mip or layer does not exist. */
SM5_API bool sm5_texture_subresource(const struct sm5_texture *texture, uint32_t mip, uint32_t layer,
                                     struct sm5_subresource *out);

/* ---- slots and views ---- */

/* An API register: `reg` in register space `space` (0 before SM5.1), plus `index` in a descriptor array. */
struct sm5_slot {
    char kind; /* 't', 'u', 'b' (cb#), 's' */
    uint32_t reg, space, index;
};

/* Parses "t0", "u3", "cb2", "b2", "s1", "t5@2", "t5@2[3]", "t5,space2". False for other text. */
SM5_API bool sm5_slot_parse(const char *text, struct sm5_slot *slot);
/* Formats the slot for sm5_slot_parse ("t5@2[3]"). Writes at most `size` bytes with the terminating zero,
   and returns the length without truncation, as snprintf does. */
SM5_API size_t sm5_slot_format(const struct sm5_slot *slot, char *out, size_t size);

enum sm5_view_kind {
    SM5_VIEW_DECLARED, /* the kind that the program declares for the slot */
    SM5_VIEW_STRUCTURED,
    SM5_VIEW_RAW,
    SM5_VIEW_TYPED,
    SM5_VIEW_CBUFFER,
    SM5_VIEW_TEXTURE
};

/* `count` of a view: all elements from `first` to the end of the buffer. */
#define SM5_COUNT_REST 0

/* A view of a buffer. `first` and `count` are in elements: structures, DWORDs (raw), texels (typed),
   float4 rows (cbuffer). Fields that are 0 default to the declaration and the whole buffer: {.buffer = b}
   views all of b, with a warning when bytes follow its last whole element. For a view without elements set
   `first` to the end of the buffer. */
struct sm5_view {
    enum sm5_view_kind kind;
    struct sm5_buffer *buffer;         /* NULL: unbound; loads return 0, stores are dropped */
    uint64_t first, count;             /* count 0 (SM5_COUNT_REST): to the end of the buffer */
    uint32_t stride;                   /* structured: bytes; 0: the declared stride */
    sm5_format format;                 /* typed */
    bool has_counter;                  /* the view has a hidden counter (COUNTER or APPEND), D3D11.3 5.3.10 */
    uint32_t counter;                  /* initial value of the counter */
    struct sm5_buffer *counter_buffer; /* when not NULL: the counter is stored here, at counter_offset, and
                                          keeps its value when bound */
    uint64_t counter_offset;           /* bytes, a multiple of 4 */
    /* Textures: the interpretation of the buffer, and the visible mips and layers. `format` is the view's,
       of the same element size as the texture's; 0: the texture's. Counts of 0 extend as far as the
       declaration permits: one layer, six of a cube, all of an array; one mip of a u#. Layers of a 3D u#
       are slices of its mip. */
    struct sm5_texture texture;
    uint32_t first_mip, mips, first_layer, layers;
    /* t#: minimum level of detail of the resource, relative to the texture's first mip; more detailed mips
       are not accessible (ID3D11DeviceContext::SetResourceMinLOD, D3D11.3 5.8). 0: no limit. */
    float min_lod;
};

/* ---- samplers ---- */

enum sm5_filter { SM5_FILTER_POINT, SM5_FILTER_LINEAR };
enum sm5_reduction {
    SM5_REDUCTION_STANDARD,
    SM5_REDUCTION_COMPARISON,
    SM5_REDUCTION_MINIMUM,
    SM5_REDUCTION_MAXIMUM
};
enum sm5_address {
    SM5_ADDRESS_WRAP,
    SM5_ADDRESS_MIRROR,
    SM5_ADDRESS_CLAMP,
    SM5_ADDRESS_BORDER,
    SM5_ADDRESS_MIRROR_ONCE
};
/* Comparison function: reference OP texel. */
enum sm5_comparison {
    SM5_COMPARISON_NEVER,
    SM5_COMPARISON_LESS,
    SM5_COMPARISON_EQUAL,
    SM5_COMPARISON_LESS_EQUAL,
    SM5_COMPARISON_GREATER,
    SM5_COMPARISON_NOT_EQUAL,
    SM5_COMPARISON_GREATER_EQUAL,
    SM5_COMPARISON_ALWAYS
};

/* Sampler state, D3D11.3 7.18.3. */
struct sm5_sampler {
    enum sm5_filter min, mag, mip;
    enum sm5_reduction reduction;
    enum sm5_address address[3]; /* u, v, w */
    enum sm5_comparison comparison;
    uint32_t max_anisotropy; /* 1 to 16: anisotropic filter; 0: filter by min, mag and mip */
    float lod_bias;          /* -16 to 15.99 */
    float min_lod, max_lod;
    float border[4];
};

/* Direct3D's default sampler, which is also used for an unbound s#: linear, clamped, no bias, all mips,
   white border. */
SM5_API void sm5_sampler_default(struct sm5_sampler *sampler);

/* ---- bindings ---- */

struct sm5_bindings;

/* Bindings for `program`, which must outlive them; all slots are unbound. NULL when memory is exhausted. A
   bindings object may be used by one thread, and by one dispatch, at a time. */
SM5_API struct sm5_bindings *sm5_bindings_new(const struct sm5_program *program);
/* `bindings` may be NULL. Buffers are not freed. */
SM5_API void sm5_bindings_free(struct sm5_bindings *bindings);

/* Makes later calls of sm5_bind accept views whose kind, stride, format or counter differs from the
   declaration. Their bytes are accessed as declared. sm5_check reports such views. */
SM5_API void sm5_bindings_accept_mismatch(struct sm5_bindings *bindings);

/* Binds a view to a slot; the view is copied, its buffers must remain valid. SM5_ERR_BINDING with a
   diagnostic when the view exceeds its buffer, is not valid in Direct3D 11 (such as a stride above 2048),
   or differs from the declaration (kind, stride, format). A misaligned raw view (D3D11.3 5.3.9.2) is bound
   with a warning; a slot that the program does not declare is ignored with a warning. */
SM5_API enum sm5_status sm5_bind(struct sm5_bindings *bindings, const struct sm5_slot *slot,
                                 const struct sm5_view *view, struct sm5_diags *diags);

/* Binds a sampler to an s#; the sampler is copied. SM5_ERR_BINDING with a diagnostic when a value is not
   valid in Direct3D. */
SM5_API enum sm5_status sm5_bind_sampler(struct sm5_bindings *bindings, const struct sm5_slot *slot,
                                         const struct sm5_sampler *sampler, struct sm5_diags *diags);

/* Binds a class instance (D3D11.3 7.19): function table `table` (ft#) for element `element` of interface
   fp`interface_id`, with the values that this[] reads: constant buffer slot, offset in float4, texture,
   sampler (NULL: zeros). SM5_ERR_BINDING with a diagnostic when the interface does not list the table. */
SM5_API enum sm5_status sm5_bind_class(struct sm5_bindings *bindings, uint32_t interface_id, uint32_t element,
                                       uint32_t table, const uint32_t instance[4], struct sm5_diags *diags);

/* Reads or sets the hidden counter of a bound u#. False when the slot has none. */
SM5_API bool sm5_counter_get(const struct sm5_bindings *bindings, const struct sm5_slot *slot,
                             uint32_t *value);
SM5_API bool sm5_counter_set(struct sm5_bindings *bindings, const struct sm5_slot *slot, uint32_t value);

#ifdef __cplusplus
}
#endif
#endif
