/* What is attached to a mnemonic: texel offsets, resource dimension and return types, as extended opcode
   tokens, and the precise mask. fxc spells them `_aoffimmi_indexable(u,v,w)(dimension)(types)`; vkd3d prints
   the offsets after the dimension, leaves float types out and has no `_aoffimmi`; RenderDoc has no suffix for
   most opcodes. So each group is recognised by its first word. */
#include "text/parse/parse.h"

static bool read_offsets(struct parser *p, struct extended_tokens *out)
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

static bool read_stride(struct parser *p, uint32_t *token)
{
    enum { STRIDE_LIMIT = 0xfff };
    uint32_t value;
    struct span word = lex_word(p);
    if (!span_equal(word, "stride"))
        return PARSE_ERROR(p, TEXT_EXPECTED, word.text, word.length, "stride=N");
    if (!lex_expect(p, '=') || !parse_uint(p, STRIDE_LIMIT, "a stride in bytes", &value))
        return false;
    *token |= value << 11;
    return true;
}

static bool read_dimension(struct parser *p, struct extended_tokens *out)
{
    uint32_t value;
    if (!parse_name(p, ISA_NAMES_DIMENSION, lex_word(p), "a resource dimension such as texture2d", &value))
        return false;
    out->dimension = ISA_EXT_DIMENSION | value << 6;
    out->has_dimension = true;
    if (lex_accept(p, ',') && !read_stride(p, &out->dimension))
        return false;
    return lex_expect(p, ')');
}

/* vkd3d brackets the types that have no value: `<continued>`. */
static struct span type_word(struct parser *p)
{
    bool bracket = lex_accept(p, '<');
    struct span word = lex_word(p);
    if (bracket)
        lex_accept(p, '>');
    return word;
}

/* Four types after the opening parenthesis, as 4-bit codes. */
static bool read_types(struct parser *p, uint32_t *out)
{
    struct span last = {0};
    uint32_t value = 0;
    *out = 0;
    for (unsigned i = 0; i < 4; i++) {
        if (i && !lex_expect(p, ','))
            return false;
        struct span word = type_word(p);
        bool again = last.length == word.length && i && memcmp(last.text, word.text, word.length) == 0;
        if (!again && !parse_name(p, ISA_NAMES_RETURN_TYPE, word, "a return type such as float", &value))
            return false;
        *out |= value << (4 * i);
        last = word;
    }
    return lex_expect(p, ')');
}

bool parse_return_types(struct parser *p, uint32_t *out)
{
    return lex_expect(p, '(') && read_types(p, out);
}

/* The word at the cursor is a return type. */
static bool names_type(const struct parser *p)
{
    struct parser quiet = *p;
    uint32_t value;
    quiet.diags = NULL;
    return parse_name(&quiet, ISA_NAMES_RETURN_TYPE, type_word(&quiet), "", &value);
}

bool parse_extended_group(struct parser *p, const struct isa_op *op, struct extended_tokens *out)
{
    if (!lex_expect(p, '('))
        return false;
    char first = lex_peek(p);
    if ((op->flags & ISA_OFFSETS) && !out->has_offsets && (first == '-' || (first >= '0' && first <= '9')))
        return read_offsets(p, out);
    if (!(op->flags & ISA_TYPED) || out->has_types)
        return PARSE_ERROR(p, TEXT_EXPECTED, p->at, 1, "an operand");
    if (!out->has_dimension && !names_type(p))
        return read_dimension(p, out);
    out->has_types = true;
    return read_types(p, &out->types);
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
    static const char letters[] = "xyzw";
    uint32_t mask = 0xf;
    if (!lex_expect(p, '['))
        return false;
    struct span word = lex_word(p);
    if (!span_equal(word, "precise"))
        return PARSE_ERROR(p, TEXT_EXPECTED, word.text, word.length, "precise");
    if (!(op->flags & ISA_PREC))
        return PARSE_ERROR(p, TEXT_SUFFIX, word.text, word.length, op->mnemonic, SPAN_ARG(word));
    if (lex_accept(p, '(')) {
        mask = 0;
        struct span mask_word = lex_word(p);
        for (size_t i = 0; i < mask_word.length; i++) {
            const char *at = memchr(letters, mask_word.text[i] | 0x20, 4);
            if (!at)
                return PARSE_ERROR(p, TEXT_COMPONENTS, mask_word.text, mask_word.length, "mask",
                                   SPAN_ARG(mask_word), "letters of x, y, z, w");
            mask |= 1u << (at - letters);
        }
        if (!lex_expect(p, ')'))
            return false;
    }
    out->controls |= mask << ISA_TOKEN_PRECISE_SHIFT;
    return lex_expect(p, ']');
}
