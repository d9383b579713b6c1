/* coarse: the residual of Poisson's equation, restricted. */
#include "peer.h"

enum { FINE = 66, COARSE = 32 };

static inline float residual(const float *solution, const float *sources, int64_t i)
{
    float sides = solution[i - 1] + solution[i + 1] + solution[i - FINE] + solution[i + FINE] +
                  solution[i - FINE * FINE] + solution[i + FINE * FINE];
    return sources[i] - (6 * solution[i] - sides);
}

void peer_coarse(const struct peer_args *args)
{
    const float *restrict solution = args->buffers[0], *restrict sources = args->buffers[1];
    float *restrict coarse = args->buffers[2];
#pragma omp parallel for
    for (int64_t z = 0; z < COARSE; z++)
        for (int64_t y = 0; y < COARSE; y++)
            for (int64_t x = 0; x < COARSE; x++) {
                float sum = 0;
                for (int64_t k = 0; k < 8; k++)
                    sum += residual(solution, sources,
                                    ((2 * z + 1 + (k >> 2)) * FINE + 2 * y + 1 + (k >> 1 & 1)) * FINE +
                                        2 * x + 1 + (k & 1));
                coarse[(z * COARSE + y) * COARSE + x] = sum * 0.125f;
            }
}
