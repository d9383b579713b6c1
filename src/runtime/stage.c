/* Runs of stages other than compute: checks the inputs, allocates the outputs, runs batches on threads. */
#include <stdlib.h>

#include "base/base.h"
#include "bindings.h"
#include "dispatch.h"
#include "runtime/runtime_diag.h"

/* Keeps record numbers, at most 32 points each, in 32 bits. */
#define INVOCATION_LIMIT ((uint64_t)1 << 26)

enum { COPIES = 6, RECORD_ALIGN = 64 };

struct runtime_stage_run {
    struct runtime_job job;
    const struct program_stage *decls;
    const struct sm5_stage_run *in;
    struct sm5_stage_outputs *out;
    struct sm5_diags *diags;
    struct runtime_stage stage;
    struct sm5_stage_run copied; /* `in` with copies, as passed to engines */
    struct sm5_buffer *buffers[COPIES];
    uint64_t batches;
    struct sm5_stage_outputs own; /* `out` of runtime_stage_open */
};

static enum isa_stage kind_of(const struct runtime_stage_run *r)
{
    return r->job.program->stage;
}

#define REFUSE(r, id, ...) (diag_add((r)->diags, id, DIAG_NOWHERE, __VA_ARGS__), SM5_ERR_ARGUMENT)

/* ---- inputs ---- */

static enum sm5_status check_records(struct runtime_stage_run *r, const struct sm5_records *records,
                                     uint64_t needed, const char *what)
{
    bool enough = records->count >= needed && (records->words || !needed || !records->registers);
    return enough ? SM5_OK : REFUSE(r, STAGE_RECORDS, records->words ? records->count : 0, what, needed);
}

static enum sm5_status check_pixels(struct runtime_stage_run *r)
{
    int8_t offset[2];
    uint64_t quads = 4 * (r->decls->sample_frequency ? (uint64_t)r->stage.samples : 1);
    if (!stage_sample_offset(r->stage.samples, 0, offset))
        return REFUSE(r, STAGE_SAMPLES, r->stage.samples);
    if (r->in->count % quads)
        return REFUSE(r, STAGE_QUADS, r->in->count, (uint32_t)quads);
    return SM5_OK;
}

static uint64_t patches_of_points(const struct sm5_stage_run *in)
{
    uint64_t patches = 0;
    for (uint64_t i = 0; in->patches && i < in->count; i++)
        patches = in->patches[i] < patches ? patches : in->patches[i] + 1ull;
    if (in->patches)
        return patches;
    uint64_t each = in->points_per_patch ? in->points_per_patch : in->count;
    return each ? (in->count + each - 1) / each : 0;
}

static enum sm5_status check_domain(struct runtime_stage_run *r)
{
    uint64_t patches = r->stage.items;
    if (!r->in->locations && r->in->count)
        return REFUSE(r, STAGE_RECORDS, (uint64_t)0, "domain locations", r->in->count);
    if (r->decls->constants) {
        enum sm5_status status = check_records(r, &r->in->constants, patches, "patch constants");
        if (status)
            return status;
    }
    return r->decls->inputs
               ? check_records(r, &r->in->inputs, patches * r->decls->points_in, "control points")
               : SM5_OK;
}

static enum sm5_status check_given(struct runtime_stage_run *r)
{
    const struct sm5_stage_run *in = r->in;
    if (in->count > INVOCATION_LIMIT)
        return REFUSE(r, STAGE_COUNT, in->count, INVOCATION_LIMIT);
    if (kind_of(r) == ISA_PIXEL) {
        enum sm5_status status = check_pixels(r);
        if (status)
            return status;
    }
    if (kind_of(r) == ISA_DOMAIN)
        return check_domain(r);
    if (!r->decls->inputs)
        return SM5_OK;
    switch (kind_of(r)) {
    case ISA_HULL: return check_records(r, &in->inputs, in->count * r->decls->points_in, "control points");
    case ISA_GEOMETRY: return check_records(r, &in->inputs, in->count * r->decls->vertices_in, "vertices");
    case ISA_PIXEL: return check_records(r, &in->inputs, in->count, "pixels");
    default: return check_records(r, &in->inputs, in->count, "vertices");
    }
}

