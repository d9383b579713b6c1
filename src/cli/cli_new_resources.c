/* sm5 test --new: what a program binds, with sizes and data to edit. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli_new.h"

enum {
    ELEMENTS_LEAST = 4,
    ELEMENTS_MOST = 64,
    ROWS_MOST = 8,  /* of structures whose members have names: a line each */
    ARRAY_MOST = 4, /* elements of an array of slots */
    LINE_VALUES = 8,
    NAMES_MOST = 16, /* in a comment */
};

/* ---- sizes ---- */

/* As many elements as a group has threads, within reason. */
static uint32_t elements_of(const struct new_case *c)
{
    return c->threads < ELEMENTS_LEAST  ? ELEMENTS_LEAST
           : c->threads > ELEMENTS_MOST ? ELEMENTS_MOST
                                        : c->threads;
}

static bool is_read(const struct new_case *c, const struct sm5_resource_info *info)
{
    return info->kind == 't' || (info->kind == 'u' && info->id / 64 < c->read_words &&
                                 (c->reads[info->id / 64] >> info->id % 64 & 1));
}

/* ---- contents ---- */

static void print_values(struct new_case *c, const char *type, uint64_t count, uint32_t a_line)
{
    fprintf(c->out, "    file: {type: %s, values: [", type);
    for (uint64_t i = 0; i < count; i++) {
        fprintf(c->out, i % a_line ? " " : "\n      ");
        new_value(c, type[0], false);
        fprintf(c->out, i + 1 < count ? "," : "]}\n");
    }
}

static void print_expect(struct new_case *c, const char *type)
{
    c->expects = true;
    fprintf(c->out, "    expect: {type: %s, values: []}   # of sm5 test --bless\n", type);
}

/* The type of most words: integers among floats are given by their bits. */
static const char *common_type(const struct cli_layout *layout)
{
    bool any_float = false, any_int = false;
    for (size_t i = 0; i < layout->count; i++) {
        any_float |= layout->fields[i].type == 'f' || layout->fields[i].type == 'd';
        any_int |= layout->fields[i].type == 'i';
    }
    return any_float ? "f32" : any_int ? "i32" : "u32";
}

/* A double is two words of another type. */
static void print_word(struct new_case *c, const struct cli_layout *layout, uint32_t offset, const char *type)
{
    const struct sm5_field_info *field = cli_layout_field(layout, offset);
    if (!field)
        fprintf(c->out, "0");
    else if (field->type == 'd')
        fprintf(c->out, offset == field->offset ? "0" : "0x3ff00000");
    else
        new_value(c, field->type, type[0] == 'f');
}

static const char *type_name(char type)
{
    return type == 'd'   ? " (double)"
           : type == 'i' ? " (int)"
           : type == 'b' ? " (bool)"
           : type == 'u' ? " (uint)"
                         : "";
}

static void print_names(struct new_case *c, const struct cli_layout *layout, uint32_t from, uint32_t end)
{
    size_t count = 0;
    for (size_t i = 0; i < layout->count; i++) {
        const struct sm5_field_info *field = &layout->fields[i];
        if (field->offset < from || field->offset >= end || count++ >= NAMES_MOST)
            continue;
        fprintf(c->out, "%s", count > 1 ? ", " : "");
        new_name(c->out, field->name);
        fprintf(c->out, "%s", type_name(field->type));
    }
    if (count > NAMES_MOST)
        fprintf(c->out, " and %zu more", count - NAMES_MOST);
}

static void print_rows(struct new_case *c, const struct cli_layout *layout, uint32_t stride, uint32_t rows)
{
    const char *type = common_type(layout);
    fprintf(c->out, "    file: {type: %s, values: [   # a row: ", type);
    print_names(c, layout, 0, stride);
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t offset = 0; offset + 4 <= stride; offset += 4) {
            fprintf(c->out, offset ? " " : "\n      ");
            print_word(c, layout, offset, type);
            fprintf(c->out, row + 1 < rows || offset + 8 <= stride ? "," : "]}\n");
        }
}

/* ---- slots ---- */

