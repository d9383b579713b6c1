/* Prints programs as text: header, version, one line an instruction. */
#include "text/print/print.h"

#include <stdlib.h>

/* ---- one instruction ---- */

static void print_offsets(uint32_t token, struct strbuf *out)
{
    strbuf_add_char(out, '(');
    for (unsigned i = 0; i < 3; i++) {
        int offset = (int)(token >> (9 + 4 * i) & 0xf);
        strbuf_printf(out, "%s%d", i ? "," : "", offset > 7 ? offset - 16 : offset);
    }
    strbuf_add_char(out, ')');
}

static void print_dimension(uint32_t token, struct strbuf *out)
{
    uint32_t dimension = token >> 6 & 0x1f;
    strbuf_add_char(out, '(');
    text_print_name(ISA_NAMES_DIMENSION, dimension, out);
    if (dimension == ISA_DIM_STRUCTURED)
        strbuf_printf(out, ", stride=%u", token >> 11 & 0xfff);
    strbuf_add_char(out, ')');
}

static void print_sync(uint32_t controls, struct strbuf *out)
{
    strbuf_add(out, controls & ISA_SYNC_UGLOBAL ? "_uglobal" : "");
    strbuf_add(out, controls & ISA_SYNC_UGROUP ? "_ugroup" : "");
    strbuf_add(out, controls & ISA_SYNC_G ? "_g" : "");
    strbuf_add(out, controls & ISA_SYNC_T ? "_t" : "");
}

static void print_return_form(const struct isa_op *op, uint32_t controls, struct strbuf *out)
{
    static const char *const resinfo[] = {"", "_rcpfloat", "_uint", ""};
    uint32_t value = isa_control_value(op->control, controls);
    if (op->control == ISA_CONTROL_RESINFO)
        strbuf_add(out, resinfo[value]);
    else if (op->control == ISA_CONTROL_SAMPLEINFO)
        strbuf_add(out, value ? "_uint" : "");
}

static void print_precise(uint32_t mask, struct strbuf *out)
{
    if (mask == 0)
        return;
    strbuf_add(out, " [precise");
    if (mask != 0xf) {
        strbuf_add_char(out, '(');
        text_print_mask(mask, out);
        strbuf_add_char(out, ')');
    }
    strbuf_add_char(out, ']');
}

static void print_mnemonic(const struct program_instr *instr, struct strbuf *out)
{
    const struct isa_op *op = isa_op(instr->opcode);
    const uint32_t *offsets = instr_extended(instr, ISA_EXT_OFFSETS);
    const uint32_t *dimension = instr_extended(instr, ISA_EXT_DIMENSION);
    const uint32_t *types = instr_extended(instr, ISA_EXT_RETURN);
    strbuf_add(out, op->mnemonic);
    if (op->flags & ISA_TEST)
        strbuf_add(out, instr_tests_nz(instr) ? "_nz" : "_z");
    if (instr_has_saturate_bit(instr))
        strbuf_add(out, "_sat");
    if (op->control == ISA_CONTROL_SYNC)
        print_sync(instr->controls, out);
    if (offsets)
        strbuf_add(out, "_aoffimmi");
    if (dimension)
        strbuf_add(out, "_indexable");
    if (offsets)
        print_offsets(*offsets, out);
    if (dimension)
        print_dimension(*dimension, out);
    if (types)
        text_print_types(*types >> 6, out);
    print_return_form(op, instr->controls, out);
    print_precise(instr_precise_mask(instr), out);
}

/* Sources of arithmetic are converted to the precision of the result; those of conversions and comparisons,
   and addresses, are not. */
static bool converts_to_result(const struct isa_op *op, unsigned i)
{
    switch (op->group) {
    case ISA_GROUP_FLOAT:
    case ISA_GROUP_INTEGER:
    case ISA_GROUP_BITWISE:
    case ISA_GROUP_MOVE:
    case ISA_GROUP_DERIVATIVE:
        return op->operands[i].role == ISA_ROLE_SRC && op->operands[i].type == op->operands[0].type;
    default: return false;
    }
}

