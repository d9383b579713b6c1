/* Values of options and keys. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

/* Digits only: neither sign nor space. Base 16 with 0x; a leading zero is no octal. */
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

bool cli_take_count(const char *option, const char *value, uint64_t limit, uint64_t *out)
{
    const char *end = value;
    if (!read_number(&end, limit, out) || *end)
        return cli_say("%s: invalid number '%s'; expected 0 to %llu", option, value,
                       (unsigned long long)limit);
    return true;
}

bool cli_take_lanes(const char *value, uint32_t *lanes)
{
    *lanes = strcmp(value, "8") == 0 ? 8 : strcmp(value, "16") == 0 ? 16 : 0;
    return *lanes || cli_say("--lanes: invalid number '%s'; expected 8 or 16", value);
}

bool cli_take_engine(const char *value, enum sm5_engine *engine)
{
    if (strcmp(value, "auto") == 0)
        *engine = SM5_ENGINE_AUTO;
    else if (strcmp(value, "interp") == 0)
        *engine = SM5_ENGINE_INTERP;
    else if (strcmp(value, "jit") == 0)
        *engine = SM5_ENGINE_JIT;
    else
        return cli_say("--engine: unknown engine '%s'; expected auto, jit or interp", value);
    return true;
}

bool cli_take_oob(const char *value, enum sm5_oob *oob, bool *all)
{
    static const char *const names[] = {[SM5_OOB_SPEC] = "spec",
                                        [SM5_OOB_ELEMENT] = "element",
                                        [SM5_OOB_BYTE] = "byte",
                                        [SM5_OOB_ROBUST2] = "robust2"};
    *oob = SM5_OOB_SPEC;
    if (all)
        *all = strcmp(value, "all") == 0;
    if (all && *all)
        return true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(value, names[i]) == 0) {
            *oob = (enum sm5_oob)i;
            return true;
        }
    }
    return cli_say("--oob: unknown profile '%s'; expected spec, element, byte%s", value,
                   all ? ", robust2 or all" : " or robust2");
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

bool cli_class_parse(const char *element, const char *table, struct cli_class *out)
{
    *out = (struct cli_class){0};
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
