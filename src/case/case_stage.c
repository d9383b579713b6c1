/* Runs test cases of the stages other than compute. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "case/case_stage.h"

enum { RECORD_BYTES = 16, RECORDS_LIMIT = 1 << 24 };

static uint64_t records_of(const struct case_register *named, const struct io_bytes *bytes)
{
    return named->records ? named->records : bytes->size / RECORD_BYTES;
}

/* Extends the records with zeros. */
static bool grow(struct stage_case *s, struct sm5_records *records, uint64_t count, uint32_t registers)
{
    registers = registers ? registers : 1;
    if (count > RECORDS_LIMIT)
        return case_stop(s->r, CASE_FAILED, "%" PRIu64 " records; expected at most %d", count, RECORDS_LIMIT);
    if (records->words && count <= records->count)
        return true;
    uint32_t *words = calloc(count * registers + 1, RECORD_BYTES);
    if (!words)
        return case_stop(s->r, CASE_FAILED, "out of memory");
    if (records->words)
        memcpy(words, records->words, records->count * records->registers * RECORD_BYTES);
    free(records->words);
    *records = (struct sm5_records){words, count, registers};
    return true;
}

/* Registers that the program does not read are ignored: pipelines pass more than one stage reads. */
static bool fill_register(struct stage_case *s, struct sm5_records *records,
                          const struct case_register *named, const struct io_bytes *bytes, uint32_t reg)
{
    uint64_t count = records_of(named, bytes);
    if (bytes->size != count * RECORD_BYTES)
        return case_stop(s->r, CASE_FAILED, "%s: %zu bytes; expected 16 for each of %" PRIu64 " records",
                         named->slot, bytes->size, count);
    if (!grow(s, records, count, records->registers))
        return false;
    for (uint64_t i = 0; reg < records->registers && i < count; i++)
        memcpy(records->words + (i * records->registers + reg) * 4, bytes->data + i * RECORD_BYTES,
               RECORD_BYTES);
    return true;
}

static bool load_input(struct stage_case *s, const struct case_register *named)
{
    enum sm5_stage_part part;
    struct io_bytes bytes;
    uint32_t reg;
    unsigned component;
    if (!stage_register(s, named, &part, &reg, &component))
        return false;
    if (part == SM5_STAGE_OUTPUTS)
        return case_stop(s->r, CASE_FAILED, "%s is not an input", named->slot);
    if (!case_load(s->r, &named->file, &bytes))
        return false;
    struct sm5_records *records = part == SM5_STAGE_INPUTS ? &s->run.inputs : &s->run.constants;
    bool ok = fill_register(s, records, named, &bytes, reg);
    io_bytes_free(&bytes);
    return ok;
}

static bool load_inputs(struct stage_case *s)
{
    const struct case_registers *inputs = &s->r->test.stage_case.inputs;
    for (size_t i = 0; i < inputs->count; i++)
        if (!load_input(s, &inputs->list[i]))
            return false;
    return true;
}

/* Components of the patch constants with a semantic, in index order. */
static size_t constant_words(const struct stage_case *s, const char *semantic, uint32_t words[][2],
                             size_t max)
{
    struct sm5_stage_element e;
    size_t count = 0;
    for (uint32_t index = 0; index < 64; index++)
        for (uint32_t i = 0; sm5_stage_element_at(s->step.program, SM5_STAGE_CONSTANTS, i, &e); i++) {
            if (!e.semantic || e.index != index || strcasecmp(e.semantic, semantic))
                continue;
            for (uint32_t c = 0; c < 4 && count < max; c++)
                if (e.mask >> c & 1) {
                    words[count][0] = e.reg;
                    words[count++][1] = c;
                }
        }
    return count;
}

static bool store_constant(struct stage_case *s, const struct case_constant *constant)
{
    uint32_t words[128][2];
    size_t count = constant_words(s, constant->semantic, words, 128);
    if (!count || constant->count % count)
        return case_stop(s->r, CASE_FAILED, "patch_constants: %zu numbers for %s; the program has %zu",
                         constant->count, constant->semantic, count);
    struct sm5_records *records = &s->run.constants;
    if (!grow(s, records, constant->count / count, records->registers))
        return false;
    for (size_t i = 0; i < constant->count; i++) {
        float value = (float)constant->values[i];
        uint32_t reg = words[i % count][0], component = words[i % count][1];
        if (reg < records->registers)
            memcpy(records->words + ((i / count) * records->registers + reg) * 4 + component, &value, 4);
    }
    return true;
}

