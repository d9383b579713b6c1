/* Values of members as text and numbers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/base.h"
#include "io.h"

uint32_t io_column_bytes(const struct io_column *column)
{
    switch (column->type) {
    case 'd': return 8;
    case 'h': return 2;
    case 'c': return 1;
    default: return 4;
    }
}

const char *io_type_words(char type)
{
    switch (type) {
    case 'f': return "a float";
    case 'd': return "a double";
    case 'i': return "a signed 32-bit integer";
    case 'b': return "true, false or an unsigned 32-bit integer";
    case 'h': return "an unsigned 16-bit integer";
    case 'c': return "an unsigned 8-bit integer";
    default: return "an unsigned 32-bit integer";
    }
}

static uint64_t largest(char type)
{
    return type == 'h' ? UINT16_MAX : type == 'c' ? UINT8_MAX : UINT32_MAX;
}

/* "inf", but not "1e999". */
static bool overflows(const char *text, double value)
{
    return isinf(value) && !strpbrk(text, "iI") && strncasecmp(text, "0x", 2) != 0;
}

static bool parse_word(const struct io_column *column, const char *text, uint32_t *word)
{
    char type = column->type == 'f' || column->type == 'i' ? column->type : 'u';
    if (column->type == 'b' && (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)) {
        *word = text[0] == 't';
        return true;
    }
    if (!io_parse_word(text, strlen(text), type, word) || *word > largest(column->type))
        return false;
    return type != 'f' || !overflows(text, (double)float_of_bits(*word));
}

bool io_store_text(const struct io_column *column, const char *text, uint8_t *row)
{
    uint32_t word;
    uint64_t bits;
    bool wide = column->type == 'd';
    if (wide && (!io_parse_double(text, &bits) || overflows(text, double_of_bits(bits))))
        return false;
    if (!wide && !parse_word(column, text, &word))
        return false;
    memcpy(row + column->offset, wide ? (const void *)&bits : &word, io_column_bytes(column));
    return true;
}

bool io_store_number(const struct io_column *column, double number, uint8_t *row)
{
    if (column->type == 'd') {
        memcpy(row + column->offset, &number, 8);
        return true;
    }
    if (column->type == 'f') {
        float value = (float)number;
        memcpy(row + column->offset, &value, 4);
        return !isinf(value) || isinf(number);
    }
    double min = column->type == 'i' ? (double)INT32_MIN : 0;
    double max = column->type == 'i' ? (double)INT32_MAX : (double)largest(column->type);
    if (!(number >= min && number <= max) || number != floor(number))
        return false;
    uint32_t word = (uint32_t)(int64_t)number;
    memcpy(row + column->offset, &word, io_column_bytes(column));
    return true;
}

/* NaN other than the default one is written as its bits. */
void io_format_exact(char out[40], const void *at, char type)
{
    if (type == 'd' && isnan(double_of_bits(load_u64(at))) && load_u64(at) != 0x7ff8000000000000)
        snprintf(out, 40, "0x%016llx", (unsigned long long)load_u64(at));
    else if (type == 'f' && isnan(float_of_bits(load_u32(at))) && load_u32(at) != 0x7fc00000)
        snprintf(out, 40, "0x%08x", load_u32(at));
    else
        io_format_value(out, at, type);
}

static void format_float(char out[40], double value, int shortest, int longest)
{
    for (int digits = shortest; digits <= longest; digits++) {
        snprintf(out, 40, "%.*g", digits, value);
        double back = strtod(out, NULL);
        if (value != value || (longest == 9 ? (float)back == (float)value : back == value))
            return;
    }
}

void io_format_value(char out[40], const void *at, char type)
{
    if (type == 'f' && io_print_float(out, float_of_bits(load_u32(at))))
        return;
    if (type == 'd')
        format_float(out, double_of_bits(load_u64(at)), 6, 17);
    else if (type == 'f')
        format_float(out, (double)float_of_bits(load_u32(at)), 6, 9);
    else if (type == 'i')
        io_print_integer(out, (int32_t)load_u32(at));
    else if (type == 'h')
        io_print_integer(out, load_u16(at));
    else if (type == 'c')
        io_print_integer(out, *(const uint8_t *)at);
    else
        io_print_integer(out, load_u32(at));
}