/* Precision of the first result that is not null. */
static uint8_t result_precision(const struct program_instr *instr, const struct isa_op *op)
{
    for (unsigned i = 0; i < instr->operand_count && op->operands[i].role == ISA_ROLE_DST; i++)
        if (instr->operands[i].file != ISA_FILE_NULL)
            return instr->operands[i].min_precision;
    return 0;
}

static void print_plain(const struct sm5_program *program, const struct program_instr *instr,
                        struct strbuf *out)
{
    const struct isa_op *op = isa_op(instr->opcode);
    uint8_t as = result_precision(instr, op);
    print_mnemonic(instr, out);
    for (unsigned i = 0; i < instr->operand_count; i++) {
        const struct program_operand *operand = &instr->operands[i];
        strbuf_add(out, i ? ", " : " ");
        if (converts_to_result(op, i))
            text_print_source(program, operand, op->operands[i].type, as, out);
        else
            text_print_operand(program, operand, op->operands[i].type, out);
    }
    /* fxc prints a blank after an instruction without operands, except for sync. */
    if (instr->operand_count == 0 && op->control != ISA_CONTROL_SYNC)
        strbuf_add_char(out, ' ');
}

void text_print_instr(const struct sm5_program *program, const struct program_instr *instr,
                      struct strbuf *out)
{
    if (instr->opcode == ISA_CUSTOMDATA)
        text_print_custom(program, instr, out);
    else if (instr->opcode == ISA_INTERFACE_CALL && instr->operand_count) {
        strbuf_add(out, "fcall ");
        text_print_operand(program, &instr->operands[0], ISA_TYPE_NONE, out);
        strbuf_printf(out, "[%u]", instr_dword(instr, 0));
    } else if (isa_op(instr->opcode)->group == ISA_GROUP_DECLARATION)
        text_print_dcl(program, instr, out);
    else
        print_plain(program, instr, out);
}

/* ---- lines ---- */

enum {
    INDENT_LIMIT = 64, /* levels; at least those of a valid program (D3D11.3 7.12) */
    ARENA_LINES = 256, /* lines parsed again before their memory is freed */
};

struct printer {
    const struct sm5_program *program;
    const struct text_print_options *options;
    struct strbuf *out;
    struct arena arena; /* for lines that are parsed again */
    struct program_tokens original, again;
    unsigned depth;
    const char *file; /* of the last instruction's line */
    uint32_t line;
    bool failed;
};

static bool encode(struct printer *p, const struct program_instr *instr, struct program_tokens *tokens)
{
    tokens->count = 0;
    bool encoded = p->options->codec->encode(instr, tokens);
    p->failed |= !encoded;
    return encoded;
}

/* The line, parsed again, encodes to the same tokens. */
static bool line_is_lossless(struct printer *p, const struct program_instr *instr, size_t from)
{
    struct program_instr back;
    if (p->out->length == from || !encode(p, instr, &p->original))
        return false;
    enum sm5_status status = text_parse_line(p->out->text + from, p->out->length - from, p->program,
                                             p->options->codec, &p->arena, &back);
    p->failed |= status == SM5_ERR_MEMORY;
    if (status || !encode(p, &back, &p->again))
        return false;
    return p->original.count == p->again.count &&
           memcmp(p->original.data, p->again.data, p->original.count * sizeof *p->again.data) == 0;
}

static void print_raw_tokens(struct printer *p, const struct program_instr *instr)
{
    if (!encode(p, instr, &p->original))
        return;
    strbuf_add(p->out, " " TEXT_ANNOTATION);
    for (size_t i = 0; i < p->original.count; i++) {
        strbuf_add_char(p->out, ' ');
        text_print_hex(p->original.data[i], p->out);
    }
}

