/* mandel64: the Mandelbrot set in doubles, as k10. */
#include "peer.h"

static uint32_t iterations(double cx, double cy, uint32_t limit)
{
    double x = 0.0, y = 0.0;
    uint32_t count = 0;
    while (count < limit && x * x + y * y < 4.0) {
        double next = x * x - y * y + cx;
        y = 2.0 * x * y + cy;
        x = next;
        count++;
    }
    return count;
}

void peer_mandel64(const struct peer_args *args)
{
    uint32_t *restrict out = args->buffers[0];
    int64_t width = args->words[0], height = args->words[1];
#pragma omp parallel for schedule(dynamic, 4)
    for (int64_t row = 0; row < height; row++)
        for (int64_t column = 0; column < width; column++)
            out[row * width + column] = iterations((double)column * (3.0 / 1024.0) - 2.0,
                                                   (double)row * (2.0 / 1024.0) - 1.0, args->words[2]);
}
