/* sm5 run: inputs of a stage from tables, columns by name. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_stage.h"

/* ---- which files there are ---- */

static const char *const row_names[] = {"vertices, control points or pixels", "patches or primitives",
                                        "domain points"};

/* False when another column has given the component. */
static bool mark_component(struct stage_job *s, const struct stage_place *place)
{
    uint8_t bit = (uint8_t)(1u << place->component);
    uint8_t *given = place->target == TARGET_REGISTER
                         ? &s->given[place->part == SM5_STAGE_CONSTANTS][place->reg]
                         : &s->given_special[place->target];
    bool is_new = !(*given & bit);
    *given |= bit;
    return is_new;
}

/* All columns of a file that are used have rows of one kind. */
static bool scan_table(struct stage_job *s, size_t file)
{
    const struct io_table *table = &s->tables[file];
    int kind = -1;
    for (size_t i = 0; i < table->column_count; i++) {
        struct stage_place place = stage_place_of(s, table->columns[i].name);
        if (place.target == TARGET_NOTHING)
            continue;
        int of = (int)stage_rows_of(s, &place);
        if (kind >= 0 && of != kind)
            return host_error("-i %s: %s has a value for each of the %s, others of the %s; expected files of "
                              "their own",
                              s->options->inputs.list[file], table->columns[i].name, row_names[of],
                              row_names[kind]);
        kind = of;
        s->has_locations |= place.target == TARGET_LOCATION;
        s->has_patches |= place.target == TARGET_PATCH;
        s->has_primitive_ids |= place.target == TARGET_PRIMITIVE_ID;
        s->has_coverage |= place.target == TARGET_COVERAGE;
        if (!mark_component(s, &place))
            return host_error("-i %s: %s duplicates the value of another column",
                              s->options->inputs.list[file], table->columns[i].name);
    }
    if (kind < 0) /* an output of another stage that this one does not read */
        return true;
    if (s->has_rows[kind] && s->rows[kind] != table->rows)
        return host_error("-i %s: %zu rows; another file has %" PRIu64, s->options->inputs.list[file],
                          table->rows, s->rows[kind]);
    s->rows[kind] = table->rows;
    s->has_rows[kind] = true;
    return true;
}

