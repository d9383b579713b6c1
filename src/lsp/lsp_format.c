/* Formatting: the indentation that fxc prints, two blanks a level. Nothing else of a line changes, so that the program and
   its comments are the same. */
#include "lsp/lsp.h"
#include "text/text.h"

enum { INDENT = 2 };

static uint32_t count_blanks(const struct lsp_text *text, const struct lsp_line *line)
{
    uint32_t at = line->at;
    while (at < line->end && (text->bytes.data[at] == ' ' || text->bytes.data[at] == '\t'))
        at++;
    return at - line->at;
}

/* Lines with code, and comments between them. Numbers of a listing, further lines of a constant buffer, and the header are
   kept. */
static bool is_formatted(const struct lsp_request *r, uint32_t at, uint32_t blanks)
{
    const struct lsp_line *line = &r->analysis->lines.data[at];
    bool header = !r->analysis->has_version || at < r->analysis->version_line;
    return !header && !line->continues && line->body == line->at && line->count &&
           line->at + blanks < line->end;
}

static bool has_indentation(const struct lsp_request *r, const struct lsp_line *line, uint32_t blanks,
                            uint32_t wanted)
{
    const char *text = r->text->bytes.data + line->at;
    return blanks == wanted && !memchr(text, '\t', blanks);
}

static json_t *make_edit(const struct lsp_request *r, const struct lsp_line *line, uint32_t blanks,
                         uint32_t wanted)
{
    struct strbuf indentation = {0};
    strbuf_add_repeat(&indentation, ' ', wanted);
    return json_pack("{s:o,s:o}", "range", lsp_range_json(r, line->at, line->at + blanks), "newText",
                     lsp_take_text(&indentation));
}

json_t *lsp_formatting(const struct lsp_request *r)
{
    json_t *edits = json_array();
    bool good = edits != NULL;
    uint32_t depth = 0;
    for (uint32_t i = 0; good && i < r->analysis->lines.count; i++) {
        const struct lsp_line *line = &r->analysis->lines.data[i];
        uint32_t blanks = count_blanks(r->text, line);
        depth -= text_outdents(line->opcode) && depth;
        uint32_t wanted = INDENT * (depth < PROGRAM_NESTING ? depth : PROGRAM_NESTING);
        if (is_formatted(r, i, blanks) && !has_indentation(r, line, blanks, wanted))
            good = lsp_append(edits, make_edit(r, line, blanks, wanted));
        depth += text_indents(line->opcode);
    }
    return lsp_finish(edits, good);
}
