/* sm5 run: outputs of a stage as tables. */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_stage.h"

/* ---- which outputs there are ---- */

enum output { OUTPUT_RECORDS, OUTPUT_CONSTANTS, OUTPUT_POINTS, OUTPUT_PRIMITIVES, OUTPUT_STREAM_0 };

static const struct {
    const char *name;
    int output;
} output_names[] = {{"out", OUTPUT_RECORDS},     {"constants", OUTPUT_CONSTANTS},
                    {"points", OUTPUT_POINTS},   {"primitives", OUTPUT_PRIMITIVES},
                    {"m0", OUTPUT_STREAM_0},     {"m1", OUTPUT_STREAM_0 + 1},
                    {"m2", OUTPUT_STREAM_0 + 2}, {"m3", OUTPUT_STREAM_0 + 3}};

static int find_output(const char *text, size_t length)
{
    for (size_t i = 0; i < sizeof output_names / sizeof output_names[0]; i++)
        if (strlen(output_names[i].name) == length && strncmp(output_names[i].name, text, length) == 0)
            return output_names[i].output;
    return -1;
}

bool stage_is_output(const char *text, size_t length)
{
    return find_output(text, length) >= 0;
}

const char *cli_stage_outputs(const char *stage)
{
    return strcmp(stage, "hs") == 0   ? "out, constants, points or primitives"
           : strcmp(stage, "ds") == 0 ? "out, points or primitives"
           : strcmp(stage, "gs") == 0 ? "out, m0, m1, m2 or m3"
                                      : "out";
}

static bool check_output(const struct stage_job *s, const char *option, const char *text, int output)
{
    bool tessellated = output == OUTPUT_POINTS || output == OUTPUT_PRIMITIVES;
    bool has = output == OUTPUT_RECORDS || (output == OUTPUT_CONSTANTS && stage_is(s, "hs")) ||
               (tessellated && (stage_is(s, "hs") || stage_is(s, "ds"))) ||
               (output >= OUTPUT_STREAM_0 && stage_is(s, "gs"));
    if (!has)
        return host_error("%s %s: unknown output of a %s; expected %s", option, text, s->info.stage,
                          cli_stage_outputs(s->info.stage));
    int stream = output - OUTPUT_STREAM_0;
    if (stream >= 0 && !s->info.topology[stream])
        return host_error("%s %s: the program has no stream m%d", option, text, stream);
    if (tessellated && stage_is(s, "ds") && !s->options->factors)
        return host_error("%s %s: points and primitives are outputs of domain shaders with --factors", option,
                          text);
    return true;
}

/* Parses [NAME=]FILE. A file whose name contains '=' is written with its folder. */
static bool check_file(const struct stage_job *s, const char *text)
{
    const char *equals = strchr(text, '='), *slash = strchr(text, '/');
    bool named = equals && (!slash || slash > equals);
    int output = named ? find_output(text, (size_t)(equals - text)) : OUTPUT_RECORDS;
    if (output < 0)
        return host_error("--out %s: unknown output '%.*s'; expected %s", text, (int)(equals - text), text,
                          cli_stage_outputs(s->info.stage));
    if (!io_has_ending(text, ".csv") && !io_has_ending(text, ".json") && !io_has_ending(text, ".npy"))
        return host_error("--out %s: expected a file .csv, .json or .npy", text);
    return check_output(s, "--out", text, output);
}

static bool check_print(const struct stage_job *s, const char *text)
{
    size_t length = strcspn(text, ":");
    int output = find_output(text, length);
    uint64_t rows;
    if (output < 0)
        return true; /* a slot */
    return (!text[length] || host_parse_count("--print", text + length + 1, UINT32_MAX, &rows)) &&
           check_output(s, "--print", text, output);
}

bool stage_check_outputs(const struct stage_job *s)
{
    const struct host_texts *outs = &s->options->outs, *prints = &s->job->options->prints;
    for (size_t i = 0; i < outs->count; i++)
        if (!check_file(s, outs->list[i]))
            return false;
    for (size_t i = 0; i < prints->count; i++)
        if (!check_print(s, prints->list[i]))
            return false;
    return true;
}