/* ---- how many ---- */

static bool prepare_domain(struct stage_case *s)
{
    const struct case_stage_spec *test = &s->r->test.stage_case;
    uint64_t points = s->info.points_in ? s->run.inputs.count / s->info.points_in : 0, patches = points;
    for (size_t i = 0; i < test->constant_count; i++)
        if (!store_constant(s, &test->constants[i]))
            return false;
    if (patches == 0)
        patches = s->run.constants.count ? s->run.constants.count : 1;
    s->run.points_per_patch = test->point_count;
    s->run.count = patches * test->point_count;
    s->locations = calloc(s->run.count + 1, sizeof *s->locations);
    if (!s->locations)
        return case_stop(s->r, CASE_FAILED, "out of memory");
    for (uint64_t i = 0; i < s->run.count; i++)
        for (unsigned axis = 0; axis < 3; axis++)
            s->locations[i][axis] = (float)test->points[i % test->point_count][axis];
    s->run.locations = (const float(*)[3])s->locations;
    return grow(s, &s->run.constants, patches, s->info.constants);
}

static bool load_coverage(struct stage_case *s)
{
    struct io_bytes bytes;
    const struct case_data *coverage = &s->r->test.stage_case.pixels.coverage;
    if (!coverage->present)
        return true;
    if (!case_load(s->r, coverage, &bytes))
        return false;
    s->coverage = (uint32_t *)bytes.data;
    s->run.coverage = s->coverage;
    return bytes.size == s->run.count * 4 ||
           case_stop(s->r, CASE_FAILED, "coverage: expected a word for each of %" PRIu64 " invocations",
                     s->run.count);
}

/* Records are invocations: quads row by row, at sample frequency one for each sample. Inputs of the case
   override the system values. */
static bool prepare_rect(struct stage_case *s)
{
    const struct case_pixels *pixels = &s->r->test.stage_case.pixels;
    uint32_t samples = pixels->samples ? pixels->samples : 1, each = s->info.sample_frequency ? samples : 1;
    s->run.samples = samples;
    s->run.count = (uint64_t)pixels->rect[2] * pixels->rect[3] * each;
    if (!grow(s, &s->run.inputs, s->run.count, s->info.inputs) || !load_coverage(s))
        return false;
    sm5_stage_make_system_values(s->step.program, &s->run, (int32_t)pixels->rect[0], (int32_t)pixels->rect[1],
                                 pixels->rect[2] / 2);
    return load_inputs(s);
}

static bool prepare_vertices(struct stage_case *s)
{
    const struct case_stage_spec *test = &s->r->test.stage_case;
    s->run.count = s->run.inputs.count ? s->run.inputs.count : test->primitives;
    for (size_t i = 0; !s->run.count && i < test->outputs.count; i++)
        s->run.count = test->outputs.list[i].records;
    if (!grow(s, &s->run.inputs, s->run.count, s->info.inputs))
        return false;
    sm5_stage_make_system_values(s->step.program, &s->run, 0, 0, 0);
    return load_inputs(s);
}

static bool prepare(struct stage_case *s)
{
    const struct case_stage_spec *test = &s->r->test.stage_case;
    s->run.inputs.registers = s->info.inputs;
    s->run.constants.registers = s->info.constants;
    s->run.threads = s->r->options->threads;
    s->run.max_steps = s->r->test.max_steps;
    s->run.max_seconds = CASE_SECONDS;
    s->run.oob = s->r->options->oob;
    if (!load_inputs(s))
        return false;
    if (test->has_pixels)
        return prepare_rect(s);
    if (strcmp(s->info.stage, "ps") == 0)
        return true;
    if (strcmp(s->info.stage, "ds") == 0)
        return prepare_domain(s);
    if (strcmp(s->info.stage, "vs") == 0)
        return prepare_vertices(s);
    s->run.count = s->info.points_in ? s->run.inputs.count / s->info.points_in : 0;
    if (!s->run.count)
        s->run.count = test->primitives ? test->primitives : 1;
    return grow(s, &s->run.inputs, s->run.count * s->info.points_in, s->info.inputs);
}

