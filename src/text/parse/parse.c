/* Assembly text to a program: version line, lines, blocks. */
#include <stdlib.h>

#include "text/parse/parse.h"

/* An if, loop or switch that is not closed yet. */
struct block {
    const struct block_rule *rule;
    uint32_t line_number;
    const char *line, *body, *line_end;
};

struct reader {
    struct parser parser;
    struct header_comments comments;
    struct sm5_program *program;
    const char *text;
    size_t length;
    bool has_version;
    VEC(struct program_instr) instrs;
    VEC(struct block) blocks;
};

/* ---- version line ---- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* cs_5_0 */
static bool split_version(struct span word, struct sm5_program *program)
{
    if (word.length != 6 || word.text[2] != '_' || word.text[4] != '_' || !is_digit(word.text[3]) ||
        !is_digit(word.text[5]))
        return false;
    int stage = isa_value(ISA_NAMES_STAGE, (char[]){word.text[0], word.text[1], 0});
    unsigned major = (unsigned)(word.text[3] - '0'), minor = (unsigned)(word.text[5] - '0');
    if (stage < 0 || major < 4 || major > 5 || minor > 1)
        return false;
    program->stage = (enum isa_stage)stage;
    program->major = (uint8_t)major;
    program->minor = (uint8_t)minor;
    return true;
}

/* Bits 15:8 of the version token mean nothing, but a comment may keep them. */
static void use_version_token(struct reader *r)
{
    const struct sm5_program *program = r->program;
    uint32_t plain = (uint32_t)program->stage << 16 | (uint32_t)program->major << 4 | program->minor;
    if (!r->comments.version_given)
        return;
    if ((r->comments.version & 0xffff00ff) == plain)
        r->program->version_spare = r->comments.version >> 8 & 0xff;
    else
        (void)PARSE_ERROR(&r->parser, TEXT_WORDS_STALE, r->parser.line, 1);
}

/* Words behind an instruction are held against the look of the text's own compiler. */
static bool keep_creator(struct reader *r)
{
    struct span creator = r->comments.creator;
    if (!creator.length)
        return true;
    r->program->reflection.creator = arena_string(r->parser.arena, creator.text, creator.length);
    return r->program->reflection.creator || parse_no_memory(&r->parser);
}

/* RenderDoc's first line. */
static bool is_hash_line(const struct parser *p)
{
    return span_has_prefix(span_trim(p->line, p->stop), "Shader hash ");
}

static bool read_version(struct reader *r)
{
    struct parser *p = &r->parser;
    if (is_hash_line(p))
        return true;
    struct span word = lex_word(p);
    if (split_version(word, r->program)) {
        use_version_token(r);
        r->has_version = true;
        return keep_creator(r) && lex_expect_end(p);
    }
    bool like_one = word.length >= 4 && word.text[2] == '_' && is_digit(word.text[3]);
    if (like_one)
        return PARSE_ERROR(p, TEXT_VERSION, word.text, word.length, SPAN_ARG(word));
    return PARSE_ERROR(p, TEXT_NO_VERSION, p->line, (size_t)(p->stop - p->line));
}

/* ---- blocks ---- */

static const struct block_rule {
    uint16_t opener, closer;
} block_rules[] = {
    {ISA_IF, ISA_ENDIF},
    {ISA_LOOP, ISA_ENDLOOP},
    {ISA_SWITCH, ISA_ENDSWITCH},
};

static const char *mnemonic(uint32_t opcode)
{
    return isa_op(opcode)->mnemonic;
}

static const struct block_rule *rule_opened_by(uint32_t opcode)
{
    for (size_t i = 0; i < BASE_COUNT(block_rules); i++)
        if (block_rules[i].opener == opcode)
            return &block_rules[i];
    return NULL;
}

/* The block that the instruction must stand in directly: its own for a closer, NULL when any will do. */
static const struct block_rule *rule_needed_by(uint32_t opcode)
{
    if (opcode == ISA_ELSE)
        return rule_opened_by(ISA_IF);
    if (opcode == ISA_CASE || opcode == ISA_DEFAULT)
        return rule_opened_by(ISA_SWITCH);
    for (size_t i = 0; i < BASE_COUNT(block_rules); i++)
        if (block_rules[i].closer == opcode)
            return &block_rules[i];
    return NULL;
}

