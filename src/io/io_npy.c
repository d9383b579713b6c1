/* NumPy's .npy format, versions 1 to 3: a header that is a Python dictionary, then the elements. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "io.h"
#include "io_npy.h"

/* Empty sub-arrays repeat without adding a leaf: VISIT_LIMIT bounds the work for a header. The type of a
   field is read once more than it is repeated. */
enum { DEPTH_LIMIT = 16, VISIT_LIMIT = 8 * IO_NPY_LEAVES };

static void skip_space(struct io_npy *h)
{
    while (h->at < h->end && isspace((unsigned char)*h->at))
        h->at++;
}

static bool accept(struct io_npy *h, char c)
{
    skip_space(h);
    if (h->at >= h->end || *h->at != c)
        return false;
    h->at++;
    return true;
}

static bool read_string(struct io_npy *h, char *out, size_t size)
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

static bool read_count(struct io_npy *h, uint64_t *out)
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

/* Parses "(3, 4)", "(3,)", "()" or "3". */
static bool read_shape(struct io_npy *h, uint64_t *shape, size_t *axes)
{
    *axes = 0;
    if (!accept(h, '(')) {
        *axes = 1;
        return read_count(h, &shape[0]);
    }
    while (!accept(h, ')')) {
        if (*axes == IO_NPY_AXES || !read_count(h, &shape[*axes]))
            return false;
        ++*axes;
        if (!accept(h, ',') && (h->at >= h->end || *h->at != ')'))
            return false;
    }
    return true;
}

/* Parses the digits after the kind; 0 when the text is malformed. */
static unsigned long type_size(const char *type)
{
    if (type[1] == '?')
        return 1;
    return strspn(type + 2, "0123456789") == strlen(type + 2) ? strtoul(type + 2, NULL, 10) : 0;
}

static void cut_path(struct io_npy *h, size_t length)
{
    if (h->path.length > length) {
        h->path.length = length;
        h->path.text[length] = 0;
    }
}

/* A complex number is two numbers. */
static bool add_leaf(struct io_npy *h, const char *type)
{
    static const char kinds[] = "fiubcV?S";
    if (!type[0] || !type[1] || !strchr("<>|=", type[0]) || !strchr(kinds, type[1]))
        return false;
    unsigned long size = type_size(type);
    bool bytes = type[1] == 'V' || type[1] == 'S';
    unsigned parts = type[1] == 'c' ? 2 : 1;
    if (size == 0 || size > (bytes ? 1u << 20 : 32u) || size % parts)
        return false;
    for (unsigned i = 0; i < parts; i++) {
        struct io_npy_leaf leaf = {.offset = h->item_bytes,
                                   .size = (uint32_t)size / parts,
                                   .big_endian = type[0] == '>' && !bytes,
                                   .is_alone = h->is_alone,
                                   .kind = type[1],
                                   .name = h->names.length};
        strbuf_add_bytes(&h->names, strbuf_text(&h->path), h->path.length + 1);
        if (h->leaves.count >= IO_NPY_LEAVES)
            return false;
        if (!VEC_PUSH(&h->leaves, leaf)) {
            h->names.failed = true;
            return false;
        }
        h->item_bytes += size / parts;
    }
    return true;
}

static bool read_type(struct io_npy *h);

/* "[1][0]": the indices of element `index` in a sub-array. */
static void add_index(struct io_npy *h, const uint64_t *shape, size_t axes, uint64_t index)
{
    uint64_t below = 1;
    for (size_t i = 0; i < axes; i++)
        below *= shape[i];
    for (size_t i = 0; i < axes; i++) {
        below /= shape[i];
        strbuf_printf(&h->path, "[%llu]", (unsigned long long)(index / below % shape[i]));
    }
}

/* Reads the elements of a field, each with the type at `type_at`. */
static bool repeat_type(struct io_npy *h, const char *type_at, const uint64_t *shape, size_t axes)
{
    const char *after = h->at;
    uint64_t count = 1;
    for (size_t i = 0; i < axes; i++)
        count = shape[i] > IO_NPY_LEAVES ? IO_NPY_LEAVES + 1 : count * shape[i];
    if (count > IO_NPY_LEAVES)
        return false;
    size_t mark = h->path.length;
    bool ok = true;
    for (uint64_t i = 0; ok && i < count; i++) {
        add_index(h, shape, axes, i);
        h->is_alone = count == 1;
        h->at = type_at;
        ok = read_type(h);
        cut_path(h, mark);
    }
    h->at = after;
    return ok;
}

