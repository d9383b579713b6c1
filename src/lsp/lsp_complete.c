/* Completion: mnemonics with their suffixes, registers, components, and the keywords of declarations. */
#include <stdlib.h>

#include "lsp/lsp.h"
#include "text/parse/parse.h"

enum item_kind {
    ITEM_FUNCTION = 3,
    ITEM_VARIABLE = 6,
    ITEM_PROPERTY = 10,
    ITEM_KEYWORD = 14,
    ITEM_ENUM_MEMBER = 20
};

enum { TEMPS = 256 /* of dcl_temps that are listed */ };

struct completion {
    const struct lsp_request *r;
    const struct lsp_line *line;
    uint32_t index;   /* of the line */
    uint32_t from;    /* the word at the cursor begins here: the item replaces it */
    bool before_word; /* no word precedes it on the line */
    bool nested;
    unsigned operand;
    json_t *items;
    bool good;
};

static void add(struct completion *c, const char *label, enum item_kind kind, const char *detail)
{
    if (c->good)
        c->good =
            lsp_append(c->items, json_pack("{s:s,s:i,s:s*,s:{s:o,s:s}}", "label", label, "kind", (int)kind,
                                           "detail", detail, "textEdit", "range",
                                           lsp_range_json(c->r, c->from, c->r->offset), "newText", label));
}

/* `label` is a text that is built. */
static void add_built(struct completion *c, struct strbuf *label, enum item_kind kind, const char *detail)
{
    c->good &= !label->failed;
    add(c, strbuf_text(label), kind, detail);
    strbuf_clear(label);
}

static void add_names(struct completion *c, enum isa_names table, const char *detail)
{
    const char *name;
    uint32_t value;
    for (unsigned i = 0; c->good && (name = isa_name_at(table, i, &value)) != NULL; i++)
        add(c, name, ITEM_ENUM_MEMBER, detail);
}

/* ---- mnemonics ---- */

static bool has_dimension(const struct isa_op *op)
{
    return op->control == ISA_CONTROL_DIMENSION || op->control == ISA_CONTROL_UAV_DIMENSION;
}

/* dcl_resource_texture2d: one for each dimension of a typed view. */
static void add_dimensions(struct completion *c, const struct isa_op *op)
{
    struct strbuf label = {0};
    const char *name;
    uint32_t value;
    for (unsigned i = 0; (name = isa_name_at(ISA_NAMES_DIMENSION, i, &value)) != NULL; i++) {
        if (!isa_dimensions[value].is_texture && value != ISA_DIM_BUFFER)
            continue;
        strbuf_printf(&label, "%s%s", op->mnemonic, name);
        add_built(c, &label, ITEM_KEYWORD, op->meaning);
    }
    strbuf_free(&label);
}

static void add_mnemonic(struct completion *c, const struct isa_op *op)
{
    struct strbuf label = {0};
    const char *suffix;
    enum item_kind kind =
        op->group == ISA_GROUP_FLOW || op->form == ISA_FORM_NONE ? ITEM_KEYWORD : ITEM_FUNCTION;
    if (!(op->flags & ISA_TEST)) /* _z or _nz is required */
        add(c, op->mnemonic, kind, op->meaning);
    for (unsigned i = 0; (suffix = parse_suffix_at(op, i)) != NULL; i++) {
        strbuf_printf(&label, "%s_%s", op->mnemonic, suffix);
        add_built(c, &label, kind, op->meaning);
    }
    strbuf_free(&label);
}

/* sync_uglobal_g_t: every combination. */
static void add_barriers(struct completion *c, const struct isa_op *op)
{
    static const char *const scopes[] = {"", "_uglobal", "_ugroup"};
    struct strbuf label = {0};
    for (unsigned i = 1; i < 4 * BASE_COUNT(scopes); i++) {
        strbuf_printf(&label, "%s%s%s%s", op->mnemonic, scopes[i / 4], i & 2 ? "_g" : "", i & 1 ? "_t" : "");
        add_built(c, &label, ITEM_FUNCTION, op->meaning);
    }
    strbuf_free(&label);
}

static void add_versions(struct completion *c)
{
    static const char *const models[] = {"4_0", "4_1", "5_0", "5_1"};
    struct strbuf label = {0};
    for (uint32_t stage = 0; stage < ISA_STAGE_COUNT; stage++)
        for (size_t i = 0; i < BASE_COUNT(models); i++) {
            strbuf_printf(&label, "%s_%s", isa_name(ISA_NAMES_STAGE, stage), models[i]);
            add_built(c, &label, ITEM_KEYWORD, "stage and shader model");
        }
    strbuf_free(&label);
}

