/* Declarations in fxc's formatting. */
#include "text/print/print.h"

void text_print_name(enum isa_names table, uint32_t value, struct strbuf *out)
{
    const char *word = isa_name(table, value);
    if (word)
        strbuf_add(out, word);
    else
        strbuf_printf(out, "%u", value);
}

void text_print_types(uint32_t codes, struct strbuf *out)
{
    for (unsigned i = 0; i < 4; i++) {
        strbuf_add_char(out, i ? ',' : '(');
        text_print_name(ISA_NAMES_RETURN_TYPE, codes >> (4 * i) & 0xf, out);
    }
    strbuf_add_char(out, ')');
}

static uint32_t control(const struct program_instr *instr)
{
    return isa_control_value(isa_op(instr->opcode)->control, instr->controls);
}

/* ---- registers ---- */

/* T1[10:*] */
static void print_range(const struct program_operand *operand, struct strbuf *out)
{
    static const struct {
        uint8_t file;
        const char *name;
    } names[] = {{ISA_FILE_SRV, "T"}, {ISA_FILE_UAV, "U"}, {ISA_FILE_SAMPLER, "S"}, {ISA_FILE_CBUFFER, "CB"}};
    for (size_t i = 0; i < BASE_COUNT(names); i++)
        if (names[i].file == operand->file)
            strbuf_add(out, names[i].name);
    strbuf_printf(out, "%u[%u:", (uint32_t)operand->index[0].imm, (uint32_t)operand->index[1].imm);
    if ((uint32_t)operand->index[2].imm == UINT32_MAX)
        strbuf_add(out, "*]");
    else
        strbuf_printf(out, "%u]", (uint32_t)operand->index[2].imm);
}

/* Resources are declared without components; a swizzle in the token is not printed. */
static void print_resource(const struct sm5_program *program, const struct program_instr *instr,
                           struct strbuf *out)
{
    struct program_operand operand = instr->operands[0];
    operand.comps = ISA_COMPS_0;
    if (program_is_51(program) && operand.index_count == 3 && operand.file != ISA_FILE_INPUT)
        print_range(&operand, out);
    else
        text_print_operand(program, &operand, ISA_TYPE_NONE, out);
}

static void print_space(const struct sm5_program *program, const struct program_instr *instr, unsigned at,
                        struct strbuf *out)
{
    if (program_is_51(program))
        strbuf_printf(out, ", space=%u", instr_dword(instr, at));
}

static void print_uav_flags(const struct program_instr *instr, struct strbuf *out)
{
    if (instr->controls & ISA_TOKEN_GLC)
        strbuf_add(out, "_glc");
    if (instr->controls & ISA_TOKEN_ROV)
        strbuf_add(out, "_rov");
}

static void print_typed(const struct sm5_program *program, const struct program_instr *instr,
                        struct strbuf *out)
{
    uint32_t dimension = isa_control_value(ISA_CONTROL_DIMENSION, instr->controls);
    text_print_name(ISA_NAMES_DIMENSION, dimension, out);
    if (instr->opcode == ISA_DCL_UNORDERED_ACCESS_VIEW_TYPED)
        print_uav_flags(instr, out);
    else if (dimension == ISA_DIM_TEXTURE2DMS || dimension == ISA_DIM_TEXTURE2DMSARRAY)
        strbuf_printf(out, "(%u)", instr->controls >> 16 & 0x7f);
    strbuf_add_char(out, ' ');
    text_print_types(instr_dword(instr, 0), out);
    strbuf_add_char(out, ' ');
    print_resource(program, instr, out);
    print_space(program, instr, 1, out);
}

static void print_raw(const struct sm5_program *program, const struct program_instr *instr,
                      struct strbuf *out)
{
    if (instr->opcode == ISA_DCL_UNORDERED_ACCESS_VIEW_RAW)
        print_uav_flags(instr, out);
    strbuf_add_char(out, ' ');
    print_resource(program, instr, out);
    print_space(program, instr, 0, out);
}

