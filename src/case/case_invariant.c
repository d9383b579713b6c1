/* Relations between words of resources, "u0[0]+u1[0]==2080", and the names of single words, "u0[3]". */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "case/case_spec.h"

bool case_word_name(const char *text, size_t *length, char slot[64], uint64_t *index)
{
    /* A slot may contain brackets, as in t5@2[3][0]: the last pair is the index. */
    size_t at = strcspn(text, "[ \t"), last = 0;
    while (text[at] == '[') {
        size_t digits = strspn(text + at + 1, "0123456789");
        if (digits == 0 || digits > 18 || text[at + 1 + digits] != ']')
            return false;
        last = at;
        at += digits + 2;
    }
    if (last == 0 || last >= 64)
        return false;
    memcpy(slot, text, last);
    slot[last] = 0;
    *index = strtoull(text + last + 1, NULL, 10);
    *length = at;
    return true;
}

struct expression {
    const char *at;
    case_word_reader *read;
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

static uint32_t word_of_slot(struct expression *x)
{
    char slot[64];
    size_t length;
    uint64_t index;
    uint32_t word = 0;
    if (!case_word_name(x->at, &length, slot, &index) || !x->read(x->context, slot, index, &word)) {
        x->failed = true;
        return 0;
    }
    x->at += length;
    return word;
}

static uint32_t factor(struct expression *x)
{
    skip_space(x);
    if (!isdigit((unsigned char)*x->at))
        return word_of_slot(x);
    char *end;
    bool hex = x->at[0] == '0' && (x->at[1] | 0x20) == 'x';
    unsigned long long value = strtoull(x->at, &end, hex ? 16 : 10);
    x->failed |= value > UINT32_MAX;
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

bool case_invariant(const char *expr, case_word_reader *read, void *context, bool *holds,
                    struct io_error *error)
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
