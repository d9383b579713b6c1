/* Operands. The row of the instruction table decides what the text leaves open: whether letters are a mask or
   a swizzle, and the component count of a register without letters. The defaults are those of fxc's
   output. */
#include "text/parse/parse.h"

#define FILE_BIT(id) (UINT64_C(1) << ISA_FILE_##id)
#define BIT_OF(file) (UINT64_C(1) << (file))

/* Registers without components of their own: outputs that are one scalar, and scalar system values. */
#define SCALAR_OUTPUTS                                                                                       \
    (FILE_BIT(OUTPUT_DEPTH) | FILE_BIT(OUTPUT_DEPTH_GE) | FILE_BIT(OUTPUT_DEPTH_LE) |                        \
     FILE_BIT(OUTPUT_MASK) | FILE_BIT(OUTPUT_STENCIL_REF))
#define SCALAR_INPUTS                                                                                        \
    (FILE_BIT(PRIMITIVE_ID) | FILE_BIT(OUTPUT_CONTROL_POINT_ID) | FILE_BIT(FORK_INSTANCE_ID) |               \
     FILE_BIT(JOIN_INSTANCE_ID) | FILE_BIT(COVERAGE) | FILE_BIT(THREAD_ID_IN_GROUP_FLATTENED) |              \
     FILE_BIT(GS_INSTANCE_ID) | FILE_BIT(INNER_COVERAGE))
#define VECTOR3 (FILE_BIT(THREAD_ID) | FILE_BIT(THREAD_GROUP_ID) | FILE_BIT(THREAD_ID_IN_GROUP))
#define VECTOR4                                                                                              \
    (FILE_BIT(TEMP) | FILE_BIT(INPUT) | FILE_BIT(OUTPUT) | FILE_BIT(INDEXABLE_TEMP) | FILE_BIT(CBUFFER) |    \
     FILE_BIT(ICB) | FILE_BIT(INPUT_CONTROL_POINT) | FILE_BIT(OUTPUT_CONTROL_POINT) |                        \
     FILE_BIT(PATCH_CONSTANT) | FILE_BIT(DOMAIN_POINT) | FILE_BIT(THIS) | FILE_BIT(FUNCTION_INPUT) |         \
     FILE_BIT(FUNCTION_OUTPUT) | FILE_BIT(CYCLE_COUNTER) | VECTOR3)
#define IMMEDIATES (FILE_BIT(IMM32) | FILE_BIT(IMM64))
/* Scalars that are declared with one component; the others are declared with none. */
#define DECLARED_SCALARS                                                                                     \
    ((SCALAR_OUTPUTS & ~FILE_BIT(OUTPUT_MASK)) | FILE_BIT(COVERAGE) | FILE_BIT(INNER_COVERAGE))

static bool file_is_allowed(const struct isa_operand *want, uint8_t file)
{
    if (want->role == ISA_ROLE_DCL && want->count != ISA_FILE_ANY)
        return file == want->count;
    return isa_role(want->role).files & BIT_OF(file);
}

static const char *expected_file(const struct isa_operand *want)
{
    if (want->role == ISA_ROLE_DCL && want->count != ISA_FILE_ANY)
        return isa_file(want->count)->text;
    return isa_role(want->role).expected;
}

/* ---- components ---- */

static bool parse_mask(struct span letters, struct program_operand *out)
{
    int last = -1;
    out->comps = ISA_COMPS_4;
    out->selection = ISA_SELECT_MASK;
    for (size_t i = 0; i < letters.length; i++) {
        int c = component_of(letters.text[i]);
        if (c <= last)
            return false;
        out->select |= (uint8_t)(1u << c);
        last = c;
    }
    return letters.length > 0;
}

enum { SWIZZLE_XYZW = 0xe4, SWIZZLE_XXXX = 0x55 /* times the component */ };

