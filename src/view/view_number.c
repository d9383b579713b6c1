/* Numbers of data as doubles. */
#include <math.h>
#include <string.h>

#include "view/view.h"

static double half_value(uint16_t bits)
{
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const double sign = bits & 0x8000 ? -1 : 1;
    if (exponent == 31)
        return fraction ? NAN : sign * INFINITY;
    return sign * (exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24));
}

static bool real(const void *at, size_t size, double *value)
{
    uint16_t half;
    float single;
    switch (size) {
    case 2:
        memcpy(&half, at, 2);
        *value = half_value(half);
        return true;
    case 4:
        memcpy(&single, at, 4);
        *value = (double)single;
        return true;
    case 8: memcpy(value, at, 8); return true;
    default: return false;
    }
}

static bool whole(const void *at, size_t size, bool is_signed, double *value)
{
    uint64_t bits = 0;
    if (size != 1 && size != 2 && size != 4 && size != 8)
        return false;
    memcpy(&bits, at, size); /* little-endian */
    const unsigned unused = 64 - 8 * (unsigned)size;
    *value = is_signed ? (double)((int64_t)(bits << unused) >> unused) : (double)bits;
    return true;
}

bool view_number(const void *at, char kind, size_t size, double *value)
{
    switch (kind) {
    case 'f': return real(at, size, value);
    case 'i': return whole(at, size, true, value);
    case 'u':
    case 'b':
    case '?': return whole(at, size, false, value);
    default: return false;
    }
}
