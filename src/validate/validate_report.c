/* Problems and their places: line and column of a text, the printed instruction of bytecode. */
#include "validate/validate_parts.h"

/* Counts the instruction at v->at once, however many rules it breaks. */
static void count_nonconforming(struct validate *v)
{
    uint8_t *byte = &v->nonconforming[v->at / 8], bit = (uint8_t)(1u << v->at % 8);
    v->nonconforming_count += !(*byte & bit);
    *byte |= bit;
}

/* Errors and warnings are counted apart, so that neither hides the other. */
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
   of [precise(x)] behind it. */
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

struct part {
    size_t from, to;
};

/* Operand number `operand` of a line: commas outside brackets part them. */
static struct part operand_part(const char *text, size_t from, size_t length, int operand)
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
    return operand > 0 ? (struct part){from, length} : (struct part){start, i};
}

static struct part shown_part(const char *text, size_t length, int operand)
{
    size_t start = 0;
    while (start < length && is_blank(text[start]))
        start++;
    struct part part = {start, length};
    size_t behind = start + mnemonic_length(text + start, length - start);
    if (operand >= 0 && behind < length)
        part = operand_part(text, behind, length, operand);
    while (part.from < part.to && is_blank(text[part.from]))
        part.from++;
    while (part.to > part.from && is_blank(text[part.to - 1]))
        part.to--;
    return part.to > part.from ? part : (struct part){start, length};
}

static size_t line_length(const char *text, size_t length)
{
    const char *end = memchr(text, '\n', length);
    size_t line = end ? (size_t)(end - text) : length;
    return line && text[line - 1] == '\r' ? line - 1 : line;
}

/* Moves the place to the operand that the rule is about; `text` starts at the place's column. */
static void narrow(const struct validate *v, const char *text, size_t length, struct diag_place *place)
{
    struct part part = shown_part(text, length, v->operand);
    place->column += (uint32_t)part.from;
    place->length = (uint32_t)(part.to - part.from);
}

/* As a table of many rows prints over many lines, only the first is shown. */
static void show_printed(struct validate *v, struct diag_place *place)
{
    strbuf_clear(&v->line);
    if (v->options->describe)
        v->options->describe(v->program, validate_instr(v), &v->line);
    const char *text = strbuf_text(&v->line);
    if (v->line.length) {
        place->source_line = text;
        place->source_length = line_length(text, v->line.length);
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
