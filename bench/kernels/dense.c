/* dense: products of 128 x 128 weights with vectors. */
#include "peer.h"

enum { ROWS = 128, WORDS = 128 };

void peer_dense(const struct peer_args *args)
{
    const float *restrict weights = args->buffers[0], *restrict vectors = args->buffers[1];
    float *restrict products = args->buffers[2];
    int64_t count = (int64_t)args->counts[2] / ROWS;
#pragma omp parallel for
    for (int64_t n = 0; n < count; n++)
        for (int row = 0; row < ROWS; row++) {
            float sum = 0;
            for (int i = 0; i < WORDS; i++)
                sum += weights[row * WORDS + i] * vectors[n * WORDS + i];
            products[n * ROWS + row] = sum;
        }
}
