/* Declarations and uses of registers, and the parts of a block. */
#include "lsp/lsp.h"

static bool is_same_register(const struct lsp_token *a, const struct lsp_token *b)
{
    return b->kind == LSP_REGISTER && a->file == b->file && a->id == b->id;
}

/* ---- declarations ---- */

/* r# and icb have one declaration for all, the first word of its line: the last one before the use, since each phase of a
   hull shader declares its own. */
static uint32_t line_that_declares_all(const struct lsp_analysis *a, const struct lsp_token *token)
{
    uint16_t opcode = token->file == ISA_FILE_TEMP  ? ISA_DCL_TEMPS
                      : token->file == ISA_FILE_ICB ? ISA_CUSTOMDATA
                                                    : ISA_OPCODE_COUNT;
    uint32_t found = PROGRAM_NONE;
    for (uint32_t i = 0; opcode != ISA_OPCODE_COUNT && i < a->lines.count; i++)
        if (a->lines.data[i].opcode == opcode && (i < token->line || found == PROGRAM_NONE))
            found = i;
    return found;
}

void lsp_find_declarations(const struct lsp_analysis *analysis, const struct lsp_token *token,
                           struct lsp_declarations *out)
{
    uint32_t line = line_that_declares_all(analysis, token);
    *out = (struct lsp_declarations){.analysis = analysis, .token = token};
    if (line != PROGRAM_NONE)
        out->single = &analysis->tokens.data[analysis->lines.data[line].first];
}

const struct lsp_token *lsp_next_declaration(struct lsp_declarations *declarations)
{
    const struct lsp_analysis *a = declarations->analysis;
    const struct lsp_token *single = declarations->single;
    declarations->single = NULL;
    if (single)
        return single;
    while (declarations->next < a->tokens.count) {
        const struct lsp_token *at = &a->tokens.data[declarations->next++];
        if (at->declares && is_same_register(declarations->token, at))
            return at;
    }
    return NULL;
}

/* ---- results ---- */

static json_t *location(const struct lsp_request *r, const struct lsp_token *token)
{
    return json_pack("{s:s,s:o}", "uri", r->document->uri, "range", lsp_token_range_json(r, token));
}

static const struct lsp_token *register_at(const struct lsp_request *r)
{
    const struct lsp_token *token = lsp_token_at(r->analysis, r->offset);
    return token && token->kind == LSP_REGISTER ? token : NULL;
}

json_t *lsp_declaration(const struct lsp_request *r)
{
    const struct lsp_token *token = register_at(r), *at;
    json_t *found = json_array();
    bool good = found != NULL;
    struct lsp_declarations declarations;
    if (!token || !good)
        return found;
    lsp_find_declarations(r->analysis, token, &declarations);
    while (good && (at = lsp_next_declaration(&declarations)) != NULL)
        good = lsp_append(found, location(r, at));
    return lsp_finish(found, good);
}

json_t *lsp_references(const struct lsp_request *r)
{
    const struct lsp_token *token = register_at(r);
    const json_t *context = json_object_get(r->params, "context");
    bool declarations = json_is_true(json_object_get(context, "includeDeclaration"));
    json_t *found = json_array();
    bool good = found != NULL;
    for (size_t i = 0; token && good && i < r->analysis->tokens.count; i++) {
        const struct lsp_token *at = &r->analysis->tokens.data[i];
        if (is_same_register(token, at) && (declarations || !at->declares))
            good = lsp_append(found, location(r, at));
    }
    return lsp_finish(found, good);
}

/* ---- highlights ---- */

enum { HIGHLIGHT_TEXT = 1, HIGHLIGHT_READ, HIGHLIGHT_WRITE };

static json_t *highlight(const struct lsp_request *r, const struct lsp_token *token, int kind)
{
    return json_pack("{s:o,s:i}", "range", lsp_token_range_json(r, token), "kind", kind);
}

static bool highlight_register(const struct lsp_request *r, const struct lsp_token *token, json_t *found)
{
    bool good = true;
    for (size_t i = 0; good && i < r->analysis->tokens.count; i++) {
        const struct lsp_token *at = &r->analysis->tokens.data[i];
        int kind = at->declares                      ? HIGHLIGHT_TEXT
                   : lsp_is_written(r->analysis, at) ? HIGHLIGHT_WRITE
                                                     : HIGHLIGHT_READ;
        if (is_same_register(token, at))
            good = lsp_append(found, highlight(r, at, kind));
    }
    return good;
}

static bool highlight_line(const struct lsp_request *r, uint32_t line, json_t *found)
{
    const struct lsp_line *l = &r->analysis->lines.data[line];
    return !l->count || lsp_append(found, highlight(r, &r->analysis->tokens.data[l->first], HIGHLIGHT_TEXT));
}

/* if, else and endif of a block, and those of loops and switches. */
static bool highlight_block(const struct lsp_request *r, uint32_t line, json_t *found)
{
    for (size_t i = 0; i < r->analysis->blocks.count; i++) {
        const struct lsp_block *block = &r->analysis->blocks.data[i];
        if (line != block->first && line != block->split && line != block->last)
            continue;
        return highlight_line(r, block->first, found) &&
               (block->split == PROGRAM_NONE || highlight_line(r, block->split, found)) &&
               highlight_line(r, block->last, found);
    }
    return true;
}

json_t *lsp_highlights(const struct lsp_request *r)
{
    const struct lsp_token *token = lsp_token_at(r->analysis, r->offset);
    json_t *found = json_array();
    bool good = found != NULL;
    if (good && token && token->kind == LSP_REGISTER)
        good = highlight_register(r, token, found);
    else if (good && token && token->kind == LSP_MNEMONIC)
        good = highlight_block(r, token->line, found);
    return lsp_finish(found, good);
}
