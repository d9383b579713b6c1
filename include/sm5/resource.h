/* Buffers, textures, samplers and bindings: what a program's t#, u#, s#, cb# and interfaces are bound to
   (D3D11.3 chapter 5).
 */
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

/* A zeroed buffer of `bytes` bytes (at most 2^40), or NULL when memory is out or `bytes` is larger. Free it
   with sm5_buffer_free once no bindings object refers to it. */
SM5_API struct sm5_buffer *sm5_buffer_new(uint64_t bytes);

/* A buffer over memory that the caller owns: nothing is copied, and programs read and write the caller's
   bytes. `memory` must be 4-byte aligned, and must stay valid until sm5_buffer_free, which does not free it.
   Nothing outside [memory, memory + bytes) is accessed. Memory that is bound to t# and cb# only is never
   written and may be read-only; cast its const away. 64-byte alignment is fastest. Wrap one piece of memory
   once: programs see buffers that overlap as Direct3D's aliases do, but sm5_check and the warnings of
   sm5_dispatch tell memory apart by buffer. NULL when `memory` is misaligned, or NULL though `bytes` is not
   0, when `bytes` is larger than 2^40, or when memory is out. */
SM5_API struct sm5_buffer *sm5_buffer_wrap(void *memory, uint64_t bytes);
SM5_API void sm5_buffer_free(struct sm5_buffer *buffer);
/* Its bytes, for the caller to fill and read while no dispatch that uses the buffer runs. */
SM5_API void *sm5_buffer_data(struct sm5_buffer *buffer);
SM5_API uint64_t sm5_buffer_size(const struct sm5_buffer *buffer);

/* ---- formats ---- */

/* A DXGI_FORMAT value; 0 is UNKNOWN. */
typedef uint32_t sm5_format;

/* The format of a name without the DXGI_FORMAT_ prefix, any letter case ("r32g32_float"), or 0 when neither a
   buffer view nor a texture can have it. */
SM5_API sm5_format sm5_format_find(const char *name);
/* Name of a format in capitals, or NULL. */
SM5_API const char *sm5_format_name(sm5_format format);
/* Bytes of one element (of a block, where the format is block-compressed), or 0. */
SM5_API uint32_t sm5_format_bytes(sm5_format format);
/* The format that the program determines for the views of resource `index` (of sm5_resource_at): R32_FLOAT,
   R32_UINT or R32_SINT, as declared, of a typed u# that atomics work on or that loads read x of, as these
   formats alone can be loaded on every device; else 0: several formats fit. */
SM5_API sm5_format sm5_resource_format(const struct sm5_program *program, uint32_t index);

/* ---- textures ---- */

enum sm5_texture_kind { SM5_TEXTURE_NONE, SM5_TEXTURE_1D, SM5_TEXTURE_2D, SM5_TEXTURE_3D };

/* What a buffer's bytes are when they are a texture: layer after layer, of each layer its mips from the
   largest on, of each mip its slices (3D), of each slice its rows, nothing between them. A row of a
   compressed format is a row of blocks; the samples of a texel stand side by side. A cube is a 2D texture
   whose layers are +x, -x, +y, -y, +z, -z. Numbers left 0 are 1. */
struct sm5_texture {
    enum sm5_texture_kind kind;
    sm5_format format; /* typeless and depth formats too */
    uint32_t width, height, depth, layers, mips, samples;
};

/* One mip of one layer. */
struct sm5_subresource {
    uint64_t offset, bytes;          /* in the buffer */
    uint64_t row_bytes, slice_bytes; /* from row to row, from slice to slice */
    uint32_t width, height, depth;   /* texels */
};

/* Bytes of the whole texture, or 0 when Direct3D 11 has no such texture: at most 16384 x 16384, 2048 layers,
   2048^3 in 3D, mips down to 1 x 1, samples 1, 2, 4, 8, 16 or 32 with one mip in 2D. */
SM5_API uint64_t sm5_texture_bytes(const struct sm5_texture *texture);
/* False when the texture has no such mip or layer. */
SM5_API bool sm5_texture_subresource(const struct sm5_texture *texture, uint32_t mip, uint32_t layer,
                                     struct sm5_subresource *out);

/* ---- slots and views ---- */

/* A register as the API counts it. `space` is 0 before SM5.1; `index` counts on from `reg` in a descriptor
 * array. */
struct sm5_slot {
    char kind; /* 't', 'u', 'b' (cb#), 's' */
    uint32_t reg, space, index;
};

/* Reads "t0", "u3", "cb2", "b2", "s1", "t5@2", "t5@2[3]", "t5,space2". False when it is none of these. */
SM5_API bool sm5_slot_parse(const char *text, struct sm5_slot *slot);
/* Writes the slot as sm5_slot_parse reads it ("t5@2[3]") and returns the length wanted, as snprintf does. */
SM5_API size_t sm5_slot_format(const struct sm5_slot *slot, char *out, size_t size);

