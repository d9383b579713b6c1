/* resid: a step of Jacobi's method, and the greatest change of each block. */
#include <math.h>
#include <string.h>

#include "peer.h"

enum { SIDE = 16, MOST = 2048 };

void peer_resid(const struct peer_args *args)
{
    const float *restrict solution = args->buffers[0], *restrict sources = args->buffers[1];
    float *restrict next = args->buffers[2], *restrict changes = args->buffers[3];
    int64_t width = args->words[0], height = args->words[1];
#pragma omp parallel for
    for (int64_t block = 0; block < height / SIDE; block++) {
        float greatest[MOST] = {0};
        for (int64_t y = block * SIDE; y < (block + 1) * SIDE; y++) {
            const float *own = solution + y * width, *source = sources + y * width;
            float *out = next + y * width;
            memcpy(out, own, (size_t)width * sizeof *out);
            for (int64_t x = 1; y && y + 1 < height && x + 1 < width; x++) {
                float value = 0.25f * (own[x - 1] + own[x + 1] + own[x - width] + own[x + width] - source[x]);
                float change = fabsf(value - own[x]);
                out[x] = value;
                greatest[x] = change > greatest[x] ? change : greatest[x];
            }
        }
        for (int64_t at = 0; at < width / SIDE; at++) {
            float most = 0;
            for (int64_t x = at * SIDE; x < (at + 1) * SIDE; x++)
                most = greatest[x] > most ? greatest[x] : most;
            changes[block * (width / SIDE) + at] = most;
        }
    }
}
