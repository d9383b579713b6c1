/* Data files of the command: plain files, NumPy arrays, tables, pictures and test cases. */
#ifndef SM5_IO_H
#define SM5_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io_data.h"

/* What went wrong, as one line without a newline. */
struct io_error {
    char text[512];
};

/* Writes the text and returns false, so that a failing function can `return io_fail(...)`. */
bool io_fail(struct io_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- io_file.c ---- */

struct io_bytes {
    uint8_t *data; /* malloc'ed; one zero byte behind the end */
    size_t size;
};

void io_bytes_free(struct io_bytes *bytes);
/* Whole file; "-" is standard input. */
bool io_read_file(const char *path, struct io_bytes *out, struct io_error *error);
/* DIR/NAME, malloc'ed; NAME alone when it is absolute or DIR is empty. */
char *io_join(const char *dir, const char *name);
/* Creates a folder and its parents. */
bool io_make_folder(const char *path, struct io_error *error);
/* The word of the list (ended by NULL) that is most like `word`, or NULL when none is like it. */
const char *io_nearest(const char *word, const char *const *list);
/* The path ends in `ending` (".npy"), any letter case. */
bool io_has_ending(const char *path, const char *ending);

/* ---- io_output.c ---- */

/* Replaces the file, or leaves it as it was: it keeps its permissions and owner, and a link its target.
   Devices, pipes and files with several names are written in place. "-" is standard output. */
bool io_write_file(const char *path, const void *data, size_t size, struct io_error *error);

/* ---- io_spawn.c: other programs ---- */

struct io_spawn {
    const char *const *arguments;   /* the program first, looked up in PATH; ends with NULL */
    const char *const *environment; /* NULL: this process's */
    const char *folder;             /* where it runs; NULL: the current one */
    const uint8_t *input;           /* its standard input */
    size_t input_size;
};

struct io_spawned {
    int start_error; /* errno of a program that cannot be started, else 0 */
    int exit_code;   /* -1: ended by `signal` */
    int signal;
    struct io_bytes output, messages; /* standard output and error */
};

/* Runs a program to its end, without a shell. False when it cannot be started or its output cannot be kept;
   on success free `out` with io_spawned_free. */
bool io_spawn(const struct io_spawn *spawn, struct io_spawned *out, struct io_error *error);
void io_spawned_free(struct io_spawned *spawned);

/* Before work whose results go to the file: it is not a folder, its folder is there, and both may be written. */
bool io_check_output(const char *path, struct io_error *error);

/* ---- io_fill.c: contents made from a rule ---- */

enum io_random { IO_RANDOM_BITS, IO_RANDOM_UNIT, IO_RANDOM_SYM };

/* Words [from, from + count) of the sequence: word i is h = hash(i * 2654435761 + seed * 40503) in 32 bits;
   `below` > 0 reduces it modulo that. unit: (h >> 8) / 2^24 as float; sym: 2 * unit - 1. */
void io_fill_random(uint32_t *words, size_t from, size_t count, uint32_t seed, enum io_random as,
                    uint32_t below);
/* Inline words "0.5/9.8" of type 'f', 'u' or 'i', appended to `out`. */
bool io_parse_words(const char *text, char type, struct io_bytes *out, struct io_error *error);
/* One word of type 'f', 'u' or 'i': decimal, or 0x... for the bits; 'f' takes nan and inf too. */
bool io_parse_word(const char *text, size_t length, char type, uint32_t *word);
/* The bits of a double, in the same spellings. */
bool io_parse_double(const char *text, uint64_t *bits);

/* ---- io_npy.c ---- */

/* The array's elements in C order, little-endian, packed. */
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
    const char **cells; /* text: `width` of them a row; the strings are in `data` */
    size_t width;
    char *names;   /* .npy, .json: of the columns; of .csv they are in `data` */
    size_t *lines; /* .csv: of each row, the line of the file that it starts at */
};

/* Reads a file by its ending: .npy, a structured array, .csv, whose first line names the columns, or .json, a list of
   objects. */
bool io_table_read(const char *path, struct io_table *table, struct io_error *error);
void io_table_free(struct io_table *table);
/* Where a row is, as messages name it: "line 3" of a .csv file, "row 1" (from 0) of others. */
void io_table_place(const struct io_table *table, size_t row, char out[32]);
/* The cell as messages show it: in quotes for text, else its number. */
void io_table_text(const struct io_table *table, size_t row, size_t column, char out[64]);
/* A number as a word of type 'f', 'i' or 'u'. Text may give bits as 0x...; numbers of arrays are converted
   when their type is another. False when it is no such number. */
