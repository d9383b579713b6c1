/* sm5 run: inputs of a stage from tables, columns by name. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_stage.h"

#define RECORDS_LIMIT ((uint64_t)1 << 31)

/* ---- what a column names ---- */

enum target { TARGET_NOTHING, TARGET_REGISTER, TARGET_LOCATION, TARGET_PRIMITIVE_ID, TARGET_COVERAGE };

struct place {
    enum target target;
    enum sm5_stage_part part; /* TARGET_REGISTER */
    uint32_t reg, component;
    char type;
};

static bool is_stage(const struct stage_job *s, const char *stage)
{
    return strcmp(s->info.stage, stage) == 0;
}

/* Component that the letter behind the dot means; -1: none. */
static int letter_of(const char *suffix)
{
    static const char letters[] = "xyzwrgba";
    const char *found = suffix[0] && !suffix[1] ? strchr(letters, suffix[0]) : NULL;
    return found ? (int)((found - letters) % 4) : -1;
}

/* "TEXCOORD1" is index 1 of TEXCOORD, "POSITION" is index 0. */
static bool names_element(const char *name, size_t length, const struct sm5_stage_element *e)
{
    char full[96];
    if (!e->semantic)
        return false;
    snprintf(full, sizeof full, "%.80s%u", e->semantic, e->index);
    bool indexed = strlen(full) == length && strncasecmp(full, name, length) == 0;
    bool plain =
        e->index == 0 && strlen(e->semantic) == length && strncasecmp(e->semantic, name, length) == 0;
    return indexed || plain;
}

/* The letter counts the element's own components, wherever in the register they are. */
static bool place_in_element(const struct sm5_stage_element *e, int letter, struct place *place)
{
    int seen = 0;
    for (uint32_t c = 0; c < 4; c++) {
        if (!(e->mask >> c & 1) || seen++ != (letter < 0 ? 0 : letter))
            continue;
        bool alone = (e->mask & (e->mask - 1)) == 0;
        *place = (struct place){TARGET_REGISTER, place->part, e->reg, c, e->type};
        return letter >= 0 || alone;
    }
    return false;
}

static bool find_semantic(const struct stage_job *s, enum sm5_stage_part part, const char *name,
                          size_t length, int letter, struct place *place)
{
    struct sm5_stage_element e;
    place->part = part;
    for (uint32_t i = 0; sm5_stage_element_at(s->job->program, part, i, &e); i++)
        if (names_element(name, length, &e) && place_in_element(&e, letter, place))
            return true;
    return false;
}

/* "v3.x", "vicp3.x", "vpc1.y". */
static bool find_register(const struct stage_job *s, const char *name, size_t length, int letter,
                          struct place *place)
{
    size_t letters = strcspn(name, "0123456789");
    char *end;
    unsigned long reg = strtoul(name + letters, &end, 10);
    bool is_input = (letters == 1 && name[0] == 'v') || (letters == 4 && strncmp(name, "vicp", 4) == 0) ||
                    (letters == 3 && strncmp(name, "vcp", 3) == 0);
    bool is_constant = letters == 3 && strncmp(name, "vpc", 3) == 0;
    if (letters >= length || end != name + length || reg > 31 || letter < 0 || (!is_input && !is_constant))
        return false;
    enum sm5_stage_part part = is_constant ? SM5_STAGE_CONSTANTS : SM5_STAGE_INPUTS;
    struct sm5_stage_element e;
    *place = (struct place){TARGET_REGISTER, part, (uint32_t)reg, (uint32_t)letter, 'f'};
    for (uint32_t i = 0; sm5_stage_element_at(s->job->program, part, i, &e); i++)
        if (e.reg == reg && (e.mask >> letter & 1))
            place->type = e.type;
    return true;
}

static bool same_word(const char *name, size_t length, const char *a, const char *b)
{
    return (strlen(a) == length && strncasecmp(name, a, length) == 0) ||
           (strlen(b) == length && strncasecmp(name, b, length) == 0);
}

