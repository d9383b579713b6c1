/* BC6H (D3D11.3 19.5.13), bit-exact with the specification's decoder. */
#include "texture/format/format_bc.h"

/* Endpoint values w (the base), x, y and z of each channel; then the partition. */
enum field { RW, GW, BW, RX, GX, BX, RY, GY, BY, RZ, GZ, BZ, D, FIELDS };

/* `count` bits of the header: bits `low` and higher of a field. Segments are consecutive, after the mode. */
struct segment {
    uint8_t field, low, count;
};

enum { SEGMENTS = 24 };

/* D3D11.3 19.5.13.5, table 2. */
/* clang-format off */
static const struct mode {
    uint8_t mode, mode_bits;
    uint8_t regions;
    uint8_t base;     /* bits of w */
    uint8_t delta[3]; /* bits of x, y and z, by channel */
    bool transformed; /* x, y and z are differences to w */
    struct segment segments[SEGMENTS];
} modes[] = {
    {0x00, 2, 2, 10, {5, 5, 5}, true, {{GY, 4, 1}, {BY, 4, 1}, {BZ, 4, 1}, {RW, 0, 10}, {GW, 0, 10},
        {BW, 0, 10}, {RX, 0, 5}, {GZ, 4, 1}, {GY, 0, 4}, {GX, 0, 5}, {BZ, 0, 1}, {GZ, 0, 4}, {BX, 0, 5},
        {BZ, 1, 1}, {BY, 0, 4}, {RY, 0, 5}, {BZ, 2, 1}, {RZ, 0, 5}, {BZ, 3, 1}, {D, 0, 5}}},
    {0x01, 2, 2, 7, {6, 6, 6}, true, {{GY, 5, 1}, {GZ, 4, 1}, {GZ, 5, 1}, {RW, 0, 7}, {BZ, 0, 1}, {BZ, 1, 1},
        {BY, 4, 1}, {GW, 0, 7}, {BY, 5, 1}, {BZ, 2, 1}, {GY, 4, 1}, {BW, 0, 7}, {BZ, 3, 1}, {BZ, 5, 1},
        {BZ, 4, 1}, {RX, 0, 6}, {GY, 0, 4}, {GX, 0, 6}, {GZ, 0, 4}, {BX, 0, 6}, {BY, 0, 4}, {RY, 0, 6},
        {RZ, 0, 6}, {D, 0, 5}}},
    {0x02, 5, 2, 11, {5, 4, 4}, true, {{RW, 0, 10}, {GW, 0, 10}, {BW, 0, 10}, {RX, 0, 5}, {RW, 10, 1},
        {GY, 0, 4}, {GX, 0, 4}, {GW, 10, 1}, {BZ, 0, 1}, {GZ, 0, 4}, {BX, 0, 4}, {BW, 10, 1}, {BZ, 1, 1},
        {BY, 0, 4}, {RY, 0, 5}, {BZ, 2, 1}, {RZ, 0, 5}, {BZ, 3, 1}, {D, 0, 5}}},
    {0x06, 5, 2, 11, {4, 5, 4}, true, {{RW, 0, 10}, {GW, 0, 10}, {BW, 0, 10}, {RX, 0, 4}, {RW, 10, 1},
        {GZ, 4, 1}, {GY, 0, 4}, {GX, 0, 5}, {GW, 10, 1}, {GZ, 0, 4}, {BX, 0, 4}, {BW, 10, 1}, {BZ, 1, 1},
        {BY, 0, 4}, {RY, 0, 4}, {BZ, 0, 1}, {BZ, 2, 1}, {RZ, 0, 4}, {GY, 4, 1}, {BZ, 3, 1}, {D, 0, 5}}},
    {0x0a, 5, 2, 11, {4, 4, 5}, true, {{RW, 0, 10}, {GW, 0, 10}, {BW, 0, 10}, {RX, 0, 4}, {RW, 10, 1},
        {BY, 4, 1}, {GY, 0, 4}, {GX, 0, 4}, {GW, 10, 1}, {BZ, 0, 1}, {GZ, 0, 4}, {BX, 0, 5}, {BW, 10, 1},
        {BY, 0, 4}, {RY, 0, 4}, {BZ, 1, 1}, {BZ, 2, 1}, {RZ, 0, 4}, {BZ, 4, 1}, {BZ, 3, 1}, {D, 0, 5}}},
    {0x0e, 5, 2, 9, {5, 5, 5}, true, {{RW, 0, 9}, {BY, 4, 1}, {GW, 0, 9}, {GY, 4, 1}, {BW, 0, 9}, {BZ, 4, 1},
        {RX, 0, 5}, {GZ, 4, 1}, {GY, 0, 4}, {GX, 0, 5}, {BZ, 0, 1}, {GZ, 0, 4}, {BX, 0, 5}, {BZ, 1, 1},
        {BY, 0, 4}, {RY, 0, 5}, {BZ, 2, 1}, {RZ, 0, 5}, {BZ, 3, 1}, {D, 0, 5}}},
    {0x12, 5, 2, 8, {6, 5, 5}, true, {{RW, 0, 8}, {GZ, 4, 1}, {BY, 4, 1}, {GW, 0, 8}, {BZ, 2, 1}, {GY, 4, 1},
        {BW, 0, 8}, {BZ, 3, 1}, {BZ, 4, 1}, {RX, 0, 6}, {GY, 0, 4}, {GX, 0, 5}, {BZ, 0, 1}, {GZ, 0, 4},
        {BX, 0, 5}, {BZ, 1, 1}, {BY, 0, 4}, {RY, 0, 6}, {RZ, 0, 6}, {D, 0, 5}}},
    {0x16, 5, 2, 8, {5, 6, 5}, true, {{RW, 0, 8}, {BZ, 0, 1}, {BY, 4, 1}, {GW, 0, 8}, {GY, 5, 1}, {GY, 4, 1},
        {BW, 0, 8}, {GZ, 5, 1}, {BZ, 4, 1}, {RX, 0, 5}, {GZ, 4, 1}, {GY, 0, 4}, {GX, 0, 6}, {GZ, 0, 4},
        {BX, 0, 5}, {BZ, 1, 1}, {BY, 0, 4}, {RY, 0, 5}, {BZ, 2, 1}, {RZ, 0, 5}, {BZ, 3, 1}, {D, 0, 5}}},
    {0x1a, 5, 2, 8, {5, 5, 6}, true, {{RW, 0, 8}, {BZ, 1, 1}, {BY, 4, 1}, {GW, 0, 8}, {BY, 5, 1}, {GY, 4, 1},
        {BW, 0, 8}, {BZ, 5, 1}, {BZ, 4, 1}, {RX, 0, 5}, {GZ, 4, 1}, {GY, 0, 4}, {GX, 0, 5}, {BZ, 0, 1},
        {GZ, 0, 4}, {BX, 0, 6}, {BY, 0, 4}, {RY, 0, 5}, {BZ, 2, 1}, {RZ, 0, 5}, {BZ, 3, 1}, {D, 0, 5}}},
    {0x1e, 5, 2, 6, {6, 6, 6}, false, {{RW, 0, 6}, {GZ, 4, 1}, {BZ, 0, 1}, {BZ, 1, 1}, {BY, 4, 1}, {GW, 0, 6},
        {GY, 5, 1}, {BY, 5, 1}, {BZ, 2, 1}, {GY, 4, 1}, {BW, 0, 6}, {GZ, 5, 1}, {BZ, 3, 1}, {BZ, 5, 1},
        {BZ, 4, 1}, {RX, 0, 6}, {GY, 0, 4}, {GX, 0, 6}, {GZ, 0, 4}, {BX, 0, 6}, {BY, 0, 4}, {RY, 0, 6},
        {RZ, 0, 6}, {D, 0, 5}}},
    {0x03, 5, 1, 10, {10, 10, 10}, false, {{RW, 0, 10}, {GW, 0, 10}, {BW, 0, 10}, {RX, 0, 10}, {GX, 0, 10},
        {BX, 0, 10}}},
    {0x07, 5, 1, 11, {9, 9, 9}, true, {{RW, 0, 10}, {GW, 0, 10}, {BW, 0, 10}, {RX, 0, 9}, {RW, 10, 1},
        {GX, 0, 9}, {GW, 10, 1}, {BX, 0, 9}, {BW, 10, 1}}},
    {0x0b, 5, 1, 12, {8, 8, 8}, true, {{RW, 0, 10}, {GW, 0, 10}, {BW, 0, 10}, {RX, 0, 8}, {RW, 11, 1},
        {RW, 10, 1}, {GX, 0, 8}, {GW, 11, 1}, {GW, 10, 1}, {BX, 0, 8}, {BW, 11, 1}, {BW, 10, 1}}},
    {0x0f, 5, 1, 16, {4, 4, 4}, true, {{RW, 0, 10}, {GW, 0, 10}, {BW, 0, 10}, {RX, 0, 4}, {RW, 15, 1},
        {RW, 14, 1}, {RW, 13, 1}, {RW, 12, 1}, {RW, 11, 1}, {RW, 10, 1}, {GX, 0, 4}, {GW, 15, 1}, {GW, 14, 1},
        {GW, 13, 1}, {GW, 12, 1}, {GW, 11, 1}, {GW, 10, 1}, {BX, 0, 4}, {BW, 15, 1}, {BW, 14, 1}, {BW, 13, 1},
        {BW, 12, 1}, {BW, 11, 1}, {BW, 10, 1}}},
};
/* clang-format on */

