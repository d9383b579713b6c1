/* NumPy's .npy format, versions 1 to 3: a header that is a Python dictionary, then the elements. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "io.h"

/* Sub-arrays of nothing repeat without adding a leaf: VISIT_LIMIT bounds the work that a header can ask for.
 */
enum { DEPTH_LIMIT = 16, LEAF_LIMIT = 4096, AXIS_LIMIT = 32, VISIT_LIMIT = 1 << 16 };

/* A number inside the element that may have to be turned round. */
struct leaf {
    size_t offset;
    uint32_t size;
    bool big_endian;
    char kind;     /* as NumPy letters it: f, i, u, b, ... */
    char name[48]; /* of its field; "" for arrays without fields */
};

struct header {
    const char *at, *end; /* cursor in the dictionary */
    struct leaf leaves[LEAF_LIMIT];
    size_t leaf_count, item_bytes;
    uint64_t shape[AXIS_LIMIT];
    size_t axes;
    bool fortran;
    unsigned depth, visits;
};

static void skip_space(struct header *h)
{
    while (h->at < h->end && isspace((unsigned char)*h->at))
        h->at++;
}

static bool accept(struct header *h, char c)
{
    skip_space(h);
    if (h->at >= h->end || *h->at != c)
        return false;
    h->at++;
    return true;
}

static bool read_string(struct header *h, char *out, size_t size)
{
    skip_space(h);
    if (h->at >= h->end || (*h->at != '\'' && *h->at != '"'))
        return false;
    char quote = *h->at++;
    size_t n = 0;
    while (h->at < h->end && *h->at != quote) {
        if (n + 1 >= size)
            return false;
        out[n++] = *h->at++;
    }
    out[n] = 0;
    return accept(h, quote);
}

static bool read_count(struct header *h, uint64_t *out)
{
    skip_space(h);
    if (h->at >= h->end || !isdigit((unsigned char)*h->at))
        return false;
    uint64_t value = 0;
    while (h->at < h->end && isdigit((unsigned char)*h->at)) {
        if (value > UINT32_MAX)
            return false;
        value = value * 10 + (uint64_t)(*h->at++ - '0');
    }
    *out = value;
    return true;
}

/* "(3, 4)", "(3,)", "()" or "3". */
static bool read_shape(struct header *h, uint64_t *shape, size_t *axes)
{
    *axes = 0;
    if (!accept(h, '(')) {
        *axes = 1;
        return read_count(h, &shape[0]);
    }
    while (!accept(h, ')')) {
        if (*axes == AXIS_LIMIT || !read_count(h, &shape[*axes]))
            return false;
        ++*axes;
        if (!accept(h, ',') && (h->at >= h->end || *h->at != ')'))
            return false;
    }
    return true;
}

/* The digits behind the kind; 0 when there is anything else. */
static unsigned long type_size(const char *type)
{
    if (type[1] == '?')
        return 1;
    return strspn(type + 2, "0123456789") == strlen(type + 2) ? strtoul(type + 2, NULL, 10) : 0;
}

static bool add_leaf(struct header *h, const char *type)
{
    static const char kinds[] = "fiubcV?S";
    if (!type[0] || !type[1] || !strchr("<>|=", type[0]) || !strchr(kinds, type[1]))
        return false;
    unsigned long size = type_size(type);
    bool bytes = type[1] == 'V' || type[1] == 'S';
    if (size == 0 || size > (bytes ? 1u << 20 : 32u))
        return false;
    /* A complex number is two numbers. */
    unsigned parts = type[1] == 'c' ? 2 : 1;
    if (size % parts || h->leaf_count + parts > LEAF_LIMIT)
        return false;
    for (unsigned i = 0; i < parts; i++) {
        h->leaves[h->leaf_count++] =
            (struct leaf){h->item_bytes, (uint32_t)size / parts, type[0] == '>' && !bytes, type[1], ""};
        h->item_bytes += size / parts;
    }
    return true;
}

static bool read_type(struct header *h);