static void add_mnemonics(struct completion *c)
{
    const struct lsp_analysis *a = c->r->analysis;
    if (!a->has_version || c->index < a->version_line) {
        add_versions(c);
        return;
    }
    for (uint32_t i = 0; i < ISA_OPCODE_COUNT; i++) {
        const struct isa_op *op = isa_op(i);
        if (!op || !lsp_allows(a, op))
            continue;
        if (has_dimension(op))
            add_dimensions(c, op);
        else if (op->control == ISA_CONTROL_SYNC)
            add_barriers(c, op);
        else
            add_mnemonic(c, op);
    }
}

/* ---- registers ---- */

static void add_temps(struct completion *c)
{
    const struct lsp_analysis *a = c->r->analysis;
    struct strbuf label = {0};
    unsigned long most = 0;
    for (size_t i = 0; i < a->lines.count; i++) {
        const struct lsp_line *line = &a->lines.data[i];
        if (line->opcode != ISA_DCL_TEMPS || line->count < 2)
            continue;
        unsigned long count = strtoul(c->r->text->bytes.data + a->tokens.data[line->first + 1].at, NULL, 10);
        most = count > most ? count : most;
    }
    for (unsigned i = 0; i < most && i < TEMPS; i++) {
        strbuf_printf(&label, "r%u", i);
        add_built(c, &label, ITEM_VARIABLE, "temporary");
    }
    strbuf_free(&label);
}

/* A declaration of the same register is before it, for other components or another phase. */
static bool is_repeated(const struct lsp_analysis *a, const struct lsp_token *token)
{
    for (const struct lsp_token *at = a->tokens.data; at < token; at++)
        if (at->declares && at->file == token->file && at->id == token->id)
            return true;
    return false;
}

static void add_declared(struct completion *c, uint64_t files)
{
    const struct lsp_analysis *a = c->r->analysis;
    struct strbuf label = {0}, detail = {0};
    for (size_t i = 0; c->good && i < a->tokens.count; i++) {
        const struct lsp_token *token = &a->tokens.data[i];
        const struct lsp_line *line = &a->lines.data[token->line];
        if (!token->declares || !(files >> token->file & 1) || is_repeated(a, token))
            continue;
        const char *text = c->r->text->bytes.data;
        struct span code = span_trim(text + line->body, text + line->stop);
        strbuf_add_bytes(&label, text + token->at, token->length);
        strbuf_clear(&detail);
        strbuf_add_bytes(&detail, code.text, code.length);
        c->good &= !detail.failed;
        add_built(c, &label, ITEM_VARIABLE, strbuf_text(&detail));
    }
    strbuf_free(&label);
    strbuf_free(&detail);
}

static void add_registers(struct completion *c, uint64_t files)
{
    if (files >> ISA_FILE_TEMP & 1)
        add_temps(c);
    if (files >> ISA_FILE_NULL & 1)
        add(c, isa_file(ISA_FILE_NULL)->text, ITEM_VARIABLE, "no result");
    if (files >> ISA_FILE_IMM32 & 1 && !c->nested)
        add(c, "l(", ITEM_VARIABLE, "immediate");
    add_declared(c, files);
}

/* ---- keywords of declarations ---- */

static void add_keywords(struct completion *c, const struct isa_op *op)
{
    static const struct {
        uint8_t control, names;
    } tables[] = {
        {ISA_CONTROL_SAMPLER_MODE, ISA_NAMES_SAMPLER_MODE},
        {ISA_CONTROL_INTERPOLATION, ISA_NAMES_INTERPOLATION},
        {ISA_CONTROL_TOPOLOGY, ISA_NAMES_TOPOLOGY},
        {ISA_CONTROL_PRIMITIVE, ISA_NAMES_PRIMITIVE},
        {ISA_CONTROL_DOMAIN, ISA_NAMES_DOMAIN},
        {ISA_CONTROL_PARTITIONING, ISA_NAMES_PARTITIONING},
        {ISA_CONTROL_OUTPUT_PRIMITIVE, ISA_NAMES_OUTPUT_PRIMITIVE},
        {ISA_CONTROL_GLOBAL_FLAGS, ISA_NAMES_GLOBAL_FLAG},
    };
    for (size_t i = 0; i < BASE_COUNT(tables); i++)
        if (op->control == tables[i].control)
            add_names(c, (enum isa_names)tables[i].names, NULL);
    if (op->flags & (ISA_GENERATED | ISA_INTERPRETED))
        add_names(c, ISA_NAMES_SYSTEM_VALUE, "system value");
    if (has_dimension(op))
        add_names(c, ISA_NAMES_RETURN_TYPE, "type of a component");
    if (op->control == ISA_CONTROL_CBUFFER_ACCESS) {
        add(c, "immediateIndexed", ITEM_ENUM_MEMBER, NULL);
        add(c, "dynamicIndexed", ITEM_ENUM_MEMBER, NULL);
    }
}

