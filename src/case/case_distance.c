/* The distance of an expected value and a result. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"
#include "case/case_spec.h"

/* Values are ordered by magnitude: for different signs, the distances to 0 add up. */
static uint64_t ulp(uint64_t a, uint64_t b, uint64_t sign)
{
    uint64_t x = a & (sign - 1), y = b & (sign - 1);
    if ((a ^ b) & sign)
        return x + y;
    return x > y ? x - y : y - x;
}

uint64_t case_ulp_float(uint32_t a, uint32_t b)
{
    return ulp(a, b, 1u << 31);
}

uint64_t case_ulp_double(uint64_t a, uint64_t b)
{
    return ulp(a, b, 1ull << 63);
}

static void format_real(char out[CASE_DISTANCE_BYTES], double expected, double got, uint64_t ulps)
{
    if (isfinite(expected) && isfinite(got))
        snprintf(out, CASE_DISTANCE_BYTES, "off by %.6g (%" PRIu64 " ulp)", fabs(expected - got), ulps);
}

void case_format_distance(char out[CASE_DISTANCE_BYTES], char type, uint64_t expected, uint64_t got)
{
    uint32_t e = (uint32_t)expected, g = (uint32_t)got;
    out[0] = 0;
    if (type == 'd')
        format_real(out, double_of_bits(expected), double_of_bits(got), case_ulp_double(expected, got));
    else if (type == 'f')
        format_real(out, (double)float_of_bits(e), (double)float_of_bits(g), case_ulp_float(e, g));
    else if (type == 'i')
        snprintf(out, CASE_DISTANCE_BYTES, "off by %lld", llabs((long long)(int32_t)e - (int32_t)g));
    else if (type == 'u')
        snprintf(out, CASE_DISTANCE_BYTES, "off by %" PRIu32, e > g ? e - g : g - e);
}
