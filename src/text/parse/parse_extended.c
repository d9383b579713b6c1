/* Extended opcode tokens (texel offsets, resource dimension, return types) and the precise mask. fxc prints
   them as `_aoffimmi_indexable(u,v,w)(dimension)(types)`; vkd3d prints the offsets after the dimension, omits
   float types and `_aoffimmi`; RenderDoc prints no suffix for most opcodes. Hence each group is recognised by
   its first word. */
#include "text/parse/parse.h"

static bool parse_offsets(struct parser *p, struct extended_tokens *out)
{
    out->offsets = ISA_EXT_OFFSETS;
    for (unsigned i = 0; i < 3; i++) {
        int64_t offset;
        if ((i && !lex_expect(p, ',')) || !parse_integer(p, -8, 7, "a texel offset", &offset))
            return false;
        out->offsets |= ((uint32_t)offset & 0xf) << (9 + 4 * i);
    }
    out->has_offsets = true;
    return lex_expect(p, ')');
}

static bool parse_stride(struct parser *p, uint32_t *token)
{
    enum { STRIDE_LIMIT = 0xfff };
    uint32_t value;
    struct span word = lex_word(p);
    if (!span_equal(word, "stride"))
        return PARSE_ERROR_AT(p, TEXT_EXPECTED, word, "stride=N");
    if (!lex_expect(p, '=') || !parse_uint(p, STRIDE_LIMIT, "a stride in bytes", &value))
        return false;
    *token |= value << 11;
    return true;
}

static bool parse_dimension(struct parser *p, struct extended_tokens *out)
{
    uint32_t value;
    if (!parse_name(p, ISA_NAMES_DIMENSION, lex_word(p), "a resource dimension such as texture2d", &value))
        return false;
    out->dimension = ISA_EXT_DIMENSION | value << 6;
    out->has_dimension = true;
    if (lex_accept(p, ',') && !parse_stride(p, &out->dimension))
        return false;
    return lex_expect(p, ')');
}

/* vkd3d prints types without a value in angle brackets: `<continued>`. */
static struct span lex_type(struct parser *p)
{
    bool bracket = lex_accept(p, '<');
    struct span word = lex_word(p);
    if (bracket)
        lex_accept(p, '>');
    return word;
}

/* Four types after the opening parenthesis, as 4-bit codes. */
static bool parse_types(struct parser *p, uint32_t *out)
{
    struct span last = {0};
    uint32_t value = 0;
    *out = 0;
    for (unsigned i = 0; i < 4; i++) {
        if (i && !lex_expect(p, ','))
            return false;
        struct span word = lex_type(p);
        bool is_same = last.length == word.length && i && memcmp(last.text, word.text, word.length) == 0;
        if (!is_same && !parse_name(p, ISA_NAMES_RETURN_TYPE, word, "a return type such as float", &value))
            return false;
        *out |= value << (4 * i);
        last = word;
    }
    return lex_expect(p, ')');
}

bool parse_return_types(struct parser *p, uint32_t *out)
{
    return lex_expect(p, '(') && parse_types(p, out);
}

static bool is_type_next(const struct parser *p)
{
    struct parser ahead = *p;
    return lookup_name(ISA_NAMES_RETURN_TYPE, lex_type(&ahead)) >= 0;
}

bool parse_extended_group(struct parser *p, const struct isa_op *op, struct extended_tokens *out)
{
    if (!lex_expect(p, '('))
        return false;
    char first = lex_peek(p);
    if ((op->flags & ISA_OFFSETS) && !out->has_offsets && (first == '-' || is_digit(first)))
        return parse_offsets(p, out);
    if (!(op->flags & ISA_TYPED) || out->has_types)
        return PARSE_ERROR(p, TEXT_EXPECTED, p->at, 1, "an operand");
    if (!out->has_dimension && !is_type_next(p))
        return parse_dimension(p, out);
    out->has_types = true;
    return parse_types(p, &out->types);
}

void append_extended_tokens(const struct extended_tokens *extended, struct program_instr *out)
{
    enum { FLOATS = ISA_RETURN_FLOAT * 0x1111 };
    uint32_t types = extended->has_types ? extended->types : FLOATS;
    if (extended->has_offsets)
        out->ext[out->ext_count++] = extended->offsets;
    if (extended->has_dimension)
        out->ext[out->ext_count++] = extended->dimension;
    if (extended->has_dimension || extended->has_types)
        out->ext[out->ext_count++] = ISA_EXT_RETURN | types << 6;
}

bool parse_precise(struct parser *p, const struct isa_op *op, struct program_instr *out)
{
    uint32_t mask = 0xf;
    if (!lex_expect(p, '['))
        return false;
    struct span word = lex_word(p);
    if (!span_equal(word, "precise"))
        return PARSE_ERROR_AT(p, TEXT_EXPECTED, word, "precise");
    if (!(op->flags & ISA_PREC))
        return PARSE_ERROR_AT(p, TEXT_SUFFIX, word, op->mnemonic, SPAN_ARG(word));
    if (lex_accept(p, '(')) {
        mask = 0;
        struct span mask_word = lex_word(p);
        for (size_t i = 0; i < mask_word.length; i++) {
            int component = component_of(mask_word.text[i]);
            if (component < 0)
                return PARSE_ERROR_AT(p, TEXT_COMPONENTS, mask_word, "mask", SPAN_ARG(mask_word),
                                      "letters of x, y, z, w");
            mask |= 1u << component;
        }
        if (!lex_expect(p, ')'))
            return false;
    }
    out->controls |= mask << ISA_TOKEN_PRECISE_SHIFT;
    return lex_expect(p, ']');
}