/* Two or three letters are accepted when they repeat the write mask of the result (3Dmigoto: `add r0.xy,
   r1.xy, r2.xy`): a written component reads itself, the others read the first written one. */
static bool parse_short_swizzle(struct span letters, uint8_t result_mask, struct program_operand *out)
{
    struct program_operand mask = {0};
    if (!parse_mask(letters, &mask) || mask.select != result_mask)
        return false;
    unsigned first = (unsigned)__builtin_ctz(result_mask);
    out->comps = ISA_COMPS_4;
    out->selection = ISA_SELECT_SWIZZLE;
    for (unsigned c = 0; c < 4; c++)
        out->select |= (uint8_t)((result_mask >> c & 1 ? c : first) << (2 * c));
    return true;
}

static bool parse_swizzle(const struct parser *p, struct span letters, struct program_operand *out)
{
    if (letters.length == 2 || letters.length == 3)
        return p->reads_many && parse_short_swizzle(letters, p->result_mask, out);
    if (letters.length != 1 && letters.length != 4)
        return false;
    out->comps = ISA_COMPS_4;
    out->selection = letters.length == 1 && !p->reads_many ? ISA_SELECT_ONE : ISA_SELECT_SWIZZLE;
    for (size_t i = 0; i < letters.length; i++) {
        int c = component_of(letters.text[i]);
        if (c < 0)
            return false;
        out->select |= (uint8_t)((unsigned)c << (2 * i));
    }
    if (letters.length == 1 && p->reads_many)
        out->select *= SWIZZLE_XXXX;
    return true;
}

static void select_all(struct program_operand *out, bool written)
{
    out->comps = ISA_COMPS_4;
    out->selection = written ? ISA_SELECT_MASK : ISA_SELECT_SWIZZLE;
    if (!written)
        out->select = SWIZZLE_XYZW;
    else
        out->select = VECTOR3 & BIT_OF(out->file) ? 7 : 15;
}

/* A declared register without letters. Ranges of SM5.1 and constant buffers have a full swizzle. */
static void default_declared(const struct parser *p, struct program_operand *out)
{
    uint64_t bit = BIT_OF(out->file);
    uint64_t resources = FILE_BIT(SRV) | FILE_BIT(UAV) | FILE_BIT(SAMPLER);
    if (out->file == ISA_FILE_CBUFFER || (program_is_51(p->program) && (resources & bit)))
        select_all(out, false);
    else if (VECTOR4 & bit)
        select_all(out, true);
    else
        out->comps = DECLARED_SCALARS & bit ? ISA_COMPS_1 : ISA_COMPS_0;
}

/* Operands of atomics, counters, labels and samplers name an object, not components of it. */
static bool names_object(const struct isa_operand *want, bool written)
{
    switch (want->role) {
    case ISA_ROLE_LABEL:
    case ISA_ROLE_STREAM:
    case ISA_ROLE_INTERFACE: return true;
    case ISA_ROLE_SAMPLER:
    case ISA_ROLE_UAV: return want->count == 0;
    case ISA_ROLE_WMEM: return written && want->count == 1;
    default: return false;
    }
}

/* An operand of an instruction, without letters. */
static void default_used(const struct isa_operand *want, bool written, struct program_operand *out)
{
    if (names_object(want, written) || out->file == ISA_FILE_NULL)
        out->comps = ISA_COMPS_0;
    else if ((SCALAR_INPUTS | SCALAR_OUTPUTS) & BIT_OF(out->file))
        out->comps = ISA_COMPS_1;
    else if (want->role == ISA_ROLE_SAMPLER) {
        out->comps = ISA_COMPS_4;
        out->selection = ISA_SELECT_ONE;
    } else
        select_all(out, written);
}

