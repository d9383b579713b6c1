/* Rules of the Direct3D 11.3 functional specification over a program. */
#ifndef SM5_VALIDATE_H
#define SM5_VALIDATE_H

#include <stdbool.h>

#include "diag.h"
#include "program.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Zero-initialise for the defaults. */
struct sm5_validate_options {
    bool errors_only; /* leave the warnings out */
    bool before_run;  /* leave out, too, errors that a run gives a meaning (docs/semantics.md): registers that
                         nothing wrote, cases that fall through, literal indices past cb#, icb, x# and ranges
                         of SM5.1 */
};

/* Holds the program against the rules whose codes start with "validate-" and "program-"; docs/diagnostics.md
   lists them. SM5_ERR_INPUT when one that is an error is broken; SM5_OK also when there are warnings.
   Diagnostics point at the line of a text, or at the printed instruction of bytecode. `options` may be NULL.
   Thread-safe. */
SM5_API enum sm5_status sm5_validate(const struct sm5_program *program,
                                     const struct sm5_validate_options *options, struct sm5_diags *diags);

#ifdef __cplusplus
}
#endif
#endif
