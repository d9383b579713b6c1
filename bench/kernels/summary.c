/* The ratios of all shaders of a run. */
#include <math.h>
#include <stdlib.h>

#include "kernels.h"

static int by_ratio(const void *a, const void *b)
{
    const struct entry *left = a, *right = b;
    double x = measure_ratio(left->outcome, left->shader, OVER_BEST);
    double y = measure_ratio(right->outcome, right->shader, OVER_BEST);
    return (x > y) - (x < y);
}

size_t summary_entries(const struct outcome *outcomes, size_t count, struct entry *entries)
{
    size_t entry_count = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < outcomes[i].shader_count; k++)
            if (measure_ratio(&outcomes[i], k, OVER_BEST) > 0)
                entries[entry_count++] = (struct entry){&outcomes[i], k};
    qsort(entries, entry_count, sizeof *entries, by_ratio);
    return entry_count;
}

struct summary summary_of(const struct entry *entries, size_t count, int over)
{
    struct summary summary = {.least = INFINITY};
    double logs = 0;
    for (size_t i = 0; i < count; i++) {
        double ratio = measure_ratio(entries[i].outcome, entries[i].shader, over);
        if (ratio <= 0)
            continue;
        logs += log(ratio);
        summary.count++;
        summary.above_1 += ratio > 1;
        summary.above_1_5 += ratio > 1.5;
        summary.least = fmin(summary.least, ratio);
        summary.most = fmax(summary.most, ratio);
    }
    summary.mean = summary.count ? exp(logs / (double)summary.count) : 0;
    return summary;
}