static bool parse_components(struct parser *p, const struct isa_operand *want, bool written,
                             struct program_operand *out)
{
    if (!lex_accept(p, '.')) {
        if (want->role == ISA_ROLE_DCL)
            default_declared(p, out);
        else
            default_used(want, written, out);
        return true;
    }
    struct span letters = lex_letters(p);
    bool mask = written || want->role == ISA_ROLE_DCL;
    if (mask ? parse_mask(letters, out) : parse_swizzle(p, letters, out))
        return true;
    return PARSE_ERROR_AT(p, TEXT_COMPONENTS, letters, mask ? "mask" : "swizzle", SPAN_ARG(letters),
                          mask ? "some of x, y, z, w in that order" : "one or four of x, y, z, w");
}

/* ---- braces: {min16f}, {def32 as min16f}, { nonuniform } ---- */

/* The operand's own precision; the one after "as" is that of the result, and is not stored. */
static bool parse_brace(struct parser *p, struct program_operand *out)
{
    struct span word = lex_word(p);
    uint32_t precision, as;
    if (span_equal(word, "nonuniform")) {
        out->nonuniform = out->extended = true;
        return lex_expect(p, '}');
    }
    if (!parse_name(p, ISA_NAMES_MIN_PRECISION, word, "a minimum precision or nonuniform", &precision))
        return false;
    if (lex_peek(p) != '}') {
        struct span between = lex_word(p);
        if (!span_equal(between, "as"))
            return PARSE_ERROR_AT(p, TEXT_EXPECTED, between, "'as' or '}'");
        if (!parse_name(p, ISA_NAMES_MIN_PRECISION, lex_word(p), "a minimum precision", &as))
            return false;
    }
    out->min_precision = (uint8_t)precision;
    out->extended |= precision != 0;
    return lex_expect(p, '}');
}

static bool parse_braces(struct parser *p, struct program_operand *out)
{
    while (lex_accept(p, '{'))
        if (!parse_brace(p, out))
            return false;
    return true;
}

/* ---- immediates ---- */

static bool count_error(struct parser *p, const char *from, unsigned count, const char *counts)
{
    return PARSE_ERROR(p, TEXT_IMMEDIATE_COUNT, from, (size_t)(p->at - from), count, counts);
}

static bool parse_immediate32(struct parser *p, enum isa_type type, struct program_operand *out)
{
    const char *from = p->at;
    unsigned count = 0;
    do {
        if (count == 4)
            return count_error(p, from, 5, "1 or 4");
        if (!parse_immediate(p, type, &out->imm[count++]))
            return false;
    } while (lex_accept(p, ','));
    out->comps = count == 4 ? ISA_COMPS_4 : ISA_COMPS_1;
    return count == 1 || count == 4 || count_error(p, from, count, "1 or 4");
}

/* One or two doubles; or four hexadecimal DWORDs, low DWORD first, as fxc /Lx prints two doubles. */
static bool parse_immediate64(struct parser *p, struct program_operand *out)
{
    const char *from = p->at;
    uint64_t bits[4], all = 0;
    unsigned count = 0;
    bool hexadecimal = lex_peek(p) == '0' && p->at + 1 < p->stop && (p->at[1] | 0x20) == 'x';
    unsigned most = hexadecimal ? 4 : 2;
    do {
        if (count == most)
            return count_error(p, from, count + 1, "1 or 2");
        if (!parse_double(p, &bits[count]))
            return false;
        all |= bits[count++];
    } while (lex_accept(p, ','));
    bool are_dwords = count == 4 && all <= UINT32_MAX;
    if (count > 2 && !are_dwords)
        return count_error(p, from, count, "1, 2, or 4 hexadecimal DWORDs");
    for (unsigned i = 0; i < count; i++) {
        out->imm[are_dwords ? i : 2 * i] = (uint32_t)bits[i];
        if (!are_dwords)
            out->imm[2 * i + 1] = (uint32_t)(bits[i] >> 32);
    }
    out->comps = count == 1 ? ISA_COMPS_1 : ISA_COMPS_4;
    return true;
}

/* ---- operands ---- */

