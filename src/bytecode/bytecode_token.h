/* Reading and writing single operands and instructions. */
#ifndef SM5_BYTECODE_TOKEN_H
#define SM5_BYTECODE_TOKEN_H

#include "bytecode/bytecode.h"
#include "bytecode/bytecode_diag.h"

/* The fields of an operand token (D3D11 tokenized program format, "Instruction Operand Format"). */
enum {
    OPERAND_COMPS = 0x3,
    OPERAND_SELECTION_SHIFT = 2,
    OPERAND_SELECT_SHIFT = 4,
    OPERAND_FILE_SHIFT = 12,
    OPERAND_DIMENSION_SHIFT = 20,
    OPERAND_FORM_SHIFT = 22, /* of index 0; three bits an index */
    OPERAND_FORM_BITS = 3,

    OPERAND_EXT_TYPE = 0x3f,
    OPERAND_EXT_MODIFIER = 1, /* the only type with a meaning */
    OPERAND_EXT_MODIFIER_SHIFT = 6,
    OPERAND_EXT_PRECISION_SHIFT = 14,
    OPERAND_EXT_NONUNIFORM = 0x20000
};
#define OPERAND_EXTENDED 0x80000000u

/* The largest number of DWORDs of an operand: two tokens, and three indices of two DWORDs and a nested
   operand, which has two tokens and three indices of two DWORDs. */
enum { OPERAND_MAX_DWORDS = 2 + 3 * (2 + 2 + 3 * 2) };

/* Reads instruction after instruction. */
struct bytecode_reader {
    const uint32_t *dwords; /* the code, or one instruction */
    uint32_t at;            /* the next DWORD */
    uint32_t end;           /* after the instruction's last DWORD */
    uint32_t limit;         /* after the code's last DWORD */
    bool is_51;
    const struct isa_op *op; /* the instruction's row */
    struct arena *arena;
    struct program_operand *operands; /* space for operands of instructions, zeroed */
    struct program_operand *nested;   /* space for operands inside indices, zeroed */
    uint32_t nested_left;
    const char *fourcc; /* for diagnostics */
    struct sm5_diags *diags;
};

/* Adds a diagnostic at a DWORD; returns the status. */
#define bytecode_fail(reader, id, token, ...)                                                                \
    (diag_add((reader)->diags, id, diag_at_chunk((reader)->fourcc, (token)), __VA_ARGS__), SM5_ERR_INPUT)

/* bytecode_operand.c */

/* Reads an operand, its extended token, its immediates and indices. *out is zeroed memory. */
enum sm5_status bytecode_operand_read(struct bytecode_reader *reader, struct program_operand *out);
/* Appends the DWORDs of an operand; `dwords` has space for OPERAND_MAX_DWORDS. False when a nested operand is
   itself indexed by a register. */
bool bytecode_operand_write(const struct program_operand *operand, struct program_tokens *dwords);

/* bytecode_instr.c */

/* The extent of the instruction at `start`, and its row. False when it is malformed. */
struct bytecode_frame {
    const struct isa_op *op;
    uint32_t dwords;
};
bool bytecode_frame(const struct bytecode_reader *reader, uint32_t start, struct bytecode_frame *frame);

/* Reads the instruction at reader->at and advances past it; allocates its operands from reader->operands.
   *out is zeroed memory. */
enum sm5_status bytecode_instr_read(struct bytecode_reader *reader, struct program_instr *out);
/* Appends the DWORDs of an instruction. SM5_ERR_INPUT when they do not fit the length field. */
enum sm5_status bytecode_instr_write(const struct program_instr *instr, struct program_tokens *dwords);

#endif
