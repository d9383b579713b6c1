/* What explains a difference: the last writer, findings of the checker, and profiles of --oob. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli_diff.h"

/* A further run on the interpreter from the same memory, whose messages are not repeated. */
struct rerun {
    struct sm5_diags *diags;
    struct sm5_dispatch_options how;
};

static bool open_rerun(const struct diff *d, struct rerun *rerun)
{
    *rerun = (struct rerun){.diags = host_diags_new(), .how = d->job->plan.how};
    rerun->how.progress = NULL;
    cli_restore_memory(d->job, d->before);
    return rerun->diags != NULL;
}

/* Reports what else than a stop of the program ended the run. */
static int close_rerun(struct rerun *rerun, enum sm5_status status)
{
    bool failed = status && status != SM5_ERR_PROGRAM && status != SM5_ERR_LIMIT;
    if (failed)
        host_report(rerun->diags, 0);
    sm5_diags_free(rerun->diags);
    return failed ? host_exit_code(status) : HOST_OK;
}

/* ---- writers ---- */

static int find_writers(struct diff *d)
{
    struct sm5_writer *writers = calloc(d->list_count + 1, sizeof *writers);
    size_t *places = calloc(d->list_count + 1, sizeof *places), count = 0;
    struct rerun rerun;
    if (!writers || !places || !open_rerun(d, &rerun)) {
        free(writers);
        free(places);
        host_error("out of memory");
        return HOST_BAD_COMMAND;
    }
    for (size_t i = 0; i < d->list_count; i++) {
        const struct diff_resource *r = &d->list[i];
        if (r->is_counter)
            continue;
        places[count] = i;
        writers[count].buffer = d->job->resources.bound[r->binding].buffer;
        writers[count++].offset = r->at;
    }
    enum sm5_status status =
        sm5_find_writers(d->job->program, d->job->bindings, &rerun.how, writers, count, rerun.diags);
    for (size_t i = 0; i < count; i++)
        d->list[places[i]].causes.writer = writers[i];
    free(writers);
    free(places);
    return close_rerun(&rerun, status);
}

/* ---- the checker ---- */

static int run_checker(struct diff *d)
{
    const struct sm5_check_options check = {.validation = SM5_VALIDATION_NONE};
    struct rerun rerun;
    if (!open_rerun(d, &rerun))
        return HOST_BAD_COMMAND;
    enum sm5_status status =
        sm5_check(d->job->program, d->job->bindings, &rerun.how, &check, &d->findings, rerun.diags);
    return close_rerun(&rerun, status);
}

/* Findings name registers by their number in operands. */
static bool is_register(const struct diff *d, const struct cli_bound *bound, const char *reg)
{
    struct sm5_resource_info info = {0};
    if (reg[0] != bound->slot.kind || bound->resource < 0 ||
        !sm5_resource_at(d->job->program, (uint32_t)bound->resource, &info))
        return false;
    uint64_t number = strtoull(reg + 1, NULL, 10), at = (uint64_t)bound->slot.reg + bound->slot.index;
    return number == info.id + (at - info.reg);
}

bool diff_finding_applies(const struct diff *d, const struct diff_resource *r, const struct sm5_finding *f)
{
    const struct sm5_writer *writer = &r->causes.writer;
    return is_register(d, &d->job->resources.bound[r->binding], f->reg) ||
           (!r->is_counter && writer->found && f->text && f->instruction == writer->instruction);
}

/* ---- profiles ---- */

/* The engine gives the interpreter's results. */
static bool is_exact(const struct diff_results *results)
{
    return !results->is_recorded &&
           (results->kernel.engine == SM5_ENGINE_INTERP || results->kernel.engine == SM5_ENGINE_JIT);
}

bool diff_explains_first(const struct diff *d, const struct diff_resource *r)
{
    return is_exact(&d->results[r->results]) && !is_exact(&d->results[0]);
}

/* Memory holds the profile's result. */
static void compare_profile(struct diff *d, struct diff_resource *r, unsigned profile)
{
    const struct cli_bound *bound = &d->job->resources.bound[r->binding];
    size_t explained = diff_explains_first(d, r) ? 0 : r->results;
    uint32_t counter;
    if (r->is_counter) {
        r->causes.profile_first[profile] = r->causes.profile_all[profile] =
            sm5_counter_get(d->job->bindings, &bound->slot, &counter) && counter == r->values[explained != 0];
        return;
    }
    const uint8_t *got = sm5_buffer_data(bound->buffer),
                  *other = d->results[explained].copy[r->binding].bytes;
    uint64_t left = sm5_buffer_size(bound->buffer) - r->at;
    uint64_t width = r->type == 'd' ? 8 : r->type == 'h' ? 2 : r->type == 'c' ? 1 : 4;
    width = width < left ? width : left;
    r->causes.profile_first[profile] = memcmp(got + r->at, other + r->at, width) == 0;
    r->causes.profile_all[profile] =
        r->causes.profile_first[profile] && diff_equal(d, r->binding, got, other);
}

static int run_profile(struct diff *d, enum sm5_oob oob)
{
    struct rerun rerun;
    if (!open_rerun(d, &rerun))
        return HOST_BAD_COMMAND;
    rerun.how.oob = oob;
    enum sm5_status status = sm5_dispatch(d->job->kernel, d->job->bindings, &rerun.how, NULL, rerun.diags);
    for (size_t i = 0; !status && i < d->list_count; i++)
        compare_profile(d, &d->list[i], (unsigned)oob - 1);
    return close_rerun(&rerun, status);
}

int diff_explain(struct diff *d)
{
    int code = find_writers(d);
    if (code == HOST_OK)
        code = run_checker(d);
    for (enum sm5_oob oob = SM5_OOB_ELEMENT; code == HOST_OK && oob <= SM5_OOB_ROBUST2; oob++)
        if (oob != d->job->plan.how.oob)
            code = run_profile(d, oob);
    if (d->failed) {
        host_error("out of memory");
        return HOST_BAD_COMMAND;
    }
    return code;
}
