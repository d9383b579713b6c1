/* RDEF's types taken apart into 32-bit words with names, for tables of buffers. */
#include <stdlib.h>

#include "api.h"

enum {
    CLASS_MATRIX_ROWS = 2,
    CLASS_MATRIX_COLUMNS = 3,
    CLASS_OBJECT = 4,
    CLASS_STRUCT = 5,
    BASE_BOOL = 1,
    BASE_INT = 2,
    BASE_FLOAT = 3,
    BASE_UINT = 19,
    BASE_DOUBLE = 39,
    KIND_RESOURCE_BIND_INFO = 3,
    /* A file may nest arrays without end: a walk stops after so many visits. */
    VISIT_LIMIT = 1 << 16,
    DEPTH_LIMIT = 32,
};

struct walk {
    struct strbuf path;  /* name of the place being visited */
    struct strbuf names; /* all names, each with its zero */
    VEC(struct sm5_field_info) fields;
    VEC(size_t) name_at;
    bool packed; /* structured buffers pack tightly, constant buffers start arrays and rows at 16 bytes */
    uint32_t visits, depth;
    bool failed;
};

static char word_type(const struct program_type *type)
{
    switch (type->base) {
    case BASE_BOOL: return 'b';
    case BASE_INT: return 'i';
    case BASE_FLOAT: return 'f';
    case BASE_DOUBLE: return 'd';
    default: return 'u';
    }
}

static uint32_t word_size(const struct program_type *type)
{
    return type->base == BASE_DOUBLE ? 8 : 4;
}