static bool read_name(struct io_npy *h, char *name, size_t size)
{
    bool titled = accept(h, '('); /* the form (('title', 'name'), type) */
    if (!read_string(h, name, size) || (titled && (!accept(h, ',') || !read_string(h, name, size))))
        return false;
    return (!titled || accept(h, ')')) && accept(h, ',');
}

/* Parses ('name', type) or ('name', type, shape): a field, repeated when it is a sub-array. */
static bool read_field(struct io_npy *h)
{
    char name[256];
    uint64_t shape[IO_NPY_AXES];
    size_t axes = 0, mark = h->path.length;
    if (!accept(h, '(') || !read_name(h, name, sizeof name))
        return false;
    strbuf_printf(&h->path, "%s%s", mark && name[0] != '[' ? "." : "", name);
    const char *type_at = h->at;
    size_t leaves = h->leaves.count, start = h->item_bytes, names = h->names.length;
    if (!read_type(h)) /* to find its end */
        return false;
    h->leaves.count = leaves;
    h->item_bytes = start;
    h->names.length = names;
    if (accept(h, ',') && h->at < h->end && *h->at != ')' && !read_shape(h, shape, &axes))
        return false;
    bool ok = repeat_type(h, type_at, shape, axes);
    cut_path(h, mark);
    return ok && !h->path.failed && !h->names.failed && accept(h, ')');
}

static bool read_fields(struct io_npy *h)
{
    while (!accept(h, ']')) {
        if (!read_field(h))
            return false;
        if (!accept(h, ',') && (h->at >= h->end || *h->at != ']'))
            return false;
    }
    return true;
}

static bool read_type(struct io_npy *h)
{
    if (++h->depth > DEPTH_LIMIT || ++h->visits > VISIT_LIMIT)
        return false;
    char type[32];
    bool ok = accept(h, '[') ? read_fields(h) : read_string(h, type, sizeof type) && add_leaf(h, type);
    h->depth--;
    return ok;
}

static bool read_bool(struct io_npy *h, bool *out)
{
    skip_space(h);
    size_t left = (size_t)(h->end - h->at);
    *out = left >= 4 && memcmp(h->at, "True", 4) == 0;
    if (!*out && (left < 5 || memcmp(h->at, "False", 5) != 0))
        return false;
    h->at += *out ? 4 : 5;
    return true;
}

static bool read_dictionary(struct io_npy *h)
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

static void swap_leaves(const struct io_npy *h, uint8_t *element)
{
    for (size_t i = 0; i < h->leaves.count; i++) {
        const struct io_npy_leaf *leaf = &h->leaves.data[i];
        uint8_t *at = element + leaf->offset;
        for (uint32_t k = 0; leaf->big_endian && k < leaf->size / 2; k++) {
            uint8_t byte = at[k];
            at[k] = at[leaf->size - 1 - k];
            at[leaf->size - 1 - k] = byte;
        }
    }
}

/* The index in Fortran order of the element at `index` in C order. */
static uint64_t fortran_index(const struct io_npy *h, uint64_t index)
{
    uint64_t coordinates[IO_NPY_AXES], at = 0;
    for (size_t axis = h->axes; axis-- > 0; index /= h->shape[axis])
        coordinates[axis] = index % h->shape[axis];
    for (size_t axis = h->axes; axis-- > 0;)
        at = at * h->shape[axis] + coordinates[axis];
    return at;
}

struct copying {
    const struct io_npy *npy;
    const uint8_t *from;
    uint8_t *to;
    bool plain; /* in C order, little-endian */
};

static void copy_range(void *context, size_t first, size_t count)
{
    const struct copying *copying = context;
    const struct io_npy *h = copying->npy;
    uint8_t *to = copying->to + first * h->item_bytes;
    if (copying->plain) {
        memcpy(to, copying->from + first * h->item_bytes, count * h->item_bytes);
        return;
    }
    for (size_t i = first; i < first + count; i++, to += h->item_bytes) {
        uint64_t from = h->fortran && h->axes > 1 ? fortran_index(h, i) : i;
        memcpy(to, copying->from + from * h->item_bytes, h->item_bytes);
        swap_leaves(h, to);
    }
}

static bool is_plain(const struct io_npy *h)
{
    bool plain = !h->fortran || h->axes <= 1;
    for (size_t i = 0; i < h->leaves.count; i++)
        plain &= !h->leaves.data[i].big_endian;
    return plain;
}

static bool copy_elements(const struct io_npy *h, const uint8_t *data, uint64_t count, struct io_bytes *out)
{
    enum { GRAIN = 1 << 20 }; /* bytes */
    size_t size = (size_t)count * h->item_bytes;
    struct copying copying = {h, data, io_alloc(size), is_plain(h)};
    if (!copying.to)
        return false;
    io_parallel((size_t)count, GRAIN / (h->item_bytes + 1) + 1, copy_range, &copying);
    *out = (struct io_bytes){.data = copying.to, .size = size};
    return true;
}