/* fxc prints a blank after the stride of a t#, and none after that of a u#. */
static void print_structured(const struct sm5_program *program, const struct program_instr *instr,
                             struct strbuf *out)
{
    bool is_uav = instr->opcode == ISA_DCL_UNORDERED_ACCESS_VIEW_STRUCTURED;
    if (is_uav) {
        print_uav_flags(instr, out);
        strbuf_add(out, instr->controls & ISA_TOKEN_OPC ? "_opc" : "");
    }
    strbuf_add_char(out, ' ');
    print_resource(program, instr, out);
    strbuf_printf(out, ", %u", instr_dword(instr, 0));
    print_space(program, instr, 1, out);
    if (!is_uav && !program_is_51(program))
        strbuf_add_char(out, ' ');
}

static void print_cbuffer(const struct sm5_program *program, const struct program_instr *instr,
                          struct strbuf *out)
{
    strbuf_add_char(out, ' ');
    size_t name = out->length;
    print_resource(program, instr, out);
    if (!out->failed && text_compiler_of(program) >= TEXT_COMPILER_10_0)
        memcpy(out->text + name, "CB", 2); /* instead of "cb"; ranges already have it */
    if (program_is_51(program))
        strbuf_printf(out, "[%u]", instr_dword(instr, 0));
    strbuf_add(out, control(instr) ? ", dynamicIndexed" : ", immediateIndexed");
    print_space(program, instr, 1, out);
}

static void print_sampler(const struct sm5_program *program, const struct program_instr *instr,
                          struct strbuf *out)
{
    strbuf_add_char(out, ' ');
    print_resource(program, instr, out);
    strbuf_add(out, ", ");
    text_print_name(ISA_NAMES_SAMPLER_MODE, control(instr), out);
    print_space(program, instr, 0, out);
}

static void print_tgsm(const struct sm5_program *program, const struct program_instr *instr,
                       struct strbuf *out)
{
    strbuf_add_char(out, ' ');
    print_resource(program, instr, out);
    for (unsigned i = 0; i < isa_op(instr->opcode)->dwords; i++)
        strbuf_printf(out, ", %u", instr_dword(instr, i));
}

/* ---- inputs and outputs ---- */

static void print_declared(const struct sm5_program *program, const struct program_instr *instr,
                           struct strbuf *out)
{
    const struct isa_op *op = isa_op(instr->opcode);
    strbuf_add_char(out, ' ');
    bool hides_mode = instr->opcode == ISA_DCL_INPUT_PS_SGV && text_compiler_of(program) < TEXT_COMPILER_10_0;
    if (op->control == ISA_CONTROL_INTERPOLATION && !hides_mode) {
        text_print_name(ISA_NAMES_INTERPOLATION, control(instr), out);
        strbuf_add_char(out, ' ');
    }
    text_print_operand(program, &instr->operands[0], ISA_TYPE_NONE, out);
    if (instr->opcode == ISA_DCL_INDEX_RANGE) {
        strbuf_printf(out, " %u", instr_dword(instr, 0));
    } else if (op->dwords) {
        strbuf_add(out, ", ");
        text_print_name(ISA_NAMES_SYSTEM_VALUE, instr_dword(instr, 0), out);
    }
}

/* ---- numbers and enumerations ---- */

static void print_flags(const struct program_instr *instr, struct strbuf *out)
{
    const char *between = " ";
    for (uint32_t bit = 11; bit < 24; bit++) {
        if (!(instr->controls >> bit & 1))
            continue;
        strbuf_add(out, between);
        text_print_name(ISA_NAMES_GLOBAL_FLAG, bit, out);
        between = " | ";
    }
}

static void print_numbers(const struct program_instr *instr, struct strbuf *out)
{
    for (unsigned i = 0; i < isa_op(instr->opcode)->dwords; i++)
        strbuf_printf(out, "%s%u", i ? ", " : " ", instr_dword(instr, i));
}

