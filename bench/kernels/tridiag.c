/* tridiag: many tridiagonal systems, interleaved. */
#include "peer.h"

void peer_tridiag(const struct peer_args *args)
{
    const float *restrict sides = args->buffers[0], *restrict right = args->buffers[1];
    float *restrict solution = args->buffers[2], *restrict factors = args->buffers[3];
    int64_t systems = args->words[0], rows = args->words[1], part = systems / 4;
#pragma omp parallel for
    for (int64_t first = 0; first < systems; first += part) {
        for (int64_t x = first; x < first + part; x++) {
            factors[x] = sides[x] * 0.25f;
            solution[x] = right[x] * 0.25f;
        }
        for (int64_t i = 1; i < rows; i++)
            for (int64_t x = i * systems + first; x < i * systems + first + part; x++) {
                float scale = 1 / (4 - sides[x] * factors[x - systems]);
                factors[x] = sides[x] * scale;
                solution[x] = (right[x] - sides[x] * solution[x - systems]) * scale;
            }
        for (int64_t i = rows - 2; i >= 0; i--)
            for (int64_t x = i * systems + first; x < i * systems + first + part; x++)
                solution[x] -= factors[x] * solution[x + systems];
    }
}