static uint64_t align16(uint64_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

static void emit(struct walk *walk, const struct program_type *type, uint64_t offset)
{
    if (offset > UINT32_MAX)
        return;
    struct sm5_field_info field = {.offset = (uint32_t)offset, .type = word_type(type)};
    const char *name = walk->path.length ? strbuf_text(&walk->path) : "value";
    if (!VEC_PUSH(&walk->fields, field) || !VEC_PUSH(&walk->name_at, walk->names.length))
        walk->failed = true;
    strbuf_add_bytes(&walk->names, name, strlen(name) + 1);
}

static void path_cut(struct walk *walk, size_t length)
{
    if (walk->path.length > length) {
        walk->path.length = length;
        walk->path.text[length] = 0;
    }
}

/* Rows or columns of a matrix, vectors and scalars. Returns the bytes taken. */
static uint64_t visit_numeric(struct walk *walk, const struct program_type *type, uint64_t offset)
{
    bool columns = type->class == CLASS_MATRIX_COLUMNS, matrix = columns || type->class == CLASS_MATRIX_ROWS;
    uint32_t vectors = matrix ? (columns ? type->columns : type->rows) : 1;
    uint32_t length = matrix && columns ? type->rows : type->columns;
    uint64_t bytes = (uint64_t)length * word_size(type);
    uint64_t step = walk->packed ? bytes : align16(bytes);
    if (vectors > 4 || length > 4)
        return 0;
    size_t mark = walk->path.length;
    for (uint32_t v = 0; v < vectors; v++) {
        for (uint32_t i = 0; i < length; i++) {
            if (matrix)
                strbuf_printf(&walk->path, "[%u][%u]", columns ? i : v, columns ? v : i);
            else if (length > 1)
                strbuf_printf(&walk->path, "%s%c", mark ? "." : "", "xyzw"[i]);
            emit(walk, type, offset + v * step + (uint64_t)i * word_size(type));
            path_cut(walk, mark);
        }
    }
    return vectors ? (vectors - 1) * step + bytes : 0;
}

static uint64_t visit(struct walk *walk, const struct program_type *type, uint64_t offset);

static uint64_t visit_struct(struct walk *walk, const struct program_type *type, uint64_t offset)
{
    uint64_t end = 0;
    size_t mark = walk->path.length;
    for (uint32_t i = 0; i < type->member_count; i++) {
        const struct program_member *member = &type->members[i];
        strbuf_printf(&walk->path, "%s%s", mark ? "." : "", member->name ? member->name : "?");
        uint64_t size = visit(walk, member->type, offset + member->offset);
        if (member->offset + size > end)
            end = member->offset + size;
        path_cut(walk, mark);
    }
    return end;
}

static uint64_t visit_element(struct walk *walk, const struct program_type *type, uint64_t offset)
{
    if (type->class == CLASS_STRUCT)
        return visit_struct(walk, type, offset);
    if (type->class >= CLASS_OBJECT)
        return 0;
    return visit_numeric(walk, type, offset);
}

/* Returns the bytes that the type takes. */
static uint64_t visit(struct walk *walk, const struct program_type *type, uint64_t offset)
{
    if (!type || walk->depth >= DEPTH_LIMIT || ++walk->visits > VISIT_LIMIT)
        return 0;
    walk->depth++;
    uint64_t size = 0;
    if (type->elements == 0) {
        size = visit_element(walk, type, offset);
    } else {
        size_t mark = walk->path.length;
        uint64_t step = 0;
        for (uint32_t i = 0; i < type->elements && ++walk->visits <= VISIT_LIMIT; i++) {
            strbuf_printf(&walk->path, "[%u]", i);
            uint64_t bytes = visit_element(walk, type, offset + i * step);
            path_cut(walk, mark);
            step = walk->packed ? bytes : align16(bytes);
            size = i * step + bytes;
        }
    }
    walk->depth--;
    return size;
}

static void visit_variable(struct walk *walk, const struct program_variable *variable)
{
    path_cut(walk, 0);
    if (!walk->packed && variable->name) /* a structured buffer's "$Element" goes without saying */
        strbuf_add(&walk->path, variable->name);
    visit(walk, variable->type, variable->offset);
}

static const struct program_buffer_info *buffer_of(const struct sm5_program *program,
                                                   const struct program_resource *resource)
{
    const struct program_binding_info *binding = api_binding_of(program, resource);
    if (!binding || !binding->name)
        return NULL;
    bool packed = resource->file != ISA_FILE_CBUFFER;
    for (uint32_t i = 0; i < program->reflection.buffer_count; i++) {
        const struct program_buffer_info *buffer = &program->reflection.buffers[i];
        if (buffer->name && strcmp(buffer->name, binding->name) == 0 &&
            (buffer->kind == KIND_RESOURCE_BIND_INFO) == packed)
            return buffer;
    }
    return NULL;
}

static size_t hand_over(struct walk *walk, struct sm5_field_info *fields, size_t capacity,
                        struct sm5_blob *names)
{
    size_t count = walk->fields.count;
    if (walk->failed || walk->path.failed || api_take_blob(&walk->names, names, NULL))
        return 0;
    for (size_t i = 0; i < count && i < capacity; i++) {
        fields[i] = walk->fields.data[i];
        fields[i].name = (const char *)names->data + walk->name_at.data[i];
    }
    return count;
}

size_t sm5_fields(const struct sm5_program *program, uint32_t resource_index, struct sm5_field_info *fields,
                  size_t capacity, struct sm5_blob *names)
{
    sm5_blob_free(names);
    if (resource_index >= program->decls.resource_count)
        return 0;
    const struct program_resource *resource = &program->decls.resources[resource_index];
    const struct program_buffer_info *buffer = buffer_of(program, resource);
    if (!buffer)
        return 0;
    struct walk walk = {.packed = resource->file != ISA_FILE_CBUFFER};
    for (uint32_t i = 0; i < buffer->variable_count; i++)
        visit_variable(&walk, &buffer->variables[i]);
    size_t count = hand_over(&walk, fields, capacity, names);
    strbuf_free(&walk.path);
    strbuf_free(&walk.names);
    VEC_FREE(&walk.fields);
    VEC_FREE(&walk.name_at);
    return count;
}
