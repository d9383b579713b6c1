/* Rules of the Direct3D 11.3 functional specification over a program. Each rule is a row of
   validate_diag.def; what it says holds for every program that a compiler for Direct3D makes. */
#ifndef SM5_VALIDATE_ROOM_H
#define SM5_VALIDATE_ROOM_H

#include "program/program.h"

struct validate_options {
    bool errors_only;
    bool before_run; /* list malformed errors alone, count nonconforming instructions in one warning */
    /* Writes an instruction of a program that has no source text; may be NULL. */
    void (*describe)(const struct sm5_program *program, const struct program_instr *instr,
                     struct strbuf *out);
};

/* SM5_ERR_INPUT when a rule is broken; warnings alone are SM5_OK. The cost is linear in the program. */
enum sm5_status validate_program(const struct sm5_program *program, const struct validate_options *options,
                                 struct sm5_diags *diags);

#endif
