/* corners: corners of a picture, from products of gradients summed over 5 x 5. */
#include <stdlib.h>

#include "peer.h"

static int clamp(int x, int count)
{
    return x < 0 ? 0 : x < count ? x : count - 1;
}

/* Products of row y, and of two pixels on each side of it. */
static void products_of(const float *picture, int y, int width, int height, float *rows[3])
{
    const float *row = picture + (int64_t)clamp(y, height) * width;
    const float *above = picture + (int64_t)clamp(y - 1, height) * width;
    const float *below = picture + (int64_t)clamp(y + 1, height) * width;
    for (int i = 0; i < width + 4; i++) {
        int x = i - 2;
        float dx = row[clamp(x + 1, width)] - row[clamp(x - 1, width)];
        float dy = below[clamp(x, width)] - above[clamp(x, width)];
        rows[0][i] = dx * dx;
        rows[1][i] = dy * dy;
        rows[2][i] = dx * dy;
    }
}

static void respond(const float *restrict rows, int64_t pitch, int width, float *restrict out)
{
    for (int x = 0; x < width; x++) {
        float sum[3] = {0};
        for (int k = 0; k < 3; k++)
            for (int v = 0; v < 5; v++)
                for (int u = 0; u < 5; u++)
                    sum[k] += rows[(3 * v + k) * pitch + x + u];
        float trace = sum[0] + sum[1];
        out[x] = sum[0] * sum[1] - sum[2] * sum[2] - 0.05f * trace * trace;
    }
}

void peer_corners(const struct peer_args *args)
{
    const float *restrict picture = args->buffers[0];
    float *restrict out = args->buffers[1];
    int width = (int)args->words[0], height = (int)args->words[1];
    int64_t pitch = width + 4;
#pragma omp parallel
    {
        float *rows = malloc(sizeof *rows * 15 * (size_t)pitch);
#pragma omp for
        for (int y = 0; y < height; y++) {
            for (int v = 0; v < 5 && rows; v++) {
                float *of_row[3] = {rows + 3 * v * pitch, rows + (3 * v + 1) * pitch,
                                    rows + (3 * v + 2) * pitch};
                products_of(picture, y + v - 2, width, height, of_row);
            }
            if (rows)
                respond(rows, pitch, width, out + (int64_t)y * width);
        }
        free(rows);
    }
}
