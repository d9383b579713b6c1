/* The rules, with the printer for programs that have no source text. */
#include "api.h"
#include "text/text.h"
#include "validate/validate.h"

enum sm5_status sm5_validate(const struct sm5_program *program, const struct sm5_validate_options *options,
                             struct sm5_diags *diags)
{
    const struct validate_options how = {.errors_only = options && options->errors_only,
                                         .before_run = options && options->before_run,
                                         .describe = text_print_instr};
    enum sm5_status status = validate_program(program, &how, diags);
    if (status == SM5_ERR_MEMORY)
        diag_add(diags, MEMORY, DIAG_NOWHERE);
    return status;
}
