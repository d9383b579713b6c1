/* Atomics on one resource commute when they have the same operation. Exchange and compare do when they have
   the same constants, too. */
#include "run_atomics.h"

#include "program/program.h"

static bool is_atomic(const struct program_instr *instr)
{
    return isa_op(instr->opcode)->access == ISA_ACCESS_ATOMIC;
}

/* The last operands, after the memory and the address. */
static unsigned value_count(const struct program_instr *instr)
{
    return isa_op(instr->opcode)->atomic == ISA_ATOMIC_OP_COMPARE ? 2 : 1;
}

static const struct program_operand *values_of(const struct program_instr *instr)
{
    return &instr->operands[instr->operand_count - value_count(instr)];
}

static const struct program_operand *memory_of(const struct program_instr *instr)
{
    return values_of(instr) - 2;
}

static bool needs_equal_values(const struct program_instr *instr)
{
    uint8_t operation = isa_op(instr->opcode)->atomic;
    return operation == ISA_ATOMIC_OP_EXCHANGE || operation == ISA_ATOMIC_OP_COMPARE;
}

static bool have_equal_values(const struct program_instr *a, const struct program_instr *b)
{
    for (unsigned i = 0; i < value_count(a); i++)
        if (values_of(a)[i].file != ISA_FILE_IMM32 || !operand_equal(&values_of(a)[i], &values_of(b)[i]))
            return false;
    return true;
}

/* `b` may be `a`, executed by another thread. */
static bool commute(const struct program_instr *a, const struct program_instr *b)
{
    const struct program_operand *to = memory_of(a), *other = memory_of(b);
    if (to->file != other->file || operand_index(to, 0) != operand_index(other, 0))
        return true;
    return isa_op(a->opcode)->atomic == isa_op(b->opcode)->atomic &&
           (!needs_equal_values(a) || have_equal_values(a, b));
}

static bool reads_temp(const struct program_operand *operand, uint64_t reg)
{
    if (operand->file == ISA_FILE_TEMP && operand_index(operand, 0) == reg)
        return true;
    for (unsigned i = 0; i < operand->index_count; i++)
        if (operand->index[i].relative && reads_temp(operand->index[i].relative, reg))
            return true;
    return false;
}

static bool is_read(const struct sm5_program *program, uint64_t reg)
{
    for (uint32_t i = 0; i < program->instr_count; i++) {
        const struct program_instr *instr = &program->instrs[i];
        const struct isa_op *row = isa_op(instr->opcode);
        for (unsigned k = 0; k < instr->operand_count; k++) {
            const struct program_operand *operand = &instr->operands[k];
            bool is_result = k < row->operand_count && row->operands[k].role == ISA_ROLE_DST &&
                             operand->file == ISA_FILE_TEMP;
            if (!is_result && reads_temp(operand, reg))
                return true;
        }
    }
    return false;
}

static bool uses_result(const struct sm5_program *program, const struct program_instr *instr)
{
    const struct program_operand *result = &instr->operands[0];
    if (result == memory_of(instr) || result->file == ISA_FILE_NULL)
        return false;
    return result->file != ISA_FILE_TEMP || is_read(program, operand_index(result, 0));
}

bool run_atomics_commute(const struct sm5_program *program)
{
    for (uint32_t i = 0; i < program->instr_count; i++) {
        const struct program_instr *instr = &program->instrs[i];
        if (!is_atomic(instr))
            continue;
        if (uses_result(program, instr))
            return false;
        for (uint32_t k = 0; k <= i; k++)
            if (is_atomic(&program->instrs[k]) && !commute(instr, &program->instrs[k]))
                return false;
    }
    return true;
}
