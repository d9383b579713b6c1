/* The command: one file a verb, on the public headers and io/ alone. */
#ifndef SM5_CLI_H
#define SM5_CLI_H

#include <stdio.h>

#include "cli/cli_layout.h"
#include "io/io.h"
#include "sm5/sm5.h"

/* Exit codes. */
enum { CLI_GOOD = 0, CLI_WRONG_PROGRAM = 1, CLI_WRONG_COMMAND = 2 };

/* ---- cli_options.c: options from a table, --help from the same table ---- */

struct cli_option {
    const char *name;  /* "--groups" or "-b" */
    const char *value; /* what it takes, as --help shows it; NULL for a flag */
    const char *help;
    /* Takes the value (NULL for a flag) into the verb's options; false after having said what is wrong. */
    bool (*take)(void *options, const char *value);
};

struct cli_verb {
    const char *name, *arguments, *summary;
    const struct cli_option *options;           /* ends with a row without name */
    const struct cli_option *shared_options[3]; /* more of them, shown first; NULL: none */
    /* Takes a positional argument. */
    bool (*argument)(void *options, const char *text);
    int (*run)(int argc, char **argv);
    const char *notes; /* more for --help, or NULL */
};

/* Reads the arguments behind the verb into `options`. Returns -1 when the verb shall go on, else the exit
 * code. */
int cli_parse(const struct cli_verb *verb, int argc, char **argv, void *options);
void cli_help(const struct cli_verb *verb);

/* ---- cli_report.c ---- */

/* "sm5: ..." on standard error. Returns false, so that a failing function can return it. */
bool cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The diagnostics of a list from entry `first` on, on standard error; coloured on a terminal. */
void cli_report(const struct sm5_diags *diags, size_t first);
void cli_report_one(const struct sm5_diag *diag);
/* A string in JSON, with its quotes. */
void cli_json_string(FILE *out, const char *text);
/* Whether to write escape sequences to a file descriptor: it is a terminal, and NO_COLOR is not set. */
bool cli_has_colour(int descriptor);

/* Text that is written to a file once it is whole. */
struct cli_text {
    FILE *out;
    char *text;
    size_t size;
};
bool cli_text_open(struct cli_text *text);
/* Closes it, too; false after having said why. */
bool cli_text_write(struct cli_text *text, const char *path);

struct cli_texts {
    const char **list;
    size_t count;
};
/* Adds the text, which stays the caller's. */
bool cli_texts_add(struct cli_texts *texts, const char *text);

/* ---- cli_hlsl_options.c ---- */

/* How HLSL is compiled. NULL: the default. */
struct cli_hlsl_options {
    bool always; /* HLSL whatever the file's ending */
    const char *entry, *profile, *compiler;
    struct cli_texts defines /* NAME or NAME=VALUE */, includes;
};
/* cli_option.take is given the address of a struct that starts with cli_hlsl_options. */
extern const struct cli_option cli_hlsl_table[];
void cli_hlsl_free(struct cli_hlsl_options *options);

/* ---- cli_progress.c ---- */

/* One line on standard error, where that is a terminal; shown when something takes longer than half a second. */
struct cli_progress {
    const char *what; /* "groups" */
    bool terminal;
    double start, shown; /* seconds */
    int width;           /* of the line that is shown; 0: none */
};
void cli_progress_open(struct cli_progress *progress, const char *what);
/* From one thread. While a line is shown, a signal that ends the command ends the line too. */
void cli_progress_show(struct cli_progress *progress, uint64_t done, uint64_t total);
/* cli_progress_show, as the library calls it. */
bool cli_progress_call(void *progress, uint64_t done, uint64_t total);
/* Opens it for a dispatch. */
void cli_progress_of_groups(struct cli_progress *progress, struct sm5_dispatch_options *dispatch);
/* Wipes the line. */
void cli_progress_close(struct cli_progress *progress);

/* ---- cli_program.c ---- */

/* Reads a program, compiling HLSL first unless `hlsl` is NULL, and reports. *exit_code is set on failure. */
/* cli_files.c: remembers a file that is read; false, with a message, for an output that is one of them. */
void cli_note_input(const char *path);
bool cli_may_write(const char *path);
/* `take` of the option --in-place. */
bool cli_take_in_place(void *options, const char *value);
#define CLI_IN_PLACE                                                                                         \
    {                                                                                                        \
        "--in-place", NULL, "allow an output file that is also an input", cli_take_in_place                  \
    }

