/* Dispatches: group counts, budgets, and diagnostics when a run stops (D3D11.3 18.6). */
#include <stdlib.h>

#include "base/base.h"
#include "bindings.h"
#include "dispatch.h"
#include "numeric/num_env.h"
#include "runtime.h"
#include "runtime/runtime_diag.h"

enum { WORKERS_MOST = 1024 };

/* ---- group counts ---- */

/* D3D11.3 18.6.5: three counts at a 4-aligned offset. */
static enum sm5_status read_indirect(const struct sm5_dispatch_options *options, uint32_t groups[3],
                                     struct sm5_diags *diags)
{
    const struct sm5_buffer *buffer = options->indirect_buffer;
    uint64_t offset = options->indirect_offset;
    if (!buffer) {
        diag_add(diags, DISPATCH_NO_ARGUMENTS, DIAG_NOWHERE);
        return SM5_ERR_ARGUMENT;
    }
    if (buffer->is_slice) {
        diag_add(diags, DISPATCH_SLICE, DIAG_NOWHERE);
        return SM5_ERR_BINDING;
    }
    if (offset % 4 || buffer->size < 12 || offset > buffer->size - 12) {
        diag_add(diags, DISPATCH_ARGUMENTS, DIAG_NOWHERE, buffer->size, offset);
        return SM5_ERR_ARGUMENT;
    }
    for (unsigned i = 0; i < 3; i++)
        groups[i] = load_u32(buffer->data + offset + 4 * i);
    return SM5_OK;
}

/* Zeros at the end are counts that were left out, as in {64}. */
static void complete_groups(const struct sm5_dispatch_options *options, uint32_t groups[3])
{
    memcpy(groups, options->groups, 3 * sizeof *groups);
    for (unsigned i = 2; i > 0 && groups[i] == 0; i--)
        groups[i] = 1;
}

enum sm5_status runtime_read_groups(const struct runtime_job *job, const struct sm5_dispatch_options *options,
                                    uint32_t groups[3], struct sm5_diags *diags)
{
    const struct sm5_program *program = job->program;
    enum sm5_status status = SM5_OK;
    if (job->bindings->program != program) {
        diag_add(diags, DISPATCH_PROGRAM, DIAG_NOWHERE);
        return SM5_ERR_ARGUMENT;
    }
    if (!job->has_slices && runtime_has_slices(job->bindings)) {
        diag_add(diags, DISPATCH_SLICE, DIAG_NOWHERE);
        return SM5_ERR_BINDING;
    }
    if (options->indirect)
        status = read_indirect(options, groups, diags);
    else
        complete_groups(options, groups);
    if (status)
        return status;
    if (groups[0] > LIMIT_GROUPS || groups[1] > LIMIT_GROUPS || groups[2] > LIMIT_GROUPS) {
        diag_add(diags, DISPATCH_GROUPS, DIAG_NOWHERE, groups[0], groups[1], groups[2], LIMIT_GROUPS);
        return SM5_ERR_ARGUMENT;
    }
    if (program->major >= 5)
        return SM5_OK;
    if (options->indirect) {
        diag_add(diags, DISPATCH_INDIRECT_SM4, DIAG_NOWHERE, program->minor);
        groups[0] = 0;
    } else if (groups[2] > 1) {
        diag_add(diags, DISPATCH_GROUPS_Z, DIAG_NOWHERE, groups[2], program->minor);
        return SM5_ERR_ARGUMENT;
    }
    return SM5_OK;
}

/* ---- faults ---- */

static struct diag_place fault_place(const struct runtime_run *run)
{
    uint32_t instr = run->fault.instr;
    if (instr == UINT32_MAX)
        return DIAG_NOWHERE;
    struct diag_place place = diag_at_instruction(program_instr_number(run->program, instr));
    place.file = run->program->source_name;
    if (instr < run->program->instr_count &&
        !program_place_source(run->program, &run->program->instrs[instr], &place))
        program_place_add_origin(run->program, &run->program->instrs[instr], &place);
    return place;
}

/* "sync_g_t: ", or nothing when the instruction has no text. */
static void fault_text(const struct runtime_job *job, const struct runtime_run *run, struct strbuf *out)
{
    if (!job->describe || run->fault.instr == UINT32_MAX)
        return;
    struct strbuf text = {0};
    job->describe(job->program, &job->program->instrs[run->fault.instr], &text);
    const char *line = strbuf_text(&text);
    size_t length = strcspn(line + strspn(line, " "), "\n");
    while (length && line[strspn(line, " ") + length - 1] == ' ')
        length--;
    strbuf_add_bytes(out, line + strspn(line, " "), length);
    if (length)
        strbuf_add(out, ": ");
    strbuf_free(&text);
}