bool io_table_word(const struct io_table *table, size_t row, size_t column, char type, uint32_t *word);
/* The parts that io_table_read is made of. */
bool io_npy_table(const struct io_bytes *file, struct io_table *table, struct io_error *error);
bool io_csv_table(struct io_table *table, struct io_error *error);
bool io_json_table(const struct io_bytes *file, struct io_table *table, struct io_error *error);

/* ---- io_csv.c ---- */

/* One value as text: shortest digits that read back the same. */
void io_format_value(char out[40], const void *at, char type);

/* ---- io_png.c ---- */

enum io_pixel {
    IO_PIXEL_RGBA8,
    IO_PIXEL_BGRA8,
    IO_PIXEL_GRAY8,
    IO_PIXEL_FLOAT1,
    IO_PIXEL_FLOAT3,
    IO_PIXEL_FLOAT4
};

/* `pixels` pixels in rows of `width`; floats are clamped to 0..1. Fails when the library was built without
 * PNG. */
bool io_png_write(const char *path, enum io_pixel pixel, const void *data, size_t pixels, size_t width,
                  struct io_error *error);

/* A picture of a file: four bytes a pixel, red first; rows from the top. */
struct io_picture {
    uint32_t width, height; /* at most 16384 */
    struct io_bytes pixels;
};

/* Palettes, greys, 16 bits a channel and missing alpha become red, green, blue and alpha of 8 bits. Numbers
   stay what they are, unless the file names a gamma that is not sRGB's. */
bool io_png_read(const char *path, struct io_picture *out, struct io_error *error);

/* ---- io_dds.c: textures with mips, layers and compressed formats ---- */

struct io_dds {
    uint32_t axes;   /* 1, 2 or 3 */
    uint32_t format; /* DXGI */
    uint32_t width, height, depth, layers, mips;
    bool cube;   /* layers come in sixes */
    size_t data; /* where the subresources start in the file */
};

/* Reads the header, with or without the DX10 part. Whether the file holds all subresources is for the caller
   to check, who knows formats. */
bool io_dds_read(const struct io_bytes *file, struct io_dds *out, struct io_error *error);
/* A DX10 header and `size` bytes of subresources; io_dds_write writes them to a file. */
bool io_dds_bytes(const struct io_dds *texture, const void *data, size_t size, struct io_bytes *out,
                  struct io_error *error);
bool io_dds_write(const char *path, const struct io_dds *texture, const void *data, size_t size,
                  struct io_error *error);

/* ---- io_case.c: test cases, see docs/test-format.md ---- */

/* Contents named by a file or given in place. */
/* One value of rows that are given by member. */
struct io_cell {
    uint32_t row, line;
    const char *name, *text; /* "position[1]" */
};

struct io_data {
    bool present;
    const char *file; /* relative to the case's folder; NULL when in place */
    const uint8_t *bytes;
    size_t size;
    size_t mark;                 /* where the case file has it, for io_edits */
    const struct io_cell *cells; /* given by member, in the order of rows; NULL: not so */
    size_t cell_count, row_count;
};

/* Values of a constant by its name: "Params.dt" and "0.5/1". */
struct io_constant_value {
    const char *name, *values;
    uint32_t line;
};
struct io_constant_values {
    struct io_constant_value *list;
    size_t count;
};

enum io_compare { IO_COMPARE_ALL, IO_COMPARE_MULTISET, IO_COMPARE_EQUAL_OR_ZERO };

/* Sizes of a texture and what a view sees of it; 0: left open. */
struct io_texture {
    uint32_t width, height, depth, layers, mips, samples;
    uint32_t first_mip, view_mips, first_layer, view_layers;
    float min_lod; /* of cases it stands among the keys of samplers */
};

/* State of a sampler, as text: io_sampler_keys names it. */
enum { IO_SAMPLER_KEYS = 12 };
extern const char *const io_sampler_keys[IO_SAMPLER_KEYS + 1];

struct io_binding {
    const char *slot, *kind, *format, *buffer; /* NULL when absent */
    const char *members; /* declared in HLSL, as --struct takes them; NULL when absent */
    uint32_t array_index, stride, counter, expect_counter;
    bool has_first, has_count, has_counter, has_expect_counter;
    uint64_t first, count, byte_offset, bytes;
    bool has_bytes;
    struct io_data file, expect, mask;
    const char *counter_buffer;
    uint64_t counter_offset;
    enum io_compare compare;
    uint32_t compare_first, compare_end;
    struct io_texture texture;
    const char *view_format;              /* of a texture whose view reads it as another format */
    const char *sampler[IO_SAMPLER_KEYS]; /* NULL when absent */
    uint32_t bytes_per_run;               /* of pixel cases whose runs have contents of their own */
    uint32_t line;                        /* in the case file */
    size_t counter_mark;                  /* of expect_counter, for io_edits */
};

