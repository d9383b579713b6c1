/* The last writers of bytes, found by a run on the interpreter. */
#include <stdlib.h>

#include "api.h"
#include "api/api_diag.h"
#include "check/check_watch.h"
#include "text/text.h"

static void describe(struct check *check, const struct check_site *site, struct sm5_writer *writer)
{
    struct sm5_finding place = {0};
    writer->found = site->at != CHECK_NOWHERE;
    if (!writer->found)
        return;
    check_describe_site(check, site, &place);
    writer->instruction = place.instruction;
    writer->line = place.line;
    writer->file = place.file;
    memcpy(writer->thread, place.thread, sizeof writer->thread);
    memcpy(writer->group, place.group, sizeof writer->group);
}

static enum sm5_status run_watched(struct check *check, struct sm5_bindings *bindings,
                                   const struct sm5_dispatch_options *dispatch, struct check_watch *watch,
                                   struct sm5_diags *diags)
{
    struct sm5_dispatch_options serial = *dispatch;
    const struct runtime_job job = {
        .engine = &check_watch_engine,
        .kernel = watch,
        .program = check->program,
        .bindings = bindings,
        .describe = text_print_instr,
    };
    serial.threads = 1;
    serial.order = 0;
    watch->kernel = check->kernel;
    watch->engine = &interp_engine;
    return runtime_dispatch(&job, &serial, NULL, diags);
}

/* Stops of the run are no failure here: what was written before has its writers. */
static enum sm5_status find_writers(struct check *check, struct sm5_bindings *bindings,
                                    const struct sm5_dispatch_options *dispatch, struct sm5_writer *writers,
                                    size_t count, struct sm5_diags *diags)
{
    struct check_watch watch = {.targets = calloc(count + 1, sizeof *watch.targets), .count = count};
    struct runtime_run shown = {.part = {.merged = 1, .held = 1}};
    if (!watch.targets) {
        diag_add(diags, MEMORY, DIAG_NOWHERE);
        return SM5_ERR_MEMORY;
    }
    for (size_t i = 0; i < count; i++) {
        writers[i].found = false;
        watch.targets[i].byte = writers[i].buffer->data + writers[i].offset;
        watch.targets[i].last.at = CHECK_NOWHERE;
    }
    enum sm5_status status = run_watched(check, bindings, dispatch, &watch, diags);
    memcpy(shown.part.groups, watch.groups, sizeof shown.part.groups);
    check->run = &shown;
    for (size_t i = 0; i < count; i++)
        describe(check, &watch.targets[i].last, &writers[i]);
    check->run = NULL;
    free(watch.targets);
    return status;
}

static enum sm5_status watch_run(const struct sm5_program *program, struct sm5_bindings *bindings,
                                 const struct sm5_dispatch_options *dispatch, struct sm5_writer *writers,
                                 size_t count, struct sm5_diags *diags)
{
    struct check *check;
    if (!api_check_value(dispatch->oob, SM5_OOB_ROBUST2, "enum sm5_oob", diags))
        return SM5_ERR_ARGUMENT;
    if (program->stage != ISA_COMPUTE) {
        diag_add(diags, API_STAGE, DIAG_NOWHERE, isa_name(ISA_NAMES_STAGE, program->stage));
        return SM5_ERR_SUPPORT;
    }
    for (size_t i = 0; i < count; i++)
        if (writers[i].offset >= writers[i].buffer->size)
            return SM5_ERR_ARGUMENT;
    enum sm5_status status = check_new(program, &check, diags);
    if (status)
        return status;
    status = find_writers(check, bindings, dispatch, writers, count, diags);
    check_free(check);
    return status;
}

enum sm5_status sm5_find_writers(const struct sm5_program *program, struct sm5_bindings *bindings,
                                 const struct sm5_dispatch_options *dispatch, struct sm5_writer *writers,
                                 size_t count, struct sm5_diags *diags)
{
    struct memory_limit limit;
    memory_limit_begin(&limit, dispatch->max_memory);
    return api_end_limit(&limit, watch_run(program, bindings, dispatch, writers, count, diags), diags);
}