/* The first register of the file that is not declared. */
static void add_undeclared(struct completion *c, uint8_t file)
{
    const struct lsp_analysis *a = c->r->analysis;
    struct strbuf label = {0};
    uint32_t next = 0;
    for (size_t i = 0; i < a->tokens.count; i++) {
        const struct lsp_token *token = &a->tokens.data[i];
        if (token->declares && token->file == file && token->id != LSP_NO_ID && token->id >= next &&
            token->line != c->index)
            next = token->id + 1;
    }
    strbuf_printf(&label, "%s%u", isa_file(file)->text, next);
    add_built(c, &label, ITEM_VARIABLE, "next register");
    strbuf_free(&label);
}

static void add_for_declaration(struct completion *c, const struct isa_op *op)
{
    add_keywords(c, op);
    uint8_t file = op->operand_count ? op->operands[0].count : ISA_FILE_ANY;
    if (!c->nested && file != ISA_FILE_ANY && isa_file(file)->indices)
        add_undeclared(c, file);
}

/* ---- components ---- */

/* Masks: some of xyzw in their order. */
static void add_masks(struct completion *c)
{
    for (unsigned mask = 1; mask < 16; mask++) {
        char letters[5] = {0};
        unsigned count = 0;
        for (unsigned k = 0; k < 4; k++)
            if (mask >> k & 1)
                letters[count++] = "xyzw"[k];
        add(c, letters, ITEM_PROPERTY, "write mask");
    }
}

/* Swizzles: one component, one for all, and the order of the register. */
static void add_swizzles(struct completion *c)
{
    add(c, "xyzw", ITEM_PROPERTY, "swizzle");
    for (unsigned k = 0; k < 4; k++) {
        const char one = "xyzw"[k];
        add(c, (char[]){one, 0}, ITEM_PROPERTY, "component");
        add(c, (char[]){one, one, one, one, 0}, ITEM_PROPERTY, "swizzle");
    }
}

/* ---- the place of the cursor ---- */

static bool is_word_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

/* Reads the line up to the cursor. False inside a comment. */
static bool find_place(struct completion *c)
{
    const char *text = c->r->text->bytes.data;
    unsigned depth = 0;
    if (c->r->offset > c->line->stop)
        return false;
    c->from = c->r->offset;
    while (c->from > c->line->body && is_word_character(text[c->from - 1]))
        c->from--;
    c->before_word = true;
    for (uint32_t at = c->line->body; at < c->from; at++) {
        char k = text[at];
        c->before_word &= k == ' ' || k == '\t' || k == '\r';
        depth += k == '(' || k == '[' || k == '{';
        depth -= (k == ')' || k == ']' || k == '}') && depth;
        c->operand += k == ',' && !depth;
    }
    c->nested = depth > 0;
    return true;
}

static bool is_declaration(const struct isa_op *op)
{
    return op->group == ISA_GROUP_DECLARATION;
}

static void complete_operand(struct completion *c, const struct isa_op *op)
{
    if (is_declaration(op))
        add_for_declaration(c, op);
    else if (c->nested)
        add_registers(c, isa_role(ISA_ROLE_ADDR).files);
    else if (c->operand < op->operand_count)
        add_registers(c, isa_role((enum isa_role)op->operands[c->operand].role).files);
}

static void complete_components(struct completion *c, const struct isa_op *op)
{
    const struct lsp_token place = {.line = c->index,
                                    .nested = c->nested,
                                    .operand = (uint8_t)(c->operand < UINT8_MAX ? c->operand : UINT8_MAX)};
    if (is_declaration(op) || lsp_is_written(c->r->analysis, &place))
        add_masks(c);
    else
        add_swizzles(c);
}

static void complete(struct completion *c)
{
    const char *text = c->r->text->bytes.data;
    const struct isa_op *op = lsp_row(c->line);
    if (c->before_word)
        add_mnemonics(c);
    else if (op && c->from > c->line->body && text[c->from - 1] == '.')
        complete_components(c, op);
    else if (op)
        complete_operand(c, op);
}

json_t *lsp_completion(const struct lsp_request *r)
{
    const struct lsp_analysis *a = r->analysis;
    const struct lsp_line empty = {
        .body = r->offset, .stop = r->offset, .end = r->offset, .opcode = ISA_OPCODE_COUNT};
    struct completion c = {.r = r, .line = &empty, .index = (uint32_t)a->lines.count, .items = json_array()};
    uint32_t at = lsp_line_at(a, r->offset);
    if (at < a->lines.count && r->offset <= a->lines.data[at].end) { /* else: the empty line at the end */
        c.line = &a->lines.data[at];
        c.index = at;
    }
    c.good = c.items != NULL;
    if (c.good && find_place(&c))
        complete(&c);
    return lsp_finish(c.items, c.good);
}
