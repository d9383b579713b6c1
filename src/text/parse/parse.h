/* The parser: its state, and the functions that its files share. Functions that return bool report an error
   and return false; the caller continues with the next line. */
#ifndef SM5_TEXT_PARSE_H
#define SM5_TEXT_PARSE_H

#include "text/text_annotation.h"
#include "text/text_diag.h"

enum {
    TEXT_ERROR_LIMIT = 20,
    TEXT_WORD_LIMIT = 64, /* bytes of the longest word looked up; longer ones are unknown */
    SPAN_ARG_LIMIT = 48,  /* bytes of a word that a message quotes */
};

struct range_table;

struct parser {
    const struct sm5_program *program; /* stage and model */
    struct arena *arena;
    const struct program_codec *codec; /* NULL: no raw tokens and no shader messages */
    struct sm5_diags *diags;           /* NULL: nothing is reported */
    const char *name;
    const char *next, *end;      /* text after the current line */
    const char *line, *line_end; /* the current line */
    const char *body;            /* its code, after the numbers of a listing */
    const char *stop;            /* end of its code: a comment, or line_end */
    const char *annotation;      /* after TEXT_ANNOTATION when the comment starts with it, else NULL */
    const char *at;              /* cursor within line..stop */
    uint32_t line_number;
    unsigned errors, warnings;
    bool no_memory;
    struct range_table *ranges; /* SM5.1, declared as RenderDoc does; NULL: none */
    uint8_t result_mask; /* write mask of the current instruction's first result, 0 before it is parsed */
    bool reads_many;     /* the current source operand is read in more than one component */
};

/* ---- parse_lex.c: lines, blanks, words ---- */