struct sm5_program *cli_read_program(const char *path, const struct cli_hlsl_options *hlsl,
                                     struct sm5_diags *diags, int *exit_code);
/* Exit code of a library status. */
int cli_exit_code(enum sm5_status status);
/* Writes to a file or, when `path` is NULL or "-", to standard output. */
int cli_write(const char *path, const struct sm5_blob *blob);

/* ---- cli_value.c: values of options and keys ---- */

/* A whole number from 0 to `limit`, decimal or 0x.... `option` names it in messages. */
bool cli_take_count(const char *option, const char *value, uint64_t limit, uint64_t *out);
bool cli_take_engine(const char *value, enum sm5_engine *engine);
bool cli_take_lanes(const char *value, uint32_t *lanes);
/* "all" only where `all` is not NULL. */
bool cli_take_oob(const char *value, enum sm5_oob *oob, bool *all);

/* The function table of an interface element, as --class and the key `classes` of test files choose it. */
struct cli_class {
    uint32_t interface, element, table;
    uint32_t instance[4]; /* what this[] reads: constant buffer, offset in float4, texture, sampler */
};
/* "fp0[0]" or "fp0", and "ft1" or "ft1:CB/OFFSET/TEXTURE/SAMPLER" with the last numbers left out at will. */
bool cli_class_parse(const char *element, const char *table, struct cli_class *out);

/* ---- cli_source.c: SOURCE[,key=value]... ---- */

/* What the keys of a source may be about. */
enum {
    CLI_KEYS_STRUCTURED = 1,
    CLI_KEYS_RAW = 2,
    CLI_KEYS_TYPED = 4,
    CLI_KEYS_CBUFFER = 8,
    CLI_KEYS_TEXTURE = 16,
    CLI_KEYS_NAMED = 32 /* --buffer */
};

struct cli_source {
    char *text;           /* copy that `contents` points into */
    const char *contents; /* without the keys */
    bool has_size, has_first, has_count, has_counter, has_as, has_below;
    uint64_t size, first, count, stride, counter, below;
    sm5_format format;
    enum sm5_view_kind kind;
    enum io_random as;
    struct io_texture texture;
    uint32_t given; /* keys, a bit each */
};

/* The next ",word=" at or after `text`, or NULL: other commas belong to a file's name. */
const char *cli_find_key(const char *text);
/* Reads the keys; free `text` in any case. */
bool cli_source_parse(const char *text, struct cli_source *source);
/* No key is given that says nothing about any of `of`; `slot` and `what` (as the program declares it) are for
   the message. */
bool cli_source_check_keys(const struct cli_source *source, unsigned of, const char *slot, const char *what);
/* A new buffer with the contents (not for null and @NAME), or NULL after having said why. */
struct cli_rows;
struct sm5_buffer *cli_source_buffer(const struct cli_source *source, uint32_t element_bytes,
                                     const struct cli_rows *rows);

/* ---- cli_fill.c ---- */

/* What makes the words of iota and rand. */
struct cli_rule {
    bool iota;
    uint32_t seed, below;
    enum io_random as;
};
/* Fills `size` bytes, on several threads when they are many. */
void cli_fill(uint8_t *bytes, uint64_t size, const struct cli_rule *rule);

/* ---- cli_sampler.c: words of samplers ---- */

/* Takes one of io_sampler_keys; false after having said what is wrong. */
bool cli_sampler_take(struct sm5_sampler *sampler, const char *key, const char *value);
/* FILTER[,key=value]... */
bool cli_sampler_parse(const char *text, struct sm5_sampler *out);

/* ---- cli_texture.c ---- */

/* Of a layout as sm5_resource_at and test cases spell it; SM5_TEXTURE_NONE: no texture. */
enum sm5_texture_kind cli_texture_kind(const char *layout);
bool cli_texture_is_cube(const char *layout);
struct sm5_texture cli_texture_of(const struct io_texture *keys, const char *layout, sm5_format format);
/* min_lod= of a texture; false after having said what is wrong. */
bool cli_texture_take_lod(const char *value, float *out);
/* Whether texels of the format (a DXGI name) can be made of a picture's pixels. */
bool cli_can_pack_pixels(const char *format);
/* Makes texels of pixels of four bytes, in place. */
void cli_pack_pixels(uint8_t *data, size_t *size, const char *format);
/* What a view sees of a texture. */
void cli_texture_range(const struct io_texture *keys, struct sm5_view *view);
/* A new buffer with a texture's contents for a slot declared as `info` says (not for null and @NAME). */
struct sm5_buffer *cli_texture_buffer(const struct cli_source *source, const struct sm5_resource_info *info,
                                      struct sm5_texture *texture);

