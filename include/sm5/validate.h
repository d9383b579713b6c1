/* Validation of programs against the rules of the Direct3D 11.3 functional specification. */
#ifndef SM5_VALIDATE_H
#define SM5_VALIDATE_H

#include <stdbool.h>

#include "diag.h"
#include "program.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Rules that a program must satisfy to run: `validation` of struct sm5_kernel_options and struct
   sm5_check_options. */
enum sm5_validation {
    SM5_VALIDATION_RUN,    /* reject malformed programs; one warning counts the nonconforming instructions */
    SM5_VALIDATION_STRICT, /* reject nonconforming programs too */
    SM5_VALIDATION_NONE    /* run all programs; the results of malformed ones are undefined */
};

/* Zero-initialise for the defaults. */
struct sm5_validate_options {
    bool errors_only; /* omit warnings */
    /* As SM5_VALIDATION_RUN: list errors of class SM5_DIAG_MALFORMED, and count the instructions that
       break other rules in one warning, without reads of unwritten registers. */
    bool before_run;
};

/* Checks the rules whose codes start with "validate-" and "program-"; docs/diagnostics.md lists them with
   their class. SM5_ERR_INPUT when a rule of severity error is broken, SM5_OK otherwise, also with
   warnings. Diagnostics have the line of the text, or the instruction of bytecode as disassembled.
   `options` may be NULL. Thread-safe. */
SM5_API enum sm5_status sm5_validate(const struct sm5_program *program,
                                     const struct sm5_validate_options *options, struct sm5_diags *diags);

#ifdef __cplusplus
}
#endif
#endif