enum sm5_view_kind {
    SM5_VIEW_DECLARED, /* as the program declares the slot */
    SM5_VIEW_STRUCTURED,
    SM5_VIEW_RAW,
    SM5_VIEW_TYPED,
    SM5_VIEW_CBUFFER,
    SM5_VIEW_TEXTURE
};

/* A view's `count`: all elements from `first` to the buffer's end. */
#define SM5_COUNT_REST 0

/* A view over a buffer. `first` and `count` are in elements: structures, dwords (raw), texels (typed), float4
   rows (cbuffer). Fields left 0 take the declaration's values and see the whole buffer: {.buffer = b} is a
   view of all of b. A view without elements starts at the buffer's end. */
struct sm5_view {
    enum sm5_view_kind kind;
    struct sm5_buffer *buffer;         /* NULL binds nothing: loads give 0, stores vanish */
    uint64_t first, count;             /* count 0 (SM5_COUNT_REST): to the buffer's end */
    uint32_t stride;                   /* structured, bytes; 0: the declaration's */
    sm5_format format;                 /* typed */
    bool has_counter;                  /* the view has a hidden counter (COUNTER or APPEND), D3D11.3 5.3.10 */
    uint32_t counter;                  /* its value when bound */
    struct sm5_buffer *counter_buffer; /* when not NULL: the counter lives here, at counter_offset, and keeps
                                          the value it has there */
    uint64_t counter_offset;           /* bytes, a multiple of 4 */
    /* A slot declared as texture: what the buffer holds, and which mips and layers are seen. `format` is the
       view's, of the same size as the texture's; 0: the texture's. Counts left 0 reach as far as the
       declaration allows: one layer, six of a cube, all of an array; one mip of a u#. Layers of a 3D u# are
       slices of its mip. */
    struct sm5_texture texture;
    uint32_t first_mip, mips, first_layer, layers;
    /* t#: the resource's minimum level of detail, counted from the texture's first mip: none below is there
       (ID3D11DeviceContext::SetResourceMinLOD, D3D11.3 5.8). 0: all are. */
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
/* reference OP texel */
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

/* D3D11.3 7.18.3 */
struct sm5_sampler {
    enum sm5_filter min, mag, mip;
    enum sm5_reduction reduction;
    enum sm5_address address[3]; /* u, v, w */
    enum sm5_comparison comparison;
    uint32_t max_anisotropy; /* 1 to 16: the anisotropic filter; 0: min, mag and mip say it */
    float lod_bias;          /* -16 to 15.99 */
    float min_lod, max_lod;
    float border[4];
};

/* Direct3D's default: linear, clamped, no bias, all mips, a white border. An unbound s# is this one. */
SM5_API void sm5_sampler_default(struct sm5_sampler *sampler);

/* ---- bindings ---- */

struct sm5_bindings;

/* Nothing bound yet; refers to `program`, which must outlive it. NULL when memory is out. Used by one thread
   at a time, and by one dispatch at a time. */
SM5_API struct sm5_bindings *sm5_bindings_new(const struct sm5_program *program);
SM5_API void sm5_bindings_free(struct sm5_bindings *bindings);

/* From now on a view whose kind, stride, format or counter is not what the program declares is bound as it
   is, where sm5_bind would refuse it: its bytes are then read as the declaration says. sm5_check reports such
   views. */
SM5_API void sm5_bindings_accept_mismatch(struct sm5_bindings *bindings);

/* Binds a view to a slot. SM5_ERR_BINDING with a diagnostic when the view leaves its buffer, breaks a rule of
   D3D11.3 5.3.9 (alignment of a raw view, stride above 2048), or does not fit the declaration (kind, stride,
   format). A slot that the program does not declare is accepted with a warning. */
SM5_API enum sm5_status sm5_bind(struct sm5_bindings *bindings, const struct sm5_slot *slot,
                                 const struct sm5_view *view, struct sm5_diags *diags);

/* Binds a sampler to an s#; it is copied. SM5_ERR_BINDING with a diagnostic when a value is none that
   Direct3D allows. */
SM5_API enum sm5_status sm5_bind_sampler(struct sm5_bindings *bindings, const struct sm5_slot *slot,
                                         const struct sm5_sampler *sampler, struct sm5_diags *diags);

/* Chooses function table `table` (ft#) for element `element` of interface fp`interface_id`, with the words
   that this[] reads (constant buffer slot, offset in float4, texture, sampler; NULL: zeros). SM5_ERR_BINDING
   when the interface cannot hold it. (Class instances, D3D11.3 7.19.) */
SM5_API enum sm5_status sm5_bind_class(struct sm5_bindings *bindings, uint32_t interface_id, uint32_t element,
                                       uint32_t table, const uint32_t instance[4], struct sm5_diags *diags);

/* The hidden counter of a bound u#; false when the slot has none. */
SM5_API bool sm5_counter_get(const struct sm5_bindings *bindings, const struct sm5_slot *slot,
                             uint32_t *value);
SM5_API bool sm5_counter_set(struct sm5_bindings *bindings, const struct sm5_slot *slot, uint32_t value);

#ifdef __cplusplus
}
#endif
#endif
