/* One operand. Its place in the instruction decides what the visible text leaves open: a mask or a swizzle,
   and the component count of a register without letters. The defaults are what fxc emits (measured over its
   output). */
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
/* Scalars whose declaration says one component; of the others it says none. */
#define DECLARED_SCALARS                                                                                     \
    ((SCALAR_OUTPUTS & ~FILE_BIT(OUTPUT_MASK)) | FILE_BIT(COVERAGE) | FILE_BIT(INNER_COVERAGE))

static bool fits(const struct isa_operand *want, uint8_t file)
{
    if (want->role == ISA_ROLE_DCL && want->count != ISA_FILE_ANY)
        return file == want->count;
    return isa_role(want->role).files & BIT_OF(file);
}

static const char *expected(const struct isa_operand *want)
{
    if (want->role == ISA_ROLE_DCL && want->count != ISA_FILE_ANY)
        return isa_file(want->count)->text;
    return isa_role(want->role).expected;
}

/* ---- components ---- */

static int letter_of(char c)
{
    switch (c | 0x20) {
    case 'x': return 0;
    case 'y': return 1;
    case 'z': return 2;
    case 'w': return 3;
    default: return -1;
    }
}

static bool read_mask(struct span letters, struct program_operand *out)
{
    int last = -1;
    out->comps = ISA_COMPS_4;
    out->selection = ISA_SELECT_MASK;
    for (size_t i = 0; i < letters.length; i++) {
        int c = letter_of(letters.text[i]);
        if (c <= last)
            return false;
        out->select |= (uint8_t)(1u << c);
        last = c;
    }
    return letters.length > 0;
}

enum { SWIZZLE_XYZW = 0xe4, SWIZZLE_XXXX = 0x55 /* times the component */ };

/* Two or three letters are accepted when they repeat the mask of the result (3Dmigoto: `add r0.xy, r1.xy,
   r2.xy`): each component reads its own, those not written the first. */
static bool read_short_swizzle(struct span letters, uint8_t result_mask, struct program_operand *out)
{
    struct program_operand mask = {0};
    if (!read_mask(letters, &mask) || mask.select != result_mask)
        return false;
    unsigned first = (unsigned)__builtin_ctz(result_mask);
    out->comps = ISA_COMPS_4;
    out->selection = ISA_SELECT_SWIZZLE;
    for (unsigned c = 0; c < 4; c++)
        out->select |= (uint8_t)((result_mask >> c & 1 ? c : first) << (2 * c));
    return true;
}

static bool read_swizzle(const struct parser *p, struct span letters, struct program_operand *out)
{
    if (letters.length == 2 || letters.length == 3)
        return p->reads_many && read_short_swizzle(letters, p->result_mask, out);
    if (letters.length != 1 && letters.length != 4)
        return false;
    out->comps = ISA_COMPS_4;
    out->selection = letters.length == 1 && !p->reads_many ? ISA_SELECT_ONE : ISA_SELECT_SWIZZLE;
    for (size_t i = 0; i < letters.length; i++) {
        int c = letter_of(letters.text[i]);
        if (c < 0)
            return false;
        out->select |= (uint8_t)((unsigned)c << (2 * i));
    }
    if (letters.length == 1 && p->reads_many)
        out->select *= SWIZZLE_XXXX;
    return true;
}

static void all_components(struct program_operand *out, bool written)
{
    out->comps = ISA_COMPS_4;
    out->selection = written ? ISA_SELECT_MASK : ISA_SELECT_SWIZZLE;
    if (!written)
        out->select = SWIZZLE_XYZW;
    else
        out->select = VECTOR3 & BIT_OF(out->file) ? 7 : 15;
}

/* A declared register without letters. Ranges of SM5.1 and constant buffers carry a full swizzle. */
static void bare_declared(const struct parser *p, struct program_operand *out)
{
    uint64_t bit = BIT_OF(out->file);
    uint64_t resources = FILE_BIT(SRV) | FILE_BIT(UAV) | FILE_BIT(SAMPLER);
    if (out->file == ISA_FILE_CBUFFER || (program_is_51(p->program) && (resources & bit)))
        all_components(out, false);
    else if (VECTOR4 & bit)
        all_components(out, true);
    else
        out->comps = DECLARED_SCALARS & bit ? ISA_COMPS_1 : ISA_COMPS_0;
}

