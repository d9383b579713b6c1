/* Custom data with a textual form: immediate constant buffers and shader messages. */
#include "text/print/print.h"

enum { MESSAGE_ID = 0x200102, ERROR_ID = 0x200103, FORMAT_PRINTF = 1 };
enum { MESSAGE, FORMAT, CHARACTERS, OPERANDS, OPERAND_DWORDS, FIXED };

static const char icb_start[] = "dcl_immediateConstantBuffer { ";

static void print_row(const struct sm5_program *program, const uint32_t *values, struct strbuf *out)
{
    for (unsigned i = 0; i < 4; i++) {
        strbuf_add(out, i ? ", " : "{ ");
        text_print_value(program, values[i], ISA_TYPE_ANY, out);
    }
    strbuf_add_char(out, '}');
}

static void print_icb(const struct sm5_program *program, const struct program_instr *instr,
                      struct strbuf *out)
{
    strbuf_add(out, icb_start);
    for (uint32_t i = 0; i + 4 <= instr->dword_count; i += 4) {
        if (i) {
            strbuf_add(out, ",\n");
            strbuf_add_repeat(out, ' ', sizeof icb_start - 1);
        }
        print_row(program, instr->dwords + i, out);
    }
    strbuf_add(out, " }");
}

static void print_quoted(const char *text, size_t length, struct strbuf *out)
{
    strbuf_add_char(out, '"');
    for (size_t i = 0; i < length; i++) {
        static const char plain[] = "\n\r\t\"\\", escaped[] = "nrt\"\\";
        const char *at = text[i] ? strchr(plain, text[i]) : NULL;
        if (at)
            strbuf_add_char(out, '\\');
        strbuf_add_char(out, at ? escaped[at - plain] : text[i]);
    }
    strbuf_add_char(out, '"');
}

/* The string of a message; false if its length is out of bounds or a character is not printable. */
static bool message_text(const struct program_instr *instr, const char **text, size_t *length)
{
    if (instr->dword_count < FIXED || instr->dwords[FORMAT] != FORMAT_PRINTF)
        return false;
    uint64_t at = FIXED + (uint64_t)instr->dwords[OPERAND_DWORDS];
    if (at > instr->dword_count || instr->dwords[CHARACTERS] >= (instr->dword_count - at) * 4)
        return false;
    *text = (const char *)(instr->dwords + at);
    *length = instr->dwords[CHARACTERS];
    for (size_t i = 0; i < *length; i++)
        if ((unsigned char)(*text)[i] < ' ' && !strchr("\n\r\t", (*text)[i]))
            return false;
    return true;
}

static void print_message(const struct sm5_program *program, const struct program_instr *instr,
                          struct strbuf *out)
{
    const char *text;
    size_t length;
    if (!message_text(instr, &text, &length) || instr->dwords[OPERANDS] != instr->operand_count ||
        (instr->dwords[MESSAGE] != MESSAGE_ID && instr->dwords[MESSAGE] != ERROR_ID))
        return;
    strbuf_add(out, instr->dwords[MESSAGE] == MESSAGE_ID ? "printf " : "errorf ");
    print_quoted(text, length, out);
    for (unsigned i = 0; i < instr->operand_count; i++) {
        strbuf_add(out, ", ");
        text_print_operand(program, &instr->operands[i], ISA_TYPE_ANY, out);
    }
}

void text_print_custom(const struct sm5_program *program, const struct program_instr *instr,
                       struct strbuf *out)
{
    if (instr->custom == ISA_CUSTOM_MESSAGE)
        print_message(program, instr, out);
    else if (instr->custom == ISA_CUSTOM_ICB && instr->dword_count >= 4)
        print_icb(program, instr, out);
}