/* A field of one number has its name; those of a short vector are NAME.x, NAME.y, ... */
static void name_leaves(struct header *h, size_t first, const char *name)
{
    size_t count = h->leaf_count - first;
    for (size_t i = 0; i < count; i++) {
        struct leaf *leaf = &h->leaves[first + i];
        if (count == 1)
            snprintf(leaf->name, sizeof leaf->name, "%.40s", name);
        else if (count <= 4)
            snprintf(leaf->name, sizeof leaf->name, "%.40s.%c", name, "xyzw"[i]);
        else
            snprintf(leaf->name, sizeof leaf->name, "%.24s[%zu]", name, i);
    }
}

/* ('name', type) or ('name', type, shape): a field, repeated when it is a sub-array. */
static bool read_field(struct header *h)
{
    char name[256];
    if (!accept(h, '('))
        return false;
    bool titled = accept(h, '('); /* (('title', 'name'), type) */
    if (!read_string(h, name, sizeof name) ||
        (titled && (!accept(h, ',') || !read_string(h, name, sizeof name))))
        return false;
    if ((titled && !accept(h, ')')) || !accept(h, ','))
        return false;
    const char *type_at = h->at;
    size_t leaves = h->leaf_count, start = h->item_bytes;
    if (!read_type(h))
        return false;
    uint64_t shape[AXIS_LIMIT], count = 1;
    size_t axes = 0;
    if (accept(h, ',') && *h->at != ')' && !read_shape(h, shape, &axes))
        return false;
    for (size_t i = 0; i < axes; i++)
        count = shape[i] > LEAF_LIMIT ? LEAF_LIMIT + 1 : count * shape[i];
    if (count > LEAF_LIMIT)
        return false;
    if (count == 0)
        h->leaf_count = leaves, h->item_bytes = start;
    const char *behind = h->at;
    for (uint64_t i = 1; i < count; i++) {
        h->at = type_at;
        if (!read_type(h))
            return false;
    }
    h->at = behind;
    name_leaves(h, leaves, name);
    return accept(h, ')');
}

static bool read_fields(struct header *h)
{
    while (!accept(h, ']')) {
        if (!read_field(h))
            return false;
        if (!accept(h, ',') && (h->at >= h->end || *h->at != ']'))
            return false;
    }
    return true;
}

static bool read_type(struct header *h)
{
    if (++h->depth > DEPTH_LIMIT || ++h->visits > VISIT_LIMIT)
        return false;
    char type[32];
    bool ok = accept(h, '[') ? read_fields(h) : read_string(h, type, sizeof type) && add_leaf(h, type);
    h->depth--;
    return ok;
}

static bool read_bool(struct header *h, bool *out)
{
    skip_space(h);
    size_t left = (size_t)(h->end - h->at);
    *out = left >= 4 && memcmp(h->at, "True", 4) == 0;
    if (!*out && (left < 5 || memcmp(h->at, "False", 5) != 0))
        return false;
    h->at += *out ? 4 : 5;
    return true;
}

static bool read_dictionary(struct header *h)
{
    unsigned seen = 0;
    if (!accept(h, '{'))
        return false;
    while (!accept(h, '}')) {
        char key[32];
        if (!read_string(h, key, sizeof key) || !accept(h, ':'))
            return false;
        bool ok = false;
        if (strcmp(key, "descr") == 0)
            ok = read_type(h), seen |= 1;
        else if (strcmp(key, "fortran_order") == 0)
            ok = read_bool(h, &h->fortran), seen |= 2;
        else if (strcmp(key, "shape") == 0)
            ok = read_shape(h, h->shape, &h->axes), seen |= 4;
        if (!ok || (!accept(h, ',') && (h->at >= h->end || *h->at != '}')))
            return false;
    }
    return seen == 7;
}

static void swap_leaves(const struct header *h, uint8_t *element)
{
    for (size_t i = 0; i < h->leaf_count; i++) {
        const struct leaf *leaf = &h->leaves[i];
        uint8_t *at = element + leaf->offset;
        for (uint32_t k = 0; leaf->big_endian && k < leaf->size / 2; k++) {
            uint8_t byte = at[k];
            at[k] = at[leaf->size - 1 - k];
            at[leaf->size - 1 - k] = byte;
        }
    }
}

