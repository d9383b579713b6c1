/* taps: filter of five rows of bytes, 1 4 6 4 1. */
#include "peer.h"

void peer_taps(const struct peer_args *args)
{
    const uint8_t *restrict picture = args->buffers[0];
    uint8_t *restrict filtered = args->buffers[1];
    int64_t width = (int64_t)args->words[0] * 4, height = (int64_t)args->counts[1] * 4 / width;
#pragma omp parallel for
    for (int64_t y = 0; y < height; y++) {
        const uint8_t *restrict row = picture + y * width;
        for (int64_t x = 0; x < width; x++) {
            int sum = row[x] + row[x + 4 * width] + 4 * (row[x + width] + row[x + 3 * width]) +
                      6 * row[x + 2 * width];
            filtered[y * width + x] = (uint8_t)((sum + 8) >> 4);
        }
    }
}
