/* Declarations: what follows the mnemonic. */
#include <stdlib.h>

#include "text/parse/parse.h"

enum { WORD_MAX = 0xffff };

static bool fail_expected(struct parser *p, const char *what)
{
    lex_peek(p);
    return PARSE_ERROR(p, TEXT_EXPECTED, p->at, 1, what);
}

/* The register that is declared, or NULL. */
static struct program_operand *read_declared(struct parser *p, const struct isa_op *op,
                                             struct program_instr *out)
{
    struct program_operand *operand = instr_alloc_operands(p, out, 1);
    p->reads_many = false;
    return operand && parse_operand(p, &op->operands[0], false, operand) ? operand : NULL;
}

static bool declared(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    return read_declared(p, op, out) != NULL;
}

/* A register that only stands for its number: x3, fb0, ft2, fp1. */
static bool named(struct parser *p, const char *name, uint32_t *id)
{
    lex_peek(p);
    struct span word = lex_letters(p);
    if (!span_equal(word, name))
        return PARSE_ERROR(p, TEXT_EXPECTED, word.text, word.length, name);
    return parse_uint(p, UINT32_MAX, "a register number", id);
}

/* ---- attributes after the register ---- */

/* A declared resource: its register, and the DWORDs after it. */
struct resource {
    struct program_operand *operand;
    struct span spelled; /* the register's name and indices */
    uint32_t words[2];
    size_t count;
    uint32_t space;
};

static bool read_resource(struct parser *p, const struct isa_op *op, struct program_instr *out,
                          struct resource *resource)
{
    lex_peek(p);
    const char *from = p->at;
    *resource = (struct resource){.operand = read_declared(p, op, out)};
    resource->spelled = (struct span){from, (size_t)(p->at - from)};
    return resource->operand != NULL;
}

/* RenderDoc's `reg=5`, `regs=4:9` and `regs=4:unbound`: the range when the register does not show it. */
static bool read_registers(struct parser *p, struct resource *resource, bool several)
{
    struct program_index lower = {.form = ISA_INDEX_IMM32}, upper = lower;
    uint32_t number;
    if (!lex_expect(p, '=') || !parse_uint(p, UINT32_MAX, "a register number", &number))
        return false;
    lower.imm = upper.imm = number;
    if (several && !lex_expect(p, ':'))
        return false;
    if (several && lex_peek(p) == 'u') {
        lex_word(p);
        upper.imm = UINT32_MAX;
    } else if (several) {
        if (!parse_uint(p, UINT32_MAX, "a register number", &number))
            return false;
        upper.imm = number;
    }
    if (resource->operand->index_count != 1)
        return true;
    resource->operand->index[1] = lower;
    resource->operand->index[2] = upper;
    resource->operand->index_count = 3;
    return range_define(p, resource->operand);
}

/* RenderDoc spells out the flags of a u#. */
static bool take_flag(const struct isa_op *op, struct span word, struct program_instr *out)
{
    static const struct {
        const char *word;
        uint32_t bits;
    } flags[] = {
        {"globallyCoherant", ISA_TOKEN_GLC},
        {"globallyCoherent", ISA_TOKEN_GLC},
        {"rasterizerOrderedAccess", ISA_TOKEN_ROV},
        {"hasOrderPreservingCounter", ISA_TOKEN_OPC},
    };
    if (op->control != ISA_CONTROL_UAV && op->control != ISA_CONTROL_UAV_DIMENSION)
        return false;
    for (size_t i = 0; i < BASE_COUNT(flags); i++) {
        if (!span_equal(word, flags[i].word))
            continue;
        out->controls |= flags[i].bits;
        return true;
    }
    return false;
}

/* `, space=1`, `, globallyCoherant space=1,reg=5`. The cursor stays before what is none of these. */
static bool read_attributes(struct parser *p, const struct isa_op *op, struct program_instr *out,
                            struct resource *resource)
{
    bool is_51 = program_is_51(p->program);
    while (!lex_at_end(p)) {
        const char *before = p->at;
        lex_accept(p, ',');
        struct span word = lex_word(p);
        bool several = span_equal(word, "regs"), good = true;
        if (is_51 && span_equal(word, "space"))
            good = lex_expect(p, '=') && parse_uint(p, UINT32_MAX, "a register space", &resource->space);
        else if (is_51 && (several || span_equal(word, "reg")))
            good = read_registers(p, resource, several);
        else if (!take_flag(op, word, out)) {
            p->at = before;
            return is_51 ? PARSE_ERROR(p, TEXT_EXPECTED, word.text, word.length, "space=N") : true;
        }
        if (!good)
            return false;
    }
    return true;
}