/* Columns that nothing reads are no mistake: the outputs of a stage may hold more than the next one takes. */
static struct place place_of(const struct stage_job *s, const char *name)
{
    const char *dot = strrchr(name, '.');
    int letter = dot ? letter_of(dot + 1) : -1;
    size_t length = letter >= 0 ? (size_t)(dot - name) : strlen(name);
    struct place place = {TARGET_NOTHING, SM5_STAGE_INPUTS, 0, letter < 0 ? 0 : (uint32_t)letter, 'u'};
    if (is_stage(s, "ds") && same_word(name, length, "SV_DomainLocation", "vDomain") && letter < 3) {
        place.target = TARGET_LOCATION;
        place.type = 'f';
        return place;
    }
    if (!is_stage(s, "ps") && !is_stage(s, "vs") && same_word(name, length, "SV_PrimitiveID", "vPrim")) {
        place.target = TARGET_PRIMITIVE_ID;
        return place;
    }
    if (is_stage(s, "ps") && same_word(name, length, "SV_Coverage", "vCoverage")) {
        place.target = TARGET_COVERAGE;
        return place;
    }
    if (find_register(s, name, length, letter, &place) ||
        find_semantic(s, SM5_STAGE_INPUTS, name, length, letter, &place) ||
        (is_stage(s, "ds") && find_semantic(s, SM5_STAGE_CONSTANTS, name, length, letter, &place)))
        return place;
    return (struct place){TARGET_NOTHING, SM5_STAGE_INPUTS, 0, 0, 'f'};
}

static enum stage_rows rows_of(const struct stage_job *s, const struct place *place)
{
    switch (place->target) {
    case TARGET_LOCATION: return STAGE_ROWS_POINTS;
    case TARGET_PRIMITIVE_ID: return STAGE_ROWS_PATCHES;
    case TARGET_REGISTER:
        return place->part == SM5_STAGE_CONSTANTS && is_stage(s, "ds") ? STAGE_ROWS_PATCHES
                                                                       : STAGE_ROWS_INPUTS;
    default: return STAGE_ROWS_INPUTS;
    }
}

/* ---- which files there are ---- */

static const char *const row_names[] = {"vertices, control points or pixels", "patches or primitives",
                                        "domain points"};

/* All columns of a file that something reads are of one kind. */
static bool survey_table(struct stage_job *s, size_t file)
{
    const struct io_table *table = &s->tables[file];
    int kind = -1;
    for (size_t i = 0; i < table->column_count; i++) {
        struct place place = place_of(s, table->columns[i].name);
        if (place.target == TARGET_NOTHING)
            continue;
        int of = (int)rows_of(s, &place);
        if (kind >= 0 && of != kind)
            return cli_say("-i %s: %s has a value for each of the %s, others of the %s; expected files of "
                           "their own",
                           s->options->inputs.list[file], table->columns[i].name, row_names[of],
                           row_names[kind]);
        kind = of;
        s->has_locations |= place.target == TARGET_LOCATION;
        s->has_primitive_ids |= place.target == TARGET_PRIMITIVE_ID;
        s->has_coverage |= place.target == TARGET_COVERAGE;
        if (place.target == TARGET_REGISTER)
            s->given[place.part == SM5_STAGE_CONSTANTS][place.reg] |= (uint8_t)(1u << place.component);
    }
    if (kind >= 0 && s->rows[kind] && s->rows[kind] != table->rows)
        return cli_say("-i %s: %zu rows; another file has %" PRIu64, s->options->inputs.list[file],
                       table->rows, s->rows[kind]);
    if (kind >= 0)
        s->rows[kind] = table->rows;
    return true;
}

static bool read_tables(struct stage_job *s)
{
    struct io_error error;
    size_t count = s->options->inputs.count;
    s->tables = calloc(count + 1, sizeof *s->tables);
    if (!s->tables)
        return cli_say("out of memory");
    for (size_t i = 0; i < count; i++) {
        if (!io_table_read(s->options->inputs.list[i], &s->tables[i], &error))
            return cli_say("%s", error.text);
        if (!survey_table(s, i))
            return false;
    }
    return true;
}

/* ---- what is missing ---- */

/* Values that sm5_stage_make_system_values makes, by their numbers in declarations. */
static bool is_made(const struct stage_job *s, const struct sm5_stage_element *e)
{
    enum { POSITION = 1, CULL_DISTANCE = 3, VERTEX_ID = 6, INSTANCE_ID = 8 };
    if (is_stage(s, "vs"))
        return e->system_value >= VERTEX_ID && e->system_value <= INSTANCE_ID;
    return is_stage(s, "ps") && (e->system_value == POSITION || e->system_value > CULL_DISTANCE);
}

static void add_missing(FILE *list, const struct sm5_stage_element *e, uint32_t mask, bool *any)
{
    bool alone = (e->mask & (e->mask - 1)) == 0;
    int letter = 0;
    for (uint32_t c = 0; c < 4; c++) {
        if (!(e->mask >> c & 1))
            continue;
        if (mask >> c & 1) {
            fprintf(list, *any ? ", " : "");
            *any = true;
            if (e->semantic && e->index)
                fprintf(list, "%s%u", e->semantic, e->index);
            else if (e->semantic)
                fprintf(list, "%s", e->semantic);
            else
                fprintf(list, "%s%u", e->file, e->reg);
            if (!alone || !e->semantic)
                fprintf(list, ".%c", "xyzw"[e->semantic ? (uint32_t)letter : c]);
        }
        letter++;
    }
}

