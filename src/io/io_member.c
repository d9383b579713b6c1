/* Members of rows by name. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "io.h"

/* ---- columns that the layout does not name ---- */

struct extra {
    VEC(struct io_column) list;
    struct strbuf names;
};

static bool add_extra(struct extra *extra, const char *prefix, uint32_t number, uint32_t offset, char type)
{
    struct io_column column = {
        NULL, offset, type,
        (uint32_t)extra->names.length}; /* offset of the name until all names are stored */
    strbuf_printf(&extra->names, "%s%u", prefix, number);
    strbuf_add_char(&extra->names, 0);
    return VEC_PUSH(&extra->list, column);
}

/* Adds the bytes [from, to) as words, and as bytes where no word fits. */
static bool add_gap(struct extra *extra, size_t from, size_t to, bool named)
{
    while (from < to) {
        bool word = to - from >= 4;
        uint32_t number = named || !word ? (uint32_t)from : (uint32_t)(from / 4);
        if (!add_extra(extra, named ? "pad" : word ? "w" : "b", number, (uint32_t)from, word ? 'u' : 'c'))
            return false;
        from += word ? 4 : 1;
    }
    return true;
}

static int by_offset(const void *a, const void *b)
{
    const struct io_column *left = a, *right = b;
    return (left->offset > right->offset) - (left->offset < right->offset);
}

/* Calls add_gap for the bytes between the columns, which are sorted by offset. */
static bool find_gaps(const struct io_layout *layout, const struct io_column *sorted, struct extra *extra)
{
    size_t at = 0;
    bool named = layout->count > 0, ok = true;
    for (size_t i = 0; ok && i < layout->count; i++) {
        ok = add_gap(extra, at, sorted[i].offset, named);
        at = sorted[i].offset + io_column_bytes(&sorted[i]);
    }
    return ok && add_gap(extra, at, layout->row_bytes, named) && !extra->names.failed;
}

static int by_name(const void *a, const void *b)
{
    const struct io_column *const *left = a, *const *right = b;
    return strcmp((*left)->name, (*right)->name);
}

static bool fill_members(struct io_members *members, struct extra *extra)
{
    size_t known = members->layout->count;
    members->count = known + extra->list.count;
    members->required = known ? known : members->count;
    members->names = extra->names.text;
    extra->names = (struct strbuf){0};
    struct io_column *list = realloc(members->list, (members->count + 1) * sizeof *list);
    members->list = list ? list : members->list;
    members->by_name = calloc(members->count + 1, sizeof(struct io_column *));
    if (!list || !members->by_name)
        return false;
    for (size_t i = known; i < members->count; i++) {
        list[i] = extra->list.data[i - known];
        list[i].name = members->names + list[i].position;
        list[i].position = (uint32_t)i;
    }
    for (size_t i = 0; i < members->count; i++)
        members->by_name[i] = &list[i];
    qsort(members->by_name, members->count, sizeof *members->by_name, by_name);
    return true;
}

bool io_members_open(struct io_members *members, const struct io_layout *layout, struct io_error *error)
{
    struct extra extra = {0};
    *members = (struct io_members){.layout = layout};
    members->list = malloc((layout->count + 1) * sizeof *members->list);
    bool ok = members->list != NULL;
    if (ok && layout->count) {
        memcpy(members->list, layout->columns, layout->count * sizeof *members->list);
        qsort(members->list, layout->count, sizeof *members->list, by_offset);
    }
    ok = ok && find_gaps(layout, members->list, &extra) && fill_members(members, &extra);
    VEC_FREE(&extra.list);
    strbuf_free(&extra.names);
    if (ok)
        return true;
    io_members_free(members);
    return io_fail_memory(error);
}

void io_members_free(struct io_members *members)
{
    free(members->list);
    free(members->by_name);
    free(members->names);
    *members = (struct io_members){0};
}

