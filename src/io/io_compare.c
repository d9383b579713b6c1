/* Expected against got, by 32-bit words, under the tolerances of docs/test-format.md. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "io.h"

static bool is_nan(uint32_t bits)
{
    return (bits & 0x7fffffff) > 0x7f800000;
}

/* Floats on a line where neighbours differ by 1 and both zeros are 0. */
static int64_t float_order(uint32_t bits)
{
    int64_t magnitude = bits & 0x7fffffff;
    return bits >> 31 ? -magnitude : magnitude;
}

static bool within_ulp(uint32_t expected, uint32_t got, uint32_t ulp)
{
    if (is_nan(expected) || is_nan(got))
        return is_nan(expected) && is_nan(got);
    bool infinite = (expected & 0x7fffffff) == 0x7f800000 || (got & 0x7fffffff) == 0x7f800000;
    if (infinite)
        return expected == got;
    return llabs(float_order(expected) - float_order(got)) <= ulp;
}

static bool within_rel(uint32_t expected, uint32_t got, double rel, double abs)
{
    if (is_nan(expected) || is_nan(got))
        return is_nan(expected) && is_nan(got);
    double e = (double)float_of_bits(expected), g = (double)float_of_bits(got);
    if (isinf(e) || isinf(g))
        return e == g;
    return fabs(e - g) <= rel * fabs(e) + abs;
}

static bool both_zero_or_denormal(uint32_t expected, uint32_t got)
{
    return (expected & 0x7f800000) == 0 && (got & 0x7f800000) == 0;
}

static bool within_steps(uint32_t expected, uint32_t got, uint32_t steps)
{
    for (unsigned shift = 0; shift < 32; shift += 8) {
        int e = (int)(expected >> shift & 0xff), g = (int)(got >> shift & 0xff);
        if ((uint32_t)abs(e - g) > steps)
            return false;
    }
    return true;
}

static bool word_passes(const struct io_tolerance *tolerance, uint32_t expected, uint32_t got)
{
    if (expected == got)
        return true;
    switch (tolerance->kind) {
    case IO_FLOAT_ULP: return within_ulp(expected, got, tolerance->ulp);
    case IO_FLOAT_REL: return within_rel(expected, got, tolerance->rel, tolerance->abs);
    case IO_UNORM_STEP: return within_steps(expected, got, tolerance->steps);
    case IO_EXACT_OR_REL:
        return both_zero_or_denormal(expected, got) ||
               within_rel(expected, got, tolerance->rel, tolerance->abs);
    default: return false;
    }
}

static void note(struct io_difference *out, size_t word, uint32_t expected, uint32_t got)
{
    if (out->count < IO_SHOWN) {
        out->at[out->count].word = word;
        out->at[out->count].expected = expected;
        out->at[out->count].got = got;
    }
    out->count++;
}

static uint32_t word_at(const uint8_t *bytes, size_t size, size_t word)
{
    uint32_t value = 0;
    size_t left = size - word * 4;
    memcpy(&value, bytes + word * 4, left < 4 ? left : 4);
    return value;
}

void io_compare_bytes(const struct io_tolerance *tolerance, const uint8_t *expected, const uint8_t *got,
                      size_t size, const uint8_t *mask, struct io_difference *out)
{
    *out = (struct io_difference){0};
    size_t words = (size + 3) / 4;
    for (size_t i = 0; i < words; i++) {
        uint32_t bits = mask ? word_at(mask, size, i) : UINT32_MAX;
        uint32_t e = word_at(expected, size, i) & bits, g = word_at(got, size, i) & bits;
        if (!word_passes(tolerance, e, g))
            note(out, i, e, g);
    }
    double allowed = tolerance->kind == IO_FRACTION ? tolerance->max_mismatch * (double)words : 0;
    out->differs = (double)out->count > allowed;
}

static int by_value(const void *a, const void *b)
{
    uint32_t x = load_u32(a), y = load_u32(b);
    return x < y ? -1 : x > y;
}

bool io_compare_multiset(const struct io_tolerance *tolerance, const uint8_t *expected, const uint8_t *got,
                         size_t size, size_t first, size_t end, struct io_difference *out)
{
    uint8_t *a = malloc(size + 1), *b = malloc(size + 1);
    if (!a || !b) {
        free(a);
        free(b);
        return false;
    }
    memcpy(a, expected, size);
    memcpy(b, got, size);
    if (end > size / 4)
        end = size / 4;
    if (first < end) {
        qsort(a + 4 * first, end - first, 4, by_value);
        qsort(b + 4 * first, end - first, 4, by_value);
    }
    io_compare_bytes(tolerance, a, b, size, NULL, out);
    free(a);
    free(b);
    return true;
}

void io_compare_equal_or_zero(const uint8_t *expected, const uint8_t *got, size_t size,
                              struct io_difference *out)
{
    *out = (struct io_difference){0};
    for (size_t i = 0; i < size / 4; i++) {
        uint32_t e = load_u32(expected + 4 * i), g = load_u32(got + 4 * i);
        if (g != e && g != 0)
            note(out, i, e, g);
    }
    out->differs = out->count > 0;
}

/* ---- invariants ---- */

struct expression {
    const char *at;
    io_read_word *read;
    void *context;
    bool failed;
};

static void skip_space(struct expression *x)
{
    while (isspace((unsigned char)*x->at))
        x->at++;
}

static bool accept(struct expression *x, char c)
{
    skip_space(x);
    if (*x->at != c)
        return false;
    x->at++;
    return true;
}

/* slot[i] */
static uint32_t word_of_slot(struct expression *x)
{
    char slot[64];
    size_t n = strcspn(x->at, "[ \t");
    uint32_t word = 0;
    if (n == 0 || n >= sizeof slot) {
        x->failed = true;
        return 0;
    }
    memcpy(slot, x->at, n);
    slot[n] = 0;
    x->at += n;
    char *end;
    if (!accept(x, '[')) {
        x->failed = true;
        return 0;
    }
    unsigned long long index = strtoull(x->at, &end, 10);
    x->failed |= end == x->at;
    x->at = end;
    if (!accept(x, ']') || x->failed || !x->read(x->context, slot, index, &word))
        x->failed = true;
    return word;
}

static uint32_t factor(struct expression *x)
{
    skip_space(x);
    if (!isdigit((unsigned char)*x->at))
        return word_of_slot(x);
    char *end;
    unsigned long long value = strtoull(x->at, &end, 0);
    x->at = end;
    return (uint32_t)value;
}

static uint32_t term(struct expression *x)
{
    uint32_t value = factor(x);
    while (!x->failed && accept(x, '*'))
        value *= factor(x);
    return value;
}

static uint32_t sum(struct expression *x)
{
    uint32_t value = term(x);
    while (!x->failed) {
        if (accept(x, '+'))
            value += term(x);
        else if (accept(x, '-'))
            value -= term(x);
        else
            break;
    }
    return value;
}

bool io_invariant(const char *expr, io_read_word *read, void *context, bool *holds, struct io_error *error)
{
    struct expression x = {.at = expr, .read = read, .context = context};
    uint32_t left = sum(&x);
    bool equals = !x.failed && accept(&x, '=') && accept(&x, '=');
    uint32_t right = equals ? sum(&x) : 0;
    skip_space(&x);
    if (!equals || x.failed || *x.at)
        return io_fail(error,
                       "invariant '%s': cannot be read at '%.20s'; expected + - * over slot[i], one ==", expr,
                       x.at);
    *holds = left == right;
    return true;
}
