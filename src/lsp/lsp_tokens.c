/* Semantic tokens: all of a text, those of a range, or what changed since the last result. */
#include <stdlib.h>

#include "lsp/lsp.h"

enum type {
    TYPE_KEYWORD, /* control flow, the version */
    TYPE_FUNCTION,
    TYPE_MACRO, /* declarations */
    TYPE_VARIABLE,
    TYPE_PARAMETER, /* inputs and outputs */
    TYPE_PROPERTY,  /* components */
    TYPE_NUMBER,
    TYPE_ENUM_MEMBER,
    TYPE_STRING,
    TYPE_COMMENT,
    TYPES
};

enum { MODIFIER_DECLARATION = 1, MODIFIER_MODIFICATION = 2, WORDS = 5 /* of a token */ };

static const char *const type_names[TYPES] = {"keyword",  "function", "macro",      "variable", "parameter",
                                              "property", "number",   "enumMember", "string",   "comment"};

json_t *lsp_semantic_legend(void)
{
    json_t *types = json_array();
    bool good = types != NULL;
    for (unsigned i = 0; good && i < TYPES; i++)
        good = lsp_append(types, json_string(type_names[i]));
    types = lsp_finish(types, good);
    return json_pack("{s:o,s:[s,s]}", "tokenTypes", types, "tokenModifiers", "declaration", "modification");
}

/* ---- encoding ---- */

typedef VEC(uint32_t) token_words;

static enum type type_of_mnemonic(const struct lsp_line *line)
{
    const struct isa_op *op = lsp_row(line);
    if (isa_is_declaration(line->opcode))
        return TYPE_MACRO;
    return !op || op->group == ISA_GROUP_FLOW || op->group == ISA_GROUP_HULL ? TYPE_KEYWORD : TYPE_FUNCTION;
}

static enum type type_of(const struct lsp_analysis *a, const struct lsp_token *token)
{
    switch ((enum lsp_kind)token->kind) {
    case LSP_VERSION: return TYPE_KEYWORD;
    case LSP_MNEMONIC: return type_of_mnemonic(&a->lines.data[token->line]);
    case LSP_REGISTER: return isa_file(token->file)->use & ISA_USE_DECLARED ? TYPE_PARAMETER : TYPE_VARIABLE;
    case LSP_COMPONENTS: return TYPE_PROPERTY;
    case LSP_NUMBER: return TYPE_NUMBER;
    case LSP_STRING: return TYPE_STRING;
    case LSP_COMMENT: return TYPE_COMMENT;
    default: return TYPE_ENUM_MEMBER;
    }
}

static uint32_t modifiers_of(const struct lsp_analysis *a, const struct lsp_token *token)
{
    if (token->kind != LSP_REGISTER)
        return 0;
    return token->declares ? MODIFIER_DECLARATION : lsp_is_written(a, token) ? MODIFIER_MODIFICATION : 0;
}

/* A word that is no mnemonic has no type: the diagnostics mark it. */
static bool has_type(const struct lsp_analysis *a, const struct lsp_token *token)
{
    return token->kind != LSP_MNEMONIC || lsp_row(&a->lines.data[token->line]);
}

/* Up to the end of the document's line: \r ends one inside a comment. */
static uint32_t length_on_line(const struct lsp_text *text, const struct lsp_token *token)
{
    const char *at = text->bytes.data + token->at, *end = memchr(at, '\r', token->length);
    return end ? (uint32_t)(end - at) : token->length;
}

/* Tokens that begin in [from, to), five words each: line and character relative to the token before, length, type,
   modifiers. */
