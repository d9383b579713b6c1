/* sm5 run of the stages other than compute: inputs from files, and outputs. */
#ifndef SM5_CLI_STAGE_H
#define SM5_CLI_STAGE_H

#include "cli/cli.h"

/* Maximum for a run: the library's limit, checked here before memory is allocated. */
#define STAGE_INVOCATIONS ((uint64_t)1 << 26)

/* --missing. */
enum { STAGE_MISSING_ERROR = 1, STAGE_MISSING_ZERO };

/* What the rows of a table are: vertices, control points or pixels; patches; domain points. */
enum stage_rows { STAGE_ROWS_INPUTS, STAGE_ROWS_PATCHES, STAGE_ROWS_POINTS, STAGE_ROWS_KINDS };

/* The output of the tessellator for all patches. */
struct stage_points {
    bool made;
    float (*locations)[3];
    uint32_t *patches; /* of each point */
    uint64_t count;
    uint32_t corners;     /* of a primitive */
    uint32_t *primitives; /* rows: the patch, then the corners as indices of points of all patches */
    uint64_t primitive_count;
};

struct stage_job {
    struct cli_job *job;
    const struct cli_stage_options *options;
    struct sm5_stage_info info;
    struct sm5_stage_run run;
    struct io_table *tables;         /* by index in options->inputs */
    uint64_t rows[STAGE_ROWS_KINDS]; /* in the tables */
    bool has_rows[STAGE_ROWS_KINDS]; /* some table has such rows, possibly zero of them */
    uint8_t given[2][32];            /* components of v#, vpc# for which there is a column */
    uint8_t given_special[8];        /* of the other targets */
    bool has_locations, has_patches, has_primitive_ids, has_coverage;
    float (*locations)[3];
    uint32_t *point_patches; /* domain: of each point, from files or the tessellator */
    uint32_t *primitive_ids, *coverage;
    uint64_t patches;           /* domain */
    struct stage_points points; /* of --factors; of a hull shader's factors */
    uint64_t *pixel_of;         /* --rect: the row of each invocation; it writes the row unless `outside` */
    uint8_t *outside;           /* --rect: a helper beyond the rectangle's edge */
    uint64_t pixels;            /* rows of inputs and outputs that are pixels; at sample frequency samples */
};

/* ---- cli_stage_columns.c ---- */

enum stage_target {
    TARGET_NOTHING,
    TARGET_REGISTER,
    TARGET_LOCATION,
    TARGET_PATCH,
    TARGET_PRIMITIVE_ID,
    TARGET_COVERAGE
};

/* The target of a column's values. */
struct stage_place {
    enum stage_target target;
    enum sm5_stage_part part; /* TARGET_REGISTER */
    uint32_t reg, component;
    char type;
};

bool stage_is(const struct stage_job *s, const char *stage);
/* The target of a column. Unread columns are ignored: a stage may output more than the next one reads. */
struct stage_place stage_place_of(const struct stage_job *s, const char *name);
enum stage_rows stage_rows_of(const struct stage_job *s, const struct stage_place *place);
/* Checks that every input has a column or is generated. False after a message that lists the missing ones. */
bool stage_check_missing(const struct stage_job *s);

/* ---- cli_stage_inputs.c ---- */

/* Reads the files of -i and fills s->run. False after a message. */
bool stage_read_inputs(struct stage_job *s);
void stage_free_inputs(struct stage_job *s);

/* ---- cli_stage_rect.c ---- */

/* Sets the pixel of every lane of the quads that cover --rect. */
bool stage_make_rect(struct stage_job *s);

/* ---- cli_stage_points.c ---- */

/* Tessellates s->patches patches by --factors, which may specify the number of patches. */
bool stage_make_points(struct stage_job *s);
/* Tessellates the outputs of a hull shader, on first use. */
bool stage_make_hull_points(struct stage_job *s, const struct sm5_records *constants);
void stage_free_points(struct stage_points *points);

/* ---- cli_stage_outputs.c ---- */

/* Whether the text is the name of an output for --print and --out: "out", "constants", "points", ... */
bool stage_is_output(const char *text, size_t length);
/* Called before the run: checks that the stage has the outputs of --out and --print. */
bool stage_check_outputs(const struct stage_job *s);
/* Writes and prints the requested outputs. */
bool stage_write_outputs(struct stage_job *s, const struct sm5_stage_outputs *outputs);

#endif