/* What follows the register, and the DWORDs: those of any model, then the space of SM5.1. */
static bool finish_resource(struct parser *p, const struct isa_op *op, struct program_instr *out,
                            struct resource *resource)
{
    bool is_51 = program_is_51(p->program);
    if (!read_attributes(p, op, out, resource))
        return false;
    if (is_51 && resource->operand->index_count != 3)
        return PARSE_ERROR(p, TEXT_INDEX_COUNT, resource->spelled.text, resource->spelled.length,
                           isa_file(resource->operand->file)->text, resource->operand->index_count,
                           "3, as in T0[4:9]");
    if (is_51)
        resource->words[resource->count++] = resource->space;
    return instr_set_dwords(p, out, resource->words, resource->count);
}

/* ---- resources ---- */

static bool sample_count(struct parser *p, struct program_instr *out)
{
    uint32_t count;
    if (!lex_expect(p, '(') || !parse_uint(p, 127, "a sample count", &count) || !lex_expect(p, ')'))
        return false;
    out->controls |= count << 16;
    return true;
}

static bool typed_view(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    struct resource resource;
    uint32_t types;
    /* Directly at the word: the samples; the return types come after a blank. */
    bool samples = op->control == ISA_CONTROL_DIMENSION && p->at < p->stop && *p->at == '(' &&
                   p->at + 1 < p->stop && p->at[1] >= '0' && p->at[1] <= '9';
    if (samples && !sample_count(p, out))
        return false;
    if (!parse_return_types(p, &types) || !read_resource(p, op, out, &resource))
        return false;
    resource.words[resource.count++] = types;
    return finish_resource(p, op, out, &resource);
}

static bool raw_view(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    struct resource resource;
    return read_resource(p, op, out, &resource) && finish_resource(p, op, out, &resource);
}

static bool structured_view(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    struct resource resource;
    if (!read_resource(p, op, out, &resource) || !lex_expect(p, ',') ||
        !parse_uint(p, UINT32_MAX, "a stride in bytes", &resource.words[0]))
        return false;
    resource.count = 1;
    return finish_resource(p, op, out, &resource);
}

/* The mode may be left out: vkd3d prints no default one, and in SM5.1 `, space=N` follows. */
static bool sampler(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    struct resource resource;
    uint32_t mode = 0;
    if (!read_resource(p, op, out, &resource))
        return false;
    const char *before = p->at;
    if (lex_accept(p, ',')) {
        struct span word = lex_word(p);
        if (span_equal(word, "space"))
            p->at = before;
        else if (!parse_name(p, ISA_NAMES_SAMPLER_MODE, word, "a mode such as mode_default", &mode))
            return false;
    }
    out->controls |= mode << 11;
    return finish_resource(p, op, out, &resource);
}

static bool cbuffer_access(struct parser *p, struct program_instr *out)
{
    if (!lex_accept(p, ','))
        return true;
    struct span word = lex_word(p);
    if (span_equal(word, "dynamicIndexed"))
        out->controls |= ISA_TOKEN_DYNAMIC;
    else if (!span_equal(word, "immediateIndexed"))
        return PARSE_ERROR(p, TEXT_EXPECTED, word.text, word.length, "immediateIndexed or dynamicIndexed");
    return true;
}

/* cb0[4], and CB0[0:0][4] in SM5.1, where the size is a DWORD. */
static bool cbuffer(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    struct resource resource;
    if (!read_resource(p, op, out, &resource))
        return false;
    if (!program_is_51(p->program))
        return cbuffer_access(p, out);
    if (!lex_expect(p, '[') || !parse_uint(p, UINT32_MAX, "a size in rows", &resource.words[0]) ||
        !lex_expect(p, ']') || !cbuffer_access(p, out))
        return false;
    resource.count = 1;
    return finish_resource(p, op, out, &resource);
}

/* ---- inputs and outputs ---- */

