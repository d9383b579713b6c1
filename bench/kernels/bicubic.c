/* bicubic: Catmull-Rom resize of packed pixels. */
#include <math.h>

#include "peer.h"

static inline void weights(float t, float w[4])
{
    w[0] = ((-0.5f * t + 1) * t - 0.5f) * t;
    w[1] = (1.5f * t - 2.5f) * t * t + 1;
    w[2] = ((-1.5f * t + 2) * t + 0.5f) * t;
    w[3] = (0.5f * t - 0.5f) * t * t;
}

static inline int clamp(int i, int last)
{
    return i < 0 ? 0 : i > last ? last : i;
}

void peer_bicubic(const struct peer_args *args)
{
    const uint32_t *restrict source = args->buffers[0];
    uint32_t *restrict image = args->buffers[1];
    int width = (int)args->words[0], height = (int)args->words[1];
    int from_width = (int)args->words[2], from_height = (int)args->words[3];
    float scale = peer_float(args->words[4]);
#pragma omp parallel for
    for (int y = 0; y < height; y++) {
        float at_y = ((float)y + 0.5f) * scale - 0.5f, wy[4];
        weights(at_y - floorf(at_y), wy);
        const uint32_t *rows[4];
        for (int j = 0; j < 4; j++)
            rows[j] = source + clamp((int)floorf(at_y) + j - 1, from_height - 1) * from_width;
        for (int x = 0; x < width; x++) {
            float at_x = ((float)x + 0.5f) * scale - 0.5f, wx[4], sum[4] = {0};
            int cell = (int)floorf(at_x);
            weights(at_x - floorf(at_x), wx);
            for (int j = 0; j < 4; j++) {
                float row[4] = {0};
                for (int i = 0; i < 4; i++) {
                    uint32_t texel = rows[j][clamp(cell + i - 1, from_width - 1)];
                    for (int k = 0; k < 4; k++)
                        row[k] += (float)(texel >> 8 * k & 255) * wx[i];
                }
                for (int k = 0; k < 4; k++)
                    sum[k] += row[k] * wy[j];
            }
            uint32_t texel = 0;
            for (int k = 0; k < 4; k++) {
                float value = sum[k] + 0.5f;
                texel |= (uint32_t)(value < 0 ? 0 : value > 255 ? 255 : value) << 8 * k;
            }
            image[y * width + x] = texel;
        }
    }
}
