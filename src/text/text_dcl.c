/* Declarations: what stands behind the mnemonic. */
#include <stdlib.h>

#include "text/text_parse.h"

enum { WORD_MAX = 0xffff };

static bool fail_expected(struct text_parser *p, const char *what)
{
    text_peek(p);
    return TEXT_FAIL(p, TEXT_EXPECTED, p->at, 1, what);
}

/* The register that is declared. */
static bool declared(struct text_parser *p, const struct isa_op *op, struct program_instr *out)
{
    struct program_operand *operand = text_new_operands(p, out, 1);
    return operand && text_operand(p, &op->operands[0], false, operand);
}

/* A register that only stands for its number: x3, fb0, ft2, fp1. */
static bool named(struct text_parser *p, const char *name, uint32_t *id)
{
    text_peek(p);
    struct text_span word = text_letters(p);
    if (!text_equal(word, name))
        return TEXT_FAIL(p, TEXT_EXPECTED, word.text, word.length, name);
    return text_uint(p, UINT32_MAX, "a register number", id);
}

/* `, space=N` of SM5.1, 0 when it is left out. */
static bool space(struct text_parser *p, uint32_t *out)
{
    *out = 0;
    if (!program_is_51(p->program) || !text_take(p, ','))
        return true;
    struct text_span word = text_word(p);
    if (!text_equal(word, "space"))
        return TEXT_FAIL(p, TEXT_EXPECTED, word.text, word.length, "space=N");
    return text_expect(p, '=') && text_uint(p, UINT32_MAX, "a register space", out);
}

/* The DWORDs behind the operand: `count` of any model, then the space of SM5.1. */
static bool keep_with_space(struct text_parser *p, struct program_instr *out, uint32_t *words, size_t count)
{
    if (!space(p, &words[count]))
        return false;
    return text_keep_dwords(p, out, words, count + program_is_51(p->program));
}

/* ---- resources ---- */

static bool sample_count(struct text_parser *p, struct program_instr *out)
{
    uint32_t count;
    if (!text_expect(p, '(') || !text_uint(p, 127, "a sample count", &count) || !text_expect(p, ')'))
        return false;
    out->controls |= count << 16;
    return true;
}

static bool typed_view(struct text_parser *p, const struct isa_op *op, struct program_instr *out)
{
    uint32_t words[2];
    /* Directly at the word: the samples; the return types come behind a blank. */
    bool samples = op->control == ISA_CONTROL_DIMENSION && p->at < p->stop && *p->at == '(' &&
                   p->at + 1 < p->stop && p->at[1] >= '0' && p->at[1] <= '9';
    if (samples && !sample_count(p, out))
        return false;
    return text_return_types(p, &words[0]) && declared(p, op, out) && keep_with_space(p, out, words, 1);
}

static bool raw_view(struct text_parser *p, const struct isa_op *op, struct program_instr *out)
{
    uint32_t words[1];
    return declared(p, op, out) && keep_with_space(p, out, words, 0);
}

static bool structured_view(struct text_parser *p, const struct isa_op *op, struct program_instr *out)
{
    uint32_t words[2];
    return declared(p, op, out) && text_expect(p, ',') &&
           text_uint(p, UINT32_MAX, "a stride in bytes", &words[0]) && keep_with_space(p, out, words, 1);
}

static bool sampler(struct text_parser *p, const struct isa_op *op, struct program_instr *out)
{
    uint32_t words[1], mode = 0;
    if (!declared(p, op, out))
        return false;
    if (text_take(p, ',') &&
        !text_value(p, ISA_NAMES_SAMPLER_MODE, text_word(p), "a mode such as mode_default", &mode))
        return false;
    out->controls |= mode << 11;
    return keep_with_space(p, out, words, 0);
}

static bool cbuffer_access(struct text_parser *p, struct program_instr *out)
{
    if (!text_take(p, ','))
        return true;
    struct text_span word = text_word(p);
    if (text_equal(word, "dynamicIndexed"))
        out->controls |= ISA_TOKEN_DYNAMIC;
    else if (!text_equal(word, "immediateIndexed"))
        return TEXT_FAIL(p, TEXT_EXPECTED, word.text, word.length, "immediateIndexed or dynamicIndexed");
    return true;
}

