/* What printing and parsing share inside the text room: the syntax of the `// sm5:` comments, and the small
   questions that both must answer alike.

   A `// sm5:` comment carries what fxc's look loses. It is believed only when it says the same as the line
   that people see and edit; else the visible text wins and the parser warns.

   Behind an instruction (on its last line, when it spans lines):
       TEXT // sm5: 0x05000036 0x00100012 ...     all words of the instruction, eight hex digits each.
     Used when decoding the words and text_print_instr give TEXT. TEXT is empty for custom data without a look
     (the line is the comment alone).
   Lines of their own, above the version line:
       // sm5: chunk SHDR                         fourcc of the code, when it is not text_default_fourcc's
       // sm5: version 0x00050050                 the version token, when its spare bits 15:8 are not 0
   A line of its own behind the last instruction (repeated: the bytes add up):
       // sm5: struct u0 float3 position; ...     the layout of a resource without RDEF, see docs/cli.md
       // sm5: tail 00ff12                        bytes behind the declared length, two hex digits each
   Below the title line of a signature table ("// Input signature:"):
       // sm5: signature ISG1                     fourcc, when it is not text_default_signature_fourcc's
   Behind a row of a signature table:
       // NAME ... // sm5: 0x0 0x0 0x3 0x0 0xf 0xf 0x0
                                                  system value, component type, register, mask, rw mask,
   stream, min precision, when the row does not say them all. Used when text_print_signature_row of the
   element gives the visible row. */
#ifndef SM5_TEXT_ANNOTATION_H
#define SM5_TEXT_ANNOTATION_H

#include "text/text.h"

#define TEXT_ANNOTATION "// sm5:"

/* ---- text_defaults.c ---- */

/* The chunk that fxc puts such a program in: "SHEX", or "SHDR" for plain SM4. */
const char *text_default_fourcc(const struct sm5_program *program);
/* ISGN, OSGN (OSG5 for SM5 geometry shaders), PCSG. */
const char *text_default_signature_fourcc(const struct sm5_program *program,
                                          enum program_signature_kind kind);

/* The word of the SysValue column ("POS", "TARGET", "NONE"), or NULL for a number that has none. */
const char *text_system_value(const struct program_signature_element *element);
/* The input that a stage reads is marked by the components read, an output by those not written: true for the
 * latter. */
bool text_mask_is_complement(const struct sm5_program *program, enum program_signature_kind kind);
/* The first system value whose word is `word`; false when there is none. */
bool text_find_system_value(const char *word, size_t length, uint32_t *out);

/* ---- print_signature.c ---- */

/* One row of a signature table as fxc prints it ("// SV_POSITION   0 ..."), no newline. */
void text_print_signature_row(const struct sm5_program *program, enum program_signature_kind kind,
                              const struct program_signature_element *element, struct strbuf *out);

/* ---- parse_signature.c ---- */

/* The element of a row; fields that the row does not show get the values that fxc writes.
   The printer adds the `// sm5:` words of a row when parsing it does not give the element back. */
bool text_parse_signature_row(const struct sm5_program *program, enum program_signature_kind kind,
                              const char *row, size_t length, struct arena *arena,
                              struct program_signature_element *out);

#endif
