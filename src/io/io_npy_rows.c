/* Rows of members from a NumPy array. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "io.h"
#include "io_npy.h"

/* ---- types ---- */

static bool is_integer(char kind)
{
    return kind == 'i' || kind == 'u';
}

/* Whether the leaf's values can be copied to the column, bit by bit or as bool. */
static bool fits(const struct io_npy_leaf *leaf, char type)
{
    switch (type) {
    case 'f': return leaf->kind == 'f' && leaf->size == 4;
    case 'd': return leaf->kind == 'f' && leaf->size == 8;
    case 'h': return (is_integer(leaf->kind) || leaf->kind == 'f') && leaf->size == 2;
    case 'c': return (is_integer(leaf->kind) || leaf->kind == 'b') && leaf->size == 1;
    case 'b': return (is_integer(leaf->kind) && leaf->size == 4) || (leaf->kind == 'b' && leaf->size == 1);
    default: return is_integer(leaf->kind) && leaf->size == 4;
    }
}

static const char *type_name(char type)
{
    static const struct {
        char type;
        const char *name;
    } names[] = {{'f', "<f4"}, {'d', "<f8"}, {'i', "<i4"}, {'h', "<u2"}, {'c', "|u1"}};
    for (size_t i = 0; i < BASE_COUNT(names); i++)
        if (names[i].type == type)
            return names[i].name;
    return "<u4";
}

static void leaf_type(const struct io_npy_leaf *leaf, char out[16])
{
    snprintf(out, 16, "%c%c%u", leaf->size == 1 ? '|' : leaf->big_endian ? '>' : '<', leaf->kind, leaf->size);
}

static bool store(const struct io_npy_leaf *leaf, const struct io_column *column, const uint8_t *from,
                  uint8_t *row)
{
    if (leaf->size == io_column_bytes(column)) {
        memcpy(row + column->offset, from, leaf->size);
        return true;
    }
    return io_store_number(column, from[0] != 0, row); /* bool */
}

/* The array is the rows, byte by byte. */
static bool take_rows(struct io_row_set *rows, struct io_bytes *data)
{
    io_bytes_free(rows->out);
    *rows->out = *data;
    rows->rows = data->size / rows->members.layout->row_bytes;
    *data = (struct io_bytes){0};
    return true;
}

static bool may_convert(const struct io_row_set *rows)
{
    return !rows->is_whole || io_fail(rows->error, "npy: the elements are not rows");
}

/* ---- structured types ---- */

struct field {
    const struct io_npy_leaf *leaf;
    const struct io_column *column; /* NULL: padding */
    size_t offset;                  /* offset of padding in the row */
};

/* Parses "pad12", the name of bytes that no member covers. */
static bool is_padding(const struct io_row_set *rows, const char *name, const struct io_npy_leaf *leaf,
                       size_t *offset)
{
    const struct io_members *members = &rows->members;
    char *end;
    if (leaf->kind != 'V' || strncmp(name, "pad", 3) != 0)
        return false;
    *offset = strtoul(name + 3, &end, 10);
    if (*end || end == name + 3 || *offset > members->layout->row_bytes ||
        leaf->size > members->layout->row_bytes - *offset)
        return false;
    for (size_t i = 0; i < members->required; i++)
        if (*offset < members->list[i].offset + io_column_bytes(&members->list[i]) &&
            *offset + leaf->size > members->list[i].offset)
            return false;
    return true;
}

static bool match_field(struct io_row_set *rows, const struct io_npy *npy, const struct io_npy_leaf *leaf,
                        struct field *field)
{
    const char *name = io_npy_name(npy, leaf);
    char type[16];
    *field = (struct field){.leaf = leaf};
    if (is_padding(rows, name, leaf, &field->offset))
        return true;
    field->column = io_rows_member(rows, name);
    leaf_type(leaf, type);
    if (!field->column)
        return false;
    return fits(leaf, field->column->type) ||
           io_fail(rows->error, "field '%.160s' is '%s'; expected '%s': convert the array with astype", name,
                   type, type_name(field->column->type));
}

static bool copy_fields(struct io_row_set *rows, const struct io_npy *npy, const struct io_bytes *data,
                        size_t count, const struct field *fields)
{
    for (size_t i = 0; i < count; i++) {
        if (!io_rows_add(rows))
            return false;
        const uint8_t *item = data->data + i * npy->item_bytes;
        for (size_t k = 0; k < npy->leaves.count; k++) {
            const struct io_npy_leaf *leaf = fields[k].leaf;
            if (fields[k].column)
                store(leaf, fields[k].column, item + leaf->offset, rows->row);
            else
                memcpy(rows->row + fields[k].offset, item + leaf->offset, leaf->size);
        }
    }
    return true;
}

