/* Compares the outputs of the stages other than compute with a test case's expectations. */
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/case_stage.h"

/* ---- names of registers ---- */

static const struct {
    const char *name;
    enum sm5_stage_part part;
    int component; /* index of a special register; -1: a numbered one */
} register_names[] = {
    {"v", SM5_STAGE_INPUTS, -1},        {"vicp", SM5_STAGE_INPUTS, -1},
    {"vcp", SM5_STAGE_INPUTS, -1},      {"vpc", SM5_STAGE_CONSTANTS, -1},
    {"o", SM5_STAGE_OUTPUTS, -1},       {"oDepth", SM5_STAGE_OUTPUTS, 0},
    {"oDepthGE", SM5_STAGE_OUTPUTS, 0}, {"oDepthLE", SM5_STAGE_OUTPUTS, 0},
    {"oMask", SM5_STAGE_OUTPUTS, 1},    {"oStencilRef", SM5_STAGE_OUTPUTS, 2},
};

bool stage_register(struct stage_case *s, const struct case_register *named, enum sm5_stage_part *part,
                    uint32_t *reg, unsigned *component)
{
    size_t letters = strcspn(named->slot, "0123456789");
    char *end = NULL;
    for (size_t i = 0; i < sizeof register_names / sizeof register_names[0]; i++) {
        bool special = register_names[i].component >= 0;
        if (strlen(register_names[i].name) != letters ||
            strncmp(named->slot, register_names[i].name, letters))
            continue;
        unsigned long number = special ? s->info.special : strtoul(named->slot + letters, &end, 10);
        if (special == (named->slot[letters] != 0) || (end && *end) || (number > 31 && !special))
            break;
        *part = register_names[i].part;
        *reg = (uint32_t)number;
        *component = special ? (unsigned)register_names[i].component : 0;
        return true;
    }
    return case_stop(s->r, CASE_FAILED,
                     "%s:%u: invalid register '%.40s'; expected v0, o0, vicp0, vpc0, oDepth, "
                     "oMask or oStencilRef",
                     s->r->test.path, named->line, named->slot);
}

enum { RECORD_BYTES = 16 };

/* ---- one register of all records ---- */

/* Copies a register as 16 bytes for each record; a special register's component is x. */
static uint8_t *column_of(const struct sm5_records *records, uint32_t reg, unsigned component, size_t *size)
{
    *size = records->count * RECORD_BYTES;
    uint8_t *column = calloc(records->count + 1, RECORD_BYTES);
    for (uint64_t i = 0; column && reg < records->registers && i < records->count; i++)
        memcpy(column + i * RECORD_BYTES, records->words + (i * records->registers + reg) * 4 + component,
               RECORD_BYTES - 4 * component);
    return column;
}

/* "xyz": the components to compare, as a mask of bits over `size` bytes. */
static uint8_t *mask_of(const char *compare, size_t size)
{
    uint8_t *mask = calloc(size + 1, 1);
    for (size_t i = 0; mask && i < size; i++) {
        char component = "xyzw"[i / 4 % 4];
        mask[i] = !compare || strchr(compare, component) ? 0xff : 0;
    }
    return mask;
}

static const struct sm5_records *records_of(const struct stage_case *s, enum sm5_stage_part part)
{
    return part == SM5_STAGE_CONSTANTS ? &s->out.constants : &s->out.outputs;
}

/* ---- pixels: what a render target of 8 bits makes of an output ---- */

/* "r8g8b8a8_unorm of the float4 output": converts four floats to a texel. */
static bool is_rgba8(const char *type)
{
    return type && strncasecmp(type, "r8g8b8a8_unorm", 14) == 0;
}

/* D3D11.3 3.2.3.6. */
static uint8_t unorm8(float value)
{
    return (uint8_t)(value > 1 ? 255 : value > 0 ? floorf(value * 255 + 0.5f) : 0);
}

static void to_rgba8(uint8_t out[4], const uint8_t *record)
{
    for (unsigned c = 0; c < 4; c++) {
        float value;
        memcpy(&value, record + 4 * c, 4);
        out[c] = unorm8(value);
    }
}

/* ---- runs ---- */

static bool append(struct stage_case *s, struct io_bytes *to, const void *bytes, size_t size)
{
    uint8_t *bigger = realloc(to->data, to->size + size + 1);
    if (!bigger)
        return case_stop(s->r, CASE_FAILED, "out of memory");
    memcpy(bigger + to->size, bytes, size);
    *to = (struct io_bytes){.data = bigger, .size = to->size + size};
    return true;
}

