/* The parser's half of the text room: its state, and what its files offer each other. Functions that return
   bool give false after reporting what is wrong (once a line); the caller goes on with the next line. */
#ifndef SM5_TEXT_PARSE_H
#define SM5_TEXT_PARSE_H

#include "text/text_annotation.h"
#include "text/text_diag.h"

enum {
    TEXT_ERROR_LIMIT = 20,
    TEXT_WORD_LIMIT = 64, /* bytes of the longest word looked up; longer ones are unknown */
    SPAN_ARG_LIMIT = 48,  /* bytes of a word shown in a message */
};

struct range_table;

struct parser {
    const struct sm5_program *program; /* stage and model */
    struct arena *arena;
    const struct program_codec *codec; /* NULL: `// sm5:` words and messages cannot be read */
    struct sm5_diags *diags;           /* NULL: nothing is reported */
    const char *name;
    const char *next, *end;      /* text not yet read */
    const char *line, *line_end; /* the line being read */
    const char *body;            /* start of its visible part, after the numbers of a listing */
    const char *stop;            /* end of its visible part: a comment, or line_end */
    const char *annotation;      /* behind TEXT_ANNOTATION when the comment is one, else NULL */
    const char *at;              /* cursor within line..stop */
    uint32_t line_number;
    unsigned errors, warnings;
    bool no_memory;
    struct range_table *ranges; /* SM5.1, declared as RenderDoc does; NULL: none */
    uint8_t result_mask; /* of the instruction being read: components of its first result, 0 before that */
    bool reads_many;     /* the operand being read gives more than one component */
};

/* ---- parse_lex.c: lines, blanks, words, places ---- */

struct span {
    const char *text;
    size_t length;
};

void lex_open(struct parser *p, const char *text, size_t length);
/* Makes the next line the current one; false at the end of the text. */
bool lex_next_line(struct parser *p);
/* The cursor behind blanks is at the end of the visible line. */
bool lex_at_end(struct parser *p);
/* The next character behind blanks, 0 at the end. */
char lex_peek(struct parser *p);
/* Takes `c` when it comes next. */
bool lex_accept(struct parser *p, char c);
/* The same, but its absence is an error. */
bool lex_expect(struct parser *p, char c);
/* Letters, digits and underscores behind blanks; may be empty. */
struct span lex_word(struct parser *p);
/* Letters and underscores at the cursor. */
struct span lex_letters(struct parser *p);
/* Nothing but blanks is left, else an error. */
bool lex_expect_end(struct parser *p);
bool span_equal(struct span span, const char *word);
bool span_has_prefix(struct span span, const char *word);
struct span span_trim(const char *from, const char *to);

/* Place of `length` bytes at `from`, which lies on the current line. */
struct diag_place parse_place(const struct parser *p, const char *from, size_t length);
/* Counts an error or warning; true when it is to be written. */
bool parse_counts_error(struct parser *p, const struct diag_info *info);
/* Marks the parser as out of memory; false. */
bool parse_no_memory(struct parser *p);

