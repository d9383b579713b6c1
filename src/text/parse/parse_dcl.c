/* Declarations, after the mnemonic. */
#include <stdlib.h>

#include "text/parse/parse.h"

enum { ENTRY_LIMIT = 0xffff };

static bool expected_error(struct parser *p, const char *what)
{
    lex_peek(p);
    return PARSE_ERROR(p, TEXT_EXPECTED, p->at, 1, what);
}

/* The declared register, or NULL. */
static struct program_operand *parse_declared_operand(struct parser *p, const struct isa_op *op,
                                                      struct program_instr *out)
{
    struct program_operand *operand = instr_alloc_operands(p, out, 1);
    p->reads_many = false;
    return operand && parse_operand(p, &op->operands[0], false, operand) ? operand : NULL;
}

static bool parse_declared(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    return parse_declared_operand(p, op, out) != NULL;
}

/* A name and a number that is a DWORD, not an operand: x3, fb0, ft2, fp1. */
static bool parse_id(struct parser *p, const char *name, uint32_t *id)
{
    lex_peek(p);
    struct span word = lex_letters(p);
    if (!span_equal(word, name))
        return PARSE_ERROR_AT(p, TEXT_EXPECTED, word, name);
    return parse_uint(p, UINT32_MAX, "a register number", id);
}

/* ---- attributes after the register ---- */

/* A declared resource: its register, and the DWORDs after it. */
struct resource {
    struct program_operand *operand;
    struct span spelled; /* the register's name and indices */
    uint32_t dwords[2];
    size_t count;
    uint32_t space;
};

static bool parse_resource(struct parser *p, const struct isa_op *op, struct program_instr *out,
                           struct resource *resource)
{
    lex_peek(p);
    const char *from = p->at;
    *resource = (struct resource){.operand = parse_declared_operand(p, op, out)};
    resource->spelled = (struct span){from, (size_t)(p->at - from)};
    return resource->operand != NULL;
}

/* RenderDoc's `reg=5`, `regs=4:9` and `regs=4:unbound`: the range, if it is not given in brackets. */
static bool parse_registers(struct parser *p, struct resource *resource, bool several)
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

/* Flags of a u# in RenderDoc's text. */
static bool accept_uav_flag(const struct isa_op *op, struct span word, struct program_instr *out)
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

/* `, space=1`, `, globallyCoherant space=1,reg=5`. Stops before anything else. */
static bool parse_attributes(struct parser *p, const struct isa_op *op, struct program_instr *out,
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
            good = parse_registers(p, resource, several);
        else if (!accept_uav_flag(op, word, out)) {
            p->at = before;
            return is_51 ? PARSE_ERROR_AT(p, TEXT_EXPECTED, word, "space=N") : true;
        }
        if (!good)
            return false;
    }
    return true;
}

/* Attributes after the register, then the DWORDs: those of all models, then the space of SM5.1. */
static bool finish_resource(struct parser *p, const struct isa_op *op, struct program_instr *out,
                            struct resource *resource)
{
    bool is_51 = program_is_51(p->program);
    if (!parse_attributes(p, op, out, resource))
        return false;
    if (is_51 && resource->operand->index_count != 3)
        return PARSE_ERROR(p, TEXT_INDEX_COUNT, resource->spelled.text, resource->spelled.length,
                           isa_file(resource->operand->file)->text, resource->operand->index_count,
                           "3, as in T0[4:9]");
    if (is_51)
        resource->dwords[resource->count++] = resource->space;
    return instr_set_dwords(p, out, resource->dwords, resource->count);
}

/* ---- resources ---- */

static bool parse_sample_count(struct parser *p, struct program_instr *out)
{
    uint32_t count;
    if (!lex_expect(p, '(') || !parse_uint(p, 127, "a sample count", &count) || !lex_expect(p, ')'))
        return false;
    out->controls |= count << 16;
    return true;
}

static bool parse_view(struct parser *p, const struct isa_op *op, struct program_instr *out, bool is_typed,
                       bool is_structured)
{
    struct resource resource;
    uint32_t types;
    /* The sample count follows the dimension directly; the return types follow a blank. */
    bool samples = op->control == ISA_CONTROL_DIMENSION && p->at < p->stop && *p->at == '(' &&
                   p->at + 1 < p->stop && is_digit(p->at[1]);
    if (samples && !parse_sample_count(p, out))
        return false;
    if ((is_typed && !parse_return_types(p, &types)) || !parse_resource(p, op, out, &resource))
        return false;
    if (is_typed)
        resource.dwords[resource.count++] = types;
    if (is_structured && (!lex_expect(p, ',') || !parse_uint(p, UINT32_MAX, "a stride in bytes",
                                                             &resource.dwords[resource.count++])))
        return false;
    return finish_resource(p, op, out, &resource);
}

