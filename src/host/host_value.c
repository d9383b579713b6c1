/* Numbers, and the values of --class and the key `classes`. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/host.h"

/* Parses digits only: no sign, no space. Base 16 with 0x; a leading zero does not mean octal. */
static bool read_number(const char **text, uint64_t limit, uint64_t *out)
{
    bool hex = (*text)[0] == '0' && ((*text)[1] | 0x20) == 'x';
    const char *digits = hex ? *text + 2 : *text;
    char *end;
    errno = 0;
    unsigned long long number = strtoull(digits, &end, hex ? 16 : 10);
    if (!strchr("0123456789abcdefABCDEF", digits[0]) || !digits[0] || end == digits || errno ||
        number > limit)
        return false;
    *out = number;
    *text = end;
    return true;
}

bool host_parse_range(const char *option, const char *value, uint64_t least, uint64_t limit, uint64_t *out)
{
    const char *end = value;
    if (!read_number(&end, limit, out) || *end || *out < least)
        return host_error("%s: invalid number '%s'; expected %llu to %llu", option, value,
                          (unsigned long long)least, (unsigned long long)limit);
    return true;
}

bool host_parse_count(const char *option, const char *value, uint64_t limit, uint64_t *out)
{
    return host_parse_range(option, value, 0, limit, out);
}

static bool skip(const char **text, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(*text, word, length) != 0)
        return false;
    *text += length;
    return true;
}

static bool read_u32(const char **text, uint32_t *out)
{
    uint64_t number;
    if (!read_number(text, UINT32_MAX, &number))
        return false;
    *out = (uint32_t)number;
    return true;
}

bool host_class_parse(const char *element, const char *table, struct host_class *out)
{
    *out = (struct host_class){0};
    if (!skip(&element, "fp") || !read_u32(&element, &out->interface))
        return false;
    if (skip(&element, "[") && (!read_u32(&element, &out->element) || !skip(&element, "]")))
        return false;
    if (*element || !skip(&table, "ft") || !read_u32(&table, &out->table))
        return false;
    for (int i = 0; i < 4 && skip(&table, i ? "/" : ":"); i++)
        if (!read_u32(&table, &out->instance[i]))
            return false;
    return *table == 0;
}
