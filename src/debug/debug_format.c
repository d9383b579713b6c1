/* Values as text. */
#include <inttypes.h>

#include "debug/debug.h"

static size_t format_binary(uint64_t bits, unsigned width, char *out, size_t size)
{
    char digits[65];
    for (unsigned i = 0; i < width; i++)
        digits[i] = (char)('0' + (bits >> (width - 1 - i) & 1));
    digits[width] = '\0';
    return (size_t)snprintf(out, size, "0b%s", digits);
}

size_t sm5_value_format(const struct sm5_value *value, char format, char *out, size_t size)
{
    uint32_t word = (uint32_t)value->bits;
    bool is_double = value->bytes == 8;
    int length;
    switch (format ? format : is_double ? 'f' : value->type) {
    case 'f':
        length = is_double ? snprintf(out, size, "%.17g", double_of_bits(value->bits))
                           : snprintf(out, size, "%.9g", (double)float_of_bits(word));
        break;
    case 'i': length = snprintf(out, size, "%" PRId32, (int32_t)word); break;
    case 'd':
        length = is_double ? snprintf(out, size, "%" PRId64, (int64_t)value->bits)
                           : snprintf(out, size, "%" PRId32, (int32_t)word);
        break;
    case 'u':
        length =
            is_double ? snprintf(out, size, "%" PRIu64, value->bits) : snprintf(out, size, "%" PRIu32, word);
        break;
    case 'b':
    case 'c':
        length = word == 0 || word == UINT32_MAX ? snprintf(out, size, word ? "true" : "false")
                                                 : snprintf(out, size, "0x%08" PRIx32, word);
        break;
    case 't': return format_binary(value->bits, is_double ? 64 : 32, out, size);
    default:
        length = is_double ? snprintf(out, size, "0x%016" PRIx64, value->bits)
                           : snprintf(out, size, "0x%08" PRIx32, word);
        break;
    }
    return length < 0 ? 0 : (size_t)length;
}
