/* Slots as text: "t0", "cb2", "t5@2[3]", "t5,space2". */
#include "base/base.h"
#include "runtime.h"

static bool read_number(const char **text, uint32_t *value)
{
    uint64_t n = 0;
    const char *at = *text;
    for (; *at >= '0' && *at <= '9'; at++) {
        n = n * 10 + (uint64_t)(*at - '0');
        if (n > UINT32_MAX)
            return false;
    }
    bool any = at != *text;
    *text = at;
    *value = (uint32_t)n;
    return any;
}

static bool skip(const char **text, const char *word)
{
    if (!str_starts(*text, word))
        return false;
    *text += strlen(word);
    return true;
}

bool sm5_slot_parse(const char *text, struct sm5_slot *slot)
{
    struct sm5_slot made = {0};
    if (skip(&text, "cb"))
        made.kind = 'b';
    else if (*text && strchr("tubs", *text))
        made.kind = *text++;
    else
        return false;
    if (!read_number(&text, &made.reg))
        return false;
    if ((skip(&text, "@") || skip(&text, ",space")) && !read_number(&text, &made.space))
        return false;
    if (skip(&text, "[") && (!read_number(&text, &made.index) || !skip(&text, "]")))
        return false;
    if (*text)
        return false;
    *slot = made;
    return true;
}

size_t sm5_slot_format(const struct sm5_slot *slot, char *out, size_t size)
{
    char space[16] = "", index[16] = "";
    if (slot->space)
        snprintf(space, sizeof space, "@%u", slot->space);
    if (slot->index)
        snprintf(index, sizeof index, "[%u]", slot->index);
    int length =
        snprintf(out, size, "%s%c%u%s%s", slot->kind == 'b' ? "c" : "", slot->kind, slot->reg, space, index);
    return length < 0 ? 0 : (size_t)length;
}
