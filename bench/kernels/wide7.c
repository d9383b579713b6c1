/* wide7: 7 x 7 filter, weights by the distance from the middle. */
#include <stdlib.h>

#include "peer.h"

enum { WIDTH = 1024, FROM = 1030, SIDE = 7 };

void peer_wide7(const struct peer_args *args)
{
    const float *restrict image = args->buffers[0];
    float *restrict sums = args->buffers[1];
    float weights[SIDE];
    for (int i = 0; i < SIDE; i++)
        weights[i] = peer_float(args->words[i]);
#pragma omp parallel for
    for (int64_t y = 0; y < WIDTH; y++) {
        const float *from = image + y * FROM;
        for (int64_t x = 0; x < WIDTH; x++) {
            float sum = 0;
            for (int j = 0; j < SIDE; j++)
                for (int i = 0; i < SIDE; i++)
                    sum += from[j * FROM + x + i] * weights[abs(j - 3) + abs(i - 3)];
            sums[y * WIDTH + x] = sum;
        }
    }
}
