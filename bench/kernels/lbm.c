/* lbm: a step of the lattice Boltzmann method, D2Q9. */
#include "peer.h"

enum { DIRECTIONS = 9 };
static const int along_x[DIRECTIONS] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
static const int along_y[DIRECTIONS] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const float weights[DIRECTIONS] = {4.0f / 9,  1.0f / 9,  1.0f / 9,  1.0f / 9, 1.0f / 9,
                                          1.0f / 36, 1.0f / 36, 1.0f / 36, 1.0f / 36};

void peer_lbm(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0];
    float *restrict to = args->buffers[1];
    int64_t width = args->words[0], height = args->words[1], plane = width * height;
    float omega = peer_float(args->words[2]);
#pragma omp parallel for
    for (int64_t y = 0; y < height; y++) {
        const float *rows[DIRECTIONS];
        for (int i = 0; i < DIRECTIONS; i++)
            rows[i] = from + i * plane + (y + height - along_y[i]) % height * width;
#define CELL(x, NEIGHBOUR)                                                                                   \
    do {                                                                                                     \
        float density[DIRECTIONS], sum = 0, u = 0, v = 0;                                                    \
        for (int i = 0; i < DIRECTIONS; i++) {                                                               \
            density[i] = rows[i][NEIGHBOUR] + 1.5f;                                                          \
            sum += density[i];                                                                               \
            u += density[i] * (float)along_x[i];                                                             \
            v += density[i] * (float)along_y[i];                                                             \
        }                                                                                                    \
        u /= sum;                                                                                            \
        v /= sum;                                                                                            \
        float energy = u * u + v * v;                                                                        \
        for (int i = 0; i < DIRECTIONS; i++) {                                                               \
            float along = (float)along_x[i] * u + (float)along_y[i] * v;                                     \
            float rest = weights[i] * sum * (1 + 3 * along + 4.5f * along * along - 1.5f * energy);          \
            to[i * plane + y * width + (x)] = density[i] + omega * (rest - density[i]);                      \
        }                                                                                                    \
    } while (0)
        CELL(0, (width - along_x[i]) % width);
#pragma omp simd
        for (int64_t x = 1; x < width - 1; x++)
            CELL(x, x - along_x[i]);
        CELL(width - 1, (width - 1 - along_x[i]) % width);
    }
}
