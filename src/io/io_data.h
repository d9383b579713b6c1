/* Rows of data by the names of their members: .npy, .csv and .json files, values of --set. Part of the
   library too. */
#ifndef SM5_IO_DATA_H
#define SM5_IO_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct io_bytes;
struct io_error;
struct strbuf;

/* One scalar of a row. */
struct io_column {
    const char *name;
    uint32_t offset;   /* bytes in a row */
    char type;         /* 'f' 'i' 'u' 'b' (4 bytes), 'd' (8), 'h' (2, unsigned), 'c' (1, unsigned) */
    uint32_t position; /* in the order of the declaration, matrices row by row */
};

/* The layout of a row. Columns do not overlap, are inside the row, and have different names; without columns
   a row is words of unknown type. */
struct io_layout {
    const struct io_column *columns;
    size_t count, row_bytes;
    bool is_one;    /* the contents are one row: a constant buffer */
    bool is_packed; /* without columns: words contain packed channels, so floats do not fit */
};

uint32_t io_column_bytes(const struct io_column *column);

/* ---- io_value.c: a value as text ---- */

/* Stores one value: decimal, 0x... for the bits, nan and inf for floats, true and false for bools. */
bool io_store_text(const struct io_column *column, const char *text, uint8_t *row);
/* The same from a number, which must be representable: whole for integers, no overflow to infinity. */
bool io_store_number(const struct io_column *column, double number, uint8_t *row);
/* "a float", "an unsigned 32-bit integer", ...: the type of a column for messages. */
const char *io_type_words(char type);
/* Formats text that io_store_text reads back to the same bits. */
void io_format_exact(char out[40], const void *at, char type);

/* ---- io_member.c: members by name ---- */

/* The sorted columns, plus optional columns padN (N: their offset) for words that no column covers; without
   columns, the words w0, w1, ... */
struct io_members {
    const struct io_layout *layout;
    struct io_column *list;
    size_t count, required;           /* columns before `required` must be given */
    const struct io_column **by_name; /* sorted */
    char *names;                      /* names of columns without a name in the layout */
};
bool io_members_open(struct io_members *members, const struct io_layout *layout, struct io_error *error);
void io_members_free(struct io_members *members);
/* The index in `list`, or -1. Also found: "v[1]" for v.y; "v" for v[0] or v.x when the others are absent; ""
   for value. */
ptrdiff_t io_members_find(const struct io_members *members, const char *name);
/* Formats "; did you mean 'position.x'?" or an empty text. */
void io_members_hint(const struct io_members *members, const char *name, char out[200]);
/* Whether bytes outside of all columns are not 0 in some row: such files get columns padN. */
bool io_has_padding(const struct io_layout *layout, const uint8_t *data, size_t rows);

/* Rows that are filled value by value. */
struct io_row_set {
    struct io_members members;
    struct io_bytes *out; /* grows by whole rows */
    size_t rows, capacity;
    uint8_t *row;        /* the last one */
    unsigned char *seen; /* of its members */
    bool is_whole;       /* .npy: elements that are not rows, byte by byte, are a failure */
    struct io_error *error;
};
bool io_rows_open(struct io_row_set *rows, const struct io_layout *layout, struct io_bytes *out,
                  struct io_error *error);
bool io_rows_add(struct io_row_set *rows);
/* Adds the rows of a file whose number is known, all zeros. */
bool io_rows_add_all(struct io_row_set *rows, size_t count);
/* The member of that name in the last row, which must not have been seen before. NULL after a failure. */
const struct io_column *io_rows_member(struct io_row_set *rows, const char *name);
/* Checks that all members of the last row were seen; `where` is the place of the row for messages. */
bool io_rows_complete(struct io_row_set *rows, const char *where);
/* Frees its memory; the output is kept when `ok`. */
bool io_rows_close(struct io_row_set *rows, bool ok);

/* Sets the members of a row that `name` covers (all of them for "") to values separated by '/', in the order
   of the declaration. */
bool io_set_members(const struct io_layout *layout, const char *name, const char *values, uint8_t *row,
                    struct io_error *error);
/* Number of members that a name covers. */
size_t io_count_members(const struct io_layout *layout, const char *name);

/* ---- files ---- */

/* io_csv_rows.c: a header line with the names, in any order, then a line a row. */
bool io_csv_rows(const struct io_bytes *file, const struct io_layout *layout, struct io_bytes *out,
                 struct io_error *error);
/* io_json.c: a list of rows, or one row. A row is an object, members nested or named flat, or a list of
 * values. */
bool io_json_rows(const struct io_bytes *file, const struct io_layout *layout, struct io_bytes *out,
                  struct io_error *error);
/* io_npy_rows.c: a structured dtype is matched by field name; a plain one must fit the members. */
bool io_npy_rows(const struct io_bytes *file, const struct io_layout *layout, struct io_bytes *out,
                 struct io_error *error);
/* Whether the rows are the bytes of the file, and where: by its start and its size. */
struct io_range;
bool io_npy_range(const struct io_bytes *head, uint64_t size, const struct io_layout *layout,
                  struct io_range *range);
/* As io_npy_rows; `file` may be empty afterwards, as rows that are in it unchanged stay there. */
bool io_npy_take_rows(struct io_bytes *file, const struct io_layout *layout, struct io_bytes *out,
                      struct io_error *error);
/* Make files that these functions read back to the same bytes: members in order of offset; words without
   names as w0, w1, ... */
bool io_csv_text(const struct io_layout *layout, const void *data, size_t rows, struct strbuf *text,
                 struct io_error *error);
bool io_json_text(const struct io_layout *layout, const void *data, size_t rows, struct strbuf *text,
                  struct io_error *error);
bool io_npy_text(const struct io_layout *layout, const void *data, size_t rows, struct strbuf *text,
                 struct io_error *error);
/* io_write.c: by the ending of `path`, .csv, .json or .npy. */
bool io_rows_write(const char *path, const struct io_layout *layout, const void *data, size_t rows,
                   struct io_error *error);

#endif