struct span {
    const char *text;
    size_t length;
};

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The value of a hexadecimal digit, or -1. */
static inline int hex_digit(char c)
{
    if (is_digit(c))
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* 0 to 3 for x, y, z, w in either case, else -1. */
static inline int component_of(char c)
{
    c |= 0x20;
    return c == 'w' ? 3 : c >= 'x' && c <= 'z' ? c - 'x' : -1;
}

void lex_open(struct parser *p, const char *text, size_t length);
/* Advances to the next line; false at the end of the text. */
bool lex_next_line(struct parser *p);
/* The following functions skip blanks first. */
bool lex_at_end(struct parser *p);
/* The next character, 0 at the end. */
char lex_peek(struct parser *p);
/* Consumes `c`, or `word` in exactly this spelling, if it comes next. */
bool lex_accept(struct parser *p, char c);
bool lex_accept_text(struct parser *p, const char *word);
/* Consumes `c`; anything else is an error. */
bool lex_expect(struct parser *p, char c);
/* Letters, digits and underscores; may be empty. */
struct span lex_word(struct parser *p);
/* Letters and underscores at the cursor, without skipping blanks. */
struct span lex_letters(struct parser *p);
/* Anything but the end of the line is an error. */
bool lex_expect_end(struct parser *p);
/* Comparisons ignore case. */
bool span_equal(struct span span, const char *word);
bool span_has_prefix(struct span span, const char *word);
struct span span_trim(const char *from, const char *to);
/* Splits the first word off `rest`. */
struct span span_next_word(struct span *rest);

/* Place of `length` bytes at `from`, which is on the current line. */
struct diag_place parse_place(const struct parser *p, const char *from, size_t length);
/* Counts an error or warning; true when it is to be reported. */
bool parse_counts_error(struct parser *p, const struct diag_info *info);
/* Marks the parser as out of memory; false. */
bool parse_no_memory(struct parser *p);

/* Reports; false. The arguments are evaluated only when there is a list of diagnostics. */
#define PARSE_ERROR(p, id, from, length, ...)                                                                \
    ((void)(parse_counts_error((p), &DIAG_##id) &&                                                           \
            (diag_add_text((p)->diags, &DIAG_##id, diag_text_##id, parse_place((p), (from), (length)),       \
                           ##__VA_ARGS__),                                                                   \
             0)),                                                                                            \
     false)
/* PARSE_ERROR at a span. */
#define PARSE_ERROR_AT(p, id, span, ...) PARSE_ERROR(p, id, (span).text, (span).length, ##__VA_ARGS__)
/* A span as the two arguments of %.*s, truncated to SPAN_ARG_LIMIT. */
#define SPAN_ARG(span) (int)((span).length < SPAN_ARG_LIMIT ? (span).length : SPAN_ARG_LIMIT), (span).text

/* ---- parse_number.c; `what` is the expectation that an error names ---- */

/* An integer, decimal or hexadecimal, within min..max. */
bool parse_integer(struct parser *p, int64_t min, int64_t max, const char *what, int64_t *out);
bool parse_uint(struct parser *p, uint32_t max, const char *what, uint32_t *out);
/* One 32-bit value of an immediate, converted to `type`. */
bool parse_immediate(struct parser *p, enum isa_type type, uint32_t *out);
/* One 64-bit value of a d(...) immediate. */
bool parse_double(struct parser *p, uint64_t *out);

/* ---- parse_names.c: names to numbers, spellings of other tools (parse_alias.def) included ---- */

/* Opcode of a mnemonic without suffixes, or -1. */
int lookup_opcode(struct span word);
/* Register file of a name, or -1. "l" is found as ISA_FILE_IMM32. */
int lookup_file(struct span word);
/* Value of a name of a table, or -1. */
int lookup_name(enum isa_names table, struct span word);
/* The same; an unknown name is an error. */
bool parse_name(struct parser *p, enum isa_names table, struct span word, const char *what, uint32_t *out);
/* "; did you mean 'x'?" or "". */
const char *suggest_opcode(struct parser *p, struct span word);
const char *suggest_file(struct parser *p, struct span word);

/* ---- parse_operand.c, parse_index.c ---- */

/* One operand, which the instruction table describes by `want`. `written`: letters are a mask. */
bool parse_operand(struct parser *p, const struct isa_operand *want, bool written,
                   struct program_operand *out);
/* The indices after a register's name. `nested`: already inside brackets. `range`: an SM5.1 declaration. */
bool parse_indices(struct parser *p, struct program_operand *out, bool nested, bool range);
/* A register inside brackets. */
bool parse_nested_register(struct parser *p, struct program_operand *out);

/* ---- parse_range.c ---- */

/* Records a declared range of one register, so that operands may omit the register. */
bool range_define(struct parser *p, const struct program_operand *operand);
/* Inserts the register that an operand omits. */
void range_complete(const struct parser *p, struct program_operand *operand);

/* ---- parse_extended.c: extended opcode tokens and the precise mask ---- */

struct extended_tokens {
    bool has_offsets, has_dimension, has_types;
    uint32_t offsets, dimension; /* tokens */
    uint32_t types;              /* four 4-bit codes */
};

/* The group in parentheses at the cursor: offsets, dimension or return types. */
bool parse_extended_group(struct parser *p, const struct isa_op *op, struct extended_tokens *out);
/* Appends the extended opcode tokens in fxc's order. */
void append_extended_tokens(const struct extended_tokens *extended, struct program_instr *out);
/* [precise] and [precise(xy)] */
bool parse_precise(struct parser *p, const struct isa_op *op, struct program_instr *out);
/* `(float,float,float,float)` as four 4-bit codes. */
bool parse_return_types(struct parser *p, uint32_t *out);

/* ---- parse_instr.c, parse_dcl.c, parse_custom.c ---- */

/* cs_5_0: sets stage and model. */
bool parse_version(struct span word, struct sm5_program *program);
/* The opcode of a mnemonic, which suffixes may follow; -1: none. */
int parse_mnemonic(struct span word, struct span *suffixes);
/* The i-th suffix that a row may have; NULL after the last. */
const char *parse_suffix_at(const struct isa_op *op, unsigned i);
/* The stage and model of the program have the instruction. */
bool parse_allows(const struct sm5_program *program, const struct isa_op *op);
/* The instruction on the current line (an immediate constant buffer spans further lines). */
bool parse_instr(struct parser *p, struct program_instr *out);
/* Operands and DWORDs of a declaration; `out` has opcode and controls. */
bool parse_dcl(struct parser *p, const struct isa_op *op, struct program_instr *out);
bool parse_icb(struct parser *p, struct program_instr *out);
/* printf or errorf. */
bool is_message_mnemonic(struct span word);
bool parse_message(struct parser *p, struct span word, struct program_instr *out);
/* Copies `count` DWORDs into the instruction. */
bool instr_set_dwords(struct parser *p, struct program_instr *out, const uint32_t *dwords, size_t count);
struct program_operand *instr_alloc_operands(struct parser *p, struct program_instr *out, unsigned count);

/* ---- parse_tokens.c: annotations ---- */

/* Decodes the raw tokens at p->annotation if they print as `formatting`; otherwise warns and returns
   false. */
bool parse_raw_tokens(struct parser *p, struct span formatting, struct program_instr *out);
/* `0x...` DWORDs in from..to, at most `limit` of them; -1 if there is anything else. */
long parse_hex_dwords(const char *from, const char *to, uint32_t *out, size_t limit);
/* Equal but for indentation and trailing blanks of the lines. */
bool same_formatting(struct span a, struct span b);
/* Warnings: malformed, with what was expected; in contradiction to the visible text. */
bool warn_malformed_annotation(struct parser *p, const char *what);
bool warn_stale_annotation(struct parser *p);

/* ---- parse_comment.c: comments that carry data ---- */

/* A line of a signature table, parsed after the code because rows depend on the stage. */
struct signature_line {
    enum program_signature_kind kind;
    uint32_t line_number;
    const char *line, *line_end;
};

/* Data of the comments outside instructions. */
struct header_comments {
    const char *source; /* the first byte of the text */
    int table;          /* enum program_signature_kind of the current table, or -1 */
    bool in_rows;       /* a row of it was seen */
    bool version_given;
    uint32_t version;
    char fourcc[5];      /* "" when not given */
    struct span creator; /* the compiler whose formatting the text has; empty when not given */
    VEC(struct signature_line) lines;
    VEC(uint8_t) tail;
    VEC(struct program_struct) structs;
};

/* Reads the current line, which is a comment. `code_began`: the version line precedes it. */
void parse_comment(struct parser *p, struct header_comments *comments, bool code_began);
/* ---- parse_signature.c: fills the program's signatures from the tables ---- */
void parse_signatures(struct parser *p, const struct header_comments *comments, struct sm5_program *program);
/* The title line of a signature table, without "//". */
extern const char *const signature_titles[PROGRAM_SIGNATURE_KINDS];

#endif
