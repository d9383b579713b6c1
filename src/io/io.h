/* Data files of the command: plain files, NumPy arrays, tables and pictures. */
#ifndef SM5_IO_H
#define SM5_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io_data.h"

/* The message of a failure, one line without a newline. */
struct io_error {
    char text[512];
    bool no_memory; /* the text says so */
};

/* Stores the text and returns false, so that a failing function can `return io_fail(...)`. */
bool io_fail(struct io_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool io_fail_memory(struct io_error *error);

/* ---- io_file.c ---- */

struct io_bytes {
    uint8_t *data; /* malloc'ed; followed by a zero byte */
    size_t size;
    void *block; /* not NULL: what was malloc'ed, `data` is inside of it, and nothing follows */
};

void io_bytes_free(struct io_bytes *bytes);
/* Memory for `size` bytes and a zero byte, aligned for vectors, in huge pages when it is large; freed with free. NULL
   when it does not fit into memory. */
uint8_t *io_alloc(size_t size);
/* Reads a whole file; "-" is standard input. A file of more than `most` bytes, such as a device without an end, is an
   error. */
bool io_read_file(const char *path, uint64_t most, struct io_bytes *out, struct io_error *error);
/* Bytes of a file. */
struct io_range {
    uint64_t first, size;
};
/* Opens a regular file for io_read_range; its size is at least 1. -1: it is none, or cannot be read. */
int io_open_range(const char *path, uint64_t *size);
/* Reads a range that is in the file. */
bool io_read_range(int file, struct io_range range, void *out);
enum { IO_PROGRAM_MOST = 1 << 28 /* of programs and test cases */ };
#define IO_MEMORY_MOST UINT64_MAX /* what fits into memory */
/* DIR/NAME, malloc'ed; NAME when it is absolute or DIR is empty. */
char *io_join(const char *dir, const char *name);
/* Creates a folder and its parents. */
bool io_make_folder(const char *path, struct io_error *error);
/* The word of the list (ended by NULL) that is most similar to `word`, or NULL when none is similar. */
const char *io_nearest(const char *word, const char *const *list);
/* Whether the path ends in `ending` (".npy"), in any letter case. */
bool io_has_ending(const char *path, const char *ending);

/* ---- io_memory.c ---- */

/* Bytes of memory of the machine, or of the control group if that has less. */
uint64_t io_memory_size(void);

/* ---- io_parallel.c ---- */

typedef void io_work(void *context, size_t first, size_t count);
/* Calls `work` for ranges of `grain` items that cover [0, total), several of them at the same time when they are many:
   `grain` items should take 100 microseconds or more. */
void io_parallel(size_t total, size_t grain, io_work *work, void *context);

/* Cores that the process may use. */
unsigned io_cores(void);

/* ---- io_output.c ---- */

/* Replaces the file as a whole, or leaves it unchanged on failure. Permissions, owner and links are kept.
   Devices, pipes and files with several names are written in place. "-" is standard output. */
bool io_write_file(const char *path, const void *data, size_t size, struct io_error *error);
/* The same from several places, up to a part without data. */
struct io_part {
    const void *data;
    size_t size;
};
bool io_write_parts(const char *path, const struct io_part *parts, struct io_error *error);
/* The same from a function that makes the bytes from `at` on: at least one, valid until the next call. It may be called
   for the same bytes again. False after it set errno. */
typedef bool io_make_part(void *context, uint64_t at, struct io_part *part);
bool io_write_stream(const char *path, uint64_t size, io_make_part *make, void *context,
                     struct io_error *error);

/* io_write.c: a file .npy whose elements are such bytes. */
bool io_npy_stream(const char *path, const struct io_layout *layout, size_t rows, io_make_part *make,
                   void *context, struct io_error *error);

/* ---- io_spawn.c: other programs ---- */

struct io_spawn {
    const char *const *arguments;   /* the program first, looked up in PATH; ends with NULL */
    const char *const *environment; /* NULL: this process's */
    const char *folder;             /* working folder; NULL: the current one */
    const uint8_t *input;           /* its standard input */
    size_t input_size;
};

struct io_spawned {
    int start_error; /* errno of a program that cannot be started, else 0 */
    int exit_code;   /* -1: ended by `signal` */
    int signal;
    struct io_bytes output, messages; /* standard output and error */
};

/* Runs a program and waits for it, without a shell. False when it cannot be started or its output cannot be
   stored; on success free `out` with io_spawned_free. */
bool io_spawn(const struct io_spawn *spawn, struct io_spawned *out, struct io_error *error);
void io_spawned_free(struct io_spawned *spawned);

/* Checks that a file can be written later: it is not a folder, its folder exists, and both are writable. */
bool io_check_output(const char *path, struct io_error *error);

/* ---- io_fill.c: contents made from a rule ---- */

enum io_random { IO_RANDOM_BITS, IO_RANDOM_UNIT, IO_RANDOM_SYM };

/* Generates words [from, from + count) of the sequence: word i is h = hash(i * 2654435761 + seed * 40503) in
   32 bits; `below` > 0 reduces it modulo that. unit: (h >> 8) / 2^24 as float; sym: 2 * unit - 1. */
void io_fill_random(uint32_t *words, size_t from, size_t count, uint32_t seed, enum io_random as,
                    uint32_t below);
/* Parses words "0.5/9.8" of type 'f', 'u' or 'i', and appends them to `out`. */
bool io_parse_words(const char *text, char type, struct io_bytes *out, struct io_error *error);
/* Parses one word of type 'f', 'u' or 'i': decimal, or 0x... for the bits; 'f' accepts nan and inf too. */
bool io_parse_word(const char *text, size_t length, char type, uint32_t *word);
/* Parses a double in the same spellings, to its bits. */
bool io_parse_double(const char *text, uint64_t *bits);

/* ---- io_npy.c ---- */

/* Makes what is before the elements of a file. */
bool io_npy_head(const struct io_layout *layout, size_t rows, struct strbuf *file, struct io_error *error);
/* Reads the array's elements in C order, little-endian, packed. */
bool io_npy_read(const struct io_bytes *file, struct io_bytes *out, struct io_error *error);

/* ---- io_table.c: rows of named columns, read from .csv, .json or .npy ---- */

struct io_table_column {
    const char *name;
    size_t offset; /* .npy: bytes in the row; text: number of the column */
    uint8_t size;  /* .npy: bytes of a number */
    char kind;     /* .npy: 'f', 'i', 'u', 'b' or '?'; .csv, .json: 't', text */
};

struct io_table {
    struct io_bytes data;
    struct io_table_column *columns;
    size_t column_count, rows;
    size_t row_bytes;   /* .npy */
    const char **cells; /* text: `width` of them for each row; the strings are in `data` */
    size_t width;
    char *names;   /* .npy, .json: names of the columns; those of .csv are in `data` */
    size_t *lines; /* .csv: line of the file at which each row starts */
};

/* Reads a file by its ending: .npy, a structured array, .csv, whose first line names the columns, or .json, a
   list of objects. */
bool io_table_read(const char *path, struct io_table *table, struct io_error *error);
void io_table_free(struct io_table *table);
/* io_table_write.c: writes rows of a table as .csv, from which they are read with the same values. */
bool io_table_write(const char *path, const struct io_table *table, const size_t *rows, size_t count,
                    struct io_error *error);
/* The place of a row for messages: "line 3" of a .csv file, "row 1" (from 0) of others. */
void io_table_place(const struct io_table *table, size_t row, char out[32]);
/* The cell for messages: text in quotes, else the number. */
void io_table_text(const struct io_table *table, size_t row, size_t column, char out[64]);
/* Converts a cell to a word of type 'f', 'i' or 'u'. Text may give bits as 0x...; numbers of arrays are
   converted when their type differs. False when it is not such a number. */
bool io_table_word(const struct io_table *table, size_t row, size_t column, char type, uint32_t *word);
/* Readers that io_table_read calls. */
bool io_npy_table(const struct io_bytes *file, struct io_table *table, struct io_error *error);
bool io_csv_table(struct io_table *table, struct io_error *error);
bool io_json_table(const struct io_bytes *file, struct io_table *table, struct io_error *error);

/* ---- io_value.c ---- */

/* Formats one value with the fewest digits that read back to the same bits. */
void io_format_value(char out[40], const void *at, char type);

/* ---- io_decimal.c: values as decimal text, without the C library ---- */

/* Parses decimal text to the nearest value; false for what strtod and strtof must read. */
bool io_scan_double(const char *text, double *value);
bool io_scan_float(const char *text, float *value);
/* Formats as io_format_value does; false for values that it must format. */
bool io_print_float(char out[40], float value);
void io_print_integer(char out[40], int64_t value);

/* ---- io_png.c ---- */

enum io_pixel {
    IO_PIXEL_RGBA8,
    IO_PIXEL_BGRA8,
    IO_PIXEL_GRAY8,
    IO_PIXEL_FLOAT1,
    IO_PIXEL_FLOAT3,
    IO_PIXEL_FLOAT4
};

/* Writes `pixels` pixels in rows of `width`; floats are clamped to 0..1. Fails when built without PNG. */
bool io_png_write(const char *path, enum io_pixel pixel, const void *data, size_t pixels, size_t width,
                  struct io_error *error);

/* A picture: four bytes for each pixel, red first; rows from the top. */
struct io_picture {
    uint32_t width, height; /* at most 16384 */
    struct io_bytes pixels;
};

/* Palettes, greys, 16 bits for each channel and missing alpha become red, green, blue and alpha of 8 bits.
   Values are not converted, unless the file specifies a gamma that is not sRGB's. */
bool io_png_read(const char *path, struct io_picture *out, struct io_error *error);

/* ---- io_dds.c: textures with mips, layers and compressed formats ---- */

struct io_dds {
    uint32_t axes;   /* 1, 2 or 3 */
    uint32_t format; /* DXGI */
    uint32_t width, height, depth, layers, mips;
    bool cube;   /* layers are groups of six faces */
    size_t data; /* offset of the subresources in the file */
};

/* Reads the header, with or without the DX10 extension. The caller, which knows formats, checks that the file
   contains all subresources. */
bool io_dds_read(const struct io_bytes *file, struct io_dds *out, struct io_error *error);
/* Makes a DX10 header and `size` bytes of subresources; io_dds_write writes them to a file. */
bool io_dds_bytes(const struct io_dds *texture, const void *data, size_t size, struct io_bytes *out,
                  struct io_error *error);
bool io_dds_write(const char *path, const struct io_dds *texture, const void *data, size_t size,
                  struct io_error *error);

#endif
