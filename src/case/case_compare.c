/* Compares expected and actual contents by 32-bit words, with the tolerances of docs/test-format.md. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/base.h"
#include "case/case_spec.h"

/* Bits of the channels of an element, lowest first, repeated over memory. */
struct channels {
    uint8_t bits[4];
    unsigned count, element_bits;
    bool is_signed;
};

/* Parses "R10G10B10A2_UNORM": letters and widths from the lowest bits up, then the kind. Other names, and
   channels that do not divide words evenly, are read as channels of 8 bits. */
static struct channels channels_of(const char *format)
{
    struct channels bytes = {{8, 8, 8, 8}, 4, 32, false}, out = {0};
    const char *at = format;
    while (at && *at && strchr("RGBArgba", *at) && out.count < 4) {
        char *end;
        unsigned long bits = strtoul(at + 1, &end, 10);
        if (end == at + 1 || bits == 0 || bits > 32)
            return bytes;
        out.bits[out.count++] = (uint8_t)bits;
        out.element_bits += (unsigned)bits;
        at = end;
    }
    if (out.count == 0 || *at != '_' || (out.element_bits % 32 && 32 % out.element_bits))
        return bytes;
    out.is_signed = strncasecmp(at, "_SNORM", 6) == 0 || strncasecmp(at, "_SINT", 5) == 0;
    return out;
}

/* ---- floats and doubles ---- */

/* NaN and infinity have no distance: any NaN equals any NaN, infinities must match. */
static bool is_special(double expected, double got, bool *passes)
{
    *passes = isnan(expected) ? isnan(got) : expected == got;
    return !isfinite(expected) || !isfinite(got);
}

static bool within_ulp(double expected, double got, uint64_t distance, uint32_t ulp)
{
    bool passes;
    return is_special(expected, got, &passes) ? passes : distance <= ulp;
}

static bool within_rel(double expected, double got, double rel, double abs)
{
    bool passes;
    return is_special(expected, got, &passes) ? passes : fabs(expected - got) <= rel * fabs(expected) + abs;
}

static bool both_zero_or_denormal(uint32_t expected, uint32_t got)
{
    return (expected & 0x7f800000) == 0 && (got & 0x7f800000) == 0;
}

/* ---- channels ---- */

static int64_t code_value(uint32_t word, unsigned shift, unsigned bits, bool is_signed)
{
    uint32_t code = bits == 32 ? word : word >> shift & ((1u << bits) - 1);
    return is_signed && code >> (bits - 1) ? (int64_t)code - (1ll << bits) : (int64_t)code;
}

/* `word` counts from an element's start: channels of 16 and 32 bits may span several words. */
static bool within_steps(const struct channels *channels, size_t word, uint32_t expected, uint32_t got,
                         uint32_t steps)
{
    unsigned words = channels->element_bits > 32 ? channels->element_bits / 32 : 1;
    unsigned bit = 0, from = (unsigned)(word % words) * 32;
    for (unsigned i = 0; bit < from + 32; i++) {
        unsigned bits = channels->bits[i % channels->count];
        if (bit >= from) {
            int64_t e = code_value(expected, bit - from, bits, channels->is_signed);
            int64_t g = code_value(got, bit - from, bits, channels->is_signed);
            if (llabs(e - g) > steps)
                return false;
        }
        bit += bits;
    }
    return true;
}

/* ---- one value ---- */

static bool double_passes(const struct case_tolerance *tolerance, uint64_t expected, uint64_t got)
{
    double e = double_of_bits(expected), g = double_of_bits(got);
    switch (tolerance->kind) {
    case CASE_FLOAT_ULP: return within_ulp(e, g, case_ulp_double(expected, got), tolerance->ulp);
    case CASE_FLOAT_REL:
    case CASE_EXACT_OR_REL: return within_rel(e, g, tolerance->rel, tolerance->abs);
    default: return false;
    }
}

static bool float_passes(const struct case_tolerance *tolerance, uint32_t expected, uint32_t got)
{
    double e = (double)float_of_bits(expected), g = (double)float_of_bits(got);
    switch (tolerance->kind) {
    case CASE_FLOAT_ULP: return within_ulp(e, g, case_ulp_float(expected, got), tolerance->ulp);
    case CASE_FLOAT_REL: return within_rel(e, g, tolerance->rel, tolerance->abs);
    case CASE_EXACT_OR_REL:
        return both_zero_or_denormal(expected, got) || within_rel(e, g, tolerance->rel, tolerance->abs);
    default: return false;
    }
}

static bool is_integer(char type)
{
    return type == 'i' || type == 'u' || type == 'b';
}

