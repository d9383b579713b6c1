/* The language server for assembly text (Language Server Protocol 3.17): documents with incremental edits, and one file
   a feature. Messages are JSON values; framing and input are the caller's. */
#ifndef SM5_LSP_H
#define SM5_LSP_H

#include <jansson.h>

#include "program/program.h"

/* ---- lsp_server.c ---- */

struct lsp;

/* Sends and releases a message, NULL when memory is exhausted; false when the session cannot continue. */
typedef bool lsp_send(void *user, json_t *message);

/* NULL when out of memory. */
struct lsp *lsp_new(lsp_send *send, void *user);
void lsp_free(struct lsp *lsp);
/* Handles a message; a string is the defect of one that is not an object. False: the session ends. */
bool lsp_receive(struct lsp *lsp, const json_t *message);
/* The client asked for the end in the order of the protocol: shutdown, then exit. */
bool lsp_ended_well(const struct lsp *lsp);
/* The text of an open document, NULL when there is none of that name. */
const char *lsp_document_text(const struct lsp *lsp, const char *uri, size_t *length);

/* ---- lsp_text.c: a document's bytes, its lines, and positions in them ---- */

struct lsp_text {
    VEC(char) bytes;
    VEC(uint32_t) lines; /* first byte of each; a line ends with \n, \r\n or \r */
};

enum lsp_encoding { LSP_UTF16, LSP_UTF8 }; /* of the characters in positions */

struct lsp_position {
    uint32_t line, character;
};

enum { LSP_TEXT_LIMIT = 1 << 28 }; /* bytes of a document */

/* Replaces the bytes [from, to). False: out of memory or over the limit; the text is then as before. */
bool lsp_text_replace(struct lsp_text *text, uint32_t from, uint32_t to, const char *bytes, size_t length);
void lsp_text_free(struct lsp_text *text);
/* Positions outside the text are moved to the end of their line, or of the text. */
uint32_t lsp_text_offset(const struct lsp_text *text, enum lsp_encoding encoding,
                         struct lsp_position position);
struct lsp_position lsp_text_position(const struct lsp_text *text, enum lsp_encoding encoding,
                                      uint32_t offset);
/* Characters of [from, to) in the encoding. */
uint32_t lsp_text_width(const struct lsp_text *text, enum lsp_encoding encoding, uint32_t from, uint32_t to);

/* ---- lsp_scan.c: what each word of a text is, right or wrong ---- */

enum lsp_kind {
    LSP_VERSION,
    LSP_MNEMONIC, /* the first word of a line */
    LSP_REGISTER,
    LSP_COMPONENTS, /* after a dot */
    LSP_NUMBER,
    LSP_WORD,
    LSP_STRING,
    LSP_COMMENT
};

#define LSP_NO_ID UINT32_MAX /* a register without a number, or with one that the program computes */

struct lsp_token {
    uint32_t at, length; /* bytes */
    uint32_t line;       /* index in lsp_analysis.lines */
    uint8_t kind;        /* enum lsp_kind */
    uint8_t file;        /* LSP_REGISTER: enum isa_file */
    uint8_t operand;     /* commas before it on the line, outside brackets */
    bool nested;         /* in brackets */
    bool declares;       /* LSP_REGISTER: the line declares it */
    uint32_t id;         /* LSP_REGISTER: number or LSP_NO_ID */
};

/* A line as the parser sees it: only \n ends one. */
struct lsp_line {
    uint32_t at, body, stop,
        end;               /* start; code after the number of a listing; end of the code; end of the line */
    uint32_t first, count; /* tokens */
    uint16_t opcode;       /* ISA_OPCODE_COUNT: none */
    bool continues;        /* the values of dcl_immediateConstantBuffer, on further lines */
};

/* An if, loop or switch. */
struct lsp_block {
    uint16_t opener;
    uint32_t first, last; /* lines; `last` of one without end is that of the text */
    uint32_t split;       /* line of the else, or PROGRAM_NONE */
};

struct lsp_analysis {
    VEC(struct lsp_line) lines;
    VEC(struct lsp_token) tokens;
    VEC(struct lsp_block) blocks; /* in the order of their openers */
    bool has_version;
    uint32_t version_line;
    enum isa_stage stage; /* with has_version */
    uint8_t major, minor;
};

/* False when out of memory. */
bool lsp_scan(const struct lsp_text *text, struct lsp_analysis *analysis);
void lsp_analysis_free(struct lsp_analysis *analysis);
/* The token that an offset is in or directly after; NULL: none. */
const struct lsp_token *lsp_token_at(const struct lsp_analysis *analysis, uint32_t offset);
/* The line of an offset. */
uint32_t lsp_line_at(const struct lsp_analysis *analysis, uint32_t offset);
/* The register is a result of its instruction, or memory that it writes. */
bool lsp_is_written(const struct lsp_analysis *analysis, const struct lsp_token *token);
/* The row of a line's instruction, or NULL. */
const struct isa_op *lsp_row(const struct lsp_line *line);
/* The stage and model of the text have the instruction; all do without a version line. */
bool lsp_allows(const struct lsp_analysis *analysis, const struct isa_op *op);

