/* Numbers as the C runtime of fxc prints them: six decimals, zeros after 17 significant digits, ties away
   from zero, and 1.#INF00 and similar for INF and NaN. */
#include <math.h>
#include <stdlib.h>

#include "text/print/print.h"

enum { DECIMALS = 6, SIGNIFICANT = 17, MILLION = 1000000 };

/* ---- integers ---- */

void text_print_unsigned(uint64_t value, struct strbuf *out)
{
    char text[20], *at = text + sizeof text;
    do {
        *--at = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    strbuf_add_bytes(out, at, (size_t)(text + sizeof text - at));
}

void text_print_hex(uint32_t value, struct strbuf *out)
{
    char text[10] = "0x";
    for (unsigned i = 0; i < 8; i++)
        text[2 + i] = "0123456789abcdef"[value >> (28 - 4 * i) & 0xf];
    strbuf_add_bytes(out, text, sizeof text);
}

/* fxc prints small magnitudes in decimal, others in hexadecimal. */
static void print_integer(uint32_t bits, struct strbuf *out)
{
    enum { DECIMAL_LIMIT = 10000 };
    uint32_t magnitude = bits >> 31 ? 0u - bits : bits;
    if (magnitude > DECIMAL_LIMIT) {
        text_print_hex(bits, out);
        return;
    }
    if (bits >> 31)
        strbuf_add_char(out, '-');
    text_print_unsigned(magnitude, out);
}

/* ---- fractions ---- */

/* Below this, a float times 10^6 has at most 17 digits and is exact in a double: 24 bits times 5^6 times a
   power of two. */
static const float exact_limit = 1e11f;

/* The runtime of 10.1 rounds ties to even. */
static bool rounds_up(const struct sm5_program *program, double rest, uint64_t millionths)
{
    bool to_even = rest == 0.5 && text_compiler_of(program) >= TEXT_COMPILER_10_1;
    return to_even ? millionths % 2 : rest >= 0.5;
}

static void print_exact(const struct sm5_program *program, float value, struct strbuf *out)
{
    double scaled = fabs((double)value) * MILLION;
    uint64_t millionths = (uint64_t)scaled;
    millionths += rounds_up(program, scaled - (double)millionths, millionths);
    char text[1 + DECIMALS] = ".";
    for (uint64_t i = DECIMALS, rest = millionths; i > 0; i--, rest /= 10)
        text[i] = (char)('0' + rest % 10);
    if (signbit(value))
        strbuf_add_char(out, '-');
    text_print_unsigned(millionths / MILLION, out);
    strbuf_add_bytes(out, text, sizeof text);
}

/* Increments the last of `count` decimal digits; the first is not 9. */
static void increment_decimal(char *digits, int count)
{
    while (digits[--count] == '9')
        digits[count] = '0';
    digits[count]++;
}

/* The first 17 digits of a value; returns the decimal exponent of the first. */
static int significant_digits(double value, char out[SIGNIFICANT])
{
    char text[40];
    snprintf(text, sizeof text, "%.*e", SIGNIFICANT - 1, fabs(value));
    unsigned count = 0;
    const char *at = text;
    for (; *at != 'e'; at++) /* skips the decimal point of any locale */
        if (*at >= '0' && *at <= '9' && count < SIGNIFICANT)
            out[count++] = *at;
    return atoi(at + 1);
}

/* The runtime computes 17 digits, which it then rounds in decimal to six after the point. */
static void print_rounded(double value, struct strbuf *out)
{
    enum { LARGEST = 308, SMALLEST = -DECIMALS - 2 }; /* exponents; smaller values print as 0 */
    char significant[SIGNIFICANT], fixed[1 + LARGEST + 1 + DECIMALS + SIGNIFICANT];
    int power = significant_digits(value, significant);
    if (power < SMALLEST)
        power = SMALLEST;
    int units = 1 + (power > 0 ? power : 0), end = units + 1 + DECIMALS; /* after a 0 for the carry */
    memset(fixed, '0', sizeof fixed);
    memcpy(fixed + units - power, significant, SIGNIFICANT);
    if (fixed[end] >= '5')
        increment_decimal(fixed, end);
    int first = fixed[0] == '0';
    if (signbit(value))
        strbuf_add_char(out, '-');
    strbuf_add_bytes(out, fixed + first, (size_t)(units + 1 - first));
    strbuf_add_char(out, '.');
    strbuf_add_bytes(out, fixed + units + 1, DECIMALS);
}

/* `quiet`: the mantissa's top bit; `indefinite`: only that bit and the sign. */
static void print_special(bool negative, bool infinite, bool quiet, bool indefinite, struct strbuf *out)
{
    const char *name = infinite ? "1.#INF00" : indefinite ? "1.#IND00" : quiet ? "1.#QNAN0" : "1.#SNAN0";
    strbuf_add(out, negative ? "-" : "");
    strbuf_add(out, name);
}

void text_print_float(const struct sm5_program *program, uint32_t bits, struct strbuf *out)
{
    uint32_t mantissa = bits & 0x7fffff;
    float value = float_of_bits(bits);
    if ((bits & 0x7f800000) == 0x7f800000)
        print_special(bits >> 31, mantissa == 0, mantissa >> 22, bits == 0xffc00000, out);
    else if (fabsf(value) < exact_limit)
        print_exact(program, value, out);
    else
        print_rounded((double)value, out);
}

void text_print_double(uint64_t bits, struct strbuf *out)
{
    uint64_t mantissa = bits & 0xfffffffffffff;
    if ((bits >> 52 & 0x7ff) == 0x7ff)
        print_special(bits >> 63, mantissa == 0, mantissa >> 51, bits == 0xfff8000000000000, out);
    else
        print_rounded(double_of_bits(bits), out);
}

/* ---- immediates ---- */

/* Heuristic for values without a type: programs hardly use integers of such magnitude. */
static bool looks_like_float(uint32_t bits)
{
    enum { LARGEST_INTEGER = 0x00700000 };
    return (bits >> 31 ? 0u - bits : bits) > LARGEST_INTEGER;
}

void text_print_value(const struct sm5_program *program, uint32_t bits, enum isa_type type,
                      struct strbuf *out)
{
    if (type == ISA_TYPE_F || (type == ISA_TYPE_ANY && looks_like_float(bits)))
        text_print_float(program, bits, out);
    else
        print_integer(bits, out);
}
