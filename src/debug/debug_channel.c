/* Channels of texels and elements that are narrower than a word: 8 and 16 bits, and packed formats. */
#include "debug/debug.h"

/* The channel of a value, by the letter that its name ends in. */
static unsigned channel_of(const struct sm5_value *value)
{
    static const char letters[] = "xyzw";
    size_t length = strlen(value->name);
    const char *letter = length ? strchr(letters, value->name[length - 1]) : NULL;
    return letter ? (unsigned)(letter - letters) : 0;
}

/* Gamma and shared exponents are for reading only: no u# has such a format (D3D11.3 19.1.4). */
bool debug_is_channel(const struct debug_values *values, uint32_t i)
{
    const struct format_info *format = values->element ? values->format : NULL;
    unsigned channel = channel_of(&values->list[i]);
    return format && !values->places[i] && format->coding == FORMAT_CHANNELS && format->bytes <= 8 &&
           format->bits[channel] > 0 && format->bits[channel] <= 16;
}

bool debug_assign_channel(struct sm5_debug *d, const struct debug_values *values, uint32_t i, uint32_t value)
{
    const struct format_info *format = values->format;
    unsigned channel = channel_of(&values->list[i]);
    uint32_t words[4] = {0};
    uint64_t made = 0, before = 0;
    words[channel] = value;
    format_store(format, (uint8_t *)&made, words);
    memcpy(&before, values->element, format->bytes);
    uint64_t mask = (((uint64_t)1 << format->bits[channel]) - 1) << format->shift[channel];
    made = (made & mask) | (before & ~mask);
    for (uint32_t at = 0; at < format->bytes; at += sizeof(uint32_t)) {
        uint32_t left = format->bytes - at, size = left < sizeof(uint32_t) ? left : sizeof(uint32_t);
        if (!debug_add_edit(d, values->element + at, (uint32_t)(made >> 8 * at), size))
            return false;
    }
    return true;
}