/* File names without an ending, such as pipes, are read as .csv. */
static bool check_ending(const char *path)
{
    static const char *const others[] = {".bin",  ".raw", ".dat",  ".png", ".dds",
                                         ".yaml", ".yml", ".dxbc", ".asm"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (io_has_ending(path, others[i]))
            return host_error("-i %s: expected a file .csv, .json or .npy", path);
    return true;
}

static bool read_tables(struct stage_job *s)
{
    struct io_error error;
    size_t count = s->options->inputs.count;
    s->tables = calloc(count + 1, sizeof *s->tables);
    if (!s->tables)
        return host_error("out of memory");
    for (size_t i = 0; i < count; i++) {
        if (!check_ending(s->options->inputs.list[i]))
            return false;
        host_note_input(s->options->inputs.list[i]);
        if (!io_table_read(s->options->inputs.list[i], &s->tables[i], &error))
            return host_error("%s", error.text);
        if (!scan_table(s, i))
            return false;
    }
    return true;
}

/* ---- how many ---- */

static uint64_t grid_points(const char *domain, uint64_t n)
{
    if (domain && strcmp(domain, "tri") == 0)
        return (n + 1) * (n + 2) / 2;
    if (domain && strcmp(domain, "isoline") == 0)
        return (n + 1) * n;
    return (n + 1) * (n + 1);
}

/* Points of a patch whose edges are divided into N: all points of a quad's or triangle's grid; isolines have
   none at v = 1 (D3D11.3 11.7.8). */
static void fill_grid(struct stage_job *s, uint64_t n)
{
    bool tri = s->info.domain && strcmp(s->info.domain, "tri") == 0;
    uint64_t points = s->run.points_per_patch;
    for (uint64_t i = 0, row = 0, column = 0; i < s->run.count; i++) {
        float(*at)[3] = &s->locations[i];
        if (i % points == 0)
            row = column = 0;
        (*at)[0] = (float)column / (float)n;
        (*at)[1] = (float)row / (float)n;
        (*at)[2] = tri ? (float)(n - row - column) / (float)n : 0;
        if (++column > (tri ? n - row : n)) {
            column = 0;
            row++;
        }
    }
}

static bool count_points(struct stage_job *s)
{
    uint64_t n = s->options->partition;
    uint64_t patches = s->info.points_in ? s->rows[STAGE_ROWS_INPUTS] / s->info.points_in : 0;
    if (!patches)
        patches = s->rows[STAGE_ROWS_PATCHES] ? s->rows[STAGE_ROWS_PATCHES] : 1;
    s->patches = s->options->has_count ? s->options->count : patches;
    if (s->has_locations + (n != 0) + (s->options->factors != NULL) != 1)
        return host_error(
            "%s: a domain shader needs one of --factors, --partition N, and domain points: columns "
            "SV_DomainLocation.x, .y, .z in a file of -i",
            s->job->options->verb);
    if (s->options->factors)
        return stage_make_points(s);
    s->run.points_per_patch = s->has_locations ? s->rows[STAGE_ROWS_POINTS] : grid_points(s->info.domain, n);
    s->run.count = s->run.points_per_patch * (s->has_patches ? 1 : s->patches);
    return true;
}

/* Number of rows that the inputs need. */
static uint64_t input_records(const struct stage_job *s)
{
    if (stage_is(s, "ds"))
        return s->patches * s->info.points_in;
    return s->pixel_of ? s->pixels : s->run.count * s->info.points_in;
}

static bool count_invocations(struct stage_job *s)
{
    uint64_t rows = s->rows[STAGE_ROWS_INPUTS], points = s->info.points_in ? s->info.points_in : 1;
    s->run.samples = s->options->samples;
    if (stage_is(s, "ds"))
        return count_points(s);
    if (s->options->has_rect)
        return stage_make_rect(s);
    if (!s->options->has_count && !s->has_rows[STAGE_ROWS_INPUTS])
        return host_error("%s: expected --count N%s, or inputs with -i", s->job->options->verb,
                          stage_is(s, "ps") ? " or --rect X,Y,W,H" : "");
    s->run.count = s->options->has_count ? s->options->count : rows / points;
    if (!stage_is(s, "ps"))
        return true;
    s->pixels = s->run.count;
    uint64_t whole = s->info.sample_frequency && s->run.samples ? 4ull * s->run.samples : 4;
    s->run.count = (s->run.count + whole - 1) / whole * whole;
    return true;
}

static bool check_rows(const struct stage_job *s)
{
    uint64_t needed = s->pixel_of || stage_is(s, "ps") ? s->pixels : input_records(s);
    uint64_t rows = s->rows[STAGE_ROWS_INPUTS], points = s->info.points_in ? s->info.points_in : 1;
    const char *verb = s->job->options->verb;
    if (s->run.count > STAGE_INVOCATIONS)
        return host_error("%s: %" PRIu64 " invocations; expected at most %" PRIu64, verb, s->run.count,
                          STAGE_INVOCATIONS);
    if (s->pixel_of && rows && rows != needed)
        return host_error("%s: %" PRIu64 " rows of inputs; expected %" PRIu64
                          ", one for each %s of --rect, row by row",
                          verb, rows, needed, s->info.sample_frequency ? "sample" : "pixel");
    if (rows && rows < needed)
        return host_error("%s: %" PRIu64 " rows of inputs; expected %" PRIu64, verb, rows, needed);
    if (!s->options->has_count && rows % points)
        return host_error("%s: %" PRIu64 " rows of inputs; expected a multiple of %" PRIu64
                          ", the points of a patch or primitive",
                          verb, rows, points);
    return true;
}

/* There is one row of primitive ids and patch constants for each primitive; with --count the files may have
   more. */
static bool check_patch_rows(const struct stage_job *s)
{
    uint64_t rows = s->rows[STAGE_ROWS_PATCHES], needed = stage_is(s, "ds") ? s->patches : s->run.count;
    bool fits = rows == needed || (s->options->has_count && rows > needed);
    return !rows || fits ||
           host_error("%s: %" PRIu64 " rows of primitive ids or patch constants; expected %" PRIu64
                      ", one for each patch or primitive",
                      s->job->options->verb, rows, needed);
}

/* ---- filling ---- */

/* The row of a record: pixels are in rows in files, and in quads in a run. */
static uint64_t row_of(const struct stage_job *s, uint64_t record)
{
    if (s->pixel_of)
        return s->pixel_of[record];
    uint64_t last = s->rows[STAGE_ROWS_INPUTS] ? s->rows[STAGE_ROWS_INPUTS] - 1 : 0;
    return record < last ? record : last;
}

static bool fail_value(const struct stage_job *s, size_t file, size_t column, uint64_t row, char type)
{
    char place[32], text[64];
    io_table_place(&s->tables[file], row, place);
    io_table_text(&s->tables[file], row, column, text);
    return host_error("-i %s: %s: %s: %s is not a %s", s->options->inputs.list[file], place,
                      s->tables[file].columns[column].name, text, type == 'f' ? "float" : "32-bit integer");
}

/* Reads the column `patch`. */
static bool check_patch(const struct stage_job *s, size_t file, uint64_t row, uint32_t patch)
{
    char place[32];
    io_table_place(&s->tables[file], row, place);
    return patch < s->patches ||
           host_error("-i %s: %s: patch %" PRIu32 "; there are %" PRIu64 " patches, counted from 0",
                      s->options->inputs.list[file], place, patch, s->patches);
}

static uint32_t *word_at(struct stage_job *s, const struct stage_place *place, uint64_t record)
{
    struct sm5_records *records = place->part == SM5_STAGE_CONSTANTS ? &s->run.constants : &s->run.inputs;
    switch (place->target) {
    case TARGET_LOCATION: return (uint32_t *)&s->locations[record][place->component];
    case TARGET_PATCH: return &s->point_patches[record];
    case TARGET_PRIMITIVE_ID: return &s->primitive_ids[record];
    case TARGET_COVERAGE: return &s->coverage[record];
    default:
        return place->reg < records->registers
                   ? &records->words[(record * records->registers + place->reg) * 4 + place->component]
                   : NULL;
    }
}

static uint64_t records_of(const struct stage_job *s, const struct stage_place *place)
{
    switch (stage_rows_of(s, place)) {
    case STAGE_ROWS_POINTS: return s->run.count;
    case STAGE_ROWS_PATCHES: return s->rows[STAGE_ROWS_PATCHES];
    default: return s->run.inputs.count;
    }
}

static bool fill_column(struct stage_job *s, size_t file, size_t index, const struct stage_place *place)
{
    const struct io_table *table = &s->tables[file];
    uint64_t count = records_of(s, place);
    enum stage_rows kind = stage_rows_of(s, place);
    for (uint64_t i = 0; i < count && table->rows; i++) {
        uint64_t row = kind == STAGE_ROWS_INPUTS ? row_of(s, i) : i % table->rows;
        uint32_t *word = word_at(s, place, i);
        if (word && !io_table_word(table, row, index, place->type, word))
            return fail_value(s, file, index, row, place->type);
        if (place->target == TARGET_PATCH && !check_patch(s, file, row, *word))
            return false;
    }
    return true;
}

/* Reads columns of coverage, which system values depend on, or all others. */
static bool fill_tables(struct stage_job *s, bool coverage)
{
    for (size_t file = 0; file < s->options->inputs.count; file++)
        for (size_t i = 0; i < s->tables[file].column_count; i++) {
            struct stage_place place = stage_place_of(s, s->tables[file].columns[i].name);
            bool is_wanted = place.target != TARGET_NOTHING && (place.target == TARGET_COVERAGE) == coverage;
            if (is_wanted && !fill_column(s, file, i, &place))
                return false;
        }
    return true;
}

static bool make_records(struct sm5_records *records, uint64_t count, uint32_t registers)
{
    records->registers = registers ? registers : 1;
    records->count = count;
    records->words = calloc(count * records->registers + 1, 16);
    return records->words != NULL;
}

static bool allocate(struct stage_job *s)
{
    bool pixels = stage_is(s, "ps"), domain = stage_is(s, "ds"), numbered = s->has_patches;
    uint64_t patches = domain ? s->patches : s->run.count, given = s->rows[STAGE_ROWS_PATCHES];
    uint64_t records = given > patches ? given : patches;
    bool ok = make_records(&s->run.inputs, pixels ? s->run.count : input_records(s), s->info.inputs) &&
              make_records(&s->run.constants, domain ? records : 0, s->info.constants);
    s->locations = domain ? calloc(s->run.count + 1, sizeof *s->locations) : NULL;
    s->point_patches = numbered ? calloc(s->run.count + 1, sizeof *s->point_patches) : NULL;
    s->primitive_ids = s->has_primitive_ids ? calloc(records + 1, sizeof *s->primitive_ids) : NULL;
    bool masked = pixels && (s->has_coverage || s->outside || s->pixels < s->run.count);
    s->coverage = masked ? calloc(s->run.count + 1, sizeof *s->coverage) : NULL;
    ok &= (!domain || s->locations) && (!numbered || s->point_patches) &&
          (!s->has_primitive_ids || s->primitive_ids) && (!masked || s->coverage);
    return ok || host_error("out of memory");
}

/* Full coverage, unless a column specifies it. */
static void cover_pixels(struct stage_job *s)
{
    uint32_t samples = s->run.samples ? s->run.samples : 1;
    for (uint64_t i = 0; s->coverage && i < s->run.count; i++)
        s->coverage[i] = (1u << samples) - 1;
}

static void clear_helper_coverage(struct stage_job *s)
{
    for (uint64_t i = 0; s->coverage && i < s->run.count; i++)
        if (s->outside ? s->outside[i] : i >= s->pixels)
            s->coverage[i] = 0;
}

bool stage_read_inputs(struct stage_job *s)
{
    const uint32_t *rect = s->options->rect;
    if (!read_tables(s) || !stage_check_missing(s) || !count_invocations(s) || !check_rows(s) ||
        !check_patch_rows(s) || !allocate(s))
        return false;
    cover_pixels(s);
    if (!fill_tables(s, true))
        return false;
    clear_helper_coverage(s);
    s->run.coverage = s->coverage;
    uint32_t wide = s->options->has_rect ? (rect[0] % 2 + rect[2] + 1) / 2 : 0;
    sm5_stage_make_system_values(s->job->program, &s->run, (int32_t)(rect[0] & ~1u), (int32_t)(rect[1] & ~1u),
                                 wide);
    if (s->locations && s->options->partition)
        fill_grid(s, s->options->partition);
    if (s->locations && s->points.count)
        memcpy(s->locations, s->points.locations, s->points.count * sizeof *s->locations);
    if (!fill_tables(s, false))
        return false;
    s->run.locations = (const float(*)[3])s->locations;
    s->run.patches = s->points.made ? s->points.patches : s->point_patches;
    s->run.primitive_ids = s->primitive_ids;
    return true;
}

void stage_free_inputs(struct stage_job *s)
{
    for (size_t i = 0; s->tables && i < s->options->inputs.count; i++)
        io_table_free(&s->tables[i]);
    free(s->tables);
    free(s->run.inputs.words);
    free(s->run.constants.words);
    free(s->locations);
    free(s->point_patches);
    free(s->primitive_ids);
    stage_free_points(&s->points);
    free(s->coverage);
    free(s->pixel_of);
    free(s->outside);
}
