/* simpson: integrals of 4 / (1 + x * x) in doubles. */
#include "peer.h"

enum { BLOCK = 16 };

static inline double value(double x)
{
    return 4.0 / (1.0 + x * x);
}

void peer_simpson(const struct peer_args *args)
{
    double *restrict to = args->buffers[0];
    int64_t parts = (int64_t)args->counts[0];
    uint32_t pairs = args->words[2];
    double step = 1.0 / (double)parts / (2.0 * pairs);
#pragma omp parallel for
    for (int64_t first = 0; first < parts; first += BLOCK) {
        double x[BLOCK], sum[BLOCK] = {0};
        for (int i = 0; i < BLOCK; i++)
            x[i] = (double)(first + i) / (double)parts;
        for (uint32_t pair = 0; pair < pairs; pair++)
            for (int i = 0; i < BLOCK; i++) {
                double middle = x[i] + step, end = middle + step;
                sum[i] += value(x[i]) + 4.0 * value(middle) + value(end);
                x[i] = end;
            }
        for (int i = 0; i < BLOCK; i++)
            to[first + i] = sum[i] * step / 3.0;
    }
}
