/* Document symbols: the version, declarations, subroutines and phases. A subroutine or phase has the declarations in it. */
#include "lsp/lsp.h"
#include "text/parse/parse.h"

enum { SYMBOL_MODULE = 2, SYMBOL_FUNCTION = 12, SYMBOL_VARIABLE = 13, SYMBOL_CONSTANT = 14 };

static bool begins_routine(const struct lsp_line *line)
{
    enum isa_flow flow = isa_flow(line->opcode);
    return flow == ISA_FLOW_LABEL || flow == ISA_FLOW_PHASE;
}

/* The last line with code before the next routine. */
static uint32_t routine_end(const struct lsp_analysis *a, uint32_t first)
{
    uint32_t last = first;
    for (uint32_t i = first + 1; i < a->lines.count && !begins_routine(&a->lines.data[i]); i++)
        if (a->lines.data[i].body < a->lines.data[i].stop && a->lines.data[i].count)
            last = i;
    return last;
}

/* The code of a line without its first word. */
static struct span detail_of(const struct lsp_request *r, const struct lsp_line *line)
{
    const char *text = r->text->bytes.data;
    const struct lsp_token *first = &r->analysis->tokens.data[line->first];
    return span_trim(text + first->at + first->length, text + line->stop);
}

/* The register that the line declares, else its first word. */
static const struct lsp_token *name_of(const struct lsp_request *r, const struct lsp_line *line)
{
    const struct lsp_token *first = &r->analysis->tokens.data[line->first];
    for (uint32_t i = 0; i < line->count; i++)
        if (first[i].declares)
            return &first[i];
    return first;
}

static int kind_of(const struct lsp_line *line, const struct lsp_token *name)
{
    if (isa_flow(line->opcode) == ISA_FLOW_LABEL)
        return SYMBOL_FUNCTION;
    return begins_routine(line) || name->kind == LSP_VERSION ? SYMBOL_MODULE
           : name->kind == LSP_REGISTER                      ? SYMBOL_VARIABLE
                                                             : SYMBOL_CONSTANT;
}

static json_t *make_symbol(const struct lsp_request *r, uint32_t line, uint32_t last, json_t *children)
{
    const struct lsp_line *l = &r->analysis->lines.data[line];
    const struct lsp_token *first = &r->analysis->tokens.data[l->first], *name = name_of(r, l);
    const char *text = r->text->bytes.data;
    struct span detail = name == first ? detail_of(r, l) : (struct span){text + first->at, first->length};
    const struct lsp_line *end = &r->analysis->lines.data[last];
    struct span code = span_trim(text + end->at, text + end->stop);
    return json_pack("{s:s%,s:s%,s:i,s:o,s:o,s:o*}", "name", text + name->at, (size_t)name->length, "detail",
                     detail.text, detail.length, "kind", kind_of(l, name), "range",
                     lsp_range_json(r, first->at, (uint32_t)(code.text + code.length - text)),
                     "selectionRange", lsp_token_range_json(r, name), "children", children);
}

static bool is_symbol(const struct lsp_request *r, uint32_t line)
{
    const struct lsp_line *l = &r->analysis->lines.data[line];
    bool version = r->analysis->has_version && line == r->analysis->version_line;
    return l->count && (version || begins_routine(l) || isa_is_declaration(l->opcode));
}

/* Symbols of the lines [first, last]; a routine's are in it. */
static json_t *list_symbols(const struct lsp_request *r, uint32_t first, uint32_t last, bool nested)
{
    json_t *found = json_array();
    bool good = found != NULL;
    for (uint32_t i = first; good && i <= last && i < r->analysis->lines.count; i++) {
        if (!is_symbol(r, i))
            continue;
        bool routine = !nested && begins_routine(&r->analysis->lines.data[i]);
        uint32_t end = routine ? routine_end(r->analysis, i) : i;
        json_t *children = routine ? list_symbols(r, i + 1, end, true) : NULL;
        good = (!routine || children) && lsp_append(found, make_symbol(r, i, end, children));
        i = end;
    }
    return lsp_finish(found, good);
}

json_t *lsp_symbols(const struct lsp_request *r)
{
    return list_symbols(r, 0, PROGRAM_NONE - 1, false);
}
