/* Tokens <-> program (the payload of SHDR and SHEX). */
#ifndef SM5_BYTECODE_H
#define SM5_BYTECODE_H

#include "program/program.h"

/* Decodes a code payload into program->instrs and the version fields, then collects the declarations. Reports
   the token of the first malformed instruction and stops there. */
enum sm5_status bytecode_decode(struct bytes code, struct sm5_program *program, struct sm5_diags *diags);

/* The whole payload: version, length, every instruction, code_tail (its last DWORD padded with zeros). The
   DWORDs are those that were decoded. *out is empty before; the caller frees its data. SM5_ERR_INPUT when
   an instruction does not fit its length field. */
enum sm5_status bytecode_encode(const struct sm5_program *program, struct program_tokens *out);

/* The size in bytes of bytecode_encode's result: code_tail may end inside a DWORD. */
static inline struct bytes bytecode_bytes(const struct sm5_program *program,
                                          const struct program_tokens *dwords)
{
    size_t fill = -program->code_tail.size % sizeof *dwords->data;
    return (struct bytes){(const uint8_t *)dwords->data, dwords->count * sizeof *dwords->data - fill};
}

/* One instruction at a time, for text/. */
extern const struct program_codec bytecode_codec;

#endif
