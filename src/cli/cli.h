/* The command: one file for each verb; uses the public headers, io/, host/ and case/ only. */
#ifndef SM5_CLI_H
#define SM5_CLI_H

#include <stdio.h>

#include "host/host.h"

/* ---- cli_options.c: parsing and --help by tables of options ---- */

/* The type at the row's offset in the verb's options. */
enum cli_option_kind {
    OPTION_FLAG,   /* bool; takes no value */
    OPTION_TEXT,   /* const char *; one of `words` when there are any */
    OPTION_LIST,   /* struct host_texts; may be repeated */
    OPTION_COUNT,  /* uint64_t from `min` to `max` */
    OPTION_CHOICE, /* unsigned: the value of one of `words` */
    OPTION_CALL    /* calls `set`; no value when the row has none */
};

struct cli_word {
    const char *word;
    unsigned value;
};

/* The row of a word, or NULL after a message; `name` is that of the option or key. `words` ends with a row
   without word. */
const struct cli_word *cli_find_word(const char *name, const struct cli_word *words, const char *value);

struct cli_option {
    const char *name;  /* "--groups" or "-b" */
    const char *value; /* placeholder for --help; NULL for a flag */
    const char *help;
    enum cli_option_kind kind;
    size_t offset;
    size_t given; /* offset plus one of a bool that is set when the option is given; 0: none */
    uint64_t min, max;
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
    bool (*check)(const void *options); /* after they are parsed; may be NULL */
    int (*run)(int argc, char **argv);
    bool has_ranks;    /* runs under mpirun */
    const char *notes; /* more for --help, or NULL */
};