/* ---- copies of the inputs for engines: the declared registers ---- */

static void *allocate_copy(struct runtime_stage_run *r, unsigned which, uint64_t bytes)
{
    r->buffers[which] = sm5_buffer_new(bytes);
    return r->buffers[which] ? sm5_buffer_data(r->buffers[which]) : NULL;
}

static bool copy_records(struct runtime_stage_run *r, unsigned which, struct sm5_records *records,
                         uint32_t registers)
{
    struct sm5_records from = *records;
    uint32_t common = from.registers < registers ? from.registers : registers;
    *records = (struct sm5_records){.count = from.count, .registers = registers};
    records->words = allocate_copy(r, which, from.count * registers * 16);
    if (records->words && common && from.count && common == registers && common == from.registers) {
        memcpy(records->words, from.words, from.count * registers * 16);
        return true;
    }
    for (uint64_t i = 0; records->words && common && i < from.count; i++)
        memcpy(records->words + i * registers * 4, from.words + i * from.registers * 4, common * 16ul);
    return records->words != NULL;
}

static const void *copy_bytes(struct runtime_stage_run *r, unsigned which, const void *from, uint64_t bytes)
{
    void *copy = allocate_copy(r, which, bytes);
    return copy && bytes ? memcpy(copy, from, bytes) : copy;
}

static bool has_primitive_ids(const struct runtime_stage_run *r)
{
    return kind_of(r) == ISA_HULL || kind_of(r) == ISA_DOMAIN || kind_of(r) == ISA_GEOMETRY;
}

/* D3D11.3 16.3.2: bits past the pixel's samples are 0. Without coverage all samples are covered: engines read it
   without a test. */
static bool copy_coverage(struct runtime_stage_run *r, unsigned which, struct sm5_stage_run *copied)
{
    uint32_t *coverage = allocate_copy(r, which, copied->count * sizeof *coverage);
    uint32_t all = (1u << r->stage.samples) - 1;
    for (uint64_t i = 0; coverage && i < copied->count; i++)
        coverage[i] = (r->in->coverage ? r->in->coverage[i] : UINT32_MAX) & all;
    copied->coverage = coverage;
    return coverage != NULL;
}

/* Converts to the patch number of each point for engines. */
static bool copy_patches(struct runtime_stage_run *r, unsigned which, struct sm5_stage_run *copied)
{
    const struct sm5_stage_run *in = r->in;
    uint32_t *patches = allocate_copy(r, which, in->count * sizeof *patches);
    uint64_t each = in->points_per_patch ? in->points_per_patch : in->count;
    for (uint64_t i = 0; patches && i < in->count; i++)
        patches[i] = in->patches ? in->patches[i] : (uint32_t)(i / each);
    copied->patches = patches;
    return patches != NULL;
}

static bool copy_inputs(struct runtime_stage_run *r)
{
    struct sm5_stage_run *copied = &r->copied;
    *copied = *r->in;
    bool ok = copy_records(r, 0, &copied->inputs, r->decls->inputs);
    if (kind_of(r) == ISA_DOMAIN) {
        ok &= copy_records(r, 1, &copied->constants, r->decls->constants);
        copied->locations = copy_bytes(r, 2, copied->locations, copied->count * sizeof *copied->locations);
        ok &= copied->locations != NULL && copy_patches(r, 5, copied);
    }
    if (kind_of(r) == ISA_PIXEL)
        ok &= copy_coverage(r, 3, copied);
    if (has_primitive_ids(r) && copied->primitive_ids) {
        copied->primitive_ids =
            copy_bytes(r, 4, copied->primitive_ids, r->stage.items * sizeof *copied->primitive_ids);
        ok &= copied->primitive_ids != NULL;
    }
    return ok;
}

static void free_inputs(struct runtime_stage_run *r)
{
    for (unsigned i = 0; i < COPIES; i++)
        sm5_buffer_free(r->buffers[i]);
}

/* ---- outputs ---- */

static bool make_records(struct sm5_records *records, uint64_t count, uint32_t registers)
{
    *records = (struct sm5_records){.count = count, .registers = registers};
    records->words = memory_new(count * registers * 16, RECORD_ALIGN, sizeof *records->words);
    if (records->words)
        memory_prefer_huge_pages(records->words, count * registers * 16);
    return records->words != NULL;
}

