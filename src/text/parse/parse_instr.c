/* Instructions: mnemonic, suffixes, extended tokens, precise mask, operands. */
#include "text/parse/parse.h"

enum { LENGTH_LIMIT = 127 }; /* DWORDs, in the length field of the opcode token */

/* A mnemonic with its suffixes. */
struct spelling {
    int opcode;
    const struct isa_op *op;
    struct span word;     /* all of it */
    struct span suffixes; /* after the mnemonic of `op` */
    bool offsets, tested;
};

/* ---- mnemonic and suffixes ---- */

static struct span before_last_underscore(struct span word)
{
    const char *at = word.length ? memrchr(word.text, '_', word.length) : NULL;
    return (struct span){word.text, at ? (size_t)(at - word.text) : 0};
}

/* Finds the longest mnemonic of the table that the word starts with. Mnemonics that end in an underscore are
   followed by a resource dimension. */
static bool split_mnemonic(struct span word, struct spelling *out)
{
    struct span base = word;
    if (base.length > TEXT_WORD_LIMIT) /* no mnemonic is longer */
        base.length = TEXT_WORD_LIMIT;
    for (out->opcode = -1; base.length && out->opcode < 0;) {
        out->opcode = lookup_opcode(base);
        if (out->opcode >= 0)
            break;
        struct span shorter = before_last_underscore(base);
        if (shorter.length == 0)
            break;
        base.length = shorter.length + 1;
        out->opcode = lookup_opcode(base);
        if (out->opcode < 0)
            base.length--;
    }
    if (out->opcode < 0)
        return false;
    out->op = isa_op((uint32_t)out->opcode);
    out->word = word;
    out->suffixes = (struct span){word.text + base.length, word.length - base.length};
    return true;
}

int parse_mnemonic(struct span word, struct span *suffixes)
{
    struct spelling s = {0};
    if (word.length == 0 || !split_mnemonic(word, &s))
        return -1;
    *suffixes = s.suffixes;
    return s.opcode;
}

static const struct suffix {
    const char *word;
    uint16_t flag;   /* required flag of the row, or */
    uint8_t control; /* required control, when flag is 0 */
    uint32_t bits;   /* set in the opcode token */
} suffixes[] = {
    {"sat", ISA_SAT, 0, ISA_TOKEN_SATURATE},
    {"z", ISA_TEST, 0, 0},
    {"nz", ISA_TEST, 0, ISA_TOKEN_TEST_NZ},
    {"aoffimmi", ISA_OFFSETS, 0, 0},
    {"indexable", ISA_TYPED, 0, 0},
    {"float", 0, ISA_CONTROL_RESINFO, 0},
    {"rcpfloat", 0, ISA_CONTROL_RESINFO, 1 << 11},
    {"uint", 0, ISA_CONTROL_RESINFO, 2 << 11},
    {"uint", 0, ISA_CONTROL_SAMPLEINFO, 1 << 11},
    {"uglobal", 0, ISA_CONTROL_SYNC, ISA_SYNC_UGLOBAL},
    {"ugroup", 0, ISA_CONTROL_SYNC, ISA_SYNC_UGROUP},
    {"sat", 0, ISA_CONTROL_SYNC, ISA_SYNC_UGROUP}, /* old fxc prints sync_sat_ugroup */
    {"g", 0, ISA_CONTROL_SYNC, ISA_SYNC_G},
    {"t", 0, ISA_CONTROL_SYNC, ISA_SYNC_T},
    {"glc", 0, ISA_CONTROL_UAV, ISA_TOKEN_GLC},
    {"glc", 0, ISA_CONTROL_UAV_DIMENSION, ISA_TOKEN_GLC},
    {"rov", 0, ISA_CONTROL_UAV, ISA_TOKEN_ROV},
    {"rov", 0, ISA_CONTROL_UAV_DIMENSION, ISA_TOKEN_ROV},
    {"opc", 0, ISA_CONTROL_UAV, ISA_TOKEN_OPC},
    {"dynamicindexed", 0, ISA_CONTROL_INTERFACE, ISA_TOKEN_DYNAMIC},
};