/* ---- pixel cases of independent runs: a quad each, of which one pixel is covered ---- */

/* Values of `input` bindings: one record for each run, the same for the whole quad. */
static bool load_run_input(struct stage_case *s, const struct case_binding *binding, uint32_t run)
{
    const struct case_register named = {.slot = binding->slot, .file = binding->file, .line = binding->line};
    uint32_t runs = s->r->test.stage_case.runs, reg;
    enum sm5_stage_part part;
    unsigned component;
    struct io_bytes bytes;
    if (!stage_register(s, &named, &part, &reg, &component) || !case_load(s->r, &binding->file, &bytes))
        return false;
    uint64_t each = binding->bytes_per_run ? binding->bytes_per_run : bytes.size / (runs ? runs : 1);
    bool ok = part == SM5_STAGE_INPUTS && each <= RECORD_BYTES && each * (run + 1) <= bytes.size;
    struct sm5_records *records = &s->run.inputs;
    for (uint32_t lane = 0; ok && reg < records->registers && lane < 4; lane++)
        memcpy(records->words + (lane * records->registers + reg) * 4, bytes.data + run * each, each);
    io_bytes_free(&bytes);
    return ok || case_stop(s->r, CASE_FAILED, "%s: expected a record of at most 16 bytes for each run",
                           binding->slot);
}

static bool prepare_run(struct stage_case *s, uint32_t run)
{
    static const uint32_t covered[4] = {1, 0, 0, 0};
    s->run.count = 4;
    s->run.coverage = covered;
    if (!grow(s, &s->run.inputs, 4, s->info.inputs))
        return false;
    sm5_stage_make_system_values(s->step.program, &s->run, 0, 0, 0);
    case_start_run(s->r, run);
    for (size_t i = 0; i < s->r->test.binding_count; i++)
        if (case_is_input(&s->r->test.bindings[i]) && !load_run_input(s, &s->r->test.bindings[i], run))
            return false;
    return true;
}

/* ---- the case ---- */

static bool run_once(struct stage_case *s)
{
    sm5_stage_outputs_free(&s->out);
    if (case_is_checked(s->r))
        return case_check_stage(s->r, &s->step, &s->run, &s->out) && stage_collect(s);
    enum sm5_status status = sm5_run_stage(s->step.kernel, s->step.bindings, &s->run, &s->out, s->r->diags);
    if (status)
        return case_stop_with_diags(s->r, status, "run");
    return stage_collect(s);
}

static bool run_all(struct stage_case *s)
{
    const struct case_stage_spec *test = &s->r->test.stage_case;
    bool by_runs = strcmp(s->info.stage, "ps") == 0 && !test->has_pixels;
    if (!by_runs)
        return run_once(s);
    for (uint32_t run = 0; run < (test->runs ? test->runs : 1); run++)
        if (!prepare_run(s, run) || !run_once(s))
            return false;
    return true;
}

static bool open_case(struct stage_case *s)
{
    size_t outputs = s->r->test.stage_case.outputs.count;
    if (!case_open_step(s->r, NULL, &s->step))
        return false;
    sm5_stage_info(s->step.program, &s->info);
    if (strcmp(s->info.stage, s->r->test.stage))
        return case_stop(s->r, CASE_FAILED, "the program is a %s; the case has stage %s", s->info.stage,
                         s->r->test.stage);
    s->collected = calloc(outputs + 1, sizeof *s->collected);
    return s->collected || case_stop(s->r, CASE_FAILED, "out of memory");
}

void case_run_stage(struct case_runner *r)
{
    struct stage_case s = {.r = r};
    bool ran = open_case(&s) && prepare(&s) && case_bind(r, &s.step) && run_all(&s);
    if (ran)
        case_save_counters(r, &s.step);
    /* Results are kept even when they are wrong: the user needs them to debug. */
    if (ran && case_keep(r) && case_compare_findings(r) && stage_check(&s) && case_check_results(r))
        case_bless_finish(r);
    case_close_step(&s.step);
    for (size_t i = 0; s.collected && i < r->test.stage_case.outputs.count; i++)
        io_bytes_free(&s.collected[i]);
    sm5_stage_outputs_free(&s.out);
    free(s.collected);
    free(s.run.inputs.words);
    free(s.run.constants.words);
    free(s.locations);
    free(s.coverage);
}