static const struct mode *find_mode(const uint8_t *block)
{
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++)
        if (bc_bits(block, 0, modes[i].mode_bits) == modes[i].mode)
            return &modes[i];
    return NULL;
}

static void read_fields(const uint8_t *block, const struct mode *mode, int fields[FIELDS])
{
    unsigned at = mode->mode_bits;
    memset(fields, 0, FIELDS * sizeof *fields);
    for (unsigned i = 0; i < SEGMENTS && mode->segments[i].count; i++) {
        const struct segment *s = &mode->segments[i];
        fields[s->field] |= (int)(bc_bits(block, at, s->count) << s->low);
        at += s->count;
    }
}

static int sign_extend(int value, unsigned bits)
{
    int sign = 1 << (bits - 1);
    return ((value & ((1 << bits) - 1)) ^ sign) - sign;
}

/* D3D11.3 19.5.13.6, 19.5.13.7: endpoints are absolute, or differences to the base. */
static int endpoint(const struct mode *mode, const int fields[FIELDS], unsigned which, unsigned c,
                    bool is_signed)
{
    int base = fields[RW + c], value = fields[3 * which + c];
    if (is_signed)
        base = sign_extend(base, mode->base);
    if (which == 0)
        return base;
    if (mode->transformed || is_signed)
        value = sign_extend(value, mode->delta[c]);
    if (!mode->transformed)
        return value;
    value = (value + base) & ((1 << mode->base) - 1);
    return is_signed ? sign_extend(value, mode->base) : value;
}