/* `size`: bytes that follow the header. */
static bool count_elements(const struct io_npy *h, uint64_t size, uint64_t *count, struct io_error *error)
{
    *count = 1;
    for (size_t i = 0; i < h->axes; i++)
        if (__builtin_mul_overflow(*count, h->shape[i], count) || *count > (1ull << 40))
            return io_fail(error, "npy: the shape is too large");
    uint64_t available = h->item_bytes ? size / h->item_bytes : 0;
    return available >= *count ||
           io_fail(error, "npy: %llu data bytes; the shape needs %llu elements of %zu",
                   (unsigned long long)size, (unsigned long long)*count, h->item_bytes);
}

static bool read_elements(struct io_npy *h, const struct io_bytes *file, struct io_bytes *own, size_t start,
                          struct io_bytes *out, struct io_error *error)
{
    uint64_t count;
    if (!count_elements(h, file->size - start, &count, error))
        return false;
    if (own && count && is_plain(h)) {
        *out = (struct io_bytes){
            .data = own->data + start, .size = (size_t)count * h->item_bytes, .block = own->data};
        *own = (struct io_bytes){0};
        return true;
    }
    return copy_elements(h, file->data + start, count, out) || io_fail_memory(error);
}

void io_npy_free(struct io_npy *h)
{
    if (!h)
        return;
    VEC_FREE(&h->leaves);
    strbuf_free(&h->path);
    strbuf_free(&h->names);
    free(h);
}

/* Parses what is before the elements; `start` is the place of the first one. */
static bool read_head(struct io_npy *h, const struct io_bytes *file, size_t *start, struct io_error *error)
{
    bool wide = file->data[6] >= 2;
    size_t begin = wide ? 12 : 10;
    size_t length = wide ? load_u32(file->data + 8) : load_u16(file->data + 8);
    if (length > file->size - begin)
        return io_fail(error, "npy: the header is cut off");
    h->at = (const char *)file->data + begin;
    h->end = h->at + length;
    *start = begin + length;
    if (read_dictionary(h))
        return true;
    return h->path.failed || h->names.failed
               ? io_fail_memory(error)
               : io_fail(error, "npy: the header is not one that NumPy writes for numbers");
}

static struct io_npy *open_head(const struct io_bytes *file, size_t *start, struct io_error *error)
{
    if (file->size < 12 || memcmp(file->data, "\x93NUMPY", 6) != 0) {
        io_fail(error, "npy: not a NumPy file (expected \\x93NUMPY at its start)");
        return NULL;
    }
    struct io_npy *h = calloc(1, sizeof *h);
    if (!h)
        io_fail_memory(error);
    if (h && read_head(h, file, start, error))
        return h;
    io_npy_free(h);
    return NULL;
}

struct io_npy *io_npy_open(const struct io_bytes *file, struct io_bytes *own, struct io_bytes *out,
                           struct io_error *error)
{
    size_t start = 0;
    *out = (struct io_bytes){0};
    struct io_npy *h = open_head(file, &start, error);
    if (!h || read_elements(h, file, own, start, out, error))
        return h;
    io_npy_free(h);
    return NULL;
}

struct io_npy *io_npy_open_head(const struct io_bytes *head, uint64_t size, struct io_range *elements,
                                struct io_error *error)
{
    size_t start = 0;
    uint64_t count = 0;
    struct io_npy *h = open_head(head, &start, error);
    if (!h)
        return NULL;
    bool ok = count_elements(h, size - start, &count, error) &&
              (is_plain(h) || io_fail(error, "npy: elements in another order"));
    *elements = (struct io_range){start, count * h->item_bytes};
    if (ok)
        return h;
    io_npy_free(h);
    return NULL;
}

const char *io_npy_name(const struct io_npy *h, const struct io_npy_leaf *leaf)
{
    return strbuf_text(&h->names) + leaf->name;
}

bool io_npy_read(const struct io_bytes *file, struct io_bytes *out, struct io_error *error)
{
    struct io_npy *h = io_npy_open(file, NULL, out, error);
    io_npy_free(h);
    return h != NULL;
}

/* ---- tables ---- */

/* Elements of a short vector are NAME.x, NAME.y, ...; that of a vector of one is NAME. */
static void shorten_name(char *name, bool is_alone)
{
    size_t length = strlen(name);
    char *bracket = strchr(name, '[');
    if (!bracket || name[length - 1] != ']' || strchr(bracket + 1, '['))
        return;
    if (is_alone)
        *bracket = 0;
    else if (bracket == name + length - 3 && bracket[1] >= '0' && bracket[1] <= '3')
        snprintf(bracket, 3, ".%c", "xyzw"[bracket[1] - '0']);
}