/* ---- cli_resource.c: resources and bindings of `run` ---- */

struct cli_buffer {
    char *name; /* NULL: of one slot alone */
    struct sm5_buffer *buffer;
};

struct cli_bound {
    struct sm5_slot slot;
    char text[64];
    struct sm5_buffer *buffer; /* NULL: null */
    struct sm5_view view;
    struct sm5_sampler sampler; /* of an s# */
    uint32_t row_bytes;         /* of an element */
    int resource;               /* index for sm5_resource_at, or -1 */
};

struct cli_resources {
    const struct sm5_program *program;
    const struct cli_texts *structs; /* layouts given by --struct, or NULL */
    struct cli_buffer *buffers;
    size_t buffer_count;
    struct cli_bound *bound;
    size_t bound_count;
};

/* NAME=SOURCE[,key=value]... of --buffer, SLOT=SOURCE[,key=value]... of -b. */
bool cli_add_buffer(struct cli_resources *resources, const char *text);
bool cli_add_binding(struct cli_resources *resources, const char *text);
/* The binding of a slot given as text of `length` bytes, with a resource; else NULL after having said why. */
struct cli_bound *cli_find_bound(struct cli_resources *resources, const char *option, const char *text,
                                 size_t length);
/* The binding of a slot, also to null; NULL when there is none. */
struct cli_bound *cli_bound_of(struct cli_resources *resources, const struct sm5_slot *slot);
/* Binds a buffer, which the resources then own, as all of a constant buffer; NULL after having reported why not. */
struct cli_bound *cli_bind_buffer(struct cli_resources *resources, const struct sm5_slot *slot, int resource,
                                  struct sm5_buffer *buffer);
/* Every --buffer is viewed by some slot. */
bool cli_check_buffers(const struct cli_resources *resources);
void cli_free_resources(struct cli_resources *resources);
/* Index for sm5_resource_at of the declaration that a slot belongs to, or -1. */
int cli_find_resource(const struct sm5_program *program, const struct sm5_slot *slot);

/* ---- cli_output.c ---- */

/* SLOT=FILE[,width=N] and SLOT.counter=FILE of -o: checked before the run, written after it. */
struct cli_output {
    const struct cli_bound *bound;
    char *path;
    uint64_t width;
    bool counter; /* SLOT.counter: the hidden counter instead of the resource */
};
bool cli_output_parse(struct cli_resources *resources, const char *text, struct cli_output *output);
bool cli_output_write(const struct cli_resources *resources, const struct sm5_bindings *bindings,
                      const struct cli_output *output);

/* cli_texture.c: the mip and layer that a texture's view starts with as a picture; all of the texture. */
bool cli_texture_check_picture(const struct cli_bound *bound, const char *path);
bool cli_texture_write_picture(const struct cli_bound *bound, enum io_pixel pixel, const char *path,
                               struct io_error *error);
bool cli_texture_write_dds(const struct cli_bound *bound, const char *path, struct io_error *error);

/* ---- cli_table.c ---- */

/* Columns of a resource's rows: RDEF's members, or the channels of a format; none when neither is known. */
struct cli_columns {
    struct io_column *list;
    size_t count;
    struct cli_layout layout;
};
/* `resource`: as sm5_resource_at counts, or -1; `row_bytes`: of a row of the view (a constant buffer has
   one); `format`: of the texels, or 0. */
struct cli_columns cli_columns_make(const struct sm5_program *program, const struct cli_texts *structs,
                                    int resource, uint32_t row_bytes, sm5_format format);
struct cli_columns cli_columns_of(const struct cli_resources *resources, const struct cli_bound *bound);
void cli_columns_free(struct cli_columns *columns);

/* SLOT[:ROWS] of --print. */
struct cli_print {
    const struct cli_bound *bound;
    uint64_t rows;
};
bool cli_print_parse(struct cli_resources *resources, const char *text, struct cli_print *print);
void cli_print_table(const struct cli_resources *resources, const struct cli_print *print);

/* ---- cli_job.c: what run and bench share ---- */