static bool is_interpolation_word(struct span word)
{
    static const char *const words[] = {"undefined", "constant",      "linear",
                                        "centroid",  "noperspective", "sample"};
    for (size_t i = 0; i < BASE_COUNT(words); i++)
        if (span_equal(word, words[i]))
            return true;
    return alias_name(ISA_NAMES_INTERPOLATION, word) >= 0;
}

/* Up to three words. Without any, `absent` is meant: fxc hides the `constant` of dcl_input_ps_sgv. */
static bool interpolation(struct parser *p, uint32_t absent, struct program_instr *out)
{
    char joined[TEXT_WORD_LIMIT];
    size_t length = 0;
    uint32_t value = absent;
    for (;;) {
        lex_peek(p);
        const char *at = p->at;
        struct span word = lex_word(p);
        if (!is_interpolation_word(word) || length + word.length + 1 >= sizeof joined) {
            p->at = at;
            break;
        }
        if (length)
            joined[length++] = ' ';
        memcpy(joined + length, word.text, word.length);
        length += word.length;
    }
    struct span all = {joined, length};
    if (length &&
        !parse_name(p, ISA_NAMES_INTERPOLATION, all, "an interpolation mode such as linear", &value))
        return false;
    out->controls |= value << 11;
    return true;
}

static bool with_system_value(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    uint32_t value;
    return declared(p, op, out) && lex_expect(p, ',') &&
           parse_name(p, ISA_NAMES_SYSTEM_VALUE, lex_word(p), "a system value such as position", &value) &&
           instr_set_dwords(p, out, &value, 1);
}

/* RenderDoc leaves the mode out: then the one that fxc gives the system value. */
static bool input_ps_siv(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    enum { ABSENT = 0xf, CONSTANT = 1, LINEAR = 2, LINEAR_NOPERSPECTIVE = 4 };
    enum { POSITION = 1, CLIP_DISTANCE = 2, CULL_DISTANCE = 3 };
    if (!interpolation(p, ABSENT, out) || !with_system_value(p, op, out))
        return false;
    if (isa_control_value(op->control, out->controls) != ABSENT)
        return true;
    uint32_t value = out->dwords[0], mode = CONSTANT;
    if (value == POSITION)
        mode = LINEAR_NOPERSPECTIVE;
    else if (value == CLIP_DISTANCE || value == CULL_DISTANCE)
        mode = LINEAR;
    out->controls = (out->controls & ~(uint32_t)(ABSENT << 11)) | mode << 11;
    return true;
}

/* dcl_indexrange o0.x 3: no comma, though one is taken. */
static bool index_range(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    uint32_t count;
    if (!declared(p, op, out))
        return false;
    lex_accept(p, ',');
    return parse_uint(p, UINT32_MAX, "a number of registers", &count) && instr_set_dwords(p, out, &count, 1);
}

/* ---- numbers and words ---- */

static bool tgsm(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    uint32_t words[2];
    if (!declared(p, op, out))
        return false;
    for (unsigned i = 0; i < op->dwords; i++)
        if (!lex_expect(p, ',') || !parse_uint(p, UINT32_MAX, "a size of shared memory", &words[i]))
            return false;
    return instr_set_dwords(p, out, words, op->dwords);
}

static bool indexable_temp(struct parser *p, struct program_instr *out)
{
    uint32_t words[3];
    return named(p, "x", &words[0]) && lex_expect(p, '[') &&
           parse_uint(p, UINT32_MAX, "a number of elements", &words[1]) && lex_expect(p, ']') &&
           lex_expect(p, ',') && parse_uint(p, UINT32_MAX, "a number of components", &words[2]) &&
           instr_set_dwords(p, out, words, 3);
}

/* dcl_thread_group 8, 8, 1; dcl_temps 3 */
static bool numbers(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    uint32_t words[3];
    for (unsigned i = 0; i < op->dwords && i < BASE_COUNT(words); i++)
        if ((i && !lex_expect(p, ',')) || !parse_uint(p, UINT32_MAX, "a number", &words[i]))
            return false;
    return instr_set_dwords(p, out, words, op->dwords);
}

