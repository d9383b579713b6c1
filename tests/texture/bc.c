/* Block compression: blocks are put together here field by field from the descriptions of D3D11.3 19.5, and
   what they must give is computed from those fields. */
#include "texture/format/format_bc.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "base/base.h"
#include "test.h"

static uint32_t random_state;

static uint32_t random_bits(unsigned bits)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 7) & ((1u << bits) - 1);
}

struct writer {
    uint8_t bytes[16];
    unsigned at;
};

static void put(struct writer *w, uint64_t value, unsigned bits)
{
    for (unsigned i = 0; i < bits; i++, w->at++)
        w->bytes[w->at / 8] |= (uint8_t)((value >> i & 1) << w->at % 8);
}

static void load(const char *format, const uint8_t *block, unsigned texel, double out[4])
{
    uint32_t words[4];
    format_load_texel(format_info(sm5_format_find(format)), block, texel % 4, texel / 4, words);
    for (unsigned c = 0; c < 4; c++)
        out[c] = (double)float_of_bits(words[c]);
}

static bool near(double a, double b)
{
    return fabs(a - b) <= fabs(b) * 0x1p-23;
}

/* ---- BC1 to BC3 ---- */

static double channel_565(uint32_t color, unsigned c)
{
    static const unsigned shift[] = {11, 5, 0}, bits[] = {5, 6, 5};
    uint32_t v = color >> shift[c] & ((1u << bits[c]) - 1);
    return floor(v * 256.0 / (1 << bits[c])) + floor(v / (double)(1 << (2 * bits[c] - 8)));
}

static double color_of(uint32_t a, uint32_t b, unsigned code, bool three, unsigned c)
{
    double x = channel_565(a, c), y = channel_565(b, c);
    switch (code) {
    case 0: return x;
    case 1: return y;
    case 2: return floor(three ? (x + y) / 2 : (2 * x + y) / 3);
    default: return three ? 0 : floor((x + 2 * y) / 3);
    }
}

static void check_colors(const char *format, const uint8_t *block, uint32_t a, uint32_t b, uint32_t codes,
                         bool punch)
{
    bool three = punch && a <= b;
    for (unsigned t = 0; t < 16; t++) {
        double got[4];
        unsigned code = codes >> 2 * t & 3;
        load(format, block, t, got);
        for (unsigned c = 0; c < 3; c++)
            assert_true(near(got[c], color_of(a, b, code, three, c) / 255));
        if (punch)
            assert_true(got[3] == (three && code == 3 ? 0.0 : 1.0));
    }
}

static void test_bc1_colors(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2000; i++) {
        struct writer w = {0};
        uint32_t a = random_bits(16), b = i % 8 ? random_bits(16) : a;
        uint32_t codes = random_bits(16) | random_bits(16) << 16;
        put(&w, a, 16);
        put(&w, b, 16);
        put(&w, codes, 32);
        check_colors("BC1_UNORM", w.bytes, a, b, codes, true);
    }
}

static void test_bc2_has_four_bits_of_alpha_and_always_four_colors(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 500; i++) {
        struct writer w = {0};
        uint32_t alphas[16], a = random_bits(16), b = random_bits(16);
        uint32_t codes = random_bits(16) | random_bits(16) << 16;
        for (unsigned t = 0; t < 16; t++)
            put(&w, alphas[t] = random_bits(4), 4);
        put(&w, a, 16);
        put(&w, b, 16);
        put(&w, codes, 32);
        check_colors("BC2_UNORM", w.bytes, a, b, codes, false);
        for (unsigned t = 0; t < 16; t++) {
            double got[4];
            load("BC2_UNORM", w.bytes, t, got);
            assert_true(near(got[3], alphas[t] / 15.0));
        }
    }
}

