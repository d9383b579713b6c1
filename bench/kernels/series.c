#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernels.h"

double series_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void series_add(struct series *series, double seconds)
{
    if (series->count < SERIES_MAX)
        series->seconds[series->count++] = seconds;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double series_median(const struct series *series)
{
    double sorted[SERIES_MAX];
    size_t count = series->count;
    if (!count)
        return 0;
    memcpy(sorted, series->seconds, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_value);
    return count % 2 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

double series_least(const struct series *series)
{
    double least = series->count ? series->seconds[0] : 0;
    for (size_t i = 1; i < series->count; i++)
        least = series->seconds[i] < least ? series->seconds[i] : least;
    return least;
}