static bool suffix_is_allowed(const struct suffix *s, const struct isa_op *op)
{
    return s->flag == ISA_SAT ? row_may_saturate(op)
           : s->flag          ? (op->flags & s->flag) != 0
                              : op->control == s->control;
}

/* Another spelling of the suffix before it. */
static bool is_alias(const struct suffix *s)
{
    return s > suffixes && s->flag == s[-1].flag && s->control == s[-1].control && s->bits == s[-1].bits;
}

const char *parse_suffix_at(const struct isa_op *op, unsigned i)
{
    for (size_t k = 0; k < BASE_COUNT(suffixes); k++)
        if (suffix_is_allowed(&suffixes[k], op) && !is_alias(&suffixes[k]) && i-- == 0)
            return suffixes[k].word;
    return NULL;
}

static const struct suffix *find_suffix(const struct isa_op *op, struct span word)
{
    for (size_t i = 0; i < BASE_COUNT(suffixes); i++)
        if (suffix_is_allowed(&suffixes[i], op) && span_equal(word, suffixes[i].word))
            return &suffixes[i];
    return NULL;
}

static bool is_suffix(struct span word)
{
    for (size_t i = 0; i < BASE_COUNT(suffixes); i++)
        if (span_equal(word, suffixes[i].word))
            return true;
    return false;
}

static bool mnemonic_error(struct parser *p, struct span word)
{
    return PARSE_ERROR(p, TEXT_MNEMONIC, word.text, word.length, SPAN_ARG(word), suggest_opcode(p, word));
}

static bool apply_suffix(struct parser *p, struct spelling *s, struct span word, struct program_instr *out)
{
    const struct suffix *suffix = find_suffix(s->op, word);
    if (!suffix && !is_suffix(word))
        return mnemonic_error(p, s->word);
    if (!suffix)
        return PARSE_ERROR_AT(p, TEXT_SUFFIX, word, s->op->mnemonic, SPAN_ARG(word));
    out->controls |= suffix->bits;
    s->offsets |= suffix->flag == ISA_OFFSETS;
    s->tested |= suffix->flag == ISA_TEST;
    return true;
}

static struct span next_suffix(struct span *rest)
{
    if (rest->length && *rest->text == '_')
        rest->text++, rest->length--;
    const char *end = rest->length ? memchr(rest->text, '_', rest->length) : NULL;
    struct span suffix = {rest->text, end ? (size_t)(end - rest->text) : rest->length};
    rest->text += suffix.length;
    rest->length -= suffix.length;
    return suffix;
}

static bool apply_suffixes(struct parser *p, struct spelling *s, struct span rest, struct program_instr *out)
{
    while (rest.length)
        if (!apply_suffix(p, s, next_suffix(&rest), out))
            return false;
    return true;
}

static bool apply_dimension(struct parser *p, struct spelling *s, struct program_instr *out)
{
    uint32_t dimension;
    if (s->op->control != ISA_CONTROL_DIMENSION && s->op->control != ISA_CONTROL_UAV_DIMENSION)
        return true;
    struct span word = next_suffix(&s->suffixes);
    if (!parse_name(p, ISA_NAMES_DIMENSION, word, "a resource dimension such as texture2d", &dimension))
        return false;
    out->controls |= dimension << 11;
    return true;
}

/* ---- modifiers after the mnemonic ---- */

