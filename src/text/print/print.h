/* The printer's files: what they share. */
#ifndef SM5_TEXT_PRINT_H
#define SM5_TEXT_PRINT_H

#include "text/text_annotation.h"

/* print_compiler.c: versions of fxc, in order, between which its formatting changed. A program that does not
   name its compiler is printed as by 9.30; one of SM5.1 as by the first compilers that support it. */
enum text_compiler {
    TEXT_COMPILER_9_29,
    TEXT_COMPILER_9_30,
    TEXT_COMPILER_6,
    TEXT_COMPILER_10_0,
    TEXT_COMPILER_10_1
};
enum text_compiler text_compiler_of(const struct sm5_program *program);

/* print_number.c: values as fxc's C runtime prints them */
void text_print_unsigned(uint64_t value, struct strbuf *out);
/* "0x" and eight digits. */
void text_print_hex(uint32_t value, struct strbuf *out);
void text_print_float(const struct sm5_program *program, uint32_t bits, struct strbuf *out);
void text_print_double(uint64_t bits, struct strbuf *out);
/* One 32-bit value of an immediate, by its type in the instruction table. */
void text_print_value(const struct sm5_program *program, uint32_t bits, enum isa_type type,
                      struct strbuf *out);

/* print_operand.c */
void text_print_mask(uint32_t mask, struct strbuf *out);
void text_print_operand(const struct sm5_program *program, const struct program_operand *operand,
                        enum isa_type type, struct strbuf *out);
/* The same for a source that is converted to the minimum precision `as` of the result. */
void text_print_source(const struct sm5_program *program, const struct program_operand *operand,
                       enum isa_type type, uint8_t as, struct strbuf *out);

/* print_dcl.c: mnemonic and arguments */
void text_print_dcl(const struct sm5_program *program, const struct program_instr *instr, struct strbuf *out);
/* "(float,float,float,float)" */
void text_print_types(uint32_t codes, struct strbuf *out);
/* A name of an enumeration, or the number when it has none. */
void text_print_name(enum isa_names table, uint32_t value, struct strbuf *out);

/* print_custom.c: custom data without a textual form prints nothing */
void text_print_custom(const struct sm5_program *program, const struct program_instr *instr,
                       struct strbuf *out);

/* print_header.c: all comments above the version line */
void text_print_header(const struct sm5_program *program, const struct text_print_options *options,
                       struct strbuf *out);
/* print_reflection.c */
void text_print_buffers(const struct sm5_program *program, struct strbuf *out);
void text_print_bindings(const struct sm5_program *program, struct strbuf *out);
/* print_signature.c */
void text_print_signature(const struct sm5_program *program, enum program_signature_kind kind, bool lossless,
                          struct strbuf *out);

#endif