/* Faults of a stage: batches are internal, so the message counts invocations. */
static void report_stage_fault(const struct runtime_run *run, const char *text, double max_seconds,
                               struct sm5_diags *diags)
{
    const struct runtime_fault *fault = &run->fault;
    struct diag_place place = fault_place(run);
    uint64_t invocation = fault->group * STAGE_BATCH + fault->thread;
    switch (fault->kind) {
    case RUNTIME_FAULT_STEPS: diag_add(diags, FAULT_STAGE_STEPS, place, text, run->max_steps); break;
    case RUNTIME_FAULT_SECONDS: diag_add(diags, FAULT_STAGE_SECONDS, place, text, max_seconds); break;
    case RUNTIME_FAULT_ABORT: diag_add(diags, FAULT_STAGE_ABORT, place, text, invocation); break;
    case RUNTIME_FAULT_BARRIER: diag_add(diags, FAULT_STAGE_BARRIER, place, text, fault->missing); break;
    case RUNTIME_FAULT_FCALL: diag_add(diags, FAULT_STAGE_FCALL, place, text, invocation); break;
    default: break;
    }
}

static void report_group_fault(const struct runtime_job *job, const struct runtime_run *run, const char *text,
                               double max_seconds, struct sm5_diags *diags)
{
    const struct runtime_fault *fault = &run->fault;
    struct diag_place place = fault_place(run);
    uint32_t g[3], t[3], o[3];
    runtime_group_id(run, fault->group, g);
    runtime_thread_id(job->program, fault->thread, t);
    runtime_thread_id(job->program, fault->other_thread, o);
    switch (fault->kind) {
    case RUNTIME_FAULT_BARRIER:
        diag_add(diags, FAULT_BARRIER, place, text, g[0], g[1], g[2], fault->missing, t[0], t[1], t[2], o[0],
                 o[1], o[2]);
        break;
    case RUNTIME_FAULT_FCALL:
        diag_add(diags, FAULT_FCALL, place, text, g[0], g[1], g[2], t[0], t[1], t[2]);
        break;
    case RUNTIME_FAULT_ABORT:
        diag_add(diags, FAULT_ABORT, place, text, g[0], g[1], g[2], t[0], t[1], t[2]);
        break;
    case RUNTIME_FAULT_STEPS:
        diag_add(diags, FAULT_STEPS, place, text, g[0], g[1], g[2], run->max_steps);
        break;
    case RUNTIME_FAULT_SECONDS:
        diag_add(diags, FAULT_SECONDS, place, text, g[0], g[1], g[2], max_seconds);
        break;
    case RUNTIME_FAULT_MEMORY: break; /* only stages */
    }
}

void runtime_report_fault(const struct runtime_job *job, const struct runtime_run *run, double max_seconds,
                          struct sm5_diags *diags)
{
    struct strbuf buf = {0};
    fault_text(job, run, &buf);
    if (run->fault.kind == RUNTIME_FAULT_MEMORY)
        diag_add(diags, MEMORY, DIAG_NOWHERE);
    else if (run->stage)
        report_stage_fault(run, strbuf_text(&buf), max_seconds, diags);
    else
        report_group_fault(job, run, strbuf_text(&buf), max_seconds, diags);
    strbuf_free(&buf);
}

static enum sm5_status fault_status(const struct runtime_fault *fault)
{
    bool is_budget = fault->kind == RUNTIME_FAULT_STEPS || fault->kind == RUNTIME_FAULT_SECONDS;
    if (fault->kind == RUNTIME_FAULT_MEMORY)
        return SM5_ERR_MEMORY;
    return is_budget ? SM5_ERR_LIMIT : SM5_ERR_PROGRAM;
}

/* ---- the run ---- */

/* 0 without a limit, or for one that overflows. */
static uint64_t deadline(uint64_t start, double seconds)
{
    return seconds > 0 && seconds < 1e9 ? start + (uint64_t)(seconds * 1e9) : 0;
}

static uint32_t threads_for(struct pool *pool, const struct sm5_dispatch_options *options)
{
    uint32_t count = options->threads ? options->threads : pool_cores(pool);
    return count < WORKERS_MOST ? count : WORKERS_MOST;
}

static enum sm5_status run_part(struct pool *pool, const struct sm5_dispatch_options *options,
                                struct runtime_run *run, uint32_t *threads)
{
    const struct runtime_part *part = &run->part;
    struct pool_job job = {
        .pool = pool,
        .run = run,
        .first = part->first / part->held,
        .end = (part->first + part->count) / part->held,
        .threads = threads_for(pool, options),
        .cores = pool_cores(pool),
    };
    run->workers = job.end - job.first > 1 ? job.threads : 1;
    return pool_run(&job, threads);
}

/* A progress callback that was called gets a final call, which may cancel too: what called the dispatch
   may have more to run. */
static void call_final_progress(struct runtime_run *run)
{
    if (run->progress && run->progress->called && !run->cancelled)
        run->cancelled =
            !run->progress->call(run->progress->context, runtime_done(run), run->progress->total);
}

