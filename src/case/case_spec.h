/* Test cases as stored in their files (docs/test-format.md): reading, changing and comparing. */
#ifndef SM5_CASE_SPEC_H
#define SM5_CASE_SPEC_H

#include "base/base.h"
#include "host/host.h"

/* ---- case_spec.c: test cases, see docs/test-format.md ---- */

/* One value of contents given by member. */
struct case_cell {
    uint32_t row, line;
    const char *name, *text; /* "position[1]" */
};

/* Contents named by a file or given in place. */
struct case_data {
    bool present;
    const char *file; /* relative to the case's folder; NULL when in place */
    const uint8_t *bytes;
    size_t size;
    size_t mark;                   /* place in the case file */
    const struct case_cell *cells; /* values by member, in the order of rows; NULL: none */
    size_t cell_count, row_count;
};

/* Values of a constant by its name: "Params.dt" and "0.5/1". */
struct case_constant_value {
    const char *name, *values;
    uint32_t line;
};
struct case_constant_values {
    struct case_constant_value *list;
    size_t count;
};

enum case_compare_kind { CASE_COMPARE_ALL, CASE_COMPARE_MULTISET, CASE_COMPARE_EQUAL_OR_ZERO };

struct case_binding {
    const char *slot, *kind, *format, *buffer; /* NULL when absent */
    const char *members;                       /* declared in HLSL, as for --struct; NULL when absent */
    uint32_t array_index, stride, counter, expect_counter;
    bool has_first, has_count, has_counter, has_expect_counter;
    uint64_t first, count, byte_offset, bytes;
    bool has_bytes;
    struct case_data file, expect, mask;
    const char *counter_buffer;
    uint64_t counter_offset;
    enum case_compare_kind compare;
    uint32_t compare_first, compare_end;
    struct host_texture_keys texture;
    const char *view_format;                /* of a view with a format other than the texture's */
    const char *sampler[HOST_SAMPLER_KEYS]; /* NULL when absent */
    uint32_t bytes_per_run;                 /* of pixel cases whose runs have their own contents */
    uint32_t line;                          /* in the case file */
    size_t counter_mark;                    /* of expect_counter, for case_edits */
};

struct case_buffer {
    const char *name;
    struct case_data file, expect, mask;
    uint32_t fill;
    uint64_t bytes;
};

struct case_set {
    const char *slot;
    struct case_data data;
};

struct case_checkpoint {
    const char *key;
    uint32_t value;
    size_t mark; /* of the value, for case_edits */
};

struct case_step {
    struct case_constant_values constants;
    uint32_t groups[3];
    bool has_groups;
    const char *shader; /* NULL: the case's */
    struct case_set *sets;
    size_t set_count;
    const char *from_slot; /* groups_from */
    uint64_t from_byte;
    struct case_checkpoint *checkpoints;
    size_t checkpoint_count;
};

enum case_tolerance_kind {
    CASE_EXACT,
    CASE_FLOAT_ULP,
    CASE_FLOAT_REL,
    CASE_UNORM_STEP,
    CASE_FRACTION,
    CASE_EXACT_OR_REL,
    CASE_INVARIANT
};

struct case_tolerance {
    enum case_tolerance_kind kind;
    double rel, abs, max_mismatch;
    uint32_t ulp, steps;
    const char *expr;
};

struct case_class {
    const char *interface, *table; /* "fp0[0]", "ft1" */
};

/* Contents of one register: a record of 16 bytes a vertex, point, patch or pixel. */
struct case_register {
    const char *slot; /* "v0", "o3", "vpc1", "oDepth" */
    struct case_data file;
    uint64_t records;       /* 0: by the size of the contents */
    uint32_t bytes_per_run; /* of pixels; 0: 16 */
    const char *compare;    /* "xyz": the components that count; NULL: all */
    const char *type;       /* type of an output's values; NULL: bits */
    uint32_t line;
};

struct case_registers {
    struct case_register *list;
    size_t count;
};

