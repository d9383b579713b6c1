/* Tables: rows of named columns, from CSV files, JSON and NumPy's structured arrays. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "io.h"

/* Four times the words of the largest constant buffer. */
enum { COLUMN_LIMIT = 1 << 16 };

/* ---- CSV: RFC 4180, read in place ---- */

struct csv {
    char *at, *end;
    bool line_end; /* after the cell */
    size_t line;   /* of `at`, from 1 */
    size_t open;   /* line of an unclosed quote; 0: none */
};

/* Reads the next cell and terminates it with a zero; removes quotes, and halves doubled ones. */
static char *next_cell(struct csv *csv)
{
    char *start = csv->at, *to = start;
    bool quoted = csv->at < csv->end && *csv->at == '"';
    size_t line = csv->line;
    csv->at += quoted;
    if (!quoted) {
        while (csv->at < csv->end && *csv->at != ',' && *csv->at != '\n')
            csv->at++;
        to = csv->at;
    }
    while (csv->at < csv->end) {
        bool pair = quoted && csv->at[0] == '"' && csv->at + 1 < csv->end && csv->at[1] == '"';
        if (quoted && *csv->at == '"' && !pair) {
            quoted = false;
            csv->at++;
            continue;
        }
        if (!quoted && (*csv->at == ',' || *csv->at == '\n'))
            break;
        csv->at += pair;
        csv->line += *csv->at == '\n';
        *to++ = *csv->at++;
    }
    csv->line_end = csv->at >= csv->end || *csv->at == '\n';
    csv->open = quoted && !csv->open ? line : csv->open;
    csv->line += csv->line_end;
    if (to > start && to[-1] == '\r' && csv->line_end)
        to--;
    csv->at += csv->at < csv->end;
    *to = 0;
    return start;
}