struct io_buffer {
    const char *name;
    struct io_data file, expect, mask;
    uint32_t fill;
    uint64_t bytes;
};

struct io_set {
    const char *slot;
    struct io_data data;
};

struct io_checkpoint {
    const char *key;
    uint32_t value;
    size_t mark; /* of the value, for io_edits */
};

struct io_step {
    struct io_constant_values constants;
    uint32_t groups[3];
    bool has_groups;
    const char *shader; /* NULL: the case's */
    struct io_set *sets;
    size_t set_count;
    const char *from_slot; /* groups_from */
    uint64_t from_byte;
    struct io_checkpoint *checkpoints;
    size_t checkpoint_count;
};

enum io_tolerance_kind {
    IO_EXACT,
    IO_FLOAT_ULP,
    IO_FLOAT_REL,
    IO_UNORM_STEP,
    IO_FRACTION,
    IO_EXACT_OR_REL,
    IO_INVARIANT
};

struct io_tolerance {
    enum io_tolerance_kind kind;
    double rel, abs, max_mismatch;
    uint32_t ulp, steps;
    const char *expr;
};

struct io_class {
    const char *interface, *table; /* "fp0[0]", "ft1" */
};

/* Contents of one register: a record of 16 bytes a vertex, point, patch or pixel. */
struct io_register {
    const char *slot; /* "v0", "o3", "vpc1", "oDepth" */
    struct io_data file;
    uint64_t records;       /* 0: as many as the contents have */
    uint32_t bytes_per_run; /* of pixels; 0: 16 */
    const char *compare;    /* "xyz": the components that count; NULL: all */
    const char *type;       /* how an output is read; NULL: bits */
    uint32_t line;
};

struct io_registers {
    struct io_register *list;
    size_t count;
};

struct io_constant {
    const char *semantic;
    double *values;
    size_t count;
    size_t mark; /* of the list, for io_edits */
};

struct io_emitted {
    uint32_t stream;
    uint64_t vertices;
    size_t vertices_mark, strips_mark; /* of the number and the list, for io_edits */
    bool has_vertices, has_strips;
    uint32_t *strips;
    size_t strip_count;
    struct io_registers outputs;
};

struct io_pixels {
    uint32_t rect[4], samples;
    struct io_data coverage, written;
};

/* What cases of the other stages have. */
struct io_stage_case {
    uint32_t runs;
    uint64_t primitives;
    struct io_registers inputs, outputs;
    struct io_constant *constants;
    size_t constant_count;
    struct io_emitted *emitted;
    size_t emitted_count;
    double (*points)[3];
    size_t point_count;
    bool has_pixels;
    struct io_pixels pixels;
};

/* What the checker has to find; only what is given is compared. */
struct io_finding {
    const char *kind, *reg;
    bool has_instruction, has_other, has_element, has_byte_offset, has_count;
    bool has_thread, has_group, has_other_thread, has_other_group;
    uint32_t instruction, other, byte_offset;
    uint64_t element, count;
    uint32_t thread[3], group[3], other_thread[3], other_group[3];
};

/* What the checker looks for beyond the default. */
struct io_checks {
    bool numbers, atomic_ordered;
    uint32_t orders;
    uint64_t seed;
    const char **allowed_races; /* registers and instructions */
    size_t allowed_race_count;
};

/* How a case compiles its shader from HLSL; NULL: the default. */
struct io_hlsl {
    bool present; /* the shader is HLSL whatever its file's ending */
    const char *entry, *profile;
    const char **defines; /* NAME=VALUE */
    size_t define_count;
    const char **includes; /* folders */
    size_t include_count;
};

struct io_case {
    struct io_memory *memory;
    const char *name, *folder, *path;
    const char *stage, *model;
    const char *shader, *shader_text; /* file name or text */
    struct io_hlsl hlsl;
    struct io_constant_values constants; /* set before the first step */
    struct io_step *steps;
    size_t step_count;
    struct io_binding *bindings;
    size_t binding_count;
    struct io_buffer *buffers;
    size_t buffer_count;
    struct io_class *classes;
    size_t class_count;
    struct io_tolerance tolerance;
    struct io_checks check;
    bool has_findings; /* the case says what the checker finds, be it nothing */
    struct io_finding *findings;
    size_t finding_count;
    uint64_t max_steps;
    struct io_stage_case stage_case;
};

