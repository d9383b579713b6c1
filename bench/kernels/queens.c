/* queens: ways to place eleven queens after the first three. */
#include <stdbool.h>

#include "peer.h"

enum { SIZE = 11, FULL = (1 << SIZE) - 1 };

static uint32_t count(uint32_t columns, uint32_t left, uint32_t right)
{
    uint32_t ways = columns == FULL;
    for (uint32_t free = FULL & ~(columns | left | right); free; free &= free - 1) {
        uint32_t queen = free & (0 - free);
        ways += count(columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    return ways;
}

void peer_queens(const struct peer_args *args)
{
    uint32_t *restrict ways = args->buffers[0];
#pragma omp parallel for schedule(dynamic, 64)
    for (uint32_t i = 0; i < SIZE * SIZE * SIZE; i++) {
        uint32_t columns = 0, left = 0, right = 0, rest = i;
        bool attacked = false;
        for (int row = 0; row < 3; row++) {
            uint32_t queen = 1u << rest % SIZE;
            rest /= SIZE;
            attacked |= (columns | left | right) & queen;
            columns |= queen;
            left = (left | queen) << 1;
            right = (right | queen) >> 1;
        }
        ways[i] = attacked ? 0 : count(columns, left, right);
    }
}
