/* Buffer definitions and resource bindings, from RDEF. */
#include "text/print/print.h"

enum {
    CLASS_MATRIX_ROWS = 2,
    CLASS_MATRIX_COLUMNS = 3,
    CLASS_STRUCT = 5,
    CLASS_INTERFACE_CLASS = 6,
    CLASS_INTERFACE_POINTER = 7,
    FLAG_USED = 2,
    DECLARATION_COLUMNS = 38,
    DEPTH_LIMIT = 16,
    LINE_LIMIT =
        1 << 16, /* members printed of all buffers: structures of a malformed file may nest without limit */
};

/* ---- types ---- */

static const char *base_name(uint16_t base)
{
    static const struct {
        uint16_t base;
        const char *name;
    } names[] = {
        {0, "void"},        {1, "bool"},      {2, "int"},        {3, "float"},
        {19, "uint"},       {39, "double"},   {52, "min8float"}, {53, "min10float"},
        {54, "min16float"}, {55, "min12int"}, {56, "min16int"},  {57, "min16uint"},
    };
    for (size_t i = 0; i < BASE_COUNT(names); i++)
        if (names[i].base == base)
            return names[i].name;
    return "unknown";
}

static void add_type(struct strbuf *line, const struct program_type *type)
{
    bool matrix = type->class == CLASS_MATRIX_ROWS || type->class == CLASS_MATRIX_COLUMNS;
    if (type->class == CLASS_INTERFACE_POINTER) {
        strbuf_printf(line, "interface %s", type->name ? type->name : "");
        return;
    }
    strbuf_printf(line, "%s%s", type->class == CLASS_MATRIX_ROWS ? "row_major " : "", base_name(type->base));
    if (matrix)
        strbuf_printf(line, "%ux%u", type->rows, type->columns);
    else if (type->columns > 1)
        strbuf_printf(line, "%u", type->columns);
}

/* Has members: a structure, or a class that implements an interface. */
static bool is_struct(const struct program_type *type)
{
    return type->class == CLASS_STRUCT || type->class == CLASS_INTERFACE_CLASS;
}

static void add_array(struct strbuf *line, const struct program_type *type)
{
    if (type->elements)
        strbuf_printf(line, "[%u]", type->elements);
}

/* ---- definitions ---- */

struct buffers {
    struct strbuf *out, line;
    unsigned lines;
};

/* "//", the line padded to the column of the comment, the comment. */
static void flush_line(struct buffers *b, uint32_t offset, const uint32_t *size, bool unused)
{
    strbuf_printf(b->out, "//%-*s// Offset: %4u", DECLARATION_COLUMNS, strbuf_text(&b->line), offset);
    if (size)
        strbuf_printf(b->out, " Size: %5u%s", *size, unused ? " [unused]" : "");
    strbuf_add_char(b->out, '\n');
    strbuf_clear(&b->line);
}

/* An empty line precedes a structure that is not the first member. */
static void print_gap(struct buffers *b, const struct program_type *type, unsigned depth)
{
    if (type && is_struct(type))
        strbuf_printf(b->out, "//%*s\n", (int)(3 + 4 * depth), "");
}

static void print_member(struct buffers *b, const struct program_type *type, const char *name,
                         uint32_t offset, const uint32_t *size, bool unused, unsigned depth);

static void print_struct(struct buffers *b, const struct program_type *type, const char *name,
                         uint32_t offset, const uint32_t *size, bool unused, unsigned depth)
{
    int indent = (int)(3 + 4 * depth);
    strbuf_printf(b->out, "//%*sstruct%s%s\n//%*s{\n//%*s\n", indent, "", type->name ? " " : "",
                  type->name ? type->name : "", indent, "", indent + 4, "");
    for (uint32_t i = 0; i < type->member_count && b->lines < LINE_LIMIT; i++) {
        const struct program_member *member = &type->members[i];
        if (i)
            print_gap(b, member->type, depth + 1);
        print_member(b, member->type, member->name, offset + member->offset, NULL, false, depth + 1);
    }
    strbuf_printf(b->out, "//\n");
    strbuf_printf(&b->line, "%*s} %s", indent, "", name);
    add_array(&b->line, type);
    strbuf_add_char(&b->line, ';');
    flush_line(b, offset, size, unused);
}