static bool discards(const struct sm5_program *program)
{
    for (uint32_t i = 0; i < program->instr_count; i++)
        if (program->instrs[i].opcode == ISA_DISCARD)
            return true;
    return false;
}

static bool make_outputs(struct runtime_stage_run *r)
{
    struct sm5_stage_outputs *out = r->out;
    uint64_t count = r->in->count;
    switch (kind_of(r)) {
    case ISA_HULL:
        return make_records(&out->outputs, count * r->decls->points_out, r->decls->outputs) &&
               make_records(&out->constants, count, r->decls->constants);
    case ISA_GEOMETRY:
        r->stage.emitted = calloc(r->batches + 1, sizeof *r->stage.emitted);
        return r->stage.emitted != NULL;
    case ISA_PIXEL:
        out->written = calloc(count + 1, 1);
        if (discards(r->job.program)) {
            r->stage.discarded =
                memory_new(count * sizeof *r->stage.discarded, RECORD_ALIGN, sizeof(uint32_t));
            if (!r->stage.discarded)
                return false;
        }
        return out->written && make_records(&out->outputs, count, r->decls->outputs);
    default: return make_records(&out->outputs, count, r->decls->outputs);
    }
}

/* D3D11.3 10.6: without a control point phase, control points are passed through. */
static void pass_points(struct runtime_stage_run *r)
{
    const struct sm5_records *from = &r->copied.inputs, *to = &r->out->outputs;
    uint32_t registers = from->registers < to->registers ? from->registers : to->registers;
    for (uint64_t i = 0; registers && i < to->count && i < from->count; i++)
        memcpy(to->words + i * to->registers * 4, from->words + i * from->registers * 4, registers * 16ul);
}

static bool passes_points(const struct runtime_stage_run *r)
{
    for (uint32_t i = 0; i < r->decls->phase_count; i++)
        if (r->decls->phases[i].kind == PROGRAM_PHASE_POINTS)
            return false;
    return kind_of(r) == ISA_HULL;
}

/* ---- vertices of geometry shaders, batch by batch ---- */

/* D3D11.3 13.7: a strip that is too short for one primitive is discarded. */
static uint32_t least_vertices(uint32_t topology)
{
    return topology == ISA_TOPOLOGY_TRIANGLESTRIP ? 3 : topology == ISA_TOPOLOGY_LINESTRIP ? 2 : 1;
}

static void count_complete(const struct runtime_emitted *emitted, uint32_t least, uint64_t *strips,
                           uint64_t *vertices)
{
    for (size_t i = 0; i < emitted->strips.count; i++) {
        bool complete = emitted->strips.data[i] >= least;
        *strips += complete;
        *vertices += complete ? emitted->strips.data[i] : 0;
    }
}

static void append(struct sm5_stage_stream *stream, const struct runtime_emitted *emitted, uint32_t least)
{
    size_t size = 4ul * stream->vertices.registers;
    const uint32_t *from = emitted->words.data;
    for (size_t i = 0; i < emitted->strips.count; i++) {
        uint32_t vertices = emitted->strips.data[i];
        if (vertices >= least) {
            if (size)
                memcpy(stream->vertices.words + stream->vertices.count * size, from,
                       vertices * size * sizeof *from);
            stream->vertices.count += vertices;
            stream->strips[stream->strip_count++] = vertices;
        }
        from = size ? from + vertices * size : from;
    }
}

/* Of the first `batches` batches. */
static bool gather_stream(const struct runtime_stage_run *r, uint64_t batches, unsigned stream,
                          struct sm5_stage_stream *out)
{
    uint32_t least = least_vertices(r->decls->topologies[stream]);
    uint64_t strips = 0, vertices = 0;
    for (uint64_t i = 0; i < batches; i++)
        count_complete(&r->stage.emitted[i][stream], least, &strips, &vertices);
    out->strips = calloc(strips + 1, sizeof *out->strips);
    if (!out->strips || !make_records(&out->vertices, vertices, r->decls->outputs))
        return false;
    out->vertices.count = 0;
    for (uint64_t i = 0; i < batches; i++)
        append(out, &r->stage.emitted[i][stream], least);
    return true;
}

