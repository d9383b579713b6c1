/* What the checker finds, as stops: the checker runs the dispatch once, from its start. Execution is deterministic,
   so the number of operations before a finding is its position here. */
#include <stdlib.h>

#include "check/check.h"
#include "debug/debug.h"

/* The number in the batch of an invocation that a finding names by its number in the run. */
static uint32_t thread_of(const struct sm5_debug *d, const struct check_finding *f)
{
    uint32_t in_batch = f->finding.thread[0] % STAGE_BATCH;
    return d->program->stage == ISA_HULL
               ? in_batch * check_lanes_of_patch(d->program, f->at) + f->finding.thread[1]
               : in_batch;
}

static void print_other_thread(const struct sm5_debug *d, const struct sm5_finding *f, struct strbuf *text)
{
    const uint32_t *t = f->other_thread, *g = f->other_group;
    if (d->stage)
        strbuf_printf(text, " in invocation %u", t[0]);
    else
        strbuf_printf(text, " in thread (%u,%u,%u) of group (%u,%u,%u)", t[0], t[1], t[2], g[0], g[1], g[2]);
}

static bool keep(struct sm5_debug *d, const struct check_finding *found)
{
    const struct sm5_finding *f = &found->finding;
    struct strbuf text = {0};
    struct debug_finding made = {.time = found->time, .kind = f->kind};
    strbuf_printf(&text, "%s %s", sm5_finding_kind_name(f->kind), f->reg);
    if (f->has_other)
        strbuf_printf(&text, ", with instruction %u", f->other_instruction);
    if (f->has_other_thread)
        print_other_thread(d, f, &text);
    strbuf_printf(&text, ": %s", f->message);
    memcpy(made.thread, f->thread, sizeof made.thread);
    if (d->stage)
        debug_thread_id(d, thread_of(d, found), made.thread);
    made.text = text.text;
    if (!text.failed && VEC_PUSH(&d->findings, made))
        return true;
    strbuf_free(&text);
    return false;
}

static bool keep_all(struct sm5_debug *d, const struct check *check)
{
    for (size_t i = 0; i < check->findings.count; i++) {
        const struct check_finding *f = &check->findings.data[i];
        if (f->at != CHECK_NOWHERE && !keep(d, f))
            return false;
    }
    return true;
}

static enum sm5_status run_stage(const struct sm5_debug *d, const struct runtime_job *job,
                                 struct sm5_diags *diags)
{
    struct sm5_stage_run serial = *runtime_stage_of(d->stage)->in;
    struct sm5_stage_outputs outputs;
    serial.threads = 1;
    serial.progress = d->progress;
    serial.context = d->progress_context;
    serial.max_seconds = 0;
    enum sm5_status status = runtime_run_stage(job, &serial, &outputs, diags);
    sm5_stage_outputs_free(&outputs);
    return status;
}

static enum sm5_status run_checker(struct sm5_debug *d, struct check *check, struct sm5_diags *diags)
{
    struct sm5_dispatch_options serial = d->options;
    const struct runtime_job job = {
        .engine = &check_engine, .kernel = check, .program = d->program, .bindings = d->bindings};
    struct sm5_diags *unused = sm5_diags_new(); /* faults are findings here */
    serial.threads = 1;
    serial.progress = d->progress;
    serial.context = d->progress_context;
    enum sm5_status status = SM5_ERR_MEMORY;
    if (unused)
        status = d->stage ? run_stage(d, &job, unused) : runtime_dispatch(&job, &serial, NULL, unused);
    bool ok = status != SM5_ERR_MEMORY && (status == SM5_ERR_CANCELLED || keep_all(d, check));
    sm5_diags_free(unused);
    if (status == SM5_ERR_CANCELLED) {
        diag_add(diags, DEBUG_CANCELLED, DIAG_NOWHERE);
        return status;
    }
    if (!ok)
        diag_add(diags, MEMORY, DIAG_NOWHERE);
    return ok ? SM5_OK : SM5_ERR_MEMORY;
}

enum sm5_status debug_find(struct sm5_debug *d, struct sm5_diags *diags)
{
    struct check *check;
    uint64_t time = d->clock.time;
    if (d->findings.count)
        return SM5_OK;
    enum sm5_status status = check_new(d->program, &check, diags);
    if (status)
        return status;
    check->counts_operations = true;
    check->options.numbers = true;
    debug_restore(d, 0);
    status = run_checker(d, check, diags);
    check_free(check);
    debug_restore(d, 0);
    debug_go(d, time);
    return status;
}