static bool list_missing(const struct stage_job *s, FILE *list)
{
    struct sm5_stage_element e;
    bool any = false;
    for (int part = 0; part < 2; part++) {
        enum sm5_stage_part which = part ? SM5_STAGE_CONSTANTS : SM5_STAGE_INPUTS;
        for (uint32_t i = 0; sm5_stage_element_at(s->job->program, which, i, &e); i++) {
            bool wanted = e.reg < 32 && (part == 0 ? !is_made(s, &e) : is_stage(s, "ds"));
            if (wanted)
                add_missing(list, &e, e.used & ~(uint32_t)s->given[part][e.reg], &any);
        }
    }
    return any;
}

static bool check_missing(const struct stage_job *s)
{
    char *text = NULL;
    size_t size;
    FILE *list = open_memstream(&text, &size);
    if (!list)
        return cli_say("out of memory");
    bool any = list_missing(s, list);
    fclose(list);
    if (any)
        cli_say("run: missing inputs: %s; expected columns of these names in a file of -i", text);
    free(text);
    return !any;
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

/* Points of a patch that is parted evenly into N: all lines of a quad's grid, or of a triangle's; isolines
   have none at v = 1 (D3D11.3 11.7.5). */
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
    s->run.points_per_patch = s->has_locations ? s->rows[STAGE_ROWS_POINTS] : grid_points(s->info.domain, n);
    if (s->has_locations == (n != 0))
        return cli_say("run: a domain shader needs either --partition N or domain points: columns "
                       "SV_DomainLocation.x, .y, .z in a file of -i");
    s->run.count = patches * s->run.points_per_patch;
    return true;
}

/* Rows that the inputs need. */
static uint64_t input_records(const struct stage_job *s)
{
    if (is_stage(s, "ds"))
        return s->run.points_per_patch ? s->run.count / s->run.points_per_patch * s->info.points_in : 0;
    return s->pixel_of ? s->pixels : s->run.count * s->info.points_in;
}

static bool count_invocations(struct stage_job *s)
{
    uint64_t rows = s->rows[STAGE_ROWS_INPUTS], points = s->info.points_in ? s->info.points_in : 1;
    s->run.samples = s->options->samples;
    if (is_stage(s, "ds"))
        return count_points(s);
    if (s->options->has_rect)
        return stage_make_rect(s);
    if (!s->options->has_count && !rows)
        return cli_say("run: expected --count N%s, or inputs with -i",
                       is_stage(s, "ps") ? " or --rect X,Y,W,H" : "");
    s->run.count = s->options->has_count ? s->options->count : rows / points;
    if (!is_stage(s, "ps"))
        return true;
    s->pixels = s->run.count;
    uint64_t whole = s->info.sample_frequency && s->run.samples ? 4ull * s->run.samples : 4;
    s->run.count = (s->run.count + whole - 1) / whole * whole;
    return true;
}

static bool check_rows(const struct stage_job *s)
{
    uint64_t needed = s->pixel_of || is_stage(s, "ps") ? s->pixels : input_records(s);
    if (s->run.count > RECORDS_LIMIT || needed > RECORDS_LIMIT)
        return cli_say("run: too many invocations at once");
    if (s->rows[STAGE_ROWS_INPUTS] && s->rows[STAGE_ROWS_INPUTS] < needed)
        return cli_say("run: %" PRIu64 " rows of inputs; expected %" PRIu64, s->rows[STAGE_ROWS_INPUTS],
                       needed);
    return true;
}

/* ---- filling ---- */

/* The row that a record takes: pixels stand row by row in files, and in quads when they run. */
static uint64_t row_of(const struct stage_job *s, uint64_t record)
{
    if (s->pixel_of)
        return s->pixel_of[record];
    uint64_t last = s->rows[STAGE_ROWS_INPUTS] ? s->rows[STAGE_ROWS_INPUTS] - 1 : 0;
    return record < last ? record : last;
}

static bool bad_value(const struct stage_job *s, size_t file, const char *column, uint64_t row, char type)
{
    return cli_say("-i %s: row %" PRIu64 " of %s is no %s", s->options->inputs.list[file], row, column,
                   type == 'f' ? "float" : "32-bit integer");
}

static uint32_t *word_at(struct stage_job *s, const struct place *place, uint64_t record)
{
    struct sm5_records *records = place->part == SM5_STAGE_CONSTANTS ? &s->run.constants : &s->run.inputs;
    switch (place->target) {
    case TARGET_LOCATION: return (uint32_t *)&s->locations[record][place->component];
    case TARGET_PRIMITIVE_ID: return &s->primitive_ids[record];
    case TARGET_COVERAGE: return &s->coverage[record];
    default:
        return place->reg < records->registers
                   ? &records->words[(record * records->registers + place->reg) * 4 + place->component]
                   : NULL;
    }
}