static bool word_passes(const struct case_rule *rule, const struct channels *channels, size_t word, char type,
                        uint32_t expected, uint32_t got)
{
    if (expected == got)
        return true;
    if (rule->compare == CASE_COMPARE_EQUAL_OR_ZERO)
        return got == 0;
    if (rule->tolerance->kind == CASE_UNORM_STEP)
        return within_steps(channels, word, expected, got, rule->tolerance->steps);
    return !is_integer(type) && float_passes(rule->tolerance, expected, got);
}

struct visitor {
    case_visit *visit; /* may be NULL */
    void *context;
    struct case_difference *out;
};

static void add_difference(const struct visitor *visitor, size_t word, char type, uint64_t expected,
                           uint64_t got)
{
    struct case_difference *out = visitor->out;
    if (visitor->visit)
        visitor->visit(visitor->context, word, type, expected, got);
    if (out->count < CASE_SHOWN) {
        out->at[out->count].word = word;
        out->at[out->count].type = type;
        out->at[out->count].expected = expected;
        out->at[out->count].got = got;
    }
    out->count++;
    out->words += type == 'd' ? ((uint32_t)expected != (uint32_t)got) + (expected >> 32 != got >> 32) : 1;
}

/* A multiset of words has no types. */
static char type_of(const struct case_rule *rule, size_t word)
{
    return rule->types && rule->row_words && rule->compare == CASE_COMPARE_ALL
               ? rule->types[word % rule->row_words]
               : 0;
}

/* The last word of a size that is not a multiple of 4 is padded with zeros. */
static uint32_t word_at(const uint8_t *bytes, size_t size, size_t word)
{
    uint32_t value = 0;
    size_t left = size - word * 4;
    memcpy(&value, bytes + word * 4, left < 4 ? left : 4);
    return value;
}

static uint32_t *masked_words(const uint8_t *bytes, const uint8_t *mask, size_t size)
{
    size_t words = (size + 3) / 4;
    uint32_t *out = malloc(words * 4 + 4);
    for (size_t i = 0; out && i < words; i++)
        out[i] = word_at(bytes, size, i) & (mask ? word_at(mask, size, i) : UINT32_MAX);
    return out;
}

static int by_value(const void *a, const void *b)
{
    uint32_t x = load_u32(a), y = load_u32(b);
    return x < y ? -1 : x > y;
}

/* Two multisets are equal when they are equal sorted. */
static void sort_range(const struct case_rule *rule, uint32_t *words, size_t count)
{
    size_t end = rule->end < count ? rule->end : count;
    if (rule->compare == CASE_COMPARE_MULTISET && rule->first < end)
        qsort(words + rule->first, end - rule->first, sizeof *words, by_value);
}

/* Compares the double that starts at a word as one value. */
static size_t compare_at(const struct case_rule *rule, const struct channels *channels, const uint32_t *e,
                         const uint32_t *g, size_t at, size_t words, const struct visitor *out)
{
    char type = type_of(rule, at);
    if (type != 'd' || at + 1 >= words) {
        if (!word_passes(rule, channels, at, type, e[at], g[at]))
            add_difference(out, at, type, e[at], g[at]);
        return 1;
    }
    uint64_t expected = e[at] | (uint64_t)e[at + 1] << 32, got = g[at] | (uint64_t)g[at + 1] << 32;
    if (expected != got && !double_passes(rule->tolerance, expected, got))
        add_difference(out, at, type, expected, got);
    return 2;
}

bool case_compare_each(const struct case_rule *rule, const uint8_t *expected, const uint8_t *got, size_t size,
                       struct case_difference *out, case_visit *visit, void *context)
{
    const struct visitor visitor = {visit, context, out};
    *out = (struct case_difference){0};
    size_t words = (size + 3) / 4;
    struct channels channels = channels_of(rule->format);
    uint32_t *e = masked_words(expected, rule->mask, size), *g = masked_words(got, rule->mask, size);
    bool ok = e && g;
    if (ok) {
        sort_range(rule, e, words);
        sort_range(rule, g, words);
    }
    for (size_t i = 0; ok && i < words;)
        i += compare_at(rule, &channels, e, g, i, words, &visitor);
    free(e);
    free(g);
    bool is_share = rule->tolerance->kind == CASE_FRACTION && rule->compare != CASE_COMPARE_EQUAL_OR_ZERO;
    out->differs = (double)out->words > (is_share ? rule->tolerance->max_mismatch * (double)words : 0);
    return ok;
}

bool case_compare_bytes(const struct case_rule *rule, const uint8_t *expected, const uint8_t *got,
                        size_t size, struct case_difference *out)
{
    return case_compare_each(rule, expected, got, size, out, NULL, NULL);
}
