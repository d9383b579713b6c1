/* Opening a debugger: arguments are checked here, the rest is in src/debug/. */
#include "api.h"
#include "api/api_diag.h"
#include "debug/debug.h"

enum sm5_status sm5_debug_new(const struct sm5_program *program, struct sm5_bindings *bindings,
                              const struct sm5_debug_options *options, struct sm5_debug **debug,
                              struct sm5_diags *diags)
{
    *debug = NULL;
    if (!api_check_value(options->dispatch.oob, SM5_OOB_ROBUST2, "enum sm5_oob", diags))
        return SM5_ERR_ARGUMENT;
    if (program->stage != ISA_COMPUTE) {
        diag_add(diags, API_STAGE, DIAG_NOWHERE, isa_name(ISA_NAMES_STAGE, program->stage));
        return SM5_ERR_SUPPORT;
    }
    return debug_open(program, bindings, options, NULL, debug, diags);
}

enum sm5_status sm5_debug_new_stage(const struct sm5_program *program, struct sm5_bindings *bindings,
                                    const struct sm5_stage_run *run, uint64_t snapshot_bytes,
                                    struct sm5_debug **debug, struct sm5_diags *diags)
{
    const struct sm5_debug_options options = {.dispatch = {.max_steps = run->max_steps, .oob = run->oob},
                                              .snapshot_bytes = snapshot_bytes};
    *debug = NULL;
    if (!api_check_value(run->oob, SM5_OOB_ROBUST2, "enum sm5_oob", diags))
        return SM5_ERR_ARGUMENT;
    return debug_open(program, bindings, &options, run, debug, diags);
}