static void test_srgb_blocks_are_linearised_but_for_alpha(void **state)
{
    (void)state;
    struct writer w = {0};
    put(&w, 0x8421, 16); /* alpha */
    put(&w, 0, 48);
    put(&w, 0x7bef, 16); /* 15, 31, 15: 123, 125, 123 */
    put(&w, 0, 48);
    double got[4];
    load("BC2_UNORM_SRGB", w.bytes, 1, got);
    assert_true(near(got[0], (double)(float)pow((123 / 255.0 + 0.055) / 1.055, 2.4)));
    assert_true(near(got[1], (double)(float)pow((125 / 255.0 + 0.055) / 1.055, 2.4)));
    assert_true(near(got[3], 2 / 15.0));
}

/* ---- BC4, BC5, alpha of BC3 ---- */

static double single_of(double a, double b, bool eight, unsigned code, double low)
{
    if (code < 2)
        return code ? b : a;
    if (eight)
        return ((8 - code) * a + (code - 1) * b) / 7;
    return code == 6 ? low : code == 7 ? 1 : ((6 - code) * a + (code - 1) * b) / 5;
}

static double snorm(uint32_t byte)
{
    double v = (int8_t)byte;
    return v < -127 ? -1 : v / 127;
}

static void put_single(struct writer *w, uint32_t a, uint32_t b, unsigned codes[16])
{
    put(w, a, 8);
    put(w, b, 8);
    for (unsigned t = 0; t < 16; t++)
        put(w, codes[t] = random_bits(3), 3);
}

static void test_single_channels(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2000; i++) {
        struct writer w = {0};
        uint32_t a = random_bits(8), b = i % 8 ? random_bits(8) : a;
        unsigned codes[16];
        put_single(&w, a, b, codes);
        for (unsigned t = 0; t < 16; t++) {
            double got[4];
            load("BC4_UNORM", w.bytes, t, got);
            assert_true(near(got[0], single_of(a / 255.0, b / 255.0, a > b, codes[t], 0)));
            assert_true(got[1] == 0 && got[3] == 1);
            load("BC4_SNORM", w.bytes, t, got);
            double expected = single_of(snorm(a), snorm(b), (int8_t)a > (int8_t)b, codes[t], -1);
            assert_true(fabs(got[0] - expected) < 1e-7);
        }
    }
}

static void test_bc3_alpha_and_bc5_green_decode_as_bc4(void **state)
{
    (void)state;
    struct writer w = {0};
    unsigned alphas[16], greens[16];
    put_single(&w, 200, 17, alphas);
    put_single(&w, 9, 90, greens);
    for (unsigned t = 0; t < 16; t++) {
        double got[4];
        load("BC3_UNORM", w.bytes, t, got);
        assert_true(near(got[3], single_of(200 / 255.0, 17 / 255.0, true, alphas[t], 0)));
        load("BC5_UNORM", w.bytes, t, got);
        assert_true(near(got[0], single_of(200 / 255.0, 17 / 255.0, true, alphas[t], 0)));
        assert_true(near(got[1], single_of(9 / 255.0, 90 / 255.0, false, greens[t], 0)));
        assert_true(got[2] == 0 && got[3] == 1);
    }
}

/* ---- partitions ---- */

/* Some pictures of D3D11.3 19.5.14.5 and 19.5.14.6; a star marks a texel with a short index. */
static const struct picture {
    unsigned subsets, number;
    const char *rows;
} pictures[] = {
    {2, 0, "0011 0011 0011 001*"},  {2, 13, "0000 0000 1111 111*"}, {2, 17, "01*1 0001 0000 0000"},
    {2, 26, "01*0 0110 0110 0110"}, {2, 34, "0101 10*0 0101 1010"}, {2, 63, "0100 0100 0111 011*"},
    {3, 0, "001* 0011 0221 222*"},  {3, 3, "022* 0022 0011 011*"},  {3, 23, "0000 1100 *2*0 2210"},
    {3, 10, "0000 11*1 2222 222*"}, {3, 38, "0120 2012 **01 0120"}, {3, 15, "001* 2001 *200 2220"},
};