static enum sm5_status run_parts(struct pool *pool, const struct sm5_dispatch_options *options,
                                 struct runtime_run *run, uint32_t *threads)
{
    enum sm5_status status = run_part(pool, options, run, threads);
    if (!status && run->rest.count && !run->failed && !run->cancelled) {
        uint32_t threads_of_rest;
        run->done_before = runtime_done(run);
        run->done = 0;
        run->part = run->rest;
        status = run_part(pool, options, run, &threads_of_rest);
    }
    if (!status)
        call_final_progress(run);
    return status;
}

static enum sm5_status run_device(const struct runtime_job *job, struct runtime_run *run, double *seconds,
                                  struct sm5_diags *diags)
{
    struct strbuf why = {0};
    enum sm5_status status = job->engine->run_all(job->kernel, run, seconds, &why);
    if (status && status != SM5_ERR_MEMORY && !run->cancelled)
        diag_add(diags, DISPATCH_DEVICE, DIAG_NOWHERE, job->engine->name, strbuf_text(&why));
    strbuf_free(&why);
    return status;
}

enum sm5_status dispatch_groups(const struct runtime_job *job, const struct sm5_dispatch_options *options,
                                const struct runtime_stage *stage, const struct dispatch_range *range,
                                struct sm5_dispatch_result *result, struct sm5_diags *diags)
{
    struct pool *made = job->pool ? NULL : pool_new(job->engine, job->kernel);
    struct pool *pool = job->pool ? job->pool : made;
    struct runtime_run run = {
        .program = job->program,
        .bindings = runtime_bindings_of(job->bindings),
        .oob = options->oob,
        .order = options->order,
        .is_exclusive = options->exclusive,
        .stage = stage,
        .part = {.merged = 1, .held = 1, .first = range->first, .count = range->count},
        .stop_at = UINT64_MAX,
        .steps = options->max_steps,
        .max_steps = options->max_steps,
        .lock = PTHREAD_MUTEX_INITIALIZER,
    };
    memcpy(run.part.groups, result->groups, sizeof run.part.groups);
    run.deadline_ns = deadline(job->start_ns ? job->start_ns : pool_now(), options->max_seconds);
    struct runtime_progress progress = {
        .call = options->progress,
        .context = options->context,
        .total = range->count,
        .thread = pthread_self(),
        .next_ns = pool_now() + PROGRESS_NS,
        .environment = num_env_get(),
    };
    run.progress = options->progress ? &progress : NULL;
    enum sm5_status status = pool ? SM5_OK : SM5_ERR_MEMORY;
    if (!status)
        run.workers = threads_for(pool, options);
    if (!status && job->engine->prepare)
        status = job->engine->prepare(job->kernel, &run);
    uint64_t start = pool_now();
    if (!progress.called)
        progress.next_ns = start + PROGRESS_NS;
    double seconds = 0;
    if (!status)
        status = job->engine->run_all ? run_device(job, &run, &seconds, diags)
                                      : run_parts(pool, options, &run, &result->threads);
    result->is_device_time = seconds > 0;
    result->seconds = seconds > 0 ? seconds : (double)(pool_now() - start) * 1e-9;
    if (status == SM5_ERR_MEMORY)
        diag_add(diags, MEMORY, DIAG_NOWHERE);
    if (run.cancelled) {
        diag_add(diags, RUN_CANCELLED, DIAG_NOWHERE);
        status = SM5_ERR_CANCELLED;
    } else if (run.failed) {
        runtime_report_fault(job, &run, options->max_seconds, diags);
        status = fault_status(&run.fault);
    }
    pthread_mutex_destroy(&run.lock);
    pool_free(made);
    return status;
}

/* `range`: all groups; becomes those of the options. */
static enum sm5_status read_range(const struct runtime_job *job, const struct sm5_dispatch_options *options,
                                  struct dispatch_range *range, struct sm5_diags *diags)
{
    uint64_t first = options->first_group, count = options->group_count;
    if (!first && !count)
        return SM5_OK;
    if (options->order || job->engine->run_all) {
        diag_add(diags, DISPATCH_RANGE_ENGINE, DIAG_NOWHERE);
        return SM5_ERR_ARGUMENT;
    }
    if (!count || first > range->count || count > range->count - first) {
        diag_add(diags, DISPATCH_RANGE, DIAG_NOWHERE, range->count, count, first);
        return SM5_ERR_ARGUMENT;
    }
    *range = (struct dispatch_range){first, count};
    return SM5_OK;
}

enum sm5_status runtime_dispatch(const struct runtime_job *job, const struct sm5_dispatch_options *options,
                                 struct sm5_dispatch_result *result, struct sm5_diags *diags)
{
    struct sm5_dispatch_result made = {0};
    enum sm5_status status = runtime_read_groups(job, options, made.groups, diags);
    if (!status && made.groups[0] && made.groups[1] && made.groups[2]) {
        runtime_report_bindings(job->bindings, diags);
        struct dispatch_range range = {0, (uint64_t)made.groups[0] * made.groups[1] * made.groups[2]};
        status = read_range(job, options, &range, diags);
        if (!status)
            status = dispatch_groups(job, options, NULL, &range, &made, diags);
    }
    if (result)
        *result = made;
    return status;
}
