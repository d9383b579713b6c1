/* keyed: alpha of RGBA8 pixels from their distance to a colour. */
#include "peer.h"

void peer_keyed(const struct peer_args *args)
{
    uint32_t *restrict pixels = args->buffers[0];
    int64_t count = (int64_t)args->words[0] * 4;
#pragma omp parallel for
    for (int64_t i = 0; i < count; i++) {
        uint32_t pixel = pixels[i];
        float red = (float)(int)(pixel & 255) - 40, green = (float)(int)(pixel >> 8 & 255) - 200,
              blue = (float)(int)(pixel >> 16 & 255) - 60;
        float alpha = (red * red + green * green + blue * blue - 2000) * (255.0f / 16384);
        alpha = alpha < 0 ? 0 : alpha > 255 ? 255 : alpha;
        pixels[i] = (pixel & 0xffffff) | (uint32_t)(int)(alpha + 0.5f) << 24;
    }
}
