/* The container's checksum: MD5's rounds (RFC 1321) with DXBC's own padding, see docs/container.md. */
#include "dxbc/dxbc.h"

enum { BLOCK = 64, FIRST_BYTE = 20 };

static const uint32_t initial[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};

/* floor(2^32 * |sin(i + 1)|) */
static const uint32_t sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};
static const uint8_t shifts[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

static uint32_t mix(unsigned round, uint32_t b, uint32_t c, uint32_t d)
{
    switch (round) {
    case 0: return (b & c) | (~b & d);
    case 1: return (b & d) | (c & ~d);
    case 2: return b ^ c ^ d;
    default: return c ^ (b | ~d);
    }
}

static unsigned word_of_step(unsigned i)
{
    static const uint8_t factor[4] = {1, 5, 3, 7}, offset[4] = {0, 1, 5, 0};
    return (factor[i / 16] * i + offset[i / 16]) % 16;
}

static void hash_block(uint32_t state[4], const uint8_t *block)
{
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    for (unsigned i = 0; i < 64; i++) {
        uint32_t sum = a + mix(i / 16, b, c, d) + sines[i] + load_u32(block + 4 * word_of_step(i));
        unsigned shift = shifts[i / 16][i % 4];
        a = d;
        d = c;
        c = b;
        b += sum << shift | sum >> (32 - shift);
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

/* The last one or two blocks: the bit count precedes the remaining bytes. */
static void hash_tail(uint32_t state[4], const uint8_t *rest, size_t size, size_t total)
{
    uint8_t block[BLOCK] = {0};
    uint32_t bits = (uint32_t)(total * 8), tail = (uint32_t)(total * 2) | 1;
    if (size >= 56) {
        memcpy(block, rest, size);
        block[size] = 0x80;
        hash_block(state, block);
        memset(block, 0, sizeof block);
    } else {
        memcpy(block + 4, rest, size);
        block[4 + size] = 0x80;
    }
    store_u32(block, bits);
    store_u32(block + 60, tail);
    hash_block(state, block);
}

void dxbc_checksum(struct bytes file, uint32_t sum[4])
{
    memcpy(sum, initial, sizeof initial);
    const uint8_t *at = file.data + FIRST_BYTE;
    size_t total = file.size - FIRST_BYTE, left = total;
    for (; left >= BLOCK; left -= BLOCK, at += BLOCK)
        hash_block(sum, at);
    hash_tail(sum, at, left, total);
}