static void print_slot(struct new_case *c, const struct sm5_resource_info *info, uint32_t index)
{
    fprintf(c->out, "  - slot: %s%u", info->kind == 'b' ? "cb" : (const char[]){info->kind, 0}, info->reg);
    if (info->space)
        fprintf(c->out, "@%u", info->space);
    if (info->name) {
        fprintf(c->out, "   # ");
        new_name(c->out, info->name);
    }
    fprintf(c->out, "\n");
    if (index)
        fprintf(c->out, "    array_index: %u\n", index);
}

static void print_counter(struct new_case *c, const struct sm5_resource_info *info)
{
    if (!info->counter)
        return;
    c->expects = true;
    fprintf(c->out, "    counter: 0\n    expect_counter: 0\n");
}

static void print_structured(struct new_case *c, const struct sm5_resource_info *info,
                             const struct cli_layout *layout)
{
    uint32_t stride = info->stride ? info->stride : 4, count = elements_of(c);
    bool named = layout->count > 0, read = is_read(c, info);
    if (named && read && count > ROWS_MOST)
        count = ROWS_MOST;
    fprintf(c->out, "    kind: structured\n    stride: %u\n    count: %u\n", stride, count);
    if (read && named)
        print_rows(c, layout, stride, count);
    else if (read)
        print_values(c, "f32", (uint64_t)count * (stride / 4),
                     stride / 4 <= 16 && stride >= 4 ? stride / 4 : LINE_VALUES);
    print_counter(c, info);
    if (info->kind == 'u')
        print_expect(c, named ? common_type(layout) : "f32");
}

static void print_raw(struct new_case *c, const struct sm5_resource_info *info)
{
    uint32_t words = 4 * elements_of(c);
    fprintf(c->out, "    kind: raw\n    count: %u   # words\n", words);
    if (is_read(c, info))
        print_values(c, "u32", words, LINE_VALUES);
    if (info->kind == 'u')
        print_expect(c, "u32");
}

static void print_cbuffer(struct new_case *c, const struct sm5_resource_info *info, uint32_t index,
                          const struct cli_layout *layout)
{
    uint32_t rows = layout->bytes / 16 ? layout->bytes / 16 : info->count ? info->count : 1;
    char *data = calloc(rows, 16);
    fprintf(c->out, "    kind: cbuffer\n");
    if (layout->count == 0 || !data) {
        fprintf(c->out, "    count: %u   # rows of 16 bytes\n", rows);
        free(data);
        return;
    }
    sm5_layout_defaults(c->program, index, data, (size_t)rows * 16);
    const char *type = common_type(layout);
    fprintf(c->out, "    file: {type: %s, values: [", type);
    for (uint32_t row = 0; row < rows; row++) {
        fprintf(c->out, "\n      ");
        for (uint32_t i = 0; i < 4; i++) {
            char text[40];
            uint32_t word;
            const struct sm5_field_info *field = cli_layout_field(layout, row * 16 + i * 4);
            memcpy(&word, data + row * 16 + i * 4, 4);
            bool bits = word && type[0] == 'f' && field && field->type != 'f';
            io_format_value(text, &word, type[0]);
            if (bits)
                snprintf(text, sizeof text, "0x%x", word);
            fprintf(c->out, "%s%s%s", i ? " " : "", text, row + 1 < rows || i < 3 ? "," : "");
        }
        if (row + 1 == rows)
            fprintf(c->out, "]}");
        fprintf(c->out, "   # ");
        print_names(c, layout, row * 16, row * 16 + 16);
    }
    fprintf(c->out, "\n");
    free(data);
}

static void print_sampler(struct new_case *c)
{
    fprintf(c->out, "    kind: sampler\n    filter: linear\n    address: clamp\n");
}

/* ---- texels ---- */

/* A format that takes all that the declared type may be, and how contents of it are given. */
static const char *format_of(const struct new_case *c, uint32_t index, const struct sm5_resource_info *info,
                             const char **type)
{
    enum { UNORM = 1, SNORM, SINT, UINT };
    sm5_format only = sm5_resource_format(c->program, index);
    uint32_t kind = info->return_types & 15;
    *type = kind == SINT ? "i32" : kind == UINT ? "u32" : "f32";
    if (only)
        return sm5_format_name(only);
    switch (kind) {
    case UNORM: *type = "u32"; return "R8G8B8A8_UNORM";
    case SNORM: *type = "u32"; return "R8G8B8A8_SNORM";
    case SINT: return "R32G32B32A32_SINT";
    case UINT: return "R32G32B32A32_UINT";
    default: return "R32G32B32A32_FLOAT";
    }
}