struct case_constant {
    const char *semantic;
    double *values;
    size_t count;
    size_t mark; /* of the list, for case_edits */
};

struct case_emitted {
    uint32_t stream;
    uint64_t vertices;
    size_t vertices_mark, strips_mark; /* of the number and the list, for case_edits */
    bool has_vertices, has_strips;
    uint32_t *strips;
    size_t strip_count;
    struct case_registers outputs;
};

struct case_pixels {
    uint32_t rect[4], samples;
    struct case_data coverage, written;
};

/* The part of cases of stages other than compute. */
struct case_stage_spec {
    uint32_t runs;
    uint64_t primitives;
    struct case_registers inputs, outputs;
    struct case_constant *constants;
    size_t constant_count;
    struct case_emitted *emitted;
    size_t emitted_count;
    double (*points)[3];
    size_t point_count;
    bool has_pixels;
    struct case_pixels pixels;
};

/* An expected finding; only the given fields are compared. */
struct case_finding {
    const char *kind, *reg;
    bool has_reg, has_instruction, has_other, has_element, has_byte_offset, has_count;
    bool has_thread, has_group, has_other_thread, has_other_group;
    uint32_t instruction, other, byte_offset;
    uint64_t element, count;
    uint32_t thread[3], group[3], other_thread[3], other_group[3];
};

/* Options of the checker. */
struct case_checks {
    bool numbers, atomic_ordered;
    uint32_t orders;
    uint64_t seed;
    const char **allowed_races; /* registers and instructions */
    size_t allowed_race_count;
};

/* How a case compiles its shader from HLSL; NULL: the default. */
struct case_hlsl {
    const char *entry, *profile;
    const char **defines; /* NAME=VALUE */
    size_t define_count;
    const char **includes; /* folders */
    size_t include_count;
};

struct case_spec {
    struct arena arena; /* owns all that the case points to */
    const char *name, *folder, *path;
    const char *stage;
    const char *shader, *shader_text; /* file name or text */
    bool has_hlsl;                    /* the shader is HLSL whatever its file's ending */
    struct case_hlsl hlsl;
    struct case_constant_values constants; /* set before the first step */
    struct case_step *steps;
    size_t step_count;
    struct case_binding *bindings;
    size_t binding_count;
    struct case_buffer *buffers;
    size_t buffer_count;
    struct case_class *classes;
    size_t class_count;
    struct case_tolerance tolerance;
    struct case_checks check;
    bool has_findings; /* the case lists findings, possibly none */
    struct case_finding *findings;
    size_t finding_count;
    uint64_t max_steps;
    struct case_stage_spec stage_case;
    char unknown_key[61]; /* the first key that sm5 does not know and has ignored; "": none */
};

/* Reads a case from a YAML or JSON file. Errors include file, line and column. */
bool case_spec_read(const char *path, struct case_spec *out, struct io_error *error);
/* The same from memory; `path` is used for messages and the folder. */
bool case_spec_parse(const char *path, const struct io_bytes *text, struct case_spec *out,
                     struct io_error *error);
void case_spec_free(struct case_spec *test);
/* The kind of a view by its name in a case; false for input, sampler and unknown names. */
bool case_view_kind(const char *name, enum sm5_view_kind *kind);
/* Bytes of an element of the binding's view; 0 when not specified. */
uint32_t case_element_bytes(const struct case_binding *binding);
/* The binding gives the values of a register, and binds nothing. */
bool case_is_input(const struct case_binding *binding);
bool case_is_sampler(const struct case_binding *binding);
/* Stores contents that are given by member as rows of a layout. */
bool case_data_rows(const struct case_data *data, const struct io_layout *layout, struct io_bytes *out,
                    struct io_error *error);
/* Loads contents: `*out` is malloc'ed. */
bool case_data_load(const struct case_spec *test, const struct case_data *data, struct io_bytes *out,
                    struct io_error *error);

/* ---- case_edit.c: changes to a case file ---- */

