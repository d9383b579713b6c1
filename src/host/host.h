/* What running a program needs on the host: layouts, data files, constants, textures and samplers from text,
   HLSL compilation, and messages. Shared by the command and the case runner; uses the public headers and io/
   only. */
#ifndef SM5_HOST_H
#define SM5_HOST_H

#include <limits.h>
#include <stdio.h>
#include <sys/types.h>

#include "io/io.h"
#include "sm5/sm5.h"

/* Exit codes. */
enum { HOST_OK = 0, HOST_BAD_PROGRAM = 1, HOST_BAD_COMMAND = 2 };

/* ---- host_report.c ---- */

/* Prints "sm5: ..." on standard error. Returns false, so that a failing function can return it. */
bool host_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Prints the diagnostics of a list from entry `first` on, on standard error; coloured on a terminal. */
void host_report(const struct sm5_diags *diags, size_t first);
/* Prints an error and ends the process with HOST_BAD_COMMAND. Written files are complete or not there (io_output.c);
   buffered text of standard output is dropped. */
_Noreturn void host_end_out_of_memory(void);
/* Where that error goes while standard error is collected; -1: to standard error. */
void host_out_of_memory_file(int file);
/* sm5_diags_new; prints an error when it fails. */
struct sm5_diags *host_diags_new(void);
void host_report_one(const struct sm5_diag *diag);
/* Bytes of the UTF-8 character at the start of the text, 0 when there is none. Overlong forms and surrogates
   pass: readers of JSON accept or replace them, and none misreads what follows. */
size_t host_utf8_length(const char *text);
/* Whether to write escape sequences to a file descriptor: it is a terminal, and NO_COLOR is not set. */
bool host_has_colour(int descriptor);

/* Text that is collected, then written to a file in one piece. */
struct host_text {
    FILE *out;
    char *text;
    size_t size;
};
bool host_text_open(struct host_text *text);
/* Closes and frees it too. False after a message. */
bool host_text_write(struct host_text *text, const char *path);

struct host_texts {
    const char **list;
    size_t count;
};
/* Adds the text without copying it. */
bool host_texts_add(struct host_texts *texts, const char *text);
/* The option that overrides the rules that stopped a run, as a clause for messages; NULL when no rule did. */
const char *host_validation_override(const struct sm5_diags *diags, size_t first);

/* ---- host_json.c ---- */

/* A string in JSON and YAML, with its quotes. */
void host_print_quoted(FILE *out, const char *text);

/* Initialise `out`. */
struct host_json {
    FILE *out;
    bool follows; /* a value precedes in the object or list */
    bool breaks;  /* the next value starts a line */
    unsigned depth;
};

/* '{' or '[', and its end. A newline follows the outermost one. `key` is NULL in lists. */
void host_json_open(struct host_json *json, const char *key, char bracket);
void host_json_close(struct host_json *json, char bracket);
/* The next value starts a line. */
void host_json_break(struct host_json *json);
/* NULL: null. */
void host_json_text(struct host_json *json, const char *key, const char *text);
void host_json_number(struct host_json *json, const char *key, uint64_t number);
/* null unless known. */
void host_json_number_if(struct host_json *json, const char *key, bool known, uint64_t number);
void host_json_numbers(struct host_json *json, const char *key, const uint32_t *numbers, size_t count);
void host_json_real(struct host_json *json, const char *key, double number, int decimals);
void host_json_bool(struct host_json *json, const char *key, bool value);
/* Text that is a value of JSON. */
void host_json_literal(struct host_json *json, const char *key, const char *text);

/* ---- host_temporary.c ---- */

/* A folder of files and links, removed with them by host_temporary_remove, or when the command runs out of memory. Zero:
   none. It must not move while the folder exists. */
struct host_temporary {
    char path[PATH_MAX]; /* empty: none */
    void *entries;       /* DIR: opening it later could fail */
    pid_t process;
    /* Called before the folder is emptied when the command runs out of memory: kills the processes that write to it, and does
       not allocate. NULL: there are none. Set after host_temporary_make, which clears it. */
    void (*end_writers)(void *context);
    void *context;
    struct host_temporary *next;
};
/* Makes DIR/PREFIXxxxxxx, DIR: TMPDIR or /tmp. False with errno. */
bool host_temporary_make(struct host_temporary *folder, const char *prefix);
void host_temporary_remove(struct host_temporary *folder);
/* For the end of the process. */
void host_temporary_remove_all(void);

/* ---- host_hlsl.c: HLSL sources as programs ---- */

/* How HLSL is compiled. NULL: the default. */
struct host_hlsl_options {
    bool always; /* compile whatever the file's ending is */
    const char *entry, *profile, *compiler;
    struct host_texts defines /* NAME or NAME=VALUE */, includes;
};
/* True for the endings .hlsl, .hlsli and .fx. */
bool host_hlsl_is_source(const char *path);
/* Compiles the source at `path` ("-": standard input), whose text is `text`, to a container in *out. Returns
   an exit code after reporting errors to `log`. Thread-safe. */
