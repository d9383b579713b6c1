/* Tokens <-> program (the payload of SHDR and SHEX). */
#ifndef SM5_BYTECODE_H
#define SM5_BYTECODE_H

#include "program/program.h"

/* Decodes a code payload into program->instrs and the version fields, then collects the declarations. Reports the
   token of the first malformed instruction and stops there. */
enum sm5_status bytecode_decode(struct bytes code, struct sm5_program *program, struct sm5_diags *diags);

/* The whole payload: version, length, every instruction, code_tail. Same words as were decoded. */
enum sm5_status bytecode_encode(const struct sm5_program *program, struct program_words *out);

/* One instruction at a time, for the text room. */
extern const struct program_codec bytecode_codec;

#endif
