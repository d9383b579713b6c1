/* Names and types of the words that a test case compares: of structures, constant buffers and texels. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "case/case_run.h"

void case_free_row(struct case_row *row)
{
    host_layout_free(&row->layout);
    free(row->names);
    free(row->types);
    *row = (struct case_row){0};
}

/* ---- types ---- */

static bool allocate(struct case_row *row, uint32_t bytes)
{
    row->bytes = bytes;
    row->types = calloc(bytes / 4 + 1, 1);
    return row->types != NULL;
}

/* Members outside the row or not aligned to words are skipped. */
static void types_of_layout(struct case_row *row)
{
    for (size_t i = 0; i < row->layout.count; i++) {
        const struct sm5_field_info *field = &row->layout.fields[i];
        if (field->offset % 4 == 0 && field->offset < row->bytes &&
            host_field_bytes(field) <= row->bytes - field->offset)
            row->types[field->offset / 4] = field->type;
    }
}

/* Formats whose channels are whole words. Others are compared and shown as words. */
static char type_of_format(const char *format, uint32_t bytes)
{
    const char *kind = format ? strchr(format, '_') : NULL;
    if (!kind || strncmp(format, "R32", 3) != 0 || (size_t)(kind - format) != 3 * (size_t)(bytes / 4))
        return 0;
    return kind[1] == 'F' ? 'f' : kind[1] == 'U' ? 'u' : kind[1] == 'S' ? 'i' : 0;
}

static bool name_channels(const struct case_binding *binding, struct case_row *row)
{
    sm5_format format = sm5_format_find(binding->format);
    uint32_t bytes = sm5_format_bytes(format);
    char type = type_of_format(sm5_format_name(format), bytes);
    if (!type) {
        row->bytes = bytes;
        return true;
    }
    if (!allocate(row, bytes))
        return false;
    memset(row->types, type, bytes / 4);
    return true;
}

static bool name_members(const struct case_kernel *step, const struct host_texts *structs,
                         const struct case_binding *binding, int resource, struct case_row *row)
{
    if (!host_layout_of(step->program, (uint32_t)resource, structs, &row->layout))
        return false;
    uint32_t bytes = binding->stride && row->layout.bytes != binding->stride ? 0 : row->layout.bytes;
    if (row->layout.count == 0 || bytes == 0) {
        row->bytes = case_element_bytes(binding) ? case_element_bytes(binding) : row->layout.bytes;
        return true;
    }
    if (!allocate(row, bytes))
        return false;
    types_of_layout(row);
    return true;
}

static bool name_row(const struct case_kernel *step, const struct host_texts *structs,
                     const struct case_binding *binding, struct case_place *place)
{
    int resource = host_find_resource(step->program, &place->slot);
    if (place->row.bytes || resource < 0 || case_is_input(binding) || case_is_sampler(binding))
        return true;
    return binding->format ? name_channels(binding, &place->row)
                           : name_members(step, structs, binding, resource, &place->row);
}

bool case_name_rows(struct case_runner *r, const struct case_kernel *step)
{
    for (size_t i = 0; i < r->test.binding_count; i++)
        if (!name_row(step, &r->structs, &r->test.bindings[i], &r->places[i]))
            return case_stop(r, CASE_FAILED, "out of memory");
    return true;
}

/* ---- names ---- */

void case_print_word(FILE *out, const char *name, const struct case_row *row, size_t word)
{
    uint32_t bytes = row && row->bytes ? row->bytes : 4;
    size_t element = word * 4 / bytes;
    uint32_t offset = (uint32_t)(word * 4 % bytes);
    const struct sm5_field_info *field =
        row && row->layout.count ? host_layout_field(&row->layout, offset) : NULL;
    bool is_buffer = strncmp(name, "cb", 2) == 0;
    fprintf(out, "%s", name);
    if (!field || !is_buffer) /* a constant buffer is one row */
        fprintf(out, "[%zu]", field || !is_buffer ? element : word / 4);
    if (field)
        fprintf(out, "%s%s", field->name[0] == '[' ? "" : ".", field->name);
    else if (row && row->types && row->bytes && row->layout.count == 0)
        fprintf(out, ".%c", "rgba"[offset / 4 % 4]);
    else if (is_buffer || bytes > 4)
        fprintf(out, " word %u", is_buffer ? (unsigned)(word % 4) : offset / 4);
}

/* ---- values ---- */

char case_likely_type(uint32_t word)
{
    return (word & 0x7f800000) == 0 || word >> 16 == 0xffff ? 'i' : 'f';
}

/* Prints "0.5"; for words without a type, and for NaN, also the bits: "0x3f800000 (1)". */
void case_print_value(FILE *log, char type, uint64_t bits)
{
    char value[40];
    uint32_t word = (uint32_t)bits;
    if (type == 'd')
        io_format_value(value, &bits, 'd');
    else
        io_format_value(value, &word, type ? type : case_likely_type(word));
    bool special = (type == 'd' || type == 'f') && strstr(value, "nan");
    if (special && type == 'd')
        fprintf(log, "%s (0x%016" PRIx64 ")", value, bits);
    else if (special)
        fprintf(log, "%s (0x%08" PRIx32 ")", value, word);
    else if (type)
        fprintf(log, "%s", value);
    else
        fprintf(log, "0x%08" PRIx32 " (%s)", word, value);
}
