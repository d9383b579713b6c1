/* bench-kernels: the kernels, the subjects that run them, and the report. */
#ifndef SM5_BENCH_KERNELS_H
#define SM5_BENCH_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "peer.h"
#include "sm5/sm5.h"

/* ---- table.c: the kernels ---- */

/* The last four have parameters or widths of their own: doubles in [0.5, 1), integers below `range`, offsets of
   rows of about `range` elements each, and of rows of 2 to `range` elements, most of them short. */
enum fill {
    FILL_ZERO,
    FILL_UNIT,
    FILL_SIGNED,
    FILL_BYTE,
    FILL_WORD,
    FILL_DOUBLE,
    FILL_INDEX,
    FILL_OFFSETS,
    FILL_SKEWED
};

/* What results are made of, and how they are compared: the worst difference over the largest value; the share
   of words that differ; the worst difference of bytes over 255. */
enum output { OUTPUT_FLOATS, OUTPUT_WORDS, OUTPUT_BYTES, OUTPUT_DOUBLES };

/* What the kernel does to memory, and so which of the machine's rates limits it. */
enum traffic { TRAFFIC_COPY, TRAFFIC_UPDATE, TRAFFIC_READ };

/* Which sizes a smaller run has less of. */
enum shape { SHAPE_ROWS, SHAPE_MATRIX, SHAPE_BODIES, SHAPE_PICTURE, SHAPE_IMAGES };

struct kernel_buffer {
    const char *slot;
    uint32_t stride;
    uint64_t count;
    enum fill fill;
    bool whole;                 /* also in smaller runs */
    struct sm5_texture texture; /* what the bytes are; no kind: a buffer, typed if it has a format */
    uint32_t range;             /* of FILL_INDEX, FILL_OFFSETS and FILL_SKEWED */
};

struct kernel_shader {
    const char *name; /* of the file, without .asm; NULL: there is none */
    bool exact;       /* rounds where the C text does; else sums are fused and the result is only near */
};

enum { KERNEL_SHADERS = 2, KERNEL_WORDS = 8 };

struct kernel {
    const char *name, *what, *symbol;
    enum shape shape;
    bool fixed; /* smaller runs have all of it: constants depend on sizes */
    uint32_t groups[3];
    struct kernel_buffer buffers[PEER_BUFFERS]; /* unused rows have no slot */
    uint32_t words[KERNEL_WORDS];               /* of cb0 */
    uint32_t word_count;
    struct kernel_shader shaders[KERNEL_SHADERS];
    enum traffic traffic;
    double bytes; /* read and written, each once */
    double flops; /* 0: memory is the limit */
    double tolerance;
    enum output output;
    double goal;   /* time of sm5 over that of the best C build; 0: none */
    double within; /* time of the first shader over that of the second; 0: they have no goal */
};

/* Kernel `i` from 0 with its work halved `halvings` times, where the smallest size allows it; false after
   the last. */
bool kernel_at(size_t i, unsigned halvings, struct kernel *kernel);

/* ---- data.c: the buffers that all subjects of a kernel work on, and whether they agree ---- */

struct data {
    const struct kernel *kernel;
    struct sm5_buffer *buffers[PEER_BUFFERS];
    void *expected[PEER_BUFFERS]; /* what the C text gives, rounded as written */
};

bool data_open(struct data *data, const struct kernel *kernel);
void data_close(struct data *data);
/* The contents before the first dispatch. */
void data_fill(const struct data *data);
/* Keeps the present contents as what is expected. */
void data_expect(const struct data *data);
/* Share of words that differ in their bits from what is expected. */
double data_different(const struct data *data);
/* The measure that the kernel's tolerance is about. */
double data_distance(const struct data *data);
struct peer_args data_peer_args(const struct data *data);

/* ---- modules.c: builds of the C kernels ---- */

struct module {
    const char *name; /* "gcc", "clang"; "reference" rounds each operation as written */
    void *handle;
    void (*set_threads)(int count);
    void (*memcpy)(void *out, const void *in, uint64_t bytes);
    void (*stream_copy)(void *out, const void *in, uint64_t bytes);
    void (*update)(void *inout, uint64_t bytes);
    uint64_t (*read)(const void *in, uint64_t bytes);
    uint64_t (*fma)(uint64_t rounds, float *out);
};

enum { MODULES = 3, REFERENCE = 0 };
extern const char *const module_names[MODULES];

