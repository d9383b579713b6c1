/* horner: a polynomial of many coefficients. */
#include "peer.h"

enum { BLOCK = 64 };

void peer_horner(const struct peer_args *args)
{
    const float *restrict coefficients = args->buffers[0], *restrict numbers = args->buffers[1];
    float *restrict values = args->buffers[2];
    int64_t count = (int64_t)args->counts[1], degree = args->words[0];
#pragma omp parallel for
    for (int64_t first = 0; first < count; first += BLOCK) {
        float value[BLOCK] = {0};
        for (int64_t i = 0; i < degree; i++)
            for (int64_t k = 0; k < BLOCK; k++)
                value[k] = value[k] * numbers[first + k] + coefficients[i];
        for (int64_t k = 0; k < BLOCK; k++)
            values[first + k] = value[k];
    }
}
