/* Inputs of stages other than compute in sm5 reduce: the vertices, patches, primitives, pixels and domain points that are left,
   as windows that shrink from both ends, and the files of the rows that belong to these. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli_reduce.h"

/* ---- what there is ---- */

/* The kind of a file's rows; -1: of no input. Another file with other rows of the kind is an error of the run. */
static int kind_of(struct reduce_stage *stage, const struct io_table *table)
{
    int kind = -1;
    for (size_t i = 0; i < table->column_count; i++) {
        struct stage_place place = stage_place_of(&stage->job, table->columns[i].name);
        if (place.target == TARGET_NOTHING)
            continue;
        kind = (int)stage_rows_of(&stage->job, &place);
        stage->job.has_patches |= place.target == TARGET_PATCH;
    }
    return kind;
}

static bool read_tables(struct reduce_stage *stage, const struct host_texts *inputs)
{
    struct io_error error;
    stage->tables = calloc(inputs->count + 1, sizeof *stage->tables);
    stage->kinds = calloc(inputs->count + 1, sizeof *stage->kinds);
    if (!stage->tables || !stage->kinds)
        return host_error("out of memory");
    for (size_t i = 0; i < inputs->count; i++, stage->table_count++) {
        if (!io_table_read(inputs->list[i], &stage->tables[i], &error))
            return host_error("%s", error.text);
        host_note_input(inputs->list[i]);
        stage->kinds[i] = kind_of(stage, &stage->tables[i]);
        if (stage->kinds[i] >= 0)
            stage->job.rows[stage->kinds[i]] = stage->tables[i].rows;
    }
    return true;
}

static uint64_t points_in(const struct reduce_stage *stage)
{
    return stage->job.info.points_in ? stage->job.info.points_in : 1;
}

static bool parse_rect(struct reduce_stage *stage, const char *text)
{
    uint64_t numbers[4] = {0};
    char *copy = strdup(text), *rest = copy;
    bool ok = copy != NULL;
    for (int i = 0; ok && i < 4; i++) {
        char *part = strsep(&rest, ",");
        ok = part ? host_parse_count("--rect", part, 16384, &numbers[i])
                  : host_error("--rect %s: expected X,Y,W,H", text);
        stage->rect[i] = (uint32_t)numbers[i];
    }
    free(copy);
    stage->windows[REDUCE_MAIN].total = numbers[2];
    stage->windows[REDUCE_ROWS].total = numbers[3];
    return ok;
}

/* Invocations, of a domain shader patches. Files without rows of patches give one patch. */
static bool count_main(struct reduce_stage *stage, const struct reduce_options *options)
{
    const uint64_t *rows = stage->job.rows;
    uint64_t *total = &stage->windows[REDUCE_MAIN].total;
    if (options->passed[REDUCE_COUNT])
        return host_parse_count("--count", options->passed[REDUCE_COUNT], UINT32_MAX, total);
    *total = rows[STAGE_ROWS_INPUTS] / points_in(stage);
    if (!*total && stage_is(&stage->job, "ds"))
        *total = rows[STAGE_ROWS_PATCHES];
    return true;
}

static bool measure(struct reduce_stage *stage, const struct reduce_options *options)
{
    const char *samples = options->passed[REDUCE_SAMPLES];
    stage->samples = stage->job.info.sample_frequency && samples ? strtoul(samples, NULL, 10) : 1;
    stage->samples += !stage->samples;
    stage->has_rect = options->passed[REDUCE_RECT] != NULL;
    if (stage->has_rect ? !parse_rect(stage, options->passed[REDUCE_RECT]) : !count_main(stage, options))
        return false;
    /* Points that name their patch, and factors of each, would have to be renumbered. */
    if (stage->job.has_patches || options->passed[REDUCE_FACTORS])
        stage->windows[REDUCE_MAIN].total = 0;
    stage->windows[REDUCE_POINTS].total = stage->job.rows[STAGE_ROWS_POINTS];
    return true;
}