/* Pending changes to a case file; all other bytes of the file are kept. */
struct case_edits;

/* Reads the file again. NULL with an error, also when it is not UTF-8. */
struct case_edits *case_edits_open(const char *path, struct io_error *error);
void case_edits_free(struct case_edits *edits);
/* Names of the values in rows of contents; no columns: no names. */
struct case_edit_rows {
    const struct io_column *columns;
    size_t count;
    uint32_t bytes; /* of a row; 0: not known */
};
/* Replaces contents in place, which were `old`: only values that differ, or all when their number changes. */
bool case_edits_contents(struct case_edits *edits, const struct case_data *data,
                         const struct case_edit_rows *rows, const struct io_bytes *old, const void *contents,
                         size_t size, struct io_error *error);
/* Replaces one number; a list of numbers. */
bool case_edits_number(struct case_edits *edits, size_t mark, uint64_t number, struct io_error *error);
bool case_edits_list(struct case_edits *edits, size_t mark, const char *const *texts, size_t count,
                     struct io_error *error);
/* Writes the file, after checking that the changed text is a valid case. */
bool case_edits_write(struct case_edits *edits, struct io_error *error);

/* ---- case_compare.c ---- */

enum { CASE_SHOWN = 8 };

/* Differences of two contents: the first ones, and their number. */
struct case_difference {
    bool differs;
    size_t count; /* in values, and in words: */
    size_t words;
    struct {
        size_t word;            /* index of a 32-bit word; of a double, the first of its two */
        char type;              /* as in case_rule; 0: not known */
        uint64_t expected, got; /* bits */
    } at[CASE_SHOWN];
};

/* How two contents are compared. */
struct case_rule {
    const struct case_tolerance *tolerance;
    const uint8_t *mask; /* only bits set here count; NULL: all */
    const char *format;  /* DXGI name of the format whose steps unorm_step counts; NULL: channels of 8 bits */
    enum case_compare_kind compare;
    size_t first, end; /* CASE_COMPARE_MULTISET: range of words that may be in any order */
    /* Types of the words of a row ('f', 'i', 'u', 'b', 'd' for the first word of a double, 0 not known),
       repeated over the contents; NULL: not known. Float tolerances apply to floats, doubles and unknown
       types; integers are compared exactly. */
    const char *types;
    size_t row_words;
};

/* Compares `size` bytes. False when out of memory. */
bool case_compare_bytes(const struct case_rule *rule, const uint8_t *expected, const uint8_t *got,
                        size_t size, struct case_difference *out);
/* The same, with a call for each difference, whose arguments are those of case_difference. */
typedef void case_visit(void *context, size_t word, char type, uint64_t expected, uint64_t got);
bool case_compare_each(const struct case_rule *rule, const uint8_t *expected, const uint8_t *got, size_t size,
                       struct case_difference *out, case_visit *visit, void *context);

/* ---- case_distance.c ---- */

/* Number of representable values from one float or double to the other, given by their bits; +0 and -0 are
   one value. Not for NaN. */
uint64_t case_ulp_float(uint32_t a, uint32_t b);
uint64_t case_ulp_double(uint64_t a, uint64_t b);
enum { CASE_DISTANCE_BYTES = 80 };
/* "off by 0.25 (1677 ulp)", "off by 2"; empty when a value is a NaN or an infinity. */
void case_format_distance(char out[CASE_DISTANCE_BYTES], char type, uint64_t expected, uint64_t got);

/* ---- case_invariant.c ---- */

/* Parses "SLOT[i]" at the start of `text`; *length is its length. */
bool case_word_name(const char *text, size_t *length, char slot[64], uint64_t *index);
/* Evaluates "u0[0]+u1[0]==2080": + - * over unsigned words, one ==. `read` returns a word of a slot. */
typedef bool case_word_reader(void *context, const char *slot, uint64_t index, uint32_t *word);
bool case_invariant(const char *expr, case_word_reader *read, void *context, bool *holds,
                    struct io_error *error);

#endif
