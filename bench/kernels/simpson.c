/* simpson: integrals of 4 / (1 + x * x) in doubles. */
#include <string.h>

#include "peer.h"

enum { BLOCK = 16 };

static inline double value(double x)
{
    return 4.0 / (1.0 + x * x);
}

void peer_simpson(const struct peer_args *args)
{
    double *restrict to = args->buffers[0];
    int64_t count = (int64_t)args->counts[0];
    double parts;
    memcpy(&parts, args->words, sizeof parts);
    uint32_t pairs = args->words[2];
    double step = 1.0 / parts / (2.0 * pairs);
#pragma omp parallel for
    for (int64_t first = 0; first < count; first += BLOCK) {
        double x[BLOCK], sum[BLOCK] = {0};
        for (int i = 0; i < BLOCK; i++)
            x[i] = (double)(first + i) / parts;
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
