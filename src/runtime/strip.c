/* Strips: how many threads of a group execute in lockstep. */
#include "runtime.h"

enum { STRIP = 8 };

static bool stores_to_uav(const struct program_instr *instr)
{
    return isa_op(instr->opcode)->access == ISA_ACCESS_STORE && instr->operand_count &&
           instr->operands[0].file == ISA_FILE_UAV;
}

/* Operations that need all threads of the group in one strip. */
static bool ties_threads(const struct program_instr *instr)
{
    enum isa_form form = (enum isa_form)isa_op(instr->opcode)->form;
    if (form == ISA_FORM_ATOMIC || form == ISA_FORM_COUNTER || form == ISA_FORM_SYNC)
        return true;
    return instr->opcode == ISA_DCL_THREAD_GROUP_SHARED_MEMORY_RAW ||
           instr->opcode == ISA_DCL_THREAD_GROUP_SHARED_MEMORY_STRUCTURED;
}

/* Direct3D does not define which of several plain stores to one word is last. When all threads of a large
   group run a loop in lockstep, the thread with the most iterations wins whatever its number, which no
   hardware shows; 8 at a time, in order, is what vector hardware of common width does. */
uint32_t runtime_strip_threads(const struct sm5_program *program)
{
    const uint32_t *group = program->decls.thread_group;
    uint32_t threads = group[0] * group[1] * group[2];
    bool loop_stores = false;
    for (uint32_t i = 0; i < program->instr_count; i++) {
        const struct program_instr *instr = &program->instrs[i];
        if (ties_threads(instr))
            return threads;
        loop_stores |= program_block_of(program, i)->loop != PROGRAM_NONE && stores_to_uav(instr);
    }
    return loop_stores && threads % STRIP == 0 ? STRIP : threads;
}