/* ---- declarations of a register (lsp_navigate.c) ---- */

struct lsp_declarations {
    const struct lsp_analysis *analysis;
    const struct lsp_token *token, *single;
    size_t next;
};
void lsp_find_declarations(const struct lsp_analysis *analysis, const struct lsp_token *token,
                           struct lsp_declarations *out);
/* The name that a line declares, or the first word of one that declares all registers of a file; NULL after the last. */
const struct lsp_token *lsp_next_declaration(struct lsp_declarations *declarations);

/* ---- lsp_documents.c ---- */

struct lsp_document {
    char *uri;
    json_int_t version;
    struct lsp_text text;
    struct lsp_analysis analysis;
    struct sm5_program *program; /* the last text without errors, or NULL */
    VEC(uint32_t) tokens;        /* the semantic tokens that the client has */
    uint32_t tokens_id;          /* of that result; 0: none */
};

typedef VEC(struct lsp_document *) lsp_documents;

struct lsp_document *lsp_find_document(const lsp_documents *documents, const char *uri);
/* Handle the notifications; the document that changed, NULL when there is none. */
struct lsp_document *lsp_open_document(lsp_documents *documents, const json_t *params);
struct lsp_document *lsp_change_document(lsp_documents *documents, enum lsp_encoding encoding,
                                         const json_t *params);
void lsp_close_document(lsp_documents *documents, const char *uri);
void lsp_free_documents(lsp_documents *documents);

/* What a feature answers to. */
struct lsp_request {
    struct lsp_document *document;
    const struct lsp_text *text;
    const struct lsp_analysis *analysis;
    enum lsp_encoding encoding;
    const json_t *params;
    uint32_t offset; /* of params.position, where the feature has one */
};

/* ---- features: the result, NULL when out of memory ---- */

json_t *lsp_hover(const struct lsp_request *r);       /* lsp_hover.c */
json_t *lsp_declaration(const struct lsp_request *r); /* lsp_navigate.c; also the definition */
json_t *lsp_references(const struct lsp_request *r);
json_t *lsp_highlights(const struct lsp_request *r);
json_t *lsp_completion(const struct lsp_request *r);      /* lsp_complete.c */
json_t *lsp_symbols(const struct lsp_request *r);         /* lsp_symbols.c */
json_t *lsp_folding(const struct lsp_request *r);         /* lsp_fold.c */
json_t *lsp_semantic_tokens(const struct lsp_request *r); /* lsp_tokens.c */
json_t *lsp_semantic_delta(const struct lsp_request *r);
json_t *lsp_semantic_range(const struct lsp_request *r);
json_t *lsp_formatting(const struct lsp_request *r); /* lsp_format.c */
json_t *lsp_signature(const struct lsp_request *r);  /* lsp_signature.c */
/* Names of the token types and modifiers, as the initialize response lists them. */
json_t *lsp_semantic_legend(void);

/* ---- lsp_diagnose.c ---- */

/* The diagnostics of the assembler and, when it finds no error, those of validation. Keeps the program. */
json_t *lsp_diagnose(const struct lsp_request *r);

/* ---- lsp_describe.c: instructions and their operands in words ---- */

/* `dst`, `src1`, `address`, `t#`: the name of the row's i-th operand. */
void lsp_operand_name(const struct isa_op *op, unsigned i, struct strbuf *out);
/* "float, a source: ..." */
void lsp_describe_operand(const struct isa_op *op, unsigned i, struct strbuf *out);
/* The clause of the specification, the model and the stages. */
void lsp_describe_origin(const struct isa_op *op, struct strbuf *out);

/* ---- lsp_json.c ---- */

json_t *lsp_position_json(const struct lsp_request *r, uint32_t offset);
json_t *lsp_range_json(const struct lsp_request *r, uint32_t from, uint32_t to);
json_t *lsp_token_range_json(const struct lsp_request *r, const struct lsp_token *token);
/* A string of a text that is built; frees it. */
json_t *lsp_take_text(struct strbuf *text);
/* {"line": ..., "character": ...}; false when it is not a position. */
bool lsp_read_position(const json_t *json, struct lsp_position *out);
/* Offsets of a range; false when it is not one. */
bool lsp_read_range(const struct lsp_text *text, enum lsp_encoding encoding, const json_t *json,
                    uint32_t *from, uint32_t *to);
/* Appends `item`, and releases it: false when either is NULL or memory is exhausted. */
bool lsp_append(json_t *array, json_t *item);
/* `array` if `good`, else NULL, released. */
json_t *lsp_finish(json_t *array, bool good);

#endif
