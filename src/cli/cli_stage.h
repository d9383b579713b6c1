/* sm5 run of the stages other than compute: where inputs come from, and where outputs go. */
#ifndef SM5_CLI_STAGE_H
#define SM5_CLI_STAGE_H

#include "cli/cli.h"

/* At most, of a run: the library's limit, known here before memory is taken for them. */
#define STAGE_INVOCATIONS ((uint64_t)1 << 26)

/* --missing. */
enum { STAGE_MISSING_ERROR = 1, STAGE_MISSING_ZERO };

/* What a row of a table is: a vertex, control point or pixel; a patch; a domain point. */
enum stage_rows { STAGE_ROWS_INPUTS, STAGE_ROWS_PATCHES, STAGE_ROWS_POINTS, STAGE_ROWS_KINDS };

/* What the tessellator makes of all patches. */
struct stage_points {
    bool made;
    float (*locations)[3];
    uint32_t *patches; /* of each point */
    uint64_t count;
    uint32_t corners;     /* of a primitive */
    uint32_t *primitives; /* rows: its patch, then its corners, points counted through all patches */
    uint64_t primitive_count;
};

struct stage_job {
    struct cli_job *job;
    const struct cli_stage_options *options;
    struct sm5_stage_info info;
    struct sm5_stage_run run;
    struct io_table *tables;         /* by index in options->inputs */
    uint64_t rows[STAGE_ROWS_KINDS]; /* that the tables give */
    bool has_rows[STAGE_ROWS_KINDS]; /* some table gives them, be they none */
    uint8_t given[2][32];            /* components of v#, vpc# that some column gives */
    uint8_t given_special[8];        /* of the other targets */
    bool has_locations, has_patches, has_primitive_ids, has_coverage;
    float (*locations)[3];
    uint32_t *point_patches; /* domain: of each point, where files or the tessellator say it */
    uint32_t *primitive_ids, *coverage;
    uint64_t patches;           /* domain */
    struct stage_points points; /* of --factors; of a hull shader's factors */
    uint64_t *pixel_of;         /* --rect: the row that each invocation takes, and gives unless `outside` */
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

/* What a column gives values for. */
struct stage_place {
    enum stage_target target;
    enum sm5_stage_part part; /* TARGET_REGISTER */
    uint32_t reg, component;
    char type;
};

bool stage_is(const struct stage_job *s, const char *stage);
/* Columns that nothing reads are no mistake: the outputs of a stage may hold more than the next one takes. */
struct stage_place stage_place_of(const struct stage_job *s, const char *name);
enum stage_rows stage_rows_of(const struct stage_job *s, const struct stage_place *place);
/* False after having listed the inputs that no column gives and nobody makes. */
bool stage_check_missing(const struct stage_job *s);

/* ---- cli_stage_inputs.c ---- */

/* Reads the files of -i and fills s->run; says what is missing. */
bool stage_read_inputs(struct stage_job *s);
void stage_free_inputs(struct stage_job *s);

/* ---- cli_stage_rect.c ---- */

/* Which pixel every lane of the quads over --rect is. */
bool stage_make_rect(struct stage_job *s);

/* ---- cli_stage_points.c ---- */

/* Tessellates s->patches patches by --factors, which may say how many there are. */
bool stage_make_points(struct stage_job *s);
/* Tessellates what a hull shader put out, once. */
bool stage_make_hull_points(struct stage_job *s, const struct sm5_records *constants);
void stage_free_points(struct stage_points *points);

/* ---- cli_stage_outputs.c ---- */

/* NAME or NAME=FILE of --print and --out: "out", "constants", "points", ... False: none of these. */
bool stage_is_output(const char *text, size_t length);
/* Before the run: the stage has the outputs that --out and --print name. */
bool stage_check_outputs(const struct stage_job *s);
/* Writes and prints what the options ask for. */
bool stage_write_outputs(struct stage_job *s, const struct sm5_stage_outputs *outputs);

#endif