/* A line that could not be read may have been an opener or closer: then nothing is known about blocks. */
static bool blocks_known(const struct reader *r)
{
    return r->parser.errors == 0;
}

static void check_block(struct reader *r, const struct block_rule *needed, uint32_t opcode)
{
    struct parser *p = &r->parser;
    struct block *top = r->blocks.count ? &r->blocks.data[r->blocks.count - 1] : NULL;
    struct span line = span_trim(p->body, p->stop);
    if (!blocks_known(r) || (top && top->rule == needed))
        return;
    if (!top)
        (void)PARSE_ERROR(p, TEXT_STRAY, line.text, line.length, mnemonic(opcode), mnemonic(needed->opener));
    else
        (void)PARSE_ERROR(p, TEXT_CROSSED, line.text, line.length, mnemonic(opcode),
                          mnemonic(top->rule->opener), top->line_number, mnemonic(top->rule->closer));
}

static void follow_blocks(struct reader *r, uint32_t opcode)
{
    struct parser *p = &r->parser;
    const struct block_rule *needed = rule_needed_by(opcode), *opened = rule_opened_by(opcode);
    if (needed)
        check_block(r, needed, opcode);
    if (needed && needed->closer == opcode && r->blocks.count)
        r->blocks.count--;
    if (opened &&
        !VEC_PUSH(&r->blocks, ((struct block){opened, p->line_number, p->line, p->body, p->line_end})))
        parse_no_memory(p);
}

static void report_unclosed(struct reader *r)
{
    struct parser *p = &r->parser;
    if (!blocks_known(r))
        return;
    while (r->blocks.count && p->errors < TEXT_ERROR_LIMIT) {
        const struct block *block = &r->blocks.data[--r->blocks.count];
        p->line = block->line;
        p->line_end = block->line_end;
        p->line_number = block->line_number;
        struct span line = span_trim(block->body, block->line_end);
        (void)PARSE_ERROR(p, TEXT_UNCLOSED, line.text, line.length, mnemonic(block->rule->opener),
                          mnemonic(block->rule->closer));
    }
}

/* ---- lines ---- */

/* Where an instruction begins; it may take further lines. */
struct start {
    const char *line, *body, *stop;
    uint32_t line_number;
};

static struct start start_of(const struct parser *p)
{
    return (struct start){p->line, p->body, p->stop, p->line_number};
}

static void add(struct reader *r, struct program_instr instr, const struct start *start)
{
    instr.line = start->line_number;
    instr.source_at = (uint32_t)(start->line - r->text);
    instr.source_body = (uint32_t)(start->body - r->text);
    instr.source_length = (uint32_t)(start->stop - start->body);
    if (!VEC_PUSH(&r->instrs, instr))
        parse_no_memory(&r->parser);
    else
        follow_blocks(r, instr.opcode);
}

/* The annotation is for the checker, and for people: a container has no place for it. */
static bool take_allowed_race(struct parser *p)
{
    bool allowed = p->annotation && span_equal(span_trim(p->annotation, p->line_end), "allow-race");
    if (allowed)
        p->annotation = NULL;
    return allowed;
}

static struct span visible_since(const struct parser *p, const struct start *start)
{
    return (struct span){start->body, (size_t)(p->stop - start->body)};
}

/* The words at the end of a line are tried first: when they say the same, the text need not be read. An
   immediate constant buffer has its words on its last line. */
static void read_instr(struct reader *r)
{
    struct parser *p = &r->parser;
    struct program_instr instr, exact;
    const struct start start = start_of(p);
    bool allows_race = take_allowed_race(p);
    if (p->annotation && parse_raw_tokens(p, visible_since(p, &start), &instr)) {
        add(r, instr, &start);
        return;
    }
    if (p->no_memory || !parse_instr(p, &instr))
        return;
    bool later_line = p->line != start.line;
    if (later_line && p->annotation && parse_raw_tokens(p, visible_since(p, &start), &exact))
        instr = exact;
    instr.allows_race = allows_race;
    add(r, instr, &start);
}