bool io_has_padding(const struct io_layout *layout, const uint8_t *data, size_t rows)
{
    uint8_t *gaps = malloc(layout->row_bytes + 1);
    bool found = false;
    if (!gaps || layout->count == 0) {
        free(gaps);
        return false;
    }
    memset(gaps, 1, layout->row_bytes);
    for (size_t i = 0; i < layout->count; i++)
        memset(gaps + layout->columns[i].offset, 0, io_column_bytes(&layout->columns[i]));
    if (memchr(gaps, 1, layout->row_bytes))
        for (size_t i = 0; i < rows * layout->row_bytes && !found; i++)
            found = gaps[i % layout->row_bytes] && data[i];
    free(gaps);
    return found;
}

/* ---- names ---- */

static ptrdiff_t find_exact(const struct io_members *members, const char *name)
{
    struct io_column key = {.name = name};
    const struct io_column *at = &key;
    const struct io_column **found =
        bsearch(&at, members->by_name, members->count, sizeof *members->by_name, by_name);
    return found ? *found - members->list : -1;
}

/* "v[1]" as v.y, "[1]" as y. */
static ptrdiff_t find_component(const struct io_members *members, const char *name, char *text, size_t size)
{
    size_t length = strlen(name);
    if (length < 3 || length + 2 > size || name[length - 1] != ']' || name[length - 3] != '[' ||
        name[length - 2] < '0' || name[length - 2] > '3')
        return -1;
    snprintf(text, size, "%.*s%s%c", (int)length - 3, name, length > 3 ? "." : "",
             "xyzw"[name[length - 2] - '0']);
    return find_exact(members, text);
}

ptrdiff_t io_members_find(const struct io_members *members, const char *name)
{
    static const char *const only[] = {"[0]", ".x"};
    char text[512];
    ptrdiff_t found = find_exact(members, name[0] ? name : "value");
    if (found < 0)
        found = find_component(members, name, text, sizeof text);
    for (size_t i = 0; i < 2 && found < 0 && strlen(name) + 4 < sizeof text; i++) {
        static const char *const next[] = {"[1]", ".y"};
        snprintf(text, sizeof text, "%s%s", name, next[i]);
        if (find_exact(members, text) >= 0)
            continue;
        snprintf(text, sizeof text, "%s%s", name, only[i]);
        found = find_exact(members, text);
    }
    return found;
}

void io_members_hint(const struct io_members *members, const char *name, char out[200])
{
    unsigned best = strlen(name) < 8 ? 3 : 4;
    out[0] = 0;
    for (size_t i = 0; i < members->required; i++) {
        unsigned distance = str_distance(name, members->list[i].name);
        if (distance >= best || distance >= strlen(name))
            continue;
        best = distance;
        snprintf(out, 200, "; did you mean '%.160s'?", members->list[i].name);
    }
}

/* ---- rows ---- */

bool io_rows_open(struct io_row_set *rows, const struct io_layout *layout, struct io_bytes *out,
                  struct io_error *error)
{
    *rows = (struct io_row_set){.out = out, .error = error};
    *out = (struct io_bytes){0};
    if (!io_members_open(&rows->members, layout, error))
        return false;
    rows->seen = calloc(rows->members.count + 1, 1);
    out->data = calloc(1, 1);
    return (rows->seen && out->data) || io_fail_memory(error);
}

bool io_rows_add(struct io_row_set *rows)
{
    size_t row_bytes = rows->members.layout->row_bytes;
    if (rows->rows == rows->capacity) {
        size_t bigger = rows->capacity ? 2 * rows->capacity : 16, bytes;
        if (__builtin_mul_overflow(bigger, row_bytes, &bytes) || bytes > SIZE_MAX / 2)
            return io_fail_memory(rows->error);
        uint8_t *data = realloc(rows->out->data, bytes + 1);
        if (!data)
            return io_fail_memory(rows->error);
        rows->out->data = data;
        rows->capacity = bigger;
    }
    rows->row = rows->out->data + rows->rows++ * row_bytes;
    memset(rows->row, 0, row_bytes + 1);
    memset(rows->seen, 0, rows->members.count);
    rows->out->size = rows->rows * row_bytes;
    return true;
}

bool io_rows_add_all(struct io_row_set *rows, size_t count)
{
    size_t row_bytes = rows->members.layout->row_bytes, bytes;
    uint8_t *data = NULL;
    if (!__builtin_mul_overflow(count, row_bytes, &bytes) && bytes <= SIZE_MAX / 2)
        data = io_alloc(bytes);
    if (!data)
        return io_fail_memory(rows->error);
    free(rows->out->data);
    memset(data, 0, bytes);
    *rows->out = (struct io_bytes){.data = data, .size = bytes};
    rows->rows = rows->capacity = count;
    return true;
}