/* Reads a case from a YAML or JSON file. Errors name the file, line and column. */
bool io_case_read(const char *path, struct io_case *out, struct io_error *error);
/* The same from memory; `path` is for messages and the folder. */
bool io_case_parse(const char *path, const struct io_bytes *text, struct io_case *out,
                   struct io_error *error);
void io_case_free(struct io_case *test);
/* Contents that are given by member, as rows of a layout. */
bool io_data_rows(const struct io_data *data, const struct io_layout *layout, struct io_bytes *out,
                  struct io_error *error);
/* Loads contents: `*out` is malloc'ed. */
bool io_data_load(const struct io_case *test, const struct io_data *data, struct io_bytes *out,
                  struct io_error *error);

/* ---- io_edit.c: changes to a case file ---- */

/* New values for places that a case was read with; all other bytes of the file stay. */
struct io_edits;

/* Reads the file again. NULL with an error, also when it is not UTF-8. */
struct io_edits *io_edits_open(const char *path, struct io_error *error);
void io_edits_free(struct io_edits *edits);
/* What the rows of contents hold, for values by member; no columns: nothing names them. */
struct io_rows {
    const struct io_column *columns;
    size_t count;
    uint32_t bytes; /* of a row; 0: not known */
};
/* Contents in place, which were `old`: values that differ are replaced, all of them when their number changes. */
bool io_edits_contents(struct io_edits *edits, const struct io_data *data, const struct io_rows *rows,
                       const struct io_bytes *old, const void *contents, size_t size, struct io_error *error);
/* One number; a list of numbers. */
bool io_edits_number(struct io_edits *edits, size_t mark, uint64_t number, struct io_error *error);
bool io_edits_list(struct io_edits *edits, size_t mark, const char *const *texts, size_t count,
                   struct io_error *error);
/* Writes the file, once the changed text has been read as a case. */
bool io_edits_write(struct io_edits *edits, struct io_error *error);

/* ---- io_compare.c ---- */

enum { IO_SHOWN = 8 };

/* Where two contents differ: the first bad values, and how many there are. */
struct io_difference {
    bool differs;
    size_t count; /* of values; in words: */
    size_t words;
    struct {
        size_t word;            /* of 32 bits; the first of a double's two */
        char type;              /* as in io_rule; 0: not known */
        uint64_t expected, got; /* bits */
    } at[IO_SHOWN];
};

/* How two contents are compared. */
struct io_rule {
    const struct io_tolerance *tolerance;
    const uint8_t *mask; /* only bits set here count; NULL: all */
    const char *format;  /* DXGI name of what unorm_step counts in; NULL: channels of 8 bits */
    enum io_compare compare;
    size_t first, end; /* IO_COMPARE_MULTISET: words that may be in any order */
    /* Types of the words of a row ('f', 'i', 'u', 'b', 'd' for the first word of a double, 0 not known),
       repeated over the contents; NULL: none is known. Float tolerances hold for floats and doubles and what
       is not known; integers are compared exactly. */
    const char *types;
    size_t row_words;
};

/* Compares `size` bytes. False when memory is out. */
bool io_compare(const struct io_rule *rule, const uint8_t *expected, const uint8_t *got, size_t size,
                struct io_difference *out);

/* ---- io_distance.c ---- */

/* Representable values from one float or double to the other, given by their bits; +0 and -0 are one value.
   Not for NaN. */
uint64_t io_ulp_float(uint32_t a, uint32_t b);
uint64_t io_ulp_double(uint64_t a, uint64_t b);
enum { IO_DISTANCE_BYTES = 80 };
/* "off by 0.25 (1677 ulp)", "off by 2"; empty when a value is a NaN or an infinity. */
void io_format_distance(char out[IO_DISTANCE_BYTES], char type, uint64_t expected, uint64_t got);

/* ---- io_invariant.c ---- */

/* Reads "SLOT[i]" at the start of `text`; *length is what it takes. */
bool io_word_name(const char *text, size_t *length, char slot[64], uint64_t *index);
/* Evaluates "u0[0]+u1[0]==2080": + - * over unsigned words, one ==. `read` gives a word of a slot. */
typedef bool io_read_word(void *context, const char *slot, uint64_t index, uint32_t *word);
bool io_invariant(const char *expr, io_read_word *read, void *context, bool *holds, struct io_error *error);

#endif