/* D3D11.3 19.5.13.9 */
static int unquantize(int value, unsigned bits, bool is_signed)
{
    if (!is_signed) {
        if (bits >= 15 || value == 0)
            return value;
        return value == (1 << bits) - 1 ? 0xffff : ((value << 16) + 0x8000) >> bits;
    }
    int magnitude = value < 0 ? -value : value;
    if (bits >= 16 || value == 0)
        return value;
    if (magnitude >= (1 << (bits - 1)) - 1)
        magnitude = 0x7fff;
    else
        magnitude = ((magnitude << 15) + 0x4000) >> (bits - 1);
    return value < 0 ? -magnitude : magnitude;
}

/* D3D11.3 19.5.13.10: scales to the bits of a half. */
static uint16_t half_bits(int value, bool is_signed)
{
    if (!is_signed)
        return (uint16_t)((value * 31) >> 6);
    int magnitude = ((value < 0 ? -value : value) * 31) >> 5;
    return (uint16_t)(value < 0 && magnitude ? 0x8000 | magnitude : magnitude);
}

void bc6h_decode(const uint8_t *block, unsigned texel, bool is_signed, uint16_t out[3])
{
    const struct mode *mode = find_mode(block);
    int fields[FIELDS];
    memset(out, 0, 3 * sizeof *out);
    if (!mode)
        return; /* reserved modes give zeros */
    read_fields(block, mode, fields);
    unsigned partition = (unsigned)fields[D], two = mode->regions == 2, bits = two ? 3 : 4;
    unsigned subset = bc_subset(mode->regions, partition, texel);
    int weight = bc_weight(bits, bc_index(block, two ? 82 : 65, bits, mode->regions, partition, texel));
    for (unsigned c = 0; c < 3; c++) {
        int a = unquantize(endpoint(mode, fields, 2 * subset, c, is_signed), mode->base, is_signed);
        int b = unquantize(endpoint(mode, fields, 2 * subset + 1, c, is_signed), mode->base, is_signed);
        out[c] = half_bits((a * (64 - weight) + b * weight + 32) >> 6, is_signed);
    }
}
