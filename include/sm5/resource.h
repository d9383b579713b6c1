/* Buffers, views and bindings: what a program's t#, u#, cb# and interfaces are bound to (D3D11.3 chapter 5).
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
SM5_API void sm5_buffer_free(struct sm5_buffer *buffer);
/* Its bytes, for the caller to fill and read while no dispatch that uses the buffer runs. */
SM5_API void *sm5_buffer_data(struct sm5_buffer *buffer);
SM5_API uint64_t sm5_buffer_size(const struct sm5_buffer *buffer);

/* ---- formats ---- */

/* A DXGI_FORMAT value; 0 is UNKNOWN. */
typedef uint32_t sm5_format;

/* The format of a name without the DXGI_FORMAT_ prefix, any letter case ("r32g32_float"), or 0 when a buffer
   view cannot have it. */
SM5_API sm5_format sm5_format_find(const char *name);
/* Name of a format in capitals, or NULL. */
SM5_API const char *sm5_format_name(sm5_format format);
/* Bytes of one element, or 0. */
SM5_API uint32_t sm5_format_bytes(sm5_format format);

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
    SM5_VIEW_CBUFFER
};

#define SM5_COUNT_REST UINT64_MAX

/* A view over a buffer. `first` and `count` are in elements: structures, dwords (raw), texels (typed), float4
   rows (cbuffer). Fields left 0 take the declaration's values; count SM5_COUNT_REST reaches to the buffer's
   end. */
struct sm5_view {
    enum sm5_view_kind kind;
    struct sm5_buffer *buffer; /* NULL binds nothing: loads give 0, stores vanish */
    uint64_t first, count;
    uint32_t stride;                   /* structured, bytes; 0: the declaration's */
    sm5_format format;                 /* typed */
    bool has_counter;                  /* the view has a hidden counter (COUNTER or APPEND), D3D11.3 5.3.10 */
    uint32_t counter;                  /* its value when bound */
    struct sm5_buffer *counter_buffer; /* when not NULL: the counter lives here, at counter_offset, and keeps
                                          the value it has there */
    uint64_t counter_offset;           /* bytes, a multiple of 4 */
};

/* ---- bindings ---- */

struct sm5_bindings;

/* Nothing bound yet; refers to `program`, which must outlive it. NULL when memory is out. Used by one thread
   at a time, and by one dispatch at a time. */
SM5_API struct sm5_bindings *sm5_bindings_new(const struct sm5_program *program);
SM5_API void sm5_bindings_free(struct sm5_bindings *bindings);

/* From now on a view whose kind, stride, format or counter is not what the program declares is bound as it is,
   where sm5_bind would refuse it: its bytes are then read as the declaration says. sm5_check reports such
   views. */
SM5_API void sm5_bindings_accept_mismatch(struct sm5_bindings *bindings);

/* Binds a view to a slot. SM5_ERR_BINDING with a diagnostic when the view leaves its buffer, breaks a rule of
   D3D11.3 5.3.9 (alignment of a raw view, stride above 2048), or does not fit the declaration (kind, stride,
   format). A slot that the program does not declare is accepted with a warning. */
SM5_API enum sm5_status sm5_bind(struct sm5_bindings *bindings, const struct sm5_slot *slot,
                                 const struct sm5_view *view, struct sm5_diags *diags);

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
