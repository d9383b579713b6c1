/* The command: one file a verb, on the public headers and io/ alone. */
#ifndef SM5_CLI_H
#define SM5_CLI_H

#include <stdio.h>

#include "host/host.h"

/* ---- cli_options.c: parsing, --help and shell completion by tables of options ---- */

/* The type at the row's offset in the verb's options. */
enum cli_option_kind {
    OPTION_FLAG,   /* bool; takes no value */
    OPTION_TEXT,   /* const char *; one of `words` when there are any */
    OPTION_LIST,   /* struct host_texts; may be repeated */
    OPTION_COUNT,  /* uint64_t from `least` to `most` */
    OPTION_CHOICE, /* unsigned: the value of one of `words` */
    OPTION_CALL    /* calls `set`; no value when the row has none */
};

struct cli_word {
    const char *word;
    unsigned value;
};

struct cli_option {
    const char *name;  /* "--groups" or "-b" */
    const char *value; /* placeholder for --help; NULL for a flag */
    const char *help;
    enum cli_option_kind kind;
    size_t offset;
    size_t given; /* offset plus one of a bool that is set when the option is given; 0: none */
    uint64_t least, most;
    const struct cli_word *words; /* ends with a row without word */
    /* OPTION_CALL: `at` is the address at the offset. False after a message. */
    bool (*set)(void *at, const char *value);
    bool repeats; /* OPTION_CALL that may be repeated */
};

/* What the options of a verb that reads one program start with. */
struct cli_input {
    struct host_hlsl_options hlsl;
    const char *in;
};

struct cli_verb {
    const char *name, *arguments, *summary;
    const struct cli_option *options;           /* ends with a row without name */
    const struct cli_option *shared_options[3]; /* more of them, listed first; may be NULL */
    /* Handles a positional argument; NULL: the options start with cli_input. */
    bool (*argument)(void *options, const char *text);
    bool (*check)(const void *options); /* after cli_use_program has parsed them; may be NULL */
    int (*run)(int argc, char **argv);
    const char *notes; /* more for --help, or NULL */
};

/* Reads the arguments that follow the verb. Returns an exit code when the command ends here, else -1. */
int cli_parse(const struct cli_verb *verb, int argc, char **argv, void *options);
void cli_help(const struct cli_verb *verb);
/* Prints a script for bash. */
void cli_print_completion(const struct cli_verb *const *verbs, size_t count);
/* Reads the arguments and the program, and calls `use`. Returns an exit code. */
typedef int cli_use(void *options, struct sm5_program *program, struct sm5_diags *diags);
int cli_use_program(const struct cli_verb *verb, int argc, char **argv, struct cli_input *options,
                    cli_use *use);

/* Rows that several verbs have. */
#define CLI_IN_PLACE                                                                                         \
    {                                                                                                        \
        "--in-place", NULL, "allow an output file that is also an input", OPTION_CALL,                       \
            .set = cli_set_in_place                                                                          \
    }
bool cli_set_in_place(void *at, const char *value);
extern const struct cli_word cli_engines[], cli_lanes[];
bool cli_set_no_validate(void *validation, const char *value);
bool cli_set_strict(void *validation, const char *value);
/* Of the struct sm5_kernel_options `field` of struct `type`. */
#define CLI_KERNEL_OPTIONS(type, field)                                                                      \
    {"--engine",                                                                                             \
     "auto|jit|interp",                                                                                      \
     "engine (default auto: the JIT if it is available)",                                                    \
     OPTION_CHOICE,                                                                                          \
     .offset = offsetof(struct type, field.engine),                                                          \
     .words = cli_engines},                                                                                  \
        {"--lanes",                                                                                          \
         "8|16",                                                                                             \
         "threads of a warp, for the JIT (default: by program and processor)",                               \
         OPTION_CHOICE,                                                                                      \
         .offset = offsetof(struct type, field.lanes),                                                       \
         .words = cli_lanes},                                                                                \
        {"--no-cache", NULL, "neither read nor write the cache of machine code", OPTION_FLAG,                \
         .offset = offsetof(struct type, field.no_cache)},                                                   \
        {"--no-validate",                                                                                    \
         NULL,                                                                                               \
         "run malformed programs too",                                                                       \
         OPTION_CALL,                                                                                        \
         .offset = offsetof(struct type, field.validation),                                                  \
         .set = cli_set_no_validate},                                                                        \
    {                                                                                                        \
        "--strict", NULL, "do not run nonconforming programs", OPTION_CALL,                                  \
            .offset = offsetof(struct type, field.validation), .set = cli_set_strict                         \
    }
/* Profiles of --oob; the first row, "all", may be left out. */
enum { CLI_OOB_ALL = 16 };
extern const struct cli_word cli_oob_words[];