/* cb0[4], and CB0[0:0][4] in SM5.1, where the size is a DWORD. */
static bool cbuffer(struct text_parser *p, const struct isa_op *op, struct program_instr *out)
{
    uint32_t words[2];
    if (!declared(p, op, out))
        return false;
    if (!program_is_51(p->program))
        return cbuffer_access(p, out);
    return text_expect(p, '[') && text_uint(p, UINT32_MAX, "a size in rows", &words[0]) &&
           text_expect(p, ']') && cbuffer_access(p, out) && keep_with_space(p, out, words, 1);
}

/* ---- inputs and outputs ---- */

static bool is_interpolation_word(struct text_span word)
{
    static const char *const words[] = {"undefined", "constant",      "linear",
                                        "centroid",  "noperspective", "sample"};
    for (size_t i = 0; i < BASE_COUNT(words); i++)
        if (text_equal(word, words[i]))
            return true;
    return false;
}

/* Up to three words. Without any, `absent` is meant: fxc hides the `constant` of dcl_input_ps_sgv. */
static bool interpolation(struct text_parser *p, uint32_t absent, struct program_instr *out)
{
    char joined[TEXT_WORD_LIMIT];
    size_t length = 0;
    uint32_t value = absent;
    for (;;) {
        text_peek(p);
        const char *at = p->at;
        struct text_span word = text_word(p);
        if (!is_interpolation_word(word) || length + word.length + 1 >= sizeof joined) {
            p->at = at;
            break;
        }
        if (length)
            joined[length++] = ' ';
        memcpy(joined + length, word.text, word.length);
        length += word.length;
    }
    struct text_span all = {joined, length};
    if (length &&
        !text_value(p, ISA_NAMES_INTERPOLATION, all, "an interpolation mode such as linear", &value))
        return false;
    out->controls |= value << 11;
    return true;
}

static bool with_system_value(struct text_parser *p, const struct isa_op *op, struct program_instr *out)
{
    uint32_t value;
    return declared(p, op, out) && text_expect(p, ',') &&
           text_value(p, ISA_NAMES_SYSTEM_VALUE, text_word(p), "a system value such as position", &value) &&
           text_keep_dwords(p, out, &value, 1);
}

/* dcl_indexrange o0.x 3: no comma, though one is taken. */
static bool index_range(struct text_parser *p, const struct isa_op *op, struct program_instr *out)
{
    uint32_t count;
    if (!declared(p, op, out))
        return false;
    text_take(p, ',');
    return text_uint(p, UINT32_MAX, "a number of registers", &count) && text_keep_dwords(p, out, &count, 1);
}

/* ---- numbers and words ---- */

static bool tgsm(struct text_parser *p, const struct isa_op *op, struct program_instr *out)
{
    uint32_t words[2];
    if (!declared(p, op, out))
        return false;
    for (unsigned i = 0; i < op->dwords; i++)
        if (!text_expect(p, ',') || !text_uint(p, UINT32_MAX, "a size of shared memory", &words[i]))
            return false;
    return text_keep_dwords(p, out, words, op->dwords);
}

static bool indexable_temp(struct text_parser *p, struct program_instr *out)
{
    uint32_t words[3];
    return named(p, "x", &words[0]) && text_expect(p, '[') &&
           text_uint(p, UINT32_MAX, "a number of elements", &words[1]) && text_expect(p, ']') &&
           text_expect(p, ',') && text_uint(p, UINT32_MAX, "a number of components", &words[2]) &&
           text_keep_dwords(p, out, words, 3);
}

/* dcl_thread_group 8, 8, 1; dcl_temps 3 */
static bool numbers(struct text_parser *p, const struct isa_op *op, struct program_instr *out)
{
    uint32_t words[3];
    for (unsigned i = 0; i < op->dwords && i < BASE_COUNT(words); i++)
        if ((i && !text_expect(p, ',')) || !text_uint(p, UINT32_MAX, "a number", &words[i]))
            return false;
    return text_keep_dwords(p, out, words, op->dwords);
}

