#include "base.h"

/* Keywords are ASCII in any locale. */
static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool str_equal_nocase(const char *a, const char *b)
{
    while (*a && lower(*a) == lower(*b))
        a++, b++;
    return lower(*a) == lower(*b);
}

bool str_starts(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static unsigned min3(unsigned a, unsigned b, unsigned c)
{
    unsigned m = a < b ? a : b;
    return m < c ? m : c;
}

/* Levenshtein's distance by rows, where a transposition of neighbours is one edit (Damerau; optimal
   string alignment: no part is edited twice). */
unsigned str_distance(const char *a, const char *b)
{
    enum { LIMIT = 64 };
    size_t n = strlen(a), m = strlen(b);
    if (n > LIMIT || m > LIMIT)
        return LIMIT;
    unsigned rows[3][LIMIT + 1], *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= m; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= n; i++) {
        unsigned *oldest = before;
        before = above;
        above = row;
        row = oldest;
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= m; j++) {
            char x = lower(a[i - 1]), y = lower(b[j - 1]);
            row[j] = min3(above[j] + 1, row[j - 1] + 1, above[j - 1] + (x != y));
            bool swapped = i > 1 && j > 1 && x == lower(b[j - 2]) && y == lower(a[i - 2]);
            if (swapped && before[j - 2] + 1 < row[j])
                row[j] = before[j - 2] + 1;
        }
    }
    return row[m];
}

/* Overlong forms, surrogates and characters above U+10FFFF are invalid. */
static uint32_t utf8_character(const char *text, size_t length, size_t *bytes)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)text;
    unsigned char first = at[0];
    size_t count = first < 0x80   ? 1
                   : first < 0xc0 ? 0
                   : first < 0xe0 ? 2
                   : first < 0xf0 ? 3
                   : first < 0xf8 ? 4
                                  : 0;
    if (count == 0 || count > length)
        return UINT32_MAX;
    uint32_t value = count == 1 ? first : first & (0x7fu >> count);
    for (size_t i = 1; i < count; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return UINT32_MAX;
        value = value << 6 | (at[i] & 0x3fu);
    }
    *bytes = count;
    bool valid = value >= least[count] && value <= 0x10ffff && (value < 0xd800 || value > 0xdfff);
    return valid ? value : UINT32_MAX;
}

size_t str_printable(const char *text, size_t length)
{
    size_t bytes = 0;
    uint32_t c = length ? utf8_character(text, length, &bytes) : UINT32_MAX;
    bool is_control = c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029;
    bool reorders = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    return c == UINT32_MAX || is_control || reorders ? 0 : bytes;
}

void strbuf_add_printable(struct strbuf *buf, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        size_t bytes = text[at] == '\t' ? 1 : str_printable(text + at, length - at);
        if (bytes)
            strbuf_add_bytes(buf, text + at, bytes);
        else
            strbuf_printf(buf, "\\x%02x", (unsigned char)text[at]);
        at += bytes ? bytes : 1;
    }
}
