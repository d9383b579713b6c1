/* dct8: cosine transforms of blocks of 8 x 8. */
#include "peer.h"

void peer_dct8(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0], *restrict cosines = args->buffers[1];
    float *restrict to = args->buffers[2];
    int64_t pitch = args->words[0], height = (int64_t)args->counts[0] / pitch;
    float across[64];
    for (int i = 0; i < 64; i++)
        across[i % 8 * 8 + i / 8] = cosines[i];
#pragma omp parallel for
    for (int64_t top = 0; top < height; top += 8)
        for (int64_t left = 0; left < pitch; left += 8) {
            float rows[64] = {0}, block[64] = {0};
            for (int y = 0; y < 8; y++)
                for (int i = 0; i < 8; i++)
                    for (int x = 0; x < 8; x++)
                        rows[y * 8 + x] += from[(top + y) * pitch + left + i] * across[i * 8 + x];
            for (int y = 0; y < 8; y++)
                for (int k = 0; k < 8; k++)
                    for (int x = 0; x < 8; x++)
                        block[y * 8 + x] += rows[k * 8 + x] * cosines[y * 8 + k];
            for (int y = 0; y < 8; y++)
                for (int x = 0; x < 8; x++)
                    to[(top + y) * pitch + left + x] = block[y * 8 + x];
        }
}