/* Reads the arguments that follow the verb. Returns an exit code when the command ends here, else -1. */
int cli_parse(const struct cli_verb *verb, int argc, char **argv, void *options);
void cli_help(const struct cli_verb *verb);
/* Options of the verb from 0 on, those that verbs share included; NULL after the last. */
const struct cli_option *cli_option_at(const struct cli_verb *verb, size_t i);
/* Prints the completion script of a shell (cli_completion.c). False for an unknown shell. */
bool cli_print_completion(const char *shell, const struct cli_verb *const *verbs, size_t count);
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
/* --groups: of uint32_t[3]. */
bool cli_set_groups(void *at, const char *value);
extern const struct cli_word cli_engines[], cli_lanes[], cli_descriptors[];
bool cli_set_no_validate(void *validation, const char *value);
bool cli_set_strict(void *validation, const char *value);
/* Of the struct sm5_kernel_options `field` of struct `type`. */
#define CLI_KERNEL_OPTIONS(type, field)                                                                      \
    {"--engine",                                                                                             \
     "auto|jit|interp|vulkan",                                                                               \
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
        {"--device", "NAME|NUMBER", "device of the Vulkan engine (default: the first GPU); see sm5 devices", \
         OPTION_TEXT, .offset = offsetof(struct type, field.device.name)},                                   \
        {"--descriptors",                                                                                    \
         "auto|storage|texel",                                                                               \
         "descriptors of structured and raw u#, for Vulkan",                                                 \
         OPTION_CHOICE,                                                                                      \
         .offset = offsetof(struct type, field.device.descriptors),                                          \
         .words = cli_descriptors},                                                                          \
        {"--plain-bounds", NULL, "Vulkan: robustBufferAccess in place of robustBufferAccess2", OPTION_FLAG,  \
         .offset = offsetof(struct type, field.device.plain_bounds)},                                        \
        {"--validation-layer", NULL, "Vulkan: enable the validation layer; its errors fail the run",         \
         OPTION_FLAG, .offset = offsetof(struct type, field.device.validates)},                              \
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

/* ---- cli_limit.c ---- */

/* Limits the memory of the process to a share of the machine's. */
void cli_limit_memory(void);
/* The limit in bytes. */
uint64_t cli_memory_limit(void);
/* An option of every verb. */
extern const struct cli_option cli_limit_table[];

/* ---- cli_hlsl.c ---- */

/* For options that start with host_hlsl_options. */
extern const struct cli_option cli_hlsl_table[];
void cli_hlsl_free(struct host_hlsl_options *options);

/* ---- cli_progress.c ---- */

/* One line on a terminal's standard error, printed when an operation takes longer than half a second. */
struct cli_progress {
    const char *what; /* "groups" */
    bool terminal;
    double start, shown; /* seconds */
    int width;           /* of the current line; 0: none */
};
void cli_progress_open(struct cli_progress *progress, const char *what);
/* Must be called from one thread. A signal that ends the command while a line is shown clears the line. */
void cli_progress_show(struct cli_progress *progress, uint64_t done, uint64_t total);
/* cli_progress_show as a callback of the library. */
bool cli_progress_call(void *progress, uint64_t done, uint64_t total);
/* Opens it for a dispatch. */
void cli_progress_of_groups(struct cli_progress *progress, struct sm5_dispatch_options *dispatch);
/* Clears the line. */
void cli_progress_close(struct cli_progress *progress);

/* ---- cli_source.c: SOURCE[,key=value]... ---- */

/* Kinds of slots that a key of a source applies to. */
enum {
    CLI_KEYS_STRUCTURED = 1,
    CLI_KEYS_RAW = 2,
    CLI_KEYS_TYPED = 4,
    CLI_KEYS_CBUFFER = 8,
    CLI_KEYS_TEXTURE = 16,
    CLI_KEYS_NAMED = 32 /* --buffer */
};

struct cli_source {
    char *text;           /* copy that `contents` points to */
    const char *contents; /* without the keys */
    bool has_size, has_first, has_count, has_counter, has_as, has_below;
    uint64_t size, first, count, stride, counter, below;
    sm5_format format;
    enum sm5_view_kind kind;
    enum io_random as;
    struct host_texture_keys texture;
    uint32_t given; /* one bit for each key */
};

/* The next ",word=" at or after `text`, or NULL: other commas are part of a file's name. */
const char *cli_find_key(const char *text);
/* Parses the keys. `text` must be freed in either case. */
bool cli_source_parse(const char *text, struct cli_source *source);
/* Rejects keys that apply to none of the kinds `of`; `slot` and `what` (its declaration) are used in the
   message. */
bool cli_source_check_keys(const struct cli_source *source, unsigned of, const char *slot, const char *what);
/* Whether the contents are zero, iota or rand. */
bool cli_source_is_made(const char *contents);
/* The rule of such contents; false after a message. */
struct cli_rule;
bool cli_source_rule(const struct cli_source *source, struct cli_rule *rule);
/* A buffer that fits into memory; NULL after a message. */
struct sm5_buffer *cli_new_buffer(uint64_t elements, uint32_t element_bytes);
/* A resource and its bytes: those of a file are used where they were read. */
struct cli_memory {
    struct sm5_buffer *buffer; /* NULL after a message */
    struct io_bytes bytes;     /* wrapped by it; empty when it has its own */
};
void cli_free_memory(struct cli_memory *memory);
/* The contents of a source (not for null and @NAME). */
struct host_rows;
struct cli_memory cli_source_memory(const struct cli_source *source, uint32_t element_bytes,
                                    const struct host_rows *rows);

/* ---- cli_fill.c ---- */

/* The generator of the words of iota and rand. */
struct cli_rule {
    bool iota;
    uint32_t seed, below;
    enum io_random as;
};
/* Stores a range of the rule's bytes, which begins with a word; large ones on several threads. */
void cli_fill(uint8_t *bytes, struct io_range range, const struct cli_rule *rule);

/* ---- cli_content.c: contents that each rank reads by parts ---- */

struct cli_content;
/* Called by all ranks. NULL: not contents by a rule, nor a regular file that has the bytes as they are. */
struct cli_content *cli_content_open(const struct cli_source *source, uint32_t element_bytes,
                                     const struct host_rows *rows);
void cli_content_free(struct cli_content *content);
uint64_t cli_content_size(const struct cli_content *content);
bool cli_content_is_zero(const struct cli_content *content);
bool cli_content_is_file(const struct cli_content *content);
/* Whether all ranks see the file; else only rank 0 may call cli_content_read. */
bool cli_content_is_shared(const struct cli_content *content);
/* Stores a range that begins at a multiple of 4. False after a message. */
bool cli_content_read(const struct cli_content *content, struct io_range range, uint8_t *out);
/* Called by all ranks, each with a range of its own. */
void cli_content_distribute(const struct cli_content *content, struct io_range range, uint8_t *out);
/* Called by all ranks: stores all bytes, which rank 0 reads. */
void cli_content_broadcast(const struct cli_content *content, uint8_t *out);

/* ---- cli_texture.c ---- */

/* A texture's contents, for a slot with the declaration `info` (not for null and @NAME). */
struct cli_memory cli_texture_memory(const struct cli_source *source, const struct sm5_resource_info *info,
                                     struct sm5_texture *texture);

/* ---- cli_resource.c: resources and bindings of `run` ---- */

struct cli_buffer {
    char *name; /* NULL: used by one slot only */
    struct cli_memory memory;
    struct cli_slice *slice; /* under mpirun: the buffer is a slice; NULL: it holds all */
    const char *whole;       /* why it holds all, for --json; may be NULL */
};

struct cli_bound {
    struct sm5_slot slot;
    char text[64];
    struct sm5_buffer *buffer; /* NULL: null */
    struct sm5_view view;
    struct sm5_sampler sampler; /* of an s# */
    uint32_t row_bytes;         /* of an element */
    int resource;               /* index for sm5_resource_at, or -1 */
    struct cli_slice *slice;    /* those of its buffer */
    const char *whole;
    const char *name; /* of --buffer; NULL: none */
};

struct cli_resources {
    const struct sm5_program *program;
    const struct host_texts *structs; /* layouts given by --struct, or NULL */
    bool has_slices;                  /* bind slices where contents can be read by parts */
    struct cli_buffer *buffers;
    size_t buffer_count;
    struct cli_bound *bound;
    size_t bound_count;
};

/* Parses NAME=SOURCE[,key=value]... of --buffer, SLOT=SOURCE[,key=value]... of -b. */
bool cli_add_buffer(struct cli_resources *resources, const char *text);
bool cli_add_binding(struct cli_resources *resources, const char *text);
/* The binding of a slot given as text of `length` bytes, which must have a resource; else NULL after a
   message. A slice is replaced by the whole. */
struct cli_bound *cli_find_bound(struct cli_resources *resources, const char *option, const char *text,
                                 size_t length);
/* The same, but a slice remains one. */
struct cli_bound *cli_find_slice(struct cli_resources *resources, const char *option, const char *text,
                                 size_t length);
/* Called by all ranks: replaces a slice by a buffer with all contents, of which all views have to be bound again. */
void cli_hold_whole(struct cli_resources *resources, struct cli_slice *slice, const char *why);
/* Called by all ranks for a file that will be written. If it is an input, slices of files are held as wholes: after the run,
   rank 0 reads from the file what no rank wrote. */
void cli_hold_files(struct cli_resources *resources, const char *output);
/* The binding of a slot, possibly to null; NULL when the slot is not bound. */
struct cli_bound *cli_bound_of(struct cli_resources *resources, const struct sm5_slot *slot);
/* Binds a buffer, which the resources then own, as the whole of a constant buffer; NULL after a message. */
struct cli_bound *cli_bind_buffer(struct cli_resources *resources, const struct sm5_slot *slot, int resource,
                                  struct sm5_buffer *buffer);
/* Checks that every --buffer is viewed by some slot. */
bool cli_check_buffers(const struct cli_resources *resources);
void cli_free_resources(struct cli_resources *resources);
/* ---- cli_set.c ---- */

/* Stores the values of --set, in order, in bound constant buffers, or in new ones where none is bound. */
bool cli_sets_apply(struct cli_resources *resources, const struct host_texts *sets);

/* ---- cli_output.c ---- */

/* SLOT=FILE[,width=N] and SLOT.counter=FILE of -o: parsed and checked before the run, written after it. */
struct cli_output {
    struct cli_bound *bound;
    char *path;
    uint64_t width;
    bool counter; /* SLOT.counter: the hidden counter instead of the resource */
};
bool cli_output_parse(struct cli_resources *resources, const char *text, struct cli_output *output);
bool cli_output_write(const struct cli_resources *resources, const struct sm5_bindings *bindings,
                      const struct cli_output *output);

/* cli_texture.c: as a picture, the first mip and layer of a texture's view; as DDS, the whole texture. */
bool cli_texture_check_picture(const struct cli_bound *bound, const char *path);
bool cli_texture_write_picture(const struct cli_bound *bound, enum io_pixel pixel, const char *path,
                               struct io_error *error);
bool cli_texture_write_dds(const struct cli_bound *bound, const char *path, struct io_error *error);

/* ---- cli_table.c ---- */

struct host_columns cli_columns_of(const struct cli_resources *resources, const struct cli_bound *bound);
/* The rows of its files. */
struct host_rows cli_rows_of(const struct cli_resources *resources, const struct cli_bound *bound);
/* SLOT[:ROWS] of --print. */
struct cli_print {
    const struct cli_bound *bound;
    uint64_t rows;
};
bool cli_print_parse(struct cli_resources *resources, const char *text, struct cli_print *print);
/* False after a message. */
bool cli_print_table(const struct cli_resources *resources, const struct cli_print *print);

/* ---- cli_view_run.c: pictures of --view ---- */

struct cli_view_plan;
/* Parses SLOT[.MEMBER]=FILE[,key=value]..., and copies the values that are compared with later ones. The list must be freed
   in either case. */
bool cli_views_parse(struct cli_resources *resources, const struct host_texts *texts,
                     struct cli_view_plan **first);
bool cli_views_write(const struct cli_view_plan *first);
void cli_views_free(struct cli_view_plan *first);

/* ---- cli_job.c: what run and bench share ---- */

/* Options for stages other than compute. */
struct cli_stage_options {
    bool has_count, has_rect;
    unsigned missing; /* STAGE_MISSING_*: inputs that no column gives; 0: --missing is absent */
    uint64_t count, partition;
    const char *factors; /* tessellation factors: a list or a file; may be NULL */
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
    const char *own_text; /* what the verb prints unless a report goes to standard output; may be NULL */
    bool runs_stages;     /* the verb supports stages other than compute */
    bool has_slices;      /* under mpirun: see cli_resources */
    struct host_texts bindings, buffers, classes, outputs, views, prints, allowed_races, structs, sets;
    bool has_groups;
    uint32_t groups[3];
    const char *groups_from;
    uint64_t threads, max_steps;
    double max_seconds;
    struct sm5_kernel_options kernel;
    enum sm5_oob oob;
    bool oob_all;     /* run and check: compare all profiles */
    const char *dump; /* run: form to print instead */
    struct sm5_check_options check;
    struct host_texts scripts; /* debug: of -x */
    bool batch;                /* debug */
    uint64_t snapshots;        /* debug: MiB; 0: the default */
    struct {
        const char *expression, *dot, *expect;
        bool conditions, all;
        uint64_t max_steps, trace; /* 0: the default; trace in MiB */
        unsigned against;          /* enum sm5_engine; 0: none */
    } why;
    bool ranks_racy;      /* run under mpirun: see sm5_split_new */
    bool accept_mismatch; /* views that do not fit their declaration are findings, not errors */
};

/* For options that start with cli_job_options. */
extern const struct cli_option cli_job_table[];

/* Dispatch options, and what is printed and written afterwards; parsed before the dispatch, so that a mistake
   is reported before a long run. */
struct cli_plan {
    struct sm5_dispatch_options how;
    struct cli_output *outputs;
    struct cli_print *prints;
    struct cli_view_plan *views;
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
    const uint64_t *pixel_of; /* --rect, while a runner runs: the row of each of `invocations`, else NULL */
    const uint8_t *outside;   /* invocations without a row of their own */
    uint64_t invocations;
};

/* Reads the arguments of the verb, prepares the job and calls `dispatch`. All return exit codes. */
int cli_job_run(const struct cli_verb *verb, int argc, char **argv, struct cli_job_options *options,
                int (*dispatch)(struct cli_job *job));
/* Binds the job's resources and classes to other bindings, of a program with the same declarations and more. Returns an
   exit code. */
int cli_job_bind(struct cli_job *job, struct sm5_bindings *bindings);
/* Writes and prints the requested results. */
bool cli_job_write_results(const struct cli_job *job);

/* ---- cli_writers.c ---- */

/* Checks that no two outputs go to the same file or to standard output. False after a message. */
bool cli_check_writers(const struct cli_job_options *options);
/* Checks that no output is a file that was read; called after all inputs are loaded. */
bool cli_check_overwrites(const struct cli_job_options *options);

/* ---- cli_copies.c: memory and counters before or after a dispatch ---- */

/* Of one binding; a buffer that several of them view is copied for each. */
struct cli_copy {
    uint8_t *bytes; /* NULL: nothing bound */
    bool has_counter;
    uint32_t counter;
};
/* One for each binding of the job; NULL after a message. */
struct cli_copy *cli_copy_memory(const struct cli_job *job);
void cli_restore_memory(const struct cli_job *job, const struct cli_copy *copy);
/* `copy` may be NULL. */
void cli_free_copies(struct cli_copy *copy, size_t count);

/* ---- cli_profiles.c: --oob all, one dispatch under each profile ---- */

/* The first difference between the results of a profile and of SM5_OOB_SPEC. */
struct cli_mismatch {
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
    struct cli_copy *before; /* memory and counters; NULL: comparison is off */
    size_t bound_count;      /* entries of `before` */
    struct cli_mismatch *list;
    size_t count;
};

/* Called before the dispatch: copies memory when all profiles are requested. */
bool cli_profiles_open(struct cli_profiles *profiles, const struct cli_job *job);
/* Called after the dispatch: dispatches under the other profiles, prints differences, and restores the
   results. */
bool cli_profiles_compare(struct cli_profiles *profiles, const struct cli_job *job);
/* The key "oob" with a list, when all profiles were requested. */
void cli_profiles_json(const struct cli_profiles *profiles, struct host_json *json);
void cli_profiles_free(struct cli_profiles *profiles);

/* ---- cli_slices.c: resources of which each rank holds what its groups access ---- */

struct cli_job;
struct ranks_range;
struct cli_span {
    uint64_t first, end;
};
struct cli_slice {
    struct cli_content *content;
    uint64_t index;          /* of the buffer in cli_resources */
    struct cli_span held;    /* by this rank */
    uint8_t *memory;         /* the first byte of these */
    struct cli_span *writes; /* by rank */
    uint8_t *piece;          /* for cli_slice_part */
};
struct cli_slice *cli_slice_new(struct cli_content *content, uint64_t index);
void cli_slice_free(struct cli_slice *slice);
size_t cli_count_slices(const struct cli_resources *resources);
/* Whether all of them fit into a quarter of the memory that this process may use. */
bool cli_slices_are_small(const struct cli_resources *resources);

/* All ranks call these in the same order. */
/* Finds which slices the ranges of groups, one a rank, allow. The others are bound as a whole, or (`strict`) false is
   returned. */
bool cli_slices_plan(struct cli_job *job, const uint32_t groups[3], const struct ranks_range *ranges,
                     bool strict);
/* Holds and reads what the planned range of this rank accesses. */
void cli_slices_hold(struct cli_job *job);
/* Stores the contents again. */
void cli_slices_reset(struct cli_job *job);
/* Holds and reads what some groups access, without other ranks; false: not possible. */
bool cli_slices_probe(struct cli_job *job, const uint32_t groups[3], uint64_t first, uint64_t count);

/* After the run: the other ranks serve what they wrote until rank 0 ends this. */
void cli_slices_serve(struct cli_resources *resources);
void cli_slices_end(const struct cli_resources *resources);
/* io_make_part, on rank 0; the context is a binding. */
bool cli_slice_part(void *bound, uint64_t at, struct io_part *part);
/* On rank 0: stores a range of what the ranks wrote. False after a message. */
bool cli_slice_read(const struct cli_bound *bound, struct io_range range, uint8_t *out);

/* ---- cli_ranks.c: a dispatch under mpirun ---- */

struct cli_rank_result {
    double compute, communication; /* seconds */
    uint64_t sent, received;       /* bytes */
};

/* Zero-initialise. */
struct cli_ranks {
    struct sm5_split *split;
    uint32_t groups[3];
    struct ranks_range *ranges;      /* of groups, by rank */
    uint32_t *added;                 /* to counters, by rank */
    double seconds;                  /* of this rank's groups */
    struct cli_rank_result *results; /* by rank */
    uint64_t *held;                  /* bytes, by rank and binding */
};

/* All ranks end when one of them fails, with the diagnostics from `first` on. */
void cli_ranks_agree(struct cli_job *job, enum sm5_status status, size_t first);

/* cli_ranks_merge.c */
/* The sums of what earlier ranks add to each counter: where this one starts; malloc'ed. */
uint32_t *cli_ranks_advance(const struct cli_ranks *ranks, int rank);
/* Called by all ranks after their groups: rank 0 then has the changes of all. */
void cli_ranks_merge(struct cli_job *job, struct cli_ranks *ranks);

/* Runs the job's dispatch on all ranks. Returns an exit code; on rank 0 memory and counters are then those of the whole
   dispatch. */
int cli_ranks_dispatch(struct cli_job *job, struct cli_ranks *ranks, struct sm5_dispatch_result *result);
/* The keys "ranks" and "resources" with lists, when there are several. */
void cli_ranks_json(const struct cli_ranks *ranks, const struct cli_resources *resources,
                    struct host_json *json);
void cli_ranks_free(struct cli_ranks *ranks);

/* ---- cli_findings.c, cli_sarif.c ---- */

/* Prints findings with their places, and their number. `path` is the program's; `stage` as in
   sm5_stage_info. */
void cli_findings_print(const struct sm5_findings *findings, struct host_members *members, const char *path,
                        const char *stage);
/* "thread (1,0,0) of group (0,0,0)", "invocation 1", "invocation 0 of patch 1". */
void cli_thread_text(char out[96], const char *stage, const uint32_t thread[3], const uint32_t group[3]);
void cli_findings_json(const struct sm5_findings *findings, struct host_members *members,
                       const struct cli_profiles *profiles, FILE *out);
/* Writes findings as SARIF. `path` is the program's. */
void cli_sarif(const struct sm5_findings *findings, struct host_members *members, const char *path,
               const char *stage, FILE *out);

/* ---- cli_stage.c: run, for the stages other than compute ---- */

/* For options that start with cli_job_options. */
extern const struct cli_option cli_stage_table[];
/* Some option of a stage is given. */
bool cli_stage_is_given(const struct cli_stage_options *options);
/* Whether an argument of --print is an output of a stage ("out"), not a slot. */
bool cli_stage_is_output(const char *text);
/* The names of a stage's outputs, for messages. */
const char *cli_stage_outputs(const char *stage);
/* The name of an input's columns, without the component: "TEXCOORD1", "v3". */
void cli_stage_column_name(const struct sm5_stage_element *e, char out[96]);
/* Runs the job's stage once. */
typedef enum sm5_status cli_stage_runner(struct cli_job *job, const struct sm5_stage_run *run,
                                         struct sm5_stage_outputs *outputs, void *context);
/* Calls sm5_run_stage; the context is not used. */
cli_stage_runner cli_stage_plain;
/* Runs the job's stage; returns an exit code. */
int cli_stage_run(struct cli_job *job, cli_stage_runner *runner, void *context,
                  struct sm5_dispatch_result *result, uint64_t *invocations);

/* ---- cli_debug_job.c: what debug and dap share ---- */

/* Uses the debugger of a job; false after a message. */
typedef bool cli_debug_use(struct cli_job *job, struct sm5_debug *debug, void *context);
/* Opens a debugger for a job of any stage, with the layouts of --struct, calls `use`, and writes the results of the
   position where that leaves it. Returns an exit code. */
int cli_debug_job(struct cli_job *job, cli_debug_use *use, void *context);

/* ---- cli_info_members.c ---- */

/* Prints the members of resource `index` of sm5_resource_at with their offsets, sizes, types and default
   values: as lines, and as the key `members` of a JSON object. */
void cli_info_members(const struct sm5_program *program, uint32_t index);
void cli_info_members_json(struct host_json *json, const struct sm5_program *program, uint32_t index);

/* ---- the verbs ---- */

extern const struct cli_verb cli_asm, cli_bench, cli_check, cli_dap, cli_debug, cli_devices, cli_diff,
    cli_dis, cli_info, cli_layout, cli_lsp, cli_random, cli_reduce, cli_run, cli_test, cli_validate, cli_view,
    cli_why;

#endif