/* Groups in parentheses, suffixes after them (`_uint`, RenderDoc's `_sat`) and `[precise]`, in any order. */
static bool parse_modifiers(struct parser *p, struct spelling *s, struct program_instr *out)
{
    struct extended_tokens extended = {0};
    bool has_groups = s->op->flags & (ISA_OFFSETS | ISA_TYPED), good = true;
    while (good) {
        char next = p->at < p->stop ? *p->at : 0;
        if (next == '_')
            good = apply_suffixes(p, s, lex_word(p), out);
        else if (next == '(' && has_groups)
            good = parse_extended_group(p, s->op, &extended);
        else if (lex_peek(p) == '[')
            good = parse_precise(p, s->op, out);
        else
            break;
    }
    if (good && s->offsets && !extended.has_offsets)
        return lex_expect(p, '(');
    append_extended_tokens(&extended, out);
    return good;
}

/* ---- operands ---- */

struct program_operand *instr_alloc_operands(struct parser *p, struct program_instr *out, unsigned count)
{
    struct program_operand *operands = arena_array(p->arena, count, sizeof *operands);
    if (!operands)
        parse_no_memory(p);
    out->operands = operands;
    out->operand_count = operands ? (uint8_t)count : 0;
    return operands;
}

bool instr_set_dwords(struct parser *p, struct program_instr *out, const uint32_t *dwords, size_t count)
{
    out->dwords = arena_copy(p->arena, dwords, count * sizeof *dwords);
    out->dword_count = out->dwords ? (uint32_t)count : 0;
    return out->dwords || parse_no_memory(p);
}

/* Operands whose letters are a mask: destinations, and the memory that a store or an atomic writes. */
static bool is_written(const struct isa_operand *operand, unsigned at)
{
    return operand->role == ISA_ROLE_DST || operand->role == ISA_ROLE_WMEM ||
           (operand->role == ISA_ROLE_UAV && at == 0);
}

/* Whether a source is read in several components. fxc then replicates a single letter over the swizzle, and
   encodes a component selection otherwise; vkd3d prints `.x` for both. */
static bool reads_many(const struct parser *p, const struct isa_op *op, unsigned i)
{
    const struct isa_operand *want = &op->operands[i];
    unsigned results = (unsigned)__builtin_popcount(p->result_mask);
    bool is_shift = op == isa_op(ISA_ISHL) || op == isa_op(ISA_ISHR) || op == isa_op(ISA_USHR);
    bool is_atomic_address = op->form == ISA_FORM_ATOMIC && want->role == ISA_ROLE_ADDR;
    if (want->role == ISA_ROLE_SAMPLER || (is_shift && i == 2)) /* one shift amount for all components */
        return false;
    if (is_atomic_address) /* the view determines the number of components */
        return false;
    if (op->form == ISA_FORM_D_W) /* a double has two components of the result */
        return results > 2;
    return want->count == ISA_COUNT_M ? results > 1 : want->count > 1;
}

static bool parse_operands(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    unsigned count = op->operand_count;
    struct program_operand *list = instr_alloc_operands(p, out, count);
    if (!list)
        return false;
    p->result_mask = 0;
    for (unsigned i = 0; i < count; i++) {
        bool written = is_written(&op->operands[i], i);
        if (lex_at_end(p))
            return PARSE_ERROR(p, TEXT_OPERANDS, p->at, 1, op->mnemonic, count, "more here");
        if (i && !lex_expect(p, ','))
            return false;
        p->reads_many = !written && reads_many(p, op, i);
        if (!parse_operand(p, &op->operands[i], written, &list[i]))
            return false;
        if (written && !p->result_mask)
            p->result_mask = (uint8_t)operand_write_mask(&list[i]);
    }
    if (lex_peek(p) == ',')
        return PARSE_ERROR(p, TEXT_OPERANDS, p->at, 1, op->mnemonic, count, "no more");
    return lex_expect_end(p);
}

/* fcall fp0[2][1]: interface, element, and the call site, which is a separate DWORD. */
static bool parse_interface_call(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    uint32_t site;
    struct program_operand *operand = instr_alloc_operands(p, out, 1);
    if (!operand || !parse_operand(p, &op->operands[0], false, operand))
        return false;
    bool three = operand->index_count == 3;
    if (!three || operand->index[2].form != ISA_INDEX_IMM32)
        return PARSE_ERROR(p, TEXT_EXPECTED, p->line, 1, "fp#[element][call site]");
    site = (uint32_t)operand->index[2].imm;
    operand->index_count = 2;
    operand->index[2] = (struct program_index){0};
    return instr_set_dwords(p, out, &site, 1) && lex_expect_end(p);
}

