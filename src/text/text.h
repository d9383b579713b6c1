/* Assembly text <-> program, in the spelling of fxc's disassembler. */
#ifndef SM5_TEXT_H
#define SM5_TEXT_H

#include "program/program.h"

struct text_print_options {
    bool fxc;   /* exactly fxc's text; otherwise `// sm5:` annotations preserve what it omits */
    bool lines; /* comments with the source lines of instructions, where known */
    const struct program_codec *codec; /* may be NULL with fxc only */
};

/* Header comments (signatures, bindings, buffers, class linkage), version line, one line an instruction, and
   the slot count. */
enum sm5_status text_print(const struct sm5_program *program, const struct text_print_options *options,
                           struct strbuf *out);

/* One instruction without indentation or newline. Only immediate constant buffers span lines. */
void text_print_instr(const struct sm5_program *program, const struct program_instr *instr,
                      struct strbuf *out);

/* The line of an instruction is indented less than the one before it (else and closers); the lines after it are
   indented more (openers and else). */
bool text_outdents(uint16_t opcode);
bool text_indents(uint16_t opcode);

/* text_merge.c: *out is the signature that the table of an edited text gives base's container, NULL when
   base's is kept. False when memory is exhausted. */
bool text_merge_signature(const struct sm5_program *program, const struct sm5_program *base,
                          enum program_signature_kind kind, struct arena *arena,
                          const struct program_signature **out);

/* Parses assembly text into a new program and collects its declarations. Up to 20 errors are reported; the
   program is only usable with SM5_OK. `name` is for diagnostics. */
enum sm5_status text_parse(const char *text, size_t length, const char *name,
                           const struct program_codec *codec, struct sm5_program *program,
                           struct sm5_diags *diags);

/* Parses one instruction, without diagnostics; the printer compares the result with the original. `program`
   gives stage, model and declarations. Without `codec` shader messages are rejected. */
enum sm5_status text_parse_line(const char *line, size_t length, const struct sm5_program *program,
                                const struct program_codec *codec, struct arena *arena,
                                struct program_instr *out);

#endif