const uint32_t *runtime_stage_vertex(const struct runtime_stage_run *run, uint64_t batches, unsigned stream,
                                     uint64_t row, uint64_t *batch)
{
    uint32_t least = least_vertices(run->decls->topologies[stream]);
    size_t size = 4ul * run->decls->outputs;
    for (uint64_t i = 0; size && i < batches; i++) {
        const struct runtime_emitted *emitted = &run->stage.emitted[i][stream];
        uint64_t first = 0;
        for (size_t s = 0; s < emitted->strips.count; s++) {
            uint32_t vertices = emitted->strips.data[s];
            *batch = i;
            if (vertices >= least && row < vertices)
                return emitted->words.data + (first + row) * size;
            row -= vertices >= least ? vertices : 0;
            first += vertices;
        }
    }
    return NULL;
}

static bool gather_streams(const struct runtime_stage_run *r, uint64_t batches, struct sm5_stage_outputs *out)
{
    bool ok = true;
    for (unsigned stream = 0; ok && kind_of(r) == ISA_GEOMETRY && stream < 4; stream++)
        ok = gather_stream(r, batches, stream, &out->streams[stream]);
    return ok;
}

static void free_emitted(struct runtime_stage_run *r)
{
    for (uint64_t i = 0; r->stage.emitted && i < r->batches; i++)
        for (unsigned stream = 0; stream < 4; stream++) {
            free(r->stage.emitted[i][stream].words.data);
            free(r->stage.emitted[i][stream].strips.data);
        }
    free(r->stage.emitted);
}

/* ---- the run ---- */

/* Callers count invocations, not batches. */
static bool show_progress(void *context, uint64_t done, uint64_t total)
{
    const struct runtime_stage_run *r = context;
    uint64_t all = r->stage.invocations, ended = done * STAGE_BATCH;
    (void)total;
    return r->in->progress(r->in->context, ended < all ? ended : all, all);
}

static enum sm5_status run_batches(struct runtime_stage_run *r)
{
    const struct sm5_dispatch_options options = {.threads = r->in->threads,
                                                 .max_steps = r->in->max_steps,
                                                 .max_seconds = r->in->max_seconds,
                                                 .oob = r->in->oob,
                                                 .progress = r->in->progress ? show_progress : NULL,
                                                 .context = r};
    struct sm5_dispatch_result result = {.groups = {1, 1, 1}};
    if (!r->batches)
        return SM5_OK;
    result.groups[0] = r->batches < STAGE_ROW ? (uint32_t)r->batches : STAGE_ROW;
    result.groups[1] = (uint32_t)((r->batches + STAGE_ROW - 1) / STAGE_ROW);
    uint64_t total = (uint64_t)result.groups[0] * result.groups[1];
    const struct dispatch_range all = {0, total};
    enum sm5_status status = dispatch_groups(&r->job, &options, &r->stage, &all, &result, r->diags);
    r->out->threads = result.threads;
    r->out->seconds = result.seconds;
    return status;
}

static enum sm5_status report_memory(struct sm5_diags *diags)
{
    diag_add(diags, MEMORY, DIAG_NOWHERE);
    return SM5_ERR_MEMORY;
}

static enum sm5_status check_program(const struct runtime_job *job, struct sm5_diags *diags)
{
    bool is_compute = job->program->stage == ISA_COMPUTE;
    if (is_compute)
        diag_add(diags, STAGE_COMPUTE, DIAG_NOWHERE);
    else if (job->bindings->program != job->program)
        diag_add(diags, DISPATCH_PROGRAM, DIAG_NOWHERE);
    if (is_compute || job->bindings->program != job->program)
        return SM5_ERR_ARGUMENT;
    if (!runtime_has_slices(job->bindings))
        return SM5_OK;
    diag_add(diags, DISPATCH_SLICE, DIAG_NOWHERE);
    return SM5_ERR_BINDING;
}

