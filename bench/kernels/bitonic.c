/* bitonic: sorts blocks of 256 keys; loops over runs of pairs, which vectorise. */
#include "peer.h"

enum { BLOCK = 256 };

static void exchange(uint32_t *a, uint32_t *b, int count, int descends)
{
    for (int i = 0; i < count; i++) {
        uint32_t x = a[i], y = b[i], low = x < y ? x : y, high = x < y ? y : x;
        a[i] = descends ? high : low;
        b[i] = descends ? low : high;
    }
}

void peer_bitonic(const struct peer_args *args)
{
    const uint32_t *restrict from = args->buffers[0];
    uint32_t *restrict to = args->buffers[1];
    int64_t blocks = (int64_t)args->counts[0] / BLOCK;
#pragma omp parallel for
    for (int64_t block = 0; block < blocks; block++) {
        uint32_t keys[BLOCK];
        for (int i = 0; i < BLOCK; i++)
            keys[i] = from[block * BLOCK + i];
        for (int size = 2; size <= BLOCK; size *= 2)
            for (int step = size / 2; step > 0; step /= 2)
                for (int i = 0; i < BLOCK; i += 2 * step)
                    exchange(keys + i, keys + i + step, step, (i & size) != 0);
        for (int i = 0; i < BLOCK; i++)
            to[block * BLOCK + i] = keys[i];
    }
}
