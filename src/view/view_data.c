/* Ranges, histograms and differences of values. */
#include <math.h>
#include <stdlib.h>

#include "view/view.h"

struct view_summary view_summarise(const double *values, size_t count)
{
    struct view_summary summary = {0};
    for (size_t i = 0; i < count; i++) {
        const double value = values[i];
        summary.nans += isnan(value) != 0;
        if (isinf(value))
            summary.infinities[value > 0]++;
        if (!isfinite(value))
            continue;
        summary.low = !summary.finite || value < summary.low ? value : summary.low;
        summary.high = !summary.finite || value > summary.high ? value : summary.high;
        summary.finite++;
    }
    return summary;
}

/* Halves, so that the difference of large limits is finite. */
double view_part(double value, double low, double high)
{
    const double range = high / 2 - low / 2;
    const double part = range > 0 ? (value / 2 - low / 2) / range : 0.5;
    return part < 0 ? 0 : part > 1 ? 1 : part;
}

void view_bin(struct view_summary *summary, const double *values, size_t count, double low, double high)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i]) || values[i] < low || values[i] > high)
            continue;
        size_t bin = (size_t)(view_part(values[i], low, high) * VIEW_BINS);
        bin = bin < VIEW_BINS ? bin : VIEW_BINS - 1;
        if (++summary->bins[bin] > summary->largest)
            summary->largest = summary->bins[bin];
    }
}

double *view_subtract(const double *after, const double *before, size_t count)
{
    double *difference = malloc((count + 1) * sizeof *difference);
    for (size_t i = 0; difference && i < count; i++)
        difference[i] = after[i] == before[i] ? 0 : after[i] - before[i];
    return difference;
}
