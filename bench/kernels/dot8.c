/* dot8: a matrix of signed bytes by a vector of them. */
#include "peer.h"

enum { LENGTH = 256 };

void peer_dot8(const struct peer_args *args)
{
    const int8_t *restrict rows = args->buffers[0], *restrict column = args->buffers[1];
    int32_t *restrict to = args->buffers[2];
    int64_t count = (int64_t)args->counts[2];
#pragma omp parallel for
    for (int64_t i = 0; i < count; i++) {
        const int8_t *row = rows + i * LENGTH;
        int32_t sum = 0;
        for (int k = 0; k < LENGTH; k++)
            sum += row[k] * column[k];
        to[i] = sum;
    }
}
