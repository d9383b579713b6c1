/* Types of registers, which have none of their own: of the last instruction in program order that writes a
   component, else of the next one that reads it. */
#include "debug/debug.h"

enum { DEPTH_LIMIT = 4 }; /* of copies that are followed */

static char type_before(const struct sm5_debug *d, uint32_t at, uint32_t file, uint32_t reg,
                        unsigned component, unsigned depth);

/* Of an enum isa_type; 0: unknown. A component of a double is half of it. */
static char letter_of(uint8_t type)
{
    switch (type) {
    case ISA_TYPE_F: return 'f';
    case ISA_TYPE_I: return 'i';
    case ISA_TYPE_U: return 'u';
    case ISA_TYPE_B: return 'b';
    default: return 0;
    }
}

static bool is_register(const struct program_operand *operand, uint32_t file, uint32_t reg)
{
    return operand->file == file && operand->index_count && !operand->index[0].relative &&
           operand->index[0].imm == reg;
}

/* Of the member that a load reads. */
static char type_of_load(const struct sm5_debug *d, const struct program_instr *instr,
                         const struct isa_layout *layout, unsigned component)
{
    const struct program_operand *memory = &instr->operands[layout->memory];
    const struct program_resource *resource = program_resource_of(d->program, memory);
    if (!resource || resource->dimension != ISA_DIM_STRUCTURED)
        return 0;
    const struct sm5_layout *fields = d->layouts[resource - d->program->decls.resources];
    const struct program_operand *offset = &instr->operands[layout->offset];
    if (!fields || offset->file != ISA_FILE_IMM32)
        return 0;
    uint32_t at = offset->imm[0] + 4 * operand_component(memory, component);
    for (size_t i = 0; i < fields->fields.count; i++)
        if (fields->fields.data[i].offset == at)
            return fields->fields.data[i].type;
    return 0;
}

/* The type of the component that an instruction writes. */
static char type_written(const struct sm5_debug *d, uint32_t at, unsigned k, unsigned component,
                         unsigned depth)
{
    const struct program_instr *instr = &d->program->instrs[at];
    const struct isa_op *row = isa_op(instr->opcode);
    char type = letter_of(row->operands[k].type);
    if (type)
        return type;
    if (row->form == ISA_FORM_MEMORY && row->operand_count == instr->operand_count) {
        struct isa_layout layout = isa_layout(row);
        return row->operands[k].role == ISA_ROLE_DST ? type_of_load(d, instr, &layout, component) : 0;
    }
    const struct program_operand *source = &instr->operands[instr->operand_count - 1];
    if (row->form != ISA_FORM_NONE &&
        (type = debug_type_of_input(d, source, operand_component(source, component))))
        return type;
    if (row->form == ISA_FORM_NONE || source->file != ISA_FILE_TEMP || depth == DEPTH_LIMIT)
        return 0;
    return type_before(d, at, source->file, (uint32_t)operand_index(source, 0),
                       operand_component(source, component), depth + 1);
}

static char type_before(const struct sm5_debug *d, uint32_t at, uint32_t file, uint32_t reg,
                        unsigned component, unsigned depth)
{
    while (at-- > d->program->decls.first_instr) {
        const struct program_instr *instr = &d->program->instrs[at];
        const struct isa_op *row = isa_op(instr->opcode);
        for (unsigned k = 0; row && k < instr->operand_count && k < row->operand_count; k++)
            if (row->operands[k].role == ISA_ROLE_DST && is_register(&instr->operands[k], file, reg) &&
                operand_write_mask(&instr->operands[k]) >> component & 1)
                return type_written(d, at, k, component, depth);
    }
    return 0;
}

static char type_after(const struct sm5_debug *d, uint32_t at, uint32_t file, uint32_t reg,
                       unsigned component)
{
    for (; at < d->program->instr_count; at++) {
        const struct program_instr *instr = &d->program->instrs[at];
        const struct isa_op *row = isa_op(instr->opcode);
        for (unsigned k = 0; row && k < instr->operand_count && k < row->operand_count; k++) {
            uint8_t role = row->operands[k].role;
            char type = letter_of(row->operands[k].type);
            if ((role != ISA_ROLE_SRC && role != ISA_ROLE_ADDR) || !type ||
                !is_register(&instr->operands[k], file, reg))
                continue;
            for (unsigned c = 0; c < 4; c++)
                if (operand_component(&instr->operands[k], c) == component)
                    return type;
        }
    }
    return 0;
}

char debug_type_of(const struct sm5_debug *d, uint32_t file, uint32_t reg, unsigned component)
{
    uint32_t at = debug_instr(d);
    at = at == PROGRAM_NONE ? d->program->instr_count : at;
    char type = type_before(d, at, file, reg, component, 0);
    if (!type)
        type = type_after(d, at, file, reg, component);
    return type ? type : 'x';
}

/* Of the register that an instruction stores to memory or loads from it. */
static char type_of_access(const struct sm5_debug *d, uint32_t at, const struct program_resource *resource)
{
    const struct program_instr *instr = &d->program->instrs[at];
    const struct isa_op *row = isa_op(instr->opcode);
    if (!row || row->form != ISA_FORM_MEMORY || row->operand_count != instr->operand_count)
        return 0;
    struct isa_layout layout = isa_layout(row);
    bool is_store = row->operands[layout.memory].role == ISA_ROLE_WMEM;
    const struct program_operand *value = &instr->operands[is_store ? layout.value : layout.dst];
    if (program_resource_of(d->program, &instr->operands[layout.memory]) != resource ||
        value->file != ISA_FILE_TEMP || !value->index_count || value->index[0].relative)
        return 0;
    uint32_t reg = (uint32_t)value->index[0].imm;
    return is_store ? type_before(d, at, ISA_FILE_TEMP, reg, operand_component(value, 0), 0)
                    : type_after(d, at + 1, ISA_FILE_TEMP, reg,
                                 (unsigned)__builtin_ctz(operand_write_mask(value) | 16));
}

char debug_type_of_memory(const struct sm5_debug *d, const struct program_resource *resource)
{
    for (uint32_t at = d->program->decls.first_instr; at < d->program->instr_count; at++) {
        char type = type_of_access(d, at, resource);
        if (type)
            return type;
    }
    return 'x';
}
