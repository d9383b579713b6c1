/* Integers, and the values of immediates. Decimal fractions round to nearest even in any locale. */
#include <locale.h>
#include <stdlib.h>
#include <strings.h>

#include "text/parse/parse.h"

enum {
    DIGITS_LIMIT = 1200,     /* bytes of the longest number: a double printed by %f has 309 + 7 */
    FLOAT_EXACT = 1 << 24,   /* integers up to this are exact floats, */
    FLOAT_EXACT_POWER = 10,  /* and so are powers of ten up to this exponent */
    DOUBLE_EXACT_POWER = 22, /* the same for doubles; integers up to 2^53 */
};
#define DOUBLE_EXACT (UINT64_C(1) << 53)

enum kind { KIND_INVALID, KIND_BITS, KIND_INTEGER, KIND_FRACTION, KIND_INF, KIND_NAN, KIND_IND, KIND_SNAN };

struct number {
    struct span span; /* with its sign */
    struct span digits;
    enum kind kind;
    bool negative, too_large; /* too_large: it overflows `value` */
    uint64_t value;           /* KIND_BITS, KIND_INTEGER: the magnitude */
};

static bool is_alnum(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* ---- lexing ---- */

static bool is_hex(struct span s)
{
    return s.length >= 2 && s.text[0] == '0' && (s.text[1] | 0x20) == 'x';
}

/* An integer ends at a point, which starts the components of a register. */
static struct span scan(struct parser *p, bool integer)
{
    const char *from = p->at;
    for (; p->at < p->stop; p->at++) {
        char c = *p->at;
        bool in_exponent = (c == '+' || c == '-') && p->at > from && (p->at[-1] | 0x20) == 'e' &&
                           is_digit(*from) && !is_hex((struct span){from, (size_t)(p->at - from)});
        if (!is_alnum(c) && (integer || (c != '.' && c != '#' && !in_exponent)))
            break;
    }
    return (struct span){from, (size_t)(p->at - from)};
}

/* True when all of `s` are digits of `base`. */
static bool read_digits(struct span s, unsigned base, struct number *n)
{
    n->value = 0;
    for (size_t i = 0; i < s.length; i++) {
        unsigned digit = (unsigned)hex_digit(s.text[i]);
        if (digit >= base)
            return false;
        if (__builtin_mul_overflow(n->value, base, &n->value) ||
            __builtin_add_overflow(n->value, digit, &n->value))
            n->too_large = true;
    }
    return s.length > 0;
}

static size_t count_digits(struct span s, size_t at)
{
    size_t n = 0;
    while (at + n < s.length && is_digit(s.text[at + n]))
        n++;
    return n;
}

/* digits [. digits] [e [sign] digits] [f | l]; the suffix is cut off. */
static bool is_fraction(struct span *s)
{
    size_t whole = count_digits(*s, 0), at = whole, part = 0;
    if (at < s->length && s->text[at] == '.') {
        part = count_digits(*s, at + 1);
        at += 1 + part;
    }
    if (whole + part == 0)
        return false;
    if (at < s->length && (s->text[at] | 0x20) == 'e') {
        size_t sign = at + 1 < s->length && (s->text[at + 1] == '+' || s->text[at + 1] == '-');
        size_t exponent = count_digits(*s, at + 1 + sign);
        if (!exponent)
            return false;
        at += 1 + sign + exponent;
    }
    size_t length = at;
    if (at < s->length && ((s->text[at] | 0x20) == 'f' || (s->text[at] | 0x20) == 'l'))
        at++;
    bool complete = at == s->length;
    s->length = length;
    return complete;
}

/* INF and NaN as the Microsoft runtime and other C libraries print them. */
static enum kind special_kind(struct span s)
{
    static const struct {
        const char *prefix;
        enum kind kind;
    } words[] = {
        {"1.#INF", KIND_INF}, {"1.#IND", KIND_IND}, {"1.#QNAN", KIND_NAN}, {"1.#SNAN", KIND_SNAN},
        {"1.#NAN", KIND_NAN}, {"inf", KIND_INF},    {"nan", KIND_NAN},
    };
    for (size_t i = 0; i < BASE_COUNT(words); i++)
        if (span_has_prefix(s, words[i].prefix))
            return words[i].kind;
    return KIND_INVALID;
}

static enum kind classify(struct number *n)
{
    struct span *s = &n->digits;
    if (s->length == 0 || s->length > DIGITS_LIMIT)
        return KIND_INVALID;
    if (is_hex(*s))
        return read_digits((struct span){s->text + 2, s->length - 2}, 16, n) ? KIND_BITS : KIND_INVALID;
    if (read_digits(*s, 10, n))
        return KIND_INTEGER;
    enum kind special = special_kind(*s);
    if (special != KIND_INVALID)
        return special;
    return is_fraction(s) ? KIND_FRACTION : KIND_INVALID;
}

static struct number next_number(struct parser *p, bool integer)
{
    struct number n = {0};
    char first = lex_peek(p);
    const char *from = p->at;
    if (first == '-' || first == '+') {
        n.negative = first == '-';
        p->at++;
    }
    n.digits = scan(p, integer);
    n.span = (struct span){from, (size_t)(p->at - from)};
    n.kind = classify(&n);
    return n;
}

static bool number_error(struct parser *p, const struct number *n, const char *what)
{
    return PARSE_ERROR_AT(p, TEXT_NUMBER, n->span, SPAN_ARG(n->span), what);
}

static bool range_error(struct parser *p, const struct number *n, const char *what, int64_t min, int64_t max)
{
    return PARSE_ERROR_AT(p, TEXT_NUMBER_RANGE, n->span, SPAN_ARG(n->span), what, (long long)min,
                          (long long)max);
}

/* ---- integers ---- */

bool parse_integer(struct parser *p, int64_t min, int64_t max, const char *what, int64_t *out)
{
    struct number n = next_number(p, true);
    if (n.kind != KIND_INTEGER && n.kind != KIND_BITS)
        return number_error(p, &n, what);
    if (n.too_large || n.value > INT64_MAX)
        return range_error(p, &n, what, min, max);
    *out = n.negative ? -(int64_t)n.value : (int64_t)n.value;
    return (*out >= min && *out <= max) || range_error(p, &n, what, min, max);
}

bool parse_uint(struct parser *p, uint32_t max, const char *what, uint32_t *out)
{
    int64_t value = 0;
    bool good = parse_integer(p, 0, max, what, &value);
    *out = (uint32_t)value;
    return good;
}

/* ---- decimal fractions ---- */

/* Splits a decimal into mantissa and power of ten; false when the mantissa is above `limit`, that is
   inexact. */
static bool small_decimal(struct span s, uint64_t limit, uint64_t *mantissa, unsigned *power)
{
    bool fraction = false;
    *mantissa = 0;
    *power = 0;
    for (size_t i = 0; i < s.length; i++) {
        char c = s.text[i];
        if (c == '.') {
            fraction = true;
            continue;
        }
        if (!is_digit(c))
            return false;
        *mantissa = *mantissa * 10 + (uint64_t)(c - '0');
        *power += fraction;
        if (*mantissa > limit)
            return false;
    }
    return true;
}

/* strtof or strtod in the "C" locale. */
static bool decimal_in_c_locale(struct span s, float *single, double *wide)
{
    char digits[DIGITS_LIMIT + 1];
    locale_t locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!locale)
        return false;
    memcpy(digits, s.text, s.length);
    digits[s.length] = 0;
    if (single)
        *single = strtof_l(digits, NULL, locale);
    else
        *wide = strtod_l(digits, NULL, locale);
    freelocale(locale);
    return true;
}