/* ---- length ---- */

static unsigned operand_dwords(const struct program_operand *operand)
{
    unsigned dwords = 1 + operand->extended;
    if (operand->file == ISA_FILE_IMM32)
        dwords += operand->comps == ISA_COMPS_4 ? 4 : 1;
    if (operand->file == ISA_FILE_IMM64)
        dwords += operand->comps == ISA_COMPS_4 ? 4 : 2;
    for (unsigned i = 0; i < operand->index_count; i++) {
        const struct program_index *index = &operand->index[i];
        dwords += index->form != ISA_INDEX_RELATIVE;
        dwords += index->relative ? operand_dwords(index->relative) : 0;
    }
    return dwords;
}

/* Lists of an interface or a function table may exceed the limit: the length is then a separate DWORD. */
static bool check_length(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    uint64_t dwords = 1 + (uint64_t)out->ext_count + out->dword_count;
    for (unsigned i = 0; i < out->operand_count; i++)
        dwords += operand_dwords(&out->operands[i]);
    out->long_length = dwords > LENGTH_LIMIT && (op->flags & ISA_LIST);
    if (dwords <= LENGTH_LIMIT || out->long_length)
        return true;
    return PARSE_ERROR(p, TEXT_LENGTH, p->line, (size_t)(p->stop - p->line), (unsigned)dwords, LENGTH_LIMIT);
}

/* ---- instructions ---- */

bool parse_allows(const struct sm5_program *program, const struct isa_op *op)
{
    bool in_model = op->model == ISA_MODEL_SM40 || program->major >= 5 ||
                    (op->model == ISA_MODEL_SM41 && program->minor >= 1);
    return in_model && (op->stages & (1u << program->stage));
}

static bool check_stage(struct parser *p, const struct isa_op *op, struct span word)
{
    const struct sm5_program *program = p->program;
    return parse_allows(program, op) ||
           PARSE_ERROR_AT(p, TEXT_STAGE, word, op->mnemonic, isa_name(ISA_NAMES_STAGE, program->stage),
                          program->major, program->minor);
}

static bool parse_arguments(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    if (op->group == ISA_GROUP_DECLARATION)
        return parse_dcl(p, op, out) && lex_expect_end(p);
    if (out->opcode == ISA_INTERFACE_CALL)
        return parse_interface_call(p, op, out);
    return parse_operands(p, op, out);
}

bool parse_instr(struct parser *p, struct program_instr *out)
{
    struct spelling s = {0};
    struct span word = lex_word(p);
    *out = (struct program_instr){.line = p->line_number};
    if (word.length == 0)
        return PARSE_ERROR(p, TEXT_EXPECTED, p->at, 1, "an instruction");
    if (is_message_mnemonic(word))
        return parse_message(p, word, out);
    if (!split_mnemonic(word, &s))
        return mnemonic_error(p, word);
    out->opcode = (uint16_t)s.opcode;
    if (!check_stage(p, s.op, word))
        return false;
    if (out->opcode == ISA_CUSTOMDATA)
        return parse_icb(p, out);
    if (!apply_dimension(p, &s, out) || !apply_suffixes(p, &s, s.suffixes, out))
        return false;
    if (s.op->group != ISA_GROUP_DECLARATION && !parse_modifiers(p, &s, out))
        return false;
    if ((s.op->flags & ISA_TEST) && !s.tested)
        return PARSE_ERROR(p, TEXT_TEST, word.text, word.length, s.op->mnemonic, s.op->mnemonic,
                           s.op->mnemonic);
    return parse_arguments(p, s.op, out) && check_length(p, s.op, out);
}
