/* Flattens types into named scalars. */
#include <stdlib.h>

#include "layout/layout.h"

enum {
    CLASS_MATRIX_ROWS = 2,
    CLASS_MATRIX_COLUMNS = 3,
    CLASS_OBJECT = 4,
    CLASS_STRUCT = 5,
    /* Limits the time for empty structures, which have no fields. */
    VISIT_LIMIT = 4 * LAYOUT_FIELD_LIMIT,
};

struct builder {
    struct sm5_layout *layout;
    struct strbuf path; /* name of the current type */
    bool cbuffer;
    uint32_t position; /* of the next field */
    uint32_t visits, depth;
    enum sm5_status status;
};

/* Size of a type in memory. `bytes` ends with its last field. */
struct extent {
    uint64_t bytes;
    bool has_double;
};

/* Base types are encoded as D3D_SHADER_VARIABLE_TYPE. Min-precision values have 32 bits in memory. */
static char field_type(const struct program_type *type)
{
    switch (type->base) {
    case 1: return 'b';
    case 2:  /* int */
    case 52: /* min12int */
    case 53: /* min16int */ return 'i';
    case 3:  /* float */
    case 49: /* min8float */
    case 50: /* min10float */
    case 51: /* min16float */ return 'f';
    case 39: return 'd';
    default: return 'u';
    }
}

static uint64_t align(uint64_t bytes, uint32_t to)
{
    return (bytes + to - 1) / to * to;
}

/* Stride of the elements of an array, or of the rows or columns of a matrix. */
static uint64_t stride_of(const struct builder *b, struct extent element)
{
    if (b->cbuffer)
        return align(element.bytes, 16);
    return align(element.bytes, element.has_double ? 8 : 4);
}

static void fail(struct builder *b, enum sm5_status status)
{
    b->status = b->status ? b->status : status;
}

static void add_field(struct builder *b, char type, uint64_t offset, uint32_t position)
{
    struct sm5_layout *layout = b->layout;
    if (layout->fields.count >= LAYOUT_FIELD_LIMIT || offset > UINT32_MAX - 8) {
        fail(b, SM5_ERR_LIMIT);
        return;
    }
    const char *path = b->path.length ? strbuf_text(&b->path) : "value";
    const char *name = arena_string(&layout->names, path, strlen(path));
    struct sm5_field_info field = {name, (uint32_t)offset, type, position};
    if (!name || b->path.failed || !VEC_PUSH(&layout->fields, field))
        fail(b, SM5_ERR_MEMORY);
}

static void truncate_path(struct builder *b, size_t length)
{
    if (b->path.length > length) {
        b->path.length = length;
        b->path.text[length] = 0;
    }
}

static void add_name(struct builder *b, const char *name)
{
    strbuf_printf(&b->path, "%s%s", b->path.length ? "." : "", name ? name : "?");
}

/* Scalars, vectors, and matrices by rows or columns. Positions are by rows in any packing. */
static struct extent flatten_numeric(struct builder *b, const struct program_type *type, uint64_t offset)
{
    bool columns = type->class == CLASS_MATRIX_COLUMNS, matrix = columns || type->class == CLASS_MATRIX_ROWS;
    uint32_t vectors = matrix ? (columns ? type->columns : type->rows) : 1;
    uint32_t length = columns ? type->rows : type->columns;
    char kind = field_type(type);
    uint32_t size = kind == 'd' ? 8 : 4;
    struct extent vector = {(uint64_t)length * size, kind == 'd'};
    uint64_t step = stride_of(b, vector);
    if (vectors == 0 || vectors > 4 || length == 0 || length > 4)
        return (struct extent){0};
    size_t mark = b->path.length;
    for (uint32_t v = 0; v < vectors; v++) {
        for (uint32_t i = 0; i < length; i++) {
            uint32_t row = columns ? i : v, column = columns ? v : i;
            if (matrix)
                strbuf_printf(&b->path, "[%u][%u]", row, column);
            else if (length > 1)
                strbuf_printf(&b->path, "%s%c", mark ? "." : "", "xyzw"[i]);
            add_field(b, kind, offset + v * step + (uint64_t)i * size,
                      b->position + row * type->columns + column);
            truncate_path(b, mark);
        }
    }
    b->position += vectors * length;
    return (struct extent){(vectors - 1) * step + vector.bytes, kind == 'd'};
}

static struct extent flatten(struct builder *b, const struct program_type *type, uint64_t offset);

static struct extent flatten_struct(struct builder *b, const struct program_type *type, uint64_t offset)
{
    struct extent all = {0};
    size_t mark = b->path.length;
    for (uint32_t i = 0; i < type->member_count && !b->status; i++) {
        const struct program_member *member = &type->members[i];
        add_name(b, member->name);
        struct extent part = flatten(b, member->type, offset + member->offset);
        if (member->offset + part.bytes > all.bytes)
            all.bytes = member->offset + part.bytes;
        all.has_double |= part.has_double;
        truncate_path(b, mark);
    }
    return all;
}