static uint64_t records_of(const struct stage_job *s, const struct place *place)
{
    switch (rows_of(s, place)) {
    case STAGE_ROWS_POINTS: return s->run.count;
    case STAGE_ROWS_PATCHES: return s->rows[STAGE_ROWS_PATCHES];
    default: return s->run.inputs.count;
    }
}

static bool fill_column(struct stage_job *s, size_t file, size_t index, const struct place *place)
{
    const struct io_table *table = &s->tables[file];
    uint64_t count = records_of(s, place);
    enum stage_rows kind = rows_of(s, place);
    for (uint64_t i = 0; i < count && table->rows; i++) {
        uint64_t row = kind == STAGE_ROWS_INPUTS ? row_of(s, i) : i % table->rows;
        uint32_t *word = word_at(s, place, i);
        if (word && !io_table_word(table, row, index, place->type, word))
            return bad_value(s, file, table->columns[index].name, row, place->type);
    }
    return true;
}

static bool fill_tables(struct stage_job *s)
{
    for (size_t file = 0; file < s->options->inputs.count; file++)
        for (size_t i = 0; i < s->tables[file].column_count; i++) {
            struct place place = place_of(s, s->tables[file].columns[i].name);
            if (place.target != TARGET_NOTHING && !fill_column(s, file, i, &place))
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
    bool pixels = is_stage(s, "ps"), domain = is_stage(s, "ds");
    uint64_t patches =
        domain ? s->run.count / (s->run.points_per_patch ? s->run.points_per_patch : 1) : s->run.count;
    uint64_t given = s->rows[STAGE_ROWS_PATCHES];
    uint64_t records = given > patches ? given : patches;
    bool ok = make_records(&s->run.inputs, pixels ? s->run.count : input_records(s), s->info.inputs) &&
              make_records(&s->run.constants, domain ? records : 0, s->info.constants);
    s->locations = domain ? calloc(s->run.count + 1, sizeof *s->locations) : NULL;
    s->primitive_ids = s->has_primitive_ids ? calloc(records + 1, sizeof *s->primitive_ids) : NULL;
    bool masked = pixels && (s->has_coverage || s->outside || s->pixels < s->run.count);
    s->coverage = masked ? calloc(s->run.count + 1, sizeof *s->coverage) : NULL;
    ok &=
        (!domain || s->locations) && (!s->has_primitive_ids || s->primitive_ids) && (!masked || s->coverage);
    return ok || cli_say("out of memory");
}

/* All that the rasteriser would cover, until a column says otherwise. */
static void cover_pixels(struct stage_job *s)
{
    uint32_t samples = s->run.samples ? s->run.samples : 1;
    for (uint64_t i = 0; s->coverage && i < s->run.count; i++)
        s->coverage[i] = s->info.sample_frequency ? 1u << i / 4 % samples : (1u << samples) - 1;
}

static void drop_helpers(struct stage_job *s)
{
    for (uint64_t i = 0; s->coverage && i < s->run.count; i++)
        if (s->outside ? s->outside[i] : i >= s->pixels)
            s->coverage[i] = 0;
}

bool stage_read_inputs(struct stage_job *s)
{
    const uint32_t *rect = s->options->rect;
    if (!read_tables(s) || !check_missing(s) || !count_invocations(s) || !check_rows(s) || !allocate(s))
        return false;
    if (s->has_primitive_ids &&
        s->rows[STAGE_ROWS_PATCHES] < s->run.count / (s->run.points_per_patch ? s->run.points_per_patch : 1))
        return cli_say("run: %" PRIu64
                       " rows of primitive ids or patch constants; expected one for each of them",
                       s->rows[STAGE_ROWS_PATCHES]);
    cover_pixels(s);
    uint32_t wide = s->options->has_rect ? (rect[0] % 2 + rect[2] + 1) / 2 : 0;
    sm5_stage_make_system_values(s->job->program, &s->run, (int32_t)(rect[0] & ~1u), (int32_t)(rect[1] & ~1u),
                                 wide);
    if (s->locations && s->options->partition)
        fill_grid(s, s->options->partition);
    if (!fill_tables(s))
        return false;
    drop_helpers(s);
    s->run.locations = (const float(*)[3])s->locations;
    s->run.primitive_ids = s->primitive_ids;
    s->run.coverage = s->coverage;
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
    free(s->primitive_ids);
    free(s->coverage);
    free(s->pixel_of);
    free(s->outside);
}