static void test_partitions_are_those_of_the_figures(void **state)
{
    (void)state;
    for (unsigned i = 0; i < BASE_COUNT(pictures); i++) {
        const struct picture *p = &pictures[i];
        unsigned texel = 0;
        for (const char *at = p->rows; *at; at++) {
            if (*at == ' ')
                continue;
            unsigned subset = bc_subset(p->subsets, p->number, texel);
            bool anchor = texel && bc_anchor(p->subsets, p->number, subset) == texel;
            if (p->subsets == 2 || *at != '*')
                assert_int_equal(anchor, *at == '*');
            if (*at != '*')
                assert_int_equal(subset, *at - '0');
            texel++;
        }
        assert_int_equal(texel, 16);
    }
}

static void test_anchors_lie_in_their_subsets(void **state)
{
    (void)state;
    for (unsigned subsets = 2; subsets <= 3; subsets++)
        for (unsigned p = 0; p < 64; p++)
            for (unsigned s = 0; s < subsets; s++)
                assert_int_equal(bc_subset(subsets, p, bc_anchor(subsets, p, s)), s);
}

/* ---- BC7 ---- */

/* D3D11.3 19.5.14.4: subsets, partition bits, rotation bits, selector bits, colour, alpha, p bits an
   endpoint, p bits a subset, index bits, second index bits. */
static const unsigned bc7_modes[8][10] = {
    {3, 4, 0, 0, 4, 0, 1, 0, 3, 0}, {2, 6, 0, 0, 6, 0, 0, 1, 3, 0}, {3, 6, 0, 0, 5, 0, 0, 0, 2, 0},
    {2, 6, 0, 0, 7, 0, 1, 0, 2, 0}, {1, 0, 2, 1, 5, 6, 0, 0, 2, 3}, {1, 0, 2, 0, 7, 8, 0, 0, 2, 2},
    {1, 0, 0, 0, 7, 7, 1, 0, 4, 0}, {2, 6, 0, 0, 5, 5, 1, 0, 2, 0},
};

static bool is_anchor(unsigned subsets, unsigned partition, unsigned texel)
{
    for (unsigned s = 0; s < subsets; s++)
        if (bc_anchor(subsets, partition, s) == texel)
            return true;
    return false;
}

static void put_indices(struct writer *w, unsigned bits, unsigned subsets, unsigned partition,
                        unsigned out[16])
{
    for (unsigned t = 0; t < 16; t++) {
        unsigned width = bits - is_anchor(subsets, partition, t);
        put(w, out[t] = random_bits(width), width);
    }
}

static unsigned to_byte(unsigned value, unsigned bits)
{
    unsigned out = 0;
    for (int at = 8 - (int)bits; bits && at > -(int)bits; at -= (int)bits)
        out |= at >= 0 ? value << at : value >> -at;
    return out;
}

/* Weight of the second endpoint: index / last in 64ths, to the nearest, halves up. */
static double weight_of(unsigned index, unsigned bits)
{
    return floor(64.0 * index / ((1 << bits) - 1) + 0.5);
}

static unsigned mix(unsigned a, unsigned b, unsigned index, unsigned bits)
{
    double w = weight_of(index, bits);
    return (unsigned)floor(((64 - w) * a + w * b + 32) / 64);
}

