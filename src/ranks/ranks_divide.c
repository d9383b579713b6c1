#include "ranks/ranks.h"

/* The end of a rank's range, when the weights up to it are `part` of all. */
static uint64_t end_at(uint64_t total, uint64_t grain, double part)
{
    uint64_t end = (uint64_t)((double)total * part + 0.5);
    end = (end + grain / 2) / grain * grain;
    return end < total ? end : total;
}

void ranks_divide(uint64_t total, uint64_t grain, const double *weights, int ranks, struct ranks_range *out)
{
    double all = 0, sum = 0;
    uint64_t first = 0;
    while (grain > 1 && total / grain < 4 * (uint64_t)ranks)
        grain /= 2;
    for (int i = 0; i < ranks; i++)
        all += weights[i];
    for (int i = 0; i < ranks; i++) {
        sum += weights[i];
        uint64_t end = i + 1 < ranks ? end_at(total, grain, sum / all) : total;
        end = end < first ? first : end;
        out[i] = (struct ranks_range){first, end - first};
        first = end;
    }
}
