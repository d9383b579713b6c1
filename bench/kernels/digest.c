/* digest: SHA-256's compression of one block for each lane. Blocks of lanes are the vector direction. */
#include "peer.h"

enum { LANES = 16 };

static inline uint32_t turn(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

void peer_digest(const struct peer_args *args)
{
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const uint32_t *restrict blocks = args->buffers[0], *restrict constants = args->buffers[1];
    uint32_t *restrict digests = args->buffers[2];
    int64_t count = (int64_t)args->counts[0] / 16;
#pragma omp parallel for
    for (int64_t first = 0; first < count; first += LANES) {
        uint32_t w[64][LANES], s[8][LANES];
        for (int i = 0; i < 16; i++)
            for (int l = 0; l < LANES; l++)
                w[i][l] = blocks[(first + l) * 16 + i];
        for (int i = 16; i < 64; i++)
            for (int l = 0; l < LANES; l++) {
                uint32_t x = w[i - 15][l], y = w[i - 2][l];
                w[i][l] = w[i - 16][l] + (turn(x, 7) ^ turn(x, 18) ^ x >> 3) + w[i - 7][l] +
                          (turn(y, 17) ^ turn(y, 19) ^ y >> 10);
            }
        for (int v = 0; v < 8; v++)
            for (int l = 0; l < LANES; l++)
                s[v][l] = start[v];
        for (int i = 0; i < 64; i++)
            for (int l = 0; l < LANES; l++) {
                uint32_t a = s[0][l], b = s[1][l], c = s[2][l], e = s[4][l], f = s[5][l], g = s[6][l];
                uint32_t t1 = s[7][l] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) +
                              constants[i] + w[i][l];
                uint32_t t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
                s[7][l] = g;
                s[6][l] = f;
                s[5][l] = e;
                s[4][l] = s[3][l] + t1;
                s[3][l] = c;
                s[2][l] = b;
                s[1][l] = a;
                s[0][l] = t1 + t2;
            }
        for (int l = 0; l < LANES; l++)
            for (int v = 0; v < 8; v++)
                digests[(first + l) * 8 + v] = s[v][l];
    }
}
