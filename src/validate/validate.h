/* Checks a program against the Direct3D 11.3 functional specification. Each rule is a row of
   validate_diag.def; every program that a Direct3D compiler generates passes. */
#ifndef SM5_VALIDATE_ROOM_H
#define SM5_VALIDATE_ROOM_H

#include "program/program.h"

struct validate_options {
    bool errors_only;
    bool before_run; /* list malformed errors only; one warning counts nonconforming instructions */
    /* Prints an instruction of a program without source text; may be NULL. */
    void (*describe)(const struct sm5_program *program, const struct program_instr *instr,
                     struct strbuf *out);
};

/* SM5_ERR_INPUT when a rule is broken; SM5_OK with warnings only. Linear time. */
enum sm5_status validate_program(const struct sm5_program *program, const struct validate_options *options,
                                 struct sm5_diags *diags);

#endif