/* Whether elements have each field where rows have it, and no byte without a field. */
static bool are_rows(const struct io_row_set *rows, const struct io_npy *npy, const struct field *fields)
{
    size_t row_bytes = rows->members.layout->row_bytes, bytes = 0;
    bool same = npy->item_bytes == row_bytes;
    for (size_t i = 0; same && i < npy->leaves.count; i++) {
        const struct field *field = &fields[i];
        same = field->leaf->offset == (field->column ? field->column->offset : field->offset) &&
               (!field->column || field->leaf->size == io_column_bytes(field->column));
        bytes += field->leaf->size;
    }
    return same && bytes == row_bytes;
}

static bool read_structured(struct io_row_set *rows, const struct io_npy *npy, struct io_bytes *data,
                            size_t count)
{
    struct field *fields = calloc(npy->leaves.count + 1, sizeof *fields);
    bool ok = fields || io_fail_memory(rows->error);
    for (size_t i = 0; ok && i < npy->leaves.count; i++)
        ok = match_field(rows, npy, &npy->leaves.data[i], &fields[i]);
    ok = ok && io_rows_complete(rows, "the dtype");
    if (ok && are_rows(rows, npy, fields))
        ok = take_rows(rows, data);
    else if (ok)
        ok = may_convert(rows) && copy_fields(rows, npy, data, count, fields);
    free(fields);
    return ok;
}

/* ---- plain types ---- */

/* The last axes are the values of a row; a list of values is divided into rows. */
static bool shape_fits(const struct io_npy *npy, uint64_t values, uint64_t count)
{
    uint64_t last = 1;
    if (npy->axes <= 1)
        return count % values == 0;
    for (size_t i = npy->axes; i-- > 0 && last < values;)
        last *= npy->shape[i];
    return last == values;
}

static bool fail_shape(struct io_row_set *rows, const struct io_npy *npy, uint64_t values)
{
    struct strbuf text = {0};
    for (size_t i = 0; i < npy->axes; i++)
        strbuf_printf(&text, "%s%llu", i ? ", " : "", (unsigned long long)npy->shape[i]);
    io_fail(rows->error, "shape (%.200s) does not end in the %llu values of a row; expected (rows, %llu)",
            strbuf_text(&text), (unsigned long long)values, (unsigned long long)values);
    strbuf_free(&text);
    return false;
}

static bool fail_type(struct io_row_set *rows, const struct io_npy_leaf *leaf, char wanted)
{
    char type[16];
    leaf_type(leaf, type);
    return io_fail(rows->error, "the array is '%s'; expected '%s': convert it with a.astype('%s')", type,
                   type_name(wanted), type_name(wanted));
}

static int by_position(const void *a, const void *b)
{
    const struct io_column *const *left = a, *const *right = b;
    return ((*left)->position > (*right)->position) - ((*left)->position < (*right)->position);
}

/* Fills the members in the order of the declaration. */
static bool read_values(struct io_row_set *rows, const struct io_npy_leaf *leaf, struct io_bytes *data,
                        size_t count)
{
    size_t each = rows->members.required;
    const struct io_column **order = calloc(each + 1, sizeof *order);
    bool ok = order || io_fail_memory(rows->error);
    for (size_t i = 0; ok && i < each; i++)
        order[i] = &rows->members.list[i];
    if (ok)
        qsort(order, each, sizeof *order, by_position);
    bool same = ok && each * leaf->size == rows->members.layout->row_bytes;
    for (size_t i = 0; same && i < each; i++)
        same = order[i]->offset == i * leaf->size && io_column_bytes(order[i]) == leaf->size;
    if (same) {
        free(order);
        return take_rows(rows, data);
    }
    ok = ok && may_convert(rows);
    for (size_t i = 0; ok && i < count; i++) {
        if (i % each == 0)
            ok = io_rows_add(rows);
        if (ok)
            store(leaf, order[i % each], data->data + i * leaf->size, rows->row);
    }
    free(order);
    return ok;
}

static bool read_plain(struct io_row_set *rows, const struct io_npy *npy, struct io_bytes *data, size_t count)
{
    const struct io_members *members = &rows->members;
    const struct io_npy_leaf *leaf = &npy->leaves.data[0];
    for (size_t i = 0; i < members->required; i++) {
        if (fits(leaf, members->list[i].type))
            continue;
        if (i && fits(leaf, members->list[0].type))
            return io_fail(rows->error,
                           "members '%.80s' and '%.80s' differ in type; expected a structured dtype",
                           members->list[0].name, members->list[i].name);
        return fail_type(rows, leaf, members->list[i].type);
    }
    return shape_fits(npy, members->required, count) ? read_values(rows, leaf, data, count)
                                                     : fail_shape(rows, npy, members->required);
}

