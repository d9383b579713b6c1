/* sm5 run: domain points of tessellated patches, from --factors or from the outputs of a hull shader. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_stage.h"

#define POINTS_LIMIT ((uint64_t)1 << 26)

enum { FACTORS_MAX = 6 };

/* ---- words ---- */

static int index_of(const char *word, const char *const *words, int count)
{
    for (int i = 1; word && i < count; i++)
        if (strcmp(word, words[i]) == 0)
            return i;
    return 0;
}

static enum sm5_partitioning partitioning_of(const char *word)
{
    static const char *const words[] = {NULL, "integer", "pow2", "fractional_odd", "fractional_even"};
    return (enum sm5_partitioning)index_of(word, words, 5);
}

static enum sm5_domain domain_of(const struct stage_job *s)
{
    static const char *const words[] = {NULL, "isoline", "tri", "quad"};
    return (enum sm5_domain)index_of(s->info.domain, words, 4);
}

static uint32_t factor_count(const struct stage_job *s, uint32_t *edges)
{
    uint32_t inside;
    sm5_domain_factors(domain_of(s), edges, &inside);
    return *edges + inside;
}

/* Names in signatures and columns. */
struct factor {
    const char *semantic;
    uint32_t index;
};

static struct factor factor_named(uint32_t i, uint32_t edges)
{
    return i < edges ? (struct factor){"SV_TessFactor", i}
                     : (struct factor){"SV_InsideTessFactor", i - edges};
}

/* ---- patches, one after the other ---- */

/* Doubles the capacity. */
static uint64_t room_for(uint64_t count)
{
    return 1ull << (64 - __builtin_clzll(count));
}

static bool reserve(void **list, uint64_t count, uint64_t more, size_t size)
{
    uint64_t needed = count + more + 1, room = *list ? room_for(count + 1) : 0;
    if (needed <= room)
        return true;
    void *grown = realloc(*list, room_for(needed) * size);
    if (grown)
        *list = grown;
    return grown || host_error("out of memory");
}

static bool add_patch(struct stage_job *s, const struct sm5_tessellated *t, uint32_t patch)
{
    struct stage_points *points = &s->points;
    uint32_t width = 1 + points->corners, primitives = points->corners == 1 ? t->count : t->primitives;
    if (points->count + t->count > POINTS_LIMIT)
        return host_error("%s: more than %" PRIu64 " domain points at once", s->job->options->verb,
                          POINTS_LIMIT);
    if (!reserve((void **)&points->locations, points->count, t->count, sizeof *points->locations) ||
        !reserve((void **)&points->patches, points->count, t->count, sizeof *points->patches) ||
        !reserve((void **)&points->primitives, points->primitive_count, primitives,
                 width * sizeof *points->primitives))
        return false;
    uint32_t *row = points->primitives + points->primitive_count * width;
    for (uint32_t i = 0; i < primitives; i++, row += width) {
        row[0] = patch;
        for (uint32_t k = 0; k < points->corners; k++)
            row[1 + k] =
                (uint32_t)points->count + (points->corners == 1 ? i : t->indices[i * t->corners + k]);
    }
    memcpy(points->locations + points->count, t->locations, t->count * sizeof *t->locations);
    for (uint32_t i = 0; i < t->count; i++)
        points->patches[points->count + i] = patch;
    points->count += t->count;
    points->primitive_count += primitives;
    return true;
}

static bool cut_patch(struct stage_job *s, struct sm5_tessellation *how, const float *factors, uint32_t patch)
{
    struct sm5_tessellated t;
    uint32_t edges, all = factor_count(s, &edges);
    for (uint32_t i = 0; i < all; i++)
        *(i < edges ? &how->edges[i] : &how->inside[i - edges]) = factors[i];
    enum sm5_status status = sm5_tessellate(how, &t);
    bool ok = status ? host_error("%s: cannot tessellate: %s", s->job->options->verb, sm5_status_name(status))
                     : add_patch(s, &t, patch);
    sm5_tessellated_free(&t);
    return ok;
}

static struct sm5_tessellation begin(struct stage_job *s, enum sm5_partitioning partitioning)
{
    const char *primitive = s->info.primitive ? s->info.primitive : "";
    s->points.made = true;
    s->points.corners = strcmp(primitive, "point") == 0 ? 1 : domain_of(s) == SM5_DOMAIN_ISOLINE ? 2 : 3;
    return (struct sm5_tessellation){.domain = domain_of(s),
                                     .partitioning = partitioning,
                                     .counter_clockwise = strcmp(primitive, "triangle_ccw") == 0};
}

/* ---- --factors ---- */

static bool fail_count(const struct stage_job *s, uint32_t given)
{
    uint32_t edges, all = factor_count(s, &edges);
    return host_error("--factors: %u values; the domain %s expects %u of edges and %u of the inside", given,
                      s->info.domain, edges, all - edges);
}

static bool parse_list(const struct stage_job *s, float *factors)
{
    const char *at = s->options->factors;
    uint32_t edges, all = factor_count(s, &edges), count = 0;
    for (;;) {
        char *end;
        float value = strtof(at, &end);
        if (end == at || (*end && *end != ','))
            return host_error("--factors %s: expected numbers F,F,..., or a file .csv or .npy",
                              s->options->factors);
        if (count < FACTORS_MAX)
            factors[count] = value;
        count++;
        if (!*end)
            break;
        at = end + 1;
    }
    return count == all || fail_count(s, count);
}