/* l(64.000000), vkd3d's 6.40000000e+01 */
static bool tess_factor(struct parser *p, struct program_instr *out)
{
    uint32_t bits;
    bool plain = strchr("+-.0123456789", lex_peek(p)) && !lex_at_end(p);
    struct span word = plain ? (struct span){"l", 1} : lex_word(p);
    if (!span_equal(word, "l"))
        return PARSE_ERROR(p, TEXT_EXPECTED, word.text, word.length, "l(FACTOR)");
    return (plain || lex_expect(p, '(')) && parse_immediate(p, ISA_TYPE_F, &bits) &&
           (plain || lex_expect(p, ')')) && instr_set_dwords(p, out, &bits, 1);
}

static bool control_points(struct parser *p, struct program_instr *out)
{
    uint32_t count;
    if (!parse_uint(p, 63, "a number of control points", &count))
        return false;
    out->controls |= count << 11;
    return true;
}

/* vkd3d's unknown_flags(0x80): bits of the flags' field. */
static bool unknown_flags(struct parser *p, struct program_instr *out)
{
    enum { FLAGS_LIMIT = ISA_TOKEN_CONTROLS >> 11 };
    uint32_t bits;
    if (!lex_expect(p, '(') || !parse_uint(p, FLAGS_LIMIT, "bits of the global flags", &bits))
        return false;
    out->controls |= bits << 11;
    return lex_expect(p, ')');
}

/* refactoringAllowed | enableDoublePrecisionFloatOps; RenderDoc separates them by commas. */
static bool global_flags(struct parser *p, struct program_instr *out)
{
    if (lex_at_end(p))
        return true;
    do {
        uint32_t bit;
        struct span word = lex_word(p);
        if (span_equal(word, "unknown_flags")) {
            if (!unknown_flags(p, out))
                return false;
            continue;
        }
        if (!parse_name(p, ISA_NAMES_GLOBAL_FLAG, word, "a global flag such as refactoringAllowed", &bit))
            return false;
        out->controls |= 1u << bit;
    } while (lex_accept(p, '|') || lex_accept(p, ','));
    return true;
}

static bool word_control(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    static const struct {
        uint8_t control, names;
        const char *what;
    } words[] = {
        {ISA_CONTROL_TOPOLOGY, ISA_NAMES_TOPOLOGY, "a topology such as trianglestrip"},
        {ISA_CONTROL_PRIMITIVE, ISA_NAMES_PRIMITIVE, "a primitive such as triangle"},
        {ISA_CONTROL_DOMAIN, ISA_NAMES_DOMAIN, "a domain such as domain_tri"},
        {ISA_CONTROL_PARTITIONING, ISA_NAMES_PARTITIONING, "a partitioning such as partitioning_integer"},
        {ISA_CONTROL_OUTPUT_PRIMITIVE, ISA_NAMES_OUTPUT_PRIMITIVE, "an output such as output_triangle_cw"},
    };
    for (size_t i = 0; i < BASE_COUNT(words); i++) {
        uint32_t value;
        if (words[i].control != op->control)
            continue;
        if (!parse_name(p, words[i].names, lex_word(p), words[i].what, &value))
            return false;
        out->controls |= value << 11;
    }
    return true;
}

/* ---- class linkage ---- */

/* vkd3d prints `{...}`: the entries are lost. */
static bool skip_omitted(struct parser *p)
{
    static const char dots[] = "...";
    lex_peek(p);
    if ((size_t)(p->stop - p->at) < sizeof dots - 1 || memcmp(p->at, dots, sizeof dots - 1) != 0)
        return true;
    (void)PARSE_ERROR(p, TEXT_OMITTED, p->at, sizeof dots - 1);
    p->at += sizeof dots - 1;
    return true;
}

/* ` = {ft0, ft1}` behind the DWORDs of `lead`, of which the last takes the count in its low 16 bits. */
static bool list(struct parser *p, const char *name, const uint32_t *lead, size_t lead_count,
                 struct program_instr *out)
{
    VEC(uint32_t) words = {0};
    bool good = lex_expect(p, '=') && lex_expect(p, '{') && skip_omitted(p);
    if (good && (!VEC_RESERVE(&words, lead_count)))
        good = parse_no_memory(p);
    if (good) {
        memcpy(words.data, lead, lead_count * sizeof *lead);
        words.count = lead_count;
    }
    for (bool more = good && lex_peek(p) != '}'; more; more = good && lex_accept(p, ',')) {
        uint32_t id = 0;
        good = named(p, name, &id);
        if (good && !VEC_PUSH(&words, id))
            good = parse_no_memory(p);
    }
    good = good && lex_expect(p, '}');
    if (good && words.count - lead_count > WORD_MAX)
        good = fail_expected(p, "at most 65535 entries");
    if (good) {
        words.data[lead_count - 1] |= (uint32_t)(words.count - lead_count);
        good = instr_set_dwords(p, out, words.data, words.count);
    }
    VEC_FREE(&words);
    return good;
}

