/* Hover: what an instruction does, and how a register is declared. */
#include "lsp/lsp.h"
#include "text/parse/parse.h"

/* ---- instructions ---- */

/* Suffixes are optional; one of those of a test, _z or _nz, is required. */
static void add_spelling(const struct isa_op *op, struct strbuf *out)
{
    bool test = op->flags & ISA_TEST;
    const char *suffix;
    strbuf_add(out, op->mnemonic);
    for (unsigned i = 0; (suffix = parse_suffix_at(op, i)) != NULL; i++)
        strbuf_printf(out, !test ? "[_%s]" : i ? "|_%s" : "_%s", suffix);
    for (unsigned i = 0; i < op->operand_count; i++) {
        strbuf_add(out, i ? ", " : " ");
        lsp_operand_name(op, i, out);
    }
}

static void describe_instruction(const struct isa_op *op, struct strbuf *out)
{
    strbuf_printf(out, "**%s**: %s\n\n```sm5\n", op->mnemonic, op->meaning);
    add_spelling(op, out);
    strbuf_add(out, "\n```\n\n");
    for (unsigned i = 0; i < op->operand_count; i++) {
        strbuf_add(out, "- `");
        lsp_operand_name(op, i, out);
        strbuf_add(out, "`: ");
        lsp_describe_operand(op, i, out);
        strbuf_add_char(out, '\n');
    }
    strbuf_add(out, op->operand_count ? "\n" : "");
    lsp_describe_origin(op, out);
}

/* ---- registers ---- */

enum { DECLARATIONS = 8 /* that one hover lists */ };

static void add_line(const struct lsp_request *r, uint32_t line, struct strbuf *out)
{
    const struct lsp_line *l = &r->analysis->lines.data[line];
    const char *text = r->text->bytes.data;
    struct span code = span_trim(text + l->body, text + l->stop);
    strbuf_add_bytes(out, code.text, code.length);
    strbuf_add_char(out, '\n');
}

/* Elements of the signatures whose values the register has. */
static void add_signature(const struct lsp_request *r, const struct lsp_token *token, struct strbuf *out)
{
    static const uint8_t files[] = {ISA_FILE_INPUT, ISA_FILE_OUTPUT, ISA_FILE_PATCH_CONSTANT};
    const struct sm5_program *program = r->document->program;
    for (unsigned kind = 0; program && kind < PROGRAM_SIGNATURE_KINDS; kind++) {
        const struct program_signature *signature = &program->signatures[kind];
        for (uint32_t i = 0; files[kind] == token->file && i < signature->count; i++) {
            const struct program_signature_element *element = &signature->elements[i];
            if (element->reg != token->id)
                continue;
            strbuf_printf(out, "\n%s%u `", element->name, element->semantic_index);
            for (unsigned c = 0; c < 4; c++)
                if (element->mask >> c & 1)
                    strbuf_add_char(out, "xyzw"[c]);
            strbuf_add(out, "`\n");
        }
    }
}

static void describe_register(const struct lsp_request *r, const struct lsp_token *token, struct strbuf *out)
{
    struct lsp_declarations declarations;
    unsigned found = 0;
    lsp_find_declarations(r->analysis, token, &declarations);
    strbuf_add(out, "```sm5\n");
    const struct lsp_token *at;
    while (found < DECLARATIONS && (at = lsp_next_declaration(&declarations)) != NULL) {
        add_line(r, at->line, out);
        found++;
    }
    if (!found) {
        strbuf_clear(out);
        strbuf_printf(out, "`%s`: %s", isa_file(token->file)->text,
                      isa_file(token->file)->indices ? "not declared" : "needs no number");
        return;
    }
    strbuf_add(out, "```\n");
    add_signature(r, token, out);
}

json_t *lsp_hover(const struct lsp_request *r)
{
    const struct lsp_token *token = lsp_token_at(r->analysis, r->offset);
    const struct isa_op *op = token ? lsp_row(&r->analysis->lines.data[token->line]) : NULL;
    struct strbuf text = {0};
    if (token && token->kind == LSP_MNEMONIC && op)
        describe_instruction(op, &text);
    else if (token && token->kind == LSP_REGISTER)
        describe_register(r, token, &text);
    else
        return json_null();
    return json_pack("{s:{s:s,s:o},s:o}", "contents", "kind", "markdown", "value", lsp_take_text(&text),
                     "range", lsp_token_range_json(r, token));
}
