/* Operands: registers, indices, masks and swizzles, immediates, modifiers. */
#include "text/print/print.h"

static const char letters[] = "xyzw";

void text_print_mask(uint32_t mask, struct strbuf *out)
{
    for (unsigned c = 0; c < 4; c++)
        if (mask >> c & 1)
            strbuf_add_char(out, letters[c]);
}

static void print_swizzle(uint32_t swizzle, struct strbuf *out)
{
    const char text[5] = {'.', letters[swizzle & 3], letters[swizzle >> 2 & 3], letters[swizzle >> 4 & 3],
                          letters[swizzle >> 6 & 3]};
    strbuf_add_bytes(out, text, sizeof text);
}

static void print_components(const struct program_operand *operand, struct strbuf *out)
{
    if (operand->comps != ISA_COMPS_4)
        return;
    if (operand->selection == ISA_SELECT_SWIZZLE)
        print_swizzle(operand->select, out);
    else if (operand->selection == ISA_SELECT_ONE)
        strbuf_add_bytes(out, (char[]){'.', letters[operand->select & 3]}, 2);
    else if (operand->select & 0xf) {
        strbuf_add_char(out, '.');
        text_print_mask(operand->select, out);
    }
}

/* ---- indices ---- */

static void print_index(const struct sm5_program *program, const struct program_index *index, bool bracket,
                        struct strbuf *out)
{
    bracket |= index->relative != NULL;
    strbuf_add(out, bracket ? "[" : "");
    if (index->relative) {
        text_print_operand(program, index->relative, ISA_TYPE_U, out);
        strbuf_add(out, " + ");
    }
    text_print_unsigned((uint32_t)index->imm, out);
    strbuf_add(out, bracket ? "]" : "");
}

/* Arrays print their first index in brackets; so do two-dimensional registers whose first index is a
   vertex. */
static bool brackets_first_index(const struct program_operand *operand)
{
    switch (operand->file) {
    case ISA_FILE_ICB:
    case ISA_FILE_THIS: return true;
    case ISA_FILE_INPUT:
    case ISA_FILE_INPUT_CONTROL_POINT:
    case ISA_FILE_OUTPUT_CONTROL_POINT: return operand->index_count > 1;
    default: return false;
    }
}

/* In SM5.1 an operand names a range by its id instead of a register: fxc prints an upper-case letter. */
static bool is_range(const struct sm5_program *program, const struct program_operand *operand)
{
    switch (operand->file) {
    case ISA_FILE_SRV:
    case ISA_FILE_UAV:
    case ISA_FILE_SAMPLER: return program_is_51(program) && operand->index_count > 1;
    case ISA_FILE_CBUFFER: return program_is_51(program) && operand->index_count > 2;
    default: return false;
    }
}

static void print_name(const struct sm5_program *program, const struct program_operand *operand,
                       struct strbuf *out)
{
    const char *name = isa_file(operand->file)->text;
    bool capital = is_range(program, operand);
    for (; *name; name++)
        strbuf_add_char(out, capital ? (char)(*name - 'a' + 'A') : *name);
}

static void print_register(const struct sm5_program *program, const struct program_operand *operand,
                           struct strbuf *out)
{
    print_name(program, operand, out);
    for (unsigned i = 0; i < operand->index_count && i < 3; i++)
        print_index(program, &operand->index[i], i > 0 || brackets_first_index(operand), out);
}

/* ---- immediates ---- */

/* fxc prints no blanks between values without a common type. */
static void print_immediate(const struct sm5_program *program, const struct program_operand *operand,
                            enum isa_type type, struct strbuf *out)
{
    unsigned count = operand->comps == ISA_COMPS_4 ? 4 : 1;
    strbuf_add(out, "l(");
    for (unsigned i = 0; i < count; i++) {
        if (i)
            strbuf_add(out, type == ISA_TYPE_ANY ? "," : ", ");
        text_print_value(program, operand->imm[i], type, out);
    }
    strbuf_add_char(out, ')');
}

static void print_doubles(const struct program_operand *operand, struct strbuf *out)
{
    strbuf_add(out, "d(");
    for (unsigned i = 0; i < 2; i++) {
        strbuf_add(out, i ? ", " : "");
        text_print_double((uint64_t)operand->imm[2 * i + 1] << 32 | operand->imm[2 * i], out);
        strbuf_add_char(out, 'l');
    }
    strbuf_add_char(out, ')');
}

static void print_value(const struct sm5_program *program, const struct program_operand *operand,
                        enum isa_type type, struct strbuf *out)
{
    if (operand->file == ISA_FILE_IMM32) {
        print_immediate(program, operand, type, out);
    } else if (operand->file == ISA_FILE_IMM64) {
        print_doubles(operand, out);
    } else {
        print_register(program, operand, out);
        print_components(operand, out);
    }
}

/* The operand's precision, and the one that it is converted to: "{min16f}", "{def32 as min16f}". */
static void print_precision(uint8_t own, uint8_t as, struct strbuf *out)
{
    if (own == 0 && as == 0)
        return;
    strbuf_add(out, " {");
    text_print_name(ISA_NAMES_MIN_PRECISION, own, out);
    if (as != own) {
        strbuf_add(out, " as ");
        text_print_name(ISA_NAMES_MIN_PRECISION, as, out);
    }
    strbuf_add_char(out, '}');
}

void text_print_source(const struct sm5_program *program, const struct program_operand *operand,
                       enum isa_type type, uint8_t as, struct strbuf *out)
{
    bool absolute = operand->modifier & ISA_MODIFIER_ABS;
    if (operand->modifier & ISA_MODIFIER_NEG)
        strbuf_add_char(out, '-');
    if (absolute)
        strbuf_add_char(out, '|');
    print_value(program, operand, type, out);
    print_precision(operand->min_precision, as, out);
    if (operand->nonuniform)
        strbuf_add(out, " { nonuniform }");
    if (absolute)
        strbuf_add_char(out, '|');
}

void text_print_operand(const struct sm5_program *program, const struct program_operand *operand,
                        enum isa_type type, struct strbuf *out)
{
    text_print_source(program, operand, type, operand->min_precision, out);
}
