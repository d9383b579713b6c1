/* Parses assembly text into a program: version line, instructions, nesting of blocks. */
#include <stdlib.h>

#include "text/parse/parse.h"

struct reader {
    struct parser parser;
    struct header_comments comments;
    struct sm5_program *program;
    const char *text;
    size_t length;
    bool has_version;
    VEC(struct program_instr) instrs;
    struct program_blocks blocks;
};

/* ---- version line ---- */

bool parse_version(struct span word, struct sm5_program *program)
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

/* An annotation preserves bits 15:8 of the version token, which have no meaning. */
static void apply_version_token(struct reader *r)
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

/* Raw tokens after an instruction are compared with the formatting of the compiler that the text names. */
static bool set_creator(struct reader *r)
{
    struct span creator = r->comments.creator;
    if (!creator.length)
        return true;
    r->program->reflection.creator = arena_string(r->parser.arena, creator.text, creator.length);
    return r->program->reflection.creator || parse_no_memory(&r->parser);
}

static bool read_version(struct reader *r)
{
    struct parser *p = &r->parser;
    if (span_has_prefix(span_trim(p->line, p->stop), "Shader hash ")) /* RenderDoc's first line */
        return true;
    struct span word = lex_word(p);
    if (parse_version(word, r->program)) {
        apply_version_token(r);
        r->has_version = true;
        return set_creator(r) && lex_expect_end(p);
    }
    bool resembles_version = word.length >= 4 && word.text[2] == '_' && is_digit(word.text[3]);
    if (resembles_version)
        return PARSE_ERROR_AT(p, TEXT_VERSION, word, SPAN_ARG(word));
    return PARSE_ERROR(p, TEXT_NO_VERSION, p->line, (size_t)(p->stop - p->line));
}

/* ---- blocks ---- */

static const char *mnemonic(uint32_t opcode)
{
    return isa_op(opcode)->mnemonic;
}

/* A line with an error may have been an opener or closer: then blocks are not checked. */
static void follow_blocks(struct reader *r, uint16_t opcode)
{
    struct parser *p = &r->parser;
    uint32_t before = r->blocks.open;
    enum program_block_error error = program_blocks_add(&r->blocks, opcode);
    if (r->blocks.no_memory)
        parse_no_memory(p);
    if (p->errors || error != PROGRAM_BLOCK_UNOPENED)
        return;
    const struct program_block *block = &r->blocks.list.data[before];
    struct span line = span_trim(p->body, p->stop);
    if (!block->depth)
        (void)PARSE_ERROR(p, TEXT_STRAY, line.text, line.length, mnemonic(opcode),
                          mnemonic(isa_block_opener(opcode)));
    else
        (void)PARSE_ERROR(p, TEXT_CROSSED, line.text, line.length, mnemonic(opcode), mnemonic(block->opener),
                          r->instrs.data[block->first].line, mnemonic(isa_block_closer(block->opener)));
}

static void report_unclosed(struct reader *r)
{
    struct parser *p = &r->parser;
    const struct program_block *block = r->instrs.count ? &r->blocks.list.data[r->blocks.open] : NULL;
    if (p->errors || p->no_memory || !block)
        return;
    for (; block->depth && p->errors < TEXT_ERROR_LIMIT; block = &r->blocks.list.data[block->parent]) {
        const struct program_instr *instr = &r->instrs.data[block->first];
        p->next = r->text + instr->source_at;
        p->line_number = instr->line - 1;
        lex_next_line(p);
        struct span line = span_trim(p->body, p->line_end);
        (void)PARSE_ERROR(p, TEXT_UNCLOSED, line.text, line.length, mnemonic(block->opener),
                          mnemonic(isa_block_closer(block->opener)));
    }
}

/* ---- lines ---- */

/* Where an instruction begins; it may span further lines. */
struct start {
    const char *line, *body, *stop;
    uint32_t line_number;
};

static void append_instr(struct reader *r, struct program_instr instr, const struct start *start)
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

/* `// sm5: allow-race` is for the checker; containers cannot store it. */
static bool accept_allow_race(struct parser *p)
{
    bool allowed = p->annotation && span_equal(span_trim(p->annotation, p->line_end), "allow-race");
    if (allowed)
        p->annotation = NULL;
    return allowed;
}

static struct span code_since(const struct parser *p, const struct start *start)
{
    return (struct span){start->body, (size_t)(p->stop - start->body)};
}

/* Raw tokens at the end of a line are tried first: if they match the text, it need not be parsed. An
   immediate constant buffer has its tokens on its last line. */
static void read_instr(struct reader *r)
{
    struct parser *p = &r->parser;
    struct program_instr instr, exact;
    const struct start start = {p->line, p->body, p->stop, p->line_number};
    bool allows_race = accept_allow_race(p);
    if (p->annotation && parse_raw_tokens(p, code_since(p, &start), &instr)) {
        append_instr(r, instr, &start);
        return;
    }
    if (p->no_memory || !parse_instr(p, &instr))
        return;
    bool later_line = p->line != start.line;
    if (later_line && p->annotation && parse_raw_tokens(p, code_since(p, &start), &exact))
        instr = exact;
    instr.allows_race = allows_race;
    append_instr(r, instr, &start);
}

/* Custom data that fxc does not print is a line of raw tokens only. */
static bool read_token_line(struct reader *r)
{
    struct parser *p = &r->parser;
    struct program_instr instr;
    if (!p->annotation || !r->has_version || !span_has_prefix(span_trim(p->annotation, p->line_end), "0x"))
        return false;
    const struct start start = {p->line, p->body, p->stop, p->line_number};
    if (parse_raw_tokens(p, (struct span){p->line, 0}, &instr))
        append_instr(r, instr, &start);
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
    } else if (p->stop < p->line_end && !read_token_line(r)) {
        parse_comment(p, &r->comments, r->has_version);
    }
}

/* Parsing requires stage and model: an error before the version line is the last. */
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

/* ---- programs ---- */

static void finish(struct reader *r)
{
    struct parser *p = &r->parser;
    struct sm5_program *program = r->program;
    const struct header_comments *comments = &r->comments;
    program->instrs = arena_copy(p->arena, r->instrs.data, r->instrs.count * sizeof *r->instrs.data);
    program->structs = arena_copy(p->arena, comments->structs.data,
                                  comments->structs.count * sizeof *comments->structs.data);
    program->code_tail =
        (struct bytes){arena_copy(p->arena, comments->tail.data, comments->tail.count), comments->tail.count};
    program->source = (struct bytes){arena_copy(p->arena, r->text, r->length), r->length};
    if (!program->instrs || !program->structs || !program->code_tail.data || !program->source.data) {
        parse_no_memory(p);
        return;
    }
    program->instr_count = (uint32_t)r->instrs.count;
    program->struct_count = (uint32_t)comments->structs.count;
    memcpy(program->code_fourcc, comments->fourcc[0] ? comments->fourcc : text_default_fourcc(program), 5);
    parse_signatures(p, comments, program);
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
    program_blocks_free(&r.blocks);
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
