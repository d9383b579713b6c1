/* Assembly text <-> program, spelled as fxc's disassembler spells it. */
#ifndef SM5_TEXT_H
#define SM5_TEXT_H

#include "program/program.h"

struct text_print_options {
    bool fxc;   /* exactly fxc's text; otherwise with `// sm5:` comments for what it loses */
    bool lines; /* comments that say where instructions come from, as far as that is known */
    const struct program_codec *codec; /* needed unless fxc */
};

/* Header comments (signatures, bindings, buffers, class linkage), version line, one line an instruction, and
   the slot count. */
enum sm5_status text_print(const struct sm5_program *program, const struct text_print_options *options,
                           struct strbuf *out);

/* One instruction as one line without indent or newline (an immediate constant buffer spans lines, as fxc has
 * it). */
void text_print_instr(const struct sm5_program *program, const struct program_instr *instr,
                      struct strbuf *out);

/* The row that shows `shown` in a signature table, without `// sm5:` words, reads as `element`. */
bool text_row_reads_as(const struct sm5_program *program, enum program_signature_kind kind,
                       const struct program_signature_element *shown,
                       const struct program_signature_element *element);

/* Parses assembly text into a new program and collects its declarations. Up to 20 errors are reported; the
   program is only usable with SM5_OK. `name` is for diagnostics. */
enum sm5_status text_parse(const char *text, size_t length, const char *name,
                           const struct program_codec *codec, struct sm5_program *program,
                           struct sm5_diags *diags);

/* Parses one line as one instruction (no diagnostics): how the printer learns what its line loses. `program`
   gives stage, model and declarations context; without `codec` shader messages are refused. */
enum sm5_status text_parse_line(const char *line, size_t length, const struct sm5_program *program,
                                const struct program_codec *codec, struct arena *arena,
                                struct program_instr *out);

#endif
