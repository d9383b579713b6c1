/* Private to program/: declarations of stages other than compute. */
#ifndef SM5_PROGRAM_STAGE_H
#define SM5_PROGRAM_STAGE_H

#include "program.h"

/* Fills program->decls.stage from program->instrs; the memory is the program's arena. */
enum sm5_status program_stage_collect(struct sm5_program *program, struct sm5_diags *diags);

#endif