static char *trimmed(char *text)
{
    while (*text == ' ' || *text == '\t')
        text++;
    size_t length = strlen(text);
    while (length && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        text[--length] = 0;
    return text;
}

static bool add_column(struct io_table *table, size_t *capacity, const char *name, struct io_error *error)
{
    if (table->column_count == COLUMN_LIMIT)
        return io_fail(error, "more than %d columns", COLUMN_LIMIT);
    if (table->column_count == *capacity) {
        size_t bigger = *capacity ? 2 * *capacity : 16;
        struct io_table_column *columns = realloc(table->columns, bigger * sizeof *columns);
        if (!columns)
            return io_fail_memory(error);
        table->columns = columns;
        *capacity = bigger;
    }
    table->columns[table->column_count] =
        (struct io_table_column){.name = name, .offset = table->column_count, .kind = 't'};
    table->column_count++;
    return true;
}

static bool read_head(struct csv *csv, struct io_table *table, struct io_error *error)
{
    size_t capacity = 0;
    do
        if (!add_column(table, &capacity, trimmed(next_cell(csv)), error))
            return false;
    while (!csv->line_end);
    table->width = table->column_count;
    return (table->width > 1 || table->columns[0].name[0]) ||
           io_fail(error, "line 1: expected the names of the columns");
}

/* Doubles the capacity in rows. */
static bool reserve_row(struct io_table *table, size_t *capacity, struct io_error *error)
{
    if (table->rows < *capacity)
        return true;
    size_t rows = *capacity ? 2 * *capacity : 64;
    const char **cells = realloc(table->cells, rows * table->width * sizeof *cells);
    table->cells = cells ? cells : table->cells;
    size_t *lines = realloc(table->lines, rows * sizeof *lines);
    table->lines = lines ? lines : table->lines;
    *capacity = rows;
    return (cells && lines) || io_fail_memory(error);
}

static bool add_row(struct csv *csv, struct io_table *table, size_t *capacity, struct io_error *error)
{
    if (!reserve_row(table, capacity, error))
        return false;
    table->lines[table->rows] = csv->line;
    for (size_t i = 0; i < table->width; i++) {
        table->cells[table->rows * table->width + i] = trimmed(next_cell(csv));
        if (csv->line_end != (i + 1 == table->width))
            return io_fail(error, "line %zu: %s cells than the first line, which has %zu",
                           table->lines[table->rows], csv->line_end ? "fewer" : "more", table->width);
    }
    table->rows++;
    return true;
}

bool io_csv_table(struct io_table *table, struct io_error *error)
{
    struct csv csv = {(char *)table->data.data, (char *)table->data.data + table->data.size, false, 1, 0};
    size_t capacity = 0;
    if (table->data.size >= 3 && memcmp(csv.at, "\xef\xbb\xbf", 3) == 0) /* a byte order mark */
        csv.at += 3;
    if (!read_head(&csv, table, error))
        return false;
    while (csv.at < csv.end) {
        if (*csv.at == '\n' || (*csv.at == '\r' && csv.at + 1 < csv.end && csv.at[1] == '\n')) {
            csv.at += 1 + (*csv.at == '\r');
            csv.line++;
            continue;
        }
        bool ok = add_row(&csv, table, &capacity, error);
        if (csv.open)
            return io_fail(error, "line %zu: a quote is not closed", csv.open);
        if (!ok)
            return false;
    }
    return true;
}

/* ---- both ---- */

static bool read_table(const char *path, struct io_table *table, struct io_error *error)
{
    struct io_bytes file;
    bool npy = io_has_ending(path, ".npy"), json = io_has_ending(path, ".json");
    if (!npy && !json && !io_has_ending(path, ".csv") && strcmp(path, "-") != 0)
        return io_fail(error, "%s: expected a file .csv, .json or .npy", path);
    if (!io_read_file(path, IO_MEMORY_MOST, &file, error))
        return false;
    if (!npy && !json) {
        table->data = file;
        return io_csv_table(table, error);
    }
    bool ok = npy ? io_npy_table(&file, table, error) : io_json_table(&file, table, error);
    io_bytes_free(&file);
    return ok;
}

bool io_table_read(const char *path, struct io_table *table, struct io_error *error)
{
    struct io_error inner;
    *table = (struct io_table){0};
    if (read_table(path, table, &inner))
        return true;
    io_table_free(table);
    bool named = strncmp(inner.text, path, strlen(path)) == 0;
    return named ? io_fail(error, "%.500s", inner.text) : io_fail(error, "%.200s: %.300s", path, inner.text);
}

void io_table_free(struct io_table *table)
{
    io_bytes_free(&table->data);
    free(table->columns);
    free(table->names);
    free(table->cells);
    free(table->lines);
    *table = (struct io_table){0};
}

void io_table_place(const struct io_table *table, size_t row, char out[32])
{
    if (table->lines)
        snprintf(out, 32, "line %zu", table->lines[row]);
    else
        snprintf(out, 32, "row %zu", row);
}

/* ---- numbers ---- */

static int64_t integer_at(const uint8_t *at, const struct io_table_column *column)
{
    uint64_t value = 0;
    memcpy(&value, at, column->size);
    unsigned spare = 64 - 8 * column->size;
    return column->kind == 'i' ? (int64_t)(value << spare) >> spare : (int64_t)value;
}

static double real_at(const uint8_t *at, const struct io_table_column *column)
{
    if (column->kind == 'f')
        return column->size == 8 ? double_of_bits(load_u64(at)) : (double)float_of_bits(load_u32(at));
    return (double)integer_at(at, column);
}

void io_table_text(const struct io_table *table, size_t row, size_t index, char out[64])
{
    const struct io_table_column *column = &table->columns[index];
    if (column->kind == 't')
        snprintf(out, 64, "'%.40s'", table->cells[row * table->width + column->offset]);
    else
        snprintf(out, 64, "%.9g",
                 real_at(table->data.data + row * table->row_bytes + column->offset, column));
}

static bool number_word(const uint8_t *at, const struct io_table_column *column, char type, uint32_t *word)
{
    if (type == 'f') {
        bool as_it_is = column->kind == 'f' && column->size == 4;
        *word = as_it_is ? load_u32(at) : bits_of_float((float)real_at(at, column));
        return true;
    }
    double real = real_at(at, column);
    bool whole = real >= -2147483648.0 && real <= 4294967295.0 && real == (double)(int64_t)real;
    *word = whole ? (uint32_t)(int64_t)real : 0;
    return whole;
}

bool io_table_word(const struct io_table *table, size_t row, size_t index, char type, uint32_t *word)
{
    const struct io_table_column *column = &table->columns[index];
    if (column->kind != 't')
        return number_word(table->data.data + row * table->row_bytes + column->offset, column, type, word);
    const char *cell = table->cells[row * table->width + column->offset];
    /* Text may give the bits of a float, and a negative integer for an unsigned word. */
    return io_parse_word(cell, strlen(cell), type, word) ||
           (type == 'u' && io_parse_word(cell, strlen(cell), 'i', word));
}