/* Atomics, counters, labels and samplers name an object, not components of it. */
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

static void bare_used(const struct isa_operand *want, bool written, struct program_operand *out)
{
    if (names_object(want, written) || out->file == ISA_FILE_NULL)
        out->comps = ISA_COMPS_0;
    else if ((SCALAR_INPUTS | SCALAR_OUTPUTS) & BIT_OF(out->file))
        out->comps = ISA_COMPS_1;
    else if (want->role == ISA_ROLE_SAMPLER) {
        out->comps = ISA_COMPS_4;
        out->selection = ISA_SELECT_ONE;
    } else
        all_components(out, written);
}

static bool components(struct parser *p, const struct isa_operand *want, bool written,
                       struct program_operand *out)
{
    if (!lex_accept(p, '.')) {
        if (want->role == ISA_ROLE_DCL)
            bare_declared(p, out);
        else
            bare_used(want, written, out);
        return true;
    }
    struct span letters = lex_letters(p);
    bool mask = written || want->role == ISA_ROLE_DCL;
    if (mask ? read_mask(letters, out) : read_swizzle(p, letters, out))
        return true;
    return PARSE_ERROR(p, TEXT_COMPONENTS, letters.text, letters.length, mask ? "mask" : "swizzle",
                       SPAN_ARG(letters),
                       mask ? "some of x, y, z, w in that order" : "one or four of x, y, z, w");
}

/* ---- braces: {min16f}, {def32 as min16f}, { nonuniform } ---- */

/* The operand's own precision, and after "as" what the instruction makes of it, which the result says. */
static bool brace(struct parser *p, struct program_operand *out)
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
            return PARSE_ERROR(p, TEXT_EXPECTED, between.text, between.length, "'as' or '}'");
        if (!parse_name(p, ISA_NAMES_MIN_PRECISION, lex_word(p), "a minimum precision", &as))
            return false;
    }
    out->min_precision = (uint8_t)precision;
    out->extended |= precision != 0;
    return lex_expect(p, '}');
}

static bool braces(struct parser *p, struct program_operand *out)
{
    while (lex_accept(p, '{'))
        if (!brace(p, out))
            return false;
    return true;
}

/* ---- immediates ---- */

static bool fail_count(struct parser *p, const char *from, unsigned count, const char *counts)
{
    return PARSE_ERROR(p, TEXT_IMMEDIATE_COUNT, from, (size_t)(p->at - from), count, counts);
}

static bool immediate32(struct parser *p, enum isa_type type, struct program_operand *out)
{
    const char *from = p->at;
    unsigned count = 0;
    do {
        if (count == 4)
            return fail_count(p, from, 5, "1 or 4");
        if (!parse_immediate(p, type, &out->imm[count++]))
            return false;
    } while (lex_accept(p, ','));
    out->comps = count == 4 ? ISA_COMPS_4 : ISA_COMPS_1;
    return count == 1 || count == 4 || fail_count(p, from, count, "1 or 4");
}

static bool starts_hexadecimal(struct parser *p)
{
    return lex_peek(p) == '0' && p->at + 1 < p->stop && (p->at[1] | 0x20) == 'x';
}

/* One or two doubles; or four words in hexadecimal, each low word first, as fxc /Lx prints two doubles. */
static bool immediate64(struct parser *p, struct program_operand *out)
{
    const char *from = p->at;
    uint64_t bits[4], all = 0;
    unsigned count = 0, most = starts_hexadecimal(p) ? 4 : 2;
    do {
        if (count == most)
            return fail_count(p, from, count + 1, "1 or 2");
        if (!parse_double(p, &bits[count]))
            return false;
        all |= bits[count++];
    } while (lex_accept(p, ','));
    bool words = count == 4 && all <= UINT32_MAX;
    if (count > 2 && !words)
        return fail_count(p, from, count, "1, 2, or 4 words in hexadecimal");
    for (unsigned i = 0; i < count; i++) {
        out->imm[words ? i : 2 * i] = (uint32_t)bits[i];
        if (!words)
            out->imm[2 * i + 1] = (uint32_t)(bits[i] >> 32);
    }
    out->comps = count == 1 ? ISA_COMPS_1 : ISA_COMPS_4;
    return true;
}

