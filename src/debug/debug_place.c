/* Lines and numbers of instructions. */
#include "debug/debug.h"

/* The line that users step by: of the HLSL source when it is known, else of the assembly text, else the
   instruction itself. */
static uint64_t line_of(const struct sm5_program *program, uint32_t at)
{
    const struct program_instr *instr = &program->instrs[at];
    if (!instr->line && instr->origin_line)
        return ((uint64_t)instr->origin_file + 1) << 32 | instr->origin_line;
    return instr->line ? instr->line : UINT64_MAX - at;
}

bool debug_same_line(const struct sm5_program *program, uint32_t a, uint32_t b)
{
    return a != PROGRAM_NONE && b != PROGRAM_NONE && line_of(program, a) == line_of(program, b);
}

bool debug_starts_line(const struct sm5_program *program, uint32_t at)
{
    return at == 0 || line_of(program, at - 1) != line_of(program, at);
}

uint32_t debug_instr_of_number(const struct sm5_program *program, uint32_t number)
{
    uint32_t seen = 0;
    for (uint32_t i = 0; i < program->instr_count; i++)
        if (!isa_is_declaration(program->instrs[i].opcode) && seen++ == number)
            return i;
    return PROGRAM_NONE;
}

bool sm5_debug_place(const struct sm5_debug *debug, uint32_t instruction, struct sm5_place *place)
{
    uint32_t at = debug_instr_of_number(debug->program, instruction);
    *place = (struct sm5_place){0};
    if (at == PROGRAM_NONE)
        return false;
    const struct program_instr *instr = &debug->program->instrs[at];
    *place = (struct sm5_place){instr->line, program_origin_file(debug->program, instr), instr->origin_line};
    return true;
}