/* fxc prints a blank after topologies and primitives, as after instructions without operands. */
static bool print_enum_control(const struct program_instr *instr, struct strbuf *out)
{
    static const struct {
        uint8_t control, names;
        bool blank;
    } enums[] = {
        {ISA_CONTROL_TOPOLOGY, ISA_NAMES_TOPOLOGY, true},
        {ISA_CONTROL_PRIMITIVE, ISA_NAMES_PRIMITIVE, true},
        {ISA_CONTROL_DOMAIN, ISA_NAMES_DOMAIN, false},
        {ISA_CONTROL_PARTITIONING, ISA_NAMES_PARTITIONING, false},
        {ISA_CONTROL_OUTPUT_PRIMITIVE, ISA_NAMES_OUTPUT_PRIMITIVE, false},
    };
    for (size_t i = 0; i < BASE_COUNT(enums); i++) {
        if (enums[i].control != isa_op(instr->opcode)->control)
            continue;
        strbuf_add_char(out, ' ');
        text_print_name((enum isa_names)enums[i].names, control(instr), out);
        strbuf_add(out, enums[i].blank ? " " : "");
        return true;
    }
    return false;
}

/* ---- class linkage ---- */

static void print_list(const struct program_instr *instr, unsigned from, const char *name, struct strbuf *out)
{
    strbuf_add(out, " = {");
    for (uint32_t i = from; i < instr->dword_count; i++)
        strbuf_printf(out, "%s%s%u", i > from ? ", " : "", name, instr->dwords[i]);
    strbuf_add_char(out, '}');
}

void text_print_dcl(const struct sm5_program *program, const struct program_instr *instr, struct strbuf *out)
{
    const struct isa_op *op = isa_op(instr->opcode);
    strbuf_add(out, op->mnemonic);
    switch (instr->opcode) {
    case ISA_DCL_RESOURCE:
    case ISA_DCL_UNORDERED_ACCESS_VIEW_TYPED: print_typed(program, instr, out); break;
    case ISA_DCL_RESOURCE_RAW:
    case ISA_DCL_UNORDERED_ACCESS_VIEW_RAW: print_raw(program, instr, out); break;
    case ISA_DCL_RESOURCE_STRUCTURED:
    case ISA_DCL_UNORDERED_ACCESS_VIEW_STRUCTURED: print_structured(program, instr, out); break;
    case ISA_DCL_CONSTANT_BUFFER: print_cbuffer(program, instr, out); break;
    case ISA_DCL_SAMPLER: print_sampler(program, instr, out); break;
    case ISA_DCL_THREAD_GROUP_SHARED_MEMORY_RAW:
    case ISA_DCL_THREAD_GROUP_SHARED_MEMORY_STRUCTURED: print_tgsm(program, instr, out); break;
    case ISA_DCL_INDEXABLE_TEMP:
        strbuf_printf(out, " x%u[%u], %u", instr_dword(instr, 0), instr_dword(instr, 1),
                      instr_dword(instr, 2));
        break;
    case ISA_DCL_GLOBAL_FLAGS: print_flags(instr, out); break;
    case ISA_DCL_FUNCTION_BODY: strbuf_printf(out, " fb%u", instr_dword(instr, 0)); break;
    case ISA_DCL_FUNCTION_TABLE:
        strbuf_printf(out, " ft%u", instr_dword(instr, 0));
        print_list(instr, 2, "fb", out);
        break;
    case ISA_DCL_INTERFACE:
        strbuf_printf(out, "%s fp%u[%u][%u]", control(instr) ? "_dynamicindexed" : "", instr_dword(instr, 0),
                      instr_dword(instr, 2) >> 16, instr_dword(instr, 1));
        print_list(instr, 3, "ft", out);
        break;
    case ISA_DCL_INPUT_CONTROL_POINT_COUNT:
    case ISA_DCL_OUTPUT_CONTROL_POINT_COUNT: strbuf_printf(out, " %u", control(instr)); break;
    case ISA_DCL_HS_MAX_TESSFACTOR:
        strbuf_add(out, " l(");
        text_print_float(program, instr_dword(instr, 0), out);
        strbuf_add_char(out, ')');
        break;
    default:
        if (op->operand_count)
            print_declared(program, instr, out);
        else if (!print_enum_control(instr, out))
            print_numbers(instr, out);
    }
}