int host_hlsl_compile(const char *path, const struct io_bytes *text, const struct host_hlsl_options *options,
                      struct io_bytes *out, FILE *log);

/* ---- host_files.c ---- */

/* host_note_input records a file that is read; host_may_write fails, with a message, for an output that is
   one of them. */
void host_note_input(const char *path);
bool host_may_write(const char *path);
bool host_is_input(const char *path);
/* Disables the check of host_may_write. */
void host_allow_in_place(void);

/* ---- host_program.c ---- */

/* Reads a program, compiling HLSL first unless `hlsl` is NULL, and prints diagnostics. NULL on failure, with
   the exit code in *exit_code. */
struct sm5_program *host_read_program(const char *path, const struct host_hlsl_options *hlsl,
                                      struct sm5_diags *diags, int *exit_code);
/* Exit code of a library status. */
int host_exit_code(enum sm5_status status);
/* Writes to a file or, when `path` is NULL or "-", to standard output. */
int host_write(const char *path, const struct sm5_blob *blob);

/* ---- host_value.c ---- */

/* Parses a whole number from `least`, or from 0, to `limit`, decimal or 0x.... `option` is its name in messages. */
bool host_parse_range(const char *option, const char *value, uint64_t least, uint64_t limit, uint64_t *out);
bool host_parse_count(const char *option, const char *value, uint64_t limit, uint64_t *out);
/* The function table of an interface element, as specified by --class and the key `classes` of test cases. */
struct host_class {
    uint32_t interface, element, table;
    uint32_t instance[4]; /* sources of this[]: constant buffer, offset in float4, texture, sampler */
};
/* Parses "fp0[0]" or "fp0", and "ft1" or "ft1:CB/OFFSET/TEXTURE/SAMPLER", whose last numbers are optional. */
bool host_class_parse(const char *element, const char *table, struct host_class *out);

/* ---- host_layout.c ---- */

/* The fields of one row: an element of a structured t# or u#, or the whole of a cb#. */
struct host_layout {
    struct sm5_field_info *fields; /* in order of offset; malloc'ed */
    size_t count;                  /* 0: the words have no names */
    uint32_t bytes;                /* of a row; 0 when unknown */
    struct sm5_layout *owner;      /* owner of the names, or: */
    struct sm5_blob names;
};

/* The layout of resource `index` (as for sm5_resource_at), from --struct, a `// sm5: struct` comment or RDEF,
   in that order. `structs`: the values of --struct, or NULL; both they and the comments have been checked
   before. A resource without a description has no fields. False, with a message, when out of memory. */
bool host_layout_of(const struct sm5_program *program, uint32_t index, const struct host_texts *structs,
                    struct host_layout *out);
void host_layout_free(struct host_layout *layout);
/* Checks that each --struct names a slot of the program and fits it. False with a message in `error`, or in
   `diags` for declarations that are malformed. */
bool host_structs_fit(const struct sm5_program *program, const struct host_texts *structs,
                      struct sm5_diags *diags, struct io_error *error);
/* The same, with messages printed. */
bool host_structs_check(const struct sm5_program *program, const struct host_texts *structs);
/* Checks the comments of the program that declare layouts. False after a message. */
bool host_layouts_check(const struct sm5_program *program);
/* The field that holds byte `offset` of a row, or NULL. */
const struct sm5_field_info *host_layout_field(const struct host_layout *layout, uint32_t offset);
/* Bytes of a field's value. */
uint32_t host_field_bytes(const struct sm5_field_info *field);
/* Index for sm5_resource_at of the declaration that a slot belongs to, or -1. */
int host_find_resource(const struct sm5_program *program, const struct sm5_slot *slot);

/* ---- host_data.c ---- */

/* Columns of a resource's rows: RDEF's members, or the channels of a format; none when neither is known. */
struct host_columns {
    struct io_column *list;
    size_t count;
    struct host_layout layout;
};
/* `resource`: index for sm5_resource_at, or -1; `row_bytes`: of a row of the view (a constant buffer has
   one); `format`: of the texels, or 0. */
struct host_columns host_columns_make(const struct sm5_program *program, const struct host_texts *structs,
                                      int resource, uint32_t row_bytes, sm5_format format);
void host_columns_free(struct host_columns *columns);

enum host_file {
    HOST_FILE_RAW, /* .bin, .raw, .dat, no ending, raw:FILE, standard input */
    HOST_FILE_NPY,
    HOST_FILE_CSV,
    HOST_FILE_JSON,
    HOST_FILE_PNG,
    HOST_FILE_DDS,
    HOST_FILE_UNKNOWN
};
enum host_file host_file_kind(const char *path);
/* The path without "raw:". */
const char *host_file_path(const char *path);
/* Fails with "unknown ending '.txt'; expected ..." and the file's name. */
bool host_fail_ending(const char *path, struct io_error *error);

