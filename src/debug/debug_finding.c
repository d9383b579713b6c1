/* What the checker finds, as stops: the checker runs the dispatch once, from its start. Execution is deterministic,
   so the number of operations before a finding is its position here. */
#include <stdlib.h>

#include "check/check.h"
#include "debug/debug.h"

static bool keep(struct sm5_debug *d, const struct sm5_finding *f, uint64_t time)
{
    struct strbuf text = {0};
    struct debug_finding made = {.time = time};
    strbuf_printf(&text, "%s %s", sm5_finding_kind_name(f->kind), f->reg);
    if (f->has_other)
        strbuf_printf(&text, ", with instruction %u", f->other_instruction);
    if (f->has_other_thread)
        strbuf_printf(&text, " in thread (%u,%u,%u) of group (%u,%u,%u)", f->other_thread[0],
                      f->other_thread[1], f->other_thread[2], f->other_group[0], f->other_group[1],
                      f->other_group[2]);
    strbuf_printf(&text, ": %s", f->message);
    memcpy(made.thread, f->thread, sizeof made.thread);
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
        if (f->at != CHECK_NOWHERE && !keep(d, &f->finding, f->time))
            return false;
    }
    return true;
}

static enum sm5_status run_checker(struct sm5_debug *d, struct check *check, struct sm5_diags *diags)
{
    struct sm5_dispatch_options serial = d->options;
    const struct runtime_job job = {
        .engine = &check_engine, .kernel = check, .program = d->program, .bindings = d->bindings};
    struct sm5_diags *unused = sm5_diags_new(); /* faults are findings here */
    serial.threads = 1;
    enum sm5_status status = unused ? runtime_dispatch(&job, &serial, NULL, unused) : SM5_ERR_MEMORY;
    bool ok = status != SM5_ERR_MEMORY && keep_all(d, check);
    sm5_diags_free(unused);
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
    debug_restore(d, 0);
    status = run_checker(d, check, diags);
    check_free(check);
    debug_restore(d, 0);
    debug_go(d, time);
    return status;
}