static void print_member(struct buffers *b, const struct program_type *type, const char *name,
                         uint32_t offset, const uint32_t *size, bool unused, unsigned depth)
{
    b->lines++;
    if (!type || depth > DEPTH_LIMIT)
        return;
    if (is_struct(type)) {
        print_struct(b, type, name, offset, size, unused, depth);
        return;
    }
    strbuf_add_repeat(&b->line, ' ', 3 + 4 * (size_t)depth);
    add_type(&b->line, type);
    strbuf_printf(&b->line, " %s", name);
    add_array(&b->line, type);
    strbuf_add_char(&b->line, ';');
    flush_line(b, offset, size, unused);
}

static void print_default(struct buffers *b, const struct program_variable *variable)
{
    for (uint32_t i = 0; i + 4 <= variable->size; i += 4) {
        if (i % 16 == 0)
            strbuf_printf(b->out, "%s//      %c ", i ? "\n" : "", i ? ' ' : '=');
        strbuf_printf(b->out, "0x%08x ", load_u32(variable->default_value + i));
    }
    strbuf_add_char(b->out, '\n');
}

static void print_buffer(struct buffers *b, const struct program_buffer_info *buffer)
{
    static const char *const kinds[] = {"cbuffer", "tbuffer", "interfaces", "Resource bind info for"};
    const char *kind = buffer->kind < BASE_COUNT(kinds) ? kinds[buffer->kind] : "buffer";
    strbuf_printf(b->out, "// %s %s\n// {\n//\n", kind, buffer->name);
    for (uint32_t i = 0; i < buffer->variable_count; i++) {
        const struct program_variable *variable = &buffer->variables[i];
        bool unused = !(variable->flags & FLAG_USED) && buffer->kind < 2;
        if (i)
            print_gap(b, variable->type, 0);
        print_member(b, variable->type, variable->name, variable->offset, &variable->size, unused, 0);
        if (variable->default_value)
            print_default(b, variable);
    }
    strbuf_add(b->out, "//\n// }\n//\n");
}

void text_print_buffers(const struct sm5_program *program, struct strbuf *out)
{
    struct buffers b = {.out = out};
    if (program->reflection.buffer_count == 0)
        return;
    strbuf_add(out, "// Buffer Definitions: \n//\n");
    for (uint32_t i = 0; i < program->reflection.buffer_count; i++)
        print_buffer(&b, &program->reflection.buffers[i]);
    out->failed |= b.line.failed;
    strbuf_free(&b.line);
}

/* ---- bindings ---- */

/* Columns that follow from the kind alone; NULL: from return type and dimension. */
static const struct binding_columns {
    const char *type, *format, *dimension, *letter;
} binding_kinds[] = {
    {"cbuffer", "NA", "NA", "cb"},    {"tbuffer", "NA", "NA", "t"},      {"texture", NULL, NULL, "t"},
    {"sampler", "NA", "NA", "s"},     {"UAV", NULL, NULL, "u"},          {"texture", "struct", "r/o", "t"},
    {"UAV", "struct", "r/w", "u"},    {"texture", "byte", "r/o", "t"},   {"UAV", "byte", "r/w", "u"},
    {"UAV", "struct", "append", "u"}, {"UAV", "struct", "consume", "u"}, {"UAV", "struct", "r/w+cnt", "u"},
};

static void format_text(const struct program_binding_info *binding, char out[16])
{
    static const char *const types[] = {"NA",    "unorm", "snorm",  "sint",     "uint",
                                        "float", "mixed", "double", "continued"};
    const char *type = binding->return_type < BASE_COUNT(types) ? types[binding->return_type] : "NA";
    unsigned components = (binding->flags >> 2 & 3) + 1;
    if (components > 1)
        snprintf(out, 16, "%s%u", type, components);
    else
        snprintf(out, 16, "%s", type);
}

