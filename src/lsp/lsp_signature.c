/* Signature help: the operands of the instruction on the line of the cursor. */
#include "lsp/lsp.h"

/* The label of the i-th operand is a part of the whole label, counted in characters, which are ASCII. */
static json_t *make_parameter(const struct isa_op *op, unsigned i, struct strbuf *label)
{
    struct strbuf text = {0};
    strbuf_add(label, i ? ", " : " ");
    size_t from = label->length;
    lsp_operand_name(op, i, label);
    lsp_describe_operand(op, i, &text);
    return json_pack("{s:[I,I],s:o}", "label", (json_int_t)from, (json_int_t)label->length, "documentation",
                     lsp_take_text(&text));
}

/* Commas before the cursor that separate operands. */
static unsigned operand_at(const struct lsp_request *r, const struct lsp_line *line)
{
    const char *text = r->text->bytes.data;
    unsigned operand = 0, depth = 0;
    for (uint32_t at = line->body; at < r->offset && at < line->stop; at++) {
        char c = text[at];
        depth += c == '(' || c == '[' || c == '{';
        depth -= (c == ')' || c == ']' || c == '}') && depth;
        operand += c == ',' && !depth;
    }
    return operand;
}

/* The instruction whose operands the cursor is among, or NULL. */
static const struct isa_op *instruction_at(const struct lsp_request *r, const struct lsp_line *line)
{
    const struct isa_op *op = lsp_row(line);
    const struct lsp_token *first = line->count ? &r->analysis->tokens.data[line->first] : NULL;
    bool among = first && r->offset > first->at + first->length &&
                 (line->stop == line->end || r->offset <= line->stop);
    return op && among && op->operand_count ? op : NULL;
}

json_t *lsp_signature(const struct lsp_request *r)
{
    const struct lsp_line none = {.opcode = ISA_OPCODE_COUNT};
    const struct lsp_line *line =
        r->analysis->lines.count ? &r->analysis->lines.data[lsp_line_at(r->analysis, r->offset)] : &none;
    const struct isa_op *op = instruction_at(r, line);
    if (!op)
        return json_null();
    json_t *parameters = json_array();
    struct strbuf label = {0};
    bool good = parameters != NULL;
    strbuf_add(&label, op->mnemonic);
    for (unsigned i = 0; good && i < op->operand_count; i++)
        good = lsp_append(parameters, make_parameter(op, i, &label));
    parameters = lsp_finish(parameters, good);
    return json_pack("{s:[{s:o,s:s,s:o}],s:i,s:I}", "signatures", "label", lsp_take_text(&label),
                     "documentation", op->meaning, "parameters", parameters, "activeSignature", 0,
                     "activeParameter", (json_int_t)operand_at(r, line));
}