/* Index in Fortran order of the element that stands at `index` in C order. */
static uint64_t fortran_index(const struct header *h, uint64_t index)
{
    uint64_t coordinates[AXIS_LIMIT], at = 0;
    for (size_t axis = h->axes; axis-- > 0; index /= h->shape[axis])
        coordinates[axis] = index % h->shape[axis];
    for (size_t axis = h->axes; axis-- > 0;)
        at = at * h->shape[axis] + coordinates[axis];
    return at;
}

static bool copy_elements(const struct header *h, const uint8_t *data, uint64_t count, struct io_bytes *out)
{
    size_t size = (size_t)count * h->item_bytes;
    uint8_t *copy = malloc(size + 1);
    if (!copy)
        return false;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t from = h->fortran && h->axes > 1 ? fortran_index(h, i) : i;
        memcpy(copy + i * h->item_bytes, data + from * h->item_bytes, h->item_bytes);
        swap_leaves(h, copy + i * h->item_bytes);
    }
    copy[size] = 0;
    *out = (struct io_bytes){copy, size};
    return true;
}

static bool read_elements(struct header *h, const struct io_bytes *file, size_t start, struct io_bytes *out,
                          struct io_error *error)
{
    uint64_t count = 1;
    for (size_t i = 0; i < h->axes; i++)
        if (__builtin_mul_overflow(count, h->shape[i], &count) || count > (1ull << 40))
            return io_fail(error, "npy: the shape is too large");
    uint64_t available = h->item_bytes ? (file->size - start) / h->item_bytes : 0;
    if (available < count)
        return io_fail(error, "npy: %zu data bytes; the shape needs %llu elements of %zu", file->size - start,
                       (unsigned long long)count, h->item_bytes);
    return copy_elements(h, file->data + start, count, out) || io_fail(error, "out of memory");
}

/* The elements, and the header that tells what they are: NULL after a failure, else the caller's to free. */
static struct header *read_file(const struct io_bytes *file, struct io_bytes *out, struct io_error *error)
{
    *out = (struct io_bytes){0};
    if (file->size < 12 || memcmp(file->data, "\x93NUMPY", 6) != 0) {
        io_fail(error, "npy: not a NumPy file (expected \\x93NUMPY at its start)");
        return NULL;
    }
    bool wide = file->data[6] >= 2;
    size_t start = wide ? 12 : 10;
    size_t length = wide ? load_u32(file->data + 8) : load_u16(file->data + 8);
    struct header *h = calloc(1, sizeof *h);
    if (length > file->size - start) {
        free(h);
        io_fail(error, "npy: the header is cut off");
        return NULL;
    }
    if (!h) {
        io_fail(error, "out of memory");
        return NULL;
    }
    h->at = (const char *)file->data + start;
    h->end = h->at + length;
    bool ok = read_dictionary(h) ? read_elements(h, file, start + length, out, error)
                                 : io_fail(error, "npy: the header is not one that NumPy writes for numbers");
    if (ok)
        return h;
    free(h);
    return NULL;
}

bool io_npy_read(const struct io_bytes *file, struct io_bytes *out, struct io_error *error)
{
    struct header *h = read_file(file, out, error);
    free(h);
    return h != NULL;
}

static bool fill_table(const struct header *h, struct io_table *table, struct io_error *error)
{
    table->row_bytes = h->item_bytes;
    table->rows = h->item_bytes ? table->data.size / h->item_bytes : 0;
    table->columns = calloc(h->leaf_count + 1, sizeof *table->columns);
    if (!table->columns)
        return io_fail(error, "out of memory");
    for (size_t i = 0; i < h->leaf_count; i++) {
        const struct leaf *leaf = &h->leaves[i];
        struct io_table_column *column = &table->columns[table->column_count];
        if (!leaf->name[0])
            return io_fail(error, "npy: expected a structured array, whose fields have names");
        if (!strchr("fiub?", leaf->kind) || leaf->size > 8 || (leaf->kind == 'f' && leaf->size < 4))
            continue;
        memcpy(column->name, leaf->name, sizeof leaf->name);
        column->offset = leaf->offset;
        column->size = (uint8_t)leaf->size;
        column->kind = leaf->kind;
        table->column_count++;
    }
    return true;
}