/* The mode is optional: vkd3d does not print mode_default, and in SM5.1 `, space=N` follows. */
static bool parse_sampler(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    struct resource resource;
    uint32_t mode = 0;
    if (!parse_resource(p, op, out, &resource))
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

static bool parse_cbuffer_access(struct parser *p, struct program_instr *out)
{
    if (!lex_accept(p, ','))
        return true;
    struct span word = lex_word(p);
    if (span_equal(word, "dynamicIndexed"))
        out->controls |= ISA_TOKEN_DYNAMIC;
    else if (!span_equal(word, "immediateIndexed"))
        return PARSE_ERROR_AT(p, TEXT_EXPECTED, word, "immediateIndexed or dynamicIndexed");
    return true;
}

/* cb0[4], and CB0[0:0][4] in SM5.1, where the size is a DWORD. */
static bool parse_cbuffer(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    struct resource resource;
    if (!parse_resource(p, op, out, &resource))
        return false;
    if (!program_is_51(p->program))
        return parse_cbuffer_access(p, out);
    if (!lex_expect(p, '[') || !parse_uint(p, UINT32_MAX, "a size in rows", &resource.dwords[0]) ||
        !lex_expect(p, ']') || !parse_cbuffer_access(p, out))
        return false;
    resource.count = 1;
    return finish_resource(p, op, out, &resource);
}

/* ---- inputs and outputs ---- */

static bool is_interpolation_keyword(struct span word)
{
    return lookup_name(ISA_NAMES_INTERPOLATION, word) >= 0 || span_equal(word, "centroid") ||
           span_equal(word, "noperspective") || span_equal(word, "sample");
}

/* Up to three keywords; `absent` when there is none: fxc does not print the `constant` of
   dcl_input_ps_sgv. */
static bool parse_interpolation(struct parser *p, uint32_t absent, struct program_instr *out)
{
    char joined[TEXT_WORD_LIMIT];
    size_t length = 0;
    uint32_t value = absent;
    for (;;) {
        lex_peek(p);
        const char *at = p->at;
        struct span word = lex_word(p);
        if (!is_interpolation_keyword(word) || length + word.length + 1 >= sizeof joined) {
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

static bool parse_with_system_value(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    uint32_t value;
    return parse_declared(p, op, out) && lex_expect(p, ',') &&
           parse_name(p, ISA_NAMES_SYSTEM_VALUE, lex_word(p), "a system value such as position", &value) &&
           instr_set_dwords(p, out, &value, 1);
}

/* RenderDoc omits the mode: it is then the one that fxc gives the system value. */
static bool parse_input_ps_siv(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    enum { ABSENT = 0xf };
    if (!parse_interpolation(p, ABSENT, out) || !parse_with_system_value(p, op, out))
        return false;
    if (isa_control_value(op->control, out->controls) != ABSENT)
        return true;
    const struct isa_system_value_info *info = isa_system_value(out->dwords[0]);
    uint32_t mode = info && info->interpolation ? info->interpolation : ISA_INTERPOLATION_CONSTANT;
    out->controls = (out->controls & ~(uint32_t)(ABSENT << 11)) | mode << 11;
    return true;
}

/* dcl_indexrange o0.x 3; a comma is accepted. */
static bool parse_index_range(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    uint32_t count;
    if (!parse_declared(p, op, out))
        return false;
    lex_accept(p, ',');
    return parse_uint(p, UINT32_MAX, "a number of registers", &count) && instr_set_dwords(p, out, &count, 1);
}

/* ---- numbers and enumerations ---- */

static bool parse_tgsm(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    uint32_t dwords[2];
    if (!parse_declared(p, op, out))
        return false;
    for (unsigned i = 0; i < op->dwords; i++)
        if (!lex_expect(p, ',') || !parse_uint(p, UINT32_MAX, "a size of shared memory", &dwords[i]))
            return false;
    return instr_set_dwords(p, out, dwords, op->dwords);
}

static bool parse_indexable_temp(struct parser *p, struct program_instr *out)
{
    uint32_t dwords[3];
    return parse_id(p, "x", &dwords[0]) && lex_expect(p, '[') &&
           parse_uint(p, UINT32_MAX, "a number of elements", &dwords[1]) && lex_expect(p, ']') &&
           lex_expect(p, ',') && parse_uint(p, UINT32_MAX, "a number of components", &dwords[2]) &&
           instr_set_dwords(p, out, dwords, 3);
}

/* dcl_thread_group 8, 8, 1; dcl_temps 3 */
static bool parse_numbers(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    uint32_t dwords[3];
    for (unsigned i = 0; i < op->dwords && i < BASE_COUNT(dwords); i++)
        if ((i && !lex_expect(p, ',')) || !parse_uint(p, UINT32_MAX, "a number", &dwords[i]))
            return false;
    return instr_set_dwords(p, out, dwords, op->dwords);
}

/* l(64.000000), vkd3d's 6.40000000e+01 */
static bool parse_tess_factor(struct parser *p, struct program_instr *out)
{
    uint32_t bits;
    bool plain = strchr("+-.0123456789", lex_peek(p)) && !lex_at_end(p);
    struct span word = plain ? (struct span){"l", 1} : lex_word(p);
    if (!span_equal(word, "l"))
        return PARSE_ERROR_AT(p, TEXT_EXPECTED, word, "l(FACTOR)");
    return (plain || lex_expect(p, '(')) && parse_immediate(p, ISA_TYPE_F, &bits) &&
           (plain || lex_expect(p, ')')) && instr_set_dwords(p, out, &bits, 1);
}

static bool parse_control_points(struct parser *p, struct program_instr *out)
{
    uint32_t count;
    if (!parse_uint(p, 63, "a number of control points", &count))
        return false;
    out->controls |= count << 11;
    return true;
}

/* vkd3d's unknown_flags(0x80): bits of the controls field. */
static bool parse_unknown_flags(struct parser *p, struct program_instr *out)
{
    enum { FLAGS_LIMIT = ISA_TOKEN_CONTROLS >> 11 };
    uint32_t bits;
    if (!lex_expect(p, '(') || !parse_uint(p, FLAGS_LIMIT, "bits of the global flags", &bits))
        return false;
    out->controls |= bits << 11;
    return lex_expect(p, ')');
}

/* refactoringAllowed | enableDoublePrecisionFloatOps; RenderDoc separates them by commas. */
static bool parse_global_flags(struct parser *p, struct program_instr *out)
{
    if (lex_at_end(p))
        return true;
    do {
        uint32_t bit;
        struct span word = lex_word(p);
        if (span_equal(word, "unknown_flags")) {
            if (!parse_unknown_flags(p, out))
                return false;
            continue;
        }
        if (!parse_name(p, ISA_NAMES_GLOBAL_FLAG, word, "a global flag such as refactoringAllowed", &bit))
            return false;
        out->controls |= 1u << bit;
    } while (lex_accept(p, '|') || lex_accept(p, ','));
    return true;
}

static bool parse_enum_control(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    static const struct {
        uint8_t control, names;
        const char *what;
    } enums[] = {
        {ISA_CONTROL_TOPOLOGY, ISA_NAMES_TOPOLOGY, "a topology such as trianglestrip"},
        {ISA_CONTROL_PRIMITIVE, ISA_NAMES_PRIMITIVE, "a primitive such as triangle"},
        {ISA_CONTROL_DOMAIN, ISA_NAMES_DOMAIN, "a domain such as domain_tri"},
        {ISA_CONTROL_PARTITIONING, ISA_NAMES_PARTITIONING, "a partitioning such as partitioning_integer"},
        {ISA_CONTROL_OUTPUT_PRIMITIVE, ISA_NAMES_OUTPUT_PRIMITIVE, "an output such as output_triangle_cw"},
    };
    for (size_t i = 0; i < BASE_COUNT(enums); i++) {
        uint32_t value;
        if (enums[i].control != op->control)
            continue;
        if (!parse_name(p, enums[i].names, lex_word(p), enums[i].what, &value))
            return false;
        out->controls |= value << 11;
    }
    return true;
}

/* ---- class linkage ---- */

/* vkd3d prints `{...}`, without the entries. */
static bool accept_omitted_list(struct parser *p)
{
    if (lex_accept_text(p, "..."))
        (void)PARSE_ERROR(p, TEXT_OMITTED, p->at - 3, 3);
    return true;
}

/* ` = {ft0, ft1}`; the entries follow the DWORDs of `lead`, the last of which has their count in its low 16
   bits. */
static bool parse_list(struct parser *p, const char *name, const uint32_t *lead, size_t lead_count,
                       struct program_instr *out)
{
    VEC(uint32_t) dwords = {0};
    bool good = lex_expect(p, '=') && lex_expect(p, '{') && accept_omitted_list(p);
    if (good && (!VEC_RESERVE(&dwords, lead_count)))
        good = parse_no_memory(p);
    if (good) {
        memcpy(dwords.data, lead, lead_count * sizeof *lead);
        dwords.count = lead_count;
    }
    for (bool more = good && lex_peek(p) != '}'; more; more = good && lex_accept(p, ',')) {
        uint32_t id = 0;
        good = parse_id(p, name, &id);
        if (good && !VEC_PUSH(&dwords, id))
            good = parse_no_memory(p);
    }
    good = good && lex_expect(p, '}');
    if (good && dwords.count - lead_count > ENTRY_LIMIT)
        good = expected_error(p, "at most 65535 entries");
    if (good) {
        dwords.data[lead_count - 1] |= (uint32_t)(dwords.count - lead_count);
        good = instr_set_dwords(p, out, dwords.data, dwords.count);
    }
    VEC_FREE(&dwords);
    return good;
}

/* fp0[elements][call sites] = {tables} */
static bool parse_interface(struct parser *p, struct program_instr *out)
{
    uint32_t lead[3] = {0}, length;
    if (!parse_id(p, "fp", &lead[0]) || !lex_expect(p, '[') ||
        !parse_uint(p, ENTRY_LIMIT, "a number of elements", &length) || !lex_expect(p, ']') ||
        !lex_expect(p, '[') || !parse_uint(p, UINT32_MAX, "a number of call sites", &lead[1]) ||
        !lex_expect(p, ']'))
        return false;
    lead[2] = length << 16;
    return parse_list(p, "ft", lead, 3, out);
}

/* ---- by opcode ---- */

bool parse_dcl(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    uint32_t ids[2] = {0};
    switch (out->opcode) {
    case ISA_DCL_RESOURCE:
    case ISA_DCL_UNORDERED_ACCESS_VIEW_TYPED: return parse_view(p, op, out, true, false);
    case ISA_DCL_RESOURCE_RAW:
    case ISA_DCL_UNORDERED_ACCESS_VIEW_RAW: return parse_view(p, op, out, false, false);
    case ISA_DCL_RESOURCE_STRUCTURED:
    case ISA_DCL_UNORDERED_ACCESS_VIEW_STRUCTURED: return parse_view(p, op, out, false, true);
    case ISA_DCL_CONSTANT_BUFFER: return parse_cbuffer(p, op, out);
    case ISA_DCL_SAMPLER: return parse_sampler(p, op, out);
    case ISA_DCL_INDEX_RANGE: return parse_index_range(p, op, out);
    case ISA_DCL_INPUT_PS: return parse_interpolation(p, 0, out) && parse_declared(p, op, out);
    case ISA_DCL_INPUT_PS_SIV: return parse_input_ps_siv(p, op, out);
    case ISA_DCL_INPUT_PS_SGV:
        return parse_interpolation(p, ISA_INTERPOLATION_CONSTANT, out) && parse_with_system_value(p, op, out);
    case ISA_DCL_INPUT_SGV:
    case ISA_DCL_INPUT_SIV:
    case ISA_DCL_OUTPUT_SGV:
    case ISA_DCL_OUTPUT_SIV: return parse_with_system_value(p, op, out);
    case ISA_DCL_INPUT:
    case ISA_DCL_OUTPUT:
    case ISA_DCL_STREAM: return parse_declared(p, op, out);
    case ISA_DCL_INDEXABLE_TEMP: return parse_indexable_temp(p, out);
    case ISA_DCL_GLOBAL_FLAGS: return parse_global_flags(p, out);
    case ISA_DCL_FUNCTION_BODY: return parse_id(p, "fb", &ids[0]) && instr_set_dwords(p, out, ids, 1);
    case ISA_DCL_FUNCTION_TABLE: return parse_id(p, "ft", &ids[0]) && parse_list(p, "fb", ids, 2, out);
    case ISA_DCL_INTERFACE: return parse_interface(p, out);
    case ISA_DCL_INPUT_CONTROL_POINT_COUNT:
    case ISA_DCL_OUTPUT_CONTROL_POINT_COUNT: return parse_control_points(p, out);
    case ISA_DCL_HS_MAX_TESSFACTOR: return parse_tess_factor(p, out);
    case ISA_DCL_THREAD_GROUP_SHARED_MEMORY_RAW:
    case ISA_DCL_THREAD_GROUP_SHARED_MEMORY_STRUCTURED: return parse_tgsm(p, op, out);
    default: return op->dwords ? parse_numbers(p, op, out) : parse_enum_control(p, op, out);
    }
}