/* ---- rows without names ---- */

/* A structured dtype without names to match: fields as large as a row, or words of several rows. */
static bool check_fields(struct io_row_set *rows, const struct io_npy *npy, const struct io_layout *layout)
{
    bool words = npy->item_bytes % layout->row_bytes == 0;
    for (size_t i = 0; words && i < npy->leaves.count; i++)
        words = npy->leaves.data[i].size == 4;
    return words || npy->item_bytes == layout->row_bytes ||
           io_fail(rows->error, "the dtype has %zu bytes; expected %zu, those of a row", npy->item_bytes,
                   layout->row_bytes);
}

/* Copies bytes: words, or smaller numbers whose shape shows that they fill rows. */
static bool check_words(struct io_row_set *rows, const struct io_npy *npy, size_t count)
{
    const struct io_layout *layout = rows->members.layout;
    const struct io_npy_leaf *leaf = &npy->leaves.data[0];
    bool structured = npy->leaves.count != 1 || io_npy_name(npy, leaf)[0];
    if (structured)
        return check_fields(rows, npy, layout);
    bool is_word = leaf->size == 4 && (is_integer(leaf->kind) || (leaf->kind == 'f' && !layout->is_packed));
    if (!is_word && (leaf->size > 2 || layout->row_bytes % leaf->size))
        return fail_type(rows, leaf, leaf->kind == 'f' && !layout->is_packed ? 'f' : 'u');
    uint64_t values = layout->row_bytes / leaf->size;
    if (is_word || leaf->kind == 'V')
        values = values ? values : 1;
    else if (npy->axes <= 1 && values > 1)
        return fail_shape(rows, npy, values);
    return (layout->is_one || shape_fits(npy, values, count)) || fail_shape(rows, npy, values);
}

static bool read_words(struct io_row_set *rows, const struct io_npy *npy, struct io_bytes *data, size_t count)
{
    if (!check_words(rows, npy, count))
        return false;
    take_rows(rows, data);
    rows->rows = 1; /* a constant buffer without names has any number of rows */
    return true;
}

/* ---- the array ---- */

static bool read_array(struct io_row_set *rows, const struct io_npy *npy, struct io_bytes *data)
{
    size_t count = npy->item_bytes ? data->size / npy->item_bytes : 0;
    if (npy->leaves.count == 0)
        return io_fail(rows->error, "npy: the elements have no bytes");
    if (rows->members.layout->count == 0)
        return read_words(rows, npy, data, count);
    bool structured = io_npy_name(npy, &npy->leaves.data[0])[0];
    return structured ? read_structured(rows, npy, data, count) : read_plain(rows, npy, data, count);
}

static bool read_file(const struct io_bytes *file, struct io_bytes *own, const struct io_layout *layout,
                      struct io_bytes *out, struct io_error *error)
{
    struct io_row_set rows;
    struct io_bytes data = {0};
    bool ok = io_rows_open(&rows, layout, out, error);
    struct io_npy *npy = ok ? io_npy_open(file, own, &data, error) : NULL;
    ok = npy && read_array(&rows, npy, &data);
    io_npy_free(npy);
    io_bytes_free(&data);
    return io_rows_close(&rows, ok);
}

bool io_npy_rows(const struct io_bytes *file, const struct io_layout *layout, struct io_bytes *out,
                 struct io_error *error)
{
    return read_file(file, NULL, layout, out, error);
}

bool io_npy_take_rows(struct io_bytes *file, const struct io_layout *layout, struct io_bytes *out,
                      struct io_error *error)
{
    return read_file(file, file, layout, out, error);
}

bool io_npy_range(const struct io_bytes *head, uint64_t size, const struct io_layout *layout,
                  struct io_range *range)
{
    struct io_row_set rows;
    struct io_error error;
    struct io_bytes out, data = {0};
    if (!io_rows_open(&rows, layout, &out, &error))
        return io_rows_close(&rows, false);
    rows.is_whole = true;
    struct io_npy *npy = io_npy_open_head(head, size, range, &error);
    data.size = npy ? (size_t)range->size : 0;
    bool ok = npy && data.size && read_array(&rows, npy, &data) && out.size == range->size;
    io_npy_free(npy);
    return io_rows_close(&rows, ok);
}
