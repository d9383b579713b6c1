/* What is attached to a mnemonic: texel offsets, resource dimension and return types, as extended opcode
   tokens, and the precise mask. fxc spells them `_aoffimmi_indexable(u,v,w)(dimension)(types)`; vkd3d prints
   the offsets after the dimension, leaves float types out and has no `_aoffimmi`; RenderDoc has no suffix for
   most opcodes. So each group is recognised by its first word. */
#include "text/parse/parse.h"

static bool read_offsets(struct text_parser *p, struct text_extended *out)
{
    out->offsets = ISA_EXT_OFFSETS;
    for (unsigned i = 0; i < 3; i++) {
        int64_t offset;
        if ((i && !text_expect(p, ',')) || !text_integer(p, -8, 7, "a texel offset", &offset))
            return false;
        out->offsets |= ((uint32_t)offset & 0xf) << (9 + 4 * i);
    }
    out->has_offsets = true;
    return text_expect(p, ')');
}

static bool read_stride(struct text_parser *p, uint32_t *token)
{
    enum { STRIDE_LIMIT = 0xfff };
    uint32_t value;
    struct text_span word = text_word(p);
    if (!text_equal(word, "stride"))
        return TEXT_FAIL(p, TEXT_EXPECTED, word.text, word.length, "stride=N");
    if (!text_expect(p, '=') || !text_uint(p, STRIDE_LIMIT, "a stride in bytes", &value))
        return false;
    *token |= value << 11;
    return true;
}

static bool read_dimension(struct text_parser *p, struct text_extended *out)
{
    uint32_t value;
    if (!text_value(p, ISA_NAMES_DIMENSION, text_word(p), "a resource dimension such as texture2d", &value))
        return false;
    out->dimension = ISA_EXT_DIMENSION | value << 6;
    out->has_dimension = true;
    if (text_take(p, ',') && !read_stride(p, &out->dimension))
        return false;
    return text_expect(p, ')');
}

/* vkd3d brackets the types that have no value: `<continued>`. */
static struct text_span type_word(struct text_parser *p)
{
    bool bracket = text_take(p, '<');
    struct text_span word = text_word(p);
    if (bracket)
        text_take(p, '>');
    return word;
}

/* Four types after the opening parenthesis, as 4-bit codes. */
static bool read_types(struct text_parser *p, uint32_t *out)
{
    struct text_span last = {0};
    uint32_t value = 0;
    *out = 0;
    for (unsigned i = 0; i < 4; i++) {
        if (i && !text_expect(p, ','))
            return false;
        struct text_span word = type_word(p);
        bool again = last.length == word.length && i && memcmp(last.text, word.text, word.length) == 0;
        if (!again && !text_value(p, ISA_NAMES_RETURN_TYPE, word, "a return type such as float", &value))
            return false;
        *out |= value << (4 * i);
        last = word;
    }
    return text_expect(p, ')');
}

bool text_return_types(struct text_parser *p, uint32_t *out)
{
    return text_expect(p, '(') && read_types(p, out);
}

/* The word at the cursor is a return type. */
static bool names_type(const struct text_parser *p)
{
    struct text_parser quiet = *p;
    uint32_t value;
    quiet.diags = NULL;
    return text_value(&quiet, ISA_NAMES_RETURN_TYPE, type_word(&quiet), "", &value);
}

bool text_extended_group(struct text_parser *p, const struct isa_op *op, struct text_extended *out)
{
    if (!text_expect(p, '('))
        return false;
    char first = text_peek(p);
    if ((op->flags & ISA_OFFSETS) && !out->has_offsets && (first == '-' || (first >= '0' && first <= '9')))
        return read_offsets(p, out);
    if (!(op->flags & ISA_TYPED) || out->has_types)
        return TEXT_FAIL(p, TEXT_EXPECTED, p->at, 1, "an operand");
    if (!out->has_dimension && !names_type(p))
        return read_dimension(p, out);
    out->has_types = true;
    return read_types(p, &out->types);
}

void text_extended_tokens(const struct text_extended *extended, struct program_instr *out)
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

bool text_precise(struct text_parser *p, const struct isa_op *op, struct program_instr *out)
{
    static const char letters[] = "xyzw";
    uint32_t mask = 0xf;
    if (!text_expect(p, '['))
        return false;
    struct text_span word = text_word(p);
    if (!text_equal(word, "precise"))
        return TEXT_FAIL(p, TEXT_EXPECTED, word.text, word.length, "precise");
    if (!(op->flags & ISA_PREC))
        return TEXT_FAIL(p, TEXT_SUFFIX, word.text, word.length, op->mnemonic, TEXT_SHOW(word));
    if (text_take(p, '(')) {
        mask = 0;
        struct text_span mask_word = text_word(p);
        for (size_t i = 0; i < mask_word.length; i++) {
            const char *at = memchr(letters, mask_word.text[i] | 0x20, 4);
            if (!at)
                return TEXT_FAIL(p, TEXT_COMPONENTS, mask_word.text, mask_word.length, "mask",
                                 TEXT_SHOW(mask_word), "letters of x, y, z, w");
            mask |= 1u << (at - letters);
        }
        if (!text_expect(p, ')'))
            return false;
    }
    out->controls |= mask << ISA_TOKEN_PRECISE_SHIFT;
    return text_expect(p, ']');
}
