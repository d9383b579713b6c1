/* kahan: compensated sums in doubles, one a column; a compiler that may reorder would remove the compensation. */
#include "peer.h"

#ifdef __clang__
#pragma float_control(precise, on)
#else
#pragma GCC optimize("no-fast-math")
#endif

enum { BLOCK = 16 };

void peer_kahan(const struct peer_args *args)
{
    const double *restrict from = args->buffers[0];
    double *restrict to = args->buffers[1];
    int64_t columns = args->words[0], rows = args->words[1], sums = (int64_t)args->counts[1];
#pragma omp parallel for
    for (int64_t first = 0; first < sums; first += BLOCK) {
        double sum[BLOCK] = {0}, lost[BLOCK] = {0};
        for (int64_t row = 0; row < rows; row++)
            for (int i = 0; i < BLOCK; i++) {
                double y = from[row * columns + first + i] - lost[i], t = sum[i] + y;
                lost[i] = (t - sum[i]) - y;
                sum[i] = t;
            }
        for (int i = 0; i < BLOCK; i++)
            to[first + i] = sum[i];
    }
}