/* Fast path: an exact mantissa over an exact power of ten rounds once, in the division. */
static bool float_of(struct span s, float *out)
{
    static const float powers[] = {1e0f, 1e1f, 1e2f, 1e3f, 1e4f, 1e5f, 1e6f, 1e7f, 1e8f, 1e9f, 1e10f};
    uint64_t mantissa;
    unsigned power;
    if (!small_decimal(s, FLOAT_EXACT, &mantissa, &power) || power > FLOAT_EXACT_POWER)
        return decimal_in_c_locale(s, out, NULL);
    *out = (float)mantissa / powers[power];
    return true;
}

static bool double_of(struct span s, double *out)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    uint64_t mantissa;
    unsigned power;
    if (!small_decimal(s, DOUBLE_EXACT, &mantissa, &power) || power > DOUBLE_EXACT_POWER)
        return decimal_in_c_locale(s, NULL, out);
    *out = (double)mantissa / powers[power];
    return true;
}

/* ---- immediates ---- */

/* Bits of INF and NaN. The Microsoft runtime prints 0xffc00000 as -1.#IND and every other negative quiet NaN
   as -1.#QNAN, so these two need different bits. */
static uint32_t special_bits(const struct number *n)
{
    uint32_t sign = n->negative ? 0x80000000u : 0;
    switch (n->kind) {
    case KIND_INF: return sign | 0x7f800000;
    case KIND_SNAN: return sign | 0x7f800001;
    case KIND_NAN: return sign ? 0xffc00001 : 0x7fc00000;
    default: return sign | 0x7fc00000;
    }
}

