/* Numbers as the C runtime that fxc was built with prints them: six decimals, 17 significant digits and then
   zeros, and its own words for what is no number. */
#include <math.h>
#include <stdlib.h>

#include "text/text_print.h"

enum { DECIMALS = 6, SIGNIFICANT = 17 };

/* Above this, six decimals are more digits than the runtime computes. */
static const double long_from = 1e11;

/* 17 digits, then zeros, then the point. */
static void print_long(double value, struct strbuf *out)
{
    char text[40];
    snprintf(text, sizeof text, "%.*e", SIGNIFICANT - 1, value);
    const char *digits = text + (text[0] == '-');
    int exponent = atoi(strchr(digits, 'e') + 1);
    if (text[0] == '-')
        strbuf_add_char(out, '-');
    for (int i = 0; i <= exponent + DECIMALS; i++) {
        if (i == exponent + 1)
            strbuf_add_char(out, '.');
        strbuf_add_char(out, i == 0 ? digits[0] : i < SIGNIFICANT ? digits[i + 1] : '0');
    }
}

static void print_finite(double value, struct strbuf *out)
{
    if (fabs(value) < long_from)
        strbuf_printf(out, "%.*f", DECIMALS, value);
    else
        print_long(value, out);
}

/* `quiet`: the mantissa's top bit; `indefinite`: that bit alone, with the sign. */
static void print_special(bool negative, bool infinite, bool quiet, bool indefinite, struct strbuf *out)
{
    const char *word = infinite ? "1.#INF00" : indefinite ? "1.#IND00" : quiet ? "1.#QNAN0" : "1.#SNAN0";
    strbuf_printf(out, "%s%s", negative ? "-" : "", word);
}

void text_print_float(uint32_t bits, struct strbuf *out)
{
    uint32_t mantissa = bits & 0x7fffff;
    if ((bits & 0x7f800000) == 0x7f800000)
        print_special(bits >> 31, mantissa == 0, mantissa >> 22, bits == 0xffc00000, out);
    else if (bits == 0)
        strbuf_add_bytes(out, "0.000000", 8);
    else if (bits == 0x3f800000)
        strbuf_add_bytes(out, "1.000000", 8);
    else
        print_finite((double)float_of_bits(bits), out);
}

void text_print_double(uint64_t bits, struct strbuf *out)
{
    uint64_t mantissa = bits & 0xfffffffffffff;
    if ((bits >> 52 & 0x7ff) == 0x7ff)
        print_special(bits >> 63, mantissa == 0, mantissa >> 51, bits == 0xfff8000000000000, out);
    else
        print_finite(double_of_bits(bits), out);
}

/* Small magnitudes in decimal, others in hexadecimal: the limit that fxc has. */
static void print_integer(uint32_t bits, struct strbuf *out)
{
    enum { DECIMAL_LIMIT = 10000 };
    int32_t value = (int32_t)bits;
    if (value >= 0 && value < 10)
        strbuf_add_char(out, (char)('0' + value));
    else if (value >= -DECIMAL_LIMIT && value <= DECIMAL_LIMIT)
        strbuf_printf(out, "%d", value);
    else
        strbuf_printf(out, "0x%08x", bits);
}

/* Where the table does not tell, the bits do: an exponent that a program would hardly use for an integer. */
static bool looks_like_float(uint32_t bits)
{
    enum { SMALLEST = 0x00700000 };
    uint32_t magnitude = bits >> 31 ? 0u - bits : bits;
    return bits < 0xfff00000 && magnitude > SMALLEST;
}

void text_print_value(uint32_t bits, enum isa_type type, struct strbuf *out)
{
    if (type == ISA_TYPE_F || (type == ISA_TYPE_ANY && looks_like_float(bits)))
        text_print_float(bits, out);
    else
        print_integer(bits, out);
}
