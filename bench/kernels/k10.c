/* k10: the Mandelbrot set. Rows have different costs: threads take a few at a time. */
#include "peer.h"

static uint32_t iterations(float cx, float cy, uint32_t limit)
{
    float x = 0.0f, y = 0.0f;
    uint32_t count = 0;
    while (count < limit && x * x + y * y < 4.0f) {
        float next = x * x - y * y + cx;
        y = 2.0f * x * y + cy;
        x = next;
        count++;
    }
    return count;
}

void peer_k10(const struct peer_args *args)
{
    uint32_t *restrict out = args->buffers[0];
    int64_t width = args->words[0], height = args->words[1];
#pragma omp parallel for schedule(dynamic, 4)
    for (int64_t row = 0; row < height; row++)
        for (int64_t column = 0; column < width; column++)
            out[row * width + column] = iterations((float)column * (3.0f / 1024.0f) - 2.0f,
                                                   (float)row * (2.0f / 1024.0f) - 1.0f, args->words[2]);
}
