#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/base.h"
#include "io.h"

/* Two multiply-and-fold rounds: every input bit affects every output bit. */
static uint32_t hash(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352d;
    x ^= x >> 15;
    x *= 0x846ca68b;
    x ^= x >> 16;
    return x;
}

void io_fill_random(uint32_t *words, size_t from, size_t count, uint32_t seed, enum io_random as,
                    uint32_t below)
{
    uint32_t first = (uint32_t)from * 2654435761u + seed * 40503u;
    for (size_t i = 0; i < count; i++)
        words[i] = hash((uint32_t)i * 2654435761u + first);
    for (size_t i = 0; as == IO_RANDOM_BITS && below && i < count; i++)
        words[i] %= below;
    for (size_t i = 0; as == IO_RANDOM_UNIT && i < count; i++)
        words[i] = bits_of_float((float)(words[i] >> 8) * 0x1p-24f);
    for (size_t i = 0; as == IO_RANDOM_SYM && i < count; i++)
        words[i] = bits_of_float(2.0f * ((float)(words[i] >> 8) * 0x1p-24f) - 1.0f);
}

static bool is_hex(const char *text)
{
    return text[0] == '0' && (text[1] | 0x20) == 'x';
}

/* Uses the bits: a quiet NaN with a payload has no other spelling. */
static bool parse_bits(const char *text, uint64_t limit, uint64_t *bits)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text + 2, &end, 16);
    if (*end || end == text + 2 || errno || value > limit || strspn(text + 2, "+- "))
        return false;
    *bits = value;
    return true;
}

static bool parse_float(const char *text, uint32_t *word)
{
    uint64_t bits = 0;
    if (is_hex(text)) {
        bool ok = parse_bits(text, UINT32_MAX, &bits);
        *word = (uint32_t)bits;
        return ok;
    }
    char *end;
    float value;
    if (io_scan_float(text, &value)) {
        *word = bits_of_float(value);
        return true;
    }
    value = strtof(text, &end);
    if (*end || end == text ||
        (isinf(value) && !strpbrk(text, "iI"))) /* overflow: not the value of the text */
        return false;
    *word = bits_of_float(value);
    return true;
}

bool io_parse_double(const char *text, uint64_t *bits)
{
    if (is_hex(text))
        return parse_bits(text, UINT64_MAX, bits);
    char *end;
    double value;
    if (io_scan_double(text, &value)) {
        *bits = bits_of_double(value);
        return true;
    }
    value = strtod(text, &end);
    if (*end || end == text || (isinf(value) && !strpbrk(text, "iI")))
        return false;
    *bits = bits_of_double(value);
    return true;
}

/* Base 16 only with 0x: a leading zero does not mean octal. */
static bool parse_integer(const char *text, bool is_signed, uint32_t *word)
{
    bool negative = text[0] == '-', hex = strncasecmp(text + negative, "0x", 2) == 0;
    char *end;
    errno = 0;
    if (text[negative] == '-' || text[negative] == '+' || text[negative] == 0)
        return false;
    unsigned long long value = strtoull(text + negative, &end, hex ? 16 : 10);
    if (*end || errno || (negative && !is_signed))
        return false;
    if (negative ? value > 0x80000000u : value > UINT32_MAX)
        return false;
    if (is_signed && !negative && !hex && value > INT32_MAX)
        return false;
    *word = negative ? (uint32_t)(0 - value) : (uint32_t)value;
    return true;
}

bool io_parse_word(const char *text, size_t length, char type, uint32_t *word)
{
    char copy[64];
    if (length == 0 || length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = 0;
    return type == 'f' ? parse_float(copy, word) : parse_integer(copy, type == 'i', word);
}

bool io_parse_words(const char *text, char type, struct io_bytes *out, struct io_error *error)
{
    size_t words = 1;
    for (const char *at = text; *at; at++)
        words += *at == '/';
    uint8_t *data = malloc(words * 4 + 1);
    if (!data)
        return io_fail_memory(error);
    const char *at = text;
    for (size_t i = 0; i < words; i++) {
        size_t length = strcspn(at, "/");
        uint32_t word;
        if (!io_parse_word(at, length, type, &word)) {
            free(data);
            bool separated = memchr(at, ',', length) || memchr(at, ' ', length) || memchr(at, ';', length);
            return io_fail(error, "'%.*s' is not %s%s", (int)length, at,
                           type == 'f'   ? "a float"
                           : type == 'i' ? "a signed 32-bit integer"
                                         : "an unsigned 32-bit integer",
                           separated ? "; expected '/' between words, as in f32:1/2/3" : "");
        }
        memcpy(data + 4 * i, &word, 4);
        at += length + 1;
    }
    data[words * 4] = 0;
    *out = (struct io_bytes){.data = data, .size = words * 4};
    return true;
}