static void dimension_text(const struct program_binding_info *binding, char out[24])
{
    static const char *const names[] = {"NA",   "buf",       "1d", "1darray", "2d",       "2darray",
                                        "2dMS", "2darrayMS", "3d", "cube",    "cubearray"};
    const char *name = binding->dimension < BASE_COUNT(names) ? names[binding->dimension] : "NA";
    bool samples = (binding->dimension == 6 || binding->dimension == 7) && binding->sample_count &&
                   binding->sample_count != UINT32_MAX;
    if (samples)
        snprintf(out, 24, "%s%u", name, binding->sample_count);
    else
        snprintf(out, 24, "%s", name);
}

/* SM5.1: the range's id as in the code ("CB0"). */
static void print_id(const struct program_binding_info *binding, const char *letter, struct strbuf *out)
{
    char id[16];
    snprintf(id, sizeof id, "%s%u", letter, binding->id);
    for (char *at = id; *at >= 'a'; at++)
        *at = (char)(*at - 'a' + 'A');
    strbuf_printf(out, "%7s ", id);
}

/* The first register with its space, the size. */
static void print_range(const struct program_binding_info *binding, const char *letter, struct strbuf *out)
{
    char slot[40], count[16];
    snprintf(slot, sizeof slot, binding->space ? "%s%u,space%u" : "%s%u", letter, binding->point,
             binding->space);
    snprintf(count, sizeof count, binding->count ? "%u" : "unbounded", binding->count);
    strbuf_printf(out, "%14s %6s \n", slot, count);
}

static void print_binding(const struct sm5_program *program, const struct program_binding_info *binding,
                          struct strbuf *out)
{
    enum { KIND_SAMPLER = 3, FLAG_COMPARISON = 2 };
    char format[16], dimension[24];
    struct binding_columns columns = {"unknown", NULL, NULL, "?"};
    if (binding->kind < BASE_COUNT(binding_kinds))
        columns = binding_kinds[binding->kind];
    if (binding->kind == KIND_SAMPLER && binding->flags & FLAG_COMPARISON)
        columns.type = "sampler_c";
    format_text(binding, format);
    dimension_text(binding, dimension);
    strbuf_printf(out, "// %-30s %10s %7s %11s ", binding->name, columns.type,
                  columns.format ? columns.format : format,
                  columns.dimension ? columns.dimension : dimension);
    if (program_is_51(program))
        print_id(binding, columns.letter, out);
    if (text_compiler_of(program) >= TEXT_COMPILER_10_0)
        print_range(binding, columns.letter, out);
    else
        strbuf_printf(out, "%4u %8u\n", binding->point, binding->count);
}

/* Compilers with SM5.1 print the register, also for programs of other models. */
static const char head[] = "// Name                                 Type  Format         Dim Slot Elements\n"
                           "// ------------------------------ ---------- ------- ----------- ---- --------\n";
static const char head10[] =
    "// Name                                 Type  Format         Dim      HLSL Bind  Count\n"
    "// ------------------------------ ---------- ------- ----------- -------------- ------\n";
static const char head51[] =
    "// Name                                 Type  Format         Dim      ID      HLSL Bind  Count\n"
    "// ------------------------------ ---------- ------- ----------- ------- -------------- ------\n";

void text_print_bindings(const struct sm5_program *program, struct strbuf *out)
{
    if (program->reflection.binding_count == 0)
        return;
    strbuf_add(out, "// Resource Bindings:\n//\n");
    bool is_10 = text_compiler_of(program) >= TEXT_COMPILER_10_0;
    strbuf_add(out, program_is_51(program) ? head51 : is_10 ? head10 : head);
    for (uint32_t i = 0; i < program->reflection.binding_count; i++)
        print_binding(program, &program->reflection.bindings[i], out);
    strbuf_add(out, "//\n");
}
