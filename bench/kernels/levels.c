/* levels: 8 x 8 cosine transforms divided by steps. */
#include "peer.h"

static const float cosines[8][8] = {
    {0.35355339f, 0.35355339f, 0.35355339f, 0.35355339f, 0.35355339f, 0.35355339f, 0.35355339f, 0.35355339f},
    {0.49039264f, 0.41573481f, 0.27778512f, 0.09754516f, -0.09754516f, -0.27778512f, -0.41573481f,
     -0.49039264f},
    {0.46193977f, 0.19134172f, -0.19134172f, -0.46193977f, -0.46193977f, -0.19134172f, 0.19134172f,
     0.46193977f},
    {0.41573481f, -0.09754516f, -0.49039264f, -0.27778512f, 0.27778512f, 0.49039264f, 0.09754516f,
     -0.41573481f},
    {0.35355339f, -0.35355339f, -0.35355339f, 0.35355339f, 0.35355339f, -0.35355339f, -0.35355339f,
     0.35355339f},
    {0.27778512f, -0.49039264f, 0.09754516f, 0.41573481f, -0.41573481f, -0.09754516f, 0.49039264f,
     -0.27778512f},
    {0.19134172f, -0.46193977f, 0.46193977f, -0.19134172f, -0.19134172f, 0.46193977f, -0.46193977f,
     0.19134172f},
    {0.09754516f, -0.27778512f, 0.41573481f, -0.49039264f, 0.49039264f, -0.41573481f, 0.27778512f,
     -0.09754516f}};

static const float steps[8][8] = {{8, 11, 14, 17, 20, 23, 26, 29},  {10, 13, 16, 19, 22, 25, 28, 31},
                                  {12, 15, 18, 21, 24, 27, 30, 33}, {14, 17, 20, 23, 26, 29, 32, 35},
                                  {16, 19, 22, 25, 28, 31, 34, 37}, {18, 21, 24, 27, 30, 33, 36, 39},
                                  {20, 23, 26, 29, 32, 35, 38, 41}, {22, 25, 28, 31, 34, 37, 40, 43}};

static void transform(const float *restrict from, int64_t pitch, float *restrict to)
{
    float rows[8][8] = {{0}}, sums[8][8] = {{0}};
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
            for (int u = 0; u < 8; u++)
                rows[y][u] += from[y * pitch + x] * cosines[u][x];
    for (int v = 0; v < 8; v++)
        for (int y = 0; y < 8; y++)
            for (int u = 0; u < 8; u++)
                sums[v][u] += rows[y][u] * cosines[v][y];
    for (int v = 0; v < 8; v++)
        for (int u = 0; u < 8; u++)
            to[v * 8 + u] = sums[v][u] / steps[v][u];
}

void peer_levels(const struct peer_args *args)
{
    const float *restrict picture = args->buffers[0];
    float *restrict levels = args->buffers[1];
    int64_t width = args->words[0], height = (int64_t)args->counts[0] / width;
#pragma omp parallel for
    for (int64_t y = 0; y < height / 8; y++)
        for (int64_t x = 0; x < width / 8; x++)
            transform(picture + y * 8 * width + x * 8, width, levels + (y * (width / 8) + x) * 64);
}
