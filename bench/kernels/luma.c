/* luma: packed pixels to luminance and chroma. */
#include "peer.h"

static uint32_t byte(int x)
{
    return (uint32_t)(x < 0 ? 0 : x > 255 ? 255 : x);
}

void peer_luma(const struct peer_args *args)
{
    const uint32_t *restrict pixels = args->buffers[0];
    uint32_t *restrict converted = args->buffers[1];
    int64_t count = (int64_t)args->counts[0];
#pragma omp parallel for
    for (int64_t i = 0; i < count; i++) {
        uint32_t c = pixels[i];
        int r = c & 255, g = c >> 8 & 255, b = c >> 16 & 255;
        int y = ((66 * r + 129 * g + 25 * b + 128) >> 8) + 16;
        int u = ((-38 * r - 74 * g + 112 * b + 128) >> 8) + 128;
        int v = ((112 * r - 94 * g - 18 * b + 128) >> 8) + 128;
        converted[i] = byte(y) | byte(u) << 8 | byte(v) << 16 | (c & 0xff000000);
    }
}