static bool tess_factor(struct text_parser *p, struct program_instr *out)
{
    uint32_t bits;
    struct text_span word = text_word(p);
    if (!text_equal(word, "l"))
        return TEXT_FAIL(p, TEXT_EXPECTED, word.text, word.length, "l(FACTOR)");
    return text_expect(p, '(') && text_immediate(p, ISA_TYPE_F, &bits) && text_expect(p, ')') &&
           text_keep_dwords(p, out, &bits, 1);
}

static bool control_points(struct text_parser *p, struct program_instr *out)
{
    uint32_t count;
    if (!text_uint(p, 63, "a number of control points", &count))
        return false;
    out->controls |= count << 11;
    return true;
}

/* refactoringAllowed | enableDoublePrecisionFloatOps */
static bool global_flags(struct text_parser *p, struct program_instr *out)
{
    if (text_at_end(p))
        return true;
    do {
        uint32_t bit;
        if (!text_value(p, ISA_NAMES_GLOBAL_FLAG, text_word(p), "a global flag such as refactoringAllowed",
                        &bit))
            return false;
        out->controls |= 1u << bit;
    } while (text_take(p, '|'));
    return true;
}

static bool word_control(struct text_parser *p, const struct isa_op *op, struct program_instr *out)
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
        if (!text_value(p, words[i].names, text_word(p), words[i].what, &value))
            return false;
        out->controls |= value << 11;
    }
    return true;
}

/* ---- class linkage ---- */

/* ` = {ft0, ft1}` behind the DWORDs of `lead`, of which the last takes the count in its low 16 bits. */
static bool list(struct text_parser *p, const char *name, const uint32_t *lead, size_t lead_count,
                 struct program_instr *out)
{
    VEC(uint32_t) words = {0};
    bool good = text_expect(p, '=') && text_expect(p, '{');
    if (good && (!VEC_RESERVE(&words, lead_count)))
        good = text_no_memory(p);
    if (good) {
        memcpy(words.data, lead, lead_count * sizeof *lead);
        words.count = lead_count;
    }
    for (bool more = good && text_peek(p) != '}'; more; more = good && text_take(p, ',')) {
        uint32_t id = 0;
        good = named(p, name, &id);
        if (good && !VEC_PUSH(&words, id))
            good = text_no_memory(p);
    }
    good = good && text_expect(p, '}');
    if (good && words.count - lead_count > WORD_MAX)
        good = fail_expected(p, "at most 65535 entries");
    if (good) {
        words.data[lead_count - 1] |= (uint32_t)(words.count - lead_count);
        good = text_keep_dwords(p, out, words.data, words.count);
    }
    VEC_FREE(&words);
    return good;
}

static bool function_table(struct text_parser *p, struct program_instr *out)
{
    uint32_t lead[2] = {0};
    return named(p, "ft", &lead[0]) && list(p, "fb", lead, 2, out);
}

/* fp0[elements][call sites] = {tables} */
static bool interface(struct text_parser *p, struct program_instr *out)
{
    uint32_t lead[3] = {0}, length;
    if (!named(p, "fp", &lead[0]) || !text_expect(p, '[') ||
        !text_uint(p, WORD_MAX, "a number of elements", &length) || !text_expect(p, ']') ||
        !text_expect(p, '[') || !text_uint(p, UINT32_MAX, "a number of call sites", &lead[1]) ||
        !text_expect(p, ']'))
        return false;
    lead[2] = length << 16;
    return list(p, "ft", lead, 3, out);
}

static bool function_body(struct text_parser *p, struct program_instr *out)
{
    uint32_t id;
    return named(p, "fb", &id) && text_keep_dwords(p, out, &id, 1);
}

/* ---- by opcode ---- */

bool text_dcl(struct text_parser *p, const struct isa_op *op, struct program_instr *out)
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
    case ISA_DCL_INPUT_PS_SIV: return interpolation(p, 0, out) && with_system_value(p, op, out);
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