/* ---- cli_hlsl.c ---- */

/* For options that start with host_hlsl_options. */
extern const struct cli_option cli_hlsl_table[];
void cli_hlsl_free(struct host_hlsl_options *options);

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
    struct host_texture_keys texture;
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
struct host_rows;
struct sm5_buffer *cli_source_buffer(const struct cli_source *source, uint32_t element_bytes,
                                     const struct host_rows *rows);

/* ---- cli_fill.c ---- */

/* What makes the words of iota and rand. */
struct cli_rule {
    bool iota;
    uint32_t seed, below;
    enum io_random as;
};
/* Fills `size` bytes, on several threads when they are many. */
void cli_fill(uint8_t *bytes, uint64_t size, const struct cli_rule *rule);

/* ---- cli_texture.c ---- */

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
    const struct host_texts *structs; /* layouts given by --struct, or NULL */
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
/* ---- cli_set.c ---- */

/* The values of --set, in order: into what is bound, or into new buffers where nothing is. */
bool cli_sets_apply(struct cli_resources *resources, const struct host_texts *sets);

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

struct host_columns cli_columns_of(const struct cli_resources *resources, const struct cli_bound *bound);
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
    bool has_count, has_rect;
    unsigned missing; /* STAGE_MISSING_*: inputs that no column gives; 0: --missing is absent */
    uint64_t count, partition;
    const char *factors; /* of the tessellator: a list or a file; NULL */
    enum sm5_partitioning partitioning;
    uint32_t rect[4], samples; /* left, top, width, height */
    struct host_texts inputs, outs;
};

struct cli_job_options {
    struct cli_input input;
    const char *verb; /* for messages */
    struct cli_stage_options stage;
    const char *json;
    const char *sarif;    /* check */
    const char *own_text; /* what the verb prints when no report goes to standard output; NULL */
    bool runs_stages;     /* the verb runs other stages than compute too */
    struct host_texts bindings, buffers, classes, outputs, prints, allowed_races, structs, sets;
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

/* For options that start with cli_job_options. */
extern const struct cli_option cli_job_table[];

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
/* The key "oob" with a list, when all profiles were requested. */
void cli_profiles_json(const struct cli_profiles *profiles, struct host_json *json);
void cli_profiles_free(struct cli_profiles *profiles);

/* ---- cli_findings.c, cli_sarif.c ---- */

/* Each with its place, and how many there are. `path` is the program's; `stage` as sm5_stage_info has it. */
void cli_findings_print(const struct sm5_findings *findings, struct host_members *members, const char *path,
                        const char *stage);
/* "thread (1,0,0) of group (0,0,0)", "invocation 1", "invocation 0 of patch 1". */
void cli_thread_text(char out[96], const char *stage, const uint32_t thread[3], const uint32_t group[3]);
void cli_findings_json(const struct sm5_findings *findings, struct host_members *members,
                       const struct cli_profiles *profiles, FILE *out);
/* `path` is the program's. */
void cli_sarif(const struct sm5_findings *findings, struct host_members *members, const char *path,
               const char *stage, FILE *out);

/* ---- cli_stage.c: run, for the stages other than compute ---- */

/* For options that start with cli_job_options. */
extern const struct cli_option cli_stage_table[];
/* Some option of a stage is given. */
bool cli_stage_is_given(const struct cli_stage_options *options);
/* What --print shows is an output of a stage ("out"), not a slot. */
bool cli_stage_is_output(const char *text);
/* Names of a stage's outputs, for messages. */
const char *cli_stage_outputs(const char *stage);
/* The name of an input's columns, without the component: "TEXCOORD1", "v3". */
void cli_stage_column_name(const struct sm5_stage_element *e, char out[96]);
/* Makes one run of the job's stage. */
typedef enum sm5_status cli_stage_runner(struct cli_job *job, const struct sm5_stage_run *run,
                                         struct sm5_stage_outputs *outputs, void *context);
/* sm5_run_stage; no context. */
cli_stage_runner cli_stage_plain;
/* Runs the job's stage; returns an exit code. */
int cli_stage_run(struct cli_job *job, cli_stage_runner *runner, void *context,
                  struct sm5_dispatch_result *result, uint64_t *invocations);

/* ---- cli_info_members.c ---- */

/* Members of resource `index` of sm5_resource_at with their offsets, sizes, types and default values: lines,
   and the key `members` of a JSON object. */
void cli_info_members(const struct sm5_program *program, uint32_t index);
void cli_info_members_json(struct host_json *json, const struct sm5_program *program, uint32_t index);

/* ---- the verbs ---- */

extern const struct cli_verb cli_asm, cli_bench, cli_check, cli_dis, cli_info, cli_run, cli_test,
    cli_validate;

#endif
