/* Decimal text of floats by exact integer arithmetic, for the values and texts that are common: the C library takes
   ten times as long. All others are left to it. */
#include <math.h>

#include "base/base.h"
#include "io.h"

/* Powers that a double holds exactly. */
static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                              1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
enum { TENS = sizeof tens / sizeof tens[0] };

/* ---- parsing ---- */

struct decimal {
    uint64_t digits;
    int exponent; /* of ten */
    bool negative;
};

/* Reads digits, with a point at most once; false when there are none or too many for 64 bits. */
static bool scan_digits(const char **text, struct decimal *out)
{
    const char *at = *text;
    int count = 0, significant = 0, point = -1;
    for (;; at++) {
        if (*at == '.' && point < 0) {
            point = count;
            continue;
        }
        if (*at < '0' || *at > '9')
            break;
        out->digits = out->digits * 10 + (uint64_t)(*at - '0');
        significant += out->digits != 0;
        count++;
        if (significant > 19)
            return false;
    }
    out->exponent = point < 0 ? 0 : point - count;
    *text = at;
    return count > 0;
}

static bool scan_exponent(const char **text, struct decimal *out)
{
    const char *at = *text;
    if (*at != 'e' && *at != 'E')
        return true;
    bool negative = at[1] == '-';
    at += 1 + (at[1] == '-' || at[1] == '+');
    int value = 0, count = 0;
    for (; *at >= '0' && *at <= '9' && count < 4; at++, count++)
        value = value * 10 + (*at - '0');
    out->exponent += negative ? -value : value;
    *text = at;
    return count > 0;
}

/* A product or quotient of two numbers that are exact is rounded once. */
bool io_scan_double(const char *text, double *value)
{
    struct decimal decimal = {.negative = *text == '-'};
    text += decimal.negative;
    if (!scan_digits(&text, &decimal) || !scan_exponent(&text, &decimal) || *text)
        return false;
    if (decimal.digits > (uint64_t)1 << 53 || decimal.exponent <= -TENS || decimal.exponent >= TENS)
        return false;
    double scaled = decimal.exponent < 0 ? (double)decimal.digits / tens[-decimal.exponent]
                                         : (double)decimal.digits * tens[decimal.exponent];
    *value = decimal.negative ? -scaled : scaled;
    return true;
}

/* Rounding to double first is harmless unless the result is half-way between two floats. */
bool io_scan_float(const char *text, float *value)
{
    enum { BELOW_FLOAT = 29 }; /* bits of a double's fraction that a float does not have */
    const uint64_t half = (uint64_t)1 << (BELOW_FLOAT - 1);
    double wide;
    if (!io_scan_double(text, &wide))
        return false;
    bool normal = fabs(wide) >= 0x1p-126 && fabs(wide) < 0x1p127;
    if (wide != 0 && (!normal || (bits_of_double(wide) & (2 * half - 1)) == half))
        return false;
    *value = (float)wide;
    return true;
}

/* ---- printing ---- */

/* Rounds fraction * 2^exponent * 10^scale to an integer, ties to even. All shifts of the range below fit. */
static uint64_t scaled_integer(uint32_t fraction, int exponent, int scale)
{
    unsigned __int128 top = fraction, bottom = 1;
    for (; scale > 0; scale -= scale < 13 ? scale : 13)
        top *= (uint64_t)tens[scale < 13 ? scale : 13];
    if (scale < 0)
        bottom = (uint64_t)tens[-scale];
    if (exponent > 0)
        top <<= exponent;
    else
        bottom <<= -exponent;
    unsigned __int128 whole = scale < 0 ? top / bottom : top >> (exponent < 0 ? -exponent : 0);
    unsigned __int128 rest = top - whole * bottom;
    bool up = rest * 2 > bottom || (rest * 2 == bottom && (whole & 1));
    return (uint64_t)whole + up;
}

static int add_digits(char *out, uint64_t number, int count)
{
    for (int i = count; i-- > 0; number /= 10)
        out[i] = (char)('0' + number % 10);
    return count;
}

void io_print_integer(char out[40], int64_t value)
{
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    int count = 1;
    for (uint64_t rest = size / 10; rest; rest /= 10)
        count++;
    *out = '-';
    out += value < 0;
    out[add_digits(out, size, count)] = 0;
}

/* The form of %g: `count` digits without zeros at the end, the first of which is of 10^power. */
static void print_form(char *out, uint64_t digits, int count, int power, int precision)
{
    bool fixed = power >= -4 && power < precision;
    int before = !fixed ? 1 : power < 0 ? 0 : power + 1; /* digits before the point */
    char text[24];
    add_digits(text, digits, count);
    int at = 0;
    for (int i = 0; i < before; i++)
        out[at++] = i < count ? text[i] : '0';
    if (fixed && power < 0)
        out[at++] = '0';
    if (count > before)
        out[at++] = '.';
    for (int i = -1; fixed && i > power; i--)
        out[at++] = '0';
    for (int i = before; i < count; i++)
        out[at++] = text[i];
    if (!fixed) {
        out[at++] = 'e';
        out[at++] = power < 0 ? '-' : '+';
        at += add_digits(out + at, (uint64_t)(power < 0 ? -power : power), 2);
    }
    out[at] = 0;
}

/* Whether the decimal is read back as the float; both its parts are exact in a double. */
static bool reads_back(uint64_t digits, int scale, double value)
{
    double back = scale < 0 ? (double)digits * tens[-scale] : (double)digits / tens[scale];
    return (float)back == (float)value;
}

bool io_print_float(char out[40], float value)
{
    enum { SHORTEST = 6, LONGEST = 9 };
    double size = fabs((double)value);
    if (!(size >= 1e-5 && size < 1e12))
        return false;
    uint32_t bits = bits_of_float(value), fraction = (bits & 0x7fffff) | 0x800000;
    int exponent = (int)(bits >> 23 & 255) - 150, power = -5;
    for (; size >= (power + 1 < 0 ? 1 / tens[-(power + 1)] : tens[power + 1]); power++)
        ;
    for (int precision = SHORTEST; precision <= LONGEST; precision++) {
        int first = power, scale = precision - 1 - power;
        uint64_t digits = scaled_integer(fraction, exponent, scale);
        if (digits == (uint64_t)tens[precision]) { /* rounded up to another digit */
            digits /= 10;
            first++;
            scale--;
        }
        if (precision < LONGEST && !reads_back(digits, scale, size))
            continue;
        int count = precision;
        for (; count > 1 && digits % 10 == 0; count--)
            digits /= 10;
        *out = '-';
        print_form(out + (value < 0), digits, count, first, precision);
        return true;
    }
    return false;
}
