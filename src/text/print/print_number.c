/* Numbers as the C runtime that fxc was built with prints them: six decimals, 17 significant digits and then
   zeros, halves away from zero, and its own words for what is no number. */
#include <math.h>
#include <stdlib.h>

#include "text/print/print.h"

enum { DECIMALS = 6, SIGNIFICANT = 17, MILLION = 1000000 };

/* ---- whole numbers ---- */

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

/* Small magnitudes in decimal, others in hexadecimal: the limit that fxc has. */
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

/* A million times a float below this has fewer digits than the runtime computes, and is exact in a double: 24
   bits times 5^6 times a power of two. */
static const float long_from = 1e11f;

/* The latest runtime rounds halves to even. */
static bool rounds_up(const struct sm5_program *program, double rest, uint64_t millionths)
{
    bool to_even = rest == 0.5 && text_compiler_of(program) >= TEXT_COMPILER_10_1;
    return to_even ? millionths % 2 : rest >= 0.5;
}

static void print_short(const struct sm5_program *program, float value, struct strbuf *out)
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

/* Adds one to the last of `count` digits, of which the first is no 9. */
static void count_up(char *digits, int count)
{
    while (digits[--count] == '9')
        digits[count] = '0';
    digits[count]++;
}

/* The first 17 digits of a value; gives the power of ten that the first one counts. */
static int significant_digits(double value, char out[SIGNIFICANT])
{
    char text[40];
    snprintf(text, sizeof text, "%.*e", SIGNIFICANT - 1, fabs(value));
    unsigned count = 0;
    const char *at = text;
    for (; *at != 'e'; at++) /* whatever the locale's point is, it is no digit */
        if (*at >= '0' && *at <= '9' && count < SIGNIFICANT)
            out[count++] = *at;
    return atoi(at + 1);
}

/* The runtime computes 17 digits and rounds these once more, in decimal, to six behind the point. */
static void print_long(double value, struct strbuf *out)
{
    enum { LARGEST = 308, SMALLEST = -DECIMALS - 2 }; /* powers; what is smaller prints as 0 */
    char significant[SIGNIFICANT], fixed[1 + LARGEST + 1 + DECIMALS + SIGNIFICANT];
    int power = significant_digits(value, significant);
    if (power < SMALLEST)
        power = SMALLEST;
    int units = 1 + (power > 0 ? power : 0), end = units + 1 + DECIMALS; /* behind a 0 for the carry */
    memset(fixed, '0', sizeof fixed);
    memcpy(fixed + units - power, significant, SIGNIFICANT);
    if (fixed[end] >= '5')
        count_up(fixed, end);
    int first = fixed[0] == '0';
    if (signbit(value))
        strbuf_add_char(out, '-');
    strbuf_add_bytes(out, fixed + first, (size_t)(units + 1 - first));
    strbuf_add_char(out, '.');
    strbuf_add_bytes(out, fixed + units + 1, DECIMALS);
}

/* `quiet`: the mantissa's top bit; `indefinite`: that bit alone, with the sign. */
static void print_special(bool negative, bool infinite, bool quiet, bool indefinite, struct strbuf *out)
{
    const char *word = infinite ? "1.#INF00" : indefinite ? "1.#IND00" : quiet ? "1.#QNAN0" : "1.#SNAN0";
    strbuf_add(out, negative ? "-" : "");
    strbuf_add(out, word);
}

void text_print_float(const struct sm5_program *program, uint32_t bits, struct strbuf *out)
{
    uint32_t mantissa = bits & 0x7fffff;
    float value = float_of_bits(bits);
    if ((bits & 0x7f800000) == 0x7f800000)
        print_special(bits >> 31, mantissa == 0, mantissa >> 22, bits == 0xffc00000, out);
    else if (fabsf(value) < long_from)
        print_short(program, value, out);
    else
        print_long((double)value, out);
}

void text_print_double(uint64_t bits, struct strbuf *out)
{
    uint64_t mantissa = bits & 0xfffffffffffff;
    if ((bits >> 52 & 0x7ff) == 0x7ff)
        print_special(bits >> 63, mantissa == 0, mantissa >> 51, bits == 0xfff8000000000000, out);
    else
        print_long(double_of_bits(bits), out);
}

/* ---- immediates ---- */

/* Where the table does not tell, the bits do: as an integer, of either sign, a program would hardly use them.
 */
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