bool io_npy_table(const struct io_bytes *file, struct io_table *table, struct io_error *error)
{
    struct header *h = read_file(file, &table->data, error);
    bool ok = h && fill_table(h, table, error);
    free(h);
    return ok;
}

/* ---- writing ---- */

static const char *type_name(char type)
{
    switch (type) {
    case 'f': return "<f4";
    case 'i': return "<i4";
    case 'd': return "<f8";
    case 'h': return "<u2";
    case 'c': return "|u1";
    default: return "<u4";
    }
}

static uint32_t type_bytes(char type)
{
    return type == 'd' ? 8 : type == 'h' ? 2 : type == 'c' ? 1 : 4;
}

static void add_pad(struct strbuf *text, uint32_t from, uint32_t to)
{
    if (to > from)
        strbuf_printf(text, "('pad%u', '|V%u'), ", from, to - from);
}

/* Names come from files: what would end the Python string, or is no text, becomes an underscore. */
static void add_name(struct strbuf *text, const char *name)
{
    for (; *name; name++) {
        bool plain = *name >= 0x20 && *name < 0x7f && *name != '\'' && *name != '\\';
        strbuf_add_char(text, plain ? *name : '_');
    }
}

/* Columns that overlap an earlier one, which only a damaged file has, are left out. */
static void add_type(struct strbuf *text, const struct io_column *columns, size_t count, size_t row_bytes)
{
    uint32_t at = 0;
    strbuf_add(text, "[");
    for (size_t i = 0; i < count; i++) {
        if (columns[i].offset < at)
            continue;
        add_pad(text, at, columns[i].offset);
        strbuf_add(text, "('");
        add_name(text, columns[i].name);
        strbuf_printf(text, "', '%s'), ", type_name(columns[i].type));
        at = columns[i].offset + type_bytes(columns[i].type);
    }
    add_pad(text, at, (uint32_t)row_bytes);
    strbuf_add(text, "]");
}

bool io_npy_write(const char *path, const struct io_column *columns, size_t column_count, const void *data,
                  size_t rows, size_t row_bytes, struct io_error *error)
{
    struct strbuf text = {0}, file = {0};
    strbuf_add(&text, "{'descr': ");
    if (column_count) {
        add_type(&text, columns, column_count, row_bytes);
        strbuf_printf(&text, ", 'fortran_order': False, 'shape': (%zu,), }", rows);
    } else {
        bool words = row_bytes % 4 == 0;
        strbuf_printf(&text, "'%s', 'fortran_order': False, 'shape': (%zu, %zu), }", words ? "<u4" : "|u1",
                      rows, words ? row_bytes / 4 : row_bytes);
    }
    bool wide = text.length > 65000;
    size_t head = wide ? 12 : 10;
    strbuf_add_repeat(&text, ' ', 63 - (head + text.length) % 64);
    strbuf_add_char(&text, '\n');
    uint32_t length = (uint32_t)text.length;
    strbuf_add_bytes(&file, wide ? "\x93NUMPY\x02\x00" : "\x93NUMPY\x01\x00", 8);
    strbuf_add_bytes(&file, (const char *)&length, wide ? 4 : 2);
    strbuf_add_bytes(&file, strbuf_text(&text), text.length);
    strbuf_add_bytes(&file, data, rows * row_bytes);
    bool ok = !text.failed && !file.failed ? io_write_file(path, file.text, file.length, error)
                                           : io_fail(error, "out of memory");
    strbuf_free(&text);
    strbuf_free(&file);
    return ok;
}