/* Checks and copies the inputs and makes the outputs. */
static enum sm5_status prepare(struct runtime_stage_run *r)
{
    const struct sm5_stage_run *in = r->in;
    bool instanced = kind_of(r) == ISA_GEOMETRY, points = kind_of(r) == ISA_DOMAIN;
    r->stage = (struct runtime_stage){.in = in,
                                      .out = r->out,
                                      .invocations = in->count * (instanced ? r->decls->instances : 1),
                                      .items = points ? patches_of_points(in) : in->count,
                                      .samples = in->samples ? in->samples : 1,
                                      .has_helpers = in->coverage != NULL};
    enum sm5_status status = check_given(r);
    if (status)
        return status;
    r->batches = (r->stage.invocations + STAGE_BATCH - 1) / STAGE_BATCH;
    if (!make_outputs(r) || !copy_inputs(r))
        return report_memory(r->diags);
    if (passes_points(r))
        pass_points(r);
    if (r->batches)
        runtime_report_bindings(r->job.bindings, r->diags);
    r->stage.in = &r->copied;
    return SM5_OK;
}

static void release(struct runtime_stage_run *r)
{
    free_emitted(r);
    memory_free(r->stage.discarded);
    free_inputs(r);
}

enum sm5_status runtime_run_stage(const struct runtime_job *job, const struct sm5_stage_run *in,
                                  struct sm5_stage_outputs *out, struct sm5_diags *diags)
{
    struct runtime_stage_run r = {
        .job = *job, .decls = &job->program->decls.stage, .in = in, .out = out, .diags = diags};
    *out = (struct sm5_stage_outputs){0};
    enum sm5_status status = check_program(job, diags);
    if (status)
        return status;
    status = prepare(&r);
    if (!status)
        status = run_batches(&r);
    if (!status && !gather_streams(&r, r.batches, out))
        status = report_memory(diags);
    release(&r);
    return status;
}

/* ---- runs that the caller executes ---- */

enum sm5_status runtime_stage_open(const struct runtime_job *job, const struct sm5_stage_run *in,
                                   struct runtime_stage_run **run, struct sm5_diags *diags)
{
    *run = NULL;
    enum sm5_status status = check_program(job, diags);
    if (status)
        return status;
    struct runtime_stage_run *r = calloc(1, sizeof *r);
    if (!r)
        return report_memory(diags);
    r->job = *job;
    r->decls = &job->program->decls.stage;
    r->in = in;
    r->out = &r->own;
    r->diags = diags;
    status = prepare(r);
    r->in = &r->copied; /* the caller's, and its list, may not exist any more */
    r->diags = NULL;
    if (status)
        runtime_stage_close(r);
    else
        *run = r;
    return status;
}

void runtime_stage_close(struct runtime_stage_run *run)
{
    if (!run)
        return;
    release(run);
    sm5_stage_outputs_free(&run->own);
    free(run);
}

const struct runtime_stage *runtime_stage_of(const struct runtime_stage_run *run)
{
    return &run->stage;
}

static bool clone_records(struct sm5_records *to, const struct sm5_records *from)
{
    uint64_t bytes = from->count * from->registers * 16;
    if (!from->words)
        return true;
    bool ok = make_records(to, from->count, from->registers);
    if (ok && bytes)
        memcpy(to->words, from->words, bytes);
    return ok;
}

enum sm5_status runtime_stage_outputs(const struct runtime_stage_run *run, uint64_t batches,
                                      struct sm5_stage_outputs *out, struct sm5_diags *diags)
{
    *out = (struct sm5_stage_outputs){.threads = 1};
    bool ok = clone_records(&out->outputs, &run->own.outputs) &&
              clone_records(&out->constants, &run->own.constants);
    if (ok && run->own.written) {
        out->written = malloc(run->copied.count + 1);
        ok = out->written != NULL;
        if (ok)
            memcpy(out->written, run->own.written, run->copied.count + 1);
    }
    return ok && gather_streams(run, batches, out) ? SM5_OK : report_memory(diags);
}

void sm5_stage_outputs_free(struct sm5_stage_outputs *outputs)
{
    memory_free(outputs->outputs.words);
    memory_free(outputs->constants.words);
    free(outputs->written);
    for (unsigned i = 0; i < 4; i++) {
        memory_free(outputs->streams[i].vertices.words);
        free(outputs->streams[i].strips);
    }
    *outputs = (struct sm5_stage_outputs){0};
}
