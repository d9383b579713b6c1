/* What the files of this room share: reading and writing single operands and instructions. */
#ifndef SM5_BYTECODE_PARTS_H
#define SM5_BYTECODE_PARTS_H

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
    OPERAND_EXT_MODIFIER = 1, /* the one type that says something */
    OPERAND_EXT_MODIFIER_SHIFT = 6,
    OPERAND_EXT_PRECISION_SHIFT = 14,
    OPERAND_EXT_NONUNIFORM = 0x20000
};
#define OPERAND_EXTENDED 0x80000000u

/* The largest number of words one operand takes: two tokens, and three indices of two words and a nested
   operand, which itself has two tokens and three indices of two words. */
enum { OPERAND_MAX_WORDS = 2 + 3 * (2 + 2 + 3 * 2) };

/* Reads the words of one instruction after the other. */
struct bytecode_reader {
    const uint32_t *words; /* the code, or the words of one instruction */
    uint32_t at;           /* the next word */
    uint32_t end;          /* behind the instruction's last word */
    uint32_t limit;        /* behind the code's last word */
    bool is_51;
    const struct isa_op *op; /* the instruction's row */
    struct arena *arena;
    struct program_operand *operands; /* room for the operands of instructions, zeroed */
    struct program_operand *nested;   /* room for operands inside indices, zeroed */
    uint32_t nested_left;
    const char *fourcc; /* for diagnostics */
    struct sm5_diags *diags;
};

/* Adds a diagnostic at a word and gives the status to return. */
#define bytecode_fail(reader, id, token, ...)                                                                \
    (diag_add((reader)->diags, id, diag_at_chunk((reader)->fourcc, (token)), __VA_ARGS__), SM5_ERR_INPUT)

/* bytecode_operand.c */

/* Reads an operand, its extended token, and what it holds or is indexed by. *out is zeroed memory. */
enum sm5_status bytecode_operand_read(struct bytecode_reader *reader, struct program_operand *out);
/* Appends the words of an operand; `words` has room for OPERAND_MAX_WORDS. False when a nested operand is
   itself indexed by a register. */
bool bytecode_operand_write(const struct program_operand *operand, struct program_tokens *words);

/* bytecode_instr.c */

/* The extent of the instruction at `start`, and its row. False when it is malformed in itself. */
struct bytecode_frame {
    const struct isa_op *op;
    uint32_t words;
};
bool bytecode_frame(const struct bytecode_reader *reader, uint32_t start, struct bytecode_frame *frame);

/* Reads the instruction at reader->at and moves behind it; takes its operands from reader->operands. *out is
   zeroed memory. */
enum sm5_status bytecode_instr_read(struct bytecode_reader *reader, struct program_instr *out);
/* Appends the words of an instruction. SM5_ERR_INPUT when they do not fit the length field. */
enum sm5_status bytecode_instr_write(const struct program_instr *instr, struct program_tokens *words);

#endif