/* ---- tables ---- */

enum { NAME_BYTES = 96, COLUMN_LIMIT = 256 };

struct table {
    char names[COLUMN_LIMIT][NAME_BYTES];
    struct io_column columns[COLUMN_LIMIT];
    struct {
        uint32_t reg, component;
    } words[COLUMN_LIMIT]; /* of the columns from `made` on */
    size_t count, made;    /* columns; leading ones that are not a register */
    uint32_t *data;        /* rows of `count` words */
    size_t rows;
};

static void add_column(struct table *table, char type, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void add_column(struct table *table, char type, const char *format, ...)
{
    if (table->count == COLUMN_LIMIT)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(table->names[table->count], NAME_BYTES, format, args);
    va_end(args);
    table->columns[table->count] = (struct io_column){table->names[table->count], (uint32_t)table->count * 4,
                                                      type, (uint32_t)table->count};
    table->count++;
}

static void add_word(struct table *table, const struct sm5_stage_element *e, uint32_t component)
{
    char name[NAME_BYTES];
    size_t at = table->count;
    host_stage_column(name, sizeof name, e, component);
    add_column(table, e->type, "%s", name);
    if (table->count == at)
        return;
    table->words[at].reg = e->reg;
    table->words[at].component = component;
}

static void add_elements(const struct stage_job *s, struct table *table, enum sm5_stage_part part, int stream)
{
    struct sm5_stage_element e;
    for (uint32_t i = 0; sm5_stage_element_at(s->job->program, part, i, &e); i++) {
        if (stream >= 0 && e.stream != (uint32_t)stream)
            continue;
        for (uint32_t c = 0; c < 4; c++)
            if (e.mask >> c & 1)
                add_word(table, &e, c);
    }
}

/* Control points that a hull shader passes through may have no semantic. */
static void add_registers(struct table *table, const struct sm5_records *records)
{
    for (uint32_t reg = 0; reg < records->registers; reg++)
        for (uint32_t c = 0; c < 4; c++) {
            const struct sm5_stage_element e = {.file = "o", .reg = reg, .mask = 15, .type = 'f'};
            add_word(table, &e, c);
        }
}

static bool allocate(struct table *table, uint64_t rows)
{
    table->rows = rows;
    table->data = calloc(rows * table->count + 1, sizeof *table->data);
    return table->data || host_error("out of memory");
}

static void fill_row(struct table *table, uint64_t row, const struct sm5_records *records, uint64_t record)
{
    for (size_t i = table->made; i < table->count; i++)
        if (table->words[i].reg < records->registers)
            table->data[row * table->count + i] =
                records->words[(record * records->registers + table->words[i].reg) * 4 +
                               table->words[i].component];
}

/* ---- pixels: row by row, with their places ---- */

/* Pixel coordinates of the position input; without one, those of quads in a row. */
static void find_place(const struct stage_job *s, const struct sm5_stage_element *position,
                       uint64_t invocation, uint64_t samples, uint32_t out[2])
{
    const struct sm5_records *in = &s->run.inputs;
    uint64_t quad = invocation / 4 / samples;
    float given[2];
    out[0] = (uint32_t)(2 * quad + (invocation & 1));
    out[1] = (uint32_t)(invocation >> 1 & 1);
    if (!position->semantic || position->reg >= in->registers)
        return;
    memcpy(given, &in->words[(invocation * in->registers + position->reg) * 4], sizeof given);
    for (int i = 0; i < 2; i++)
        if (position->used >> i & 1)
            out[i] = given[i] > -2147483648.0f && given[i] < 2147483648.0f
                         ? (uint32_t)(int32_t)floorf(given[i])
                         : 0;
}

static void fill_pixel(const struct stage_job *s, struct table *table, const struct sm5_stage_outputs *out,
                       const struct sm5_stage_element *position, uint64_t invocation)
{
    uint64_t pixel = s->pixel_of ? s->pixel_of[invocation] : invocation;
    uint64_t samples = s->info.sample_frequency && s->run.samples ? s->run.samples : 1;
    uint32_t *row = &table->data[pixel * table->count], wide = s->options->rect[2];
    if (s->outside ? s->outside[invocation] : invocation >= s->pixels)
        return;
    row[0] = out->written[invocation];
    if (s->pixel_of) {
        row[1] = s->options->rect[0] + (uint32_t)(pixel / samples % wide);
        row[2] = s->options->rect[1] + (uint32_t)(pixel / samples / wide);
    } else {
        find_place(s, position, invocation, samples, row + 1);
    }
    fill_row(table, pixel, &out->outputs, invocation);
}

/* The input SV_Position; without semantic when the program does not read it. */
static struct sm5_stage_element position_of(const struct stage_job *s)
{
    enum { POSITION = 1 };
    struct sm5_stage_element e;
    for (uint32_t i = 0; sm5_stage_element_at(s->job->program, SM5_STAGE_INPUTS, i, &e); i++)
        if (e.system_value == POSITION)
            return e;
    return (struct sm5_stage_element){0};
}

static bool make_pixels(struct stage_job *s, struct table *table, const struct sm5_stage_outputs *out)
{
    struct sm5_stage_element position = position_of(s);
    add_column(table, 'u', "written");
    add_column(table, 'i', "x");
    add_column(table, 'i', "y");
    table->made = table->count;
    add_elements(s, table, SM5_STAGE_OUTPUTS, -1);
    if (!allocate(table, s->pixels))
        return false;
    for (uint64_t i = 0; i < out->outputs.count; i++)
        fill_pixel(s, table, out, &position, i);
    return true;
}

/* ---- the other stages ---- */

static bool make_stream(struct stage_job *s, struct table *table, const struct sm5_stage_stream *stream,
                        int number)
{
    add_column(table, 'u', "strip");
    table->made = 1;
    add_elements(s, table, SM5_STAGE_OUTPUTS, number);
    if (!allocate(table, stream->vertices.count))
        return false;
    uint64_t row = 0;
    for (uint64_t strip = 0; strip < stream->strip_count; strip++)
        for (uint32_t i = 0; i < stream->strips[strip]; i++, row++) {
            table->data[row * table->count] = (uint32_t)strip;
            fill_row(table, row, &stream->vertices, row);
        }
    return true;
}

static bool make_plain(struct stage_job *s, struct table *table, const struct sm5_records *records,
                       enum sm5_stage_part part)
{
    add_elements(s, table, part, -1);
    if (!table->count)
        add_registers(table, records);
    if (!allocate(table, records->count))
        return false;
    for (uint64_t i = 0; i < records->count; i++)
        fill_row(table, i, records, i);
    return true;
}

/* ---- what the tessellator made ---- */

static bool make_points(struct stage_job *s, struct table *table)
{
    const struct stage_points *points = &s->points;
    uint32_t axes = strcmp(s->info.domain, "tri") == 0 ? 3 : 2;
    add_column(table, 'u', "patch");
    for (uint32_t axis = 0; axis < axes; axis++)
        add_column(table, 'f', "SV_DomainLocation.%c", "xyz"[axis]);
    if (!allocate(table, points->count))
        return false;
    for (uint64_t i = 0; i < points->count; i++) {
        uint32_t *row = table->data + i * table->count;
        row[0] = points->patches[i];
        memcpy(row + 1, points->locations[i], axes * sizeof *row);
    }
    return true;
}

static bool make_primitives(struct stage_job *s, struct table *table)
{
    const struct stage_points *points = &s->points;
    add_column(table, 'u', "patch");
    for (uint32_t corner = 0; corner < points->corners; corner++)
        add_column(table, 'u', "point%u", corner);
    if (!allocate(table, points->primitive_count))
        return false;
    if (points->primitive_count)
        memcpy(table->data, points->primitives, table->rows * table->count * sizeof *table->data);
    return true;
}

static bool make_tessellated(struct stage_job *s, const struct sm5_stage_outputs *out, int output,
                             struct table *table)
{
    if (strcmp(s->info.stage, "hs") == 0 && !stage_make_hull_points(s, &out->constants))
        return false;
    return output == OUTPUT_POINTS ? make_points(s, table) : make_primitives(s, table);
}

static bool make_table(struct stage_job *s, const struct sm5_stage_outputs *out, int output,
                       struct table *table)
{
    bool geometry = strcmp(s->info.stage, "gs") == 0, hull = strcmp(s->info.stage, "hs") == 0;
    if (geometry && output != OUTPUT_CONSTANTS) {
        int stream = output == OUTPUT_RECORDS ? 0 : output - OUTPUT_STREAM_0;
        return make_stream(s, table, &out->streams[stream], stream);
    }
    if (hull && output == OUTPUT_CONSTANTS)
        return make_plain(s, table, &out->constants, SM5_STAGE_CONSTANTS);
    if (output == OUTPUT_POINTS || output == OUTPUT_PRIMITIVES)
        return make_tessellated(s, out, output, table);
    if (strcmp(s->info.stage, "ps") == 0)
        return make_pixels(s, table, out);
    return make_plain(s, table, &out->outputs, SM5_STAGE_OUTPUTS);
}

/* ---- files and standard output ---- */

static bool write_table(const struct table *table, const char *path)
{
    struct io_error error;
    const struct io_layout layout = {
        .columns = table->columns, .count = table->count, .row_bytes = table->count * 4};
    return io_rows_write(path, &layout, table->data, table->rows, &error) || host_error("%s", error.text);
}

static void print_table(const struct table *table, const char *name, size_t length, uint64_t rows)
{
    char value[40];
    printf("%.*s: %zu rows\n%8s", (int)length, name, table->rows, "index");
    for (size_t i = 0; i < table->count; i++)
        printf(" %14s", table->columns[i].name);
    putchar('\n');
    for (uint64_t row = 0; row < rows && row < table->rows; row++) {
        printf("%8" PRIu64, row);
        for (size_t i = 0; i < table->count; i++) {
            io_format_value(value, &table->data[row * table->count + i], table->columns[i].type);
            printf(" %*s", (int)(strlen(table->names[i]) > 14 ? strlen(table->names[i]) : 14), value);
        }
        putchar('\n');
    }
    if (table->rows > rows)
        printf("%8s %" PRIu64 " more\n", "...", table->rows - rows);
}

static bool write_one(struct stage_job *s, const struct sm5_stage_outputs *out, const char *text)
{
    const char *equals = strchr(text, '=');
    int output = equals ? find_output(text, (size_t)(equals - text)) : -1;
    struct table *table = calloc(1, sizeof *table);
    bool ok =
        table ? make_table(s, out, output < 0 ? OUTPUT_RECORDS : output, table) : host_error("out of memory");
    ok = ok && write_table(table, output < 0 ? text : equals + 1);
    free(table ? table->data : NULL);
    free(table);
    return ok;
}

static bool print_one(struct stage_job *s, const struct sm5_stage_outputs *out, const char *text)
{
    const char *colon = strchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : strlen(text);
    int output = find_output(text, length);
    uint64_t rows = 16;
    if (output < 0)
        return true; /* a slot */
    if (colon && !host_parse_count("--print", colon + 1, UINT32_MAX, &rows))
        return false;
    struct table *table = calloc(1, sizeof *table);
    bool ok = table ? make_table(s, out, output, table) : host_error("out of memory");
    if (ok)
        print_table(table, text, length, rows);
    free(table ? table->data : NULL);
    free(table);
    return ok;
}

bool stage_write_outputs(struct stage_job *s, const struct sm5_stage_outputs *outputs)
{
    bool ok = true;
    for (size_t i = 0; i < s->options->outs.count; i++)
        ok &= write_one(s, outputs, s->options->outs.list[i]);
    for (size_t i = 0; i < s->job->options->prints.count; i++)
        ok &= print_one(s, outputs, s->job->options->prints.list[i]);
    return ok;
}