static struct extent flatten_element(struct builder *b, const struct program_type *type, uint64_t offset)
{
    if (++b->visits > VISIT_LIMIT)
        fail(b, SM5_ERR_LIMIT);
    if (type->class == CLASS_STRUCT)
        return flatten_struct(b, type, offset);
    return type->class < CLASS_OBJECT ? flatten_numeric(b, type, offset) : (struct extent)
    {
        0
    };
}

static struct extent flatten_array(struct builder *b, const struct program_type *type, uint64_t offset)
{
    struct extent all = {0};
    uint64_t step = 0;
    size_t mark = b->path.length;
    for (uint32_t i = 0; i < type->elements && !b->status; i++) {
        strbuf_printf(&b->path, "[%u]", i);
        struct extent element = flatten_element(b, type, offset + i * step);
        truncate_path(b, mark);
        step = stride_of(b, element);
        all = (struct extent){i * step + element.bytes, element.has_double};
    }
    return all;
}

static struct extent flatten(struct builder *b, const struct program_type *type, uint64_t offset)
{
    if (!type)
        return (struct extent){0};
    if (++b->depth > LAYOUT_DEPTH_LIMIT)
        fail(b, SM5_ERR_LIMIT);
    struct extent all = {0};
    if (!b->status)
        all = type->elements ? flatten_array(b, type, offset) : flatten_element(b, type, offset);
    b->depth--;
    return all;
}

/* ---- order ---- */

static int compare_offsets(const void *a, const void *b)
{
    const struct sm5_field_info *left = a, *right = b;
    if (left->offset != right->offset)
        return left->offset < right->offset ? -1 : 1;
    return (left->position > right->position) - (left->position < right->position);
}

static int compare_names(const void *a, const void *b)
{
    const struct sm5_field_info *const *left = a, *const *right = b;
    int order = strcmp((*left)->name, (*right)->name);
    return order ? order : ((*left)->offset > (*right)->offset) - ((*left)->offset < (*right)->offset);
}

/* Keeps the first of several fields with one name, which only damaged files have. */
static bool remove_duplicate_names(struct sm5_layout *layout)
{
    size_t count = layout->fields.count, kept = 0;
    struct sm5_field_info **sorted = malloc((count + 1) * sizeof(struct sm5_field_info *));
    if (!sorted)
        return false;
    for (size_t i = 0; i < count; i++)
        sorted[i] = &layout->fields.data[i];
    qsort(sorted, count, sizeof *sorted, compare_names);
    const char *last = NULL;
    for (size_t i = 0; i < count; i++) {
        const char *name = sorted[i]->name;
        if (last && strcmp(last, name) == 0)
            sorted[i]->name = NULL;
        last = name;
    }
    free(sorted);
    for (size_t i = 0; i < count; i++)
        if (layout->fields.data[i].name)
            layout->fields.data[kept++] = layout->fields.data[i];
    layout->fields.count = kept;
    return true;
}

/* Removes fields that overlap an earlier one, which only damaged files have. */
static void remove_overlaps(struct sm5_layout *layout)
{
    size_t kept = 0;
    uint32_t end = 0;
    for (size_t i = 0; i < layout->fields.count; i++) {
        struct sm5_field_info field = layout->fields.data[i];
        if (field.offset < end)
            continue;
        end = field.offset + (field.type == 'd' ? 8 : 4);
        layout->fields.data[kept++] = field;
    }
    layout->fields.count = kept;
}

enum sm5_status layout_build(struct sm5_layout *layout, enum sm5_packing packing,
                             const struct layout_part *parts, size_t count)
{
    struct builder b = {.layout = layout, .cbuffer = packing == SM5_PACKING_CBUFFER};
    struct extent all = {0};
    for (size_t i = 0; i < count && !b.status; i++) {
        truncate_path(&b, 0);
        if (parts[i].name)
            add_name(&b, parts[i].name);
        struct extent part = flatten(&b, parts[i].type, parts[i].offset);
        if (parts[i].offset + part.bytes > all.bytes)
            all.bytes = parts[i].offset + part.bytes;
        all.has_double |= part.has_double;
    }
    strbuf_free(&b.path);
    layout->bytes = (uint32_t)stride_of(&b, all);
    if (b.status || layout->fields.count == 0)
        return b.status;
    qsort(layout->fields.data, layout->fields.count, sizeof *layout->fields.data, compare_offsets);
    remove_overlaps(layout);
    return remove_duplicate_names(layout) ? SM5_OK : SM5_ERR_MEMORY;
}