/* sm5 run of the stages other than compute. */
struct cli_stage_options {
    bool any; /* some of these is given */
    bool has_count, has_rect;
    bool missing_zero; /* inputs that no column gives are 0 */
    uint64_t count, partition;
    const char *factors; /* of the tessellator: a list or a file; NULL */
    enum sm5_partitioning partitioning;
    uint32_t rect[4], samples; /* left, top, width, height */
    struct cli_texts inputs, outs;
};

struct cli_job_options {
    struct cli_hlsl_options hlsl; /* first: cli_hlsl_table takes its address */
    const char *verb;             /* for messages */
    struct cli_stage_options stage;
    const char *in, *json;
    const char *sarif;    /* check */
    const char *own_text; /* what the verb prints when no report goes to standard output; NULL */
    bool runs_stages;     /* the verb runs other stages than compute too */
    struct cli_texts bindings, buffers, classes, outputs, prints, allowed_races, structs, sets;
    bool has_groups;
    uint32_t groups[3];
    const char *groups_from;
    uint64_t threads, max_steps;
    double max_seconds;
    struct sm5_kernel_options kernel;
    enum sm5_oob oob;
    bool oob_all;     /* run and check: the other profiles too */
    const char *dump; /* run: form to print instead */
    struct sm5_check_options check;
    bool accept_mismatch; /* views that do not fit their declaration are findings, not errors */
};

/* The options of both; cli_option.take is given the address of a struct that starts with cli_job_options. */
extern const struct cli_option cli_job_table[];
bool cli_job_argument(void *options, const char *text);

/* How to dispatch, and what to do behind it; read before it, so that a mistake does not cost the run. */
struct cli_plan {
    struct sm5_dispatch_options how;
    struct cli_output *outputs;
    struct cli_print *prints;
};

/* A kernel with everything bound. */
struct cli_job {
    const struct cli_job_options *options;
    struct sm5_diags *diags;
    const struct sm5_program *program;
    struct cli_resources resources;
    struct cli_plan plan;
    struct sm5_kernel *kernel;
    struct sm5_bindings *bindings;
};

/* Reads the arguments of the verb, prepares the job and hands it to `dispatch`. All return exit codes. */
int cli_job_run(const struct cli_verb *verb, int argc, char **argv, struct cli_job_options *options,
                int (*dispatch)(struct cli_job *job));
/* Writes and prints what the options ask for. */
bool cli_job_write_results(const struct cli_job *job);

/* ---- cli_writers.c ---- */

/* No two outputs go to the same file or to standard output; false after having said which do. */
bool cli_check_writers(const struct cli_job_options *options);
/* None of them is a file that was read; call it when all inputs are loaded. */
bool cli_check_overwrites(const struct cli_job_options *options);

/* ---- cli_profiles.c: --oob all, one dispatch under each profile ---- */

/* Where a profile's result first parts from what SM5_OOB_SPEC gives. */
struct cli_parting {
    enum sm5_oob oob;
    const struct cli_bound *bound;
    bool is_counter;
    uint64_t element;
    uint32_t byte_offset; /* in the element */
    uint32_t spec, got;
};

/* Zero-initialise. */
struct cli_profiles {
    bool quiet;              /* print nothing */
    struct cli_copy *before; /* memory and counters; NULL: nothing to compare */
    size_t bound_count;      /* entries of it */
    struct cli_parting *list;
    size_t count;
};

/* Before the dispatch: keeps what it finds when all profiles are asked for. */
bool cli_profiles_open(struct cli_profiles *profiles, const struct cli_job *job);
/* Behind it: dispatches again under the others, prints where results part, and leaves memory as found. */
bool cli_profiles_compare(struct cli_profiles *profiles, const struct cli_job *job);
/* , "oob": [...] when all profiles were asked for. */
void cli_profiles_json(const struct cli_profiles *profiles, FILE *out);
void cli_profiles_free(struct cli_profiles *profiles);

/* ---- cli_member.c ---- */

/* Layouts of a program's resources, each read when a finding first needs it. */
struct cli_members {
    const struct sm5_program *program;
    const struct cli_texts *structs;
    struct cli_layout *layouts; /* by index for sm5_resource_at */
    bool *is_read;
    uint32_t count;
    char semantic[96];
};
/* `structs`: as for cli_layout_of. False after having said that memory is out; to be freed in any case. */
bool cli_members_open(struct cli_members *members, const struct sm5_program *program,
                      const struct cli_texts *structs);
void cli_members_free(struct cli_members *members);
/* "position.y": the member at the finding's byte offset; the first one in its row of a constant buffer; the
   semantic of its output. NULL: nothing names it. Valid until the next call. */
