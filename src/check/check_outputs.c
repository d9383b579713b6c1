/* A declared output that an invocation does not write is undefined for the next stage. */
#include "check/check_outputs.h"

#include <stdlib.h>

#include "check/check.h"

static const struct program_stage *stage_of(const struct check *check)
{
    return &check->program->decls.stage;
}

/* ---- declared components ---- */

static void declare(struct check *check, const struct program_register *r)
{
    uint8_t special = program_special_mask(r->file), mask = special ? special : r->mask;
    uint32_t reg = special ? stage_of(check)->special : r->reg;
    enum plan_records which = program_writes_patch(check->program, r->instr) ? PLAN_CONSTANTS : PLAN_OUTPUTS;
    const struct check_records *records = &check->outputs.of[which];
    uint32_t stream = which == PLAN_OUTPUTS ? r->stream % CHECK_STREAMS : 0;
    if ((r->file == ISA_FILE_OUTPUT || special) && reg < records->registers)
        records->declared[stream * records->registers + reg] |= mask;
}

static bool make_records(struct check_records *records, uint32_t count, uint32_t registers)
{
    *records = (struct check_records){.records = count, .registers = registers};
    records->written = calloc((size_t)count * registers + 1, 1);
    records->declared = calloc((size_t)CHECK_STREAMS * registers + 1, 1);
    return records->written && records->declared;
}

bool check_outputs_open(struct check *check, const struct interp_worker *w)
{
    const struct program_stage *stage = stage_of(check);
    bool hull = check->program->stage == ISA_HULL;
    uint32_t points = hull ? stage->points_out : 1;
    (void)w;
    if (check->program->stage == ISA_COMPUTE)
        return true;
    if (!make_records(&check->outputs.of[PLAN_OUTPUTS], STAGE_BATCH * points, stage->outputs) ||
        !make_records(&check->outputs.of[PLAN_CONSTANTS], STAGE_BATCH, hull ? stage->constants : 0))
        return false;
    for (uint32_t i = 0; i < stage->register_count; i++)
        if (stage->registers[i].output)
            declare(check, &stage->registers[i]);
    return true;
}

void check_outputs_close(struct check_outputs *outputs)
{
    for (unsigned i = 0; i < PLAN_RECORDS; i++) {
        free(outputs->of[i].written);
        free(outputs->of[i].declared);
    }
    memset(outputs, 0, sizeof *outputs);
}

/* ---- written components ---- */

void check_outputs_start(struct check *check, const struct interp_worker *w)
{
    struct check_outputs *outputs = &check->outputs;
    if (check->program->stage == ISA_COMPUTE || (outputs->has_batch && outputs->batch == w->group))
        return;
    outputs->has_batch = true;
    outputs->batch = w->group;
    for (unsigned i = PLAN_OUTPUTS; i < PLAN_RECORDS; i++)
        if (outputs->of[i].written)
            memset(outputs->of[i].written, 0, (size_t)outputs->of[i].records * outputs->of[i].registers);
}

/* The register of a record that a lane accesses; NULL out of range. */
static uint8_t *register_of(const struct check *check, const struct interp_worker *w,
                            const struct plan_step *step, uint32_t lane)
{
    const struct check_records *records = &check->outputs.of[step->record.records];
    uint32_t vertex = interp_index(w, step->reg, lane), reg = interp_index(w, step->element, lane);
    uint64_t first = check->program->stage == ISA_GEOMETRY ? 0 : w->group * records->records;
    uint64_t record =
        (uint64_t)interp_column(w, step->record.item)[lane] * step->record.vertices + vertex - first;
    if (vertex >= step->record.vertices || reg >= records->registers || record >= records->records)
        return NULL;
    return &records->written[record * records->registers + reg];
}

void check_outputs_write(struct check *check, const struct interp_worker *w, const struct plan_step *step)
{
    for (uint32_t i = 0; i < w->threads; i++) {
        uint8_t *written = w->active[i] ? register_of(check, w, step, i) : NULL;
        if (written)
            *written |= (uint8_t)(1u << step->component);
    }
}

static bool has_points_phase(const struct check *check)
{
    const struct program_stage *stage = stage_of(check);
    for (uint32_t i = 0; i < stage->phase_count; i++)
        if (stage->phases[i].kind == PROGRAM_PHASE_POINTS)
            return true;
    return false;
}

/* Reads out of range are defined as 0. Without a control point phase control points are copies of the
   inputs. */
bool check_outputs_written(const struct check *check, const struct interp_worker *w,
                           const struct plan_step *step, uint32_t lane)
{
    const uint8_t *written = register_of(check, w, step, lane);
    if (!written || (step->record.records == PLAN_OUTPUTS && !has_points_phase(check)))
        return true;
    return *written >> step->component & 1;
}

