/* syrk: products of each two rows of a matrix. */
#include "peer.h"

enum { SIZE = 256 };

void peer_syrk(const struct peer_args *args)
{
    const float *restrict rows = args->buffers[0];
    float *restrict products = args->buffers[1];
#pragma omp parallel for
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++) {
            float sum = 0;
            for (int i = 0; i < SIZE; i++)
                sum += rows[y * SIZE + i] * rows[x * SIZE + i];
            products[y * SIZE + x] = sum;
        }
}
