/* DXGI formats: the table (format.def), and the conversions between elements and channels (D3D11.3 3.2, 19). */
#ifndef SM5_TEXTURE_FORMAT_H
#define SM5_TEXTURE_FORMAT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "sm5/resource.h"

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

/* format_srgb.c: 8 bits of sRGB as the bits of a linear float. */
extern const uint32_t srgb_to_linear[256];

#endif