bool reduce_stage_open(struct reduce_inputs *in)
{
    struct reduce_stage *stage = &in->stage;
    stage->run = (struct cli_job){.program = in->resources.program};
    stage->job.job = &stage->run;
    sm5_stage_info(in->resources.program, &stage->job.info);
    if (stage_is(&stage->job, "cs"))
        return true;
    return read_tables(stage, &in->options->inputs) && measure(stage, in->options);
}

void reduce_stage_free(struct reduce_stage *stage)
{
    for (size_t i = 0; i < stage->table_count; i++)
        io_table_free(&stage->tables[i]);
    free(stage->tables);
    free(stage->kinds);
}

/* ---- numbers ---- */

/* Invocations without files differ by their numbers only, which begin with 0. */
static bool may_begin_later(const struct reduce_stage *stage, unsigned window)
{
    return window == REDUCE_POINTS || stage->has_rect || stage->job.rows[STAGE_ROWS_INPUTS] ||
           stage->job.rows[STAGE_ROWS_PATCHES];
}

void reduce_stage_numbers(struct reduce_inputs *in)
{
    for (unsigned i = 0; i < REDUCE_WINDOWS; i++) {
        struct reduce_window *window = &in->stage.windows[i];
        const struct reduce_number number = {window->total, 1, 1};
        if (!in->uses_arguments || window->total < 2)
            continue;
        window->end = in->number_count;
        in->numbers[in->number_count++] = number;
        if (!may_begin_later(&in->stage, i))
            continue;
        window->begin = in->number_count;
        in->numbers[in->number_count++] = number;
    }
}

/* What is left of a window; at least one. */
static void range_of(const struct reduce_window *window, const struct reduce_number *numbers,
                     uint64_t range[2])
{
    range[0] = 0;
    range[1] = window->end ? numbers[window->end].value : window->total;
    if (window->begin)
        range[0] = window->total - numbers[window->begin].value;
    if (range[0] >= range[1])
        range[0] = range[1] - (range[1] > 0);
}

/* ---- files ---- */

typedef uint64_t ranges[REDUCE_WINDOWS][2];

static bool is_whole(const struct reduce_stage *stage, unsigned window, uint64_t range[2])
{
    return range[0] == 0 && range[1] == stage->windows[window].total;
}

/* Appends rows [first, end) that the table has. */
static void add_rows(size_t *rows, size_t *count, uint64_t first, uint64_t end, size_t most)
{
    for (uint64_t row = first; row < end && row < most; row++)
        rows[(*count)++] = (size_t)row;
}

static void select_rows(const struct reduce_stage *stage, size_t file, ranges at, size_t *rows, size_t *count)
{
    const uint64_t *main = at[REDUCE_MAIN], *lines = at[REDUCE_ROWS], *points = at[REDUCE_POINTS];
    uint64_t each = points_in(stage), wide = stage->windows[REDUCE_MAIN].total;
    size_t most = stage->tables[file].rows;
    if (stage->kinds[file] == STAGE_ROWS_POINTS)
        add_rows(rows, count, points[0], points[1], most);
    else if (stage->kinds[file] == STAGE_ROWS_PATCHES)
        add_rows(rows, count, main[0], main[1], most);
    else if (!stage->has_rect)
        add_rows(rows, count, main[0] * each, main[1] * each, most);
    for (uint64_t y = lines[0]; stage->has_rect && y < lines[1]; y++)
        add_rows(rows, count, (y * wide + main[0]) * stage->samples, (y * wide + main[1]) * stage->samples,
                 most);
}