static void check_bc7(unsigned number)
{
    const unsigned *m = bc7_modes[number];
    struct writer w = {0};
    unsigned ends[6][4], p_bits[6] = {0}, first[16], second[16];
    put(&w, 1u << number, number + 1);
    unsigned partition = random_bits(m[1]), rotation = random_bits(m[2]), selector = random_bits(m[3]);
    put(&w, partition, m[1]);
    put(&w, rotation, m[2]);
    put(&w, selector, m[3]);
    for (unsigned c = 0; c < 4; c++)
        for (unsigned e = 0; e < 2 * m[0]; e++)
            put(&w, ends[e][c] = random_bits(m[4 + c / 3]), m[4 + c / 3]);
    for (unsigned e = 0; e < 2 * m[0]; e++) {
        if (m[6] || (m[7] && e % 2 == 0))
            put(&w, p_bits[e] = random_bits(1), 1);
        else if (m[7])
            p_bits[e] = p_bits[e - 1];
    }
    put_indices(&w, m[8], m[0], partition, first);
    if (m[9])
        put_indices(&w, m[9], 1, 0, second);
    assert_int_equal(w.at, 128);
    for (unsigned t = 0; t < 16; t++) {
        unsigned s = bc_subset(m[0], partition, t), p = m[6] + m[7], out[4];
        for (unsigned c = 0; c < 4; c++) {
            bool from_second = m[9] && (c == 3) != selector;
            unsigned bits = from_second ? m[9] : m[8], width = m[4 + c / 3];
            unsigned v[2];
            for (unsigned e = 0; e < 2; e++)
                v[e] = to_byte(ends[2 * s + e][c] << p | p_bits[2 * s + e], width + p);
            out[c] = width ? mix(v[0], v[1], from_second ? second[t] : first[t], bits) : 255;
        }
        if (rotation) {
            unsigned alpha = out[3];
            out[3] = out[rotation - 1];
            out[rotation - 1] = alpha;
        }
        double got[4];
        load("BC7_UNORM", w.bytes, t, got);
        for (unsigned c = 0; c < 4; c++)
            assert_true(near(got[c], out[c] / 255.0));
    }
}

static void test_bc7_modes(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4000; i++)
        check_bc7(i % 8);
}

static void test_bc7_without_a_mode_is_zero(void **state)
{
    (void)state;
    uint8_t block[16];
    memset(block, 0xff, sizeof block);
    block[0] = 0;
    double got[4];
    load("BC7_UNORM", block, 5, got);
    for (unsigned c = 0; c < 4; c++)
        assert_true(got[c] == 0);
}

/* ---- BC6H ---- */

