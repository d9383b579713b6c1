/* sm5 info: members of structures and variables of constant buffers. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

enum { LINES_MAX = 64 };

/* A row of a resource: its layout, and the default values of a constant buffer. */
struct row {
    struct host_layout layout;
    uint8_t *values, *other; /* defaults over zeros and over ones: equal where there is a default */
};

static bool open_row(const struct sm5_program *program, uint32_t index, struct row *row)
{
    struct sm5_resource_info info;
    *row = (struct row){0};
    if (!host_layout_of(program, index, NULL, &row->layout) || row->layout.count == 0 ||
        !sm5_resource_at(program, index, &info))
        return false;
    row->values = calloc(row->layout.bytes + 1, 1);
    row->other = malloc(row->layout.bytes + 1);
    if (!row->values || !row->other)
        return host_error("out of memory");
    memset(row->other, 0xff, row->layout.bytes);
    if (info.kind == 'b') {
        sm5_layout_defaults(program, index, row->values, row->layout.bytes);
        sm5_layout_defaults(program, index, row->other, row->layout.bytes);
    }
    return true;
}

static void close_row(struct row *row)
{
    host_layout_free(&row->layout);
    free(row->values);
    free(row->other);
}

static bool has_default(const struct row *row, const struct sm5_field_info *field)
{
    uint32_t bytes = host_field_bytes(field);
    return field->offset + bytes <= row->layout.bytes &&
           memcmp(row->values + field->offset, row->other + field->offset, bytes) == 0;
}

static const char *type_name(char type)
{
    static const struct {
        char type;
        const char *name;
    } names[] = {{'f', "float"}, {'i', "int"}, {'u', "uint"}, {'b', "bool"}, {'d', "double"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].type == type)
            return names[i].name;
    return "unknown";
}

/* ---- text: a line a scalar or vector ---- */

/* Number of fields from `at` on that are components of one vector. */
static size_t vector_length(const struct host_layout *layout, size_t at)
{
    const struct sm5_field_info *first = &layout->fields[at];
    size_t length = strlen(first->name), n = 1;
    if (length < 3 || strcmp(first->name + length - 2, ".x") != 0)
        return 1;
    for (; n < 4 && at + n < layout->count; n++) {
        const struct sm5_field_info *next = &layout->fields[at + n];
        if (strlen(next->name) != length || strncmp(next->name, first->name, length - 1) != 0 ||
            next->name[length - 1] != "xyzw"[n] || next->type != first->type ||
            next->offset != first->offset + n * host_field_bytes(first))
            break;
    }
    return n;
}

static void print_defaults(const struct row *row, size_t at, size_t count)
{
    char value[40];
    for (size_t i = 0; i < count; i++)
        if (!has_default(row, &row->layout.fields[at + i]))
            return;
    for (size_t i = 0; i < count; i++) {
        const struct sm5_field_info *field = &row->layout.fields[at + i];
        io_format_value(value, row->values + field->offset, field->type);
        printf("%s%s", i ? ", " : " = ", value);
    }
}

static size_t print_member(const struct row *row, size_t at)
{
    const struct sm5_field_info *field = &row->layout.fields[at];
    size_t count = vector_length(&row->layout, at), length = strlen(field->name);
    char type[16];
    snprintf(type, sizeof type, count > 1 ? "%s%zu" : "%s", type_name(field->type), count);
    printf("    %6" PRIu32 " %4zu  %-8s %.*s", field->offset, count * host_field_bytes(field), type,
           (int)(count > 1 ? length - 2 : length), field->name);
    print_defaults(row, at, count);
    printf("\n");
    return count;
}

void cli_info_members(const struct sm5_program *program, uint32_t index)
{
    struct row row;
    size_t at = 0;
    bool named = open_row(program, index, &row);
    for (size_t line = 0; named && at < row.layout.count && line < LINES_MAX; line++)
        at += print_member(&row, at);
    if (named && at < row.layout.count)
        printf("           and %zu more words; --json has them all\n", row.layout.count - at);
    close_row(&row);
}

/* ---- JSON: a word each, named as in tables ---- */

static void json_default(struct host_json *json, const struct row *row, const struct sm5_field_info *field)
{
    char value[40];
    if (!has_default(row, field))
        return;
    io_format_value(value, row->values + field->offset, field->type);
    const char *digits = value + strspn(value, "-");
    if (digits[0] >= '0' && digits[0] <= '9')
        host_json_literal(json, "default", value);
    else
        host_json_text(json, "default", value);
}

void cli_info_members_json(struct host_json *json, const struct sm5_program *program, uint32_t index)
{
    struct row row;
    bool named = open_row(program, index, &row);
    host_json_open(json, "members", '[');
    for (size_t i = 0; named && i < row.layout.count; i++) {
        const struct sm5_field_info *field = &row.layout.fields[i];
        host_json_open(json, NULL, '{');
        host_json_text(json, "name", field->name);
        host_json_number(json, "offset", field->offset);
        host_json_number(json, "size", host_field_bytes(field));
        host_json_text(json, "type", type_name(field->type));
        json_default(json, &row, field);
        host_json_close(json, '}');
    }
    host_json_close(json, ']');
    close_row(&row);
}