/* "l" is an immediate before a parenthesis and a label before a number. */
static uint8_t immediate_or_label(struct parser *p, int file)
{
    bool immediate = lex_peek(p) == '(';
    return file == ISA_FILE_IMM32 && !immediate ? ISA_FILE_LABEL : (uint8_t)file;
}

static bool parse_file(struct parser *p, const struct isa_operand *want, struct program_operand *out)
{
    lex_peek(p);
    struct span name = lex_letters(p);
    if (name.length == 0)
        return PARSE_ERROR(p, TEXT_EXPECTED, name.text, 1, expected_file(want));
    int file = lookup_file(name);
    if (file < 0)
        return PARSE_ERROR_AT(p, TEXT_REGISTER, name, SPAN_ARG(name), suggest_file(p, name));
    out->file = immediate_or_label(p, file);
    if (file_is_allowed(want, out->file))
        return true;
    return PARSE_ERROR_AT(p, TEXT_ROLE, name,
                          IMMEDIATES & BIT_OF(out->file) ? "an immediate" : isa_file(out->file)->text,
                          expected_file(want));
}

static bool is_range(const struct parser *p, const struct isa_operand *want,
                     const struct program_operand *out)
{
    uint64_t ranges = FILE_BIT(SRV) | FILE_BIT(UAV) | FILE_BIT(SAMPLER) | FILE_BIT(CBUFFER);
    return want->role == ISA_ROLE_DCL && program_is_51(p->program) && (ranges & BIT_OF(out->file));
}

static bool parse_register_or_immediate(struct parser *p, const struct isa_operand *want, bool written,
                                        bool nested, struct program_operand *out)
{
    if (!parse_file(p, want, out))
        return false;
    if (out->file == ISA_FILE_IMM32)
        return lex_expect(p, '(') && parse_immediate32(p, want->type, out) && lex_expect(p, ')');
    if (out->file == ISA_FILE_IMM64)
        return lex_expect(p, '(') && parse_immediate64(p, out) && lex_expect(p, ')');
    return parse_indices(p, out, nested, is_range(p, want, out)) && parse_components(p, want, written, out);
}

/* The terminator of an absolute value that starts here: `|r0.x|`, RenderDoc's `abs(r0.x)`; 0 when none
   starts. */
static char accept_absolute(struct parser *p)
{
    if (lex_accept(p, '|'))
        return '|';
    return lex_accept_text(p, "abs(") ? ')' : 0;
}

bool parse_operand(struct parser *p, const struct isa_operand *want, bool written,
                   struct program_operand *out)
{
    char first = lex_peek(p);
    const char *from = p->at;
    bool negative = lex_accept(p, '-');
    char absolute = accept_absolute(p);
    if (negative || absolute) {
        if (written)
            return PARSE_ERROR(p, TEXT_MODIFIER, from, 1 + (first == '-' && absolute));
        out->modifier = !absolute ? ISA_MODIFIER_NEG : negative ? ISA_MODIFIER_ABS_NEG : ISA_MODIFIER_ABS;
        out->extended = true;
    }
    return parse_register_or_immediate(p, want, written, false, out) && parse_braces(p, out) &&
           (!absolute || lex_expect(p, absolute)) && parse_braces(p, out);
}

bool parse_nested_register(struct parser *p, struct program_operand *out)
{
    static const struct isa_operand want = {ISA_ROLE_ADDR, ISA_TYPE_U, 1, ISA_MEANING_NONE};
    const char *from = (lex_peek(p), p->at);
    bool reads_many = p->reads_many;
    p->reads_many = false;
    if (!parse_register_or_immediate(p, &want, false, true, out))
        return false;
    p->reads_many = reads_many;
    if (IMMEDIATES & BIT_OF(out->file))
        return PARSE_ERROR(p, TEXT_ROLE, from, (size_t)(p->at - from), "an immediate",
                           "a constant index or a register such as r0.x");
    return true;
}