bool text_outdents(uint16_t opcode)
{
    uint16_t opener = isa_block_opener(opcode);
    return opcode == ISA_ELSE || (opener != ISA_OPCODE_COUNT && isa_block_closer(opener) == opcode);
}

bool text_indents(uint16_t opcode)
{
    return opcode == ISA_ELSE || isa_block_closer(opcode) != ISA_OPCODE_COUNT;
}

/* Custom data without a textual form gets a line only for its raw tokens. */
static void print_line(struct printer *p, const struct program_instr *instr)
{
    uint16_t opcode = instr->opcode;
    if (text_outdents(opcode) && p->depth)
        p->depth--;
    size_t start = p->out->length;
    strbuf_add_repeat(p->out, ' ', 2 * (size_t)(p->depth < INDENT_LIMIT ? p->depth : INDENT_LIMIT));
    size_t from = p->out->length;
    text_print_instr(p->program, instr, p->out);
    bool blank = p->out->length == from;
    if (!p->options->fxc && !line_is_lossless(p, instr, from))
        print_raw_tokens(p, instr);
    else if (blank)
        p->out->length = start;
    if (p->out->length > start)
        strbuf_add_char(p->out, '\n');
    if (text_indents(opcode))
        p->depth++;
}

/* The source line, if it differs from that of the previous instruction. */
static void print_origin(struct printer *p, const struct program_instr *instr)
{
    const char *file = program_origin_file(p->program, instr);
    bool same = p->line == instr->origin_line && p->file == file;
    p->line = instr->origin_line;
    p->file = file;
    if (!same && file)
        strbuf_printf(p->out, "// %s:%u\n", file, instr->origin_line);
}

/* Annotations outside instructions. */
static void print_annotations(const struct sm5_program *program, struct strbuf *out)
{
    if (program->code_fourcc[0] && strcmp(program->code_fourcc, text_default_fourcc(program)) != 0)
        strbuf_printf(out, TEXT_ANNOTATION " chunk %s\n", program->code_fourcc);
    if (program->version_spare)
        strbuf_printf(out, TEXT_ANNOTATION " version 0x%08x\n",
                      (uint32_t)program->stage << 16 | program->version_spare << 8 |
                          (uint32_t)program->major << 4 | program->minor);
    for (uint32_t i = 0; i < program->struct_count; i++)
        strbuf_printf(out, TEXT_ANNOTATION " struct %s %s\n", program->structs[i].slot,
                      program->structs[i].text);
}

static void print_tail(struct bytes tail, struct strbuf *out)
{
    enum { LINE = 64 };
    for (size_t at = 0; at < tail.size; at += LINE) {
        strbuf_add(out, TEXT_ANNOTATION " tail ");
        for (size_t i = at; i < tail.size && i < at + LINE; i++)
            strbuf_printf(out, "%02x", tail.data[i]);
        strbuf_add_char(out, '\n');
    }
}

enum sm5_status text_print(const struct sm5_program *program, const struct text_print_options *options,
                           struct strbuf *out)
{
    struct printer p = {.program = program, .options = options, .out = out};
    text_print_header(program, options, out);
    if (!options->fxc)
        print_annotations(program, out);
    strbuf_printf(out, "%s_%u_%u\n", isa_name(ISA_NAMES_STAGE, program->stage), program->major,
                  program->minor);
    for (uint32_t i = 0; i < program->instr_count && !out->failed; i++) {
        if (options->lines)
            print_origin(&p, &program->instrs[i]);
        print_line(&p, &program->instrs[i]);
        if (i % ARENA_LINES == ARENA_LINES - 1)
            arena_free(&p.arena);
    }
    arena_free(&p.arena);
    if (!options->fxc)
        print_tail(program->code_tail, out);
    if (program->statistics.words)
        strbuf_printf(out, "// Approximately %u instruction slots used\n", program->statistics.word[0]);
    VEC_FREE(&p.original);
    VEC_FREE(&p.again);
    return out->failed || p.failed ? SM5_ERR_MEMORY : SM5_OK;
}
