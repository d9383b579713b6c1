/* Diagnostics of the assembler and of validation. */
#include <stdlib.h>

#include "lsp/lsp.h"
#include "sm5/validate.h"

enum { DIAGNOSTICS = 200 /* of one text; an editor shows the first ones */ };

/* A diagnostic without a place is shown on the first line. */
static json_t *range_of(const struct lsp_request *r, const struct sm5_diag *diag)
{
    const struct lsp_analysis *a = r->analysis;
    if (!diag->line || diag->line > a->lines.count)
        return lsp_range_json(r, 0, 0);
    const struct lsp_line *line = &a->lines.data[diag->line - 1];
    uint32_t width = line->end - line->at, column = diag->column ? diag->column - 1 : 0;
    uint32_t from = column < width ? column : width;
    uint32_t to = diag->length < width - from ? from + diag->length : width;
    return lsp_range_json(r, line->at + from, line->at + to);
}

static json_t *make_diagnostic(const struct lsp_request *r, const struct sm5_diag *diag)
{
    static const int severities[] = {[SM5_NOTE] = 3, [SM5_WARNING] = 2, [SM5_ERROR] = 1};
    struct strbuf message = {0};
    strbuf_add_printable(&message, diag->message, strlen(diag->message));
    return json_pack("{s:o,s:i,s:s,s:s,s:o}", "range", range_of(r, diag), "severity",
                     severities[diag->severity], "code", diag->code, "source", "sm5", "message",
                     lsp_take_text(&message));
}

/* The program of the text, and the diagnostics of it. */
static void check(struct lsp_document *document, const struct lsp_text *text, struct sm5_diags *diags)
{
    struct sm5_program *program = NULL;
    if (sm5_program_read(text->bytes.data, text->bytes.count, NULL, &program, diags))
        return;
    sm5_program_free(document->program);
    document->program = program;
    sm5_validate(program, NULL, diags);
}

json_t *lsp_diagnose(const struct lsp_request *r)
{
    struct sm5_diags *diags = sm5_diags_new();
    json_t *found = json_array();
    bool good = diags && found;
    if (good)
        check(r->document, r->text, diags);
    for (size_t i = 0; good && i < sm5_diags_count(diags) && i < DIAGNOSTICS; i++)
        good = lsp_append(found, make_diagnostic(r, sm5_diags_at(diags, i)));
    sm5_diags_free(diags);
    return lsp_finish(found, good);
}