const char *cli_member_of(struct cli_members *members, const struct sm5_finding *f);

/* ---- cli_findings.c, cli_sarif.c ---- */

/* Each with its place, and how many there are. `path` is the program's; `stage` as sm5_stage_info has it. */
void cli_findings_print(const struct sm5_findings *findings, struct cli_members *members, const char *path,
                        const char *stage);
/* "thread (1,0,0) of group (0,0,0)", "invocation 1", "invocation 0 of patch 1". */
void cli_thread_text(char out[96], const char *stage, const uint32_t thread[3], const uint32_t group[3]);
void cli_findings_json(const struct sm5_findings *findings, struct cli_members *members,
                       const struct cli_profiles *profiles, FILE *out);
/* `path` is the program's. */
void cli_sarif(const struct sm5_findings *findings, struct cli_members *members, const char *path,
               const char *stage, FILE *out);

/* ---- cli_validate.c ---- */

/* Sets `validation` as --no-validate and --strict do; false, reported, when both are given. */
bool cli_take_validation(enum sm5_validation *validation, enum sm5_validation value);
/* When rules stopped a run: the option that overrides them, as a clause for messages; else NULL. */
const char *cli_validation_override(const struct sm5_diags *diags, size_t first);

/* ---- cli_stage.c: run, for the stages other than compute ---- */

/* The options of a stage; cli_option.take is given a struct that starts with cli_job_options. */
extern const struct cli_option cli_stage_table[];
/* What --print shows is an output of a stage ("out"), not a slot. */
bool cli_stage_is_output(const char *text);
/* Names of a stage's outputs, for messages. */
const char *cli_stage_outputs(const char *stage);
/* The column of one component of an element, as tables of inputs and outputs have it: "TEXCOORD1.y", "v0.x"
   without a semantic. */
void cli_stage_column(char *out, size_t size, const struct sm5_stage_element *e, uint32_t component);
/* The name of an input's columns, without the component: "TEXCOORD1", "v3". */
void cli_stage_column_name(const struct sm5_stage_element *e, char out[96]);
/* The run makes the input when no column gives it. */
bool cli_stage_is_made(const struct sm5_stage_info *stage, const struct sm5_stage_element *e);
/* Makes one run of the job's stage. */
typedef enum sm5_status cli_stage_runner(struct cli_job *job, const struct sm5_stage_run *run,
                                         struct sm5_stage_outputs *outputs, void *context);
/* sm5_run_stage; no context. */
cli_stage_runner cli_stage_plain;
/* Runs the job's stage; returns an exit code. */
int cli_stage_run(struct cli_job *job, cli_stage_runner *runner, void *context,
                  struct sm5_dispatch_result *result, uint64_t *invocations);

/* ---- cli_case.c: one test case ---- */

enum cli_outcome { CLI_PASSED, CLI_FAILED, CLI_SKIPPED, CLI_BLESSED };

struct cli_case_options {
    struct cli_hlsl_options hlsl; /* first: the compiler's option takes its address */
    bool check;                   /* run each case under the checker */
    const char *keep;             /* folder, or NULL */
    const char *folder;           /* of this case in `keep`; NULL: its name */
    bool bless;                   /* what comes out becomes what the case expects */
    struct sm5_kernel_options kernel;
    enum sm5_oob oob;
    uint32_t threads;
    _Atomic size_t *nonconforming; /* counts programs that are, and run */
};

/* Runs the case in `path`; *text says why it failed or was skipped; *text and *name are malloc'ed, or NULL.
 */
/* Name of the case in `path`, malloc'ed; NULL when it cannot be read. */
char *cli_case_name(const char *path);
enum cli_outcome cli_run_case(const char *path, const struct cli_case_options *options, char **name,
                              char **text);

/* ---- cli_new.c ---- */

/* Writes a case for a program to `path` (NULL or "-": standard output); returns an exit code. */
int cli_new_case(const char *shader, const char *path, const struct cli_hlsl_options *hlsl);

/* ---- cli_info_members.c ---- */

/* Members of resource `index` of sm5_resource_at with their offsets, sizes, types and default values: lines,
   and the key `members` of a JSON object. */
void cli_info_members(const struct sm5_program *program, uint32_t index);
void cli_info_members_json(const struct sm5_program *program, uint32_t index);

/* ---- the verbs ---- */

extern const struct cli_verb cli_asm, cli_bench, cli_check, cli_dis, cli_info, cli_run, cli_test,
    cli_validate;

#endif
