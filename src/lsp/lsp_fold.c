/* Folding ranges: blocks, subroutines and phases, the values of constant buffers, and comments of several lines. */
#include "lsp/lsp.h"

static uint32_t document_line(const struct lsp_request *r, uint32_t line)
{
    return lsp_text_position(r->text, r->encoding, r->analysis->lines.data[line].at).line;
}

/* From line `first` to line `last`; nothing when they are one. */
static bool fold(const struct lsp_request *r, uint32_t first, uint32_t last, const char *kind, json_t *found)
{
    if (last <= first)
        return true;
    return lsp_append(found, json_pack("{s:I,s:I,s:s*}", "startLine", (json_int_t)document_line(r, first),
                                       "endLine", (json_int_t)document_line(r, last), "kind", kind));
}

/* Up to the line before else and the closer, which stay visible. */
static bool fold_blocks(const struct lsp_request *r, json_t *found)
{
    bool good = true;
    for (size_t i = 0; good && i < r->analysis->blocks.count; i++) {
        const struct lsp_block *block = &r->analysis->blocks.data[i];
        bool closed = isa_block_closer(block->opener) == r->analysis->lines.data[block->last].opcode;
        uint32_t last = closed ? block->last - 1 : block->last;
        if (block->split != PROGRAM_NONE)
            good = fold(r, block->first, block->split - 1, NULL, found) &&
                   fold(r, block->split, last, NULL, found);
        else
            good = fold(r, block->first, last, NULL, found);
    }
    return good;
}

static bool is_code(const struct lsp_analysis *a, uint32_t line)
{
    const struct lsp_line *l = &a->lines.data[line];
    return l->count && a->tokens.data[l->first].kind != LSP_COMMENT;
}

static bool is_comment(const struct lsp_analysis *a, uint32_t line)
{
    const struct lsp_line *l = &a->lines.data[line];
    return l->count && a->tokens.data[l->first].kind == LSP_COMMENT;
}

/* A routine ends before the next label or phase, a constant buffer with the lines that continue it. */
static uint32_t extent(const struct lsp_analysis *a, uint32_t first)
{
    enum isa_flow flow = isa_flow(a->lines.data[first].opcode);
    bool routine = flow == ISA_FLOW_LABEL || flow == ISA_FLOW_PHASE;
    uint32_t last = first;
    for (uint32_t i = first + 1; i < a->lines.count; i++) {
        enum isa_flow next = isa_flow(a->lines.data[i].opcode);
        if (routine ? next == ISA_FLOW_LABEL || next == ISA_FLOW_PHASE : !a->lines.data[i].continues)
            break;
        last = is_code(a, i) ? i : last;
    }
    return last;
}

static bool fold_routines(const struct lsp_request *r, json_t *found)
{
    const struct lsp_analysis *a = r->analysis;
    bool good = true;
    for (uint32_t i = 0; good && i < a->lines.count; i++) {
        enum isa_flow flow = isa_flow(a->lines.data[i].opcode);
        if (flow == ISA_FLOW_LABEL || flow == ISA_FLOW_PHASE || a->lines.data[i].opcode == ISA_CUSTOMDATA)
            good = fold(r, i, extent(a, i), NULL, found);
    }
    return good;
}

static bool fold_comments(const struct lsp_request *r, json_t *found)
{
    const struct lsp_analysis *a = r->analysis;
    bool good = true;
    for (uint32_t i = 0; good && i < a->lines.count; i++) {
        uint32_t first = i;
        while (i + 1 < a->lines.count && is_comment(a, first) && is_comment(a, i + 1))
            i++;
        good = fold(r, first, i, "comment", found);
    }
    return good;
}

json_t *lsp_folding(const struct lsp_request *r)
{
    json_t *found = json_array();
    bool good = found && fold_blocks(r, found) && fold_routines(r, found) && fold_comments(r, found);
    return lsp_finish(found, good);
}
