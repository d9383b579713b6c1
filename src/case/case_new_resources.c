/* sm5 test --new: the bindings of a program, with sizes and data to edit. */
#include <stdlib.h>
#include <string.h>

#include "case/case_new.h"

enum {
    ELEMENTS_MIN = 4,
    ELEMENTS_MAX = 64,
    ROWS_MAX = 8,  /* elements with named members: one line each */
    ARRAY_MAX = 4, /* elements of a descriptor array */
    LINE_VALUES = 8,
    MEMBERS_MAX = 256,
};

/* ---- sizes ---- */

void case_new_print_name(FILE *out, const char *name)
{
    for (; *name; name++)
        fputc((unsigned char)*name < 0x20 || *name == 0x7f ? '?' : *name, out);
}

/* Whole numbers are usually counts and indices: small, and not 0, as some loops count down. */
void case_new_print_value(struct new_case *c, char type, bool bits)
{
    uint32_t word;
    io_fill_random(&word, c->seed++, 1, 1, IO_RANDOM_BITS, 0);
    if (type == 'f' || type == 'd')
        fprintf(c->out, "%g", (word % 100) / 100.0);
    else
        fprintf(c->out, bits ? "0x%x" : "%u", type == 'b' ? word % 2 : 1 + word % 4);
}

/* One element for each thread of a group, within limits. */
static uint32_t elements_of(const struct new_case *c)
{
    return c->threads < ELEMENTS_MIN ? ELEMENTS_MIN : c->threads > ELEMENTS_MAX ? ELEMENTS_MAX : c->threads;
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
        case_new_print_value(c, type[0], false);
        fprintf(c->out, i + 1 < count ? "," : "]}\n");
    }
}

/* `type` NULL: values by member. */
static void print_expect(struct new_case *c, const char *type)
{
    c->expects = true;
    if (type)
        fprintf(c->out, "    expect: {type: %s, values: []}   # of sm5 test --bless\n", type);
    else
        fprintf(c->out, "    expect: {values: []}   # of sm5 test --bless\n");
}

/* Quotes a name as a key in braces: brackets and commas would end a plain scalar. */
static void print_key(struct new_case *c, const char *name)
{
    size_t plain = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789.");
    if (name[plain] || (name[0] >= '0' && name[0] <= '9'))
        host_print_quoted(c->out, name);
    else
        fprintf(c->out, "%s", name);
}

/* Whether values are given by member: for very long rows plain words are easier to read. */
static bool is_named(const struct host_layout *layout)
{
    return layout->count > 0 && layout->count <= MEMBERS_MAX;
}

static void print_rows(struct new_case *c, const struct host_layout *layout, uint32_t rows)
{
    fprintf(c->out, "    file: {values: [");
    for (uint32_t row = 0; row < rows; row++) {
        fprintf(c->out, "\n      {");
        for (size_t i = 0; i < layout->count; i++) {
            fprintf(c->out, "%s", i ? ", " : "");
            print_key(c, layout->fields[i].name);
            fprintf(c->out, ": ");
            case_new_print_value(c, layout->fields[i].type, false);
        }
        fprintf(c->out, row + 1 < rows ? "}," : "}]}\n");
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
        case_new_print_name(c->out, info->name);
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
                             const struct host_layout *layout)
{
    uint32_t stride = info->stride ? info->stride : 4, count = elements_of(c);
    bool named = is_named(layout), read = is_read(c, info);
    if (named && read && count > ROWS_MAX)
        count = ROWS_MAX;
    fprintf(c->out, "    kind: structured\n    stride: %u\n    count: %u\n", stride, count);
    if (read && named)
        print_rows(c, layout, count);
    else if (read)
        print_values(c, "f32", (uint64_t)count * (stride / 4),
                     stride / 4 <= 16 && stride >= 4 ? stride / 4 : LINE_VALUES);
    print_counter(c, info);
    if (info->kind == 'u')
        print_expect(c, named ? NULL : "f32");
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

/* Prints a line for each vector, with the default values of RDEF. */
static void print_variables(struct new_case *c, const struct host_layout *layout, const uint8_t *data)
{
    fprintf(c->out, "    file: {values: {");
    for (size_t i = 0; i < layout->count; i++) {
        const struct sm5_field_info *field = &layout->fields[i], *last = i ? field - 1 : NULL;
        char value[40];
        bool same_row = last && last->offset / 16 == field->offset / 16;
        fprintf(c->out, same_row ? " " : "\n      ");
        print_key(c, field->name);
        io_format_value(value, data + field->offset, field->type);
        fprintf(c->out, ": %s%s", value, i + 1 < layout->count ? "," : "}}\n");
    }
}

static void print_cbuffer(struct new_case *c, const struct sm5_resource_info *info, uint32_t index,
                          const struct host_layout *layout)
{
    uint32_t rows = layout->bytes / 16 ? layout->bytes / 16 : info->count ? info->count : 1;
    uint8_t *data = calloc(rows, 16);
    fprintf(c->out, "    kind: cbuffer\n");
    if (data && is_named(layout)) {
        sm5_layout_defaults(c->program, index, data, (size_t)rows * 16);
        print_variables(c, layout, data);
    } else
        fprintf(c->out, "    count: %u   # rows of 16 bytes\n", rows);
    free(data);
}

static void print_sampler(struct new_case *c)
{
    fprintf(c->out, "    kind: sampler\n    filter: linear\n    address: clamp\n");
}

/* ---- texels ---- */

/* A format for every value of the declared type, and the type of its contents. */
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
    uint32_t width, height, depth, layers, samples; /* 0: not written, and 1 */
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
    struct host_layout layout = {0};
    const struct extent *extent = extent_of(info->layout);
    host_layout_of(c->program, index, NULL, &layout);
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
    host_layout_free(&layout);
}

void case_new_bindings(struct new_case *c)
{
    struct sm5_resource_info info;
    bool any = false;
    for (uint32_t i = 0; sm5_resource_at(c->program, i, &info); i++) {
        if (info.kind == 'g')
            continue;
        if (!any)
            fprintf(c->out, "\nbindings:\n");
        any = true;
        for (uint32_t element = 0; element < ARRAY_MAX && element <= info.last - info.reg; element++)
            print_binding(c, i, &info, element);
    }
}