static bool collect_output(struct stage_case *s, const struct case_register *named, struct io_bytes *to,
                           bool by_runs)
{
    enum sm5_stage_part part;
    uint32_t reg;
    unsigned component;
    size_t size, each = named->bytes_per_run ? named->bytes_per_run : RECORD_BYTES;
    uint8_t texel[4];
    if (!stage_register(s, named, &part, &reg, &component))
        return false;
    if (each > RECORD_BYTES || (is_rgba8(named->type) && each != 4))
        return case_stop(s->r, CASE_FAILED, "%s: %zu bytes a run; expected at most 16, of 8-bit texels 4",
                         named->slot, each);
    uint8_t *column = column_of(records_of(s, part), reg, component, &size);
    if (!column)
        return case_stop(s->r, CASE_FAILED, "out of memory");
    to_rgba8(texel, column);
    bool ok = is_rgba8(named->type) ? append(s, to, texel, 4) : append(s, to, column, by_runs ? each : size);
    free(column);
    return ok;
}

bool stage_collect(struct stage_case *s)
{
    const struct case_stage_spec *test = &s->r->test.stage_case;
    bool by_runs = strcmp(s->info.stage, "ps") == 0 && !test->has_pixels;
    for (size_t i = 0; i < test->outputs.count; i++)
        if (!collect_output(s, &test->outputs.list[i], &s->collected[i], by_runs))
            return false;
    return true;
}

/* ---- names ---- */

enum { NAME_BYTES = 80 };

/* The signature's element that has the component, in the stream of a geometry shader. */
static bool find_element(const struct stage_case *s, enum sm5_stage_part part, uint32_t reg,
                         uint32_t component, uint32_t stream, struct sm5_stage_element *e)
{
    for (uint32_t i = 0; sm5_stage_element_at(s->step.program, part, i, e); i++)
        if (e->reg == reg && (e->mask >> component & 1) && e->stream == stream)
            return true;
    return false;
}

/* Names the words of a register by their semantics, as in tables. `bytes`: of a record. */
static bool name_words(const struct stage_case *s, enum sm5_stage_part part, uint32_t reg, unsigned component,
                       uint32_t stream, uint32_t bytes, struct case_row *row)
{
    struct sm5_stage_element e;
    row->bytes = bytes;
    row->types = calloc(5, 1);
    row->layout.fields = calloc(4, sizeof *row->layout.fields);
    row->names = calloc(4, NAME_BYTES);
    if (!row->types || !row->layout.fields || !row->names)
        return case_stop(s->r, CASE_FAILED, "out of memory");
    for (uint32_t c = component; c < 4 && (c - component) * 4 < bytes; c++) {
        char *name = row->names + (size_t)c * NAME_BYTES;
        if (!find_element(s, part, reg, c, stream, &e))
            continue;
        host_stage_column(name, NAME_BYTES, &e, c);
        row->types[c - component] = e.type;
        row->layout.fields[row->layout.count++] =
            (struct sm5_field_info){.name = name, .offset = (c - component) * 4, .type = e.type};
    }
    return true;
}

/* ---- comparing ---- */

static bool compare_named(struct stage_case *s, const struct case_register *named, const uint8_t *got,
                          size_t size, const struct case_row *row)
{
    bool texels = is_rgba8(named->type);
    uint8_t *mask = mask_of(texels || named->bytes_per_run % RECORD_BYTES ? NULL : named->compare, size);
    struct case_subject subject = {
        .name = named->slot,
        .expect = &named->file,
        .got = got,
        .size = size,
        .row = texels ? NULL : row,
        .rule = {.tolerance = &s->r->test.tolerance,
                 .mask = mask,
                 .format = texels ? "r8g8b8a8_unorm" : NULL,
                 .types = texels ? NULL : row->types,
                 .row_words = row->bytes / 4},
    };
    bool ok = mask ? case_compare(s->r, &subject) : case_stop(s->r, CASE_FAILED, "out of memory");
    free(mask);
    return ok;
}

static bool compare(struct stage_case *s, const struct case_register *named, const uint8_t *got, size_t size,
                    uint32_t stream)
{
    enum sm5_stage_part part;
    uint32_t reg, each = named->bytes_per_run ? named->bytes_per_run : RECORD_BYTES;
    unsigned component;
    struct case_row row = {0};
    bool ok = stage_register(s, named, &part, &reg, &component) &&
              name_words(s, part, reg, component, stream, each, &row) &&
              compare_named(s, named, got, size, &row);
    case_free_row(&row);
    return ok;
}

