/* Rows of members from a CSV file. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "io.h"

enum { INDEX = -2, FLOAT_VIEW = -3 };

struct csv_rows {
    struct io_table table;
    struct io_row_set rows;
    ptrdiff_t *members; /* by column: index of the member, INDEX or FLOAT_VIEW */
    bool has_index;
    atomic_size_t first_wrong; /* the first row with an error */
    struct io_error *error;
};

/* ---- the header line ---- */

/* The column `index` that -o writes, unless the layout has a member of that name and the file only one such
   column. */
static bool is_index(const struct csv_rows *csv, size_t column)
{
    size_t count = 0;
    if (csv->has_index || strcmp(csv->table.columns[column].name, "index") != 0)
        return false;
    for (size_t i = 0; i < csv->table.column_count; i++)
        count += strcmp(csv->table.columns[i].name, "index") == 0;
    return io_members_find(&csv->rows.members, "index") < 0 || count > 1;
}

/* "w3.float" for the word w3 of a layout without names. */
static bool is_float_view(const struct csv_rows *csv, const char *name)
{
    char word[32];
    size_t length = strlen(name);
    if (csv->rows.members.layout->count || length < 7 || length >= sizeof word ||
        strcmp(name + length - 6, ".float") != 0)
        return false;
    snprintf(word, sizeof word, "%.*s", (int)(length - 6), name);
    return io_members_find(&csv->rows.members, word) >= 0;
}

static bool resolve_column(struct csv_rows *csv, size_t column)
{
    const char *name = csv->table.columns[column].name;
    char hint[200];
    if (is_index(csv, column)) {
        csv->has_index = true;
        csv->members[column] = INDEX;
        return true;
    }
    if (is_float_view(csv, name)) {
        csv->members[column] = FLOAT_VIEW;
        return true;
    }
    ptrdiff_t found = io_members_find(&csv->rows.members, name);
    io_members_hint(&csv->rows.members, name, hint);
    if (found < 0)
        return io_fail(csv->error, "unknown column '%.80s'%s", name, hint);
    if (csv->rows.seen[found])
        return io_fail(csv->error, "column '%.160s' is given twice", csv->rows.members.list[found].name);
    csv->rows.seen[found] = 1;
    csv->members[column] = found;
    return true;
}

static bool resolve_columns(struct csv_rows *csv)
{
    const struct io_members *members = &csv->rows.members;
    size_t missing = 0;
    const char *first = NULL;
    for (size_t i = 0; i < csv->table.column_count; i++)
        if (!resolve_column(csv, i))
            return false;
    for (size_t i = members->required; i-- > 0;) {
        missing += !csv->rows.seen[i];
        first = csv->rows.seen[i] ? first : members->list[i].name;
    }
    if (missing > 1)
        return io_fail(csv->error, "column '%.160s' and %zu more are missing", first, missing - 1);
    return !missing || io_fail(csv->error, "column '%.160s' is missing", first);
}

/* ---- rows ---- */

static bool check_index(const struct csv_rows *csv, size_t row, const char *cell, struct io_error *error)
{
    uint32_t number;
    return (io_parse_word(cell, strlen(cell), 'u', &number) && number == row) ||
           io_fail(error, "line %zu: index '%.40s'; expected %zu, as rows are in order (or no column index)",
                   csv->table.lines[row], cell, row);
}

/* Checks that a word and its float column agree. */
static bool check_float(const struct csv_rows *csv, size_t row, size_t column, const uint8_t *values,
                        struct io_error *error)
{
    char word[32], exact[40];
    const char *cell = csv->table.cells[row * csv->table.width + column];
    const char *name = csv->table.columns[column].name;
    snprintf(word, sizeof word, "%.*s", (int)(strlen(name) - 6), name);
    const struct io_column *member = &csv->rows.members.list[io_members_find(&csv->rows.members, word)];
    io_format_value(exact, values + member->offset, 'f');
    uint32_t given, expected;
    bool same = io_parse_word(cell, strlen(cell), 'f', &given) &&
                io_parse_word(exact, strlen(exact), 'f', &expected) && given == expected;
    return same || io_fail(error, "line %zu: %s is '%.40s', but %s says %s; expected the same value",
                           csv->table.lines[row], name, cell, word, exact);
}

static bool read_cells(const struct csv_rows *csv, size_t row, uint8_t *values, struct io_error *error)
{
    const char *const *cells = csv->table.cells + row * csv->table.width;
    for (size_t i = 0; i < csv->table.column_count; i++) {
        const struct io_column *member =
            csv->members[i] >= 0 ? &csv->rows.members.list[csv->members[i]] : NULL;
        if (csv->members[i] == INDEX && !check_index(csv, row, cells[i], error))
            return false;
        if (member && !io_store_text(member, cells[i], values))
            return io_fail(error, "line %zu: '%.40s' is not %s, the type of column '%.160s'",
                           csv->table.lines[row], cells[i], io_type_words(member->type), member->name);
    }
    for (size_t i = 0; i < csv->table.column_count; i++)
        if (csv->members[i] == FLOAT_VIEW && !check_float(csv, row, i, values, error))
            return false;
    return true;
}

static void read_range(void *context, size_t first, size_t count)
{
    struct csv_rows *csv = context;
    size_t row_bytes = csv->rows.members.layout->row_bytes;
    struct io_error error;
    for (size_t i = first; i < first + count; i++)
        if (!read_cells(csv, i, csv->rows.out->data + i * row_bytes, &error)) {
            size_t before = atomic_load(&csv->first_wrong);
            while (i < before && !atomic_compare_exchange_weak(&csv->first_wrong, &before, i))
                ;
            return;
        }
}

static bool read_rows(struct csv_rows *csv)
{
    enum { GRAIN = 1 << 13 }; /* cells */
    csv->members = calloc(csv->table.column_count + 1, sizeof *csv->members);
    if (!csv->members)
        return io_fail_memory(csv->error);
    if (!resolve_columns(csv))
        return false;
    if (!io_rows_add_all(&csv->rows, csv->table.rows))
        return false;
    atomic_init(&csv->first_wrong, SIZE_MAX);
    io_parallel(csv->table.rows, GRAIN / (csv->table.width + 1) + 1, read_range, csv);
    size_t wrong = csv->first_wrong; /* read again for the message */
    return wrong == SIZE_MAX ||
           read_cells(csv, wrong, csv->rows.out->data + wrong * csv->rows.members.layout->row_bytes,
                      csv->error);
}

static bool copy_file(const struct io_bytes *file, struct io_bytes *out, struct io_error *error)
{
    if (memchr(file->data, 0, file->size))
        return io_fail(error, "a zero byte; expected text");
    *out = (struct io_bytes){.data = malloc(file->size + 1), .size = file->size};
    if (!out->data)
        return io_fail_memory(error);
    memcpy(out->data, file->data, file->size);
    out->data[file->size] = 0;
    return true;
}

bool io_csv_rows(const struct io_bytes *file, const struct io_layout *layout, struct io_bytes *out,
                 struct io_error *error)
{
    struct csv_rows csv = {.error = error};
    bool ok = io_rows_open(&csv.rows, layout, out, error) && copy_file(file, &csv.table.data, error) &&
              io_csv_table(&csv.table, error) && read_rows(&csv);
    free(csv.members);
    io_table_free(&csv.table);
    return io_rows_close(&csv.rows, ok);
}
