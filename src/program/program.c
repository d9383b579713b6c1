#include "program.h"

#include <stdlib.h>

struct sm5_program *program_new(void)
{
    return calloc(1, sizeof(struct sm5_program));
}

void program_free(struct sm5_program *program)
{
    if (!program)
        return;
    arena_free(&program->arena);
    free(program);
}

const struct program_resource *program_resource_of(const struct sm5_program *program, uint32_t file,
                                                   uint32_t id)
{
    for (uint32_t i = 0; i < program->decls.resource_count; i++) {
        const struct program_resource *resource = &program->decls.resources[i];
        if (resource->file == file && resource->id == id)
            return resource;
    }
    return NULL;
}

struct diag_place program_instr_place(const struct sm5_program *program, uint32_t at)
{
    if (at >= program->instr_count)
        return DIAG_NOWHERE;
    const struct program_instr *instr = &program->instrs[at];
    if (!instr->line)
        return diag_at_chunk(program->code_fourcc, instr->token_index);
    struct diag_place place = DIAG_NOWHERE;
    place.file = program->source_name;
    place.line = instr->line;
    place.column = 1;
    return place;
}

uint32_t program_instr_number(const struct sm5_program *program, uint32_t at)
{
    uint32_t number = 0;
    for (uint32_t i = program->decls.first_instr; i < at; i++)
        number += !isa_is_declaration(program->instrs[i].opcode);
    return number;
}
