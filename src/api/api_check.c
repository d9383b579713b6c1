/* Checked runs: the checker's engine, and its findings with the text of their instructions. */
#include <stdlib.h>

#include "api.h"
#include "api/api_diag.h"
#include "check/check.h"
#include "runtime/runtime_diag.h"
#include "text/text.h"

struct sm5_findings {
    struct sm5_finding *list;
    char **texts; /* two per finding: of its instruction, and of the other one */
    struct arena messages;
    size_t count;
};

static char *text_of(const struct sm5_program *program, uint32_t at)
{
    struct strbuf line = {0};
    if (at == CHECK_NOWHERE)
        return NULL;
    text_print_instr(program, &program->instrs[at], &line);
    char *copy = line.failed ? NULL : strdup(strbuf_text(&line));
    strbuf_free(&line);
    return copy;
}

static int by_instruction(const void *a, const void *b)
{
    const struct sm5_finding *x = a, *y = b;
    if (x->instruction != y->instruction)
        return x->instruction < y->instruction ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->other_instruction != y->other_instruction)
        return x->other_instruction < y->other_instruction ? -1 : 1;
    return strcmp(x->reg, y->reg);
}

static struct sm5_findings *copy_findings(struct check *check)
{
    size_t count = check->findings.count;
    struct sm5_findings *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->list = calloc(count + 1, sizeof *made->list);
    made->texts = calloc(2 * count + 1, sizeof *made->texts);
    bool ok = made->list && made->texts && !check->failed;
    for (size_t i = 0; ok && i < count; i++) {
        const struct check_finding *finding = &check->findings.data[i];
        char **texts = &made->texts[2 * i];
        texts[0] = text_of(check->program, finding->at);
        texts[1] = text_of(check->program, finding->other);
        made->list[i] = finding->finding;
        made->list[i].text = texts[0];
        made->list[i].other_text = texts[1];
        made->count++;
        ok = (texts[0] || finding->at == CHECK_NOWHERE) && (texts[1] || finding->other == CHECK_NOWHERE);
    }
    made->messages = check->messages;
    check->messages = (struct arena){0};
    if (ok)
        qsort(made->list, count, sizeof *made->list, by_instruction);
    else
        sm5_findings_free(made);
    return ok ? made : NULL;
}

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
    *findings = copy_findings(check);
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

size_t sm5_findings_count(const struct sm5_findings *findings)
{
    return findings->count;
}

const struct sm5_finding *sm5_findings_at(const struct sm5_findings *findings, size_t i)
{
    return i < findings->count ? &findings->list[i] : NULL;
}

void sm5_findings_free(struct sm5_findings *findings)
{
    if (!findings)
        return;
    for (size_t i = 0; findings->texts && i < 2 * findings->count; i++)
        free(findings->texts[i]);
    free(findings->texts);
    arena_free(&findings->messages);
    free(findings->list);
    free(findings);
}