/* ---- missing components ---- */

/* "o1", "vpc2", "oDepth". */
static void name_register(const struct check *check, enum plan_records which, uint32_t reg, uint8_t missing,
                          char *out, size_t size)
{
    const struct program_stage *stage = stage_of(check);
    snprintf(out, size, "%s%u",
             isa_file(which == PLAN_CONSTANTS ? ISA_FILE_PATCH_CONSTANT : ISA_FILE_OUTPUT)->text, reg);
    for (uint32_t i = 0; reg == stage->special && i < stage->register_count; i++)
        if (program_special_mask(stage->registers[i].file) & missing)
            snprintf(out, size, "%s", isa_file(stage->registers[i].file)->text);
}

/* A read of this register has been reported. */
static bool is_reported(const struct check *check, enum plan_records which, uint32_t reg)
{
    uint8_t file = which == PLAN_CONSTANTS ? ISA_FILE_PATCH_CONSTANT : ISA_FILE_OUTPUT_CONTROL_POINT;
    const struct check_undef *undef = &check->undef;
    for (size_t i = 0; i < undef->list.count; i++)
        if (undef->list.data[i].file == file && undef->list.data[i].reg == reg &&
            undef->reported[undef->list.data[i].at])
            return true;
    return false;
}

static void add(struct check *check, const struct check_site *site, enum plan_records which, uint32_t reg,
                uint8_t missing)
{
    struct sm5_finding finding = {.kind = SM5_FINDING_UNINITIALISED};
    struct strbuf text = {0};
    name_register(check, which, reg, missing, finding.reg, sizeof finding.reg);
    struct sm5_finding *made = is_reported(check, which, reg) ? NULL : check_add(check, site, &finding);
    if (made) {
        strbuf_printf(&text, "no instruction writes output %s.", finding.reg);
        for (unsigned c = 0; c < 4; c++)
            if (missing >> c & 1)
                strbuf_add_char(&text, "xyzw"[c]);
    }
    check_prefix_message(check, made, &text);
}

static void check_record(struct check *check, const struct check_site *site, enum plan_records which,
                         uint32_t record, uint32_t stream)
{
    const struct check_records *records = &check->outputs.of[which];
    for (uint32_t reg = 0; reg < records->registers; reg++) {
        uint8_t declared = records->declared[stream * records->registers + reg];
        uint8_t missing = declared & ~records->written[(size_t)record * records->registers + reg];
        if (missing)
            add(check, site, which, reg, missing);
    }
}

void check_outputs_emit(struct check *check, const struct interp_worker *w, const struct plan_op *op)
{
    const struct check_records *records = &check->outputs.of[PLAN_OUTPUTS];
    for (uint32_t i = 0; i < w->threads && op->stream.emits; i++) {
        if (!w->active[i])
            continue;
        const struct check_site site = check_site_of(w, op, i);
        check_record(check, &site, PLAN_OUTPUTS, i, op->stream.number);
        memset(records->written + (size_t)i * records->registers, 0, records->registers);
    }
}

/* The last instruction of the last phase of that kind; UINT32_MAX: none. */
static uint32_t phase_end(const struct check *check, bool points)
{
    const struct program_stage *stage = stage_of(check);
    uint32_t end = UINT32_MAX;
    for (uint32_t i = 0; i < stage->phase_count; i++)
        if ((stage->phases[i].kind == PROGRAM_PHASE_POINTS) == points)
            end = stage->phases[i].end - 1;
    return end;
}

static void finish_hull(struct check *check, const struct interp_worker *w, uint32_t patches)
{
    uint32_t points = stage_of(check)->points_out, at = phase_end(check, true);
    for (uint32_t i = 0; i < patches * points && at != UINT32_MAX; i++)
        check_record(check, &(struct check_site){at, w->group, i}, PLAN_OUTPUTS, i, 0);
    at = phase_end(check, false);
    uint32_t each = at == UINT32_MAX ? 0 : check_lanes_of_patch(check->program, at);
    for (uint32_t i = 0; i < patches && at != UINT32_MAX; i++)
        check_record(check, &(struct check_site){at, w->group, i * each}, PLAN_CONSTANTS, i, 0);
}

void check_outputs_finish(void *context, const struct interp_worker *w)
{
    struct check *check = context;
    uint64_t left = w->run->stage->invocations - w->group * STAGE_BATCH;
    uint32_t count = left < STAGE_BATCH ? (uint32_t)left : STAGE_BATCH;
    if (check->program->stage == ISA_GEOMETRY)
        return;
    if (check->program->stage == ISA_HULL) {
        finish_hull(check, w, count);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!(w->helpers && w->helpers[i]))
            check_record(check, &(struct check_site){check->last, w->group, i}, PLAN_OUTPUTS, i, 0);
}