/* Those that the build made; modules[REFERENCE] is among them or the answer is false. */
bool modules_open(struct module modules[MODULES], const char *folder, int threads);
void modules_close(struct module modules[MODULES]);
peer_kernel *module_kernel(const struct module *module, const struct kernel *kernel);

/* ---- shader.c: sm5 ---- */

struct shader {
    struct sm5_diags *diags;
    struct sm5_program *program;
    struct sm5_kernel *kernel;
    struct sm5_bindings *bindings;
    struct sm5_buffer *constants;
    struct sm5_kernel_info made, again; /* the first time, and once more when a cache may know it */
};

bool shader_open(struct shader *shader, const struct data *data, const char *folder, const char *name,
                 enum sm5_engine engine);
void shader_close(struct shader *shader);
bool shader_run(struct shader *shader, const struct kernel *kernel, uint32_t threads);
/* Called after the first run, which may compile: records the compile time, now and of a second
   compilation. */
bool shader_times(struct shader *shader, const struct data *data, enum sm5_engine engine);

/* ---- series.c: times in a row ---- */

enum { SERIES_MAX = 1000 };

struct series {
    size_t count;
    double seconds[SERIES_MAX];
};

double series_now(void);
void series_add(struct series *series, double seconds);
double series_median(const struct series *series);
double series_least(const struct series *series);

/* ---- measure.c: one kernel, its subjects in turns ---- */

enum { SUBJECTS = KERNEL_SHADERS + 1 + MODULES };

struct subject {
    char name[24];
    struct shader *shader; /* or */
    peer_kernel *peer;
    uint32_t threads;
    struct series times;
    double different, distance;
    bool good;
};

/* Rates in bytes and float operations a second. */
struct limits {
    double memcpy, stream, update, read, fma;
};

struct setup {
    struct module modules[MODULES];
    struct sm5_buffer *from, *to; /* for the limits */
    const char *shaders;          /* folder */
    enum sm5_engine engine;
    uint32_t threads;
    uint32_t rounds;
    double seconds; /* for one kernel */
};

struct outcome {
    struct kernel kernel;
    struct shader shaders[KERNEL_SHADERS];
    struct subject subjects[SUBJECTS]; /* shaders first, then the first shader on one thread, then C */
    size_t subject_count, shader_count;
    struct limits limits;
    bool good;
};

/* False when something could not run; then a message has been written. */
bool measure(const struct setup *setup, const struct kernel *kernel, struct outcome *outcome);
/* The fastest C build, or NULL. */
const struct subject *measure_best_peer(const struct outcome *outcome);
/* Seconds of a C build; 0 when it is not there. */
double measure_peer(const struct outcome *outcome, int module);
/* Time of the first shader over that of the second, where they have a goal; else 0. */
double measure_over(const struct outcome *outcome);
/* Seconds of the kernel at the limit of memory bandwidth or arithmetic throughput. */
double measure_limit(const struct outcome *outcome);

/* What a shader's time is compared with: a module, or one of these. */
enum { OVER_BEST = MODULES, OVER_LIMIT, OVERS };
/* Time of a shader over that of a C build, of the fastest one, or of the limit; 0 where there is none. */
double measure_ratio(const struct outcome *outcome, size_t shader, int over);

/* ---- summary.c: all shaders of a run ---- */

/* One shader of an outcome. */
struct entry {
    const struct outcome *outcome;
    size_t shader;
};

/* All shaders that have a C build, by their ratio to the best one; the number of them. `entries` has room for
   KERNEL_SHADERS for each outcome. */
size_t summary_entries(const struct outcome *outcomes, size_t count, struct entry *entries);

struct summary {
    size_t count, above_1, above_1_5;
    double mean, least, most; /* the geometric mean */
};
struct summary summary_of(const struct entry *entries, size_t count, int over);

/* ---- report.c ---- */

void report_head(const struct setup *setup);
void report_kernel(const struct outcome *outcome);
void report_limits(const struct outcome *outcomes, size_t count);
void report_means(const struct entry *entries, size_t count);

/* ---- plot.c ---- */

/* Draws the ratios of all entries as SVG. False when the file cannot be written; then a message has been. */
bool plot_write(const char *path, const struct setup *setup, const struct entry *entries, size_t count);

/* ---- json.c ---- */

/* False when the file cannot be written; then a message has been. */
bool json_write(const char *path, const struct setup *setup, const struct outcome *outcomes, size_t count);

#endif
