/* Block compression, decoded one texel at a time (D3D11.3 19.5). */
#ifndef SM5_FORMAT_BC_H
#define SM5_FORMAT_BC_H

#include "texture/format/format.h"

/* Texel `texel` (from the top left, row by row) of a block of 8 or 16 bytes. */
void bc_load(const struct format_info *format, const uint8_t *block, unsigned texel, uint32_t out[4]);

/* format_bc6h.c: three halves; format_bc7.c: four bytes. */
void bc6h_decode(const uint8_t *block, unsigned texel, bool is_signed, uint16_t out[3]);
void bc7_decode(const uint8_t *block, unsigned texel, uint8_t out[4]);

/* format_bc_partition.c */
unsigned bc_subset(unsigned subsets, unsigned partition, unsigned texel);
/* The anchor of a subset: the texel whose index has one bit less. */
unsigned bc_anchor(unsigned subsets, unsigned partition, unsigned subset);

/* `count` bits (at most 16) of a 16-byte block, starting at bit `at`. */
static inline uint32_t bc_bits(const uint8_t *block, unsigned at, unsigned count)
{
    uint64_t low, high;
    memcpy(&low, block, 8);
    memcpy(&high, block + 8, 8);
    uint64_t word = at >= 64 ? high >> (at - 64) : at ? low >> at | high << (64 - at) : low;
    return (uint32_t)word & ((1u << count) - 1);
}

/* The index of a texel. Indices of `bits` bits start at bit `at`; those of anchor texels have one bit
   less. */
static inline uint32_t bc_index(const uint8_t *block, unsigned at, unsigned bits, unsigned subsets,
                                unsigned partition, unsigned texel)
{
    bool is_anchor = false;
    unsigned before = 0;
    for (unsigned s = 0; s < subsets; s++) {
        unsigned anchor = bc_anchor(subsets, partition, s);
        is_anchor |= anchor == texel;
        before += anchor < texel;
    }
    return bc_bits(block, at + bits * texel - before, bits - is_anchor);
}

/* D3D11.3 19.5.13.8, 19.5.14.3: weights in 64ths by index width. */
static inline int bc_weight(unsigned bits, uint32_t index)
{
    static const uint8_t two[] = {0, 21, 43, 64};
    static const uint8_t three[] = {0, 9, 18, 27, 37, 46, 55, 64};
    static const uint8_t four[] = {0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64};
    return bits == 2 ? two[index] : bits == 3 ? three[index] : four[index];
}

#endif