/* Keep all outputs before the first wrong one ends the case. */
static bool check_outputs(struct stage_case *s)
{
    const struct case_registers *outputs = &s->r->test.stage_case.outputs;
    for (size_t i = 0; i < outputs->count; i++)
        if (!case_keep_output(s->r, &outputs->list[i].file, outputs->list[i].slot, s->collected[i].data,
                              s->collected[i].size))
            return false;
    for (size_t i = 0; i < outputs->count; i++)
        if (!compare(s, &outputs->list[i], s->collected[i].data, s->collected[i].size, 0))
            return false;
    return true;
}

/* ---- patch constants by semantic ---- */

/* Copies the numbers of a patch with a semantic, in index order. Returns their count. */
static size_t collect_constants(const struct stage_case *s, const char *semantic, uint64_t patch, float *out,
                                size_t max)
{
    const struct sm5_records *records = &s->out.constants;
    struct sm5_stage_element e;
    size_t count = 0;
    for (uint32_t index = 0; index < 64; index++)
        for (uint32_t i = 0; sm5_stage_element_at(s->step.program, SM5_STAGE_CONSTANTS, i, &e); i++) {
            if (!e.semantic || e.index != index || strcasecmp(e.semantic, semantic) != 0)
                continue;
            for (uint32_t c = 0; c < 4 && e.reg < records->registers && count < max; c++)
                if (e.mask >> c & 1)
                    memcpy(&out[count++], records->words + (patch * records->registers + e.reg) * 4 + c, 4);
        }
    return count;
}

enum { CONSTANTS_LIMIT = 128 };

/* The numbers of all patches with a semantic, patch after patch; malloc'ed. */
static float *all_constants(struct stage_case *s, const char *semantic, size_t *each)
{
    float first[CONSTANTS_LIMIT];
    uint64_t patches = s->out.constants.count;
    *each = patches ? collect_constants(s, semantic, 0, first, CONSTANTS_LIMIT) : 0;
    float *all = calloc(patches * *each + 1, sizeof *all);
    for (uint64_t patch = 0; all && patch < patches; patch++)
        collect_constants(s, semantic, patch, all + patch * *each, *each);
    if (!all)
        case_stop(s->r, CASE_FAILED, "out of memory");
    return all;
}

static bool compare_constants(struct stage_case *s, const struct case_constant *constant, const float *got,
                              const float *wanted, size_t each)
{
    char type[] = "f";
    struct case_difference difference;
    const struct case_rule rule = {.tolerance = &s->r->test.tolerance, .types = type, .row_words = 1};
    size_t total = s->out.constants.count * each, size = total * sizeof *got;
    if (each == 0 || (total != constant->count && !case_is_blessed(s->r)))
        return case_stop(s->r, CASE_FAILED, "patch_constants: %zu numbers for %s; the program has %zu",
                         constant->count, constant->semantic, total);
    bool same = total == constant->count;
    if (same && !case_compare_bytes(&rule, (const uint8_t *)wanted, (const uint8_t *)got, size, &difference))
        return case_stop(s->r, CASE_FAILED, "out of memory");
    if (case_is_blessed(s->r))
        return (same && !difference.differs) ||
               case_bless_list(s->r, constant->semantic, constant->mark, 'f', got, total);
    const struct case_row row = {.types = type};
    const struct case_data expect = {.present = true, .bytes = (const uint8_t *)wanted, .size = size};
    struct case_subject subject = {
        .name = constant->semantic, .expect = &expect, .got = got, .size = size, .row = &row, .rule = rule};
    return case_compare(s->r, &subject);
}

static bool check_constant(struct stage_case *s, const struct case_constant *constant)
{
    size_t each;
    float *got = all_constants(s, constant->semantic, &each);
    float *wanted = got ? calloc(constant->count + 1, sizeof *wanted) : NULL;
    bool ok = wanted || !got || case_stop(s->r, CASE_FAILED, "out of memory");
    for (size_t i = 0; wanted && i < constant->count; i++)
        wanted[i] = (float)constant->values[i];
    ok = ok && wanted && compare_constants(s, constant, got, wanted, each);
    free(got);
    free(wanted);
    return ok;
}