static uint32_t words_of(const char *format)
{
    return sm5_format_bytes(sm5_format_find(format)) / 4;
}

static void print_format(struct new_case *c, const char *format)
{
    fprintf(c->out, "    format: ");
    for (; *format; format++)
        fputc(*format >= 'A' && *format <= 'Z' ? *format | 0x20 : *format, c->out);
    fprintf(c->out, "\n");
}

static void print_typed(struct new_case *c, uint32_t index, const struct sm5_resource_info *info)
{
    const char *type, *format = format_of(c, index, info, &type);
    uint32_t count = elements_of(c);
    fprintf(c->out, "    kind: typed\n");
    print_format(c, format);
    fprintf(c->out, "    count: %u\n", count);
    if (is_read(c, info))
        print_values(c, type, (uint64_t)count * words_of(format), LINE_VALUES);
    if (info->kind == 'u')
        print_expect(c, type);
}

struct extent {
    const char *layout;
    uint32_t width, height, depth, layers, samples; /* 0: is not written, and 1 */
};

static const struct extent *extent_of(const char *layout)
{
    static const struct extent extents[] = {
        {"texture1d", 16, 0, 0, 0, 0},        {"texture1darray", 16, 0, 0, 2, 0},
        {"texture2d", 8, 8, 0, 0, 0},         {"texture2darray", 8, 8, 0, 2, 0},
        {"texture2dms", 4, 4, 0, 0, 4},       {"texture2dmsarray", 4, 4, 0, 2, 4},
        {"texture3d", 4, 4, 4, 0, 0},         {"texturecube", 4, 4, 0, 6, 0},
        {"texturecubearray", 4, 4, 0, 12, 0},
    };
    for (size_t i = 0; i < sizeof extents / sizeof extents[0]; i++)
        if (strcmp(extents[i].layout, layout) == 0)
            return &extents[i];
    return NULL;
}

static uint64_t print_extent(struct new_case *c, const struct extent *extent)
{
    const struct {
        const char *key;
        uint32_t value;
    } sizes[] = {{"width", extent->width},
                 {"height", extent->height},
                 {"depth", extent->depth},
                 {"layers", extent->layers},
                 {"samples", extent->samples}};
    uint64_t texels = 1;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        if (!sizes[i].value)
            continue;
        fprintf(c->out, "    %s: %u\n", sizes[i].key, sizes[i].value);
        texels *= sizes[i].value;
    }
    return texels;
}

static void print_texture(struct new_case *c, uint32_t index, const struct sm5_resource_info *info,
                          const struct extent *extent)
{
    const char *type, *format = format_of(c, index, info, &type);
    fprintf(c->out, "    kind: %s\n", extent->layout);
    print_format(c, format);
    uint64_t words = print_extent(c, extent) * words_of(format);
    if (is_read(c, info))
        print_values(c, type, words, words_of(format) * 4);
    if (info->kind == 'u')
        print_expect(c, type);
}

/* ---- all of them ---- */

static void print_binding(struct new_case *c, uint32_t index, const struct sm5_resource_info *info,
                          uint32_t element)
{
    struct cli_layout layout = {0};
    const struct extent *extent = extent_of(info->layout);
    cli_layout_of(c->program, index, NULL, &layout);
    print_slot(c, info, element);
    if (info->kind == 'b')
        print_cbuffer(c, info, index, &layout);
    else if (info->kind == 's')
        print_sampler(c);
    else if (strcmp(info->layout, "structured") == 0)
        print_structured(c, info, &layout);
    else if (strcmp(info->layout, "raw") == 0)
        print_raw(c, info);
    else if (extent)
        print_texture(c, index, info, extent);
    else
        print_typed(c, index, info);
    cli_layout_free(&layout);
}

void new_bindings(struct new_case *c)
{
    struct sm5_resource_info info;
    bool any = false;
    for (uint32_t i = 0; sm5_resource_at(c->program, i, &info); i++) {
        if (info.kind == 'g')
            continue;
        if (!any)
            fprintf(c->out, "\nbindings:\n");
        any = true;
        for (uint32_t element = 0; element < ARRAY_MOST && element <= info.last - info.reg; element++)
            print_binding(c, i, &info, element);
    }
}
