/* motion: absolute differences of blocks of bytes and their surroundings. */
#include <stdlib.h>

#include "peer.h"

enum { ACROSS = 16, DOWN = 8, SIDE = 4 };

static void search(const uint8_t *restrict now, unsigned width, const uint8_t *restrict before,
                   uint32_t *restrict sums)
{
    for (int y = 0; y < DOWN; y++) {
        uint16_t row[ACROSS] = {0};
        for (int i = 0; i < SIDE; i++)
            for (int k = 0; k < SIDE; k++) {
                const uint8_t *from = before + (unsigned)(y + i) * (width + ACROSS) + k;
                short byte = now[(unsigned)i * width + k];
                for (int x = 0; x < ACROSS; x++)
                    row[x] += (uint16_t)abs((int16_t)(from[x] - byte));
            }
        for (int x = 0; x < ACROSS; x++)
            sums[y * ACROSS + x] = row[x];
    }
}

void peer_motion(const struct peer_args *args)
{
    const uint8_t *now = args->buffers[0], *before = args->buffers[1];
    uint32_t *sums = args->buffers[2];
    int64_t width = args->words[0], blocks = args->words[1],
            rows = (int64_t)args->counts[2] / (ACROSS * DOWN) / blocks;
#pragma omp parallel for
    for (int64_t y = 0; y < rows; y++)
        for (int64_t x = 0; x < blocks; x++)
            search(now + SIDE * (y * width + x), width, before + SIDE * (y * (width + ACROSS) + x),
                   sums + (y * blocks + x) * ACROSS * DOWN);
}
