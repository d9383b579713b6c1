/* False colours: from dark blue over green to yellow, monotonic in lightness; differences from blue over grey to red. */
#include <math.h>

#include "view/view.h"

static const uint32_t sequential[] = {0x440154, 0x482878, 0x3e4a89, 0x31688e, 0x26828e,
                                      0x1f9e89, 0x35b779, 0x6dcd59, 0xb4de2c, 0xfde725};
static const uint32_t diverging[] = {0x2040b0, 0x6a8bd8, 0xdddddd, 0xe08a70, 0xb01020};

static uint32_t mix(uint32_t a, uint32_t b, double part)
{
    uint32_t colour = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        const double x = a >> shift & 255, y = b >> shift & 255;
        colour |= (uint32_t)lround(x + (y - x) * part) << shift;
    }
    return colour;
}

uint32_t view_colour(double value, double low, double high, bool diverges)
{
    const uint32_t *stops = diverges ? diverging : sequential;
    const size_t last = (diverges ? sizeof diverging : sizeof sequential) / sizeof *stops - 1;
    if (isnan(value))
        return VIEW_NAN;
    if (isinf(value))
        return value > 0 ? VIEW_HIGH : VIEW_LOW;
    const double part = view_part(value, low, high);
    const size_t stop = part * (double)last < (double)last ? (size_t)(part * (double)last) : last - 1;
    return mix(stops[stop], stops[stop + 1], part * (double)last - (double)stop);
}
