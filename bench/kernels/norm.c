/* norm: rows of 256 with mean 0 and deviation 1. */
#include <math.h>

#include "peer.h"

enum { ROW = 256 };

void peer_norm(const struct peer_args *args)
{
    const float *restrict from = args->buffers[0];
    float *restrict to = args->buffers[1];
    int64_t rows = (int64_t)args->counts[0] / ROW;
#pragma omp parallel for
    for (int64_t row = 0; row < rows; row++) {
        const float *x = from + row * ROW;
        float sum = 0, squares = 0;
        for (int i = 0; i < ROW; i++) {
            sum += x[i];
            squares += x[i] * x[i];
        }
        float mean = sum / ROW, scale = 1 / sqrtf(squares / ROW - mean * mean + 0.00001f);
        for (int i = 0; i < ROW; i++)
            to[row * ROW + i] = (x[i] - mean) * scale;
    }
}
