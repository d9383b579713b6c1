/* Rules of the Direct3D 11.3 functional specification over a program. */
#ifndef SM5_VALIDATE_H
#define SM5_VALIDATE_H

#include <stdbool.h>

#include "diag.h"
#include "program.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which rules a program must keep to be run: `validation` of struct sm5_kernel_options and of struct
   sm5_check_options. */
enum sm5_validation {
    SM5_VALIDATION_RUN,    /* malformed programs are refused; one warning counts nonconforming instructions */
    SM5_VALIDATION_STRICT, /* nonconforming programs are refused too */
    SM5_VALIDATION_NONE    /* all programs run, with undefined results when they are malformed */
};

/* Zero-initialise for the defaults. */
struct sm5_validate_options {
    bool errors_only; /* leave the warnings out */
    bool before_run;  /* as SM5_VALIDATION_RUN: list errors of class SM5_DIAG_MALFORMED, and count the
                         instructions that break other rules in one warning; reads of registers that nothing
                         wrote are not counted */
};

/* Checks the program against the rules whose codes start with "validate-" and "program-"; docs/diagnostics.md
   lists them with their class. SM5_ERR_INPUT when an error is listed; SM5_OK also when there are warnings.
   Diagnostics point at the line of a text, or at the printed instruction of bytecode. `options` may be NULL.
   Thread-safe. */
SM5_API enum sm5_status sm5_validate(const struct sm5_program *program,
                                     const struct sm5_validate_options *options, struct sm5_diags *diags);

#ifdef __cplusplus
}
#endif
#endif
