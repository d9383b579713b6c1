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
    return debug_open(program, bindings, options, debug, diags);
}