/* A file whose rows are all used is passed as it is. */
static bool is_cut(const struct reduce_stage *stage, size_t file, ranges at)
{
    if (stage->kinds[file] < 0)
        return false;
    if (stage->kinds[file] == STAGE_ROWS_POINTS)
        return !is_whole(stage, REDUCE_POINTS, at[REDUCE_POINTS]);
    return stage->windows[REDUCE_MAIN].total &&
           (!is_whole(stage, REDUCE_MAIN, at[REDUCE_MAIN]) || !is_whole(stage, REDUCE_ROWS, at[REDUCE_ROWS]));
}

static bool write_rows(const struct reduce_stage *stage, size_t file, ranges at, const char *path)
{
    struct io_error error;
    size_t *rows = calloc(stage->tables[file].rows + 1, sizeof *rows), count = 0;
    bool ok = rows != NULL;
    if (ok)
        select_rows(stage, file, at, rows, &count);
    ok = ok ? io_table_write(path, &stage->tables[file], rows, count, &error) || host_error("%s", error.text)
            : host_error("out of memory");
    free(rows);
    return ok;
}

/* Files of candidates are named by their rows, and written once. */
static char *cut_path(const struct reduce_stage *stage, size_t file, ranges at, const char *prefix,
                      bool named_by_rows)
{
    char name[160] = "", *path = NULL;
    bool is_points = stage->kinds[file] == STAGE_ROWS_POINTS;
    const uint64_t *main = at[is_points ? REDUCE_POINTS : REDUCE_MAIN], *lines = at[REDUCE_ROWS];
    if (named_by_rows)
        snprintf(name, sizeof name, "-%" PRIu64 "-%" PRIu64 "-%" PRIu64 "-%" PRIu64, main[0], main[1],
                 lines[0], lines[1]);
    return asprintf(&path, "%si%zu%s.csv", prefix, file, name) < 0 ? NULL : path;
}

/* ---- arguments ---- */

static bool add_file(const struct reduce_inputs *in, size_t file, ranges at, const char *prefix,
                     bool named_by_rows, struct reduce_arguments *arguments)
{
    if (file >= in->stage.table_count || !is_cut(&in->stage, file, at)) {
        reduce_arguments_add(arguments, "-i", in->options->inputs.list[file]);
        return true;
    }
    char *path = cut_path(&in->stage, file, at, prefix, named_by_rows);
    bool exists = path && named_by_rows && access(path, F_OK) == 0;
    bool ok = path && (exists || write_rows(&in->stage, file, at, path));
    if (ok)
        reduce_arguments_add(arguments, "-i", path);
    free(path);
    return ok;
}

/* The text of --count or --rect; false: as given. */
static bool print_passed(const struct reduce_stage *stage, size_t option, ranges at, char text[96])
{
    const uint64_t *main = at[REDUCE_MAIN], *lines = at[REDUCE_ROWS];
    if (option == REDUCE_COUNT && stage->windows[REDUCE_MAIN].end)
        snprintf(text, 96, "%" PRIu64, main[1] - main[0]);
    else if (option == REDUCE_RECT && stage->has_rect)
        snprintf(text, 96, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, stage->rect[0] + main[0],
                 stage->rect[1] + lines[0], main[1] - main[0], lines[1] - lines[0]);
    else
        return false;
    return true;
}

bool reduce_stage_arguments(const struct reduce_inputs *in, const struct reduce_number *numbers,
                            const char *prefix, bool named_by_rows, struct reduce_arguments *arguments)
{
    const struct reduce_options *options = in->options;
    ranges at;
    char text[96];
    bool ok = true;
    for (unsigned i = 0; i < REDUCE_WINDOWS; i++)
        range_of(&in->stage.windows[i], numbers, at[i]);
    for (size_t i = 0; i < options->inputs.count && ok; i++)
        ok = add_file(in, i, at, prefix, named_by_rows, arguments);
    for (size_t i = 0; i < REDUCE_PASSED; i++)
        if (options->passed[i])
            reduce_arguments_add(arguments, reduce_passed_names[i],
                                 print_passed(&in->stage, i, at, text) ? text : options->passed[i]);
    return ok;
}