static uint64_t special_bits64(const struct number *n)
{
    uint64_t bits = special_bits(n);
    uint64_t sign = bits >> 31 << 63, payload = bits & 1;
    uint64_t quiet = (bits & 0x400000) ? UINT64_C(0x0008000000000000) : 0;
    return sign | UINT64_C(0x7ff0000000000000) | quiet | payload;
}

static bool float_bits(struct parser *p, const struct number *n, uint32_t *out)
{
    float value = 0;
    if (n->kind != KIND_FRACTION && n->kind != KIND_INTEGER) {
        *out = special_bits(n);
        return true;
    }
    if (!float_of(n->digits, &value))
        return parse_no_memory(p);
    *out = bits_of_float(n->negative ? -value : value);
    return true;
}

static bool integer_bits(struct parser *p, const struct number *n, uint32_t *out)
{
    uint64_t limit = n->negative ? UINT64_C(0x80000000) : UINT32_MAX;
    *out = n->negative ? 0u - (uint32_t)n->value : (uint32_t)n->value;
    return (!n->too_large && n->value <= limit) ||
           range_error(p, n, "a 32-bit integer", INT32_MIN, UINT32_MAX);
}

/* Hexadecimal gives the bits; a sign is not accepted. */
static bool hex_bits(struct parser *p, const struct number *n, uint64_t max, uint64_t *out)
{
    *out = n->value;
    if (n->negative)
        return number_error(p, n, "hexadecimal bits without a sign");
    return (!n->too_large && n->value <= max) ||
           PARSE_ERROR_AT(p, TEXT_NUMBER, n->span, SPAN_ARG(n->span),
                          max > UINT32_MAX ? "at most 16 hexadecimal digits"
                                           : "at most 8 hexadecimal digits");
}

bool parse_immediate(struct parser *p, enum isa_type type, uint32_t *out)
{
    struct number n = next_number(p, false);
    uint64_t bits;
    if (n.kind == KIND_INVALID)
        return number_error(p, &n, type == ISA_TYPE_F ? "a float" : "an immediate value");
    if (n.kind == KIND_BITS) {
        bool good = hex_bits(p, &n, UINT32_MAX, &bits);
        *out = (uint32_t)bits;
        return good;
    }
    if (n.kind == KIND_INTEGER && type != ISA_TYPE_F)
        return integer_bits(p, &n, out);
    if (!float_bits(p, &n, out))
        return false;
    return type == ISA_TYPE_F || type == ISA_TYPE_ANY || type == ISA_TYPE_D ||
           PARSE_ERROR_AT(p, TEXT_FLOAT_IN_INT, n.span, SPAN_ARG(n.span), *out);
}

bool parse_double(struct parser *p, uint64_t *out)
{
    struct number n = next_number(p, false);
    double value;
    switch (n.kind) {
    case KIND_INVALID: return number_error(p, &n, "a double such as 1.000000l");
    case KIND_BITS: return hex_bits(p, &n, UINT64_MAX, out);
    case KIND_FRACTION:
    case KIND_INTEGER:
        if (!double_of(n.digits, &value))
            return parse_no_memory(p);
        *out = bits_of_double(n.negative ? -value : value);
        return true;
    default: *out = special_bits64(&n); return true;
    }
}
