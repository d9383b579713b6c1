/* Annotations: `// sm5:` comments, which preserve what fxc's formatting omits. An annotation is used only if
   it agrees with the visible line, which people edit; if not, the visible text is used and the parser warns.

   After an instruction (on its last line, if it spans lines):
       TEXT // sm5: 0x05000036 0x00100012 ...     all tokens of the instruction, eight hex digits each.
     Used if text_print_instr of the decoded tokens gives TEXT. TEXT is empty for custom data without a
     textual form.
   Separate lines, above the version line:
       // sm5: chunk SHDR                         FourCC of the code chunk, if not text_default_fourcc's
       // sm5: version 0x00050050                 the version token, if its spare bits 15:8 are not 0
   Separate lines after the last instruction (repeatable: the bytes are concatenated):
       // sm5: struct u0 float3 position; ...     the layout of a resource without RDEF, see docs/cli.md
       // sm5: tail 00ff12                        bytes after the declared length, two hex digits each
   Below the title line of a signature table ("// Input signature:"):
       // sm5: signature ISG1                     FourCC, if not text_default_signature_fourcc's
   After a row of a signature table:
       // NAME ... // sm5: 0x0 0x0 0x3 0x0 0xf 0xf 0x0
     System value, component type, register, mask, rw mask, stream and minimum precision, if the row does not
     give them all. Used if text_print_signature_row of the element gives the visible row. */
#ifndef SM5_TEXT_ANNOTATION_H
#define SM5_TEXT_ANNOTATION_H

#include "text/text.h"

#define TEXT_ANNOTATION "// sm5:"

/* ---- text_defaults.c ---- */

/* The chunk that fxc writes the program's code to: "SHEX", or "SHDR" for SM4 without SM5 features. */
const char *text_default_fourcc(const struct sm5_program *program);
/* ISGN, OSGN (OSG5 for SM5 geometry shaders), PCSG. */
const char *text_default_signature_fourcc(const struct sm5_program *program,
                                          enum program_signature_kind kind);

/* The name in the SysValue column ("POS", "TARGET", "NONE"), or NULL. */
const char *text_system_value(const struct program_signature_element *element);
/* rw_mask has the components that are read (inputs), or those that are not written (outputs): true for the
   latter. */
bool text_mask_is_complement(const struct sm5_program *program, enum program_signature_kind kind);
/* The first system value of a name; false when there is none. */
bool text_find_system_value(const char *word, size_t length, uint32_t *out);

/* All fields are equal. */
bool text_element_equal(const struct program_signature_element *a, const struct program_signature_element *b);

/* ---- print_signature.c ---- */

/* The row of `shown` in a signature table, without annotation, parses as `element`. */
bool text_row_reads_as(const struct sm5_program *program, enum program_signature_kind kind,
                       const struct program_signature_element *shown,
                       const struct program_signature_element *element);

/* One row of a signature table as fxc prints it ("// SV_POSITION   0 ..."), no newline. */
void text_print_signature_row(const struct sm5_program *program, enum program_signature_kind kind,
                              const struct program_signature_element *element, struct strbuf *out);

/* ---- parse_signature.c ---- */

/* The element of a row. Fields that the row does not show get the values that fxc writes. The printer
   annotates a row that does not parse as its element. */
bool text_parse_signature_row(const struct sm5_program *program, enum program_signature_kind kind,
                              const char *row, size_t length, struct arena *arena,
                              struct program_signature_element *out);

#endif
