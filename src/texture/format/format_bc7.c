/* BC7 (D3D11.3 19.5.14), bit-exact with the specification's decoder. */
#include "texture/format/format_bc.h"

/* Fields of a block in order: mode, partition, rotation, index selector, all reds, greens, blues, alphas, p
   bits, indices, second indices. */
static const struct mode {
    uint8_t subsets, partition, rotation, selector;
    uint8_t color, alpha;
    uint8_t p_bits; /* of a subset: 2 one an endpoint, 1 shared by both */
    uint8_t index, index2;
} modes[8] = {
    {3, 4, 0, 0, 4, 0, 2, 3, 0}, {2, 6, 0, 0, 6, 0, 1, 3, 0}, {3, 6, 0, 0, 5, 0, 0, 2, 0},
    {2, 6, 0, 0, 7, 0, 2, 2, 0}, {1, 0, 2, 1, 5, 6, 0, 2, 3}, {1, 0, 2, 0, 7, 8, 0, 2, 2},
    {1, 0, 0, 0, 7, 7, 2, 4, 0}, {2, 6, 0, 0, 5, 5, 2, 2, 0},
};

struct reader {
    const uint8_t *block;
    unsigned at;
};

static uint32_t read_bits(struct reader *r, unsigned bits)
{
    uint32_t value = bc_bits(r->block, r->at, bits);
    r->at += bits;
    return value;
}

/* To 8 bits, by replicating the high bits. */
static uint32_t widen(uint32_t value, unsigned bits)
{
    value <<= 8 - bits;
    return value | value >> bits;
}

/* The two endpoints of `subset`; skips those of all subsets. */
static void read_endpoints(struct reader *r, const struct mode *mode, unsigned subset, uint32_t out[2][4])
{
    unsigned endpoints = 2 * mode->subsets, colors = r->at;
    for (unsigned c = 0; c < 4; c++) {
        unsigned bits = c == 3 ? mode->alpha : mode->color;
        unsigned first = colors + (c == 3 ? 3 * endpoints * mode->color : c * endpoints * mode->color);
        for (unsigned e = 0; e < 2; e++)
            out[e][c] = bits ? bc_bits(r->block, first + (2 * subset + e) * bits, bits) : 255;
    }
    r->at += endpoints * (3u * mode->color + mode->alpha);
    unsigned shared = mode->p_bits == 1, p = mode->p_bits != 0;
    for (unsigned e = 0; e < 2; e++) {
        uint32_t bit = p ? bc_bits(r->block, r->at + (shared ? subset : 2 * subset + e), 1) : 0;
        for (unsigned c = 0; c < 4; c++) {
            unsigned bits = c == 3 ? mode->alpha : mode->color;
            if (bits)
                out[e][c] = widen(out[e][c] << p | bit, bits + p);
        }
    }
    r->at += mode->p_bits * mode->subsets;
}

static uint8_t blend(uint32_t a, uint32_t b, unsigned bits, uint32_t index)
{
    uint32_t weight = (uint32_t)bc_weight(bits, index);
    return (uint8_t)(((64 - weight) * a + weight * b + 32) >> 6);
}

void bc7_decode(const uint8_t *block, unsigned texel, uint8_t out[4])
{
    memset(out, 0, 4);
    if (block[0] == 0)
        return; /* reserved mode: zeros */
    unsigned number = (unsigned)__builtin_ctz(block[0]);
    const struct mode *mode = &modes[number];
    struct reader r = {block, number + 1};
    uint32_t partition = read_bits(&r, mode->partition), rotation = read_bits(&r, mode->rotation);
    uint32_t selector = read_bits(&r, mode->selector), ends[2][4];
    read_endpoints(&r, mode, bc_subset(mode->subsets, partition, texel), ends);
    unsigned bits = mode->index, alpha_bits = bits;
    uint32_t index = bc_index(block, r.at, bits, mode->subsets, partition, texel), alpha_index = index;
    if (mode->index2) {
        alpha_bits = mode->index2;
        alpha_index = bc_index(block, r.at + 16 * bits - 1, alpha_bits, 1, 0, texel);
    }
    if (selector) {
        unsigned swap_bits = bits;
        uint32_t swap_index = index;
        bits = alpha_bits, index = alpha_index;
        alpha_bits = swap_bits, alpha_index = swap_index;
    }
    for (unsigned c = 0; c < 3; c++)
        out[c] = blend(ends[0][c], ends[1][c], bits, index);
    out[3] = blend(ends[0][3], ends[1][3], alpha_bits, alpha_index);
    if (rotation) {
        uint8_t alpha = out[3];
        out[3] = out[rotation - 1];
        out[rotation - 1] = alpha;
    }
}