/* Custom data that fxc shows nothing of is a line of words alone. */
static bool read_bare_words(struct reader *r)
{
    struct parser *p = &r->parser;
    struct program_instr instr;
    if (!p->annotation || !r->has_version || !span_has_prefix(span_trim(p->annotation, p->line_end), "0x"))
        return false;
    const struct start start = start_of(p);
    if (parse_raw_tokens(p, (struct span){p->line, 0}, &instr))
        add(r, instr, &start);
    return true;
}

static void read_line(struct reader *r)
{
    struct parser *p = &r->parser;
    if (!lex_at_end(p)) {
        if (r->has_version)
            read_instr(r);
        else
            read_version(r);
    } else if (p->stop < p->line_end && !read_bare_words(r)) {
        parse_comment(p, &r->comments, r->has_version);
    }
}

/* Without a version line nothing that follows can be judged: the first visible line ends the reading. */
static void read_lines(struct reader *r)
{
    struct parser *p = &r->parser;
    while (p->errors < TEXT_ERROR_LIMIT && !p->no_memory && lex_next_line(p)) {
        read_line(r);
        if (p->errors && !r->has_version)
            return;
    }
    if (!r->has_version && !p->no_memory) {
        p->line_number += p->line_number == 0;
        (void)PARSE_ERROR(p, TEXT_NO_VERSION, p->line, 1);
    }
}

/* ---- the whole ---- */

static void finish(struct reader *r)
{
    struct parser *p = &r->parser;
    struct sm5_program *program = r->program;
    program->instrs = arena_copy(p->arena, r->instrs.data, r->instrs.count * sizeof *r->instrs.data);
    program->instr_count = program->instrs ? (uint32_t)r->instrs.count : 0;
    const void *tail = arena_copy(p->arena, r->comments.tail.data, r->comments.tail.count);
    const void *source = arena_copy(p->arena, r->text, r->length);
    if (!program->instrs || !tail || !source) {
        parse_no_memory(p);
        return;
    }
    program->structs = arena_copy(p->arena, r->comments.structs.data,
                                  r->comments.structs.count * sizeof *r->comments.structs.data);
    program->struct_count = program->structs ? (uint32_t)r->comments.structs.count : 0;
    if (!program->structs) {
        parse_no_memory(p);
        return;
    }
    program->code_tail = (struct bytes){tail, r->comments.tail.count};
    program->source = (struct bytes){source, r->length};
    memcpy(program->code_fourcc, r->comments.fourcc[0] ? r->comments.fourcc : text_default_fourcc(program),
           5);
    parse_signatures(p, &r->comments, program);
}

static enum sm5_status status_of(const struct parser *p)
{
    if (p->no_memory)
        return SM5_ERR_MEMORY;
    return p->errors ? SM5_ERR_INPUT : SM5_OK;
}

enum sm5_status text_parse(const char *text, size_t length, const char *name,
                           const struct program_codec *codec, struct sm5_program *program,
                           struct sm5_diags *diags)
{
    struct reader r = {
        .parser =
            {.program = program, .arena = &program->arena, .codec = codec, .diags = diags, .name = name},
        .comments = {.table = -1, .source = text},
        .program = program,
        .text = text,
        .length = length,
    };
    program->source_name = name ? arena_string(&program->arena, name, strlen(name)) : NULL;
    lex_open(&r.parser, text, length);
    read_lines(&r);
    report_unclosed(&r);
    if (status_of(&r.parser) == SM5_OK)
        finish(&r);
    VEC_FREE(&r.instrs);
    VEC_FREE(&r.blocks);
    VEC_FREE(&r.comments.lines);
    VEC_FREE(&r.comments.tail);
    VEC_FREE(&r.comments.structs);
    enum sm5_status status = status_of(&r.parser);
    if (status == SM5_ERR_MEMORY)
        diag_add(diags, MEMORY, DIAG_NOWHERE);
    return status ? status : program_collect_decls(program);
}

enum sm5_status text_parse_line(const char *line, size_t length, const struct sm5_program *program,
                                const struct program_codec *codec, struct arena *arena,
                                struct program_instr *out)
{
    struct parser p = {.program = program, .arena = arena, .codec = codec};
    lex_open(&p, line, length);
    bool good = lex_next_line(&p) && parse_instr(&p, out) && p.next == p.end;
    out->line = 0;
    if (p.no_memory)
        return SM5_ERR_MEMORY;
    return good ? SM5_OK : SM5_ERR_INPUT;
}
