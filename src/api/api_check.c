/* Checked runs: the checker's engine, with orders. */
#include "api.h"
#include "api/api_diag.h"
#include "check/check.h"
#include "runtime/runtime_diag.h"
#include "text/text.h"

static struct runtime_job job_of(const struct check *check, struct sm5_bindings *bindings)
{
    return (struct runtime_job){
        .engine = &check_engine,
        .kernel = check,
        .program = check->program,
        .bindings = bindings,
        .describe = text_print_instr,
    };
}

static enum sm5_status run_plain(struct check *check, struct sm5_bindings *bindings,
                                 const struct sm5_dispatch_options *how, struct sm5_diags *diags)
{
    const struct runtime_job job = job_of(check, bindings);
    return runtime_dispatch(&job, how, NULL, diags);
}

static enum sm5_status run_with_orders(struct check *check, struct sm5_bindings *bindings,
                                       const struct sm5_dispatch_options *how, struct sm5_diags *diags)
{
    struct check_memory before;
    enum sm5_status status = SM5_ERR_MEMORY;
    if (check_order_save(&before, bindings))
        status = run_plain(check, bindings, how, diags);
    else
        diag_add(diags, MEMORY, DIAG_NOWHERE);
    if (!status)
        status = check_order_run(check, bindings, how, &before, diags);
    check_order_free(&before);
    return status;
}

static enum sm5_status open_check(const struct sm5_program *program, const struct sm5_check_options *options,
                                  struct check **check, struct sm5_diags *diags)
{
    if (program->instr_count >= SHADOW_INSTRUCTIONS) {
        diag_add(diags, API_CHECK_LENGTH, DIAG_NOWHERE, program->instr_count, (uint32_t)SHADOW_INSTRUCTIONS);
        return SM5_ERR_SUPPORT;
    }
    enum sm5_status status =
        api_validate_for_run(program, options ? options->validation : SM5_VALIDATION_RUN, diags);
    if (!status)
        status = check_new(program, check, diags);
    if (!status && options)
        (*check)->options = *options;
    return status;
}

static enum sm5_status close_check(struct check *check, enum sm5_status status,
                                   struct sm5_findings **findings, struct sm5_diags *diags)
{
    *findings = api_findings_of(check);
    if (!*findings && !status) {
        diag_add(diags, MEMORY, DIAG_NOWHERE);
        status = SM5_ERR_MEMORY;
    }
    check_free(check);
    return status;
}

static enum sm5_status run_check(const struct sm5_program *program, struct sm5_bindings *bindings,
                                 const struct sm5_dispatch_options *dispatch,
                                 const struct sm5_check_options *options, struct sm5_findings **findings,
                                 struct sm5_diags *diags)
{
    struct sm5_dispatch_options serial = *dispatch;
    struct check *check;
    *findings = NULL;
    serial.threads = 1;
    serial.order = 0;
    if (!api_check_value(dispatch->oob, SM5_OOB_ROBUST2, "enum sm5_oob", diags))
        return SM5_ERR_ARGUMENT;
    if (program->stage != ISA_COMPUTE) {
        diag_add(diags, API_STAGE, DIAG_NOWHERE, isa_name(ISA_NAMES_STAGE, program->stage));
        return SM5_ERR_SUPPORT;
    }
    if (runtime_has_slices(bindings)) {
        diag_add(diags, DISPATCH_SLICE, DIAG_NOWHERE);
        return SM5_ERR_BINDING;
    }
    enum sm5_status status = open_check(program, options, &check, diags);
    if (status)
        return status;
    status = (check->options.orders ? run_with_orders : run_plain)(check, bindings, &serial, diags);
    return close_check(check, status, findings, diags);
}

enum sm5_status sm5_check(const struct sm5_program *program, struct sm5_bindings *bindings,
                          const struct sm5_dispatch_options *dispatch,
                          const struct sm5_check_options *options, struct sm5_findings **findings,
                          struct sm5_diags *diags)
{
    struct memory_limit limit;
    memory_limit_begin(&limit, dispatch->max_memory);
    return api_end_limit(&limit, run_check(program, bindings, dispatch, options, findings, diags), diags);
}

static enum sm5_status run_stage_check(const struct sm5_program *program, struct sm5_bindings *bindings,
                                       const struct sm5_stage_run *run,
                                       const struct sm5_check_options *options,
                                       struct sm5_stage_outputs *outputs, struct sm5_findings **findings,
                                       struct sm5_diags *diags)
{
    struct sm5_stage_run serial = *run;
    struct check *check;
    *findings = NULL;
    *outputs = (struct sm5_stage_outputs){0};
    serial.threads = 1;
    if (!api_check_value(run->oob, SM5_OOB_ROBUST2, "enum sm5_oob", diags))
        return SM5_ERR_ARGUMENT;
    enum sm5_status status = open_check(program, options, &check, diags);
    if (status)
        return status;
    const struct runtime_job job = job_of(check, bindings);
    status = runtime_run_stage(&job, &serial, outputs, diags);
    return close_check(check, status, findings, diags);
}

enum sm5_status sm5_check_stage(const struct sm5_program *program, struct sm5_bindings *bindings,
                                const struct sm5_stage_run *run, const struct sm5_check_options *options,
                                struct sm5_stage_outputs *outputs, struct sm5_findings **findings,
                                struct sm5_diags *diags)
{
    struct memory_limit limit;
    memory_limit_begin(&limit, run->max_memory);
    return api_end_limit(&limit, run_stage_check(program, bindings, run, options, outputs, findings, diags),
                         diags);
}