/* Reports and gives false. The arguments are only evaluated when somebody reads them. */
#define PARSE_ERROR(p, id, from, length, ...)                                                                \
    ((void)(parse_counts_error((p), &DIAG_##id) &&                                                           \
            (diag_add_text((p)->diags, &DIAG_##id, diag_text_##id, parse_place((p), (from), (length)),       \
                           ##__VA_ARGS__),                                                                   \
             0)),                                                                                            \
     false)
/* A span as the two arguments of %.*s, cut to what a message can bear. */
#define SPAN_ARG(span) (int)((span).length < SPAN_ARG_LIMIT ? (span).length : SPAN_ARG_LIMIT), (span).text

/* ---- parse_number.c ---- */

/* A whole number, decimal or hexadecimal, within min..max. */
bool parse_integer(struct parser *p, int64_t min, int64_t max, const char *what, int64_t *out);
bool parse_uint(struct parser *p, uint32_t max, const char *what, uint32_t *out);
/* One 32-bit value of an immediate, read as `type` has it. */
bool parse_immediate(struct parser *p, enum isa_type type, uint32_t *out);
/* One 64-bit value of a d(...) immediate. */
bool parse_double(struct parser *p, uint64_t *out);

/* ---- parse_alias.c: spellings of other tools; -1 when there is none ---- */

int alias_opcode(struct span word);
int alias_file(struct span word);
int alias_name(enum isa_names table, struct span word);

/* ---- parse_names.c: words to numbers, aliases included ---- */

/* Opcode of a base spelling, or -1. */
int lookup_opcode(struct span word);
/* File of a register's name, or -1. "l" is found as ISA_FILE_IMM32. */
int lookup_file(struct span word);
/* A word of a table; an unknown one is an error that names `what` was expected. */
bool parse_name(struct parser *p, enum isa_names table, struct span word, const char *what, uint32_t *out);
/* "; did you mean 'x'?" or "". */
const char *suggest_opcode(struct parser *p, struct span word);
const char *suggest_file(struct parser *p, struct span word);
const char *suggest_name(struct parser *p, enum isa_names table, struct span word);

/* ---- parse_operand.c, parse_index.c ---- */

/* One operand for the place `want` of a row. `written`: letters are a mask. */
bool parse_operand(struct parser *p, const struct isa_operand *want, bool written,
                   struct program_operand *out);
/* The indices behind a register's name. `nested`: inside brackets already. `range`: an SM5.1 declaration. */
bool parse_indices(struct parser *p, struct program_operand *out, bool nested, bool range);
/* A register inside brackets. */
bool parse_nested_register(struct parser *p, struct program_operand *out);

/* ---- parse_range.c ---- */

/* Remembers a declared range of one register, so that operands may leave the register out. */
bool range_define(struct parser *p, const struct program_operand *operand);
/* Adds the register that an operand leaves out. */
void range_complete(const struct parser *p, struct program_operand *operand);

/* ---- parse_extended.c: what is attached to a mnemonic ---- */

struct extended_tokens {
    bool has_offsets, has_dimension, has_types;
    uint32_t offsets, dimension; /* tokens */
    uint32_t types;              /* four 4-bit codes */
};

/* The group in parentheses at the cursor: offsets, dimension or return types. */
bool parse_extended_group(struct parser *p, const struct isa_op *op, struct extended_tokens *out);
/* Extended opcode tokens in the order in which fxc has them. */
void append_extended_tokens(const struct extended_tokens *extended, struct program_instr *out);
/* [precise] and [precise(xy)] */
bool parse_precise(struct parser *p, const struct isa_op *op, struct program_instr *out);
/* `(float,float,float,float)` as four 4-bit codes. */
bool parse_return_types(struct parser *p, uint32_t *out);

/* ---- parse_instr.c, parse_dcl.c, parse_custom.c ---- */

/* The instruction on the current line (an immediate constant buffer takes further lines). */
bool parse_instr(struct parser *p, struct program_instr *out);
/* Operands and DWORDs of a declaration; `out` has opcode and controls. */
bool parse_dcl(struct parser *p, const struct isa_op *op, struct program_instr *out);
bool parse_icb(struct parser *p, struct program_instr *out);
/* printf or errorf. */
bool is_message_mnemonic(struct span word);
bool parse_message(struct parser *p, struct span word, struct program_instr *out);
/* Keeps `count` DWORDs in the instruction. */
bool instr_set_dwords(struct parser *p, struct program_instr *out, const uint32_t *words, size_t count);
/* Room for `count` operands. */
struct program_operand *instr_alloc_operands(struct parser *p, struct program_instr *out, unsigned count);

/* ---- parse_tokens.c: `// sm5:` comments ---- */

/* The instruction that the words at p->annotation say, when it prints as `look`. Anything else is a warning. */
bool parse_raw_tokens(struct parser *p, struct span look, struct program_instr *out);
/* `0x...` words from..to, at most `limit` of them; -1 when something else stands there. */
long parse_hex_dwords(const char *from, const char *to, uint32_t *out, size_t limit);
/* The same text but for indentation and trailing blanks of its lines. */
bool same_formatting(struct span a, struct span b);

/* ---- parse_comment.c: header comments and `// sm5:` lines ---- */

/* A line of a signature table: read when the stage is known. */
struct signature_line {
    enum program_signature_kind kind;
    uint32_t line_number;
    const char *line, *line_end;
};

/* What the comments above and behind the code say. */
struct header_comments {
    const char *source; /* the first byte of the text */
    int table;          /* enum program_signature_kind of the table being read, or -1 */
    bool in_rows;       /* a row of it was seen */
    bool version_given;
    uint32_t version;
    char fourcc[5];      /* "" when not given */
    struct span creator; /* whose look the text has; empty when not given */
    VEC(struct signature_line) lines;
    VEC(uint8_t) tail;
    VEC(struct program_struct) structs;
};

/* Reads the comment of the current line, which has nothing else. `code_began`: the version line is above. */
void parse_comment(struct parser *p, struct header_comments *comments, bool code_began);
/* Fills the program's signatures from the tables. */
void parse_signatures(struct parser *p, const struct header_comments *comments, struct sm5_program *program);

#endif
