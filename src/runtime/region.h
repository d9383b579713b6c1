/* Regions and windows, for every engine: a region is the memory that one register gives access to, as its
   declaration and the bound view define it; a window (address.h) is the part of it that one access may
   touch. Engines compute no bounds of their own. Code that the JIT emits applies the same rules to
   struct jit_view, which is filled from a region.

   `dimension` is ISA_DIM_STRUCTURED, ISA_DIM_RAW or ISA_DIM_BUFFER (typed) and selects the address rule. */
#ifndef SM5_RUNTIME_REGION_H
#define SM5_RUNTIME_REGION_H

#include <stdalign.h>

#include "runtime/address.h"
#include "runtime/mem.h"

struct region {
    uint8_t *base; /* never NULL, so that adding an offset to it is defined */
    uint64_t bytes;
    uint32_t count, stride;           /* structures and their size, or elements of a typed view */
    const struct format_info *format; /* typed; NULL: nothing bound, or not a typed view */
};

/* The base of regions without memory. Compiled code may read it before it tests bounds, and reads rows of lanes
   from it, which are aligned. */
extern alignas(64) const uint8_t region_zeros[4096];

/* No bytes and no elements: every access is out of bounds. */
static inline struct region region_empty(void)
{
    return (struct region){.base = (uint8_t *)(uintptr_t)region_zeros};
}

/* The region of a t#, u# or cb# register. A view that does not match the declaration (lenient mode) is
   divided into structures of the declared stride; a partial last one does not exist. */
static inline struct region region_of_view(const struct program_resource *declared,
                                           const struct runtime_view *view)
{
    bool is_typed = declared->dimension == ISA_DIM_BUFFER;
    if (!view->base || (is_typed && view->kind != VIEW_TYPED))
        return region_empty();
    struct region region = {view->base, view->bytes, view->count, declared->stride, NULL};
    if (is_typed)
        region.format = view->format;
    bool matches = view->kind == VIEW_STRUCTURED && view->stride == declared->stride;
    if (declared->dimension == ISA_DIM_STRUCTURED && !matches) {
        uint64_t count = declared->stride ? view->bytes / declared->stride : 0;
        region.count = count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
    }
    return region;
}

/* The region of a g# that starts at `base`. */
static inline struct region region_of_tgsm(const struct program_resource *declared, uint8_t *base)
{
    return (struct region){base, declared->bytes, declared->count, declared->stride, NULL};
}

/* The window of an access. An element of a typed view counts as one word. */
static inline struct address region_window(const struct region *region, uint8_t dimension, uint32_t address,
                                           uint32_t byte_offset)
{
    if (dimension == ISA_DIM_STRUCTURED)
        return address_structured(region->count, region->stride, address, byte_offset);
    if (dimension == ISA_DIM_RAW)
        return address_raw(region->bytes, address);
    struct address at = {0, 0};
    if (region->format)
        at.words = address_typed(region->count, region->format->bytes, address, &at.offset);
    return at;
}

/* Why word `word` of a window does not exist. */
static inline enum address_cause region_cause(const struct region *region, uint8_t dimension,
                                              uint32_t address, uint32_t byte_offset, unsigned word)
{
    if (word < region_window(region, dimension, address, byte_offset).words)
        return ADDRESS_INSIDE;
    return dimension == ISA_DIM_STRUCTURED && address < region->count ? ADDRESS_OFFSET : ADDRESS_INDEX;
}

/* The word of an atomic, or NULL when it does not exist. D3D11.3 22.17.8: typed ones require R32 formats. */
static inline uint8_t *region_atomic_word(const struct region *region, uint8_t dimension, uint32_t address,
                                          uint32_t byte_offset)
{
    struct address at = region_window(region, dimension, address, byte_offset);
    bool exists = at.words && (dimension != ISA_DIM_BUFFER || region->format->bytes == 4);
    return exists ? region->base + at.offset : NULL;
}

/* D3D11.3 22.4.6: the defaults of the format out of bounds; 0 in all components where nothing is bound. */
static inline void region_load_element(const struct region *region, uint32_t index, uint32_t out[4])
{
    struct address at = region_window(region, ISA_DIM_BUFFER, index, 0);
    if (at.words)
        mem_load_element(region->format, region->base + at.offset, out);
    else if (region->format)
        format_defaults(region->format, out);
    else
        memset(out, 0, 4 * sizeof *out);
}

static inline void region_store_element(const struct region *region, uint32_t index, const uint32_t in[4])
{
    struct address at = region_window(region, ISA_DIM_BUFFER, index, 0);
    if (at.words)
        mem_store_element(region->format, region->base + at.offset, in);
}

/* bufinfo, D3D11.3 22.4.1: bytes of a raw view, structures or elements of the others. */
static inline uint32_t region_info(const struct region *region, uint8_t dimension)
{
    return dimension == ISA_DIM_RAW ? (uint32_t)region->bytes : region->count;
}

/* Component `component` of cb#[row]: 0 where the view has no such word. */
static inline uint32_t region_constant(const struct runtime_view *view, uint32_t row, unsigned component)
{
    struct address at = address_row(view->bytes, row);
    return component < at.words ? mem_load(view->base + at.offset + 4 * (uint64_t)component) : 0;
}

#endif