static bool fill_table(struct io_npy *h, struct io_table *table, struct io_error *error)
{
    table->row_bytes = h->item_bytes;
    table->rows = h->item_bytes ? table->data.size / h->item_bytes : 0;
    table->columns = calloc(h->leaves.count + 1, sizeof *table->columns);
    if (!table->columns)
        return io_fail_memory(error);
    table->names = h->names.text;
    h->names = (struct strbuf){0};
    for (size_t i = 0; i < h->leaves.count; i++) {
        const struct io_npy_leaf *leaf = &h->leaves.data[i];
        struct io_table_column *column = &table->columns[table->column_count];
        char *name = table->names + leaf->name;
        if (!name[0])
            return io_fail(error, "npy: expected a structured array, whose fields have names");
        if (!strchr("fiub?", leaf->kind) || leaf->size > 8 || (leaf->kind == 'f' && leaf->size < 4))
            continue;
        shorten_name(name, leaf->is_alone);
        *column = (struct io_table_column){name, leaf->offset, (uint8_t)leaf->size, leaf->kind};
        table->column_count++;
    }
    return true;
}

bool io_npy_table(const struct io_bytes *file, struct io_table *table, struct io_error *error)
{
    struct io_npy *h = io_npy_open(file, NULL, &table->data, error);
    bool ok = h && fill_table(h, table, error);
    io_npy_free(h);
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

static void add_pad(struct strbuf *text, uint32_t from, uint32_t to)
{
    if (to > from)
        strbuf_printf(text, "('pad%u', '|V%u'), ", from, to - from);
}

/* Names come from files: characters that would end the Python string, or are not text, become underscores. */
static void add_name(struct strbuf *text, const char *name)
{
    for (; *name; name++) {
        bool plain = *name >= 0x20 && *name < 0x7f && *name != '\'' && *name != '\\';
        strbuf_add_char(text, plain ? *name : '_');
    }
}

static void add_type(struct strbuf *text, const struct io_members *members)
{
    uint32_t at = 0;
    strbuf_add(text, "[");
    for (size_t i = 0; i < members->required; i++) {
        const struct io_column *column = &members->list[i];
        add_pad(text, at, column->offset);
        strbuf_add(text, "('");
        add_name(text, column->name);
        strbuf_printf(text, "', '%s'), ", type_name(column->type));
        at = column->offset + io_column_bytes(column);
    }
    add_pad(text, at, (uint32_t)members->layout->row_bytes);
    strbuf_add(text, "]");
}

static void add_header(struct strbuf *text, const struct io_members *members, size_t rows)
{
    size_t row_bytes = members->layout->row_bytes;
    bool words = row_bytes % 4 == 0;
    strbuf_add(text, "{'descr': ");
    if (members->layout->count) {
        add_type(text, members);
        strbuf_printf(text, ", 'fortran_order': False, 'shape': (%zu,), }", rows);
    } else {
        strbuf_printf(text, "'%s', 'fortran_order': False, 'shape': (%zu, %zu), }", words ? "<u4" : "|u1",
                      rows, words ? row_bytes / 4 : row_bytes);
    }
}

bool io_npy_head(const struct io_layout *layout, size_t rows, struct strbuf *file, struct io_error *error)
{
    struct io_members members;
    struct strbuf text = {0};
    if (!io_members_open(&members, layout, error))
        return false;
    add_header(&text, &members, rows);
    bool wide = text.length > 65000;
    size_t head = wide ? 12 : 10;
    strbuf_add_repeat(&text, ' ', 63 - (head + text.length) % 64);
    strbuf_add_char(&text, '\n');
    uint32_t length = (uint32_t)text.length;
    strbuf_add_bytes(file, wide ? "\x93NUMPY\x02\x00" : "\x93NUMPY\x01\x00", 8);
    strbuf_add_bytes(file, (const char *)&length, wide ? 4 : 2);
    strbuf_add_bytes(file, strbuf_text(&text), text.length);
    bool ok = (!text.failed && !file->failed) || io_fail_memory(error);
    strbuf_free(&text);
    io_members_free(&members);
    return ok;
}

bool io_npy_text(const struct io_layout *layout, const void *data, size_t rows, struct strbuf *file,
                 struct io_error *error)
{
    if (!io_npy_head(layout, rows, file, error))
        return false;
    strbuf_add_bytes(file, data, rows * layout->row_bytes);
    return !file->failed || io_fail_memory(error);
}