/* The rows of a resource's files. */
struct host_rows {
    struct host_columns columns;
    struct io_layout layout;
    const char *format; /* DXGI name of the texels, or NULL */
};
/* `resource`: index for sm5_resource_at, or -1; `row_bytes`: of an element of the view; `format`: 0 when it
   has none. A constant buffer whose members have names is one row. */
struct host_rows host_rows_of(const struct sm5_program *program, const struct host_texts *structs,
                              int resource, uint32_t row_bytes, sm5_format format);
void host_rows_free(struct host_rows *rows);

/* Loads a file: raw bytes, or rows, by its ending. Pixels of a picture become elements of 4 bytes or 1. */
bool host_data_load(const char *path, const struct host_rows *rows, struct io_bytes *out,
                    struct io_error *error);

/* ---- host_constant.c: constants by name ---- */

/* The constant that a name such as "cb0.dt", "Params.lights[2].color" or "dt" selects. */
struct host_constant {
    int resource; /* index for sm5_resource_at */
    struct sm5_slot slot;
    struct host_layout layout;
    char member[256]; /* "lights[2].color"; "": the whole buffer */
};

/* Finds the constant buffer by its slot, by its name, or as the only one that has the member. */
bool host_constant_find(const struct sm5_program *program, const struct host_texts *structs, const char *name,
                        struct host_constant *out, struct io_error *error);
void host_constant_free(struct host_constant *constant);
/* A buffer with the default values of RDEF, otherwise zeros; NULL when out of memory. */
struct sm5_buffer *host_constant_buffer(const struct sm5_program *program,
                                        const struct host_constant *constant);
/* Stores values separated by '/' into the contents of the constant buffer. */
bool host_constant_set(const struct host_constant *constant, const char *values, void *data, size_t size,
                       struct io_error *error);

/* ---- host_member.c ---- */

/* Layouts of a program's resources, each read on first use by a finding. */
struct host_members {
    const struct sm5_program *program;
    const struct host_texts *structs;
    struct host_layout *layouts; /* by index for sm5_resource_at */
    bool *is_read;
    uint32_t count;
    char semantic[96];
};
/* `structs`: as for host_layout_of. False, with a message, when out of memory; to be freed in either case. */
bool host_members_open(struct host_members *members, const struct sm5_program *program,
                       const struct host_texts *structs);
void host_members_free(struct host_members *members);
/* The member that a finding is about, "position.y": the member at its byte offset; the first one in its row
   of a constant buffer; the semantic of its output. NULL when there is no name. Valid until the next call. */
const char *host_member_of(struct host_members *members, const struct sm5_finding *f);

/* The column name of one component of an element in tables of inputs and outputs: "TEXCOORD1.y", or "v0.x"
   without a semantic. */
void host_stage_column(char *out, size_t size, const struct sm5_stage_element *e, uint32_t component);

/* ---- host_sampler.c ---- */

/* Keys of a sampler's state, in the order in which they are applied: an explicit reduction overrides the one
   that `comparison` implies. */
enum { HOST_SAMPLER_KEYS = 12 };
extern const char *const host_sampler_keys[HOST_SAMPLER_KEYS + 1];
/* Applies one of host_sampler_keys. False after a message. */
bool host_sampler_set(struct sm5_sampler *sampler, const char *key, const char *value);
/* Parses FILTER[,key=value].... */
bool host_sampler_parse(const char *text, struct sm5_sampler *out);

/* ---- host_texture.c ---- */

/* Sizes of a texture, and the range of a view; 0: not specified. */
struct host_texture_keys {
    uint32_t width, height, depth, layers, mips, samples;
    uint32_t first_mip, view_mips, first_layer, view_layers;
    float min_lod; /* in cases it is one of the sampler keys */
};

/* Dimension of a layout as sm5_resource_at and test cases spell it; SM5_TEXTURE_NONE: not a texture. */
enum sm5_texture_kind host_texture_kind(const char *layout);
bool host_texture_is_cube(const char *layout);
struct sm5_texture host_texture_of(const struct host_texture_keys *keys, const char *layout,
                                   sm5_format format);
/* Parses min_lod= of a texture. False after a message. */
bool host_parse_lod(const char *value, float *out);
/* Whether pixels of a picture can be converted to texels of the format (a DXGI name). */
bool host_can_pack_pixels(const char *format);
/* Converts pixels of four bytes to texels, in place. */
void host_pack_pixels(uint8_t *data, size_t *size, const char *format);
/* Stores the range of the view that the keys specify. */
void host_texture_range(const struct host_texture_keys *keys, struct sm5_view *view);

#endif