/* Parses "SV_TessFactor" or "SV_TessFactor0" for the first edge, "SV_InsideTessFactor1" for the second inside
   factor. */
static int find_column(const struct io_table *table, struct factor factor)
{
    size_t length = strlen(factor.semantic);
    char number[12];
    snprintf(number, sizeof number, "%u", factor.index);
    for (size_t i = 0; i < table->column_count; i++) {
        const char *name = table->columns[i].name;
        if (strncasecmp(name, factor.semantic, length) == 0 &&
            (strcmp(name + length, number) == 0 || (factor.index == 0 && !name[length])))
            return (int)i;
    }
    return -1;
}

static bool read_row(const struct stage_job *s, const struct io_table *table, size_t row, float *factors)
{
    uint32_t edges, all = factor_count(s, &edges);
    for (uint32_t i = 0; i < all; i++) {
        struct factor factor = factor_named(i, edges);
        int column = find_column(table, factor);
        if (column < 0)
            return host_error("--factors %s: no column %s%u", s->options->factors, factor.semantic,
                              factor.index);
        if (io_table_word(table, row, (size_t)column, 'f', (uint32_t *)&factors[i]))
            continue;
        char place[32], text[64];
        io_table_place(table, row, place);
        io_table_text(table, row, (size_t)column, text);
        return host_error("--factors %s: %s: %s: %s is not a float", s->options->factors, place,
                          table->columns[column].name, text);
    }
    return true;
}

static bool cut_rows(struct stage_job *s, const struct io_table *table, struct sm5_tessellation *how)
{
    float factors[FACTORS_MAX];
    if (!s->options->has_count && s->patches <= 1 && !s->rows[STAGE_ROWS_INPUTS] &&
        !s->rows[STAGE_ROWS_PATCHES])
        s->patches = table->rows;
    if (table->rows < s->patches)
        return host_error("--factors %s: %zu rows; expected one for each of %" PRIu64 " patches",
                          s->options->factors, table->rows, s->patches);
    for (uint64_t patch = 0; patch < s->patches; patch++)
        if (!read_row(s, table, patch, factors) || !cut_patch(s, how, factors, (uint32_t)patch))
            return false;
    return true;
}

static bool cut_file(struct stage_job *s, struct sm5_tessellation *how)
{
    struct io_error error;
    struct io_table table;
    host_note_input(s->options->factors);
    if (!io_table_read(s->options->factors, &table, &error))
        return host_error("%s", error.text);
    bool ok = cut_rows(s, &table, how);
    io_table_free(&table);
    return ok;
}

bool stage_make_points(struct stage_job *s)
{
    const char *given = s->options->factors;
    enum sm5_partitioning partitioning = s->options->partitioning;
    float factors[FACTORS_MAX];
    if (!s->info.domain)
        return host_error("%s: --factors needs a program with dcl_tessellator_domain", s->job->options->verb);
    struct sm5_tessellation how = begin(s, partitioning ? partitioning : SM5_PARTITIONING_INTEGER);
    bool ok = true;
    if (io_has_ending(given, ".csv") || io_has_ending(given, ".npy"))
        ok = cut_file(s, &how);
    else if (!parse_list(s, factors))
        ok = false;
    else
        for (uint64_t patch = 0; ok && patch < s->patches; patch++)
            ok = cut_patch(s, &how, factors, (uint32_t)patch);
    s->run.count = s->points.count;
    s->run.points_per_patch = 0;
    return ok;
}

/* ---- a hull shader's own ---- */

static bool find_element(const struct stage_job *s, struct factor factor, struct sm5_stage_element *found)
{
    for (uint32_t at = 0; sm5_stage_element_at(s->job->program, SM5_STAGE_CONSTANTS, at, found); at++)
        if (found->semantic && found->mask && found->index == factor.index &&
            strcasecmp(found->semantic, factor.semantic) == 0)
            return true;
    return host_error("%s: the program has no output %s%u", s->job->options->verb, factor.semantic,
                      factor.index);
}

bool stage_make_hull_points(struct stage_job *s, const struct sm5_records *constants)
{
    struct sm5_stage_element at[FACTORS_MAX];
    uint32_t edges, all = factor_count(s, &edges);
    if (s->points.made)
        return true;
    if (!s->info.domain || !s->info.partitioning)
        return host_error("%s: points need a program with dcl_tessellator_domain and "
                          "dcl_tessellator_partitioning",
                          s->job->options->verb);
    for (uint32_t i = 0; i < all; i++)
        if (!find_element(s, factor_named(i, edges), &at[i]))
            return false;
    struct sm5_tessellation how = begin(s, partitioning_of(s->info.partitioning));
    for (uint64_t patch = 0; patch < constants->count; patch++) {
        float factors[FACTORS_MAX] = {0};
        for (uint32_t i = 0; i < all; i++)
            if (at[i].reg < constants->registers)
                memcpy(&factors[i],
                       &constants->words[(patch * constants->registers + at[i].reg) * 4 +
                                         (uint32_t)__builtin_ctz(at[i].mask)],
                       sizeof factors[i]);
        if (!cut_patch(s, &how, factors, (uint32_t)patch))
            return false;
    }
    return true;
}

void stage_free_points(struct stage_points *points)
{
    free(points->locations);
    free(points->patches);
    free(points->primitives);
}
