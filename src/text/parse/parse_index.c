/* Indices of registers: r3, x0[2], cb0[r1.x + 3], v[2][0], T1[r0.x + 10], and T1[4:9] in SM5.1
   declarations. */
#include "text/parse/parse.h"

enum { INDEX_LIMIT = 3 };

static bool append_index(struct parser *p, struct program_operand *out, struct program_index index)
{
    if (out->index_count == INDEX_LIMIT)
        return PARSE_ERROR(p, TEXT_INDEX_COUNT, p->at, 1, isa_file(out->file)->text, INDEX_LIMIT + 1u,
                           "at most 3");
    out->index[out->index_count++] = index;
    return true;
}

/* `wild`: the upper bound of a range may be `*`, RenderDoc's `unbound`. */
static bool append_constant(struct parser *p, struct program_operand *out, bool wild)
{
    uint32_t value = UINT32_MAX;
    bool unbounded = wild && (lex_accept(p, '*') || lex_accept_text(p, "unbound"));
    if (!unbounded && !parse_uint(p, UINT32_MAX, "an index", &value))
        return false;
    return append_index(p, out, (struct program_index){.form = ISA_INDEX_IMM32, .imm = value});
}

/* RenderDoc's spelling of a divergent index: `{ nonuniform }` before the bracket closes. */
static bool accept_nonuniform(struct parser *p, struct program_operand *out)
{
    if (!lex_accept(p, '{'))
        return true;
    struct span word = lex_word(p);
    if (!span_equal(word, "nonuniform"))
        return PARSE_ERROR_AT(p, TEXT_EXPECTED, word, "nonuniform");
    out->nonuniform = out->extended = true;
    return lex_expect(p, '}');
}

/* `r0.x + 3`. fxc prints an index without an immediate as `+ 0`: a zero addend is not encoded. */
static bool append_relative(struct parser *p, struct program_operand *out)
{
    struct program_operand *reg = arena_alloc(p->arena, sizeof *reg);
    int64_t addend = 0;
    if (!reg)
        return parse_no_memory(p);
    if (!parse_nested_register(p, reg))
        return false;
    bool negative = lex_peek(p) == '-';
    if ((lex_accept(p, '+') || lex_accept(p, '-')) &&
        !parse_integer(p, INT32_MIN, UINT32_MAX, "an index", &addend))
        return false;
    if (negative)
        addend = -addend;
    struct program_index index = {.form = ISA_INDEX_RELATIVE, .relative = reg};
    if (addend) {
        index.form = ISA_INDEX_IMM32_RELATIVE;
        index.imm = (uint32_t)addend;
    }
    return append_index(p, out, index);
}

static bool parse_bracket(struct parser *p, struct program_operand *out, bool nested, bool range)
{
    if (!lex_expect(p, '['))
        return false;
    bool constant = is_digit(lex_peek(p));
    if (!constant && nested)
        return PARSE_ERROR(p, TEXT_NESTING, p->at, 1);
    if (constant ? !append_constant(p, out, false) : !append_relative(p, out))
        return false;
    if (range && (!lex_expect(p, ':') || !append_constant(p, out, true)))
        return false;
    return accept_nonuniform(p, out) && lex_expect(p, ']');
}

/* Bounds of the number of indices: the register file's, plus those of GS, HS and SM5.1. */
static void index_counts(const struct parser *p, const struct program_operand *operand, bool range,
                         unsigned *least, unsigned *most)
{
    uint8_t file = operand->file;
    unsigned indices = isa_file(file)->indices;
    bool in_space =
        file == ISA_FILE_SRV || file == ISA_FILE_UAV || file == ISA_FILE_SAMPLER || file == ISA_FILE_CBUFFER;
    *least = *most = range ? 3 : indices + (in_space && program_is_51(p->program));
    if (file == ISA_FILE_INTERFACE) /* fcall: plus the call site */
        *least = *most = indices + 1;
    if (file == ISA_FILE_INPUT || file == ISA_FILE_THIS || file == ISA_FILE_OUTPUT)
        *most = indices + 1;
}

static bool check_count(struct parser *p, const struct program_operand *out, const char *from, bool range)
{
    unsigned least, most, count = out->index_count;
    index_counts(p, out, range, &least, &most);
    static const char *const expected[][2] = {
        {"none", "at most 1"}, {"1", "1 or 2"}, {"2", "2 or 3"}, {"3", "3"}};
    if (count >= least && count <= most)
        return true;
    return PARSE_ERROR(p, TEXT_INDEX_COUNT, from, (size_t)(p->at - from), isa_file(out->file)->text, count,
                       expected[least][most > least]);
}

/* `[4:9]`; the brackets of a constant buffer's size contain no colon. */
static bool is_range_bracket(struct parser *p)
{
    if (lex_peek(p) != '[')
        return false;
    for (const char *at = p->at; at < p->stop && *at != ']'; at++)
        if (*at == ':')
            return true;
    return false;
}

/* RenderDoc omits the range of a declaration here; parse_dcl.c reads it after the operand. */
static bool parse_range(struct parser *p, struct program_operand *out, const char *from)
{
    if (is_range_bracket(p) && !parse_bracket(p, out, false, true))
        return false;
    return out->index_count == 1 || check_count(p, out, from, true);
}

bool parse_indices(struct parser *p, struct program_operand *out, bool nested, bool range)
{
    const char *from = p->at;
    if (p->at < p->stop && is_digit(*p->at) && !append_constant(p, out, false))
        return false;
    if (range)
        return parse_range(p, out, from);
    while (lex_peek(p) == '[')
        if (!parse_bracket(p, out, nested, false))
            return false;
    if (program_is_51(p->program))
        range_complete(p, out);
    return check_count(p, out, from, false);
}