/* ---- the whole operand ---- */

/* "l" is an immediate before a parenthesis and a label before a number. */
static uint8_t resolve(struct parser *p, int file)
{
    bool immediate = lex_peek(p) == '(';
    return file == ISA_FILE_IMM32 && !immediate ? ISA_FILE_LABEL : (uint8_t)file;
}

static bool read_file(struct parser *p, const struct isa_operand *want, struct program_operand *out)
{
    lex_peek(p);
    struct span name = lex_letters(p);
    if (name.length == 0)
        return PARSE_ERROR(p, TEXT_EXPECTED, name.text, 1, expected(want));
    int file = lookup_file(name);
    if (file < 0)
        return PARSE_ERROR(p, TEXT_REGISTER, name.text, name.length, SPAN_ARG(name), suggest_file(p, name));
    out->file = resolve(p, file);
    if (fits(want, out->file))
        return true;
    return PARSE_ERROR(p, TEXT_ROLE, name.text, name.length,
                       IMMEDIATES & BIT_OF(out->file) ? "an immediate" : isa_file(out->file)->text,
                       expected(want));
}

static bool is_range(const struct parser *p, const struct isa_operand *want,
                     const struct program_operand *out)
{
    uint64_t ranges = FILE_BIT(SRV) | FILE_BIT(UAV) | FILE_BIT(SAMPLER) | FILE_BIT(CBUFFER);
    return want->role == ISA_ROLE_DCL && program_is_51(p->program) && (ranges & BIT_OF(out->file));
}

static bool register_or_immediate(struct parser *p, const struct isa_operand *want, bool written, bool nested,
                                  struct program_operand *out)
{
    if (!read_file(p, want, out))
        return false;
    if (out->file == ISA_FILE_IMM32)
        return lex_expect(p, '(') && immediate32(p, want->type, out) && lex_expect(p, ')');
    if (out->file == ISA_FILE_IMM64)
        return lex_expect(p, '(') && immediate64(p, out) && lex_expect(p, ')');
    return parse_indices(p, out, nested, is_range(p, want, out)) && components(p, want, written, out);
}

/* What ends an absolute value that starts here: `|r0.x|`, RenderDoc's `abs(r0.x)`; 0 when none does. */
static char take_absolute(struct parser *p)
{
    static const char abs[] = "abs(";
    if (lex_accept(p, '|'))
        return '|';
    if ((size_t)(p->stop - p->at) < sizeof abs - 1 || memcmp(p->at, abs, sizeof abs - 1) != 0)
        return 0;
    p->at += sizeof abs - 1;
    return ')';
}

bool parse_operand(struct parser *p, const struct isa_operand *want, bool written,
                   struct program_operand *out)
{
    char first = lex_peek(p);
    const char *from = p->at;
    bool negative = lex_accept(p, '-');
    char absolute = take_absolute(p);
    if (negative || absolute) {
        if (written)
            return PARSE_ERROR(p, TEXT_MODIFIER, from, 1 + (first == '-' && absolute));
        out->modifier = !absolute ? ISA_MODIFIER_NEG : negative ? ISA_MODIFIER_ABS_NEG : ISA_MODIFIER_ABS;
        out->extended = true;
    }
    return register_or_immediate(p, want, written, false, out) && braces(p, out) &&
           (!absolute || lex_expect(p, absolute)) && braces(p, out);
}

bool parse_nested_register(struct parser *p, struct program_operand *out)
{
    static const struct isa_operand want = {ISA_ROLE_ADDR, ISA_TYPE_U, 1};
    const char *from = (lex_peek(p), p->at);
    bool reads_many = p->reads_many;
    p->reads_many = false;
    if (!register_or_immediate(p, &want, false, true, out))
        return false;
    p->reads_many = reads_many;
    if (IMMEDIATES & BIT_OF(out->file))
        return PARSE_ERROR(p, TEXT_ROLE, from, (size_t)(p->at - from), "an immediate",
                           "a constant index or a register such as r0.x");
    return true;
}
