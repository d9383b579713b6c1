/* nv12: NV12 to RGBA8. */
#include "peer.h"

static uint8_t byte_of(float value)
{
    value = value < 0.0f ? 0.0f : value < 1.0f ? value : 1.0f;
    return (uint8_t)(int32_t)(value * 255.0f + 0.5f);
}

void peer_nv12(const struct peer_args *args)
{
    const uint8_t *restrict luma = args->buffers[0], *restrict chroma = args->buffers[1];
    uint8_t *restrict to = args->buffers[2];
    int64_t width = args->words[0], height = args->words[1];
#pragma omp parallel for
    for (int64_t row = 0; row < height; row++)
        for (int64_t i = 0; i < width; i++) {
            const uint8_t *pair = chroma + row / 2 * width + i / 2 * 2;
            float y = 1.164f * (float)(luma[row * width + i] - 16) * (1.0f / 255.0f);
            float u = (float)pair[0] * (1.0f / 255.0f) - 0.5f, v = (float)pair[1] * (1.0f / 255.0f) - 0.5f;
            uint8_t *out = to + 4 * (row * width + i);
            out[0] = byte_of(y + 1.596f * v);
            out[1] = byte_of(y - 0.392f * u - 0.813f * v);
            out[2] = byte_of(y + 2.017f * u);
            out[3] = 255;
        }
}