const struct io_column *io_rows_member(struct io_row_set *rows, const char *name)
{
    char hint[200];
    ptrdiff_t index = io_members_find(&rows->members, name);
    if (index < 0) {
        io_members_hint(&rows->members, name, hint);
        io_fail(rows->error, "unknown member '%.80s'%s", name, hint);
        return NULL;
    }
    const struct io_column *column = &rows->members.list[index];
    if (rows->seen[index]) {
        io_fail(rows->error, "member '%.80s' is given twice", column->name);
        return NULL;
    }
    rows->seen[index] = 1;
    return column;
}

bool io_rows_complete(struct io_row_set *rows, const char *where)
{
    size_t missing = 0, first = 0;
    for (size_t i = rows->members.required; i-- > 0;) {
        missing += !rows->seen[i];
        first = rows->seen[i] ? first : i;
    }
    if (missing == 0)
        return true;
    if (missing == 1)
        return io_fail(rows->error, "%s: member '%.160s' is missing", where, rows->members.list[first].name);
    return io_fail(rows->error, "%s: member '%.160s' and %zu more are missing", where,
                   rows->members.list[first].name, missing - 1);
}

bool io_rows_close(struct io_row_set *rows, bool ok)
{
    if (ok && rows->members.layout->is_one && rows->rows != 1)
        ok = io_fail(rows->error, "%zu rows; expected one, the whole constant buffer", rows->rows);
    io_members_free(&rows->members);
    free(rows->seen);
    if (!ok)
        io_bytes_free(rows->out);
    return ok;
}

/* ---- several members at once ---- */

/* Whether a column has the name, or is a member, element or component of it. */
static bool covers(const char *name, const char *member)
{
    size_t length = strlen(name);
    if (length == 0)
        return true;
    return strncmp(name, member, length) == 0 &&
           (member[length] == 0 || member[length] == '.' || member[length] == '[');
}

size_t io_count_members(const struct io_layout *layout, const char *name)
{
    size_t count = 0;
    for (size_t i = 0; i < layout->count; i++)
        count += covers(name, layout->columns[i].name);
    return count;
}

static int by_position(const void *a, const void *b)
{
    const struct io_column *const *left = a, *const *right = b;
    return ((*left)->position > (*right)->position) - ((*left)->position < (*right)->position);
}

/* Stores the values in sequence; `list` is in the order of the declaration. */
static bool store_values(const struct io_column *const *list, size_t count, const char *name,
                         const char *values, uint8_t *row, struct io_error *error)
{
    size_t given = 1;
    for (const char *at = values; *at; at++)
        given += *at == '/';
    if (given != count)
        return io_fail(error, "%zu value%s; '%.160s' requires %zu, separated by '/'", given,
                       given == 1 ? "" : "s", name, count);
    for (size_t i = 0; i < count; i++) {
        char text[64];
        size_t length = strcspn(values, "/");
        snprintf(text, sizeof text, "%.*s", length < sizeof text ? (int)length : 0, values);
        if (!io_store_text(list[i], text, row))
            return io_fail(error, "'%.*s' is not %s, the type of %.160s", length < 80 ? (int)length : 80,
                           values, io_type_words(list[i]->type), list[i]->name);
        values += length + 1;
    }
    return true;
}

bool io_set_members(const struct io_layout *layout, const char *name, const char *values, uint8_t *row,
                    struct io_error *error)
{
    const struct io_column **list = calloc(layout->count + 1, sizeof *list);
    size_t count = 0;
    if (!list)
        return io_fail_memory(error);
    for (size_t i = 0; i < layout->count; i++)
        if (covers(name, layout->columns[i].name))
            list[count++] = &layout->columns[i];
    qsort(list, count, sizeof *list, by_position);
    bool ok = count ? store_values(list, count, name, values, row, error)
                    : io_fail(error, "unknown member '%.160s'", name);
    free(list);
    return ok;
}
