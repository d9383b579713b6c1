/* Vectorised loops over the lanes of a batch, and their values. Only for sample_batch.c, which is compiled
   once for each instruction set of the processor. */
#ifndef SM5_SAMPLE_LANES_H
#define SM5_SAMPLE_LANES_H

#include <math.h>

#include "numeric/numeric.h"
#include "texture/sample/sample_scalar.h"

/* Iterations are independent. */
#ifdef __clang__
#define EACH_LANE _Pragma("clang loop vectorize(assume_safety)") for (unsigned i = 0; i < TEXTURE_LANES; i++)
#else
#define EACH_LANE _Pragma("GCC ivdep") for (unsigned i = 0; i < TEXTURE_LANES; i++)
#endif

#define EACH_ACTIVE(mask, i)                                                                                 \
    for (uint32_t left_ = (mask), i; left_ && (i = (uint32_t)__builtin_ctz(left_), true); left_ &= left_ - 1)

struct lanes_u32 {
    _Alignas(64) uint32_t at[TEXTURE_LANES];
};
struct lanes_i32 {
    _Alignas(64) int32_t at[TEXTURE_LANES];
};
struct lanes_f32 {
    _Alignas(64) float at[TEXTURE_LANES];
};
struct lanes_u64 {
    _Alignas(64) uint64_t at[TEXTURE_LANES];
};
struct lanes_texels {
    _Alignas(64) texture_words at; /* channel, lane */
};

/* A column of a batch; NULL gives zeros. */
static inline struct lanes_u32 lanes_column(const uint32_t *column)
{
    struct lanes_u32 words = {{0}};
    if (column)
        memcpy(words.at, column, sizeof words.at);
    return words;
}

static inline struct lanes_f32 lanes_float_column(const uint32_t *column)
{
    struct lanes_f32 floats = {{0}};
    if (column)
        memcpy(floats.at, column, sizeof floats.at);
    return floats;
}

/* A lane is not 0. */
static inline bool lanes_any(const struct lanes_i32 *lanes)
{
    int32_t all = 0;
    for (unsigned i = 0; i < TEXTURE_LANES; i++)
        all |= lanes->at[i];
    return all != 0;
}

static inline bool lanes_are_equal(const struct lanes_u32 *lanes)
{
    uint32_t other = 0;
    for (unsigned i = 0; i < TEXTURE_LANES; i++)
        other |= lanes->at[i] ^ lanes->at[0];
    return other == 0;
}

/* The mip of each lane. `base`: offset of its layer from the view's base. */
struct lanes_level {
    struct lanes_i32 size[3];
    struct lanes_u32 row_bytes, slice_bytes;
    struct lanes_u64 base;
};

/* Rows have less than 2^32 bytes, and so have slices of volumes. */
static inline void lanes_level_fill(struct lanes_level *out, unsigned i, const struct texture_level *level)
{
    out->size[0].at[i] = (int32_t)level->width;
    out->size[1].at[i] = (int32_t)level->height;
    out->size[2].at[i] = (int32_t)level->depth;
    out->row_bytes.at[i] = (uint32_t)level->row_bytes;
    out->slice_bytes.at[i] = (uint32_t)level->slice_bytes;
    out->base.at[i] = level->offset;
}

/* `mip` and `layer` are in bounds. */
static inline void lanes_level_of(const struct texture_view *view, const struct lanes_u32 *mip,
                                  const struct lanes_u32 *layer, struct lanes_level *out)
{
    if (lanes_are_equal(mip)) {
        const struct texture_level level = view->levels[mip->at[0]];
        EACH_LANE lanes_level_fill(out, i, &level);
    } else {
        for (unsigned i = 0; i < TEXTURE_LANES; i++)
            lanes_level_fill(out, i, &view->levels[mip->at[i]]);
    }
    EACH_LANE out->base.at[i] += layer->at[i] * view->layer_bytes;
}

#endif