static bool check_constants(struct stage_case *s)
{
    const struct case_stage_spec *test = &s->r->test.stage_case;
    for (size_t i = 0; strcmp(s->info.stage, "hs") == 0 && i < test->constant_count; i++)
        if (!check_constant(s, &test->constants[i]))
            return false;
    return true;
}

/* ---- what geometry shaders emit ---- */

static bool check_strip_list(struct stage_case *s, const struct case_emitted *expected,
                             const struct sm5_stage_stream *stream)
{
    bool same_count = expected->strip_count == stream->strip_count;
    size_t bytes = expected->strip_count * sizeof *expected->strips, i = 0;
    if (same_count && (bytes == 0 || memcmp(expected->strips, stream->strips, bytes) == 0))
        return true;
    if (case_is_blessed(s->r))
        return case_bless_list(s->r, "strips", expected->strips_mark, 'u', stream->strips,
                               stream->strip_count);
    if (!same_count)
        return case_stop(s->r, CASE_FAILED, "stream %u: expected %zu strips, got %" PRIu64, expected->stream,
                         expected->strip_count, stream->strip_count);
    while (expected->strips[i] == stream->strips[i])
        i++;
    return case_stop(s->r, CASE_FAILED, "stream %u, strip %zu: expected %u vertices, got %u",
                     expected->stream, i, expected->strips[i], stream->strips[i]);
}

static bool check_strips(struct stage_case *s, const struct case_emitted *expected,
                         const struct sm5_stage_stream *stream)
{
    bool differs = expected->has_vertices && expected->vertices != stream->vertices.count;
    if (differs && !case_is_blessed(s->r))
        return case_stop(s->r, CASE_FAILED, "stream %u: expected %" PRIu64 " vertices, got %" PRIu64,
                         expected->stream, expected->vertices, stream->vertices.count);
    if (differs && !case_bless_number(s->r, "vertices", expected->vertices_mark, expected->vertices,
                                      stream->vertices.count))
        return false;
    return !expected->has_strips || check_strip_list(s, expected, stream);
}

static bool check_stream_output(struct stage_case *s, const struct case_register *named, uint32_t number)
{
    const struct sm5_stage_stream *stream = &s->out.streams[number];
    enum sm5_stage_part part;
    uint32_t reg;
    unsigned component;
    size_t size;
    if (!stage_register(s, named, &part, &reg, &component))
        return false;
    uint8_t *column = column_of(&stream->vertices, reg, component, &size);
    bool ok = column ? case_keep_output(s->r, &named->file, named->slot, column, size) &&
                           compare(s, named, column, size, number)
                     : case_stop(s->r, CASE_FAILED, "out of memory");
    free(column);
    return ok;
}

static bool check_emitted(struct stage_case *s)
{
    const struct case_stage_spec *test = &s->r->test.stage_case;
    for (size_t i = 0; i < test->emitted_count; i++) {
        const struct case_emitted *expected = &test->emitted[i];
        if (expected->stream > 3)
            return case_stop(s->r, CASE_FAILED, "stream %u; expected 0 to 3", expected->stream);
        const struct sm5_stage_stream *stream = &s->out.streams[expected->stream];
        if (!check_strips(s, expected, stream))
            return false;
        for (size_t k = 0; k < expected->outputs.count; k++)
            if (!check_stream_output(s, &expected->outputs.list[k], expected->stream))
                return false;
    }
    return true;
}

/* ---- which pixels were written ---- */

static bool check_written(struct stage_case *s)
{
    const struct case_data *expected = &s->r->test.stage_case.pixels.written;
    uint64_t count = s->out.outputs.count;
    uint32_t *words = expected->present && s->out.written ? calloc(count + 1, sizeof *words) : NULL;
    if (!expected->present)
        return true;
    if (!words)
        return case_stop(s->r, CASE_FAILED, "out of memory");
    for (uint64_t i = 0; i < count; i++)
        words[i] = s->out.written[i];
    const struct case_tolerance exact = {.kind = CASE_EXACT};
    struct case_subject subject = {.name = "written",
                                   .expect = expected,
                                   .got = words,
                                   .size = count * sizeof *words,
                                   .rule = {.tolerance = &exact}};
    bool ok = case_compare(s->r, &subject);
    free(words);
    return ok;
}

bool stage_check(struct stage_case *s)
{
    if (s->r->test.tolerance.kind == CASE_INVARIANT)
        return true;
    return check_outputs(s) && check_constants(s) && check_emitted(s) && check_written(s);
}
