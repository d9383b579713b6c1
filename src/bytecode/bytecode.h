/* Tokens <-> program (the payload of SHDR and SHEX). */
#ifndef SM5_BYTECODE_H
#define SM5_BYTECODE_H

#include "program/program.h"

/* Decodes a code payload into program->instrs and the version fields, then collects the declarations. Reports
   the token of the first malformed instruction and stops there. */
enum sm5_status bytecode_decode(struct bytes code, struct sm5_program *program, struct sm5_diags *diags);

/* The whole payload: version, length, every instruction, code_tail (its last word filled up with zeros). Same
   words as were decoded. *out is empty before; the caller frees its data. SM5_ERR_INPUT when an instruction
   does not fit its length field. */
enum sm5_status bytecode_encode(const struct sm5_program *program, struct program_tokens *out);

/* The bytes of what bytecode_encode gave: code_tail may end inside a word. */
static inline struct bytes bytecode_bytes(const struct sm5_program *program,
                                          const struct program_tokens *words)
{
    size_t fill = -program->code_tail.size % sizeof *words->data;
    return (struct bytes){(const uint8_t *)words->data, words->count * sizeof *words->data - fill};
}

/* One instruction at a time, for the text room. */
extern const struct program_codec bytecode_codec;

#endif
