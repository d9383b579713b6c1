/* cubes: marching cubes, classification. */
#include "peer.h"

void peer_cubes(const struct peer_args *args)
{
    const float *restrict field = args->buffers[0];
    const uint32_t *restrict triangles = args->buffers[1];
    uint32_t *restrict cases = args->buffers[2], *restrict counts = args->buffers[3];
    int width = (int)args->words[0], height = (int)args->words[1], depth = (int)args->words[2];
    float level = peer_float(args->words[3]);
#pragma omp parallel for
    for (int z = 0; z < depth; z++)
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                uint32_t bits = 0;
                int cell = (z * height + y) * width + x;
                for (int i = 0; i < 8; i++) {
                    int row = (z + (i >> 2)) * (height + 1) + y + (i >> 1 & 1);
                    bits |= (uint32_t)(field[row * (width + 1) + x + (i & 1)] < level) << i;
                }
                cases[cell] = bits;
                counts[cell] = triangles[bits];
            }
}
