/* Counts of diagnostics, and their places: line and column of a text, the printed instruction of bytecode. */
#include "validate/validate_state.h"

/* Counts an instruction once, however many rules it breaks. */
static void count_nonconforming(struct validate *v)
{
    uint8_t *byte = &v->nonconforming[v->at / 8], bit = (uint8_t)(1u << v->at % 8);
    v->nonconforming_count += !(*byte & bit);
    *byte |= bit;
}

/* Errors and warnings have separate limits, so that neither suppresses the other. */
bool validate_counts(struct validate *v, const struct diag_info *info)
{
    bool error = info->severity == SM5_ERROR;
    bool before_run = v->options->before_run;
    if (!error && (before_run || v->options->errors_only))
        return false;
    v->malformed |= error && info->class != SM5_DIAG_NONCONFORMING;
    if (before_run && info->class == SM5_DIAG_NONCONFORMING) {
        count_nonconforming(v);
        return false;
    }
    uint32_t *count = error ? &v->errors : &v->warnings;
    return (*count)++ < VALIDATE_LISTED;
}

/* Length of the mnemonic with its suffixes, `ld_structured_indexable(structured_buffer, stride=16)(...)`, and
   [precise(x)] after it. */
static size_t mnemonic_length(const char *text, size_t length)
{
    size_t depth = 0, i = 0;
    for (; i < length; i++) {
        depth += text[i] == '(' || text[i] == '[';
        depth -= depth && (text[i] == ')' || text[i] == ']');
        bool blank = text[i] == ' ' || text[i] == '\t';
        if (blank && !depth && !(i + 1 < length && text[i + 1] == '['))
            break;
    }
    return i;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

struct range {
    size_t from, to;
};

/* Operand number `operand` of a line, separated by commas outside brackets. */
static struct range operand_range(const char *text, size_t from, size_t length, int operand)
{
    size_t depth = 0, start = from, i = from;
    for (; i < length; i++) {
        depth += text[i] == '(' || text[i] == '[' || text[i] == '{';
        depth -= depth && (text[i] == ')' || text[i] == ']' || text[i] == '}');
        if (depth || text[i] != ',')
            continue;
        if (operand-- == 0)
            break;
        start = i + 1;
    }
    return operand > 0 ? (struct range){from, length} : (struct range){start, i};
}

static struct range marked_range(const char *text, size_t length, int operand)
{
    size_t start = 0;
    while (start < length && is_blank(text[start]))
        start++;
    struct range range = {start, length};
    size_t operands = start + mnemonic_length(text + start, length - start);
    if (operand >= 0 && operands < length)
        range = operand_range(text, operands, length, operand);
    while (range.from < range.to && is_blank(text[range.from]))
        range.from++;
    while (range.to > range.from && is_blank(text[range.to - 1]))
        range.to--;
    return range.to > range.from ? range : (struct range){start, length};
}

/* Narrows the place to v->operand; `text` starts at the place's column. */
static void narrow(const struct validate *v, const char *text, size_t length, struct diag_place *place)
{
    struct range range = marked_range(text, length, v->operand);
    place->column += (uint32_t)range.from;
    place->length = (uint32_t)(range.to - range.from);
}

/* A table of constants prints over many lines: only the first is shown. */
static void show_printed(struct validate *v, struct diag_place *place)
{
    strbuf_clear(&v->line);
    if (v->options->describe)
        v->options->describe(v->program, validate_instr(v), &v->line);
    const char *text = strbuf_text(&v->line);
    if (v->line.length) {
        place->source_line = text;
        place->source_length = strcspn(text, "\r\n");
        place->column = 1;
        narrow(v, text, place->source_length, place);
    }
}

struct diag_place validate_place(struct validate *v)
{
    struct diag_place place = DIAG_NOWHERE;
    place.file = v->program->source_name;
    if (v->at >= v->program->instr_count)
        return place;
    const struct program_instr *instr = validate_instr(v);
    if (!isa_is_declaration(instr->opcode))
        place.instruction = program_instr_number(v->program, v->at);
    if (program_place_source(v->program, instr, &place)) {
        narrow(v, place.source_line + place.column - 1, place.length, &place);
        return place;
    }
    place.chunk = v->program->code_fourcc;
    place.offset = instr->token_index;
    program_place_add_origin(v->program, instr, &place);
    show_printed(v, &place);
    return place;
}