static bool encode(const struct lsp_request *r, uint32_t from, uint32_t to, token_words *words)
{
    const struct lsp_analysis *a = r->analysis;
    struct lsp_position before = {0, 0};
    for (size_t i = 0; i < a->tokens.count; i++) {
        const struct lsp_token *token = &a->tokens.data[i];
        if (token->at < from || token->at >= to || !has_type(a, token))
            continue;
        struct lsp_position at = lsp_text_position(r->text, r->encoding, token->at);
        uint32_t character = at.line == before.line ? at.character - before.character : at.character;
        uint32_t end = token->at + length_on_line(r->text, token);
        const uint32_t row[WORDS] = {at.line - before.line, character,
                                     lsp_text_width(r->text, r->encoding, token->at, end), type_of(a, token),
                                     modifiers_of(a, token)};
        if (!VEC_RESERVE(words, WORDS))
            return false;
        memcpy(words->data + words->count, row, sizeof row);
        words->count += WORDS;
        before = at;
    }
    return true;
}

/* Words [from, to). */
static json_t *words_json(const uint32_t *words, size_t from, size_t to)
{
    json_t *array = json_array();
    bool good = array != NULL;
    for (size_t i = from; good && i < to; i++)
        good = lsp_append(array, json_integer(words[i]));
    return lsp_finish(array, good);
}

/* ---- results ---- */

static json_t *result_id(const struct lsp_document *document)
{
    return json_sprintf("%u", document->tokens_id);
}

/* The client has these tokens from now on. */
static void keep(struct lsp_document *document, const token_words *words)
{
    VEC_FREE(&document->tokens);
    document->tokens.data = words->data;
    document->tokens.count = words->count;
    document->tokens.capacity = words->capacity;
    document->tokens_id++;
}

static json_t *whole_result(const struct lsp_request *r, token_words *words)
{
    keep(r->document, words);
    return json_pack("{s:o,s:o}", "resultId", result_id(r->document), "data",
                     words_json(r->document->tokens.data, 0, r->document->tokens.count));
}

json_t *lsp_semantic_tokens(const struct lsp_request *r)
{
    token_words words = {0};
    if (encode(r, 0, UINT32_MAX, &words))
        return whole_result(r, &words);
    VEC_FREE(&words);
    return NULL;
}

/* One edit: what is between the tokens that both have at the start and at the end. */
static json_t *make_edits(const struct lsp_document *document, const token_words *words)
{
    const uint32_t *old = document->tokens.data, *new = words->data;
    size_t old_count = document->tokens.count, new_count = words->count, start = 0, end = 0;
    while (start < old_count && start < new_count && old[start] == new[start])
        start++;
    while (end < old_count - start && end < new_count - start &&
           old[old_count - 1 - end] == new[new_count - 1 - end])
        end++;
    if (start + end == old_count && start + end == new_count)
        return json_array();
    return json_pack("[{s:I,s:I,s:o}]", "start", (json_int_t)start, "deleteCount",
                     (json_int_t)(old_count - start - end), "data", words_json(new, start, new_count - end));
}

json_t *lsp_semantic_delta(const struct lsp_request *r)
{
    char id[16];
    const char *previous = json_string_value(json_object_get(r->params, "previousResultId"));
    token_words words = {0};
    snprintf(id, sizeof id, "%u", r->document->tokens_id);
    if (!encode(r, 0, UINT32_MAX, &words)) {
        VEC_FREE(&words);
        return NULL;
    }
    if (!previous || strcmp(previous, id) != 0)
        return whole_result(r, &words);
    json_t *edits = make_edits(r->document, &words);
    keep(r->document, &words);
    return json_pack("{s:o,s:o}", "resultId", result_id(r->document), "edits", edits);
}

json_t *lsp_semantic_range(const struct lsp_request *r)
{
    token_words words = {0};
    uint32_t from, to;
    if (!lsp_read_range(r->text, r->encoding, json_object_get(r->params, "range"), &from, &to))
        return json_null();
    bool good = encode(r, from, to, &words);
    json_t *data = good ? words_json(words.data, 0, words.count) : NULL;
    VEC_FREE(&words);
    return json_pack("{s:o}", "data", data);
}
