/* turn: an image of one float, rotated: bilinear, clamped at its edges. */
#include <math.h>

#include "peer.h"

static inline int clamped(int at, int size)
{
    return at < 0 ? 0 : at < size ? at : size - 1;
}

void peer_turn(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0];
    float *restrict to = args->buffers[1];
    float cosine = peer_float(args->words[0]), sine = peer_float(args->words[1]);
    float step_x = peer_float(args->words[2]), step_y = peer_float(args->words[3]);
    int width = (int)args->words[4], height = (int)args->words[5];
#pragma omp parallel for
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++) {
            float x = ((float)column + 0.5f) * step_x - 0.5f, y = ((float)row + 0.5f) * step_y - 0.5f;
            float u = (cosine * x - sine * y + 0.5f) * (float)width - 0.5f;
            float v = (sine * x + cosine * y + 0.5f) * (float)height - 0.5f;
            float left = floorf(u), top = floorf(v);
            int x0 = clamped((int)left, width), x1 = clamped((int)left + 1, width);
            int y0 = clamped((int)top, height) * width, y1 = clamped((int)top + 1, height) * width;
            float a = from[y0 + x0], b = from[y0 + x1], c = from[y1 + x0], d = from[y1 + x1];
            float upper = a + (b - a) * (u - left), lower = c + (d - c) * (u - left);
            to[row * width + column] = upper + (lower - upper) * (v - top);
        }
}