static bool function_table(struct parser *p, struct program_instr *out)
{
    uint32_t lead[2] = {0};
    return named(p, "ft", &lead[0]) && list(p, "fb", lead, 2, out);
}

/* fp0[elements][call sites] = {tables} */
static bool interface(struct parser *p, struct program_instr *out)
{
    uint32_t lead[3] = {0}, length;
    if (!named(p, "fp", &lead[0]) || !lex_expect(p, '[') ||
        !parse_uint(p, WORD_MAX, "a number of elements", &length) || !lex_expect(p, ']') ||
        !lex_expect(p, '[') || !parse_uint(p, UINT32_MAX, "a number of call sites", &lead[1]) ||
        !lex_expect(p, ']'))
        return false;
    lead[2] = length << 16;
    return list(p, "ft", lead, 3, out);
}

static bool function_body(struct parser *p, struct program_instr *out)
{
    uint32_t id;
    return named(p, "fb", &id) && instr_set_dwords(p, out, &id, 1);
}

/* ---- by opcode ---- */

bool parse_dcl(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    enum { CONSTANT = 1 };
    switch (out->opcode) {
    case ISA_DCL_RESOURCE:
    case ISA_DCL_UNORDERED_ACCESS_VIEW_TYPED: return typed_view(p, op, out);
    case ISA_DCL_RESOURCE_RAW:
    case ISA_DCL_UNORDERED_ACCESS_VIEW_RAW: return raw_view(p, op, out);
    case ISA_DCL_RESOURCE_STRUCTURED:
    case ISA_DCL_UNORDERED_ACCESS_VIEW_STRUCTURED: return structured_view(p, op, out);
    case ISA_DCL_CONSTANT_BUFFER: return cbuffer(p, op, out);
    case ISA_DCL_SAMPLER: return sampler(p, op, out);
    case ISA_DCL_INDEX_RANGE: return index_range(p, op, out);
    case ISA_DCL_INPUT_PS: return interpolation(p, 0, out) && declared(p, op, out);
    case ISA_DCL_INPUT_PS_SIV: return input_ps_siv(p, op, out);
    case ISA_DCL_INPUT_PS_SGV: return interpolation(p, CONSTANT, out) && with_system_value(p, op, out);
    case ISA_DCL_INPUT_SGV:
    case ISA_DCL_INPUT_SIV:
    case ISA_DCL_OUTPUT_SGV:
    case ISA_DCL_OUTPUT_SIV: return with_system_value(p, op, out);
    case ISA_DCL_INPUT:
    case ISA_DCL_OUTPUT:
    case ISA_DCL_STREAM: return declared(p, op, out);
    case ISA_DCL_INDEXABLE_TEMP: return indexable_temp(p, out);
    case ISA_DCL_GLOBAL_FLAGS: return global_flags(p, out);
    case ISA_DCL_FUNCTION_BODY: return function_body(p, out);
    case ISA_DCL_FUNCTION_TABLE: return function_table(p, out);
    case ISA_DCL_INTERFACE: return interface(p, out);
    case ISA_DCL_INPUT_CONTROL_POINT_COUNT:
    case ISA_DCL_OUTPUT_CONTROL_POINT_COUNT: return control_points(p, out);
    case ISA_DCL_HS_MAX_TESSFACTOR: return tess_factor(p, out);
    case ISA_DCL_THREAD_GROUP_SHARED_MEMORY_RAW:
    case ISA_DCL_THREAD_GROUP_SHARED_MEMORY_STRUCTURED: return tgsm(p, op, out);
    default: return op->dwords ? numbers(p, op, out) : word_control(p, op, out);
    }
}