/* The columns of D3D11.3 19.5.13.5, table 2, from the lowest bit after the mode: FIELDhigh:low. */
static const struct bc6h_mode {
    unsigned mode, mode_bits, regions, base, delta[3];
    bool transformed;
    const char *fields;
} bc6h_modes[] = {
    {0x00,
     2,
     2,
     10,
     {5, 5, 5},
     true,
     "gy4 by4 bz4 rw9:0 gw9:0 bw9:0 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3 "
     "dd4:0"},
    {0x01,
     2,
     2,
     7,
     {6, 6, 6},
     true,
     "gy5 gz4 gz5 rw6:0 bz0 bz1 by4 gw6:0 by5 bz2 gy4 bw6:0 bz3 bz5 bz4 rx5:0 gy3:0 gx5:0 gz3:0 bx5:0 by3:0 "
     "ry5:0 rz5:0 dd4:0"},
    {0x02,
     5,
     2,
     11,
     {5, 4, 4},
     true,
     "rw9:0 gw9:0 bw9:0 rx4:0 rw10 gy3:0 gx3:0 gw10 bz0 gz3:0 bx3:0 bw10 bz1 by3:0 ry4:0 bz2 rz4:0 bz3 "
     "dd4:0"},
    {0x06,
     5,
     2,
     11,
     {4, 5, 4},
     true,
     "rw9:0 gw9:0 bw9:0 rx3:0 rw10 gz4 gy3:0 gx4:0 gw10 gz3:0 bx3:0 bw10 bz1 by3:0 ry3:0 bz0 bz2 rz3:0 gy4 "
     "bz3 "
     "dd4:0"},
    {0x0a,
     5,
     2,
     11,
     {4, 4, 5},
     true,
     "rw9:0 gw9:0 bw9:0 rx3:0 rw10 by4 gy3:0 gx3:0 gw10 bz0 gz3:0 bx4:0 bw10 by3:0 ry3:0 bz1 bz2 rz3:0 bz4 "
     "bz3 "
     "dd4:0"},
    {0x0e,
     5,
     2,
     9,
     {5, 5, 5},
     true,
     "rw8:0 by4 gw8:0 gy4 bw8:0 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3 "
     "dd4:0"},
    {0x12,
     5,
     2,
     8,
     {6, 5, 5},
     true,
     "rw7:0 gz4 by4 gw7:0 bz2 gy4 bw7:0 bz3 bz4 rx5:0 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry5:0 rz5:0 "
     "dd4:0"},
    {0x16,
     5,
     2,
     8,
     {5, 6, 5},
     true,
     "rw7:0 bz0 by4 gw7:0 gy5 gy4 bw7:0 gz5 bz4 rx4:0 gz4 gy3:0 gx5:0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 "
     "bz3 "
     "dd4:0"},
    {0x1a,
     5,
     2,
     8,
     {5, 5, 6},
     true,
     "rw7:0 bz1 by4 gw7:0 by5 gy4 bw7:0 bz5 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx5:0 by3:0 ry4:0 bz2 rz4:0 "
     "bz3 "
     "dd4:0"},
    {0x1e,
     5,
     2,
     6,
     {6, 6, 6},
     false,
     "rw5:0 gz4 bz0 bz1 by4 gw5:0 gy5 by5 bz2 gy4 bw5:0 gz5 bz3 bz5 bz4 rx5:0 gy3:0 gx5:0 gz3:0 bx5:0 by3:0 "
     "ry5:0 "
     "rz5:0 dd4:0"},
    {0x03, 5, 1, 10, {10, 10, 10}, false, "rw9:0 gw9:0 bw9:0 rx9:0 gx9:0 bx9:0"},
    {0x07, 5, 1, 11, {9, 9, 9}, true, "rw9:0 gw9:0 bw9:0 rx8:0 rw10 gx8:0 gw10 bx8:0 bw10"},
    {0x0b, 5, 1, 12, {8, 8, 8}, true, "rw9:0 gw9:0 bw9:0 rx7:0 rw11 rw10 gx7:0 gw11 gw10 bx7:0 bw11 bw10"},
    {0x0f,
     5,
     1,
     16,
     {4, 4, 4},
     true,
     "rw9:0 gw9:0 bw9:0 rx3:0 rw15 rw14 rw13 rw12 rw11 rw10 gx3:0 gw15 gw14 gw13 gw12 gw11 gw10 bx3:0 bw15 "
     "bw14 "
     "bw13 bw12 bw11 bw10"},
};

/* stored[channel][w x y z], the partition in stored[3][0]. */
static void put_fields(struct writer *w, const char *fields, uint32_t stored[4][4])
{
    while (*fields) {
        unsigned c = *fields == 'r' ? 0 : *fields == 'g' ? 1 : *fields == 'b' ? 2 : 3;
        unsigned e = fields[1] == 'w' ? 0 : fields[1] == 'd' ? 0 : (unsigned)(fields[1] - 'x' + 1);
        char *end;
        unsigned high = (unsigned)strtoul(fields + 2, &end, 10), low = high;
        if (*end == ':')
            low = (unsigned)strtoul(end + 1, &end, 10);
        put(w, stored[c][e] >> low, high - low + 1);
        fields = end + strspn(end, " ");
    }
}

static double signed_of(uint32_t value, unsigned bits)
{
    value &= (uint32_t)((1ull << bits) - 1);
    return value >> (bits - 1) ? (double)value - ldexp(1, (int)bits) : (double)value;
}

static double full_range(double value, unsigned bits, bool is_signed)
{
    double magnitude = fabs(value), last = ldexp(1, (int)bits - is_signed) - 1;
    if (value == 0 || bits >= (is_signed ? 16u : 15u))
        return value;
    double full = magnitude >= last
                      ? (is_signed ? 32767 : 65535)
                      : floor((magnitude * (is_signed ? 32768 : 65536) + (is_signed ? 16384 : 32768)) /
                              ldexp(1, (int)bits - is_signed));
    return value < 0 ? -full : full;
}

static double half_of(double value, bool is_signed)
{
    double scaled = is_signed ? floor(fabs(value) * 31 / 32) : floor(value * 31 / 64);
    double exponent = floor(scaled / 1024), fraction = scaled - exponent * 1024;
    double number = exponent == 31 ? (double)INFINITY
                    : exponent > 0 ? ldexp(1 + fraction / 1024, (int)exponent - 15)
                                   : ldexp(fraction, -24);
    return value < 0 ? -number : number;
}

static double endpoint_of(const struct bc6h_mode *m, uint32_t stored[4][4], unsigned c, unsigned e,
                          bool is_signed)
{
    uint32_t bits = stored[c][e];
    if (e && m->transformed)
        bits = stored[c][0] + (uint32_t)(int32_t)signed_of(bits, m->delta[c]);
    unsigned width = e && !m->transformed ? m->delta[c] : m->base;
    bits &= (uint32_t)((1ull << width) - 1);
    return full_range(is_signed ? signed_of(bits, width) : bits, m->base, is_signed);
}

static void check_bc6h(const struct bc6h_mode *m)
{
    struct writer w = {0};
    uint32_t stored[4][4] = {{0}};
    unsigned indices[16], bits = m->regions == 2 ? 3 : 4;
    for (unsigned c = 0; c < 3; c++)
        for (unsigned e = 0; e < 4; e++)
            stored[c][e] = random_bits(e ? m->delta[c] : m->base);
    stored[3][0] = m->regions == 2 ? random_bits(5) : 0;
    put(&w, m->mode, m->mode_bits);
    put_fields(&w, m->fields, stored);
    put_indices(&w, bits, m->regions, stored[3][0], indices);
    assert_int_equal(w.at, 128);
    for (unsigned t = 0; t < 32; t++) {
        bool is_signed = t >= 16;
        double got[4];
        unsigned s = bc_subset(m->regions, stored[3][0], t % 16);
        load(is_signed ? "BC6H_SF16" : "BC6H_UF16", w.bytes, t % 16, got);
        for (unsigned c = 0; c < 3; c++) {
            double a = endpoint_of(m, stored, c, 2 * s, is_signed);
            double b = endpoint_of(m, stored, c, 2 * s + 1, is_signed);
            double weight = weight_of(indices[t % 16], bits);
            double value = floor((a * (64 - weight) + b * weight + 32) / 64);
            assert_true(got[c] == half_of(value, is_signed));
        }
        assert_true(got[3] == 1);
    }
}

static void test_bc6h_modes(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 200 * BASE_COUNT(bc6h_modes); i++)
        check_bc6h(&bc6h_modes[i % BASE_COUNT(bc6h_modes)]);
}

static void test_bc6h_reserved_modes_are_black(void **state)
{
    (void)state;
    static const uint8_t reserved[] = {0x13, 0x17, 0x1b, 0x1f};
    for (unsigned i = 0; i < 4; i++) {
        uint8_t block[16];
        double got[4];
        memset(block, 0xff, sizeof block);
        block[0] = 0xe0 | reserved[i];
        load("BC6H_UF16", block, 7, got);
        assert_true(got[0] == 0 && got[1] == 0 && got[2] == 0 && got[3] == 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bc1_colors),
        cmocka_unit_test(test_bc2_has_four_bits_of_alpha_and_always_four_colors),
        cmocka_unit_test(test_srgb_blocks_are_linearised_but_for_alpha),
        cmocka_unit_test(test_single_channels),
        cmocka_unit_test(test_bc3_alpha_and_bc5_green_decode_as_bc4),
        cmocka_unit_test(test_partitions_are_those_of_the_figures),
        cmocka_unit_test(test_anchors_lie_in_their_subsets),
        cmocka_unit_test(test_bc7_modes),
        cmocka_unit_test(test_bc7_without_a_mode_is_zero),
        cmocka_unit_test(test_bc6h_modes),
        cmocka_unit_test(test_bc6h_reserved_modes_are_black),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
